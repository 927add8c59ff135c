//! `foley lab sheet`: spectrograms of all built-in presets side by side, as pictures by family.
//!
//! Each preset is played for three seconds at 44.1 kHz with its own seed and score. All cells have the same
//! scales of time and frequency; the levels are relative to the loudest point of the cell.
//!
//! | file   | content                                                    |
//! |--------|------------------------------------------------------------|
//! | `cell` | a preset with its spectrogram and comparison               |
//! | `font` | bitmap font of the captions, with its glyphs in `font.txt` |
//! | `page` | layout and marks of a page                                 |

mod cell;
mod font;
mod page;

use crate::catalogue::{models_by_taxonomy, presets_of};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{aligned, counted};
use cell::Cell;
use foley_catalogue::nearest_sounds;
use foley_catalogue::preset::{Preset, slug};
use foley_lab::realism::RealSounds;
use foley_params::words::{did_you_mean, excerpt};
use foley_render::{AtomicFile, create_folder};
use foley_sound::Family;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A page with presets of one family.
struct Sheet {
    file: PathBuf,
    title: String,
    presets: Vec<&'static Preset>,
}

/// Draws the presets named by `only`, or all built-in presets, into the folder `dir` and returns the text to
/// print.
pub(super) fn run(dir: &Path, only: &[&str], as_json: bool) -> Result<String, Failure> {
    let sheets = sheets(dir, &select(only)?);
    create_folder(dir)?;
    let real = RealSounds::load();
    let progress = Progress::new(sheets.iter().map(|sheet| sheet.presets.len()).sum());
    let mut drawn = Vec::new();
    for sheet in &sheets {
        let cells = sheet.presets.par_iter().map(|preset| {
            let cell = Cell::of(preset, &real);
            progress.done(&preset.name);
            cell
        });
        let cells = cells.collect::<Result<Vec<Cell>, Failure>>()?;
        AtomicFile::create(&sheet.file)?.finish_with(page::draw(&sheet.title, &cells)?)?;
        drawn.push((sheet, cells));
    }
    progress.finish();
    if as_json { output::json(&document(&drawn)) } else { Ok(summary(&drawn)) }
}

/// Returns the built-in presets of the families, models and presets in `only`, by model; all presets if
/// `only` is empty.
fn select(only: &[&str]) -> Result<Vec<&'static Preset>, Failure> {
    let models = models_by_taxonomy();
    let mut presets: Vec<_> = models.iter().flat_map(|model| presets_of(model.info().name)).collect();
    for name in only {
        if !presets.iter().any(|preset| is_named(preset, name)) {
            let families = Family::ALL.map(Family::name);
            return Err(Failure::input(format!(
                "there is no family, model or built-in preset `{}`{} The families are {}; `foley list models` and \
                 `foley list presets` list the other names.",
                excerpt(name),
                did_you_mean(&nearest_sounds(name, &[])),
                crate::text::listed(&families),
            )));
        }
    }
    presets.retain(|preset| only.is_empty() || only.iter().any(|name| is_named(preset, name)));
    Ok(presets)
}

/// Whether `name` is the family, the model or the name of a preset.
pub(super) fn is_named(preset: &Preset, name: &str) -> bool {
    let info = preset.sound.info();
    info.family.name() == name || info.name == name || preset.slug() == slug(name)
}

/// Divides presets into the pages of their families.
fn sheets(dir: &Path, presets: &[&'static Preset]) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for family in Family::ALL.map(Family::name) {
        let of_family: Vec<_> =
            presets.iter().copied().filter(|preset| preset.sound.info().family.name() == family).collect();
        let pages = of_family.len().div_ceil(page::MAX_CELLS);
        for (index, presets) in of_family.chunks(page::MAX_CELLS).enumerate() {
            let (file, title) = if pages == 1 {
                (format!("sheet-{family}.png"), family.to_owned())
            } else {
                let number = index + 1;
                (format!("sheet-{family}-{number}.png"), format!("{family} {number} of {pages}"))
            };
            sheets.push(Sheet { file: dir.join(file), title, presets: presets.to_vec() });
        }
    }
    sheets
}

fn document(drawn: &[(&Sheet, Vec<Cell>)]) -> Value {
    let cell = |cell: &Cell| {
        let compared = cell.compared.as_ref();
        json!({
            "preset": cell.preset.slug(),
            "model": cell.preset.model(),
            "like": cell.preset.like,
            "inside": compared.map(foley_lab::realism::Comparison::inside),
        })
    };
    let sheets = drawn.iter().map(|(sheet, cells)| {
        json!({ "file": sheet.file.to_string_lossy(), "presets": cells.iter().map(cell).collect::<Vec<_>>() })
    });
    json!({ "sheets": sheets.collect::<Vec<_>>() })
}

fn summary(drawn: &[(&Sheet, Vec<Cell>)]) -> String {
    let rows: Vec<Vec<String>> = drawn
        .iter()
        .map(|(sheet, cells)| vec![sheet.file.display().to_string(), counted(cells.len(), "preset")])
        .collect();
    let [low, high] = cell::RANGE.map(|frequency| foley_params::Unit::Hertz.format(frequency));
    format!(
        "{}\nEach cell shows {} s from {low} to {high}, down to {} dB below its loudest point.\n",
        aligned(&rows),
        cell::SECONDS,
        cell::DEPTH,
    )
}
