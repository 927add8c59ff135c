//! Who hears whom. A sound that listens (a room, an effect) hears one other, or all that do not listen
//! themselves; what is heard by another is heard through it alone.
//!
//! Places are used again and again, by whoever comes next. So a room hears a *sound*, by a number that it has
//! for as long as it has its name, whatever its voice: when it is removed, or another takes its place, the
//! room hears it fade and then nothing, and the other is heard itself.

use crate::message::Sounding;
use crate::place::Place;
use foley_sound::BLOCK;

/// What a sound that listens hears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hearing {
    /// Nothing: it plays what it has of its own.
    #[default]
    Nothing,
    /// All sounds that do not listen themselves.
    All,
    /// The sound in that place, for as long as it is there.
    Place(usize),
}

/// The same as the audio thread knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hears {
    Nothing,
    All,
    /// The sound with that number.
    Sound(u64),
}

impl Hears {
    /// Whether it hears that one. Real-time: yes.
    fn hears(self, other: &Sounding) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => !other.listens,
            Self::Sound(number) => other.number == number,
        }
    }
}

/// All that sound together.
#[derive(Clone, Copy)]
pub(crate) struct Company<'a> {
    /// Those in their places.
    pub(crate) here: &'a [Option<Place>],
    /// Those that fade out.
    pub(crate) leaving: &'a [Option<Place>],
}

impl Company<'_> {
    /// What one hears in this block, also of those that fade out: nothing that it hears ends at once.
    /// Real-time: yes.
    pub(crate) fn heard_by(self, it: &Sounding) -> [f64; BLOCK] {
        let mut heard = [0.0; BLOCK];
        if it.hears == Hears::Nothing {
            return heard;
        }
        let all = self.here.iter().chain(self.leaving).flatten();
        for other in all.filter(|other| it.hears.hears(&other.it)) {
            for (sum, x) in heard.iter_mut().zip(other.said()) {
                *sum += x;
            }
        }
        heard
    }

    /// Whether one is heard while some are solo: it is solo itself, hears one that is, or is heard by one
    /// that is. Real-time: yes.
    pub(crate) fn soloed(self, it: &Sounding) -> bool {
        let mut solo = self.here.iter().flatten().filter(|other| other.it.strip.solo);
        it.strip.solo || solo.any(|solo| it.hears.hears(&solo.it) || solo.it.hears.hears(it))
    }

    /// Whether one is heard through another. Real-time: yes.
    pub(crate) fn through(self, it: &Sounding) -> bool {
        self.here.iter().flatten().any(|other| other.it.hears.hears(it))
    }
}
