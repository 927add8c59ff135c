//! A table of a paper, cell by cell: printed, ours under the reading that reproduces it, ours under the plain reading.

/// One printed number.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Row heading.
    pub row: String,
    /// Column heading.
    pub column: String,
    /// As printed, to the letter; empty where the paper prints nothing.
    pub printed: String,
    /// Ours, under the reading that reproduces the print.
    pub ours: f64,
    /// Ours, by the definitions as the paper states them.
    pub plain: f64,
    /// Whether `ours` rounds to the print, or differs by at most one unit of its last place.
    pub reproduces: bool,
    /// Which reading, or why not.
    pub note: String,
}

/// A table of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Such as `Table II(b)`.
    pub label: String,
    /// What it shows.
    pub title: String,
    /// Unit of the numbers, such as `%`.
    pub unit: String,
    /// Row by row.
    pub cells: Vec<Cell>,
}
