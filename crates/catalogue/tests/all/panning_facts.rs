//! Facts about panning: constant power, single loudspeakers in their own direction, and no clicks.

use foley_catalogue::spaces::Panning;
use foley_catalogue::spaces::panning::gains;
use foley_catalogue::spaces::panning_path::{Layout, Speakers};
use foley_dsp::random::Dice;
use foley_sound::{Score, VoiceSpec, process};

const RATE: f64 = 48_000.0;

fn layouts() -> impl Iterator<Item = (Speakers, usize)> {
    Layout::ALL.iter().flat_map(|&layout| {
        let speakers = Speakers { layout, ..Speakers::default() };
        [1, 2, 3, 4, 5, 8, 16, 64].map(|count| (speakers, count))
    })
}

#[test]
fn the_power_is_constant_in_every_direction_and_layout() {
    let mut dice = Dice::new(1);
    let mut worst = 0.0_f64;
    for (speakers, count) in layouts() {
        for _ in 0..2000 {
            let azimuth = dice.between(-12.0, 12.0);
            let spread = if dice.unit() < 0.5 { 0.0 } else { dice.between(0.0, 6.3) };
            let all = gains(&speakers, count, azimuth, spread);
            let power: f64 = all.iter().map(|g| g * g).sum();
            worst = worst.max((power - 1.0).abs());
            let sounding = all.iter().filter(|&&g| g > 0.0).count();
            assert!(spread > 0.0 || sounding <= 2, "{sounding} sound at once");
        }
    }
    println!("power 1 within {worst:.1e}");
    assert!(worst < 1e-12, "{worst}");
}

#[test]
fn a_sound_in_the_direction_of_a_loudspeaker_plays_on_it_alone() {
    for (speakers, count) in layouts() {
        for speaker in 0..count {
            let azimuth = speakers.azimuth(speaker, count);
            let all = gains(&speakers, count, azimuth, 0.0);
            for (other, &g) in all.iter().enumerate().take(count) {
                let expected = f64::from(u8::from(other == speaker));
                assert!((g - expected).abs() < 1e-9, "loudspeaker {other} of {count} is {g}, {speakers:?}");
            }
        }
    }
}

#[test]
fn the_weighted_directions_of_two_loudspeakers_point_to_the_sound() {
    // Layouts with neighbours less than 120° apart.
    for (layout, count) in [(0, 2), (0, 3), (1, 4), (1, 8), (2, 5)] {
        let speakers = Speakers { layout: Layout::from_index(layout), ..Speakers::default() };
        let last = speakers.azimuth(count - 1, count);
        for step in 1..50 {
            let azimuth =
                speakers.azimuth(0, count) + f64::from(step) / 50.0 * (last - speakers.azimuth(0, count));
            let all = gains(&speakers, count, azimuth, 0.0);
            let sum = |f: fn(f64) -> f64| -> f64 {
                (0..count).map(|speaker| all[speaker] * f(speakers.azimuth(speaker, count))).sum()
            };
            let found = libm::atan2(sum(libm::sin), sum(libm::cos));
            let apart = libm::sin(found - azimuth);
            assert!(apart.abs() < 1e-9, "{found} for {azimuth} rad");
        }
    }
}

#[test]
fn a_sound_beside_a_row_plays_at_its_nearer_end_without_jumps_behind() {
    for (speakers, count) in
        layouts().filter(|(speakers, count)| speakers.layout != Layout::Ring && *count > 1)
    {
        let end = speakers.azimuth(count - 1, count);
        let right = core::f64::consts::PI - end;
        for step in 0..=200 {
            let azimuth = end + f64::from(step) / 200.0 * (right - end);
            for (azimuth, alone) in [(azimuth, count - 1), (-azimuth, 0)] {
                let all = gains(&speakers, count, azimuth, 0.0);
                let others = all.iter().map(|g| g * g).sum::<f64>() - all[alone] * all[alone];
                assert!(
                    others < 1e-18,
                    "{others} of the power is not in loudspeaker {alone} of {count} at {azimuth} rad, {speakers:?}"
                );
            }
        }
        // Over the full circle, a gain changes per hundred-thousandth of a turn by no more than half way
        // between the narrowest pair; a jump would change it by 1.
        let narrowest = (0..count - 1)
            .map(|speaker| speakers.azimuth(speaker + 1, count) - speakers.azimuth(speaker, count))
            .fold(1.5, f64::min);
        let turn = core::f64::consts::TAU / 1e5;
        let mut before = gains(&speakers, count, -turn, 0.0);
        let mut most = 0.0_f64;
        for step in 0..=100_000 {
            let now = gains(&speakers, count, f64::from(step) * turn, 0.0);
            for (a, b) in now.iter().zip(before) {
                most = most.max((a - b).abs());
            }
            before = now;
        }
        let bound = 1.05 * turn / libm::tan(0.5 * narrowest);
        println!("{count} loudspeakers: {most:.1e} at once, bound {bound:.1e}");
        assert!(most < bound, "{most}, bound {bound}, {speakers:?}");
    }
}

/// Returns two seconds of a tone, moved by the score.
fn moved(panning: &Panning, score: &Score, channels: usize) -> Vec<Vec<f64>> {
    let tone: Vec<f64> =
        (0..96_000).map(|n| 0.5 * libm::sin(core::f64::consts::TAU * 500.0 * f64::from(n) / RATE)).collect();
    let spec = VoiceSpec { channels, ..VoiceSpec::new(RATE, 1) };
    let heard = process(panning, score, &spec, &tone, Some(2.0), &mut |_| {});
    heard.unwrap().sound().to_vec()
}

fn sharpest(row: &[f64]) -> f64 {
    let bends = row.windows(3).map(|triple| (triple[2] - 2.0 * triple[1] + triple[0]).abs());
    bends.fold(0.0, f64::max)
}

#[test]
fn moving_makes_no_clicks() {
    let w = core::f64::consts::TAU * 500.0 / RATE;
    for (layout, channels) in [(Layout::Stereo, 2), (Layout::Ring, 6), (Layout::Line, 5)] {
        let mut panning = Panning::default();
        panning.speakers.layout = layout;
        panning.flight.spin = 2.0;
        panning.flight.distance = 2.0;
        let mut score = Score::default();
        score.set(0.2, "flight.distance", 1.0, 0.5);
        score.set(1.0, "flight.distance", 5.0, 0.5);
        score.set(1.0, "flight.azimuth", 3.0, 0.3);
        let rows = moved(&panning, &score, channels);
        let most = rows.iter().map(|row| sharpest(&row[2000..])).fold(0.0, f64::max);
        // The tone at 1 m and a 2 % higher pitch bends by w² a; a step of a hundredth of it would bend by
        // 0.005.
        let tone = 0.5 * w * w * 1.04;
        println!(
            "layout {layout:?}, {channels} loudspeakers: sharpest bend {most:.5}, the tone alone {tone:.5}"
        );
        assert!(most < tone + 0.0005, "{most}, tone {tone}");
    }
}

#[test]
fn distance_attenuates_and_delays_and_approach_raises_the_pitch() {
    let mut panning = Panning::default();
    panning.flight.azimuth = 0.0;
    let peak = |distance: f64| {
        let mut panning = panning;
        panning.flight.distance = distance;
        let mut click = vec![0.0; 48_000];
        click[0] = 1.0;
        let heard =
            process(&panning, &Score::default(), &VoiceSpec::new(RATE, 1), &click, Some(1.0), &mut |_| {});
        let row = heard.unwrap().sound()[0].clone();
        let at = (0..row.len()).max_by(|&a, &b| row[a].abs().total_cmp(&row[b].abs())).unwrap();
        let sum: f64 = row.iter().sum();
        (at as f64 / RATE, sum)
    };
    for distance in [1.0, 3.43, 34.3] {
        let (at, sum) = peak(distance);
        println!("{distance} m: {at:.5} s, {sum:.4}");
        assert!(
            (at - distance / 343.0).abs() < 1.0 / RATE && (sum * distance - 1.0).abs() < 1e-9,
            "{at} s, {sum}"
        );
    }
    // At 34.3 m/s towards the listener the moving delay raises the pitch by the factor 1 + 0.1.
    panning.flight.distance = 40.0;
    let mut score = Score::default();
    score.curve(
        "flight.distance",
        &(0..=100).map(|n| (f64::from(n) * 0.01, 40.0 - 0.343 * f64::from(n))).collect::<Vec<_>>(),
    );
    let row = &moved(&panning, &score, 1)[0][16_800..40_800];
    let crossings = row.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
    let pitch = crossings as f64 / 0.5;
    println!("coming at 34.3 m/s: {pitch} Hz for 550 Hz");
    assert!((pitch - 550.0).abs() < 6.0, "{pitch} Hz");
}

#[test]
fn a_sound_at_one_metre_without_delay_is_bit_identical() {
    let mut panning = Panning::default();
    panning.flight.doppler = 0.0;
    let rows = moved(&panning, &Score::default(), 1);
    let w = core::f64::consts::TAU * 500.0;
    for (n, &x) in rows[0].iter().enumerate() {
        let given = 0.5 * libm::sin(w * n as f64 / RATE);
        assert_eq!(x.to_bits(), given.to_bits(), "sample {n}");
    }
}
