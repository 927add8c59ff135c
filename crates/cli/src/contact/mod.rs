//! `foley contact`: a mass meets a wall. What the closed forms say, what a scheme makes of it, and the
//! difference.

mod input;
mod json;
mod report;
mod request;
mod run;
mod trace;

pub(crate) use input::{Input, word};

use crate::failure::Failure;
use clap::{ArgMatches, Command};
use request::Request;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    Command::new("contact")
        .about("A mass meets a wall: closed form, simulation, and the difference")
        .long_about(
            "A mass meets a wall with the contact force f = k x^α (1 + μ v).\n\n\
             Tells the velocity at release, the largest compression and the duration, once from the closed forms, once \
             as a scheme steps them, and how far apart the two are; and where the energy went.\n\n\
             Values may carry their unit: `10 g`, `50cm/s`, `48kHz`. A bare number is SI.",
        )
        .after_help(
            "Examples:\n  \
             foley contact                                      the defaults: a hard ball on a hard floor\n  \
             foley contact --mass 35g --speed 50cm/s --rate 48kHz\n  \
             foley contact --scheme rk4 --correction paper      the impact paper's way\n  \
             foley contact --force 2N                           pressed on while it bounces\n  \
             foley contact --impacts 100 --json                 a hundred bounces, for a program\n  \
             foley contact --trace bounce.csv                   every sample, for a plot\n\n\
             `foley explain contact` tells more of the inputs, `foley explain exact` of a scheme.",
        )
        .args(request::flags())
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    let outcome = run::run(&request)?;
    if request.json {
        for note in &request.notes {
            crate::output::aside(note);
        }
        crate::output::json(&json::document(&request, &outcome))
    } else {
        Ok(report::text(&request, &outcome))
    }
}
