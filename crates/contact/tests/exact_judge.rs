//! A slow, plain version of the exact step, written from the equations with bisection, as judge of the fast one.

mod support;

use foley_contact::law::{HuntCrossley, Law};
use foley_contact::scheme::Duration;
use foley_contact::{Contact, Forecast, Motion, Step};
use support::Dice;

/// Force and compression of one step by 200 bisections of f − G L; every formula as in `scheme/exact/mod.rs`.
fn plain(law: &HuntCrossley, y: f64, gap: &Forecast, t: f64) -> (f64, f64) {
    let mu = law.damping;
    let law_force = |f: f64| {
        let dx = gap.free.displacement - gap.now.displacement - gap.per_newton.displacement * f;
        let dv = gap.free.velocity - gap.now.velocity - gap.per_newton.velocity * f;
        let a = 1.0 + mu * dx / t;
        let (a0, a1) = (a - 0.5 * mu * dv, a + 0.5 * mu * dv);
        if a0 <= 0.0 || a1 <= 0.0 {
            return (0.0, dx);
        }
        let mean = if (a1 / a0 - 1.0).abs() < 1e-5 {
            // Arithmetic mean less a twelfth of the squared difference over it.
            a - (a1 - a0) * (a1 - a0) / (12.0 * a)
        } else {
            (a1 - a0) / (a1 / a0).ln()
        };
        let dy = t / mu * (mean - 1.0);
        ((law.potential(y + dy) - law.potential(y)) / dy * mean, dy)
    };
    let (mut low, mut high) = (0.0, 1.0);
    while law_force(high).0 > high {
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if law_force(middle).0 > middle {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low, y + law_force(low).1)
}

#[test]
fn the_fast_solver_agrees_with_bisection() {
    let mut dice = Dice::new(17);
    let (mut worst, mut compared) = (0.0_f64, 0);
    while compared < 20_000 {
        // Losses large enough that the plain formulas keep ten digits.
        let law = HuntCrossley {
            stiffness: dice.log_between(1e4, 1e11),
            exponent: dice.exponent(),
            damping: dice.log_between(0.05, 20.0),
        };
        let t = 1.0 / 44_100.0;
        let mass = dice.log_between(1e-4, 1.0);
        // Not only a mass: velocity and displacement answer a newton with any ratio, and something else pulls.
        let (stiffer, pull) = (dice.between(0.5, 1.5), dice.between(-0.3, 0.3));
        let v = dice.between(-1.0, 1.0) * 0.9 / law.damping.max(0.2);
        let y = dice.between(-1.0, 3.0) * t * v.abs();
        let gap = Forecast {
            now: Motion::new(y, v),
            free: Motion::new(y + t * v, v + pull * v),
            per_newton: Motion::new(0.5 * t * t / mass, stiffer * t / mass),
        };
        // Apart, or pushed about so hard that the fast solver bends z: see `Search::new`.
        let z = 0.5 * law.damping * pull * v / (1.0 + law.damping * v);
        if y + t * v <= 0.0 || 1.1 * z > stiffer || z.abs() > 0.9 {
            continue;
        }
        let contact = Contact::new(law, y).with_duration(Duration::Plain);
        let decision = contact.decide(&gap, Step::of_seconds(t));
        let (force, _) = plain(&law, y, &gap, t);
        // What the smallest force worth comparing would do to the velocity.
        let scale = force.max(1e-6 * mass * v.abs() / t);
        let error = (decision.force - force).abs() / scale;
        assert!(
            error < 1e-7,
            "{} for {force}: {law:?}, y = {y:e}, {gap:?}",
            decision.force
        );
        worst = worst.max(error);
        compared += 1;
    }
    println!("20000 steps: forces agree within {worst:.1e}");
}
