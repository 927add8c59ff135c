//! Onset detection: jumps of the level.
//!
//! An onset is a sample that exceeds the recent past by a threshold. The reference is the peak over `hold`,
//! up to `rise` before the sample:
//!
//! ```math
//! F(t) = 20\,\log_{10} \frac{|x(t)|}{\max(\max_{t - r - h < s \le t - r} |x(s)|,\; b)} \ge \theta
//! ```
//!
//! | symbol | here        | unit | meaning                                                          |
//! |--------|-------------|------|------------------------------------------------------------------|
//! | θ      | `threshold` | dB   | threshold of the jump                                            |
//! | h      | `hold`      | s    | length of the recent past: at least a quarter period of the lowest tone |
//! | r      | `rise`      | s    | maximum duration of a jump                                       |
//! | b      | `floor`     | dB   | level of silence below the peak of the sound                     |
//! |        | `gap`       | s    | minimum interval of two onsets                                   |
//!
//! A decaying sound never exceeds its own past, whatever its pitch. Two beating tones rise by less than 5 dB
//! at the default settings, and noise rarely reaches twice its own peak of the past 10 ms. After an onset the
//! level must calm down before the next one.
//!
//! The logarithm of geometrically shrinking intervals, as of a bouncing ball, is a straight line over their
//! number; [`trend`] is its slope.
//!
//! Source: \[Bello2005\], definition of onsets and other methods.

use super::envelope::sliding_peak;
use super::{clean, line, peak, positive};

/// Settings of the onset detection: threshold, times and floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnsetSettings {
    /// Rise of the level above the recent past that makes an onset \[dB\].
    pub threshold: f64,
    /// Length of the recent past with which a sample is compared \[s\].
    pub hold: f64,
    /// Maximum duration of the rise of the level at an onset \[s\].
    pub rise: f64,
    /// Minimum interval between two onsets \[s\].
    pub gap: f64,
    /// Level below which the sound counts as silence \[dB below the largest sample\].
    pub floor: f64,
}

impl Default for OnsetSettings {
    fn default() -> Self {
        Self { threshold: 6.0, hold: 0.010, rise: 0.003, gap: 0.010, floor: 60.0 }
    }
}

/// Finds all onsets of a sound and returns their times in order \[s\].
pub fn onsets(samples: &[f64], rate: f64, settings: &OnsetSettings) -> Vec<f64> {
    let (samples, rate) = (clean(samples), positive(rate));
    let factor = |decibels: f64| libm::pow(10.0, decibels / 20.0);
    let whole = |seconds: f64| ((seconds * rate).round().max(1.0)) as usize;
    let (rise, gap) = (whole(settings.rise), whole(settings.gap));
    let silence = peak(&samples) * factor(-settings.floor.abs());
    if silence <= 0.0 {
        return Vec::new();
    }
    let (jump, calm) = (factor(settings.threshold.abs()), factor(settings.threshold.abs() / 2.0));
    let past = sliding_peak(&samples, whole(settings.hold));
    let lately = sliding_peak(&samples, rise);
    let mut found = Vec::new();
    let (mut ready, mut last) = (true, None);
    for (now, x) in samples.iter().enumerate() {
        let before = now.checked_sub(rise).map_or(0.0, |then| past[then]).max(silence);
        if ready && x.abs() >= jump * before {
            if last.is_none_or(|last| now >= last + gap) {
                found.push(now as f64 / rate);
                last = Some(now);
            }
            ready = false;
        } else if lately[now] < calm * before {
            ready = true;
        }
    }
    found
}

/// Returns the peak of the 10 ms after each onset, in the unit of the samples.
pub fn strengths(samples: &[f64], rate: f64, onsets: &[f64]) -> Vec<f64> {
    let (samples, rate) = (clean(samples), positive(rate));
    let at = |seconds: f64| ((seconds * rate).round() as usize).min(samples.len());
    let strength = |&onset: &f64| peak(&samples[at(onset)..at(onset + 0.010)]);
    onsets.iter().map(strength).collect()
}

/// Returns the intervals between successive onsets \[s\].
pub fn intervals(onsets: &[f64]) -> Vec<f64> {
    onsets.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Returns the mean growth of the natural logarithm of the intervals from one to the next \[1\]: 0 for
/// constant intervals, the logarithm of the restitution for a bouncing ball. `None` for fewer than three
/// onsets.
pub fn trend(onsets: &[f64]) -> Option<f64> {
    let points: Vec<_> = intervals(onsets)
        .into_iter()
        .enumerate()
        .filter(|(_, interval)| *interval > 0.0)
        .map(|(index, interval)| (index as f64, libm::log(interval)))
        .collect();
    line(&points).map(|(slope, _)| slope)
}
