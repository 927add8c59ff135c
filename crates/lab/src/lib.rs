//! The papers, re-made: every table and figure of a mass that meets a wall, an oscillator or a resonator, the
//! printed value beside ours.
//!
//! An [`Item`] is one table or figure. [`items`] lists them all, in the order of the papers; [`Item::make`]
//! computes one; [`render_report`] puts what came out on one page. Nothing here reads a clock, a file or the
//! network: the same item gives the same bits.

mod agreement;
pub mod cost;
pub mod experiment;
pub mod figures;
mod item;
mod plot;
mod report;
pub mod speed;
mod subscript;
mod table;
pub mod tables;

pub use agreement::Agreement;
pub use item::{Figure, Item, Paper, Product};
pub use report::render_report;
pub use table::{Cell, Table};

/// Everything that the laboratory makes, paper by paper, tables before figures.
pub fn items() -> Vec<&'static Item> {
    let mut all: Vec<_> = tables::ITEMS.iter().chain(figures::ITEMS).collect();
    all.sort_by_key(|item| item.paper);
    all
}
