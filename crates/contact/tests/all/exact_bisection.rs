//! Reference implementation of the exact step: the equations solved by bisection, compared with the fast
//! solver.

use crate::support::Dice;
use foley_contact::law::{HuntCrossley, Law};
use foley_contact::scheme::Duration;
use foley_contact::{Contact, Forecast, Motion, Step};

/// Force and compression of one step, by 200 bisections of the step equation in the force; formulas as in
/// `scheme/exact/mod.rs`. `y` is the compression before \[m\], `t` the step \[s\].
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
            // Arithmetic mean minus a twelfth of the squared difference divided by it.
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
        // Not only a mass: the ratio of velocity to displacement response is arbitrary, and another force
        // pulls.
        let (stiffer, pull) = (dice.between(0.5, 1.5), dice.between(-0.3, 0.3));
        let v = dice.between(-1.0, 1.0) * 0.9 / law.damping.max(0.2);
        let y = dice.between(-1.0, 3.0) * t * v.abs();
        let gap = Forecast {
            now: Motion::new(y, v),
            free: Motion::new(y + t * v, v + pull * v),
            per_newton: Motion::new(0.5 * t * t / mass, stiffer * t / mass),
        };
        // Skip steps without contact, and free motions so large that the solver limits z: see
        // `ImpactSearch::new`.
        let z = 0.5 * law.damping * pull * v / (1.0 + law.damping * v);
        if y + t * v <= 0.0 || 1.1 * z > stiffer || z.abs() > 0.9 {
            continue;
        }
        let contact = Contact::new(law, y).with_duration(Duration::Plain);
        let decision = contact.decide(&gap, Step::of_seconds(t));
        let (force, _) = plain(&law, y, &gap, t);
        // Velocity change by the smallest force worth comparing.
        let scale = force.max(1e-6 * mass * v.abs() / t);
        let error = (decision.force - force).abs() / scale;
        assert!(error < 1e-7, "{} for {force}: {law:?}, y = {y:e}, {gap:?}", decision.force);
        worst = worst.max(error);
        compared += 1;
    }
    println!("20000 steps: forces agree within {worst:.1e}");
}

#[test]
fn the_slope_is_the_derivative_of_the_force() {
    let mut dice = Dice::new(18);
    let t = 1.0 / 44_100.0;
    let step = Step::of_seconds(t);
    let (mut worst, mut compared) = ((0.0_f64, 0.0_f64), 0);
    while compared < 20_000 {
        let law = HuntCrossley {
            stiffness: dice.log_between(1e4, 1e11),
            exponent: dice.exponent(),
            damping: dice.log_between(0.001, 20.0),
        };
        let mass = dice.log_between(1e-4, 1.0);
        let v = dice.between(-1.0, 1.0) * 0.9 / law.damping.max(0.2);
        let y = dice.between(-0.5, 5.0) * t * v.abs();
        let gap = Forecast::of_mass(mass, Motion::new(y, v), 0.0, step);
        let contact = Contact::new(law, y).with_duration(Duration::Plain);
        let here = contact.decide(&gap, step);
        let shift = 1e-4 * t * v.abs();
        // As an external force moves it: displacement and velocity together.
        let at = |shift: f64| {
            let mut moved = gap;
            moved.free.displacement += shift;
            let per_metre = gap.per_newton.velocity / gap.per_newton.displacement;
            moved.free.velocity += shift * per_metre;
            contact.decide_from(&moved, step, here.force)
        };
        let (less, more) = (at(-shift), at(shift));
        // The force of a graze is rounding. A body that starts inside a surface far too hard for it may hit
        // the iteration limit.
        if less.force < 1e-4 * mass * v.abs() / t || here.cut_off() {
            continue;
        }
        compared += 1;
        let slope = (more.force - less.force) / (2.0 * shift);
        // The force has a corner between leaving and staying.
        let corner = (less.slope - more.slope).abs();
        let error = (here.slope - slope).abs() / slope;
        assert!(
            (here.slope - slope).abs() <= 1e-5 * slope + corner,
            "{} for {slope}: {law:?}, y = {y:e}, {gap:?}",
            here.slope
        );
        worst = (worst.0 + error / 20_000.0, worst.1.max(error));
    }
    println!("20000 slopes: off by {:.1e} on average, at most {:.1e}", worst.0, worst.1);
    assert!(worst.0 < 1e-4, "{:e} on average", worst.0);
}

#[test]
fn the_force_does_not_depend_on_the_guess() {
    let mut dice = Dice::new(19);
    let step = Step::at_rate(44_100.0);
    for _ in 0..20_000 {
        let law = HuntCrossley {
            stiffness: dice.log_between(1e4, 1e10),
            exponent: dice.exponent(),
            damping: dice.log_between(0.001, 3.0),
        };
        let mass = dice.log_between(1e-4, 1.0);
        let v = dice.between(-1.0, 1.0) * 0.9 / law.damping.max(0.2);
        let y = dice.between(-0.5, 5.0) * step.seconds() * v.abs();
        let gap = Forecast::of_mass(mass, Motion::new(y, v), 0.0, step);
        let contact = Contact::new(law, y).with_duration(Duration::Plain);
        let force = contact.decide(&gap, step).force;
        let guess = force * dice.log_between(0.1, 10.0);
        let guessed = contact.decide_from(&gap, step, guess).force;
        let scale = force.max(1e-6 * mass * v.abs() / step.seconds());
        assert!(
            (guessed - force).abs() <= 1e-8 * scale,
            "{guessed} from {guess}, else {force}: {law:?}, {gap:?}"
        );
    }
}

#[test]
fn the_contact_time_matches_the_closed_form() {
    let step = Step::at_rate(44_100.0);
    let law = HuntCrossley::default();
    let mass = Forecast::of_mass(0.01, Motion::new(-1e-6, 1.0), 0.0, step);
    let contact = Contact::new(law, -1e-6);
    let time = contact.contact_time(&mass, step).expect("the mass approaches");
    let exact = foley_contact::analytic::Impact::new(0.01, law, 1.0).duration();
    assert!((time / exact - 1.0).abs() < 1e-5, "{time} s for {exact} s");
    let away = Forecast::of_mass(0.01, Motion::new(-1e-6, -1.0), 0.0, step);
    assert_eq!(contact.contact_time(&away, step), None);
}
