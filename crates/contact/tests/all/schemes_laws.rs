//! Facts about the contact laws: potential, force and resistance are consistent.

use crate::support::Dice;
use foley_contact::law::{CentreLimited, HuntCrossley, Law, Linear, OneSided, Power, Stulov};
use foley_contact::{Motion, Step};
use foley_params::{Parametric, Scale};

/// A law drawn from its declared ranges.
fn any<L: Law + Parametric + Default>(dice: &mut Dice) -> L {
    let mut law = L::default();
    for param in L::PARAMS {
        let value = match param.scale {
            Scale::Logarithmic => dice.between(param.min.ln(), param.max.ln()).exp(),
            _ => dice.between(param.min, param.max),
        };
        (param.set)(&mut law, value);
    }
    law
}

/// Runs `fact` on random instances of every law of this crate, near the point where the law starts to act.
macro_rules! for_every_law {
    ($fact:ident) => {{
        fn run<L: Law + Parametric + Default + core::fmt::Debug>(edges: fn(&L) -> [f64; 2]) {
            let mut dice = Dice::new(20_250_101);
            for _ in 0..2_000 {
                let law: L = any(&mut dice);
                let edge = edges(&law)[usize::from(dice.unit() < 0.5)];
                let size = dice.between(-14.0, -4.0).exp2();
                $fact(&law, edge, size, &mut dice);
            }
        }
        run::<HuntCrossley>(|_| [0.0; 2]);
        run::<Linear>(|_| [0.0; 2]);
        run::<Power>(|_| [0.0; 2]);
        run::<OneSided>(|law| [law.barrier; 2]);
        run::<CentreLimited>(|law| [law.clearance, -law.clearance]);
        run::<Stulov>(|_| [0.0; 2]);
    }};
}

#[test]
fn defaults_match_the_tables() {
    fn check<L: Law + Parametric + Default>() {
        for param in L::PARAMS {
            assert_eq!((param.get)(&L::default()), param.default, "{} {}", L::NAME, param.id);
            assert!(param.min <= param.default && param.default <= param.max);
            let mut law = L::default();
            (param.set)(&mut law, param.max);
            assert_eq!((param.get)(&law), param.max, "{} {}", L::NAME, param.id);
        }
    }
    check::<HuntCrossley>();
    check::<Linear>();
    check::<Power>();
    check::<OneSided>();
    check::<CentreLimited>();
    check::<Stulov>();
}

#[test]
fn the_elastic_force_is_the_slope_of_the_potential() {
    fn fact<L: Law + core::fmt::Debug>(law: &L, edge: f64, size: f64, dice: &mut Dice) {
        let x = edge + dice.between(-1.0, 1.0) * size;
        let depth = (x - edge).abs();
        // A step that scales with the depth, so that it never crosses the edge, where a higher derivative
        // jumps.
        let d = 1e-3 * depth;
        // Fourth order: (8(V(x+d) − V(x−d)) − (V(x+2d) − V(x−2d)))/12d.
        let fine = |f: &dyn Fn(f64) -> f64| {
            (8.0 * (f(x + d) - f(x - d)) - (f(x + 2.0 * d) - f(x - 2.0 * d))) / (12.0 * d)
        };
        // Truncation is (d/x)^4 times a fifth derivative; rounding is eps V/d, and eps x/d far from the
        // origin.
        let noise = 3e-9 + 1e-12 * (1.0 + x.abs() / depth);
        for (quantity, numerical, stated) in [
            ("V'", fine(&|y| law.potential(y)), law.elastic(x)),
            ("V''", fine(&|y| law.elastic(y)), law.slope(x)),
            ("r'", fine(&|y| law.resistance(y)), law.resistance_slope(x)),
        ] {
            let allowed = noise * stated.abs();
            assert!(
                (numerical - stated).abs() <= allowed || numerical == 0.0 && stated == 0.0,
                "{quantity} at {x}: {numerical:e} measured, {stated:e} stated, {law:?}"
            );
        }
    }
    for_every_law!(fact);
}

#[test]
fn mean_force_times_displacement_is_the_stored_energy() {
    fn fact<L: Law + core::fmt::Debug>(law: &L, edge: f64, size: f64, dice: &mut Dice) {
        let x = edge + dice.between(-1.0, 1.0) * size;
        // From a full step down to a billionth of one, where a plain quotient cancels completely.
        let dx = dice.between(-1.0, 1.0) * size * dice.between(-30.0, 0.0).exp2();
        let (from, to) = (law.potential(x), law.potential(x + dx));
        let mean = law.mean_elastic(x, dx);
        // ΔV is known to the rounding of V, and of x where the edge is far away.
        let force = law.elastic(x).abs().max(law.elastic(x + dx).abs());
        let rounding = 1e-14 * from.max(to) + 1e-15 * x.abs() * force;
        assert!(
            (mean * dx - (to - from)).abs() <= rounding,
            "{mean:e} × {dx:e} ≠ {:e}, {law:?} at {x:e}",
            to - from
        );
        // A mean lies between its ends, because no law here softens.
        let (a, b) = (law.elastic(x), law.elastic(x + dx));
        let slack = 1e-13 * force + law.slope(x) * 4e-16 * x.abs();
        assert!(
            mean >= a.min(b) - slack && mean <= a.max(b) + slack,
            "{mean:e} is not between {a:e} and {b:e}, {law:?} at {x:e} by {dx:e}"
        );
        let still = law.mean_elastic(x, 0.0);
        assert!((still - law.elastic(x)).abs() <= 1e-14 * still.abs(), "{law:?}");
    }
    for_every_law!(fact);
}

#[test]
fn no_law_creates_energy() {
    fn fact<L: Law + core::fmt::Debug>(law: &L, edge: f64, size: f64, dice: &mut Dice) {
        let mut state = || Motion::new(edge + dice.between(-1.0, 1.0) * size, dice.between(-10.0, 10.0));
        let (from, to) = (state(), state());
        assert!(law.potential(from.displacement) >= 0.0);
        assert!(law.resistance(from.displacement) >= 0.0);
        let way = to.displacement - from.displacement;
        assert!(law.mean_resistance(from.displacement, way) >= 0.0);
        assert!(law.heat(from, to, Step::at_rate(44_100.0)) >= 0.0);
        assert!(law.may_pull() || law.force(from) >= 0.0, "{law:?}");
        if !law.touches(from.displacement) {
            assert_eq!(law.force(from), 0.0, "{law:?} acts without contact");
        }
    }
    for_every_law!(fact);
}

#[test]
fn mean_resistance_is_the_mean_of_the_resistance() {
    fn fact<L: Law + core::fmt::Debug>(law: &L, edge: f64, size: f64, dice: &mut Dice) {
        // In contact and over a short path, Simpson's rule is accurate to (dx/x)^4.
        let x = edge + dice.between(0.5, 1.0) * size;
        let dx = 1e-3 * dice.between(-1.0, 1.0) * size;
        let simpson = (law.resistance(x) + 4.0 * law.resistance(x + 0.5 * dx) + law.resistance(x + dx)) / 6.0;
        let stated = law.mean_resistance(x, dx);
        assert!((stated - simpson).abs() <= 1e-12 * simpson, "{stated:e} {simpson:e} {law:?}");
    }
    for_every_law!(fact);
}

#[test]
fn the_linear_contact_and_the_felt_never_pull() {
    let leaving = Motion::new(1e-6, -5.0);
    let linear = Linear { stiffness: 1e6, damping: 10.0 };
    assert_eq!(linear.force(leaving), 0.0);
    assert_eq!(linear.force(Motion::new(1e-6, 5.0)), 51.0);
    assert_eq!(Stulov::default().force(leaving), 0.0);
    assert!(HuntCrossley::default().force(leaving) < 0.0);
}

#[test]
fn barriers_at_the_origin_equal_the_lossless_impact() {
    let impact = HuntCrossley { damping: 0.0, ..Default::default() };
    let barrier = OneSided { stiffness: impact.stiffness, exponent: impact.exponent, barrier: 0.0 };
    let rattle = CentreLimited { stiffness: impact.stiffness, exponent: impact.exponent, clearance: 0.0 };
    for x in [-1e-4, 0.0, 3e-5, 2e-3] {
        assert_eq!(impact.potential(x), barrier.potential(x));
        assert_eq!(impact.elastic(x), barrier.elastic(x));
        assert_eq!(rattle.elastic(x), impact.elastic(x) - impact.elastic(-x));
    }
}
