//! The small parts of which sample-by-sample models are built: filters, delay lines, noise, tubes.
//!
//! | part                                                | here                        |
//! |-----------------------------------------------------|-----------------------------|
//! | low- and high-pass of first and second order        | [`OnePole`], [`Section`]    |
//! | a line in which sound travels, any length, moving   | [`Delay`]                   |
//! | a tube with two ends, open, closed or joined        | [`Tube`], [`End`]           |
//! | white and pink noise, the same power at any rate    | [`White`], [`Pink`]         |
//! | a whole sound at another sample rate                | [`resample`]                |
//! | the lower half of a spectrum, half or twice the rate| [`HalfBand`]                |
//! | three decibels less in each octave                  | [`Tilt`]                    |
//! | what turns, exactly, and the sines that go with it  | [`Turn`], [`overtones`]     |
//!
//! All of it is real-time: nothing allocates but [`Delay::new`], [`Tube::new`] and [`resample`].

mod delay;
mod filter;
mod half_band;
mod noise;
mod phase;
mod pink_filter;
mod resample;
mod tube;

pub use delay::Delay;
pub use filter::{HIGHEST_CUT, OnePole, Section, cut};
pub use half_band::HalfBand;
pub use noise::{Pink, White};
pub use phase::{Turn, overtones};
pub use pink_filter::Tilt;
pub use resample::{resample, resampled_length};
pub use tube::{AtEnd, DENSITY_OF_AIR, End, SPEED_OF_SOUND, Tube, impedance, wall_loss};
