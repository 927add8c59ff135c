//! Pitch detection.
//!
//! The normalised self-similarity of a periodic sound after a lag τ is 1 at the period and its multiples, and
//! smaller elsewhere:
//!
//! ```math
//! n(\tau) = \frac{2 \sum_j x_j x_{j+\tau}}{\sum_j \bigl(x_j^2 + x_{j+\tau}^2\bigr)}, \qquad |n| \le 1
//! ```
//!
//! | symbol | here        | unit    | meaning                                                                       |
//! |--------|-------------|---------|-------------------------------------------------------------------------------|
//! | x      | `frame`     | ·       | about 45 ms of a sound                                                         |
//! | τ      |             | samples | from the period of [`MAX_PITCH`] to that of [`MIN_PITCH`]                           |
//! | n      | `confidence`| 1       | at the period: 1 for a tone, about 0.2 for noise                                |
//!
//! The candidates are the maxima of n in the intervals where it is positive. The period is the first
//! candidate nearly as high as the highest, because all multiples of the period are equally good. A coarse
//! search uses means of several samples; a fine search uses the samples, and a parabola through three values
//! finds the maximum between them. The sums run over a window of fixed length, so the maximum of a sine does
//! not depend on its phase.
//!
//! Source: \[McLeod2005\].

use super::{clean, positive};

/// Minimum pitch that the detection can find \[Hz\].
pub const MIN_PITCH: f64 = 50.0;
/// Maximum pitch that the detection can find \[Hz\].
pub const MAX_PITCH: f64 = 2000.0;
/// Minimum self-similarity at which a sound counts as having a pitch \[1\].
pub const MIN_CONFIDENCE: f64 = 0.8;
/// Length of the window over which the similarity is summed \[s\]: 1.25 periods of the minimum pitch.
const WINDOW: f64 = 1.25 / MIN_PITCH;
/// Approximate rate of the mean values that the coarse search uses \[Hz\].
const COARSE: f64 = 12_000.0;
/// Minimum ratio of a candidate to the highest maximum at which the candidate is accepted \[1\].
const MIN_RATIO: f64 = 0.9;

/// Pitch of a frame with its confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pitch {
    /// Frequency of the pitch \[Hz\]; 0 if no pitch was found.
    pub frequency: f64,
    /// Self-similarity of the sound after one period, 0 to 1 \[1\].
    pub confidence: f64,
}

impl Pitch {
    /// Returns the frequency \[Hz\] if the confidence is at least [`MIN_CONFIDENCE`], else `None`.
    pub fn confident(self) -> Option<f64> {
        (self.confidence >= MIN_CONFIDENCE).then_some(self.frequency)
    }
}

/// Finds the pitch of frames with preallocated memory.
#[derive(Clone, Debug)]
pub struct PitchFinder {
    rate: f64,
    /// Number of samples of which the coarse search takes a mean value.
    every: usize,
    means: Vec<f64>,
    similarity: Vec<f64>,
    frame: usize,
}

impl PitchFinder {
    /// Makes a finder for a sample rate \[Hz\]. Real-time: no.
    pub fn new(rate: f64) -> Self {
        let rate = positive(rate);
        let every = ((rate / COARSE) as usize).max(1);
        let slow = rate / every as f64;
        let lags = (slow / MIN_PITCH).ceil() as usize + 2;
        let window = (slow * WINDOW).ceil() as usize;
        Self {
            rate,
            every,
            means: vec![0.0; window + lags],
            similarity: vec![0.0; lags],
            // The frame includes the last lags of the fine search.
            frame: (window + lags + 2) * every,
        }
    }

    /// Returns the length of a frame \[samples\].
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Finds the pitch of a frame; a frame that is too short is padded with zeros. Real-time: yes.
    pub fn find(&mut self, frame: &[f64]) -> Pitch {
        let pieces = frame.chunks(self.every).chain(core::iter::repeat(&[][..]));
        for (mean, piece) in self.means.iter_mut().zip(pieces) {
            *mean = piece.iter().sum::<f64>() / self.every as f64;
        }
        let window = self.means.len() - self.similarity.len();
        for (lag, n) in self.similarity.iter_mut().enumerate() {
            *n = similarity(&self.means, lag, window);
        }
        let Some(lag) = self.first_maximum() else {
            return Pitch::default();
        };
        self.refine(frame, lag)
    }

    /// Returns the lag of the first maximum of the coarse search nearly as high as the highest.
    fn first_maximum(&self) -> Option<usize> {
        let slow = self.rate / self.every as f64;
        let least = ((slow / MAX_PITCH).floor() as usize).max(2);
        let maxima = || Maxima { similarity: &self.similarity, at: 0 };
        let height = |&lag: &usize| self.similarity[lag];
        let highest = maxima().map(|lag| height(&lag)).fold(0.0, f64::max);
        maxima().find(|lag| *lag + 1 >= least && highest > 0.0 && height(lag) >= MIN_RATIO * highest)
    }

    /// Finds the maximum of the similarity between samples, near a `lag` of the coarse search.
    fn refine(&self, frame: &[f64], lag: usize) -> Pitch {
        let window = (WINDOW * self.rate) as usize;
        let around = self.every + 1;
        let (from, to) = ((lag * self.every).saturating_sub(around).max(1), lag * self.every + around);
        let mut best = (from, -1.0);
        for lag in from..=to {
            let n = similarity(frame, lag, window);
            if n > best.1 {
                best = (lag, n);
            }
        }
        let (lag, b) = best;
        let (a, c) = (similarity(frame, lag.saturating_sub(1), window), similarity(frame, lag + 1, window));
        let bend = a - 2.0 * b + c;
        let offset = if bend < 0.0 { (0.5 * (a - c) / bend).clamp(-0.5, 0.5) } else { 0.0 };
        let height = b - 0.25 * (a - c) * offset;
        let frequency = self.rate / (lag as f64 + offset);
        if (0.99 * MIN_PITCH..=1.01 * MAX_PITCH).contains(&frequency) {
            Pitch { frequency, confidence: height.clamp(0.0, 1.0) }
        } else {
            Pitch::default()
        }
    }
}

/// Returns the similarity n of the first `window` samples to those `lag` samples later; 0 for silence.
fn similarity(x: &[f64], lag: usize, window: usize) -> f64 {
    let (mut product, mut squares) = (0.0, 0.0);
    for (a, b) in x.iter().take(window).zip(x.get(lag..).unwrap_or_default()) {
        product += a * b;
        squares += a * a + b * b;
    }
    if squares > 1e-24 { 2.0 * product / squares } else { 0.0 }
}

/// Iterator over the lags of the maxima in the intervals of positive similarity, except the first interval.
struct Maxima<'a> {
    similarity: &'a [f64],
    at: usize,
}

impl Iterator for Maxima<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let n = self.similarity;
        while self.at < n.len() && n[self.at] > 0.0 {
            self.at += 1;
        }
        while self.at < n.len() && n[self.at] <= 0.0 {
            self.at += 1;
        }
        let from = self.at;
        let interval = n.get(from..)?.iter().take_while(|&&n| n > 0.0);
        let highest = interval.enumerate().fold(
            (0, 0.0),
            |best, (index, &n)| {
                if n > best.1 { (index, n) } else { best }
            },
        );
        // A value that still rises at the end is not a maximum.
        (highest.1 > 0.0 && from + highest.0 + 1 < n.len()).then_some(from + highest.0)
    }
}

/// Finds the pitch of a sound every `hop` \[s\], in frames centred on these times.
pub fn pitches(samples: &[f64], rate: f64, hop: f64) -> Vec<Pitch> {
    let (samples, rate) = (clean(samples), positive(rate));
    let mut finder = PitchFinder::new(rate);
    let hop = ((hop * rate).round() as usize).max(1);
    let half = finder.frame() / 2;
    // At the ends of the sound the frame is moved inside the sound.
    let last = samples.len().saturating_sub(finder.frame());
    let pitch_at = |middle: usize| {
        let from = middle.saturating_sub(half).min(last);
        finder.find(&samples[from..samples.len().min(from + finder.frame())])
    };
    (0..samples.len()).step_by(hop).map(pitch_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;
    use core::f64::consts::TAU;

    /// Returns a tone whose k-th harmonic has the relative amplitude 1/k, like a voice.
    fn voice(frequency: f64, harmonics: usize, rate: f64) -> Vec<f64> {
        let at = |n: usize| {
            let phase = TAU * frequency * n as f64 / rate;
            let sum = |k: usize| libm::sin(k as f64 * phase + (k * k) as f64) / k as f64;
            let heard = (1..=harmonics).filter(|&k| k as f64 * frequency < 0.45 * rate);
            heard.map(sum).sum::<f64>()
        };
        (0..(0.2 * rate) as usize).map(at).collect()
    }

    #[test]
    fn the_pitch_of_a_sine_is_within_a_thousandth_at_any_rate() {
        let mut worst = 0.0_f64;
        for rate in [8000.0, 11_025.0, 44_100.0, 48_000.0, 192_000.0] {
            for frequency in [55.0, 80.0, 440.0, 1000.0, 1900.0] {
                for pitch in pitches(&voice(frequency, 1, rate), rate, 0.02) {
                    let error = pitch.frequency / frequency - 1.0;
                    if frequency == 440.0 {
                        worst = worst.max(error.abs());
                    }
                    // At 8 kHz a period of the highest pitch has 4 samples, through which a parabola fits a
                    // cosine badly.
                    let room = if frequency * 16.0 > rate { 0.01 } else { 0.001 };
                    assert!(error.abs() < room, "{rate} Hz: {frequency} is {pitch:?}");
                    assert!(pitch.confidence > 0.95, "{rate} Hz: {frequency} is {pitch:?}");
                }
            }
        }
        println!("440 Hz: off by {:.5} % at most", 100.0 * worst);
    }

    #[test]
    fn the_pitch_of_a_voice_is_within_half_a_percent() {
        let mut worst = 0.0_f64;
        for rate in [16_000.0, 44_100.0, 48_000.0] {
            for step in 0..40 {
                let frequency = 80.0 * libm::pow(1000.0 / 80.0, f64::from(step) / 39.0);
                for harmonics in [3, 10, 40] {
                    for pitch in pitches(&voice(frequency, harmonics, rate), rate, 0.05) {
                        let error = (pitch.frequency / frequency - 1.0).abs();
                        worst = worst.max(error);
                        assert!(error < 0.005, "{rate} Hz, {harmonics} harmonics: {frequency} is {pitch:?}");
                        assert!(pitch.confident().is_some());
                    }
                }
            }
        }
        println!("voices of 80 to 1000 Hz: off by {:.3} % at most", 100.0 * worst);
    }

    #[test]
    fn noise_and_silence_have_no_pitch() {
        for rate in [8000.0, 48_000.0, 96_000.0] {
            let mut dice = Dice::new(7);
            let noise: Vec<f64> = (0..(2.0 * rate) as usize).map(|_| dice.normal()).collect();
            let all = pitches(&noise, rate, 0.01);
            let max = all.iter().map(|pitch| pitch.confidence).fold(0.0, f64::max);
            println!("{rate} Hz: self-similarity of noise at most {max:.2}");
            assert!(all.iter().all(|pitch| pitch.confident().is_none()), "{max}");
        }
        for long in [0, 3, 9000] {
            let all = pitches(&vec![0.0; long], 48_000.0, 0.01);
            assert!(all.iter().all(|pitch| *pitch == Pitch::default()));
        }
    }
}
