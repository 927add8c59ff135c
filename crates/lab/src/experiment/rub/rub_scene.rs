//! The scene of a rubbed body: a wall slides over one of its ports at a constant speed.

use foley_contact::{Friction, Step};
use foley_scene::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, Place, Quantity, Scene, SceneSpec,
    Signal, Source,
};

/// Index of the rubbed body in the scene.
const BODY: usize = 0;
/// Index of the wall in the scene; the wall is the belt or the bow.
const WALL: usize = 1;

/// Source of an output channel of the scene.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pickup {
    /// A quantity of the body at the port of this index.
    Port(usize, Quantity),
    /// The friction force between wall and body.
    Force,
}

/// Builds a scene in which a wall slides over port 0 of a body at `speed` \[m/s\].
///
/// # Panics
/// If the body is invalid at this rate.
pub(super) fn build_scene(body: BodySpec, law: Friction, speed: f64, pickups: &[Pickup], rate: f64) -> Scene {
    let named = |name: &str, body| Named { name: name.into(), value: body };
    let place = |body, port| Place { body, port };
    let contact = ContactSpec {
        one: place(WALL, 0),
        two: place(BODY, 0),
        law: ContactLaw::Friction { law, normal_from: None },
        gap: 0.0,
        roughness: None,
    };
    let output = |(n, pickup): (usize, &Pickup)| {
        let (of, quantity) = match *pickup {
            Pickup::Port(port, quantity) => (Source::Place(place(BODY, port)), quantity),
            Pickup::Force => (Source::Contact(0), Quantity::Force),
        };
        Named { name: n.to_string(), value: OutputSpec { of, quantity, gain: 1.0, channel: n } }
    };
    let spec = SceneSpec {
        title: String::new(),
        seconds: None,
        rate: None,
        seed: 1,
        gravity: 0.0,
        bodies: vec![named("body", body), named("wall", BodySpec::Wall)],
        contacts: vec![Named { name: "rub".into(), value: contact }],
        gestures: vec![Gesture {
            at: 0.0,
            action: Action::Slide { contact: 0, velocity: Signal::Constant(speed), lasting: None },
        }],
        outputs: pickups.iter().enumerate().map(output).collect(),
    };
    Scene::build(&spec, Step::at_rate(rate), spec.seed).expect("a valid body")
}

/// Renders the next `frames` samples of every output of the scene.
pub(super) fn render_next(scene: &mut Scene, frames: usize) -> Vec<Vec<f64>> {
    let mut out = vec![vec![0.0; frames]; scene.outputs()];
    let mut slices: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    scene.render(&mut slices);
    out
}
