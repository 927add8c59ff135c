//! Messages between the two ends of the engine.

use crate::ChannelStrip;
use crate::input_source::SoundInput;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_sound::{EventError, EventKind, Retarget, Voice};

/// A voice with its mixer state, owned by the audio thread while it plays.
pub(crate) struct ActiveSound {
    pub(crate) voice: Voice,
    pub(crate) strip: ChannelStrip,
    /// Channels of the voice, 1 or 2.
    pub(crate) channels: usize,
    /// Whether the model takes an input signal.
    pub(crate) listens: bool,
    /// The sounds that feed its input.
    pub(crate) input: SoundInput,
    /// Number of the sound since the start. Inputs refer to it; it survives a new voice.
    pub(crate) number: u64,
    /// Number of the voice since the start. Commands for an earlier voice in the same slot are ignored.
    pub(crate) birth: u64,
}

/// A command for the audio thread. `birth` is the number of the voice it is meant for.
pub(crate) enum Command {
    /// Starts a sound in a slot; the sound that was there fades out.
    Put { slot: usize, sound: Box<ActiveSound> },
    /// Fades the sound of a slot out.
    Remove { slot: usize, birth: u64 },
    /// Sends an event to a voice.
    Event { slot: usize, birth: u64, kind: EventKind },
    /// Sets a channel strip.
    SetStrip { slot: usize, birth: u64, strip: ChannelStrip },
    /// Sets the input of a room or an effect.
    SetInput { slot: usize, birth: u64, input: SoundInput },
    /// Attaches or removes a tap: of a sound, or, without a slot, of the master.
    Tap { slot: Option<(usize, u64)>, tap: Option<Box<Tap>> },
    /// Attaches or removes a probe.
    Probe { slot: usize, birth: u64, probe: Option<Box<Probe>> },
    /// Sets the master gain \[1\].
    Master { gain: f64 },
    /// Switches the limiter.
    Limit { on: bool },
}

/// Memory for the control thread to free.
pub(crate) enum Garbage {
    Sound(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<ActiveSound>),
    Retarget(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Retarget>),
    Tap(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Tap>),
    Probe(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Probe>),
}

/// A report from the audio thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// A voice produced a non-finite sample. It was muted and gets a new voice.
    VoiceReset {
        /// Slot of the sound.
        slot: usize,
    },
    /// A voice rejected an event.
    EventRejected {
        /// Slot of the sound.
        slot: usize,
        /// The reason.
        why: EventError,
    },
    /// A sound was cut off without a fade: no fading slot was free.
    CutOff {
        /// Slot of the sound.
        slot: usize,
    },
    /// The quality level changed ([`crate::budget`]).
    QualityChanged {
        /// New level; 0 is the best.
        level: u8,
    },
    /// A sound was paused to save time.
    Paused {
        /// Slot of the sound.
        slot: usize,
    },
    /// A paused sound plays again.
    Resumed {
        /// Slot of the sound.
        slot: usize,
    },
    /// Sounds missed their deadline since the last report; their contacts were stepped coarsely.
    DeadlineMissed {
        /// Number of blocks concerned.
        blocks: u64,
        /// Number of sounds, summed over these blocks.
        sounds: u64,
    },
    /// Sounds were skipped since the last report: the time of a block was used up.
    Skipped {
        /// Number of blocks concerned.
        blocks: u64,
        /// Number of sounds, summed over these blocks.
        sounds: u64,
    },
    /// A command was dropped: too many were scheduled.
    EventDropped,
    /// Reports were dropped since the last call: the report queue was full.
    ReportsDropped {
        /// Number of lost reports. Voice resets, missed deadlines and skipped sounds are never lost.
        reports: u64,
    },
}
