//! Noise with the spectrum of a sound: the same power at every frequency over the whole length, and random
//! phases.
//!
//! ```math
//! y_n = \frac{1}{N} \sum_{k=0}^{N-1} |X_k|\, e^{i\varphi_k}\, e^{2\pi i k n / N}, \qquad
//! X_k = \sum_{n=0}^{N-1} x_n\, e^{-2\pi i k n / N}, \qquad \varphi_{N-k} = -\varphi_k
//! ```
//!
//! | symbol | meaning                                               | unit |
//! |--------|-------------------------------------------------------|------|
//! | x, y   | samples of the sound and of the noise                 | any  |
//! | X      | Fourier transform of the whole sound                  | any  |
//! | φ      | phases, uniform from 0 to 2π; 0 at k = 0 and k = N/2  | rad  |
//!
//! The noise has the autocorrelation of the sound, and so its colour and lines, but nothing of its course
//! over time: no onsets, no decay, no rhythm. What both have in common is no evidence of structure in time.
//!
//! Source: \[Theiler1992\], surrogates by random phases.

use super::clean;
use foley_scene::mix_seed;
use realfft::RealFftPlanner;
use realfft::num_complex::Complex;
use std::f64::consts::TAU;

/// Returns noise of the length and the power spectrum of a sound, with phases drawn from `seed`.
pub fn spectral_noise(samples: &[f64], seed: u64) -> Vec<f64> {
    let mut samples = clean(samples);
    let count = samples.len();
    if count < 2 {
        return samples;
    }
    let mut dice = crate::random::Dice::new(mix_seed(seed, 0x70_68_61_73));
    let mut planner = RealFftPlanner::new();
    let mut bins = planner.plan_fft_forward(count).make_output_vec();
    let done = planner.plan_fft_forward(count).process(&mut samples, &mut bins);
    debug_assert!(done.is_ok(), "the lengths are the plan's own");
    // The first bin, and the last one of an even length, are real: they keep their value.
    let last = if count.is_multiple_of(2) { bins.len() - 1 } else { bins.len() };
    for bin in bins.iter_mut().take(last).skip(1) {
        *bin = Complex::from_polar(bin.norm(), TAU * dice.unit());
    }
    let done = planner.plan_fft_inverse(count).process(&mut bins, &mut samples);
    debug_assert!(done.is_ok(), "real bins at both ends, and the lengths are the plan's own");
    samples.iter().map(|sample| sample / count as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Descriptors, Spectrum};

    /// A train of ten clicks that ring at 1 kHz, over one second at 44.1 kHz.
    fn clicks(count: usize) -> Vec<f64> {
        let ring = |n: usize| {
            let t = (n % 4410) as f64 / 44_100.0;
            libm::exp(-t / 0.01) * libm::sin(TAU * 1000.0 * t)
        };
        (0..count).map(ring).collect()
    }

    #[test]
    fn the_noise_has_the_energy_and_the_power_spectrum_of_the_sound() {
        for count in [44_100, 44_099] {
            let sound = clicks(count);
            let noise = spectral_noise(&sound, 1);
            assert_eq!(noise.len(), count);
            let energy = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
            // Parseval: equal moduli have equal energy, to the rounding of transforms of 44,100 points.
            assert!((energy(&noise) / energy(&sound) - 1.0).abs() < 1e-9, "{count}");
            let centroid = |x: &[f64]| Spectrum::of(x, 44_100.0).centroid(crate::analysis::Weight::Power);
            // The window spreads each line over its neighbours, with other phases: 1 % of the centroid.
            let (a, b) = (centroid(&sound), centroid(&noise));
            assert!((a / b - 1.0).abs() < 0.01, "{count}: {a} Hz and {b} Hz");
            assert_ne!(noise, spectral_noise(&sound, 2));
            assert_eq!(noise, spectral_noise(&sound, 1));
        }
    }

    #[test]
    fn the_noise_of_a_decay_does_not_decay() {
        let mut sound = clicks(4410);
        sound.resize(44_100, 0.0);
        let of = |x: &[f64]| Descriptors::of(x, 44_100.0).unwrap();
        let (decay, noise) = (of(&sound), of(&spectral_noise(&sound, 1)));
        assert!(decay.t20 < 0.1 && noise.t20 > 0.3, "{} s and {} s", decay.t20, noise.t20);
    }

    #[test]
    fn sounds_without_samples_stay_as_they_are() {
        assert!(spectral_noise(&[], 1).is_empty());
        assert_eq!(spectral_noise(&[0.5], 1), [0.5]);
        assert_eq!(spectral_noise(&[f64::NAN, 0.0], 1), [0.0, 0.0]);
    }
}
