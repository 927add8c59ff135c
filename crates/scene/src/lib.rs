//! Bodies and contacts together.
//!
//! [`SceneSpec`]: a scene as one describes it, plain data in SI without a sample rate · [`mod@file`]: the
//! same as a JSON file that people write · [`Scene`]: it plays.

mod act;
mod any_body;
mod any_contact;
#[cfg(test)]
mod audit;
mod book;
mod build;
mod change;
mod check;
mod cut;
mod deadline;
mod drive;
mod ear;
pub mod file;
mod island;
mod joint;
mod resolve;
mod ringing;
mod scene;
mod sleep;
mod spec;
mod stepping;

pub use act::{Act, MOST_ACTS};
pub use check::SceneError;
pub use cut::{RINGING_ERROR, Touch};
pub use deadline::{Deadline, NO_DEADLINE};
pub use drive::mixed;
pub use resolve::MOST_ROUNDS;
pub use scene::{ActError, Scene};

pub use foley_body::WaveguideSpec;
pub use foley_contact::Friction;
pub use spec::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, Place, Quantity, SceneSpec,
    Signal, Source, Target,
};
