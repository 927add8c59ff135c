//! Tests of the combustion engine. `cargo test -p foley-catalogue --test all engine_facts -- --nocapture`
//! prints the measured values.

use crate::support::heard::perform_score;
use crate::support::morphed;
use foley_catalogue::machines::Engine;
use foley_catalogue::machines::engine::{Fuel, Strokes};
use foley_catalogue::preset::palette;
use foley_contact::Step;
use foley_dsp::analysis::Spectrum;
use foley_dsp::signal::{Section, cut};
use foley_sound::{Performance, Score, VoiceSpec, perform, set_text, sound_params};
use rayon::prelude::*;

const RATE: f64 = 48_000.0;

/// Listening points of the engine.
const STEMS: [&str; 4] = ["intake", "exhaust", "block", "saw"];

/// Engine with equal cylinders and no random variation, at `speed` turns per second \[Hz\].
fn even(speed: f64) -> Engine {
    let mut engine = Engine::default();
    engine.drive.idle = speed;
    engine.drive.irregularity = 0.0;
    engine.drive.rise = 0.05;
    engine.drive.duration = 30.0;
    engine.engine.spread = 0.0;
    engine
}

/// Engine as by [`even`] whose gas streams and burns without turbulence, except for the jet behind the tail
/// pipe.
fn smooth(speed: f64) -> Engine {
    let mut engine = even(speed);
    (engine.exhaust.turbulence, engine.exhaust.edge, engine.intake.turbulence) = (0.0, 0.0, 0.0);
    engine.engine.turbulence = 0.0;
    engine
}

/// Renders one gesture at the start.
fn perform_gesture(engine: &Engine, gesture: &str, value: f64, seconds: f64) -> Performance {
    let mut score = Score::default();
    score.gesture(0.0, gesture, value);
    perform_score(engine, &score, Some(seconds), 1)
}

fn run(engine: &Engine, seconds: f64) -> Performance {
    perform_gesture(engine, "start", 1.0, seconds)
}

#[test]
fn the_firing_rate_follows_from_cylinders_strokes_and_speed() {
    for (cylinders, strokes, speed) in [
        (1.0, 0.0, 25.0),
        (1.0, 1.0, 20.0),
        (4.0, 1.0, 15.0),
        (8.0, 1.0, 50.0),
        (12.0, 0.0, 30.0),
        (5.0, 1.0, 12.0),
    ] {
        let mut engine = even(speed);
        engine.engine.cylinders = cylinders as u32;
        engine.engine.strokes = Strokes::from_index(strokes as usize);
        let heard = run(&engine, 14.0);
        let firings = heard.measured("firings").unwrap();
        // Ten seconds from between two firings, long after the speed has settled.
        let from = 3 * 48_000;
        let first = firings[from..].iter().position(|n| *n > 0.0).unwrap();
        let begin = from + first + (0.5 * RATE / engine.firing(speed)) as usize;
        let count: f64 = firings[begin..begin + 480_000].iter().sum();
        let turns = 1.0 + strokes;
        let expected = 10.0 * speed * cylinders / turns;
        println!(
            "{cylinders} cylinders, {turns} turns in a cycle, {speed} turns per second: {count} firings in 10 s"
        );
        assert_eq!(count, expected, "{cylinders} cylinders, {turns} turns, {speed} Hz");
    }
}

/// Power at multiples of the cycle rate that are not multiples of the firing rate, relative to the power at
/// multiples of the firing rate \[dB\].
fn between(engine: &Engine, speed: f64) -> f64 {
    let heard = run(engine, 6.0);
    let exhaust = &heard.measured("exhaust").unwrap()[96_000..];
    let spectrum = Spectrum::of(exhaust, RATE);
    let cycle = speed / engine.turns();
    let (mut own, mut others) = (0.0, 0.0);
    for (bin, power) in spectrum.power().iter().enumerate() {
        let order = spectrum.frequency(bin) / cycle;
        if spectrum.frequency(bin) > 600.0 || (order - order.round()).abs() * cycle > 1.0 {
            continue;
        }
        if (order.round() as u64).is_multiple_of(u64::from(engine.engine.cylinders)) {
            own += power;
        } else {
            others += power;
        }
    }
    10.0 * libm::log10(others / own)
}

#[test]
fn equal_cylinders_sound_at_multiples_of_their_firing_and_unequal_ones_between_them() {
    let mut engine = smooth(40.0);
    let alike = between(&engine, 40.0);
    let heard = run(&engine, 6.0);
    let loudest = Spectrum::of(&heard.sound()[0][96_000..], RATE).partials(1, 60.0)[0];
    let order = loudest.frequency / engine.firing(40.0);
    engine.engine.spread = 0.6;
    let strengths = between(&engine, 40.0);
    engine.engine.spread = 0.0;
    engine.engine.asymmetry = 0.4;
    let intervals = between(&engine, 40.0);
    println!(
        "half orders: {alike:.1} dB alike, {strengths:.1} dB unequal, {intervals:.1} dB at unequal intervals; loudest at {order:.4} firings"
    );
    assert!((order - order.round()).abs() < 1e-3, "the loudest tone is at {order} firings");
    assert!(alike < -35.0, "{alike} dB between the multiples of the firing");
    assert!(strengths > -20.0, "{strengths} dB with unequal cylinders");
    assert!(intervals > -20.0, "{intervals} dB with unequal intervals");
}

/// Backfire of an engine at rest.
fn backfire(engine: &Engine, seconds: f64) -> Performance {
    perform_gesture(engine, "backfire", 0.05, seconds)
}

#[test]
fn the_exhaust_rings_at_a_quarter_wave_of_hot_gas() {
    for (length, temperature) in [(1.0, 400.0), (2.0, 600.0), (2.0, 1000.0)] {
        let mut engine = even(20.0);
        engine.engine.cylinders = 1;
        engine.engine.displacement = 3e-3;
        engine.exhaust.chambers = 0;
        engine.exhaust.length = length;
        engine.exhaust.header = 0.3;
        engine.exhaust.tail = 0.3;
        engine.exhaust.temperature = temperature;
        engine.exhaust.diameter = engine.port();
        let heard = backfire(&engine, 1.0);
        let spectrum =
            Spectrum::of(&[vec![0.0; 48_000], heard.measured("exhaust").unwrap().to_vec()].concat(), RATE);
        let expected = engine.quarter_wave();
        let near = |f: f64| (0.6 * expected..1.4 * expected).contains(&f);
        // The radiated power grows with the square of the frequency.
        let rings = |n: usize| spectrum.power()[n] / (spectrum.frequency(n) * spectrum.frequency(n));
        let best = (0..spectrum.power().len()).filter(|&n| near(spectrum.frequency(n)));
        let best = best.max_by(|&a, &b| rings(a).total_cmp(&rings(b))).unwrap();
        let found = spectrum.frequency(best);
        println!("{length} m at {temperature} K: {found:.1} Hz for {expected:.1} Hz");
        // Wall losses widen the resonance, and its neighbours shift it.
        assert!((found / expected - 1.0).abs() < 0.01, "{found} Hz for {expected} Hz");
    }
}

#[test]
fn a_muffler_makes_the_engine_quieter_and_throttle_louder() {
    let level = |chambers: f64, pedal: f64| {
        let mut engine = even(30.0);
        engine.drive.top = 30.0;
        engine.drive.throttle = pedal;
        engine.exhaust.chambers = chambers as u32;
        let heard = run(&engine, 3.0);
        let exhaust = &heard.measured("exhaust").unwrap()[48_000..];
        // The band in which the chambers are rms: from a fifth of the band in which they are half a
        // wavelength long.
        let spectrum = Spectrum::of(exhaust, RATE);
        let band = |n: &usize| (120.0..600.0).contains(&spectrum.frequency(*n));
        let power: f64 = (0..spectrum.power().len()).filter(band).map(|n| spectrum.power()[n]).sum();
        10.0 * libm::log10(power / 4e-10)
    };
    let (open, one, two, idle) = (level(0.0, 1.0), level(1.0, 1.0), level(2.0, 1.0), level(2.0, 0.0));
    println!(
        "exhaust at 1 m, 1800 rpm: {open:.1} dB open, {one:.1} dB with a chamber, {two:.1} dB with two, {idle:.1} dB with the pedal up"
    );
    assert!(open > one + 3.0 && one > two + 3.0, "{open}, {one}, {two} dB");
    assert!(two > idle + 6.0, "{two} and {idle} dB");
}

#[test]
fn the_sound_is_the_mix_of_its_four_listening_points_and_has_no_mean() {
    let mut engine = even(25.0);
    engine.saw.teeth = 7;
    engine.drive.top = 50.0;
    engine.drive.throttle = 1.0;
    engine.mix.saw = 0.7;
    engine.mix.intake = 0.5;
    engine.mix.block = 2.0;
    let heard = run(&engine, 2.0);
    let rows = STEMS.map(|name| heard.measured(name).unwrap());
    for (n, sound) in heard.sound()[0].iter().enumerate() {
        let sum = 0.5 * rows[0][n] + rows[1][n] + 2.0 * rows[2][n] + 0.7 * rows[3][n];
        assert!((sound - sum).abs() < 1e-9, "sample {n} is {sound} Pa, not {sum} Pa");
    }
    let tail = &heard.sound()[0][48_000..];
    let mean = tail.iter().sum::<f64>() / tail.len() as f64;
    let size = (tail.iter().map(|p| p * p).sum::<f64>() / tail.len() as f64).sqrt();
    println!("mean {mean:.2e} Pa of {size:.3} Pa");
    assert!(mean.abs() < 0.01 * size, "{mean} Pa stays, of {size} Pa");
}

#[test]
fn the_engine_follows_the_throttle_stops_when_switched_off_and_sleeps() {
    let mut engine = even(15.0);
    (engine.drive.top, engine.drive.rise, engine.drive.fall) = (60.0, 0.2, 0.4);
    let mut score = Score::default();
    score.gesture(0.0, "start", 1.0);
    score.gesture(2.0, "throttle", 1.0);
    score.gesture(4.0, "throttle", 0.0);
    score.gesture(8.0, "start", 0.0);
    let heard = perform_score(&engine, &score, Some(12.0), 1);
    let speed = heard.measured("speed").unwrap();
    let at = |seconds: f64| speed[(seconds * RATE) as usize];
    println!("{:.3}, {:.3}, {:.3} turns per second, then {}", at(1.99), at(3.99), at(7.99), at(11.0));
    for (seconds, expected) in [(1.99, 15.0), (3.99, 60.0), (7.99, 15.0)] {
        assert!(
            (at(seconds) / expected - 1.0).abs() < 1e-3,
            "{} Hz at {seconds} s for {expected} Hz",
            at(seconds)
        );
    }
    assert_eq!(at(11.0), 0.0);
    assert!(heard.asleep, "the voice does not sleep");
}

#[test]
fn backfires_occur_only_on_the_overrun() {
    let count = |backfire: f64, pedal: f64| {
        let mut engine = even(15.0);
        engine.drive.backfire = backfire;
        engine.drive.fall = 3.0;
        engine.drive.top = 70.0;
        let mut score = Score::default();
        score.gesture(0.0, "start", 1.0);
        score.gesture(0.1, "throttle", 1.0);
        score.gesture(2.0, "throttle", pedal);
        let heard = perform_score(&engine, &score, Some(5.0), 3);
        let exhaust = &heard.measured("exhaust").unwrap()[(2.3 * RATE) as usize..];
        exhaust.iter().fold(0.0_f64, |most, p| most.max(p.abs()))
    };
    let (quiet, pops, driven) = (count(0.0, 0.0), count(0.5, 0.0), count(0.5, 1.0));
    let same = count(0.0, 1.0);
    println!(
        "overrun: {quiet:.2} Pa without, {pops:.2} Pa with backfires; under load {driven:.2} and {same:.2} Pa"
    );
    assert!(pops > 3.0 * quiet, "{pops} Pa for {quiet} Pa");
    assert!((driven / same - 1.0).abs() < 0.05, "{driven} Pa for {same} Pa under load");
}

#[test]
fn engines_morph_into_each_other_without_a_jump() {
    let mut score = Score::default();
    score.gesture(0.0, "start", 1.0);
    score.gesture(0.0, "throttle", 0.3);
    // Strokes, fuel, cylinders and chambers change at different points: some engines on the way match none
    // of the reference points and may be louder.
    morphed::nothing_jumps("engine", &score, [1.75, 3.0]);
}

#[test]
fn at_full_throttle_and_high_revs_the_sound_stays_at_the_firing_rate() {
    for (cylinders, speed) in [(4.0, 100.0), (4.0, 125.0), (4.0, 150.0), (12.0, 100.0), (12.0, 150.0)] {
        let mut engine = smooth(15.0);
        (engine.drive.top, engine.drive.throttle) = (speed, 1.0);
        engine.engine.cylinders = cylinders as u32;
        // Six litres need a wider pipe; in that of two litres the flow reaches the speed of sound.
        if cylinders > 4.0 {
            engine.exhaust.diameter = 0.09;
        }
        let heard = run(&engine, 6.0);
        let exhaust = &heard.measured("exhaust").unwrap()[96_000..];
        let spectrum = Spectrum::of(exhaust, RATE);
        let firing = engine.firing(speed);
        let (mut own, mut all) = (0.0, 0.0);
        for (bin, power) in spectrum.power().iter().enumerate() {
            let order = spectrum.frequency(bin) / firing;
            all += power;
            if order > 0.5 && (order - order.round()).abs() * firing < 2.0 {
                own += power;
            }
        }
        let partials = spectrum.partials(3, 15.0);
        let lines = partials.iter().map(|partial| partial.frequency).collect::<Vec<_>>();
        let (share, order) = (own / all, lines[0] / firing);
        println!(
            "{cylinders} cylinders at {speed} turns/s, firing {firing} Hz: lines {lines:.1?} Hz, {:.1} % of the power",
            100.0 * share
        );
        assert!(
            (order - order.round()).abs() < 2e-3 && order > 0.5,
            "{cylinders} cylinders at {speed} turns/s are loudest at {lines:?} Hz, not at a multiple of {firing} Hz"
        );
        assert!(share > 0.9, "{share} of the power is at multiples of {firing} Hz");
    }
}

#[test]
fn the_jet_of_a_narrow_pipe_blurs_the_firing_of_twelve_cylinders() {
    let share = |diameter: f64| {
        let mut engine = smooth(15.0);
        (engine.drive.top, engine.drive.throttle) = (100.0, 1.0);
        (engine.engine.cylinders, engine.exhaust.diameter) = (12, diameter);
        let heard = run(&engine, 6.0);
        let spectrum = Spectrum::of(&heard.measured("exhaust").unwrap()[96_000..], RATE);
        let firing = engine.firing(100.0);
        let (mut own, mut all) = (0.0, 0.0);
        for (bin, power) in spectrum.power().iter().enumerate() {
            let order = spectrum.frequency(bin) / firing;
            all += power;
            if order > 0.5 && (order - order.round()).abs() * firing < 2.0 {
                own += power;
            }
        }
        own / all
    };
    let (narrow, wide) = (share(0.045), share(0.09));
    println!("at multiples of the firing: {narrow:.3} of the power with 45 mm, {wide:.3} with 90 mm");
    assert!((0.05..0.2).contains(&(1.0 - narrow)), "{narrow} of the power with a pipe of 45 mm");
    assert!(wide > 0.99, "{wide} of the power with a pipe of 90 mm");
}

#[test]
fn the_block_is_audible_beside_the_exhaust_and_louder_with_diesel() {
    let level = |fuel: f64, pedal: f64| {
        let mut engine = even(25.0);
        engine.drive.top = 25.0;
        engine.drive.throttle = pedal;
        engine.engine.fuel = Fuel::from_index(fuel as usize);
        engine.engine.compression = if fuel > 0.0 { 17.0 } else { 9.5 };
        let heard = run(&engine, 3.0);
        ["block", "exhaust"].map(|name| {
            let row = &heard.measured(name).unwrap()[48_000..];
            let power = row.iter().map(|p| p * p).sum::<f64>() / row.len() as f64;
            10.0 * libm::log10(power / 4e-10)
        })
    };
    for pedal in [0.0, 1.0] {
        let ([petrol, tail], [diesel, pipe]) = (level(0.0, pedal), level(1.0, pedal));
        println!(
            "1500 rpm, pedal {pedal}: petrol {petrol:.1} dB beside {tail:.1} dB of the exhaust, diesel {diesel:.1} dB beside {pipe:.1} dB"
        );
        // At 1 m a running engine has 70 to 100 dB, and a diesel is louder.
        assert!((65.0..100.0).contains(&petrol), "{petrol} dB of petrol");
        assert!((70.0..105.0).contains(&diesel), "{diesel} dB of diesel");
        assert!(diesel > petrol + 5.0, "diesel {diesel} dB, petrol {petrol} dB");
    }
}

/// Power of samples that pass a high-pass of fourth order at `corner` \[Hz\], sample by sample.
fn power_above(samples: &[f64], corner: f64) -> Vec<f64> {
    let step = Step::at_rate(RATE);
    let g = cut(corner, step);
    let mut sections = [Section::REST; 2];
    let high = |x: &f64| sections.iter_mut().fold(*x, |x, section| section.pass(x, g, 2.0_f64.sqrt())[2]);
    samples.iter().map(high).map(|x| x * x).collect()
}

/// Modulation index of a power at a frequency \[Hz\]: amplitude of its oscillation over its mean.
fn modulation(power: &[f64], frequency: f64) -> f64 {
    // A whole number of periods.
    let periods = (power.len() as f64 * frequency / RATE).floor();
    let power = &power[..(periods * RATE / frequency) as usize];
    let (mut re, mut im) = (0.0, 0.0);
    for (n, p) in power.iter().enumerate() {
        let angle = core::f64::consts::TAU * frequency * n as f64 / RATE;
        re += p * libm::cos(angle);
        im += p * libm::sin(angle);
    }
    2.0 * libm::hypot(re, im) / power.iter().sum::<f64>()
}

#[test]
fn the_hiss_of_each_listening_point_comes_in_time_with_the_firings() {
    for (cylinders, speed) in [(1, 20.0), (4, 14.0), (4, 40.0), (8, 11.0)] {
        let mut engine = even(speed);
        engine.engine.cylinders = cylinders;
        let heard = run(&engine, 6.0);
        let firing = engine.firing(speed);
        // The plenum smooths the flow through the throttle of several cylinders.
        for name in &STEMS[usize::from(cylinders > 1)..3] {
            let power = power_above(&heard.measured(name).unwrap()[96_000..], 2000.0);
            let own = modulation(&power, firing);
            // Between the orders of the cycle nothing repeats.
            let other = modulation(&power, firing / f64::from(cylinders) * 0.617);
            println!(
                "{cylinders} cylinders at {speed} turns/s, {name}: modulated by {own:.2} at {firing:.1} Hz, {other:.3} elsewhere"
            );
            assert!(
                own > if *name == "intake" { 0.1 } else { 0.15 },
                "{name} of {cylinders} cylinders: index {own} at {firing} Hz"
            );
            assert!(own > 4.0 * other, "{name} of {cylinders} cylinders: {own} beside {other}");
        }
    }
}

#[test]
fn noise_between_the_tones_has_their_order_of_magnitude() {
    for (cylinders, speed) in [(4, 14.0), (4, 40.0), (8, 11.0), (2, 13.0)] {
        let mut engine = even(speed);
        engine.engine.cylinders = cylinders;
        let heard = run(&engine, 8.0);
        let spectrum = Spectrum::of(&heard.sound()[0][96_000..], RATE);
        let cycle = speed / engine.turns();
        let (mut tones, mut noise) = (0.0, 0.0);
        for (bin, power) in spectrum.power().iter().enumerate() {
            let frequency = spectrum.frequency(bin);
            if (200.0..8000.0).contains(&frequency) {
                let order = frequency / cycle;
                // A line takes three bins of 0.2 Hz on each side.
                if (order - order.round()).abs() * cycle < 0.6 { tones += power } else { noise += power }
            }
        }
        let ratio = noise / tones;
        println!(
            "{cylinders} cylinders at {speed} turns/s: noise over tones {ratio:.2} from 200 Hz to 8 kHz"
        );
        assert!((0.1..10.0).contains(&ratio), "noise over tones {ratio}");
    }
}

#[test]
fn the_noise_has_the_same_power_per_hertz_at_any_sample_rate() {
    let mut engine = even(20.0);
    engine.drive.top = 80.0;
    engine.drive.throttle = 1.0;
    (engine.fan.blades, engine.saw.teeth, engine.saw.bite) = (7, 7, 3e-4);
    let level = |rate: f64, name: &str| {
        let spec = VoiceSpec::new(rate, 1);
        let mut score = Score::default();
        score.gesture(0.0, "start", 1.0);
        let heard = perform(&engine, &score, &spec, Some(8.0), &mut |_| {}).unwrap();
        let sound = &heard.measured(name).unwrap()[(2.0 * rate) as usize..];
        let spectrum = Spectrum::of(sound, rate);
        let band = |n: &usize| (1000.0..4000.0).contains(&spectrum.frequency(*n));
        10.0 * libm::log10((0..spectrum.power().len()).filter(band).map(|n| spectrum.power()[n]).sum::<f64>())
    };
    for name in STEMS {
        let reference = level(48_000.0, name);
        for rate in [32_000.0, 96_000.0] {
            let off = level(rate, name) - reference;
            println!("{name} at {rate} Hz: {off:+.2} dB");
            // Bilinear filters bend bands near half of the lowest rate.
            assert!(off.abs() < 1.5, "{name}: {off} dB at {rate} Hz");
        }
    }
}

#[test]
fn the_saw_chain_stands_at_idle_sounds_at_its_links_and_slows_in_wood() {
    let mut engine = even(40.0);
    engine.engine.cylinders = 1;
    engine.engine.strokes = Strokes::Two;
    engine.engine.displacement = 6e-5;
    engine.drive.top = 150.0;
    engine.saw.teeth = 7;
    let idle = run(&engine, 3.0);
    let most = idle.measured("saw").unwrap().iter().fold(0.0_f64, |most, p| most.max(p.abs()));
    assert_eq!(most, 0.0, "the chain sounds at idle");
    engine.drive.throttle = 1.0;
    let run_at = |bite: f64| {
        let mut engine = engine;
        engine.saw.bite = bite;
        let heard = run(&engine, 5.0);
        let speed = *heard.measured("speed").unwrap().last().unwrap();
        let sound = heard.measured("saw").unwrap()[96_000..].to_vec();
        (speed, sound)
    };
    let (free, sound) = run_at(0.0);
    let spectrum = Spectrum::of(&sound, RATE);
    let links = 7.0 * free;
    let line = spectrum.partials(1, 40.0)[0].frequency / links;
    let (slow, torn) = run_at(1e-3);
    let power = |samples: &[f64]| samples.iter().map(|p| p * p).sum::<f64>() / samples.len() as f64;
    let between = |samples: &[f64], links: f64| {
        let spectrum = Spectrum::of(samples, RATE);
        let off = |n: &usize| {
            let order = spectrum.frequency(*n) / links;
            (order - order.round()).abs() * links > 20.0
        };
        (0..spectrum.power().len()).filter(off).map(|n| spectrum.power()[n]).sum::<f64>()
    };
    println!(
        "free at {free:.1} turns/s, strongest line at {line:.4} links; in wood {slow:.1} turns/s; {:.1} and {:.1} dB",
        10.0 * libm::log10(power(&sound) / 4e-10),
        10.0 * libm::log10(power(&torn) / 4e-10)
    );
    assert!((line - line.round()).abs() < 1e-3 && line > 0.5, "the strongest line is at {line} links");
    assert!((slow / free - 1.2 / 2.2).abs() < 1e-3, "{slow} Hz in wood for {free} Hz free");
    let (chips, links) = (between(&torn, 7.0 * slow), between(&sound, links));
    assert!(chips > 1.5 * links, "chips {chips} Pa² beside {links} Pa²");
}

#[test]
fn a_fan_beats_at_its_blades_and_roars_with_the_sixth_power_of_its_speed() {
    let roar = |speed: f64, blades: u32| {
        let mut engine = even(20.0);
        (engine.drive.top, engine.drive.throttle) = (speed, 1.0);
        (engine.fan.blades, engine.fan.diameter) = (blades, 0.4);
        run(&engine, 4.0).measured("block").unwrap()[96_000..].to_vec()
    };
    // The same seed: without the fan the block is the same.
    let alone = |speed: f64| -> Vec<f64> {
        let (with, without) = (roar(speed, 5), roar(speed, 0));
        with.iter().zip(&without).map(|(a, b)| a - b).collect()
    };
    let (slow, fast) = (alone(25.0), alone(50.0));
    let line = Spectrum::of(&fast, RATE).partials(1, 40.0)[0].frequency;
    let power = |samples: &[f64]| samples.iter().map(|p| p * p).sum::<f64>();
    let exponent = libm::log2(power(&fast) / power(&slow));
    println!("fan of 5 blades at 50 turns/s: {line:.2} Hz, power as speed to the power of {exponent:.2}");
    assert!((line / 250.0 - 1.0).abs() < 1e-3, "{line} Hz");
    assert!((exponent - 6.0).abs() < 0.3, "{exponent}");
}

/// Frequencies \[Hz\] of lines that stand more than 20 dB above the median of the power within 200 Hz on
/// both sides, and 6 dB above every other line there, among the multiples of `base` \[Hz\], and their level
/// above the median \[dB\]. Leaves out multiples of `own` \[Hz\], the tones of the machine.
fn spurious(sound: &[f64], base: f64, own: Option<f64>) -> Vec<(f64, f64)> {
    let spectrum = Spectrum::of(sound, RATE);
    let (power, bin) = (spectrum.power(), spectrum.frequency(1));
    let around = (200.0 / bin) as usize;
    let mut found = vec![];
    for n in 1.. {
        let at = (f64::from(n) * base / bin).round() as usize;
        if at + around >= power.len() || f64::from(n) * base > 20_000.0 {
            return found;
        }
        let order = own.map_or(0.5, |own| f64::from(n) * base / own);
        if own.is_some_and(|own| (order - order.round()).abs() * own < 4.0 * bin) {
            continue;
        }
        let mut beside = power[at.saturating_sub(around)..=at + around].to_vec();
        beside.sort_by(f64::total_cmp);
        let median = beside[beside.len() / 2];
        let line = power[at - 1..=at + 1].iter().fold(0.0_f64, |most, p| most.max(*p));
        // Tones of the machine come in combs: a neighbour within 200 Hz is about as strong.
        let neighbours = (at.saturating_sub(around)..=at + around).filter(|other| other.abs_diff(at) > 5);
        let strongest = neighbours.map(|other| power[other]).fold(0.0, f64::max);
        if line > 100.0 * median && line > 4.0 * strongest && median > 0.0 {
            found.push((f64::from(n) * base, 10.0 * libm::log10(line / median)));
        }
    }
    found
}

/// Machines whose samples the tables and blocks of the program must not colour.
const MACHINES: [&str; 3] = ["engine", "motor", "vacuum-cleaner"];

#[test]
fn no_machine_has_lines_at_multiples_of_a_table_or_a_block() {
    let presets: Vec<_> = palette().iter().filter(|preset| MACHINES.contains(&preset.model())).collect();
    assert!(presets.len() > 20, "{} presets", presets.len());
    let failures: Vec<String> = presets
        .par_iter()
        .flat_map_iter(|preset| {
            let mut sound = preset.sound.clone();
            // At constant speed a spurious tone is a line.
            for (id, value) in [("drive.irregularity", "0"), ("drive.unsteadiness", "0"), ("drive.duration", "30")] {
                let _ = set_text(&mut *sound, id, value);
            }
            // An idle speed of 15 Hz or a supply of 9 kHz would put own tones on multiples of 750 Hz.
            let params = sound_params(&*sound);
            for param in params.iter().filter(|param| ["idle", "supply"].contains(&param.info.id)) {
                let value = (1.0137 * param.get(&*sound)).min(0.987 * param.info.max);
                param.set(&mut *sound, value).unwrap();
            }
            let mut score = preset.score.clone();
            score.events.retain(|event| event.at == 0.0);
            let heard = perform(&*sound, &score, &VoiceSpec::new(RATE, 1), Some(16.0), &mut |_| {}).unwrap();
            let from = heard.sound()[0].len() - 262_144;
            let speed = heard.measured("speed").map(|speed| speed[from]);
            let mut stems = vec![("mix", heard.sound()[0][from..].to_vec())];
            for name in STEMS {
                if let Some(stem) = heard.measured(name) {
                    stems.push((name, stem[from..].to_vec()));
                }
            }
            let mut failures = vec![];
            let speed = speed.filter(|speed| *speed > 0.1);
            for (name, stem) in stems {
                // Multiples of the block rate may meet a half order of the engine by chance.
                let mut bases = vec![(RATE / 64.0, speed.map(|speed| 0.5 * speed))];
                bases.extend(speed.map(|speed| (512.0 * speed, None)));
                for (base, own) in bases {
                    for (frequency, decibels) in spurious(&stem, base, own) {
                        failures.push(format!(
                            "{}, {name}: {frequency:.1} Hz ({:.2} of {base:.1} Hz) stands out by {decibels:.1} dB",
                            preset.name,
                            frequency / base
                        ));
                    }
                }
            }
            failures
        })
        .collect();
    println!("{} presets of machines", presets.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
