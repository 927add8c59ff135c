//! Table II of the journal, Table 1.3 of the thesis: errors of one impact in the two critical cases.

use super::{TITLE_1, TITLE_2};
use crate::experiment::readings::{
    approximate_release, approximation_error, relative_error, truncated_release,
};
use crate::experiment::{CASE_1, CASE_2, Method};
use crate::{Cell, Item, Paper, Product, Table};
use foley_contact::analytic::Impact;

pub(super) const JOURNAL: Item = Item {
    id: "journal-table-2",
    paper: Paper::Journal,
    label: "Table II",
    title: "Errors in simulations of case 1 and case 2",
    text: "One impact with little loss (a) and one hard impact (b). The paper says that errors are relative to the release \
        velocity computed as a zero of eq. (6). Table (b) is reproduced only if they are relative to the approximation ṽ_out \
        instead, in the error of v and in ΔH. Relative to the true zero the errors of v in (b) are +2.563, +0.852, −4.680 and \
        −0.093 %. The last column exchanges value and reference: it is the error of the zero relative to ṽ_out. The true error \
        of ṽ_out in (b) is +0.0125 %, not −0.013 %. In (a) it is −3·10⁻¹⁰ %; the printed −10⁻⁵ % comes from a zero with seven \
        decimals. Six cells of (a) are one unit high in the last place because the print is truncated, not rounded. The \
        contact times of 19 and 6 samples are in the captions of figures 7 and 8.",
    make: || Product::Tables(tables("Table II")),
};

pub(super) const THESIS: Item = Item {
    id: "thesis-table-1.3",
    paper: Paper::Thesis,
    label: "Table 1.3",
    title: "Errors in simulations of case 1 and case 2",
    text: "The same numbers as Table II of the journal, with the same remarks: the reference of (b) is ṽ_out, and the last \
        column exchanges value and reference. Six cells of the rows of x are illegible in the available copy and are shown as \
        the journal prints them.",
    make: || Product::Tables(tables("Table 1.3")),
};

/// Printed values of one of the critical cases, and the impact that they belong to.
struct PrintedCase {
    impact: Impact,
    title: &'static str,
    x: [&'static str; 4],
    v: [&'static str; 4],
    h: [&'static str; 4],
    samples: &'static str,
    approximation: &'static str,
}

const A: PrintedCase = PrintedCase {
    impact: CASE_1,
    title: TITLE_1,
    x: ["1.011", "1.083", "1.136", "0.052"],
    v: ["+0.039", "+0.073", "+0.067", "+0.006"],
    h: ["61.302", "59.542", "63.042", "1.427"],
    samples: "19",
    approximation: "-1·10⁻⁵",
};

const B: PrintedCase = PrintedCase {
    impact: CASE_2,
    title: TITLE_2,
    x: ["4.381", "4.418", "19.506", "0.412"],
    v: ["+2.551", "+0.839", "-4.692", "-0.105"],
    h: ["7.885", "9.475", "23.387", "0.410"],
    samples: "6",
    approximation: "-0.013",
};

fn tables(label: &str) -> Vec<Table> {
    vec![table(format!("{label}(a)"), &A), table(format!("{label}(b)"), &B)]
}

fn table(label: String, print: &PrintedCase) -> Table {
    let impact = &print.impact;
    let (exact, approximate) = (impact.release_velocity(), approximate_release(impact));
    let runs = Method::PAPER.map(|method| (method.name(), method.run(*impact)));
    let x = print.x.iter().zip(&runs).map(|(printed, (name, run))| {
        let (ours, plain) = (run.complex_compression_deviation(), run.compression_deviation());
        Cell::new("%dev(x)", *name, *printed, ours, plain, "")
    });
    let v = print.v.iter().zip(&runs).map(|(printed, (name, run))| {
        let ours = run.release_error_against(approximate);
        let plain = run.release_error_against(exact);
        let note = "error relative to ṽ_out, not to the zero of eq. (6)";
        Cell::new("%err(v_out)", *name, *printed, ours, plain, note)
    });
    let h = print.h.iter().zip(&runs).map(|(printed, (name, run))| {
        let ours = run.energy_deviation_against(approximate);
        let plain = run.energy_deviation_against(exact);
        let note = "of the samples in contact; ΔH computed from ṽ_out";
        Cell::new("%dev(H)", *name, *printed, ours, plain, note)
    });
    let samples = runs.iter().map(|(name, run)| {
        let note = "number of steps to the first sample out of contact";
        let steps = f64::from(run.report.samples);
        Cell::counted("samples in contact", *name, print.samples, steps, note)
    });
    let last = Cell::new(
        "%err(v_out)",
        "ṽ_out",
        print.approximation,
        relative_error(truncated_release(impact), approximate),
        approximation_error(impact),
        "roles exchanged: error of the zero of eq. (6), truncated after 7 decimals, relative to ṽ_out",
    );
    Table::new(label, print.title, "%").with(x.chain(v).chain([last]).chain(h).chain(samples))
}
