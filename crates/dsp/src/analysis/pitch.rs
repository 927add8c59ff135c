//! How high a tone is.
//!
//! What repeats itself after a period is, that much later, the same again. The likeness of a sound to itself
//! a while τ later is 1 at its period and its multiples, and less everywhere else:
//!
//! $$ n(\tau) = \frac{2 \sum_j x_j x_{j+\tau}}{\sum_j \bigl(x_j^2 + x_{j+\tau}^2\bigr)}, \qquad |n| \le 1 $$
//!
//! | symbol | here        | unit    | meaning                                                                       |
//! |--------|-------------|---------|-------------------------------------------------------------------------------|
//! | x      | `frame`     | ·       | some 45 ms of a sound                                                          |
//! | τ      |             | samples | from the period of [`HIGHEST`] to that of [`LOWEST`]                           |
//! | n      | `confidence`| 1       | at the period: 1 for a tone, about 0.2 for noise                                |
//!
//! The tops of n between two places where it rises through 0 are candidates; the first that is nearly as high
//! as the highest is the period, since all multiples are as good. It is sought on every few samples' mean,
//! which is quick, and then among the samples themselves, where a parabola through three values finds the top
//! between them. The sums run over a window of fixed length: for a sine the top is where it should be,
//! whatever the phase.
//!
//! Source: \[McLeod2005\].

use super::{clean, positive};

/// The lowest pitch that is found \[Hz\].
pub const LOWEST: f64 = 50.0;
/// The highest \[Hz\].
pub const HIGHEST: f64 = 2000.0;
/// Likeness from which a sound is said to have a pitch \[1\].
pub const SURE: f64 = 0.8;
/// Length over which likeness is summed \[s\]: a period of the lowest and a quarter.
const WINDOW: f64 = 1.25 / LOWEST;
/// About so many means per second are enough for the first search \[Hz\].
const COARSE: f64 = 12_000.0;
/// A top so near to the highest is as good.
const NEARLY: f64 = 0.9;

/// A pitch, and how sure it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pitch {
    /// \[Hz\]; 0 where there is none at all.
    pub frequency: f64,
    /// Likeness of two periods, 0 to 1 \[1\].
    pub confidence: f64,
}

impl Pitch {
    /// The frequency, if one can be sure of it \[Hz\].
    pub fn sure(self) -> Option<f64> {
        (self.confidence >= SURE).then_some(self.frequency)
    }
}

/// Finds pitches in frames; all memory is its own from the beginning.
#[derive(Clone, Debug)]
pub struct PitchFinder {
    rate: f64,
    /// Samples that become one mean.
    every: usize,
    means: Vec<f64>,
    likeness: Vec<f64>,
    long: usize,
}

impl PitchFinder {
    /// For sounds of a rate \[Hz\].
    pub fn new(rate: f64) -> Self {
        let rate = positive(rate);
        let every = ((rate / COARSE) as usize).max(1);
        let slow = rate / every as f64;
        let lags = (slow / LOWEST).ceil() as usize + 2;
        let window = (slow * WINDOW).ceil() as usize;
        Self {
            rate,
            every,
            means: vec![0.0; window + lags],
            likeness: vec![0.0; lags],
            // Room for the last lags of the fine search, too.
            long: (window + lags + 2) * every,
        }
    }

    /// Samples of a frame.
    pub fn frame(&self) -> usize {
        self.long
    }

    /// The pitch of a frame; what is missing at its end is silence. Real-time: yes.
    pub fn find(&mut self, frame: &[f64]) -> Pitch {
        let pieces = frame.chunks(self.every).chain(core::iter::repeat(&[][..]));
        for (mean, piece) in self.means.iter_mut().zip(pieces) {
            *mean = piece.iter().sum::<f64>() / self.every as f64;
        }
        let window = self.means.len() - self.likeness.len();
        for (lag, n) in self.likeness.iter_mut().enumerate() {
            *n = alike(&self.means, lag, window);
        }
        let Some(lag) = self.first_top() else {
            return Pitch::default();
        };
        self.refine(frame, lag)
    }

    /// The lag of the first top that is nearly as high as any.
    fn first_top(&self) -> Option<usize> {
        let slow = self.rate / self.every as f64;
        let least = ((slow / HIGHEST).floor() as usize).max(2);
        let tops = || Tops { likeness: &self.likeness, at: 0 };
        let height = |&lag: &usize| self.likeness[lag];
        let highest = tops().map(|lag| height(&lag)).fold(0.0, f64::max);
        tops().find(|lag| *lag + 1 >= least && highest > 0.0 && height(lag) >= NEARLY * highest)
    }

    /// The top among the samples, near a lag of means.
    fn refine(&self, frame: &[f64], lag: usize) -> Pitch {
        let window = (WINDOW * self.rate) as usize;
        let around = self.every + 1;
        let (from, to) = ((lag * self.every).saturating_sub(around).max(1), lag * self.every + around);
        let mut best = (from, -1.0);
        for lag in from..=to {
            let n = alike(frame, lag, window);
            if n > best.1 {
                best = (lag, n);
            }
        }
        let (top, b) = best;
        let (a, c) = (alike(frame, top.saturating_sub(1), window), alike(frame, top + 1, window));
        let bend = a - 2.0 * b + c;
        let aside = if bend < 0.0 { (0.5 * (a - c) / bend).clamp(-0.5, 0.5) } else { 0.0 };
        let height = b - 0.25 * (a - c) * aside;
        let frequency = self.rate / (top as f64 + aside);
        if (0.99 * LOWEST..=1.01 * HIGHEST).contains(&frequency) {
            Pitch { frequency, confidence: height.clamp(0.0, 1.0) }
        } else {
            Pitch::default()
        }
    }
}

/// Likeness of the first `window` samples to those a lag later; 0 where there is nothing.
fn alike(x: &[f64], lag: usize, window: usize) -> f64 {
    let (mut product, mut squares) = (0.0, 0.0);
    for (a, b) in x.iter().take(window).zip(x.get(lag..).unwrap_or_default()) {
        product += a * b;
        squares += a * a + b * b;
    }
    if squares > 1e-24 { 2.0 * product / squares } else { 0.0 }
}

/// The highest lag of every stretch in which likeness is positive, after the first in which it is not.
struct Tops<'a> {
    likeness: &'a [f64],
    at: usize,
}

impl Iterator for Tops<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let n = self.likeness;
        while self.at < n.len() && n[self.at] > 0.0 {
            self.at += 1;
        }
        while self.at < n.len() && n[self.at] <= 0.0 {
            self.at += 1;
        }
        let from = self.at;
        let stretch = n.get(from..)?.iter().take_while(|&&n| n > 0.0);
        let highest = stretch.enumerate().fold(
            (0, 0.0),
            |best, (index, &n)| {
                if n > best.1 { (index, n) } else { best }
            },
        );
        // Where it still rises at the end there is no top.
        (highest.1 > 0.0 && from + highest.0 + 1 < n.len()).then_some(from + highest.0)
    }
}

/// The pitches of a sound, one every `hop` \[s\], each of the frame about its moment.
pub fn pitches(samples: &[f64], rate: f64, hop: f64) -> Vec<Pitch> {
    let (samples, rate) = (clean(samples), positive(rate));
    let mut finder = PitchFinder::new(rate);
    let hop = ((hop * rate).round() as usize).max(1);
    let half = finder.frame() / 2;
    // At the ends of the sound the frame lies within it, as far as it can.
    let last = samples.len().saturating_sub(finder.frame());
    let of = |middle: usize| {
        let from = middle.saturating_sub(half).min(last);
        finder.find(&samples[from..samples.len().min(from + finder.frame())])
    };
    (0..samples.len()).step_by(hop).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Dice;
    use core::f64::consts::TAU;

    /// A tone of so many harmonics that fall as 1/k, the way a voice does.
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
    fn a_sine_has_its_pitch_to_a_thousandth_at_any_rate() {
        let mut worst = 0.0_f64;
        for rate in [8000.0, 11_025.0, 44_100.0, 48_000.0, 192_000.0] {
            for frequency in [55.0, 80.0, 440.0, 1000.0, 1900.0] {
                for pitch in pitches(&voice(frequency, 1, rate), rate, 0.02) {
                    let error = pitch.frequency / frequency - 1.0;
                    if frequency == 440.0 {
                        worst = worst.max(error.abs());
                    }
                    // At 8 kHz a period of the highest has 4 samples, and the parabola is no cosine.
                    let room = if frequency * 16.0 > rate { 0.01 } else { 0.001 };
                    assert!(error.abs() < room, "{rate} Hz: {frequency} is {pitch:?}");
                    assert!(pitch.confidence > 0.95, "{rate} Hz: {frequency} is {pitch:?}");
                }
            }
        }
        println!("440 Hz: off by {:.5} % at most", 100.0 * worst);
    }

    #[test]
    fn a_voice_has_its_pitch_to_half_a_hundredth() {
        let mut worst = 0.0_f64;
        for rate in [16_000.0, 44_100.0, 48_000.0] {
            for step in 0..40 {
                let frequency = 80.0 * libm::pow(1000.0 / 80.0, f64::from(step) / 39.0);
                for harmonics in [3, 10, 40] {
                    for pitch in pitches(&voice(frequency, harmonics, rate), rate, 0.05) {
                        let error = (pitch.frequency / frequency - 1.0).abs();
                        worst = worst.max(error);
                        assert!(error < 0.005, "{rate} Hz, {harmonics} harmonics: {frequency} is {pitch:?}");
                        assert!(pitch.sure().is_some());
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
            let most = all.iter().map(|it| it.confidence).fold(0.0, f64::max);
            println!("{rate} Hz: noise is at most {most:.2} like itself");
            assert!(all.iter().all(|it| it.sure().is_none()), "{most}");
        }
        for long in [0, 3, 9000] {
            let all = pitches(&vec![0.0; long], 48_000.0, 0.01);
            assert!(all.iter().all(|it| *it == Pitch::default()));
        }
    }
}
