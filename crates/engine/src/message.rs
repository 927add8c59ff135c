//! Messages between the two ends of the engine.

use crate::ChannelStrip;
use crate::SoundId;
use crate::input_source::InputSource;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_catalogue::spaces::PlaceSend;
use foley_sound::{EventError, EventKind, Retarget, Voice};

/// A voice with its mixer state, owned by the audio thread while it plays.
pub(crate) struct ActiveSound {
    pub(crate) voice: Voice,
    pub(crate) strip: ChannelStrip,
    /// Number of channels of the voice, 1 or 2.
    pub(crate) channels: usize,
    /// Whether the model takes an input signal.
    pub(crate) listens: bool,
    /// The sounds that feed the input of this sound.
    pub(crate) input: InputSource,
    /// Handle of the sound. Inputs refer to it, because it survives a new voice.
    pub(crate) id: SoundId,
    /// Number of the voice since the start of the engine. Commands for an earlier voice in the same slot are
    /// ignored.
    pub(crate) birth: u64,
}

/// A command for the audio thread. `birth` is the number of the voice that the command is meant for.
pub(crate) enum Command {
    /// Starts a sound in a slot; the previous sound of the slot fades out.
    Put { slot: usize, sound: Box<ActiveSound> },
    /// Fades out the sound of a slot.
    Remove { slot: usize, birth: u64 },
    /// Sends an event to the voice in a slot.
    Event { slot: usize, birth: u64, kind: EventKind },
    /// Sets the channel strip of a sound.
    SetStrip { slot: usize, birth: u64, strip: ChannelStrip },
    /// Sets the input of a room or an effect.
    SetInput { slot: usize, birth: u64, input: InputSource },
    /// Attaches a tap, or removes it if `tap` is `None`: of a sound, or, without a slot, of the engine's
    /// output.
    Tap { slot: Option<(usize, u64)>, tap: Option<Box<Tap>> },
    /// Attaches a probe to a sound, or removes it if `probe` is `None`.
    Probe { slot: usize, birth: u64, probe: Option<Box<Probe>> },
    /// Sets the master gain \[1\].
    Master { gain: f64 },
    /// Switches the limiter on or off.
    Limit { on: bool },
    /// Sets the place of all sounds; `None` is the free field at 1 m.
    Place { send: Option<Box<PlaceSend>> },
}

/// An object that the audio thread no longer needs; the control thread frees its memory.
pub(crate) enum Garbage {
    Sound(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<ActiveSound>),
    Retarget(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Retarget>),
    Tap(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Tap>),
    Probe(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<Probe>),
    Place(#[expect(dead_code, reason = "freed by the control thread when dropped")] Box<PlaceSend>),
}

/// A report from the audio thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// A voice produced a non-finite sample. The sound was muted and gets a new voice.
    VoiceReset {
        /// Handle of the muted sound.
        sound: SoundId,
    },
    /// A voice rejected an event.
    EventRejected {
        /// Handle of the sound whose voice rejected the event.
        sound: SoundId,
        /// Why the voice rejected the event.
        why: EventError,
    },
    /// A sound was cut off without a fade: no fading slot was free.
    CutOff {
        /// Handle of the sound that was cut off.
        sound: SoundId,
    },
    /// The quality level changed ([`crate::budget`]).
    QualityChanged {
        /// New quality level; 0 is the best.
        level: u8,
    },
    /// A sound was paused to save time.
    Paused {
        /// Handle of the paused sound.
        sound: SoundId,
    },
    /// A paused sound plays again.
    Resumed {
        /// Handle of the resumed sound.
        sound: SoundId,
    },
    /// Sounds missed their deadline since the last report; their contacts were stepped coarsely.
    DeadlineMissed {
        /// Number of blocks in which sounds missed their deadline.
        blocks: u64,
        /// Number of sounds that missed their deadline, summed over these blocks.
        sounds: u64,
    },
    /// Sounds were skipped since the last report, because the time of their host buffer was used up.
    Skipped {
        /// Number of blocks in which sounds were skipped.
        blocks: u64,
        /// Number of skipped sounds, summed over these blocks.
        sounds: u64,
    },
    /// A command was dropped, because too many commands were scheduled.
    EventDropped,
    /// Reports were dropped since the last call, because the report queue was full.
    ReportsDropped {
        /// Number of lost reports. Voice resets, missed deadlines and skipped sounds are never lost.
        reports: u64,
    },
}
