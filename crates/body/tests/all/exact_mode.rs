//! One mode over one step under a held force, against a slow integration of its equation.

use foley_body::Mode;
use foley_body::modal::StateTransition;
use foley_contact::{Motion, Step};

fn mode(frequency: f64, decay: f64) -> Mode {
    Mode { frequency, decay, mass: 0.02, shape: vec![1.0], radiated: 0.0 }
}

/// The state after `seconds` under a force, by four thousand Runge-Kutta steps.
fn integrated(mode: &Mode, from: Motion, force: f64, seconds: f64) -> Motion {
    const PARTS: u32 = 4000;
    let (omega, g, h) = (mode.angular(), mode.damping(), seconds / f64::from(PARTS));
    let slope = |m: Motion| {
        let back = g * m.velocity + omega * omega * m.displacement;
        Motion::new(m.velocity, force / mode.mass - back)
    };
    let go = |m: Motion, s: Motion, h: f64| m + Motion::new(h * s.displacement, h * s.velocity);
    let mut at = from;
    for _ in 0..PARTS {
        let one = slope(at);
        let two = slope(go(at, one, 0.5 * h));
        let three = slope(go(at, two, 0.5 * h));
        let four = slope(go(at, three, h));
        let both = go(one, four, 1.0) + go(go(two, three, 1.0), go(two, three, 1.0), 1.0);
        at = go(at, both, h / 6.0);
    }
    at
}

/// A mode with the damping ratio `zeta`.
fn damped(frequency: f64, zeta: f64) -> Mode {
    mode(frequency, 1.0 / (core::f64::consts::TAU * frequency * zeta))
}

#[test]
fn the_step_is_the_solution_in_every_regime() {
    let step = Step::at_rate(44_100.0);
    // Lossless, ringing, heavy, just below, at and just above critical, over-damped.
    for zeta in [0.0, 0.005, 0.5, 0.999_999_9, 1.0, 1.000_000_1, 1.5, 20.0] {
        for frequency in [30.0, 700.0, 5000.0] {
            let mode = damped(frequency, zeta);
            let map = StateTransition::exact(&mode, step);
            for (x, v, force) in [(1e-4, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 40.0), (-2e-5, 0.1, 7.0)] {
                let from = Motion::new(x, v);
                let ours = map.apply(from, force);
                let theirs = integrated(&mode, from, force, step.seconds());
                // Scale of the motion in a step; Runge-Kutta has an error of (ωT/4000)⁴ and rounds 4000
                // times.
                let reach = x.abs() + step.seconds() * (v.abs() + step.seconds() * force / mode.mass);
                let speed = mode.angular() * x.abs() + v.abs() + step.seconds() * force / mode.mass;
                let off = ours - theirs;
                assert!(
                    off.displacement.abs() < 1e-11 * reach && off.velocity.abs() < 1e-11 * speed,
                    "ζ = {zeta}, {frequency} Hz, from {from:?} under {force} N: {ours:?}, expected {theirs:?}"
                );
            }
        }
    }
}

#[test]
fn a_slow_mode_responds_to_a_force_like_a_mass() {
    // ωT from 1e-8 to 1e-3: T²/2m (1 − (ωT)²/12) to the last digits, where 1 − cos ωT has lost up to all
    // digits.
    let step = Step::at_rate(48_000.0);
    for turn in [1e-8, 1e-6, 1e-4, 1e-3] {
        let mode = mode(turn / (core::f64::consts::TAU * step.seconds()), f64::INFINITY);
        let expected = 0.5 * step.seconds() * step.seconds() / mode.mass * (1.0 - turn * turn / 12.0);
        let ours = StateTransition::exact(&mode, step).xf;
        let off = (ours / expected - 1.0).abs();
        assert!(off < 3e-15, "ωT = {turn:e}: {ours:e}, expected {expected:e}, off by {off:e}");
    }
}

#[test]
fn two_half_steps_are_one_whole_step() {
    let step = Step::at_rate(44_100.0);
    for zeta in [0.0, 0.01, 0.999_999, 1.0, 3.0] {
        let mode = damped(2000.0, zeta);
        let (whole, half) =
            (StateTransition::exact(&mode, step), StateTransition::exact(&mode, step.divided_by(2)));
        let from = Motion::new(1e-4, -0.2);
        let (one, two) = (whole.apply(from, 3.0), half.apply(half.apply(from, 3.0), 3.0));
        assert!(
            (one - two).displacement.abs() < 1e-18 && (one - two).velocity.abs() < 1e-15,
            "ζ = {zeta}: {one:?} and {two:?}"
        );
    }
}

#[test]
fn a_held_force_does_exactly_the_work_f_dx() {
    let step = Step::at_rate(44_100.0);
    for frequency in [1.0, 440.0, 9000.0, 21_000.0, 100_000.0] {
        let mode = mode(frequency, f64::INFINITY);
        let map = StateTransition::exact(&mode, step);
        let energy = |at: Motion| {
            let swing = mode.angular() * at.displacement;
            0.5 * mode.mass * (at.velocity * at.velocity + swing * swing)
        };
        let (mut at, mut work, mut moved) = (Motion::default(), 0.0, 0.0f64);
        for n in 0..2000 {
            let force = f64::from(n * n % 11) - 4.5;
            let next = map.apply(at, force);
            let done = force * (next.displacement - at.displacement);
            work += done;
            moved += done.abs();
            at = next;
        }
        let off = (energy(at) - work).abs() / moved;
        assert!(off < 1e-13, "{frequency} Hz: {:e} J, worked {work:e} J, off by {off:e}", energy(at));
    }
}

#[test]
fn a_mode_with_loss_loses_energy_in_every_step() {
    let step = Step::at_rate(44_100.0);
    for zeta in [1e-4, 0.3, 1.0, 8.0] {
        let mode = damped(900.0, zeta);
        let map = StateTransition::exact(&mode, step);
        let energy = |at: Motion| {
            let swing = mode.angular() * at.displacement;
            at.velocity * at.velocity + swing * swing
        };
        let mut at = Motion::new(1e-3, 1.0);
        for n in 0..500 {
            let next = map.apply(at, 0.0);
            assert!(energy(next) <= energy(at), "ζ = {zeta}, step {n}");
            at = next;
        }
    }
}
