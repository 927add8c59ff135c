//! What goes between the two ends.

use crate::Strip;
use foley_sound::{Aim, Refused, Told, Voice};

/// A sound on its way to the audio thread, or back.
pub(crate) struct Sounding {
    pub(crate) voice: Voice,
    pub(crate) strip: Strip,
    /// Two ears hear it.
    pub(crate) stereo: bool,
    /// Which sound it is, counted since the beginning: commands for one that has gone must not reach the next in its place.
    pub(crate) birth: u64,
}

/// What the audio thread is told.
pub(crate) enum Command {
    /// This sound begins in that place; what was there fades out.
    Put { place: usize, it: Box<Sounding> },
    /// What is there fades out.
    Remove { place: usize, birth: u64 },
    /// Something is told to a sound: at a sample, or when the next block begins.
    Tell {
        place: usize,
        birth: u64,
        at: u64,
        told: Told,
    },
    /// A sound becomes another.
    Aim {
        place: usize,
        birth: u64,
        aim: Box<Aim>,
        over: f64,
    },
    /// A strip is set otherwise.
    Strip {
        place: usize,
        birth: u64,
        strip: Strip,
    },
    /// The whole is so loud \[1\].
    Master { gain: f64 },
    /// Whether nothing may be louder than full scale.
    Limit { on: bool },
}

/// What the audio thread no longer needs.
pub(crate) enum Spent {
    Sounding(#[expect(dead_code, reason = "it is dropped on the other side")] Box<Sounding>),
    Aim(#[expect(dead_code, reason = "it is dropped on the other side")] Box<Aim>),
}

/// What the audio thread has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// A sound lost its numbers and was put to rest.
    Recovered {
        /// Its place.
        place: usize,
    },
    /// A sound did not do as it was told.
    Refused {
        /// Its place.
        place: usize,
        /// Why.
        why: Refused,
    },
    /// There was no room to fade it out: it was cut off.
    Cut {
        /// Its place.
        place: usize,
    },
}
