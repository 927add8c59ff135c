//! A live signal gives the same output as the same signal known in advance.

use crate::support;
use crate::support::played::{block_of, driven, live_gesture, play, two_pairs};
use crate::support::{build, render, rms};
use foley_body::modal::BLOCK;
use foley_scene::{Action, ControlError, Place, Scene, SceneError, SceneEvent, Signal};

/// Suitable signal amplitudes for force, offset, slide and press.
const SIZES: [f64; 4] = [3.0, 1e-6, 0.2, 2.0];

#[test]
fn a_live_constant_equals_a_planned_constant_bit_for_bit() {
    for (lever, size) in SIZES.into_iter().enumerate() {
        let expected = render(&mut build(&driven(lever, Signal::Constant(size))), 6400, 6400);
        let without = render(&mut build(&driven(lever, Signal::Constant(0.0))), 6400, 6400);
        assert!(expected != without, "lever {lever} does something");
        let spec = driven(lever, Signal::Live);
        let gesture = live_gesture(&spec);
        for piece in [5, 64] {
            // Values set in every block, and only before the first: a block without values holds the last
            // one.
            for often in [true, false] {
                let got = play(&mut build(&spec), 100, piece, |scene, block| {
                    if often || block == 0 {
                        scene.feed(gesture, &[size; BLOCK]).unwrap();
                    }
                });
                assert!(got == expected, "lever {lever}, pieces of {piece}, {often}");
            }
        }
    }
}

#[test]
fn a_live_sine_equals_given_samples_bit_for_bit() {
    let at = libm::round(0.003 * support::RATE) as usize;
    for (lever, size) in SIZES.into_iter().enumerate() {
        let sine: Vec<f64> = (0..6400).map(|n| size * libm::sin(0.05 * f64::from(n))).collect();
        let samples = Signal::Samples { values: sine[at..].to_vec(), rate: None };
        let expected = render(&mut build(&driven(lever, samples.clone())), 6400, 6400);
        let spec = driven(lever, Signal::Live);
        let gesture = live_gesture(&spec);
        for piece in [3, 64] {
            let got = play(&mut build(&spec), 100, piece, |scene, block| {
                scene.feed(gesture, &[7e9; BLOCK]).unwrap();
                // The last values set count.
                scene.feed(gesture, &block_of(&sine, block * BLOCK)).unwrap();
            });
            assert!(got == expected, "lever {lever} in pieces of {piece}");
        }
        // Also where a block is rendered again because of an unplanned event in its middle.
        let (body, velocity, distance) = (1, 1.0, 1e-5);
        let mut planned = driven(lever, samples);
        let strike = Action::Strike { body, velocity, distance };
        planned.at((40 * BLOCK + 30) as f64 / support::RATE, strike);
        let expected = render(&mut build(&planned), 6400, 6400);
        let mut scene = build(&spec);
        let mut got = vec![Vec::new(); scene.outputs()];
        for block in 0..100 {
            scene.feed(gesture, &block_of(&sine, block * BLOCK)).unwrap();
            for piece in [30, 34] {
                for (got, more) in got.iter_mut().zip(render(&mut scene, piece, piece)) {
                    got.extend(more);
                }
                if block == 40 && piece == 30 {
                    let act = SceneEvent::Strike { body, velocity, distance };
                    scene.apply(act).unwrap();
                }
            }
        }
        assert!(got == expected, "lever {lever}, struck in a block's middle");
    }
}

#[test]
fn a_sleeping_scene_wakes_on_a_live_signal() {
    let mut spec = two_pairs();
    spec.outputs.truncate(1);
    let force = |newtons| Action::Force { place: Place::new(0, 1), newtons, lasting: None };
    spec.at(0.0, force(Signal::Live));
    let mut wave = [0.0; BLOCK];
    wave[50] = 1e-3;
    // A pulse in the middle of a block, and a force that stays constant from its start.
    for block in [wave, [1e-3; BLOCK]] {
        let mut scene = build(&spec);
        scene.feed(0, &[0.0; BLOCK]).unwrap();
        scene.advance(64 * 20_000);
        assert!(scene.asleep(), "after 30 s");
        for _ in 0..10 {
            scene.feed(0, &[0.0; BLOCK]).unwrap();
            scene.advance(BLOCK);
            assert!(scene.asleep(), "zeros wake nobody");
        }
        scene.feed(0, &block).unwrap();
        let output = render(&mut scene, BLOCK, BLOCK);
        assert!(!scene.asleep() && rms(&output[0]) > 0.0, "{}", rms(&output[0]));
    }
    // The same planned in advance, starting with a block.
    let mut planned = two_pairs();
    planned.outputs.truncate(1);
    planned.at((64.0 * 20_000.0) / support::RATE, force(Signal::Constant(1e-3)));
    let mut scene = build(&planned);
    scene.advance(64 * 20_000);
    assert!(scene.asleep());
    let output = render(&mut scene, BLOCK, BLOCK);
    assert!(!scene.asleep() && rms(&output[0]) > 0.0, "{}", rms(&output[0]));
}

#[test]
fn invalid_live_values_are_rejected_without_effect() {
    let spec = driven(0, Signal::Live);
    let gesture = live_gesture(&spec);
    let mut scene = build(&spec);
    let message = |why: Result<(), ControlError>| why.unwrap_err().to_string();
    for value in [f64::NAN, f64::INFINITY] {
        let mut values = [1.0; BLOCK];
        values[63] = value;
        let why = message(scene.feed(gesture, &values));
        assert_eq!(why, format!("{value} is out of range: live values must be finite"));
    }
    for other in [1 - gesture, 2, usize::MAX] {
        let why = message(scene.feed(other, &[1.0; BLOCK]));
        assert_eq!(why, format!("there is no live gesture with index {other}; indices are below 2"));
    }
    let mut silent = scene.clone();
    assert!(render(&mut scene, 640, 640) == render(&mut silent, 640, 640));
    scene.advance(1);
    let why = scene.feed(gesture, &[1.0; BLOCK]);
    assert_eq!(why, Err(ControlError::MidBlock { left: 63 }));
    let sum = driven(0, Signal::Sum(vec![Signal::Live]));
    let why = Scene::build(&sum, support::step(), 1);
    assert!(matches!(why, Err(SceneError::Impossible { .. })));
}
