//! What the laboratory can make, and what comes out.

use crate::Table;

/// Where an item was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Paper {
    /// The journal paper on impacts \[Papetti2011\].
    Journal,
    /// Chapter 1 of the thesis \[PapettiThesis\].
    Thesis,
    /// The ISMA paper on contact duration \[Chatziioannou2017\].
    Isma2017,
    /// The DAFx-17 paper on the quadratic scheme \[Ducceschi2017\].
    Dafx17,
    /// The DAFx-01 paper on collision sounds \[Avanzini2001\].
    Dafx01,
    /// Our own: what goes past the papers.
    Foley,
}

/// One table or figure.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Name on the command line, such as `journal-table-2` or `isma-figure-3`.
    pub id: &'static str,
    /// Where it was printed.
    pub paper: Paper,
    /// As the paper calls it, such as `Table II`.
    pub label: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// A few sentences: what the paper says, what we find, where the print is wrong.
    pub text: &'static str,
    /// Computes it.
    pub make: fn() -> Product,
}

/// What an item comes to.
#[derive(Clone, Debug)]
pub enum Product {
    /// One or more tables.
    Tables(Vec<Table>),
    /// One or more drawings.
    Figures(Vec<Figure>),
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct Figure {
    /// File name without its ending, such as `journal-figure-8a`.
    pub name: String,
    /// What it shows, one sentence.
    pub caption: String,
    /// The drawing itself, a whole SVG document.
    pub svg: String,
    /// The numbers that the paper states about it and ours, where there are any.
    pub cells: Vec<crate::Cell>,
}
