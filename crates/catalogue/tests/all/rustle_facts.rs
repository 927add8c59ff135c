//! Facts about rustling: statistics of the slips.

use foley_catalogue::solids::rustle::{Rustle, SlipNoise};
use foley_contact::Step;
use std::f64::consts::TAU;

const RATE: f64 = 48_000.0;

/// Load that no slip reaches \[N\].
const HEAVY: f64 = 1e6;

/// Returns the noise force at 48 kHz of a thing whose load changes at a constant rate [N/s], without its
/// beginning.
fn noise(rustle: &Rustle, change: f64, samples: usize, seed: u64) -> Vec<f64> {
    noise_at(RATE, rustle, change, samples, seed)
}

/// Returns the same noise force at the sample rate `rate` \[Hz\].
fn noise_at(rate: f64, rustle: &Rustle, change: f64, samples: usize, seed: u64) -> Vec<f64> {
    let step = Step::at_rate(rate);
    let mut slips = SlipNoise::new(seed);
    let all = (0..samples + 48_000).map(|_| slips.next(change / rate, HEAVY, rustle, step));
    all.skip(48_000).collect()
}

/// Power of a signal at a frequency relative to the sample rate \[1\], under Hann windows of 8192 samples.
fn power_at_part(signal: &[f64], frequency: f64) -> f64 {
    const LENGTH: usize = 8192;
    let powers = signal.chunks_exact(LENGTH).map(|part| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, value) in part.iter().enumerate() {
            let window = 0.5 - 0.5 * (TAU * n as f64 / LENGTH as f64).cos();
            let phase = TAU * frequency * n as f64;
            re += value * window * phase.cos();
            im += value * window * phase.sin();
        }
        re * re + im * im
    });
    powers.sum::<f64>() / (signal.len() / LENGTH) as f64
}

/// Power of a signal at 48 kHz at a frequency \[Hz\].
fn power_at(signal: &[f64], frequency: f64) -> f64 {
    power_at_part(signal, frequency / RATE)
}

#[test]
fn the_mean_square_is_that_of_one_slip_at_every_speed() {
    for (slip, change) in [(0.5, 100.0), (0.5, 2000.0), (3.0, 5000.0)] {
        let rustle = Rustle { slip, slip_time: 5e-6 };
        let rate = change / slip;
        let force = noise(&rustle, change, 60 * 48_000, 1);
        let square = force.iter().map(|f| f * f).sum::<f64>() / force.len() as f64;
        let ratio = square / (slip * slip);
        // Slips of the rate λ renew the force 60 λ times, so that the mean square is known to √(2/60λ) and
        // better.
        let slack = 4.0 * (2.0 / (60.0 * rate)).sqrt() + 0.01;
        assert!((ratio - 1.0).abs() < slack, "{ratio} of δ² at {rate} slips per second, ± {slack}");
    }
}

#[test]
fn the_spectrum_is_flat_up_to_the_rate_of_the_slips_and_falls_up_to_their_duration() {
    let rustle = Rustle { slip: 0.5, slip_time: 1e-4 };
    let rate: f64 = 3000.0;
    let force = noise(&rustle, rate * rustle.slip, 120 * 48_000, 2);
    let shape = |frequency: f64| {
        let omega = TAU * frequency;
        1.0 / (rate * rate + omega * omega) / (1.0 + (omega * rustle.slip_time).powi(2))
    };
    let at_low = power_at(&force, 100.0);
    for frequency in [300.0, 600.0, 1200.0, 2400.0] {
        let found = 10.0 * (power_at(&force, frequency) / at_low).log10();
        let expected = 10.0 * (shape(frequency) / shape(100.0)).log10();
        // 703 windows give each power to 4 %, 0.2 dB.
        assert!((found - expected).abs() < 0.8, "{found:.2} dB, not {expected:.2} dB, at {frequency} Hz");
    }
}

#[test]
fn a_slow_change_makes_single_slips_in_proportion_to_it() {
    let rustle = Rustle { slip: 1.0, slip_time: 5e-6 };
    for change in [20.0, 80.0] {
        let force = noise(&rustle, change, 60 * 48_000, 3);
        let jumps = force.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 0.05).count();
        let expected = 60.0 * change;
        // Slips come at random, and a few per cent are smaller than the threshold.
        assert!((jumps as f64 / expected - 0.97).abs() < 0.08, "{jumps} slips, not {expected}");
    }
}

#[test]
fn a_constant_force_ends_in_silence() {
    let rustle = Rustle { slip: 0.5, slip_time: 1e-4 };
    let step = Step::at_rate(RATE);
    let mut slips = SlipNoise::new(1);
    for _ in 0..4800 {
        slips.next(0.01, HEAVY, &rustle, step);
    }
    assert!(!slips.silent());
    let held: Vec<f64> = (0..2 * 48_000).map(|_| slips.next(0.0, HEAVY, &rustle, step)).collect();
    // The lag relaxes smoothly: no new slip begins.
    let rough = held.windows(2).skip(100).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
    assert!(rough < 1e-3, "a change of {rough} N from sample to sample");
    assert!(slips.silent());
    assert_eq!(held.last(), Some(&0.0));
}

/// A Hann window of L samples has the power 3L/8, so that white noise of the density S per angular frequency,
/// both signs, has the power 3L/8 · S/T.
#[test]
fn the_low_end_falls_with_the_rate_of_the_slips_at_every_sample_rate() {
    let rustle = Rustle { slip: 0.5, slip_time: 5e-6 };
    for slips in [1e3, 3e4, 1e6, 1e8] {
        for rate in [22_050.0, 48_000.0, 96_000.0] {
            let force = noise_at(rate, &rustle, slips * rustle.slip, 40 * 8192, 7);
            let frequency = 300.0;
            let found = power_at_part(&force, frequency / rate) / (0.375 * 8192.0 * rate);
            let omega = TAU * frequency;
            let expected = 2.0 * rustle.slip * rustle.slip * slips / (slips * slips + omega * omega);
            let level = 10.0 * (found / expected).log10();
            // 40 windows give the power to 16 %, 0.7 dB.
            assert!(level.abs() < 2.2, "{level:.2} dB at {slips} slips per second and {rate} Hz");
        }
    }
}

#[test]
fn no_slip_drops_more_than_the_load() {
    let rustle = Rustle { slip: 10.0, slip_time: 5e-6 };
    let step = Step::at_rate(RATE);
    let mut largest: f64 = 0.0;
    for seed in 0..200 {
        let mut slips = SlipNoise::new(seed);
        for n in 1..=480 {
            let load = f64::from(n) / 480.0;
            let force = slips.next(1.0 / 480.0, load, &rustle, step);
            assert!(force.abs() <= load, "{force} N under a load of {load} N");
            largest = largest.max(force.abs());
        }
    }
    // One in ten seeds slips.
    assert!(largest > 0.5, "{largest} N");
}
