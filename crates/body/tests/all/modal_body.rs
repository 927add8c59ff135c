//! Modal bodies under forces: exact, reciprocal, passive and retunable.

use crate::support::Dice;
use foley_body::modal::{BLOCK, ModalError};
use foley_body::{Body, ModalSpec, Mode, MotionQuantity, Substeps};
use foley_contact::{Motion, Step};

const RATE: f64 = 44_100.0;

fn step() -> Step {
    Step::at_rate(RATE)
}

#[test]
fn the_forecast_equals_the_motion() {
    let mut dice = Dice::seeded(1);
    for ports in [1, 3, 6] {
        let mut body = dice.modal(13, ports).with_rigid_motion(0.3).at(step()).unwrap();
        body.set_gravity(9.81);
        for _ in 0..200 {
            let port = (dice.between(0.0, ports as f64)) as usize;
            body.push(port, dice.between(-10.0, 10.0));
            let other = (dice.between(0.0, ports as f64)) as usize;
            body.push(other, dice.between(-10.0, 10.0));
            let ahead: Vec<Motion> = (0..ports).map(|port| body.forecast(port).free).collect();
            body.advance();
            for (port, ahead) in ahead.iter().enumerate() {
                let now = body.motion(port);
                assert!((now.displacement - ahead.displacement).abs() < 1e-12, "{now:?} {ahead:?}");
                assert!((now.velocity - ahead.velocity).abs() < 1e-12 * ahead.velocity.abs().max(1.0));
            }
        }
    }
}

#[test]
fn other_ports_respond_like_contact_ports() {
    let mut dice = Dice::seeded(2);
    let spec = dice.modal(9, 5).with_rigid_motion(0.2);
    let mut all = spec.at(step()).unwrap();
    let mut some = spec.with_contact_ports(step(), &[1]).unwrap();
    for _ in 0..100 {
        let (port, force) = (dice.between(0.0, 5.0) as usize, dice.between(-1.0, 1.0));
        for body in [&mut all, &mut some] {
            body.push(port, force);
            body.push(1, 0.5 * force);
        }
        for port in 0..5 {
            let (one, two) = (all.forecast(port), some.forecast(port));
            assert!((one.free.displacement - two.free.displacement).abs() < 1e-13, "{one:?} {two:?}");
            assert!((one.free.velocity - two.free.velocity).abs() < 1e-12, "{one:?} {two:?}");
        }
        all.advance();
        some.advance();
    }
    assert!((all.energy() / some.energy() - 1.0).abs() < 1e-10);
}

#[test]
fn two_ports_are_reciprocal() {
    let mut dice = Dice::seeded(3);
    let mut body = dice.modal(30, 4).with_rigid_motion(1.0).at(step()).unwrap();
    for substeps in Substeps::all() {
        body.set_substeps(substeps);
        for (here, there) in [(0, 1), (2, 3), (1, 3)] {
            assert_eq!(body.cross_response(here, there), body.cross_response(there, here));
        }
        assert!(body.cross_response(2, 2).displacement > 0.0);
    }
}

#[test]
fn a_held_force_does_exactly_the_work_f_dx() {
    let mut dice = Dice::seeded(4);
    let mut spec = dice.modal(20, 2);
    for mode in &mut spec.modes {
        mode.decay = f64::INFINITY;
    }
    for substeps in [Substeps::ONE, Substeps::at_least(8.0)] {
        let mut body = spec.clone().with_rigid_motion(0.1).at(step()).unwrap();
        body.set_substeps(substeps);
        let mut work = 0.0;
        let mut turnover = 0.0;
        for _ in 0..2000 {
            let (force, from) = (dice.between(-5.0, 5.0), body.motion(1).displacement);
            body.push(1, force);
            body.advance();
            let done = force * (body.motion(1).displacement - from);
            work += done;
            turnover += done.abs();
        }
        let off = (body.energy() - work).abs();
        assert!(off < 1e-12 * turnover, "{} J instead of {work} J", body.energy());
    }
}

#[test]
fn damping_only_removes_energy() {
    let mut dice = Dice::seeded(5);
    let mut body = dice.modal(40, 1).at(step()).unwrap();
    for _ in 0..3000 {
        let (force, from) = (dice.between(-5.0, 5.0), body.motion(0).displacement);
        let before = body.energy();
        body.push(0, force);
        body.advance();
        let given = force * (body.motion(0).displacement - from);
        assert!(body.energy() <= before + given + 1e-12 * (before + given.abs()));
    }
}

#[test]
fn substeps_change_nothing_under_a_constant_force() {
    let mut dice = Dice::seeded(6);
    let spec = dice.modal(10, 1).with_rigid_motion(0.5);
    let mut whole = spec.at(step()).unwrap();
    let mut parts = spec.at(step()).unwrap();
    parts.set_substeps(Substeps::MAX);
    for _ in 0..50 {
        let force = dice.between(-1.0, 1.0);
        whole.push(0, force);
        whole.advance();
        for _ in 0..Substeps::MAX.count() {
            parts.push(0, force);
            parts.advance();
        }
        let (one, two) = (whole.motion(0), parts.motion(0));
        assert!((one.displacement - two.displacement).abs() < 1e-13, "{one:?} {two:?}");
        assert!((one.velocity - two.velocity).abs() < 1e-11, "{one:?} {two:?}");
    }
}

#[test]
fn retuning_keeps_the_energy_of_every_mode() {
    let mut dice = Dice::seeded(7);
    let spec = dice.modal(17, 1);
    let mut body = spec.at(step()).unwrap();
    for i in 0..17 {
        body.place_mode(i, Motion::new(dice.between(-1e-4, 1e-4), dice.between(-1.0, 1.0)));
    }
    let before = body.energy();
    let higher = spec.clone().scaled(1.7, 0.4, 2.5);
    body.retune(&higher).unwrap();
    assert!((body.energy() / before - 1.0).abs() < 1e-13);
    // The body rings at the new frequencies.
    let mut fresh = higher.at(step()).unwrap();
    for i in 0..17 {
        fresh.place_mode(i, body.mode(i));
    }
    let (mut one, mut two) = ([0.0; BLOCK], [0.0; BLOCK]);
    body.predict_audible(0, MotionQuantity::Velocity, &mut one);
    fresh.predict_audible(0, MotionQuantity::Velocity, &mut two);
    assert_eq!(one, two);
    let short = ModalSpec { modes: spec.modes[..16].to_vec(), ..spec };
    assert_eq!(body.retune(&short), Err(ModalError::Retune { modes: 17, ports: 1 }));
}

#[test]
fn half_the_size_rings_an_octave_higher_half_as_long_and_weighs_an_eighth() {
    let spec = ModalSpec::of_modes([(440.0, 0.5, 0.08)]).with_rigid_motion(1.0).similar(0.5, 1);
    let mode = &spec.modes[0];
    assert_eq!((mode.frequency, mode.decay, mode.mass), (880.0, 0.25, 0.01));
    assert_eq!(spec.rigid.unwrap().mass, 0.125);
}

#[test]
fn a_port_stays_within_its_bounds() {
    let mut dice = Dice::seeded(8);
    for _ in 0..50 {
        let mut body = dice.modal(6, 2).with_rigid_motion(0.1).at(step()).unwrap();
        body.set_gravity(dice.between(-10.0, 10.0));
        body.place(Motion::new(dice.between(-1.0, 1.0), dice.between(-3.0, 3.0)));
        body.hold(0, dice.between(-2.0, 2.0));
        for i in 0..6 {
            body.place_mode(i, Motion::new(dice.between(-1e-4, 1e-4), dice.between(-0.5, 0.5)));
        }
        let (low, high) = body.bounds(1, BLOCK as f64 / RATE);
        let mut way = [0.0; BLOCK];
        body.predict(1, MotionQuantity::Displacement, &mut way);
        assert!(way.iter().all(|x| (low..=high).contains(x)), "{low} … {high}: {way:?}");
    }
}

#[test]
fn a_mode_above_half_the_rate_moves_ports_but_not_outputs() {
    let body = ModalSpec::of_modes([(30e3, 1.0, 0.01)]).at(step()).unwrap();
    let mut body = body;
    body.place_mode(0, Motion::new(0.0, 1.0));
    let (mut audible, mut all) = ([0.0; 8], [0.0; 8]);
    body.predict_audible(0, MotionQuantity::Velocity, &mut audible);
    body.predict(0, MotionQuantity::Velocity, &mut all);
    assert_eq!(audible, [0.0; 8]);
    assert!(all.iter().all(|v| v.abs() > 0.0));
}

#[test]
fn invalid_bodies_are_rejected_with_the_mode_and_quantity() {
    let good = ModalSpec::of_modes([(440.0, 0.5, 0.08), (880.0, 0.5, 0.08)]);
    let bad = |change: fn(&mut Mode)| {
        let mut spec = good.clone();
        change(&mut spec.modes[1]);
        spec.at(step()).unwrap_err().to_string()
    };
    let expected = [
        (bad(|mode| mode.frequency = f64::NAN), "the frequency of mode 1 is NaN"),
        (bad(|mode| mode.mass = 0.0), "the mass of mode 1 is 0"),
        (bad(|mode| mode.decay = -1.0), "the decay of mode 1 is -1"),
        (bad(|mode| mode.shape.clear()), "mode 1: the number of values in its shape (0) must equal"),
        (bad(|mode| mode.shape[0] = f64::INFINITY), "the shape of mode 1 is inf"),
    ];
    for (message, expected) in expected {
        assert!(message.starts_with(expected), "{message}");
    }
    let many = ModalSpec::of_modes((0..5000).map(|_| (440.0, 1.0, 0.1)));
    assert_eq!(many.at(step()).unwrap_err(), ModalError::TooManyModes { count: 5000 });
}
