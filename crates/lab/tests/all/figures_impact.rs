//! The numbers behind the figures of the journal paper and the thesis, against reference values computed
//! independently.

use crate::figures_support::{SIX, agree, cell, cells, impact, number};
use foley_contact::analytic::Impact;
use foley_contact::correction::{Corrections, StoredForce};
use foley_lab::experiment::{BOUND_ONLY, BOUNDED, CASE_1, CASE_2, ImpactRun, Method, paper_corrections};
use serde_json::Value;

#[test]
fn contact_times_are_nineteen_and_six_samples() {
    for (id, samples, exact) in
        [("journal-figure-7", 19.0, 18.889_620_836), ("journal-figure-8", 6.0, 5.860_812_204)]
    {
        let cells = cells(id);
        for method in Method::PAPER {
            let cell = cell(&cells, method.name(), "contact time [samples]");
            assert_eq!(cell.ours, samples, "{id} {}", method.name());
            agree(id, cell.plain, exact, 1e-9);
            assert_eq!(cell.reproduces, Some(true));
        }
        let ours = cell(&cells, "exact step", "contact time [samples]").ours;
        // The duration error after its correction is 3e-5 at eleven steps per contact.
        agree("exact step", ours, exact, 1e-4);
    }
}

#[test]
fn the_exact_step_divides_the_samples_of_a_hard_impact_in_two() {
    let run = Method::Exact.run(CASE_2);
    assert_eq!(run.report.substeps_max, 2);
    assert!(run.energy_deviation() < 1e-10, "{} %", run.energy_deviation());
}

#[test]
fn figure_3_has_the_ranges_of_the_approximation() {
    let reference = impact();
    let cells = cells("journal-figure-3");
    for (row, key) in [("error ≤ 1 %", "1"), ("error ≤ 0.1 %", "0.1")] {
        let theirs = &reference["vtilde_thresholds"]["4"][key];
        agree(row, cell(&cells, row, "μ v_in up to").ours, number(&theirs[0]), SIX);
        agree(row, cell(&cells, row, "μ v_in from").ours, number(&theirs[1]), SIX);
        assert!(
            cell(&cells, row, "μ v_in up to").reproduces == Some(true)
                && cell(&cells, row, "μ v_in from").reproduces == Some(true)
        );
    }
    // The reference sampled μ v_in in steps of 1/25.
    let peak = number(&reference["vtilde_thresholds"]["4"]["peak"][1]);
    agree("peak", cell(&cells, "largest error", "[%]").ours, peak, 1e-3);
}

#[test]
fn figure_5_has_the_depths_and_releases_of_the_reference() {
    let cells = cells("journal-figure-5");
    let mut found = 0;
    for row in impact()["external_force"].as_array().expect("a list") {
        let force = number(&row["f_into_wall"]);
        if force < 0.0 || row.get("x_max_mp").is_none() {
            continue;
        }
        let name = if force == 0.0 {
            "f_e = 0".to_owned()
        } else {
            format!("f_e = {}·m N", (force / 0.01).round())
        };
        agree(&name, cell(&cells, &name, "x_max [µm]").ours, 1e6 * number(&row["x_max_mp"]), 1e-11);
        agree(&name, cell(&cells, &name, "v_out [m/s]").ours, number(&row["v_out_mp"]), 1e-11);
        agree(&name, cell(&cells, &name, "peak v [m/s]").ours, number(&row["v_max"]), 1e-9);
        agree(&name, cell(&cells, &name, "τ [ms]").ours, 1e3 * number(&row["tau"]), 1e-9);
        found += 1;
    }
    assert_eq!(found, 4);
}

#[test]
fn figure_11_has_the_errors_of_the_reference() {
    let reference = impact();
    let cells = cells("journal-figure-11");
    for row in reference["fig11"].as_array().expect("a list") {
        let product = number(&row["mu_vin"]);
        for (key, varied) in [("vary_mu", "μ varies"), ("vary_vin", "v_in varies")] {
            let name = format!("μ v_in = {product}, {varied}");
            let theirs = &row[key];
            agree(
                &name,
                cell(&cells, &name, "RK4, in contact [%]").ours,
                number(&theirs["dev_contact"]),
                SIX,
            );
            agree(&name, cell(&cells, &name, "RK4, at release [%]").ours, number(&theirs["release"]), SIX);
            // The reference is a difference of energies relative to the heat, with a rounding error of
            // 2e-14/(heat) in percent.
            let ours = cell(&cells, &name, "corrected, at release [%]").ours;
            let off = (ours - number(&theirs["v_tilde_release"])).abs();
            assert!(off < 1e-11 / product, "{name}: {off:e}");
            assert!(cell(&cells, &name, "exact step, at release [%]").ours.abs() < 1e-10, "{name}");
        }
    }
}

#[test]
fn figure_12_has_the_accumulated_errors_of_the_reference() {
    let cells = cells("journal-figure-12");
    let column = "energy after 100 impacts [%]";
    for (name, theirs) in [("Verlet", 15.78021), ("RK4", -2.152898), ("Heun", 0.246416)] {
        agree(name, cell(&cells, name, column).ours, theirs, 1e-5);
    }
    agree("Heun as printed", cell(&cells, "Heun, predicted velocity passed on", column).ours, 946.600, 1e-6);
    agree("corrected", cell(&cells, "corrected", column).ours, 0.00111, 1e-2);
    assert!(cell(&cells, "exact step", column).ours.abs() < 1e-10);
    assert!(cell(&cells, "exact step", "delay at the last release [ms]").ours.abs() < 0.05);
}

#[test]
fn figure_1_9_exceeds_the_bound_once() {
    let reference = impact();
    let cells = cells("thesis-figure-1.9");
    let over = cell(&cells, "Heun, plain", "peak over x_max [%]").ours;
    assert!((over - 1.254).abs() < 5e-4, "{over} %");
    for method in Method::PAPER {
        let theirs = &reference["corrections"][format!("fig1.9/{}", method.name())];
        for kind in ["plain", "bounded"] {
            let row = format!("{}, {kind}", method.name());
            for (column, key) in [("%dev(x)", "dev_x_real"), ("%dev(H)", "dev_H"), ("%err(v_out)", "err_v")] {
                agree(&row, cell(&cells, &row, column).ours, number(&theirs[kind][key]), SIX);
            }
        }
        let corrections = if theirs["bounded"]["clamps"] == 0 { &Corrections::NONE } else { &BOUND_ONLY };
        check_path(
            &method.run_corrected(BOUNDED, corrections),
            &theirs["bounded"]["trajectory"],
            method.name(),
        );
    }
}

/// Compares every sample with the reference, to six digits of the maximum compression and of the speed.
fn check_path(run: &ImpactRun, theirs: &Value, name: &str) {
    let theirs = theirs.as_array().expect("samples");
    assert_eq!(run.samples.len(), theirs.len(), "{name}: samples");
    let depth = run.impact.max_compression();
    for (ours, theirs) in run.samples.iter().zip(theirs) {
        let x = (ours.motion.displacement - number(&theirs[0])) / depth;
        let v = (ours.motion.velocity - number(&theirs[1])) / run.impact.speed;
        assert!(x.abs() < SIX && v.abs() < SIX, "{name}, sample {}: {x:e} {v:e}", ours.index);
    }
}

#[test]
fn corrected_impacts_equal_the_reference() {
    let reference = impact();
    let mut found = 0;
    for (name, case) in [("case1", CASE_1), ("case2", CASE_2)] {
        for method in Method::PAPER {
            for (suffix, stored) in [("", StoredForce::Kept), ("+refresh", StoredForce::Refreshed)] {
                check_single(&reference, name, case, method, (suffix, stored));
                check_chain(&reference, name, case, method, (suffix, stored));
                found += 2;
            }
        }
    }
    assert_eq!(found + Method::PAPER.len(), reference["corrections"].as_object().expect("a map").len());
}

fn check_single(
    reference: &Value,
    name: &str,
    case: Impact,
    method: Method,
    (suffix, stored): (&str, StoredForce),
) {
    let key = format!("{name}/{}/hybrid{suffix}", method.name());
    let theirs = &reference["corrections"][&key];
    let run = method.run_corrected(case, &paper_corrections(stored));
    check_path(&run, &theirs["trajectory"], &key);
    assert_eq!(run.in_contact().count() as f64, number(&theirs["n_contact"]), "{key}");
    assert!(run.compression_deviation() < 1e-9 && run.energy_deviation() < 1e-9, "{key}");
    // Differences of nearly equal velocities and energies, so rounding [%] is added to the tolerance.
    let close = |key_of_value: &str, ours: f64, rounding: f64| {
        let theirs = number(&theirs[key_of_value]);
        let off = (ours - theirs).abs();
        assert!(off <= SIX * theirs.abs() + rounding, "{key} {key_of_value}: {ours:e} {theirs:e}");
    };
    close("err_v", run.release_error(), 1e-13);
    close("rel_H", run.release_energy_error(), 1e-10);
    let open = Corrections { output: None, ..paper_corrections(stored) };
    let before = method.run_corrected(case, &open);
    close("v_before_constraint", before.report.release_velocity, 0.0);
    close("err_v_before", before.release_error(), 0.0);
}

fn check_chain(
    reference: &Value,
    name: &str,
    case: Impact,
    method: Method,
    (suffix, stored): (&str, StoredForce),
) {
    let key = format!("{name}/{}/chain100{suffix}", method.name());
    let theirs = &reference["corrections"][&key];
    let chain = method.chain_corrected(case, &paper_corrections(stored));
    for run in &chain.runs {
        assert!(run.compression_deviation() < 1e-9 && run.energy_deviation() < 1e-9, "{key}");
    }
    agree(&key, chain.final_velocity, number(&theirs["v_end"]), SIX);
    agree(&key, chain.final_velocity, number(&theirs["v_tilde_chain"]), SIX);
}
