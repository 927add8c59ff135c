//! What one measures of a noise: how loud, and where its tones are.
#![allow(dead_code, reason = "each of the tests takes what it needs")]

use foley_dsp::analysis::Spectrum;

/// Effective value.
pub(crate) fn effective(samples: &[f64]) -> f64 {
    let squares: f64 = samples.iter().map(|x| x * x).sum();
    (squares / samples.len().max(1) as f64).sqrt()
}

/// In decibels, one to another.
pub(crate) fn decibels(one: f64, other: f64) -> f64 {
    20.0 * libm::log10(one / other)
}

/// Where the power about a frequency has its middle \[Hz\]: the mean frequency within this distance \[Hz\],
/// weighted by the square of the power, sought again from there until it stays.
pub(crate) fn peak_about(samples: &[f64], rate: f64, frequency: f64, within: f64) -> f64 {
    let window = (40.0 / within).clamp(0.05, 2.0);
    let spectrum = Spectrum::mean(samples, rate, window);
    let mut middle = frequency;
    let mut within = within;
    for _ in 0..12 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for (bin, power) in spectrum.power().iter().enumerate() {
            let at = spectrum.frequency(bin);
            if (at - middle).abs() <= within {
                sum += at * power * power;
                weight += power * power;
            }
        }
        if weight > 0.0 {
            middle = sum / weight;
        }
        within = (0.8 * within).max(8.0 / window);
    }
    middle
}
