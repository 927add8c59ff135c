//! The four integrators of the impact paper against trajectories and chains of a hundred impacts from an
//! independent implementation. The laboratory reproduces the printed tables; these tests compare samples.

use crate::support;
use crate::support::{agree, impact, motion, number, numbers, relative, through_contact};
use foley_contact::law::{HuntCrossley, Law, Linear};
use foley_contact::scheme::{Am1, Heun, HeunTextbook, Problem, Rk4, Scheme, StepOutcome, Verlet};
use foley_contact::{Motion, Step};
use serde_json::Value;

const RATE: f64 = 44_100.0;
const CASES: [&str; 3] = ["noncritical", "case1", "case2"];

/// Rounding of a sum over some thousand steps, relative to the largest value. The reference adds in another
/// order.
const SAME: f64 = 2e-11;

fn case(reference: &Value, name: &str, rate: f64) -> (Problem<HuntCrossley>, f64) {
    let case = reference["analytic"]
        .as_array()
        .and_then(|list| list.iter().find(|case| case["name"] == name))
        .expect("a case of the paper");
    let law = HuntCrossley {
        stiffness: number(&case["k"]),
        exponent: number(&case["alpha"]),
        damping: number(&case["mu"]),
    };
    (Problem::new(number(&case["m"]), law, Step::at_rate(rate)), number(&case["v_in"]))
}

/// Path of one impact of a case, started at the wall.
fn path<S: Scheme<HuntCrossley>>(scheme: &mut S, reference: &Value, name: &str) -> Vec<Motion> {
    let (problem, v) = case(reference, name, RATE);
    through_contact(scheme, &problem, Motion::new(0.0, v))
}

fn compare<S: Scheme<HuntCrossley>>(mut scheme: S, key: &str) -> f64 {
    let reference = impact();
    let mut worst = 0.0f64;
    for name in CASES {
        let ours = path(&mut scheme, &reference, name);
        let deepest = ours.iter().fold(0.0f64, |m, at| m.max(at.displacement));
        let theirs = &reference["trajectories"][name][key];
        let mut samples: Vec<(usize, f64, f64)> = Vec::new();
        if let Some(list) = theirs.as_array() {
            assert_eq!(list.len(), ours.len(), "{key} {name}: samples");
            for (n, at) in list.iter().enumerate() {
                let at = numbers(at);
                samples.push((n, at[0], at[1]));
            }
        } else {
            for (n, at) in theirs["first"].as_array().into_iter().flatten().enumerate() {
                let at = numbers(at);
                samples.push((n, at[0], at[1]));
            }
            for part in ["every100", "last"] {
                for at in theirs[part].as_array().into_iter().flatten() {
                    let at = numbers(at);
                    samples.push((at[0] as usize, at[1], at[2]));
                }
            }
            assert_eq!(samples.iter().map(|s| s.0).max(), Some(ours.len() - 1), "{key} {name}: samples");
        }
        for (n, x, v) in samples {
            let off = ((ours[n].displacement - x) / deepest)
                .abs()
                .max(((ours[n].velocity - v) / ours[0].velocity).abs());
            assert!(off <= SAME, "{key} {name} sample {n}: {:?} against ({x:e}, {v:e})", ours[n]);
            worst = worst.max(off);
        }
        agree(
            &format!("{key} {name} v_out"),
            ours.last().expect("samples").velocity,
            number(&reference["single"][name][key]["exact_reference"]["v_out"]),
            SAME,
        );
    }
    println!("{key}: worst difference {worst:e}");
    worst
}

#[test]
fn am1_follows_the_reference_path() {
    compare(Am1::new(), "AM1");
}

#[test]
fn verlet_follows_the_reference_path() {
    compare(Verlet::new(), "Verlet");
}

#[test]
fn heun_follows_the_reference_path() {
    compare(Heun::new(), "Heun");
}

#[test]
fn rk4_follows_the_reference_path() {
    compare(Rk4::new(), "RK4");
}

/// Velocity after a hundred impacts. `hand_on` returns the start velocity of the next impact.
fn chain<S: Scheme<HuntCrossley>>(mut scheme: S, name: &str, rate: f64, hand_on: fn(&S) -> f64) -> f64 {
    let (problem, mut v) = case(&impact(), name, rate);
    let mut end = 0.0;
    for _ in 0..100 {
        let path = through_contact(&mut scheme, &problem, Motion::new(0.0, v));
        end = path.last().expect("samples").velocity;
        v = hand_on(&scheme).abs();
    }
    end
}

fn velocity<S: Scheme<HuntCrossley>>(scheme: &S) -> f64 {
    scheme.motion().velocity
}

#[test]
fn a_hundred_impacts_end_at_the_reference_velocity() {
    let reference = impact();
    for name in ["case1", "case2"] {
        let chains = &reference["chains"][name];
        for (key, ours) in [
            ("AM1", chain(Am1::new(), name, RATE, velocity)),
            ("AM1_printed", chain(Am1::as_printed(), name, RATE, velocity)),
            ("Verlet", chain(Verlet::new(), name, RATE, velocity)),
            ("Heun", chain(Heun::new(), name, RATE, velocity)),
            ("Heun_printed", chain(Heun::new(), name, RATE, Heun::predicted_velocity)),
            ("RK4", chain(Rk4::new(), name, RATE, velocity)),
            ("RK4x16", chain(Rk4::new(), name, 16.0 * RATE, velocity)),
        ] {
            let theirs = number(&chains[key]["v_end"]);
            println!("{name} {key}: {ours} off {:e}", relative(ours, theirs));
            agree(&format!("{name} {key}"), ours, theirs, 1e-11);
        }
    }
}

#[test]
fn textbook_heun_is_another_scheme() {
    // Case 1 leaves 0.295 % too fast; the printed form 0.067 %.
    let reference = impact();
    let ours = path(&mut HeunTextbook::new(), &reference, "case1");
    let exact = number(&reference["analytic"][1]["v_out"]);
    let error = 100.0 * (ours.last().expect("samples").velocity / exact - 1.0);
    assert!((error - 0.295).abs() < 5e-4, "{error} %");
}

#[test]
fn the_bound_of_figure_1_9_clamps_as_in_the_reference() {
    let reference = impact();
    let (problem, v) = case(&reference, "fig1.9", RATE);
    let start = Motion::new(0.0, v);
    let mut bounded = problem;
    bounded.bound = number(&reference["analytic"][7]["x_max"]);
    for (key, free, held) in [
        (
            "AM1",
            through_contact(&mut Am1::new(), &problem, start),
            through_contact(&mut Am1::new(), &bounded, start),
        ),
        (
            "Verlet",
            through_contact(&mut Verlet::new(), &problem, start),
            through_contact(&mut Verlet::new(), &bounded, start),
        ),
        (
            "Heun",
            through_contact(&mut Heun::new(), &problem, start),
            through_contact(&mut Heun::new(), &bounded, start),
        ),
        (
            "RK4",
            through_contact(&mut Rk4::new(), &problem, start),
            through_contact(&mut Rk4::new(), &bounded, start),
        ),
    ] {
        for (kind, ours) in [("plain", &free), ("bounded", &held)] {
            let theirs = &reference["corrections"][format!("fig1.9/{key}")][kind]["trajectory"];
            let theirs: Vec<_> = theirs.as_array().expect("rows").iter().map(numbers).collect();
            assert_eq!(ours.len(), theirs.len());
            for (ours, theirs) in ours.iter().zip(&theirs) {
                let label = format!("{key} {kind}");
                agree(&label, ours.displacement, theirs[0], SAME);
                agree(&label, ours.velocity, theirs[1], SAME);
            }
        }
        // AM1 and RK4 never reach the bound here.
        assert_eq!(free == held, key == "AM1" || key == "RK4", "{key}");
    }
}

#[test]
fn a_bound_is_never_exceeded() {
    let (mut problem, v) = case(&impact(), "case2", RATE);
    problem.bound = 3e-5;
    let start = Motion::new(0.0, v);
    for path in [
        through_contact(&mut Am1::new(), &problem, start),
        through_contact(&mut Verlet::new(), &problem, start),
        through_contact(&mut Heun::new(), &problem, start),
        through_contact(&mut HeunTextbook::new(), &problem, start),
        through_contact(&mut Rk4::new(), &problem, start),
    ] {
        assert!(path.iter().all(|at| at.displacement <= problem.bound));
        assert!(path.iter().any(|at| at.displacement == problem.bound));
    }
}

/// Error of the state after a fixed time in contact, against RK4 with a much smaller step.
fn order<S: Scheme<HuntCrossley>>(mut scheme: S, steps: u32) -> f64 {
    let law = HuntCrossley { stiffness: 1e5, exponent: 2.5, damping: 0.5 };
    let run = |scheme: &mut dyn Scheme<HuntCrossley>, steps: u32| {
        let problem = Problem::new(0.01, law, Step::of_seconds(8e-4).divided_by(steps));
        // The force of this law starts flat, so a stored force of zero is accurate to high order.
        scheme.begin(&problem, Motion::new(0.0, 1.0));
        for _ in 0..steps {
            scheme.advance(&problem);
        }
        scheme.motion()
    };
    let exact = run(&mut Rk4::new(), 20_000);
    let mut error = |steps| {
        let off = run(&mut scheme, steps) - exact;
        (off.velocity * off.velocity + (2e3 * off.displacement) * (2e3 * off.displacement)).sqrt()
    };
    error(steps) / error(2 * steps)
}

#[test]
fn halving_the_step_quarters_the_error() {
    for (name, ratio) in [
        ("am1", order(Am1::new(), 200)),
        ("verlet", order(Verlet::new(), 200)),
        ("heun", order(Heun::new(), 200)),
        ("heun-textbook", order(HeunTextbook::new(), 200)),
    ] {
        assert!((3.7..4.3).contains(&ratio), "{name}: {ratio}");
    }
    // Fourth order, as far as a force with exponent 2.5 permits: x^2.5 is not smooth at the start.
    let ratio = order(Rk4::new(), 20);
    assert!(ratio > 8.0, "rk4: {ratio}");
}

#[test]
fn newton_needs_few_iterations_in_a_long_contact() {
    let (problem, v) = case(&impact(), "case1", RATE);
    let mut scheme = Am1::new();
    scheme.begin(&problem, Motion::new(0.0, v));
    for _ in 0..18 {
        let advance = scheme.advance(&problem);
        assert_eq!(advance.outcome, StepOutcome::Taken);
        assert!(advance.iterations <= 5, "{}", advance.iterations);
    }
}

#[test]
fn newton_converges_wherever_the_law_pushes() {
    let mut dice = support::Dice::new(7);
    let mut most = 0;
    for _ in 0..3_000 {
        let law = HuntCrossley {
            stiffness: dice.between(3.0f64.ln(), 28.0f64).exp(),
            exponent: dice.between(1.0, 3.5),
            damping: dice.between(0.0, 2.0),
        };
        let problem = Problem::new(0.01, law, Step::at_rate(RATE));
        let mut scheme = Am1::new();
        scheme.begin(&problem, Motion::new(-1e-6, dice.between(0.01, 5.0)));
        for _ in 0..200 {
            let advance = scheme.advance(&problem);
            let at = motion(&scheme, &problem);
            if 1.0 + law.damping * at.velocity <= 0.0 {
                break; // Thrown out faster than 1/μ, which the trapezoid rule can do; the law itself is sticky there.
            }
            assert_eq!(advance.outcome, StepOutcome::Taken, "{law:?} {at:?}");
            // The stored force is the law's force at the new state.
            let off = (scheme.force() - law.force(at)).abs();
            let grain = law.slope(at.displacement) * 4e-16 * (at.displacement.abs() + 1e-4);
            assert!(off <= 1e-11 * scheme.force() + grain, "{off:e} {law:?}");
            most = most.max(advance.iterations);
            if at.displacement <= 0.0 && at.velocity < 0.0 {
                break;
            }
        }
    }
    println!("maximum Newton iterations: {most}");
    assert!(most <= 40, "{most}");
}

/// Displacement of a mass at rest after a thousand steps \[m\].
fn drift<S: Scheme<HuntCrossley>>(mut scheme: S, problem: &Problem<HuntCrossley>, rest: Motion) -> f64 {
    scheme.begin(problem, rest);
    scheme.place(problem, rest, true);
    for _ in 0..1_000 {
        scheme.advance(problem);
    }
    (scheme.motion().displacement / rest.displacement - 1.0).abs()
}

#[test]
fn a_mass_at_rest_stays_where_the_forces_balance() {
    let law = HuntCrossley { stiffness: 1e5, exponent: 1.5, damping: 0.5 };
    let mut problem = Problem::new(0.01, law, Step::at_rate(RATE));
    problem.pressing = 0.03;
    let rest = Motion::new((problem.pressing / law.stiffness).powf(1.0 / 1.5), 0.0);
    for (name, off) in [
        ("am1", drift(Am1::new(), &problem, rest)),
        ("verlet", drift(Verlet::new(), &problem, rest)),
        ("heun", drift(Heun::new(), &problem, rest)),
        ("heun-textbook", drift(HeunTextbook::new(), &problem, rest)),
        ("rk4", drift(Rk4::new(), &problem, rest)),
    ] {
        assert!(off < 1e-10, "{name}: {off:e}");
    }
}

#[test]
fn a_jumping_force_stays_finite_and_reports_a_missing_root() {
    let mut dice = support::Dice::new(19);
    let mut without_root = 0;
    for _ in 0..500 {
        let law = Linear {
            stiffness: dice.between(1e3f64.ln(), 1e9f64.ln()).exp(),
            damping: dice.between(0.0, 100.0),
        };
        let problem = Problem::new(0.01, law, Step::at_rate(RATE));
        let mut scheme = Am1::new();
        scheme.begin(&problem, Motion::new(-1e-6, dice.between(0.01, 5.0)));
        for _ in 0..100 {
            let advance = scheme.advance(&problem);
            assert!(motion(&scheme, &problem).is_finite());
            assert!(advance.iterations <= 50);
            match advance.outcome {
                StepOutcome::NotConverged(residual) => {
                    assert!(residual > 0.0);
                    without_root += 1;
                }
                outcome => assert_eq!(outcome, StepOutcome::Taken),
            }
        }
    }
    // Only at entry, and not in every impact.
    assert!(without_root < 500, "{without_root}");
}

#[test]
fn a_force_into_the_wall_deepens_and_slows_as_in_figure_5() {
    let reference = impact();
    for row in reference["external_force"].as_array().expect("rows") {
        let force = number(&row["f_into_wall"]);
        let params = &row["params"];
        let law = HuntCrossley {
            stiffness: number(&params["k"]),
            exponent: number(&params["alpha"]),
            damping: number(&params["mu"]),
        };
        let mut problem = Problem::new(number(&params["m"]), law, Step::at_rate(16.0 * RATE));
        problem.pressing = force;
        let start = Motion::new(0.0, number(&params["v_in"]));
        let path = through_contact(&mut Rk4::new(), &problem, start);
        let deepest = path.iter().fold(0.0f64, |m, at| m.max(at.displacement));
        // The contact has 6500 samples: the deepest sample misses the peak by at most 1e-7 of it, the release
        // velocity by the acceleration of one step.
        agree("x_max", deepest, number(&row["x_max"]), 1e-6);
        agree(
            "v_out",
            path.last().expect("samples").velocity,
            number(&row["v_out"]),
            (1e-7 + (force / problem.mass).abs() * problem.step.seconds()) / 0.04,
        );
    }
}
