//! Water: bubbles, drops, streams and splashes.
//!
//! | cause                                    | here                                                  |
//! |------------------------------------------|-------------------------------------------------------|
//! | a volume of liquid falls into a vessel   | [`particles`]; its motion is [`sph`]                  |
//! | something falls into water               | [`splash`]                                            |
//! | what all of them share                   | [`minnaert`], one bubble; [`bank`], very many at once |

mod arrival;
pub mod bank;
pub mod minnaert;
pub mod particles;
pub mod slaps;
pub mod sph;
pub mod spill;
pub mod splash;
mod thrown;

pub use bank::{Bank, Tone};
pub use minnaert::Liquid;
pub use particles::Particles;
pub use splash::Splash;

use crate::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Splash::default()), Box::new(Particles::default())]
}
