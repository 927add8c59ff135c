//! What is known without stepping.
//!
//! A mass against a wall with the Hunt-Crossley law is solved but for its clock: every velocity belongs to
//! one compression, the release depends on μ v_in alone, and the energy goes where a formula says. These are
//! the judges of every scheme.
//!
//! | question                                              | answer                                   |
//! |-------------------------------------------------------|------------------------------------------|
//! | how deep, how hard, how much heat, at this velocity?  | [`Impact`]                               |
//! | how fast does it leave?                               | [`restitution_of`], [`Fold`]             |
//! | how long does it touch, and how far is a step off?    | [`Clock`]                                |
//! | and if something presses meanwhile?                   | [`Pressed`], exactly or at once           |
//! | how good is the paper's approximation, and where?     | [`approximation`]                        |

pub mod approximation;
mod duration;
mod estimate;
mod impact;
mod ode;
mod pressed;
mod quadrature;
mod restitution;

pub use duration::{Clock, lossless_coefficient, lossless_duration_ratio};
pub use estimate::Estimate;
pub use impact::{Impact, Loop, LoopPoint};
pub use pressed::{Outcome, Pressed, Release};
pub use restitution::{Fold, restitution_of};
