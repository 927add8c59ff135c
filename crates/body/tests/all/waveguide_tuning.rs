//! A string sounds at √(T/μ)/2L and decays as specified.

use crate::strings::{RATES, any, at, tuned};
use crate::support::Dice;
use core::f64::consts::TAU;
use foley_body::{MotionQuantity, Waveguide};

/// Allowed error of the pitch in cents: a hundredth of the required one cent, so that only rounding remains.
const CENTS: f64 = 0.01;

fn cents(one: f64, two: f64) -> f64 {
    1200.0 * (one / two).log2()
}

/// Phase [rad] and log magnitude at `frequency`, through a smooth window of `count` samples.
fn beat(signal: &[f64], frequency: f64, rate: f64) -> (f64, f64) {
    let (mut re, mut im) = (0.0, 0.0);
    for (n, x) in signal.iter().enumerate() {
        // Four cosines: side lobes below −90 dB, so that other partials do not matter.
        let u = TAU * (n as f64 + 0.5) / signal.len() as f64;
        let window = 0.35875 - 0.48829 * u.cos() + 0.14128 * (2.0 * u).cos() - 0.01168 * (3.0 * u).cos();
        let angle = TAU * frequency * n as f64 / rate;
        re += window * x * angle.cos();
        im -= window * x * angle.sin();
    }
    (im.atan2(re), re.hypot(im).ln())
}

/// Frequency [Hz] and decay [s] near `frequency`, from the change of phase and magnitude between two windows.
fn measured(string: &mut Waveguide, frequency: f64, rate: f64) -> (f64, f64) {
    let window = (40.0 * rate / frequency) as usize;
    let hop = window / 8;
    let mut signal = vec![0.0; window + hop];
    string.ring(0, MotionQuantity::Velocity, &mut signal);
    let (phase, size) = beat(&signal[..window], frequency, rate);
    let (later, smaller) = beat(&signal[hop..], frequency, rate);
    let time = hop as f64 / rate;
    // The second window's time starts a hop later.
    let turned = later - phase - TAU * frequency * time;
    let turned = turned - TAU * (turned / TAU).round();
    (frequency + turned / (TAU * time), time / (size - smaller))
}

#[test]
fn the_fundamental_is_a_pole_of_the_loop_exactly() {
    for rate in RATES {
        for i in 0..=200 {
            let frequency = 30.0 * (4000.0_f64 / 30.0).powf(f64::from(i) / 200.0);
            for (decay, brightness) in
                [(f64::INFINITY, 1e3), (3.0, 1e3), (0.2, 5e3), (20.0, 200.0), (0.5, f64::INFINITY)]
            {
                let mut spec = tuned(frequency, &[0.3]);
                spec.decay = decay;
                spec.brightness = brightness;
                let first = at(&spec, rate).partial(1).unwrap();
                let off = cents(first.frequency, frequency);
                assert!(off.abs() < 1e-6, "{off} cents at {frequency} Hz, {rate} Hz, {spec:?}");
                if decay.is_finite() {
                    let off = first.decay / decay - 1.0;
                    assert!(off.abs() < 1e-6, "decay off by {off} at {frequency} Hz, {rate} Hz, {spec:?}");
                }
            }
        }
    }
}

#[test]
fn any_string_of_the_table_is_in_tune_within_a_cent() {
    let mut dice = Dice::seeded(1);
    let mut worst: f64 = 0.0;
    for _ in 0..2_000 {
        let (spec, rate) = any(&mut dice);
        // A string that decays within a few periods has no definite pitch.
        if spec.decay * spec.fundamental() < 3.0 {
            continue;
        }
        let first = at(&spec, rate).partial(1).unwrap();
        let off = cents(first.frequency, spec.fundamental());
        worst = worst.max(off.abs());
        assert!(off.abs() < 1.0, "{off} cents: {spec:?} at {rate} Hz");
    }
    println!("worst of all: {worst:.2e} cents");
}

#[test]
fn a_plucked_string_sounds_in_tune_and_decays_as_specified() {
    for rate in RATES {
        for frequency in [30.0, 61.735, 110.0, 440.0, 987.767, 1760.0, 3135.96, 4000.0] {
            let mut spec = tuned(frequency, &[0.13]);
            spec.decay = 100.0 / frequency;
            let mut string = at(&spec, rate);
            string.pluck(0.37, 1e-3);
            let (sounding, decay) = measured(&mut string, frequency, rate);
            let off = cents(sounding, frequency);
            assert!(off.abs() < CENTS, "{off} cents at {frequency} Hz, {rate} Hz");
            // Side lobes of −90 dB leave an error of 1e-4 in the magnitude.
            let off = decay / spec.decay - 1.0;
            assert!(off.abs() < 1e-3, "decay off by {off} at {frequency} Hz, {rate} Hz");
        }
    }
}

#[test]
fn overtones_of_a_low_string_are_harmonic_and_decay_by_the_law() {
    for rate in RATES {
        let spec = tuned(110.0, &[0.13]);
        let string = at(&spec, rate);
        for k in 1..=20 {
            let partial = string.partial(k).unwrap();
            let ideal = 110.0 * k as f64;
            let off = cents(partial.frequency, ideal);
            // Drag, treble and allpass shift the phase by a few parts in 1e4 of a period: inaudible.
            assert!(off.abs() < 1.0, "partial {k}: {off} cents at {rate} Hz");
            let law = spec.decay_at(ideal);
            let off = partial.decay / law - 1.0;
            assert!(off.abs() < 0.05, "partial {k}: {} s for {law} s at {rate} Hz", partial.decay);
        }
    }
}

#[test]
fn there_is_no_partial_above_half_the_sample_rate() {
    let string = at(&tuned(1000.0, &[0.3]), 48_000.0);
    assert!(string.partial(23).is_some());
    assert!(string.partial(25).is_none());
}
