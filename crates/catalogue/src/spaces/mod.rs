//! Rooms, and the position of a sound in them.
//!
//! | cause                                        | here                                    |
//! |----------------------------------------------|-----------------------------------------|
//! | waves between four walls, with a walker      | [`mesh`], on a [`lattice`] of junctions |
//! | a room around a sound                        | [`reverb`], in a [`shoebox`]            |
//! | the place in which all sounds are heard       | [`place`], [`place_send`]               |
//! | direction and distance, on many loudspeakers | [`panning`], with [`panning_path`]      |

use foley_sound::Sound;

mod band;
pub(crate) mod late_reverb;
pub mod lattice;
pub mod mesh;
pub mod mesh_room;
pub mod panning;
pub mod panning_path;
pub mod place;
pub mod place_send;
pub mod reverb;
pub mod reverb_room;
pub mod shoebox;
mod walk;

pub use mesh::Mesh;
pub use panning::Panning;
pub use place::Place;
pub use place_send::PlaceSend;
pub use reverb::Reverb;

/// Returns every model of this family with its default values: events first, then textures, then processes.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![Box::new(Mesh::default()), Box::new(Reverb::default()), Box::new(Panning::default())]
}
