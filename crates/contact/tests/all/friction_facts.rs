//! Facts about bristle friction that are known without stepping.

use crate::support::belt::{driven, surfaces};
use crate::support::{Dice, agree};
use foley_contact::friction::{Friction, FrictionContact, FrictionDecision};
use foley_contact::{Forecast, Motion, Step};
use foley_params::{Parametric, defaults_hold, draw};

const RATE: f64 = 44_100.0;

/// Slides the surfaces by `way` \[m\] in one step, whatever the friction force.
fn slid(rub: &mut FrictionContact, way: f64) -> FrictionDecision {
    let step = Step::at_rate(RATE);
    let decision = rub.decide(&driven(way * RATE, step), step);
    rub.settle(&decision, decision.slid());
    decision
}

/// Surfaces whose bristles act as pure springs.
fn springs() -> Friction {
    Friction { damping: 0.0, viscosity: 0.0, ..Friction::default() }
}

#[test]
fn friction_defaults_match_the_parameter_table() {
    defaults_hold::<Friction>().unwrap();
    let mut dice = Dice::new(9);
    for _ in 0..1_000 {
        let law: Friction = draw(|| dice.unit());
        let mut rub = FrictionContact::new(law, 3);
        rub.next_sample();
        let decision = slid(&mut rub, dice.between(-1e-3, 1e-3));
        assert!(decision.force.is_finite() && decision.heat.is_finite(), "{law:?}");
    }
    assert_eq!(Friction::NAME, "friction");
}

#[test]
fn presliding_is_a_spring() {
    let law = springs();
    let mut rub = FrictionContact::new(law, 0);
    let (way, mut at) = (1e-6, 0.0);
    let limit = law.elastic_limit() / law.stiffness;
    while at + way < limit {
        let decision = slid(&mut rub, way);
        agree("σ₀ x", decision.force, law.stiffness * (at + 0.5 * way), 1e-12);
        assert_eq!(decision.evaluations, 0);
        at += way;
    }
    agree("½ σ₀ x²", rub.stored(), 0.5 * law.stiffness * at * at, 1e-12);
    // The bristles release all stored energy.
    let mut heat = 0.0;
    while at > 0.5 * way {
        heat += slid(&mut rub, -way).heat;
        at -= way;
    }
    assert!(rub.stored() < 1e-20 && heat.abs() < 1e-18, "{:e} J left, {heat:e} J of heat", rub.stored());
}

#[test]
fn steady_sliding_lies_on_the_stribeck_curve() {
    for stiffness in [1e4, 1e6, 1e7, 1e9] {
        for speed in [-1.0_f64, -0.05, 0.01, 0.1, 0.3, 2.0] {
            let law = surfaces(stiffness);
            let mut rub = FrictionContact::new(law, 0);
            let mut decision = FrictionDecision::default();
            // A hundred times the bristle length, and at least a few steps.
            let lengths = 100.0 * law.steady_force(0.0) / law.stiffness;
            for _ in 0..5 + (lengths * RATE / speed.abs()) as usize {
                decision = slid(&mut rub, speed / RATE);
            }
            agree(
                &format!("σ₀ = {stiffness:e}, v = {speed}"),
                decision.force,
                law.steady_force(speed) * speed.signum(),
                1e-9,
            );
        }
    }
}

#[test]
fn bristles_shorter_than_a_step_do_not_ring() {
    // At 10⁹ N/m and 0.3 m/s a step slides three hundred times the bristle length. The midpoint rule would
    // oscillate about the Stribeck curve from sample to sample, by about as many times its value.
    let law = surfaces(1e9);
    let mut rub = FrictionContact::new(law, 0);
    for n in 0..50 {
        let force = slid(&mut rub, 0.3 / RATE).force;
        // In the first step the bristle damping also acts.
        let most = law.steady_force(0.3) * if n == 0 { 1.1 } else { 1.0 + 1e-9 };
        assert!(
            force > 0.9 * law.steady_force(0.3) && force < most,
            "step {n}: {force} N, steady {} N",
            law.steady_force(0.3)
        );
    }
}

/// Position of a mass of 10 g after each tenth of a second under a force along the surface \[m\].
fn pulled(law: Friction, seconds: f64, force: impl Fn(f64) -> f64) -> Vec<f64> {
    let step = Step::at_rate(RATE);
    let (mut rub, mut at) = (FrictionContact::new(law, 0), Motion::default());
    (0..(seconds * RATE) as u32)
        .filter_map(|n| {
            let forecast = Forecast::of_mass(0.01, at, force(f64::from(n) / RATE) / 0.01, step);
            let decision = rub.decide(&forecast, step);
            let now = forecast.pushed_by(-decision.force);
            rub.settle(&decision, now.displacement - at.displacement);
            at = now;
            (n + 1).is_multiple_of(4410).then_some(at.displacement)
        })
        .collect()
}

#[test]
fn a_load_below_break_away_does_not_creep() {
    for stiffness in [1e4, 1e6, 1e9] {
        let law = Friction {
            // The oscillation decays in well under a second.
            viscosity: 2.0,
            ..surfaces(stiffness)
        };
        let load = 0.95 * law.elastic_limit();
        // The load grows over a tenth of a second; a sudden load would overshoot and slip.
        let way = pulled(law, 10.0, |time| load * (time / 0.1).min(1.0));
        let (second, tenth) = (way[9], way[99]);
        agree("where a spring would be", second, load / stiffness, 1e-9);
        assert!(
            (tenth - second).abs() <= 1e-12 * second,
            "σ₀ = {stiffness:e}: crept by {:e} of {second:e} m in nine seconds",
            tenth - second
        );
    }
}

#[test]
fn a_periodic_load_below_break_away_does_not_ratchet() {
    let law = Friction { viscosity: 2.0, ..surfaces(1e6) };
    let load = 0.9 * law.elastic_limit();
    // An integer number of periods in a tenth of a second.
    let way = pulled(law, 10.0, |time| 0.5 * load * (1.0 - (std::f64::consts::TAU * 50.0 * time).cos()));
    let drift = way[99] - way[9];
    assert!(
        drift.abs() <= 1e-10 * load / law.stiffness,
        "walked {drift:e} m in 450 periods of {:e} m",
        load / law.stiffness
    );
}

#[test]
fn a_slow_hysteresis_loop_closes() {
    for stiffness in [1e4, 1e7] {
        let law = surfaces(stiffness);
        let mut rub = FrictionContact::new(law, 0);
        let amplitude = 5.0 * law.steady_force(0.0) / stiffness;
        let steps = 4_000_u32;
        let at = |n: u32| amplitude * (std::f64::consts::TAU * f64::from(n % steps) / f64::from(steps)).sin();
        let mut loops = vec![];
        for _ in 0..5 {
            let (mut forces, mut heat, mut work) = (vec![], 0.0, 0.0);
            let before = rub.stored();
            for n in 0..steps {
                let way = at(n + 1) - at(n);
                let decision = slid(&mut rub, way);
                heat += decision.heat;
                work += decision.force * way;
                forces.push(decision.force);
            }
            agree("work becomes heat", work - (rub.stored() - before), heat, 1e-9);
            loops.push((forces, heat));
        }
        let [.., second, third] = &loops[..] else { panic!("five loops") };
        let gap = second.0.iter().zip(&third.0).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(gap < 1e-10 * law.steady_force(0.0), "σ₀ = {stiffness:e}: the loop is open by {gap:e} N");
        // The loop lies between one of dynamic and one of static friction alone.
        let (least, most) =
            (4.0 * amplitude * law.elastic_limit() * 0.5, 4.0 * amplitude * law.steady_force(0.0));
        assert!(third.1 > least && third.1 < most, "{:e} J", third.1);
    }
}

#[test]
fn separating_surfaces_release_their_stored_energy_as_heat() {
    let mut rub = FrictionContact::new(springs(), 0);
    slid(&mut rub, 5e-5);
    let stored = rub.stored();
    assert!(stored > 1e-6);
    let step = Step::at_rate(RATE);

    rub.set_normal_force(0.0);
    let decision = rub.decide(&driven(1.0, step), step);
    let exchange = rub.settle(&decision, decision.slid());
    assert_eq!((decision.force, rub.stored(), rub.deflection()), (0.0, 0.0, 0.0));
    agree("heat", exchange.heat, stored, 1e-12);
    assert_eq!(slid(&mut rub, 1e-5).heat, 0.0);

    // In contact again, the bristles bend from upright.
    rub.set_normal_force(5.0);
    agree("force", slid(&mut rub, 1e-5).force, 0.5 * 1e4 * 1e-5, 1e-12);

    // At a reduced normal force the bristles keep the deflection they can hold.
    slid(&mut rub, 1e-3);
    let before = rub.stored();
    rub.set_normal_force(0.5);
    agree("deflection", rub.deflection(), 0.8 * 0.5 / 1e4, 1e-12);
    let remaining = rub.stored();
    let decision = rub.decide(&driven(0.0, step), step);
    agree("heat", rub.settle(&decision, 0.0).heat, before - remaining, 1e-12);
}

#[test]
fn invalid_parameters_are_harmless() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 1e300];
    let step = Step::at_rate(RATE);
    for param in Friction::PARAMS {
        for value in bad {
            let mut law = Friction::default();
            (param.set)(&mut law, value);
            let mut rub = FrictionContact::new(law, 0);
            for n in 0..200 {
                rub.next_sample();
                let forecast = Forecast::of_mass(
                    0.01,
                    Motion::new(0.0, f64::from(n % 7) - 3.0),
                    f64::from(n % 5) * 1e3,
                    step,
                );
                let decision = rub.decide(&forecast, step);
                let exchange = rub.settle(&decision, decision.slid());
                assert!(
                    decision.force.is_finite() && rub.stored().is_finite() && exchange.heat >= -1e-9,
                    "{} = {value}: {decision:?}",
                    param.id
                );
            }
        }
    }
}

#[test]
fn a_non_finite_body_gets_no_force_and_the_bristles_keep_their_state() {
    let mut rub = FrictionContact::new(Friction::default(), 0);
    slid(&mut rub, 1e-4);
    let (before, step) = (rub.deflection(), Step::at_rate(RATE));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut slide = driven(0.1, step);
        slide.free.displacement = bad;
        let decision = rub.decide(&slide, step);
        assert_eq!((decision.force, decision.slid()), (0.0, 0.0));
        let exchange = rub.settle(&decision, bad);
        assert_eq!((exchange.heat, exchange.stored, rub.deflection()), (0.0, 0.0, before));
        // A NaN slide after a valid decision.
        let decision = rub.decide(&driven(0.1, step), step);
        rub.settle(&decision, bad);
        assert_eq!(rub.deflection(), before);
    }
}

#[test]
fn a_slide_other_than_decided_is_booked_as_it_was() {
    let mut dice = Dice::new(12);
    let step = Step::at_rate(RATE);
    for stiffness in [1e4, 1e7] {
        let mut rub = FrictionContact::new(surfaces(stiffness), 0);
        for n in 0..20_000 {
            let now = Motion::new(0.0, dice.between(-0.3, 0.3));
            let slide = Forecast::of_mass(1e-3, now, 0.0, step);
            let decision = rub.decide(&slide, step);
            let way = decision.slid() * dice.between(0.5, 1.5);
            let before = rub.stored();
            let exchange = rub.settle(&decision, way);
            let stored = rub.stored() - before;
            let work = decision.force * way;
            // A force that released more than the stored energy on an undecided slide cannot be corrected
            // here. It is reported as negative heat.
            agree("balance", work - stored, exchange.heat, 1e-9);
            assert!(
                exchange.heat >= (work + before).min(0.0) - 1e-12 * (work.abs() + before),
                "step {n}: heat {:e} J of work {work:e} J",
                exchange.heat
            );
        }
    }
}

#[test]
fn decide_changes_nothing_and_its_slope_is_the_derivative_of_the_force() {
    let step = Step::at_rate(RATE);
    let mut dice = Dice::new(14);
    for stiffness in [1e4, 1e6, 1e9] {
        let mut rub = FrictionContact::new(surfaces(stiffness), 0);
        for _ in 0..500 {
            let now = Motion::new(0.0, dice.between(-0.01, 0.01));
            let slide = Forecast::of_mass(0.01, now, dice.between(-300.0, 300.0), step);
            let copy = rub;
            let decision = rub.decide(&slide, step);
            assert_eq!(copy, rub);
            let more = 1e-5 * decision.slid().abs();
            let mut farther = slide;
            farther.free.displacement += more;
            let slope = (rub.decide(&farther, step).force - decision.force) / more;
            // Tolerance: rounding and curvature of the difference quotient, relative to the largest possible
            // slope.
            let possible = 1.0 / slide.per_newton.displacement;
            assert!(
                (slope.max(0.0) - decision.slope).abs() < 1e-3 * possible,
                "σ₀ = {stiffness:e}: slope {:e}, quotient {slope:e}",
                decision.slope
            );
            rub.settle(&decision, decision.slid());
        }
    }
}
