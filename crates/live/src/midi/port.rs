//! MIDI ports: messages of connected instruments go to a dispatcher at the current sample.

use super::Reader;
use crate::dispatcher::{Dispatcher, Message, MessageKind, Outcome};
use crate::{Clock, MessageError};
use foley_params::words::{did_you_mean, excerpt, list, nearest};
use midir::{Ignore, MidiInput, MidiInputConnection};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why a MIDI port cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PortError {
    /// The system has no MIDI.
    #[error(
        "this system has no MIDI: {why}. Linux needs a sequencer (`/dev/snd/seq`, the kernel module `snd-seq`); MIDI files need none"
    )]
    NoMidi {
        /// Error of the operating system.
        why: String,
    },
    /// No MIDI instrument is connected.
    #[error("no MIDI instrument is connected")]
    Nothing,
    /// No port has that name or number.
    #[error("there is no MIDI port `{wanted}`{} There are {}", did_you_mean(nearest), list(known, "and"))]
    NoSuch {
        /// The name or number that was asked for.
        wanted: String,
        /// Up to three similar port names.
        nearest: Vec<String>,
        /// Names of all ports, with their numbers.
        known: Vec<String>,
    },
    /// The MIDI port cannot be opened.
    #[error("the MIDI port `{name}` cannot be opened: {why}")]
    Closed {
        /// Name of the port that cannot be opened.
        name: String,
        /// Error of the operating system.
        why: String,
    },
}

/// The MIDI ports to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PortSelection {
    /// Open all MIDI ports.
    All,
    /// Open one port, by its index from 0 or a part of its name.
    One(String),
}

fn input() -> Result<MidiInput, PortError> {
    let mut input = MidiInput::new("foley").map_err(|why| PortError::NoMidi { why: why.to_string() })?;
    input.ignore(Ignore::SysexAndTime);
    Ok(input)
}

/// Returns the names of all MIDI ports, in order of their index.
///
/// # Errors
/// If the system has no MIDI.
pub fn ports() -> Result<Vec<String>, PortError> {
    let input = input()?;
    let name = |port| input.port_name(port).unwrap_or_else(|_| "?".to_owned());
    Ok(input.ports().iter().map(name).collect())
}

/// Returns the indices of the selected ports.
fn chosen(which: &PortSelection, names: &[String]) -> Result<Vec<usize>, PortError> {
    if names.is_empty() {
        return Err(PortError::Nothing);
    }
    let PortSelection::One(wanted) = which else {
        return Ok((0..names.len()).collect());
    };
    let number = wanted.parse().ok().filter(|index| *index < names.len());
    let similar = |name: &String| name.to_lowercase().contains(&wanted.to_lowercase());
    // `1` is a port number, although many names contain a 1.
    let found =
        names.iter().position(|name| name == wanted).or(number).or_else(|| names.iter().position(similar));
    let plain: Vec<&str> = names.iter().map(String::as_str).collect();
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let known = names.iter().enumerate();
    found.map(|index| vec![index]).ok_or_else(|| PortError::NoSuch {
        wanted: excerpt(wanted),
        nearest: owned(nearest(wanted, &plain)),
        known: known.map(|(n, name)| format!("{n} `{name}`")).collect(),
    })
}

/// Open MIDI ports; dropping this value closes them.
pub struct Ports {
    /// Names of the open ports.
    pub names: Vec<String>,
    connections: Vec<MidiInputConnection<Reader>>,
}

impl core::fmt::Debug for Ports {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ports").field("names", &self.names).field("open", &self.connections.len()).finish()
    }
}

/// Opens MIDI ports. Each message is dispatched at once for the current sample; `report` receives the
/// outcomes on the thread of its port.
///
/// # Errors
/// If the system has no MIDI, there is no such port, or a port cannot be opened.
pub fn open(
    which: &PortSelection,
    dispatcher: &Arc<Mutex<Dispatcher>>,
    clock: &Arc<Clock>,
    report: &Arc<dyn Fn(Vec<Outcome>) + Send + Sync>,
) -> Result<Ports, PortError> {
    let names = ports()?;
    let mut open = Ports { names: Vec::new(), connections: Vec::new() };
    for number in chosen(which, &names)? {
        let input = input()?;
        let all = input.ports();
        let Some((port, name)) = all.get(number).zip(names.get(number)) else {
            continue;
        };
        let (dispatcher, clock, report) = (Arc::clone(dispatcher), Arc::clone(clock), Arc::clone(report));
        let hear = move |_: u64, bytes: &[u8], reader: &mut Reader| {
            report(arrived(bytes, reader, &dispatcher, clock.now()));
        };
        let connection = input
            .connect(port, "foley", hear, Reader::default())
            .map_err(|why| PortError::Closed { name: name.clone(), why: why.to_string() })?;
        open.names.push(name.clone());
        open.connections.push(connection);
    }
    Ok(open)
}

/// Decodes received bytes, dispatches the messages at the sample `now` and returns the outcomes.
pub fn arrived(bytes: &[u8], reader: &mut Reader, dispatcher: &Mutex<Dispatcher>, now: u64) -> Vec<Outcome> {
    let messages: Vec<_> = reader.read(bytes).collect();
    if messages.is_empty() {
        return Vec::new();
    }
    let mut dispatcher = dispatcher.lock().unwrap_or_else(PoisonError::into_inner);
    let mut outcomes = Vec::new();
    for message in messages {
        let message = Message {
            scored: false,
            at: now,
            kind: MessageKind::Control { source: message.source(), value: message.value },
            from: None,
        };
        if let Err(why) = dispatcher.queue(message) {
            outcomes.push(refused(why));
        }
    }
    outcomes.extend(dispatcher.dispatch_due(now));
    outcomes
}

fn refused(why: MessageError) -> Outcome {
    Outcome { address: "midi".to_owned(), from: None, result: Err(why) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_found_by_its_number_or_by_a_part_of_its_name() {
        let names = ["Midi Through 14:0", "Launchpad Mini 20:0"].map(str::to_owned);
        let one = |text: &str| chosen(&PortSelection::One(text.to_owned()), &names);
        assert_eq!(one("1"), Ok(vec![1]));
        assert_eq!(one("launchpad"), Ok(vec![1]));
        assert_eq!(chosen(&PortSelection::All, &names), Ok(vec![0, 1]));
        let refused = one("keystation").unwrap_err().to_string();
        assert!(refused.contains("1 `Launchpad Mini 20:0`"), "{refused}");
        assert_eq!(chosen(&PortSelection::All, &[]), Err(PortError::Nothing));
    }

    #[test]
    fn a_missing_sequencer_is_named() {
        if let Err(why) = ports() {
            assert!(why.to_string().contains("snd-seq"), "{why}");
        }
    }
}
