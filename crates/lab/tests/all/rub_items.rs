//! Numbers of the friction table and figures.

use crate::figures_support::{agree, cell, cells};
use foley_lab::{Product, items};

#[test]
fn every_pitch_is_within_one_per_cent_of_that_at_the_highest_rate() {
    let item = items().into_iter().find(|item| item.id == "foley-table-squeak").expect("the item");
    let Product::Tables(tables) = (item.make)() else {
        panic!("a table");
    };
    let cells = &tables[0].cells;
    assert_eq!(cells.len(), 24);
    for cell in cells {
        agree(&cell.row, cell.ours, cell.plain, 0.01);
        assert_eq!(cell.reproduces, Some(true), "{cell:?}");
    }
    let printed: Vec<f64> = cells.iter().filter_map(|c| c.printed.parse().ok()).collect();
    assert_eq!(printed, [197.13, 197.05, 142.76, 142.65, 139.42, 139.19]);
    let cell = tables[0].cell("σ_0 = 10^6 N/m", "1×").expect("the cell");
    agree("against the prototype", cell.ours, 142.76, 2e-3);
}

#[test]
fn simulated_steady_sliding_lies_on_the_stribeck_curve() {
    let cells = cells("foley-figure-stribeck");
    assert_eq!(cells.len(), 9);
    for cell in cells {
        // Rounding of the displacement accumulates over tens of thousands of steps with soft bristles.
        assert!(cell.ours < 1e-11, "{cell:?}");
    }
}

#[test]
fn presliding_begins_with_the_bristle_stiffness_and_its_loop_closes() {
    let cells = cells("foley-figure-presliding");
    let of = |row: &str, column: &str| cell(&cells, row, column).ours;
    for row in ["to ± 0.9 z_ba", "to ± F_s/σ_0", "to ± 3 F_s/σ_0"] {
        agree(row, of(row, "slope at the origin over σ_0 [1]"), 1.0, 1e-10);
        let gap = of(row, "gap of the loop [F_s]");
        assert!(gap < 1e-11, "{row}: gap of {gap:e} F_s");
        agree(row, of(row, "heat of a round [µJ]"), of(row, "work of a round [µJ]"), 1e-9);
    }
    // Below break-away the heat is that of the dampers: (σ₁ + σ₂) v over a path of 4 · 94.5 µm.
    let heat = of("to ± 0.9 z_ba", "heat of a round [µJ]");
    agree("damping", heat, 0.5 * 1e-3 * 4.0 * 94.5, 1e-9);
    // Far above break-away the loop is slightly smaller than a rectangle of ± F_s.
    let heat = of("to ± 3 F_s/σ_0", "heat of a round [µJ]");
    let rectangle = 1e6 * 4.0 * 1.2e-3 * 4.0;
    assert!(heat > 0.6 * rectangle && heat < rectangle, "{heat} µJ");
}

#[test]
fn the_map_of_regimes_has_all_four_regimes_and_counts_every_cell_once() {
    let cells = cells("foley-figure-regimes");
    let count = |row: &str| cell(&cells, row, "cells").ours;
    let all = ["sticking", "periodic stick-slip", "irregular", "steady sliding"].map(count);
    println!("{all:?}");
    assert_eq!(all.iter().sum::<f64>(), 576.0);
    assert!(all.iter().all(|count| *count > 10.0), "{all:?}");
}

#[test]
fn heat_loss_and_stored_energy_sum_to_the_work_of_the_belt() {
    let cells = cells("foley-figure-rub-energy");
    for stiffness in ["10^4", "10^6", "10^8"] {
        for damping in ["Q = 50", "no damping"] {
            let row = format!("σ_0 = {stiffness} N/m, {damping}");
            let of = |column: &str| cell(&cells, &row, column).ours;
            let (heat, loss, stored) = (of("heat [1]"), of("loss of the body [1]"), of("stored [1]"));
            agree(&row, heat + loss + stored, 1.0, 1e-12);
            assert!(of("numerical error, at most [1]") < 1e-12, "{row}");
            assert!(of("loss minus its integral, at most [1]") < 1e-12, "{row}");
            let lossless = damping == "no damping";
            assert!(if lossless { loss.abs() < 1e-12 } else { loss > 5e-3 }, "{row}: {loss}");
        }
    }
}

#[test]
fn a_bowed_string_is_in_helmholtz_motion() {
    let cells = cells("foley-figure-bow");
    let of = |row: &str| cell(&cells, row, "measured").ours;
    agree("pitch", of("pitch [Hz]"), 196.0, 0.01);
    agree("slips", of("slips per period [1]"), 1.0, 0.011);
    // The bow is at the nearest junction of the waveguide, and the corner is slightly rounded.
    agree("share", of("share of slipping [1]"), 0.13, 0.05);
    agree("stick", of("velocity while it sticks [m/s]"), 0.1, 0.01);
    let ideal = -0.1 * 0.87 / 0.13;
    agree("slip", of("velocity while it slips [m/s]"), ideal, 0.05);
}
