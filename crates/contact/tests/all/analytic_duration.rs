//! Contact time of an impact, and its duration in the exact-restitution step.

use foley_contact::analytic::{ContactTiming, Fold, Impact, lossless_coefficient, lossless_duration_ratio};
use foley_contact::law::{HuntCrossley, Law};
use std::f64::consts::PI;

/// Exponent, damping times approach speed, dimensionless contact time, and duration-error coefficient. From
/// 40-digit quadrature over the ways in and out in ln(1 + damping × velocity), not folded into one integral.
#[rustfmt::skip]
const EXACT: [(f64, f64, f64, f64); 36] = [
    (1.0, 0.001, 3.1415927844022874347, 0.82246669095778428382),
    (1.0, 0.3, 3.1514533167387380177, 0.79653813975361642279),
    (1.0, 1.0, 3.2223993155239427713, 0.60313057483686087485),
    (1.0, 3.0, 3.5723791944292397303, -0.54876178190605946456),
    (1.0, 20.0, 6.7086446914215773818, -44.685649210468354927),
    (1.0, 1000.0, 44.774736298431891627, -111141.05459081193009),
    (1.3, 0.001, 3.0136802898527868591, 0.94297696852551871926),
    (1.3, 0.3, 3.059114841994517071, 0.91545202160989177329),
    (1.3, 1.0, 3.1966696697529351823, 0.7097366353022069566),
    (1.3, 3.0, 3.6947976868162202262, -0.52592912392652948101),
    (1.3, 20.0, 7.7966241815781289541, -48.890938332565782618),
    (1.3, 1000.0, 67.15119391098493067, -122470.66667632780797),
    (1.5, 0.001, 2.943471463677692805, 1.0207649528825161266),
    (1.5, 0.3, 3.0067969840295863365, 0.99214915008655088415),
    (1.5, 1.0, 3.1788952716575457127, 0.77802104525914566957),
    (1.5, 3.0, 3.7582727349093732703, -0.51497817460193861184),
    (1.5, 20.0, 8.4460994942115467317, -51.775536179833396625),
    (1.5, 1000.0, 83.354733328904420354, -130216.78514859938372),
    (2.0, 0.001, 2.8046758343573898259, 1.2091991618495821853),
    (2.0, 0.3, 2.9000305746423306478, 1.1778081240185368367),
    (2.0, 1.0, 3.1360505377562762409, 0.94226676048058038114),
    (2.0, 3.0, 3.8750615227995323366, -0.49695577102551594746),
    (2.0, 20.0, 9.8430394308012209486, -59.156613328109923254),
    (2.0, 1000.0, 126.14144677098791682, -149987.42231668312507),
    (2.8, 0.001, 2.651955121826507416, 1.4995757038312573776),
    (2.8, 0.3, 2.7775515102308324124, 1.4636827576071055651),
    (2.8, 1.0, 3.0769770095829760467, 1.1933769256425410944),
    (2.8, 3.0, 3.9887262985037032542, -0.48400557387700762277),
    (2.8, 20.0, 11.558442463886354834, -71.239714575193851594),
    (2.8, 1000.0, 195.09736983337522232, -182277.30190193698832),
    (3.5, 0.001, 2.5593837016246469702, 1.7472014957488138607),
    (3.5, 0.3, 2.7008313796660428253, 1.707349259710387005),
    (3.5, 1.0, 3.035052853639294444, 1.4064470872693814454),
    (3.5, 3.0, 4.0492790294978646342, -0.48112758364614714593),
    (3.5, 20.0, 12.690941289601663216, -81.949416761612556349),
    (3.5, 1000.0, 251.61066697623356365, -210862.46245892879348),
];

#[test]
fn duration_and_coefficient_agree_with_40_digits() {
    let (mut worst_tau, mut worst_c) = (0.0_f64, 0.0_f64);
    for (alpha, u, tau, c) in EXACT {
        let timing = ContactTiming::accurate(alpha, u);
        worst_tau = worst_tau.max((timing.duration_ratio / tau - 1.0).abs());
        worst_c = worst_c.max((timing.held_coefficient - c).abs() / (1.0 + c.abs()));
    }
    println!("accurate timing: duration {worst_tau:e}, c {worst_c:e}");
    assert!(worst_tau < 1e-13 && worst_c < 1e-12, "{worst_tau:e} {worst_c:e}");
}

/// Exponent, damping times approach speed, and duration-error coefficient of the exact step. From 60-digit
/// quadrature over the velocity, on the ways in and out.
const NATURAL: [(f64, f64, f64); 5] = [
    (1.0, 0.3, 0.827638167298632718),
    (1.5, 1.0, 1.07449144552556415),
    (1.5, 3.0, 1.32294078000153583),
    (2.8, 0.3, 1.50956516336433341),
    (3.5, 10.0, 4.67934023707027577),
];

#[test]
fn the_coefficient_of_the_exact_step_agrees_with_a_quadrature_over_velocity() {
    for (alpha, u, c) in NATURAL {
        let ours = ContactTiming::accurate(alpha, u).coefficient;
        assert!((ours / c - 1.0).abs() < 1e-11, "α = {alpha}, u = {u}: {ours} for {c}");
    }
}

#[test]
fn the_fast_timing_is_accurate_below_audibility() {
    let (mut worst_tau, mut worst_c) = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0));
    for a in 0..=100 {
        let alpha = 1.0 + 0.025 * f64::from(a);
        for n in 0..=80 {
            let u = 20.0 * (f64::from(n) / 80.0).powi(2);
            let (fast, slow) = (ContactTiming::fast(alpha, u), ContactTiming::accurate(alpha, u));
            let tau = (fast.duration_ratio / slow.duration_ratio - 1.0).abs();
            let c = (fast.coefficient - slow.coefficient).abs() / (1.0 + slow.coefficient.abs());
            let held =
                (fast.held_coefficient - slow.held_coefficient).abs() / (1.0 + slow.held_coefficient.abs());
            assert!(held < 4e-5, "α = {alpha}, u = {u}: {held:e}");
            if tau > worst_tau.0 {
                worst_tau = (tau, alpha, u);
            }
            if c > worst_c.0 {
                worst_c = (c, alpha, u);
            }
        }
    }
    println!("fast timing: duration {worst_tau:?}, c {worst_c:?} (error, α, u)");
    assert!(worst_tau.0 < 7e-6, "{worst_tau:?}");
    assert!(worst_c.0 < 2e-5, "{worst_c:?}");
}

#[test]
fn without_loss_the_timing_is_a_closed_form() {
    for a in 0..=50 {
        let alpha = 1.0 + 0.05 * f64::from(a);
        let timing = ContactTiming::accurate(alpha, 0.0);
        let tau = lossless_duration_ratio(alpha);
        assert!((timing.duration_ratio / tau - 1.0).abs() < 2e-14, "α = {alpha}");
        let c = lossless_coefficient(alpha);
        assert!((timing.coefficient / c - 1.0).abs() < 2e-13, "α = {alpha}: {c}");
        if alpha > 1.0 {
            let printed = PI * alpha / (PI / (alpha + 1.0)).tan() / (3.0 * (alpha - 1.0));
            assert!((c / printed - 1.0).abs() < 1e-13, "α = {alpha}");
        }
    }
    assert!((lossless_coefficient(1.0) - PI * PI / 12.0).abs() < 1e-15);
    assert!((lossless_duration_ratio(1.0) / PI - 1.0).abs() < 1e-15);
}

#[test]
fn a_tiny_loss_changes_the_timing_slightly() {
    for alpha in [1.0, 1.5, 2.8] {
        let (none, faint) = (ContactTiming::accurate(alpha, 0.0), ContactTiming::accurate(alpha, 1e-9));
        assert!((faint.duration_ratio / none.duration_ratio - 1.0).abs() < 2e-9);
        let (none, faint) = (ContactTiming::fast(alpha, 0.0), ContactTiming::fast(alpha, 1e-300));
        assert!((faint.duration_ratio / none.duration_ratio - 1.0).abs() < 1e-15);
        assert!((faint.coefficient / none.coefficient - 1.0).abs() < 1e-14);
    }
}

#[test]
fn the_duration_is_a_stirling_series() {
    // Γ(x) = √(2π/x) (x/e)^x Σ g_k/xᵏ has the same g_k.
    let g = [
        1.0,
        1.0 / 12.0,
        1.0 / 288.0,
        -139.0 / 51840.0,
        -571.0 / 2488320.0,
        163879.0 / 209018880.0,
        5246819.0 / 75246796800.0,
    ];
    for alpha in [1.0, 1.5, 2.8, 3.5] {
        let q = 1.0 / (alpha + 1.0);
        for u in [0.01, 0.1, 0.3] {
            let level = Fold::of(u).level();
            let (mut sum, mut term) = (0.0, 1.0);
            for (k, g) in g.iter().enumerate() {
                sum += g * term;
                term *= level / (q + 0.5 + k as f64);
            }
            let deepest: f64 = 2.0 * level / (u * u);
            let tau = lossless_duration_ratio(alpha) * deepest.powf(q - 0.5) * sum;
            let exact = ContactTiming::accurate(alpha, u).duration_ratio;
            assert!((tau / exact - 1.0).abs() < 1e-12, "α = {alpha}, u = {u}: {tau} {exact}");
        }
    }
}

/// Contact time in a simulation that holds the mean elastic force times 1 + damping × mean velocity over each
/// step, on a wall. It runs between the zeros of the extrapolated flights before and after the contact. The
/// mass meets the wall a share `phase` of a step after the start. Each step ends on the exact phase curve by
/// construction, so only the balance of momentum and force remains to be solved.
fn stepped_duration(impact: &Impact, step: f64, phase: f64) -> f64 {
    let (m, mu) = (impact.mass, impact.law.damping);
    let release = impact.release_velocity();
    let mut v = impact.speed;
    let mut x = -phase * step * v;
    let mut time = 0.0;
    loop {
        // Residual of the step to velocity w. Before and after the wall x is free and follows from the step.
        let end = |w: f64| {
            let mean = 0.5 * (v + w);
            let z = mu * (w - v) / (2.0 * (1.0 + mu * mean));
            let slow = if z.abs() < 1e-3 { z * z / 3.0 + z.powi(4) / 5.0 } else { z.atanh() / z - 1.0 };
            x + step * (mean - slow / mu)
        };
        let residual = |w: f64| {
            let to = end(w);
            let mean = 0.5 * (v + w);
            let push = (impact.law.potential(to) - impact.law.potential(x)) / (to - x);
            m * (w - v) + step * (1.0 + mu * mean) * push
        };
        let (mut low, mut high) = (release, v);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if residual(middle) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let w = 0.5 * (low + high);
        x = end(w);
        v = w;
        time += step;
        if x <= 0.0 && v < 0.0 {
            assert!((v / release - 1.0).abs() < 1e-9, "{v} {release}");
            return time - phase * step - x / v;
        }
    }
}

#[test]
fn a_step_that_holds_the_mean_force_is_late_by_its_c() {
    for (alpha, u) in [(1.0, 0.3), (1.5, 0.01), (1.5, 1.0), (1.5, 3.0), (2.8, 1.0), (2.8, 3.0)] {
        let law = HuntCrossley { stiffness: 1.0, exponent: alpha, damping: u };
        let impact = Impact::new(1.0, law, 1.0);
        let (tau, c) = (impact.duration(), impact.timing().held_coefficient);
        let measure = |kappa: f64| {
            let phases = 32;
            let mean = (0..phases)
                .map(|i| stepped_duration(&impact, tau / kappa, (f64::from(i) + 0.5) / f64::from(phases)))
                .sum::<f64>()
                / f64::from(phases);
            (mean / tau - 1.0) * kappa * kappa
        };
        let (coarse, fine) = (measure(30.0), measure(60.0));
        println!(
            "α = {alpha}, μ v_in = {u}: c = {c:.5}, measured {coarse:.5} at κ = 30, {fine:.5} at κ = 60"
        );
        assert!((fine - c).abs() < 0.004 * (1.0 + c.abs()), "α = {alpha}, u = {u}: {fine} for {c}");
    }
}
