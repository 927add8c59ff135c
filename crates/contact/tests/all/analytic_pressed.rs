//! Impacts under a constant force: the integrated reference solution against 20-digit values, and the
//! estimate against the reference solution.

use crate::support;
use crate::support::{Dice, close, number};
use foley_contact::analytic::{Impact, PressedImpact, PressedOutcome, Release};
use foley_contact::law::{HuntCrossley, Law};
use serde_json::Value;

/// An impact with unit mass, speed and stiffness, so that the damping of the law is `u`.
fn pressed(alpha: f64, u: f64, ratio: f64) -> PressedImpact {
    let law = HuntCrossley { stiffness: 1.0, exponent: alpha, damping: u };
    let impact = Impact::new(1.0, law, 1.0);
    PressedImpact::new(impact, ratio * impact.energy_in() / impact.scale())
}

fn released(p: &PressedImpact) -> Release {
    match p.solve() {
        PressedOutcome::Released(release) => release,
        other => panic!("{p:?}: {other:?}"),
    }
}

#[test]
fn fig_5_and_its_mirror_image_are_solved_accurately() {
    let all: Value = support::impact();
    for case in all["external_force"].as_array().unwrap() {
        let at = &case["params"];
        let law = HuntCrossley {
            stiffness: number(&at["k"]),
            exponent: number(&at["alpha"]),
            damping: number(&at["mu"]),
        };
        let impact = Impact::new(number(&at["m"]), law, number(&at["v_in"]));
        let p = PressedImpact::new(impact, number(&case["f_into_wall"]));
        let r = released(&p);
        close("v_out", r.velocity, number(&case["v_out_mp"]), 1e-12);
        close("x_max", r.max_compression, number(&case["x_max_mp"]), 1e-12);
        close("tau", r.duration, number(&case["tau"]), 1e-11);
        close("peak v", r.peak_speed, number(&case["v_max"]), 1e-11);
        if let Some(rest) = case["x_eq"].as_f64() {
            close("x_eq", p.equilibrium(), rest, 1e-15);
        }
        let estimate = p.estimate().unwrap();
        close("estimated v_out", estimate.velocity, r.velocity, 1e-8);
        close("estimated x_max", estimate.max_compression, r.max_compression, 1e-8);
        close("estimated tau", estimate.duration, r.duration, 1e-6);
        assert!(estimate.by_invariant);
    }
}

#[test]
fn fig_5_matches_its_table() {
    let law = HuntCrossley { stiffness: 1e5, exponent: 1.5, damping: 0.5 };
    let impact = Impact::new(1e-2, law, 0.05);
    #[rustfmt::skip]
    let table = [
        (0.0, 1.567019605314571e-4, -0.04918030584016682, 9.300999659484e-3, 0.05),
        (1.0, 1.646203231392419e-4, -0.04904505948447249, 9.518432314528e-3, 0.0502536497454),
        (2.0, 1.726977142809522e-4, -0.04889010818584309, 9.721105255211e-3, 0.0508007944079),
        (3.0, 1.809049700173267e-4, -0.04871351842859053, 9.90892806664e-3, 0.0515618789557),
    ];
    for (gravity, deepest, velocity, duration, peak) in table {
        let r = released(&PressedImpact::new(impact, impact.mass * gravity));
        close("x_max", r.max_compression, deepest, 1e-12);
        close("v_out", r.velocity, velocity, 1e-12);
        close("tau", r.duration, duration, 1e-11);
        close("peak v", r.peak_speed, peak, 1e-11);
    }
}

#[test]
fn without_the_force_both_solutions_match_the_closed_form() {
    for alpha in [1.0, 1.3, 1.5, 2.8, 3.5] {
        for u in [0.0, 1e-6, 0.1, 1.0, 5.0, 30.0] {
            let p = pressed(alpha, u, 0.0);
            let (r, i) = (released(&p), p.impact);
            close("v_out", r.velocity, i.release_velocity(), 1e-11);
            close("x_max", r.max_compression, i.max_compression(), 1e-12);
            close("tau", r.duration, i.duration(), 1e-11);
            assert!((r.heat - i.energy_lost()).abs() < 1e-12);
            let estimate = p.estimate().unwrap();
            close("estimated v_out", estimate.velocity, i.release_velocity(), 1e-9);
            close("estimated x_max", estimate.max_compression, i.max_compression(), 1e-13);
        }
    }
}

#[test]
fn without_loss_the_force_changes_nothing_at_release() {
    for ratio in [-3.0, -0.1, 0.1, 1.0, 10.0] {
        let p = pressed(1.5, 0.0, ratio);
        close("v_out", released(&p).velocity, -1.0, 1e-12);
        close("estimated v_out", p.release_velocity().unwrap(), -1.0, 1e-13);
    }
}

#[test]
fn a_push_deepens_the_contact_and_weakens_the_rebound_and_a_pull_does_the_reverse() {
    for alpha in [1.0, 1.5, 2.8] {
        for u in [0.1, 0.5, 1.0] {
            let mut last = released(&pressed(alpha, u, -0.3));
            for ratio in [-0.2, -0.1, 0.0, 0.1, 0.2, 0.3] {
                let r = released(&pressed(alpha, u, ratio));
                assert!(r.max_compression > last.max_compression);
                assert!(r.velocity > last.velocity);
                assert!(r.heat > last.heat);
                last = r;
            }
        }
    }
}

#[test]
fn the_force_does_no_net_work() {
    for (alpha, u, ratio) in [(1.5, 0.5, 0.3), (1.0, 1.0, -0.5), (2.8, 2.0, 0.1), (1.5, 3.0, -1.0)] {
        let p = pressed(alpha, u, ratio);
        let r = released(&p);
        let lost = p.impact.energy_in() - p.impact.kinetic_at(r.velocity);
        close("heat", r.heat, lost, 1e-11);
    }
}

#[test]
fn a_large_force_on_a_lossy_contact_captures_the_mass() {
    for (alpha, u, ratio) in
        [(1.5, 1.0, 1.0), (1.5, 3.0, 0.3), (2.8, 20.0, 4.0), (1.0, 1000.0, 10.0), (1.5, 0.3, 50.0)]
    {
        let p = pressed(alpha, u, ratio);
        let PressedOutcome::Captured { max_compression, equilibrium } = p.solve() else {
            panic!("{p:?} was not captured");
        };
        assert!(equilibrium > 0.0 && max_compression >= equilibrium * (1.0 - 1e-12));
        assert_eq!(p.estimate(), None, "{p:?}");
    }
}

/// Worst |error| of the estimated release velocity, relative to the approach speed, over exponents 1 to 3.5;
/// `None` where every mass is captured.
fn worst(u: f64, ratio: f64) -> Option<f64> {
    let mut worst = None;
    for alpha in [1.0, 1.15, 1.3, 1.5, 1.8, 2.3, 2.8, 3.5] {
        let p = pressed(alpha, u, ratio);
        match (p.solve(), p.release_velocity()) {
            (PressedOutcome::Released(r), Some(v)) => {
                worst = Some((r.velocity - v).abs().max(worst.unwrap_or(0.0)));
            }
            (PressedOutcome::Captured { .. }, None) => {}
            // Almost captured either way.
            (PressedOutcome::Captured { .. }, Some(v)) => {
                assert!(v.abs() < 0.05, "{p:?}: captured, but estimated {v}");
            }
            (other, None) => panic!("{p:?}: no estimate, {other:?}"),
            (other, _) => panic!("{p:?}: {other:?}"),
        }
    }
    worst
}

#[test]
fn the_estimated_release_meets_its_error_table() {
    let ratios = [-1.0, -0.3, -0.1, 0.01, 0.1, 0.3, 0.5, 1.0, 2.0];
    // The table at `PressedImpact::estimate`; 0 where every mass is captured.
    #[rustfmt::skip]
    let table = [
        (0.01, [1e-9, 9e-10, 4e-10, 5e-11, 5e-10, 2e-9, 5e-9, 2e-8, 2e-7]),
        (0.1, [1e-8, 8e-9, 4e-9, 4e-10, 5e-9, 2e-8, 5e-8, 2e-7, 3e-4]),
        (0.3, [3e-8, 2e-8, 1e-8, 1e-9, 1e-8, 6e-8, 1e-7, 2e-6, 0.0]),
        (1.0, [4e-6, 6e-8, 3e-8, 4e-9, 5e-8, 3e-7, 6e-5, 0.0, 0.0]),
        (2.0, [9e-6, 2e-5, 2e-5, 9e-9, 1e-7, 5e-5, 0.0, 0.0, 0.0]),
        (3.0, [1e-5, 2e-5, 2e-5, 2e-8, 5e-7, 0.0, 0.0, 0.0, 0.0]),
        (5.0, [2e-5, 2e-5, 3e-5, 2e-7, 1e-5, 0.0, 0.0, 0.0, 0.0]),
        (10.0, [2e-5, 3e-5, 3e-5, 3e-5, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (20.0, [3e-5, 4e-5, 5e-5, 4e-4, 0.0, 0.0, 0.0, 0.0, 0.0]),
    ];
    for (u, bounds) in table {
        print!("    /// | {u:<6} ");
        for (&ratio, bound) in ratios.iter().zip(bounds) {
            let found = worst(u, ratio).unwrap_or(0.0);
            print!("| {found:<6.0e} ");
            // The table has one digit.
            assert!(found <= 1.5 * bound, "u = {u}, ε = {ratio}: {found:e}, table {bound:e}");
        }
        println!("|");
    }
}

#[test]
fn the_estimated_energy_is_accurate_even_for_an_almost_captured_mass() {
    let mut dice = Dice::new(7);
    let (mut worst, mut depth, mut time, mut doubtful) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..3000 {
        let (u, ratio) = (dice.between(0.0, 3.0), dice.between(-1.0, 1.0));
        let p = pressed(dice.between(1.0, 3.5), u, ratio);
        match (p.solve(), p.estimate()) {
            (PressedOutcome::Released(r), Some(e)) => {
                worst = worst.max((r.velocity.powi(2) - e.velocity.powi(2)).abs());
                depth = depth.max((e.max_compression / r.max_compression - 1.0).abs());
                if r.velocity < -0.2 {
                    time = time.max((e.duration / r.duration - 1.0).abs());
                }
            }
            (PressedOutcome::Released(r), None) => doubtful = doubtful.max(-r.velocity),
            (_, Some(e)) => doubtful = doubtful.max(-e.velocity),
            _ => {}
        }
    }
    println!(
        "energy {worst:e}, depth {depth:e}, duration {time:e}, capture uncertain below {doubtful:e} v_in"
    );
    assert!(worst < 3e-4 && depth < 1e-6 && time < 1e-3 && doubtful == 0.0);
}

#[test]
fn a_hundred_thousand_random_estimates_are_finite() {
    let mut dice = Dice::new(5);
    let (mut released, mut captured) = (0, 0);
    for n in 0..100_000 {
        let u = if n % 10 == 0 { 0.0 } else { 10f64.powf(dice.between(-12.0, 3.0)) };
        let sign = if dice.unit() < 0.5 { 1.0 } else { -1.0 };
        let ratio = sign * 10f64.powf(dice.between(-9.0, 3.0));
        let p = pressed(dice.between(1.0, 3.5), u, ratio);
        let Some(e) = p.estimate() else {
            assert!(ratio > 0.0 && u > 0.0, "{p:?} cannot be captured");
            captured += 1;
            continue;
        };
        released += 1;
        let numbers = [e.velocity, e.max_compression, e.duration];
        assert!(numbers.iter().all(|x| x.is_finite()), "{p:?}: {e:?}");
        assert!(
            e.velocity < 0.0 && e.velocity >= -1.0 - 1e-4 && e.max_compression > 0.0 && e.duration > 0.0,
            "{p:?}: {e:?}"
        );
    }
    println!("{released} released, {captured} captured");
}

#[test]
fn the_reference_solution_resolves_every_random_case() {
    let mut dice = Dice::new(6);
    for _ in 0..300 {
        let u = 10f64.powf(dice.between(-6.0, 3.0));
        let ratio = dice.between(-2.0, 2.0);
        let p = pressed(dice.between(1.0, 3.5), u, ratio);
        match p.solve() {
            PressedOutcome::Released(r) => {
                assert!(r.velocity < 0.0 && r.velocity >= -1.0 && r.heat >= 0.0, "{p:?}: {r:?}");
            }
            PressedOutcome::Captured { max_compression, equilibrium } => {
                assert!(max_compression >= equilibrium * (1.0 - 1e-9));
            }
            other => panic!("{p:?}: {other:?}"),
        }
    }
}

#[test]
fn without_loss_a_pressed_mass_leaves_with_its_approach_speed() {
    for alpha in [1.0, 1.5, 2.8, 3.5] {
        for ratio in [-2.0, -0.3, 0.0, 0.3, 2.0, 1e3, 1e6] {
            let exact = released(&pressed(alpha, 0.0, ratio));
            assert_eq!((exact.velocity, exact.heat), (-1.0, 0.0));
            let p = pressed(alpha, 0.0, ratio);
            // Energy at the deepest point.
            let law = &p.impact.law;
            let stored = law.potential(exact.max_compression) - p.force * exact.max_compression;
            close("energy", stored, 0.5, 1e-12 * (1.0 + ratio.abs() * exact.max_compression));
            // A tiny loss, integrated, changes little.
            if ratio.abs() <= 2.0 {
                let nearly = released(&pressed(alpha, 1e-9, ratio));
                close("x_max", exact.max_compression, nearly.max_compression, 1e-8);
                close("duration", exact.duration, nearly.duration, 1e-8);
                close("peak", exact.peak_speed, nearly.peak_speed, 1e-8);
            }
        }
    }
}
