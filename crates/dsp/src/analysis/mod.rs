//! What a sound is like, in numbers.
//!
//! Samples go in, one channel of them and their rate; frequencies, times and levels come out.
//!
//! | question                                      | answer                              |
//! |-----------------------------------------------|-------------------------------------|
//! | how much is there of each frequency?          | [`Spectrum`]                        |
//! | and when? as a picture                        | [`spectrogram()`]                   |
//! | how bright, how long, how sudden, which tones | [`Features`]                        |
//! | when does something happen?                   | [`onsets()`], [`intervals`], [`trend`] |
//! | how loud is it over time?                     | [`envelope`]                        |
//! | how high is it over time?                     | [`pitches`]                         |
//! | all of that over time, for tables             | [`Course`]                          |
//! | what is it doing right now?                   | [`Follower`]                        |
//! | how different are two sounds?                 | [`Signature`], [`distance()`]       |
//!
//! Nothing here is for the audio thread, since all of it allocates, but for [`Follower`] and what it is made
//! of. Any samples are allowed: one that is no number counts as 0, and of silence and of nothing every answer
//! is finite. A rate that is not positive counts as 1 Hz. Answers agree between machines to rounding, not to
//! the bit, since the Fourier transform has the platform's sines in it.

mod bands;
pub mod distance;
pub mod envelope;
pub mod features;
pub mod follower;
pub mod frames;
pub mod onsets;
pub mod pitch;
pub mod spectrogram;
pub mod spectrum;

pub use distance::{Signature, distance};
pub use envelope::{Envelope, Peaks};
pub use features::{Feature, Features, zero_crossings};
pub use follower::{Followed, Follower, Onset};
pub use frames::{Course, Moment};
pub use onsets::{OnsetSettings, intervals, onsets, strengths, trend};
pub use pitch::{Pitch, PitchFinder, pitches};
pub use spectrogram::{Rows, Spectrogram, spectrogram};
pub use spectrum::{Partial, Spectrum, Weight};

/// Level below which everything is silence, whatever the scale \[dB\].
pub const SILENCE: f64 = -200.0;

/// Level of a power, at least [`SILENCE`] \[dB\].
fn decibels(power: f64) -> f64 {
    // 1e-20 is −200 dB.
    10.0 * libm::log10(power.max(1e-20))
}

/// Samples that can be squared and added without harm.
fn clean(samples: &[f64]) -> Vec<f64> {
    let harmless = |&x: &f64| {
        if x.is_finite() { x.clamp(-1e100, 1e100) } else { 0.0 }
    };
    samples.iter().map(harmless).collect()
}

/// A rate by which one can divide \[Hz\].
fn positive(rate: f64) -> f64 {
    if rate.is_finite() && rate > 0.0 { rate } else { 1.0 }
}

fn peak(samples: &[f64]) -> f64 {
    samples.iter().fold(0.0, |most, x| x.abs().max(most))
}

/// Slope and height at 0 of the straight line that is nearest to the points in the sense of least squares;
/// none for fewer than two different abscissas.
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
