//! Routing between sounds. A room or an effect takes as its input one other sound, or all sounds that take no
//! input themselves. A sound that feeds an input is heard through that room or effect alone.
//!
//! An input refers to a *sound* by its handle, which lasts as long as the sound's name, whatever its voice.
//! When that sound is removed, or another takes its slot, the input fades to silence and the new sound is
//! heard directly.

use crate::SoundId;
use crate::message::ActiveSound;
use crate::slot::Slot;
use foley_sound::BLOCK;

/// The input of a room or an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputSource {
    /// The room or effect has no input.
    #[default]
    None,
    /// The input is the sum of all sounds that take no input themselves.
    All,
    /// The input is this sound, until it is removed.
    Sound(SoundId),
}

impl InputSource {
    /// Whether the sound `other` feeds this input. Real-time: yes.
    fn includes(self, other: &ActiveSound) -> bool {
        match self {
            Self::None => false,
            Self::All => !other.listens,
            Self::Sound(id) => other.id == id,
        }
    }
}

/// All sounds that play or fade.
#[derive(Clone, Copy)]
pub(crate) struct ActiveSlots<'a> {
    /// Sounds that play, by slot; `None` is an empty slot.
    pub(crate) playing: &'a [Option<Slot>],
    /// Removed or replaced sounds that fade out.
    pub(crate) fading: &'a [Option<Slot>],
}

impl ActiveSlots<'_> {
    /// Returns the input block of a sound: the sum of the sends that feed it, including those of fading
    /// sounds. Real-time: yes.
    pub(crate) fn input_of(self, sound: &ActiveSound) -> [f64; BLOCK] {
        let mut input = [0.0; BLOCK];
        if sound.input == InputSource::None {
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

    /// Whether a sound stays audible while others are solo: it is solo, feeds a solo sound, or is fed by one.
    /// Real-time: yes.
    pub(crate) fn is_soloed(self, sound: &ActiveSound) -> bool {
        let mut solo = self.playing.iter().flatten().filter(|other| other.sound.strip.solo);
        sound.strip.solo
            || solo.any(|solo| sound.input.includes(&solo.sound) || solo.sound.input.includes(sound))
    }

    /// Whether a sound feeds the input of another. Real-time: yes.
    pub(crate) fn is_routed(self, sound: &ActiveSound) -> bool {
        self.playing.iter().flatten().any(|other| other.sound.input.includes(sound))
    }
}
