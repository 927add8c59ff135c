//! Facts about soft impacts.

use crate::support::heard::{perform_default, perform_score};
use foley_body::radiation::{AIR_DENSITY, SOUND_SPEED};
use foley_catalogue::ResonatorMaterial;
use foley_catalogue::solids::burst::{Burst, Bursts};
use foley_catalogue::solids::rustle::Skin;
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
        rate: 1e6,
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

/// Returns the level of a sound \[Pa\], effective over its length.
fn level(sound: &SoftImpact) -> f64 {
    let samples = heard(sound, 50.0);
    (samples.iter().map(|p| p * p).sum::<f64>() / samples.len() as f64).sqrt()
}

/// Returns a bag on a block of stone that hardly sounds.
fn on_stone() -> SoftImpact {
    let mut sound = SoftImpact::default();
    (sound.struck.material, sound.struck.size, sound.struck.thickness) =
        (ResonatorMaterial::Stone, 0.05, 0.05);
    (sound.load.mass, sound.rustle.slip) = (100.0, 2.0);
    sound
}

#[test]
fn a_soft_body_is_heard_itself_in_inverse_proportion_to_its_mass() {
    let of = |mass: f64| {
        let mut sound = on_stone();
        sound.skin.mass = mass;
        level(&sound)
    };
    let (light, heavy) = (of(0.2), of(0.4));
    assert!((light / heavy - 2.0).abs() < 0.05, "{light} and {heavy} Pa");
}

#[test]
fn slips_of_the_soft_body_add_to_its_sound_while_its_force_changes() {
    let mut sound = on_stone();
    sound.burst.low_pass = 300.0;
    let above = |sound: &SoftImpact| {
        let power = crate::support::heard::spectrum(&heard(sound, 50.0));
        power[power.len() / 6..].iter().sum::<f64>()
    };
    let rustling = above(&sound);
    sound.rustle.slip = 0.0;
    let smooth = above(&sound);
    assert!(rustling > 100.0 * smooth, "above 4 kHz: {rustling} and {smooth}");
}

#[test]
fn a_blow_without_noise_pushes_with_one_hump_of_its_peak_force() {
    // A skin clicks with the change of the force: far below its own frequency the pressure is ρa³/cM dF/dt.
    let mut sound = on_stone();
    (sound.rustle.slip, sound.blow.share) = (0.0, 1e-3);
    (sound.burst.attack, sound.burst.decay, sound.burst.low_pass) = (0.01, 0.02, 100.0);
    sound.skin = Skin { mass: 0.3, radius: 0.02 };
    let samples = heard(&sound, 50.0);
    let peak = samples.iter().fold(0.0f64, |peak, p| peak.max(p.abs()));
    let rise = 50.0 * std::f64::consts::PI / 0.03;
    let (density, speed) = (AIR_DENSITY, SOUND_SPEED);
    // Half of the pressure on the axis per z, in the direction of the mean square.
    let expected = 0.5 * density * 0.02f64.powi(3) / speed * rise / 0.3 / 3.0f64.sqrt();
    assert!((peak / expected - 1.0).abs() < 0.1, "{peak} Pa, not {expected} Pa");
}
