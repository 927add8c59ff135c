//! Scenes of bodies and contacts.
//!
//! [`SceneSpec`] describes a scene as plain data in SI units, without a sample rate. [`mod@file`] reads it
//! from a JSON file. [`Scene`] plays it.

mod any_body;
mod any_contact;
#[cfg(test)]
mod audit;
mod build;
mod change;
mod check;
mod deadline;
mod drive;
mod energy_totals;
mod event;
pub mod file;
mod island;
mod joint;
mod probe;
mod resolve;
mod ringing;
mod roughness;
mod scene;
mod sleep;
mod spec;
mod stepping;
mod touch;

pub use check::SceneError;
pub use deadline::{Deadline, NO_DEADLINE};
pub use drive::mix_seed;
pub use event::{MAX_EVENTS_PER_BLOCK, SceneEvent};
pub use resolve::MAX_ITERATIONS;
pub use roughness::Roughness;
pub use scene::{ControlError, Scene};
pub use touch::{RINGING_ERROR, TouchEstimate};

pub use foley_body::WaveguideSpec;
pub use foley_contact::Friction;
pub use spec::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, ParameterOwner, Place, Quantity,
    SceneSpec, Signal, Source,
};

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
