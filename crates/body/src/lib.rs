//! Linear bodies that move under force: point masses, modal bodies, strings and walls.
//!
//! [`Inertial`] is a point mass, [`Modal`](modal) an elastic body described by its modes, [`Waveguide`] a
//! string as two travelling waves, [`Wall`] a body that never moves. Each is exact under a force held over a
//! step, so a contact can be solved as one scalar equation ([`Body`]).
//!
//! A *spec* is in SI units and has no sample rate; `.at(step)` builds the body from it, off the audio thread.
//! The spec of a modal body is written mode by mode, or follows from a [`Shape`], a [`Material`] and the
//! [`Position`] of each port. [`radiation`] says how well each mode is heard in air, and what the air does to it.

mod body;
mod inertial;
pub mod material;
pub mod modal;
mod motion_quantity;
pub mod mounting;
mod preallocated_vec;
pub mod radiation;
pub mod shape;
mod wall;
pub mod waveguide;

pub use body::{Body, Substeps};
pub use inertial::{Inertial, InertialSpec};
pub use material::{Material, hertz_stiffness};
pub use modal::{Modal, ModalSpec, Mode};
pub use motion_quantity::MotionQuantity;
pub use mounting::Mounting;
pub use preallocated_vec::PreallocatedVec;
pub use radiation::ModeRadiation;
pub use shape::{ModeSelection, Position, Shape, ShapeError, Support};
pub use wall::Wall;
pub use waveguide::{Waveguide, WaveguideSpec};

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
