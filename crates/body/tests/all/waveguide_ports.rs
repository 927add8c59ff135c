//! Ports of a string: forecasts, deflection, and return to rest.

use crate::strings::{any, at, lossless, tuned};
use crate::support::Dice;
use foley_body::{Body, MotionQuantity, Substeps, WaveguideSpec};
use foley_contact::{Forecast, Motion, Step};
use foley_params::defaults_hold;

#[test]
fn the_default_string_is_in_its_table() {
    defaults_hold::<WaveguideSpec>().unwrap_or_else(|faults| panic!("{faults}"));
}

#[test]
fn a_port_moves_as_forecast() {
    let mut dice = Dice::seeded(6);
    for _ in 0..100 {
        let (spec, rate) = any(&mut dice);
        let mut string = at(&spec, rate);
        string.set_substeps(Substeps::at_least(dice.between(0.0, 8.0)));
        for _ in 0..200 {
            let early = dice.between(-1.0, 1.0);
            string.push(0, early);
            let force = dice.between(-1.0, 1.0);
            let message: Forecast = string.forecast(0);
            assert_eq!(message.now, string.motion(0));
            string.push(0, force);
            let included = string.forecast(0).free;
            string.advance();
            assert_eq!(included, string.motion(0), "{spec:?}");
            let off = string.motion(0) - message.pushed_by(force);
            let scale = message.per_newton.velocity + message.free.velocity.abs();
            assert!(off.velocity.abs() < 1e-14 * scale, "{off:?}: {spec:?}");
        }
    }
}

#[test]
fn a_newton_meets_two_halves_of_the_string_at_once() {
    let spec = tuned(110.0, &[0.3, 0.3001, 0.7]);
    let string = at(&spec, 48_000.0);
    let own = string.cross_response(0, 0);
    assert_eq!(own.velocity, 0.5 / spec.impedance());
    assert_eq!(own.displacement, own.velocity * Step::at_rate(48_000.0).seconds());
    assert_eq!(string.cross_response(0, 1), own, "two ports on one junction are one");
    assert_eq!(string.cross_response(1, 0), own);
    assert_eq!(string.cross_response(0, 2), Motion::default(), "the wave is not there yet");
    assert_eq!(string.cross_response(2, 0), Motion::default());
}

#[test]
fn a_missing_port_stands_still_and_ignores_pushes() {
    let mut string = at(&tuned(110.0, &[0.3]), 48_000.0);
    string.push(1, 5.0);
    string.advance();
    assert_eq!(string.energy(), 0.0);
    assert_eq!(string.forecast(1), Forecast::WALL);
    let mut out = [1.0; 300];
    string.ring(1, MotionQuantity::Velocity, &mut out);
    assert_eq!(out, [0.0; 300]);
}

#[test]
fn a_port_is_at_most_half_a_cell_from_where_it_should_be() {
    let mut dice = Dice::seeded(7);
    for _ in 0..2_000 {
        let frequency = dice.between(30.0, 1000.0);
        let expected = dice.between(0.001, 0.999);
        let string = at(&tuned(frequency, &[expected]), 44_100.0);
        let cells = 0.5 * 44_100.0 / frequency;
        let off = (string.position(0) - expected) * cells;
        // The filters replace the last cells at the right end.
        let end = 0.5 * (2.0 * cells - string.cells() as f64) + 1.0;
        let within_filters = (1.0 - expected) * cells < end;
        assert!(off.abs() <= 0.5 + 1e-9 || within_filters, "{off} cells at {expected} of {cells}");
        assert!(off.abs() <= end, "{off} cells at {expected} of {cells}");
    }
}

#[test]
fn a_steady_force_bends_the_string_into_a_triangle() {
    let rate = 48_000.0;
    let mut spec = tuned(200.0, &[0.1, 0.25, 0.5, 0.9]);
    spec.decay = 0.5;
    for loaded in 0..4 {
        let mut string = at(&spec, rate);
        let force = 0.7;
        for _ in 0..(20.0 * spec.decay * rate) as usize {
            string.push(loaded, force);
            string.advance();
        }
        let p = string.position(loaded);
        for probe in 0..4 {
            let x = string.position(probe);
            let ideal = force * p.min(x) * (1.0 - p.max(x)) * spec.length / spec.tension;
            let is = string.motion(probe).displacement;
            // A period loses 1/(f τ) = 1 %; the end yields by 0.8 of that share of half the length.
            let allowed = 0.01 * force * p * x * spec.length / spec.tension;
            assert!((is - ideal).abs() < allowed, "{is} m for {ideal} m at {x}, loaded at {p}");
            let speed = string.motion(probe).velocity;
            assert!(speed.abs() < 1e-9, "still moving with {speed} m/s");
        }
    }
}

#[test]
fn an_undamped_steady_force_swings_about_the_static_deflection() {
    let rate = 48_000.0;
    let spec = lossless(200.0, &[0.25]);
    let mut string = at(&spec, rate);
    let periods = 400;
    let count = periods * 240;
    let mut mean = 0.0;
    for _ in 0..count {
        string.push(0, 1.0);
        string.advance();
        mean += string.motion(0).displacement / f64::from(count);
    }
    let p = string.position(0);
    let ideal = p * (1.0 - p) * spec.length / spec.tension;
    // The held force starts half a sample early: a part in 240.
    assert!((mean / ideal - 1.0).abs() < 0.01, "{mean} m for {ideal} m");
}

#[test]
fn after_ringing_down_every_port_returns_to_its_rest_position() {
    let rate = 44_100.0;
    let mut spec = tuned(147.0, &[0.07, 0.3, 0.5, 0.96]);
    spec.decay = 0.3;
    for start in ["pushed", "plucked"] {
        let mut string = at(&spec, rate);
        let mut dice = Dice::seeded(8);
        let mut peaks = [0.0_f64; 4];
        if start == "plucked" {
            string.pluck(0.2, 0.002);
        }
        for n in 0..(30.0 * spec.decay * rate) as usize {
            if start == "pushed" && n < 5_000 {
                string.push(n % 4, dice.between(0.0, 1.0));
            }
            string.advance();
            for (port, peak) in peaks.iter_mut().enumerate() {
                *peak = peak.max(string.motion(port).displacement.abs());
            }
        }
        for (port, peak) in peaks.into_iter().enumerate() {
            let left = string.motion(port).displacement;
            assert!(left.abs() < 1e-9 * peak, "{left} m of {peak} m, {start}, port {port}");
        }
    }
}

#[test]
fn a_pluck_has_the_height_and_energy_of_its_shape() {
    for (position, height) in [(0.5, 1e-3), (0.2, 3e-3), (0.13, -2e-3), (0.9, 1e-3)] {
        let spec = lossless(82.41, &[0.05, 0.13, 0.4, 0.97]);
        let mut string = at(&spec, 48_000.0);
        string.pluck(position, height);
        // A corner inside a cell is lowered by less than that cell: 1/291 of the string.
        let work = 0.5 * spec.tension * height * height / (position * (1.0 - position) * spec.length);
        let off = string.energy() / work - 1.0;
        assert!(off.abs() < 0.02, "{off} of {work} J at {position}");
        for port in 0..4 {
            let x = string.position(port);
            let ideal = height * (x / position).min((1.0 - x) / (1.0 - position));
            let is = string.motion(port);
            assert!((is.displacement - ideal).abs() < 0.02 * height.abs(), "{is:?} for {ideal} m");
            assert_eq!(is.velocity, 0.0);
        }
        // Half a period later the shape is inverted and mirrored.
        let mut out = vec![0.0; (0.5 * 48_000.0 / 82.41_f64).round() as usize];
        string.ring(0, MotionQuantity::Displacement, &mut out);
        let mirrored = 1.0 - string.position(0);
        let ideal = -height * (mirrored / position).min((1.0 - mirrored) / (1.0 - position));
        let is = string.motion(0).displacement;
        assert!((is - ideal).abs() < 0.02 * height.abs(), "{is} m for {ideal} m");
    }
}

#[test]
fn the_fundamental_shape_swings_as_a_cosine() {
    let rate = 48_000.0;
    let spec = lossless(100.0, &[0.3]);
    let mut string = at(&spec, rate);
    let shape = |part: f64| 1e-3 * (core::f64::consts::PI * part).sin();
    string.place(shape, |_| 0.0);
    let start = shape(string.position(0));
    for n in 1..=4_800 {
        string.advance();
        let angle = core::f64::consts::TAU * 100.0 * (f64::from(n) - 0.5) / rate;
        let off = string.motion(0).displacement - start * angle.cos();
        assert!(off.abs() < 1e-4 * start, "{off} m at {n}");
    }
}

#[test]
fn a_string_brought_to_rest_equals_a_new_one() {
    let spec = tuned(110.0, &[0.2, 0.6]);
    let mut string = at(&spec, 48_000.0);
    string.pluck(0.3, 1e-3);
    string.push(1, 3.0);
    string.advance();
    string.push(0, 3.0);
    string.come_to_rest();
    assert_eq!(string.energy(), 0.0);
    string.advance();
    assert_eq!(string.motion(0), Motion::default());
    assert_eq!(string.motion(1), Motion::default());
}

#[test]
fn an_invalid_string_is_rejected_with_the_reason() {
    let error = |spec: WaveguideSpec| spec.at(Step::at_rate(48_000.0)).unwrap_err().to_string();
    let message = error(tuned(9_000.0, &[0.5]));
    assert!(message.contains("it must be from") && message.contains("6000 Hz"), "{message}");
    let message = error(tuned(110.0, &[0.5, 1.0]));
    assert!(message.contains("port 1 is at 1 of the length"), "{message}");
    assert!(error(tuned(110.0, &[])).contains("0 ports"));
    assert!(error(tuned(110.0, &[0.5; 9])).contains("9 ports"));
    for (set, word) in [
        ((|spec, value| spec.length = value) as fn(&mut WaveguideSpec, f64), "length"),
        (|spec, value| spec.tension = value, "tension"),
        (|spec, value| spec.mass_per_length = value, "mass per length"),
        (|spec, value| spec.decay = value, "decay"),
        (|spec, value| spec.brightness = value, "brightness"),
        (|spec, value| spec.ports[0] = value, "port 0"),
    ] {
        for value in [0.0, -1.0, f64::NAN] {
            let mut spec = tuned(110.0, &[0.5]);
            set(&mut spec, value);
            let message = error(spec);
            assert!(message.contains(word), "{message}");
        }
    }
}

#[test]
fn a_pluck_with_non_finite_arguments_leaves_the_string_finite() {
    let mut string = at(&tuned(110.0, &[0.2]), 48_000.0);
    for position in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1.0, 2.0] {
        for height in [1e-3, f64::NAN, f64::INFINITY] {
            string.pluck(position, height);
            assert!(string.is_finite(), "{position}, {height}");
        }
    }
}
