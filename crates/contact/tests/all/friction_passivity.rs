//! The passivity proof of `friction/mod.rs`, tested on random surfaces, bodies and drives.
//!
//! Friction creates heat, never energy, in at most eight evaluations of the law, at any bristle stiffness and
//! body mass and under any change of the normal force.

use crate::support::Dice;
use crate::support::modal::{Mode, body, forecast};
use foley_contact::friction::{Friction, FrictionContact, MAX_EVALUATIONS};
use foley_contact::{Forecast, Step};

/// Surfaces from the declared ranges and slightly beyond, without noise.
fn surfaces(dice: &mut Dice) -> Friction {
    let dynamic_friction = if dice.unit() < 0.05 { 0.0 } else { dice.between(0.0, 1.5) };
    let stiffness = dice.log_between(10.0, 1e10);
    Friction {
        stiffness,
        damping: match (dice.unit() * 4.0) as u32 {
            0 => 0.0,
            // The usual choice, and one that mostly violates σ₂ ≥ σ₁(F_s/F_c − 1).
            1 => 1e-3 * stiffness.sqrt(),
            _ => dice.log_between(1e-4, 1e3),
        },
        viscosity: if dice.unit() < 0.3 { 0.0 } else { dice.log_between(1e-3, 1e2) },
        noise: 0.0,
        stribeck_velocity: dice.log_between(1e-4, 10.0),
        static_friction: dynamic_friction + dice.between(-0.1, 1.0).max(0.0),
        dynamic_friction,
        break_away: match (dice.unit() * 6.0) as u32 {
            0 => 0.0,
            1 => 1.0,
            _ => dice.unit(),
        },
        normal_force: dice.log_between(1e-3, 1e3),
        ..Friction::default()
    }
}

/// Normal force in step `n` \[N\]: constant, random, or alternately on and off for 20 steps, by `manner`.
fn pressed(dice: &mut Dice, manner: u32, normal: f64, n: usize) -> f64 {
    match manner {
        0 => normal,
        1 => normal * dice.unit(),
        _ if (n / 20).is_multiple_of(2) => normal,
        _ => 0.0,
    }
}

struct Trial {
    /// Largest rise of the energy beyond the work of the drive, in one step and in total, relative to the
    /// exchanged energy.
    rise: f64,
    imbalance: f64,
    coldest: f64,
    evaluations: [u64; MAX_EVALUATIONS as usize + 1],
    cut_off: u64,
    softened: u64,
}

fn trial(dice: &mut Dice, lossless: bool) -> Trial {
    let rate = dice.log_between(8_000.0, 192_000.0);
    let step = Step::at_rate(rate);
    let (mut one, mut two) = (body(dice, rate, lossless, 1.0, 10.0), body(dice, rate, lossless, -1.0, 10.0));
    let law = surfaces(dice);
    let mut rub = FrictionContact::new(law, 0);
    let (push, manner) = (law.normal_force * dice.between(-2.0, 2.0), (dice.unit() * 4.0) as u32);
    let pulse = dice.log_between(1e-3, 0.3);
    let energy = |one: &[Mode], two: &[Mode], rub: &FrictionContact| {
        one.iter().chain(two).map(Mode::energy).sum::<f64>() + rub.stored()
    };
    let initial = energy(&one, &two, &rub);
    let (mut before, mut work, mut heat, mut turnover) = (initial, 0.0, 0.0, initial);
    let mut seen =
        Trial { rise: 0.0, imbalance: 0.0, coldest: 0.0, evaluations: [0; _], cut_off: 0, softened: 0 };
    for n in 0..600 {
        rub.set_normal_force(pressed(dice, manner, law.normal_force, n));
        let drive = push * (pulse * n as f64).sin();
        let first = forecast(&one);
        let first = Forecast { free: first.pushed_by(drive), ..first };
        let slide = first.against(&forecast(&two));
        let decision = rub.decide(&slide, step);
        assert!(
            decision.force.is_finite() && decision.evaluations <= MAX_EVALUATIONS,
            "{law:?}: {decision:?}"
        );
        assert!(decision.slope >= 0.0, "{law:?}: {decision:?}");
        seen.evaluations[decision.evaluations as usize] += 1;
        seen.cut_off += u64::from(decision.cut_off());
        seen.softened += u64::from(decision.softened);
        let exchange = rub.settle(&decision, decision.slid());
        let at = forecast(&one).now.displacement;
        for mode in &mut one {
            mode.at = mode.moved(drive - decision.force);
        }
        for mode in &mut two {
            mode.at = mode.moved(decision.force);
        }
        let done = drive * (forecast(&one).now.displacement - at);
        let s_free = slide.free.displacement - slide.now.displacement;
        // Scale of the step: the present energy, and the work of both forces over the free slide.
        turnover = f64::max(turnover, before)
            .max((drive.abs() + decision.force.abs()) * s_free.abs())
            .max(drive.abs() * (first.free.displacement - first.now.displacement).abs());
        seen.coldest = seen.coldest.min(exchange.heat / turnover);
        heat += exchange.heat;
        work += done;
        let now = energy(&one, &two, &rub);
        seen.rise = seen.rise.max((now - before - done) / turnover);
        seen.imbalance = seen.imbalance.max((now + heat - work - initial).abs() / turnover);
        before = now;
    }
    seen
}

#[test]
fn friction_never_creates_energy() {
    let mut dice = Dice::new(31);
    let (mut rise, mut coldest) = (0.0_f64, 0.0_f64);
    let (mut counts, mut cut_off, mut softened) = ([0; MAX_EVALUATIONS as usize + 1], 0, 0);
    for n in 0..6_000 {
        let seen = trial(&mut dice, n % 2 == 0);
        assert!(seen.rise <= 1e-12, "trial {n}: the energy rose by {:e} of the exchanged energy", seen.rise);
        assert!(seen.coldest >= -1e-12, "trial {n}: heat {:e}", seen.coldest);
        rise = rise.max(seen.rise);
        coldest = coldest.min(seen.coldest);
        for (sum, count) in counts.iter_mut().zip(seen.evaluations) {
            *sum += count;
        }
        cut_off += seen.cut_off;
        softened += seen.softened;
    }
    println!(
        "6000 pairs: largest rise {rise:.1e}, coldest step {coldest:.1e}; steps by evaluations {counts:?}, {cut_off} cut off, \
         {softened} softened"
    );
}

#[test]
fn between_lossless_bodies_heat_accounts_for_all_lost_energy() {
    let mut dice = Dice::new(32);
    let mut worst = 0.0_f64;
    for n in 0..3_000 {
        let imbalance = trial(&mut dice, true).imbalance;
        assert!(imbalance <= 1e-10, "trial {n}: {imbalance:e} of the energy unaccounted for");
        worst = worst.max(imbalance);
    }
    println!(
        "3000 pairs of lossless bodies: energy plus heat equals initial energy plus work within {worst:.1e}"
    );
}
