//! Analysis of sounds: spectrum, pitch, onsets, envelope, features, descriptors, distance.
//!
//! The input is one channel of samples and its rate \[Hz\].
//!
//! | quantity                                      | here                                |
//! |-----------------------------------------------|-------------------------------------|
//! | power over frequency                          | [`Spectrum`]                        |
//! | power over time and frequency                 | [`spectrogram()`]                   |
//! | brightness, duration, attack, decay, partials | [`Features`]                        |
//! | times of onsets                               | [`onsets()`], [`intervals`], [`trend`] |
//! | level over time                               | [`envelope`]                        |
//! | loudness of the loudest 400 ms                | [`max_momentary_loudness`]          |
//! | pitch over time                               | [`pitches`]                         |
//! | features over time                            | [`FeatureFrames`]                   |
//! | features of a live signal, block by block     | [`Follower`]                        |
//! | difference of two sounds                      | [`Signature`], [`distance()`]       |
//! | comparison with recordings of real sounds     | [`Descriptors`]                     |
//! | noise with the spectrum of a sound            | [`mod@spectral_noise`]                  |
//!
//! Real-time: no, because the functions allocate; [`Follower`] and its parts are the exception. Every input
//! gives finite results: a non-finite sample counts as 0, and a rate that is not positive counts as 1 Hz.
//! Results agree between machines to rounding, not to the bit, because the Fourier transform uses the sines
//! of the platform.

mod bands;
pub mod descriptors;
pub mod distance;
pub mod envelope;
pub mod features;
pub mod follower;
pub mod frames;
pub mod loudness;
pub mod onsets;
pub mod pitch;
pub mod spectral_noise;
pub mod spectrogram;
pub mod spectrum;

pub use descriptors::{DESCRIPTOR_RATE, Descriptor, Descriptors};
pub use distance::{Signature, distance};
pub use envelope::{Envelope, PeakFollower};
pub use features::{Feature, Features, zero_crossings};
pub use follower::{Follower, FollowerState, Onset};
pub use frames::{FeatureFrame, FeatureFrames};
pub use loudness::max_momentary_loudness;
pub use onsets::{OnsetSettings, intervals, onsets, strengths, trend};
pub use pitch::{Pitch, PitchFinder, pitches};
pub use spectral_noise::spectral_noise;
pub use spectrogram::{Rows, Spectrogram, spectrogram};
pub use spectrum::{Partial, Spectrum, Weight};

/// Minimum level that the analysis reports \[dB\]. Any lower level counts as silence.
pub const SILENCE: f64 = -200.0;

/// Returns the level of a power, at least [`SILENCE`] \[dB\].
fn decibels(power: f64) -> f64 {
    // The limit of 1e-20 is −200 dB.
    10.0 * libm::log10(power.max(1e-20))
}

/// Returns the samples with non-finite values replaced by 0 and the others limited, so that squares and sums
/// stay finite.
fn clean(samples: &[f64]) -> Vec<f64> {
    let limited = |&x: &f64| {
        if x.is_finite() { x.clamp(-1e100, 1e100) } else { 0.0 }
    };
    samples.iter().map(limited).collect()
}

/// Returns the rate, or 1 Hz if the rate is not positive and finite.
fn positive(rate: f64) -> f64 {
    if rate.is_finite() && rate > 0.0 { rate } else { 1.0 }
}

fn peak(samples: &[f64]) -> f64 {
    samples.iter().fold(0.0, |max, x| x.abs().max(max))
}

/// Returns slope and intercept of the least-squares line through `points`; `None` for fewer than two
/// different abscissas.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut xx, mut xy) = (0.0, 0.0);
    for point in points {
        xx += (point.0 - x) * (point.0 - x);
        xy += (point.0 - x) * (point.1 - y);
    }
    (xx > 0.0).then(|| (xy / xx, y - x * xy / xx))
}
