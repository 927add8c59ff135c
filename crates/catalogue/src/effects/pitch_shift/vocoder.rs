//! A phase vocoder: stretches a signal in time without a change of pitch, then plays it faster or slower.
//! The pitch changes, the duration does not.
//!
//! Frames of N samples are taken from the input as time passes and synthesised at steps of H = N/4,
//! whatever the time between them. Their sines must continue from frame to frame. Each peak k of the
//! spectrum X of a frame gets the phase of the frame synthesised before, plus the phase that the input
//! itself gained within H samples. A second spectrum X′, of the frame that began H earlier, gives this
//! gain:
//!
//! ```math
//! Y_k = X_k\,\frac{z_k}{|z_k|}, \qquad z_k = Y^{\text{before}}_k\,\overline{X'_k}
//! ```
//!
//! | symbol | here                  | unit | meaning                                                             |
//! |--------|-----------------------|------|---------------------------------------------------------------------|
//! | N, H   | `frame_length`, `hop` | 1    | length of a frame, about 43 ms; a quarter of it                     |
//! | X, X′  | `here`, `earlier`     |      | spectra of the frame, and of the frame that began H samples earlier |
//! | Y      | `synthesised`         |      | spectrum of the synthesised frame                                   |
//!
//! All bins around a peak rotate with it, so that its shape is kept. No angle is computed or unwrapped. A
//! frame that is much louder than the one before is synthesised as it is: an onset keeps its edge.
//! Components that would exceed half the sample rate after faster playback are left out of Y. The
//! synthesised signal is read between samples with a windowed sinc of 16 points.
//!
//! Sources: \[Puckette1995\], \[LarocheDolson1999\].

use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::signal::Delay;
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use std::sync::Arc;

/// Approximate length of an analysis frame \[s\].
const FRAME_SECONDS: f64 = 0.043;
/// Number of points of the sinc that interpolates between samples.
const POINTS: usize = 16;
/// Number of tabulated positions of the sinc between two samples.
const PLACES: usize = 256;
/// Ratio of energies of two successive frames above which a frame is an onset \[1\].
const ONSET_RATIO: f64 = 6.0;
/// Half width of the moving average that smooths the spectral envelope \[Hz\]. The average is applied
/// twice.
const SMOOTHING_WIDTH: f64 = 350.0;
/// Maximum gain by which a formant is raised \[1\].
pub(super) const MAX_FORMANT_GAIN: f64 = 8.0;

/// Phase vocoder: stretches the input in time and resamples it to the original duration.
pub(super) struct Vocoder {
    frame_length: usize,
    hop: usize,
    window: Vec<f64>,
    forward: Arc<dyn RealToComplex<f64>>,
    back: Arc<dyn ComplexToReal<f64>>,
    heard: Delay,
    frame: Vec<f64>,
    scratch: Vec<Complex<f64>>,
    here: Vec<Complex<f64>>,
    earlier: Vec<Complex<f64>>,
    synthesised: Vec<Complex<f64>>,
    out: Vec<Complex<f64>>,
    power: Vec<f64>,
    shape: Vec<f64>,
    sums: Vec<f64>,
    /// Ring buffer of synthesised samples.
    ring: Vec<f64>,
    /// Index in `ring` at which the next frame starts.
    next: usize,
    /// Number of finished samples not yet read, at most `hop`.
    ready: f64,
    sinc: Vec<[f64; POINTS]>,
    /// Half width of the moving average that smooths the spectral envelope \[bins\].
    wide: usize,
}

impl core::fmt::Debug for Vocoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Vocoder").field("frame_length", &self.frame_length).finish_non_exhaustive()
    }
}

/// Returns the length of an analysis frame \[samples\], a power of two.
pub(super) fn frame(step: Step) -> usize {
    ((FRAME_SECONDS * 1.4 * step.rate()) as usize).next_power_of_two().clamp(128, 32_768) / 2
}

impl Vocoder {
    /// Plans the transforms and allocates all buffers. Real-time: no.
    pub(super) fn new(step: Step) -> Self {
        let frame_length = frame(step);
        let hop = frame_length / 4;
        let mut planner = RealFftPlanner::new();
        let forward = planner.plan_fft_forward(frame_length);
        let back = planner.plan_fft_inverse(frame_length);
        let scratch = forward.get_scratch_len().max(back.get_scratch_len());
        let none = Complex::new(0.0, 0.0);
        let bins = frame_length / 2 + 1;
        let hann = |n: usize| {
            let s = libm::sin(PI * (n as f64 + 0.5) / frame_length as f64);
            s * s
        };
        Self {
            frame_length,
            hop,
            window: (0..frame_length).map(hann).collect(),
            forward,
            back,
            heard: Delay::new(frame_length + hop + 8),
            frame: vec![0.0; frame_length],
            scratch: vec![none; scratch],
            here: vec![none; bins],
            earlier: vec![none; bins],
            synthesised: vec![none; bins],
            out: vec![none; bins],
            power: vec![0.0; bins],
            shape: vec![0.0; bins],
            sums: vec![0.0; bins + 1],
            // A power of two, and more than a frame plus the points of the sinc.
            ring: vec![0.0; 2 * frame_length],
            next: 0,
            ready: 0.0,
            sinc: (0..=PLACES).map(|place| sinc(place as f64 / PLACES as f64)).collect(),
            wide: (SMOOTHING_WIDTH / step.rate() * frame_length as f64).ceil() as usize,
        }
    }

    /// Processes one input sample and returns one output sample. The pitch is multiplied by `ratio`; `kept`
    /// is the preserved fraction of the formants. Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, input: f64, ratio: f64, kept: f64) -> f64 {
        self.heard.write(input);
        self.ready -= ratio;
        // At most 4 samples are read per step, and a frame gives at least 16.
        if self.ready < 0.0 {
            self.synthesise_frame(ratio, kept);
            self.ready += self.hop as f64;
        }
        // All samples before `next` are complete. The read position is far enough behind for all points of
        // the sinc.
        let ago = self.ready + (POINTS / 2) as f64;
        let complete = ago.ceil();
        let fraction = complete - ago;
        let mask = self.ring.len() - 1;
        let first = self.next.wrapping_sub(complete as usize + POINTS / 2 - 1);
        let place = fraction * PLACES as f64;
        let (n, part) = (place as usize, place - place.floor());
        let (Some(left), Some(right)) = (self.sinc.get(n), self.sinc.get(n + 1)) else {
            return 0.0;
        };
        let mut sum = 0.0;
        for (k, (left, right)) in left.iter().zip(right).enumerate() {
            let sample = self.ring.get(first.wrapping_add(k) & mask).copied();
            sum += (left + part * (right - left)) * sample.unwrap_or(0.0);
        }
        sum
    }

    /// Computes the spectrum of the frame that ended `ago` samples before the newest one.
    fn analyse(&mut self, ago: usize, earlier: bool) {
        let frame_length = self.frame_length;
        for (n, (x, w)) in self.frame.iter_mut().zip(&self.window).enumerate() {
            *x = w * self.heard.at(ago + frame_length - n);
        }
        let spectrum = if earlier { &mut self.earlier } else { &mut self.here };
        // The buffer lengths come from the plan, so the transform cannot fail.
        let _ = self.forward.process_with_scratch(&mut self.frame, spectrum, &mut self.scratch);
    }

    fn synthesise_frame(&mut self, ratio: f64, kept: f64) {
        self.analyse(self.hop, true);
        self.analyse(0, false);
        let energy = |spectrum: &[Complex<f64>]| spectrum.iter().map(Complex::norm_sqr).sum::<f64>();
        let onset = energy(&self.here) > ONSET_RATIO * energy(&self.earlier);
        for (power, x) in self.power.iter_mut().zip(&self.here) {
            *power = x.norm_sqr();
        }
        self.propagate_phases(onset);
        // The phases continue from this spectrum; only the copy is shaped and played.
        self.out.copy_from_slice(&self.synthesised);
        if kept > 0.0 {
            self.keep_formants(ratio, kept);
        }
        let bins = self.out.len();
        let end = ((bins - 1) as f64 / ratio.max(1.0)).floor() as usize;
        for y in
            self.out.iter_mut().take(bins).enumerate().filter(|(k, _)| *k + 1 >= end.max(2)).map(|(_, y)| y)
        {
            *y = Complex::new(0.0, 0.0);
        }
        if let Some(first) = self.out.first_mut() {
            first.im = 0.0;
        }
        let _ = self.back.process_with_scratch(&mut self.out, &mut self.frame, &mut self.scratch);
        // Squared windows at steps of a quarter sum to 3/2.
        let scale = 1.0 / (1.5 * self.frame_length as f64);
        let mask = self.ring.len() - 1;
        // The frame starts at the first incomplete sample. The ring beyond holds three quarters of earlier
        // frames, and stale samples in the last quarter.
        for (n, (x, w)) in self.frame.iter().zip(&self.window).enumerate() {
            if let Some(place) = self.ring.get_mut(self.next.wrapping_add(n) & mask) {
                let before = if n < self.frame_length - self.hop { *place } else { 0.0 };
                *place = before + scale * w * x;
            }
        }
        self.next = self.next.wrapping_add(self.hop);
    }

    /// Continues the phase of every spectral peak and of the bins around the peak.
    fn propagate_phases(&mut self, onset: bool) {
        let bins = self.power.len();
        let mut from = 0;
        let mut peak = None;
        // A region ends at the minimum before the next peak.
        let mut deepest = (0, f64::INFINITY);
        for k in 0..bins {
            let at = |k: usize| self.power.get(k).copied().unwrap_or(0.0);
            let p = at(k);
            let is_peak = p > 0.0
                && p >= at(k.wrapping_sub(1))
                && p >= at(k.wrapping_sub(2))
                && p > at(k + 1)
                && p > at(k + 2);
            if is_peak {
                if let Some(before) = peak {
                    self.rotate_region(before, from, deepest.0, onset);
                    from = deepest.0;
                }
                peak = Some(k);
                deepest = (k + 1, f64::INFINITY);
            } else if p < deepest.1 {
                deepest = (k, p);
            }
        }
        self.rotate_region(peak.unwrap_or(0), from, bins, onset);
    }

    fn rotate_region(&mut self, peak: usize, from: usize, to: usize, onset: bool) {
        let rotation = match (self.synthesised.get(peak), self.earlier.get(peak)) {
            (Some(synthesised), Some(earlier)) if !onset => synthesised * earlier.conj(),
            _ => Complex::new(0.0, 0.0),
        };
        let size = rotation.norm_sqr().sqrt();
        let rotation = if size > 1e-200 { rotation / size } else { Complex::new(1.0, 0.0) };
        let from = from.min(to);
        if let (Some(synthesised), Some(here)) = (self.synthesised.get_mut(from..to), self.here.get(from..to))
        {
            for (y, x) in synthesised.iter_mut().zip(here) {
                *y = x * rotation;
            }
        }
    }

    /// Moves the envelope of the spectrum opposite to the pitch shift, so that the formants stay in place.
    fn keep_formants(&mut self, ratio: f64, kept: f64) {
        smooth(&self.power, &mut self.shape, &mut self.sums, self.wide);
        self.power.copy_from_slice(&self.shape);
        smooth(&self.power, &mut self.shape, &mut self.sums, self.wide);
        let last = self.shape.len() - 1;
        let least = 1e-9 * self.shape.iter().fold(0.0_f64, |most, p| most.max(*p));
        if least <= 0.0 {
            return;
        }
        for (k, y) in self.out.iter_mut().enumerate() {
            let there = k as f64 * ratio;
            let n = (there as usize).min(last);
            let at = |k: usize| self.shape.get(k).copied().unwrap_or(0.0);
            let wanted = at(n) + (there - there.floor()) * (at((n + 1).min(last)) - at(n));
            let gain = ((wanted + least) / (at(k) + least)).sqrt().min(MAX_FORMANT_GAIN);
            *y *= 1.0 + kept * (gain - 1.0);
        }
    }

    /// Clears all signals in the vocoder. Real-time: yes.
    pub(super) fn rest(&mut self) {
        self.heard.clear();
        self.ring.fill(0.0);
        self.synthesised.fill(Complex::new(0.0, 0.0));
    }
}

/// Averages `of` over `wide` bins to either side into `into`, by prefix sums.
fn smooth(of: &[f64], into: &mut [f64], sums: &mut [f64], wide: usize) {
    let mut sum = 0.0;
    for (n, total) in sums.iter_mut().enumerate() {
        *total = sum;
        sum += of.get(n).copied().unwrap_or(0.0);
    }
    let most = of.len();
    for (n, mean) in into.iter_mut().enumerate() {
        let (low, high) = (n.saturating_sub(wide), (n + wide + 1).min(most));
        let at = |n: usize| sums.get(n).copied().unwrap_or(0.0);
        *mean = (at(high) - at(low)).max(0.0) / (high - low).max(1) as f64;
    }
}

/// Returns the points of a sinc under a Hann window, for a position between the two middle points.
fn sinc(way: f64) -> [f64; POINTS] {
    let mut points: [f64; POINTS] = core::array::from_fn(|k| {
        let x = k as f64 - (POINTS / 2 - 1) as f64 - way;
        let w = libm::cos(PI * x / POINTS as f64);
        let s = if x.abs() < 1e-12 { 1.0 } else { libm::sin(PI * x) / (PI * x) };
        s * w * w
    });
    let sum: f64 = points.iter().sum();
    for point in &mut points {
        *point /= sum;
    }
    points
}
