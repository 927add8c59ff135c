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
//! | how long does it touch, and how far is a step off?    | [`ContactTiming`]                                |
//! | and if something presses meanwhile?                   | [`PressedImpact`], exactly or at once           |
//! | how good is the paper's approximation, and where?     | [`approximation`]                        |

pub mod approximation;
mod duration;
mod estimate;
mod impact;
mod ode;
mod pressed;
mod quadrature;
mod restitution;

pub use duration::{ContactTiming, lossless_coefficient, lossless_duration_ratio};
pub use estimate::ReleaseEstimate;
pub use impact::{HysteresisLoop, Impact, LoopPoint};
pub use pressed::{PressedImpact, PressedOutcome, Release};
pub use restitution::{Fold, restitution_of};
