//! What is done to a sound that exists.
//!
//! | cause                                      | here                                  |
//! |--------------------------------------------|---------------------------------------|
//! | it shakes a hammer against something       | [`phonobump`], with [`shaking`]       |
//! | another pitch in the same time             | [`pitch_shift`]                       |

pub mod phonobump;
pub mod pitch_shift;
pub mod shaking;

pub use phonobump::Phonobump;
pub use pitch_shift::PitchShift;

use foley_sound::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Phonobump::default()), Box::new(PitchShift::default())]
}
