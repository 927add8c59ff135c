//! The descriptors agree with the script that measured the real recordings.
//!
//! `reference/descriptors.json` has the numbers of that script (NumPy, double precision) for float WAV files of
//! the four signals below, made by the same formulas.

use foley_dsp::analysis::{DESCRIPTOR_RATE, Descriptors};
use serde_json::Value;
use std::f64::consts::TAU;

const REFERENCE: &str = include_str!("../../reference/descriptors.json");

fn silence(seconds: f64) -> Vec<f64> {
    vec![0.0; (seconds * DESCRIPTOR_RATE) as usize]
}

/// Uniform noise of a linear congruential generator.
fn noise(seconds: f64) -> Vec<f64> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    silence(seconds).iter().map(|_| next()).collect()
}

/// Adds a decaying sine that begins `at` \[s\].
fn add_partial(sound: &mut [f64], frequency: f64, decay: f64, level: f64, at: f64) {
    for (n, x) in sound[(at * DESCRIPTOR_RATE) as usize..].iter_mut().enumerate() {
        let t = n as f64 / DESCRIPTOR_RATE;
        *x += level * libm::sin(TAU * frequency * t) * libm::exp(-t / decay);
    }
}

/// Four strikes of a bar, each higher than the one before.
fn strikes() -> Vec<f64> {
    let mut sound = silence(1.8);
    for (k, at) in [0.05, 0.45, 0.95, 1.4].into_iter().enumerate() {
        for (j, (ratio, level)) in
            [(1.0, 0.6), (2.756, 0.3), (5.404, 0.2), (13.34, 0.1)].into_iter().enumerate()
        {
            let frequency = (300.0 + 170.0 * k as f64) * ratio;
            add_partial(&mut sound, frequency, 0.12 / (1 + j) as f64, level, at);
        }
    }
    sound
}

/// Dull noise that swells four times a second, with an offset.
fn hiss() -> Vec<f64> {
    let mut low = 0.0;
    let filtered = noise(1.0).into_iter().enumerate().map(|(n, x)| {
        low += 0.2 * (x - low);
        let swell = libm::sin(TAU * 4.0 * n as f64 / DESCRIPTOR_RATE);
        0.02 + 0.5 * low * (1.0 + 0.8 * swell)
    });
    filtered.collect()
}

/// Clicks of four lengths in a train that slows down.
fn clicks() -> Vec<f64> {
    let noise = noise(1.5);
    let mut sound = silence(1.5);
    let (mut at, mut k) = (0.04, 0);
    while at < 1.3 {
        let start = (at * DESCRIPTOR_RATE) as usize;
        let decay = 0.0008 * f64::from(1 + k % 4);
        for n in start..(start + 4000).min(sound.len()) {
            sound[n] += noise[n] * libm::exp(-((n - start) as f64) / DESCRIPTOR_RATE / decay);
        }
        at += 0.05 + 0.03 * f64::from(k);
        k += 1;
    }
    sound
}

/// One knock, shorter than a fine frame.
fn knock() -> Vec<f64> {
    let mut sound = silence(0.12);
    for (frequency, decay, level) in
        [(95.0, 0.02, 1.0), (240.0, 0.012, 0.5), (610.0, 0.006, 0.3), (2100.0, 0.002, 0.2)]
    {
        add_partial(&mut sound, frequency, decay, level, 0.005);
    }
    sound
}

/// Rounds samples to 32-bit floats, as in the files that the reference script measured.
fn stored(sound: Vec<f64>) -> Vec<f64> {
    sound.into_iter().map(|x| f64::from(x as f32)).collect()
}

fn measure(sound: Vec<f64>) -> Descriptors {
    Descriptors::of(&stored(sound), DESCRIPTOR_RATE).expect("the sound is not silent")
}

#[test]
fn the_descriptors_equal_those_of_the_script() {
    // The required agreement with the script. Both compute in double precision, so the remaining difference is
    // rounding; a wrong window, floor or percentile changes a number by more.
    const MAX_DEVIATION: f64 = 0.01;
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    for (name, sound) in [("strikes", strikes()), ("hiss", hiss()), ("clicks", clicks()), ("knock", knock())]
    {
        let measured = measure(sound);
        let seconds = ("seconds", Some(measured.seconds));
        let all = measured.list().map(|descriptor| (descriptor.name, descriptor.value));
        for (descriptor, value) in [seconds].into_iter().chain(all) {
            let expected = reference[name][descriptor].as_f64();
            let near = match (value, expected) {
                (Some(value), Some(expected)) => (value - expected).abs() <= MAX_DEVIATION * expected.abs(),
                (value, expected) => value.is_none() && expected.is_none(),
            };
            assert!(near, "{name}, {descriptor}: {value:?}, expected {expected:?}");
        }
    }
}

#[test]
fn the_reference_has_an_absent_spread_and_a_present_one() {
    assert_eq!(measure(knock()).onset_spread, None);
    assert!(measure(strikes()).onset_spread.is_some());
}

#[test]
fn the_level_does_not_change_the_descriptors() {
    let quiet: Vec<f64> = strikes().iter().map(|x| x / 1024.0).collect();
    // A power of two scales every intermediate value without rounding.
    assert_eq!(Descriptors::of(&quiet, DESCRIPTOR_RATE), Descriptors::of(&strikes(), DESCRIPTOR_RATE));
}

#[test]
fn m_equal_sines_have_three_lines_each_under_the_window() {
    // A sine between 200 Hz and 8 kHz on a bin has the powers 1/4, 1, 1/4 (Hann's window), so the entropy is
    // that of m times the shares 1/6, 2/3, 1/6. Both are exact to the symmetry of the window, 1/8192.
    let bin = DESCRIPTOR_RATE / 8192.0;
    for m in [1_u32, 4, 16] {
        let mut sound = silence(1.0);
        for k in 0..m {
            add_partial(&mut sound, f64::from(60 + 40 * k) * bin, 1e9, 1.0, 0.0);
        }
        let shares = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0];
        let entropy: f64 = -shares.iter().map(|share| share * libm::log(*share)).sum::<f64>();
        let expected = f64::from(m) * libm::exp(entropy);
        let lines = measure(sound).lines;
        assert!((lines / expected - 1.0).abs() < 0.01, "{m}: {lines}, expected {expected}");
    }
}

#[test]
fn silence_and_an_empty_sound_have_no_descriptors() {
    assert_eq!(Descriptors::of(&silence(1.0), DESCRIPTOR_RATE), None);
    assert_eq!(Descriptors::of(&[], DESCRIPTOR_RATE), None);
    assert_eq!(Descriptors::of(&[f64::NAN; 100], 48_000.0), None);
}

#[test]
fn another_sample_rate_gives_the_same_colour() {
    let at = |rate: f64| {
        let wave = |n: usize| {
            let t = n as f64 / rate;
            let partial = |f: f64, level: f64| level * libm::sin(TAU * f * t) * libm::exp(-8.0 * t);
            partial(330.0, 0.5) + partial(1270.0, 0.3) + partial(5100.0, 0.1)
        };
        let sound: Vec<f64> = (0..(1.5 * rate) as usize).map(wave).collect();
        Descriptors::of(&sound, rate).unwrap()
    };
    let (low, high) = (at(DESCRIPTOR_RATE), at(96_000.0));
    // The resampled onset differs by the band limit, so the start of the frames differs by a few samples.
    for (name, a, b) in [
        ("centroid", low.centroid, high.centroid),
        ("above 4 kHz", low.above_4k, high.above_4k),
        ("lines", low.lines, high.lines),
    ] {
        assert!((a / b - 1.0).abs() < 0.02, "{name}: {a} and {b}");
    }
}
