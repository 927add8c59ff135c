//! `foley tour`: the first preset of every model, rendered at once into a folder, and one page to hear and
//! see them all.
//!
//! The page is one file that asks nothing of any other: sounds and pictures are in it.

mod colour;
mod made;
mod page;
mod picture;
mod portrait;

use crate::catalogue::by_place;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_render::{AtomicFile, create_folder};
use made::Made;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What the page is called.
const PAGE: &str = "index.html";
/// Longest that the page may be \[bytes\].
const LONGEST_PAGE: usize = 15_000_000;
/// How much of a sound the page has, from the most to the least \[s\].
const CUTS: [f64; 5] = [6.0, 5.0, 4.0, 3.0, 2.0];

/// Builds the clap command.
pub(crate) fn command() -> Command {
    Command::new("tour")
        .about("Every model once: WAV files, and one page to hear and see them")
        .long_about(
            "Renders the first preset of every model on all cores, and writes a WAV file of each and one page with players, waveforms, \
             spectrograms, contact forces and handles. The page is one file and asks nothing of the network. Files of the same \
             names are replaced.",
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help("Folder for the page and the sounds, made if it is not there")
                .default_value("foley-tour")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("open")
                .long("open")
                .help("Open the page when all of it is made")
                .action(ArgAction::SetTrue),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .help("Answer as JSON")
                .action(ArgAction::SetTrue),
        )
}

/// Runs the command and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let dir = matches.get_one::<PathBuf>("out").map_or(Path::new("foley-tour"), PathBuf::as_path);
    // Whether the folder can be written is found out before the work, not after it.
    create_folder(dir)?;
    let draft = AtomicFile::create(&dir.join(PAGE))?;
    let models = by_place();
    let progress = Progress::new(models.len());
    let made: Result<Vec<Made>, Failure> = models
        .par_iter()
        .map(|sound| {
            let made = Made::of(&**sound)?;
            progress.done(sound.info().name);
            Ok(made)
        })
        .collect();
    progress.finish();
    let made = made?;
    let page = shortest(&made)?;
    for made in &made {
        AtomicFile::create(&dir.join(&made.file))?.finish_with(&made.bytes)?;
    }
    draft.finish_with(&page)?;
    if matches.get_flag("open") {
        output::open(&dir.join(PAGE));
    }
    if matches.get_flag("json") {
        output::json(&document(&made, dir, page.len()))
    } else {
        Ok(told(&made, dir, page.len()))
    }
}

/// The page with as much of every sound as there is room for.
fn shortest(made: &[Made]) -> Result<String, Failure> {
    let mut page = String::new();
    for cut in CUTS {
        let heard: Result<Vec<_>, _> = made.par_iter().map(|made| made.cut(cut)).collect();
        page = page::html(made, &heard?, cut);
        if page.len() <= LONGEST_PAGE {
            break;
        }
    }
    Ok(page)
}

fn told(made: &[Made], dir: &Path, bytes: usize) -> String {
    let seconds: f64 = made.iter().map(|made| made.seconds).sum();
    format!(
        "{} sounds, {seconds:.1} s in all, as WAV files in `{}`.\n\
         Open {} in a browser ({:.1} MB, nothing is loaded from anywhere).\n",
        made.len(),
        dir.display(),
        dir.join(PAGE).display(),
        bytes as f64 / 1e6,
    )
}

fn document(made: &[Made], dir: &Path, bytes: usize) -> Value {
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
