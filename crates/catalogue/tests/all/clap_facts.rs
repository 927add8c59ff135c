//! Tests of the hand clap and of applause.
//!
//! `cargo test -p foley-catalogue --test all clap_facts -- --nocapture` prints the measured values.

use foley_catalogue::air::Clap;
use foley_catalogue::air::cupped_hands::{AIR_DENSITY, ClapSample, HandClap, Hands};
use foley_contact::Step;
use foley_dsp::analysis::Spectrum;
use foley_dsp::random::Dice;
use foley_dsp::signal::WhiteNoise;
use foley_sound::{Score, VoiceSpec, perform};

const RATE: f64 = 48_000.0;

/// Hands that claps leave as they are.
fn even() -> Hands {
    Hands { variation: 0.0, ..Hands::default() }
}

/// Plays one clap at 1 m to its end, with a share of the noise of the jet.
fn clap(hands: &Hands, speed: f64, rate: f64, noise: f64, seed: u64) -> Vec<ClapSample> {
    let step = Step::at_rate(rate);
    let (mut one, mut white) = (HandClap::REST, WhiteNoise::new(seed));
    one.begin(hands, speed, 1.0, 0.0, &mut Dice::new(seed), step);
    let mut samples = Vec::new();
    while !one.silent() {
        samples.push(one.next(noise * white.draw(), step));
    }
    samples
}

fn sound(samples: &[ClapSample]) -> Vec<f64> {
    samples.iter().map(|sample| sample.sound).collect()
}

/// Sound exposure: the integral of the squared pressure [Pa² s].
fn exposure(samples: &[f64], rate: f64) -> f64 {
    samples.iter().map(|x| x * x).sum::<f64>() / rate
}

#[test]
fn the_cup_rings_at_the_pitch_of_a_helmholtz_resonator() {
    for (cup, opening) in [(0.004, 0.01), (0.008, 0.014), (0.016, 0.014), (0.02, 0.025)] {
        let hands = Hands { cup, opening, absorption: 0.02, film: 0.01, ..even() };
        let all = sound(&clap(&hands, 1.0, RATE, 0.0, 1));
        // The tail: the hands stand, and the patches have closed.
        let tail = &all[(0.03 * RATE) as usize..];
        let mut padded = tail.to_vec();
        padded.resize(1 << 15, 0.0);
        let spectrum = Spectrum::of(&padded, RATE);
        let strongest = spectrum.partials(1, 60.0)[0].frequency;
        let expected = hands.resonance();
        println!("cup {cup} m, opening {opening} m: {strongest:.1} Hz for {expected:.1} Hz");
        // The loss of 2 % lowers the pitch by less than 1e-4; the leapfrog raises it by (ωT)²/24, at most
        // 0.2 %.
        assert!((strongest / expected - 1.0).abs() < 5e-3, "{strongest} Hz for {expected} Hz");
    }
}

#[test]
fn slow_hands_press_the_air_out_with_the_pressure_of_its_jet() {
    let hands = Hands { absorption: 0.02, ..even() };
    for speed in [0.3, 0.6] {
        let samples = clap(&hands, speed, 4.0 * RATE, 0.0, 1);
        // The gap of 1 cm has just closed; later the flesh slows the hands.
        let closed = samples[(0.01 / speed * 4.0 * RATE) as usize].pressure;
        let jet = hands.area * speed / hands.opening_area();
        let loss = hands.absorption * core::f64::consts::TAU * hands.resonance();
        let expected = AIR_DENSITY * jet * (0.5 * jet + loss * hands.opening_length());
        println!("{speed} m/s: {closed:.1} Pa for {expected:.1} Pa, jet of {jet:.1} m/s");
        // The inertia of the air, whose flow still rises a little, is neglected.
        assert!((closed / expected - 1.0).abs() < 0.2, "{closed} Pa for {expected} Pa");
    }
}

#[test]
fn twice_the_speed_is_louder_by_more_than_a_linear_source() {
    let speeds = [1.0, 2.0, 4.0];
    let levels = speeds.map(|speed| {
        let mean: f64 =
            (1..=8).map(|seed| exposure(&sound(&clap(&even(), speed, RATE, 1.0, seed)), RATE)).sum();
        10.0 * libm::log10(mean / 8.0)
    });
    println!("sound exposure levels at {speeds:?} m/s: {levels:.1?} dB");
    for pair in levels.windows(2) {
        // The pressure of the jet is proportional to v² and expelled in a time proportional to 1/v: the sound
        // is between ∝ v (6 dB) and ∝ v³ (18 dB).
        let rise = pair[1] - pair[0];
        assert!((6.0..18.0).contains(&rise), "{rise} dB");
    }
}

#[test]
fn the_noise_of_the_jet_grows_with_the_sixth_power_of_its_speed() {
    let speeds = [0.5_f64, 1.0, 2.0];
    let energies = speeds.map(|speed| {
        let noise = (1..=24_u64).map(|seed| {
            let [with, without] = [1.0, 0.0].map(|noise| sound(&clap(&even(), speed, RATE, noise, seed)));
            let difference: Vec<f64> = with.iter().zip(&without).map(|(a, b)| a - b).collect();
            exposure(&difference, RATE)
        });
        noise.sum::<f64>()
    });
    for (pair, energies) in speeds.windows(2).zip(energies.windows(2)) {
        let exponent = libm::log(energies[1] / energies[0]) / libm::log(pair[1] / pair[0]);
        println!("from {} to {} m/s: exponent {exponent:.2} of the energy", pair[0], pair[1]);
        // The power grows with U⁶ and lasts a time proportional to 1/v: the energy with v⁵. The flesh stops
        // the hands in a time that does not shrink, which adds up to 1; random noise of 24 claps gives ± 0.3.
        assert!((4.6..6.4).contains(&exponent), "{exponent}");
    }
}

#[test]
fn a_clap_is_as_loud_at_every_sample_rate() {
    let level = |rate: f64| {
        let mean: f64 =
            (1..=40).map(|seed| exposure(&sound(&clap(&even(), 2.5, rate, 1.0, seed)), rate)).sum();
        10.0 * libm::log10(mean / 40.0)
    };
    let reference = level(48_000.0);
    for rate in [22_050.0, 44_100.0, 96_000.0, 192_000.0] {
        let difference = level(rate) - reference;
        println!("{rate} Hz: {difference:+.2} dB");
        // Sounds above half of the lower rate are missing there; the patches are random.
        assert!(difference.abs() < 1.0, "{rate} Hz: {difference} dB");
    }
}

#[test]
fn a_hollow_cup_is_lower_than_a_flat_one() {
    let centroid = |cup: f64| {
        let all = sound(&clap(&Hands { cup, ..even() }, 3.0, RATE, 1.0, 2));
        Spectrum::of(&all, RATE).centroid(foley_dsp::analysis::Weight::Power)
    };
    let (flat, hollow) = (centroid(0.002), centroid(0.02));
    println!("centroid of flat hands {flat:.0} Hz, of hollow ones {hollow:.0} Hz");
    // A ratio of 10 in volume is one of 3.2 in the resonance; film and jet stay.
    assert!(flat > 1.5 * hollow, "{flat} Hz and {hollow} Hz");
}

#[test]
fn a_clap_is_one_broad_burst_strongest_between_half_a_kilohertz_and_two() {
    // Flat, default and hollow hands. [Repp1987] has the strongest peaks of claps between 0.5 and 2 kHz by
    // the position of the hands.
    for (cup, opening) in [(0.003, 0.012), (0.008, 0.014), (0.012, 0.016)] {
        let hands = Hands { cup, opening, ..even() };
        let mut bands = [0.0; 16];
        let (mut early, mut all) = (0.0, 0.0);
        for seed in 1..=12 {
            let mut burst = sound(&clap(&hands, 3.0, RATE, 1.0, seed));
            burst.resize(1 << 13, 0.0);
            let loudest = burst.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
            let start = burst.iter().position(|p| p.abs() > 0.05 * loudest).unwrap();
            early += exposure(&burst[start..start + 720], RATE);
            all += exposure(&burst, RATE);
            let spectrum = Spectrum::of(&burst, RATE);
            for (bin, power) in spectrum.power().iter().enumerate() {
                let half_octaves = 2.0 * libm::log2(spectrum.frequency(bin).max(1.0) / 125.0) + 0.5;
                if (0.0..16.0).contains(&half_octaves) {
                    bands[half_octaves as usize] += power;
                }
            }
        }
        let strongest = (0..16).max_by(|a, b| bands[*a].total_cmp(&bands[*b])).unwrap();
        let middle = 125.0 * libm::exp2(0.5 * strongest as f64);
        let broad = bands.iter().filter(|power| **power > 0.01 * bands[strongest]).count();
        let share = early / all;
        println!(
            "cup {cup} m: strongest about {middle:.0} Hz, resonance {:.0} Hz, {broad} half-octaves within 20 dB, \
             {:.1} % within 15 ms",
            hands.resonance(),
            100.0 * share
        );
        // A band reaches a quarter of an octave to either side of its middle.
        assert!((500.0 / 1.19..2000.0 * 1.19).contains(&middle), "{middle} Hz");
        // The resonance alone, with a loss factor of 0.4, is within 20 dB over 8.3 half-octaves.
        assert!(broad >= 9, "{broad} half-octaves");
        assert!(share > 0.9, "{share} of the energy within 15 ms");
    }
}

/// Plays applause for `seconds` and returns the times of all claps \[s\].
fn applause(clap: &Clap, seconds: f64, seed: u64) -> Vec<f64> {
    let mut clap = *clap;
    clap.audience.duration = seconds;
    clap.audience.swell = 0.01;
    let mut score = Score::default();
    score.gesture(0.0, "applaud", seconds);
    let played = perform(&clap, &score, &VoiceSpec::new(RATE, seed), Some(seconds), &mut |_| ()).unwrap();
    let counts = played.measured("claps").unwrap();
    let times = counts.iter().enumerate();
    times.flat_map(|(n, &count)| core::iter::repeat_n(n as f64 / RATE, count as usize)).collect()
}

/// Variance over mean of the number of claps in windows of `window` \[s\].
fn dispersion(times: &[f64], window: f64, seconds: f64) -> f64 {
    let windows = (seconds / window) as usize;
    let mut counts = vec![0.0; windows];
    for time in times {
        if let Some(count) = counts.get_mut((time / window) as usize) {
            *count += 1.0;
        }
    }
    // The first second, in which people start, is left out.
    let counts = &counts[(1.0 / window).ceil() as usize..];
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / counts.len() as f64 / mean
}

#[test]
fn one_person_claps_regularly_at_the_declared_rate() {
    let mut one = Clap::default();
    (one.audience.rate, one.audience.irregularity) = (4.0, 0.06);
    let times = applause(&one, 39.0, 1);
    let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let variance = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum::<f64>() / gaps.len() as f64;
    let relative = variance.sqrt() / mean;
    println!("{} claps, every {mean:.4} s, varying by {relative:.4}", times.len());
    // 155 intervals of 6 % give the mean to 0.5 % and the deviation to 6 %, one standard deviation each.
    assert!((mean / 0.25 - 1.0).abs() < 0.015, "{mean} s");
    assert!((relative / 0.06 - 1.0).abs() < 0.2, "{relative}");
    assert!(dispersion(&times, 1.0, 39.0) < 0.2, "a row of claps is no Poisson process");
}

#[test]
fn an_audience_claps_as_a_poisson_process_does() {
    let mut many = Clap::default();
    (many.audience.people, many.audience.rate, many.audience.rate_spread) = (60, 4.0, 0.2);
    let times = applause(&many, 20.0, 3);
    let per_second = times.iter().filter(|&&time| time >= 1.0).count() as f64 / 19.0;
    let found = dispersion(&times, 0.02, 20.0);
    println!("{per_second:.1} claps per second, dispersion {found:.3} in 20 ms");
    // The mean of 60 log-normal rates of 20 % is 2 % above the median, with a standard deviation of 2.6 %.
    assert!((per_second / 240.0 - 1.02).abs() < 0.08, "{per_second} claps per second");
    // A person claps at most once in 20 ms, with the probability 0.08: 1 − 0.08 instead of 1. 950 windows
    // give ± 0.05.
    assert!((found - 0.92).abs() < 0.15, "{found}");
}

#[test]
fn people_who_correct_their_phase_clap_about_the_beat_of_all() {
    let mut many = Clap::default();
    (many.audience.people, many.audience.rate, many.audience.rate_spread) = (60, 2.0, 0.0);
    many.audience.irregularity = 0.1;
    for unison in [0.3, 0.7] {
        many.audience.unison = unison;
        let times = applause(&many, 39.0, 3);
        // After 4 s everybody has found the beat.
        let late: Vec<f64> =
            times.iter().filter(|&&time| time > 4.0).map(|time| time - (time * 2.0).round() / 2.0).collect();
        let mean = late.iter().sum::<f64>() / late.len() as f64;
        let variance = late.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / late.len() as f64;
        // σ/(n √(α (2 − α))); normal numbers clamped to ± 1.8 have a standard deviation of 0.936.
        let expected = 0.936 * 0.1 / 2.0 / (unison * (2.0 - unison)).sqrt();
        let found = variance.sqrt();
        println!(
            "correction of {unison}: {:.1} ms about the beat, {:.1} ms expected",
            1e3 * found,
            1e3 * expected
        );
        // About 4200 claps, of which some in a row belong together: ± 2 %.
        assert!((found / expected - 1.0).abs() < 0.06, "{found} s for {expected} s");
        assert!(mean.abs() < 0.1 * expected, "{mean} s after the beat");
    }
    many.audience.unison = 0.0;
    let times = applause(&many, 39.0, 3);
    let spread = times.iter().map(|time| (time * 2.0 - (time * 2.0).round()).powi(2)).sum::<f64>()
        / times.len() as f64;
    // Without a beat the phases are uniform, with the variance 1/12.
    assert!((spread * 12.0 - 1.0).abs() < 0.15, "variance of the phase {spread}");
}

#[test]
fn an_applause_shorter_than_its_swell_is_heard() {
    for people in [1, 120] {
        let mut clap = Clap::default();
        (clap.audience.people, clap.audience.swell) = (people, 5.0);
        let mut score = Score::default();
        score.gesture(0.0, "applaud", 0.5);
        let played = perform(&clap, &score, &VoiceSpec::new(RATE, 1), Some(1.0), &mut |_| ()).unwrap();
        let claps: f64 = played.measured("claps").unwrap().iter().sum();
        println!("{people} people: {claps} claps");
        assert!(claps >= 1.0 && played.sound()[0].iter().any(|x| x.abs() > 1e-3), "{people} people: {claps}");
    }
}
