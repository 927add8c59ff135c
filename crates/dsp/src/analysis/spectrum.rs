//! How much there is of each frequency.
//!
//! A sound is faded in and out by Hann's window, so that its ends are not heard as clicks, continued by
//! silence, and taken apart into sines. Their powers add up to the mean square of the sound.
//!
//! $$ w_n = \sin^2\frac{\pi (n + 1/2)}{N}, \qquad
//!    P_k = \frac{c_k}{M \sum w_n^2} \Bigl| \sum_{n=0}^{N-1} w_n x_n e^{-2\pi i k n / M} \Bigr|^2, \qquad f_k = k r / M $$
//!
//! | symbol | here             | unit | meaning                                                         |
//! |--------|------------------|------|-----------------------------------------------------------------|
//! | x, r   | `samples`, `rate`| ·, Hz | the sound in any unit, and its samples per second              |
//! | N, M   |                  | 1    | its length, and the power of two at least twice as long         |
//! | c      |                  | 1    | 2, for the negative frequencies; 1 at 0 and at r/2              |
//! | P, f   | `power`, `frequency` | ·², Hz | power of a bin; a sine of amplitude A has A²/2 in all of them |
//!
//! A pure tone is a lobe four N-th parts of the rate wide. Its top lies between bins: a parabola through the
//! logarithms of the three highest finds it. Beside the lobe are lower ones, at the distance d (in N-th parts
//! of the rate) no higher in amplitude than
//!
//! $$ \frac{1}{\pi d\,(d^2 - 1)} $$
//!
//! of the tone; what does not stand out of these is no tone of its own.
//!
//! Source: \[Smith2011\].

use super::{clean, positive};
use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};
use std::f64::consts::PI;
use std::sync::Arc;

/// How the frequencies of a spectrum are weighted in a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// By power: what carries the energy counts. The mean of two equal sines is half way, and noise far below
    /// does not move it.
    #[default]
    Power,
    /// By amplitude: weak high partials count more, which is nearer to how brightness is heard, and so does
    /// every bit of noise: the answer depends on the bandwidth.
    Amplitude,
}

/// A tone found in a spectrum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partial {
    /// Where it is \[Hz\].
    pub frequency: f64,
    /// Its amplitude under the window, in the unit of the samples; right for what sounds steadily, too small
    /// for what dies away before the window has opened.
    pub amplitude: f64,
}

/// Power over frequency.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    power: Vec<f64>,
    /// Distance of two bins \[Hz\].
    width: f64,
    /// Distance of the zeros of the window's transform \[Hz\].
    lobe: f64,
    /// A sine's mean square over the power at its top.
    top: f64,
}

/// Hann's window and the transform of what is under it.
pub(super) struct Frames {
    window: Vec<f64>,
    /// Σ w²
    squares: f64,
    transform: Arc<dyn RealToComplex<f64>>,
    input: Vec<f64>,
    output: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

impl Frames {
    /// For frames of so many samples, at least one.
    pub(super) fn new(long: usize) -> Self {
        let long = long.max(1);
        let wave = |n: usize| libm::sin(PI * (n as f64 + 0.5) / long as f64);
        let window: Vec<f64> = (0..long).map(|n| wave(n) * wave(n)).collect();
        let transform = RealFftPlanner::new().plan_fft_forward((2 * long).next_power_of_two());
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

    /// Distance of two bins \[Hz\].
    pub(super) fn width(&self, rate: f64) -> f64 {
        rate / self.input.len() as f64
    }

    /// The ends of frames a quarter of their length apart that cover so many samples. The squares of their
    /// windows add up to a constant: every sample counts alike.
    pub(super) fn ends(&self, samples: usize) -> impl Iterator<Item = usize> + use<> {
        let (hop, long) = (self.hop(), self.window.len());
        (hop..samples + long).step_by(hop)
    }

    /// From one of these ends to the next.
    fn hop(&self) -> usize {
        (self.window.len() / 4).max(1)
    }

    /// The powers of the frame that ends before sample `end`; where there is no sample is silence.
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
    /// The spectrum of a whole sound under one window: the finest there is, in which steady tones are
    /// sharpest.
    pub fn of(samples: &[f64], rate: f64) -> Self {
        let (samples, rate) = (clean(samples), positive(rate));
        let mut frames = Frames::new(samples.len());
        let power = frames.powers(&samples, samples.len()).collect();
        frames.spectrum(power, rate)
    }

    /// The mean spectrum of overlapping frames of `window` \[s\], which counts every sample alike: right for
    /// what is sudden, and smooth for what is noise.
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

    /// Power of every bin, from 0 to half the rate.
    pub fn power(&self) -> &[f64] {
        &self.power
    }

    /// The frequency of a bin \[Hz\].
    pub fn frequency(&self, bin: usize) -> f64 {
        bin as f64 * self.width
    }

    /// All powers together: the mean square of the sound under the window.
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

    /// The mean frequency, 0 of silence \[Hz\]: Σ f P / Σ P, or the same with √P.
    pub fn centroid(&self, weight: Weight) -> f64 {
        let (sum, all) = self.weights(weight).fold((0.0, 0.0), |(sum, all), (f, w)| (sum + f * w, all + w));
        if all > 0.0 { sum / all } else { 0.0 }
    }

    /// How far the power is from its mean frequency, in the mean square \[Hz\].
    pub fn spread(&self) -> f64 {
        let (centre, all) = (self.centroid(Weight::Power), self.total());
        let square = self.weights(Weight::Power).map(|(f, w)| (f - centre) * (f - centre) * w);
        if all > 0.0 { (square.sum::<f64>() / all).sqrt() } else { 0.0 }
    }

    /// The frequency below which this share of the power is \[Hz\].
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

    /// Geometric over arithmetic mean of the powers: 1 for white noise in the long mean, near 0 for tones
    /// \[1\].
    pub fn flatness(&self) -> f64 {
        let mean = self.total() / self.power.len().max(1) as f64;
        if mean <= 0.0 {
            return 0.0;
        }
        // Nothing is so quiet that it would make a hole of everything: 200 dB below the mean is silence.
        let logarithms = self.power.iter().map(|power| libm::log(power / mean + 1e-20));
        libm::exp(logarithms.sum::<f64>() / self.power.len() as f64).min(1.0)
    }

    /// At most `count` tones, the strongest first, none weaker than `floor` \[dB\] below the strongest.
    pub fn partials(&self, count: usize, floor: f64) -> Vec<Partial> {
        let most = self.power.iter().fold(0.0_f64, |most, power| most.max(*power));
        let least = most * libm::pow(10.0, -floor.abs() / 10.0);
        let mut tops: Vec<_> = self
            .power
            .windows(3)
            .enumerate()
            .filter(|(_, three)| three[1] > least && three[1] > three[0] && three[1] >= three[2])
            .map(|(before, three)| self.top_of(before + 1, [three[0], three[1], three[2]]))
            .collect();
        tops.sort_by(|one, two| two.amplitude.total_cmp(&one.amplitude));
        let mut found: Vec<Partial> = Vec::new();
        for top in tops {
            let beside: f64 = found.iter().map(|other| self.beside(other, top.frequency)).sum();
            // Twice the bound: lobes of several tones, and of their mirror images, add up.
            if found.len() < count && top.amplitude > 2.0 * beside {
                found.push(top);
            }
        }
        found
    }

    /// The top of the parabola through three logarithms.
    fn top_of(&self, bin: usize, three: [f64; 3]) -> Partial {
        // A bin of nothing is 300 dB below its neighbour instead of infinitely far.
        let [a, b, c] = three.map(|power| libm::log(power.max(three[1] * 1e-30)));
        let bend = a - 2.0 * b + c;
        let aside = if bend < 0.0 { 0.5 * (a - c) / bend } else { 0.0 };
        let height = libm::exp(b - 0.25 * (a - c) * aside);
        Partial { frequency: (bin as f64 + aside) * self.width, amplitude: (2.0 * height * self.top).sqrt() }
    }

    /// How high the lobes of a tone are at a frequency, in amplitude.
    fn beside(&self, tone: &Partial, frequency: f64) -> f64 {
        let d = (frequency - tone.frequency).abs() / self.lobe;
        if d < 2.0 { tone.amplitude } else { tone.amplitude / (PI * d * (d * d - 1.0)) }
    }
}

/// Samples of a frame of `window` \[s\]; at least 2, and not absurdly more than there are.
pub(super) fn frame_length(window: f64, rate: f64, samples: usize) -> usize {
    let long = (window * rate).round();
    let most = samples.next_power_of_two().max(2);
    if long > 2.0 { (long as usize).min(most) } else { 2 }
}
