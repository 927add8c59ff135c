//! The end that sounds. One block:
//!
//! 1. commands are taken, at most [`MOST_COMMANDS`] of them, and those are done whose time has come; the rest
//!    in the next block;
//! 2. every sound that is awake plays its block and is added to the loudspeakers through its strip, or kept
//!    for who hears it;
//! 3. what is leaving fades, in the same way;
//! 4. those that listen play what they hear of both;
//! 5. the whole is scaled, limited, metered and handed out as `f32`.
//!
//! A sound whose samples are no numbers is put to rest and reported; the others play on.

use crate::board::Board;
use crate::budget::{self, Budget, Change};
use crate::due::Due;
use crate::hearing::{Company, Hears};
use crate::hurry::Hurry;
use crate::limiter::Limiter;
use crate::message::{Command, Report, Spent};
use crate::meter::Shared;
use crate::place::{Loud, Mixing, Place};
use crate::tap::Tap;
use foley_sound::{BLOCK, Event, EventKind};
use rtrb::{Consumer, Producer};
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Most commands that are taken in a block: more would make a block late.
pub(crate) const MOST_COMMANDS: usize = 512;
/// Blocks in which something fades out: 5 ms and more.
const FADE: u32 = 4;

/// The end that sounds.
pub struct Renderer {
    pub(crate) commands: Consumer<Due<Command>>,
    pub(crate) spent: Producer<Spent>,
    pub(crate) reports: Producer<Report>,
    pub(crate) board: Arc<Board>,
    places: Vec<Option<Place>>,
    leaving: Vec<Option<Place>>,
    /// The order in which places play.
    order: Vec<usize>,
    /// What is to be done later, in room made beforehand.
    waiting: BinaryHeap<Due<Command>>,
    /// Room for the gains of a sound, handed from one to the next.
    spare: Vec<Vec<f64>>,
    bus: Vec<[f64; BLOCK]>,
    /// What one sound adds, where it is led away.
    alone: Vec<[f64; BLOCK]>,
    tap: Option<Box<Tap>>,
    /// Someone listens to others.
    hearers: bool,
    budget: Option<Budget>,
    /// Level of quality, and the best that it may have.
    level: u8,
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

/// What a renderer is made of.
pub(crate) struct Ends {
    pub(crate) commands: Consumer<Due<Command>>,
    pub(crate) spent: Producer<Spent>,
    pub(crate) reports: Producer<Report>,
    pub(crate) board: Arc<Board>,
}

impl Renderer {
    pub(crate) fn new(ends: Ends, rate: f64, capacity: crate::Capacity) -> Self {
        let Ends { commands, spent, reports, board } = ends;
        let (instances, leaving) = (capacity.instances, capacity.leaving);
        let channels = capacity.channels.max(1);
        Self {
            commands,
            spent,
            reports,
            board,
            places: (0..instances).map(|_| None).collect(),
            order: (0..instances).collect(),
            leaving: (0..leaving).map(|_| None).collect(),
            waiting: BinaryHeap::with_capacity(capacity.commands),
            spare: (0..=(instances + leaving)).map(|_| vec![0.0; channels]).collect(),
            bus: vec![[0.0; BLOCK]; channels],
            alone: vec![[0.0; BLOCK]; channels],
            tap: None,
            hearers: false,
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

    /// The next sample that will be handed out.
    pub fn now(&self) -> u64 {
        let next = self.board.now.load(Ordering::Relaxed);
        next - (BLOCK - self.cursor.min(BLOCK)) as u64
    }

    /// Lends it a clock \[s\], so that what is asked for at once takes no more than this share of its time
    /// \[1\]: quality falls first ([`crate::budget`]). The clock is read on the audio thread.
    pub fn watch(&mut self, clock: impl Fn() -> f64 + Send + 'static, ceiling: f64) {
        let rate = self.rate;
        let mut budget = Budget::new(Box::new(clock), rate, ceiling);
        budget.begin_at(self.best);
        self.budget = Some(budget);
    }

    /// Begins at a level of quality ([`crate::budget`]) and never rises above it: many sounds at once are
    /// best not begun at the finest.
    pub fn begin_at(&mut self, level: u8) {
        self.level = level.min(budget::PAUSES - 1);
        self.best = self.level;
        if let Some(budget) = &mut self.budget {
            budget.begin_at(self.best);
        }
    }

    /// Channels of the loudspeakers.
    pub fn channels(&self) -> usize {
        self.bus.len()
    }

    /// Renders the next samples, one slice for each channel, all of the same length. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f32]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        self.hand_out(frames, |channel, at, samples| {
            if let Some(out) = out.get_mut(channel) {
                for (out, &sample) in out[at..at + samples.len()].iter_mut().zip(samples) {
                    *out = heard(sample);
                }
            }
        });
    }

    /// The same for hosts that want the samples of all channels one after another. Real-time: yes.
    pub fn render_interleaved(&mut self, out: &mut [f32]) {
        let channels = self.channels();
        self.hand_out(out.len() / channels, |channel, at, samples| {
            let from = at * channels + channel;
            let places = out.get_mut(from..).unwrap_or_default();
            for (out, &sample) in places.iter_mut().step_by(channels).zip(samples) {
                *out = heard(sample);
            }
        });
    }

    fn hand_out(&mut self, frames: usize, mut take: impl FnMut(usize, usize, &[f64])) {
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
            self.keep_within_budget();
        }
    }

    fn block(&mut self) {
        let from = self.board.now.load(Ordering::Relaxed);
        self.take_commands(from);
        for page in &mut self.bus {
            page.fill(0.0);
        }
        let solo = self.places.iter().flatten().any(|place| place.it.strip.solo);
        let hearing = |place: &Place| place.it.hears != Hears::Nothing;
        self.hearers = self.places.iter().flatten().any(hearing);
        self.play_all(from, solo);
        self.let_go();
        self.finish(from);
        self.board.now.store(from + BLOCK as u64, Ordering::Release);
    }

    fn play_all(&mut self, from: u64, solo: bool) {
        let ease = budget::ease(self.level);
        // One after the other, a sound in a block: to give something up is work, too.
        let mut eased = false;
        let (mut hurried, mut passed_over) = (0, 0);
        self.put_in_order();
        if let Some(budget) = &mut self.budget {
            budget.begin_block();
        }
        // What those that are still to play usually take.
        let places = self.places.iter().chain(&self.leaving).flatten();
        let mut rest: f64 = places.map(|place| place.usual).sum();
        // Those that listen come after those that they may hear.
        for listens in [false, true] {
            let mut rooms_leave = false;
            if listens {
                self.fade_out(from, &mut rest, |gone| !gone.it.listens);
                rooms_leave = self.leaving.iter().flatten().any(|gone| gone.it.listens);
            }
            for turn in 0..self.order.len() {
                let index = self.order[turn];
                if rooms_leave {
                    // In its turn, so that those that hear each other go on as they did.
                    self.fade_out(from, &mut rest, |gone| gone.it.listens && gone.was_at == index);
                }
                let Some(Some(place)) = self.places.get_mut(index) else {
                    continue;
                };
                if place.it.listens != listens {
                    continue;
                }
                eased = eased || place.set_quality(ease);
                rest -= place.usual;
                if self.budget.as_ref().is_some_and(Budget::used_up) {
                    passed_over += 1;
                    place.hush(from, self.bus.len());
                } else {
                    hurried += u64::from(self.play(index, from, solo, rest));
                }
            }
        }
        self.board.hurried.note(hurried);
        self.board.passed_over.note(passed_over);
    }

    /// While time is plentiful, places play as they are counted; while it is short, the loudest first, so
    /// that whoever is passed over is faint. What was sorted a block ago nearly is still, so that one pass a
    /// block is enough.
    fn put_in_order(&mut self) {
        if !self.budget.as_ref().is_some_and(Budget::short) {
            for (turn, place) in self.order.iter_mut().enumerate() {
                *place = turn;
            }
            return;
        }
        let power = |place: usize| self.board.meters.get(place).map_or(0.0, Shared::square);
        for turn in (1..self.order.len()).rev() {
            if power(self.order[turn]) > power(self.order[turn - 1]) {
                self.order.swap(turn, turn - 1);
            }
        }
    }

    fn keep_within_budget(&mut self) {
        let Some(budget) = &mut self.budget else {
            return;
        };
        match budget.end() {
            Change::None => {}
            Change::Level(level) => {
                self.level = level;
                self.say(Report::Quality { level });
            }
            Change::Pause => {
                if let Some(place) = self.faintest(false) {
                    self.pause(place, true);
                }
            }
            Change::Resume => {
                if let Some(place) = self.faintest(true) {
                    self.pause(place, false);
                } else if let Some(budget) = &mut self.budget {
                    let level = budget.all_play();
                    self.level = level;
                    self.say(Report::Quality { level });
                }
            }
        }
    }

    /// The faintest of those that pause, or of those that are awake and do not.
    fn faintest(&self, paused: bool) -> Option<usize> {
        let power = |index: &usize| self.board.meters.get(*index).map_or(0.0, Shared::square);
        let here = |index: &usize| match self.places.get(*index) {
            Some(Some(place)) => place.paused == paused && (paused || !place.it.voice.asleep()),
            _ => false,
        };
        let all = (0..self.places.len()).filter(here);
        all.min_by(|a, b| power(a).total_cmp(&power(b)))
    }

    fn pause(&mut self, place: usize, paused: bool) {
        if let Some(Some(here)) = self.places.get_mut(place)
            && here.paused != paused
        {
            here.paused = paused;
            self.say(if paused { Report::Paused { place } } else { Report::Resumed { place } });
        }
    }

    fn take_commands(&mut self, from: u64) {
        for _ in 0..MOST_COMMANDS {
            let Ok(due) = self.commands.pop() else {
                break;
            };
            if self.waiting.len() < self.waiting.capacity() {
                self.waiting.push(due);
            } else {
                self.say(Report::Forgotten);
                self.give_back(due.what);
            }
        }
        let end = from + BLOCK as u64;
        for _ in 0..MOST_COMMANDS {
            match self.waiting.peek() {
                Some(due) if due.at < end => {}
                _ => break,
            }
            if let Some(due) = self.waiting.pop() {
                self.arrived(&due.what);
                self.obey(due.what, due.at.saturating_sub(from));
            }
        }
    }

    /// Does what it is told, so many samples after the block begins.
    fn obey(&mut self, command: Command, after: u64) {
        match command {
            Command::Put { place, it } => {
                self.leave(place);
                let gains = self.spare.pop();
                match (self.places.get_mut(place), gains) {
                    (Some(here @ None), Some(gains)) => *here = Some(Place::new(it, gains, FADE)),
                    (_, gains) => {
                        self.spare.extend(gains);
                        self.throw(Spent::Sounding(it));
                    }
                }
            }
            Command::Remove { place, birth } => {
                if self.at(place, birth).is_some() {
                    self.leave(place);
                }
            }
            Command::Event { place, birth, kind } => {
                let Some(here) = self.at(place, birth) else {
                    return self.give_back_event(kind);
                };
                // A sound that slept, paused or was skipped has a time of its own; its earlier events have been
                // applied ([`foley_sound::Voice::skip_block`]).
                let at = here.it.voice.now() + after;
                let gesture = matches!(kind, EventKind::Gesture { .. });
                let resumes = gesture && core::mem::take(&mut here.paused);
                match here.it.voice.send(Event { at, kind }) {
                    Ok(None) => {}
                    Ok(Some(displaced)) => self.throw(Spent::Retarget(displaced)),
                    Err(why) => self.say(Report::Refused { place, why }),
                }
                if resumes {
                    self.say(Report::Resumed { place });
                }
            }
            Command::Strip { place, birth, strip } => {
                if let Some(here) = self.at(place, birth) {
                    here.it.strip = strip;
                }
            }
            Command::Hear { place, birth, hears } => {
                if let Some(here) = self.at(place, birth) {
                    here.it.hears = hears;
                }
            }
            Command::Tap { place, tap } => {
                let here = match place {
                    None => Some(&mut self.tap),
                    Some((place, birth)) => self.at(place, birth).map(|here| &mut here.tap),
                };
                let before = match here {
                    Some(here) => core::mem::replace(here, tap),
                    None => tap,
                };
                if let Some(tap) = before {
                    self.throw(Spent::Tap(tap));
                }
            }
            Command::Probe { place, birth, probe } => {
                let before = match self.at(place, birth) {
                    Some(here) => core::mem::replace(&mut here.probe, probe),
                    None => probe,
                };
                if let Some(probe) = before {
                    self.throw(Spent::Probe(probe));
                }
            }
            Command::Master { gain } => self.target = gain,
            Command::Limit { on } => self.limit = on,
        }
    }

    /// The sound that was born then, if it is still there.
    fn at(&mut self, place: usize, birth: u64) -> Option<&mut Place> {
        let here = self.places.get_mut(place)?.as_mut()?;
        (here.it.birth == birth).then_some(here)
    }

    fn say(&mut self, report: Report) {
        if self.reports.push(report).is_err() {
            self.board.unsaid.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Gives back what is no longer needed. The queue back has room for all that can ever be on its way.
    fn throw(&mut self, spent: Spent) {
        if let Err(rtrb::PushError::Full(spent)) = self.spent.push(spent) {
            // Freeing here would be a system call; to lose the memory is the lesser evil, and cannot happen
            // while someone collects.
            core::mem::forget(spent);
        }
    }

    /// A command is no longer on its way.
    fn arrived(&self, command: &Command) {
        self.board.kind(command).fetch_sub(1, Ordering::Relaxed);
    }

    /// Gives back what a command brought that will not be done.
    fn give_back(&mut self, command: Command) {
        self.arrived(&command);
        match command {
            Command::Put { it, .. } => self.throw(Spent::Sounding(it)),
            Command::Event { kind, .. } => self.give_back_event(kind),
            Command::Tap { tap: Some(tap), .. } => self.throw(Spent::Tap(tap)),
            Command::Probe { probe: Some(probe), .. } => self.throw(Spent::Probe(probe)),
            _ => {}
        }
    }

    /// Returns the memory of an event that will not be applied.
    fn give_back_event(&mut self, kind: EventKind) {
        if let EventKind::Retarget { target, .. } = kind {
            self.throw(Spent::Retarget(target));
        }
    }

    /// What is in a place begins to fade out.
    fn leave(&mut self, place: usize) {
        let Some(mut gone) = self.places.get_mut(place).and_then(Option::take) else {
            return;
        };
        if let Some(meter) = self.board.meters.get(place) {
            meter.clear();
        }
        (gone.left, gone.was_at) = (FADE, place);
        if let Some(free) = self.leaving.iter_mut().find(|free| free.is_none()) {
            *free = Some(gone);
        } else {
            self.say(Report::Cut { place });
            self.bury(gone);
        }
    }

    fn bury(&mut self, place: Place) {
        if self.spare.len() < self.spare.capacity() {
            self.spare.push(place.gains);
        }
        if let Some(tap) = place.tap {
            self.throw(Spent::Tap(tap));
        }
        if let Some(probe) = place.probe {
            self.throw(Spent::Probe(probe));
        }
        self.throw(Spent::Sounding(place.it));
    }

    fn company(&self) -> Company<'_> {
        Company { here: &self.places, leaving: &self.leaving }
    }

    /// Plays a sound's block, `rest` \[s\] before all must be done; whether it had to hurry.
    fn play(&mut self, index: usize, from: u64, solo: bool, rest: f64) -> bool {
        let Some(Some(place)) = self.places.get(index) else {
            return false;
        };
        let company = self.company();
        let quiet = solo && !company.soloed(&place.it);
        let input = company.heard_by(&place.it);
        let through = self.hearers && company.through(&place.it);
        let hurry = Hurry::new(self.budget.as_ref(), rest);
        let Some(Some(place)) = self.places.get_mut(index) else {
            return false;
        };
        let pauses = place.pauses();
        let meter = self.board.meters.get(index);
        let mut mixing = Mixing { bus: &mut self.bus, alone: &mut self.alone, from };
        let loud = if pauses { None } else { hurry.within(place, &input, &mut self.pages) };
        let hurried = hurry.was_felt();
        let Some(loud) = loud else {
            place.usual = 0.0;
            place.hush(from, mixing.bus.len());
            if let Some(meter) = meter {
                meter.write(0.0, 0.0, self.keep, true);
            }
            return hurried;
        };
        if !loud.is_finite() {
            self.board.breaks(index, place.it.birth);
            if let Some(gone) = self.places.get_mut(index).and_then(Option::take) {
                self.bury(gone);
            }
            return hurried;
        }
        let gain = place.heard(quiet);
        place.add(&self.pages, &mut mixing, gain, through);
        if let Some(meter) = meter {
            let square = loud.square * gain * gain;
            meter.write(loud.peak * gain, square, self.keep, false);
        }
        hurried
    }

    /// Those that leave fade, `rest` \[s\] with what comes after them before all must be done; those that
    /// listen after the others.
    fn fade_out(&mut self, from: u64, rest: &mut f64, whom: impl Fn(&Place) -> bool) {
        for index in 0..self.leaving.len() {
            let Some(Some(place)) = self.leaving.get(index) else {
                continue;
            };
            if !whom(place) {
                continue;
            }
            let input = self.company().heard_by(&place.it);
            *rest -= place.usual;
            let hurry = Hurry::new(self.budget.as_ref(), *rest);
            let Some(Some(place)) = self.leaving.get_mut(index) else {
                continue;
            };
            let mut mixing = Mixing { bus: &mut self.bus, alone: &mut self.alone, from };
            match hurry.within(place, &input, &mut self.pages) {
                Some(loud) if loud.is_finite() => place.fade(&self.pages, &mut mixing),
                _ => self.bury_leaving(index),
            }
        }
    }

    /// Those that have faded out are gone. Until here those that listen heard them.
    fn let_go(&mut self) {
        for index in 0..self.leaving.len() {
            if matches!(self.leaving.get(index), Some(Some(place)) if place.left == 0) {
                self.bury_leaving(index);
            }
        }
    }

    fn bury_leaving(&mut self, index: usize) {
        if let Some(gone) = self.leaving.get_mut(index).and_then(Option::take) {
            self.bury(gone);
        }
    }

    fn finish(&mut self, from: u64) {
        let slope = (self.target - self.gain) / BLOCK as f64;
        for page in &mut self.bus {
            for (n, x) in page.iter_mut().enumerate() {
                *x *= self.gain + slope * (n + 1) as f64;
            }
        }
        self.gain = self.target;
        self.limiter.pass(&mut self.bus, self.limit);
        for (page, meter) in self.bus.iter().zip(&self.board.master) {
            let loud = Loud::of(core::slice::from_ref(page));
            meter.write(loud.peak, loud.square, self.keep, false);
        }
        if let Some(tap) = &mut self.tap {
            tap.pour(from, &self.bus);
        }
    }
}

/// As the loudspeaker gets it: what is fainter than −600 dB is silence, lest whoever takes it over works with
/// subnormal numbers.
fn heard(sample: f64) -> f32 {
    if sample.abs() < 1e-30 { 0.0 } else { sample as f32 }
}
