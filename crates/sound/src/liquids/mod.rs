//! Water: bubbles, drops, streams and splashes.

use crate::Sound;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![]
}
