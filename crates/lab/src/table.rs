//! A table of a paper, cell by cell: the printed value, the value under the interpretation ("reading") of the
//! paper that reproduces it, and the value by the paper's definitions alone.

use crate::agreement::Agreement;
use serde_json::{Value, json};
use std::fmt;

/// A printed number and its computed counterparts.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Heading of the row in which the cell stands.
    pub row: String,
    /// Heading of the column in which the cell stands.
    pub column: String,
    /// Text exactly as printed; empty where the paper prints nothing.
    pub printed: String,
    /// Computed value that is compared with the printed one. If the paper can be interpreted in several ways,
    /// it follows the interpretation that reproduces the printed value.
    pub ours: f64,
    /// Computed value if the definitions in the paper are followed literally.
    pub plain: f64,
    /// Whether `ours` is within one unit of the printed value's last place; `None` without a comparable
    /// printed value.
    pub reproduces: Option<bool>,
    /// Interpretation of the paper that gives `ours`, or the reason why `ours` differs from the printed
    /// value.
    pub note: String,
}

impl Cell {
    /// Creates a cell of a measured number, which reproduces the printed value within one unit of its last
    /// place.
    pub fn new(
        row: impl Into<String>,
        column: impl Into<String>,
        printed: impl Into<String>,
        ours: f64,
        plain: f64,
        note: impl Into<String>,
    ) -> Self {
        let printed = printed.into();
        Self {
            row: row.into(),
            column: column.into(),
            reproduces: Agreement::between(&printed, ours).verdict(),
            printed,
            ours,
            plain,
            note: note.into(),
        }
    }

    /// Creates a cell of a counted whole number, which reproduces the printed value only if both are equal.
    pub fn counted(
        row: impl Into<String>,
        column: impl Into<String>,
        printed: impl Into<String>,
        ours: f64,
        note: impl Into<String>,
    ) -> Self {
        let mut cell = Self::new(row, column, printed, ours, ours, note);
        cell.reproduces = cell.reproduces.map(|_| cell.agreement() == Agreement::Rounds);
        cell
    }

    /// Compares the computed value `ours` with the printed value.
    pub fn agreement(&self) -> Agreement {
        Agreement::between(&self.printed, self.ours)
    }

    /// Converts the cell to JSON: `row`, `column`, `printed`, `ours`, `plain`, `reproduces`, `verdict` and
    /// `note`.
    ///
    /// `verdict` is `reproduced`, `differs` or `nothing to compare`; `reproduces` is false for the last two.
    /// Numbers have all their digits.
    pub fn to_json(&self) -> Value {
        json!({
            "row": self.row,
            "column": self.column,
            "printed": self.printed,
            "ours": self.ours,
            "plain": self.plain,
            "reproduces": self.reproduces.unwrap_or(false),
            "verdict": match self.reproduces {
                None => "nothing to compare",
                Some(true) => "reproduced",
                Some(false) => "differs",
            },
            "note": self.note,
        })
    }

    /// Returns ✓ or ✗; an empty string where there is no comparable printed value.
    pub fn mark(&self) -> &'static str {
        match self.reproduces {
            None => "",
            Some(true) => "✓",
            Some(false) => "✗",
        }
    }
}

/// A table of cells with label, title and unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Label of the table in the paper, such as `Table II(b)`.
    pub label: String,
    /// Title of the table, often the parameters of the computed case.
    pub title: String,
    /// Unit of the numbers in the table, such as `%`.
    pub unit: String,
    /// Cells of the table in row order.
    pub cells: Vec<Cell>,
}

impl Table {
    /// Creates a table without cells.
    pub fn new(label: impl Into<String>, title: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), title: title.into(), unit: unit.into(), cells: Vec::new() }
    }

    /// Appends cells to the table and returns it.
    #[must_use]
    pub fn with(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }

    /// Finds the cell with these headings; `None` if the table has no such cell.
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.row == row && cell.column == column)
    }

    /// Returns the number of cells that reproduce their printed value, and the number of cells with a printed
    /// value.
    pub fn score(&self) -> (usize, usize) {
        let count = |condition: fn(&&Cell) -> bool| self.cells.iter().filter(condition).count();
        (count(|cell| cell.reproduces == Some(true)), count(|cell| cell.reproduces.is_some()))
    }

    /// Converts the table to JSON: `label`, `title`, `unit` and `cells`.
    pub fn to_json(&self) -> Value {
        json!({
            "label": self.label,
            "title": self.title,
            "unit": self.unit,
            "cells": self.cells.iter().map(Cell::to_json).collect::<Vec<_>>(),
        })
    }
}

/// Formats the table for a terminal: one line per cell, columns aligned, ✓ or ✗ where a comparable printed
/// value exists.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = ["", "", "printed", "ours", "plain", "", ""].map(String::from);
        let rows = self.cells.iter().map(|cell| {
            [
                cell.row.clone(),
                cell.column.clone(),
                cell.printed.clone(),
                format_number(cell.ours),
                format_number(cell.plain),
                cell.mark().to_owned(),
                cell.note.clone(),
            ]
        });
        let lines: Vec<_> = std::iter::once(heading).chain(rows).collect();
        let width = |column: usize| {
            let widths = lines.iter().map(|line| line[column].chars().count());
            widths.fold(0, usize::max)
        };
        let unit = if self.unit.is_empty() { String::new() } else { format!(" [{}]", self.unit) };
        writeln!(f, "{}: {}{unit}", self.label, self.title)?;
        for [row, column, printed, ours, plain, mark, note] in &lines {
            let line = format!(
                "  {row:<a$}  {column:<b$}  {printed:>c$}  {ours:>d$}  {plain:>e$}  {mark:1}  {note}",
                a = width(0),
                b = width(1),
                c = width(2),
                d = width(3),
                e = width(4),
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Formats a value with seven significant digits; whole numbers without decimals.
fn format_number(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        "–".to_owned()
    } else if value.fract() == 0.0 && size < 1e9 {
        format!("{value}")
    } else if (1e-3..1e7).contains(&size) {
        let before = size.log10().floor() as i32;
        format!("{value:.*}", (6 - before).clamp(0, 9) as usize)
    } else {
        format!("{value:.6e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new("Table 0", "Nothing in particular", "%").with([
            Cell::new("x", "AM1", "0.255", 0.2546, 0.1974, "complex modulus"),
            Cell::new("v", "Verlet", "+2·10⁻⁶", 7.0, 7.0, ""),
            Cell::counted("samples", "Heun", "12", 13.0, ""),
            Cell::new("v", "ours", "", 1.0 / 3.0, 1.0 / 3.0, ""),
        ])
    }

    #[test]
    fn text_is_aligned_and_marked() {
        let text = table().to_string();
        let expected = "\
Table 0: Nothing in particular [%]
                   printed       ours      plain
  x        AM1       0.255  0.2546000  0.1974000  ✓  complex modulus
  v        Verlet  +2·10⁻⁶          7          7  ✗
  samples  Heun         12         13         13  ✗
  v        ours             0.3333333  0.3333333
";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn the_score_leaves_out_cells_without_a_print() {
        assert_eq!(table().score(), (1, 3));
    }

    #[test]
    fn json_has_every_digit() {
        let json = table().to_json();
        assert_eq!(json["cells"][3]["ours"].to_string(), "0.3333333333333333");
        assert_eq!(json["cells"][0]["reproduces"], true);
        assert_eq!(json["unit"], "%");
    }
}
