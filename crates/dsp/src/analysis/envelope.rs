//! How loud a sound is over time.
//!
//! Two ways: the root of the mean square in windows, which is what power does ([`rms`]), and a follower of
//! peaks, which goes up with the sound, waits, and comes down at its own pace ([`follow`]); neither needs the
//! sound's quadrature.
//!
//! $$ e_n = \begin{cases} e_{n-1} + (1 - e^{-1/r t_a})(|x_n| - e_{n-1}), & |x_n| \ge e_{n-1} \\
//!    e_{n-1}, & \text{for } t_h \text{ after that} \\
//!    e_{n-1}\,e^{-1/r t_r}, & \text{then} \end{cases} $$
//!
//! | symbol | here      | unit | meaning                                                    |
//! |--------|-----------|------|------------------------------------------------------------|
//! | t_a    | `attack`  | s    | time constant upwards; 0 reaches every peak at once        |
//! | t_h    | `hold`    | s    | how long it waits; half a period of the lowest tone        |
//! | t_r    | `release` | s    | time constant downwards; 0 falls at once                   |

use super::{clean, positive};

/// A quantity at even distances of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Moment of the first value \[s\].
    pub first: f64,
    /// From one value to the next \[s\].
    pub step: f64,
    /// In the unit of the samples.
    pub values: Vec<f64>,
}

impl Envelope {
    /// Moment of a value \[s\].
    pub fn time(&self, index: usize) -> f64 {
        self.first + self.step * index as f64
    }
}

/// Root of the mean square in windows of `window` \[s\], one every `hop` \[s\], each at its middle. What is
/// left over at the end is a shorter window.
pub fn rms(samples: &[f64], rate: f64, window: f64, hop: f64) -> Envelope {
    let (samples, rate) = (clean(samples), positive(rate));
    let whole = |seconds: f64| ((seconds * rate).round() as usize).clamp(1, samples.len().max(1));
    let (long, hop) = (whole(window), whole(hop));
    let mut values = Vec::new();
    let mut from = 0;
    while from < samples.len() {
        let part = &samples[from..samples.len().min(from + long)];
        let sum: f64 = part.iter().map(|x| x * x).sum();
        values.push((sum / part.len() as f64).sqrt());
        if from + long >= samples.len() {
            break;
        }
        from += hop;
    }
    Envelope { first: long as f64 / (2.0 * rate), step: hop as f64 / rate, values }
}

/// The follower of peaks, one value per sample.
pub fn follow(samples: &[f64], rate: f64, attack: f64, hold: f64, release: f64) -> Vec<f64> {
    let mut peaks = Peaks::new(rate, attack, hold, release);
    let samples = clean(samples);
    samples.iter().map(|&x| peaks.next(x)).collect()
}

/// The follower of peaks itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peaks {
    up: f64,
    down: f64,
    wait: usize,
    envelope: f64,
    waited: usize,
}

impl Peaks {
    /// At rest, for sounds of a rate \[Hz\], with its three times \[s\].
    pub fn new(rate: f64, attack: f64, hold: f64, release: f64) -> Self {
        let rate = positive(rate);
        let kept = |seconds: f64| {
            if seconds > 0.0 { libm::exp(-1.0 / (rate * seconds)) } else { 0.0 }
        };
        Self {
            up: 1.0 - kept(attack),
            down: kept(release),
            wait: (hold * rate).max(0.0) as usize,
            envelope: 0.0,
            waited: 0,
        }
    }

    /// The envelope after one more sample. Real-time: yes.
    #[inline]
    pub fn next(&mut self, x: f64) -> f64 {
        if x.abs() >= self.envelope {
            self.envelope += self.up * (x.abs() - self.envelope);
            self.waited = 0;
        } else if self.waited < self.wait {
            self.waited += 1;
        } else {
            self.envelope *= self.down;
        }
        self.envelope
    }
}

/// The largest magnitude of the last `long` samples, this one included, for every sample.
pub(super) fn sliding_peak(samples: &[f64], long: usize) -> Vec<f64> {
    // Indices of samples that no later one surpasses, in falling order: each comes and goes once.
    let mut falling = std::collections::VecDeque::<usize>::new();
    let mut peaks = Vec::with_capacity(samples.len());
    for (now, x) in samples.iter().enumerate() {
        while falling.back().is_some_and(|&last| samples[last].abs() <= x.abs()) {
            falling.pop_back();
        }
        falling.push_back(now);
        if falling.front().is_some_and(|&first| first + long <= now) {
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
    fn a_sliding_peak_is_the_largest_of_the_last_few() {
        let samples: Vec<f64> = (0..200).map(|n| libm::sin(f64::from(n * n) * 0.37)).collect();
        for long in [1, 2, 7, 300] {
            let peaks = sliding_peak(&samples, long);
            for now in 0..samples.len() {
                let last = &samples[(now + 1).saturating_sub(long)..=now];
                assert_eq!(peaks[now], super::super::peak(last), "{long} samples up to {now}");
            }
        }
    }
}
