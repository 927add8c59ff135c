//! The numbers that stand below a figure.

use crate::Cell;

/// A number that the paper prints. It is reproduced if ours rounds to it or differs by at most one unit of its last place.
pub(super) fn stated(
    row: impl Into<String>,
    column: impl Into<String>,
    printed: &str,
    (ours, plain): (f64, f64),
    note: impl Into<String>,
) -> Cell {
    claimed(
        row,
        column,
        printed,
        (ours, plain),
        rounds_to(printed, ours),
        note,
    )
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
        row: row.into(),
        column: column.into(),
        printed: printed.into(),
        ours,
        plain,
        reproduces,
        note: note.into(),
    }
}

/// A number that the figure shows and the paper does not print: there is nothing to miss.
pub(super) fn shown(
    row: impl Into<String>,
    column: impl Into<String>,
    value: f64,
    note: impl Into<String>,
) -> Cell {
    claimed(row, column, "", (value, value), true, note)
}

/// How much longer something takes than it should, as a note.
pub(super) fn lateness(ours: f64, exact: f64) -> String {
    format!("{:+.4} %", 100.0 * (ours / exact - 1.0)).replace('-', "−")
}

/// Within one unit of the last printed place.
fn rounds_to(printed: &str, ours: f64) -> bool {
    let Ok(value) = printed.parse::<f64>() else {
        return false;
    };
    let places = printed.split('.').nth(1).map_or(0, str::len);
    (ours - value).abs() <= 0.1f64.powf(places as f64) * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::rounds_to;

    #[test]
    fn one_unit_of_the_last_place_is_close_enough() {
        assert!(rounds_to("1.659", 1.65859));
        assert!(rounds_to("1.659", 1.660));
        assert!(!rounds_to("1.659", 1.6612));
        assert!(rounds_to("19", 19.0));
        assert!(!rounds_to("exact", 0.0));
    }
}
