//! The command line of all commands that write sound.

use crate::catalogue;
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_params::Info;
use foley_render::sound_file::{Container, Format};
use foley_render::{
    GAIN, LOUDNESS, Length, Level, MAX_CHANNELS, PEAK, RenderRequest, Source, SourceKind, TAKES,
};
use foley_scene::file::{RATE, SECONDS};
use foley_sound::drive::Control;
use std::path::{Path, PathBuf};

/// The parsed command line of a command that writes sound.
#[derive(Clone, Debug, Default)]
pub(crate) struct RenderArgs {
    /// Name or file of the sound to render.
    pub(super) source: String,
    /// MIDI file that plays the sound, from `--midi`.
    pub(super) midi: Option<PathBuf>,
    /// Path and container of the output file; `None` for the default name.
    pub(super) out: Option<(PathBuf, Container)>,
    /// Options of the render, such as rate, duration and level.
    pub(super) request: RenderRequest,
    /// Number of takes, from `--takes`; `None` for a single file without a number.
    pub(super) takes: Option<u32>,
    /// Whether to print the answer as JSON.
    pub(super) json: bool,
}

/// Returns all flags of `foley render`.
pub(super) fn flags() -> Vec<Arg> {
    let mut all = vec![
        Arg::new("source")
            .value_name("NAME|FILE")
            .help("A preset or a model, a preset file, a scene file, or a sound file written by Foley; - reads the standard input")
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
            .help("A MIDI file that plays the sound, one instance per key. Key 60 (C3) plays the preset unchanged, other keys are relative to it; velocity 100 plays as strongly as the preset")
            .conflicts_with("voice")
            .value_parser(value_parser!(PathBuf)),
    );
    let range = format!("{} to {}", TAKES.min, TAKES.max);
    all.push(
        Arg::new(TAKES.id)
            .long(TAKES.id)
            .value_name("N")
            .help(format!(
                "Write N takes, NAME-1.wav to NAME-N.wav, each with the next seed; what is struck is struck at another place and speed [{range}]"
            ))
            .conflicts_with("midi")
            .allow_negative_numbers(true)
            .value_parser(takes),
    );
    all.extend(sound_flags().into_iter().map(|flag| match flag.get_id().as_str() {
        // A song is a mix at the level of the engine.
        LEVEL => flag.conflicts_with("midi"),
        _ => flag,
    }));
    all
}

/// Id of the flag `--level`.
const LEVEL: &str = "level";
/// Value of `--level` that writes the samples in SI units without scaling.
const PHYSICAL: &str = "physical";

/// Returns the flags `--voice` and `--drive`.
pub(super) fn voice_flags() -> [Arg; 2] {
    let names = Control::ALL.map(Control::name).join(", ");
    [
        Arg::new("voice")
            .long("voice")
            .value_name("FILE")
            .help("Sound file, scaled to a peak of 1, whose features (envelope, onsets and others) control the sound by --drive")
            .value_parser(value_parser!(PathBuf)),
        Arg::new("drive")
            .long("drive")
            .value_name("CONTROL>TARGET=LOW..HIGH")
            .help(format!(
                "Let a feature of --voice control a parameter or a gesture over a range: 'envelope>stroke.speed=0.1..2', 'onset>strike=0.2..2' \
                 [controls: {names}; default range: the range of the target]"
            ))
            .action(ArgAction::Append),
    ]
}

/// Returns the flags of every command that writes sound.
pub(crate) fn sound_flags() -> Vec<Arg> {
    let names = Format::ALL.map(Format::name);
    let range = format!("{} to {}", SECONDS.format(SECONDS.min), SECONDS.format(SECONDS.max));
    let mut flags = vec![
        Arg::new("out")
            .short('o')
            .long("out")
            .value_name("FILE.wav|FILE.flac")
            .help("The file to write: WAV or FLAC, by its extension [default: NAME.wav in the current folder, never overwritten]")
            .value_parser(value_parser!(PathBuf)),
        Arg::new(SECONDS.id)
            .long(SECONDS.id)
            .value_name("auto|S")
            .help(format!(
                "Duration: `auto` plays until the sound has ended; or {range} [default: auto; scenes: their own duration]"
            ))
            .allow_negative_numbers(true)
            .value_parser(Length::parse),
        quantity(RATE, "Hz", "Sample rate [default: 48 kHz; scenes: their own rate]"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .help("Seed of all random numbers [default: the seed of the preset or scene]")
            .allow_negative_numbers(true)
            .value_parser(value_parser!(u64)),
        Arg::new("channels")
            .long("channels")
            .value_name("N")
            .help(format!("Number of channels. Solids and rooms give each its own listening point; other models repeat one signal [1 to {MAX_CHANNELS}; default: 1]"))
            .allow_negative_numbers(true)
            .value_parser(channels),
        Arg::new("format")
            .long("format")
            .value_name("BITS")
            .help("Bits per sample, or 32-bit float, which needs a WAV file [default: 24]")
            .value_parser(PossibleValuesParser::new(names)),
        Arg::new(LEVEL)
            .long(LEVEL)
            .value_name("LEVEL")
            .help("Level of the file. `loudness`: the stored loudness of the preset, lowered if the peak would exceed -1 dBFS. `physical`: SI values unchanged. `normalise`: a peak of -1 dBFS. [default: `loudness`; with --format float: `physical`; scenes and morphs: `normalise`; effects: the level of their input]")
            .value_parser(PossibleValuesParser::new([LOUDNESS.id, PHYSICAL, PEAK.id]))
            .conflicts_with_all([PEAK.id, GAIN.id]),
        quantity(PEAK, "dBFS", "Normalise the file to this peak; without a value, to -1 dBFS")
            .num_args(0..=1)
            .default_missing_value("-1"),
        quantity(GAIN, "dB", "Gain on SI values; 0 dB is the same as --level physical").conflicts_with(PEAK.id),
        place_flag("Place in which the sound is heard; stems are always dry [default: the place of the preset, or free]"),
        distance_flag(),
        Arg::new("stems")
            .long("stems")
            .help("Write every output of the sound to a separate dry file, named FILE-NAME after the output; measurements such as the contact force are outputs, too")
            .action(ArgAction::SetTrue),
        Arg::new("json")
            .long("json")
            .help("Answer as JSON, in SI units with full precision")
            .action(ArgAction::SetTrue),
    ];
    let taken: Vec<_> = flags.iter().map(|flag| flag.get_id().as_str().to_owned()).collect();
    let mut taken: Vec<&str> = taken.iter().map(String::as_str).collect();
    taken.extend(RESERVED);
    flags.extend(catalogue::flags(&taken));
    flags
}

/// Flag names that other commands use. A gesture of such a name has no flag of its own.
const RESERVED: [&str; 14] = [
    "source", "set", "gesture", "score", "at", "pad", "over", "what", "help", "input", "voice", "drive",
    "midi", "takes",
];

/// Id of the flag `--place`.
pub(crate) const PLACE: &str = "place";

/// Returns the flag `--place`.
pub(crate) fn place_flag(help: &str) -> Arg {
    Arg::new(PLACE)
        .long(PLACE)
        .value_name("PLACE")
        .help(format!("{help} [places: {}]", Place::NAMES.join(", ")))
        .value_parser(|written: &str| Place::parse(written).map_err(|why| why.to_string()))
}

/// Returns the flag `--distance`.
pub(crate) fn distance_flag() -> Arg {
    quantity(
        DISTANCE,
        "M",
        "Distance from the source to the ear, in a room at most what fits into it [default: 1 m]",
    )
}

fn quantity(info: Info, name: &'static str, help: &str) -> Arg {
    let range = format!("{} to {}", info.format(info.min), info.format(info.max));
    Arg::new(info.id)
        .long(info.id)
        .value_name(name)
        .help(format!("{help} [{range}]"))
        .allow_negative_numbers(true)
        .value_parser(move |written: &str| info.parse(written).map_err(|why| why.to_string()))
}

fn takes(written: &str) -> Result<u32, String> {
    let count = written.parse().ok().filter(|&count| TAKES.contains(f64::from(count)));
    count.ok_or_else(|| format!("expected {} to {} takes.", TAKES.min, TAKES.max))
}

fn channels(written: &str) -> Result<usize, String> {
    let count = written.parse().ok().filter(|count| (1..=MAX_CHANNELS).contains(count));
    count.ok_or_else(|| format!("expected 1 to {MAX_CHANNELS} channels."))
}

impl RenderArgs {
    /// Reads the flags into a request.
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let value = |info: &Info| matches.get_one::<f64>(info.id).copied();
        let out = matches.get_one::<PathBuf>("out").cloned();
        let out = out.map(|path| {
            let kind = Container::of_path(&path).ok_or_else(|| {
                let extensions = Container::ALL.map(|kind| format!(".{}", kind.extension()));
                Failure::input(format!(
                    "`{}` does not end in {}; other formats cannot be written.",
                    path.display(),
                    extensions.join(" or ")
                ))
            })?;
            Ok::<_, Failure>((path, kind))
        });
        let named = matches.get_one::<String>(LEVEL).map(|name| match name.as_str() {
            PHYSICAL => Level::Gain(GAIN.default),
            name if name == PEAK.id => Level::Normalise(PEAK.default),
            _ => Level::Loudness(LOUDNESS.default),
        });
        let level = named.or(value(&PEAK).map(Level::Normalise));
        // `try_get_one` is used because not every command has these flags.
        let source = matches.try_get_one::<String>("source");
        let drives = matches.try_get_many::<String>("drive");
        let path = |id: &str| matches.try_get_one::<PathBuf>(id).ok().flatten().cloned();
        let request = RenderRequest {
            input: path("input"),
            voice: path("voice"),
            drives: drives.ok().flatten().into_iter().flatten().cloned().collect(),
            seconds: matches.get_one(SECONDS.id).copied(),
            rate: value(&RATE),
            seed: matches.get_one("seed").copied(),
            channels: matches.get_one("channels").copied(),
            overrides: catalogue::read_overrides(matches),
            format: matches.get_one::<String>("format").and_then(|name| Format::by_name(name)),
            level: level.or(value(&GAIN).map(Level::Gain)),
            place: matches.get_one(PLACE).copied(),
            distance: value(&DISTANCE),
            stems: matches.get_flag("stems"),
            take: 0,
        };
        Ok(Self {
            source: source.ok().flatten().cloned().unwrap_or_default(),
            midi: path("midi"),
            takes: matches.try_get_one(TAKES.id).ok().flatten().copied(),
            out: out.transpose()?,
            request,
            json: matches.get_flag("json"),
        })
    }

    /// Returns path and container of the output file, with the number of the take before the extension if
    /// there is one. Default names never overwrite an existing file.
    pub(super) fn out(&self, source: &Source, take: Option<u32>) -> Result<(PathBuf, Container), Failure> {
        if let Some((path, container)) = &self.out {
            return Ok((take.map_or_else(|| path.clone(), |take| take_path(path, take)), *container));
        }
        if (source.original.is_some() && self.request.input.is_none()) || source.name == "-" {
            return Err(Failure::input(
                "this source has no default file name; choose one with `-o FILE.wav`.",
            ));
        }
        let stem = match &source.kind {
            SourceKind::Preset(preset) | SourceKind::Effect(preset, _) => preset.slug(),
            SourceKind::Morph(blend) => blend.slug(),
            SourceKind::Scene(_) => {
                Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            }
        };
        let input = self.request.input.as_ref().and_then(|input| input.file_stem());
        let stem = match input {
            Some(input) => format!("{}-{stem}", input.to_string_lossy()),
            None => stem,
        };
        let path = PathBuf::from(format!("{stem}.{}", Container::Wav.extension()));
        let path = take.map_or_else(|| path.clone(), |take| take_path(&path, take));
        if path.exists() && take.is_some() {
            return Err(Failure::input(format!(
                "`{}` exists; choose another name with `-o`, which overwrites.",
                path.display()
            )));
        }
        if path.exists() {
            return Err(Failure::input(format!(
                "`{0}` exists; overwrite it with `-o {0}`, or choose another name.",
                path.display()
            )));
        }
        Ok((path, Container::Wav))
    }
}

/// Returns the path of a take: `x.wav` and 3 give `x-3.wav`.
fn take_path(out: &Path, take: u32) -> PathBuf {
    let mut file = out.file_stem().unwrap_or_default().to_owned();
    file.push(format!("-{take}."));
    file.push(out.extension().unwrap_or_default());
    out.with_file_name(file)
}
