//! Tests of the vacuum cleaner.

use crate::support::heard::rms;
use crate::support::noise::peak_about;
use foley_catalogue::air::VacuumCleaner;
use foley_catalogue::air::vacuum_cleaner::{Casing, Fan, Hose, Sway};
use foley_dsp::signal::SPEED_OF_SOUND;
use foley_sound::{Score, VoiceSpec, perform};

const RATE: f64 = 44_100.0;

/// Only noise, without whine and sway.
fn plain(length: f64) -> VacuumCleaner {
    VacuumCleaner {
        fan: Fan { whine: 0.0, spin_up: 0.05, duration: 24.0, ..Fan::default() },
        hose: Hose { length, reflection: 0.92, low_pass: 8000.0, stopper: 1.0 },
        sway: Sway { depth: 0.0, ..Sway::default() },
        casing: Casing { low_pass: 12_000.0, high_pass: 20.0 },
    }
}

fn heard(cleaner: &VacuumCleaner, score: &Score, seconds: Option<f64>) -> Vec<f64> {
    let spec = VoiceSpec::new(RATE, 3);
    let mut heard = perform(cleaner, score, &spec, seconds, &mut |_| {}).unwrap();
    heard.rows.swap_remove(0)
}

#[test]
fn the_hose_rings_at_n_c_over_2l_open_and_at_odd_c_over_4l_corked() {
    let mut worst = 0.0_f64;
    for length in [0.5, 1.0, 2.0] {
        let basic = SPEED_OF_SOUND / (2.0 * length);
        for corked in [false, true] {
            let mut score = Score::default();
            score.gesture(0.0, "switch", 1.0);
            if corked {
                score.gesture(0.0, "cork", 1.0);
            }
            let sound = heard(&plain(length), &score, Some(20.0));
            let shift = if corked { 0.5 } else { 0.0 };
            for n in 1..=5 {
                let expected = basic * (f64::from(n) - shift);
                let measured = peak_about(&sound[RATE as usize..], RATE, expected, 0.3 * basic);
                let off = measured / expected - 1.0;
                println!("{length} m, corked: {corked}, tone {n}: {measured:.2} Hz for {expected:.2} Hz");
                worst = worst.max(off.abs());
                assert!(
                    off.abs() < 0.01,
                    "tone {n} of {length} m, corked: {corked}: {measured} Hz for {expected} Hz"
                );
            }
        }
    }
    println!("worst: {:.3} %", 100.0 * worst);
}

#[test]
fn it_is_silent_before_it_is_switched_on_and_after_it_is_switched_off() {
    let mut cleaner = VacuumCleaner::default();
    cleaner.fan.spin_down = 0.5;
    let mut score = Score::default();
    score.gesture(0.5, "switch", 1.0);
    score.gesture(1.5, "switch", 0.0);
    let sound = heard(&cleaner, &score, Some(3.0));
    let between = |from: f64, to: f64| rms(&sound[(from * RATE) as usize..(to * RATE) as usize]);
    assert_eq!(between(0.0, 0.49), 0.0, "before it is switched on");
    assert_eq!(between(2.5, 3.0), 0.0, "half a second after it stood still");
    let running = between(1.2, 1.5);
    // The level is as set, apart from hose and casing.
    assert!(
        (0.4..2.0).contains(&(running / cleaner.fan.level)),
        "{running} Pa, where the level is {} Pa",
        cleaner.fan.level
    );
    // It fades out with the fan, without a click.
    assert!(between(1.7, 1.75) < 0.7 * running && between(1.9, 1.95) < 0.1 * running);
    let default_sound = heard(&cleaner, &Score::default(), None);
    let seconds = default_sound.len() as f64 / RATE;
    let most = cleaner.fan.duration + cleaner.fan.spin_down + 1.0;
    assert!(seconds < most, "{seconds} s, {most} s at most");
}

#[test]
fn a_palm_makes_the_sound_duller_and_half_a_palm_lies_between() {
    let cleaner = VacuumCleaner { hose: Hose { stopper: 0.3, ..plain(1.0).hose }, ..plain(1.0) };
    let centroid = |cork: f64| {
        let mut score = Score::default();
        score.gesture(0.0, "switch", 1.0);
        score.gesture(0.0, "cork", cork);
        let sound = heard(&cleaner, &score, Some(3.0));
        let spectrum = foley_dsp::analysis::Spectrum::mean(&sound, RATE, 0.05);
        spectrum.centroid(foley_dsp::analysis::Weight::Amplitude)
    };
    let (open, half, shut) = (centroid(0.0), centroid(0.5), centroid(1.0));
    println!("centroids: {open:.0} Hz open, {half:.0} Hz half, {shut:.0} Hz corked");
    assert!(open > 1.05 * half && half > 1.05 * shut, "{open}, {half}, {shut} Hz");
}
