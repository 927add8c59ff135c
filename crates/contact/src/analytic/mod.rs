//! Closed-form solutions of an impact.
//!
//! For a mass on a wall with the Hunt-Crossley law everything but the timing is known in closed form. Each
//! velocity belongs to one compression, the release depends on μ v_in alone, and the energy balance is
//! explicit. These solutions are the reference for every scheme.
//!
//! | question                                                  | answer                       |
//! |-----------------------------------------------------------|------------------------------|
//! | compression, force and heat at a given velocity           | [`Impact`]                   |
//! | release velocity                                          | [`restitution_of`], [`Fold`] |
//! | contact time, and the duration error of the exact step    | [`ContactTiming`]            |
//! | the same under a constant external force                  | [`PressedImpact`]            |
//! | accuracy of the paper's approximation                     | [`approximation`]            |

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
