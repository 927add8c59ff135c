//! Contacts in a scene against closed forms.

use crate::support::{RATE, build, empty, hear, join, join_by, listen, mass, render, wall};
use foley_contact::analytic::Impact;
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::{Friction, Motion};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, Signal, Source};

const LAW: HuntCrossley = HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.5 };

#[test]
fn a_mass_leaves_a_wall_with_the_velocity_and_after_the_time_of_the_closed_form() {
    for stiffness in [1e7, 1e9, 1e11] {
        let law = HuntCrossley { stiffness, ..LAW };
        let mut scene = empty();
        let ball = mass(&mut scene, 0.01, Motion::new(-1e-4, 1.0));
        let floor = wall(&mut scene);
        let contact = join(&mut scene, (ball, 0), law, (floor, 0));
        listen(&mut scene, ball, 0, Quantity::Velocity);
        hear(&mut scene, Source::Contact(contact), Quantity::Force);
        let out = render(&mut build(&scene), 2000, 2000);
        let exact = Impact { mass: 0.01, law, speed: 1.0 };
        let left = out[0][1999];
        let off = left / exact.release_velocity() - 1.0;
        assert!(off.abs() < 1e-12, "k = {stiffness}: left with {left} m/s, off by {off:e}");
        // The impulse of the force is the change of momentum.
        let impulse: f64 = out[1].iter().sum::<f64>() / RATE;
        assert!((impulse / (0.01 * (1.0 - left)) - 1.0).abs() < 1e-12, "{impulse} N s");
        // It touches for its duration, except for the first and the last sample.
        let touched = out[1].iter().filter(|&&force| force > 0.0).count() as f64;
        let lasts = exact.duration() * RATE;
        assert!(touched >= lasts.floor() && touched <= lasts + 2.0, "{touched} of {lasts} samples");
    }
}

#[test]
fn bounces_under_gravity_follow_the_chain_of_restitutions() {
    let mut scene = empty();
    scene.gravity = 9.81;
    let ball = BodySpec::mass(0.01, Motion::new(-0.05, 0.0)).falling();
    let ball = scene.add("ball", ball);
    let floor = wall(&mut scene);
    join(&mut scene, (ball, 0), LAW, (floor, 0));
    listen(&mut scene, ball, 0, Quantity::Velocity);
    let velocity = render(&mut build(&scene), 2 * 44_100, 512).remove(0);
    // A touch is where the velocity turns from + to −; the next flight starts with the new velocity.
    let mut speed = f64::sqrt(2.0 * 9.81 * 0.05);
    let mut before: Option<usize> = None;
    let turns = velocity.windows(2).enumerate().filter(|(_, v)| v[0] > 0.0 && v[1] <= 0.0);
    for (count, (at, _)) in turns.take(10).enumerate() {
        if let Some(before) = before {
            let flight = (at - before) as f64 / RATE;
            let exact = 2.0 * speed / 9.81;
            assert!(
                (flight / exact - 1.0).abs() < 0.002 + 2.0 / (exact * RATE),
                "flight {count}: {flight} s instead of {exact} s"
            );
        }
        let impact = Impact { mass: 0.01, law: LAW, speed };
        speed = -impact.release_velocity();
        before = Some(at);
    }
    assert!(before.is_some());
}

#[test]
fn a_linear_impact_on_a_wall_ends_as_a_damped_oscillator_does() {
    let (m, k, drag) = (0.01, 1e5, 10.0);
    let law = Linear { stiffness: k, damping: drag };
    let mut scene = empty();
    let ball = mass(&mut scene, m, Motion::new(-1e-4, 1.0));
    let floor = wall(&mut scene);
    join_by(&mut scene, (ball, 0), ContactLaw::LinearImpact(law), (floor, 0));
    listen(&mut scene, ball, 0, Quantity::Velocity);
    let left = render(&mut build(&scene), 2000, 2000)[0][1999];
    // The force k x + λ v is zero for the first time after arccos(ζ)·2/ω√(1−ζ²), with the velocity −e^{−γτ}.
    let (omega, gamma) = (f64::sqrt(k / m), 0.5 * drag / m);
    let zeta = gamma / omega;
    let tau = 2.0 * libm::acos(zeta) / (omega * f64::sqrt(1.0 - zeta * zeta));
    let exact = -libm::exp(-gamma * tau);
    assert!((left / exact - 1.0).abs() < 0.004, "{left} instead of {exact} m/s");
}

#[test]
fn friction_with_an_impact_as_normal_force_follows_its_force() {
    // A block of 0.1 kg: one body for vertical motion, one for horizontal. It is pressed down with 2 N and
    // sent along.
    let friction = Friction {
        stiffness: 1e5,
        viscosity: 0.4,
        static_friction: 0.5,
        dynamic_friction: 0.4,
        ..Friction::default()
    };
    let mut scene = empty();
    let down = mass(&mut scene, 0.1, Motion::default());
    let along = mass(&mut scene, 0.1, Motion::new(0.0, 4.0));
    let floor = wall(&mut scene);
    let press =
        join(&mut scene, (down, 0), HuntCrossley { stiffness: 1e7, exponent: 1.5, damping: 5.0 }, (floor, 0));
    let rub = ContactLaw::Friction { law: friction, normal_from: Some(press) };
    join_by(&mut scene, (along, 0), rub, (floor, 0));
    scene.at(
        0.0,
        Action::Force { place: Place::new(down, 0), newtons: Signal::Constant(2.0), lasting: Some(0.2) },
    );
    listen(&mut scene, along, 0, Quantity::Velocity);
    let mut scene = build(&scene);
    let velocity = render(&mut scene, 22_050, 64).remove(0);
    // Far above the Stribeck velocity the force is μ_d N + σ₂ v.
    let (from, to) = (4410, 5292);
    let braked = (velocity[from] - velocity[to]) * RATE / (to - from) as f64;
    let mean = 0.5 * (velocity[from] + velocity[to]);
    let exact = (0.4 * 2.0 + 0.4 * mean) / 0.1;
    assert!((braked / exact - 1.0).abs() < 0.01, "{braked} instead of {exact} m/s²");
    // Released after 0.2 s, it slides freely.
    let (late, end) = (velocity[11_000], velocity[22_000]);
    assert!(late > 0.05 && (late - end).abs() < 1e-12, "{late} and {end} m/s");
    let ledger = scene.ledger();
    assert!(ledger.numerical().abs() < 1e-12 * ledger.initial, "{ledger:?}");
}

#[test]
fn the_work_of_a_moving_offset_is_recorded() {
    // A ball lies on a floor that rises by a millimetre and falls again.
    let mut scene = empty();
    scene.gravity = 9.81;
    let ball = BodySpec::mass(0.02, Motion::default()).falling();
    let ball = scene.add("ball", ball);
    let floor = wall(&mut scene);
    let contact =
        join(&mut scene, (ball, 0), HuntCrossley { damping: 20.0, stiffness: 1e7, ..LAW }, (floor, 0));
    scene.at(
        0.1,
        Action::Offset { contact, metres: Signal::Points(vec![(0.0, 0.0), (0.5, 1e-3)]), lasting: None },
    );
    listen(&mut scene, ball, 0, Quantity::Displacement);
    let mut scene = build(&scene);
    let place = render(&mut scene, 2 * 44_100, 999).remove(0);
    let risen = place[3000] - place[2 * 44_100 - 1];
    assert!((risen / 1e-3 - 1.0).abs() < 1e-3, "{risen} m");
    let ledger = scene.ledger();
    let lifted = 0.02 * 9.81 * 1e-3;
    assert!((ledger.control / lifted - 1.0).abs() < 0.02, "{} J instead of {lifted} J", ledger.control);
    assert!(ledger.numerical().abs() < 1e-12 * lifted, "{ledger:?}");
}

#[test]
fn a_law_change_under_load_changes_the_stored_energy() {
    let mut scene = empty();
    scene.gravity = 9.81;
    let ball = BodySpec::mass(0.5, Motion::default()).falling();
    let ball = scene.add("ball", ball);
    let floor = wall(&mut scene);
    let contact =
        join(&mut scene, (ball, 0), HuntCrossley { damping: 10.0, stiffness: 1e6, ..LAW }, (floor, 0));
    scene.at(
        0.3,
        Action::Set { target: foley_scene::ParameterOwner::Contact(contact), id: "stiffness", value: 1e8 },
    );
    hear(&mut scene, Source::Contact(contact), Quantity::Displacement);
    let mut scene = build(&scene);
    let sunk = render(&mut scene, 44_100, 44_100).remove(0);
    // x = (m g / k)^(1/α)
    let rest = |k: f64| libm::pow(0.5 * 9.81 / k, 1.0 / 1.5);
    assert!((sunk[13_000] / rest(1e6) - 1.0).abs() < 0.01, "{} instead of {} m", sunk[13_000], rest(1e6));
    assert!((sunk[44_000] / rest(1e8) - 1.0).abs() < 0.01, "{} instead of {} m", sunk[44_000], rest(1e8));
    let ledger = scene.ledger();
    assert!(ledger.control > 0.0, "it was lifted: {ledger:?}");
    assert!(ledger.numerical().abs() < 1e-12, "{ledger:?}");
}
