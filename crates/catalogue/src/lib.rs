//! The catalogue: sound models named by their cause, and their presets.
//!
//! | subject                                             | module                                                  |
//! |-----------------------------------------------------|---------------------------------------------------------|
//! | models by family; [`solids::impact`] to learn from  | [`solids`], [`liquids`], [`air`], [`machines`], [`spaces`], [`effects`] |
//! | all models, or one by name                          | [`models`], [`model`]                                   |
//! | a sound by its name: preset or model                | [`resolve_sound`]                                       |
//! | presets, built in and in files                      | [`preset`]                                              |
//! | descriptions for front ends, as JSON                | [`describe`]                                            |

pub mod air;
pub mod describe;
mod door;
pub mod effects;
pub mod liquids;
pub mod machines;
pub mod preset;
mod registry;
mod resolve_sound;
mod resonator;
pub mod solids;
pub mod source;
pub mod spaces;
pub mod surface;
pub mod surface_rider;
mod touch;

pub use registry::{model, models};
pub use resolve_sound::{Origin, ResolvedSound, UnknownSound, nearest_sounds, resolve_sound};
pub use resonator::{MAX_MODES, Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
pub use surface::Surface;
pub use touch::Touch;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
