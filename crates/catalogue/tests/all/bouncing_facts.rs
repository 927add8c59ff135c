//! Facts about bouncing: contact times, energy, and rest.

use crate::support::heard::{RATE, perform_score, played, touches};
use foley_catalogue::solids::Bouncing;
use foley_catalogue::solids::bouncing::GRAVITY;
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_contact::analytic::{Fold, restitution_of};
use foley_sound::Score;

/// Returns a hard ball on eight tonnes of concrete.
fn on_a_slab(restitution: f64, irregularity: f64) -> Bouncing {
    let mut sound = Bouncing {
        floor: Resonator {
            modes: 12,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Concrete, 5.0, 0.2)
        },
        ..Bouncing::default()
    };
    sound.ball.mass = 0.005;
    sound.ball.stiffness = 1e9;
    sound.ball.restitution = restitution;
    sound.ball.irregularity = irregularity;
    sound
}

/// Flight times between contacts \[s\]: from the end of a contact to the start of the next.
fn flights(force: &[f64]) -> Vec<f64> {
    let found = touches(force);
    found.windows(2).map(|pair| (pair[1].0 - pair[0].0 - pair[0].1) as f64 / RATE).collect()
}

#[test]
fn twenty_flights_match_the_closed_form() {
    for (restitution, height) in [(0.95, 0.2), (0.9, 0.5), (0.85, 1.0)] {
        let sound = on_a_slab(restitution, 0.0);
        let heard = played(&sound, "drop", height, Some(6.0), 1);
        let found = flights(heard.measured("force").unwrap());
        let loss = Fold::with_restitution(restitution).approach();
        let mut speed = (2.0 * GRAVITY * height).sqrt();
        let mut worst = 0.0_f64;
        for (k, flight) in found.iter().take(20).enumerate() {
            speed *= restitution_of(loss);
            let expected = 2.0 * speed / GRAVITY;
            // Flight times are measured in whole samples.
            let error = ((flight - expected).abs() - 1.0 / RATE).max(0.0) / expected;
            worst = worst.max(error);
            assert!(
                error < 0.01,
                "E = {restitution} from {height} m, flight {}: {flight} s, closed form {expected} s",
                k + 1
            );
        }
        assert!(found.len() >= 20, "{} flights", found.len());
        println!("E = {restitution} from {height} m: flights off by {worst:e} at most");
    }
}

#[test]
fn a_ball_comes_to_rest_and_the_voice_falls_asleep() {
    for restitution in [0.3, 0.75, 0.9] {
        let mut sound = Bouncing::default();
        sound.ball.restitution = restitution;
        let heard = played(&sound, "drop", 0.3, Some(12.0), 1);
        assert!(heard.asleep, "E = {restitution}: still awake after 12 s");
    }
}

#[test]
fn the_total_time_is_the_sum_of_the_geometric_series() {
    for restitution in [0.3, 0.75, 0.9] {
        let heard = played(&on_a_slab(restitution, 0.0), "drop", 0.3, Some(6.0), 1);
        let found = touches(heard.measured("force").unwrap());
        let at_rest = found.last().map_or(0.0, |last| last.0 as f64 / RATE);
        let fall = (2.0 * 0.3 / GRAVITY).sqrt();
        let total = fall * (1.0 + restitution) / (1.0 - restitution);
        // The series ends where flights become shorter than contacts, at a few mm/s of 2.4 m/s.
        assert!(
            (at_rest / total - 1.0).abs() < 0.03,
            "E = {restitution}: rests after {at_rest} s, sum of the flights {total} s"
        );
    }
}

#[test]
fn no_energy_is_created() {
    for (seed, irregularity) in [(1, 0.0), (2, 0.5), (3, 1.0)] {
        for modes in [0.0, 8.0] {
            let mut sound = Bouncing::default();
            sound.ball.irregularity = irregularity;
            sound.body.modes = modes as u32;
            let heard = played(&sound, "drop", 0.5, Some(6.0), seed);
            let ledger = heard.ledger;
            let fallen = sound.ball.mass * GRAVITY * 0.5;
            assert!(
                ledger.numerical().abs() < 1e-6 * fallen,
                "{} J of {fallen} J, irregularity {irregularity}, {modes} modes",
                ledger.numerical()
            );
            assert!(ledger.total() < 0.01 * fallen, "{} J are left of {fallen} J", ledger.total());
            assert_eq!(heard.recoveries, 0);
        }
    }
}

#[test]
fn an_irregular_body_bounces_unevenly_and_never_longer_than_a_ball() {
    let regular =
        flights(played(&on_a_slab(0.85, 0.0), "drop", 0.5, Some(5.0), 1).measured("force").unwrap());
    let mut uneven = 0;
    for seed in 1..=10 {
        let heard = played(&on_a_slab(0.85, 0.6), "drop", 0.5, Some(5.0), seed);
        let found = flights(heard.measured("force").unwrap());
        for (k, (flight, most)) in found.iter().zip(&regular).take(12).enumerate() {
            assert!(
                *flight <= most * 1.01 + 1.0 / RATE,
                "seed {seed}, flight {}: {flight} s, of a ball {most} s",
                k + 1
            );
        }
        uneven += found.windows(2).take(12).filter(|pair| pair[1] > 1.02 * 0.85 * pair[0]).count();
    }
    assert!(uneven > 5, "only {uneven} of 120 flights took something back from the rotation");
}

#[test]
fn a_resonating_body_rebounds_like_a_rigid_one_within_a_tenth() {
    let first = |modes: f64| {
        let mut sound = on_a_slab(0.7, 0.0);
        sound.body = Resonator {
            modes: modes as u32,
            ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Brass, 0.026, 0.0018)
        };
        let heard = played(&sound, "drop", 0.5, Some(2.0), 1);
        // A vibrating body may touch several times per landing.
        let mut hits: Vec<f64> =
            touches(heard.measured("force").unwrap()).iter().map(|hit| hit.0 as f64 / RATE).collect();
        hits.dedup_by(|next, before| *next - *before < 5e-3);
        (hits[1] - hits[0], hits[2] - hits[1])
    };
    let (rigid, rings) = (first(0.0), first(10.0));
    for (rigid, resonating) in [(rigid.0, rings.0), (rigid.1, rings.1)] {
        assert!(
            (resonating / rigid - 1.0).abs() < 0.1,
            "flights of {resonating} s, of a rigid body {rigid} s"
        );
    }
}

/// A fall from the height h lasts √(2h/g), so that the time to the first contact gives the height of each
/// drop.
#[test]
fn the_heights_of_repeated_drops_scatter_by_the_variation() {
    let (count, interval, height, variation) = (120, 0.5, 0.3, 0.1);
    let mut sound = on_a_slab(0.5, 0.0);
    sound.aim.variation = variation;
    let mut score = Score::default();
    for number in 0..count {
        score.gesture(f64::from(number) * interval, "drop", height);
    }
    let played = perform_score(&sound, &score, Some(f64::from(count) * interval), 5);
    let force = played.measured("force").unwrap();
    let fall = |drop: &[f64]| {
        // The ball has left the floor 10 ms after it was lifted.
        let skipped = (0.01 * RATE) as usize;
        let first = drop.iter().skip(skipped).position(|&force| force > 0.0).unwrap() + skipped;
        0.5 * GRAVITY * libm::pow(first as f64 / RATE, 2.0)
    };
    let heights: Vec<f64> = force.chunks_exact((interval * RATE) as usize).map(fall).collect();
    assert!((heights[0] / height - 1.0).abs() < 1e-3, "the first drop is exact, not from {} m", heights[0]);
    let relative: Vec<f64> = heights[1..].iter().map(|found| found / height - 1.0).collect();
    let number = relative.len() as f64;
    let mean = relative.iter().sum::<f64>() / number;
    let scatter = (relative.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / number).sqrt();
    // Three standard errors of normal deviates.
    assert!(mean.abs() < 3.0 * variation / number.sqrt(), "mean {mean}");
    assert!((scatter / variation - 1.0).abs() < 3.0 / (2.0 * number).sqrt(), "scatter {scatter}");
}
