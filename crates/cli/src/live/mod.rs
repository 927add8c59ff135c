//! `foley live`: the catalogue under the hands, until it is told to stop.
//!
//! What is printed first says what plays where and what to send; then it plays, with a line that tells how it
//! goes; what is printed last is how it was.

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

/// How often the line is written anew on a terminal, and how often elsewhere.
const LINE: Duration = Duration::from_millis(100);
const LOG: Duration = Duration::from_secs(10);
/// Longest that is played offline after the last scored message if nobody says how long, and nothing comes to
/// rest \[s\].
const LONGEST: f64 = 600.0;

/// Builds the clap command.
pub(crate) fn command() -> Command {
    Command::new("live")
        .about("Sounds that play while you tell them what to do: OSC, MIDI, sensors, a score")
        .long_about(
            "Plays sounds of the catalogue on the default sound device, or a named one, until Ctrl-C.\n\n\
             Every sound has a name, and everything about it an address: gestures (`/cup/strike 1.2`), handles from 0 to 100 (`/cup/hardness 70`), values in SI \
             (`/cup/struck/size 0.1`), its strip of the mixer (`/cup/mixer/gain`). Messages come over OSC (UDP), from MIDI keys and knobs, from a score, a MIDI file or \
             a sensor log; `--scene` or `--mappings` says what means what. A browser finds all addresses over OSCQuery.\n\n\
             What a knob or a sensor moves can be learnt: say `/foley/learn` and an address, then move it. `/foley/forget` and the address undoes that, `/foley/save` writes what \
             controls mean into the file of `--scene`, or else of `--mappings`.\n\n\
             Everything listens on this machine only unless --bind says otherwise: whoever can send to the port can play, add and remove sounds.",
        )
        .after_help(
            "Examples:\n  \
             foley live cup=espresso-cup-set-down-on-marble         then: oscsend localhost 9000 /cup/strike f 1.2\n  \
             foley live impact friction --record take.wav --stems   the mix, and every sound alone\n  \
             foley live --scene desk.json --midi                    sounds, mappings and a score from a file; MIDI instruments\n  \
             foley live cup=impact --mappings maps.json             then: oscsend localhost 9000 /foley/learn s /cup/strike, move it, /foley/save\n  \
             foley live --scene desk.json --midi-file song.mid --offline --record song.wav\n  \
             foley live impact --null                               without a device: silent, at the right pace\n  \
             foley live --measure --null --block 128                how long from a message to its sound\n\n\
             Ctrl-C ends it and closes the files; what a killed program has recorded is valid up to the last second.",
        )
        .args(request::flags())
}

/// Runs it; what is to be printed at the end.
pub(crate) fn run(matches: &ArgMatches) -> Result<String, Failure> {
    let request = Request::read(matches)?;
    if request.list {
        return show::devices(&request);
    }
    let stop = interrupt::stop_flag()?;
    let sounds = sounds::read(&request)?;
    let output = request.output()?;
    let rate = f64::from(output.info().rate);
    let until = request.seconds.map(|it| (it * rate).round() as u64);
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
    if request.place == Where::Offline {
        let most = request.seconds.unwrap_or(LONGEST);
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
            Err(Failure::input(format!("the sound device has stopped: {why}.")))
        }
    }
}

/// Plays until it is told to stop, its time is over, or the device breaks.
fn play(session: Session, request: &Request, stop: &AtomicBool) -> (Summary, Option<String>) {
    let watched = std::io::stderr().is_terminal();
    let mut said = Instant::now();
    let mut broken = None;
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(LINE.min(Duration::from_millis(50)));
        let played =
            session.dispatcher().address_space.controls.now() as f64 / f64::from(session.info().rate);
        if request.seconds.is_some_and(|seconds| played >= seconds) {
            break;
        }
        broken = session.broken();
        if broken.is_some() {
            break;
        }
        if said.elapsed() >= if watched { LINE } else { LOG } {
            said = Instant::now();
            let line = show::line(&session.status());
            if watched {
                // To the end of the line: what was longer before goes.
                let _ = write!(std::io::stderr(), "\r{line}\x1b[K");
            } else {
                output::aside(&line);
            }
        }
    }
    if watched {
        let _ = writeln!(std::io::stderr());
    }
    (session.stop(), broken)
}

/// Why there is no session, and what can be done instead.
fn failed(why: &SessionError) -> Failure {
    match why {
        SessionError::Output(why) => no_device(&why.to_string()),
        SessionError::Door { door, .. } => {
            let flag = if *door == "OSC" { "--osc" } else { "--query" };
            Failure::input(format!("{why}; `{flag} 0` takes a free one."))
        }
        SessionError::Thread(_) => Failure::Internal(why.to_string()),
        _ => Failure::input(why.to_string()),
    }
}

/// There is nothing to play on; what can be done without.
pub(super) fn no_device(why: &str) -> Failure {
    let build = if cfg!(feature = "device") {
        ""
    } else {
        "\n  cargo install --path crates/cli --features device   a foley that plays on sound devices (Linux: libasound2-dev, libjack-jackd2-dev, pkg-config)"
    };
    Failure::input(format!(
        "{why}.\nWithout a device there is:\n  \
         foley live … --null                    silent, at the right pace; messages are taken, --record writes what would be heard\n  \
         foley live … --offline --record x.wav  as fast as it goes: scores, MIDI files and sensor logs\n  \
         foley live --list-devices              what there is{build}"
    ))
}
