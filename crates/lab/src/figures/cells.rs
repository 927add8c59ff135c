//! Creates the cells of numbers below a figure.

use crate::Cell;

/// Creates a cell of a printed number, which counts as reproduced within one unit of its last place. The pair
/// has the value that should reproduce the print, and the value by the paper's own definitions.
pub(super) fn stated(
    row: impl Into<String>,
    column: impl Into<String>,
    printed: &str,
    (ours, plain): (f64, f64),
    note: impl Into<String>,
) -> Cell {
    Cell::new(row, column, printed, ours, plain, note)
}

/// Creates a cell of a statement in words, or of a number for which the caller decides whether it is
/// reproduced.
pub(super) fn claimed(
    row: impl Into<String>,
    column: impl Into<String>,
    printed: &str,
    (ours, plain): (f64, f64),
    reproduces: bool,
    note: impl Into<String>,
) -> Cell {
    Cell {
        reproduces: (!printed.is_empty()).then_some(reproduces),
        ..Cell::new(row, column, printed, ours, plain, note)
    }
}

/// Creates a cell of a number that the figure shows and the paper does not print.
pub(super) fn shown(
    row: impl Into<String>,
    column: impl Into<String>,
    value: f64,
    note: impl Into<String>,
) -> Cell {
    Cell::new(row, column, "", value, value, note)
}

/// Formats the relative error of a duration as a note, such as `+0.0140 %`.
pub(super) fn lateness(ours: f64, exact: f64) -> String {
    format!("{:+.4} %", 100.0 * (ours / exact - 1.0)).replace('-', "−")
}
