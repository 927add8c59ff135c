//! Rooms, and where a sound is in them.
//!
//! | cause                                          | here                                     |
//! |------------------------------------------------|------------------------------------------|
//! | waves between four walls, and someone walks    | [`mesh`], on a [`lattice`] of junctions  |
//! | a room around a sound                          | [`reverb`], in a [`shoebox`]             |
//! | where it is heard from, by many loudspeakers   | [`panning`], with [`flight`]             |

use foley_sound::Sound;

mod band;
pub mod lattice;
pub mod mesh;
pub mod mesh_room;
pub mod panning;
pub mod panning_path;
pub mod reverb;
pub mod reverb_room;
pub mod shoebox;
mod walk;

pub use mesh::Mesh;
pub use panning::Panning;
pub use reverb::Reverb;

/// Every model of this family, with its default values; events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Mesh::default()), Box::new(Reverb::default()), Box::new(Panning::default())]
}
