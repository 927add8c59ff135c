//! Figure 1.9 of the thesis: effect of the maximum-compression bound.

use super::journal_methods::{path, with_curve};
use super::{MICRO, cells, figure, figures};
use crate::experiment::{BOUND_ONLY, BOUNDED, Method};
use crate::plot::{Axis, Dash, Ink, Mark, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::correction::Corrections;

pub(super) const FIGURE_1_9: Item = Item {
    id: "thesis-figure-1.9",
    paper: Paper::Thesis,
    label: "Fig. 1.9",
    title: "The bound on the compression",
    text: "Heun's method exceeds the maximum compression of the closed form once, by 1.254 %; the bound limits it there. The thesis \
           calls this an example where the correction improves the behaviour. Energy and release velocity do improve, but the \
           distance from the curve x(v) increases from 1.68 to 6.37 %. AM1 and RK4 never reach the bound here. The exact step needs \
           no bound.",
    make,
};

fn numbers() -> Vec<Cell> {
    let x_max = BOUNDED.max_compression();
    let mut list = Vec::new();
    for method in Method::PAPER {
        for (name, corrections) in [("plain", &Corrections::NONE), ("bounded", &BOUND_ONLY)] {
            let run = method.run_corrected(BOUNDED, corrections);
            let row = format!("{}, {name}", method.name());
            let peak = run.samples.iter().map(|s| s.compression).fold(0.0, f64::max);
            for (column, value) in [
                ("peak over x_max [%]", 100.0 * (peak / x_max - 1.0)),
                ("%dev(x)", run.compression_deviation()),
                ("%dev(H)", run.energy_deviation()),
                ("%err(v_out)", run.release_error()),
            ] {
                list.push(cells::shown(row.clone(), column, value, ""));
            }
        }
    }
    list
}

fn make() -> Product {
    let x_max = BOUNDED.max_compression();
    let plot = Plot::new(
        "Detail of the phase portrait of Heun's method with and without the maximum-compression bound",
        Axis::linear("compression x [µm]", 11.5, 17.5),
        Axis::linear("velocity v [m/s]", -0.25, 0.25),
    );
    let plain = Method::Heun.run(BOUNDED);
    let bounded = Method::Heun.run_corrected(BOUNDED, &BOUND_ONLY);
    let exact = Method::Exact.run(BOUNDED);
    let plot = with_curve(plot, BOUNDED)
        .with_vertical(pens::LIMIT, "x_max, eq. (1.4)", x_max * MICRO)
        .with(pens::HEUN, "Heun", path(&plain))
        .with(Pen::of(Ink::Green).dash(Dash::Long).mark(Mark::Square), "Heun, bounded", path(&bounded))
        .with(pens::EXACT, "exact step", path(&exact));
    figures([figure(
        "thesis-figure-1.9",
        "Detail of the phase portrait of Heun's method with and without the bound. k = 10^7 N/m^α, μ = 0.1 s/m, α = 1.1, \
         v_in = 0.3 m/s.",
        &plot,
        numbers(),
    )])
}
