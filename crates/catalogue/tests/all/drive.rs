//! An input signal drives a sound: three bursts make three strikes, and a louder input gives larger values.

use assert_no_alloc::assert_no_alloc;
use foley_catalogue::model;
use foley_dsp::analysis::{Follower, OnsetSettings, onsets};
use foley_dsp::random::Dice;
use foley_sound::drive::{Drive, follow, play_along};
use foley_sound::{BLOCK, Score, ScoreEventKind, VoiceSpec, perform};
use std::f64::consts::TAU;

const RATE: f64 = 44_100.0;
/// Times of the bursts \[s\] and their levels.
const BURSTS: [(f64, f64); 3] = [(0.2, 0.15), (0.65, 0.6), (1.3, 0.3)];

/// Returns a tone of 120 Hz with harmonics in three bursts that rise within 5 ms and decay.
fn voice() -> Vec<f64> {
    let mut dice = Dice::new(4);
    let at = |n: usize| {
        let t = n as f64 / RATE;
        let burst = |&(from, level): &(f64, f64)| {
            let since = t - from;
            if since < 0.0 { 0.0 } else { level * (since / 0.005).min(1.0) * libm::exp(-since / 0.08) }
        };
        let tone: f64 = (1..20).map(|k| libm::sin(TAU * 120.0 * f64::from(k) * t) / f64::from(k)).sum();
        0.5 * tone * BURSTS.iter().map(burst).sum::<f64>() + 1e-5 * dice.normal()
    };
    (0..(1.8 * RATE) as usize).map(at).collect()
}

fn score(name: &str, drives: &[&str]) -> Score {
    let sound = model(name).unwrap();
    let drives: Vec<_> = drives.iter().map(|text| Drive::parse(text, &*sound).unwrap()).collect();
    let mut score = Score::default();
    play_along(&mut score, &*sound, &drives, &voice(), RATE);
    score
}

#[test]
fn three_bursts_make_three_strikes_with_speeds_ordered_by_level() {
    let score = score("impact", &["onset>strike=0.2..2"]);
    let strikes: Vec<(f64, f64)> = score
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            ScoreEventKind::Gesture { name, value } if name == "strike" => Some((event.at, value.unwrap())),
            _ => None,
        })
        .collect();
    assert_eq!(strikes.len(), 3, "{strikes:?}");
    for (&(at, speed), &(from, level)) in strikes.iter().zip(&BURSTS) {
        println!("burst of {level} at {from} s: strike of {speed:.3} m/s at {at:.4} s");
        assert!((at - from).abs() < 0.015, "{at} s for {from} s");
        assert!((0.2..=2.0).contains(&speed), "{speed} m/s");
    }
    assert!(strikes[1].1 > strikes[2].1 && strikes[2].1 > strikes[0].1, "{strikes:?}");
    assert!(score.end() >= 1.8 - 1e-9, "the score ends before the input: {} s", score.end());
    // The strikes are audible.
    let sound = model("impact").unwrap();
    let heard = perform(&*sound, &score, &VoiceSpec::new(48_000.0, 1), None, &mut |_| {}).unwrap();
    let heard = onsets(&heard.sound()[0], 48_000.0, &OnsetSettings::default());
    for (from, _) in BURSTS {
        let near = heard.iter().any(|at| (at - from).abs() < 0.015);
        assert!(near, "{from} s: {heard:?}");
    }
}

/// Rank correlation \[1\].
fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |of: fn(&(f64, f64)) -> f64| {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|&a, &b| of(&pairs[a]).total_cmp(&of(&pairs[b])));
        let mut ranks = vec![0.0; pairs.len()];
        for (rank, &index) in order.iter().enumerate() {
            ranks[index] = rank as f64;
        }
        ranks
    };
    let (first, second) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let n = pairs.len() as f64;
    let square: f64 = first.iter().zip(&second).map(|(a, b)| (a - b) * (a - b)).sum();
    1.0 - 6.0 * square / (n * (n * n - 1.0))
}

#[test]
fn a_louder_input_gives_a_larger_value() {
    let sound = model("friction").unwrap();
    let drive = Drive::parse("envelope>stroke.speed=0.01..1", &*sound).unwrap();
    let pairs: Vec<(f64, f64)> = follow(&voice(), RATE)
        .iter()
        .filter_map(|(_, now)| Some((now.envelope, drive.value(now)?)))
        .filter(|&(envelope, _)| envelope > 0.01)
        .collect();
    let correlation = rank_correlation(&pairs);
    println!("{} moments, rank correlation {correlation:.4}", pairs.len());
    assert!(pairs.len() > 50 && correlation > 0.999, "{correlation}");
    let most = pairs.iter().map(|pair| pair.1).fold(0.0, f64::max);
    assert!(most > 0.8 && most <= 1.0, "the loudest input is not near the end of the range: {most} m/s");
    // The events of the score are ordered in time, a hop or more apart.
    let score = score("friction", &["envelope>stroke.speed=0.01..1"]);
    let times: Vec<f64> = score.events.iter().map(|event| event.at).collect();
    assert!(times.len() > 30 && times.is_sorted(), "{}", times.len());
    assert!((score.end() - 1.8).abs() < 0.015, "{} s", score.end());
}

#[test]
fn the_same_input_gives_the_same_score() {
    let drives = ["envelope>stroke.speed", "pitch>rubbed.pitch", "onset>rub"];
    assert_eq!(score("friction", &drives), score("friction", &drives));
}

#[test]
fn an_invalid_drive_is_rejected_with_the_allowed_ones() {
    let error = |name: &str, text: &str| {
        let sound = model(name).unwrap();
        Drive::parse(text, &*sound).unwrap_err().to_string()
    };
    for (name, text, words) in [
        ("impact", "envelope", "write a control"),
        ("impact", "envelop>hardness", "`envelope`"),
        ("impact", "envelope>struck.material", "a choice among names"),
        ("impact", "envelope>struck.modes", "a structural count"),
        ("impact", "envelope>struck.modes", "touch.stiffness"),
        ("impact", "envelope>hardnes", "`hardness`"),
        ("impact", "envelope>strike", "onset>strike"),
        ("impact", "onset>stike", "`strike`"),
        ("impact", "onset>strike=fast", "not a range"),
        ("impact", "envelope>hardness=20..200", "0 to 100"),
        ("impact", "onset>strike=1..1e9", "cannot be"),
    ] {
        let message = error(name, text);
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn a_follower_allocates_nothing() {
    let mut dice = Dice::new(1);
    for rate in [8000.0, 48_000.0, 192_000.0] {
        let mut follower = Follower::new(rate);
        for _ in 0..500 {
            let block: [f64; BLOCK] = std::array::from_fn(|_| dice.signed());
            assert_no_alloc(|| {
                let now = follower.follow(&block);
                assert!(now.envelope.is_finite() && now.centroid.is_finite());
            });
        }
    }
}
