//! Signal processing without physics: components of sample-by-sample models, and the analysis of sounds.
//!
//! | subject                                                  | module       |
//! |----------------------------------------------------------|--------------|
//! | filters, delay lines, tubes, noise, resampling           | [`signal`]   |
//! | spectrum, pitch, onsets, envelope, features, distance    | [`analysis`] |
//! | seeded random numbers                                    | [`random`]   |

pub mod analysis;
pub mod random;
pub mod signal;

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
