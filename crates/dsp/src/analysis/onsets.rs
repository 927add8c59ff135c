//! When something happens: where the energy jumps.
//!
//! A moment is an onset where the sound is suddenly stronger than anything shortly before it. Its level is
//! compared with the loudest of the past `hold`, a little `rise` ago:
//!
//! $$ F(t) = 20\,\log_{10} \frac{|x(t)|}{\max(\max_{t - r - h < s \le t - r} |x(s)|,\; b)} \ge \theta $$
//!
//! | symbol | here        | unit | meaning                                                          |
//! |--------|-------------|------|------------------------------------------------------------------|
//! | θ      | `threshold` | dB   | by how much the level must jump                                  |
//! | h      | `hold`      | s    | what counts as shortly before: a quarter period of the lowest tone, at least |
//! | r      | `rise`      | s    | time that a jump may take                                        |
//! | b      | `floor`     | dB   | what counts as silence, below the loudest of all                 |
//! |        | `gap`       | s    | two onsets are at least so far apart                             |
//!
//! Something that only dies away never surpasses its own past, whatever its pitch, and two tones that beat
//! rise by less than 5 dB at the standard settings; noise would have to surpass its own largest of the past
//! 10 ms twofold. After an onset the next one has to wait until the level has stopped to jump.
//!
//! Intervals that shrink by a factor from each to the next, like those of a ball that bounces, are a straight
//! line in the logarithm over the count; [`trend`] is its slope.
//!
//! Source: what an onset is, and other ways to find one, \[Bello2005\].

use super::envelope::sliding_peak;
use super::{clean, line, peak, positive};

/// What counts as an onset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnsetSettings {
    /// By how much the level must jump \[dB\].
    pub threshold: f64,
    /// What counts as shortly before \[s\].
    pub hold: f64,
    /// Time that a jump may take \[s\].
    pub rise: f64,
    /// Two onsets are at least so far apart \[s\].
    pub gap: f64,
    /// What counts as silence \[dB below the loudest sample\].
    pub floor: f64,
}

impl Default for OnsetSettings {
    fn default() -> Self {
        Self { threshold: 6.0, hold: 0.010, rise: 0.003, gap: 0.010, floor: 60.0 }
    }
}

/// The moments at which something happens, in their order \[s\].
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

/// The largest sample of the 10 ms from each onset on, in the unit of the samples.
pub fn strengths(samples: &[f64], rate: f64, onsets: &[f64]) -> Vec<f64> {
    let (samples, rate) = (clean(samples), positive(rate));
    let at = |seconds: f64| ((seconds * rate).round() as usize).min(samples.len());
    let strength = |&onset: &f64| peak(&samples[at(onset)..at(onset + 0.010)]);
    onsets.iter().map(strength).collect()
}

/// From every onset to the next \[s\].
pub fn intervals(onsets: &[f64]) -> Vec<f64> {
    onsets.windows(2).map(|two| two[1] - two[0]).collect()
}

/// By how much the natural logarithm of the intervals grows from each to the next: 0 if they stay, ln e for a
/// ball that keeps the share e of its speed at every bounce; none of fewer than three onsets \[1\].
pub fn trend(onsets: &[f64]) -> Option<f64> {
    let points: Vec<_> = intervals(onsets)
        .into_iter()
        .enumerate()
        .filter(|(_, interval)| *interval > 0.0)
        .map(|(index, interval)| (index as f64, libm::log(interval)))
        .collect();
    line(&points).map(|(slope, _)| slope)
}
