//! Tests of an object that falls into water.

use crate::support::heard::{RATE, played, rms, spectrum};
use foley_catalogue::liquids::Splash;
use foley_catalogue::liquids::splash::{MAX_PIECES, MAX_WHOLE_RADIUS};
use foley_dsp::random::{Dice, mix_seed};

/// Splash of which only the cavity is audible.
fn only_cavity() -> Splash {
    let mut model = Splash::default();
    model.plunge.slap = 1e-6;
    model.object.flatness = 0.0;
    model.droplets.count = 0;
    model
}

#[test]
fn the_cavity_closes_after_2_285_roots_of_radius_over_gravity_at_any_speed() {
    for (radius, speed) in [(0.01, 3.0), (0.035, 4.5), (0.035, 9.0), (0.15, 8.0)] {
        let mut model = only_cavity();
        model.object.radius = radius;
        let sound = played(&model, "splash", speed, Some(1.0), 1).sound()[0].clone();
        let most = sound.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
        let first = sound.iter().position(|p| p.abs() > 0.02 * most).unwrap();
        let measured = first as f64 / RATE;
        let expected = 2.285 * (radius / 9.81_f64).sqrt();
        println!("R = {radius} m, {speed} m/s: closes after {measured:.4} s, {expected:.4} s");
        // The attack of half a period delays the threshold by about a tenth of a period.
        let [ball, _] = model.cavity(speed).unwrap();
        let late = 0.3 * ball.min(MAX_WHOLE_RADIUS) / 3.26;
        assert!(
            measured >= expected - 2.0 / RATE && measured < expected + late,
            "{measured} s, not {expected} s and {late} s at most"
        );
    }
}

#[test]
fn a_whole_cavity_sounds_as_a_bubble_of_its_volume() {
    for (radius, speed) in [(0.005, 3.0), (0.01, 3.0), (0.015, 6.0)] {
        let mut model = only_cavity();
        model.object.radius = radius;
        let sound = played(&model, "splash", speed, Some(1.2), 1).sound()[0].clone();
        let from = (model.seal_time() * RATE) as usize;
        let power = spectrum(&sound[from..]);
        let bin = 0.5 * RATE / power.len() as f64;
        let top = (1..power.len()).max_by(|&a, &b| power[a].total_cmp(&power[b])).unwrap();
        let measured = top as f64 * bin;
        // q π R² z/2 of air at depth z/2: 3.26/r, times √(1 + ρgh/p₀) and the effect of the surface.
        let deep = model.cavity_depth(speed);
        let volume = 0.33 * core::f64::consts::PI * radius * radius * 0.5 * deep;
        let ball = libm::cbrt(0.75 * volume / core::f64::consts::PI);
        assert!(ball < MAX_WHOLE_RADIUS, "{ball} m is torn");
        let near = ball / deep;
        let surface = 1.0 / (1.0 - near - libm::pow(near, 4.0)).sqrt();
        let expected = 3.262 / ball * (1.0 + 9810.0 * 0.5 * deep / 1e5).sqrt() * surface;
        println!("R = {radius} m, {speed} m/s: {measured:.1} Hz, {expected:.1} Hz, from {deep:.2} m");
        // Allows for the rise of the pitch and the width of a bin.
        let slack = 0.03 + 2.0 * bin / expected;
        assert!((measured / expected - 1.0).abs() < slack, "{measured} Hz, not {expected} Hz");
    }
}

#[test]
fn more_air_than_a_bubble_of_25_mm_breaks_up_and_no_air_is_added() {
    for (radius, speed) in [(0.01, 3.0), (0.035, 4.5), (0.16, 7.7), (0.45, 6.0)] {
        let mut model = only_cavity();
        model.object.radius = radius;
        model.plunge.depth = 8.0;
        let [ball, _] = model.cavity(speed).unwrap();
        let mut pieces = Vec::new();
        model.pieces(&mut Dice::new(1), speed, |at, [r, _]| pieces.push((at, r)));
        let air: f64 = pieces.iter().map(|(_, r)| r.powi(3)).sum();
        let part = air / ball.powi(3);
        let seal_time = model.seal_time();
        println!("R = {radius} m: air of {ball:.3} m in {} bubbles, {part:.3} of it", pieces.len());
        assert!(part < 1.0 + 1e-12, "{part} of the air");
        assert_eq!(pieces[0], (seal_time, ball.min(MAX_WHOLE_RADIUS)));
        assert_eq!(pieces.len() > 1, ball > 1.3 * MAX_WHOLE_RADIUS, "{} bubbles", pieces.len());
        assert!(pieces.len() <= MAX_PIECES);
        let within =
            |&(at, r): &(f64, f64)| at >= seal_time && at <= 1.5 * seal_time && r <= MAX_WHOLE_RADIUS;
        assert!(pieces.iter().all(within));
        // No such bubble is below 3.26/0.025 = 130 Hz, so the cavity has no inaudibly low tone.
        let sound = played(&model, "splash", speed, None, 1).sound()[0].clone();
        let power = spectrum(&sound);
        let bin = 0.5 * RATE / power.len() as f64;
        let low: f64 = power[..(60.0 / bin) as usize].iter().sum();
        let low = low / power.iter().sum::<f64>();
        let seconds = sound.len() as f64 / RATE;
        println!("  {low:.4} of it below 60 Hz, {seconds:.2} s");
        assert!(low < 0.1, "{low} below 60 Hz");
        // The last piece of 130 Hz falls by 80 dB in 9.2 times 12 periods.
        assert!(seconds < 1.5 * seal_time + 1.0, "{seconds} s");
    }
}

#[test]
fn a_shallow_dip_leaves_no_cavity_and_the_ground_limits_its_depth() {
    let mut model = only_cavity();
    model.object.density = 100.0;
    assert!(model.cavity(0.3).is_none());
    let deep = Splash::default();
    let mut shallow = deep;
    shallow.plunge.depth = 0.1;
    assert!(deep.cavity_depth(4.5) > 0.2, "{} m", deep.cavity_depth(4.5));
    assert_eq!(shallow.cavity_depth(4.5), 0.1);
}

#[test]
fn drops_land_after_a_ballistic_flight() {
    let mut model = Splash::default();
    model.plunge.slap = 1e-6;
    model.object.flatness = 0.0;
    model.object.density = 100.0;
    model.plunge.depth = 0.02;
    assert!(model.cavity(3.0).is_none(), "no cavity is to be heard here");
    model.droplets.count = 100;
    for landing in model.landings(1, 3.0) {
        let flight = landing.landing_time() - landing.start;
        let high = 0.5 * libm::pow(landing.speed * landing.sin_angle, 2.0) / 9.81;
        // Ballistic flight up and down.
        let expected = 2.0 * (2.0 * high / 9.81_f64).sqrt();
        assert!((flight - expected).abs() < 1e-12, "{flight} s, not {expected} s");
    }
    model.droplets.count = 1;
    let mut latest = 0.0_f64;
    for seed in 1..20 {
        // The voice derives the seed of its player.
        let landing = model.landings(mix_seed(seed, 0x70_6c_61_79), 3.0)[0];
        let sound = played(&model, "splash", 3.0, Some(1.0), seed).sound()[0].clone();
        let most = sound.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
        let first = sound.iter().position(|p| p.abs() > 0.05 * most).unwrap();
        let late = first as f64 / RATE - landing.landing_time();
        latest = latest.max(late);
        // The attack takes part of a period, which is at most 1.2 ms.
        assert!((-2.0 / RATE..5e-4).contains(&late), "{late} s after {landing:?}");
    }
    println!("single drops are heard at most {latest:.6} s after they are due");
}

#[test]
fn the_slap_grows_with_the_square_of_the_speed_and_the_splash_gets_louder() {
    let mut model = Splash::default();
    model.droplets.count = 0;
    model.object.flatness = 1.0;
    let slap = |speed: f64| {
        let sound = played(&model, "splash", speed, Some(0.1), 3).sound()[0].clone();
        // The slap lasts R/v.
        let until = (0.035 / speed * RATE) as usize;
        sound[..until].iter().fold(0.0_f64, |most, p| most.max(p.abs()))
    };
    let (slow, fast) = (slap(2.0), slap(8.0));
    println!("a slap at 2 m/s: {slow:.3} Pa, at 8 m/s: {fast:.3} Pa");
    // Sixteen times, except for its noise, which differs.
    assert!((fast / slow / 16.0 - 1.0).abs() < 0.4, "{}", fast / slow);
    let level = |speed| rms(&played(&Splash::default(), "splash", speed, Some(2.0), 3).sound()[0]);
    let levels = [level(1.0), level(3.0), level(9.0)];
    println!("loudness at 1, 3 and 9 m/s: {levels:.4?} Pa");
    assert!(levels[1] > 2.0 * levels[0] && levels[2] > 2.0 * levels[1]);
}

#[test]
fn the_same_seed_gives_the_same_splash_and_it_ends() {
    let model = Splash::default();
    let splash = played(&model, "splash", 4.5, None, 7);
    assert_eq!(splash.rows, played(&model, "splash", 4.5, None, 7).rows);
    assert_ne!(splash.rows, played(&model, "splash", 4.5, None, 8).rows);
    let seconds = splash.sound()[0].len() as f64 / RATE;
    println!("a stone: {seconds:.2} s");
    assert!((0.4..4.0).contains(&seconds), "{seconds} s");
}
