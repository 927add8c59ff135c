//! Spring and dashpot contact: exact in contact, second order at the surface, passive with any bodies.

use crate::support::Dice;
use crate::support::modal::{Mode, body, forecast};
use foley_contact::law::{Law, Linear};
use foley_contact::scheme::Duration;
use foley_contact::{Forecast, LinearImpact, Motion, Step};

const MASS: f64 = 0.01;

/// A law with `samples` samples in half a period of its spring, and the damping ratio `zeta`.
fn law_of(samples: f64, zeta: f64, step: Step) -> Linear {
    let omega = std::f64::consts::PI / (samples * step.seconds());
    Linear { stiffness: MASS * omega * omega, damping: 2.0 * MASS * zeta * omega }
}

/// Contact time \[s\], and release over approach velocity, of a mass on this spring and dashpot. The contact
/// ends where the force ends.
fn closed_form(law: Linear) -> (f64, f64) {
    let omega = (law.stiffness / MASS).sqrt();
    let gamma = 0.5 * law.damping / MASS;
    let zeta = gamma / omega;
    let tau = if zeta < 1.0 {
        2.0 * zeta.acos() / (omega * (1.0 - zeta * zeta).sqrt())
    } else {
        2.0 * zeta.acosh() / (omega * (zeta * zeta - 1.0).sqrt())
    };
    (tau, -(-gamma * tau).exp())
}

/// Release velocity of a mass that meets the wall at 1 m/s, `offset` of a sample after the first step begins.
/// Asserts the energy balance in every step.
fn flight(law: Linear, duration: Duration, offset: f64, step: Step) -> f64 {
    let t = step.seconds();
    let mut at = Motion::new(-offset * t, 1.0);
    let mut contact = LinearImpact::new(law, at.displacement).with_duration(duration);
    let start = 0.5 * MASS;
    let (mut heat, mut turned) = (0.0, false);
    for _ in 0..100_000 {
        let gap = Forecast::of_mass(MASS, at, 0.0, step);
        let decision = contact.decide(&gap, step);
        heat += contact.settle(&decision, decision.moved()).heat;
        at = gap.pushed_by(-decision.force);
        let energy = 0.5 * MASS * at.velocity * at.velocity + contact.stored() + heat;
        assert!((energy / start - 1.0).abs() < 1e-12, "{law:?}: {energy:e} of {start:e}");
        turned |= at.velocity < 0.0;
        if turned && decision.force == 0.0 {
            return at.velocity;
        }
    }
    panic!("still in contact: {law:?}");
}

fn worst_release(samples: f64, zeta: f64, duration: Duration) -> f64 {
    let step = Step::at_rate(44_100.0);
    let law = law_of(samples, zeta, step);
    let (_, exact) = closed_form(law);
    (0..20)
        .map(|n| (flight(law, duration, f64::from(n) / 20.0, step) / exact - 1.0).abs())
        .fold(0.0, f64::max)
}

#[test]
fn without_loss_the_release_speed_equals_the_approach_speed() {
    for samples in [0.3, 1.0, 3.7, 20.0] {
        let error = worst_release(samples, 0.0, Duration::Corrected);
        assert!(error < 1e-14, "{samples} samples: off by {error:e}");
    }
}

#[test]
fn the_release_velocity_converges_with_the_square_of_the_step() {
    for zeta in [0.05, 0.3, 0.7, 1.5] {
        let errors = [20.0, 40.0, 80.0, 160.0].map(|n| worst_release(n, zeta, Duration::Corrected));
        println!("ζ = {zeta}: release off by {errors:?} at 20, 40, 80, 160 samples");
        let order = (errors[0] / errors[3]).log2() / 3.0;
        assert!(order > 1.8, "ζ = {zeta}: order {order:.2}, {errors:?}");
        assert!(errors[0] < 0.02, "ζ = {zeta}: {errors:?}");
    }
}

#[test]
fn in_contact_a_mass_oscillates_and_decays_at_the_true_rates() {
    // The contact starts exactly at a sample, so every step but the last is in contact. The samples lie on
    // the damped sinusoid up to a factor.
    let step = Step::at_rate(44_100.0);
    for (samples, zeta) in [(4.0, 0.0), (4.0, 0.2), (12.0, 0.6), (30.0, 0.05), (9.0, 1.0 - 1e-9)] {
        let law = law_of(samples, zeta, step);
        let omega = (law.stiffness / MASS).sqrt();
        let gamma = 0.5 * law.damping / MASS;
        let omega_d = (omega * omega - gamma * gamma).sqrt();
        let mut at = Motion::new(0.0, 1.0);
        let mut contact = LinearImpact::new(law, 0.0);
        let (mut worst, mut height) = (0.0_f64, None);
        for n in 1..(samples as u32) {
            let gap = Forecast::of_mass(MASS, at, 0.0, step);
            let decision = contact.decide(&gap, step);
            if decision.force == 0.0 {
                break;
            }
            contact.settle(&decision, decision.moved());
            at = gap.pushed_by(-decision.force);
            let time = f64::from(n) * step.seconds();
            let exact = (-gamma * time).exp() * (omega_d * time).sin() / omega_d;
            let height = *height.get_or_insert(at.displacement / exact);
            worst = worst.max((at.displacement / height - exact).abs() * omega);
        }
        assert!(worst < 1e-12, "{samples} samples, ζ = {zeta}: off by {worst:e} of v/ω");
    }
}

#[test]
fn the_contact_time_ends_with_the_force() {
    let step = Step::at_rate(44_100.0);
    for zeta in [0.0, 0.1, 0.5, 0.9, 0.999, 1.001, 3.0] {
        let law = law_of(50.0, zeta, step);
        let (tau, ratio) = closed_form(law);
        let gap = Forecast::of_mass(MASS, Motion::new(-1e-9, 1.0), 0.0, step);
        let contact = LinearImpact::new(law, -1e-9);
        let ours = contact.contact_time(&gap, step).expect("the mass approaches");
        assert!((ours / tau - 1.0).abs() < 1e-9, "ζ = {zeta}: {ours} for {tau}");
        // Brute force: 100,000 small steps of the law.
        let small = tau / 1e5;
        let (mut x, mut v, mut time) = (0.0_f64, 1.0_f64, 0.0);
        while time < 2.0 * tau {
            let force = |x: f64, v: f64| law.stiffness * x + law.damping * v;
            let (mx, mv) = (x + 0.5 * small * v, v - 0.5 * small * force(x, v) / MASS);
            if force(mx, mv) <= 0.0 {
                break;
            }
            (x, v) = (x + small * mv, v - small * force(mx, mv) / MASS);
            time += small;
        }
        assert!((time / tau - 1.0).abs() < 1e-4, "ζ = {zeta}: {time} for {tau}");
        assert!((v / ratio - 1.0).abs() < 1e-4, "ζ = {zeta}: {v} for {ratio}");
        let away = Forecast::of_mass(MASS, Motion::new(-1e-9, -1.0), 0.0, step);
        assert_eq!(contact.contact_time(&away, step), None);
    }
}

#[test]
fn the_slope_is_the_derivative_of_the_force() {
    let mut dice = Dice::new(31);
    let step = Step::at_rate(44_100.0);
    for _ in 0..20_000 {
        let law = law_of(dice.log_between(1.0, 100.0), dice.between(0.0, 1.0), step);
        let v = dice.between(-1.0, 1.0);
        let y = dice.between(-1.0, 3.0) * step.seconds() * v.abs();
        let gap = Forecast::of_mass(MASS, Motion::new(y, v), 0.0, step);
        let contact = LinearImpact::new(law, y).with_duration(Duration::Plain);
        let here = contact.decide(&gap, step);
        let shift = 1e-6 * step.seconds() * v.abs();
        let at = |shift: f64| {
            let mut moved = gap;
            moved.free.displacement += shift;
            contact.decide(&moved, step).force
        };
        let (less, more) = (at(-shift), at(shift));
        if less == 0.0 {
            continue;
        }
        let slope = (more - less) / (2.0 * shift);
        assert!(
            (here.slope - slope).abs() <= 1e-4 * slope,
            "{} for {slope}: {law:?}, y = {y:e}, v = {v}",
            here.slope
        );
    }
}

#[test]
fn a_contact_never_creates_energy() {
    let mut dice = Dice::new(32);
    let mut worst = (0.0_f64, 0.0_f64);
    for n in 0..3_000 {
        let rate = dice.log_between(22_050.0, 192_000.0);
        let lossless = n % 2 == 0;
        let mut one = body(&mut dice, rate, lossless, 1.0, 1.0);
        let mut two = body(&mut dice, rate, lossless, -1.0, 1.0);
        let law = Linear {
            stiffness: dice.log_between(1e2, 1e11),
            damping: if dice.unit() < 0.2 { 0.0 } else { dice.log_between(1e-2, 1e4) },
        };
        let step = Step::at_rate(rate);
        let mut contact = LinearImpact::new(law, 0.0);
        let total = |one: &[Mode], two: &[Mode], contact: &LinearImpact| {
            one.iter().chain(two).map(Mode::energy).sum::<f64>() + contact.stored()
        };
        let initial = total(&one, &two, &contact);
        let (mut energy, mut heat) = (initial, 0.0);
        for _ in 0..400 {
            let gap = forecast(&one).against(&forecast(&two));
            let decision = contact.decide(&gap, step);
            assert!(decision.force >= 0.0 && decision.heat >= 0.0, "{law:?}: {decision:?}");
            let force = decision.force;
            let exchange = contact.settle(&decision, decision.moved());
            heat += exchange.heat;
            for mode in &mut one {
                mode.at = mode.moved(-force);
            }
            for mode in &mut two {
                mode.at = mode.moved(force);
            }
            let now = total(&one, &two, &contact);
            let rise = (now - energy) / initial;
            assert!(rise <= 1e-12, "trial {n}: the energy rose by {rise:e}: {law:?}");
            worst.0 = worst.0.max(rise);
            energy = now;
        }
        if lossless {
            let missing = (energy + heat - initial).abs() / initial;
            assert!(missing <= 1e-10, "trial {n}: {missing:e} unaccounted for: {law:?}");
            worst.1 = worst.1.max(missing);
        }
    }
    println!("3000 pairs: largest rise {:.1e}, imbalance {:.1e} of the initial energy", worst.0, worst.1);
}

#[test]
fn a_step_that_would_pull_turns_the_spring_energy_into_heat() {
    let law = Linear { stiffness: 1e6, damping: 100.0 };
    let step = Step::at_rate(44_100.0);
    let y = 1e-5;
    let gap = Forecast::of_mass(MASS, Motion::new(y, -1.0), 0.0, step);
    let mut contact = LinearImpact::new(law, y).with_duration(Duration::Plain);
    let decision = contact.decide(&gap, step);
    assert_eq!(decision.force, 0.0);
    let exchange = contact.settle(&decision, decision.moved());
    assert!(!contact.touching());
    assert_eq!(exchange.heat, law.potential(y));
    assert_eq!(exchange.stored, -law.potential(y));
}
