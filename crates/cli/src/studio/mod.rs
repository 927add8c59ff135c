//! `foley studio`: the page in the browser, served by this program until it is told to stop.

use crate::catalogue::user_presets;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use foley_catalogue::preset::PresetFolder;
use foley_studio::{Closed, Setup, Studio};
use serde_json::json;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Port of the page, if nobody says another.
const PORT: u16 = 8377;
/// Port of OSC, the same as that of `foley live`.
const OSC: u16 = 9000;
/// How often it looks whether it is to end.
const LOOKS: Duration = Duration::from_millis(50);

/// Builds the clap command.
pub(crate) fn command() -> Command {
    Command::new("studio")
        .about("The studio: every sound to touch, in the browser")
        .long_about(
            "Serves the studio from this program and opens it in the browser: a map of all sounds, pads to strike and rub them, handles, pictures, a mixer. The sound is made \
             in the browser by the same engine.\n\n\
             OSC messages that arrive at the program reach the page: `/cup/strike 1.2` strikes what is called cup there, and questions are answered to the sender. Presets of \
             your own are those of `foley save`.\n\n\
             Everything listens on this machine only, and no other page can use it.",
        )
        .after_help(
            "Examples:\n  \
             foley studio                                      then: oscsend localhost 9000 /impact/strike f 1.2\n  \
             foley studio --no-open --port 0 --no-osc          any free port, which is printed; no browser, no OSC\n\n\
             Ctrl-C ends it. The page goes on without the program, and finds it again when it is back at the same port.",
        )
        .args([
            port("port", PORT, "Port of the page; if it is taken, or 0, a free one"),
            port("osc", OSC, "UDP port for OSC; if it is taken, or 0, a free one").conflicts_with("no-osc"),
            flag("no-osc", "No OSC"),
            flag("no-open", "Do not open the browser"),
            Arg::new("presets")
                .long("presets")
                .value_name("DIR")
                .help("Folder of your own presets [default: the one of `foley save`]")
                .value_parser(value_parser!(PathBuf)),
            flag("json", "Answer for programs: a line of JSON when it begins"),
        ])
}

fn port(name: &'static str, usual: u16, help: &str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .help(format!("{help} [default: {usual}]"))
        .value_parser(value_parser!(u16))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

/// Runs it until it is told to stop; what is to be printed then.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let said = |name| matches.get_one::<u16>(name).copied();
    let presets = matches.get_one::<PathBuf>("presets").map(PresetFolder::at);
    let mut setup = Setup {
        port: said("port").unwrap_or(PORT),
        osc: (!matches.get_flag("no-osc")).then(|| said("osc").unwrap_or(OSC)),
        presets: presets.or_else(user_presets::folder),
        ..Setup::default()
    };
    let stop = interrupt::stop_flag()?;
    let studio = open(&mut setup)?;
    let url = format!("http://{}/", studio.address());
    let json = matches.get_flag("json");
    output::answer(&if json {
        let osc = studio.osc().map(|it| it.port());
        let folder = setup.presets.as_ref().map(PresetFolder::path);
        format!("{}\n", json!({ "studio": { "url": url, "osc": osc, "presets": folder } }))
    } else {
        opening(&url, &studio, &setup)
    })?;
    if !matches.get_flag("no-open") {
        // Where there is no browser there is the address, which stands above.
        let _ = output::show(OsStr::new(&url));
    }
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LOOKS);
    }
    drop(studio);
    Ok(if json { String::new() } else { "\nThe studio is closed.\n".to_owned() })
}

/// Opens the studio; where a port is taken, at a free one, and says so.
fn open(setup: &mut Setup) -> Result<Studio, Failure> {
    loop {
        let (what, why, wanted) = match Studio::open(setup.clone()) {
            Ok(studio) => return Ok(studio),
            Err(Closed::Page(why)) => ("page", why, setup.port),
            Err(Closed::Osc(why)) => ("OSC", why, setup.osc.unwrap_or(0)),
        };
        // Ports below 1024 belong to the system's own.
        let taken = matches!(why.kind(), io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied);
        if !taken || wanted == 0 {
            let why = format!("no port for the {what} can be opened: {why}.");
            return Err(Failure::input(why));
        }
        output::aside(&format!("port {wanted} for the {what} is not free ({why}); another is taken"));
        if what == "OSC" {
            setup.osc = Some(0);
        } else {
            setup.port = 0;
        }
    }
}

/// What is where, and how it ends.
fn opening(url: &str, studio: &Studio, setup: &Setup) -> String {
    let osc = studio.osc().map_or_else(
        || "none".to_owned(),
        |at| format!("{at} (UDP): what is sent there reaches the page; it lists its addresses"),
    );
    let presets = setup.presets.as_ref().map_or_else(
        || "none: set FOLEY_PRESETS, or say `--presets DIR`".to_owned(),
        |folder| folder.path().display().to_string(),
    );
    let rows = [("studio", url.to_owned()), ("OSC", osc), ("presets", presets)];
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, text)| vec![name.to_owned(), text]).collect();
    format!("{}\nCtrl-C ends it.\n", crate::text::aligned(&rows))
}
