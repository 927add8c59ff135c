//! `foley tour`: renders the first preset of every model to a WAV file, and writes one page with all of them.
//!
//! The page is one self-contained file: sounds and pictures are embedded.

mod made;
mod page;
mod picture;
mod portrait;

use crate::catalogue::models_by_taxonomy;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_render::{AtomicFile, create_folder};
use made::TourSound;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// File name of the tour page.
const PAGE: &str = "index.html";
/// Maximum size of the tour page \[bytes\].
const MAX_PAGE_BYTES: usize = 15_000_000;
/// Durations of the embedded sounds to try, longest first \[s\].
const CUTS: [f64; 5] = [6.0, 5.0, 4.0, 3.0, 2.0];

/// Builds the clap command `foley tour`.
pub(crate) fn command() -> Command {
    Command::new("tour")
        .about("Render every model once: WAV files, and one page with players and pictures")
        .long_about(
            "Renders the first preset of every model on all cores, and writes a WAV file of each and one page with players, waveforms, \
             spectrograms, contact forces and handles. The page is one file and loads nothing from the network. Existing files of the same \
             names are overwritten.",
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help("Folder for the page and the sounds, created if missing")
                .default_value("foley-tour")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("open")
                .long("open")
                .help("Open the page when it is complete")
                .action(ArgAction::SetTrue),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .help("Answer as JSON")
                .action(ArgAction::SetTrue),
        )
}

/// Runs `foley tour` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let dir = matches.get_one::<PathBuf>("out").map_or(Path::new("foley-tour"), PathBuf::as_path);
    // The folder is created first, so that an unwritable folder fails before the work.
    create_folder(dir)?;
    let page_file = AtomicFile::create(&dir.join(PAGE))?;
    let models = models_by_taxonomy();
    let progress = Progress::new(models.len());
    let made: Result<Vec<TourSound>, Failure> = models
        .par_iter()
        .map(|sound| {
            let made = TourSound::of(&**sound)?;
            progress.done(sound.info().name);
            Ok(made)
        })
        .collect();
    progress.finish();
    let made = made?;
    let page = fitting_page(&made)?;
    for made in &made {
        AtomicFile::create(&dir.join(&made.file))?.finish_with(&made.bytes)?;
    }
    page_file.finish_with(&page)?;
    if matches.get_flag("open") {
        output::open(&dir.join(PAGE));
    }
    if matches.get_flag("json") {
        output::json(&document(&made, dir, page.len()))
    } else {
        Ok(summary(&made, dir, page.len()))
    }
}

/// Returns the page with the longest sounds that keep the page below the maximum size.
fn fitting_page(made: &[TourSound]) -> Result<String, Failure> {
    let mut page = String::new();
    for cut in CUTS {
        let heard: Result<Vec<_>, _> = made.par_iter().map(|made| made.cut(cut)).collect();
        page = page::html(made, &heard?, cut);
        if page.len() <= MAX_PAGE_BYTES {
            break;
        }
    }
    Ok(page)
}

fn summary(made: &[TourSound], dir: &Path, bytes: usize) -> String {
    let seconds: f64 = made.iter().map(|made| made.seconds).sum();
    format!(
        "{} sounds, {seconds:.1} s in all, as WAV files in `{}`.\n\
         Open {} in a browser ({:.1} MB, self-contained).\n",
        made.len(),
        dir.display(),
        dir.join(PAGE).display(),
        bytes as f64 / 1e6,
    )
}

fn document(made: &[TourSound], dir: &Path, bytes: usize) -> Value {
    let sounds: Vec<_> = made
        .iter()
        .map(|made| {
            json!({
                "model": made.info().name,
                "family": made.info().family.name(),
                "level": made.info().level.name(),
                "preset": made.preset.slug(),
                "file": dir.join(&made.file),
                "seconds": made.seconds,
            })
        })
        .collect();
    json!({ "page": dir.join(PAGE), "bytes": bytes, "sounds": sounds })
}
