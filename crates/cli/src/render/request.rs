//! What the command line says.

use super::level::{GAIN, Level, PEAK};
use super::record::{Length, MOST_CHANNELS};
use super::source::{Found, Source};
use crate::catalogue::{self, Doings};
use crate::failure::Failure;
use crate::sound_file::{Container, Format};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_params::Info;
use foley_scene::file::{RATE, SECONDS};
use foley_sound::drive::Control;
use std::path::{Path, PathBuf};

/// What the command line says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(super) source: String,
    /// A sound file for a model that listens.
    pub(super) input: Option<PathBuf>,
    /// A sound file that drives it, and how.
    pub(super) voice: Option<PathBuf>,
    pub(super) drives: Vec<String>,
    /// A song that plays it.
    pub(super) midi: Option<PathBuf>,
    /// Where to write it, and what its ending says that it is.
    pub(super) out: Option<(PathBuf, Container)>,
    pub(super) seconds: Option<Length>,
    pub(super) rate: Option<f64>,
    pub(super) seed: Option<u64>,
    pub(super) channels: Option<usize>,
    pub(super) doings: Doings,
    pub(super) format: Option<Format>,
    pub(super) level: Option<Level>,
    pub(super) stems: bool,
    pub(super) json: bool,
}

/// All flags of the command.
pub(super) fn flags() -> Vec<Arg> {
    let mut all = vec![
        Arg::new("source")
            .value_name("NAME|FILE")
            .help("A preset or a model, a preset file, a scene file, or a sound file made by us; - is a file on the standard input")
            .required(true),
    ];
    all.extend(voice_flags().map(|flag| match flag.get_id().as_str() {
        "drive" => flag.requires("voice"),
        _ => flag.requires("drive"),
    }));
    all.push(
        Arg::new("midi")
            .long("midi")
            .value_name("SONG.mid")
            .help("A MIDI file that plays it: one thing for every key. Key 60 (C3) sounds as the preset is, the others as much higher or lower as they are from it; velocity 100 is as hard as the preset plays")
            .conflicts_with("voice")
            .value_parser(value_parser!(PathBuf)),
    );
    all.extend(sound_flags());
    all
}

/// The flags with which a voice drives a sound.
pub(super) fn voice_flags() -> [Arg; 2] {
    let names = Control::ALL.map(Control::name).join(", ");
    [
        Arg::new("voice")
            .long("voice")
            .value_name("FILE")
            .help("A sound file that drives it; its loudest sample counts as 1")
            .value_parser(value_parser!(PathBuf)),
        Arg::new("drive")
            .long("drive")
            .value_name("CONTROL>TARGET=LOW..HIGH")
            .help(format!(
                "What of the voice moves what of the sound: 'envelope>stroke.speed=0.1..2', 'onset>strike=0.2..2' [controls: {names}; \
                 default: the whole range of the target]"
            ))
            .action(ArgAction::Append),
    ]
}

/// The flags of every command that writes sound, whatever it plays.
pub(crate) fn sound_flags() -> Vec<Arg> {
    let names = Format::ALL.map(Format::name);
    let range = format!("{} to {}", SECONDS.format(SECONDS.min), SECONDS.format(SECONDS.max));
    let own = vec![
        Arg::new("out")
            .short('o')
            .long("out")
            .value_name("FILE.wav|FILE.flac")
            .help("The file to write: WAV or FLAC, by its ending [default: NAME.wav here, if there is none]")
            .value_parser(value_parser!(PathBuf)),
        Arg::new(SECONDS.id)
            .long(SECONDS.id)
            .value_name("auto|S")
            .help(format!(
                "How long it plays [auto: until it is over, or {range}; default: auto, or what the scene says]"
            ))
            .allow_negative_numbers(true)
            .value_parser(Length::parse),
        quantity(RATE, "Hz", "Sample rate [default: 48 kHz, or what the scene says]"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .help("What its randomness begins with, instead of what the preset or the scene says")
            .allow_negative_numbers(true)
            .value_parser(value_parser!(u64)),
        Arg::new("channels")
            .long("channels")
            .value_name("N")
            .help(format!("How many ears hear it: on solids and in rooms each somewhere else, elsewhere all the same [1 to {MOST_CHANNELS}; default: 1]"))
            .allow_negative_numbers(true)
            .value_parser(channels),
        Arg::new("format")
            .long("format")
            .value_name("BITS")
            .help("How a sample is written; float in WAV files only [default: 24]")
            .value_parser(PossibleValuesParser::new(names)),
        quantity(PEAK, "dBFS", "Put the peak there; -1 for 16 and 24 bits if nothing is said")
            .num_args(0..=1)
            .default_missing_value("-1"),
        quantity(GAIN, "dB", "Add this to physical units; 0 for float if nothing is said").conflicts_with(PEAK.id),
        Arg::new("stems")
            .long("stems")
            .help("One file per output, measurements such as the contact force included: FILE-NAME")
            .action(ArgAction::SetTrue),
        Arg::new("json")
            .long("json")
            .help("Answer as JSON, in SI units, with every digit")
            .action(ArgAction::SetTrue),
    ];
    let taken: Vec<_> = own.iter().map(|flag| flag.get_id().as_str().to_owned()).collect();
    let mut taken: Vec<&str> = taken.iter().map(String::as_str).collect();
    taken.extend(TAKEN);
    let doings = catalogue::flags(&taken);
    own.into_iter().chain(doings).collect()
}

/// Names that no gesture can have as a flag, because some command has them.
const TAKEN: [&str; 13] = [
    "source", "set", "gesture", "score", "at", "pad", "over", "what", "help", "input", "voice", "drive",
    "midi",
];

fn quantity(info: Info, name: &'static str, help: &str) -> Arg {
    let range = format!("{} to {}", info.format(info.min), info.format(info.max));
    Arg::new(info.id)
        .long(info.id)
        .value_name(name)
        .help(format!("{help} [{range}]"))
        .allow_negative_numbers(true)
        .value_parser(move |written: &str| info.parse(written).map_err(|why| why.to_string()))
}

fn channels(written: &str) -> Result<usize, String> {
    let count = written.parse().ok().filter(|count| (1..=MOST_CHANNELS).contains(count));
    count.ok_or_else(|| format!("a sound has 1 to {MOST_CHANNELS} channels."))
}

impl Request {
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let value = |info: &Info| matches.get_one::<f64>(info.id).copied();
        let out = matches.get_one::<PathBuf>("out").cloned();
        let out = out.map(|path| {
            let kind = Container::of_path(&path).ok_or_else(|| {
                let endings = Container::ALL.map(|kind| format!(".{}", kind.ending()));
                Failure::input(format!(
                    "`{}` does not end in {}, and nothing else can be written.",
                    path.display(),
                    endings.join(" or ")
                ))
            })?;
            Ok((path, kind))
        });
        let level = value(&PEAK).map(Level::Normalise);
        // Not every command has these.
        let source = matches.try_get_one::<String>("source");
        let drives = matches.try_get_many::<String>("drive");
        let path = |id: &str| matches.try_get_one::<PathBuf>(id).ok().flatten().cloned();
        Ok(Self {
            source: source.ok().flatten().cloned().unwrap_or_default(),
            input: path("input"),
            voice: path("voice"),
            midi: path("midi"),
            drives: drives.ok().flatten().into_iter().flatten().cloned().collect(),
            out: out.transpose()?,
            seconds: matches.get_one(SECONDS.id).copied(),
            rate: value(&RATE),
            seed: matches.get_one("seed").copied(),
            channels: matches.get_one("channels").copied(),
            doings: Doings::read(matches),
            format: matches.get_one::<String>("format").and_then(|name| Format::by_name(name)),
            level: level.or(value(&GAIN).map(Level::Gain)),
            stems: matches.get_flag("stems"),
            json: matches.get_flag("json"),
        })
    }

    /// Where to write it. A name that nobody said must be a free one.
    pub(super) fn out(&self, source: &Source) -> Result<(PathBuf, Container), Failure> {
        if let Some(out) = &self.out {
            return Ok(out.clone());
        }
        if (source.original.is_some() && self.input.is_none()) || source.name == "-" {
            return Err(Failure::input(
                "say with `-o FILE.wav` where to write it: the source has no name that would do.",
            ));
        }
        let stem = match &source.found {
            Found::Preset(preset) | Found::Effect(preset, _) => preset.slug(),
            Found::Morph(blend) => blend.slug(),
            Found::Scene(_) => {
                Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            }
        };
        let input = self.input.as_ref().and_then(|input| input.file_stem());
        let stem = match input {
            Some(input) => format!("{}-{stem}", input.to_string_lossy()),
            None => stem,
        };
        let path = PathBuf::from(format!("{stem}.{}", Container::Wav.ending()));
        if path.exists() {
            return Err(Failure::input(format!(
                "`{0}` is there already; `-o {0}` replaces it.",
                path.display()
            )));
        }
        Ok((path, Container::Wav))
    }
}
