//! Contact time of the exact step against the continuous contact: the table in `scheme/exact/duration.rs`.

use crate::support::Dice;
use foley_contact::Step;
use foley_contact::analytic::{ContactTiming, Impact};
use foley_contact::bounce::{Approach, bounce};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::{Duration, Exact, Problem, Substeps};

/// Relative duration error, against the closed form, of a contact that lasts `kappa` samples.
fn duration_error(alpha: f64, loss: f64, kappa: f64, offset: f64, substeps: Substeps, rule: Duration) -> f64 {
    let x = kappa / ContactTiming::accurate(alpha, loss).duration_ratio;
    let law =
        HuntCrossley { stiffness: 0.5 * (alpha + 1.0) / x.powf(alpha + 1.0), exponent: alpha, damping: loss };
    let problem = Problem::new(1.0, law, Step::of_seconds(1.0));
    let mut scheme = Exact::new(substeps, rule);
    let approach = Approach { offset, ..Approach::at_speed(1.0) };
    let report = bounce(&problem, &mut scheme, approach, |_| {});
    report.duration / Impact::new(1.0, law, 1.0).duration() - 1.0
}

fn worst(substeps: Substeps, kappa: (f64, f64), loss: (f64, f64)) -> f64 {
    let mut dice = Dice::new(11);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let alpha = dice.exponent();
        let u =
            if dice.unit() < 0.5 { dice.log_between(loss.0, loss.1) } else { dice.between(loss.0, loss.1) };
        let samples = dice.log_between(kappa.0, kappa.1);
        let offset = dice.offset();
        let error = duration_error(alpha, u, samples, offset, substeps, Duration::Corrected);
        worst = worst.max(error.abs());
    }
    println!("{substeps:?}, τ = {kappa:?} samples, μ v_in = {loss:?}: within {:.3} %", 100.0 * worst);
    worst
}

#[test]
fn six_samples_are_enough_without_substeps() {
    let one = Substeps::Count(1);
    assert!(worst(one, (6.0, 60.0), (1e-6, 1.0)) < 0.0010);
    assert!(worst(one, (6.0, 60.0), (1.0, 3.0)) < 0.0020);
    assert!(worst(one, (6.0, 60.0), (3.0, 10.0)) < 0.0060);
    assert!(worst(one, (6.0, 60.0), (10.0, 20.0)) < 0.0100);
}

#[test]
fn half_a_sample_is_enough_with_substeps() {
    assert!(worst(Substeps::Auto, (0.5, 20.0), (1e-6, 1.0)) < 0.0005);
    assert!(worst(Substeps::Auto, (0.5, 20.0), (1.0, 20.0)) < 0.0020);
    // Down to the length at which 64 sub-steps give fewer than 6 per contact.
    assert!(worst(Substeps::Auto, (0.1, 0.5), (1e-6, 1.0)) < 0.0010);
}

#[test]
fn uncorrected_the_contact_is_late_by_c() {
    for (alpha, u) in [(1.0, 0.3), (1.5, 0.01), (1.5, 1.0), (1.5, 3.0), (2.8, 1.0), (2.8, 10.0)] {
        let c = ContactTiming::accurate(alpha, u).coefficient;
        let measure = |kappa: f64| {
            let phases = 32;
            let sum: f64 = (0..phases)
                .map(|i| (f64::from(i) + 0.5) / f64::from(phases))
                .map(|offset| duration_error(alpha, u, kappa, offset, Substeps::Count(1), Duration::Plain))
                .sum();
            sum / f64::from(phases) * kappa * kappa
        };
        // The error of c is of second order in 1/κ: extrapolate to zero.
        let (coarse, fine) = (measure(60.0), measure(120.0));
        let limit = fine + (fine - coarse) / 3.0;
        println!("α = {alpha}, μ v_in = {u}: c = {c:.6}, measured {limit:.6}");
        assert!((limit / c - 1.0).abs() < 1e-3, "α = {alpha}, u = {u}: {limit} for {c}");
    }
}
