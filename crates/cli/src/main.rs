//! The `foley` program: one command per module, one text per answer.
//!
//! A command turns its flags into the text to be printed, or into a failure. Nothing is printed before all of
//! it is known, so an error leaves the answer empty; files are written whole or not at all.

mod analyse;
mod bench;
mod catalogue;
mod completions;
mod contact;
mod corrections;
mod effect;
mod explain;
mod failure;
mod flag;
mod help_entry;
mod interrupt;
mod lab;
mod list;
mod live;
mod morph;
mod output;
mod progress;
mod render;
mod save;
mod schemes;
mod studio;
mod text;
mod tour;

use clap::Command;
use failure::Failure;
use std::panic;
use std::process::ExitCode;

/// What the program is, and what to try.
const WELCOME: &str = "\
Foley makes the sounds of things touching, from physics: strike, rub, roll, bounce, break, crumple, walk.

Try:
  foley tour --open              every model once, on one page to hear and see
  foley studio                   the same to touch, in the browser: strike, rub, tune, see, mix, record, share
  foley list                     what there is: models, presets, parameters, gestures
  foley render impact            a sound as a WAV file; --set hardness=80 --strike 2@0.5 changes it
  foley explain impact           its physics, what may be set, what can be done to it
  foley analyse in.wav           what a sound is like: loudness, pitch, onsets, brightness over time
  foley effect NAME in.wav       a room or an effect on a sound of yours
  foley render impact --voice in.wav --drive 'onset>strike'
                                 a sound that plays along with your voice
  foley live impact              a sound that plays while you tell it what to do, over OSC and MIDI

And below the sounds:
  foley contact                  a ball on a hard floor: exact, simulated, and the difference
  foley lab                      every table and figure of the papers, printed value beside ours
  foley bench                    what a sound costs on this machine

`foley --help` lists the commands; `foley render --help` tells all about one.
";

fn main() -> ExitCode {
    // A panic is our fault and has told its story by now: it leaves with the code for that.
    panic::catch_unwind(run).unwrap_or(ExitCode::from(1))
}

fn command() -> Command {
    Command::new("foley")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Foley makes the sounds of things touching, from physics")
        .after_help(
            "Values carry their unit (`10 g`, `50cm/s`, `48kHz`) or are SI; handles go from 0 to 100.\n\n\
             Exit codes:\n  \
             0  it is done\n  \
             1  we failed, and it is our fault\n  \
             2  what was asked for cannot be done; the message says what, where, and what can; nothing was written",
        )
        .disable_help_subcommand(true)
        .subcommand(tour::command())
        .subcommand(studio::command())
        .subcommand(list::command())
        .subcommand(explain::command())
        .subcommand(render::command())
        .subcommand(live::command())
        .subcommand(effect::command())
        .subcommand(analyse::command())
        .subcommand(morph::command())
        .subcommand(save::command())
        .subcommand(contact::command())
        .subcommand(lab::command())
        .subcommand(bench::command())
        .subcommand(completions::command())
}

fn run() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(told) => {
            // Help and version as well as errors; whoever does not listen misses it.
            let _ = told.print();
            return ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2));
        }
    };
    let (name, answer) = match matches.subcommand() {
        Some(("tour", matches)) => ("tour", tour::run(matches)),
        Some(("studio", matches)) => ("studio", studio::run(matches)),
        Some(("live", matches)) => ("live", live::run(matches)),
        Some(("effect", matches)) => ("effect", effect::run(matches)),
        Some(("analyse", matches)) => ("analyse", analyse::run(matches)),
        Some(("morph", matches)) => ("morph", morph::run(matches)),
        Some(("save", matches)) => ("save", save::run(matches)),
        Some(("completions", matches)) => ("completions", completions::run(matches)),
        Some(("list", matches)) => ("list", list::run(matches)),
        Some(("contact", matches)) => ("contact", contact::run(matches)),
        Some(("explain", matches)) => ("explain", explain::run(matches)),
        Some(("lab", matches)) => ("lab", lab::run(matches)),
        Some(("render", matches)) => ("render", render::run(matches)),
        Some(("bench", matches)) => ("bench", bench::run(matches)),
        _ => ("", Ok(WELCOME.to_owned())),
    };
    match answer.and_then(|text| output::answer(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::aside(&format!("error: {failure}"));
            if let Failure::Input(_) = failure {
                output::aside(&format!("\nFor more information, try 'foley {name} --help'."));
            }
            ExitCode::from(failure.exit_code())
        }
    }
}
