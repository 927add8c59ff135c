//! `foley contact`: a mass meets a wall. Compares the closed forms with a scheme.

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

/// Builds the clap command `foley contact`.
pub(crate) fn command() -> Command {
    Command::new("contact")
        .about("A mass meets a wall: closed form, simulation, and the difference")
        .long_about(
            "A mass meets a wall with the contact force f = k x^α (1 + μ v).\n\n\
             Prints the velocity at release, the maximum compression and the duration, from the closed forms and \
             from a scheme, with their difference; and the energy balance.\n\n\
             Values may carry their unit: `10 g`, `50cm/s`, `48kHz`. A bare number is SI.",
        )
        .after_help(
            "Examples:\n  \
             foley contact                                      the defaults: a hard ball on a hard floor\n  \
             foley contact --mass 35g --speed 50cm/s --rate 48kHz\n  \
             foley contact --scheme rk4 --correction paper      as in the impact paper\n  \
             foley contact --force 2N                           pressed by a constant force\n  \
             foley contact --impacts 100 --json                 a hundred bounces, as JSON\n  \
             foley contact --trace bounce.csv                   every sample, for a plot\n\n\
             `foley explain contact` describes the inputs, `foley explain exact` a scheme.",
        )
        .args(request::flags())
}

/// Runs `foley contact` and returns the text to print.
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
