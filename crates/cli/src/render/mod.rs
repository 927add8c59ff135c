//! `foley render`: a scene becomes a WAV or FLAC file that knows how it was made.

mod level;
mod play;
mod record;
mod report;
mod request;
mod source;
mod write;

use crate::failure::Failure;
use crate::output;
use clap::{ArgMatches, Command};
use request::{Job, Request};
use write::Files;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    Command::new("render")
        .about("A scene file becomes a WAV or FLAC file that knows how it was made")
        .long_about(
            "Plays a scene file and writes what its outputs hear.\n\n\
             Outputs are in SI units: a velocity of 1 m/s is a sample of 1. Files of 16 and 24 bits are normalised to a peak \
             of -1 dBFS unless you say otherwise; float files carry the physical values themselves unless you say otherwise.\n\n\
             The file carries its scene, with seed, rate, seconds and all that was set: render the file itself and you \
             get the same bytes again, or change something of it. FLAC holds the whole numbers that the WAV file would, in fewer \
             bytes; float is for WAV.",
        )
        .after_help(
            "Examples:\n  \
             foley render scene.json -o scene.wav\n  \
             foley render scene.json -o scene.flac                  the same samples in fewer bytes\n  \
             foley render scene.json -o x.wav --set bodies.hammer.mass=35g --set 'contacts[0].stiffness=1e9'\n  \
             foley render scene.json -o x.wav --format float        physical units: metres per second, newtons\n  \
             foley render scene.json -o x.wav --stems               one file per output: x-NAME.wav\n  \
             foley render x.wav -o again.wav                        the same bytes again\n  \
             foley render x.wav -o other.wav --seed 2               the same but for the seed\n\n\
             `foley explain scene` tells what a scene file may say, `foley explain scene --schema` tells it to your editor.",
        )
        .args(request::flags())
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    let source = source::load(&request.source)?;
    let job = Job::new(&request, &source)?;
    // Whether the files can be written is found out before the work, not after it.
    let files = Files::begin(&request, &job)?;
    let played = play::play(&job)?;
    let written = files.write(&job, &played)?;
    let told = report::Told {
        job: &job,
        played: &played,
        written: &written,
        compared: write::compare(&source, &job, &written),
        made_by: source.record.as_ref().map(|made| made.version.as_str()),
    };
    for warning in report::warnings(&told) {
        output::aside(&warning);
    }
    if request.json {
        output::json(&report::json(&told))
    } else {
        Ok(report::text(&told))
    }
}
