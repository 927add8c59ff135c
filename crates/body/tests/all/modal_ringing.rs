//! Free ringing in blocks against the closed form, scalar arithmetic and stepping.

use crate::support::Dice;
use foley_body::modal::{BLOCK, StateTransition};
use foley_body::{Body, Modal, MotionQuantity};
use foley_contact::{Motion, Step};

const RATE: f64 = 44_100.0;

/// A random body in motion.
fn ringing(dice: &mut Dice, modes: usize) -> (foley_body::ModalSpec, Modal) {
    let spec = dice.modal(modes, 2);
    let mut body = spec.at(Step::at_rate(RATE)).unwrap();
    for i in 0..modes {
        body.place_mode(i, Motion::new(dice.between(-1e-4, 1e-4), dice.between(-1.0, 1.0)));
    }
    (spec, body)
}

#[test]
fn a_block_equals_the_closed_form_of_every_mode() {
    let mut dice = Dice::seeded(1);
    for modes in [1, 3, 4, 16, 65] {
        let (spec, body) = ringing(&mut dice, modes);
        for quantity in [MotionQuantity::Displacement, MotionQuantity::Velocity] {
            let mut output = [0.0; BLOCK];
            body.predict_audible(1, quantity, &mut output);
            for (n, &value) in output.iter().enumerate() {
                let time = Step::of_seconds((n + 1) as f64 / RATE);
                let (mut sum, mut scale) = (0.0, 0.0);
                for (i, mode) in spec.modes.iter().enumerate() {
                    let (map, start) = (StateTransition::exact(mode, time), body.mode(i));
                    let (x, v) = (start.displacement, start.velocity);
                    let part = mode.shape[1]
                        * match quantity {
                            MotionQuantity::Displacement => map.xx * x + map.xv * v,
                            _ => map.vx * x + map.vv * v,
                        };
                    sum += part;
                    scale += part.abs()
                        + mode.shape[1].abs()
                            * match quantity {
                                MotionQuantity::Displacement => x.abs() + v.abs() / mode.angular(),
                                _ => v.abs() + x.abs() * mode.angular(),
                            };
                }
                assert!(
                    (value - sum).abs() < 2e-13 * scale,
                    "{modes} modes, sample {n}: {value} instead of {sum} (scale {scale})"
                );
            }
        }
    }
}

#[test]
fn vectors_and_plain_arithmetic_give_the_same_bits() {
    let mut dice = Dice::seeded(2);
    for modes in [1, 7, 16, 256] {
        let (_, mut wide) = ringing(&mut dice, modes);
        let mut plain = wide.clone().without_simd();
        for frames in [64, 64, 1, 3, 17, 63, 64] {
            let (mut one, mut two) = (vec![0.0; frames], vec![0.0; frames]);
            wide.predict_audible(0, MotionQuantity::Velocity, &mut one);
            plain.predict_audible(0, MotionQuantity::Velocity, &mut two);
            assert_eq!(one, two);
            wide.coast(frames);
            plain.coast(frames);
            for _ in 0..5 {
                for body in [&mut wide, &mut plain] {
                    body.push(0, 1.5);
                    body.push(1, -0.3);
                    body.advance();
                }
                assert_eq!(wide.forecast(1), plain.forecast(1));
            }
            assert_eq!(wide.energy().to_bits(), plain.energy().to_bits());
        }
    }
}

#[test]
fn ringing_equals_stepping() {
    let mut dice = Dice::seeded(3);
    for modes in [1, 5, 32] {
        let (_, mut ring) = ringing(&mut dice, modes);
        ring.hold(1, 3.0);
        let mut step = ring.clone();
        let mut output = [0.0; BLOCK];
        for frames in [64, 64, 10] {
            output.fill(0.0);
            ring.predict_audible(0, MotionQuantity::Velocity, &mut output[..frames]);
            ring.coast(frames);
            for &value in &output[..frames] {
                step.advance();
                let stepped = step.audible_motion(0).velocity;
                assert!((value - stepped).abs() < 1e-11, "{value} instead of {stepped}");
            }
            let (one, two) = (ring.energy(), step.energy());
            assert!((one - two).abs() < 1e-12 * one, "{one} J instead of {two} J");
        }
    }
}

#[test]
fn the_first_samples_of_a_block_do_not_depend_on_its_length() {
    let (_, body) = ringing(&mut Dice::seeded(4), 20);
    let mut whole = [0.0; BLOCK];
    body.predict_audible(0, MotionQuantity::Displacement, &mut whole);
    for frames in 1..BLOCK {
        let mut part = vec![0.0; frames];
        body.predict_audible(0, MotionQuantity::Displacement, &mut part);
        assert_eq!(part, whole[..frames]);
    }
}
