//! From the command line and the source to something that can be played.

use super::level::{GAIN, Level, PEAK};
use super::record::Record;
use super::source::Source;
use crate::failure::Failure;
use crate::sound_file::{Container, Format};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_contact::Step;
use foley_params::Info;
use foley_scene::SceneSpec;
use foley_scene::file::{self, RATE, SECONDS, Tree};
use std::path::PathBuf;

/// Most samples of all outputs that are held at once: half a gibibyte of them, 23 minutes of one at 48 kHz.
const MOST_SAMPLES: f64 = 67_108_864.0;

/// What the command line says.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) source: PathBuf,
    pub(super) out: PathBuf,
    /// What the file's ending says that it is.
    pub(super) kind: Container,
    seconds: Option<f64>,
    rate: Option<f64>,
    seed: Option<u64>,
    settings: Vec<(String, String)>,
    format: Option<Format>,
    level: Option<Level>,
    stems: bool,
    pub(super) json: bool,
}

/// All flags of the command.
pub(super) fn flags() -> Vec<Arg> {
    let names = Format::ALL.map(Format::name);
    vec![
        Arg::new("source")
            .value_name("SCENE.json|MADE.wav|MADE.flac")
            .help("A scene file, a sound file that was made from one, or - for a scene on the standard input")
            .required(true)
            .value_parser(value_parser!(PathBuf)),
        Arg::new("out")
            .short('o')
            .long("out")
            .value_name("FILE.wav|FILE.flac")
            .help("The file to write: WAV or FLAC, by its ending")
            .required(true)
            .value_parser(value_parser!(PathBuf)),
        quantity(SECONDS, "S", "How long it plays, instead of what the scene says"),
        quantity(RATE, "Hz", "Sample rate, instead of what the scene says"),
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .help("What its randomness begins with, instead of what the scene says")
            .allow_negative_numbers(true)
            .value_parser(value_parser!(u64)),
        Arg::new("set")
            .long("set")
            .value_name("PATH=VALUE")
            .help("Change a value of the scene: bodies.hammer.mass=20g, 'contacts[0].stiffness=1e9'")
            .action(ArgAction::Append)
            .value_parser(setting),
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
            .help("One file per output instead of one channel each: FILE-NAME, all by the same factor")
            .action(ArgAction::SetTrue),
        Arg::new("json")
            .long("json")
            .help("Answer as JSON, in SI units, with every digit")
            .action(ArgAction::SetTrue),
    ]
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

fn setting(written: &str) -> Result<(String, String), String> {
    let (path, value) = written
        .split_once('=')
        .ok_or("write a path, `=` and a value: bodies.hammer.mass=20g")?;
    Ok((path.to_owned(), value.to_owned()))
}

impl Request {
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let path = |name: &str| {
            matches
                .get_one::<PathBuf>(name)
                .cloned()
                .unwrap_or_default()
        };
        let value = |info: &Info| matches.get_one::<f64>(info.id).copied();
        let out = path("out");
        let Some(kind) = Container::of_path(&out) else {
            let endings = Container::ALL.map(|kind| format!(".{}", kind.ending()));
            return Err(Failure::input(format!(
                "`{}` does not end in {}, and nothing else can be written.",
                out.display(),
                endings.join(" or ")
            )));
        };
        let level = value(&PEAK).map(Level::Normalise);
        Ok(Self {
            source: path("source"),
            out,
            kind,
            seconds: value(&SECONDS),
            rate: value(&RATE),
            seed: matches.get_one("seed").copied(),
            settings: matches
                .get_many("set")
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            format: matches
                .get_one::<String>("format")
                .and_then(|name| Format::by_name(name)),
            level: level.or(value(&GAIN).map(Level::Gain)),
            stems: matches.get_flag("stems"),
            json: matches.get_flag("json"),
        })
    }
}

/// What is to be played and written.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) spec: SceneSpec,
    /// The scene as JSON, with all that was set.
    pub(super) scene: Tree,
    /// What the files will say, whichever stem they are.
    pub(super) record: Record,
    /// Every output in a file of its own.
    pub(super) stems: bool,
    pub(super) frames: usize,
}

impl Job {
    /// The command line decides before the sound file, and that before the scene, and that before the defaults.
    pub(super) fn new(request: &Request, source: &Source) -> Result<Self, Failure> {
        let mut scene = source.scene.clone();
        for (path, value) in &request.settings {
            file::set(&mut scene, path, value)
                .map_err(|why| Failure::input(format!("`--set {path}={value}`, {why}")))?;
        }
        let spec = file::read_tree(&scene)
            .map_err(|why| Failure::input(format!("`{}`, {why}", source.name)))?;
        let made = source.record.as_ref();
        let seconds = request
            .seconds
            .or(made.map(|made| made.seconds))
            .or(spec.seconds);
        let rate = request.rate.or(made.map(|made| made.rate)).or(spec.rate);
        let format = request
            .format
            .or(made.map(|made| made.format))
            .unwrap_or(Format::Pcm24);
        // The level of another format may be none for this one.
        let its_level = made
            .filter(|made| made.format == format)
            .map(|made| made.level);
        let record = Record {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: request
                .seed
                .or(made.map(|made| made.seed))
                .unwrap_or(spec.seed),
            rate: rate.unwrap_or(RATE.default),
            seconds: seconds.unwrap_or(SECONDS.default),
            format,
            level: request.level.or(its_level).unwrap_or(match format {
                Format::Pcm16 | Format::Pcm24 => Level::Normalise(PEAK.default),
                Format::Float => Level::Gain(GAIN.default),
            }),
            stem: made
                .and_then(|made| made.stem.clone())
                .filter(|_| !request.stems),
        };
        if let Some(stem) = &record.stem
            && !spec.outputs.iter().any(|output| output.name == *stem)
        {
            return Err(Failure::input(format!(
                "`{}` is the stem `{stem}`, and its scene has no output of that name.",
                source.name
            )));
        }
        let frames = (record.seconds * record.rate).round().max(1.0);
        let samples = frames * spec.outputs.len() as f64;
        if samples > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{} of {} outputs at {} are {samples} samples; at most {MOST_SAMPLES} can be held at once. Make it shorter, \
                 choose a lower rate, or fewer outputs.",
                SECONDS.format(record.seconds),
                spec.outputs.len(),
                RATE.format(record.rate),
            )));
        }
        Ok(Self {
            spec,
            scene,
            record,
            stems: request.stems,
            frames: frames as usize,
        })
    }

    pub(super) fn step(&self) -> Step {
        Step::at_rate(self.record.rate)
    }
}
