//! The papers, re-made: every table and figure as far as one mass and a wall or an oscillator goes, the printed value
//! beside ours.
//!
//! An [`Item`] is one table or figure. [`items`] lists them all, in the order of the papers; [`Item::make`] computes one.
//! Nothing here reads a clock, a file or the network: the same item gives the same bits.

pub mod figures;
mod item;
mod plot;
mod report;
mod script;
mod table;

pub use item::{Figure, Item, Paper, Product};
pub use report::report;
pub use table::{Cell, Table};

/// Everything that the laboratory makes.
pub fn items() -> impl Iterator<Item = &'static Item> {
    figures::ITEMS.iter()
}
