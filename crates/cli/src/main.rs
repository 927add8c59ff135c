//! The program `foley`: one command per module.
//!
//! A command turns its flags into the text to print, or into a failure. The text is printed only when it is
//! complete, so an error leaves the standard output empty. Files are written completely or not at all.

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
mod picture;
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

/// The text that `foley` prints without arguments.
const WELCOME: &str = "\
Foley computes the sounds of things touching from physics: strike, rub, roll, bounce, break, crumple, walk.

Try:
  foley tour --open              every model once, on one page with players and pictures
  foley studio                   the same in the browser: strike, rub, tune, see, mix, record, share
  foley list                     models, presets, parameters, gestures
  foley render impact            a sound as a WAV file; --set hardness=80 --strike 2@0.5 changes it
  foley explain impact           its physics, parameters and gestures
  foley analyse in.wav           loudness, pitch, onsets, brightness over time
  foley effect NAME in.wav       a room or an effect on a sound file
  foley render impact --voice in.wav --drive 'onset>strike'
                                 a sound controlled by a recording
  foley live impact              play a sound over OSC and MIDI

And below the sounds:
  foley contact                  a ball on a hard floor: exact, simulated, and the difference
  foley lab                      every table and figure of the papers, printed and computed values
  foley bench                    the cost of sounds on this machine

`foley --help` lists the commands; `foley render --help` describes one.
";

fn main() -> ExitCode {
    // A panic is an internal error; its message has been printed.
    panic::catch_unwind(run).unwrap_or(ExitCode::from(1))
}

fn command() -> Command {
    Command::new("foley")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Compute the sounds of things touching from physics")
        .after_help(
            "Give values with a unit (`10 g`, `50cm/s`, `48kHz`) or, without one, in SI units. Handles are named controls of a sound, such as \
             `hardness`, from 0 to 100.\n\n\
             Exit codes:\n  \
             0  success\n  \
             1  internal error; please report it\n  \
             2  invalid request; the message says what is wrong and what is allowed; nothing was written",
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
        Err(message) => {
            // Clap prints help, version and errors. A closed stream is no failure.
            let _ = message.print();
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2));
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
