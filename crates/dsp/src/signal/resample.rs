//! Sample rate conversion.
//!
//! A band-limited sound is a sum of sincs. Each new sample evaluates that sum, truncated by Kaiser's window.
//! If the new rate is lower, the sincs are widened to the new sample period, so that nothing remains above
//! half of the new rate:
//!
//! ```math
//! y_m = \frac{1}{s} \sum_n x_n\, h\Bigl(\frac{m r / r' - n}{s}\Bigr), \qquad h(t) = c\,\mathrm{sinc}(c t)\,
//! \frac{I_0\bigl(\beta \sqrt{1 - (t/N)^2}\bigr)}{I_0(\beta)}, \qquad s = \max(1, r / r')
//! ```
//!
//! | symbol | here     | unit | meaning                                                                          |
//! |--------|----------|------|----------------------------------------------------------------------------------|
//! | r, r′  | `from`, `to` | Hz | old and new sample rate                                                        |
//! | s      |          | 1    | old samples per new sample, at least 1                                           |
//! | c      | `CUT`    | 1    | cutoff (gain 1/2) as a fraction of half the lower rate                           |
//! | N      | `REACH`  | 1    | half width of the kernel, in samples of the lower rate                           |
//! | β      | `BETA`   | 1    | shape of the window: the stop band is 105 dB down                                |
//!
//! The transition band reaches from 0.9 to 1 of half the lower rate. The kernel is a table with linear
//! interpolation, fine enough that its error is 150 dB down. Real-time: no, it allocates and looks ahead.
//!
//! Source: \[Smith2011\], for the window and its length, and for the interpolated table.

use core::f64::consts::PI;

/// Cutoff of the kernel, as a fraction of half the lower rate \[1\].
const CUT: f64 = 0.95;
/// Half width of the kernel \[samples of the lower rate\].
const REACH: usize = 72;
/// Shape β of Kaiser's window, for a stop band at −105 dB.
const BETA: f64 = 10.6;
/// Number of table entries per sample of the lower rate.
const FINE: usize = 2048;

/// Converts a sound from the rate `from` to the rate `to` \[Hz\] and keeps the duration to half a sample.
/// Returns an empty sound if a rate is not positive and finite.
pub fn resample(samples: &[f64], from: f64, to: f64) -> Vec<f64> {
    let is_valid = |rate: f64| rate.is_finite() && rate > 0.0;
    if !is_valid(from) || !is_valid(to) {
        return Vec::new();
    }
    if from == to {
        return samples.to_vec();
    }
    let table = table();
    let (step, span) = (from / to, (from / to).max(1.0));
    let reach = REACH as f64 * span;
    let sample_at = |index: usize| {
        let middle = index as f64 * step;
        let first = (middle - reach).ceil().max(0.0) as usize;
        let last = ((middle + reach).floor() as usize + 1).min(samples.len());
        let window = samples.get(first..last).unwrap_or_default();
        let mut sum = 0.0;
        for (n, sample) in window.iter().enumerate() {
            let away = ((first + n) as f64 - middle).abs() * FINE as f64 / span;
            let entry = away as usize;
            if let Some(&[value, next]) = table.get(entry..).and_then(|rest| rest.first_chunk()) {
                sum += sample * (value + (away - entry as f64) * (next - value));
            }
        }
        sum / span
    };
    (0..resampled_length(samples.len(), from, to)).map(sample_at).collect()
}

/// Returns the number of samples that [`resample`] returns.
pub fn resampled_length(samples: usize, from: f64, to: f64) -> usize {
    (samples as f64 * to / from).round() as usize
}

/// Returns a table of one side of the kernel, and a zero after the end of the kernel.
fn table() -> Vec<f64> {
    let at = |entry: usize| {
        let t = entry as f64 / FINE as f64;
        let x = t / REACH as f64;
        let window = bessel(BETA * (1.0 - x * x).max(0.0).sqrt()) / bessel(BETA);
        let angle = PI * CUT * t;
        let sinc = if angle > 0.0 { libm::sin(angle) / angle } else { 1.0 };
        CUT * sinc * window
    };
    let mut table: Vec<f64> = (0..=REACH * FINE).map(at).collect();
    table.push(0.0);
    table
}

/// Returns the modified Bessel function I₀(x), computed by its series, whose terms fall as (x/2k)².
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..64 {
        let half = x / (2.0 * f64::from(k));
        term *= half * half;
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::TAU;

    fn sine(frequency: f64, rate: f64, seconds: f64) -> Vec<f64> {
        let count = (seconds * rate) as usize;
        (0..count).map(|n| libm::sin(TAU * frequency * n as f64 / rate)).collect()
    }

    /// Returns the amplitude of a frequency in the middle half of a sound, measured with a Hann window.
    fn amplitude(samples: &[f64], frequency: f64, rate: f64) -> f64 {
        let middle = &samples[samples.len() / 4..3 * samples.len() / 4];
        let (mut real, mut imaginary, mut all) = (0.0, 0.0, 0.0);
        for (n, x) in middle.iter().enumerate() {
            let s = libm::sin(PI * (n as f64 + 0.5) / middle.len() as f64);
            let (w, phase) = (s * s, TAU * frequency * n as f64 / rate);
            real += w * x * libm::cos(phase);
            imaginary += w * x * libm::sin(phase);
            all += w;
        }
        2.0 * libm::hypot(real, imaginary) / all
    }

    fn decibels(ratio: f64) -> f64 {
        20.0 * libm::log10(ratio.max(1e-20))
    }

    fn rms(samples: &[f64]) -> f64 {
        let middle = &samples[samples.len() / 4..3 * samples.len() / 4];
        (middle.iter().map(|x| x * x).sum::<f64>() / middle.len() as f64).sqrt()
    }

    #[test]
    fn a_kilohertz_sine_keeps_its_frequency_level_and_length_from_any_rate() {
        for from in [192_000.0, 96_000.0, 44_100.0, 22_050.0, 11_025.0, 8000.0, 44_101.0, 768_000.0] {
            let old = sine(1000.0, from, 0.5);
            let new = resample(&old, from, 48_000.0);
            let late = new.len() as f64 / 48_000.0 - old.len() as f64 / from;
            let level = decibels(amplitude(&new, 1000.0, 48_000.0));
            // The residual without the sine contains images, aliases and errors of the table.
            let a = amplitude(&new, 1000.0, 48_000.0);
            let rest: Vec<f64> = new
                .iter()
                .enumerate()
                .map(|(n, y)| y - a * libm::sin(TAU * 1000.0 * n as f64 / 48_000.0))
                .collect();
            let rest = decibels(rms(&rest) / rms(&new));
            println!("{from} Hz: {} samples, {level:+.5} dB, rest {rest:.1} dB", new.len());
            assert!(late.abs() <= 0.5001 / 48_000.0, "{from} Hz: {late} s longer");
            assert!(level.abs() < 0.05, "{from} Hz: {level} dB");
            assert!(rest < -90.0, "{from} Hz: {rest} dB beside the sine");
        }
    }

    #[test]
    fn the_pass_band_is_flat_to_a_tenth_of_a_decibel_and_the_stop_band_is_90_decibels_down() {
        let mut worst = [0.0_f64, -300.0];
        for (from, to) in
            [(48_000.0, 44_100.0), (44_100.0, 48_000.0), (192_000.0, 48_000.0), (48_000.0, 11_025.0)]
        {
            let half: f64 = f64::min(from, to) / 2.0;
            for part in [0.01, 0.3, 0.6, 0.8, 0.9] {
                let f = part * half;
                let level = decibels(amplitude(&resample(&sine(f, from, 0.3), from, to), f, to));
                worst[0] = worst[0].max(level.abs());
                assert!(level.abs() < 0.1, "{from} to {to} Hz: {f} Hz at {level} dB");
            }
            if to < from {
                for part in [1.005, 1.02, 1.1, 1.3, 1.7] {
                    let f = part * half;
                    if f < from / 2.0 {
                        let alias = decibels(rms(&resample(&sine(f, from, 0.3), from, to)) * 2.0_f64.sqrt());
                        worst[1] = worst[1].max(alias);
                        assert!(alias < -90.0, "{from} to {to} Hz: {f} Hz at {alias} dB");
                    }
                }
            } else {
                // The test measures the image of a tone right below half of the old rate.
                let f = 0.99 * half;
                let image = decibels(amplitude(&resample(&sine(f, from, 0.3), from, to), from - f, to));
                worst[1] = worst[1].max(image);
                assert!(image < -90.0, "{from} to {to} Hz: image of {f} Hz at {image} dB");
            }
        }
        println!("passes within {:.4} dB; aliases and images at {:.1} dB", worst[0], worst[1]);
    }

    #[test]
    fn an_equal_rate_returns_the_same_bits_and_an_invalid_rate_returns_nothing() {
        let samples = sine(100.0, 8000.0, 0.1);
        assert_eq!(resample(&samples, 8000.0, 8000.0), samples);
        for (from, to) in [(0.0, 1.0), (1.0, f64::NAN), (-1.0, 1.0)] {
            assert!(resample(&samples, from, to).is_empty());
        }
        assert!(resample(&[], 1.0, 2.0).is_empty());
    }
}
