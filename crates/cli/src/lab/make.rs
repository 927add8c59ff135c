//! Makes items of the laboratory on all cores and writes their figures.

use super::Made;
use crate::failure::Failure;
use crate::progress::Progress;
use foley_lab::{Item, Product};
use foley_render::{AtomicFile, create_folder};
use rayon::prelude::*;
use std::path::Path;

/// Makes all items and returns them in their order. Shows progress on the error stream.
pub(super) fn all(items: &[&Item]) -> Vec<Made> {
    let progress = Progress::new(items.len());
    let made = items
        .par_iter()
        .map(|item| {
            let product = (item.make)();
            progress.done(item.id);
            (**item, product)
        })
        .collect();
    progress.finish();
    made
}

/// Writes the figures of an item into the folder `dir`.
pub(super) fn write_figures((_, product): &Made, dir: &Path) -> Result<(), Failure> {
    let Product::Figures(figures) = product else {
        return Ok(());
    };
    create_folder(dir)?;
    for figure in figures {
        AtomicFile::write_text(&dir.join(format!("{}.svg", figure.name)), &figure.svg)?;
    }
    Ok(())
}
