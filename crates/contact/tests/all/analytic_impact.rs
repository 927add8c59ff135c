//! Closed-form solution of an impact, against values computed with 25 digits.

use crate::support;
use crate::support::{Dice, close, number};
use foley_contact::Motion;
use foley_contact::analytic::{ContactTiming, Impact};
use foley_contact::law::{HuntCrossley, Law};
use serde_json::Value;

fn impact(case: &Value) -> Impact {
    let law = HuntCrossley {
        stiffness: number(&case["k"]),
        exponent: number(&case["alpha"]),
        damping: number(&case["mu"]),
    };
    Impact::new(number(&case["m"]), law, number(&case["v_in"]))
}

fn any_impact(dice: &mut Dice) -> Impact {
    let log = |dice: &mut Dice, low: f64, high: f64| 10f64.powf(dice.between(low, high));
    let law = HuntCrossley {
        stiffness: log(dice, 3.0, 12.0),
        exponent: dice.between(1.0, 3.5),
        damping: if dice.unit() < 0.125 { 0.0 } else { log(dice, -12.0, 3.0) },
    };
    Impact::new(log(dice, -5.0, 1.0), law, log(dice, -4.0, 1.0))
}

#[test]
fn the_papers_cases_agree_with_25_digits() {
    for case in support::impact()["analytic"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let i = impact(case);
        let at = |quantity: &str| format!("{name}: {quantity}");
        close(&at("v_out"), i.release_velocity(), number(&case["v_out"]), 4e-16);
        close(&at("E"), i.restitution(), number(&case["E"]), 4e-16);
        close(&at("x_max"), i.max_compression(), number(&case["x_max"]), 3e-15);
        close(&at("tau"), i.duration(), number(&case["tau"]), 2e-14);
        close(&at("v~_out"), i.release_velocity_approximation(4), number(&case["v_tilde4"]), 1e-15);
        close(&at("H0"), i.energy_in(), number(&case["H0"]), 4e-16);
        close(&at("H_tau"), i.energy_at(i.release_velocity()), number(&case["H_tau"]), 1e-15);
        let lost = number(&case["H0"]) - number(&case["H_tau"]);
        close(&at("lost"), i.energy_lost(), lost, 1e-13);
    }
}

#[test]
fn durations_agree_with_the_corrected_eq_9_of_the_hammer_paper() {
    let all: Value = support::modal_contact();
    for case in all["hammer_and_resonator"]["eq9_check"].as_array().unwrap() {
        let law = HuntCrossley {
            stiffness: number(&case["k"]),
            exponent: number(&case["alpha"]),
            damping: number(&case["mu"]),
        };
        let i = Impact::new(number(&case["m"]), law, number(&case["vin"]));
        // The quadrature of the reference is accurate to about 1e-11.
        close("tau", i.duration(), number(&case["t0_corrected_eq9"]), 2e-12);
        close("v_out", i.release_velocity(), number(&case["vout_exact"]), 1e-15);
        // As printed, eq. (9) there lacks the factor (α+1)^(−α/(α+1)).
        let a = law.exponent;
        close(
            "printed",
            i.duration() * (a + 1.0).powf(a / (a + 1.0)),
            number(&case["t0_printed_eq9"]),
            2e-12,
        );
    }
}

#[test]
fn a_lossless_impact_returns_all_its_energy() {
    let law = HuntCrossley { damping: 0.0, ..HuntCrossley::default() };
    let i = Impact::new(0.01, law, 2.0);
    assert_eq!(i.release_velocity(), -2.0);
    assert_eq!(i.energy_lost(), 0.0);
    assert_eq!(i.heat_until(-1.0), 0.0);
    close("x_max", i.max_compression(), i.scale(), 1e-15);
    close("V", law.potential(i.max_compression()), i.energy_in(), 4e-15);
    close("tau", i.duration(), i.lossless_duration(), 1e-14);
    close("H", i.energy_at(0.7), i.energy_in(), 1e-15);
}

#[test]
fn compression_and_force_are_zero_at_the_ends_of_the_contact() {
    let mut dice = Dice::new(1);
    for _ in 0..1000 {
        let i = any_impact(&mut dice);
        for v in [i.speed, i.release_velocity(), 1.5 * i.speed, 1.5 * i.release_velocity()] {
            assert_eq!(i.compression_at(v), 0.0, "{i:?} at {v}");
            assert_eq!(i.force_at(v), 0.0, "{i:?} at {v}");
        }
    }
}

#[test]
fn compression_keeps_its_digits_near_the_ends() {
    // x ~ (distance)^(1/(α+1)) with the slope of φ at the end, where the printed formula loses its digits
    // first.
    let i = Impact::new(0.01, HuntCrossley { stiffness: 1e7, exponent: 1.3, damping: 0.01 }, 0.5);
    let slope = |v: f64| i.mass * (2.3 / i.law.stiffness) * v.abs() / (1.0 + i.law.damping * v);
    for d in [1e-6, 1e-9, 1e-12_f64] {
        for (end, sign) in [(i.speed, -1.0), (i.release_velocity(), 1.0)] {
            let v = end + sign * d * end.abs();
            let x = (slope(end) * (v - end).abs()).powf(1.0 / 2.3);
            close("x", i.compression_at(v), x, d + 1e-15);
        }
    }
}

#[test]
fn the_invariant_holds_along_the_contact() {
    // V + Θ = const, with V from the compression and Θ by its definition, which sets the tolerance.
    let mut dice = Dice::new(2);
    for _ in 0..2000 {
        let i = any_impact(&mut dice);
        let mu = i.law.damping;
        if !(0.1..30.0).contains(&i.loss()) {
            continue;
        }
        let theta = |v: f64| i.mass / (mu * mu) * (mu * v - (mu * v).ln_1p());
        for point in i.hysteresis(41) {
            let v = point.motion.velocity;
            let sum = i.law.potential(point.motion.displacement) + theta(v);
            if 1.0 + mu * v > 1e-3 {
                close("V + Θ", sum, theta(i.speed), 2e-12);
            }
        }
    }
}

#[test]
fn heat_only_grows_and_ends_at_the_energy_lost() {
    let mut dice = Dice::new(3);
    for _ in 0..2000 {
        let i = any_impact(&mut dice);
        let mut last = 0.0;
        for point in i.hysteresis(101) {
            let heat = i.heat_until(point.motion.velocity);
            // The two forms of the integral meet within rounding, 2e-16 of the total.
            assert!(
                heat >= last - 4e-16 * i.energy_in() * i.loss().min(1.0),
                "{i:?}: {heat:e} after {last:e}"
            );
            let balance = i.energy_at(point.motion.velocity) + heat;
            close("H + Λ", balance, i.energy_in(), 2e-15);
            last = heat;
        }
        close("Λ", i.heat_until(i.release_velocity()), i.energy_lost(), 4e-15);
        let out = i.release_velocity();
        assert!(out < 0.0 && out >= -i.speed);
        assert!(i.law.damping == 0.0 || out * i.law.damping >= -1.0 - 2e-16, "{i:?}");
    }
}

#[test]
fn the_area_of_the_loop_is_the_energy_lost() {
    for damping in [0.01, 0.5, 3.0, 20.0] {
        let i = Impact::new(0.01, HuntCrossley { damping, ..HuntCrossley::default() }, 1.0);
        let mut area = 0.0;
        let mut last: Option<(f64, f64)> = None;
        for point in i.hysteresis(20_001) {
            let (x, f) = (point.motion.displacement, point.force);
            if let Some((x0, f0)) = last {
                area += 0.5 * (f + f0) * (x - x0);
            }
            last = Some((x, f));
        }
        // Trapezoid rule: second order.
        close("area", area, i.energy_lost(), 1e-6);
    }
}

#[test]
fn the_loop_starts_and_ends_at_zero_and_turns_at_x_max() {
    let i = Impact::new(0.01, HuntCrossley::default(), 1.0);
    let points: Vec<_> = i.hysteresis(201).collect();
    assert_eq!(i.hysteresis(201).len(), 201);
    assert_eq!(points[0].motion, Motion::new(0.0, 1.0));
    assert_eq!(points[200].motion, Motion::new(0.0, i.release_velocity()));
    close("x_max", points[100].motion.displacement, i.max_compression(), 1e-15);
    assert_eq!(i.hysteresis(0).count(), 0);
    assert_eq!(i.hysteresis(1).count(), 1);
}

#[test]
fn a_hundred_thousand_random_impacts_give_finite_values() {
    let mut dice = Dice::new(4);
    for n in 0..100_000 {
        let i = any_impact(&mut dice);
        let v = dice.between(1.2 * i.release_velocity(), 1.2 * i.speed);
        let mut numbers = vec![
            i.compression_at(v),
            i.max_compression(),
            i.release_velocity(),
            i.restitution(),
            i.energy_at(v),
            i.heat_until(v),
            i.potential_at(v),
            i.force_at(v),
            i.energy_lost(),
            i.lossless_duration(),
            i.release_velocity_approximation(1 + n % 40),
            ContactTiming::fast(i.law.exponent, i.loss()).duration_ratio,
            ContactTiming::fast(i.law.exponent, i.loss()).coefficient,
        ];
        if n % 10 == 0 {
            numbers.push(i.duration());
            numbers.push(i.timing().coefficient);
        }
        assert!(numbers.iter().all(|x| x.is_finite()), "{i:?} at {v}: {numbers:?}");
        assert!(i.compression_at(v) <= i.max_compression() * (1.0 + 1e-15), "{i:?} at {v}");
    }
}
