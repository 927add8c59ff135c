//! Eleven descriptors of a sound, for the comparison with recordings of real sounds.
//!
//! The sound is resampled to 44.1 kHz. Its mean is removed, its peak is set to 1, and silence below 10⁻⁴
//! (−80 dB) at both ends is cut off. The mean is that of the whole file, so a file with an offset keeps the
//! silence. Two sequences of frames under Hann's window w give the powers
//!
//! ```math
//! P_k = \Bigl| \sum_{n=0}^{N-1} w_n x_n e^{-2\pi i k n / N} \Bigr|^2, \qquad
//! w_n = \sin^2\frac{\pi n}{N - 1}, \qquad f_k = k r / N
//! ```
//!
//! Short frames have N = 1024 (23 ms), fine frames N = 8192 (0.19 s, bins of 5.4 Hz); frames overlap by one half.
//! The colour is measured on S, the sum of the short frames within 40 dB of the strongest.
//!
//! | descriptor                      | unit      | definition                                                       |
//! |---------------------------------|-----------|------------------------------------------------------------------|
//! | `centroid_hz`                   | Hz        | Σ f S / Σ S                                                      |
//! | `below_200_db`                  | dB        | power below 200 Hz relative to the whole                         |
//! | `above_4k_db`                   | dB        | power from 4 kHz relative to the whole                           |
//! | `above_8k_db`                   | dB        | power from 8 kHz relative to the whole                           |
//! | `slope_db_per_octave`           | dB/octave | line through the mean levels of the third octaves, 250 Hz to 8 kHz |
//! | `lines`                         | 1         | effective number of spectral lines from 200 Hz to 8 kHz          |
//! | `nine_strongest`                | 1         | share of the nine strongest bins in the power from 200 Hz to 8 kHz |
//! | `t20_s`                         | s         | time from the loudest 10 ms to the first 10 ms 20 dB below       |
//! | `p95_to_p10_db`                 | dB        | 95th minus 10th percentile of the level in steps of 10 ms        |
//! | `onsets_per_s`                  | 1/s       | number of onsets divided by the length                           |
//! | `onset_centroid_spread_octaves` | octave    | standard deviation of log₂ of the centroids at the onsets        |
//!
//! The number of lines is the exponential of the spectral entropy,
//!
//! ```math
//! \exp\Bigl(-\sum_k p_k \ln p_k\Bigr), \qquad p_k = P_k \Big/ \sum_j P_j
//! ```
//!
//! which is m for m equally strong bins. Lines and the share of the strongest are medians over the fine frames
//! within 30 dB of the strongest. An onset is a maximum above 0.25 of the spectral flux: the rise of log₁₀ of
//! the power from one short frame to the next, counted as 0 where the power falls, and averaged over five bands
//! from 100 Hz to 16 kHz. With fewer than three onsets their spread is absent.
//!
//! Why these: the first five tell a dull sound from a bright one, the next two a bell from a rustle, two the
//! length of the ringing and the contrast with the background, the last two repetition and its variety. They
//! describe where real sounds lie. They do not prove that a sound is recognised.
//!
//! Sources: \[Peeters2011\] for centroid, slope and flux; the entropy is that of Shannon. The frames, floors and
//! limits are those with which the percentiles of the recordings were measured
//! (`crates/lab/reference/real-sounds.json`); other values would not be comparable.

use super::{clean, decibels, line, peak, positive};
use crate::signal::resample;
use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};
use std::f64::consts::PI;
use std::sync::Arc;

/// Sample rate at which the descriptors are defined \[Hz\].
pub const DESCRIPTOR_RATE: f64 = 44_100.0;

/// Length of the short frames, for colour and onsets \[samples\].
const SHORT: usize = 1024;
/// Length of the fine frames, for spectral lines \[samples\]. Shorter sounds are extended by zeros.
const FINE: usize = 8192;
/// Length of a step of the level over time \[samples\]: 10 ms.
const STEP: usize = 441;
/// Level below which samples at both ends of the sound are cut off, relative to the peak \[1\].
const CUT: f64 = 1e-4;
/// Limits of the five bands of the spectral flux \[Hz\].
const FLUX_LIMITS: [f64; 6] = [100.0, 400.0, 1000.0, 2500.0, 6000.0, 16_000.0];
/// Minimum flux of an onset: the mean rise of log₁₀ of the power, 2.5 dB.
const MIN_FLUX: f64 = 0.25;
/// Minimum number of onsets whose spread is measured.
const MIN_ONSETS: usize = 3;

/// A descriptor with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descriptor {
    /// Name with the unit, as in the reference: `centroid_hz`.
    pub name: &'static str,
    /// Measured value; `None` if it is not defined for the sound.
    pub value: Option<f64>,
}

/// The descriptors of a sound and its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descriptors {
    /// Length without the silence at both ends, at least 8192 samples at 44.1 kHz \[s\].
    pub seconds: f64,
    /// Mean frequency, weighted by power \[Hz\].
    pub centroid: f64,
    /// Power below 200 Hz relative to the total power \[dB\].
    pub below_200: f64,
    /// Power from 4 kHz relative to the total power \[dB\].
    pub above_4k: f64,
    /// Power from 8 kHz relative to the total power \[dB\].
    pub above_8k: f64,
    /// Slope of the spectrum from 250 Hz to 8 kHz \[dB/octave\].
    pub slope: f64,
    /// Effective number of spectral lines from 200 Hz to 8 kHz \[1\].
    pub lines: f64,
    /// Share of the nine strongest bins in the power from 200 Hz to 8 kHz \[1\].
    pub nine_strongest: f64,
    /// Time in which the level falls by 20 dB from its maximum \[s\].
    pub t20: f64,
    /// Difference of the 95th and the 10th percentile of the level \[dB\].
    pub contrast: f64,
    /// Onsets per second \[1/s\].
    pub onset_rate: f64,
    /// Standard deviation of the centroids at the onsets \[octaves\]; `None` with fewer than three onsets.
    pub onset_spread: Option<f64>,
}

impl Descriptors {
    /// Number of descriptors, without the length of the sound.
    pub const COUNT: usize = 11;

    /// Measures the descriptors of a sound; `None` for silence.
    pub fn of(samples: &[f64], rate: f64) -> Option<Self> {
        let (samples, rate) = (clean(samples), positive(rate));
        let samples =
            if rate == DESCRIPTOR_RATE { samples } else { resample(&samples, rate, DESCRIPTOR_RATE) };
        let samples = trimmed(samples)?;
        let seconds = samples.len() as f64 / DESCRIPTOR_RATE;
        let short = ShortFrames::of(&samples);
        let colour = short.colour(&samples);
        let (lines, nine_strongest) = tonality(&samples);
        let (t20, contrast) = level_course(&samples);
        let onsets = short.onsets();
        let enough = onsets.len() >= MIN_ONSETS;
        Some(Self {
            seconds,
            centroid: colour.centroid(),
            below_200: colour.share(0.0, 200.0),
            above_4k: colour.share(4000.0, f64::INFINITY),
            above_8k: colour.share(8000.0, f64::INFINITY),
            slope: colour.slope(),
            lines,
            nine_strongest,
            t20,
            contrast,
            onset_rate: onsets.len() as f64 / seconds,
            onset_spread: enough.then(|| deviation(onsets.iter().map(|&frame| short.0[frame].log_centroid))),
        })
    }

    /// Returns the descriptors in the order of the table at the head of this module, without the length of
    /// the sound.
    pub fn list(&self) -> [Descriptor; Self::COUNT] {
        let of = |name, value| Descriptor { name, value };
        [
            of("centroid_hz", Some(self.centroid)),
            of("below_200_db", Some(self.below_200)),
            of("above_4k_db", Some(self.above_4k)),
            of("above_8k_db", Some(self.above_8k)),
            of("slope_db_per_octave", Some(self.slope)),
            of("lines", Some(self.lines)),
            of("nine_strongest", Some(self.nine_strongest)),
            of("t20_s", Some(self.t20)),
            of("p95_to_p10_db", Some(self.contrast)),
            of("onsets_per_s", Some(self.onset_rate)),
            of("onset_centroid_spread_octaves", self.onset_spread),
        ]
    }
}

/// Removes the mean, sets the peak to 1, cuts off the silence at both ends and extends the sound to one fine
/// frame. Returns `None` for silence.
fn trimmed(mut samples: Vec<f64>) -> Option<Vec<f64>> {
    let mean = samples.iter().sum::<f64>() / samples.len().max(1) as f64;
    for x in &mut samples {
        *x -= mean;
    }
    let top = peak(&samples);
    if top <= 0.0 {
        return None;
    }
    for x in &mut samples {
        *x /= top;
    }
    let first = samples.iter().position(|x| x.abs() > CUT)?;
    let last = samples.iter().rposition(|x| x.abs() > CUT)?;
    samples.truncate(last + 1);
    samples.drain(..first);
    samples.resize(samples.len().max(FINE), 0.0);
    Some(samples)
}

/// Powers of overlapping frames under Hann's window, without zero padding.
struct PowerFrames {
    window: Vec<f64>,
    transform: Arc<dyn RealToComplex<f64>>,
    input: Vec<f64>,
    output: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
    power: Vec<f64>,
}

impl PowerFrames {
    fn new(length: usize) -> Self {
        let wave = |n: usize| libm::sin(PI * n as f64 / (length - 1) as f64);
        let transform = RealFftPlanner::new().plan_fft_forward(length);
        Self {
            window: (0..length).map(|n| wave(n) * wave(n)).collect(),
            input: transform.make_input_vec(),
            output: transform.make_output_vec(),
            scratch: transform.make_scratch_vec(),
            power: vec![0.0; length / 2 + 1],
            transform,
        }
    }

    /// Returns the starts of the frames that lie completely inside `samples`.
    fn starts(&self, samples: &[f64]) -> impl Iterator<Item = usize> + use<> {
        let length = self.window.len();
        (0..=samples.len().saturating_sub(length)).step_by(length / 2)
    }

    /// Computes the power of each bin of the frame that begins at sample `start`.
    fn power(&mut self, samples: &[f64], start: usize) -> &[f64] {
        for ((input, x), w) in self.input.iter_mut().zip(&samples[start..]).zip(&self.window) {
            *input = w * x;
        }
        let done = self.transform.process_with_scratch(&mut self.input, &mut self.output, &mut self.scratch);
        debug_assert!(done.is_ok(), "the lengths are the plan's own");
        for (power, x) in self.power.iter_mut().zip(&self.output) {
            *power = x.norm_sqr();
        }
        &self.power
    }
}

/// Returns the frequency of a bin of a short frame \[Hz\].
fn frequency(bin: usize) -> f64 {
    bin as f64 * DESCRIPTOR_RATE / SHORT as f64
}

/// Returns the powers of the bins of a short frame from `low` up to, but without, `high` \[Hz\].
fn band(power: &[f64], low: f64, high: f64) -> impl Iterator<Item = f64> {
    let inside = move |(bin, _): &(usize, &f64)| (low..high).contains(&frequency(*bin));
    power.iter().enumerate().filter(inside).map(|(_, power)| *power)
}

/// Returns the mean frequency of a short frame, weighted by power \[Hz\].
fn mean_frequency(power: &[f64]) -> f64 {
    let weighted: f64 = power.iter().enumerate().map(|(bin, power)| frequency(bin) * power).sum();
    weighted / power.iter().sum::<f64>()
}

/// Energy and energy in bands of one frame of the fine analysis in time.
struct ShortFrame {
    energy: f64,
    bands: [f64; FLUX_LIMITS.len() - 1],
    /// log₂ of the centroid in hertz; not a number for an empty frame.
    log_centroid: f64,
}

/// Measured values of all short frames. The powers of the bins are not stored, so that long files need
/// little memory.
struct ShortFrames(Vec<ShortFrame>);

impl ShortFrames {
    fn of(samples: &[f64]) -> Self {
        let mut frames = PowerFrames::new(SHORT);
        let mut numbers = |start| {
            let power = frames.power(samples, start);
            ShortFrame {
                energy: power.iter().sum(),
                bands: std::array::from_fn(|n| band(power, FLUX_LIMITS[n], FLUX_LIMITS[n + 1]).sum()),
                log_centroid: libm::log2(mean_frequency(power)),
            }
        };
        Self(PowerFrames::new(SHORT).starts(samples).map(&mut numbers).collect())
    }

    fn max_energy(&self) -> f64 {
        self.0.iter().fold(0.0, |max, frame| frame.energy.max(max))
    }

    /// Returns the sum of the power spectra of all frames within 40 dB of the strongest frame.
    fn colour(&self, samples: &[f64]) -> Colour {
        let least = 1e-4 * self.max_energy();
        let mut frames = PowerFrames::new(SHORT);
        let mut sum = vec![0.0; SHORT / 2 + 1];
        for (start, frame) in frames.starts(samples).zip(&self.0) {
            if frame.energy > least {
                let power = frames.power(samples, start);
                sum.iter_mut().zip(power).for_each(|(sum, power)| *sum += power);
            }
        }
        Colour(sum)
    }

    /// Returns the indices of the frames in which an onset reaches its full power.
    fn onsets(&self) -> Vec<usize> {
        // The floor keeps the rise from digital silence finite.
        let floor = 1e-9 * self.max_energy();
        let rise = |pair: &[ShortFrame]| {
            let bands = pair[0].bands.iter().zip(&pair[1].bands);
            let rises =
                bands.map(|(old, new)| (libm::log10(new + floor) - libm::log10(old + floor)).max(0.0));
            rises.sum::<f64>() / pair[0].bands.len() as f64
        };
        let flux: Vec<f64> = self.0.windows(2).map(rise).collect();
        let maxima = flux.windows(3).enumerate();
        let maxima = maxima.filter(|(_, flux)| flux[1] > MIN_FLUX && flux[1] >= flux[0] && flux[1] > flux[2]);
        // Flux n + 1 is the rise from frame n + 1 to frame n + 2.
        maxima.map(|(n, _)| n + 2).collect()
    }
}

/// Sum of the power spectra of the strong frames: the power of each bin.
struct Colour(Vec<f64>);

impl Colour {
    fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    fn centroid(&self) -> f64 {
        mean_frequency(&self.0)
    }

    /// Returns the power from `low` to `high` \[Hz\] relative to the total power \[dB\], at least −90 dB.
    fn share(&self, low: f64, high: f64) -> f64 {
        decibels(band(&self.0, low, high).sum::<f64>() / self.total() + 1e-9)
    }

    /// Returns the slope of the line through the mean levels of 16 third octaves \[dB/octave\].
    fn slope(&self) -> f64 {
        /// Number of third octaves from 250 Hz to 8 kHz.
        const BANDS: usize = 16;
        let third = |n: usize| {
            let centre = 250.0 * libm::exp2(n as f64 / 3.0);
            let half = libm::exp2(1.0 / 6.0);
            let (count, sum) = band(&self.0, centre / half, centre * half)
                .fold((0_usize, 0.0), |(count, sum), power| (count + 1, sum + power));
            // No band is empty: the narrowest, at 250 Hz, is 58 Hz wide and the bins are 43 Hz apart.
            let mean = sum / count as f64 / self.total();
            (n as f64 / 3.0, 10.0 * libm::log10(mean + 1e-15))
        };
        let points: Vec<_> = (0..BANDS).map(third).collect();
        line(&points).map_or(0.0, |(slope, _)| slope)
    }
}

/// Returns the effective number of spectral lines and the share of the nine strongest bins: medians over the
/// fine frames within 30 dB of the strongest.
fn tonality(samples: &[f64]) -> (f64, f64) {
    /// Bins from 200 Hz to 8 kHz.
    const BINS: std::ops::Range<usize> = 37..1486;
    /// Number of strongest bins: three partials of three bins each, the width of a line under the window.
    const STRONGEST: usize = 9;
    let mut frames = PowerFrames::new(FINE);
    let mut rows: Vec<(f64, f64, f64)> = Vec::new();
    for start in frames.starts(samples) {
        // The floor gives an empty frame the entropy of noise instead of 0/0.
        let mut power: Vec<f64> =
            frames.power(samples, start)[BINS].iter().map(|power| power + 1e-14).collect();
        let total: f64 = power.iter().sum();
        for power in &mut power {
            *power /= total;
        }
        let entropy = -power.iter().map(|share| share * libm::log(*share)).sum::<f64>();
        power.sort_by(|a, b| b.total_cmp(a));
        rows.push((total, libm::exp(entropy), power[..STRONGEST].iter().sum()));
    }
    let least = 1e-3 * rows.iter().fold(0.0_f64, |max, row| row.0.max(max));
    rows.retain(|row| row.0 > least);
    let median = |of: fn(&(f64, f64, f64)) -> f64| percentile(rows.iter().map(of).collect(), 50.0);
    (median(|row| row.1), median(|row| row.2))
}

/// Returns the time to the first step 20 dB below the loudest \[s\], and the difference of the 95th and 10th
/// percentiles of the level \[dB\].
fn level_course(samples: &[f64]) -> (f64, f64) {
    // The last step counts only if a sample follows it.
    let steps = (samples.len() - 1) / STEP;
    let level = |step: &[f64]| {
        let square = step.iter().map(|x| x * x).sum::<f64>() / STEP as f64;
        // The floor is 120 dB below the square of the peak.
        10.0 * libm::log10(square + 1e-12)
    };
    let levels: Vec<f64> = samples.chunks_exact(STEP).take(steps).map(level).collect();
    let top = levels.iter().enumerate().fold(0, |top, (n, level)| if *level > levels[top] { n } else { top });
    let after = &levels[top..];
    let fallen = after.iter().position(|level| *level < levels[top] - 20.0).unwrap_or(after.len());
    let contrast = percentile(levels.clone(), 95.0) - percentile(levels.clone(), 10.0);
    (fallen as f64 * 0.01, contrast)
}

/// Returns a percentile by linear interpolation between the sorted values; 0 without values.
fn percentile(mut values: Vec<f64>, percent: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else {
        return 0.0;
    };
    let at = percent / 100.0 * last as f64;
    let low = (at as usize).min(last);
    let high = (low + 1).min(last);
    values[low] + (at - low as f64) * (values[high] - values[low])
}

/// Returns the standard deviation of the values about their mean, with the divisor n.
fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    (values.map(|x| (x - mean) * (x - mean)).sum::<f64>() / count).sqrt()
}
