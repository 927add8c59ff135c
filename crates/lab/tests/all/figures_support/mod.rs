//! Reference data and helpers of the figure tests.

use foley_lab::{Cell, Figure, Product, items};
use serde_json::Value;

pub(crate) fn impact() -> Value {
    serde_json::from_str(include_str!("../../../../contact/tests/reference/impact.json"))
        .expect("impact.json is JSON")
}

pub(crate) fn energy_schemes() -> Value {
    serde_json::from_str(include_str!("../../../../contact/tests/reference/energy-schemes.json"))
        .expect("energy-schemes.json is JSON")
}

pub(crate) fn modal_contact() -> Value {
    serde_json::from_str(include_str!("../../../../contact/tests/reference/modal-contact.json"))
        .expect("modal-contact.json is JSON")
}

/// Reads a number that is stored as a number or as text with more digits.
pub(crate) fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number in quotes"),
        other => other.as_f64().unwrap_or_else(|| panic!("not a number: {other}")),
    }
}

/// Makes every drawing of the laboratory; returns it with the id of its item.
pub(crate) fn drawings() -> Vec<(&'static str, Figure)> {
    items()
        .into_iter()
        .flat_map(|item| match (item.make)() {
            Product::Figures(list) => list.into_iter().map(|figure| (item.id, figure)).collect(),
            Product::Tables(_) => Vec::new(),
        })
        .collect()
}

/// Makes a figure item and returns its cells.
pub(crate) fn cells(id: &str) -> Vec<Cell> {
    let item = items().into_iter().find(|item| item.id == id).unwrap_or_else(|| panic!("no item {id}"));
    match (item.make)() {
        Product::Figures(list) => list.into_iter().flat_map(|figure| figure.cells).collect(),
        Product::Tables(_) => panic!("{id} is a table"),
    }
}

/// Finds the cell with these headings.
#[track_caller]
pub(crate) fn cell<'a>(cells: &'a [Cell], row: &str, column: &str) -> &'a Cell {
    cells
        .iter()
        .find(|cell| cell.row == row && cell.column == column)
        .unwrap_or_else(|| panic!("no cell {row:?}, {column:?}"))
}

/// Asserts that two numbers agree within a relative `tolerance`.
#[track_caller]
pub(crate) fn agree(name: &str, ours: f64, theirs: f64, tolerance: f64) {
    let off = if theirs == 0.0 { ours.abs() } else { (ours / theirs - 1.0).abs() };
    assert!(
        off <= tolerance,
        "{name}: ours {ours:e}, reference {theirs:e}, relative error {off:e} > {tolerance:e}"
    );
}

/// Maximum relative difference of two numbers that agree to six digits \[1\].
pub(crate) const SIX: f64 = 5e-7;
