//! Figure 11 of the journal paper: the energy error of RK4 for small loss or speed.

use super::{cells, figure, figures, spread};
use crate::experiment::{Method, ten_grams};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::Impact;
use foley_contact::correction::Corrections;

pub(super) const FIGURE_11: Item = Item {
    id: "journal-figure-11",
    paper: Paper::Journal,
    label: "Fig. 11",
    title: "Energy error of RK4 over loss and speed",
    text: "For small μ the heat of the impact is small, and the relative error of RK4 increases. For small v_in the contact also \
           becomes longer, and the error increases less. The paper does not say whether its maximum includes the release sample, so \
           both are drawn: at release the error is larger and varies with the position of the last sample. With the corrections only \
           the error of ṽ_out is left. The error of the exact step is rounding, less than 10^−11 % here.",
    make,
};

/// Products μ v_in of contact damping and entry speed in the rows of the table \[1\].
const PRODUCTS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25];

/// Returns the impact with this product μ v_in of damping and speed. The speed v_in is 0.5 m/s; the damping μ
/// varies.
fn of_loss(product: f64) -> Impact {
    ten_grams(1e9, 1.5, product / 0.5, 0.5)
}

/// Returns the impact with this product μ v_in of damping and speed. The damping μ is 0.5 s/m; the speed v_in
/// varies.
fn of_speed(product: f64) -> Impact {
    ten_grams(1e9, 1.5, 0.5, product / 0.5)
}

fn numbers(case: fn(f64) -> Impact, unit: &str) -> Vec<Cell> {
    let mut list = Vec::new();
    for product in PRODUCTS {
        let row = format!("μ v_in = {product}, {unit}");
        let plain = Method::Rk4.run(case(product));
        let corrected = Method::Rk4.run_corrected(case(product), &Corrections::PAPER);
        let exact = Method::Exact.run(case(product));
        for (column, value) in [
            ("RK4, in contact [%]", plain.energy_deviation()),
            ("RK4, at release [%]", plain.release_energy_error()),
            ("corrected, at release [%]", corrected.release_energy_error()),
            ("exact step, at release [%]", exact.release_energy_error()),
        ] {
            list.push(cells::shown(row.clone(), column, value, ""));
        }
    }
    list
}

fn plot(title: &str, label: &str, case: fn(f64) -> Impact, value: fn(Impact) -> f64) -> Plot {
    let mut plot = Plot::new(
        title,
        Axis::logarithmic(label, value(case(0.0045)), value(case(0.28))),
        Axis::logarithmic("error of H [% of the heat]", 1e-13, 1e3),
    );
    let products: Vec<f64> = spread(0.005f64.ln(), 0.25f64.ln(), 120).map(f64::exp).collect();
    let curve = |measure: &dyn Fn(Impact) -> f64, products: &[f64]| -> Vec<(f64, f64)> {
        products.iter().map(|&p| (value(case(p)), measure(case(p)).abs())).collect()
    };
    let plain = |case: Impact| Method::Rk4.run(case);
    let corrected = |case: Impact| Method::Rk4.run_corrected(case, &Corrections::PAPER);
    let exact = |case: Impact| Method::Exact.run(case);
    plot = plot
        .with(Pen::of(Ink::Vermilion), "RK4, in contact", curve(&|c| plain(c).energy_deviation(), &products))
        .with(
            Pen::of(Ink::Vermilion).dash(Dash::Dotted).width(12),
            "RK4, at release",
            curve(&|c| plain(c).release_energy_error(), &products),
        )
        .with(
            Pen::of(Ink::Green).dash(Dash::Long),
            "corrected, at release",
            curve(&|c| corrected(c).release_energy_error(), &products),
        )
        .with(
            pens::EXACT,
            "exact step, worst",
            curve(&|c| exact(c).energy_deviation().max(exact(c).release_energy_error().abs()), &PRODUCTS),
        )
        .with(
            Pen::of(Ink::Vermilion).points(Mark::Cross),
            "",
            curve(&|c| plain(c).energy_deviation(), &PRODUCTS),
        );
    plot
}

fn make() -> Product {
    let by_loss =
        plot("Energy error of RK4, plain and corrected, as the loss varies", "μ [s/m]", of_loss, |case| {
            case.law.damping
        });
    let by_speed = plot(
        "Energy error of RK4, plain and corrected, as the speed varies",
        "v_in [m/s]",
        of_speed,
        |case| case.speed,
    );
    figures([
        figure(
            "journal-figure-11a",
            "(a) Largest deviation of H as μ varies; v_in = 0.5 m/s, k = 10^9 N/m^α, α = 1.5.",
            &by_loss,
            numbers(of_loss, "μ varies"),
        ),
        figure(
            "journal-figure-11b",
            "(b) The same as v_in varies; μ = 0.5 s/m. At corresponding points of (a) and (b) μ v_in is the same.",
            &by_speed,
            numbers(of_speed, "v_in varies"),
        ),
    ])
}
