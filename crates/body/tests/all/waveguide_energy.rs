//! The energy of a string is the work done on it less its losses.

use crate::strings::{any, at, lossless, tuned};
use crate::support::Dice;
use foley_body::{Body, Substeps, Waveguide};
use foley_contact::Motion;

/// Pushes all ports over one step and returns the work done \[J\].
fn pushed(string: &mut Waveguide, forces: &[f64]) -> f64 {
    let places = |string: &Waveguide| -> Vec<f64> {
        (0..forces.len()).map(|port| string.motion(port).displacement).collect()
    };
    let before = places(string);
    for (port, &force) in forces.iter().enumerate() {
        string.push(port, force);
    }
    string.advance();
    let after = places(string);
    forces.iter().zip(after.iter().zip(&before)).map(|(force, (to, from))| force * (to - from)).sum()
}

#[test]
fn without_loss_the_energy_is_the_work_done_at_three_ports() {
    let mut dice = Dice::seeded(2);
    for frequency in [41.2, 110.0, 1234.5, 4000.0] {
        let mut string = at(&lossless(frequency, &[0.11, 0.5, 0.83]), 44_100.0);
        let (mut work, mut scale) = (0.0, 0.0);
        for n in 0..20_000 {
            let forces = [(); 3].map(|()| dice.between(-1.0, 1.0));
            let step = pushed(&mut string, &forces);
            work += step;
            scale += step.abs();
            if n % 97 == 0 {
                let off = (string.energy() - work).abs();
                assert!(off < 1e-12 * scale, "{off} J of {scale} J moved, at {frequency} Hz");
            }
        }
    }
}

#[test]
fn a_lossless_string_keeps_its_energy_over_100_000_samples() {
    for frequency in [30.0, 110.0, 441.0, 1500.0, 4000.0] {
        let mut string = at(&lossless(frequency, &[0.2]), 44_100.0);
        string.pluck(0.31, 0.002);
        let start = string.energy();
        for _ in 0..100_000 {
            string.advance();
        }
        let off = string.energy() / start - 1.0;
        assert!(off.abs() < 1e-12, "{off} at {frequency} Hz");
    }
}

#[test]
fn no_string_of_the_table_makes_energy() {
    let mut dice = Dice::seeded(3);
    for _ in 0..300 {
        let (spec, rate) = any(&mut dice);
        let mut string = at(&spec, rate);
        let mut energy = 0.0;
        let push = dice.between(1e-3, 10.0);
        for n in 0..600 {
            let forces = [(); 3].map(|()| if n < 300 { push * dice.between(-1.0, 1.0) } else { 0.0 });
            let work = pushed(&mut string, &forces);
            let now = string.energy();
            let made = now - energy - work;
            assert!(made <= 1e-13 * (now + energy + work.abs()), "{made} J: {spec:?} at {rate} Hz");
            energy = now;
        }
        assert!(string.is_finite());
    }
}

#[test]
fn a_free_string_loses_all_its_energy() {
    let mut string = at(&tuned(220.0, &[0.2]), 48_000.0);
    string.pluck(0.4, 0.003);
    let start = string.energy();
    let mut out = vec![0.0; 48_000 * 12];
    string.ring(0, foley_body::MotionQuantity::Velocity, &mut out);
    // After four decay times the energy of the fundamental is e^−8 of its initial value, which is at most the
    // total.
    let left = string.energy() / start;
    assert!(left < libm::exp(-8.0), "{left} is left");
    assert!(left > 0.5 * libm::exp(-8.0), "{left} is left");
}

#[test]
fn forces_that_vary_between_substeps_lose_exactly_their_variance() {
    let rate = 44_100.0;
    let mut dice = Dice::seeded(4);
    for substeps in Substeps::all() {
        let spec = lossless(110.0, &[0.3, 0.7]);
        let mut string = at(&spec, rate);
        string.set_substeps(substeps);
        let n = f64::from(substeps.count());
        let (mut expected, mut scale) = (0.0, 0.0);
        for _ in 0..500 {
            let (mut sum, mut squares) = ([0.0; 2], [0.0; 2]);
            for _ in 0..substeps.count() {
                let before = string.energy();
                let forces = [(); 2].map(|()| dice.between(-1.0, 1.0));
                let work = pushed(&mut string, &forces);
                for port in 0..2 {
                    sum[port] += forces[port] / n;
                    squares[port] += forces[port] * forces[port] / n;
                }
                expected += work;
                scale += work.abs();
                let made = string.energy() - before - work;
                assert!(made <= 1e-13 * scale, "{made} J within a sample of {n} substeps");
            }
            for port in 0..2 {
                let variance = squares[port] - sum[port] * sum[port];
                expected -= variance / (2.0 * spec.impedance() * rate);
            }
            let off = (string.energy() - expected).abs();
            assert!(off < 1e-12 * scale, "{off} J of {scale} J at a sample of {n} substeps");
        }
    }
}

#[test]
fn a_steady_force_acts_alike_with_any_number_of_substeps() {
    let spec = tuned(196.0, &[0.3, 0.6]);
    let (mut whole, mut substeps) = (at(&spec, 48_000.0), at(&spec, 48_000.0));
    substeps.set_substeps(Substeps::at_least(8.0));
    for n in 0..2_000 {
        let force = if n < 40 { 1.5 } else { 0.0 };
        whole.push(0, force);
        whole.advance();
        for _ in 0..8 {
            substeps.push(0, force);
            substeps.advance();
        }
        let off: Motion = whole.motion(1) - substeps.motion(1);
        assert!(off.velocity.abs() < 1e-14, "{off:?} at sample {n}");
        assert!(off.displacement.abs() < 1e-16, "{off:?} at sample {n}");
    }
}

#[test]
fn two_ports_are_reciprocal() {
    let mut dice = Dice::seeded(5);
    for _ in 0..100 {
        let (spec, rate) = any(&mut dice);
        let cross_response = |push: usize, listen: usize| {
            let mut string = at(&spec, rate);
            string.push(push, 1.0);
            (0..400)
                .map(|_| {
                    string.advance();
                    string.motion(listen).velocity
                })
                .collect::<Vec<_>>()
        };
        let scale = 1.0 / spec.impedance();
        for (n, (one, two)) in cross_response(0, 1).iter().zip(cross_response(1, 0)).enumerate() {
            assert!((one - two).abs() < 1e-13 * scale, "{one} and {two} at {n}: {spec:?}");
        }
    }
}
