//! Benchmark scenes: pressed, rubbed, struck, struck very hard, many voices ringing, retuned, and asleep.

use super::{ENDLESS_DECAY, RATE, body};
use foley_body::{InertialSpec, modal::BLOCK};
use foley_contact::law::HuntCrossley;
use foley_contact::{Friction, Motion, Step};
use foley_scene::{
    Action, BodySpec, ContactLaw, ContactSpec, Gesture, Named, OutputSpec, Place, Quantity, Scene, SceneSpec,
    Signal, Source,
};
use std::hint::black_box;

/// Duration of one strike: one second, rounded up to whole blocks \[samples\].
pub(super) const STRIKE_SAMPLES: usize = (RATE as usize).div_ceil(BLOCK) * BLOCK;

/// Number of modes of every body in the benchmark scenes.
const MODES: usize = 16;

/// Number of strikes of a scene before the scene is restarted.
const STRIKES: usize = 4096;

/// A hammer with its contact law and its approach to the body.
#[derive(Clone, Copy)]
struct Hammer {
    /// Mass of the hammer \[kg\].
    mass: f64,
    law: HuntCrossley,
    /// Velocity of the hammer towards the body [m/s].
    velocity: f64,
    /// Initial distance of the hammer from the body, as a fraction of the hammer's path in one sample \[1\].
    phase: f64,
}

/// A soft hammer that is in contact for more than a block; one step per sample is enough.
const FELT: Hammer = Hammer {
    mass: 0.1,
    law: HuntCrossley { stiffness: 2e6, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.0,
};

/// A hammer that is in contact for about twenty samples.
const WOOD: Hammer = Hammer {
    mass: 0.01,
    law: HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.5,
};

/// A very hard hammer that is in contact for 0.7 samples, across the boundary of two samples.
const STEEL: Hammer = Hammer {
    mass: 0.01,
    law: HuntCrossley { stiffness: 2e11, exponent: 1.5, damping: 0.5 },
    velocity: 1.0,
    phase: 0.65,
};

fn named<T>(name: impl Into<String>, item: T) -> Named<T> {
    Named { name: name.into(), value: item }
}

fn struck_port(body: usize) -> Place {
    Place { body, port: 0 }
}

/// Returns an output of a body's velocity at port 1.
fn velocity_output(body: usize) -> OutputSpec {
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

/// Adds a body, a hammer at rest 1 µm before the body, and an output of the body to the scene.
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
        one: struck_port(first),
        two: struck_port(first + 1),
        law: ContactLaw::Impact(hammer.law),
        gap: 0.0,
        roughness: None,
    };
    spec.contacts.push(named(format!("{n}"), contact));
    spec.outputs.push(named(format!("{n}"), velocity_output(first + 1)));
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

fn build(spec: &SceneSpec) -> Scene {
    Scene::build(spec, Step::at_rate(RATE), spec.seed).expect("a valid scene")
}

/// Returns a scene with one hammer that strikes every `samples` samples.
fn struck_every(samples: usize, hammer: Hammer, decay: f64) -> SceneSpec {
    let mut spec = empty();
    add_pair(&mut spec, hammer, decay);
    let times = (0..STRIKES).map(|n| (n * samples) as f64 / RATE);
    spec.gestures = times.map(|time| strike_at(time, 0, hammer)).collect();
    spec
}

/// Sets up a benchmark whose repetition lasts from one strike to the next.
fn repeat_strikes(samples: usize, hammer: Hammer, decay: f64) -> Box<dyn FnMut()> {
    let fresh = build(&struck_every(samples, hammer, decay));
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
    repeat_strikes(BLOCK, FELT, 1.0)
}

pub(super) fn hard() -> Box<dyn FnMut()> {
    repeat_strikes(BLOCK, STEEL, 1.0)
}

pub(super) fn strike() -> Box<dyn FnMut()> {
    repeat_strikes(STRIKE_SAMPLES, WOOD, 0.5)
}

pub(super) fn rub() -> Box<dyn FnMut()> {
    let mut spec = empty();
    spec.bodies.push(named("belt", BodySpec::Wall));
    spec.bodies.push(named("body", modal(0.5)));
    let contact = ContactSpec {
        one: struck_port(0),
        two: struck_port(1),
        law: ContactLaw::Friction { law: Friction::default(), normal_from: None },
        gap: 0.0,
        roughness: None,
    };
    spec.contacts.push(named("0", contact));
    spec.gestures.push(Gesture {
        at: 0.0,
        action: Action::Slide { contact: 0, velocity: Signal::Constant(0.1), lasting: None },
    });
    spec.outputs.push(named("0", velocity_output(1)));
    repeat_block(build(&spec))
}

/// Sets up a benchmark whose repetition renders one block of all outputs.
fn repeat_block(mut scene: Scene) -> Box<dyn FnMut()> {
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
        add_pair(&mut spec, WOOD, ENDLESS_DECAY);
        spec.gestures.push(strike_at(0.0, 2 * n, WOOD));
    }
    let mut scene = build(&spec);
    // The scene advances until the hammers have left the bodies.
    scene.advance(8 * BLOCK);
    repeat_block(scene)
}

/// Sets up a benchmark whose repetition retunes the body and renders one block.
pub(super) fn retune() -> Box<dyn FnMut()> {
    let mut spec = empty();
    add_pair(&mut spec, WOOD, ENDLESS_DECAY);
    let low = body(2 * MODES, ENDLESS_DECAY);
    let high = low.clone().scaled(1.01, 1.0, 1.0);
    if let BodySpec::Modal { spec, .. } = &mut spec.bodies[1].value {
        spec.clone_from(&low);
    }
    spec.gestures.push(strike_at(0.0, 0, WOOD));
    let mut scene = build(&spec);
    scene.advance(8 * BLOCK);
    let mut out = [0.0; BLOCK];
    let mut up = false;
    Box::new(move || {
        up = !up;
        let retuned = scene.retune(1, black_box(if up { &high } else { &low }));
        assert!(retuned.is_ok(), "both specs have the same number of modes");
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
    let mut scene = build(&spec);
    scene.advance(16 * BLOCK);
    assert!(scene.asleep(), "an untouched scene must be asleep");
    let mut out = [0.0; BLOCK];
    Box::new(move || {
        scene.render(&mut [&mut out[..]]);
        black_box(&out);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contact force at each of `frames` samples of a struck scene \[N\].
    fn forces(samples: usize, hammer: Hammer, decay: f64, frames: usize) -> Vec<f64> {
        let mut spec = struck_every(samples, hammer, decay);
        spec.outputs[0].value.of = Source::Contact(0);
        spec.outputs[0].value.quantity = Quantity::Force;
        let mut scene = build(&spec);
        let mut out = vec![0.0; frames];
        scene.render(&mut [&mut out[..]]);
        out
    }

    #[test]
    fn felt_is_in_contact_in_every_sample_of_a_hundred_blocks() {
        let forces = forces(BLOCK, FELT, 1.0, 100 * BLOCK);
        let apart = forces.iter().filter(|&&force| force <= 0.0).count();
        assert_eq!(apart, 0, "samples without contact, of {}", forces.len());
    }

    #[test]
    fn steel_touches_in_two_samples_of_a_block() {
        let forces = forces(BLOCK, STEEL, 1.0, BLOCK);
        let touching = forces.iter().filter(|&&force| force > 0.0).count();
        assert!(touching >= 2, "{touching} samples");
    }

    #[test]
    fn a_wooden_hammer_has_left_before_the_voices_are_measured() {
        let forces = forces(STRIKE_SAMPLES, WOOD, ENDLESS_DECAY, 16 * BLOCK);
        assert!(forces.iter().any(|&force| force > 0.0));
        assert!(forces[8 * BLOCK..].iter().all(|&force| force == 0.0));
    }
}
