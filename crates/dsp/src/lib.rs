//! Signal processing without physics: the parts that sample-by-sample models are made of, and the measurement of sounds.
//!
//! | subject                                                  | module       |
//! |----------------------------------------------------------|--------------|
//! | filters, delay lines, tubes, noise, resampling           | [`signal`]   |
//! | spectrum, pitch, onsets, envelope, features, distance    | [`analysis`] |
//! | seeded random numbers                                    | [`random`]   |

pub mod analysis;
pub mod random;
pub mod signal;
