//! Figures 9 and 10 of the journal paper: Heun's method with and without the paper's corrections.

use super::journal_methods::{energies, energy_of_case_1, path, plots_of_case_2};
use super::{MICRO, MILLI, cells, figure, figures};
use crate::experiment::{CASE_1, CASE_2, ImpactRun, Method, paper_corrections};
use crate::plot::{Dash, Ink, Mark, Pen, pens};
use crate::{Cell, Item, Paper, Product};
use foley_contact::analytic::Impact;
use foley_contact::correction::{Corrections, StoredForce};

pub(super) const FIGURE_9: Item = Item {
    id: "journal-figure-9",
    paper: Paper::Journal,
    label: "Fig. 9",
    title: "Heun corrected, low dissipation",
    text: "The hybrid correction puts every sample in contact on the closed-form curve, and the release velocity is set to ṽ_out. The \
           paper does not say whether the force that Heun stores is kept or evaluated again at the corrected state; both are drawn. Both \
           are on the curve, with different points. Without the output constraint the release of the corrected run would be 0.2 % too \
           fast, three times the error of the uncorrected one.",
    make: low_dissipation,
};

pub(super) const FIGURE_10: Item = Item {
    id: "journal-figure-10",
    paper: Paper::Journal,
    label: "Fig. 10",
    title: "Heun corrected, hard impact",
    text: "As figure 9 for case 2. The two readings differ in the number of samples in contact, six or five: the correction \
           repairs the path but not its timing.",
    make: hard,
};

const READINGS: [(StoredForce, &str); 2] =
    [(StoredForce::Refreshed, "force evaluated again"), (StoredForce::Kept, "stored force kept")];

const BY: &str = "Heun's method, plain and corrected";

const PLAIN: Pen = pens::HEUN;
const REFRESHED: Pen = Pen::of(Ink::Green).dash(Dash::Long).mark(Mark::Square);
const KEPT: Pen = Pen::of(Ink::Orange).points(Mark::Triangle);

/// Runs Heun's method uncorrected, then corrected with the stored force updated, then with the stored force
/// kept.
fn runs(case: Impact) -> [(Pen, &'static str, ImpactRun); 3] {
    let run_corrected = |stored| Method::Heun.run_corrected(case, &paper_corrections(stored));
    [
        (PLAIN, "Heun", Method::Heun.run(case)),
        (REFRESHED, "corrected, force updated", run_corrected(StoredForce::Refreshed)),
        (KEPT, "corrected, force kept", run_corrected(StoredForce::Kept)),
    ]
}

fn numbers(case: Impact) -> Vec<Cell> {
    let plain = Method::Heun.run(case);
    let mut list = vec![
        cells::shown("Heun", "%dev(H)", plain.energy_deviation(), ""),
        cells::shown("Heun", "%err(v_out)", plain.release_error(), ""),
    ];
    for (stored, name) in READINGS {
        let row = format!("corrected, {name}");
        let run = Method::Heun.run_corrected(case, &paper_corrections(stored));
        let open = Corrections { output: None, ..paper_corrections(stored) };
        let before = Method::Heun.run_corrected(case, &open);
        for (column, value) in [("%dev(x)", run.compression_deviation()), ("%dev(H)", run.energy_deviation())]
        {
            list.push(cells::claimed(row.clone(), column, "0", (value, value), value < 1e-9, "to rounding"));
        }
        list.push(cells::shown(row.clone(), "%err(v_out)", run.release_error(), "that of ṽ_out"));
        list.push(cells::shown(
            row.clone(),
            "%err(v_out), not set",
            before.release_error(),
            "with the hybrid correction alone",
        ));
        let inside = run.in_contact().count() as f64;
        list.push(cells::shown(row, "samples in contact", inside, ""));
    }
    list
}

fn low_dissipation() -> Product {
    let mut plot = energy_of_case_1(BY);
    for (pen, label, run) in runs(CASE_1) {
        plot = plot.with(pen, label, energies(&run, MICRO));
    }
    let exact = Method::Exact.run(CASE_1);
    plot = plot.with(pens::EXACT, "exact step", energies(&exact, MICRO));
    figures([figure(
        "journal-figure-9",
        "Energies of case 1 by Heun's method with and without corrections.",
        &plot,
        numbers(CASE_1),
    )])
}

fn hard() -> Product {
    let [mut portrait, mut energy] = plots_of_case_2(BY);
    for (pen, label, run) in runs(CASE_2) {
        portrait = portrait.with(pen, label, path(&run));
        energy = energy.with(pen, label, energies(&run, MILLI));
    }
    let exact = Method::Exact.run(CASE_2);
    portrait = portrait.with(pens::EXACT, "exact step", path(&exact));
    energy = energy.with(pens::EXACT, "exact step", energies(&exact, MILLI));
    figures([
        figure(
            "journal-figure-10a",
            "(a) Phase portraits of case 2 by Heun's method with and without corrections.",
            &portrait,
            numbers(CASE_2),
        ),
        figure("journal-figure-10b", "(b) Energies of the same.", &energy, Vec::new()),
    ])
}
