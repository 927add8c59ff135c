//! Foley makes the sounds of things touching, from physics.
//!
//! A ball meets a wall, and leaves as the closed form says it must, at any sample rate:
//!
//! ```
//! use foley::prelude::*;
//!
//! let law = HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.5 };
//! let ball = Problem::new(0.010, law, Step::at_rate(44_100.0));
//! let report = bounce(&ball, &mut Exact::default(), Approach::at_speed(1.0), |_| {});
//! let exact = Impact::new(0.010, law, 1.0).release_velocity();
//! assert!((report.release_velocity / exact - 1.0).abs() < 1e-12);
//! ```
//!
//! | you want                                               | it is in                  |
//! |--------------------------------------------------------|---------------------------|
//! | a contact between two bodies of your own               | [`contact::Contact`]      |
//! | contact laws                                           | [`contact::law`]          |
//! | how it leaves, how deep, how long, without stepping    | [`contact::analytic`]     |
//! | ways to step, the papers' and ours                     | [`contact::scheme`]       |
//! | a mass on a wall from touch to release                 | [`contact::bounce`]       |
//! | where the energy went                                  | [`contact::energy`]       |
//! | names, units and ranges of all parameters              | [`params`]                |
//!
//! All values are SI. Without the default feature `std` everything that steps is still here.
#![cfg_attr(not(feature = "std"), no_std)]

pub use foley_contact as contact;
pub use foley_params as params;

/// What most programs need: `use foley::prelude::*`.
pub mod prelude {
    pub use foley_contact::analytic::{Impact, Pressed};
    pub use foley_contact::bounce::{Approach, Ended, Report, Sample, bounce};
    pub use foley_contact::energy::Ledger;
    pub use foley_contact::law::{HuntCrossley, Law};
    pub use foley_contact::scheme::{Exact, Problem, Scheme};
    pub use foley_contact::{Contact, Forecast, Motion, Step};
}

/// The first page's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FirstPage;
