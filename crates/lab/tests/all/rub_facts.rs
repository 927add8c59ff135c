//! An oscillator on a belt and a bowed string, played as scenes: against an independent program and against
//! physical laws.

use crate::figures_support::agree;
use foley_contact::{Friction, Step};
use foley_lab::experiment::RATE;
use foley_lab::experiment::rub::{
    BeltOscillator, BowedString, Regime, drag, find_pitch, friction_law, triangle_path,
};

fn measure_pitch(stiffness: f64, parts: u32) -> f64 {
    let velocity = BeltOscillator::new(friction_law(stiffness), 0.1).oversampled_velocity(RATE, parts, 0.35);
    find_pitch(&velocity[velocity.len() / 3..], RATE, (100.0, 260.0))
}

#[test]
fn the_pitch_of_stick_slip_equals_that_of_the_midpoint_rule() {
    // Both methods have different errors of second order in the step: at most 0.2 % here.
    for (stiffness, theirs) in [(1e4, 197.13), (1e6, 142.76), (1e7, 139.42)] {
        agree("pitch", measure_pitch(stiffness, 1), theirs, 2e-3);
    }
    // Their limits for small steps are equal. The values have 0.01 Hz; the last was computed only at 8×.
    for (stiffness, parts, theirs) in [(1e4, 32, 197.05), (1e6, 32, 142.65), (1e7, 8, 139.19)] {
        agree("limit", measure_pitch(stiffness, parts), theirs, 4e-4);
    }
}

fn regime(newtons: f64, speed: f64) -> Regime {
    let law = Friction { normal_force: newtons, ..friction_law(1e6) };
    Regime::of(&BeltOscillator::new(law, speed))
}

#[test]
fn a_large_force_on_a_slow_belt_sticks_and_a_small_force_on_a_fast_belt_slides() {
    // Static friction of 0.8 · 80 N exceeds the spring force after 0.3 s at 1 cm/s: 15791 N/m · 3 mm = 47.4
    // N.
    assert_eq!(regime(80.0, 0.01), Regime::Sticking);
    assert_eq!(regime(1.0, 0.8), Regime::Steady);
    assert_eq!(regime(5.0, 0.1), Regime::Periodic);
}

#[test]
fn steady_sliding_becomes_unstable_at_the_limit_of_linear_theory() {
    // At V = v_s/√2 the curve falls fastest: (μ_s − μ_d) F_N √2 e^(−½)/v_s = σ₂ + mω₀/Q, at F_N = 0.152 N. At
    // ±10 % of this force the oscillation changes too slowly for 0.3 s; at ±50 % it does not.
    let steepest = 0.1 / 2f64.sqrt();
    let hold = 0.4 + 0.01 * core::f64::consts::TAU * 200.0 / 50.0;
    let border = hold * 0.1 / (0.5 * 2f64.sqrt() * (-0.5f64).exp());
    assert_eq!(regime(0.5 * border, steepest), Regime::Steady);
    assert_eq!(regime(1.5 * border, steepest), Regime::Periodic);
}

#[test]
fn synthetic_velocities_are_classified() {
    let made = |of: &dyn Fn(f64) -> f64| -> Vec<f64> { (0..5000).map(|n| of(f64::from(n))).collect() };
    let wave = |period: f64| move |n: f64| if n % period < 0.9 * period { 0.1 } else { -0.9 };
    assert_eq!(Regime::classify(&made(&wave(150.0)), 0.1), Regime::Periodic);
    assert_eq!(Regime::classify(&made(&wave(4000.0)), 0.1), Regime::Sticking);
    assert_eq!(Regime::classify(&made(&|_| 0.1), 0.1), Regime::Sticking);
    assert_eq!(Regime::classify(&made(&|_| 0.0), 0.1), Regime::Steady);
    let dying = |n: f64| 0.05 * (-n / 2000.0).exp() * (0.06 * n).sin();
    assert_eq!(Regime::classify(&made(&dying), 0.1), Regime::Steady);
    let growing = |n: f64| 0.001 * (n / 2000.0).exp() * (0.06 * n).sin();
    assert_eq!(Regime::classify(&made(&growing), 0.1), Regime::Periodic);
    let chirp = |n: f64| 0.1 * (0.06 * n + 1e-6 * n * n).sin();
    assert_eq!(Regime::classify(&made(&chirp), 0.1), Regime::Irregular);
}

#[test]
fn the_loss_of_an_oscillator_equals_the_integral_of_its_damping() {
    for stiffness in [1e4, 1e8] {
        let account = BeltOscillator::new(friction_law(stiffness), 0.1).account(RATE, 0.1);
        let ((_, ledger), damped) =
            (account.entries.last().expect("blocks"), account.damping_loss.last().expect("blocks"));
        assert!(*damped > 1e-3 * ledger.control, "{damped:e} J");
        agree("loss", ledger.damped, *damped, 1e-11);
        let numerical = ledger.numerical() / ledger.control;
        assert!(numerical.abs() < 1e-12, "σ₀ = {stiffness:e}: {numerical:e}");
    }
}

#[test]
fn a_triangular_path_ends_at_its_start_and_turns_at_its_amplitude() {
    let (mut at, mut highest, mut lowest) = (0.0f64, 0.0f64, 0.0f64);
    for slid in triangle_path(2e-3, 250, 3) {
        at += slid;
        (highest, lowest) = (highest.max(at), lowest.min(at));
    }
    assert!(at.abs() < 1e-15, "{at:e} m");
    agree("+", highest, 2e-3, 1e-12);
    agree("−", lowest, -2e-3, 1e-12);
}

#[test]
fn the_work_of_dragging_equals_heat_plus_stored_energy() {
    let (mut work, mut heat) = (0.0, 0.0);
    let path = triangle_path(1e-3, 300, 2);
    let rub = drag(friction_law(1e4), Step::at_rate(RATE), path, |_, decision| {
        work += decision.force * decision.slid();
        heat += decision.heat;
    });
    agree("work", heat + rub.stored(), work, 1e-12);
}

#[test]
fn a_bowed_string_slips_once_per_period_for_the_fraction_beta() {
    // Nearer to the end the normal force of this bow is too small, and the string slips twice per period.
    for position in [0.13, 0.2] {
        let bow = BowedString::violin(position);
        let velocity = bow.play(RATE, 1.0).velocity;
        let late = &velocity[velocity.len() / 2..];
        let fundamental = bow.string.fundamental();
        agree("pitch", find_pitch(late, RATE, (150.0, 450.0)), fundamental, 0.01);
        let slips = bow.slip_onsets(late).len() as f64 / (0.5 * fundamental);
        agree("slips per period", slips, 1.0, 0.011);
        let (share, slipping, sticking) = bow.measure_stick_slip(late);
        // The resolution is one cell of the waveguide; a period has 225.
        agree("share of slipping", share, position, 0.04);
        agree("velocity while sticking", sticking, bow.speed, 0.01);
        let ideal = -bow.speed * (1.0 - position) / position;
        agree("velocity while slipping", slipping, ideal, 0.04);
    }
}
