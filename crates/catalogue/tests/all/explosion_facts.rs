//! Tests of an explosion.

use crate::support::heard::rms;
use foley_catalogue::air::Explosion;
use foley_catalogue::air::absorption::attenuation;
use foley_catalogue::air::blast::{ATMOSPHERE, Blast};
use foley_catalogue::air::explosion::{Bolt, Charge, Debris, Draught, Land, Range, Stars, Whistle};
use foley_catalogue::air::lightning::EFFICIENCY;
use foley_dsp::analysis::{Spectrum, Weight};
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND};
use foley_sound::{Performance, Score, VoiceSpec, perform};

const RATE: f64 = 96_000.0;

/// Blast without reflections and wind.
fn bare(charge: f64, distance: f64) -> Explosion {
    Explosion {
        charge: Charge { mass: charge, ..Charge::default() },
        range: Range { distance, ..Range::default() },
        land: Land { ground: 0.0, scatter: 0.0, ..Land::default() },
        draught: Draught { level: 0.0, ..Draught::default() },
        ..Explosion::default()
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

#[test]
fn the_heard_peak_is_within_ten_per_cent_of_the_blast_curve() {
    // At the sample rates of listeners, with the absorption of the air.
    for rate in [44_100.0, 48_000.0, 96_000.0] {
        for (charge, distance) in
            [(0.5, 5.0), (1.0, 10.0), (0.1, 30.0), (5.0, 60.0), (100.0, 300.0), (1000.0, 1500.0)]
        {
            let explosion = bare(charge, distance);
            let blast = explosion.blast(charge);
            let spec = VoiceSpec::new(rate, 1);
            let all = perform(&explosion, &Score::default(), &spec, None, &mut |_| {}).unwrap();
            let peak = all.sound()[0].iter().fold(0.0_f64, |most, &p| most.max(p));
            let (ratio, z) = (peak / blast.overpressure(), blast.scaled_distance());
            println!("Z = {z:.1} m/kg^⅓ at {rate} Hz: {peak:.1} Pa, {ratio:.3} of the curve");
            assert!((ratio - 1.0).abs() < 0.1, "{ratio} of the curve at Z = {z} and {rate} Hz");
        }
    }
}

#[test]
fn air_absorbs_as_the_table_of_iso_9613() {
    // Table of ISO 9613-2 for 10 °C and 70 %, in dB/km, with the digits printed there.
    for (frequency, expected) in [
        (63.0, 0.1),
        (125.0, 0.4),
        (250.0, 1.0),
        (500.0, 1.9),
        (1000.0, 3.7),
        (2000.0, 9.7),
        (4000.0, 32.8),
        (8000.0, 117.0),
    ] {
        // The bands of the table have exact middles of 1000 Hz · 10^(3n/10).
        let exact = 1000.0 * libm::pow(10.0, 0.3 * libm::round(libm::log2(frequency / 1000.0)));
        let measured = 1000.0 * attenuation(exact);
        println!("{frequency} Hz: {measured:.3} dB/km, table {expected}");
        let rounding = if expected > 100.0 { 0.5 } else { 0.05 };
        assert!((measured - expected).abs() < rounding + 0.005 * expected, "{measured} for {expected} dB/km");
    }
}

/// Time of the first sample above a share of the largest one \[s\], from `from` \[s\] on.
fn first_above(sound: &[f64], from: f64, pressure: f64) -> f64 {
    let start = (from * RATE) as usize;
    let found = sound[start..].iter().position(|p| p.abs() > pressure).unwrap();
    (start + found) as f64 / RATE
}

#[test]
fn house_fronts_and_hills_answer_after_their_paths() {
    let mut street = bare(0.01, 30.0);
    street.land = Land { fronts: 0.8, width: 20.0, ..street.land };
    let blast = street.blast(0.01);
    let all = heard(&street, 1);
    // The nearer image of the first front is 0.8 widths aside.
    let later = (30.0_f64.hypot(16.0) - 30.0) / SPEED_OF_SOUND;
    let sound = &all.sound()[0];
    let quiet = blast.arrival() + later - 5e-4;
    let before = sound[(quiet * RATE) as usize];
    let after = blast.arrival() + later;
    let jump = sound[(after * RATE) as usize..][..60].iter().map(|p| p - before).fold(0.0, f64::max);
    let expected = 0.8 * blast.overpressure() * 30.0 / 30.0_f64.hypot(16.0);
    println!("front after {:.1} ms: {jump:.1} Pa, at most {expected:.1} Pa", 1e3 * later);
    assert!((0.6..1.05).contains(&(jump / expected)), "{jump} Pa of {expected} Pa");
    let mut hill = bare(0.01, 30.0);
    hill.land = Land { hill: 1.0, hill_distance: 300.0, ..hill.land };
    let all = heard(&hill, 1);
    let quiet = blast.arrival() + 31.0 * blast.duration();
    let echo = first_above(&all.sound()[0], quiet, 1e-4 * blast.overpressure()) - blast.arrival();
    let [soonest, latest] = [1.0, 1.4].map(|depth| 600.0 * depth / SPEED_OF_SOUND);
    println!("hillside after {echo:.3} s, between {soonest:.3} s and {latest:.3} s");
    assert!((soonest - 1e-4..soonest + 0.2).contains(&echo), "{echo} s");
    let seconds = all.sound()[0].len() as f64 / RATE - blast.arrival();
    assert!(seconds < latest + 0.5, "{seconds} s");
}

#[test]
fn debris_lands_within_the_flight_of_the_fastest_piece() {
    let mut explosion = bare(0.5, 40.0);
    explosion.debris = Debris { count: 150, mass: 2.0, speed: 20.0, contact: 0.004 };
    let all = heard(&explosion, 1);
    let sound = &all.sound()[0];
    let blast = explosion.blast(0.5);
    let quiet = blast.arrival() + 31.0 * blast.duration() + 0.01;
    let knocks = &sound[(quiet * RATE) as usize..];
    let peak = knocks.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
    // Largest piece at the highest speed, at the least distance: 3 ρ V/(8π r c) · π² v/(2 τ²).
    let (volume, time) = (2.0 / 2000.0, 0.004 * libm::cbrt(2.0));
    let jerk = std::f64::consts::PI.powi(2) * 20.0 / (2.0 * time * time);
    let bound = 3.0 * DENSITY_OF_AIR * volume * jerk / (8.0 * std::f64::consts::PI * SPEED_OF_SOUND);
    println!("knocks up to {peak:.4} Pa; the largest piece at 1 m {bound:.3} Pa");
    assert!(peak > 1e-3 * bound && peak < bound, "{peak} Pa, bound {bound} Pa");
    let last = sound.len() as f64 / RATE;
    let longest = 2.0 * 20.0 / 9.81 + (40.0 + 41.0) / SPEED_OF_SOUND + 0.05;
    println!("the last knock after {last:.2} s; a flight is at most {longest:.2} s");
    assert!(last < longest && last > 0.6 * longest, "{last} s of {longest} s");
}

#[test]
fn stars_crackle_within_their_time_by_the_blast_law() {
    let mut shell = bare(0.1, 200.0);
    shell.stars = Stars { count: 60, mass: 1e-4, delay: 0.5, spread: 1.5 };
    let all = heard(&shell, 1);
    let sound = &all.sound()[0];
    let arrival = shell.blast(0.1).arrival();
    // Stars are within 8 % of the distance.
    let scatter = 0.08 * 200.0 / SPEED_OF_SOUND;
    let [from, to] = [arrival + 0.5 - scatter, arrival + 2.0 + scatter];
    let blast = 31.0 * shell.blast(0.1).duration();
    let first = first_above(sound, arrival + blast, 0.01);
    assert!(first > from && first < from + 0.3, "{first} s, not before {from} s");
    let loud =
        |pressure: f64| sound[((arrival + blast) * RATE) as usize..].iter().any(|p| p.abs() > pressure);
    let star = Blast { charge: 1e-4, distance: 200.0 }.overpressure();
    println!("stars from {first:.2} s, until {to:.2} s; one of 0.1 g has {star:.2} Pa");
    assert!(loud(0.5 * star) && !loud(8.0 * star), "a star of {star} Pa");
    let end = sound.len() as f64 / RATE;
    assert!(end < to + 0.2, "{end} s, stars until {to} s");
}

/// Lightning without land.
fn lightning(height: f64, distance: f64) -> Explosion {
    let mut explosion = bare(0.5, distance);
    explosion.range.absorption = 0.0;
    explosion.bolt = Bolt { height, reach: 0.0, strokes: 1, ..Bolt::default() };
    explosion
}

fn struck(explosion: &Explosion, energy: f64, seed: u64) -> Vec<f64> {
    let mut score = Score::default();
    score.gesture(0.0, "strike", energy);
    let spec = VoiceSpec::new(RATE, seed);
    perform(explosion, &score, &spec, None, &mut |_| {}).unwrap().sound()[0].clone()
}

#[test]
fn thunder_is_lower_by_the_root_of_the_energy_of_the_lightning() {
    // 0.63 c √(P₀/E): 154 Hz for 2·10⁵ J/m.
    assert!((Bolt::pitch(2e5) - 153.8).abs() < 1.0, "{} Hz", Bolt::pitch(2e5));
    // The waves of the pieces of a long channel arrive at random times, so that the mean spectrum of many
    // flashes is that of one wave.
    let strongest = |energy: f64| {
        let mut power = Vec::new();
        for seed in 0..6 {
            let sound = struck(&lightning(6000.0, 100.0), energy, seed);
            // The later part: a channel along the line of sight, without claps.
            let spectrum = Spectrum::mean(&sound[(3.0 * RATE) as usize..], RATE, 0.1);
            power.resize(spectrum.power().len(), 0.0);
            power.iter_mut().zip(spectrum.power()).for_each(|(sum, power)| *sum += power);
            if seed == 5 {
                // Middle of the power below the first zero of the N-wave's spectrum, at 1.43/τ.
                let top = 1.43 / Bolt::wave_duration(energy);
                let within = |bin: &usize| spectrum.frequency(*bin) < top;
                let (mut sum, mut weighted) = (0.0, 0.0);
                for bin in (0..power.len()).filter(within) {
                    sum += power[bin];
                    weighted += power[bin] * spectrum.frequency(bin);
                }
                return weighted / sum;
            }
        }
        unreachable!()
    };
    let (weak, strong) = (strongest(5e4), strongest(8e5));
    println!("middle of the spectrum: {weak:.1} Hz for 5·10⁴ J/m, {strong:.1} Hz for 8·10⁵ J/m");
    assert!((weak / Bolt::pitch(5e4) - 1.0).abs() < 0.2, "{weak} Hz for {} Hz", Bolt::pitch(5e4));
    assert!((weak / strong / 4.0 - 1.0).abs() < 0.15, "{}, √16 = 4 expected", weak / strong);
}

#[test]
fn thunder_lasts_as_long_as_its_channel_is_deep_and_has_its_share_of_the_energy() {
    let explosion = lightning(3000.0, 800.0);
    let sound = struck(&explosion, 2e5, 1);
    let first = first_above(&sound, 0.0, 1e-3);
    let last = sound.iter().rposition(|p| p.abs() > 1e-3).unwrap() as f64 / RATE;
    let expected = (3000.0_f64.hypot(800.0) - 800.0) / SPEED_OF_SOUND;
    println!("thunder from {first:.2} s, for {:.2} s; straight channel {expected:.2} s", last - first);
    // A tortuous channel wanders to and fro by some hundred metres.
    assert!((0.85..1.15).contains(&((last - first) / expected)), "{} s for {expected} s", last - first);
    assert!((first - 800.0 / SPEED_OF_SOUND).abs() < 0.5, "{first} s");
    // A straight channel over the listener, whose pieces arrive one by one: ∫p² is the sum of ρ c η E δ/(4π
    // r²), which is ρ c η E/(4π R) · atan(H/R). The scattered distances near its foot change it by a decibel.
    let mut near = lightning(3000.0, 100.0);
    near.bolt.tortuosity = 0.05;
    let flashes = 8_u32;
    let energy = |seed| struck(&near, 2e5, seed).iter().map(|p| p * p).sum::<f64>() / RATE;
    let measured = (0..flashes).map(|seed| energy(u64::from(seed))).sum::<f64>() / f64::from(flashes);
    let expected = DENSITY_OF_AIR * SPEED_OF_SOUND * EFFICIENCY * 2e5 * libm::atan(3000.0 / 100.0)
        / (4.0 * std::f64::consts::PI * 100.0);
    let off = 10.0 * libm::log10(measured / expected);
    println!("energy of the thunder: {measured:.1} Pa² s, {expected:.1} Pa² s expected: {off:.2} dB");
    assert!(off.abs() < 2.0, "{off} dB");
}

#[test]
fn a_rocket_whistles_lower_as_its_tube_burns_empty() {
    let mut explosion = bare(0.1, 50.0);
    explosion.whistle = Whistle { pitch: 3000.0, fall: 0.5, climb: 0.0, jet: 0.0, ..Whistle::default() };
    let mut score = Score::default();
    score.gesture(0.0, "whistle", 2.0);
    let all = perform(&explosion, &score, &VoiceSpec::new(RATE, 1), None, &mut |_| {}).unwrap();
    let sound = &all.sound()[0];
    let start = 50.0 / SPEED_OF_SOUND;
    for share in [0.1, 0.5, 0.85] {
        let at = ((start + 2.0 * share) * RATE) as usize;
        let piece = &sound[at - 2400..at + 2400];
        let spectrum = Spectrum::of(piece, RATE);
        let top = (0..spectrum.power().len())
            .max_by(|a, b| spectrum.power()[*a].total_cmp(&spectrum.power()[*b]))
            .unwrap();
        let (measured, expected) = (spectrum.frequency(top), 3000.0 / (1.0 + share));
        println!("{measured:.0} Hz after {share} of the burning, {expected:.0} Hz expected");
        assert!((measured / expected - 1.0).abs() < 0.04, "{measured} Hz for {expected} Hz");
    }
    assert!((sound.len() as f64 / RATE - start - 2.0).abs() < 0.1, "{} samples", sound.len());
}
