//! Measures of a noise: its level, and the frequencies of its tones.

use foley_dsp::analysis::Spectrum;

/// Ratio of two amplitudes \[dB\].
pub(crate) fn decibels(amplitude: f64, reference: f64) -> f64 {
    20.0 * libm::log10(amplitude / reference)
}

/// Frequency of the power maximum around `frequency` \[Hz\]: the mean frequency within `within` \[Hz\],
/// weighted by squared power and iterated until it settles.
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
