//! The end that decides: it makes sounds, names them, tells them things, and frees what is spent. Not for the
//! audio thread.

mod events;
mod loudness;
mod mixing;

pub use loudness::Loudness;

use crate::input_source::{InputSource, SoundInput};
use crate::message::{ActiveSound, Command, Garbage, Report};
use crate::meter::{Meter, SharedMeter};
use crate::renderer::{Renderer, RendererLinks};
use crate::scheduled::Scheduled;
use crate::shared_state::SharedState;
use crate::tap::TapReader;
use crate::{Capacity, ChannelStrip};
use foley_catalogue::preset::Preset;
use foley_sound::{EventKind, Family, Output, Retarget, Score, Sound, SoundError, VoiceSpec};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use thiserror::Error;

/// Why the engine does not do as it is told.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The sound cannot be made, or has no such value.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No sound of that name plays.
    #[error("no sound is called `{name}`; there are {}", foley_params::words::list(known, "and"))]
    UnknownSound {
        /// What was asked for.
        name: String,
        /// All there are.
        known: Vec<String>,
    },
    /// It is no room and no effect, or would hear itself.
    #[error("`{name}` does not listen to that: only rooms and effects listen, and only to others")]
    CannotListen {
        /// Its name.
        name: String,
    },
    /// The audio thread has not kept up.
    #[error("the audio thread has {commands} commands to take and takes no more")]
    QueueFull {
        /// How many may be on their way.
        commands: usize,
    },
}

/// Most bodies that sounds are to become and have not yet begun to.
const MAX_PENDING_RETARGETS: usize = 1024;
/// Of all commands, the part that scores leave free, so that what is done now finds room: one in so many.
const RESERVED_FRACTION: usize = 8;

/// A sound that plays, as the controls know it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// As it is called: the first part of its addresses.
    pub name: String,
    /// Its values, as they were last told.
    pub sound: Box<dyn Sound>,
    /// What is done when it is played ([`Controls::play`]); nothing means its model's opening.
    pub score: Score,
    /// Its strip of the mixer. Its gain is a factor on the loudness.
    pub strip: ChannelStrip,
    /// From SI units to full scale \[1\].
    pub factor: f64,
    /// What it hears, if it listens.
    pub input: InputSource,
    /// Which sound it is, for whoever hears it: the birth of its first voice.
    number: u64,
    birth: u64,
    /// What its randomness began with.
    pub seed: u64,
    /// How many modes each body of its voice can have.
    mode_capacity: Vec<usize>,
    /// What its voice can be asked for: sound first, then what it measures.
    pub outputs: Vec<Output>,
}

impl Instance {
    /// Its strip, with a gain from SI units to full scale.
    fn scaled(&self) -> ChannelStrip {
        ChannelStrip { gain: self.strip.gain * self.factor, ..self.strip }
    }
}

/// The end that decides.
pub struct Controls {
    commands: Producer<Scheduled<Command>>,
    garbage: Consumer<Garbage>,
    reports: Consumer<Report>,
    shared: Arc<SharedState>,
    capacity: Capacity,
    rate: f64,
    instances: Vec<Option<Instance>>,
    /// For every place the sample at which it was last given to somebody or left: nothing that concerns it
    /// may happen sooner, or it would meet who was there before.
    busy_until: Vec<u64>,
    births: u64,
    sent: u64,
    /// Seconds of room in the taps of those that come, if they are tapped.
    tap_new: Option<f64>,
    new_taps: Vec<(String, TapReader)>,
}

impl core::fmt::Debug for Controls {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Controls").field("rate", &self.rate).field("now", &self.now()).finish_non_exhaustive()
    }
}

pub(crate) fn make(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    let (commands, taken) = RingBuffer::new(capacity.commands);
    // All that can ever be on its way back: what plays, what leaves, and what every command may bring, on its
    // way or waiting for its time.
    let back = capacity.instances + capacity.fading + 2 * capacity.commands;
    let (discard, garbage) = RingBuffer::new(back);
    let (report_queue, reports) = RingBuffer::new(1024);
    let shared = Arc::new(SharedState::new(capacity));
    let ends = RendererLinks {
        commands: taken,
        garbage: discard,
        reports: report_queue,
        shared: Arc::clone(&shared),
    };
    let controls = Controls {
        commands,
        garbage,
        reports,
        shared,
        capacity,
        rate,
        instances: (0..capacity.instances).map(|_| None).collect(),
        busy_until: vec![0; capacity.instances],
        births: 0,
        sent: 0,
        tap_new: None,
        new_taps: Vec::new(),
    };
    (controls, Renderer::new(ends, rate, capacity))
}

impl Controls {
    /// The first sample of the next block.
    pub fn now(&self) -> u64 {
        self.shared.now.load(Ordering::Acquire)
    }

    /// Samples per second \[Hz\].
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// All sounds, with their places.
    pub fn instances(&self) -> impl Iterator<Item = (usize, &Instance)> {
        let all = self.instances.iter().enumerate();
        all.filter_map(|(slot, instance)| Some((slot, instance.as_ref()?)))
    }

    /// How much there may be.
    pub fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// The place of a sound.
    ///
    /// # Errors
    /// If none has that name.
    pub fn slot(&self, name: &str) -> Result<usize, EngineError> {
        let found = self.instances().find(|(_, instance)| instance.name == name);
        found.map(|(slot, _)| slot).ok_or_else(|| EngineError::UnknownSound {
            name: name.to_owned(),
            known: self.instances().map(|(_, instance)| instance.name.clone()).collect(),
        })
    }

    /// A sound begins, silent until it is told something; one of the same name makes room for it, and if
    /// there is no room at all, the faintest. Its place.
    ///
    /// # Errors
    /// If it cannot be made, or too much is on its way.
    pub fn add(
        &mut self,
        name: &str,
        sound: &dyn Sound,
        seed: u64,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        self.begin(name, sound, &Score::default(), seed, loudness, at)
    }

    /// The same with a preset: its values, its seed, its score.
    ///
    /// # Errors
    /// As [`Controls::add`].
    pub fn add_preset(
        &mut self,
        name: &str,
        preset: &Preset,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        let Preset { sound, score, seed, .. } = preset;
        self.begin(name, &**sound, score, *seed, loudness, at)
    }

    fn begin(
        &mut self,
        name: &str,
        sound: &dyn Sound,
        score: &Score,
        seed: u64,
        loudness: Loudness,
        at: u64,
    ) -> Result<usize, EngineError> {
        let factor = loudness.factor(sound, score, self.rate, seed)?;
        let same = self.slot(name).ok();
        let slot = same.or_else(|| self.free_slot(at));
        let slot = slot.unwrap_or_else(|| self.faintest_slot());
        let before = same.and_then(|same| self.instances[same].as_ref());
        let instance = Instance {
            name: name.to_owned(),
            sound: sound.duplicate(),
            score: score.clone(),
            strip: ChannelStrip::default(),
            factor,
            input: InputSource::None,
            number: before.map_or(self.births + 1, |before| before.number),
            birth: 0,
            seed,
            mode_capacity: Vec::new(),
            outputs: Vec::new(),
        };
        self.put(slot, instance, at)?;
        Ok(slot)
    }

    /// A place that nobody has: the first that is left by then, or else soonest.
    fn free_slot(&self, at: u64) -> Option<usize> {
        let free = |slot: &usize| self.instances[*slot].is_none();
        let slots = (0..self.instances.len()).filter(free);
        slots.min_by_key(|&slot| self.busy_until[slot].max(at))
    }

    /// Makes the voice of a sound and sends it to its place.
    fn put(&mut self, slot: usize, mut instance: Instance, at: u64) -> Result<(), EngineError> {
        let spec = self.spec(&instance);
        let voice = instance.sound.voice(&spec)?;
        self.births += 1;
        instance.birth = self.births;
        instance.outputs = voice.outputs().to_vec();
        instance.mode_capacity = modes(&Retarget::at(&*instance.sound, spec.channels)?).collect();
        let active = Box::new(ActiveSound {
            voice,
            strip: instance.scaled(),
            channels: spec.channels,
            listens: instance.sound.takes_input(),
            input: self.resolve_input(instance.input),
            number: instance.number,
            birth: instance.birth,
        });
        let put = Command::Put { slot, sound: active };
        let at = self.send_to(slot, at, put)?;
        self.busy_until[slot] = at;
        let (name, number) = (instance.name.clone(), instance.number);
        let before = self.instances[slot].replace(instance);
        if before.is_some_and(|before| before.number != number) {
            self.disconnect(slot);
        }
        // From its first block on; who cannot be recorded sounds all the same.
        if let Some(seconds) = self.tap_new
            && self.new_taps.len() < self.capacity.instances + self.capacity.fading
            && let Ok(reader) = self.tap(Some(slot), seconds, at)
        {
            self.new_taps.push((name, reader));
        }
        Ok(())
    }

    /// Who that is, wherever it will be.
    fn resolve_input(&self, input: InputSource) -> SoundInput {
        match input {
            InputSource::None => SoundInput::None,
            InputSource::All => SoundInput::All,
            InputSource::Slot(slot) => match self.instances.get(slot) {
                Some(Some(instance)) => SoundInput::Sound(instance.number),
                _ => SoundInput::None,
            },
        }
    }

    /// Nobody hears any more what was in a place: it has gone.
    fn disconnect(&mut self, slot: usize) {
        for instance in self.instances.iter_mut().flatten() {
            if instance.input == InputSource::Slot(slot) {
                instance.input = InputSource::None;
            }
        }
    }

    /// How the voice of a sound is made: rooms are heard with two ears; whatever else there is sounds the
    /// same for both.
    fn spec(&self, instance: &Instance) -> VoiceSpec {
        let wide = instance.sound.info().family == Family::Spaces && self.capacity.channels > 1;
        VoiceSpec { channels: if wide { 2 } else { 1 }, ..VoiceSpec::new(self.rate, instance.seed) }
    }

    /// The place of the sound with the least power.
    fn faintest_slot(&self) -> usize {
        let power = |slot: &usize| self.shared.meters[*slot].square();
        let slots = 0..self.capacity.instances;
        slots.min_by(|a, b| power(a).total_cmp(&power(b))).unwrap_or(0)
    }

    /// Sends what concerns a place, not to happen before who has it now came there. When it will happen.
    fn send_to(&mut self, slot: usize, at: u64, command: Command) -> Result<u64, EngineError> {
        let at = at.max(self.busy_until[slot]);
        self.send(at, command)?;
        Ok(at)
    }

    fn send(&mut self, at: u64, command: Command) -> Result<(), EngineError> {
        let Capacity { instances, fading, commands, .. } = self.capacity;
        let full = |commands| Err(EngineError::QueueFull { commands });
        // Voices and bodies are large: far fewer of them may be on their way.
        let limit = match &command {
            Command::Put { .. } => instances + fading,
            Command::Event { kind: EventKind::Retarget { .. }, .. } => MAX_PENDING_RETARGETS,
            _ => commands,
        };
        let pending_commands = self.shared.pending_of_kind(&command);
        if pending_commands.load(Ordering::Relaxed) >= limit {
            return full(limit);
        }
        // What waits for its time on the other side counts, too: there is room for all of it.
        if self.shared.pending_commands() >= commands {
            return full(commands);
        }
        pending_commands.fetch_add(1, Ordering::Relaxed);
        let number = self.sent;
        self.sent += 1;
        let scheduled = Scheduled { at, number, item: command };
        self.commands.push(scheduled).or_else(|rtrb::PushError::Full(scheduled)| {
            let kind = self.shared.pending_of_kind(&scheduled.item);
            kind.fetch_sub(1, Ordering::Relaxed);
            full(commands)
        })
    }

    /// Whether there is room for all that a score does, and for what is done meanwhile.
    fn check_room(&self, commands: usize, retargets: usize) -> Result<(), EngineError> {
        let limit = self.capacity.commands - self.capacity.commands / RESERVED_FRACTION;
        if self.shared.pending_commands() + commands > limit {
            return Err(EngineError::QueueFull { commands: limit });
        }
        if self.shared.pending_retargets() + retargets > MAX_PENDING_RETARGETS {
            return Err(EngineError::QueueFull { commands: MAX_PENDING_RETARGETS });
        }
        Ok(())
    }

    /// How many commands were ever sent: while it stays, all is as it was last told.
    pub fn commands_sent(&self) -> u64 {
        self.sent
    }

    /// Commands that have not been done yet: on their way, or waiting for their time.
    pub fn pending_commands(&self) -> usize {
        self.shared.pending_commands()
    }

    /// Frees what is spent, and hands out what the audio thread had to say. To be called now and then. A
    /// sound that lost its numbers gets another voice, at rest.
    pub fn collect(&mut self) -> Vec<Report> {
        while self.garbage.pop().is_ok() {}
        let shared = Arc::clone(&self.shared);
        let mut reports = Vec::new();
        for (slot, birth) in shared.take_failed() {
            reports.push(Report::VoiceReset { slot });
            let instance = self.instances.get(slot).cloned().flatten();
            // Another may have its place by now. If it cannot be made again it stays silent.
            if let Some(instance) = instance.filter(|instance| instance.birth == birth) {
                let _ = self.put(slot, instance, 0);
            }
        }
        reports.extend(core::iter::from_fn(|| self.reports.pop().ok()));
        reports.extend(shared.counted_reports());
        reports
    }

    /// How loud a sound is.
    pub fn meter(&self, slot: usize) -> Meter {
        self.shared.meters.get(slot).map_or(Meter::default(), SharedMeter::read)
    }

    /// Whether a sound costs nothing until it is told something. Its meter goes on.
    pub fn asleep(&self, slot: usize) -> bool {
        self.shared.meters.get(slot).is_none_or(SharedMeter::asleep)
    }

    /// How loud the channels of the whole are.
    pub fn master(&self) -> Vec<Meter> {
        self.shared.master.iter().map(SharedMeter::read).collect()
    }

    /// Which sound, and which birth of it.
    fn lookup(&self, slot: usize) -> Result<(&Instance, u64), EngineError> {
        let found = self.instances.get(slot).and_then(Option::as_ref);
        found.map(|instance| (instance, instance.birth)).ok_or_else(|| EngineError::UnknownSound {
            name: slot.to_string(),
            known: self.instances().map(|(_, instance)| instance.name.clone()).collect(),
        })
    }
}

/// How many modes each body has.
fn modes(aim: &Retarget) -> impl Iterator<Item = usize> + '_ {
    let bodies = aim.bodies.iter();
    bodies.map(|body| body.as_ref().map_or(0, |body| body.modes.len()))
}
