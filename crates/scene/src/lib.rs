//! Bodies and contacts together.
//!
//! [`SceneSpec`]: a scene as one describes it, plain data in SI without a sample rate · [`mod@file`]: the same as a JSON file
//! that people write.

pub mod file;
mod pending;
mod spec;

pub use pending::{Friction, WaveguideSpec};
pub use spec::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, Place, Quantity,
    SceneSpec, Signal, Source, Target,
};
