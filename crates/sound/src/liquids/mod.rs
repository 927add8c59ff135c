//! Water: bubbles, drops, streams and splashes.
//!
//! | cause                                    | here                                                  |
//! |------------------------------------------|-------------------------------------------------------|
//! | what all of them share                   | [`minnaert`], one bubble; [`bank`], very many at once |

pub mod bank;
pub mod minnaert;
pub mod sph;

pub use bank::{Bank, Tone};
pub use minnaert::Liquid;

use crate::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![]
}
