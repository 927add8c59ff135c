//! The discretisations of the thesis's appendix A against values computed independently with 40 digits.

use foley_body::Mode;
use foley_body::modal::{Discretisation, StateTransition};
use foley_contact::{Motion, Step};
use serde_json::Value;

const RATE: f64 = 44_100.0;

fn reference() -> Value {
    let text = include_str!("../../../contact/tests/reference/modal-contact.json");
    serde_json::from_str::<Value>(text).expect("JSON")["modal_discretisation"].take()
}

#[track_caller]
fn close(what: &str, ours: f64, theirs: f64, tolerance: f64) {
    let off = (ours / theirs - 1.0).abs();
    assert!(off <= tolerance, "{what}: {ours:e}, expected {theirs:e}, off by {off:e} > {tolerance:e}");
}

/// A mode of one gram with damping g [1/s].
fn mode(frequency: f64, damping: f64) -> Mode {
    Mode { frequency, decay: 2.0 / damping, mass: 1e-3, shape: vec![1.0], radiated: 0.0 }
}

/// The mode of figures A.1 and A.2 in \[PapettiThesis\].
fn printed() -> Mode {
    mode(12_000.0, 166.6667)
}

/// Amplitudes of the free oscillation from a state: displacement [m] and velocity [m/s].
fn amplitude(map: &StateTransition, from: Motion) -> Motion {
    let (mean, half) = (0.5 * (map.xx + map.vv), 0.5 * (map.xx - map.vv));
    let sine = (-map.xv * map.vx - half * half).sqrt();
    let next = map.apply(from, 0.0);
    let of = |now: f64, next: f64| now.hypot((next - mean * now) / sine);
    Motion::new(of(from.displacement, next.displacement), of(from.velocity, next.velocity))
}

#[test]
fn twelve_kilohertz_sound_at_9929_hertz_after_the_bilinear_transform() {
    let step = Step::at_rate(RATE);
    let reference = reference();
    let lossless = Discretisation::Bilinear.map(&mode(12_000.0, 0.0), step);
    close("(A.9)", lossless.pole(step).frequency, reference["omega_BT_Hz"].as_f64().unwrap(), 1e-15);
    // The thesis prints 9928.78; with its damping in 1/s the pole is at …783, with 2π times as much at …758.
    for row in reference["fig_A1_A2"].as_array().unwrap() {
        let damping = row["g"].as_f64().unwrap();
        let pole = Discretisation::Bilinear.map(&mode(12_000.0, damping), step).pole(step);
        close("pole", pole.frequency, row["omega_d_Hz_exact_pole"].as_f64().unwrap(), 1e-14);
        close("g_BT", pole.damping, row["g_BT"].as_f64().unwrap(), 1e-13);
    }
}

#[test]
fn decay_and_amplitude_shrink_by_the_square_of_a_cosine() {
    let step = Step::at_rate(RATE);
    for row in reference()["warping"].as_array().unwrap() {
        let frequency = row["f"].as_f64().unwrap();
        let mode = mode(frequency, 1.0);
        let pole = Discretisation::Bilinear.map(&mode, step).pole(step);
        // The reference has a small damping, which moves the pole by less than this.
        close("frequency", pole.frequency, row["f_BT"].as_f64().unwrap(), 1e-8);
        close("decay", pole.damping, row["g_ratio"].as_f64().unwrap(), 1e-7);
        let cos = (core::f64::consts::PI * pole.frequency / RATE).cos();
        close("cos²", pole.damping, cos * cos, 1e-7);
    }
    // The impulse response starts weaker by the same factor: f₀ = 1/T enters with f₀ + 0, then with 0 + f₀.
    let row = &reference()["fig_A1_A2"][0];
    let map = Discretisation::Bilinear.map(&printed(), step);
    let first = map.apply(Motion::default(), 0.5 * RATE);
    let second = map.apply(first, 0.5 * RATE);
    let grown = (0.5 * map.pole(step).damping * step.seconds()).exp();
    close("amplitude", amplitude(&map, second).displacement * grown, row["amp_bt"].as_f64().unwrap(), 1e-12);
}

#[test]
fn pre_warping_corrects_pitch_decay_and_amplitude() {
    let step = Step::at_rate(RATE);
    for frequency in [100.0, 1000.0, 12_000.0, 20_000.0] {
        let mode = mode(frequency, 1.0);
        let map = Discretisation::BilinearPrewarped.map(&mode, step);
        let (pole, exact) = (map.pole(step), StateTransition::exact(&mode, step).pole(step));
        // The remaining error is of the order of (g/ω)² and (gT)².
        close("frequency", pole.frequency, exact.frequency, 1e-9);
        close("damping", pole.damping, 1.0, 1e-9);
        let first = map.apply(Motion::default(), 0.5 * RATE);
        let second = map.apply(first, 0.5 * RATE);
        let output = amplitude(&map, second);
        // The mean of two samples removes half a sample of decay.
        close("velocity", output.velocity, 1.0 / mode.mass, 1e-4);
        let half = core::f64::consts::PI * frequency / RATE;
        let short = half / half.tan();
        let expected = short / (mode.mass * mode.angular());
        close("displacement", output.displacement, expected, 1e-4);
    }
    // Just below half the rate and above it the values stay finite.
    let beyond = Discretisation::BilinearPrewarped.map(&mode(30_000.0, 1.0), step);
    assert!(beyond.xx.abs() <= 1.0 && beyond.xf.is_finite(), "{beyond:?}");
}

#[test]
fn the_impulse_invariant_mode_has_the_coefficients_of_the_thesis() {
    let step = Step::at_rate(RATE);
    let reference = &reference()["impulse_invariant"];
    let map = Discretisation::ImpulseInvariant.map(&printed(), step);
    close("b1", map.xf, reference["b1"].as_f64().unwrap(), 1e-14);
    close("a1", -(map.xx + map.vv), reference["a1"].as_f64().unwrap(), 1e-14);
    let a2 = map.xx * map.vv - map.xv * map.vx;
    close("a2", a2, reference["a2"].as_f64().unwrap(), 1e-15);
}

#[test]
fn the_impulse_invariant_mode_rings_as_the_mode_itself_sampled() {
    let step = Step::at_rate(RATE);
    let mode = printed();
    let map = Discretisation::ImpulseInvariant.map(&mode, step);
    let first = reference()["impulse_invariant"]["h_first"].clone();
    let (a, turn) = (0.5 * mode.damping(), (mode.angular().powi(2) - 0.25 * mode.damping().powi(2)).sqrt());
    let mut at = Motion::default();
    let mut worst = 0.0f64;
    for n in 1..4000 {
        at = map.apply(at, if n == 1 { RATE } else { 0.0 });
        let t = f64::from(n) / RATE;
        let closed = libm::exp(-a * t) * libm::sin(turn * t) / (mode.mass * turn);
        worst = worst.max((at.displacement - closed).abs());
        if let Some(theirs) = first.get(n as usize).and_then(Value::as_f64) {
            let off = (at.displacement - theirs).abs();
            // h is at most 0.013 m/(N s); each sample adds two roundings of that.
            assert!(off < 2e-16, "h({n}) = {:e}, expected {theirs:e}", at.displacement);
        }
    }
    // The reference recursion drifts by 1.3e-14 in 4000 samples.
    assert!(worst < 3e-14, "strays by {worst:e}");
}

#[test]
fn a_mode_at_zero_frequency_is_a_mass_in_every_discretisation() {
    let step = Step::at_rate(RATE);
    let t = step.seconds();
    let mode = mode(1e-3, 1e-9);
    for way in Discretisation::ALL {
        let map = way.map(&mode, step);
        close(way.name(), map.xv, t, 1e-12);
        close(way.name(), map.vf, t / mode.mass, 1e-12);
        let half = if way == Discretisation::ImpulseInvariant { 1.0 } else { 0.5 };
        close(way.name(), map.xf, half * t * t / mode.mass, 1e-12);
    }
}

#[test]
fn the_bilinear_mode_keeps_its_energy_and_takes_in_the_work_of_a_held_force() {
    let step = Step::at_rate(RATE);
    for frequency in [20.0, 3000.0, 15_000.0] {
        let mode = mode(frequency, 0.0);
        let map = Discretisation::Bilinear.map(&mode, step);
        let energy = |at: Motion| {
            let swing = mode.angular() * at.displacement;
            0.5 * mode.mass * (at.velocity * at.velocity + swing * swing)
        };
        let (mut at, mut work) = (Motion::default(), 0.0);
        for n in 0..1000 {
            let force = f64::from(n % 7) - 2.0;
            let next = map.apply(at, force);
            work += force * (next.displacement - at.displacement);
            at = next;
        }
        close("energy", energy(at), work, 1e-11);
    }
}
