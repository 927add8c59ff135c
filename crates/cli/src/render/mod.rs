//! `foley render`: a sound of the catalogue or a scene becomes a WAV or FLAC file that knows how it was made.

mod blend;
mod given;
mod job;
mod level;
mod midi;
mod play;
mod record;
mod report;
mod request;
mod source;
mod write;

pub(crate) use blend::{Blend, WHAT};
pub(crate) use request::sound_flags;

use crate::failure::Failure;
use crate::output;
use crate::sound_file::Container;
use clap::{Arg, ArgMatches, Command};
use foley_catalogue::preset::Preset;
use foley_params::Unit;
use job::Job;
use request::Request;
use source::{Found, Source};
use write::Files;

/// The command as clap knows it.
pub(crate) fn command() -> Command {
    Command::new("render")
        .about("A preset, a model or a scene file becomes a WAV or FLAC file that knows how it was made")
        .long_about(
            "Plays a sound of the catalogue, or a scene file, and writes what is heard.\n\n\
             NAME is a preset (`foley list presets`) or a model with its default values (`foley list models`); FILE is a preset in JSON or XML, \
             a scene, or a WAV or FLAC file that was made here. A sound plays until it is over unless you say how long.\n\n\
             Outputs are in SI units: a velocity of 1 m/s is a sample of 1. Files of 16 and 24 bits are normalised to a peak \
             of -1 dBFS unless you say otherwise; float files carry the physical values themselves unless you say otherwise.\n\n\
             The file carries its preset or scene, with seed, rate, seconds and all that was set: render the file itself and you \
             get the same bytes again, or change something of it.\n\n\
             With --voice and --drive a sound plays along with a recording: every 10 ms what is followed of the voice (envelope, pitch, crossings, \
             centroid, brightness) moves parameters, and its onsets make gestures. How far a control is on its own way, in decibels for what is loud and in \
             octaves for what is high, is how far the target is from LOW to HIGH on its own scale. The file holds the score that came of it, and makes itself \
             again without the voice. Models that listen to a sound itself are for `foley effect`.\n\n\
             With --midi a song plays it: one thing for every key, tuned to it where the sound can be tuned, key 60 (C3) as the preset is and the others relative to it; velocity 100 makes the first gesture as the preset does, 127 twice as much, 1 a sixteenth; the wheel \
             bends, pressure presses, controller 1 and 16 to 19 move the first handles. All of it goes through the live engine with its limiter, in two channels; such a file \
             does not carry its song.\n\n\
             FLAC holds the whole numbers that the WAV file would, in about \
             half the bytes; float is for WAV.",
        )
        .after_help(
            "Examples:\n  \
             foley render impact                                    a model as it is: impact.wav\n  \
             foley render impact -o x.wav --set struck.material=glass --set hardness=70 --strike 1.2@0 --strike 0.6@0.5\n  \
             foley render impact -o x.wav --set struck.size=12cm --channels 2 --seed 3\n  \
             foley render mine.json -o x.flac --score score.json    a preset of yours, and what is done to it\n  \
             foley render impact -o x.wav --stems                   the contact force and more, a file each: x-force.wav\n  \
             foley render x.wav -o again.wav                        the same bytes again\n  \
             foley render x.wav -o other.wav --seed 2               the same but for the seed\n  \
             foley render friction -o x.wav --voice me.wav --drive 'envelope>stroke.speed=0.05..1' --drive 'pitch>rubbed.pitch'\n  \
             foley render impact -o x.wav --voice me.wav --drive 'onset>strike=0.2..2' --drive 'brightness>hardness=20..90'\n  \
             foley render espresso-cup-set-down-on-marble -o x.wav --midi song.mid\n  \
             foley render scene.json -o x.wav --set bodies.hammer.mass=35g --set 'contacts[0].stiffness=1e9'\n  \
             foley render scene.json -o x.wav --format float        physical units: metres per second, newtons\n\n\
             `foley explain MODEL` tells what may be set of a model and done to it, `foley explain preset` and `foley explain scene` what files may \
             say.",
        )
        .args(request::flags())
}

/// Runs it; what is to be printed.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    if let Some(song) = &request.midi {
        return midi::run(&request, song);
    }
    let source = source::load(&request.source)?;
    make(&request, &source)
}

/// Lets a sound listen to a file, and writes what is heard; what is to be printed.
pub(crate) fn effect(matches: &ArgMatches) -> Result<String, Failure> {
    run(matches)
}

/// The flags of a command that lets a sound listen, and what listens.
pub(crate) fn effect_flags() -> Vec<Arg> {
    let mut flags = request::voice_flags().to_vec();
    flags.extend(sound_flags());
    flags
}

pub(crate) use given::who_listens;

/// Plays and writes several sounds and the way between them; what is to be printed.
pub(crate) fn morph(matches: &ArgMatches, blend: Blend) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    let name = blend.title();
    make(&request, &Source::of(&name, Found::Morph(Box::new(blend))))
}

/// Plays and writes what was found; what is to be printed.
fn make(request: &Request, source: &Source) -> Result<String, Failure> {
    let job = Job::new(request, source)?;
    // Whether the files can be written is found out before the work, not after it.
    let files = Files::begin(request.out(source)?, &job)?;
    let played = play::play(&job, true)?;
    let written = files.write(&job, &played)?;
    let told = report::Told {
        job: &job,
        played: &played,
        written: &written,
        compared: write::compare(source, &job, &written),
        made_by: source.record.as_ref().map(|made| made.version.as_str()),
        remembered: match &source.found {
            Found::Effect(_, remembered) => Some(remembered),
            _ => None,
        },
    };
    for warning in report::warnings(&told) {
        output::aside(&warning);
    }
    if request.json { output::json(&report::json(&told)) } else { Ok(report::text(&told)) }
}

/// The preset that somebody means: by name, from a file, or what a sound file was made from.
pub(crate) fn found(wanted: &str) -> Result<Preset, Failure> {
    let source = source::load(wanted)?;
    match source.found {
        Found::Preset(preset) | Found::Effect(preset, _) => Ok(*preset),
        Found::Scene(_) | Found::Morph(_) => Err(Failure::input(format!(
            "`{wanted}` is a scene or a morph, and a preset, a model or a file made from one is wanted here."
        ))),
    }
}

/// Something that was listened to.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) name: String,
    pub(crate) quantity: &'static str,
    pub(crate) unit: Unit,
    /// It is in the sound, and not only measured.
    pub(crate) audible: bool,
    pub(crate) samples: Vec<f64>,
}

/// A preset as it was rendered, in memory.
#[derive(Clone, Debug)]
pub(crate) struct Rendered {
    /// The WAV file that `foley render NAME` writes.
    pub(crate) bytes: Vec<u8>,
    pub(crate) rows: Vec<Heard>,
    /// The sound, in SI units.
    pub(crate) mono: Vec<f64>,
    pub(crate) rate: f64,
}

/// Renders a preset as `foley render NAME` does, but into memory.
pub(crate) fn preset(preset: &Preset) -> Result<Rendered, Failure> {
    let source = Source::preset(&preset.name, preset.clone());
    let job = Job::new(&Request::default(), &source)?;
    let played = play::play(&job, false)?;
    let file = write::encode(Container::Wav, preset.slug().into(), None, &job, &played)?;
    let rows = job.rows.iter().zip(played.outputs);
    let rows: Vec<_> = rows
        .map(|(row, samples)| Heard {
            name: row.name.clone(),
            quantity: row.quantity,
            unit: row.unit,
            audible: row.channel.is_some(),
            samples,
        })
        .collect();
    Ok(Rendered {
        bytes: file.bytes,
        mono: rows.iter().find(|row| row.audible).map_or_else(Vec::new, |row| row.samples.clone()),
        rows,
        rate: job.record.rate,
    })
}
