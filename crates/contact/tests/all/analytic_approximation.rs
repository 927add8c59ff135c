//! The papers' approximation of the release velocity: its coefficients and its range of validity.

use crate::support;
use crate::support::number;
use foley_contact::analytic::approximation::{
    MAX_ORDER, POLYNOMIAL, TAYLOR, error, peak, restitution, validity,
};
use foley_contact::analytic::restitution_of;
use serde_json::Value;

fn rational(v: &Value) -> f64 {
    let text = v.as_str().unwrap();
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    p.parse::<f64>().unwrap() / q.parse::<f64>().unwrap()
}

#[test]
fn the_recursion_gives_the_exact_rationals() {
    let all = support::impact();
    for (j, a) in all["coefficients"]["a"].as_array().unwrap().iter().enumerate() {
        let exact = rational(a);
        assert!((TAYLOR[j + 1] / exact - 1.0).abs() < 1e-15, "a_{}: {} {exact}", j + 1, TAYLOR[j + 1]);
    }
    for (j, b) in all["coefficients"]["b"].as_array().unwrap().iter().enumerate() {
        let exact = rational(b);
        // Terms of order 1 sum to results down to 0.005.
        assert!((POLYNOMIAL[j] - exact).abs() < 2e-15, "b_{j}: {} {exact}", POLYNOMIAL[j]);
    }
}

#[test]
fn the_recursion_is_accurate_up_to_the_highest_order() {
    // Computed from exact fractions.
    let exact = [
        (16, 0.075783755815732930717, 0.0090148331189595143228),
        (24, 0.049800981819082125253, 0.0061852926112680419334),
        (32, 0.037015568863891354744, 0.0046976518641831632516),
    ];
    for (j, a, b) in exact {
        let (off_a, off_b) = ((TAYLOR[j] - a).abs(), (POLYNOMIAL[j] - b).abs());
        println!("order {j}: a off by {off_a:e}, b by {off_b:e}");
        assert!(off_a < 1e-14 && off_b < 1e-14, "order {j}: {off_a:e} {off_b:e}");
    }
    assert_eq!(exact[2].0, MAX_ORDER);
}

#[test]
fn thresholds_agree_with_the_reference() {
    let all = support::impact();
    let mut worst = 0.0_f64;
    for order in 1..=8 {
        let table = &all["vtilde_thresholds"][order.to_string()];
        for (percent, tolerance) in [("1", 1e-2), ("0.1", 1e-3), ("0.01", 1e-4), ("0.001", 1e-5)] {
            let found = validity(order, tolerance).unwrap();
            for (value, exact) in
                [(found.low, number(&table[percent][0])), (found.high, number(&table[percent][1]))]
            {
                let off = (value / exact - 1.0).abs();
                worst = worst.max(off);
                assert!(off < 1e-10, "order {order}, {percent} %: {value} {exact} off by {off:e}");
            }
            assert!(found.allows(0.99 * found.low) && found.allows(1.01 * found.high));
            assert!(!found.allows(1.01 * found.low) && !found.allows(0.99 * found.high));
        }
    }
    println!("thresholds off by at most {worst:e}");
}

#[test]
fn outside_of_the_range_the_error_is_within_the_tolerance() {
    for order in [1, 2, 4, 6, 8, 12, 20] {
        for tolerance in [1e-1, 1e-2, 1e-4] {
            let Some(range) = validity(order, tolerance) else {
                continue;
            };
            for i in 0..=4000 {
                let share = f64::from(i) / 4000.0;
                let (below, above) = (range.low * share, range.high + 60.0 * share);
                for u in [below, above] {
                    let e = error(order, u).abs();
                    assert!(e <= tolerance * (1.0 + 1e-9), "order {order}, u = {u}: {e} > {tolerance}");
                }
            }
        }
    }
    assert_eq!(validity(4, 0.03), None);
}

#[test]
fn order_four_has_the_smallest_worst_error() {
    let all = support::impact();
    for order in 1..=8 {
        // The reference was read from a grid of 0.025.
        let exact = number(&all["vtilde_thresholds"][order.to_string()]["peak"][1]) / 100.0;
        let (u, e) = peak(order);
        assert!(
            (e / exact - 1.0).abs() < 1e-3 && e.abs() >= exact.abs(),
            "order {order}: {e} at {u}, {exact}"
        );
        if order != 4 {
            assert!(e.abs() > peak(4).1.abs(), "order {order}");
        }
    }
    assert!(peak(20).1.abs() > 1.0);
}

#[test]
fn small_losses_keep_full_precision_and_higher_orders_help_there() {
    for order in 1..=10 {
        for u in [1e-15, 1e-12, 1e-9] {
            // The first neglected term is u^order.
            let e = error(order, u).abs();
            assert!(e < u + 1e-15, "order {order}, u = {u}: {e:e}");
        }
    }
    for order in 1..6 {
        assert!(error(order + 1, 0.05).abs() < error(order, 0.05).abs());
    }
}

#[test]
fn the_limits_match_the_exact_release() {
    for order in [1, 4, 8, 32, 1000] {
        assert_eq!(restitution(order, 0.0), 1.0);
        for u in [200.0, 1e3, 1e10, 1e300] {
            assert!(
                (restitution(order, u) / restitution_of(u) - 1.0).abs() < 1e-15,
                "order {order}, u = {u}"
            );
        }
    }
}
