//! Facts about repeated strikes: the first is exact, the others scatter in speed and place as those of a
//! hand.

use crate::support::heard::perform_score;
use foley_catalogue::solids::variation::{STROKE, place};
use foley_catalogue::solids::{Impact, LinearImpact};
use foley_catalogue::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use foley_dsp::analysis::Spectrum;
use foley_sound::{Score, Sound};

/// Time between two strikes \[s\].
const INTERVAL: f64 = 0.5;
/// Sample rate of `perform_score` \[Hz\].
const RATE: f64 = 48_000.0;

fn strikes(count: usize, interval: f64) -> Score {
    let mut score = Score::default();
    for number in 0..count {
        score.gesture(number as f64 * interval, "strike", 1.0);
    }
    score
}

/// Returns a stick on a wooden panel, whose sound has ended before the next strike.
fn panel(variation: f64) -> LinearImpact {
    let mut sound = LinearImpact {
        struck: Resonator {
            mounting: ResonatorMounting::Lying,
            position: 0.3,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.4, 0.01)
        },
        ..LinearImpact::default()
    };
    sound.struck.ring = 0.3;
    sound.aim.variation = variation;
    sound
}

fn heard(sound: &dyn Sound, score: &Score, seed: u64) -> Vec<f64> {
    let end = score.end() + INTERVAL;
    perform_score(sound, score, Some(end), seed).rows.swap_remove(0)
}

/// Cosine of the angle between two signals.
fn likeness(one: &[f64], two: &[f64]) -> f64 {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    product(one, two) / (product(one, one) * product(two, two)).sqrt()
}

#[test]
fn the_first_strike_is_as_asked() {
    let exact = heard(&panel(0.0), &strikes(1, INTERVAL), 1);
    let varied = heard(&panel(0.3), &strikes(1, INTERVAL), 1);
    let difference: f64 = exact.iter().zip(&varied).map(|(a, b)| (a - b) * (a - b)).sum();
    let power: f64 = exact.iter().map(|a| a * a).sum();
    // Modes that are 60 dB down at the place that is aimed at are kept if another place hears them.
    assert!(difference <= 1e-5 * power, "{}", difference / power);
}

#[test]
fn without_variation_all_strikes_are_alike() {
    let three = heard(&panel(0.0), &strikes(3, INTERVAL), 1);
    let frames = (INTERVAL * RATE) as usize;
    for again in 1..3 {
        let [one, other] = [0, again].map(|n| &three[n * frames..(n + 1) * frames]);
        assert!(likeness(one, other) > 1.0 - 1e-9, "{}", likeness(one, other));
    }
}

/// The output of a spring and a dashpot is linear in the speed, so that a strike at any speed is a multiple
/// of the one at 1 m/s at the same place.
#[test]
fn every_further_strike_is_that_of_one_of_four_places() {
    let variation = 0.4;
    let count = 25;
    let frames = (INTERVAL * RATE) as usize;
    let played = heard(&panel(variation), &strikes(count, INTERVAL), 3);
    // The means of the quarters of the normal distribution, scaled to the variance 1.
    let single = [-1.3701, -0.35, 0.35, 1.3701].map(|deviate: f64| {
        let mut sound = panel(0.0);
        sound.struck.position =
            place(sound.struck.position, variation * STROKE / sound.struck.size * deviate);
        heard(&sound, &strikes(1, INTERVAL), 1)
    });
    let mut met = [0; 4];
    for number in 1..count {
        let strike = &played[number * frames..(number + 1) * frames];
        let likenesses = single.each_ref().map(|single| likeness(strike, single));
        let best = (0..4).max_by(|&a, &b| likenesses[a].total_cmp(&likenesses[b])).unwrap();
        // The rest, 40 dB down, is what the other places hear of modes that this one does not.
        assert!(likenesses[best] > 1.0 - 1e-4, "strike {number}: {likenesses:?}");
        met[best] += 1;
    }
    assert!(met.iter().all(|&count| count > 0), "{met:?}");
}

/// On a heavy slab the place does not matter, and the peak of the force is proportional to the speed.
#[test]
fn the_speeds_scatter_by_the_variation_about_the_speed_that_was_asked_for() {
    let (count, interval, variation) = (400, 0.02, 0.1);
    let mut sound = LinearImpact {
        struck: Resonator {
            modes: 16,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Concrete, 5.0, 0.2)
        },
        ..LinearImpact::default()
    };
    sound.aim.variation = variation;
    let played = perform_score(&sound, &strikes(count, interval), Some(count as f64 * interval), 7);
    let force = played.measured("force").unwrap();
    let peaks: Vec<f64> = force
        .chunks((interval * RATE) as usize)
        .map(|strike| strike.iter().copied().fold(0.0, f64::max))
        .collect();
    let relative: Vec<f64> = peaks[1..count].iter().map(|peak| peak / peaks[0] - 1.0).collect();
    let mean = relative.iter().sum::<f64>() / relative.len() as f64;
    let scatter =
        (relative.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / relative.len() as f64).sqrt();
    // Three standard errors of 399 normal deviates.
    assert!(mean.abs() < 3.0 * variation / 20.0, "mean {mean}");
    assert!((scatter / variation - 1.0).abs() < 3.0 / (2.0 * 399.0_f64).sqrt(), "scatter {scatter}");
}

#[test]
fn strikes_depend_on_the_seed_and_their_number_only() {
    let mut sound = Impact::default();
    sound.aim.variation = 0.1;
    let score = strikes(4, 0.1);
    let played = |seed| heard(&sound, &score, seed);
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
    // Another rhythm has the same strikes.
    let (count, slow) = (6, 1.4 * INTERVAL);
    let panel = panel(0.3);
    let [even, late] = [INTERVAL, slow].map(|interval| heard(&panel, &strikes(count, interval), 1));
    let frames = (INTERVAL * RATE) as usize;
    for number in 0..count {
        let [one, other] = [(&even, INTERVAL), (&late, slow)].map(|(all, interval)| {
            let from = (number as f64 * interval * RATE).round() as usize;
            &all[from..(from + frames).min(all.len())]
        });
        let length = one.len().min(other.len());
        let same = likeness(&one[..length], &other[..length]);
        assert!(same > 1.0 - 1e-6, "strike {number}: {same}");
    }
}

/// What differs is the colour, not the loudness alone.
#[test]
fn strikes_at_other_places_have_other_spectra() {
    let count = 6;
    let frames = (INTERVAL * RATE) as usize;
    let centroids = |variation: f64| -> Vec<f64> {
        let played = heard(&panel(variation), &strikes(count, INTERVAL), 1);
        let centroid = |strike: &[f64]| {
            let spectrum = Spectrum::mean(strike, RATE, 0.085);
            let pairs =
                spectrum.power().iter().enumerate().map(|(bin, power)| (spectrum.frequency(bin), power));
            let (moment, sum) = pairs.fold((0.0, 0.0), |(m, s), (f, p)| (m + f * p, s + p));
            moment / sum
        };
        played.chunks(frames).take(count).map(centroid).collect()
    };
    let spread = |values: &[f64]| {
        let [low, high] = [f64::min, f64::max].map(|pick| values.iter().copied().reduce(pick).unwrap());
        libm::log2(high / low)
    };
    let (machine, hand) = (spread(&centroids(0.0)), spread(&centroids(0.15)));
    assert!(machine < 1e-3, "{machine} octaves");
    assert!(hand > 0.02, "{hand} octaves");
}
