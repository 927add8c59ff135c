//! Level over time.
//!
//! Two measures: the root mean square in windows ([`rms`]), and a peak follower with attack, hold and release
//! ([`follow`]).
//!
//! ```math
//! e_n = \begin{cases} e_{n-1} + (1 - e^{-1/r t_a})(|x_n| - e_{n-1}), & |x_n| \ge e_{n-1} \\
//! e_{n-1}, & \text{for } t_h \text{ after that} \\
//! e_{n-1}\,e^{-1/r t_r}, & \text{then} \end{cases}
//! ```
//!
//! | symbol | here      | unit | meaning                                                    |
//! |--------|-----------|------|------------------------------------------------------------|
//! | t_a    | `attack`  | s    | time constant of the rise; 0 reaches every peak at once    |
//! | t_h    | `hold`    | s    | hold time; half a period of the lowest tone                |
//! | t_r    | `release` | s    | time constant of the fall; 0 falls at once                 |

use super::{clean, positive};

/// Level of a sound at equal time intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Time of the first value \[s\].
    pub first: f64,
    /// Time interval between two values of the envelope \[s\].
    pub step: f64,
    /// Levels, in the unit of the samples.
    pub values: Vec<f64>,
}

impl Envelope {
    /// Returns the time of the value `index` \[s\].
    pub fn time(&self, index: usize) -> f64 {
        self.first + self.step * index as f64
    }
}

/// Returns the root mean square in windows of `window` \[s\], one window every `hop` \[s\], timed at the
/// centre of each window. The last window may be shorter.
pub fn rms(samples: &[f64], rate: f64, window: f64, hop: f64) -> Envelope {
    let (samples, rate) = (clean(samples), positive(rate));
    let whole = |seconds: f64| ((seconds * rate).round() as usize).clamp(1, samples.len().max(1));
    let (length, hop) = (whole(window), whole(hop));
    let mut values = Vec::new();
    let mut from = 0;
    while from < samples.len() {
        let part = &samples[from..samples.len().min(from + length)];
        let sum: f64 = part.iter().map(|x| x * x).sum();
        values.push((sum / part.len() as f64).sqrt());
        if from + length >= samples.len() {
            break;
        }
        from += hop;
    }
    Envelope { first: length as f64 / (2.0 * rate), step: hop as f64 / rate, values }
}

/// Returns the peak envelope of a sound, one value per sample; attack, hold and release in \[s\].
pub fn follow(samples: &[f64], rate: f64, attack: f64, hold: f64, release: f64) -> Vec<f64> {
    let mut peaks = PeakFollower::new(rate, attack, hold, release);
    let samples = clean(samples);
    samples.iter().map(|&x| peaks.next(x)).collect()
}

/// Follower of the peaks of a signal, with attack, hold and release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeakFollower {
    rise: f64,
    fall: f64,
    hold: usize,
    envelope: f64,
    /// Number of samples since the last peak, at most `hold`.
    held: usize,
}

impl PeakFollower {
    /// Makes a follower with zero state for a sample rate \[Hz\]; attack, hold and release in \[s\].
    pub fn new(rate: f64, attack: f64, hold: f64, release: f64) -> Self {
        let rate = positive(rate);
        let decay = |seconds: f64| {
            if seconds > 0.0 { libm::exp(-1.0 / (rate * seconds)) } else { 0.0 }
        };
        Self {
            rise: 1.0 - decay(attack),
            fall: decay(release),
            hold: (hold * rate).max(0.0) as usize,
            envelope: 0.0,
            held: 0,
        }
    }

    /// Takes one sample and returns the present envelope. Real-time: yes.
    #[inline]
    pub fn next(&mut self, x: f64) -> f64 {
        if x.abs() >= self.envelope {
            self.envelope += self.rise * (x.abs() - self.envelope);
            self.held = 0;
        } else if self.held < self.hold {
            self.held += 1;
        } else {
            self.envelope *= self.fall;
        }
        self.envelope
    }
}

/// Returns for every sample the largest magnitude of the last `length` samples.
pub(super) fn sliding_peak(samples: &[f64], length: usize) -> Vec<f64> {
    // Indices of samples that no later sample exceeds, in descending order of magnitude. Each index is pushed
    // and popped once.
    let mut falling = std::collections::VecDeque::<usize>::new();
    let mut peaks = Vec::with_capacity(samples.len());
    for (now, x) in samples.iter().enumerate() {
        while falling.back().is_some_and(|&last| samples[last].abs() <= x.abs()) {
            falling.pop_back();
        }
        falling.push_back(now);
        if falling.front().is_some_and(|&first| first + length <= now) {
            falling.pop_front();
        }
        peaks.push(falling.front().map_or(0.0, |&first| samples[first].abs()));
    }
    peaks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sliding_peak_is_the_largest_of_the_last_samples() {
        let samples: Vec<f64> = (0..200).map(|n| libm::sin(f64::from(n * n) * 0.37)).collect();
        for length in [1, 2, 7, 300] {
            let peaks = sliding_peak(&samples, length);
            for now in 0..samples.len() {
                let last = &samples[(now + 1).saturating_sub(length)..=now];
                assert_eq!(peaks[now], super::super::peak(last), "{length} samples up to {now}");
            }
        }
    }
}
