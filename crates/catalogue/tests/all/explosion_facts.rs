//! Tests of an explosion.

use crate::support::heard::rms;
use foley_catalogue::air::Explosion;
use foley_catalogue::air::blast::{ATMOSPHERE, Blast};
use foley_catalogue::air::explosion::{Charge, Draught, Land, Range};
use foley_dsp::analysis::{Spectrum, Weight};
use foley_dsp::signal::SPEED_OF_SOUND;
use foley_sound::{Performance, Score, VoiceSpec, perform};

const RATE: f64 = 96_000.0;

/// Blast without reflections and wind.
fn bare(charge: f64, distance: f64) -> Explosion {
    Explosion {
        charge: Charge { mass: charge, ..Charge::default() },
        range: Range { distance, ..Range::default() },
        land: Land { ground: 0.0, scatter: 0.0, ..Land::default() },
        draught: Draught { level: 0.0, ..Draught::default() },
    }
}

fn heard(explosion: &Explosion, seed: u64) -> Performance {
    let spec = VoiceSpec::new(RATE, seed);
    perform(explosion, &Score::default(), &spec, None, &mut |_| {}).unwrap()
}

/// First non-zero sample, and the zero crossing from pressure to suction.
fn onset_and_zero(wave: &[f64]) -> (usize, f64) {
    let first = wave.iter().position(|&p| p > 0.0).unwrap();
    let after = first + wave[first..].iter().position(|&p| p <= 0.0).unwrap();
    let (above, below) = (wave[after - 1], wave[after]);
    (first, (after - 1) as f64 + above / (above - below))
}

const SETTINGS: [(f64, f64); 5] = [(0.005, 5.0), (0.1, 30.0), (1.0, 10.0), (100.0, 300.0), (1000.0, 1500.0)];

#[test]
fn the_blast_arrives_at_the_time_of_the_shock_and_before_sound() {
    for (charge, distance) in SETTINGS {
        let explosion = bare(charge, distance);
        let blast = explosion.blast(charge);
        let all = heard(&explosion, 1);
        let (first, _) = onset_and_zero(all.measured("incident").unwrap());
        let measured = first as f64 / RATE;
        let sound = distance / SPEED_OF_SOUND;
        println!(
            "{charge} kg at {distance} m: {measured:.5} s, law {:.5} s, sound {sound:.5} s",
            blast.arrival()
        );
        let late = measured - blast.arrival();
        assert!((0.0..=1.0 / RATE).contains(&late), "{late} s after it should");
        assert!(measured < sound, "{measured} s, sound takes {sound} s");
        // A shock stays ahead of sound by some metres times the cube root of the charge; far away this lead
        // no longer grows.
        let ahead = (sound - measured) * SPEED_OF_SOUND / libm::cbrt(charge);
        assert!((0.5..6.0).contains(&ahead), "{ahead} m/kg^⅓ ahead");
    }
}

#[test]
fn peak_duration_and_impulse_match_the_blast_law() {
    for (charge, distance) in SETTINGS {
        let explosion = bare(charge, distance);
        let blast = explosion.blast(charge);
        let (peak, duration) = (blast.overpressure(), blast.duration());
        let all = heard(&explosion, 1);
        let wave = all.measured("incident").unwrap();
        let largest = wave.iter().fold(0.0_f64, |most, &p| most.max(p));
        // The first sample can lie up to one sample after the peak: 2 T/t* less.
        let sampled = 2.0 / (RATE * duration);
        println!(
            "{charge} kg at {distance} m: {largest:.1} Pa for {peak:.1} Pa, t* = {:.3} ms",
            1e3 * duration
        );
        assert!(largest <= peak && largest > peak * (1.0 - 1.1 * sampled), "{largest} Pa for {peak} Pa");
        let (_, zero) = onset_and_zero(wave);
        let pressed = zero / RATE - blast.arrival();
        assert!((pressed / duration - 1.0).abs() < 0.01, "{pressed} s for t* = {duration} s");
        let pressing: f64 = wave.iter().filter(|&&p| p > 0.0).sum::<f64>() / RATE;
        let expected = peak * duration / core::f64::consts::E;
        // A sum of samples misses at most half a sample of the jump.
        let bound = 0.5 * peak / RATE + 0.002 * expected;
        assert!((pressing - expected).abs() < bound, "{pressing} Pa s for {expected} Pa s");
        let total: f64 = wave.iter().sum::<f64>() / RATE;
        assert!(total.abs() < bound, "{total} Pa s is left of {expected} Pa s");
    }
}

#[test]
fn blasts_scale_with_the_cube_root_of_the_mass_and_fall_as_one_over_the_distance() {
    let blast = |charge, distance| Blast { charge, distance };
    for z in [2.0, 10.0, 100.0] {
        let (one, eight) = (blast(1.0, z), blast(8.0, 2.0 * z));
        assert!((one.overpressure() / eight.overpressure() - 1.0).abs() < 1e-12);
        assert!((2.0 * one.duration() / eight.duration() - 1.0).abs() < 1e-12);
        assert!((2.0 * one.arrival() / eight.arrival() - 1.0).abs() < 1e-12);
    }
    let ratio = blast(1.0, 200.0).overpressure() / blast(1.0, 400.0).overpressure();
    assert!((ratio - 2.0).abs() < 0.002, "{ratio}");
    // Blast law at Z = 1 m/kg^⅓, computed by hand: 808 · 1.04938 / (20.857 · 3.2809 · 1.24447).
    let near = blast(1.0, 1.0).overpressure() / ATMOSPHERE;
    assert!((near - 9.957).abs() < 0.005, "{near} atmospheres");
}

#[test]
fn the_wind_follows_at_its_own_speed() {
    let mut explosion = bare(5.0, 60.0);
    explosion.draught = Draught { speed: 150.0, level: 0.1 };
    let all = heard(&explosion, 1);
    let sound = &all.sound()[0];
    let sample = |seconds: f64| (seconds * RATE) as usize;
    let gust = 60.0 / 150.0;
    let blast = explosion.blast(5.0);
    let over = blast.arrival() + 32.0 * blast.duration();
    let between = rms(&sound[sample(over + 0.01)..sample(gust - 0.002)]);
    assert_eq!(between, 0.0, "between blast and wind");
    let blows = rms(&sound[sample(gust + 0.02)..sample(gust + 0.2)]);
    let (_, push) = blast.wind();
    println!("wind: {blows:.3} Pa, dynamic pressure {push:.2} Pa");
    assert!((0.2..1.0).contains(&(blows / (0.1 * push))), "{blows} Pa of {push} Pa");
}

#[test]
fn distance_makes_the_blast_weaker_and_duller_and_land_makes_it_longer() {
    let features = |distance: f64| {
        let all = heard(&bare(0.1, distance), 1);
        let sound = &all.sound()[0];
        let spectrum = Spectrum::of(sound, RATE);
        let peak = sound.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
        (peak, spectrum.centroid(Weight::Amplitude))
    };
    let all = [10.0, 100.0, 1000.0].map(features);
    println!("peaks and centroids at 10, 100, 1000 m: {all:?}");
    for pair in all.windows(2) {
        assert!(pair[1].0 < 0.15 * pair[0].0 && pair[1].1 < 0.7 * pair[0].1, "{all:?}");
    }
    let open = heard(&bare(0.5, 80.0), 1).sound()[0].len();
    let land = heard(&Explosion::default(), 1).sound()[0].len();
    assert!(land as f64 > open as f64 + RATE, "{land} samples, {open} without land");
    let other = heard(&Explosion::default(), 2);
    assert_ne!(heard(&Explosion::default(), 1).sound(), other.sound(), "echoes depend on the seed");
}

#[test]
fn silence_before_the_blast_and_the_ground_reflection_after_it() {
    let mut score = Score::default();
    score.gesture(0.5, "explode", 1.0);
    let mut explosion = bare(1.0, 50.0);
    (explosion.charge.height, explosion.land.ground) = (30.0, 0.8);
    let all = perform(&explosion, &score, &VoiceSpec::new(RATE, 1), None, &mut |_| {}).unwrap();
    let sound = &all.sound()[0];
    let sample = |seconds: f64| (seconds * RATE) as usize;
    let direct = 0.5 + explosion.blast(1.0).arrival();
    assert!(sound[..sample(direct)].iter().all(|&p| p == 0.0));
    // The path by the ground is √(R² + 4 h · 1.6 m).
    let longer = libm::sqrt(50.0 * 50.0 + 4.0 * 30.0 * 1.6);
    let image = 0.5 + Blast { charge: 1.0, distance: longer }.arrival();
    let at = sample(image);
    let jump = sound[at + 12] - sound[at - 2];
    println!("ground after {:.2} ms, jump {jump:.0} Pa", 1e3 * (image - direct));
    assert!(jump > 0.3 * explosion.blast(1.0).overpressure(), "{jump} Pa");
}
