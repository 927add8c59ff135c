//! The command line of `foley live`: flags and their checks.

use super::{MAX_OFFLINE_SECONDS, no_device};
use crate::failure::Failure;
use crate::render::{PLACE, distance_flag, place_flag};
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use foley_audio::output::{Output, OutputRequest};
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_live::measure::{MAX_MESSAGES, MESSAGES};
use foley_live::session::{CEILING, MidiInputs, ServerConfig};
use foley_params::Info;
use foley_scene::file::{RATE, SECONDS};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Default UDP port of OSC messages.
pub(super) const OSC: u16 = 9000;

/// Destination of the samples: a sound device, or no device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// A sound device, by id or name; `None` for the default device.
    Device(Option<String>),
    /// No device: the samples are discarded in real time.
    Null,
    /// No device: the samples are rendered faster than real time.
    Offline,
}

/// The parsed command line of `foley live`.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) sounds: Vec<String>,
    pub(super) scene: Option<PathBuf>,
    pub(super) mappings: Option<PathBuf>,
    pub(super) midi_file: Option<PathBuf>,
    pub(super) sensors: Option<PathBuf>,
    pub(super) servers: ServerConfig,
    pub(super) destination: Where,
    /// Place in which all sounds are heard; `None` for that of the scene, or the free field.
    pub(super) place: Option<Place>,
    /// Distance of the sources \[m\]; `None` for that of the scene, or 1 m.
    pub(super) distance: Option<f64>,
    pub(super) wish: OutputRequest,
    pub(super) record: Option<PathBuf>,
    pub(super) stems: bool,
    /// Fraction of a block's duration that rendering may take before quality is reduced \[1\]; `None` means
    /// no limit.
    pub(super) ceiling: Option<f64>,
    pub(super) folder: Option<PathBuf>,
    pub(super) seconds: Option<f64>,
    pub(super) measure: Option<usize>,
    pub(super) list: bool,
    pub(super) json: bool,
}

fn flag(name: &'static str, help: impl Into<StyledStr>) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

fn file(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).value_parser(value_parser!(PathBuf))
}

fn number(name: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name("NUMBER").help(help).value_parser(value_parser!(u16))
}

fn quantity(info: Info, unit: &'static str, help: &'static str) -> Arg {
    Arg::new(info.id)
        .long(info.id)
        .value_name(unit)
        .help(help)
        .value_parser(move |text: &str| info.parse(text).map_err(|why| why.to_string()))
}

/// Returns all flags of `foley live`.
pub(super) fn flags() -> Vec<Arg> {
    vec![
        Arg::new("sounds")
            .value_name("[NAME=]PRESET|MODEL")
            .help("Sounds to play; NAME is the first part of the addresses [default: a short word of the preset's name]")
            .num_args(0..),
        file("scene", "FILE", "Sounds, mappings and a score from a live scene"),
        file("mappings", "FILE", "Mappings from controls to addresses; without --scene, /foley/save writes learnt mappings into this file, which need not exist yet"),
        number("osc", format!("UDP port for OSC; 0 takes a free port [default: {OSC}]"))
            .conflicts_with("no-osc"),
        flag("no-osc", "Disable OSC"),
        number("query", "TCP port for OSCQuery [default: the OSC port plus 1, or a free one]".to_owned())
            .conflicts_with("no-osc"),
        Arg::new("bind")
            .long("bind")
            .value_name("ADDRESS")
            .help("Receive OSC on this address instead of 127.0.0.1; anyone who reaches it can play")
            .value_parser(value_parser!(IpAddr)),
        Arg::new("midi")
            .long("midi")
            .value_name("PORT")
            .help("Receive MIDI from all ports, or from one by number or name. Keys play the sounds of the command line; if there are several, channel n plays the n-th. A scene has its own mappings")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(""),
        file("midi-file", "FILE", "Play a MIDI file from the beginning; its keys are mapped as with --midi"),
        file("sensors", "FILE.csv", "Play a recorded sensor log from the beginning"),
        Arg::new("device")
            .long("device")
            .value_name("NAME")
            .help("A sound device by its id or name; `jack` is the JACK server [default: JACK if a server runs, or else the default device of the system]")
            .conflicts_with_all(["null", "offline"]),
        flag("list-devices", "List the sound devices and exit"),
        quantity(RATE, "Hz", "Sample rate [default: 48 kHz, or the rate of the device]"),
        Arg::new("block")
            .long("block")
            .value_name("FRAMES")
            .help("Frames per block: fewer give less delay, more are safer [default: 256, or the block of the device]")
            .value_parser(value_parser!(u32).range(1..=65536)),
        Arg::new("ceiling")
            .long("ceiling")
            .value_name("PERCENT")
            .help(format!("Percentage of its deadline that a block may use before quality is reduced (coarser steps, fewer modes, fewer sounds); `off` never reduces it [default: {:.0}]", 100.0 * CEILING))
            .value_parser(ceiling)
            .conflicts_with("offline"),
        flag("null", "Play without a device: silent, in real time").conflicts_with("offline"),
        flag("offline", format!("Play without a device, faster than real time: for --seconds, or until all sounds have ended, at most {MAX_OFFLINE_SECONDS} s after the last message")),
        place_flag("Place in which all sounds are heard; they share one reverberation [default: the place of the scene, or free]"),
        distance_flag(),
        file("record", "FILE.wav", "Record the output from the first sample (float; overwrites the file)"),
        flag("stems", "Also record every sound's part of the mix to FILE-NAME.wav, without the place; the input of a room is recorded with the room"),
        file("record-folder", "FOLDER", "Allow `/foley/record NAME` to record into this folder"),
        quantity(SECONDS, "s", "Duration [default: until Ctrl-C; with --offline, until all sounds have ended]"),
        Arg::new("measure")
            .long("measure")
            .value_name("MESSAGES")
            .help(format!("Measure the delay from a message to its sound and exit [default: {MESSAGES} messages]"))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("300")
            .value_parser(value_parser!(u64).range(1..=MAX_MESSAGES as u64))
            .conflicts_with_all(["offline", "record", "record-folder"]),
        flag("json", "Print one line of JSON at the start and one at the end"),
    ]
}

/// The value of `--ceiling` as a fraction of a block's duration \[1\]; `None` means no limit.
#[derive(Clone)]
struct Ceiling(Option<f64>);

fn ceiling(text: &str) -> Result<Ceiling, String> {
    if text == "off" {
        return Ok(Ceiling(None));
    }
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>();
    match percent {
        Ok(percent) if (10.0..=100.0).contains(&percent) => Ok(Ceiling(Some(0.01 * percent))),
        _ => Err("expected 10 to 100 percent, or `off`".to_owned()),
    }
}

impl Request {
    /// Reads and checks the command line.
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let is = |name: &str| matches.get_flag(name);
        let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let offline = is("offline");
        let destination = match (is("null"), offline) {
            (true, _) => Where::Null,
            (_, true) => Where::Offline,
            _ => Where::Device(text("device")),
        };
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let bind = matches.get_one::<IpAddr>("bind").copied().unwrap_or(here);
        let port = matches.get_one::<u16>("osc").copied();
        let query = matches.get_one::<u16>("query").copied();
        let osc = !is("no-osc") && !offline;
        let measure = matches.get_one::<u64>("measure").map(|&count| count as usize);
        // A measurement sends messages to its own session, so any free port is suitable.
        let port = port.unwrap_or(if measure.is_some() { 0 } else { OSC });
        let after = if port == 0 { 0 } else { port.saturating_add(1) };
        let request = Self {
            sounds: matches.get_many::<String>("sounds").into_iter().flatten().cloned().collect(),
            scene: path("scene"),
            mappings: path("mappings"),
            midi_file: path("midi-file"),
            sensors: path("sensors"),
            servers: ServerConfig {
                osc: osc.then(|| SocketAddr::new(bind, port)),
                query: (osc && measure.is_none()).then(|| SocketAddr::new(here, query.unwrap_or(after))),
                query_may_use_another_port: query.is_none(),
                midi: text("midi").map(|port| match port.as_str() {
                    "" => MidiInputs::All,
                    _ => MidiInputs::One(port),
                }),
            },
            destination,
            place: matches.get_one(PLACE).copied(),
            distance: matches.get_one(DISTANCE.id).copied(),
            wish: OutputRequest {
                rate: matches.get_one::<f64>(RATE.id).map(|rate| rate.round() as u32),
                buffer_frames: matches.get_one::<u32>("block").copied(),
                channels: 2,
            },
            record: path("record"),
            stems: is("stems"),
            ceiling: match matches.get_one::<Ceiling>("ceiling") {
                Some(Ceiling(share)) => *share,
                None => Some(CEILING),
            },
            folder: path("record-folder"),
            seconds: matches.get_one::<f64>(SECONDS.id).copied(),
            measure,
            list: is("list-devices"),
            json: is("json"),
        };
        request.check()?;
        Ok(request)
    }

    fn check(&self) -> Result<(), Failure> {
        if self.stems && self.record.is_none() && self.folder.is_none() {
            return Err(Failure::input("--stems needs a recording: add --record FILE.wav."));
        }
        let wave =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wav"));
        if let Some(path) = self.record.as_ref().filter(|path| !wave(path)) {
            return Err(Failure::input(format!(
                "--record writes WAV files: `{}` must end in .wav.",
                path.display()
            )));
        }
        if let Some(folder) = &self.folder
            && !folder.is_dir()
        {
            let folder = folder.display();
            return Err(Failure::input(format!("--record-folder: there is no folder `{folder}`.")));
        }
        if self.destination == Where::Offline && self.servers.midi.is_some() {
            return Err(Failure::input(
                "--midi receives live instruments and does not work offline; use --midi-file.",
            ));
        }
        Ok(())
    }

    /// Opens the output that the request selects.
    pub(super) fn output(&self) -> Result<Output, Failure> {
        match &self.destination {
            Where::Null | Where::Offline => Ok(Output::null(self.wish)),
            #[cfg(feature = "device")]
            Where::Device(name) => {
                use foley_audio::output::device::Device;
                let device = Device::find(name.as_deref(), self.wish);
                let device = device.map_err(|why| no_device(&why.to_string()))?;
                Ok(Output::Device(Box::new(device)))
            }
            #[cfg(not(feature = "device"))]
            Where::Device(_) => Err(no_device("this foley was built without support for sound devices")),
        }
    }
}
