//! Components of sample-by-sample models: filters, delay lines, noise, tubes.
//!
//! | component                                           | here                        |
//! |-----------------------------------------------------|-----------------------------|
//! | low-pass and high-pass of first and second order    | [`OnePole`], [`Section`]    |
//! | delay line of fractional, variable length           | [`Delay`]                   |
//! | tube with two ends: open, closed or joined          | [`Tube`], [`TubeEnd`]           |
//! | white and pink noise, equal density at any rate     | [`WhiteNoise`], [`PinkNoise`]         |
//! | sample rate conversion of a whole sound             | [`resample`]                |
//! | half-band filter: half or twice the sample rate     | [`HalfBand`]                |
//! | −3 dB per octave                                    | [`PinkFilter`]                    |
//! | exact phase, and sums of its harmonics              | [`Phase`], [`overtones`]     |
//!
//! Real-time: yes, except [`Delay::new`], [`Tube::new`] and [`resample`], which allocate.

mod delay;
mod filter;
mod half_band;
mod noise;
mod phase;
mod pink_filter;
mod resample;
mod tube;

pub use delay::Delay;
pub use filter::{MAX_CUTOFF, OnePole, Section, cut};
pub use half_band::HalfBand;
pub use noise::{PinkNoise, WhiteNoise};
pub use phase::{Phase, overtones};
pub use pink_filter::PinkFilter;
pub use resample::{resample, resampled_length};
pub use tube::{DENSITY_OF_AIR, EndWaves, SPEED_OF_SOUND, Tube, TubeEnd, impedance, wall_loss};
