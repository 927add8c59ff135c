//! Power spectrum and partials.
//!
//! The sound is multiplied by Hann's window, zero-padded and Fourier transformed. The powers add up to the
//! mean square of the windowed sound.
//!
//! ```math
//! w_n = \sin^2\frac{\pi (n + 1/2)}{N}, \qquad
//! P_k = \frac{c_k}{M \sum w_n^2} \Bigl| \sum_{n=0}^{N-1} w_n x_n e^{-2\pi i k n / M} \Bigr|^2, \qquad f_k = k r / M
//! ```
//!
//! | symbol | here             | unit | meaning                                                         |
//! |--------|------------------|------|-----------------------------------------------------------------|
//! | x, r   | `samples`, `rate`| ·, Hz | samples in any unit, and sample rate                            |
//! | N, M   |                  | 1    | length, and the power of two at least twice as long             |
//! | c      |                  | 1    | 2 for the negative frequencies; 1 at 0 and r/2                  |
//! | P, f   | `power`, `frequency` | ·², Hz | power of a bin; a sine of amplitude A has A²/2 in total         |
//!
//! A sine gives a main lobe of width 4r/N. A parabola through the logarithms of the three highest bins finds
//! its maximum between bins. The side lobes at a distance d (in units of r/N) have at most the relative
//! amplitude
//!
//! ```math
//! \frac{1}{\pi d\,(d^2 - 1)}
//! ```
//!
//! A maximum that does not exceed them is not a partial.
//!
//! Source: \[Smith2011\].

use super::{clean, positive};
use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};
use std::f64::consts::PI;
use std::sync::Arc;

/// Weight of each frequency of a spectrum in a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// Weight by power. The mean of two equal sines is midway, and weak noise hardly changes the mean.
    #[default]
    Power,
    /// Weight by amplitude. Weak high partials count more than by power, which is closer to perceived
    /// brightness. Noise also counts more, and the result depends on the bandwidth.
    Amplitude,
}

/// A sinusoidal component found in a spectrum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// Frequency of the component \[Hz\].
    pub frequency: f64,
    /// Amplitude of the component under the window, in the unit of the samples. Exact for steady tones, too
    /// small for tones that decay before the window opens.
    pub amplitude: f64,
}

/// Power of a sound over frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    power: Vec<f64>,
    /// Spacing of the frequency bins \[Hz\].
    width: f64,
    /// Spacing of the zeros of the transformed window \[Hz\].
    lobe: f64,
    /// Mean square of a sine divided by its maximum power per bin \[1\].
    top: f64,
}

/// Windowed Fourier transform of frames of equal length.
pub(super) struct Frames {
    window: Vec<f64>,
    /// Sum of the squared window, Σ w².
    squares: f64,
    transform: Arc<dyn RealToComplex<f64>>,
    input: Vec<f64>,
    output: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

impl Frames {
    /// Makes the transform of frames of `length` samples, at least one.
    pub(super) fn new(length: usize) -> Self {
        let length = length.max(1);
        let wave = |n: usize| libm::sin(PI * (n as f64 + 0.5) / length as f64);
        let window: Vec<f64> = (0..length).map(|n| wave(n) * wave(n)).collect();
        let transform = RealFftPlanner::new().plan_fft_forward((2 * length).next_power_of_two());
        Self {
            squares: window.iter().map(|w| w * w).sum(),
            window,
            input: transform.make_input_vec(),
            output: transform.make_output_vec(),
            scratch: transform.make_scratch_vec(),
            transform,
        }
    }

    pub(super) fn bins(&self) -> usize {
        self.output.len()
    }

    /// Returns the spacing of the bins at a sample rate \[Hz\].
    pub(super) fn width(&self, rate: f64) -> f64 {
        rate / self.input.len() as f64
    }

    /// Returns the ends of overlapping frames that cover `samples`, a quarter of their length apart. The
    /// squares of the windows add up to a constant, so every sample has equal weight.
    pub(super) fn ends(&self, samples: usize) -> impl Iterator<Item = usize> + use<> {
        let (hop, long) = (self.hop(), self.window.len());
        (hop..samples + long).step_by(hop)
    }

    /// Returns the distance of the ends of successive frames \[samples\].
    fn hop(&self) -> usize {
        (self.window.len() / 4).max(1)
    }

    /// Computes the powers of the frame that ends before sample `end`; missing samples count as 0.
    pub(super) fn powers(&mut self, samples: &[f64], end: usize) -> impl Iterator<Item = f64> {
        let long = self.window.len();
        self.input.fill(0.0);
        for (n, (x, w)) in self.input.iter_mut().zip(&self.window).enumerate() {
            let sample = (end + n).checked_sub(long).and_then(|at| samples.get(at));
            *x = w * sample.copied().unwrap_or(0.0);
        }
        let done = self.transform.process_with_scratch(&mut self.input, &mut self.output, &mut self.scratch);
        debug_assert!(done.is_ok(), "the lengths are the plan's own");
        let (long, last) = (self.input.len() as f64, self.output.len() - 1);
        let scale = 1.0 / (long * self.squares);
        self.output.iter().enumerate().map(move |(bin, x)| {
            let both = if bin == 0 || bin == last { 1.0 } else { 2.0 };
            both * scale * x.norm_sqr()
        })
    }

    pub(super) fn spectrum(&self, power: Vec<f64>, rate: f64) -> Spectrum {
        let sum: f64 = self.window.iter().sum();
        Spectrum {
            power,
            width: self.width(rate),
            lobe: rate / self.window.len() as f64,
            top: self.input.len() as f64 * self.squares / (sum * sum),
        }
    }
}

impl Spectrum {
    /// Computes the spectrum of the whole sound under one window: the finest resolution for steady tones.
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let mut frames = Frames::new(samples.len());
        let power = frames.powers(&samples, samples.len()).collect();
        frames.spectrum(power, rate)
    }

    /// Computes the mean spectrum of overlapping frames of `window` \[s\]. Every sample has equal weight, so
    /// short sounds are measured correctly and the spectrum of noise is smooth.
    pub fn mean(samples: &[f64], rate: f64, window: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let long = frame_length(window, rate, samples.len());
        let mut frames = Frames::new(long);
        let mut power = vec![0.0; frames.bins()];
        let share = frames.hop() as f64 / samples.len().max(1) as f64;
        for end in frames.ends(samples.len()) {
            for (sum, power) in power.iter_mut().zip(frames.powers(&samples, end)) {
                *sum += share * power;
            }
        }
        frames.spectrum(power, rate)
    }

    /// Returns the power of each bin, from 0 to half the sample rate.
    pub fn power(&self) -> &[f64] {
        &self.power
    }

    /// Returns the frequency of a `bin` \[Hz\].
    pub fn frequency(&self, bin: usize) -> f64 {
        bin as f64 * self.width
    }

    /// Returns the sum of the powers: the mean square of the windowed sound.
    pub fn total(&self) -> f64 {
        self.power.iter().sum()
    }

    fn weights(&self, weight: Weight) -> impl Iterator<Item = (f64, f64)> {
        self.power.iter().enumerate().map(move |(bin, &power)| {
            let weight = match weight {
                Weight::Power => power,
                Weight::Amplitude => power.sqrt(),
            };
            (self.frequency(bin), weight)
        })
    }

    /// Returns the mean frequency \[Hz\], weighted by the power or the amplitude of each bin; 0 for
    /// silence.
    pub fn centroid(&self, weight: Weight) -> f64 {
        let (sum, all) = self.weights(weight).fold((0.0, 0.0), |(sum, all), (f, w)| (sum + f * w, all + w));
        if all > 0.0 { sum / all } else { 0.0 }
    }

    /// Returns the standard deviation of the frequency about the centroid, weighted by power \[Hz\].
    pub fn spread(&self) -> f64 {
        let (centre, all) = (self.centroid(Weight::Power), self.total());
        let square = self.weights(Weight::Power).map(|(f, w)| (f - centre) * (f - centre) * w);
        if all > 0.0 { (square.sum::<f64>() / all).sqrt() } else { 0.0 }
    }

    /// Returns the frequency below which a `share` of the power lies \[Hz\].
    pub fn roll_off(&self, share: f64) -> f64 {
        let wanted = share.clamp(0.0, 1.0) * self.total();
        let mut below = 0.0;
        for (bin, power) in self.power.iter().enumerate() {
            if below + power >= wanted && *power > 0.0 {
                let part = (wanted - below) / power;
                return (self.frequency(bin) + (part - 0.5) * self.width).max(0.0);
            }
            below += power;
        }
        0.0
    }

    /// Returns the geometric mean of the powers divided by their arithmetic mean \[1\]: near 1 for white
    /// noise, near 0 for tones.
    pub fn flatness(&self) -> f64 {
        let mean = self.total() / self.power.len().max(1) as f64;
        if mean <= 0.0 {
            return 0.0;
        }
        // A floor 200 dB below the mean keeps a single empty bin from making the product zero.
        let logarithms = self.power.iter().map(|power| libm::log(power / mean + 1e-20));
        libm::exp(logarithms.sum::<f64>() / self.power.len() as f64).min(1.0)
    }

    /// Finds at most `count` partials, the strongest first, down to `floor` \[dB\] below the strongest.
    pub fn partials(&self, count: usize, floor: f64) -> Vec<Partial> {
        let max = self.power.iter().fold(0.0_f64, |max, power| max.max(*power));
        let min = max * libm::pow(10.0, -floor.abs() / 10.0);
        let mut maxima: Vec<_> = self
            .power
            .windows(3)
            .enumerate()
            .filter(|(_, three)| three[1] > min && three[1] > three[0] && three[1] >= three[2])
            .map(|(before, three)| self.maximum_at(before + 1, [three[0], three[1], three[2]]))
            .collect();
        maxima.sort_by(|a, b| b.amplitude.total_cmp(&a.amplitude));
        let mut found: Vec<Partial> = Vec::new();
        for maximum in maxima {
            let side_lobes: f64 = found.iter().map(|other| self.side_lobe(other, maximum.frequency)).sum();
            // Twice the bound is required, because side lobes of several partials and of their mirror images
            // add up.
            if found.len() < count && maximum.amplitude > 2.0 * side_lobes {
                found.push(maximum);
            }
        }
        found
    }

    /// Returns the maximum of the parabola through the logarithms of three adjacent bins, as a partial.
    fn maximum_at(&self, bin: usize, three: [f64; 3]) -> Partial {
        // An empty bin counts as 300 dB below its neighbour, so that the logarithm is finite.
        let [a, b, c] = three.map(|power| libm::log(power.max(three[1] * 1e-30)));
        let bend = a - 2.0 * b + c;
        let offset = if bend < 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
        let height = libm::exp(b - 0.25 * (a - c) * offset);
        Partial { frequency: (bin as f64 + offset) * self.width, amplitude: (2.0 * height * self.top).sqrt() }
    }

    /// Returns a bound on the amplitude that the side lobes of the partial `tone` have at a `frequency`.
    fn side_lobe(&self, tone: &Partial, frequency: f64) -> f64 {
        let d = (frequency - tone.frequency).abs() / self.lobe;
        if d < 2.0 { tone.amplitude } else { tone.amplitude / (PI * d * (d * d - 1.0)) }
    }
}

/// Returns the number of samples of a frame of `window` \[s\]: at least 2, at most the next power of two
/// above `samples`.
pub(super) fn frame_length(window: f64, rate: f64, samples: usize) -> usize {
    let length = (window * rate).round();
    let max = samples.next_power_of_two().max(2);
    if length > 2.0 { (length as usize).min(max) } else { 2 }
}
