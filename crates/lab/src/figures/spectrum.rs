//! Spectra of simulated oscillations by a simple fast Fourier transform.
//!
//! Signals are weighted by the four-term Blackman-Harris window, whose side lobes are at −92 dB. Levels are
//! those of a sinusoid: 0 dB is an amplitude of 1 m.

use core::f64::consts::{PI, TAU};

/// Returns the value of the window at sample `n` of `count`, from 0 to 1.
fn window(n: usize, count: usize) -> f64 {
    let angle = TAU * n as f64 / count as f64;
    0.35875 - 0.48829 * angle.cos() + 0.14128 * (2.0 * angle).cos() - 0.01168 * (3.0 * angle).cos()
}

/// Mean of the window, which is its gain for the amplitude of a sinusoid \[1\].
const GAIN: f64 = 0.35875;

fn decibels(amplitude: f64) -> f64 {
    20.0 * amplitude.max(1e-20).log10()
}

/// Returns the level of the sinusoid in a signal at a frequency in cycles per sample \[dB re 1 m\].
pub(super) fn level_at(signal: &[f64], frequency: f64) -> f64 {
    let count = signal.len();
    let (mut re, mut im) = (0.0, 0.0);
    for (n, x) in signal.iter().enumerate() {
        let (sin, cos) = (TAU * (frequency * n as f64).fract()).sin_cos();
        let weighted = x * window(n, count);
        re += weighted * cos;
        im -= weighted * sin;
    }
    decibels(2.0 * re.hypot(im) / (GAIN * count as f64))
}

/// Returns the levels at the frequencies n/N, n = 0 … N/2, of a signal of N samples \[dB re 1 m\].
///
/// # Panics
/// If N is not a power of two.
pub(super) fn levels(signal: &[f64]) -> Vec<f64> {
    let count = signal.len();
    assert!(count.is_power_of_two(), "{count} samples are not a power of two");
    let mut points: Vec<(f64, f64)> =
        signal.iter().enumerate().map(|(n, x)| (x * window(n, count), 0.0)).collect();
    transform(&mut points);
    points[..=count / 2]
        .iter()
        .map(|(re, im)| decibels(2.0 * re.hypot(*im) / (GAIN * count as f64)))
        .collect()
}

/// Computes the fast Fourier transform in place (Cooley and Tukey, radix 2).
fn transform(points: &mut [(f64, f64)]) {
    let count = points.len();
    let bits = count.trailing_zeros();
    for n in 0..count {
        let mirrored = n.reverse_bits() >> (usize::BITS - bits).min(usize::BITS - 1);
        if n < mirrored {
            points.swap(n, mirrored);
        }
    }
    let mut half = 1;
    while half < count {
        for block in points.chunks_mut(2 * half) {
            let (even, odd) = block.split_at_mut(half);
            for (k, (a, b)) in even.iter_mut().zip(odd).enumerate() {
                let (sin, cos) = (-PI * k as f64 / half as f64).sin_cos();
                let turned = (b.0 * cos - b.1 * sin, b.0 * sin + b.1 * cos);
                *b = (a.0 - turned.0, a.1 - turned.1);
                *a = (a.0 + turned.0, a.1 + turned.1);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sinusoid_has_its_level() {
        let signal: Vec<f64> = (0..4096).map(|n| 0.01 * (0.3 * f64::from(n)).sin()).collect();
        let level = level_at(&signal, 0.3 / TAU);
        assert!((level + 40.0).abs() < 1e-6, "{level} dB");
    }

    #[test]
    fn the_fast_transform_agrees_with_the_direct_sum() {
        let signal: Vec<f64> =
            (0..1024u32).map(|n| (0.07 * f64::from(n)).sin() + f64::from(n * n % 97) / 97.0).collect();
        let fast = levels(&signal);
        for n in [0usize, 1, 17, 200, 511, 512] {
            let slow = level_at(&signal, n as f64 / 1024.0);
            assert!((fast[n] - slow).abs() < 1e-8, "bin {n}: {} and {slow}", fast[n]);
        }
    }
}
