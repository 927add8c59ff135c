//! The `foley` program: one command per module, one text per answer.
//!
//! A command turns its flags into the text to be printed, or into a failure. Nothing is printed before all of it is
//! known, so an error leaves the answer empty; files are written whole or not at all.

mod bench;
mod card;
mod catalogue;
mod contact;
mod corrections;
mod draft;
mod explain;
mod failure;
mod flag;
mod lab;
mod list;
mod output;
mod render;
mod schemes;
mod sound_file;
mod text;

use clap::Command;
use failure::Failure;
use std::panic;
use std::process::ExitCode;

/// What the program is, and what to try.
const WELCOME: &str = "\
Foley makes the sounds of things touching, from physics. Here is its laboratory: what happens when a mass meets a wall,
by the closed forms, by our scheme and by everyone else's.

Try:
  foley contact                  a ball on a hard floor: exact, simulated, and the difference
  foley contact --scheme rk4     the same by another scheme
  foley explain                  laws, schemes, corrections: equations, parameters, sources
  foley render SCENE -o x.wav    a scene file becomes sound; examples/scenes has some
  foley lab                      every table and figure of the papers, printed value beside ours
  foley bench                    what a sound costs on this machine

`foley --help` lists the commands; `foley contact --help` tells all about one.
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
            "Values carry their unit (`10 g`, `50cm/s`, `48kHz`) or are SI. Errors leave with code 2 where the input was \
             wrong, 1 where we were.",
        )
        .disable_help_subcommand(true)
        .subcommand(list::command())
        .subcommand(contact::command())
        .subcommand(explain::command())
        .subcommand(lab::command())
        .subcommand(render::command())
        .subcommand(bench::command())
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
                output::aside(&format!(
                    "\nFor more information, try 'foley {name} --help'."
                ));
            }
            ExitCode::from(failure.exit_code())
        }
    }
}
