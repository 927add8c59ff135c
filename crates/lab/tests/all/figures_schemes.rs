//! The numbers behind the figures of the ISMA, DAFx-17 and DAFx-01 papers, against reference values computed
//! independently.

use crate::figures_support::{SIX, agree, cell, cells, energy_schemes, modal_contact, number};
use foley_lab::figures::roots::trials;

#[test]
fn isma_durations_equal_the_reference() {
    let reference = energy_schemes();
    let (three, four) = (cells("isma-figure-3"), cells("isma-figure-4"));
    let rows = reference["two_and_three_point"]["fig3"]["rows"].as_array().expect("rows");
    for (row, (cells, name)) in
        rows.iter().zip([(&three, "k_c = 10^9"), (&three, "k_c = 10^10"), (&four, "k_c = 10^11")])
    {
        let tau = 1e6 * number(&row["tau_exact"]);
        agree(name, cell(cells, name, "exact duration [µs]").ours, tau, SIX);
        agree(name, cell(cells, name, "two-point [µs]").ours, 1e6 * number(&row["two_line"]), SIX);
        agree(name, cell(cells, name, "three-point [µs]").ours, 1e6 * number(&row["three_line"]), SIX);
        // The exact step with sub-steps and corrected stiffness has an error below 1e-4.
        agree(name, cell(cells, name, "exact step [µs]").ours, tau, 1e-4);
    }
    assert_eq!(cell(&four, "samples inside", "two-point").ours, 1.0);
    assert_eq!(cell(&four, "samples inside", "three-point").ours, 2.0);
}

#[test]
fn isma_corrected_durations_equal_the_reference() {
    let reference = energy_schemes();
    let figure = &reference["two_and_three_point"]["fig5"];
    let cells = cells("isma-figure-5");
    let row = "ω_c = 44700 rad/s";
    agree(row, cell(&cells, row, "two-point [µs]").ours, 1e6 * number(&figure["two_star"]["tau_line"]), SIX);
    agree(
        row,
        cell(&cells, row, "three-point [µs]").ours,
        1e6 * number(&figure["three_star"]["tau_line"]),
        SIX,
    );
    let column = "error of the duration [%]";
    for (row, key) in [("two-point, β_2*", "two_star"), ("three-point, β_3*", "three_star")] {
        agree(row, cell(&cells, row, column).ours, number(&figure[key]["err_pct"]), SIX);
    }
}

#[test]
fn isma_bounds_and_simulated_errors_equal_the_reference() {
    let reference = energy_schemes();
    let figure = &reference["two_and_three_point"]["fig6"];
    let cells = cells("isma-figure-6");
    let mut found = 0;
    for row in figure["rows"].as_array().expect("rows") {
        let name = format!("{} kHz", number(&row["fs"]) / 1e3);
        if !cells.iter().any(|cell| cell.row == name) {
            continue;
        }
        found += 1;
        for (column, key) in [
            ("two-point, bound [µs]", "err_two"),
            ("three-point, bound [µs]", "err_three"),
            ("two-point, simulated [µs]", "sim_err_two"),
            ("three-point, simulated [µs]", "sim_err_three"),
        ] {
            let ours = cell(&cells, &name, column).ours;
            let off = (ours - 1e6 * number(&row[key])).abs();
            // Beyond the limit both programs hold β at different large values: 1e-6 of the duration.
            assert!(off < 5e-5, "{name}, {column}: {ours} off by {off:e}");
        }
        let ours = cell(&cells, &name, "exact step [µs]").ours;
        assert!(ours.abs() < 2e-3, "{name}: error of the exact step {ours} µs");
    }
    assert!(found >= 10, "{found} rates in common");
}

#[test]
fn dafx17_figure_2_has_the_points_and_holes_of_the_reference() {
    let reference = energy_schemes();
    let rows = reference["quadratic"]["fig2"]["rows"].as_array().expect("rows");
    let trials = trials();
    assert_eq!(trials.len(), rows.len());
    for row in rows {
        let trial = trials
            .iter()
            .find(|t| {
                t.s == number(&row["s"])
                    && t.speed == number(&row["v0"])
                    && f64::from(t.exponent) == number(&row["alpha"])
                    && (t.step / number(&row["k"]) - 1.0).abs() < 1e-12
            })
            .unwrap_or_else(|| panic!("no trial for {row}"));
        assert_eq!(trial.failed_sample, row["fail_step"].as_u64(), "{row}");
        if trial.failed_sample.is_none() {
            agree(&row.to_string(), trial.min_discriminant, number(&row["min_disc"]), 1e-6);
        }
    }
    let hole = trials
        .iter()
        .find(|t| t.s == 1.0 && t.speed == 20.0 && t.exponent == 3 && (t.step - 0.0632).abs() < 1e-3);
    assert!(hole.expect("the cell of the text").failed_sample.is_some(), "the paper states a real root");
    assert_eq!(
        cell(&cells("dafx17-figure-2"), "s = 1, v = 20 m/s", "real of 6: α = 1, 3 and k_1, k_2, k_3").ours,
        5.0
    );
}

#[test]
fn dafx17_figure_3_has_the_frequencies_and_harmonics_of_the_reference() {
    let reference = energy_schemes();
    let cells = cells("dafx17-figure-3");
    let rows = reference["quadratic"]["fig3"]["rows"].as_array().expect("rows");
    agree("classic", cell(&cells, "classic, eq. (22)", "frequency [Hz]").ours, number(&rows[0]["f"]), 1e-8);
    for (name, s) in [("s = 1/2", 0.5), ("s = 1", 1.0), ("s = 3", 3.0)] {
        let row = rows.iter().find(|row| row["scheme"].as_f64() == Some(s)).expect("a row");
        // Zero crossings are interpolated linearly, which is less exact for a locked oscillator.
        agree(
            name,
            cell(&cells, name, "frequency [Hz]").ours,
            number(&row["f"]),
            if s == 0.5 { 1e-8 } else { 5e-6 },
        );
        let third = match name {
            "s = 1" => cell(&cells, name, "third harmonic [dB]").plain,
            "s = 3" => cell(&cells, name, "third harmonic, relative [dB]").ours,
            _ => continue,
        };
        assert!((third - number(&row["h3_dB"])).abs() < 1e-3, "{name}: {third} dB");
        let fifth = cell(&cells, name, "fifth harmonic, relative [dB]").ours;
        assert!((fifth - number(&row["h5_dB"])).abs() < 1e-3, "{name}: {fifth} dB");
        let period = cell(&cells, name, "period [samples]").ours;
        assert!((period - number(&row["period_samples"])).abs() < 2e-3, "{name}: {period} samples");
    }
}

#[test]
fn dafx17_figures_4_and_5_have_the_depths_durations_and_energies_of_the_reference() {
    let reference = energy_schemes();
    let (four, five) = (cells("dafx17-figure-4"), cells("dafx17-figure-5"));
    let figure = &reference["quadratic"]["fig4_5"];
    let exact = number(&figure["xmax_exact"]);
    agree("depth", cell(&four, "exact", "depth [µm]").ours, 1e6 * exact, SIX);
    agree("duration", cell(&four, "exact", "duration [µs]").ours, 1e6 * number(&figure["tau_exact"]), SIX);
    for row in figure["rows"].as_array().expect("rows") {
        let scheme = match row["scheme"].as_f64() {
            None => "benchmark, eq. (23)",
            Some(0.5) => "s = 1/2",
            Some(1.0) => "s = 1",
            Some(_) => "s = 3",
        };
        let name = format!("{scheme}, {} kHz", number(&row["fs"]) / 1e3);
        if let Some(step) = row["fail_step"].as_u64() {
            assert_eq!(cell(&four, &name, "complex after sample").ours, step as f64);
            continue;
        }
        agree(&name, cell(&four, &name, "depth/exact").ours, number(&row["max_pen"]) / exact, SIX);
        agree(&name, cell(&four, &name, "duration [µs]").ours, 1e6 * number(&row["tau"]), SIX);
        if let Some(cell) = five.iter().find(|cell| cell.row == name) {
            let theirs = number(&row["Pmin_rel"]);
            assert!((cell.ours - theirs).abs() < 1e-6, "{name}: {} {theirs}", cell.ours);
            assert!(cell.reproduces != Some(false), "{name}");
        }
    }
}

#[test]
fn dafx17_figure_6_has_the_frequencies_of_the_reference() {
    let reference = energy_schemes();
    let cells = cells("dafx17-figure-6");
    for row in reference["quadratic"]["fig6"]["rows"].as_array().expect("rows") {
        let name = match row["scheme"].as_str() {
            Some("bench25") => "benchmark, eq. (25)",
            Some("s=1.0") => "s = 1",
            Some(_) => "s = 3",
            None => {
                let step = row["fail_step"].as_u64().expect("a step");
                assert_eq!(cell(&cells, "s = 1/2", "complex after sample").ours, step as f64);
                continue;
            }
        };
        agree(name, cell(&cells, name, "frequency [Hz]").ours, number(&row["f"]), SIX);
    }
}

#[test]
fn dafx01_contact_times_equal_the_reference() {
    let reference = modal_contact();
    let hammer = &reference["hammer_and_resonator"];
    let (one, four) = (cells("dafx01-figure-1"), cells("dafx01-figure-4"));
    for row in hammer["fig1"].as_array().expect("rows") {
        let name = format!("v_in = {} m/s", number(&row["vin"]));
        agree(&name, cell(&one, &name, "x_max [µm]").ours, 1e6 * number(&row["xmax"]), SIX);
        agree(&name, cell(&one, &name, "v_out [m/s]").ours, number(&row["vout"]), SIX);
        agree(&name, cell(&one, &name, "t_0 [ms]").ours, 1e3 * number(&row["t0"]), SIX);
    }
    let factor = cell(&four, "eq. (9)", "factor outside the integral").ours;
    agree("the missing factor", factor, number(&hammer["missing_factor_alpha_2.8"]), 1e-12);
    let ratios = hammer["fig4_ratio"].as_array().expect("rows");
    let losses = hammer["fig4_mu"].as_array().expect("rows");
    let mut found = 0;
    for row in ratios.iter().chain(losses) {
        let (ratio, loss) = (number(&row["ratio"]), number(&row["mu"]));
        let name = match (ratio < 1e-13, loss == 0.6) {
            (true, true) => "hammer of figure 1".to_owned(),
            (true, false) => continue,
            (false, true) => format!("m_h/k = {:.0}·10^−12", ratio * 1e12),
            (false, false) => format!("m_h/k = 100·10^−12, μ = {loss}"),
        };
        found += 1;
        let exact = 1e3 * number(&row["t0_exact"]);
        agree(&name, cell(&four, &name, "t_0 [ms]").ours, exact, SIX);
        let simulated = 1e3 * number(&row["t0_sim"]);
        agree(&name, cell(&four, &name, "K-method [ms]").ours, simulated, SIX);
        agree(&name, cell(&four, &name, "exact step [ms]").ours, exact, 1e-6);
    }
    assert_eq!(found, 18);
}
