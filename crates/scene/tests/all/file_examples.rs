//! The published example scenes can be read and have the expected contents.

use foley_document::Tree;
use foley_scene::file;
use foley_scene::{Action, BodySpec, ContactLaw, ParameterOwner, Place, Quantity, SceneSpec, Signal, Source};
use std::path::Path;

fn example(name: &str) -> SceneSpec {
    file::read(&text(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn every_example_is_valid_and_survives_a_round_trip() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let scene = example(&name);
        let tree = Tree::parse(&text(&name)).unwrap();
        let line = tree.to_string();
        assert!(!line.contains('\n'), "{name}");
        assert_eq!(file::read(&line).as_ref(), Ok(&scene), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 5, "examples/scenes");
}

#[test]
fn the_hammer_of_20_g_touches_the_middle_of_the_bar() {
    let scene = example("hammer-on-bar.json");
    assert_eq!((scene.seconds, scene.rate), (Some(3.0), Some(48000.0)));
    let BodySpec::Inertial { spec, motion, falls } = &scene.bodies[0].value else {
        panic!("{:?}", scene.bodies[0]);
    };
    assert_eq!((spec.mass, motion.displacement, motion.velocity), (0.02, -0.001, 1.5));
    assert!(falls, "gravity acts on a free body by default");
    let BodySpec::Modal { spec, ports, .. } = &scene.bodies[1].value else {
        panic!("{:?}", scene.bodies[1]);
    };
    assert_eq!(ports, &["middle", "end"]);
    assert_eq!(spec.modes.len(), 5);
    // A fall by 60 dB takes ln 1000 times as long as one to 1/e.
    let ratio = 6.0 / spec.modes[0].decay;
    assert!((ratio - 1000_f64.ln()).abs() < 1e-14, "{ratio}");
    assert_eq!(spec.modes[0].shape, [-0.608, 1.0]);
    let touch = &scene.contacts[0];
    assert_eq!(touch.name, "touch");
    assert_eq!(touch.value.one, Place { body: 0, port: 0 });
    assert_eq!(touch.value.two, Place { body: 1, port: 0 });
    assert!(matches!(touch.value.law, ContactLaw::Impact(law) if law.stiffness == 1e7));
    assert_eq!(
        scene.gestures[0].action,
        Action::Set { target: ParameterOwner::Contact(0), id: "stiffness", value: 1e9 }
    );
    assert_eq!(scene.gestures[1].action, Action::Strike { body: 0, velocity: 1.5, distance: 0.001 });
    assert_eq!(scene.gestures[1].at, 1.5);
    let [sound, tap] = scene.outputs.as_slice() else {
        panic!("{:?}", scene.outputs);
    };
    assert_eq!((sound.name.as_str(), sound.value.channel), ("velocity-bar-end", 0));
    assert_eq!(sound.value.of, Source::Place(Place { body: 1, port: 1 }));
    assert_eq!(
        (tap.value.of, tap.value.quantity, tap.value.channel),
        (Source::Contact(0), Quantity::Force, 1)
    );
    // −60 dB, to the rounding of one power.
    assert!((tap.value.gain / 1e-3 - 1.0).abs() < 1e-15, "{}", tap.value.gain);
}

#[test]
fn the_bow_is_drawn_by_a_sum_of_points_and_noise() {
    let scene = example("bowed-string.json");
    let ContactLaw::Friction { law, normal_from } = scene.contacts[0].value.law else {
        panic!("{:?}", scene.contacts[0]);
    };
    assert_eq!((law.stribeck_velocity, law.normal_force, normal_from), (0.1, 0.0, None));
    let Action::Slide { contact: 0, velocity: Signal::Sum(terms), lasting: None } = &scene.gestures[1].action
    else {
        panic!("{:?}", scene.gestures[1]);
    };
    assert!(matches!(&terms[0], Signal::Points(points) if points[1] == (0.2, 0.2)));
    let noise = Signal::Noise { amplitude: 0.002, rate: Some(200.0), seed: None };
    assert_eq!(terms[1], noise);
}

#[test]
fn a_mode_of_q_25_at_310_hz_falls_to_1_over_e_in_q_over_pi_f() {
    let scene = example("squeaking-door.json");
    let BodySpec::Modal { spec, .. } = &scene.bodies[1].value else {
        panic!("{:?}", scene.bodies[1]);
    };
    let mode = &spec.modes[0];
    let q = mode.angular() / mode.damping();
    assert!((q / 25.0 - 1.0).abs() < 1e-15, "{q}");
    let ContactLaw::Friction { law, .. } = scene.contacts[0].value.law else {
        panic!("{:?}", scene.contacts[0]);
    };
    assert_eq!((law.noise, law.normal_force), (0.02, 6.0));
    assert!(matches!(
        &scene.gestures[1].action,
        Action::Press {
            newtons: Signal::Sine { amplitude: 1.5, frequency: 1.3, phase: 0.0, offset: 6.0 },
            lasting: Some(1.5),
            ..
        }
    ));
}
