//! `foley bench`: what a sound costs on this machine.

mod clock;
mod page;
mod sounds;

use crate::failure::Failure;
use crate::output;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_lab::speed::{PEAK, SUBJECTS, Subject, draw_cost_plot};
use foley_render::AtomicFile;
use std::path::PathBuf;
use std::time::Duration;

/// A subject and the least time that a repetition took \[ns\].
type Timed = (Subject, f64);

/// Most seconds that one may ask for.
const LONGEST: f64 = 3600.0;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    let names = SUBJECTS.iter().map(|subject| PossibleValue::new(subject.name).help(subject.description));
    Command::new("bench")
        .about("What a sound costs on this machine: ringing, touching, rubbing, striking, sleeping")
        .after_help(
            "All subjects are measured in turn, round after round, and the least time of each is kept: what else the machine \
             does can only add to it. A floor is the least arithmetic, in multiply-adds of this core.\n\n\
             Examples:\n  \
             foley bench                          all subjects\n  \
             foley bench ring-64 touch-16         two of them\n  \
             foley bench --sounds                 every model of the catalogue: how many times real time\n  \
             foley bench --plot cost.svg          a drawing: cost over modes and voices\n  \
             foley bench --json --seconds 30      for programs, and with more patience",
        )
        .arg(
            Arg::new("subject")
                .value_name("SUBJECT")
                .help("What to measure; all of it if nothing is named")
                .num_args(0..)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("S")
                .help("How long to measure, setting up not included; at least one round is done")
                .default_value("5")
                .value_parser(seconds),
        )
        .arg(
            Arg::new("plot")
                .long("plot")
                .value_name("FILE.svg")
                .help("Draw cost over modes and voices, of the subjects measured")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("sounds")
                .long("sounds")
                .help("Measure the models of the catalogue instead: how many times faster than real time")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["subject", "plot"]),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .help("Answer as JSON")
                .action(ArgAction::SetTrue),
        )
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| (0.0..=LONGEST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("a number of seconds from 0 to {LONGEST}"))
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let asked: Vec<&str> = matches
        .get_many::<String>("subject")
        .map_or_else(Vec::new, |names| names.map(String::as_str).collect());
    // The yardstick is always among them.
    let wanted =
        |subject: &&Subject| asked.is_empty() || subject.name == PEAK || asked.contains(&subject.name);
    let subjects: Vec<Subject> = SUBJECTS.iter().filter(wanted).copied().collect();
    let plot = matches.get_one::<PathBuf>("plot").map(|path| AtomicFile::create(path)).transpose()?;
    let time = matches.get_one::<Duration>("seconds").copied().unwrap_or(Duration::from_secs(5));
    if matches.get_flag("sounds") {
        let costs = sounds::measure(time)?;
        return if matches.get_flag("json") {
            output::json(&sounds::json(&costs))
        } else {
            Ok(sounds::table(&costs))
        };
    }
    let timed = clock::measure(&subjects, time);
    if let Some(draft) = plot {
        let per_unit: Vec<_> = timed.iter().map(|&(subject, ns)| (subject, ns / subject.units)).collect();
        draft.finish_with(&draw_cost_plot(&per_unit))?;
    }
    if matches.get_flag("json") { output::json(&page::json(&timed)) } else { Ok(page::table(&timed)) }
}
