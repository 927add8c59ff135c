//! The control end of the engine: it creates voices, sends events and frees memory. Not for the audio thread.

mod events;
mod loudness;
mod mixing;

pub use loudness::{HEADROOM, Loudness};

use crate::input_source::InputSource;
use crate::message::{ActiveSound, Command, Garbage, Report};
use crate::meter::{Meter, SharedMeter};
use crate::renderer::{Renderer, RendererLinks};
use crate::scheduled::Scheduled;
use crate::shared_state::SharedState;
use crate::tap::TapReader;
use crate::{Capacity, ChannelStrip, SoundId};
use foley_catalogue::preset::{Preset, PresetLoudness};
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_params::ParamError;
use foley_sound::{EventKind, Family, Output, Retarget, Score, Sound, SoundError, VoiceSpec};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Why the engine rejected a request.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The voice cannot be made, or the sound has no such value.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No sound has that name.
    #[error("no sound is called `{name}`; known sounds: {}", foley_params::words::list(known, "and"))]
    UnknownSound {
        /// The name that was asked for.
        name: String,
        /// Names of all sounds of the engine.
        known: Vec<String>,
    },
    /// The sound of a handle was removed.
    #[error("the sound of this handle was removed (it had slot {slot}); use a handle from `add` or `find`")]
    StaleSound {
        /// Slot that the sound had.
        slot: usize,
    },
    /// Every slot has a sound.
    #[error(
        "the engine is full: all {sounds} slots have a sound; remove one (`faintest` names a candidate), or \
         create the engine with a larger capacity"
    )]
    Full {
        /// Maximum number of sounds of the engine.
        sounds: usize,
    },
    /// The sound takes no input, or would be its own input.
    #[error(
        "`{name}` cannot take that input: only rooms and effects take an input, and never their own output"
    )]
    CannotListen {
        /// Name of the sound that was to get the input.
        name: String,
    },
    /// A gain or position of a channel strip is not finite.
    #[error("the {what} of a channel strip must be finite, not {value}")]
    NotFinite {
        /// `gain` or `pan`.
        what: &'static str,
        /// The rejected value.
        value: f64,
    },
    /// The place has no room for the distance.
    #[error(transparent)]
    Place(#[from] ParamError),
    /// The command queue is full: the audio thread is not keeping up, or too many events are scheduled.
    #[error(
        "the command queue is full ({commands} commands): the audio thread is not keeping up, or too many \
         events are scheduled ahead"
    )]
    QueueFull {
        /// Capacity of the command queue \[commands\].
        commands: usize,
    },
}

/// Maximum number of queued or scheduled changes of a voice's bodies (retargets).
const MAX_PENDING_RETARGETS: usize = 1024;
/// Divisor of the command queue's capacity: scores leave one part in eight free for direct commands.
const RESERVED_FRACTION: usize = 8;

/// Number of engines made so far, plus 1.
static ENGINES: AtomicU64 = AtomicU64::new(1);
/// Number of low bits of a voice number (`birth`) that count the voices of one engine; the bits above
/// number the engine.
const BIRTH_BITS: u32 = 40;

/// A sound in its slot, as the control end knows it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Name of the sound; the first word of its addresses.
    pub name: String,
    /// The model of the sound with its values as last set.
    pub sound: Box<dyn Sound>,
    /// Score that [`Controls::play`] plays; empty means the model's opening.
    pub score: Score,
    /// Channel strip of the sound. Its gain is a factor on the loudness.
    pub strip: ChannelStrip,
    /// Stored loudness of the sound's preset, or of its model.
    pub loudness: PresetLoudness,
    /// Factor from the sound's SI units to full scale \[1\].
    pub factor: f64,
    /// Input of the sound, if it is a room or an effect.
    pub input: InputSource,
    /// Number of the sound, part of its handle: the number (`birth`) of its first voice.
    number: u64,
    birth: u64,
    /// Seed of the sound's random numbers.
    pub seed: u64,
    /// Number of modes that each body of the voice has memory for.
    mode_capacity: Vec<usize>,
    /// Outputs of the voice: audible ones first, then measurements.
    pub outputs: Vec<Output>,
}

impl Instance {
    /// Returns the channel strip with the gain from SI units to full scale.
    fn scaled(&self) -> ChannelStrip {
        ChannelStrip { gain: self.strip.gain * self.factor, ..self.strip }
    }
}

/// The control end of an engine.
pub struct Controls {
    commands: Producer<Scheduled<Command>>,
    garbage: Consumer<Garbage>,
    reports: Consumer<Report>,
    shared: Arc<SharedState>,
    capacity: Capacity,
    rate: f64,
    instances: Vec<Option<Instance>>,
    /// For every slot, the sample at which the slot was last filled or emptied. Later commands take effect no
    /// earlier, so that they cannot reach the previous sound.
    busy_until: Vec<u64>,
    births: u64,
    sent: u64,
    /// Buffer length of the tap that each new sound gets \[s\]; `None` if new sounds get no tap.
    tap_new: Option<f64>,
    /// Place of all sounds as last set, and the distance of the sources \[m\].
    place: (Place, f64),
    new_taps: Vec<(String, TapReader)>,
}

impl core::fmt::Debug for Controls {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Controls").field("rate", &self.rate).field("now", &self.now()).finish_non_exhaustive()
    }
}

pub(crate) fn make(rate: f64, capacity: Capacity) -> (Controls, Renderer) {
    let (commands, taken) = RingBuffer::new(capacity.commands);
    // Room for every object that can come back: playing and fading sounds, and one object per command that is
    // queued or scheduled.
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
        // The handles of two engines differ, so that one engine does not take a handle of another.
        births: ENGINES.fetch_add(1, Ordering::Relaxed) << BIRTH_BITS,
        sent: 0,
        tap_new: None,
        place: (Place::Free, DISTANCE.default),
        new_taps: Vec::new(),
    };
    (controls, Renderer::new(ends, rate, capacity))
}

impl Controls {
    /// Returns the first sample of the next block.
    pub fn now(&self) -> u64 {
        self.shared.now.load(Ordering::Acquire)
    }

    /// Returns the sample rate of the engine \[Hz\].
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns all sounds with their handles.
    pub fn instances(&self) -> impl Iterator<Item = (SoundId, &Instance)> {
        let all = self.instances.iter().enumerate();
        all.filter_map(|(slot, instance)| {
            let instance = instance.as_ref()?;
            Some((SoundId { slot, number: instance.number }, instance))
        })
    }

    /// Returns the sound of a handle.
    ///
    /// # Errors
    /// If the sound was removed.
    pub fn instance(&self, id: SoundId) -> Result<&Instance, EngineError> {
        let found = self.instances.get(id.slot).and_then(Option::as_ref);
        found.filter(|instance| instance.number == id.number).ok_or(EngineError::StaleSound { slot: id.slot })
    }

    /// Returns the limits of the engine.
    pub fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// Finds the handle of a sound by its name.
    ///
    /// # Errors
    /// If no sound has that name.
    pub fn find(&self, name: &str) -> Result<SoundId, EngineError> {
        let found = self.instances().find(|(_, instance)| instance.name == name);
        found.map(|(id, _)| id).ok_or_else(|| EngineError::UnknownSound {
            name: name.to_owned(),
            known: self.instances().map(|(_, instance)| instance.name.clone()).collect(),
        })
    }

    /// Adds a sound, which is silent until its first event, and returns its handle. Makes the voice of the
    /// sound, and renders nothing. The new sound replaces a sound of the same name and keeps that sound's
    /// handle.
    ///
    /// # Errors
    /// If the engine is full, the voice cannot be made, or the command queue is full.
    pub fn add(
        &mut self,
        name: &str,
        sound: &dyn Sound,
        seed: u64,
        loudness: Loudness,
        at: u64,
    ) -> Result<SoundId, EngineError> {
        let stored = PresetLoudness::of_model(sound.info().name);
        self.begin(name, (sound, &Score::default(), seed), (stored, loudness), at)
    }

    /// Adds a sound made from a preset, with the preset's values, seed and score; returns its handle.
    ///
    /// # Errors
    /// As [`Controls::add`].
    pub fn add_preset(
        &mut self,
        name: &str,
        preset: &Preset,
        loudness: Loudness,
        at: u64,
    ) -> Result<SoundId, EngineError> {
        let Preset { sound, score, seed, loudness: stored, .. } = preset;
        self.begin(name, (&**sound, score, *seed), (*stored, loudness), at)
    }

    fn begin(
        &mut self,
        name: &str,
        (sound, score, seed): (&dyn Sound, &Score, u64),
        (stored, loudness): (PresetLoudness, Loudness),
        at: u64,
    ) -> Result<SoundId, EngineError> {
        let same = self.find(name).ok();
        let slot = same.map(|same| same.slot).or_else(|| self.free_slot(at));
        let slot = slot.ok_or(EngineError::Full { sounds: self.capacity.instances })?;
        let number = same.map_or(self.births + 1, |same| same.number);
        let instance = Instance {
            name: name.to_owned(),
            sound: sound.duplicate(),
            score: score.clone(),
            strip: ChannelStrip::default(),
            loudness: stored,
            factor: loudness.factor(stored),
            input: InputSource::None,
            number,
            birth: 0,
            seed,
            mode_capacity: Vec::new(),
            outputs: Vec::new(),
        };
        self.put(slot, instance, at)?;
        Ok(SoundId { slot, number })
    }

    /// Returns the empty slot that is free first, from the sample `at` on; `None` if all slots are taken.
    fn free_slot(&self, at: u64) -> Option<usize> {
        let free = |slot: &usize| self.instances[*slot].is_none();
        let slots = (0..self.instances.len()).filter(free);
        slots.min_by_key(|&slot| self.busy_until[slot].max(at))
    }

    /// Makes the voice of a sound and sends the voice to a slot.
    fn put(&mut self, slot: usize, mut instance: Instance, at: u64) -> Result<(), EngineError> {
        let spec = self.spec(&instance);
        let voice = instance.sound.voice(&spec)?;
        self.births += 1;
        instance.birth = self.births;
        instance.outputs = voice.outputs().to_vec();
        instance.mode_capacity = voice.mode_capacities().to_vec();
        let active = Box::new(ActiveSound {
            voice,
            strip: instance.scaled(),
            channels: spec.channels,
            listens: instance.sound.takes_input(),
            input: instance.input,
            id: SoundId { slot, number: instance.number },
            birth: instance.birth,
        });
        let put = Command::Put { slot, sound: active };
        let at = self.send_to(slot, at, put)?;
        self.busy_until[slot] = at;
        let (name, number) = (instance.name.clone(), instance.number);
        let before = self.instances[slot].replace(instance);
        if let Some(before) = before.filter(|before| before.number != number) {
            self.disconnect(SoundId { slot, number: before.number });
        }
        // A sound that cannot be tapped plays all the same.
        if let Some(seconds) = self.tap_new
            && self.new_taps.len() < self.capacity.instances + self.capacity.fading
            && let Ok(reader) = self.tap(Some(SoundId { slot, number }), seconds, at)
        {
            self.new_taps.push((name, reader));
        }
        Ok(())
    }

    /// Removes a sound from the inputs of all sounds that it feeds.
    fn disconnect(&mut self, id: SoundId) {
        for instance in self.instances.iter_mut().flatten() {
            if instance.input == InputSource::Sound(id) {
                instance.input = InputSource::None;
            }
        }
    }

    /// Returns the specification of a sound's voice: rooms have two channels, every other sound has one.
    fn spec(&self, instance: &Instance) -> VoiceSpec {
        let wide = instance.sound.info().family == Family::Spaces && self.capacity.channels > 1;
        VoiceSpec { channels: if wide { 2 } else { 1 }, ..VoiceSpec::new(self.rate, instance.seed) }
    }

    /// Returns the sound with the least power at present, the candidate to remove from a full engine; `None`
    /// if the engine is empty.
    pub fn faintest(&self) -> Option<SoundId> {
        let power = |id: &SoundId| self.shared.meters[id.slot].square();
        let ids = self.instances().map(|(id, _)| id);
        ids.min_by(|a, b| power(a).total_cmp(&power(b)))
    }

    /// Sends a command for a slot, to take effect no earlier than the present sound arrived there. Returns
    /// the sample at which the command takes effect.
    fn send_to(&mut self, slot: usize, at: u64, command: Command) -> Result<u64, EngineError> {
        let at = at.max(self.busy_until[slot]);
        self.send(at, command)?;
        Ok(at)
    }

    fn send(&mut self, at: u64, command: Command) -> Result<(), EngineError> {
        let Capacity { instances, fading, commands, .. } = self.capacity;
        let full = |commands| Err(EngineError::QueueFull { commands });
        // Voices and bodies are large: far fewer of them may be queued.
        let limit = match &command {
            Command::Put { .. } => instances + fading,
            Command::Event { kind: EventKind::Retarget { .. }, .. } => MAX_PENDING_RETARGETS,
            _ => commands,
        };
        let pending_commands = self.shared.pending_of_kind(&command);
        if pending_commands.load(Ordering::Relaxed) >= limit {
            return full(limit);
        }
        // Scheduled commands count too, because the audio thread must have room for all of them.
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

    /// Checks that the command queue can take the commands of a score and keeps a reserve for direct
    /// commands.
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

    /// Checks that the command queue can take a number of commands, among them a number of retargets.
    ///
    /// # Errors
    /// If the queue cannot take that many. Otherwise sending these commands cannot fail because of a full
    /// queue.
    pub fn ensure_room(&self, commands: usize, retargets: usize) -> Result<(), EngineError> {
        let limit = self.capacity.commands;
        if self.shared.pending_commands() + commands > limit {
            return Err(EngineError::QueueFull { commands: limit });
        }
        if self.shared.pending_retargets() + retargets > MAX_PENDING_RETARGETS {
            return Err(EngineError::QueueFull { commands: MAX_PENDING_RETARGETS });
        }
        Ok(())
    }

    /// Returns the number of commands sent so far. While it stays the same, no setting has changed.
    pub fn commands_sent(&self) -> u64 {
        self.sent
    }

    /// Returns the number of commands that are queued or scheduled.
    pub fn pending_commands(&self) -> usize {
        self.shared.pending_commands()
    }

    /// Frees returned memory, replaces voices that produced non-finite samples, and returns the reports of
    /// the audio thread. Call it regularly.
    pub fn collect(&mut self) -> Vec<Report> {
        while self.garbage.pop().is_ok() {}
        let shared = Arc::clone(&self.shared);
        let mut reports = Vec::new();
        for (sound, birth) in shared.take_failed() {
            reports.push(Report::VoiceReset { sound });
            let slot = sound.slot;
            let instance = self.instances.get(slot).cloned().flatten();
            // Another sound may have the slot by now. If a voice cannot be made again, its sound stays
            // silent.
            if let Some(instance) = instance.filter(|instance| instance.birth == birth) {
                let _ = self.put(slot, instance, 0);
            }
        }
        reports.extend(core::iter::from_fn(|| self.reports.pop().ok()));
        reports.extend(shared.counted_reports());
        reports
    }

    /// Returns the level of a sound and resets the peak of its meter; silence if the sound was removed.
    pub fn meter(&self, id: SoundId) -> Meter {
        let removed = Meter { asleep: true, ..Meter::default() };
        self.shared_meter(id).map_or(removed, SharedMeter::read)
    }

    /// Whether a sound sleeps or was removed. Does not reset the peak of its meter.
    pub fn asleep(&self, id: SoundId) -> bool {
        self.shared_meter(id).is_none_or(SharedMeter::asleep)
    }

    fn shared_meter(&self, id: SoundId) -> Option<&SharedMeter> {
        self.instance(id).ok()?;
        self.shared.meters.get(id.slot)
    }

    /// Returns the level of each output channel and resets the peaks of the meters.
    pub fn master(&self) -> Vec<Meter> {
        self.shared.master.iter().map(SharedMeter::read).collect()
    }

    /// Returns a sound and the number (`birth`) of its voice.
    fn lookup(&self, id: SoundId) -> Result<(&Instance, u64), EngineError> {
        self.instance(id).map(|instance| (instance, instance.birth))
    }
}

/// Returns the number of modes of each body of a retarget.
fn modes(aim: &Retarget) -> impl Iterator<Item = usize> + '_ {
    let bodies = aim.bodies.iter();
    bodies.map(|body| body.as_ref().map_or(0, |body| body.modes.len()))
}
