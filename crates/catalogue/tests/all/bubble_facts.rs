//! Tests of one bubble on its rendered sound: pitch, decay and rise within 1 %.

use foley_catalogue::liquids::bubble::Birth;
use foley_catalogue::liquids::{Bubble, Liquid};
use foley_sound::{Score, VoiceSpec, perform};
use std::f64::consts::TAU;

const RATE: f64 = 96_000.0;

fn bubble(radius: f64, depth: f64, rise: f64) -> Vec<f64> {
    let bubble =
        Bubble { birth: Birth { radius, depth, rise, swell: 1e-5, ..Birth::default() }, ..Bubble::default() };
    let spec = VoiceSpec::new(RATE, 1);
    let heard = perform(&bubble, &Score::default(), &spec, Some(1.0), &mut |_| {}).unwrap();
    heard.rows[0].clone()
}

/// Decay rate d measured in water \[1/s\].
fn decay(radius: f64) -> f64 {
    0.13 / radius + 0.0072 / (radius * radius.sqrt())
}

/// Times of upward zero crossings \[s\], interpolated linearly between samples.
fn crossings(sound: &[f64]) -> Vec<f64> {
    let up = |(n, pair): (usize, &[f64])| {
        (pair[0] < 0.0 && pair[1] >= 0.0).then(|| (n as f64 + pair[0] / (pair[0] - pair[1])) / RATE)
    };
    sound.windows(2).enumerate().filter_map(up).collect()
}

/// Least-squares line through points: value at 0 and slope.
fn line(points: &[(f64, f64)]) -> [f64; 2] {
    let n = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let slope = mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x) * (p.0 - x));
    [y - slope * x, slope]
}

/// Fits a line to the pitch of the periods: initial pitch \[Hz\] and slope [Hz/s].
fn pitch(sound: &[f64], until: f64) -> [f64; 2] {
    let ups: Vec<f64> = crossings(sound).into_iter().filter(|&t| t < until).collect();
    let period = |pair: &[f64]| (0.5 * (pair[0] + pair[1]), 1.0 / (pair[1] - pair[0]));
    line(&ups.windows(2).map(period).collect::<Vec<_>>())
}

#[test]
fn pitch_times_radius_is_3_26_in_deep_water_and_follows_strasberg_near_the_surface() {
    for radius in [3e-4, 1e-3, 3e-3, 0.01, 0.03] {
        for times in [1.0, 2.0, 30.0] {
            let d = decay(radius);
            let heard = pitch(&bubble(radius, times * radius, 0.0), 3.0 / d)[0];
            let near: f64 = 1.0 / (2.0 * times);
            // The weight of the water above: √(1 + ρgh/p₀).
            let pressed = (1.0_f64 + 0.0981 * times * radius).sqrt();
            let expected = 3.2616 / radius * pressed / (1.0 - near - near.powi(4)).sqrt();
            println!("r = {radius} m, h = {times} r: {heard:.1} Hz for {expected:.1} Hz");
            assert!(
                (heard / expected - 1.0).abs() < 0.01,
                "{heard} Hz for {expected} Hz, r = {radius} m, h = {times} r"
            );
        }
    }
}

#[test]
fn the_weight_of_the_water_above_raises_the_pitch_by_4_8_percent_in_a_metre() {
    let ratio = |depth: f64| pitch(&bubble(3e-3, depth, 0.0), 0.03)[0] / (3.2616 / 3e-3);
    for depth in [0.1, 0.3, 1.0] {
        let near = 3e-3 / (2.0 * depth);
        let expected = f64::sqrt((1.0 + 0.0981 * depth) / (1.0 - near));
        let heard = ratio(depth);
        println!("at {depth} m: {heard:.5} for {expected:.5}");
        assert!((heard / expected - 1.0).abs() < 2e-3, "{heard} for {expected} at {depth} m");
    }
    assert!((ratio(1.0) - 1.048).abs() < 0.003);
}

#[test]
fn the_decay_follows_from_the_radius() {
    for radius in [3e-4, 1e-3, 3e-3, 0.01, 0.03] {
        let sound = bubble(radius, 10.0 * radius, 0.0);
        let expected = decay(radius);
        // The logarithms of the crests, each from a parabola through three samples, lie on a line.
        let crest = |(n, window): (usize, &[f64])| {
            let top = window[1] > 0.0 && window[1] > window[0] && window[1] >= window[2];
            let height = window[1]
                - 0.125 * (window[2] - window[0]).powi(2) / (window[0] - 2.0 * window[1] + window[2]);
            top.then(|| (n as f64 / RATE, libm::log(height)))
        };
        let crests = sound.windows(3).enumerate().filter_map(crest);
        let heard = -line(&crests.filter(|crest| crest.0 < 5.0 / expected).collect::<Vec<_>>())[1];
        println!("r = {radius} m: {heard:.2} /s for {expected:.2} /s");
        assert!((heard / expected - 1.0).abs() < 0.01, "{heard} /s for {expected} /s, r = {radius} m");
    }
}

#[test]
fn the_pitch_rises_linearly_by_xi_in_a_decay_time() {
    for radius in [1e-3, 3e-3, 0.01] {
        for rise in [0.05, 0.1, 0.3] {
            let d = decay(radius);
            let [first, slope] = pitch(&bubble(radius, 1.0, rise), 4.0 / d);
            let heard = slope / (first * d);
            println!("r = {radius} m, ξ = {rise}: {heard:.4}");
            assert!((heard / rise - 1.0).abs() < 0.01, "measured ξ is {heard}, not {rise}, r = {radius} m");
        }
    }
}

#[test]
fn the_pressure_follows_from_the_displaced_volume() {
    // 2 ρₐ (2πf)² r³ ε at 1 m, reduced to the side by e^(−k h sin 45°).
    for (radius, depth) in [(1e-3_f64, 0.002_f64), (3e-3, 0.05), (0.02, 0.1)] {
        let sound = bubble(radius, depth, 0.0);
        let f = pitch(&sound, 0.05)[0];
        let w = TAU * f;
        let aside = libm::exp(-w / 343.0 * depth * 0.5_f64.sqrt());
        let expected = 2.0 * 1.2 * w * w * radius.powi(3) * 0.02 * aside;
        let d = decay(radius);
        // The first crest comes after a quarter of a period.
        let crest = sound.iter().fold(0.0_f64, |most, x| most.max(*x));
        let heard = crest * libm::exp(d * 0.25 / f);
        println!("r = {radius} m, h = {depth} m: {heard:.5} Pa for {expected:.5} Pa");
        assert!(
            (heard / expected - 1.0).abs() < 0.06,
            "{heard} Pa for {expected} Pa: the swell of 10 µs takes up to 5 %"
        );
    }
}

#[test]
fn viscosity_adds_twice_its_value_over_the_squared_radius_to_the_decay() {
    let thick = Liquid { viscosity: 1e-4, ..Liquid::default() };
    let more = foley_catalogue::liquids::minnaert::decay(&thick, 1e-3)
        - foley_catalogue::liquids::minnaert::decay(&Liquid::default(), 1e-3);
    assert!((more - 198.0).abs() < 1e-6, "{more} /s");
}
