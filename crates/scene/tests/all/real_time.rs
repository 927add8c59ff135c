//! The audio path does not allocate, for every body, every contact and every way to move. An allocation
//! aborts the test.

use crate::support::{Dice, build, empty, hear, join_by, listen, mass, modal, wall};
use assert_no_alloc::assert_no_alloc;
use foley_body::WaveguideSpec;
use foley_contact::law::{HuntCrossley, Linear};
use foley_contact::{Friction, Motion};
use foley_scene::{
    Action, BodySpec, ContactLaw, Place, Quantity, Scene, SceneEvent, SceneSpec, Signal, Source,
};

/// Renders and sends events without allocation, with the scene and with a clone.
fn play(name: &str, scene: &mut Scene, body: usize, contact: usize) {
    let mut copy = scene.clone();
    play_one(name, scene, body, contact);
    play_one(name, &mut copy, body, contact);
}

fn play_one(name: &str, scene: &mut Scene, body: usize, contact: usize) {
    let mut blocks = vec![vec![0.0; 300]; scene.outputs()];
    let mut output = 0.0_f64;
    for round in 0..200 {
        let mut slices: Vec<&mut [f64]> = blocks.iter_mut().map(|block| &mut block[..]).collect();
        assert_no_alloc(|| {
            scene.render(&mut slices);
            scene.advance(11);
            if round % 16 == 3 {
                let _ = scene.apply(SceneEvent::Strike { body, velocity: 1.0, distance: 1e-4 });
                let _ = scene.apply(SceneEvent::Set { contact, id: "stiffness", value: 1e8 });
                let _ = scene.apply(SceneEvent::Place { body: 999, motion: Motion::default() });
            }
            if round % 50 == 20 {
                let _ = scene.apply(SceneEvent::SetMass { body, mass: 0.02 });
            }
            assert!(scene.ledger().total().is_finite());
        });
        output += blocks.iter().flatten().map(|x| x * x).sum::<f64>();
    }
    assert!(output > 0.0, "{name} is silent");
}

/// A point mass in contact with a body, with any law.
fn pair(body: impl FnOnce(&mut SceneSpec) -> usize, law: ContactLaw) -> (Scene, usize, usize) {
    let mut scene = empty();
    let hammer = mass(&mut scene, 0.01, Motion::new(-1e-4, 1.0));
    let other = body(&mut scene);
    let contact = join_by(&mut scene, (hammer, 0), law, (other, 0));
    listen(&mut scene, other, 0, Quantity::Velocity);
    listen(&mut scene, hammer, 0, Quantity::Displacement);
    listen(&mut scene, hammer, 0, Quantity::Acceleration);
    for quantity in [Quantity::Force, Quantity::Displacement, Quantity::Velocity] {
        hear(&mut scene, Source::Contact(contact), quantity);
    }
    for signal in [
        Signal::Sine { amplitude: 1.0, frequency: 100.0, phase: 0.0, offset: 0.5 },
        Signal::Points(vec![(0.0, 0.0), (0.1, 1.0), (0.2, 0.0)]),
        Signal::Noise { amplitude: 1.0, rate: Some(1000.0), seed: None },
    ] {
        scene.at(
            0.3,
            Action::Force {
                place: Place::new(hammer, 0),
                newtons: Signal::Sum(vec![signal]),
                lasting: Some(0.4),
            },
        );
    }
    scene.at(0.5, Action::Offset { contact, metres: Signal::Constant(1e-6), lasting: Some(0.1) });
    (build(&scene), hammer, contact)
}

fn string(scene: &mut SceneSpec) -> usize {
    let string = WaveguideSpec::default().tuned_to(110.0).with_ports(&[0.2]);
    scene.add("string", BodySpec::string(string))
}

#[test]
fn every_body_under_every_contact_renders_without_allocating() {
    type Maker = fn(&mut SceneSpec) -> usize;
    let bodies: [(&str, Maker); 5] = [
        ("wall", wall),
        ("mass", |scene| mass(scene, 0.1, Motion::default())),
        ("modal", |scene| modal(scene, Dice::seeded(1).modal(9, 1))),
        ("flying modal", |scene| modal(scene, Dice::seeded(2).modal(9, 1).with_rigid_motion(0.1))),
        ("string", string),
    ];
    let laws = [
        ("impact", ContactLaw::Impact(HuntCrossley { stiffness: 1e9, exponent: 2.3, damping: 0.5 })),
        ("linear impact", ContactLaw::LinearImpact(Linear::default())),
        (
            "friction",
            ContactLaw::Friction { law: Friction { noise: 0.1, ..Friction::default() }, normal_from: None },
        ),
    ];
    for (body, make) in bodies {
        for (kind, law) in laws {
            let (mut scene, hammer, contact) = pair(make, law);
            play(&format!("{kind} on {body}"), &mut scene, hammer, contact);
        }
    }
}

#[test]
fn several_contacts_on_one_body_render_without_allocating() {
    let mut scene = empty();
    let body = modal(&mut scene, Dice::seeded(3).modal(30, 6));
    let mut hammer = 0;
    for port in 0..6 {
        hammer = mass(&mut scene, 0.01, Motion::new(-1e-5, 1.0));
        join_by(&mut scene, (hammer, 0), ContactLaw::Impact(HuntCrossley::default()), (body, port));
    }
    let rub = ContactLaw::Friction { law: Friction::default(), normal_from: Some(0) };
    join_by(&mut scene, (hammer, 0), rub, (body, 5));
    listen(&mut scene, body, 0, Quantity::Velocity);
    play("six hammers", &mut build(&scene), hammer, 0);
}
