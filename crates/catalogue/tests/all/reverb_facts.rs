//! Facts of the reverb: decay times, energy, and decorrelated channels.

use crate::support::heard::RATE;
use foley_catalogue::spaces::Reverb;
use foley_contact::Step;
use foley_dsp::signal::{Section, cut};
use foley_sound::{Model, OutputKind, Score, VoiceSpec, process};

fn room(size: [f64; 3], low: f64, high: f64) -> Reverb {
    let mut room = Reverb::default();
    [room.hall.length, room.hall.width, room.hall.height] = size;
    (room.fading.low, room.fading.high) = (low, high);
    // The natural proportion of the parts.
    (room.mixed.direct, room.mixed.early, room.mixed.late) = (1.0, 1.0, 1.0);
    room
}

/// Returns the response of a room to a click.
fn response(room: &Reverb, rate: f64, channels: usize, seconds: Option<f64>) -> Vec<Vec<f64>> {
    let mut click = [0.0; 64];
    click[0] = 1.0;
    let spec = VoiceSpec { channels, ..VoiceSpec::new(rate, 1) };
    let heard = process(room, &Score::default(), &spec, &click, seconds, &mut |_| {});
    heard.unwrap().sound().to_vec()
}

/// Decay time by 60 dB, from the slope between −5 and −35 dB of the backward integral.
fn decay(row: &[f64]) -> f64 {
    let mut left = vec![0.0; row.len() + 1];
    for (index, x) in row.iter().enumerate().rev() {
        left[index] = left[index + 1] + x * x;
    }
    let at = |decibels: f64| {
        let level = left[0] * libm::pow(10.0, decibels / 10.0);
        left.iter().position(|&energy| energy < level).unwrap() as f64
    };
    2.0 * (at(-35.0) - at(-5.0)) / RATE
}

/// Filters a row to an octave.
fn octave(row: &[f64], centre: f64) -> Vec<f64> {
    let g = cut(centre, Step::at_rate(RATE));
    let mut sections = [Section::REST; 3];
    row.iter().map(|&x| sections.iter_mut().fold(x, |x, section| 0.7 * section.pass(x, g, 0.7)[1])).collect()
}

#[test]
fn a_room_of_every_size_decays_in_its_declared_time() {
    for (size, low, high) in [
        ([2.2, 1.5, 1.2], 0.15, 0.15),
        ([2.4, 1.8, 2.4], 1.1, 1.1),
        ([6.0, 4.5, 2.6], 0.6, 0.35),
        ([6.0, 4.5, 2.6], 0.5, 0.8),
        ([12.0, 8.0, 4.0], 1.5, 0.8),
        ([60.0, 25.0, 20.0], 6.0, 2.5),
        ([10.0, 10.0, 10.0], 10.0, 4.0),
    ] {
        let mut room = room(size, low, high);
        (room.mixed.direct, room.mixed.early) = (0.0, 0.0);
        let row = &response(&room, RATE, 1, Some(2.0 * low.max(high) + 0.5))[0];
        // Two octaves and more from the crossover at 2 kHz.
        for (name, centre, expected) in [("low", 200.0, low), ("high", 14_000.0, high)] {
            let found = decay(&octave(row, centre));
            println!(
                "{size:?} m, {name}: {found:.3} s for {expected} s ({:+.1} %)",
                100.0 * (found / expected - 1.0)
            );
            assert!((found / expected - 1.0).abs() < 0.1, "{found} s for {expected} s");
        }
        if low == high {
            let found = decay(row);
            println!("{size:?} m, all: {found:.3} s for {low} s");
            assert!((found / low - 1.0).abs() < 0.1, "{found} s for {low} s");
        }
    }
}

#[test]
fn the_late_level_follows_from_the_volume() {
    // Expected power of the late part relative to the source at 1 m: T/(0.00325 V).
    for (size, seconds) in [([6.0, 4.5, 2.6], 0.5), ([30.0, 15.0, 10.0], 2.0), ([3.0, 2.0, 2.4], 1.0)] {
        let mut room = room(size, seconds, seconds);
        (room.mixed.direct, room.mixed.early) = (0.0, 0.0);
        let row = &response(&room, RATE, 1, Some(2.0 * seconds))[0];
        let power: f64 = row.iter().map(|x| x * x).sum();
        let expected = seconds / (0.003_25 * size.iter().product::<f64>());
        let decibels = 10.0 * libm::log10(power / expected);
        println!("{size:?} m, {seconds} s: {power:.3} for {expected:.3} ({decibels:+.2} dB)");
        // The sixteen lines do not carry equal power.
        assert!(decibels.abs() < 1.5, "{decibels} dB");
    }
}

#[test]
fn the_direct_sound_arrives_first_then_the_nearest_reflection() {
    let room = room([10.0, 8.0, 4.0], 0.5, 0.5);
    let row = &response(&room, RATE, 1, Some(0.2))[0];
    let (dx, dy) = (3.5, 0.15 * 8.0);
    let direct = libm::hypot(dx, dy);
    let floor = libm::hypot(direct, 2.0 * 0.45 * 4.0);
    for (name, far) in [("direct", direct), ("floor", floor)] {
        let at = (far / 343.0 * RATE) as usize;
        let found = row[at - 2..at + 3].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        println!("{name}: {found:.3} at {far:.2} m");
        assert!(found > 0.5 / far, "{name}: {found}");
    }
    let before = (direct / 343.0 * RATE) as usize - 2;
    assert!(row[..before].iter().all(|&x| x == 0.0));
}

#[test]
fn the_late_part_is_uncorrelated_between_channels() {
    let rows = response(&room([12.0, 8.0, 4.0], 1.5, 1.0), RATE, 4, Some(1.5));
    let late: Vec<&[f64]> = rows.iter().map(|row| &row[9600..]).collect();
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        let correlation =
            product(late[a], late[b]) / (product(late[a], late[a]) * product(late[b], late[b])).sqrt();
        println!("channels {a} and {b}: {correlation:+.3}");
        assert!(correlation.abs() < 0.2, "{correlation}");
    }
}

#[test]
fn silence_stays_silence_and_the_room_falls_asleep() {
    let room = room([6.0, 4.5, 2.6], 0.3, 0.2);
    let given = vec![0.0; 4800];
    let spec = VoiceSpec::new(RATE, 1);
    let heard = process(&room, &Score::default(), &spec, &given, None, &mut |_| {}).unwrap();
    assert!(heard.sound()[0].iter().all(|&x| x == 0.0) && heard.asleep);
    let mut click = [0.0; 64];
    click[0] = 1.0;
    let heard = process(&room, &Score::default(), &spec, &click, Some(3.0), &mut |_| {}).unwrap();
    assert!(heard.asleep && heard.sound()[0][140_000..].iter().all(|&x| x == 0.0));
}

#[test]
fn no_room_exceeds_its_declared_maximum() {
    let mut worst = 0.0_f64;
    for (size, rate) in [
        ([1.0; 3], 48_000.0),
        ([1.0, 1.0, 30.0], 48_000.0),
        ([1.0; 3], 96_000.0),
        ([80.0, 40.0, 30.0], 8_000.0),
    ] {
        let row = &response(&room(size, 15.0, 15.0), rate, 1, None)[0];
        let sum: f64 = row.iter().map(|x| x.abs()).sum();
        println!("{size:?} m at {rate} Hz: absolute sum {sum:.0}");
        worst = worst.max(sum);
    }
    let OutputKind { max: most, .. } = Reverb::OUTPUT;
    // 96 kHz is the highest rate here; twice that rate gives half as much again.
    assert!(2.0 * 2.0_f64.sqrt() * worst < most, "{worst}");
}

#[test]
fn a_changing_room_makes_no_click() {
    let tone: Vec<f64> =
        (0..96_000).map(|n| 0.3 * libm::sin(core::f64::consts::TAU * 300.0 * f64::from(n) / RATE)).collect();
    let steepest = |moves: bool| {
        let mut score = Score::default();
        if moves {
            score.set(0.5, "hall.length", 9.0, 0.5);
            score.set(0.5, "seats.source", 0.9, 0.5);
        }
        let spec = VoiceSpec::new(RATE, 1);
        let heard = process(&Reverb::default(), &score, &spec, &tone, Some(2.0), &mut |_| {}).unwrap();
        let row = &heard.sound()[0][12_000..];
        let bends = row.windows(3).map(|triple| (triple[2] - 2.0 * triple[1] + triple[0]).abs());
        bends.fold(0.0, f64::max)
    };
    let (still, moving) = (steepest(false), steepest(true));
    println!("sharpest bend: {moving:.5} while it changes, {still:.5} still");
    // A step of a hundredth of the tone would give 0.003.
    assert!(moving < 4.0 * still, "{moving}, still {still}");
}
