//! Facts about continuous crumpling.

use crate::support::heard::{perform_default, perform_score};
use foley_catalogue::solids::ContinuousCrumpling;
use foley_catalogue::solids::crackle::{CrackingMaterial, ForceCracks};
use foley_sound::Score;

/// Returns the energies of all events of a force over time, its total variation, and the change left over.
fn events(
    force: impl Fn(usize) -> f64,
    samples: usize,
    material: &CrackingMaterial,
    seed: u64,
) -> (Vec<f64>, f64, f64) {
    let mut cracks = ForceCracks::new(seed);
    let mut before = force(0);
    let (mut all, mut variation) = (Vec::new(), 0.0);
    for n in 1..samples {
        let now = force(n);
        variation += (now - before).abs();
        all.extend(cracks.change(now - before, material, true).map(|(energy, _)| energy));
        before = now;
    }
    (all, variation, cracks.waiting())
}

#[test]
fn the_energies_sum_to_the_total_variation_of_the_force() {
    let material = CrackingMaterial::default();
    for (amplitude, period) in [(1.0, 48_000.0), (20.0, 9000.0), (150.0, 500.0)] {
        let force = |n: usize| amplitude * (1.0 - (n as f64 / period).cos());
        let (all, variation, left) = events(force, 200_000, &material, 9);
        let energy: f64 = all.iter().sum();
        let expected = material.give * (variation - left);
        assert!((energy / expected - 1.0).abs() < 1e-9, "{energy} J, not {expected} J, for {variation} N");
        // The remainder is less than the largest possible event.
        assert!(left < 30.0 * material.resistance, "{left} N left");
    }
}

#[test]
fn energy_and_event_count_are_proportional_to_the_change() {
    let material = CrackingMaterial::default();
    let run = |slope: f64| {
        let (all, ..) = events(|n| slope * n as f64, 400_000, &material, 3);
        (all.len() as f64, all.iter().sum::<f64>())
    };
    let ((few, single), (many, double)) = (run(1e-3), run(2e-3));
    assert!((double / single - 2.0).abs() < 0.02, "{}", double / single);
    // The random numbers are the same: only the last event may be missing.
    assert!((many / few - 2.0).abs() < 0.2, "{few} and {many} events");
    // The mean event has the energy of the resistance.
    let mean = double / many / (material.give * material.resistance);
    assert!((mean - 1.0).abs() < 0.1, "{mean} times resistance by give");
}

#[test]
fn a_constant_force_is_exactly_silent() {
    let mut model = ContinuousCrumpling::default();
    model.hand.force = 80.0;
    let mut score = Score::default();
    // The press comes only after the end of the performance.
    score.gesture(5.0, "press", 10.0);
    let heard = perform_score(&model, &score, Some(2.0), 1);
    assert!(heard.rows.iter().flatten().all(|&value| value == 0.0));
}

#[test]
fn a_held_press_is_silent_and_its_release_cracks() {
    let mut model = ContinuousCrumpling::default();
    model.hand.closing = 0.3;
    model.hand.hold = 0.5;
    model.hand.opening = 0.3;
    let heard = perform_default(&model, Some(1.3), 1);
    let struck = |from: f64, to: f64| {
        let range = (from * 48_000.0) as usize..(to * 48_000.0) as usize;
        let forces = heard.outputs.iter().zip(&heard.rows);
        let forces = forces.filter(|(output, _)| output.name.starts_with("force"));
        forces
            .flat_map(|(_, row)| row[range.clone()].windows(2))
            .filter(|pair| pair[0] == 0.0 && pair[1] > 0.0)
            .count()
    };
    // The last strikers may bounce for a few milliseconds.
    let (closing, holding, opening) = (struck(0.0, 0.3), struck(0.35, 0.8), struck(0.8, 1.1));
    assert!(closing > 50 && opening > 50, "{closing} and {opening}");
    assert_eq!(holding, 0);
}

#[test]
fn a_gliding_force_is_heard_only_while_it_glides() {
    let model = ContinuousCrumpling::default();
    let mut score = Score::default();
    score.gesture(0.0, "press", 0.1);
    score.set(2.0, "hand.force", 40.0, 0.5);
    let heard = perform_score(&model, &score, Some(4.0), 1);
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
