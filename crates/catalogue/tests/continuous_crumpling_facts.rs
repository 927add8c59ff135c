//! What must be true of continuous crumpling.

use foley_catalogue::solids::ContinuousCrumpling;
use foley_catalogue::solids::crackle::{CrackingMaterial, ForceCracks};
use foley_sound::{Score, VoiceSpec, perform};

/// Energies of all events of a force over time, and what is left over of its changes.
fn events(
    force: impl Fn(usize) -> f64,
    samples: usize,
    stuff: &CrackingMaterial,
    seed: u64,
) -> (Vec<f64>, f64, f64) {
    let mut yielding = ForceCracks::new(seed);
    let mut before = force(0);
    let (mut all, mut variation) = (Vec::new(), 0.0);
    for n in 1..samples {
        let now = force(n);
        variation += (now - before).abs();
        all.extend(yielding.change(now - before, stuff, true));
        before = now;
    }
    (all, variation, yielding.waiting())
}

#[test]
fn the_energies_are_together_the_total_variation_of_the_force() {
    let stuff = CrackingMaterial::default();
    for (amplitude, period) in [(1.0, 48_000.0), (20.0, 9000.0), (150.0, 500.0)] {
        let force = |n: usize| amplitude * (1.0 - (n as f64 / period).cos());
        let (all, variation, left) = events(force, 200_000, &stuff, 9);
        let energy: f64 = all.iter().sum();
        let expected = stuff.give * (variation - left);
        assert!((energy / expected - 1.0).abs() < 1e-9, "{energy} J, not {expected} J, for {variation} N");
        // What is left is less than the largest event that there is.
        assert!(left < 30.0 * stuff.resistance, "{left} N left");
    }
}

#[test]
fn twice_the_change_is_twice_the_energy_and_twice_as_many_events() {
    let stuff = CrackingMaterial::default();
    let run = |slope: f64| {
        let (all, ..) = events(|n| slope * n as f64, 400_000, &stuff, 3);
        (all.len() as f64, all.iter().sum::<f64>())
    };
    let ((few, one), (many, two)) = (run(1e-3), run(2e-3));
    assert!((two / one - 2.0).abs() < 0.02, "{}", two / one);
    // By the same law with the same dice: only the last event may be missing.
    assert!((many / few - 2.0).abs() < 0.2, "{few} and {many} events");
    // And the mean event has the energy of the resistance.
    let mean = two / many / (stuff.give * stuff.resistance);
    assert!((mean - 1.0).abs() < 0.1, "{mean} times resistance by give");
}

#[test]
fn a_constant_force_is_silent_to_the_last_bit() {
    let mut model = ContinuousCrumpling::default();
    model.hand.force = 80.0;
    let mut score = Score::default();
    // The hand lets go and presses only much later than is listened to.
    score.gesture(5.0, "press", 10.0);
    let heard = perform(&model, &score, &VoiceSpec::new(48_000.0, 1), Some(2.0), &mut |_| {});
    let heard = heard.unwrap();
    assert!(heard.rows.iter().flatten().all(|&value| value == 0.0));
}

#[test]
fn nothing_cracks_while_the_hand_holds_and_something_when_it_opens() {
    let mut model = ContinuousCrumpling::default();
    model.hand.closing = 0.3;
    model.hand.hold = 0.5;
    model.hand.opening = 0.3;
    let heard =
        perform(&model, &Score::default(), &VoiceSpec::new(48_000.0, 1), Some(1.3), &mut |_| {}).unwrap();
    let struck = |from: f64, to: f64| {
        let range = (from * 48_000.0) as usize..(to * 48_000.0) as usize;
        let forces = heard.outputs.iter().zip(&heard.rows);
        let forces = forces.filter(|(output, _)| output.name.starts_with("force"));
        forces
            .flat_map(|(_, row)| row[range.clone()].windows(2))
            .filter(|pair| pair[0] == 0.0 && pair[1] > 0.0)
            .count()
    };
    // What struck last may bounce for some milliseconds.
    let (closing, holding, opening) = (struck(0.0, 0.3), struck(0.35, 0.8), struck(0.8, 1.1));
    assert!(closing > 50 && opening > 50, "{closing} and {opening}");
    assert_eq!(holding, 0);
}

#[test]
fn a_force_that_glides_is_heard_while_it_does() {
    let model = ContinuousCrumpling::default();
    let mut score = Score::default();
    score.gesture(0.0, "press", 0.1);
    score.set(2.0, "hand.force", 40.0, 0.5);
    let heard = perform(&model, &score, &VoiceSpec::new(48_000.0, 1), Some(4.0), &mut |_| {});
    let heard = heard.unwrap();
    let loud = |from: f64, to: f64| {
        let range = (from * 48_000.0) as usize..(to * 48_000.0) as usize;
        let sum: f64 = heard.sound()[0][range].iter().map(|value| value * value).sum();
        sum
    };
    let (before, during, after) = (loud(1.8, 2.0), loud(2.0, 2.5), loud(3.5, 4.0));
    assert!(before == 0.0, "{before}");
    assert!(during > 0.0);
    assert!(after < 1e-9 * during, "{after} after {during}");
}
