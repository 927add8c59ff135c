//! Ringing in blocks equals ringing sample by sample, bit for bit.

use crate::strings::{any, at, tuned};
use crate::support::Dice;
use foley_body::{Body, MotionQuantity, Substeps, Waveguide};

const ALL: [MotionQuantity; 3] =
    [MotionQuantity::Displacement, MotionQuantity::Velocity, MotionQuantity::Acceleration];

fn stepped(string: &mut Waveguide, port: usize, quantity: MotionQuantity, count: usize) -> Vec<u64> {
    (0..count)
        .map(|_| {
            string.advance();
            string.read(port, quantity).to_bits()
        })
        .collect()
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn blocks_of_any_length_equal_single_steps() {
    let mut dice = Dice::seeded(9);
    for round in 0..150 {
        let (spec, rate) = any(&mut dice);
        let mut slow = at(&spec, rate);
        slow.pluck(dice.between(0.0, 1.0), 1e-3);
        slow.push(1, 0.5);
        let mut fast = slow.clone();
        for _ in 0..12 {
            let quantity = ALL[(3.0 * dice.between(0.0, 1.0)) as usize];
            let port = (3.0 * dice.between(0.0, 1.0)) as usize;
            let mut out = vec![0.0; (400.0 * dice.between(0.0, 1.0) * dice.between(0.0, 1.0)) as usize];
            fast.ring(port, quantity, &mut out);
            let same = stepped(&mut slow, port, quantity, out.len());
            assert_eq!(bits(&out), same, "{quantity:?} in round {round}: {spec:?} at {rate} Hz");
        }
        assert_eq!(fast, slow, "the whole string: {spec:?} at {rate} Hz");
    }
}

#[test]
fn several_probes_read_the_same_as_each_alone() {
    let mut string = at(&tuned(196.0, &[0.1, 0.4, 0.1]), 48_000.0);
    string.pluck(0.3, 1e-3);
    let listeners = [
        (0, MotionQuantity::Velocity),
        (2, MotionQuantity::Displacement),
        (7, MotionQuantity::Velocity),
        (1, MotionQuantity::Acceleration),
        (1, MotionQuantity::Velocity),
    ];
    let frames = 777;
    let mut out = vec![f64::NAN; frames * listeners.len()];
    string.clone().ring_many(frames, &listeners, &mut out);
    for (part, &(port, quantity)) in out.chunks(frames).zip(&listeners) {
        let mut alone = vec![f64::NAN; frames];
        string.clone().ring(port, quantity, &mut alone);
        assert_eq!(bits(part), bits(&alone), "port {port}, {quantity:?}");
    }
}

#[test]
fn a_string_with_substeps_rings_as_its_steps_do() {
    let mut slow = at(&tuned(196.0, &[0.1]), 48_000.0);
    slow.pluck(0.3, 1e-3);
    slow.set_substeps(Substeps::at_least(4.0));
    let mut fast = slow.clone();
    let mut out = [0.0; 300];
    fast.ring(0, MotionQuantity::Displacement, &mut out);
    for output in out {
        for _ in 0..4 {
            slow.advance();
        }
        assert_eq!(output.to_bits(), slow.motion(0).displacement.to_bits());
    }
}

#[test]
fn a_probe_without_room_is_skipped_and_the_string_moves_on() {
    let mut string = at(&tuned(196.0, &[0.1]), 48_000.0);
    string.pluck(0.3, 1e-3);
    let mut other = string.clone();
    let mut out = [0.0; 100];
    string.ring_many(500, &[(0, MotionQuantity::Velocity)], &mut out);
    for _ in 0..500 {
        other.advance();
    }
    assert_eq!(string, other);
}

#[test]
fn a_string_restores_its_saved_state() {
    let mut string = at(&tuned(196.0, &[0.1, 0.6]), 48_000.0);
    string.pluck(0.3, 1e-3);
    string.set_substeps(Substeps::at_least(2.0));
    string.advance();
    string.push(1, 0.4);
    // In the middle of a sample, with a force pushed.
    string.save_state();
    let on = |string: &mut Waveguide| -> Vec<_> {
        (0..500)
            .map(|_| {
                string.advance();
                let place = string.motion(0).displacement;
                (place.to_bits(), string.energy().to_bits())
            })
            .collect()
    };
    let first = on(&mut string);
    string.restore_state();
    assert_eq!(first, on(&mut string));
}
