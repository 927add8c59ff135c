//! Effects on an input signal.
//!
//! | cause                                    | here                            |
//! |------------------------------------------|---------------------------------|
//! | the input shakes a hammer against a body | [`phonobump`], with [`shaking`] |
//! | a change of pitch at the same speed      | [`pitch_shift`]                 |

pub mod phonobump;
pub mod pitch_shift;
pub mod shaking;

pub use phonobump::Phonobump;
pub use pitch_shift::PitchShift;

use foley_sound::Sound;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Phonobump::default()), Box::new(PitchShift::default())]
}
