//! Facts about soft impacts.

use crate::support::heard::{perform_default, perform_score};
use foley_catalogue::solids::burst::{Burst, Bursts};
use foley_catalogue::solids::{SoftImpact, soft_impact::SecondBlow};
use foley_contact::Step;
use foley_sound::{BLOCK, Score};

const RATE: f64 = 48_000.0;

/// Returns the force of one burst over `blocks` blocks.
fn force(burst: &Burst, seed: u64, blocks: usize) -> Vec<f64> {
    let mut bursts = Bursts::new(seed);
    bursts.begin(0, 1.0);
    let mut all = Vec::new();
    for _ in 0..blocks {
        let mut block = [0.0; BLOCK];
        bursts.add(burst, Step::at_rate(RATE), &mut block);
        all.extend(block);
    }
    all
}

/// Power of a signal at a frequency \[Hz\], under a Hann window.
fn power_at(signal: &[f64], frequency: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    let turn = std::f64::consts::TAU / RATE;
    for (n, value) in signal.iter().enumerate() {
        let position = n as f64 / signal.len() as f64;
        let window = 0.5 - 0.5 * (std::f64::consts::TAU * position).cos();
        let phase = turn * frequency * n as f64;
        re += value * window * phase.cos();
        im += value * window * phase.sin();
    }
    re * re + im * im
}

/// Power around a frequency, summed over several bursts.
fn power_about(burst: &Burst, frequency: f64) -> f64 {
    let mut sum = 0.0;
    for seed in 0..24 {
        let signal = force(burst, seed, 60);
        for part in [0.95, 1.0, 1.05] {
            sum += power_at(&signal, part * frequency);
        }
    }
    sum
}

#[test]
fn the_force_falls_by_24_db_per_octave_beyond_the_cuts() {
    let burst = Burst { sustain: 0.8, high_pass: 500.0, low_pass: 4000.0, ..Burst::default() };
    let within = power_about(&burst, 1400.0);
    for (frequency, octaves) in [(250.0, 1.0), (125.0, 2.0), (8000.0, 1.0), (16_000.0, 2.0)] {
        let below = 10.0 * (within / power_about(&burst, frequency)).log10();
        // 72 chi-square numbers give their mean to 1 dB; a burst of 80 ms widens the spectrum by a few
        // hertz.
        let expected = 24.0 * octaves - 3.0;
        assert!(below > expected, "{below:.1} dB below the middle at {frequency} Hz, not {expected}");
    }
}

#[test]
fn the_envelope_times_are_exact_to_a_block() {
    let burst = Burst {
        attack: 0.02,
        decay: 0.03,
        sustain: 0.4,
        hold: 0.05,
        release: 0.04,
        high_pass: 20.0,
        low_pass: 18_000.0,
    };
    let blocks = 150;
    let mut square = vec![0.0; blocks];
    let count = 2000;
    for seed in 0..count {
        for (sum, block) in square.iter_mut().zip(force(&burst, seed, blocks).chunks(BLOCK)) {
            *sum += block.iter().map(|value| value * value).sum::<f64>() / BLOCK as f64;
        }
    }
    for (index, sum) in square.iter().enumerate() {
        let height = (sum / count as f64).sqrt();
        let at = |block: f64| burst.envelope(block * BLOCK as f64 / RATE);
        let near: Vec<f64> = (-1..=2).map(|k| at(index as f64 + f64::from(k))).collect();
        let low = near.iter().copied().fold(f64::INFINITY, f64::min);
        let high = near.iter().copied().fold(0.0, f64::max);
        // Two thousand bursts of 64 numbers give the mean square to 0.4 %.
        assert!(
            low - 0.02 <= height && height <= high + 0.02,
            "{height} in block {index}, not between {low} and {high}"
        );
    }
}

fn heard(sound: &SoftImpact, force: f64) -> Vec<f64> {
    let mut score = Score::default();
    score.gesture(0.0, "strike", force);
    let heard = perform_score(sound, &score, Some(0.5), 5);
    heard.sound()[0].clone()
}

#[test]
fn a_force_four_times_as_large_is_four_times_as_loud() {
    let sound = SoftImpact::default();
    for (single, fourfold) in heard(&sound, 10.0).iter().zip(heard(&sound, 40.0)) {
        assert!(
            (4.0 * single - fourfold).abs() <= 1e-12 * fourfold.abs().max(1e-9),
            "{single} and {fourfold} m/s"
        );
    }
}

#[test]
fn the_second_blow_starts_after_its_delay() {
    let heel = SoftImpact::default();
    let delay = 0.2;
    let both = SoftImpact { second: SecondBlow { delay, level: 0.7, low_pass: 800.0 }, ..heel };
    let pair = heard(&heel, 50.0).into_iter().zip(heard(&both, 50.0));
    let first = pair.into_iter().position(|(first, both)| first != both).unwrap();
    let due = (delay * RATE) as usize;
    // The envelope starts at zero.
    assert!((due..due + 4).contains(&first), "sample {first}, due at {due}");
}

#[test]
fn the_sound_ends_by_itself_in_silence() {
    let sound = SoftImpact::default();
    let heard = perform_default(&sound, Some(4.0), 1);
    assert!(heard.asleep);
    let mean = heard.sound()[0].iter().sum::<f64>() / heard.sound()[0].len() as f64;
    let peak = heard.sound()[0].iter().fold(0.0f64, |m, v| m.max(v.abs()));
    assert!(mean.abs() < 1e-5 * peak, "mean {mean}, peak {peak}");
}
