//! `foley studio`: serves the studio page until Ctrl-C.

use crate::catalogue::user_presets;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_catalogue::preset::PresetFolder;
use foley_studio::{OpenError, Studio, StudioConfig};
use serde_json::json;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Default TCP port of the studio page.
const PORT: u16 = 8377;
/// Default UDP port of OSC messages, as in `foley live`.
const OSC: u16 = 9000;
/// Interval between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Builds the clap command `foley studio`.
pub(crate) fn command() -> Command {
    Command::new("studio")
        .about("Open the studio in the browser: play, tune and mix every sound")
        .long_about(
            "Serves the studio from this program and opens it in the browser: a map of all sounds, pads to strike and rub them, handles, plots, a mixer. The same engine computes the sound \
             in the browser.\n\n\
             OSC messages to the program reach the page: `/cup/strike 1.2` strikes the sound named cup, and queries are answered to the sender. User presets \
             are those of `foley save`.\n\n\
             All ports are local to this machine, and other web pages cannot use them.",
        )
        .after_help(
            "Examples:\n  \
             foley studio                                      then: oscsend localhost 9000 /impact/strike f 1.2\n  \
             foley studio --no-open --port 0 --no-osc          a free port, which is printed; no browser, no OSC\n\n\
             Ctrl-C ends the program. The page keeps playing without it, and reconnects when it is back at the same port.",
        )
        .args([
            port("port", PORT, "TCP port of the page; a free port if it is taken or 0"),
            port("osc", OSC, "UDP port for OSC; a free port if it is taken or 0").conflicts_with("no-osc"),
            flag("no-osc", "Disable OSC"),
            flag("no-open", "Do not open the browser"),
            Arg::new("presets")
                .long("presets")
                .value_name("DIR")
                .help("Folder of user presets [default: the folder of `foley save`]")
                .value_parser(value_parser!(PathBuf)),
            flag("json", "Print one line of JSON at the start"),
        ])
}

fn port(name: &'static str, default: u16, help: &str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .help(format!("{help} [default: {default}]"))
        .value_parser(value_parser!(u16))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

/// Runs `foley studio` until Ctrl-C and returns the text to print at the end.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let number = |name| matches.get_one::<u16>(name).copied();
    let presets = matches.get_one::<PathBuf>("presets").map(PresetFolder::at);
    let mut setup = StudioConfig {
        port: number("port").unwrap_or(PORT),
        osc: (!matches.get_flag("no-osc")).then(|| number("osc").unwrap_or(OSC)),
        presets: presets.or_else(user_presets::folder),
        ..StudioConfig::default()
    };
    let stop = interrupt::stop_flag()?;
    let studio = open(&mut setup)?;
    let url = format!("http://{}/", studio.address());
    let json = matches.get_flag("json");
    output::answer(&if json {
        let osc = studio.osc().map(|address| address.port());
        let folder = setup.presets.as_ref().map(PresetFolder::path);
        format!("{}\n", json!({ "studio": { "url": url, "osc": osc, "presets": folder } }))
    } else {
        opening(&url, &studio, &setup)
    })?;
    if !matches.get_flag("no-open") {
        // The error is ignored: without a browser the printed address is enough.
        let _ = output::show(OsStr::new(&url));
    }
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(POLL_INTERVAL);
    }
    drop(studio);
    Ok(if json { String::new() } else { "\nThe studio is closed.\n".to_owned() })
}

/// Opens the studio. Where a port is taken, opens a free port and prints a note.
fn open(setup: &mut StudioConfig) -> Result<Studio, Failure> {
    loop {
        let (name, why, port) = match Studio::open(setup.clone()) {
            Ok(studio) => return Ok(studio),
            Err(OpenError::Page(why)) => ("page", why, setup.port),
            Err(OpenError::Osc(why)) => ("OSC", why, setup.osc.unwrap_or(0)),
        };
        // Ports below 1024 need privileges.
        let taken = matches!(why.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
        if !taken || port == 0 {
            let why = format!("cannot open a port for the {name}: {why}.");
            return Err(Failure::input(why));
        }
        output::aside(&format!(
            "port {port} for the {name} is not available ({why}); a free port is used instead"
        ));
        if name == "OSC" {
            setup.osc = Some(0);
        } else {
            setup.port = 0;
        }
    }
}

/// Returns the text at the start: the addresses of the studio, and how to end the program.
fn opening(url: &str, studio: &Studio, setup: &StudioConfig) -> String {
    let osc = studio.osc().map_or_else(
        || "none".to_owned(),
        |address| {
            format!(
                "{address} (UDP); the program forwards messages to the page, which lists its OSC addresses"
            )
        },
    );
    let presets = setup.presets.as_ref().map_or_else(
        || "none: set FOLEY_PRESETS, or use `--presets DIR`".to_owned(),
        |folder| folder.path().display().to_string(),
    );
    let rows = [("studio", url.to_owned()), ("OSC", osc), ("presets", presets)];
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, text)| vec![name.to_owned(), text]).collect();
    format!("{}\nCtrl-C ends the program.\n", crate::text::aligned(&rows))
}
