//! What is done to a sound that exists.
//!
//! | effect                                    | here                                              |
//! |-------------------------------------------|---------------------------------------------------|
//! | another pitch in the same time            | [`pitch_shift`]                                   |

pub mod pitch_shift;

pub use pitch_shift::PitchShift;

use crate::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(PitchShift::default())]
}
