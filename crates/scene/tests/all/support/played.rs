//! Helpers for tests of events, live signals and changes while playing.

use crate::support::{Dice, empty, hear, join, join_by, listen, mass, modal, render, wall};
use foley_body::modal::BLOCK;
use foley_contact::law::HuntCrossley;
use foley_contact::{Friction, Motion};
use foley_scene::{Action, ContactLaw, Gesture, Place, Quantity, Scene, SceneSpec, Signal, Source};

pub(crate) const LAW: HuntCrossley = HuntCrossley { stiffness: 1e9, exponent: 1.5, damping: 0.3 };

/// A hammer at rest before a body, and another pair that was struck and rings.
pub(crate) fn two_pairs() -> SceneSpec {
    let mut dice = Dice::seeded(5);
    let mut scene = empty();
    for speed in [0.0, 1.0] {
        let body = modal(&mut scene, dice.modal(12, 2).scaled(1.0, 0.05, 1.0));
        let hammer = mass(&mut scene, 0.01, Motion::new(-1e-4, speed));
        join(&mut scene, (hammer, 0), LAW, (body, 0));
        listen(&mut scene, body, 1, Quantity::Velocity);
        listen(&mut scene, body, 0, Quantity::Acceleration);
    }
    scene
}

/// Renders in pieces of `piece` samples and calls `before` before every block with its number.
pub(crate) fn play(
    scene: &mut Scene,
    blocks: usize,
    piece: usize,
    mut before: impl FnMut(&mut Scene, usize),
) -> Vec<Vec<f64>> {
    let mut out = vec![Vec::new(); scene.outputs()];
    for block in 0..blocks {
        assert!(scene.at_boundary() && scene.now() == (block * BLOCK) as u64);
        before(scene, block);
        for (out, more) in out.iter_mut().zip(render(scene, BLOCK, piece)) {
            out.extend(more);
        }
    }
    out
}

/// A hammer and a body with impact and friction, driven by a force, offset, slide or press signal.
pub(crate) fn driven(target: usize, signal: Signal) -> SceneSpec {
    let mut scene = empty();
    let body = modal(&mut scene, Dice::seeded(8).modal(9, 2));
    let hammer = mass(&mut scene, 0.01, Motion::new(-1e-5, 0.5));
    let contact = join(&mut scene, (hammer, 0), LAW, (body, 0));
    let other = modal(&mut scene, Dice::seeded(9).modal(7, 1));
    let floor = wall(&mut scene);
    let law = Friction { normal_force: 1.0, ..Friction::default() };
    let law = ContactLaw::Friction { law, normal_from: None };
    let rub = join_by(&mut scene, (floor, 0), law, (other, 0));
    listen(&mut scene, body, 1, Quantity::Velocity);
    hear(&mut scene, Source::Contact(contact), Quantity::Force);
    listen(&mut scene, other, 0, Quantity::Velocity);
    let lasting = None;
    let slide = |velocity| Action::Slide { contact: rub, velocity, lasting };
    let what = match target {
        0 => Action::Force { place: Place::new(body, 0), newtons: signal, lasting },
        1 => Action::Offset { contact, metres: signal, lasting },
        2 => slide(signal),
        _ => Action::Press { contact: rub, newtons: signal, lasting },
    };
    if target != 2 {
        scene.at(0.0, slide(Signal::Points(vec![(0.0, 0.0), (0.01, 0.1)])));
    }
    scene.at(0.003, what);
    scene
}

/// The block of `values` that starts at sample `from` of the scene.
pub(crate) fn block_of(values: &[f64], from: usize) -> [f64; BLOCK] {
    core::array::from_fn(|n| values.get(from + n).copied().unwrap_or(0.0))
}

/// Index of the live gesture, in a scene with only one.
pub(crate) fn live_gesture(spec: &SceneSpec) -> usize {
    let live = |gesture: &Gesture| {
        matches!(
            gesture.action,
            Action::Force { newtons: Signal::Live, .. }
                | Action::Offset { metres: Signal::Live, .. }
                | Action::Slide { velocity: Signal::Live, .. }
                | Action::Press { newtons: Signal::Live, .. }
        )
    };
    spec.gestures.iter().position(live).unwrap()
}
