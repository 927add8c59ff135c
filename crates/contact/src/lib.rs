//! The physics of touching.
//!
//! [`law`]: what force two surfaces make · [`analytic`]: what is known without stepping · [`scheme`]: ways to
//! step, the papers' and ours · [`friction`]: surfaces that rub · [`energy`]: where the energy went.
#![cfg_attr(not(feature = "std"), no_std)]

pub mod analytic;
pub mod bounce;
mod contact;
pub mod correction;
mod decision;
pub mod energy;
mod forecast;
pub mod friction;
pub mod law;
mod linear_impact;
mod math;
mod motion;
pub mod scheme;
mod step;

pub use contact::Contact;
pub use decision::Decision;
pub use forecast::Forecast;
pub use friction::{Friction, FrictionContact, FrictionDecision};
pub use linear_impact::LinearImpact;
pub use motion::Motion;
pub use step::Step;
