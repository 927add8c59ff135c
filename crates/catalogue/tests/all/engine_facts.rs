//! Tests of the combustion engine. `cargo test -p foley-catalogue --test all engine_facts -- --nocapture`
//! prints the measured values.

use crate::support::heard::perform_score;
use crate::support::morphed;
use foley_catalogue::machines::Engine;
use foley_catalogue::machines::engine::{Fuel, Strokes};
use foley_dsp::analysis::Spectrum;
use foley_sound::{Performance, Score};

const RATE: f64 = 48_000.0;

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
    let mut engine = even(40.0);
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
fn the_sound_is_the_mix_of_its_three_listening_points_and_has_no_mean() {
    let mut engine = even(25.0);
    engine.mix.intake = 0.5;
    engine.mix.block = 2.0;
    let heard = run(&engine, 2.0);
    let rows = ["intake", "exhaust", "block"].map(|name| heard.measured(name).unwrap());
    for (n, sound) in heard.sound()[0].iter().enumerate() {
        let sum = 0.5 * rows[0][n] + rows[1][n] + 2.0 * rows[2][n];
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
        let mut engine = even(15.0);
        (engine.drive.top, engine.drive.throttle) = (speed, 1.0);
        engine.engine.cylinders = cylinders as u32;
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
        assert!(cylinders > 4.0 || share > 0.9, "{share} of the power is at multiples of {firing} Hz");
    }
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
