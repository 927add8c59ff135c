//! Contact physics: impact and friction between two bodies, stepped in time.
//!
//! | module       | content                                                        |
//! |--------------|----------------------------------------------------------------|
//! | [`law`]      | contact laws: force as a function of compression and its rate  |
//! | [`analytic`] | closed-form solutions of an impact                             |
//! | [`scheme`]   | time-stepping schemes: published ones and this project's own   |
//! | [`friction`] | friction by bristles, with its own passive step                |
//! | [`energy`]   | energy bookkeeping                                             |
//! | [`bounce`]   | test driver: one mass, one wall, any scheme                    |
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

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
