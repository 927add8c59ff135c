//! `foley lab`: reproduces the tables and figures of the papers, compares presets with real sounds, and draws
//! their spectrograms.

mod json;
mod make;
mod page;
mod realism;
mod sheet;

use crate::failure::Failure;
use crate::output;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_lab::{Item, Product};
use foley_render::{AtomicFile, create_folder};
use std::path::{Path, PathBuf};

/// An item of the laboratory and its computed result.
type Made = (Item, Product);

/// Name of the comparison with real sounds. `foley lab all` leaves it out, because it plays dozens of
/// presets.
const REALISM: &str = "realism";
/// Name of the spectrograms of all presets. `foley lab all` leaves them out, because they play every preset.
const SHEET: &str = "sheet";

/// Builds the clap command `foley lab`.
pub(crate) fn command() -> Command {
    let names = foley_lab::items().into_iter().map(|item| PossibleValue::new(item.id)).chain([
        PossibleValue::new("all"),
        PossibleValue::new(REALISM),
        PossibleValue::new(SHEET),
    ]);
    Command::new("lab")
        .about("Reproduce every table and figure of the papers, printed and computed values side by side")
        .after_help(
            "Examples:\n  \
             foley lab                       list all items\n  \
             foley lab all --open            all items as one page, opened in the browser\n  \
             foley lab all --out report      page, figures and numbers in another folder\n  \
             foley lab all --json            all items as one JSON document\n  \
             foley lab realism               presets beside recordings of real sounds of their kind\n  \
             foley lab realism --only rain,engine --seed 2\n  \
             foley lab sheet                 spectrograms of all presets, as pictures by family\n  \
             foley lab sheet --only impact,rolling",
        )
        .arg(
            Arg::new("item")
                .value_name("ITEM")
                .help(
                    "Table or figure to compute; `all` computes all, `realism` compares presets with real sounds, \
                     `sheet` draws spectrograms of presets [default: list the items]",
                )
                .hide_possible_values(true)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help("Folder for figures and the report, created if missing")
                .default_value("lab-report")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("NAMES")
                .help(
                    "Families, models or presets for `sheet` and `realism`, and kinds of real sounds for `realism`, \
                     separated by commas; repeatable",
                )
                .value_delimiter(',')
                .action(ArgAction::Append),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .help("Seed with which `realism` plays all presets [default: 1]")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            Arg::new("open")
                .long("open")
                .help("Open the report when it is complete")
                .action(ArgAction::SetTrue),
        )
        .arg(Arg::new("json").long("json").help("Answer as JSON").action(ArgAction::SetTrue))
}

/// Runs `foley lab` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let as_json = matches.get_flag("json");
    let dir = matches.get_one::<PathBuf>("out").map_or(Path::new("lab-report"), PathBuf::as_path);
    let asked = matches.get_one::<String>("item").map(String::as_str);
    if matches.get_flag("open") && asked != Some("all") {
        return Err(Failure::input("`--open` needs the full report: use `foley lab all --open`."));
    }
    let only: Vec<&str> =
        matches.get_many::<String>("only").into_iter().flatten().map(String::as_str).collect();
    if !only.is_empty() && ![Some(SHEET), Some(REALISM)].contains(&asked) {
        return Err(Failure::input(
            "`--only` needs presets: use `foley lab sheet --only …` or `foley lab realism --only …`.",
        ));
    }
    let seed = matches.get_one::<u64>("seed").copied();
    if seed.is_some() && asked != Some(REALISM) {
        return Err(Failure::input("`--seed` needs played presets: use `foley lab realism --seed N`."));
    }
    let items = foley_lab::items();
    match asked {
        None if as_json => output::json(&json::list(&items)),
        None => Ok(page::list(&items)),
        Some("all") => {
            let answer = everything(&items, dir, as_json)?;
            if matches.get_flag("open") {
                output::open(&dir.join("index.html"));
            }
            Ok(answer)
        }
        Some(SHEET) => sheet::run(dir, &only, as_json),
        Some(REALISM) => realism::run(dir, &only, seed.unwrap_or(realism::SEED), as_json),
        Some(id) => {
            let item = items.iter().find(|item| item.id == id);
            let item = item.ok_or_else(|| {
                Failure::input(format!("there is no item `{id}`; `foley lab` lists the items."))
            })?;
            one(item, dir, as_json)
        }
    }
}

/// Makes one item, writes its figures and returns the text to print.
fn one(item: &Item, dir: &Path, as_json: bool) -> Result<String, Failure> {
    let made = (*item, (item.make)());
    make::write_figures(&made, dir)?;
    if as_json { output::json(&json::made(&made, dir)) } else { Ok(page::made(&made, dir)) }
}

/// Makes all items, writes the report and returns the text to print.
fn everything(items: &[&Item], dir: &Path, as_json: bool) -> Result<String, Failure> {
    // The folder is created first, so that an unwritable folder fails before the work.
    create_folder(dir)?;
    let report = AtomicFile::create(&dir.join("index.html"))?;
    let made = make::all(items);
    for made in &made {
        make::write_figures(made, dir)?;
    }
    let document = output::json(&json::everything(&made, dir))?;
    AtomicFile::write_text(&dir.join("lab.json"), &document)?;
    report.finish_with(foley_lab::render_report(&made))?;
    if as_json { Ok(document) } else { Ok(page::summary(&made, dir)) }
}
