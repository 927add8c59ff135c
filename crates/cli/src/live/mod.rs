//! `foley live`: plays sounds in real time until Ctrl-C.
//!
//! Prints the device, the addresses and the sounds at the start, a status line while it plays, and a summary
//! at the end.

mod measured;
mod request;
mod show;
mod sounds;

use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use clap::{ArgMatches, Command};
use foley_live::offline::EndCondition;
use foley_live::session::{Session, SessionError, Setup, Summary};
use request::{Request, Where};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Interval between two updates of the status line, if the error stream is a terminal.
const LINE_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between two status lines, if the error stream is not a terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum duration of an offline run after the last scored message, without `--seconds` \[s\].
const MAX_OFFLINE_SECONDS: f64 = 600.0;

/// Builds the clap command `foley live`.
pub(crate) fn command() -> Command {
    Command::new("live")
        .about("Play sounds in real time: OSC, MIDI, sensors, a score")
        .long_about(
            "Plays sounds of the catalogue on the default sound device, or a named one, until Ctrl-C.\n\n\
             Every sound has a name and addresses: gestures (`/cup/strike 1.2`), handles from 0 to 100 (`/cup/hardness 70`), values in SI \
             (`/cup/struck/size 0.1`), its channel strip (`/cup/mixer/gain`). Messages come over OSC (UDP), from MIDI keys and controllers, from a score, a MIDI file or \
             a sensor log; `--scene` or `--mappings` maps controls to addresses. OSCQuery lists all addresses.\n\n\
             Mappings can be learnt: send `/foley/learn` with an address, then move a control. `/foley/forget` with the address removes the mapping, `/foley/save` writes \
             all mappings into the file of `--scene`, or else of `--mappings`.\n\n\
             All ports are local to this machine unless --bind is given: anyone who can send to the port can play, add and remove sounds.",
        )
        .after_help(
            "Examples:\n  \
             foley live cup=espresso-cup-set-down-on-marble         then: oscsend localhost 9000 /cup/strike f 1.2\n  \
             foley live impact friction --record take.wav --stems   the mix, and one file per sound\n  \
             foley live --scene desk.json --midi                    sounds, mappings and a score from a file; MIDI instruments\n  \
             foley live cup=impact --mappings maps.json             then: oscsend localhost 9000 /foley/learn s /cup/strike, move a control, /foley/save\n  \
             foley live --scene desk.json --midi-file song.mid --offline --record song.wav\n  \
             foley live impact --null                               without a device: silent, in real time\n  \
             foley live --measure --null --block 128                the delay from a message to its sound\n\n\
             Ctrl-C ends the program and closes the files; the recording of a killed program is valid up to the last second.",
        )
        .args(request::flags())
}

/// Runs `foley live` and returns the text to print at the end.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    if request.list {
        return show::devices(&request);
    }
    let stop = interrupt::stop_flag()?;
    let sounds = sounds::read(&request)?;
    let output = request.output()?;
    let rate = f64::from(output.info().rate);
    let until = request.seconds.map(|seconds| (seconds * rate).round() as u64);
    let setup = Setup {
        record: request.record.clone(),
        stems: request.stems,
        until,
        ceiling: request.ceiling,
        folder: request.folder.clone(),
        servers: request.servers.clone(),
        stop: Arc::clone(&stop),
        ..Setup::new(output)
    };
    let setup = sounds.set_up(setup);
    if request.destination == Where::Offline {
        let most = request.seconds.unwrap_or(MAX_OFFLINE_SECONDS);
        let rate = f64::from(setup.output.info().rate);
        let frames = (most * rate).round() as u64;
        let until = match request.seconds {
            Some(_) => EndCondition::Frames(frames),
            None => EndCondition::Silence { most: frames },
        };
        let summary = Session::offline(setup, until).map_err(|why| failed(&why))?;
        return Ok(show::summary(&request, &summary));
    }
    let session = Session::start(setup).map_err(|why| failed(&why))?;
    if request.measure.is_some() {
        return measured::run(&session, &request, &stop);
    }
    output::answer(&show::opening(&request, &session))?;
    let (summary, broken) = play(session, &request, &stop);
    let text = show::summary(&request, &summary);
    match broken {
        None => Ok(text),
        Some(why) => {
            output::answer(&text)?;
            Err(Failure::input(format!("the sound device failed: {why}.")))
        }
    }
}

/// Plays until Ctrl-C, the end of `--seconds`, or a failure of the device.
fn play(session: Session, request: &Request, stop: &AtomicBool) -> (Summary, Option<String>) {
    let terminal = std::io::stderr().is_terminal();
    let mut printed = Instant::now();
    let mut broken = None;
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LINE_INTERVAL.min(Duration::from_millis(50)));
        let played =
            session.dispatcher().address_space.controls.now() as f64 / f64::from(session.info().rate);
        if request.seconds.is_some_and(|seconds| played >= seconds) {
            break;
        }
        broken = session.broken();
        if broken.is_some() {
            break;
        }
        if printed.elapsed() >= if terminal { LINE_INTERVAL } else { LOG_INTERVAL } {
            printed = Instant::now();
            let line = show::line(&session.status());
            if terminal {
                // The escape sequence clears the rest of a longer line printed before.
                let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
            } else {
                output::aside(&line);
            }
        }
    }
    if terminal {
        let _ = writeln!(std::io::stderr());
    }
    (session.stop(), broken)
}

/// Returns the failure for an error of the session, with a remedy.
fn failed(why: &SessionError) -> Failure {
    match why {
        SessionError::Output(why) => no_device(&why.to_string()),
        SessionError::Door { door, .. } => {
            let flag = if *door == "OSC" { "--osc" } else { "--query" };
            Failure::input(format!("{why}; `{flag} 0` takes a free port."))
        }
        SessionError::Thread(_) => Failure::Internal(why.to_string()),
        _ => Failure::input(why.to_string()),
    }
}

/// Returns the failure for a missing device, with alternatives.
pub(super) fn no_device(why: &str) -> Failure {
    let build = if cfg!(feature = "device") {
        ""
    } else {
        "\n  cargo install --path crates/cli --features device   builds foley with sound devices (Linux: libasound2-dev, libjack-jackd2-dev, pkg-config)"
    };
    Failure::input(format!(
        "{why}.\nWithout a device:\n  \
         foley live … --null                    silent, in real time; messages are processed, --record writes the output\n  \
         foley live … --offline --record x.wav  faster than real time: scores, MIDI files and sensor logs\n  \
         foley live --list-devices              lists the devices{build}"
    ))
}
