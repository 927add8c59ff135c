//! Making items, all cores at once, and writing what came out.

use super::Made;
use crate::draft::{self, Draft};
use crate::failure::Failure;
use crate::output;
use foley_lab::{Item, Product};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::IsTerminal;
use std::path::Path;

/// All items in their order, with progress on the error stream: a bar for people, a line per item for logs.
pub(super) fn all(items: &[&Item]) -> Vec<Made> {
    let watched = std::io::stderr().is_terminal();
    let bar = if watched {
        ProgressBar::new(items.len() as u64).with_style(style())
    } else {
        ProgressBar::hidden()
    };
    let made = items
        .par_iter()
        .map(|item| {
            let product = (item.make)();
            if !watched {
                output::aside(&format!("made {}", item.id));
            }
            bar.set_message(item.id);
            bar.inc(1);
            (**item, product)
        })
        .collect();
    bar.finish_and_clear();
    made
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:32} {pos}/{len}  {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes the drawings of an item into a folder.
pub(super) fn write_figures((_, product): &Made, dir: &Path) -> Result<(), Failure> {
    let Product::Figures(figures) = product else {
        return Ok(());
    };
    draft::folder(dir)?;
    for figure in figures {
        Draft::write_text(&dir.join(format!("{}.svg", figure.name)), &figure.svg)?;
    }
    Ok(())
}
