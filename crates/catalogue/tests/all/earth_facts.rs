//! Facts about the earth under a foot.

use foley_body::Body;
use foley_body::radiation::{AIR_DENSITY, SOUND_SPEED};
use foley_catalogue::solids::earth::{Earth, STOPPED_MASS};
use foley_contact::Step;
use std::f64::consts::TAU;

const RATE: f64 = 48_000.0;
/// Momentum of the test pulses \[N s\].
const MOMENTUM: f64 = 1.4;

/// Returns the force of a landing within `duration` \[s\], at a time \[s\].
fn landing(time: f64, duration: f64) -> f64 {
    if time >= duration { 0.0 } else { MOMENTUM / duration * (1.0 - (TAU * time / duration).cos()) }
}

/// Returns the pressure of a landing on the ground at 1 m \[Pa\].
fn thump(earth: Earth, duration: f64) -> Vec<f64> {
    let mut ground = earth.spec(1).at(Step::at_rate(RATE)).unwrap();
    let sample = |n: usize| {
        // A sample of the force acts until the next one.
        ground.push(0, landing((n as f64 + 0.5) / RATE, duration));
        ground.advance();
        ground.motion(1).velocity
    };
    (0..(0.3 * RATE) as usize).map(sample).collect()
}

/// Returns the velocity of the stopped mass under the same landing [m/s], by small steps.
fn velocity(earth: Earth, duration: f64) -> Vec<f64> {
    const STEPS: usize = 64;
    let (stiffness, damping) = earth.spring_and_dashpot();
    let (dt, mut x, mut v) = (1.0 / RATE / STEPS as f64, 0.0, 0.0);
    let mut all = Vec::new();
    for n in 0..(0.3 * RATE) as usize * STEPS {
        v += dt * (landing(n as f64 * dt, duration) - damping * v - stiffness * x) / STOPPED_MASS;
        x += dt * v;
        if n % STEPS == STEPS - 1 {
            all.push(v);
        }
    }
    all
}

fn peak(signal: &[f64]) -> f64 {
    signal.iter().fold(0.0, |peak, value| value.abs().max(peak))
}

#[test]
fn the_ground_has_the_spring_and_the_dashpot_of_the_half_space() {
    // 4 Ga/(1 − ν) and 3.4 a² √(ϱG)/(1 − ν) for a = 5 cm, G = 20 MPa, ν = 0.3, ϱ = 1,800 kg/m³.
    let (stiffness, damping) = Earth { modulus: 2e7 }.spring_and_dashpot();
    assert!((stiffness / 5.714_285_714e6 - 1.0).abs() < 1e-9, "{stiffness} N/m");
    assert!((damping / 2303.945152408 - 1.0).abs() < 1e-6, "{damping} N s/m");
    // The damping ratio does not depend on the modulus.
    for modulus in [1e5, 2e7, 1e11] {
        let (stiffness, damping) = Earth { modulus }.spring_and_dashpot();
        let ratio = 0.5 * damping / (stiffness * STOPPED_MASS).sqrt();
        assert!((ratio - 0.241).abs() < 0.001, "{ratio} at {modulus} Pa");
    }
}

#[test]
fn a_thump_has_the_pressure_of_the_bowl_around_the_foot() {
    for modulus in [1e6, 2e7, 1e9] {
        for duration in [0.005, 0.012, 0.03] {
            let earth = Earth { modulus };
            let waves = (0.93 * (modulus / 1800.0f64).sqrt()).min(SOUND_SPEED);
            let gain = AIR_DENSITY / TAU * 4.0 * 0.05 * waves;
            let (heard, moves) = (thump(earth, duration), velocity(earth, duration));
            let scale = gain * peak(&moves);
            let off = heard.iter().zip(&moves).map(|(p, v)| (p - gain * v).abs()).fold(0.0, f64::max);
            // Both integrate a force in steps; the ground's is one sample long.
            assert!(off < 0.02 * scale, "{off} Pa of {scale} Pa at {modulus} Pa in {duration} s");
        }
    }
}

#[test]
fn soft_ground_thumps_lower_and_rock_is_faint() {
    let thumps = |moduli: [f64; 3], seconds: f64| moduli.map(|modulus| thump(Earth { modulus }, seconds));
    let centroids = thumps([1e5, 1e6, 1e7], 0.003).map(|p| crate::support::heard::centroid(&p));
    assert!(centroids.windows(2).all(|pair| pair[0] < pair[1]), "{centroids:?} Hz");
    let loud = thumps([2e7, 1e9, 1e11], 0.012).map(|p| peak(&p));
    assert!(loud.windows(2).all(|pair| pair[0] > 3.0 * pair[1]), "{loud:?} Pa");
}
