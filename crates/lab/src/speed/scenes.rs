//! Scenes for the clock: pressed, rubbed, struck, struck very hard, ringing in numbers, and asleep.

use super::{FOREVER, RATE, body};
use foley_body::{InertialSpec, modal::BLOCK};
use foley_contact::law::HuntCrossley;
use foley_contact::{Friction, Motion, Step};
use foley_scene::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, Place, Quantity, Scene, SceneSpec,
    Signal, Source,
};
use std::hint::black_box;

/// A second, in whole blocks \[samples\].
pub(super) const STRIKE_SAMPLES: usize = (RATE as usize).div_ceil(BLOCK) * BLOCK;

/// Modes of every body here.
const MODES: usize = 16;

/// Strikes that a scene has before it begins anew.
const STRIKES: usize = 4096;

/// A hammer and how it strikes.
#[derive(Clone, Copy)]
struct Hammer {
    /// \[kg\]
    mass: f64,
    law: HuntCrossley,
    /// [m/s]
    velocity: f64,
    /// How far from the body it begins, as a share of the way of one sample \[1\].
    phase: f64,
}

/// In touch for more than a block: one step a sample is enough.
const FELT: Hammer = Hammer {
    mass: 0.1,
    law: HuntCrossley { stiffness: 2e6, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.0,
};

/// Some twenty samples in touch.
const WOOD: Hammer = Hammer {
    mass: 0.01,
    law: HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.5,
};

/// 0.7 samples in touch, in the middle of which a sample ends.
const STEEL: Hammer = Hammer {
    mass: 0.01,
    law: HuntCrossley { stiffness: 2e11, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.65,
};

fn named<T>(name: impl Into<String>, value: T) -> Named<T> {
    Named { name: name.into(), value }
}

fn place(body: usize) -> Place {
    Place { body, port: 0 }
}

/// The velocity of a body where it is heard.
fn heard(body: usize) -> OutputSpec {
    OutputSpec {
        of: Source::Place(Place { body, port: 1 }),
        quantity: Quantity::Velocity,
        gain: 1.0,
        channel: 0,
    }
}

fn empty() -> SceneSpec {
    SceneSpec {
        title: String::new(),
        seconds: None,
        rate: None,
        seed: 0,
        gravity: 0.0,
        bodies: Vec::new(),
        contacts: Vec::new(),
        gestures: Vec::new(),
        outputs: Vec::new(),
    }
}

fn modal(decay: f64) -> BodySpec {
    BodySpec::Modal {
        spec: body(MODES, decay),
        ports: vec!["struck".to_owned(), "heard".to_owned()],
        motion: Motion::default(),
        falls: false,
    }
}

/// Adds a body and a hammer that rests a hair before it, and listens to the body.
fn add_pair(spec: &mut SceneSpec, hammer: Hammer, decay: f64) {
    let (first, n) = (spec.bodies.len(), spec.contacts.len());
    let mass = BodySpec::Inertial {
        spec: InertialSpec { mass: hammer.mass },
        motion: Motion::new(-1e-6, 0.0),
        falls: false,
    };
    spec.bodies.push(named(format!("hammer {n}"), mass));
    spec.bodies.push(named(format!("body {n}"), modal(decay)));
    let contact = ContactSpec {
        one: place(first),
        two: place(first + 1),
        law: ContactLaw::Impact(hammer.law),
        gap: 0.0,
    };
    spec.contacts.push(named(format!("{n}"), contact));
    spec.outputs.push(named(format!("{n}"), heard(first + 1)));
}

fn strike_at(seconds: f64, body: usize, hammer: Hammer) -> Gesture {
    Gesture {
        at: seconds,
        action: Action::Strike {
            body,
            velocity: hammer.velocity,
            distance: hammer.phase * hammer.velocity / RATE,
        },
    }
}

fn built(spec: &SceneSpec) -> Scene {
    Scene::build(spec, Step::at_rate(RATE), spec.seed).expect("a scene that can be")
}

/// One hammer that strikes every so many samples.
fn struck_every(samples: usize, hammer: Hammer, decay: f64) -> SceneSpec {
    let mut spec = empty();
    add_pair(&mut spec, hammer, decay);
    let times = (0..STRIKES).map(|n| (n * samples) as f64 / RATE);
    spec.gestures = times.map(|time| strike_at(time, 0, hammer)).collect();
    spec
}

/// A repetition is from one strike to the next.
fn again_and_again(samples: usize, hammer: Hammer, decay: f64) -> Box<dyn FnMut()> {
    let fresh = built(&struck_every(samples, hammer, decay));
    let mut scene = fresh.clone();
    let mut out = vec![0.0; samples];
    let mut strikes = 0;
    Box::new(move || {
        if strikes == STRIKES {
            scene = fresh.clone();
            strikes = 0;
        }
        strikes += 1;
        scene.render(&mut [&mut out[..]]);
        black_box(&out);
    })
}

pub(super) fn touch() -> Box<dyn FnMut()> {
    again_and_again(BLOCK, FELT, 1.0)
}

pub(super) fn hard() -> Box<dyn FnMut()> {
    again_and_again(BLOCK, STEEL, 1.0)
}

pub(super) fn strike() -> Box<dyn FnMut()> {
    again_and_again(STRIKE_SAMPLES, WOOD, 0.5)
}

pub(super) fn rub() -> Box<dyn FnMut()> {
    let mut spec = empty();
    spec.bodies.push(named("belt", BodySpec::Wall));
    spec.bodies.push(named("body", modal(0.5)));
    let contact = ContactSpec {
        one: place(0),
        two: place(1),
        law: ContactLaw::Friction { law: Friction::default(), normal_from: None },
        gap: 0.0,
    };
    spec.contacts.push(named("0", contact));
    spec.gestures.push(Gesture {
        at: 0.0,
        action: Action::Slide { contact: 0, velocity: Signal::Constant(0.1), lasting: None },
    });
    spec.outputs.push(named("0", heard(1)));
    rendered(built(&spec))
}

/// A repetition is a block of all outputs.
fn rendered(mut scene: Scene) -> Box<dyn FnMut()> {
    let mut out = vec![[0.0; BLOCK]; scene.outputs()];
    Box::new(move || {
        let mut slices: Vec<&mut [f64]> = out.iter_mut().map(|out| &mut out[..]).collect();
        scene.render(&mut slices);
        black_box(&slices);
    })
}

pub(super) fn voices<const VOICES: usize>() -> Box<dyn FnMut()> {
    let mut spec = empty();
    for n in 0..VOICES {
        add_pair(&mut spec, WOOD, FOREVER);
        spec.gestures.push(strike_at(0.0, 2 * n, WOOD));
    }
    let mut scene = built(&spec);
    // Until the hammers are away.
    scene.advance(8 * BLOCK);
    rendered(scene)
}

/// A repetition is a block before which the body gets other modes.
pub(super) fn retune() -> Box<dyn FnMut()> {
    let mut spec = empty();
    add_pair(&mut spec, WOOD, FOREVER);
    let low = body(2 * MODES, FOREVER);
    let high = low.clone().scaled(1.01, 1.0, 1.0);
    if let BodySpec::Modal { spec, .. } = &mut spec.bodies[1].value {
        spec.clone_from(&low);
    }
    spec.gestures.push(strike_at(0.0, 0, WOOD));
    let mut scene = built(&spec);
    scene.advance(8 * BLOCK);
    let mut out = [0.0; BLOCK];
    let mut up = false;
    Box::new(move || {
        up = !up;
        let retuned = scene.retune(1, black_box(if up { &high } else { &low }));
        assert!(retuned.is_ok(), "as many modes");
        scene.render(&mut [&mut out[..]]);
        black_box(&out);
    })
}

pub(super) fn asleep<const PAIRS: usize>() -> Box<dyn FnMut()> {
    let mut spec = empty();
    for _ in 0..PAIRS {
        add_pair(&mut spec, WOOD, 0.5);
    }
    spec.outputs.truncate(1);
    let mut scene = built(&spec);
    scene.advance(16 * BLOCK);
    assert!(scene.asleep(), "nothing has been done to it");
    let mut out = [0.0; BLOCK];
    Box::new(move || {
        scene.render(&mut [&mut out[..]]);
        black_box(&out);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The force of the contact over some samples.
    fn forces(samples: usize, hammer: Hammer, decay: f64, frames: usize) -> Vec<f64> {
        let mut spec = struck_every(samples, hammer, decay);
        spec.outputs[0].value.of = Source::Contact(0);
        spec.outputs[0].value.quantity = Quantity::Force;
        let mut scene = built(&spec);
        let mut out = vec![0.0; frames];
        scene.render(&mut [&mut out[..]]);
        out
    }

    #[test]
    fn felt_presses_in_every_sample_of_a_hundred_blocks() {
        let forces = forces(BLOCK, FELT, 1.0, 100 * BLOCK);
        let apart = forces.iter().filter(|&&force| force <= 0.0).count();
        assert_eq!(apart, 0, "samples without a touch, of {}", forces.len());
    }

    #[test]
    fn steel_touches_in_two_samples_of_a_block() {
        let forces = forces(BLOCK, STEEL, 1.0, BLOCK);
        let touching = forces.iter().filter(|&&force| force > 0.0).count();
        assert!(touching >= 2, "{touching} samples");
    }

    #[test]
    fn a_wooden_hammer_is_away_before_the_voices_are_measured() {
        let forces = forces(STRIKE_SAMPLES, WOOD, FOREVER, 16 * BLOCK);
        assert!(forces.iter().any(|&force| force > 0.0));
        assert!(forces[8 * BLOCK..].iter().all(|&force| force == 0.0));
    }
}
