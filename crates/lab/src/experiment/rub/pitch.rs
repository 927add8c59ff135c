//! Finds the strongest frequency of a signal.

use core::f64::consts::TAU;

/// Finds the strongest frequency of a signal between two bounds \[Hz\], under a Hann window. A grid of 1 Hz
/// is refined by ternary search.
pub fn find_pitch(signal: &[f64], rate: f64, (lowest, highest): (f64, f64)) -> f64 {
    let count = signal.len() as f64;
    let mean = signal.iter().sum::<f64>() / count;
    let windowed: Vec<f64> = signal
        .iter()
        .enumerate()
        .map(|(n, y)| (y - mean) * (1.0 - (TAU * n as f64 / (count - 1.0)).cos()))
        .collect();
    let power = |frequency: f64| power(&windowed, frequency / rate);
    let mut strongest = (lowest, 0.0);
    let mut frequency = lowest;
    while frequency <= highest {
        let here = power(frequency);
        if here > strongest.1 {
            strongest = (frequency, here);
        }
        frequency += 1.0;
    }
    let (mut low, mut high) = (strongest.0 - 1.5, strongest.0 + 1.5);
    while high - low > 1e-5 {
        let third = (high - low) / 3.0;
        if power(low + third) > power(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    0.5 * (low + high)
}

/// Returns the squared amplitude at a frequency \[cycles per sample\], up to a constant factor, by Goertzel's
/// recursion.
fn power(signal: &[f64], frequency: f64) -> f64 {
    let turn = 2.0 * (TAU * frequency).cos();
    let (mut previous, mut before_previous) = (0.0, 0.0);
    for y in signal {
        (previous, before_previous) = (y + turn * previous - before_previous, previous);
    }
    previous * previous + before_previous * before_previous - turn * previous * before_previous
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sinusoid_has_its_pitch() {
        let signal: Vec<f64> =
            (0..10_000).map(|n| 3.0 + (TAU * 142.7 / 44_100.0 * f64::from(n)).sin()).collect();
        let found = find_pitch(&signal, 44_100.0, (100.0, 260.0));
        // The tolerance is the leakage from the mirror image of the sinusoid, 32 periods away.
        assert!((found - 142.7).abs() < 1e-3, "{found} Hz");
    }
}
