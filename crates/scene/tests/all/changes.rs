//! Bodies are retuned and contact laws change while playing; the energy balance closes.

use crate::support;
use crate::support::played::{LAW, driven, play, two_pairs};
use crate::support::{Dice, build, empty, hear, join, join_by, listen, mass, modal, render};
use foley_body::ModalSpec;
use foley_body::modal::BLOCK;
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::{Friction, Motion};
use foley_scene::{Action, BodySpec, ContactLaw, ControlError, Place, Quantity, Scene, Signal, Source};

/// Frequency of a signal from its sign changes \[Hz\].
fn pitch(values: &[f64]) -> f64 {
    let rises = values.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
    rises as f64 * support::RATE / values.len() as f64
}

#[test]
fn a_bar_retuned_by_an_octave_keeps_its_energy() {
    let bar = ModalSpec::of_modes([(440.0, 2.0, 0.1), (1213.0, 0.05, 0.1)]);
    let mut spec = empty();
    let body = modal(&mut spec, bar.clone());
    let hammer = mass(&mut spec, 0.01, Motion::new(-1e-5, 1.0));
    join(&mut spec, (hammer, 0), LAW, (body, 0));
    listen(&mut spec, body, 0, Quantity::Velocity);
    let mut scene = build(&spec);
    scene.advance(64 * 200);
    let low = pitch(&render(&mut scene, 64 * 100, 64)[0]);
    let before = scene.ledger();
    scene.retune(body, &bar.clone().scaled(2.0, 1.0, 3.0)).unwrap();
    let after = scene.ledger();
    let change = (after.total() / before.total() - 1.0).abs();
    assert!(change < 1e-12, "energy changed by {change:e} of itself");
    let high = pitch(&render(&mut scene, 64 * 100, 64)[0]);
    assert!((low - 440.0).abs() < 8.0, "{low} Hz before");
    assert!((high - 880.0).abs() < 8.0, "{high} Hz after");
    let ledger = scene.ledger();
    assert!(ledger.numerical().abs() < 1e-12 * ledger.initial, "{ledger:?}");
}

#[test]
fn retuning_to_the_same_modes_has_no_effect() {
    let mut spec = two_pairs();
    spec.at(0.0, Action::Force { place: Place::new(2, 1), newtons: Signal::Constant(0.5), lasting: None });
    let expected = render(&mut build(&spec), 6400, 6400);
    let modes = |body: usize| match &spec.bodies[body].value {
        BodySpec::Modal { spec, .. } => spec,
        _ => panic!("{body} is not modal"),
    };
    let got = play(&mut build(&spec), 100, 64, |scene, _| {
        scene.retune(0, modes(0)).unwrap();
        scene.retune(2, modes(2)).unwrap();
    });
    for (got, expected) in got.iter().zip(&expected) {
        let most = expected.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let off = got.iter().zip(expected).map(|(a, b)| (a - b).abs());
        let off = off.fold(0.0, f64::max);
        // The forecast of a body in contact is summed again: units in the last place.
        assert!(off <= 1e-13 * most, "{off:e} of {most:e}");
    }
}

#[test]
fn retuning_a_body_in_contact_adds_no_energy_and_no_click() {
    // A weight on a plate that is retuned up by a fifth and down again, a little in every block.
    let plate = ModalSpec::of_modes([(150.0, 0.02, 0.5), (420.0, 0.01, 0.5), (900.0, 0.01, 0.5)]);
    let mut spec = empty();
    spec.gravity = 9.81;
    let body = modal(&mut spec, plate.clone());
    let weight = spec.add("weight", BodySpec::mass(0.2, Motion::new(-1e-6, 0.0)).falling());
    let contact = join(&mut spec, (weight, 0), LAW, (body, 0));
    hear(&mut spec, Source::Contact(contact), Quantity::Force);
    let mut scene = build(&spec);
    scene.advance(64 * 690);
    let mut furthest: f64 = 0.0;
    let mut largest: f64 = 0.0;
    for block in 0..400 {
        let fifth = libm::pow(1.5, libm::sin(core::f64::consts::PI * f64::from(block) / 400.0));
        let before = scene.ledger();
        scene.retune(body, &plate.clone().scaled(fifth, 1.0, 1.0)).unwrap();
        let after = scene.ledger();
        largest = largest.max((after.total() - before.total()).abs() / before.total());
        let force = render(&mut scene, BLOCK, BLOCK).remove(0);
        let off = force.iter().map(|f| (f / (0.2 * 9.81) - 1.0).abs());
        furthest = off.fold(furthest, f64::max);
    }
    assert!(largest < 1e-12, "energy changed by {largest:e} of itself");
    assert!(furthest < 0.05, "the force was off by {furthest}");
    let ledger = scene.ledger();
    let turnover = ledger.work.abs() + ledger.heat;
    let off = ledger.numerical().abs() / turnover;
    assert!(off < 1e-12, "{off:e} of {turnover} J");
}

#[test]
fn modes_that_do_not_suit_the_body_are_rejected() {
    let mut scene = build(&two_pairs());
    let mut twin = scene.clone();
    let modes = Dice::seeded(1).modal(12, 2);
    let message =
        |scene: &mut Scene, body, spec: &ModalSpec| scene.retune(body, spec).unwrap_err().to_string();
    let eleven = Dice::seeded(1).modal(11, 2);
    assert!(message(&mut scene, 0, &eleven).contains("the number of modes (12) or ports (2)"));
    let flying = modes.clone().with_rigid_motion(1.0);
    assert!(message(&mut scene, 0, &flying).contains("whether the body is free"));
    let mut nan = modes.clone();
    nan.modes[3].frequency = f64::NAN;
    assert!(message(&mut scene, 0, &nan).contains("the frequency of mode 3 is NaN"));
    for body in [1, 4, usize::MAX] {
        let why = format!("there is no modal body with index {body}; indices are below 4");
        assert_eq!(message(&mut scene, body, &modes), why);
    }
    assert!(render(&mut scene, 640, 64) == render(&mut twin, 640, 64));
    scene.advance(1);
    let why = scene.retune(0, &modes);
    assert_eq!(why, Err(ControlError::MidBlock { left: 63 }));
}

#[test]
fn a_law_change_under_load_is_recorded_in_the_energy_balance() {
    let laws = [
        [
            ContactLaw::Impact(LAW),
            ContactLaw::Impact(HuntCrossley { stiffness: 1e7, exponent: 2.5, damping: 1.0 }),
        ],
        [
            ContactLaw::LinearImpact(Linear::default()),
            ContactLaw::LinearImpact(Linear { stiffness: 1e6, damping: 3.0 }),
        ],
        [1.0, 3.0].map(|normal_force| ContactLaw::Friction {
            law: Friction { normal_force, stiffness: 1e5 * normal_force, ..Friction::default() },
            normal_from: None,
        }),
    ];
    for [law, other] in laws {
        let mut spec = empty();
        let body = modal(&mut spec, Dice::seeded(4).modal(8, 1));
        let hammer = mass(&mut spec, 0.1, Motion::new(0.0, 0.5));
        let contact = join_by(&mut spec, (hammer, 0), law, (body, 0));
        listen(&mut spec, body, 0, Quantity::Velocity);
        let (mut scene, mut same) = (build(&spec), build(&spec));
        let mut pressed = 0;
        for block in 0..64 {
            let before = scene.ledger();
            scene.change_law(contact, if block % 2 == 0 { other } else { law }).unwrap();
            // Setting the same law has no effect.
            same.change_law(contact, law).unwrap();
            let after = scene.ledger();
            let brought = after.control - before.control;
            // Energy released by bristles is heat that the next step records.
            let made = after.total() - before.total() - brought;
            let scale = before.total() + after.control.abs();
            assert!(made <= 1e-15 * scale, "{law:?}: {made:e} of {scale} J");
            pressed += usize::from(brought != 0.0);
            scene.advance(BLOCK);
            same.advance(BLOCK);
        }
        let rubs = matches!(law, ContactLaw::Friction { .. });
        assert!(pressed > 0, "{law:?} was changed while it pressed");
        assert!(rubs || !scene.touching(contact), "{law:?} lets go in the end");
        for ledger in [scene.ledger(), same.ledger()] {
            let turnover = ledger.initial + ledger.control.abs();
            let off = ledger.numerical().abs() / turnover;
            assert!(off < 1e-12, "{law:?}: {off:e} of {turnover} J");
        }
        let mut alone = build(&spec);
        alone.advance(64 * BLOCK);
        assert!(render(&mut alone, 640, 64) == render(&mut same, 640, 64));
    }
}

#[test]
fn laws_of_another_kind_or_out_of_range_are_rejected() {
    let spec = driven(0, Signal::Live);
    let mut scene = build(&spec);
    let linear = ContactLaw::LinearImpact(Linear::default());
    assert_eq!(scene.change_law(0, linear), Err(ControlError::OtherLaw { contact: 0 }));
    let pressed = ContactLaw::Friction { law: Friction::default(), normal_from: Some(0) };
    assert_eq!(scene.change_law(1, pressed), Err(ControlError::OtherLaw { contact: 1 }));
    let soft = ContactLaw::Impact(HuntCrossley { stiffness: -1.0, ..LAW });
    let why = scene.change_law(0, soft).unwrap_err().to_string();
    assert!(why.starts_with("-1 is out of range"), "{why}");
    let why = scene.change_law(2, linear).unwrap_err().to_string();
    assert_eq!(why, "there is no contact with index 2; indices are below 2");
    scene.advance(1);
    let why = scene.change_law(0, ContactLaw::Impact(LAW));
    assert_eq!(why, Err(ControlError::MidBlock { left: 63 }));
}
