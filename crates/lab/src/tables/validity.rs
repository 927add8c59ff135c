//! Table 1.1 of the thesis: range of validity of the approximate release velocity.

use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::analytic::approximation;

pub(super) const THESIS: Item = Item {
    id: "thesis-table-1.1",
    paper: Paper::Thesis,
    label: "Table 1.1",
    title: "Range of validity of ṽ_out",
    text: "The error of the fourth-order ṽ_out is below a tolerance for μ v_in up to a lower bound and from an upper bound on. The \
        bounds of 1 % and 0.1 % are reproduced. Those of 0.01 % and 0.001 % are wrong: the exact ones are 0.47818/10.6571 and \
        0.32419/13.1621; the printed ones are on the safe side. They would follow from a zero of eq. (6) that is too small by 10⁻⁷ to \
        10⁻⁶, as in Tables 1.2 and 1.3. At the printed 1.659 and 5 the error is 1.0006 and 1.0017 %, slightly above 1 %.",
    make: || Product::Tables(vec![table()]),
};

const PRINTED: [(&str, f64, &str, &str); 4] = [
    ("≤ 1 %", 1e-2, "≤ 1.659", "≥ 5"),
    ("≤ 0.1 %", 1e-3, "≤ 0.798", "≥ 8.054"),
    ("≤ 0.01 %", 1e-4, "≤ 0.476", "≥ 10.660"),
    ("≤ 0.001 %", 1e-5, "≤ 0.319", "≥ 13.170"),
];

fn table() -> Table {
    let cells = PRINTED.iter().flat_map(|&(row, tolerance, low, high)| {
        let range = approximation::validity(4, tolerance);
        let range = range.expect("every tolerance here is below the largest error, 2.04 %");
        let cell = |column, printed, bound| Cell::new(row, column, printed, bound, bound, "");
        [cell("lower", low, range.low), cell("upper", high, range.high)].map(|mut cell| {
            if cell.reproduces == Some(false) {
                cell.note = "misprint; the printed bound is on the safe side".into();
            }
            cell
        })
    });
    Table::new("Table 1.1", "Bounds of μ v_in for a maximum error of ṽ_out", "").with(cells)
}
