//! The hammer on a rigid wall of \[Avanzini2001\]: contact times, release velocities and Newton iterations of
//! the trapezoid rule against an independent implementation.
//!
//! That implementation measures the contact time from the start at the wall to the linear interpolation
//! between the last sample inside and the first outside, and counts the iterations of the steps that end
//! inside. The straight line of the outgoing flight, which this project uses, agrees with it to 1e-8 in
//! contacts this long.

use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, BounceSample, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Am1;
use foley_lab::experiment::{HAMMER, RATE, problem, ten_grams};
use serde_json::Value;

/// Maximum relative difference of two numbers that agree to six digits \[1\].
const SIX: f64 = 1e-6;

fn reference() -> Value {
    let text = include_str!("../../../contact/tests/reference/modal-contact.json");
    serde_json::from_str::<Value>(text).expect("JSON")["hammer_and_resonator"].take()
}

fn rows(reference: &Value, key: &str) -> Vec<Value> {
    reference[key].as_array().expect(key).clone()
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"))
}

fn close(name: &str, ours: f64, theirs: f64, tolerance: f64) {
    let off = (ours / theirs - 1.0).abs();
    assert!(off <= tolerance, "{name}: {ours:e}, expected {theirs:e}, relative error {off:e}");
}

fn felt(stiffness: f64, damping: f64, speed: f64) -> Impact {
    ten_grams(stiffness, HAMMER.law.exponent, damping, speed)
}

/// Result of an impact by the trapezoid rule.
struct HammerRun {
    /// Contact time by interpolation at release \[s\].
    duration: f64,
    /// Contact time by extending the straight line of the outgoing flight back to the wall \[s\].
    straight_line: f64,
    /// Release velocity \[m/s\].
    release: f64,
    max_iterations: u32,
    mean_iterations: f64,
}

/// Runs an impact that starts `offset` samples before the wall.
fn strike(impact: &Impact, offset: f64) -> HammerRun {
    let problem = problem(impact, RATE);
    let mut samples: Vec<BounceSample> = Vec::new();
    let approach = Approach { offset, ..Approach::at_speed(impact.speed) };
    let report = bounce(&problem, &mut Am1::new(), approach, |sample| {
        samples.push(*sample);
    });
    let [.., inside, outside] = samples[..] else {
        panic!("too short");
    };
    let (from, to) = (inside.motion.displacement, outside.motion.displacement);
    let counts: Vec<u32> =
        samples[1..samples.len() - 1].iter().map(|sample| sample.advance.iterations).collect();
    HammerRun {
        duration: inside.time + problem.step.seconds() * from / (from - to),
        straight_line: report.duration,
        release: report.release_velocity,
        max_iterations: counts.iter().copied().fold(0, u32::max),
        mean_iterations: f64::from(counts.iter().sum::<u32>()) / counts.len() as f64,
    }
}

#[test]
fn the_trapezoid_rule_has_the_contact_times_of_the_reference() {
    let reference = reference();
    for key in ["fig4_ratio", "fig4_mu"] {
        for row in rows(&reference, key) {
            let impact = felt(number(&row, "k"), number(&row, "mu"), 1.0);
            let struck = strike(&impact, 0.0);
            let exact = number(&row, "t0_exact");
            close("ratio", impact.mass / impact.law.stiffness, number(&row, "ratio"), 1e-14);
            close("exact duration", impact.duration(), exact, 1e-11);
            close("duration", struck.duration, number(&row, "t0_sim"), 1e-12);
            close("straight line", struck.straight_line, number(&row, "t0_sim"), 1e-7);
            close("release", struck.release, number(&row, "vout_sim"), 1e-11);
            let error = 100.0 * (struck.duration / exact - 1.0);
            close("duration error", error, number(&row, "err_pct"), SIX);
            assert_eq!(f64::from(struck.max_iterations), number(&row, "maxit"), "{row}");
            if let Some(mean) = row["meanit"].as_f64() {
                close("iterations", struck.mean_iterations, mean, 1e-12);
            }
            if let Some(expected) = row["vout_exact"].as_f64() {
                close("exact release", impact.release_velocity(), expected, 1e-13);
            }
            if let Some(expected) = row["vout_err_pct"].as_f64() {
                let error = 100.0 * (struck.release / impact.release_velocity() - 1.0);
                close("release error", error, expected, SIX);
            }
        }
    }
}

#[test]
fn harder_walls_need_more_iterations_and_release_too_fast() {
    for row in rows(&reference(), "newton_hard") {
        let impact = felt(number(&row, "k"), 0.6, 1.0);
        // The reference starts 0.4 samples before the wall here.
        let struck = strike(&impact, 0.4);
        println!("mean {}, maximum {} iterations, {row}", struck.mean_iterations, struck.max_iterations);
        close("samples", impact.duration() * RATE, number(&row, "T_samples"), 1e-11);
        let error = 100.0 * (struck.release / impact.release_velocity() - 1.0);
        close("release error", error, number(&row, "vout_err_pct"), SIX);
        assert_eq!(f64::from(struck.max_iterations), number(&row, "maxit"), "{row}");
        close("iterations", struck.mean_iterations, number(&row, "meanit"), 1e-12);
    }
}

#[test]
fn equation_9_of_the_dafx_paper_lacks_a_factor() {
    let reference = reference();
    let factor = |alpha: f64| (alpha + 1.0).powf(-alpha / (alpha + 1.0));
    close("α = 2.8", factor(2.8), number(&reference, "missing_factor_alpha_2.8"), 1e-14);
    for row in rows(&reference, "eq9_check") {
        let alpha = number(&row, "alpha");
        let law = HuntCrossley { stiffness: number(&row, "k"), exponent: alpha, damping: number(&row, "mu") };
        let impact = Impact::new(number(&row, "m"), law, number(&row, "vin"));
        let duration = impact.duration();
        close("duration", duration, number(&row, "t0_corrected_eq9"), 1e-11);
        close("against an integration", duration, number(&row, "t0_ode"), 2e-11);
        close("as printed", duration / factor(alpha), number(&row, "t0_printed_eq9"), 1e-11);
        close("release", impact.release_velocity(), number(&row, "vout_exact"), 1e-13);
    }
}

#[test]
fn the_hammer_of_figure_1_has_the_depth_release_and_duration_of_the_reference() {
    for row in rows(&reference(), "fig1") {
        let impact = Impact { speed: number(&row, "vin"), ..HAMMER };
        close("release", impact.release_velocity(), number(&row, "vout"), 1e-13);
        close("depth", impact.max_compression(), number(&row, "xmax"), 1e-13);
        close("duration", impact.duration(), number(&row, "t0"), 1e-11);
    }
}
