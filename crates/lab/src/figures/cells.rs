//! The numbers that stand below a figure.

use crate::Cell;

/// A number that the paper prints. It is reproduced if ours rounds to it or differs by at most one unit of
/// its last place.
pub(super) fn stated(
    row: impl Into<String>,
    column: impl Into<String>,
    printed: &str,
    (ours, plain): (f64, f64),
    note: impl Into<String>,
) -> Cell {
    Cell::new(row, column, printed, ours, plain, note)
}

/// Something that the paper says in words, or a number whose verdict is not a matter of rounding.
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

/// A number that the figure shows and the paper does not print: there is nothing to miss.
pub(super) fn shown(
    row: impl Into<String>,
    column: impl Into<String>,
    value: f64,
    note: impl Into<String>,
) -> Cell {
    Cell::new(row, column, "", value, value, note)
}

/// How much longer something takes than it should, as a note.
pub(super) fn lateness(ours: f64, exact: f64) -> String {
    format!("{:+.4} %", 100.0 * (ours / exact - 1.0)).replace('-', "−")
}
