//! A scene that is played: what is done between two blocks, fed sample by sample, retuned and given other laws while it sounds.

mod support;

use foley_body::modal::BLOCK;
use foley_contact::Motion;
use foley_contact::law::HuntCrossley;
use foley_scene::{Act, ActError, Action, Gesture, MOST_ACTS, Quantity, Scene, SceneSpec};
use support::{Dice, build, empty, join, listen, mass, modal, render, rms};

const LAW: HuntCrossley = HuntCrossley {
    stiffness: 1e9,
    exponent: 1.5,
    damping: 0.3,
};

/// A hammer at rest before a body, and another pair that was struck and rings; body and contact of the one that rests.
fn two_pairs() -> SceneSpec {
    let mut dice = Dice::seeded(5);
    let mut scene = empty();
    for speed in [0.0, 1.0] {
        let body = modal(&mut scene, dice.modal(12, 2));
        let hammer = mass(&mut scene, 0.01, Motion::new(-1e-4, speed));
        join(&mut scene, (hammer, 0), LAW, (body, 0));
        listen(&mut scene, body, 1, Quantity::Velocity);
        listen(&mut scene, body, 0, Quantity::Acceleration);
    }
    scene
}

/// Renders block by block, in pieces of so many samples, and calls `before` before every block with its number.
fn play(
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

#[test]
fn what_is_done_between_two_blocks_is_what_was_planned_whatever_the_pieces() {
    let strike = |body, velocity| Act::Strike {
        body,
        velocity,
        distance: 1e-4,
    };
    // Also when the islands have long been rendered ahead, and twice at one sample.
    for at in [0, 1, 63, 64, 1000, 64 * 40 + 17, 64 * 61] {
        let mut planned = two_pairs();
        for (body, velocity) in [(1, 1.5), (3, 2.0), (3, 1.0)] {
            planned.gestures.push(Gesture {
                at: at as f64 / support::RATE,
                what: Action::Strike {
                    body,
                    velocity,
                    distance: 1e-4,
                },
            });
        }
        let expected = render(&mut build(&planned), 64 * 100, 64 * 100);
        for piece in [1, 17, 64] {
            let got = play(&mut build(&two_pairs()), 100, piece, |scene, block| {
                if block == at / BLOCK {
                    for (body, velocity) in [(1, 1.5), (3, 2.0), (3, 1.0)] {
                        scene.act_at(at % BLOCK, strike(body, velocity)).unwrap();
                    }
                }
            });
            assert!(got.iter().all(|out| rms(out) > 1e-9), "everything sounds");
            assert!(got == expected, "at sample {at}, in pieces of {piece}");
        }
    }
}

#[test]
fn between_two_blocks_means_just_that_and_a_block_takes_sixty_four_acts() {
    let mut scene = build(&two_pairs());
    let act = Act::Strike {
        body: 1,
        velocity: 1.0,
        distance: 1e-4,
    };
    assert!(scene.at_boundary(), "before the first block");
    assert_eq!(MOST_ACTS, 64);
    for at in 0..MOST_ACTS {
        scene.act_at(at, act).unwrap();
    }
    assert_eq!(scene.act_at(0, act), Err(ActError::TooMany));
    let nowhere = ActError::NoSuch {
        what: "sample of a block",
        index: 64,
        has: 64,
    };
    assert_eq!(scene.act_at(64, act), Err(nowhere));
    scene.advance(63);
    assert_eq!((scene.now(), scene.at_boundary()), (63, false));
    assert_eq!(scene.act_at(0, act), Err(ActError::MidBlock { left: 1 }));
    scene.advance(1);
    assert_eq!((scene.now(), scene.at_boundary()), (64, true));
    scene.act_at(0, act).unwrap();
}
