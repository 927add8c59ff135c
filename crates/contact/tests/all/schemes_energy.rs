//! The two- and three-point schemes: samples and durations against an independent implementation, and energy
//! conservation.

use crate::support::{Dice, agree, energy_schemes, flight, number, numbers};
use foley_contact::law::{CentreLimited, HuntCrossley, Law, Linear, OneSided, Power, Stulov};
use foley_contact::scheme::{Problem, Rk4, Scheme, StepOutcome, StiffnessRule, ThreePoint, TwoPoint};
use foley_contact::{Motion, Step};
use serde_json::Value;

fn linear(stiffness: f64) -> HuntCrossley {
    HuntCrossley { stiffness, exponent: 1.0, damping: 0.0 }
}

/// The mass of figures 3 to 6: 1 kg at 1 m/s from 0.1 mm before the wall.
fn figure(law: HuntCrossley, rate: f64) -> (Problem<HuntCrossley>, Motion) {
    (Problem::new(1.0, law, Step::at_rate(rate)), Motion::new(-1e-4, 1.0))
}

/// Asserts that every sample is within `tolerance` of the largest value.
#[track_caller]
fn same_path(label: &str, ours: &[f64], theirs: &Value, tolerance: f64) {
    let theirs = numbers(theirs);
    let size = theirs.iter().fold(0.0f64, |m, y| m.max(y.abs()));
    assert!(ours.len() >= theirs.len(), "{label}: too short");
    for (n, (a, b)) in ours.iter().zip(&theirs).enumerate() {
        assert!((a - b).abs() <= tolerance * size, "{label}, sample {n}: ours {a:e}, reference {b:e}");
    }
}

#[test]
fn figure_3_is_reproduced_sample_by_sample() {
    let reference = energy_schemes();
    for row in reference["two_and_three_point"]["fig3"]["rows"].as_array().expect("rows") {
        let stiffness = number(&row["k_c"]);
        let (problem, start) = figure(linear(stiffness), 50_000.0);
        let two = flight(&mut TwoPoint::new(), &problem, start, 0.0).expect("a real step");
        let three = flight(&mut ThreePoint::new(), &problem, start, 0.0).expect("a real step");
        let label = format!("k = {stiffness:e}");
        same_path(&label, &two.path, &row["two_y"], 1e-14);
        same_path(&label, &three.path, &row["three_y"], 1e-14);
        agree(&label, two.duration, number(&row["two_line"]), 1e-13);
        agree(&label, three.duration, number(&row["three_line"]), 1e-13);
        // A sample on the wall itself has the sign of a rounding error, and the reference may have counted
        // it.
        for (ours, path, key) in
            [(two.inside, "two_y", "two_n_inside"), (three.inside, "three_y", "three_n_inside")]
        {
            let grazes = numbers(&row[path]).iter().filter(|y| (0.0..1e-16).contains(*y)).count();
            assert_eq!((ours + grazes) as f64, number(&row[key]), "{label}");
        }
        agree(&label, two.release, -1.0, 1e-14);
        agree(&label, three.release, -1.0, 1e-14);
        // The linear law is the same law.
        let spring = Linear { stiffness, damping: 0.0 };
        // Durations in samples over 64 phases: mean, smallest, largest.
        let step = problem.step.seconds();
        let unit = linear(stiffness * step * step);
        for (ours, key) in [
            (durations(unit, 64, TwoPoint::new), "two_phase"),
            (durations(unit, 64, ThreePoint::new), "three_phase"),
        ] {
            for (ours, theirs) in ours.iter().zip(numbers(&row[key])) {
                agree(&format!("{label} {key}"), ours * step, theirs, 1e-11);
            }
        }
        let problem = Problem::new(1.0, spring, problem.step);
        let again = flight(&mut TwoPoint::new(), &problem, start, 0.0).expect("a real step");
        agree(&label, again.duration, two.duration, 1e-14);
    }
}

#[test]
fn figure_5_is_reproduced_sample_by_sample() {
    let reference = energy_schemes();
    let figure_5 = &reference["two_and_three_point"]["fig5"];
    let omega = number(&figure_5["omega_c"]);
    let (problem, start) = figure(linear(omega * omega), number(&figure_5["fs"]));
    let step = problem.step.seconds();
    let tau = number(&figure_5["tau_exact"]);
    let unit = linear(omega * step * (omega * step));
    let spread = |key: &str, samples: [f64; 3]| {
        for (ours, part) in samples.iter().zip(["mean_err_pct", "min_err_pct", "max_err_pct"]) {
            let error = 100.0 * (ours * step / tau - 1.0);
            let theirs = number(&figure_5[key][part]);
            assert!((error - theirs).abs() < 1e-10, "{key} {part}: {error}, reference {theirs}");
        }
    };
    for (rule, two, three) in
        [(StiffnessRule::Plain, "two_raw", "three_raw"), (StiffnessRule::Exact, "two_star", "three_star")]
    {
        spread(two, durations(unit, 256, || TwoPoint::with_stiffness(rule)));
        spread(three, durations(unit, 256, || ThreePoint::with_stiffness(rule)));
        let ours = flight(&mut TwoPoint::with_stiffness(rule), &problem, start, 0.0).expect("a real step");
        same_path(two, &ours.path, &figure_5[two]["y"], 1e-14);
        agree(two, ours.duration, number(&figure_5[two]["tau_line"]), 1e-13);
        let ours = flight(&mut ThreePoint::with_stiffness(rule), &problem, start, 0.0).expect("a real step");
        same_path(three, &ours.path, &figure_5[three]["y"], 1e-14);
        agree(three, ours.duration, number(&figure_5[three]["tau_line"]), 1e-13);
    }
}

#[test]
fn figure_6_is_reproduced_at_every_rate() {
    let reference = energy_schemes();
    let figure_6 = &reference["two_and_three_point"]["fig6"];
    let (omega, tau) = (number(&figure_6["omega_c"]), number(&figure_6["tau_exact"]));
    for row in figure_6["rows"].as_array().expect("rows") {
        let step = 1.0 / number(&row["fs"]);
        let law = linear(omega * step * (omega * step));
        let late = |samples: [f64; 3]| samples[0] * step - tau;
        let exact = StiffnessRule::Exact;
        for (key, ours) in [
            ("sim_err_two", late(durations(law, 16, || TwoPoint::with_stiffness(exact)))),
            ("sim_err_three", late(durations(law, 16, || ThreePoint::with_stiffness(exact)))),
        ] {
            // Where ωT is beyond the limit, both hold β at a large value, but not the same one.
            let off = (ours - number(&row[key])).abs() / tau;
            let held =
                number(&row["err_two"]) > 0.0 || key == "sim_err_three" && number(&row["err_three"]) > 0.0;
            assert!(off < if held { 1e-6 } else { 1e-12 }, "{} Hz {key}: {off:e}", row["fs"]);
        }
    }
}

/// Durations in samples over evenly spread phases of a unit impact (1 kg, 1 m/s, steps of 1 s): mean,
/// smallest, largest.
fn durations<S: Scheme<HuntCrossley>>(
    law: HuntCrossley,
    phases: u32,
    mut scheme: impl FnMut() -> S,
) -> [f64; 3] {
    let problem = Problem::new(1.0, law, Step::of_seconds(1.0));
    let (mut sum, mut least, mut most) = (0.0, f64::INFINITY, 0.0f64);
    for phase in 0..phases {
        let start = Motion::new(-2.0 - (f64::from(phase) + 0.5) / f64::from(phases), 1.0);
        let one = flight(&mut scheme(), &problem, start, 0.0).expect("a real step");
        sum += one.duration;
        least = least.min(one.duration);
        most = most.max(one.duration);
    }
    [sum / f64::from(phases), least, most]
}

/// Stiffness for which a unit impact (1 kg, 1 m/s, steps of 1 s) without loss lasts `samples` steps, by the
/// closed form of the contact time.
fn stiffness_for(exponent: f64, samples: f64) -> f64 {
    let p = exponent + 1.0;
    let i = core::f64::consts::PI.sqrt() * libm::tgamma(1.0 + 1.0 / p) / libm::tgamma(0.5 + 1.0 / p);
    0.5 * p * (2.0 * i / samples).powf(p)
}

#[test]
fn a_rigid_contact_lasts_one_or_two_samples() {
    let reference = energy_schemes();
    for row in reference["two_and_three_point"]["hard_limit_samples"].as_array().expect("rows") {
        let law =
            HuntCrossley { stiffness: number(&row["k"]), exponent: number(&row["alpha"]), damping: 0.0 };
        let two = durations(law, 16, TwoPoint::new);
        let three = durations(law, 16, ThreePoint::new);
        // A stiffness of 1e18 leaves a depth of 1e-9 of a step: the rounding of the reference appears in the
        // tenth digit.
        let tolerance = if law.stiffness > 1e15 { 2e-7 } else { 1e-10 };
        for (ours, theirs) in [
            (two[1], &row["two"][0]),
            (two[2], &row["two"][1]),
            (three[0], &row["three_mean"]),
            (three[1], &row["three"][0]),
            (three[2], &row["three"][1]),
        ] {
            agree(&format!("{law:?}"), ours, number(theirs), tolerance);
        }
    }
}

#[test]
fn the_stiffness_rules_match_the_reference_and_correct_the_duration() {
    let reference = energy_schemes();
    for row in reference["two_and_three_point"]["alpha_gt1_correction"].as_array().expect("rows") {
        let (exponent, samples) = (number(&row["alpha"]), number(&row["T"]));
        let law = HuntCrossley { stiffness: stiffness_for(exponent, samples), exponent, damping: 0.0 };
        let label = format!("α = {exponent}, T = {samples}");
        let check = |key: &str, rule: StiffnessRule| {
            // The reference averages over 48 phases and lists mean, smallest and largest.
            let ours = durations(law, 48, || TwoPoint::with_stiffness(rule));
            for (ours, theirs) in ours.iter().zip(numbers(&row[key])) {
                let error = 100.0 * (ours / samples - 1.0);
                assert!((error - theirs).abs() < 1e-8, "{label} {key}: {error} %, reference {theirs} %");
            }
        };
        check("raw", StiffnessRule::Plain);
        for (key, scale, rule) in [
            ("tan", "keff_tan", StiffnessRule::tangent(exponent, samples)),
            ("fit", "keff_fit", StiffnessRule::fitted(exponent, samples)),
        ] {
            let Some(theirs) = row.get(scale).filter(|value| value.is_number()) else {
                assert_eq!(rule, None, "{label}: {key}");
                continue;
            };
            let Some(rule @ StiffnessRule::Scaled(ours)) = rule else {
                panic!("{label}: no {key} rule");
            };
            agree(&format!("{label} {key}"), ours, number(theirs), 1e-9);
            check(key, rule);
        }
    }
}

/// Largest relative change of the energy of a mass that rattles between two barriers, and the number of
/// turns.
fn drift<L: Law, S: Scheme<L>>(mut scheme: S, problem: &Problem<L>, start: Motion, steps: u32) -> (f64, u32) {
    scheme.begin(problem, start);
    let energy = scheme.energy(problem);
    let (mut worst, mut turns, mut way) = (0.0f64, 0, start.velocity);
    for _ in 0..steps {
        let advance = scheme.advance(problem);
        assert_eq!(advance.outcome, StepOutcome::Taken);
        worst = worst.max((scheme.energy(problem) / energy - 1.0).abs());
        if scheme.motion().velocity * way < 0.0 {
            way = -way;
            turns += 1;
        }
    }
    (worst, turns)
}

#[test]
fn energy_is_constant_over_a_hundred_thousand_steps() {
    for (exponent, samples) in [(1.0, 1.5), (1.0, 20.0), (1.5, 3.0), (2.8, 6.0), (2.8, 40.0)] {
        let rattle =
            CentreLimited { stiffness: stiffness_for(exponent, samples), exponent, clearance: 2.0 * samples };
        let problem = Problem::new(1.0, rattle, Step::of_seconds(1.0));
        let start = Motion::new(0.3, 1.0);
        for (name, (off, turns)) in [
            ("two", drift(TwoPoint::new(), &problem, start, 100_000)),
            ("three", drift(ThreePoint::new(), &problem, start, 100_000)),
        ] {
            println!("{name}-point, α = {exponent}, T = {samples}: {turns} impacts, drift {off:e}");
            assert!(turns > 400, "{turns}");
            assert!(off < 1e-12, "{name}, {exponent}, {samples}: {off:e}");
        }
    }
}

#[test]
fn oscillators_conserve_their_energy() {
    for exponent in [1, 3, 5, 7] {
        let spring = Power { stiffness: 1e3, exponent };
        let problem = Problem::new(1.0, spring, Step::of_seconds(0.01));
        let start = Motion::new(-0.4, 3.0);
        for (off, _) in [
            drift(TwoPoint::new(), &problem, start, 100_000),
            drift(ThreePoint::new(), &problem, start, 100_000),
        ] {
            assert!(off < 1e-12, "α = {exponent}: {off:e}");
        }
    }
}

#[test]
fn an_external_force_adds_exactly_its_work() {
    // Lossless and pressed into the wall: the energy gain is f_e times the displacement.
    let law = HuntCrossley { stiffness: 1e7, exponent: 1.5, damping: 0.0 };
    let mut problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
    problem.pressing = 5.0;
    let start = Motion::new(-1e-4, 0.1);
    let mut two = TwoPoint::new();
    two.begin(&problem, start);
    let total = |scheme: &TwoPoint, problem: &Problem<HuntCrossley>| {
        let at: Motion = Scheme::<HuntCrossley>::motion(scheme);
        scheme.energy(problem) - problem.pressing * at.displacement
    };
    let first = total(&two, &problem);
    for _ in 0..60_000 {
        two.advance(&problem);
        let off = total(&two, &problem) / first - 1.0;
        assert!(off.abs() < 2e-12, "{off:e}");
    }
    // Three points: between two samples the work is that of their mean position.
    let mut three = ThreePoint::new();
    three.begin(&problem, start);
    let t = problem.step.seconds();
    let total = |scheme: &ThreePoint, problem: &Problem<HuntCrossley>| {
        let at: Motion = Scheme::<HuntCrossley>::motion(scheme);
        let lead = 0.5 * t * problem.pressing / problem.mass;
        let middle = at.displacement - 0.5 * t * (at.velocity - lead);
        scheme.energy(problem) - problem.pressing * middle
    };
    let first = total(&three, &problem);
    for _ in 0..60_000 {
        three.advance(&problem);
        let off = total(&three, &problem) / first - 1.0;
        assert!(off.abs() < 2e-12, "{off:e}");
    }
}

/// Motion after a thousand steps.
fn fly<S: Scheme<HuntCrossley>>(mut scheme: S, problem: &Problem<HuntCrossley>, start: Motion) -> Motion {
    scheme.begin(problem, start);
    for _ in 0..1_000 {
        scheme.advance(problem);
    }
    scheme.motion()
}

#[test]
fn flight_under_an_external_force_is_exact() {
    let mut problem = Problem::new(0.01, HuntCrossley::default(), Step::at_rate(44_100.0));
    problem.pressing = 0.1;
    let start = Motion::new(-1.0, -0.3);
    let time = 1_000.0 * problem.step.seconds();
    let exact = Motion::new(
        start.displacement + start.velocity * time + 5.0 * time * time,
        start.velocity + 10.0 * time,
    );
    for at in [fly(TwoPoint::new(), &problem, start), fly(ThreePoint::new(), &problem, start)] {
        agree("displacement", at.displacement, exact.displacement, 1e-12);
        agree("velocity", at.velocity, exact.velocity, 1e-12);
    }
}

#[test]
fn lost_energy_equals_the_reported_heat() {
    fn check<L: Law + core::fmt::Debug, S: Scheme<L>>(mut scheme: S, law: L, start: Motion) {
        let problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
        scheme.begin(&problem, start);
        let first = scheme.energy(&problem);
        let (mut last, mut heat) = (first, 0.0);
        for _ in 0..400 {
            scheme.advance(&problem);
            let energy = scheme.energy(&problem);
            let lost = scheme.heat().expect("it knows");
            assert!(lost >= 0.0, "{law:?}");
            assert!((last - energy - lost).abs() < 1e-13 * first, "{law:?}");
            heat += lost;
            last = energy;
        }
        assert!((first - last - heat).abs() < 1e-12 * first);
        assert!(heat > 0.0, "{law:?} lost nothing");
    }
    let start = Motion::new(-1e-4, 2.0);
    let mut dice = Dice::new(3);
    for _ in 0..300 {
        let impact = HuntCrossley {
            stiffness: dice.between(7.0, 25.0).exp(),
            exponent: dice.between(1.0, 3.5),
            damping: dice.between(0.01, 3.0),
        };
        check(TwoPoint::new(), impact, start);
        check(ThreePoint::new(), impact, start);
        let felt = Stulov {
            stiffness: impact.stiffness,
            exponent: impact.exponent,
            relaxation: dice.between(1e-6, 1e-4),
        };
        check(TwoPoint::new(), felt, start);
        check(ThreePoint::new(), felt, start);
        let dashpot = Linear { stiffness: impact.stiffness, damping: dice.between(0.1, 30.0) };
        check(TwoPoint::new(), dashpot, start);
        check(ThreePoint::new(), dashpot, start);
    }
}

#[test]
fn declared_ranges_create_no_energy_and_always_converge() {
    let mut dice = Dice::new(11);
    let mut most = 0;
    for _ in 0..2_000 {
        let law = HuntCrossley {
            stiffness: dice.between(1e3f64.ln(), 1e12f64.ln()).exp(),
            exponent: dice.between(1.0, 3.5),
            damping: dice.between(0.0, 1.0).powi(6) * 1e3,
        };
        let problem = Problem::new(dice.between(-9.0, 2.0).exp(), law, Step::at_rate(44_100.0));
        let start = Motion::new(-1e-4 * dice.unit(), dice.between(0.01, 10.0));
        let mut scheme = TwoPoint::new();
        scheme.begin(&problem, start);
        let first = scheme.energy(&problem);
        let mut last = first;
        for _ in 0..300 {
            let advance = scheme.advance(&problem);
            most = most.max(advance.iterations);
            assert_eq!(advance.outcome, StepOutcome::Taken, "{problem:?} {start:?}");
            let energy = scheme.energy(&problem);
            assert!(energy <= last + 1e-13 * first, "{:e} gained, {problem:?}", energy / last - 1.0);
            last = energy;
        }
    }
    println!("maximum iterations: {most}");
    assert!(most <= 60, "{most}");
}

#[test]
fn a_fast_separation_still_has_a_step() {
    // Outwards faster than 1/μ the Hunt-Crossley formula pulls, and the solver has no known bracket.
    let law = HuntCrossley { stiffness: 1e8, exponent: 1.5, damping: 2.0 };
    let problem = Problem::new(0.01, law, Step::at_rate(44_100.0));
    for velocity in [-0.6, -1.0, -3.0, -30.0] {
        let mut scheme = TwoPoint::new();
        scheme.begin(&problem, Motion::new(5e-4, velocity));
        let first = scheme.energy(&problem);
        for _ in 0..50 {
            assert_eq!(scheme.advance(&problem).outcome, StepOutcome::Taken);
            assert!(scheme.energy(&problem) <= first * (1.0 + 1e-12));
        }
    }
}

/// Displacement after a millisecond in `steps` steps \[m\].
fn run<S: Scheme<HuntCrossley>>(mut scheme: S, law: HuntCrossley, steps: u32) -> f64 {
    let problem = Problem::new(0.01, law, Step::of_seconds(1e-3).divided_by(steps));
    scheme.begin(&problem, Motion::new(-2e-4, 1.0));
    for _ in 0..steps {
        scheme.advance(&problem);
    }
    scheme.motion().displacement
}

#[test]
fn halving_the_step_quarters_the_error() {
    let law = HuntCrossley { stiffness: 1e5, exponent: 2.5, damping: 0.5 };
    let exact = run(Rk4::new(), law, 40_000);
    let two = |steps| (run(TwoPoint::new(), law, steps) - exact).abs();
    let three = |steps| (run(ThreePoint::new(), law, steps) - exact).abs();
    for (name, ratio) in [("two", two(200) / two(400)), ("three", three(200) / three(400))] {
        assert!((3.6..4.4).contains(&ratio), "{name}-point: {ratio}");
    }
}

#[test]
fn a_shifted_barrier_only_shifts_the_flight() {
    // Moving the wall only shifts the flight.
    let law = OneSided { stiffness: 1e8, exponent: 1.5, barrier: 0.0 };
    let moved = OneSided { barrier: 0.25, ..law };
    let here = Problem::new(0.01, law, Step::at_rate(44_100.0));
    let there = Problem::new(0.01, moved, here.step);
    let start = Motion::new(-1e-4, 1.0);
    let away = Motion::new(0.2499, 1.0);
    let one = flight(&mut TwoPoint::new(), &here, start, 0.0).expect("a real step");
    let two = flight(&mut TwoPoint::new(), &there, away, 0.25).expect("a real step");
    agree("duration", two.duration, one.duration, 1e-9);
    agree("release", two.release, one.release, 1e-11);
}
