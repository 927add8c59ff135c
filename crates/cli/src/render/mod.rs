//! `foley render`: renders a sound of the catalogue or a scene to a WAV or FLAC file with its recipe.

mod midi;
mod report;
mod request;
mod source;

pub(crate) use request::{PLACE, distance_flag, place_flag, sound_flags};
pub(crate) use source::load_preset;

use crate::failure::Failure;
use crate::output;
use crate::progress::frame_bar;
use clap::{Arg, ArgMatches, Command};
use foley_render::{Blend, Difference, OutputFiles, RenderJob, RenderRequest, Source, SourceKind};
use request::RenderArgs;
use serde_json::{Value, json};

/// Builds the clap command `foley render`.
pub(crate) fn command() -> Command {
    Command::new("render")
        .about("Render a preset, a model or a scene file to a WAV or FLAC file that can be rendered again")
        .long_about(
            "Plays a sound of the catalogue, or a scene file, and writes a sound file.\n\n\
             NAME is a preset (`foley list presets`) or a model with its default values (`foley list models`); FILE is a preset in JSON or XML, \
             a scene, or a WAV or FLAC file written by Foley. By default a sound plays until it has ended.\n\n\
             Outputs are in SI units: a pressure of 1 Pa at 1 m is a sample of 1. A preset stores the gain that brings its whole \
             score to the loudness it asks for, -23 LUFS unless it says otherwise. Files of 16 and 24 bits have that gain by default, so that a harder strike is \
             louder; if the peak would exceed -1 dBFS, the file is lowered and a note says so. Scenes and morphs have no stored loudness and are normalised to a peak of -1 dBFS. \
             --level physical leaves the SI values, as float files do by default.\n\n\
             The file carries its recipe: the preset or scene with seed, rate, duration and all changes. Rendering the file itself gives the same bytes; \
             further flags change the recipe.\n\n\
             With --voice and --drive a recording controls the sound: every 10 ms a feature of the voice (envelope, pitch, crossings, \
             centroid, brightness) moves a parameter, and its onsets make gestures. A feature is scaled to 0..1 over its range, in decibels for levels and in \
             octaves for frequencies; 0..1 maps to LOW..HIGH on the scale of the target. The file stores the resulting score, so it can be rendered \
             again without the voice. For models that process the samples of a sound, use `foley effect`.\n\n\
             With --midi a MIDI file plays the sound: one instance per key, tuned to the key if the model has a pitch. Key 60 (C3) plays the preset unchanged; \
             other keys are relative to it. Velocity 100 makes the first gesture as the preset does, 127 twice as strong, 1 a sixteenth. The wheel \
             bends the pitch, pressure presses, controllers 1 and 16 to 19 move the first handles. The live engine with its limiter renders 2 channels by default; the file \
             carries no recipe.\n\n\
             With --takes N the sound is written N times, as if played again by hand: NAME-1.wav is the sound itself, and each further take has \
             the next seed. What is struck or dropped is struck at another place and speed, by the parameter `aim.variation` of the sound or by 8 %. \
             The recipe in each file has these values, so that each take can be rendered again alone. A take whose peak would exceed -1 dBFS is \
             lowered by itself; --level physical keeps the takes in proportion.\n\n\
             With --place the mix is heard in a place: `outdoors` adds the reflection of the ground, `street` the echoes of the facades, a room its walls and its reverberation; \
             `foley explain place` has the numbers. The stored loudness is that of the free field at 1 m: a distant sound is fainter. Stems and measurements stay dry.\n\n\
             FLAC holds the integers of the WAV file in about half the bytes; float needs WAV.",
        )
        .after_help(
            "Examples:\n  \
             foley render impact                                    a model with default values: impact.wav\n  \
             foley render impact -o x.wav --set struck.material=glass --set hardness=70 --strike 1.2@0 --strike 0.6@0.5\n  \
             foley render impact -o x.wav --set struck.size=12cm --channels 2 --seed 3\n  \
             foley render mine.json -o x.flac --score score.json    a preset file and a score\n  \
             foley render impact -o x.wav --stems                   one file per output, such as x-force.wav\n  \
             foley render impact -o x.wav --place kitchen --distance 2  in a kitchen, 2 m away\n  \
             foley render mouse-button --takes 8                    eight takes: mouse-button-1.wav to mouse-button-8.wav\n  \
             foley render x.wav -o again.wav                        the same bytes again\n  \
             foley render x.wav -o other.wav --seed 2               the same with another seed\n  \
             foley render friction -o x.wav --voice me.wav --drive 'envelope>stroke.speed=0.05..1' --drive 'pitch>rubbed.pitch'\n  \
             foley render impact -o x.wav --voice me.wav --drive 'onset>strike=0.2..2' --drive 'brightness>hardness=20..90'\n  \
             foley render espresso-cup-set-down-on-marble -o x.wav --midi song.mid\n  \
             foley render scene.json -o x.wav --set bodies.hammer.mass=35g --set 'contacts[0].stiffness=1e9'\n  \
             foley render scene.json -o x.wav --format float        SI units: metres per second, newtons\n\n\
             `foley explain MODEL` lists parameters and gestures of a model; `foley explain preset` and `foley explain scene` describe the files.",
        )
        .args(request::flags())
}

/// Runs `foley render` and returns the text to print.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let args = RenderArgs::read(matches)?;
    if let Some(song) = &args.midi {
        return midi::run(&args, song);
    }
    let source = source::load(&args.source)?;
    render(&args, &source)
}

/// Returns the flags of `foley effect`.
pub(crate) fn effect_flags() -> Vec<Arg> {
    let mut flags = request::voice_flags().to_vec();
    flags.extend(sound_flags());
    flags
}

/// Renders a morph and returns the text to print.
pub(crate) fn morph(matches: &ArgMatches, blend: Blend) -> Result<String, Failure> {
    let args = RenderArgs::read(matches)?;
    let name = blend.title();
    render(&args, &Source::new(&name, SourceKind::Morph(Box::new(blend))))
}

/// Renders a source, once or in several takes, and returns the text to print.
fn render(args: &RenderArgs, source: &Source) -> Result<String, Failure> {
    let Some(takes) = args.takes else {
        let report = Rendered::new(args, source, None)?.play(args, source)?;
        return if args.json { output::json(&report.json) } else { Ok(report.text) };
    };
    // The files of every take are opened once before the first take is rendered, so that an unwritable file
    // fails at once. Only those of one take are open at a time.
    for take in 1..=takes {
        Rendered::new(args, source, Some(take))?;
    }
    let play = |take| Rendered::new(args, source, Some(take))?.play(args, source);
    let reports: Vec<_> = (1..=takes).map(play).collect::<Result<_, Failure>>()?;
    if args.json {
        let takes: Vec<_> = reports.into_iter().map(|report| report.json).collect();
        return output::json(&json!({ "takes": takes }));
    }
    let texts: Vec<_> = reports.into_iter().map(|report| report.text).collect();
    Ok(texts.join("\n"))
}

/// A render whose files are open.
struct Rendered {
    job: RenderJob,
    files: OutputFiles,
}

/// Reports of a finished render.
struct Reports {
    text: String,
    json: Value,
}

impl Rendered {
    /// Resolves a render and opens its files, so that an unwritable file fails at once.
    fn new(args: &RenderArgs, source: &Source, take: Option<u32>) -> Result<Self, Failure> {
        let request = RenderRequest { take: take.map_or(0, |take| take - 1), ..args.request.clone() };
        let job = RenderJob::new(&request, source)?;
        let files = OutputFiles::create(args.out(source, take)?, &job)?;
        Ok(Self { job, files })
    }

    /// Renders, writes the files, prints the warnings and returns the reports.
    fn play(self, args: &RenderArgs, source: &Source) -> Result<Reports, Failure> {
        let Self { job, files } = self;
        let bar = frame_bar(job.expected_frames());
        let performance = job.play(&mut |frames| bar.set_position(frames as u64));
        bar.finish_and_clear();
        let performance = performance?;
        let written = files.write(&job, &performance)?;
        let report = report::RenderReport {
            job: &job,
            performance: &performance,
            written: &written,
            difference: Difference::between(source, &job, &written).filter(|_| args.takes.is_none()),
            dry_stems: args.request.stems
                && (args.request.place.is_some() || args.request.distance.is_some()),
            source_version: source.recipe.as_ref().map(|recipe| recipe.version.as_str()),
            source_input: match &source.kind {
                SourceKind::Effect(_, input) => Some(input),
                _ => None,
            },
        };
        for warning in report.warnings() {
            output::aside(&warning);
        }
        Ok(Reports { text: report.text(), json: report.json() })
    }
}
