//! An oscillator on a belt squeaks at a pitch that hardly depends on the sample rate, at any bristle
//! stiffness.

use crate::support::belt::{Belt, surfaces};
use foley_contact::friction::MAX_EVALUATIONS;
use std::f64::consts::TAU;

const RATE: f64 = 44_100.0;

/// Pitch of the oscillator's velocity in the last two thirds of 0.35 s, at `oversampling` times 44.1 kHz
/// \[Hz\]. Also the mean and the largest number of law evaluations.
fn squeak(stiffness: f64, oversampling: u32) -> (f64, f64, u32) {
    let mut belt = Belt::new(surfaces(stiffness), RATE * f64::from(oversampling));
    let (mut sum, mut most) = (0u64, 0);
    let samples = (0.35 * RATE) as usize;
    let velocity: Vec<f64> = (0..samples)
        .map(|_| {
            for _ in 0..oversampling {
                let decision = belt.advance();
                // Rounding relative to the stored energy and the work.
                let moved = belt.rub.stored() + (decision.force * decision.slid()).abs();
                assert!(decision.heat >= -1e-13 * moved, "{decision:?}");
                sum += u64::from(decision.evaluations);
                most = most.max(decision.evaluations);
            }
            belt.oscillator.at.velocity
        })
        .collect();
    let mean = sum as f64 / (samples as f64 * f64::from(oversampling));
    (pitch(&velocity[samples / 3..]), mean, most)
}

/// The strongest frequency between 100 and 260 Hz under a Hann window \[Hz\].
fn pitch(signal: &[f64]) -> f64 {
    let mean = signal.iter().sum::<f64>() / signal.len() as f64;
    let windowed: Vec<f64> = signal
        .iter()
        .enumerate()
        .map(|(n, y)| (y - mean) * (1.0 - (TAU * n as f64 / (signal.len() - 1) as f64).cos()))
        .collect();
    let power = |frequency: f64| {
        let turn = TAU * frequency / RATE;
        let (mut re, mut im) = (0.0, 0.0);
        for (n, y) in windowed.iter().enumerate() {
            re += y * (turn * n as f64).cos();
            im += y * (turn * n as f64).sin();
        }
        re * re + im * im
    };
    let coarse = (0..160)
        .map(|n| 100.0 + f64::from(n))
        .max_by(|a, b| power(*a).total_cmp(&power(*b)))
        .expect("160 frequencies");
    let (mut low, mut high) = (coarse - 1.5, coarse + 1.5);
    while high - low > 1e-4 {
        let third = (high - low) / 3.0;
        if power(low + third) > power(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    0.5 * (low + high)
}

#[test]
fn the_squeak_is_within_a_percent_of_its_oversampled_pitch() {
    // 1e8 and 1e9 exceed the required range: the bristles are far shorter than the slide of a step.
    for stiffness in [1e4, 1e6, 1e7, 1e8, 1e9] {
        let (plain, mean, most) = squeak(stiffness, 1);
        let (fine, ..) = squeak(stiffness, 32);
        println!(
            "σ₀ = {stiffness:.0e}: {plain:.2} Hz, 32 times oversampled {fine:.2} Hz; evaluations {mean:.2} on average, {most} at most"
        );
        let off = plain / fine - 1.0;
        assert!(off.abs() < 0.01, "σ₀ = {stiffness:e}: {plain} Hz against {fine} Hz, off by {off:e}");
        assert!(mean < 3.0 && most <= MAX_EVALUATIONS);
    }
}

#[test]
fn the_squeak_matches_the_midpoint_rule() {
    // Printed by an independent program that solves the same law by the midpoint rule and bisection, at 44.1
    // kHz. The two rules differ at second order in the step, as both do from the limit (197.05, 142.65,
    // 139.19 Hz).
    for (stiffness, theirs) in [(1e4, 197.13), (1e6, 142.76), (1e7, 139.42)] {
        let (ours, ..) = squeak(stiffness, 1);
        let off = ours / theirs - 1.0;
        println!("σ₀ = {stiffness:.0e}: {ours:.2} Hz, midpoint rule {theirs} Hz");
        assert!(off.abs() < 0.002, "σ₀ = {stiffness:e}: {ours} Hz against {theirs} Hz, off by {off:e}");
    }
}
