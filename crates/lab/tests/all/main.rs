//! All tests of `foley-lab` in one binary, which links once: `cargo test -p foley-lab --test all FILE::`.

mod figures_drawings;
mod figures_impact;
mod figures_report;
mod figures_schemes;
mod figures_support;
mod realism;
mod rebounds_picture;
mod rub_facts;
mod rub_items;
mod speed_gates;
mod strike_facts;
mod strike_items;
mod tables_hammer;
mod tables_reproduce;
