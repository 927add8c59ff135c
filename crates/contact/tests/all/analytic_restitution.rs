//! Coefficient of restitution of a lossy impact.

use foley_contact::analytic::{Fold, restitution_of};

/// Damping times approach speed, coefficient of restitution, and lost speed times damping. Solved with 80
/// digits from eq. (6) of \[Papetti2011\].
#[rustfmt::skip]
const EXACT: [(f64, f64, f64); 25] = [
    (1e-12, 0.9999999999993333333333, 6.666666666662221954044e-25),
    (1e-10, 0.9999999999333333333378, 6.666666666222222708017e-21),
    (3e-8, 0.9999999800000004, 5.999999880000001567582e-16),
    (1e-6, 0.9999993333337777774519, 6.666662222225480875556e-13),
    (1e-5, 0.9999933333777774518539, 6.666622222548146670965e-11),
    (1e-4, 0.9999333377774518775256, 6.666222254812247764095e-9),
    (1e-3, 0.9993337774521084305009, 6.662225478915695129398e-7),
    (0.01, 0.9933774543987673632661, 0.00006622545601232636871774),
    (0.05, 0.967738578530932493775, 0.001613071073453375400794),
    (0.1, 0.9374755799499050605164, 0.006252442005009494295439),
    (0.3, 0.832869792265601670214, 0.05013906232031949708028),
    (0.7, 0.6785946897288155380814, 0.2249837171898291090698),
    (1.0, 0.593624260040040092323, 0.406375739959959907677),
    (1.3, 0.5258257995720624398284, 0.6164264605563188492806),
    (1.32, 0.5217885135092772597211, 0.6312391621677540468998),
    (2.0, 0.4107196860610394467016, 1.178560627877921106597),
    (3.0, 0.3068967982909621145203, 2.079309605127113656439),
    (5.0, 0.1969802452805188850473, 4.015098773597405574764),
    (10.0, 0.09998162475294388687928, 9.000183752470561131207),
    (20.0, 0.04999999920383114239155, 19.00000001592337715217),
    (35.0, 0.02857142857142833284908, 34.00000000000000835028),
    (50.0, 0.01999999999999999999993, 49.0),
    (79.9, 0.012515644555694618272841, 78.9),
    (100.0, 0.01, 99.0),
    (1000.0, 0.001, 999.0),
];

fn close(name: &str, u: f64, value: f64, exact: f64, tolerance: f64) {
    let error = (value / exact - 1.0).abs();
    assert!(error <= tolerance, "{name} at u = {u}: {value:e}, exactly {exact:e}, off by {error:e}");
}

#[test]
fn the_release_is_exact_from_tiny_to_heavy_loss() {
    let mut worst = 0.0_f64;
    for (u, restitution, _) in EXACT {
        close("E", u, restitution_of(u), restitution, 4.5e-16);
        worst = worst.max((restitution_of(u) / restitution - 1.0).abs());
    }
    println!("worst relative error of the restitution: {worst:e}");
}

#[test]
fn the_lost_speed_has_full_precision_at_any_loss() {
    for (u, _, lost) in EXACT {
        close("u − |u_out|", u, 2.0 * Fold::of(u).lag, lost, 1e-15);
    }
}

#[test]
fn without_loss_the_restitution_is_one() {
    assert_eq!(restitution_of(0.0), 1.0);
    assert_eq!(Fold::of(0.0).release(), 0.0);
    assert_eq!(Fold::of(0.0).heat_fraction(), 0.0);
}

#[test]
fn a_heavy_loss_releases_at_one_over_mu() {
    for u in [41.0, 60.0, 80.0, 1e3, 1e9, 1e200] {
        assert_eq!(Fold::of(u).release(), 1.0, "u = {u:e}");
    }
}

#[test]
fn mean_and_lag_add_up_to_the_approach() {
    let mut u = 1e-300;
    while u < 1e300 {
        close("p + L", u, Fold::of(u).approach(), u, 3e-16);
        u *= 1.37;
    }
}

#[test]
fn restitution_falls_with_the_approach_speed() {
    let mut last = Fold::of(0.0);
    for i in 1..20_000 {
        let u = 1e-3 * f64::from(i);
        let fold = Fold::of(u);
        assert!(fold.restitution() < last.restitution(), "u = {u}");
        assert!(fold.release() > last.release(), "u = {u}");
        assert!(fold.release() < 1.0 && fold.lag > last.lag, "u = {u}");
        last = fold;
    }
}

#[test]
fn both_ends_have_the_same_potential_level() {
    for (u, _, _) in EXACT {
        if u > 1e-3 {
            close("Φ(p)", u, Fold::of(u).level(), u - u.ln_1p(), 1e-12 + 1e-16 / (u * u));
        }
        if (0.1..20.0).contains(&u) {
            let release = Fold::of(u).release();
            let level = -release - (-release).ln_1p();
            close("φ(u_out)", u, level, u - u.ln_1p(), 1e-7);
        }
    }
}

#[test]
fn with_restitution_inverts_restitution() {
    for share in [1e-3, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.999, 0.999_999] {
        let fold = Fold::with_restitution(share);
        close("E", fold.approach(), fold.restitution(), share, 1e-9);
        close("E", fold.approach(), restitution_of(fold.approach()), share, 1e-9);
    }
    assert_eq!(Fold::with_restitution(1.0), Fold::default());
}
