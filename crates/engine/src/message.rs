//! What goes between the two ends.

use crate::ChannelStrip;
use crate::input_source::SoundInput;
use crate::probe::Probe;
use crate::tap::Tap;
use foley_sound::{EventError, EventKind, Retarget, Voice};

/// A sound on its way to the audio thread, or back.
pub(crate) struct ActiveSound {
    pub(crate) voice: Voice,
    pub(crate) strip: ChannelStrip,
    /// How many ears hear it, one or two.
    pub(crate) channels: usize,
    /// It can hear others, …
    pub(crate) listens: bool,
    /// … and hears these.
    pub(crate) input: SoundInput,
    /// Which sound it is, counted since the beginning: by this others hear it, whatever its voice.
    pub(crate) number: u64,
    /// Which voice it is, counted since the beginning: commands for one that has gone must not reach the next
    /// in its place.
    pub(crate) birth: u64,
}

/// What the audio thread is told.
pub(crate) enum Command {
    /// This sound begins in that place; what was there fades out.
    Put { slot: usize, sound: Box<ActiveSound> },
    /// What is there fades out.
    Remove { slot: usize, birth: u64 },
    /// An event for the voice of a sound.
    Event { slot: usize, birth: u64, kind: EventKind },
    /// A strip is set otherwise.
    SetStrip { slot: usize, birth: u64, strip: ChannelStrip },
    /// A sound that listens hears others.
    SetInput { slot: usize, birth: u64, input: SoundInput },
    /// What a sound adds to the whole is led away, or, without a place, the whole; or no longer.
    Tap { slot: Option<(usize, u64)>, tap: Option<Box<Tap>> },
    /// What goes on inside a sound is led away; or no longer.
    Probe { slot: usize, birth: u64, probe: Option<Box<Probe>> },
    /// The whole is so loud \[1\].
    Master { gain: f64 },
    /// Whether nothing may be louder than full scale.
    Limit { on: bool },
}

/// What the audio thread no longer needs.
pub(crate) enum Garbage {
    Sound(#[expect(dead_code, reason = "it is dropped on the other side")] Box<ActiveSound>),
    Retarget(#[expect(dead_code, reason = "it is dropped on the other side")] Box<Retarget>),
    Tap(#[expect(dead_code, reason = "it is dropped on the other side")] Box<Tap>),
    Probe(#[expect(dead_code, reason = "it is dropped on the other side")] Box<Probe>),
}

/// What the audio thread has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// A sound lost its numbers and was put to rest.
    VoiceReset {
        /// Its place.
        slot: usize,
    },
    /// A sound did not do as it was told.
    EventRejected {
        /// Its place.
        slot: usize,
        /// Why.
        why: EventError,
    },
    /// There was no room to fade it out: it was cut off.
    CutOff {
        /// Its place.
        slot: usize,
    },
    /// Another level of quality from now on ([`crate::budget`]).
    QualityChanged {
        /// Which; 0 is the best.
        level: u8,
    },
    /// A sound pauses because there is no time for it.
    Paused {
        /// Its place.
        slot: usize,
    },
    /// A sound goes on that had paused.
    Resumed {
        /// Its place.
        slot: usize,
    },
    /// Since one last asked, some sounds would have taken more time than the others leave them: their touches
    /// were stepped coarsely.
    DeadlineMissed {
        /// In how many blocks.
        blocks: u64,
        /// How many sounds, in all of these together.
        sounds: u64,
    },
    /// Since one last asked, a block's time was used up before all sounds had played.
    Skipped {
        /// In how many blocks.
        blocks: u64,
        /// How many sounds were left, in all of these together.
        sounds: u64,
    },
    /// Too much was waiting for its time: something will not be done.
    EventDropped,
    /// Since one last asked, there was more to say than there is room for.
    ReportsDropped {
        /// How many reports are lost; none of those that tell of sounds put to rest, hurried or passed over.
        reports: u64,
    },
}
