//! Chains of a hundred impacts by every method, for Table III of the journal and Table 1.4 of the thesis.
//!
//! A row has the four methods, the corrected simulation, and in some rows RK4 at 16 times the rate.

use crate::experiment::{ImpactChain, Method, oversampled_chain};
use crate::{Cell, Table};
use foley_contact::analytic::Impact;
use foley_contact::correction::Corrections;

const CORRECTED: &str = "corrected sim.";
pub(super) const OVERSAMPLED: &str = "16× RK4";

/// Printed values of the chains that begin with one impact. `ERRORS` is the number of printed accumulated
/// errors.
pub(super) struct PrintedChains<const ERRORS: usize> {
    pub(super) first: Impact,
    pub(super) title: &'static str,
    pub(super) accumulated: [&'static str; ERRORS],
    pub(super) deviation: [&'static str; 6],
}

impl<const ERRORS: usize> PrintedChains<ERRORS> {
    pub(super) fn table(&self, label: &str, cells: impl IntoIterator<Item = Cell>) -> Table {
        Table::new(label, format!("{} at the first impact", self.title), "%").with(cells)
    }
}

/// Returns the note that explains how the printed chain of a method was reproduced; empty if the text of the
/// paper suffices.
pub(super) fn reading_note(method: Method) -> &'static str {
    match method {
        Method::Am1 => "Newton's method sets f = 0 at the first iterate outside",
        Method::Heun => "mistake of the print: predicted velocity passed to the next impact",
        Method::Verlet | Method::Exact => "",
        Method::Rk4 => "magnitude of a loss",
    }
}

/// The simulated chains of one case, by every method.
pub(super) struct ChainSet {
    /// Each method with two chains: one with the mistakes of the printed experiment, one without.
    methods: [(Method, ImpactChain, ImpactChain); 4],
    /// Chain by Verlet's method with the paper's corrections: closed-form compression in contact, approximate
    /// release velocity ṽ_out at release. Other methods with these corrections differ in contact only.
    pub(super) corrected: ImpactChain,
    /// Chain by the Runge-Kutta method at 16 times the sample rate.
    pub(super) oversampled: ImpactChain,
}

impl ChainSet {
    pub(super) fn of(first: Impact) -> Self {
        Self {
            methods: Method::PAPER
                .map(|method| (method, method.chain_as_printed(first), method.chain(first))),
            corrected: Method::Verlet.chain_corrected(first, &Corrections::PAPER),
            oversampled: oversampled_chain(first),
        }
    }

    /// Creates the cells of a row of errors for the four methods and the corrected simulation \[%\]. `error`
    /// computes the error of a chain.
    pub(super) fn errors(
        &self,
        row: &str,
        printed: &[&str],
        error: impl Fn(&ImpactChain) -> f64,
    ) -> Vec<Cell> {
        let methods = self.methods.iter().map(|(method, printed, chain)| {
            let (ours, plain) = (error(printed).abs(), error(chain));
            (method.name(), ours, plain, reading_note(*method))
        });
        let off = error(&self.corrected);
        let note = "chain of ṽ_out, the same for every integrator";
        cells(row, printed, methods.chain([(CORRECTED, off, off, note)]))
    }

    /// Creates the cells of the largest energy deviation of each chain \[%\]. `note` returns the note for a
    /// method and its chain. `corrected` is the value and the note of the corrected simulation, because the
    /// two tables take its deviation over different samples. `oversampled` is the note of the oversampled
    /// chain.
    pub(super) fn deviations(
        &self,
        row: &str,
        printed: &[&str],
        note: impl Fn(Method, &ImpactChain) -> &'static str,
        corrected: (f64, &'static str),
        oversampled: &'static str,
    ) -> Vec<Cell> {
        let methods = self.methods.iter().map(|(method, printed, chain)| {
            let note = note(*method, printed);
            (method.name(), printed.deviation(), chain.contact_deviation(), note)
        });
        let (counted, remark) = corrected;
        let (ours, plain) = (self.oversampled.deviation(), self.oversampled.contact_deviation());
        let others = [
            (CORRECTED, counted, self.corrected.contact_deviation(), remark),
            (OVERSAMPLED, ours, plain, oversampled),
        ];
        cells(row, printed, methods.chain(others))
    }
}

/// Creates the cells of a row from printed values. Each item of `values` has the column, the reproducing
/// value, the value by the paper's definitions, and the note.
fn cells<'a>(
    row: &str,
    printed: &[&str],
    values: impl Iterator<Item = (&'a str, f64, f64, &'a str)>,
) -> Vec<Cell> {
    let cell =
        |(text, (column, ours, plain, note)): (&&str, _)| Cell::new(row, column, *text, ours, plain, note);
    printed.iter().zip(values).map(cell).collect()
}
