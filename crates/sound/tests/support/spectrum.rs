//! What a spectrum says of a sound, for facts.

use std::f64::consts::TAU;

/// Power of a signal per bin, mean of Hann windows of `size` samples that overlap by half; a power of two.
pub(crate) fn power(signal: &[f64], size: usize) -> Vec<f64> {
    let mut sum = vec![0.0; size / 2];
    let windows = signal.windows(size).step_by(size / 2);
    for window in windows {
        let mut points: Vec<(f64, f64)> = window
            .iter()
            .enumerate()
            .map(|(i, &s)| (s * (0.5 - 0.5 * (TAU * i as f64 / size as f64).cos()), 0.0))
            .collect();
        transform(&mut points);
        for (sum, (re, im)) in sum.iter_mut().zip(points) {
            *sum += re * re + im * im;
        }
    }
    sum
}

/// Mean frequency of the magnitudes \[Hz\].
pub(crate) fn centroid(signal: &[f64], rate: f64) -> f64 {
    let size = 4096;
    let mean = signal.iter().sum::<f64>() / signal.len() as f64;
    let swings: Vec<_> = signal.iter().map(|s| s - mean).collect();
    let magnitude: Vec<_> = power(&swings, size).iter().map(|p| p.sqrt()).collect();
    let weighted: f64 = magnitude
        .iter()
        .enumerate()
        .map(|(k, m)| k as f64 * m)
        .sum();
    weighted / magnitude.iter().sum::<f64>() * rate / size as f64
}

/// Root mean square.
pub(crate) fn rms(signal: &[f64]) -> f64 {
    (signal.iter().map(|s| s * s).sum::<f64>() / signal.len() as f64).sqrt()
}

/// In place, radix 2.
fn transform(points: &mut [(f64, f64)]) {
    let count = points.len();
    if count == 1 {
        return;
    }
    let mut even: Vec<_> = points.iter().copied().step_by(2).collect();
    let mut odd: Vec<_> = points[1..].iter().copied().step_by(2).collect();
    transform(&mut even);
    transform(&mut odd);
    for k in 0..count / 2 {
        let angle = -TAU * k as f64 / count as f64;
        let (c, s) = (angle.cos(), angle.sin());
        let (re, im) = (odd[k].0 * c - odd[k].1 * s, odd[k].0 * s + odd[k].1 * c);
        points[k] = (even[k].0 + re, even[k].1 + im);
        points[k + count / 2] = (even[k].0 - re, even[k].1 - im);
    }
}
