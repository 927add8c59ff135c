//! Figure 3 of the journal paper: error of the approximate release velocity.

use super::{cells, figure, figures, spread};
use crate::plot::{Axis, Dash, Ink, Pen, Plot, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::approximation;

pub(super) const FIGURE_3: Item = Item {
    id: "journal-figure-3",
    paper: Paper::Journal,
    label: "Fig. 3",
    title: "Error of the approximate release velocity",
    text: "The paper replaces the zero of eq. (6) by ṽ_out, eq. (7), of fourth order. Its error depends only on μ v_in: at most \
           2.04 %, near μ v_in = 3. The thesis says that a higher order increases the accuracy; this holds only for small μ v_in: the \
           error of order 8 reaches 29 %. The limits are those of table 1.1 of the thesis; at the printed 1.659 and 5 the error is \
           slightly above 1 %. The exact step of this project solves eq. (6) itself and needs no threshold.",
    make,
};

/// Tolerances of the approximation \[1\]. Each has the two bounds that the thesis prints for the product μ
/// v_in of damping and entry speed.
const THRESHOLDS: [(f64, &str, &str); 2] = [(0.01, "1.659", "5"), (0.001, "0.798", "8.054")];

fn limits() -> Vec<Cell> {
    let mut list = Vec::new();
    for (tolerance, low, high) in THRESHOLDS {
        let Some(range) = approximation::validity(4, tolerance) else {
            continue;
        };
        let row = format!("error ≤ {} %", 100.0 * tolerance);
        let note = "printed in table 1.1 of the thesis";
        list.push(cells::stated(row.clone(), "μ v_in up to", low, (range.low, range.low), note));
        list.push(cells::stated(row, "μ v_in from", high, (range.high, range.high), note));
    }
    let (at, error) = approximation::peak(4);
    list.push(cells::shown("largest error", "[%]", 100.0 * error, format!("at μ v_in = {at:.3}")));
    list
}

fn make() -> Product {
    let mut plot = Plot::new(
        "Percentage error of the approximate release velocity over μ v_in, on a logarithmic scale",
        Axis::linear("μ v_in", 0.0, 12.0),
        Axis::logarithmic("|ṽ_out/v_out − 1| [%]", 1e-4, 100.0),
    );
    for (order, pen) in [
        (2, Pen::of(Ink::Orange).dash(Dash::Short).width(12)),
        (6, Pen::of(Ink::Green).dash(Dash::Long).width(12)),
        (8, Pen::of(Ink::Purple).dash(Dash::Dotted).width(14)),
        (4, Pen::of(Ink::Blue).width(26)),
    ] {
        plot = plot.with(
            pen,
            format!("order {order}{}", if order == 4 { ", eq. (8)" } else { "" }),
            spread(0.02, 12.0, 1200).map(|u| (u, 100.0 * approximation::error(order, u).abs())),
        );
    }
    for (tolerance, _, _) in THRESHOLDS {
        let label = if tolerance == 0.01 { "1 % and 0.1 %, order 4" } else { "" };
        plot = plot.with_horizontal(pens::LIMIT, label, 100.0 * tolerance);
        if let Some(range) = approximation::validity(4, tolerance) {
            for u in [range.low, range.high] {
                plot = plot.with(pens::LIMIT, "", [(u, 1e-4), (u, 100.0 * tolerance)]);
            }
        }
    }
    figures([figure(
        "journal-figure-3",
        "Error of ṽ_out against the zero of eq. (6). The dotted lines bound the μ v_in between which the error of order 4 exceeds 1 % \
         and 0.1 %.",
        &plot,
        limits(),
    )])
}
