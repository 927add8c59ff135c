//! The ringing after a strike against a solution of the differential equations to eleven digits.

use crate::support::{RATE, build, empty, join, listen, mass, modal, render};
use foley_body::ModalSpec;
use foley_contact::Motion;
use foley_contact::analytic::Impact;
use foley_contact::law::HuntCrossley;
use foley_lab::experiment::strike::{ReferenceSolver, Strike, modes_of};
use foley_scene::Quantity;

/// End of the comparison \[s\].
const UNTIL: f64 = 0.012;

/// A hammer of 10 g on three modes of 50 g. With the reduced mass, its contact with a wall would last
/// `samples` samples.
fn strike(samples: f64, exponent: f64, damping: f64, partials: [f64; 3]) -> Strike {
    let modes = modes_of(0.05, &partials.map(|frequency| (frequency, 100.0)));
    let reduced = 1.0 / (1.0 / 0.01 + 3.0 / 0.05);
    let duration = |stiffness: f64| {
        Impact { mass: reduced, law: HuntCrossley { stiffness, exponent, damping }, speed: 1.0 }.duration()
    };
    // The duration is proportional to k^(−1/(α+1)).
    let at_one = duration(1e9);
    let stiffness = 1e9 * (at_one / (samples / RATE)).powf(exponent + 1.0);
    assert!((duration(stiffness) * RATE / samples - 1.0).abs() < 1e-9);
    Strike { mass: 0.01, law: HuntCrossley { stiffness, exponent, damping }, speed: 1.0, modes }
}

/// Relative RMS error of the struck point's velocity after the last touch, and the number of touches.
fn error(strike: &Strike, phase: f64) -> (f64, usize) {
    let mut judge = ReferenceSolver::new(strike);
    judge.advance_to(UNTIL);
    let touches = judge.touches().len();
    let parted = judge.touches().last().map_or(0.0, |touch| touch.to);
    let mut scene = empty();
    let hammer = mass(&mut scene, strike.mass, Motion::new(-strike.speed * phase / RATE, strike.speed));
    let spec = ModalSpec { ports: 1, modes: strike.modes.clone(), ..ModalSpec::default() };
    let body = modal(&mut scene, spec);
    join(&mut scene, (hammer, 0), strike.law, (body, 0));
    listen(&mut scene, body, 0, Quantity::Velocity);
    let frames = (UNTIL * RATE) as usize;
    let output = render(&mut build(&scene), frames, 64).remove(0);
    let mut judge = ReferenceSolver::new(strike);
    let (mut off, mut all) = (0.0, 0.0);
    for (n, value) in output.iter().enumerate() {
        let time = ((n + 1) as f64 - phase) / RATE;
        if time > parted + 2.0 / RATE {
            judge.advance_to(time);
            let exact = judge.state().struck_point(strike).velocity;
            off += (value - exact) * (value - exact);
            all += exact * exact;
        }
    }
    (f64::sqrt(off / all), touches)
}

#[test]
fn the_ringing_after_a_strike_is_accurate_to_a_thousandth() {
    let mut worst: f64 = 0.0;
    for (exponent, damping) in [(1.5, 0.0), (1.5, 0.1), (1.5, 0.5), (2.8, 0.6)] {
        for samples in [0.7, 1.0, 1.6, 2.5, 4.9, 8.0, 13.0, 22.0, 32.0, 40.0] {
            let strike = strike(samples, exponent, damping, [500.0, 1370.0, 2690.0]);
            for phase in [3.0, 3.3, 3.61, 3.87] {
                let (error, touches) = error(&strike, phase);
                if touches == 1 {
                    worst = worst.max(error);
                }
                assert!(
                    error <= 0.001 || touches > 1,
                    "α = {exponent}, μ = {damping}, τ = {samples} samples, phase {phase}: {:.3} % after {touches} touches",
                    100.0 * error
                );
                if touches > 1 {
                    println!(
                        "α {exponent} μ {damping} τ {samples} phase {phase}: {:.3} % after {touches} touches",
                        100.0 * error
                    );
                }
            }
        }
    }
    println!("worst error of the ringing: {:.4} %", 100.0 * worst);
}
