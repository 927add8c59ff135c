//! Who hears whom. A sound that listens (a room, an effect) hears one other, or all that do not listen
//! themselves; what is heard by another is heard through it alone.
//!
//! Places are used again and again, by whoever comes next. So a room hears a *sound*, by a number that it has
//! for as long as it has its name, whatever its voice: when it is removed, or another takes its place, the
//! room hears it fade and then nothing, and the other is heard itself.

use crate::message::ActiveSound;
use crate::slot::Slot;
use foley_sound::BLOCK;

/// What a sound that listens hears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputSource {
    /// Nothing: it plays what it has of its own.
    #[default]
    None,
    /// All sounds that do not listen themselves.
    All,
    /// The sound in that place, for as long as it is there.
    Slot(usize),
}

/// The same as the audio thread knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoundInput {
    None,
    All,
    /// The sound with that number.
    Sound(u64),
}

impl SoundInput {
    /// Whether it hears that one. Real-time: yes.
    fn includes(self, other: &ActiveSound) -> bool {
        match self {
            Self::None => false,
            Self::All => !other.listens,
            Self::Sound(number) => other.number == number,
        }
    }
}

/// All that sound together.
#[derive(Clone, Copy)]
pub(crate) struct ActiveSlots<'a> {
    /// Those in their places.
    pub(crate) playing: &'a [Option<Slot>],
    /// Those that fade out.
    pub(crate) fading: &'a [Option<Slot>],
}

impl ActiveSlots<'_> {
    /// What one hears in this block, also of those that fade out: nothing that it hears ends at once.
    /// Real-time: yes.
    pub(crate) fn input_of(self, sound: &ActiveSound) -> [f64; BLOCK] {
        let mut input = [0.0; BLOCK];
        if sound.input == SoundInput::None {
            return input;
        }
        let all = self.playing.iter().chain(self.fading).flatten();
        for other in all.filter(|other| sound.input.includes(&other.sound)) {
            for (sum, x) in input.iter_mut().zip(other.send()) {
                *sum += x;
            }
        }
        input
    }

    /// Whether one is heard while some are solo: it is solo itself, hears one that is, or is heard by one
    /// that is. Real-time: yes.
    pub(crate) fn is_soloed(self, sound: &ActiveSound) -> bool {
        let mut solo = self.playing.iter().flatten().filter(|other| other.sound.strip.solo);
        sound.strip.solo
            || solo.any(|solo| sound.input.includes(&solo.sound) || solo.sound.input.includes(sound))
    }

    /// Whether one is heard through another. Real-time: yes.
    pub(crate) fn is_routed(self, sound: &ActiveSound) -> bool {
        self.playing.iter().flatten().any(|other| other.sound.input.includes(sound))
    }
}
