//! Things that move when pushed.
//!
//! [`Inertial`]: a point mass · [`Modal`](modal): an elastic body by its modes · [`Waveguide`]: a string by
//! its two waves · [`Wall`]: what never moves. Each is exact under a force held over a step, so that a
//! contact can be solved as one scalar equation ([`Body`]).
//!
//! A *spec* is SI, without a sample rate; `.at(step)` makes the body of it, away from the audio thread. The
//! spec of a modal body may be written mode by mode, or follow from what it is: a [`Shape`] of a
//! [`Material`], touched at a [`Position`].

mod body;
mod inertial;
pub mod material;
pub mod modal;
mod motion_quantity;
mod preallocated_vec;
pub mod shape;
mod wall;
pub mod waveguide;

pub use body::{Body, Substeps};
pub use inertial::{Inertial, InertialSpec};
pub use material::{Material, hertz_stiffness};
pub use modal::{Modal, ModalSpec, Mode};
pub use motion_quantity::MotionQuantity;
pub use preallocated_vec::PreallocatedVec;
pub use shape::{ModeSelection, Position, Shape, ShapeError, Support};
pub use wall::Wall;
pub use waveguide::{Waveguide, WaveguideSpec};
