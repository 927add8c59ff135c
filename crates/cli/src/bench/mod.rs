//! `foley bench`: measures the cost of sounds on this machine.

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

/// A subject and the shortest time of one of its repetitions \[ns\].
type Timed = (Subject, f64);

/// Maximum of `--seconds` \[s\].
const MAX_SECONDS: f64 = 3600.0;

/// Builds the clap command `foley bench`.
pub(crate) fn command() -> Command {
    let names = SUBJECTS.iter().map(|subject| PossibleValue::new(subject.name).help(subject.description));
    Command::new("bench")
        .about("Measure the cost of sounds on this machine: ringing, touching, rubbing, striking, sleeping")
        .after_help(
            "A subject is a benchmark. All subjects are measured in turn, round after round, and the shortest time of each is \
             kept: other load on the machine can only add time. The floor is the time of the minimum arithmetic, in multiply-adds of this core.\n\n\
             Examples:\n  \
             foley bench                          all subjects\n  \
             foley bench ring-64 touch-16         two of them\n  \
             foley bench --sounds                 every model and preset, as multiples of real time\n  \
             foley bench --plot cost.svg          a plot of cost over modes and voices\n  \
             foley bench --json --seconds 30      as JSON, with a longer measurement",
        )
        .arg(
            Arg::new("subject")
                .value_name("SUBJECT")
                .help("Benchmarks to measure, by name [default: all]")
                .num_args(0..)
                .value_parser(PossibleValuesParser::new(names)),
        )
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("S")
                .help("Duration of the measurement in seconds, without the setup; at least one round is measured")
                .default_value("5")
                .value_parser(seconds),
        )
        .arg(
            Arg::new("plot")
                .long("plot")
                .value_name("FILE.svg")
                .help("Plot the cost of the measured subjects over modes and voices")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("sounds")
                .long("sounds")
                .help("Measure every model and preset of the catalogue instead of the subjects: speed as a multiple of real time, and the slowest block")
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
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds from 0 to {MAX_SECONDS}"))
}

/// Runs `foley bench` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let requested: Vec<&str> = matches
        .get_many::<String>("subject")
        .map_or_else(Vec::new, |names| names.map(String::as_str).collect());
    // The reference subject is always measured, because the other results are relative to it.
    let selected = |subject: &&Subject| {
        requested.is_empty() || subject.name == PEAK || requested.contains(&subject.name)
    };
    let subjects: Vec<Subject> = SUBJECTS.iter().filter(selected).copied().collect();
    let plot = matches.get_one::<PathBuf>("plot").map(|path| AtomicFile::create(path)).transpose()?;
    let time = matches.get_one::<Duration>("seconds").copied().unwrap_or(Duration::from_secs(5));
    if matches.get_flag("sounds") {
        let (costs, rounds) = sounds::measure(time)?;
        return if matches.get_flag("json") {
            output::json(&sounds::json(&costs, rounds))
        } else {
            Ok(sounds::table(&costs, rounds))
        };
    }
    let timed = clock::measure(&subjects, time);
    if let Some(file) = plot {
        let per_unit: Vec<_> = timed.iter().map(|&(subject, ns)| (subject, ns / subject.units)).collect();
        file.finish_with(draw_cost_plot(&per_unit))?;
    }
    if matches.get_flag("json") { output::json(&page::json(&timed)) } else { Ok(page::table(&timed)) }
}
