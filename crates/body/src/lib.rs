//! Things that move when pushed.
//!
//! [`Inertial`]: a point mass · [`Modal`](modal): an elastic body by its modes · [`Waveguide`]: a string by its two waves ·
//! [`Wall`]: what never moves. Each is exact under a force held over a step, so that a contact can be solved as one
//! scalar equation ([`Body`]).
//!
//! A *spec* is SI, without a sample rate; `.at(step)` makes the body of it, away from the audio thread.

mod body;
mod inertial;
pub mod modal;
mod quantity;
mod wall;
pub mod waveguide;

pub use body::{Body, Cut};
pub use inertial::{Inertial, InertialSpec};
pub use modal::{Modal, ModalSpec, Mode};
pub use quantity::Quantity;
pub use wall::Wall;
pub use waveguide::{Waveguide, WaveguideSpec};
