//! The passivity proof of `scheme/exact/mod.rs`, tested on random bodies.
//!
//! At any stiffness, loss, number of modes and external force, the energy of the bodies plus the stored
//! energy never rises. The surfaces never pull, and the heat closes the balance.
//!
//! The bodies are a few damped modes, moved exactly under a held force (`support/modal.rs`).

use crate::support::Dice;
use crate::support::modal::{Mode, body, forecast};
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Duration;
use foley_contact::{Contact, Motion, Step};

/// Largest rise of the total energy in one step, and largest imbalance including heat, both relative to the
/// initial energy.
fn trial(dice: &mut Dice, lossless: bool) -> (f64, f64) {
    let rate = dice.log_between(22_050.0, 192_000.0);
    let (mut one, mut two) = (body(dice, rate, lossless, 1.0, 1.0), body(dice, rate, lossless, -1.0, 1.0));
    let law = HuntCrossley {
        stiffness: dice.log_between(1e3, 1e12),
        exponent: dice.exponent(),
        damping: if dice.unit() < 0.1 { 0.0 } else { dice.log_between(1e-4, 1e3) },
    };
    let duration = if dice.unit() < 0.5 { Duration::Plain } else { Duration::Corrected };
    let step = Step::at_rate(rate);
    let mut contact = Contact::new(law, 0.0).with_duration(duration);
    let total = |one: &[Mode], two: &[Mode], contact: &Contact| {
        one.iter().chain(two).map(Mode::energy).sum::<f64>() + contact.stored()
    };
    let initial = total(&one, &two, &contact);
    let (mut energy, mut heat, mut rise, mut imbalance) = (initial, 0.0, 0.0_f64, 0.0_f64);
    for _ in 0..600 {
        let (first, second) = (forecast(&one), forecast(&two));
        let decision = contact.decide(&first.against(&second), step);
        assert!(decision.force >= 0.0 && decision.force.is_finite(), "{law:?}: {decision:?}");
        assert!(decision.heat >= 0.0, "{law:?}: {decision:?}");
        heat += contact.settle(&decision, decision.moved()).heat;
        for mode in &mut one {
            mode.at = mode.moved(-decision.force);
        }
        for mode in &mut two {
            mode.at = mode.moved(decision.force);
        }
        let now = total(&one, &two, &contact);
        rise = rise.max((now - energy) / initial);
        imbalance = imbalance.max((now + heat - initial).abs() / initial);
        energy = now;
    }
    (rise, imbalance)
}

#[test]
fn a_contact_never_creates_energy() {
    let mut dice = Dice::new(5);
    let mut worst = 0.0_f64;
    for n in 0..6_000 {
        let (rise, _) = trial(&mut dice, n % 2 == 0);
        assert!(rise <= 1e-12, "trial {n}: the energy rose by {rise:e} of the initial energy");
        worst = worst.max(rise);
    }
    println!("6000 pairs of bodies: largest rise in a step {worst:.1e} of the initial energy");
}

#[test]
fn between_lossless_bodies_heat_accounts_for_all_lost_energy() {
    let mut dice = Dice::new(6);
    let mut worst = 0.0_f64;
    for n in 0..3_000 {
        let (_, imbalance) = trial(&mut dice, true);
        assert!(imbalance <= 1e-10, "trial {n}: {imbalance:e} of the energy unaccounted for");
        worst = worst.max(imbalance);
    }
    println!("3000 pairs of lossless bodies: energy plus heat constant within {worst:.1e}");
}

#[test]
fn a_light_body_under_a_large_force_gains_no_energy() {
    // Without contact the force would move the body by metres in a step. Held by the contact it moves by
    // micrometres, a small difference of large displacements. The error is rounding relative to the work of
    // the free motion.
    let (t, force) = (3.97e-5, 6140.0);
    for exponent in [1.0, 1.22, 1.5, 2.8] {
        let law = HuntCrossley { stiffness: 2.5e9, exponent, damping: 0.0 };
        let mut mode = Mode::new(2.3e-6, 0.55 / t, 0.0, 1.0, Motion::new(-1e-7, 1.0), t);
        let mut contact = Contact::new(law, -1e-7).with_duration(Duration::Plain);
        let (mut energy, mut turnover, mut worst) = (mode.energy(), 0.0_f64, 0.0_f64);
        for _ in 0..300 {
            let mut gap = forecast(&[mode]);
            gap.free = gap.pushed_by(force);
            let decision = contact.decide(&gap, Step::of_seconds(t));
            contact.settle(&decision, decision.moved());
            let before = mode.at.displacement;
            mode.at = mode.moved(force - decision.force);
            let work = force * (mode.at.displacement - before);
            let now = mode.energy() + contact.stored();
            let gross = force * (gap.free.displacement - gap.now.displacement).abs();
            turnover = turnover.max(now).max(gross);
            worst = worst.max((now - energy - work) / turnover);
            energy = now;
        }
        println!("α = {exponent}: largest rise beyond the work {worst:.1e}");
        assert!(worst < 1e-14, "α = {exponent}: {worst:e}");
    }
}
