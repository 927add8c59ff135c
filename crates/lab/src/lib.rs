//! Reproduction of the tables and figures of the papers on impacts: printed value beside computed value.
//!
//! An [`Item`] is one table or figure. [`items`] lists all of them in the order of the papers, [`Item::make`]
//! computes one, and [`render_report`] writes the results as one HTML page. Nothing here reads a clock, a
//! file or the network, so an item always gives the same bits.

mod agreement;
pub mod cost;
pub mod experiment;
pub mod figures;
mod item;
mod plot;
pub mod realism;
mod report;
pub mod speed;
mod subscript;
mod table;
pub mod tables;

pub use agreement::Agreement;
pub use item::{Figure, Item, Paper, Product};
pub use report::render_report;
pub use table::{Cell, Table};

/// Returns all tables and figures, sorted by paper, tables before figures.
pub fn items() -> Vec<&'static Item> {
    let mut all: Vec<_> = tables::ITEMS.iter().chain(figures::ITEMS).collect();
    all.sort_by_key(|item| item.paper);
    all
}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
