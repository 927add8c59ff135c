//! Reference implementation of the friction step: textbook formulas solved by bisection, compared with the
//! fast solver.

use crate::support::Dice;
use crate::support::belt::{Belt, surfaces};
use foley_contact::friction::{Friction, FrictionContact};
use foley_contact::{Forecast, Motion, Step};
use std::f64::consts::PI;

/// Mean force and new deflection when surfaces with the bristle deflection `z` \[m\] slide at `v` \[m/s\] for
/// the time `t` \[s\].
fn slow(law: &Friction, z: f64, v: f64, t: f64) -> (f64, f64) {
    if v < 0.0 {
        let (f, end) = slow(law, -z, -v, t);
        return (-f, -end);
    }
    let s0 = law.stiffness;
    let (fc, fs) = (law.dynamic_friction * law.normal_force, law.static_friction * law.normal_force);
    let limit = law.break_away * fc / s0;
    let way = v * t;
    // Part of the slide during which the bristles only bend.
    let bent = (limit - z).max(0.0).min(way);
    let (mut area, mut end) = (bent * (z + 0.5 * bent), z + bent);
    let rest = way - bent;
    if rest > 0.0 {
        let zss = (fc + (fs - fc) * (-(v / law.stribeck_velocity).powi(2)).exp()) / s0;
        let middle = end + 0.5 * rest;
        let alpha = if middle >= zss {
            1.0
        } else {
            0.5 + 0.5 * (PI * (middle - 0.5 * (zss + limit)) / (zss - limit)).sin()
        };
        // Towards Z = z_ss/α, a deviation shrinks by 1/(1 + x + x²/2). The mean of z follows from dz/dx = 1 −
        // z/Z, multiplied out because Z may be infinite.
        let x = alpha * rest / zss;
        let remaining = 1.0 / (1.0 + x + 0.5 * x * x);
        let mean = remaining * ((1.0 + 0.5 * x) * end + 0.5 * (1.0 + x) * rest);
        area += rest * mean;
        end += rest * (1.0 - alpha * mean / zss);
    }
    let elastic = if way > 0.0 { s0 * area / way } else { s0 * z };
    let mut force = elastic + law.damping * (end - z) / t + law.viscosity * v;
    if end < z && force < 0.0 {
        force = 0.0;
    }
    (force, end)
}

/// Mean velocity at which the friction law and the motion of the bodies agree \[m/s\]. Bracketed outwards
/// from the `last` velocity and then bisected.
fn root(law: &Friction, z: f64, last: f64, c: f64, v_free: f64, t: f64) -> f64 {
    let h = |v: f64| c * slow(law, z, v, t).0 + v - v_free;
    let down = h(last) > 0.0;
    let (mut near, mut far) = (last, last);
    let mut stride = 1e-6 + 0.002 * last.abs();
    while (h(far) > 0.0) == down {
        near = far;
        far += if down { -stride } else { stride };
        stride *= 1.1;
    }
    for _ in 0..200 {
        let middle = 0.5 * (near + far);
        if (h(middle) > 0.0) == down {
            near = middle;
        } else {
            far = middle;
        }
    }
    0.5 * (near + far)
}

#[test]
fn every_step_of_the_squeak_matches_bisection() {
    for stiffness in [1e4, 1e5, 1e6, 1e7, 1e9] {
        let law = surfaces(stiffness);
        let mut belt = Belt::new(law, 44_100.0);
        let (t, mut last, mut worst) = (1.0 / 44_100.0, 0.0, 0.0_f64);
        for n in 0..4_000 {
            let slide = belt.slide();
            let z = belt.rub.deflection();
            let v_free = (slide.free.displacement - slide.now.displacement) / t;
            let v = root(&law, z, last, slide.per_newton.displacement / t, v_free, t);
            let (force, end) = slow(&law, z, v, t);
            let decision = belt.advance();
            let off = (decision.force - force).abs() / law.steady_force(0.0);
            worst = worst.max(off);
            assert!(off < 1e-9, "σ₀ = {stiffness:e}, step {n}: {} N, bisection {force} N", decision.force);
            let off = (belt.rub.deflection() - end).abs() * stiffness / law.steady_force(0.0);
            assert!(off < 1e-9, "σ₀ = {stiffness:e}, step {n}: deflection off by {off:e}");
            last = decision.slid() / t;
        }
        println!("σ₀ = {stiffness:.0e}: 4000 steps within {worst:.1e} of the static friction");
    }
}

#[test]
fn random_steps_solve_the_equation() {
    let mut dice = Dice::new(41);
    let (mut solved, mut cut_off, mut worst) = (0_u32, 0_u32, 0.0_f64);
    for _ in 0..2_000 {
        let rate = dice.log_between(8_000.0, 192_000.0);
        let dynamic_friction = dice.between(0.05, 1.0);
        let law = Friction {
            stiffness: dice.log_between(1e2, 1e9),
            damping: dice.log_between(1e-4, 1e2),
            viscosity: dice.log_between(1e-3, 1e2),
            noise: 0.0,
            stribeck_velocity: dice.log_between(1e-3, 1.0),
            static_friction: dynamic_friction + dice.unit(),
            dynamic_friction,
            break_away: dice.between(0.1, 0.95),
            normal_force: dice.log_between(1e-2, 1e3),
            ..Friction::default()
        };
        let (step, mass) = (Step::at_rate(rate), dice.log_between(1e-4, 10.0));
        let t = step.seconds();
        let mut rub = FrictionContact::new(law, 0);
        let mut at = Motion::new(0.0, dice.between(-1.0, 1.0));
        for _ in 0..100 {
            let push = law.normal_force * dice.between(-2.0, 2.0);
            let slide = Forecast::of_mass(mass, at, push / mass, step);
            let decision = rub.decide(&slide, step);
            let v = decision.slid() / t;
            let (force, _) = slow(&law, rub.deflection(), v, t);
            rub.settle(&decision, decision.slid());
            at = Motion::new(0.0, slide.pushed_by(-decision.force).velocity);
            if decision.cut_off() {
                cut_off += 1;
                continue;
            }
            solved += 1;
            // Measured as a change of velocity relative to the speeds involved. The search ends with a Newton
            // step of at most 1e-5 of the speed scale of the law, and neglects its square.
            let c = slide.per_newton.displacement / t;
            let v_free = (slide.free.displacement - slide.now.displacement) / t;
            let off = c * (force - decision.force).abs() / (v.abs() + v_free.abs());
            worst = worst.max(off);
            assert!(off < 1e-8, "{law:?}, {mass} kg: off by {off:e}, {decision:?}");
        }
    }
    println!("{solved} steps solved within {worst:.1e} of the speed, {cut_off} cut off");
    assert!(cut_off * 10_000 <= solved, "{cut_off} of {solved} cut off");
}

#[test]
fn a_light_slider_keeps_sticking_or_sliding() {
    // So light that sticking and sliding both satisfy the equation for the same pull.
    let law = surfaces(1e7);
    let (step, mass) = (Step::at_rate(44_100.0), 2e-5);
    let t = step.seconds();
    let c = 0.5 * t / mass;
    // A pull between the forces of fast sliding and of rest, with the deflection of fast sliding.
    let z = law.steady_force(1e3) - law.viscosity * 1e3;
    let (z, pull) = (z / law.stiffness, 0.6 * law.steady_force(0.0));
    let v_free = c * pull;
    let fast = root(&law, z, v_free, c, v_free, t);
    let slow_root = root(&law, z, 0.0, c, v_free, t);
    assert!(fast > 20.0 * slow_root, "two roots: {fast} and {slow_root} m/s");
    for (before, expected) in [(fast, fast), (0.0, slow_root)] {
        let mut rub = FrictionContact::new(law, 0);
        // Reaches the deflection z either by fast sliding or by bending alone.
        for way in if before > 0.0 { [1.0, before * t] } else { [z, 0.0] } {
            let drive = Forecast {
                now: Motion::default(),
                free: Motion::new(way, 0.0),
                per_newton: Motion::default(),
            };
            let decision = rub.decide(&drive, step);
            rub.settle(&decision, way);
        }
        let slide = Forecast {
            now: Motion::default(),
            free: Motion::new(v_free * t, 0.0),
            per_newton: Motion::new(c * t, 0.0),
        };
        let v = rub.decide(&slide, step).slid() / t;
        assert!(
            (v / expected - 1.0).abs() < 0.2,
            "came with {before} m/s: goes on with {v} m/s, expected about {expected} m/s"
        );
    }
}
