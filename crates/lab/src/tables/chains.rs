//! Table III of the journal: accumulated errors of a hundred impacts in a row.

use super::chain_set::{ChainSet, OVERSAMPLED, PrintedChains, reading_note};
use super::{TITLE_1, TITLE_2};
use crate::experiment::{CASE_1, CASE_2, ImpactChain};
use crate::{Cell, Item, Paper, Product, Table};

pub(super) const JOURNAL: Item = Item {
    id: "journal-table-3",
    paper: Paper::Journal,
    label: "Table III",
    title: "Errors on the energy after a hundred rebounds",
    text: "Each impact begins at the wall with the release speed of the last. The Heun column is a mistake of the printed \
        experiment: 147.036/63.043 and 946.600/27.418 are reproduced to all digits if the next impact begins with the \
        velocity that Heun's method predicts in the release step, while the energy uses the corrected velocity. The \
        correct chain has 9.4169/75.7280 in case 1 and 0.2464/51.7400 in case 2, where Heun accumulates the smallest error \
        of the four. In case 2 AM1 is reproduced only if Newton's method sets f = 0 as soon as an iterate lies outside, which \
        happens in the impacts 6 and 53; with full convergence it has 24.297/69.154. The deviations include the release \
        sample, which is the largest for RK4. Magnitudes are printed; RK4 loses energy. The numbers of the 16 times \
        oversampled RK4 are in the text below the table.",
    make: || Product::Tables(vec![table("Table III(a)", &A), table("Table III(b)", &B)]),
};

const A: PrintedChains<6> = PrintedChains {
    first: CASE_1,
    title: TITLE_1,
    accumulated: ["12.022", "10.059", "147.036", "0.907", "< 10⁻⁷", "0.001"],
    deviation: ["72.962", "72.107", "63.043", "14.466", "0", "0.024"],
};

const B: PrintedChains<6> = PrintedChains {
    first: CASE_2,
    title: TITLE_2,
    accumulated: ["24.285", "15.780", "946.600", "2.153", "0.001", "0.002"],
    deviation: ["69.156", "43.966", "27.418", "6.255", "0", "0.006"],
};

fn table(label: &str, print: &PrintedChains<6>) -> Table {
    const ERROR: &str = "accum. %err";
    let chains = ChainSet::of(print.first);
    let oversampled_error = chains.oversampled.accumulated_error();
    let errors = chains.errors(ERROR, &print.accumulated, ImpactChain::accumulated_error);
    let [.., printed] = print.accumulated;
    let oversampled = Cell::new(
        ERROR,
        OVERSAMPLED,
        printed,
        oversampled_error.abs(),
        oversampled_error,
        "text below the table; magnitude of a loss",
    );
    let deviations = chains.deviations(
        "max %dev",
        &print.deviation,
        |method, chain| {
            if chain.release_deviation() > chain.contact_deviation() {
                "release sample"
            } else {
                reading_note(method)
            }
        },
        (
            chains.corrected.contact_deviation(),
            "in contact; the hybrid correction puts every sample on the curve",
        ),
        "text below the table; release sample",
    );
    print.table(label, errors.into_iter().chain([oversampled]).chain(deviations))
}
