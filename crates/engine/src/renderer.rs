//! The audio end of the engine. For each block it
//!
//! 1. takes at most [`MAX_COMMANDS_PER_BLOCK`] commands and executes those whose time has come, the rest in
//!    later blocks;
//! 2. plays every sound that is awake and mixes it through its channel strip, or keeps it for the input it
//!    feeds;
//! 3. fades sounds that were removed or replaced;
//! 4. plays rooms and effects, fed by both;
//! 5. adds the reflections of the place, from the sum of all sounds that are heard directly;
//! 6. applies the master gain, limits, meters and converts to `f32`.
//!
//! A voice that produces a non-finite sample is muted and reported; the others keep playing.

use crate::budget::{self, Budget, BudgetAction};
use crate::deadline::BlockDeadline;
use crate::input_source::{ActiveSlots, InputSource};
use crate::limiter::Limiter;
use crate::message::{Command, Garbage, Report};
use crate::meter::SharedMeter;
use crate::place_bus::PlaceBus;
use crate::scheduled::Scheduled;
use crate::shared_state::SharedState;
use crate::slot::{BlockLevel, MixBuses, Slot};
use crate::tap::Tap;
use foley_sound::{BLOCK, Event, EventKind};
use rtrb::{Consumer, Producer};
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Maximum number of commands taken per block; more commands would make a block late.
pub(crate) const MAX_COMMANDS_PER_BLOCK: usize = 512;
/// Length of a fade-out \[blocks\]; at least 5 ms.
const FADE_BLOCKS: u32 = 4;

/// The audio end of an engine.
pub struct Renderer {
    pub(crate) commands: Consumer<Scheduled<Command>>,
    pub(crate) garbage: Producer<Garbage>,
    pub(crate) reports: Producer<Report>,
    pub(crate) shared: Arc<SharedState>,
    slots: Vec<Option<Slot>>,
    fading: Vec<Option<Slot>>,
    /// Slots in the order in which their sounds play.
    order: Vec<usize>,
    /// Scheduled commands; the memory is allocated in advance.
    waiting: BinaryHeap<Scheduled<Command>>,
    /// Unused buffers for the gains of a sound; a new sound takes one, a removed sound returns it.
    spare_gains: Vec<Vec<f64>>,
    bus: Vec<[f64; BLOCK]>,
    /// Scratch buffers for the share of a tapped sound, one block per output channel.
    single: Vec<[f64; BLOCK]>,
    tap: Option<Box<Tap>>,
    place: PlaceBus,
    /// Whether any sound takes an input signal from other sounds.
    has_inputs: bool,
    budget: Option<Budget>,
    /// Current quality level; 0 is the best.
    level: u8,
    /// Best quality level allowed; the current level never falls below it.
    best: u8,
    pages: [[f64; BLOCK]; 2],
    limiter: Limiter,
    limit: bool,
    gain: f64,
    target: f64,
    keep: f32,
    rate: f64,
    cursor: usize,
}

impl core::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Renderer").field("now", &self.now()).finish_non_exhaustive()
    }
}

/// The audio thread's ends of the queues.
pub(crate) struct RendererLinks {
    pub(crate) commands: Consumer<Scheduled<Command>>,
    pub(crate) garbage: Producer<Garbage>,
    pub(crate) reports: Producer<Report>,
    pub(crate) shared: Arc<SharedState>,
}

impl Renderer {
    pub(crate) fn new(ends: RendererLinks, rate: f64, capacity: crate::Capacity) -> Self {
        let RendererLinks { commands, garbage, reports, shared } = ends;
        let (instances, fading) = (capacity.instances, capacity.fading);
        let channels = capacity.channels.max(1);
        Self {
            commands,
            garbage,
            reports,
            shared,
            slots: (0..instances).map(|_| None).collect(),
            order: (0..instances).collect(),
            fading: (0..fading).map(|_| None).collect(),
            waiting: BinaryHeap::with_capacity(capacity.commands),
            spare_gains: (0..=(instances + fading)).map(|_| vec![0.0; channels]).collect(),
            bus: vec![[0.0; BLOCK]; channels],
            single: vec![[0.0; BLOCK]; channels],
            tap: None,
            place: PlaceBus::new(channels),
            has_inputs: false,
            budget: None,
            level: 0,
            best: 0,
            pages: [[0.0; BLOCK]; 2],
            limiter: Limiter::new(channels, rate),
            limit: true,
            gain: 1.0,
            target: 1.0,
            keep: crate::meter::keep(BLOCK, rate),
            rate,
            cursor: BLOCK,
        }
    }

    /// Returns the next sample to be rendered.
    pub fn now(&self) -> u64 {
        let next = self.shared.now.load(Ordering::Relaxed);
        next - (BLOCK - self.cursor.min(BLOCK)) as u64
    }

    /// Sets a clock \[s\] and the share of a host buffer's time that rendering may take \[1\]; when rendering
    /// takes more, quality falls ([`crate::budget`]). The audio thread reads the clock.
    pub fn set_time_budget(&mut self, clock: impl Fn() -> f64 + Send + 'static, ceiling: f64) {
        let rate = self.rate;
        let mut budget = Budget::new(Box::new(clock), rate, ceiling);
        budget.set_best_level(self.best);
        self.budget = Some(budget);
    }

    /// Sets the best allowed quality level ([`crate::budget`]) and starts at it. Useful when many sounds
    /// start at once.
    pub fn limit_quality(&mut self, level: u8) {
        self.level = level.min(budget::PAUSE_LEVEL - 1);
        self.best = self.level;
        if let Some(budget) = &mut self.budget {
            budget.set_best_level(self.best);
        }
    }

    /// Returns the number of output channels.
    pub fn channels(&self) -> usize {
        self.bus.len()
    }

    /// Renders the next samples into one slice per output channel, all slices of the same length. Real-time:
    /// yes.
    pub fn render(&mut self, out: &mut [&mut [f32]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        self.render_blocks(frames, |channel, at, samples| {
            if let Some(out) = out.get_mut(channel) {
                for (out, &sample) in out[at..at + samples.len()].iter_mut().zip(samples) {
                    *out = to_output(sample);
                }
            }
        });
    }

    /// Renders the next samples into one slice, interleaved by channel. Real-time: yes.
    pub fn render_interleaved(&mut self, out: &mut [f32]) {
        let channels = self.channels();
        self.render_blocks(out.len() / channels, |channel, at, samples| {
            let from = at * channels + channel;
            let interleaved = out.get_mut(from..).unwrap_or_default();
            for (out, &sample) in interleaved.iter_mut().step_by(channels).zip(samples) {
                *out = to_output(sample);
            }
        });
    }

    fn render_blocks(&mut self, frames: usize, mut take: impl FnMut(usize, usize, &[f64])) {
        let mut done = 0;
        if let Some(budget) = &mut self.budget {
            let ready = BLOCK - self.cursor.min(BLOCK);
            let blocks = frames.saturating_sub(ready).div_ceil(BLOCK);
            budget.begin(frames, u32::try_from(blocks).unwrap_or(u32::MAX));
        }
        while done < frames {
            if self.cursor >= BLOCK {
                self.block();
                self.cursor = 0;
            }
            let count = (BLOCK - self.cursor).min(frames - done);
            for (channel, page) in self.bus.iter().enumerate() {
                take(channel, done, &page[self.cursor..self.cursor + count]);
            }
            self.cursor += count;
            done += count;
        }
        if frames > 0 {
            self.apply_budget();
        }
    }

    fn block(&mut self) {
        let from = self.shared.now.load(Ordering::Relaxed);
        self.take_commands(from);
        for page in &mut self.bus {
            page.fill(0.0);
        }
        let solo = self.slots.iter().flatten().any(|slot| slot.sound.strip.solo);
        let hearing = |slot: &Slot| slot.sound.input != InputSource::None;
        self.has_inputs = self.slots.iter().flatten().any(hearing);
        self.play_all(from, solo);
        self.hear_in_place();
        self.drop_faded();
        self.finish_block(from);
        self.shared.now.store(from + BLOCK as u64, Ordering::Release);
    }

    fn play_all(&mut self, from: u64, solo: bool) {
        let quality = budget::quality_at(self.level);
        // Only one sound per block changes its quality, because the change itself takes time.
        let mut retuned = false;
        let (mut deadline_missed, mut skipped) = (0, 0);
        self.sort_slots();
        if let Some(budget) = &mut self.budget {
            budget.begin_block();
        }
        // Usual cost of the sounds that are still to play.
        let slots = self.slots.iter().chain(&self.fading).flatten();
        let mut reserved: f64 = slots.map(|slot| slot.usual_cost).sum();
        // Sounds with an input come after the sounds that feed them.
        for listens in [false, true] {
            let mut rooms_leave = false;
            if listens {
                self.fade_out(from, &mut reserved, |gone| !gone.sound.listens);
                rooms_leave = self.fading.iter().flatten().any(|gone| gone.sound.listens);
            }
            for turn in 0..self.order.len() {
                let index = self.order[turn];
                if rooms_leave {
                    // Fading sounds play in slot order, so that chained inputs keep their timing.
                    self.fade_out(from, &mut reserved, |gone| {
                        gone.sound.listens && gone.fading_from == index
                    });
                }
                let Some(Some(slot)) = self.slots.get_mut(index) else {
                    continue;
                };
                if slot.sound.listens != listens {
                    continue;
                }
                retuned = retuned || slot.set_quality(quality);
                reserved -= slot.usual_cost;
                if self.budget.as_ref().is_some_and(Budget::is_exhausted) {
                    skipped += 1;
                    slot.skip_block(from, self.bus.len());
                } else {
                    deadline_missed += u64::from(self.play(index, from, solo, reserved));
                }
            }
        }
        self.shared.deadline_missed.note(deadline_missed);
        self.shared.skipped.note(skipped);
    }

    /// Orders the slots: by index while there is time; by power while time is short, so that skipped sounds
    /// are faint. The order changes little from block to block, so one pass per block is enough.
    fn sort_slots(&mut self) {
        if !self.budget.as_ref().is_some_and(Budget::is_short) {
            for (turn, slot) in self.order.iter_mut().enumerate() {
                *slot = turn;
            }
            return;
        }
        let power = |slot: usize| self.shared.meters.get(slot).map_or(0.0, SharedMeter::square);
        for turn in (1..self.order.len()).rev() {
            if power(self.order[turn]) > power(self.order[turn - 1]) {
                self.order.swap(turn, turn - 1);
            }
        }
    }

    fn apply_budget(&mut self) {
        let Some(budget) = &mut self.budget else {
            return;
        };
        match budget.end() {
            BudgetAction::None => {}
            BudgetAction::Level(level) => {
                self.level = level;
                self.report(Report::QualityChanged { level });
            }
            BudgetAction::Pause => {
                if let Some(slot) = self.faintest(false) {
                    self.pause(slot, true);
                }
            }
            BudgetAction::Resume => {
                if let Some(slot) = self.faintest(true) {
                    self.pause(slot, false);
                } else if let Some(budget) = &mut self.budget {
                    let level = budget.end_pausing();
                    self.level = level;
                    self.report(Report::QualityChanged { level });
                }
            }
        }
    }

    /// Returns the slot of the faintest paused sound, or, if `paused` is false, of the faintest awake one
    /// that is not paused.
    fn faintest(&self, paused: bool) -> Option<usize> {
        let power = |index: &usize| self.shared.meters.get(*index).map_or(0.0, SharedMeter::square);
        let slot_here = |index: &usize| match self.slots.get(*index) {
            Some(Some(slot)) => slot.paused == paused && (paused || !slot.sound.voice.asleep()),
            _ => false,
        };
        let all = (0..self.slots.len()).filter(slot_here);
        all.min_by(|a, b| power(a).total_cmp(&power(b)))
    }

    fn pause(&mut self, slot: usize, paused: bool) {
        if let Some(Some(slot_here)) = self.slots.get_mut(slot)
            && slot_here.paused != paused
        {
            slot_here.paused = paused;
            let sound = slot_here.sound.id;
            self.report(if paused { Report::Paused { sound } } else { Report::Resumed { sound } });
        }
    }

    fn take_commands(&mut self, from: u64) {
        for _ in 0..MAX_COMMANDS_PER_BLOCK {
            let Ok(scheduled) = self.commands.pop() else {
                break;
            };
            if self.waiting.len() < self.waiting.capacity() {
                self.waiting.push(scheduled);
            } else {
                self.report(Report::EventDropped);
                self.discard_command(scheduled.item);
            }
        }
        let end = from + BLOCK as u64;
        for _ in 0..MAX_COMMANDS_PER_BLOCK {
            match self.waiting.peek() {
                Some(scheduled) if scheduled.at < end => {}
                _ => break,
            }
            if let Some(scheduled) = self.waiting.pop() {
                self.command_done(&scheduled.item);
                self.execute(scheduled.item, scheduled.at.saturating_sub(from));
            }
        }
    }

    /// Executes a command that takes effect `after` samples into the block.
    fn execute(&mut self, command: Command, after: u64) {
        match command {
            Command::Put { slot, sound } => {
                self.start_fade(slot);
                let gains = self.spare_gains.pop();
                match (self.slots.get_mut(slot), gains) {
                    (Some(slot_here @ None), Some(gains)) => {
                        *slot_here = Some(Slot::new(sound, gains, FADE_BLOCKS));
                    }
                    (_, gains) => {
                        self.spare_gains.extend(gains);
                        self.discard(Garbage::Sound(sound));
                    }
                }
            }
            Command::Remove { slot, birth } => {
                if self.slot_mut(slot, birth).is_some() {
                    self.start_fade(slot);
                }
            }
            Command::Event { slot, birth, kind } => {
                let Some(slot_here) = self.slot_mut(slot, birth) else {
                    return self.discard_event(kind);
                };
                // A sound that slept, paused or was skipped has a time of its own; earlier events have been
                // applied to it ([`foley_sound::Voice::skip_block`]).
                let sound = slot_here.sound.id;
                let at = slot_here.sound.voice.now() + after;
                let gesture = matches!(kind, EventKind::Gesture { .. } | EventKind::Hold { .. });
                let resumes = gesture && core::mem::take(&mut slot_here.paused);
                match slot_here.sound.voice.send(Event { at, kind }) {
                    Ok(None) => {}
                    Ok(Some(displaced)) => self.discard(Garbage::Retarget(displaced)),
                    Err(why) => self.report(Report::EventRejected { sound, why }),
                }
                if resumes {
                    self.report(Report::Resumed { sound });
                }
            }
            Command::SetStrip { slot, birth, strip } => {
                if let Some(slot_here) = self.slot_mut(slot, birth) {
                    slot_here.sound.strip = strip;
                }
            }
            Command::SetInput { slot, birth, input } => {
                if let Some(slot_here) = self.slot_mut(slot, birth) {
                    slot_here.sound.input = input;
                }
            }
            Command::Tap { slot, tap } => {
                let slot_here = match slot {
                    None => Some(&mut self.tap),
                    Some((slot, birth)) => self.slot_mut(slot, birth).map(|slot_here| &mut slot_here.tap),
                };
                let before = match slot_here {
                    Some(slot_here) => core::mem::replace(slot_here, tap),
                    None => tap,
                };
                if let Some(tap) = before {
                    self.discard(Garbage::Tap(tap));
                }
            }
            Command::Probe { slot, birth, probe } => {
                let before = match self.slot_mut(slot, birth) {
                    Some(slot_here) => core::mem::replace(&mut slot_here.probe, probe),
                    None => probe,
                };
                if let Some(probe) = before {
                    self.discard(Garbage::Probe(probe));
                }
            }
            Command::Master { gain } => self.target = gain,
            Command::Limit { on } => self.limit = on,
            Command::Place { send } => {
                let slots = self.slots.iter().chain(&self.fading).flatten();
                let sounding = slots.into_iter().any(|slot| slot.send().iter().any(|&x| x != 0.0));
                if let Some(replaced) = self.place.set(send, sounding) {
                    self.discard(Garbage::Place(replaced));
                }
            }
        }
    }

    /// Returns the slot if its voice has the number `birth`; `None` if the slot has another voice or none.
    fn slot_mut(&mut self, slot: usize, birth: u64) -> Option<&mut Slot> {
        let slot_here = self.slots.get_mut(slot)?.as_mut()?;
        (slot_here.sound.birth == birth).then_some(slot_here)
    }

    fn report(&mut self, report: Report) {
        if self.reports.push(report).is_err() {
            self.shared.reports_dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Hands an object back to the control end, which frees it. The queue is long enough for all objects
    /// that can come back.
    fn discard(&mut self, garbage: Garbage) {
        if let Err(rtrb::PushError::Full(garbage)) = self.garbage.push(garbage) {
            // Freeing here would be a system call. Leaking is the lesser evil, and cannot happen while
            // [`crate::Controls::collect`] is called.
            core::mem::forget(garbage);
        }
    }

    /// Counts a command as no longer pending.
    fn command_done(&self, command: &Command) {
        self.shared.pending_of_kind(command).fetch_sub(1, Ordering::Relaxed);
    }

    /// Hands back the memory of a command that will not be executed.
    fn discard_command(&mut self, command: Command) {
        self.command_done(&command);
        match command {
            Command::Put { sound, .. } => self.discard(Garbage::Sound(sound)),
            Command::Event { kind, .. } => self.discard_event(kind),
            Command::Tap { tap: Some(tap), .. } => self.discard(Garbage::Tap(tap)),
            Command::Probe { probe: Some(probe), .. } => self.discard(Garbage::Probe(probe)),
            Command::Place { send: Some(send) } => self.discard(Garbage::Place(send)),
            _ => {}
        }
    }

    /// Hands back the memory of an event that will not be applied.
    fn discard_event(&mut self, kind: EventKind) {
        if let EventKind::Retarget { target, .. } = kind {
            self.discard(Garbage::Retarget(target));
        }
    }

    /// Moves the sound of a slot to the fading sounds.
    fn start_fade(&mut self, slot: usize) {
        let Some(mut gone) = self.slots.get_mut(slot).and_then(Option::take) else {
            return;
        };
        if let Some(meter) = self.shared.meters.get(slot) {
            meter.clear();
        }
        (gone.fade_left, gone.fading_from) = (FADE_BLOCKS, slot);
        if let Some(free) = self.fading.iter_mut().find(|free| free.is_none()) {
            *free = Some(gone);
        } else {
            self.report(Report::CutOff { sound: gone.sound.id });
            self.discard_slot(gone);
        }
    }

    fn discard_slot(&mut self, slot: Slot) {
        if self.spare_gains.len() < self.spare_gains.capacity() {
            self.spare_gains.push(slot.gains);
        }
        if let Some(tap) = slot.tap {
            self.discard(Garbage::Tap(tap));
        }
        if let Some(probe) = slot.probe {
            self.discard(Garbage::Probe(probe));
        }
        self.discard(Garbage::Sound(slot.sound));
    }

    fn active_slots(&self) -> ActiveSlots<'_> {
        ActiveSlots { playing: &self.slots, fading: &self.fading }
    }

    /// Plays one block of the sound in a slot, whose deadline is `reserved` \[s\] before that of the block.
    /// Returns whether the sound missed its deadline.
    fn play(&mut self, index: usize, from: u64, solo: bool, reserved: f64) -> bool {
        let Some(Some(slot)) = self.slots.get(index) else {
            return false;
        };
        let active_slots = self.active_slots();
        let quiet = solo && !active_slots.is_soloed(&slot.sound);
        let input = active_slots.input_of(&slot.sound);
        let routed = self.has_inputs && active_slots.is_routed(&slot.sound);
        let deadline = BlockDeadline::new(self.budget.as_ref(), reserved);
        let Some(Some(slot)) = self.slots.get_mut(index) else {
            return false;
        };
        let paused = slot.is_paused();
        let meter = self.shared.meters.get(index);
        let mut mixing = MixBuses { bus: &mut self.bus, single: &mut self.single, from };
        let level = if paused { None } else { deadline.play(slot, &input, &mut self.pages) };
        let deadline_missed = deadline.was_missed();
        let Some(level) = level else {
            slot.usual_cost = 0.0;
            slot.skip_block(from, mixing.bus.len());
            if let Some(meter) = meter {
                meter.write(0.0, 0.0, self.keep, true);
            }
            return deadline_missed;
        };
        if !level.is_finite() {
            self.shared.note_failure(slot.sound.id, slot.sound.birth);
            if let Some(gone) = self.slots.get_mut(index).and_then(Option::take) {
                self.discard_slot(gone);
            }
            return deadline_missed;
        }
        let gain = slot.target_gain(quiet);
        slot.add(&self.pages, &mut mixing, gain, routed);
        if let Some(meter) = meter {
            let square = level.square * gain * gain;
            meter.write(level.peak * gain, square, self.keep, false);
        }
        deadline_missed
    }

    /// Plays one block of the fading sounds that `whom` selects; `reserved` \[s\] is the usual cost of all
    /// sounds still to play.
    fn fade_out(&mut self, from: u64, reserved: &mut f64, whom: impl Fn(&Slot) -> bool) {
        for index in 0..self.fading.len() {
            let Some(Some(slot)) = self.fading.get(index) else {
                continue;
            };
            if !whom(slot) {
                continue;
            }
            let input = self.active_slots().input_of(&slot.sound);
            *reserved -= slot.usual_cost;
            let deadline = BlockDeadline::new(self.budget.as_ref(), *reserved);
            let Some(Some(slot)) = self.fading.get_mut(index) else {
                continue;
            };
            let mut mixing = MixBuses { bus: &mut self.bus, single: &mut self.single, from };
            match deadline.play(slot, &input, &mut self.pages) {
                Some(level) if level.is_finite() => slot.fade(&self.pages, &mut mixing),
                _ => self.discard_fading(index),
            }
        }
    }

    /// Adds the reflections of the place to the mix. Their source is the sum of all sounds that are heard
    /// directly.
    fn hear_in_place(&mut self) {
        if self.place.is_free() {
            return;
        }
        let active_slots = self.active_slots();
        let mut source = [0.0; BLOCK];
        for slot in self.slots.iter().chain(&self.fading).flatten() {
            if self.has_inputs && active_slots.is_routed(&slot.sound) {
                continue;
            }
            for (sum, x) in source.iter_mut().zip(slot.send()) {
                *sum += x;
            }
        }
        if let Some(replaced) = self.place.process(&source, &mut self.bus) {
            self.discard(Garbage::Place(replaced));
        }
        self.shared.place_sounds.store(self.place.sounds(), Ordering::Relaxed);
    }

    /// Discards sounds that have faded out; up to this point they feed inputs.
    fn drop_faded(&mut self) {
        for index in 0..self.fading.len() {
            if matches!(self.fading.get(index), Some(Some(slot)) if slot.fade_left == 0) {
                self.discard_fading(index);
            }
        }
    }

    fn discard_fading(&mut self, index: usize) {
        if let Some(gone) = self.fading.get_mut(index).and_then(Option::take) {
            self.discard_slot(gone);
        }
    }

    fn finish_block(&mut self, from: u64) {
        let slope = (self.target - self.gain) / BLOCK as f64;
        for page in &mut self.bus {
            for (n, x) in page.iter_mut().enumerate() {
                *x *= self.gain + slope * (n + 1) as f64;
            }
        }
        self.gain = self.target;
        self.limiter.pass(&mut self.bus, self.limit);
        for (page, meter) in self.bus.iter().zip(&self.shared.master) {
            let level = BlockLevel::of(core::slice::from_ref(page));
            meter.write(level.peak, level.square, self.keep, false);
        }
        if let Some(tap) = &mut self.tap {
            tap.write(from, &self.bus);
        }
    }
}

/// Converts a sample to the output format. A sample below −600 dB becomes 0, so that the host never sees
/// subnormal numbers.
fn to_output(sample: f64) -> f32 {
    if sample.abs() < 1e-30 { 0.0 } else { sample as f32 }
}
