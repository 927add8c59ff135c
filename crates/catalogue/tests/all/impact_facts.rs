//! Facts about a blow: its contact time and its sound.

use crate::support::heard;
use crate::support::heard::{RATE, centroid, contact_velocity, played, power_near, rms, touches};
use foley_catalogue::solids::Impact;
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorShape, Touch};
use foley_contact::analytic;
use foley_sound::set_text;

/// Returns a slab of eight tonnes of concrete.
fn slab() -> Resonator {
    Resonator {
        modes: 16,
        ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Concrete, 5.0, 0.2)
    }
}

/// Strikes and returns the contact time \[samples\]; contact ends within the last sample.
fn contact_samples(sound: &Impact, speed: f64) -> f64 {
    let heard = played(sound, "strike", speed, Some(0.1), 1);
    touches(heard.measured("force").unwrap())[0].1 as f64 - 0.5
}

#[test]
fn the_contact_time_on_a_heavy_body_matches_the_closed_form() {
    for stiffness in [1e5, 1e6, 1e8, 1e10] {
        for damping in [0.01, 0.3, 2.0] {
            for speed in [0.1, 1.0, 5.0] {
                if damping * speed > 2.0 {
                    // Where nearly all energy is lost, the last force is so small that the motion of the
                    // slab decides when contact ends.
                    continue;
                }
                let mut sound = Impact {
                    touch: Touch { stiffness, exponent: 1.5, damping },
                    struck: slab(),
                    ..Impact::default()
                };
                sound.hammer.mass = 0.05;
                let law = sound.touch.hunt_crossley();
                let expected = analytic::Impact::new(0.05, law, speed).duration() * RATE;
                let samples = contact_samples(&sound, speed);
                assert!(
                    (samples - expected).abs() <= 0.5 + (0.01 * expected).max(0.5),
                    "k = {stiffness}, μ = {damping} s/m, {speed} m/s: {samples} samples, closed form {expected}"
                );
            }
        }
    }
}

#[test]
fn a_harder_contact_is_brighter_and_shorter() {
    let step = |hardness: &str| {
        let mut sound = Impact::default();
        set_text(&mut sound, "hardness", hardness).unwrap();
        let heard = played(&sound, "strike", 1.0, Some(1.0), 1);
        let force = heard.measured("force").unwrap();
        (centroid(&heard.sound()[0]), touches(force)[0].1)
    };
    let steps: Vec<_> = ["0", "15", "30", "45", "60", "75", "90"].map(step).to_vec();
    for pair in steps.windows(2) {
        assert!(pair[0].0 < pair[1].0, "centroid [Hz] and samples by hardness: {steps:?}");
        assert!(pair[0].1 >= pair[1].1, "centroid [Hz] and samples by hardness: {steps:?}");
    }
}

#[test]
fn a_faster_strike_is_brighter_and_louder() {
    let sound = Impact::default();
    let step = |speed: f64| {
        let heard = played(&sound, "strike", speed, Some(1.0), 1);
        (centroid(&heard.sound()[0]), rms(&heard.sound()[0]))
    };
    let steps: Vec<_> = [0.05, 0.15, 0.5, 1.5, 5.0, 15.0].map(step).to_vec();
    for pair in steps.windows(2) {
        assert!(pair[0].0 < pair[1].0, "centroid [Hz] and loudness by speed: {steps:?}");
        assert!(pair[0].1 < pair[1].1, "centroid [Hz] and loudness by speed: {steps:?}");
    }
}

#[test]
fn a_bar_struck_in_its_middle_is_silent_in_its_even_modes() {
    let bar = |position: f64| {
        let struck = Resonator {
            position,
            modes: 6,
            ..Resonator::of(ResonatorShape::Bar, ResonatorMaterial::Steel, 0.4, 0.01)
        };
        let sound = Impact { struck, ..Impact::default() };
        let touched = contact_velocity(&sound, 1.0);
        // A body leaves out the modes that its strike does not excite.
        let modes = Resonator { position: 0.3, ..struck }.spec(1).unwrap().modes;
        let powers: Vec<f64> = modes.iter().map(|mode| power_near(&touched, mode.frequency)).collect();
        powers
    };
    let (middle, aside) = (bar(0.5), bar(0.3));
    for even in [1, 3] {
        let drop = 10.0 * libm::log10(middle[even] / aside[even]);
        assert!(drop < -30.0, "mode {}: {drop} dB in the middle against beside it", even + 1);
    }
    for odd in [0, 2] {
        assert!(middle[odd] > 1e-3 * aside[odd], "mode {}", odd + 1);
    }
}

#[test]
fn two_resonating_bodies_are_both_heard() {
    let glass =
        Resonator { modes: 4, ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Glass, 0.08, 0.003) };
    let steel =
        Resonator { modes: 4, ..Resonator::of(ResonatorShape::Bar, ResonatorMaterial::Steel, 0.2, 0.004) };
    let mut sound = Impact { struck: glass, striker: steel, ..Impact::default() };
    sound.touch.stiffness = 1e9;
    let heard = played(&sound, "strike", 1.0, Some(0.5), 1);
    sound.striker.modes = 0;
    let alone = played(&sound, "strike", 1.0, Some(0.5), 1);
    let (both, single) = (&heard.sound()[0], &alone.sound()[0]);
    let of_glass = glass.spec(1).unwrap().modes[0].frequency;
    let of_steel = steel.spec(1).unwrap().modes[0].frequency;
    let loudest = |row: &[f64]| heard::spectrum(row).into_iter().fold(0.0, f64::max);
    let level = |row: &[f64], frequency: f64| 10.0 * libm::log10(power_near(row, frequency) / loudest(row));
    let levels = [level(both, of_glass), level(both, of_steel), level(single, of_steel)];
    assert!(
        levels[0] > -40.0 && levels[1] > -40.0 && levels[2] < levels[1] - 20.0,
        "glass at {of_glass} Hz, steel at {of_steel} Hz, steel when it does not ring: {levels:?} dB"
    );
}
