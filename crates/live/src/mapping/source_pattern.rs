//! Source patterns: what a mapping listens to, as written in files.
//!
//! | written                 | means                                                            | its own range |
//! |-------------------------|------------------------------------------------------------------|---------------|
//! | `osc:/wii/accel/x`      | the first number of a message to that address                    |               |
//! | `osc:/wii/accel#2`      | the second number of a message to that address                   |               |
//! | `midi:note`             | the velocity of any key, 0 when it is let go                     | 0 to 127      |
//! | `midi:note C3`, `midi:note C3..C5` | the velocity of one key, or of a range of keys        | 0 to 127      |
//! | `midi:key`              | the number of the key that was struck last                       | 0 to 127      |
//! | `midi:cc 74`            | a controller                                                     | 0 to 127      |
//! | `midi:fine 1`           | a 14-bit controller: n from 0 to 31 together with n + 32 ([`fine`](crate::midi::fine)) | 0 to 16383 |
//! | `midi:bend`             | the pitch wheel                                                  | −1 to 1       |
//! | `midi:pressure`, `midi:poly-pressure` | the pressure of a channel, or of any single key    | 0 to 127      |
//! | `midi:timbre`           | how far up a key the finger is (MPE; controller 74)              | 0 to 127      |
//! | `midi:program`          | which program is chosen                                          | 0 to 127      |
//! | `sensor:accel_z`        | a column of a sensor log                                         |               |
//!
//! ` ch 1` after a MIDI source restricts it to that channel.

use super::Source;
use crate::midi::{Control, TIMBRE, key};
use foley_params::words::{did_you_mean, excerpt, list, nearest};

/// The controls of a MIDI instrument that a mapping listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MidiPattern {
    /// The velocity of all keys from the first number to the last.
    Notes(u8, u8),
    /// The number of the key that was struck last.
    Key,
    /// The controller with this number.
    Cc(u8),
    /// The 14-bit controller with this coarse number, 0 to 31.
    Fine(u8),
    /// The position of the pitch wheel, −1 to 1.
    Bend,
    /// The pressure of a channel.
    Pressure,
    /// The pressure of any single key.
    PolyPressure,
    /// The timbre of MPE: the finger's position along the key.
    Timbre,
    /// The number of the chosen program.
    Program,
}

const MIDI: [&str; 9] =
    ["note", "key", "cc", "fine", "bend", "pressure", "poly-pressure", "timbre", "program"];

/// The sources that a mapping listens to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourcePattern {
    /// An OSC address, and the position of the number in its messages, from 1.
    Osc(String, usize),
    /// MIDI controls; the number is the only channel, and `None` means every channel.
    Midi(MidiPattern, Option<u8>),
    /// A column of a sensor log, by its name.
    Sensor(String),
}

/// Maximum number of arguments of one OSC message that can be sources; further arguments are ignored.
pub const MAX_NUMBERS: usize = 16;
/// Maximum length of an OSC address or a column name \[bytes\].
const MAX_SOURCE_LENGTH: usize = 256;

impl SourcePattern {
    /// Parses a source such as `osc:/a/b#2`, `midi:cc 74 ch 1` or `sensor:column`.
    ///
    /// # Errors
    /// If the text has none of these forms. The error lists the allowed forms.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() > MAX_SOURCE_LENGTH {
            return Err(format!("a source has at most {MAX_SOURCE_LENGTH} bytes."));
        }
        let found = match text.split_once(':') {
            Some(("osc", rest)) => osc(rest.trim()),
            Some(("midi", rest)) => midi(rest.trim()),
            Some(("sensor", column)) if !column.trim().is_empty() => {
                Ok(Self::Sensor(column.trim().to_owned()))
            }
            _ => Err("write `osc:/address`, `midi:` and a control, or `sensor:column`".to_owned()),
        };
        found.map_err(|why| format!("`{}` is not a source: {why}.", excerpt(text)))
    }

    /// Returns the value that the mapping takes from `source`; `None` if the source does not match.
    pub fn hears(&self, source: &Source, value: f64) -> Option<f64> {
        match (self, source) {
            (Self::Osc(..), Source::Osc(address)) => self.is_osc(address).then_some(value),
            (Self::Sensor(column), Source::Sensor(moved)) => (column == moved).then_some(value),
            (Self::Midi(midi, on), Source::Midi { channel, control }) => {
                if on.is_some_and(|on| on != *channel) {
                    return None;
                }
                match (midi, *control) {
                    (MidiPattern::Key, Control::Note(key)) => (value > 0.0).then_some(f64::from(key)),
                    (MidiPattern::Notes(low, high), Control::Note(key)) => {
                        (*low <= key && key <= *high).then_some(value)
                    }
                    (MidiPattern::Cc(wanted), Control::Cc(number))
                    | (MidiPattern::Fine(wanted), Control::Fine(number)) => {
                        (*wanted == number).then_some(value)
                    }
                    (MidiPattern::Timbre, Control::Cc(TIMBRE))
                    | (MidiPattern::Bend, Control::Bend)
                    | (MidiPattern::Pressure, Control::Pressure)
                    | (MidiPattern::PolyPressure, Control::PolyPressure(_))
                    | (MidiPattern::Program, Control::Program) => Some(value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether `moved` is the OSC source of this pattern: `/a/b`, or `/a/b#2` for the second number.
    fn is_osc(&self, moved: &str) -> bool {
        let Self::Osc(address, nth) = self else {
            return false;
        };
        if *nth == 1 {
            return address == moved;
        }
        let rest = moved.strip_prefix(address.as_str()).and_then(|rest| rest.strip_prefix('#'));
        rest.is_some_and(|rest| rest.parse() == Ok(*nth))
    }

    /// Returns whether the pattern listens to any of the numbers in messages to this OSC address.
    pub fn is_behind(&self, address: &str) -> bool {
        matches!(self, Self::Osc(own, _) if own == address)
    }

    /// Returns the range of the source's values; `None` if it is not known.
    pub fn range(&self) -> Option<(f64, f64)> {
        match self {
            Self::Midi(MidiPattern::Bend, _) => Some(Control::Bend.range()),
            Self::Midi(MidiPattern::Fine(knob), _) => Some(Control::Fine(*knob).range()),
            Self::Midi(..) => Some(Control::Program.range()),
            Self::Osc(..) | Self::Sensor(_) => None,
        }
    }

    /// Returns whether the sources are keys. The release of a key triggers no gesture; it
    /// ends a lasting one.
    pub fn is_note(&self) -> bool {
        matches!(self, Self::Midi(MidiPattern::Notes(..), _))
    }

    /// Returns the pattern that matches exactly this source.
    pub fn of(source: &Source) -> Self {
        match source {
            Source::Osc(address) => match address.rsplit_once('#') {
                Some((address, nth)) if nth.parse::<usize>().is_ok() => {
                    Self::Osc(address.to_owned(), nth.parse().unwrap_or(1))
                }
                _ => Self::Osc(address.clone(), 1),
            },
            Source::Sensor(column) => Self::Sensor(column.clone()),
            Source::Midi { channel, control } => {
                let midi = match *control {
                    Control::Note(key) => MidiPattern::Notes(key, key),
                    Control::Cc(number) => MidiPattern::Cc(number),
                    Control::Fine(number) => MidiPattern::Fine(number),
                    Control::Bend => MidiPattern::Bend,
                    Control::Pressure => MidiPattern::Pressure,
                    Control::PolyPressure(_) => MidiPattern::PolyPressure,
                    Control::Program => MidiPattern::Program,
                };
                Self::Midi(midi, Some(*channel))
            }
        }
    }
}

/// Writes the pattern in the form that [`SourcePattern::parse`] reads.
impl core::fmt::Display for SourcePattern {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Osc(address, 1) => write!(f, "osc:{address}"),
            Self::Osc(address, nth) => write!(f, "osc:{address}#{nth}"),
            Self::Sensor(column) => write!(f, "sensor:{column}"),
            Self::Midi(midi, channel) => {
                match midi {
                    MidiPattern::Notes(0, 127) => f.write_str("midi:note")?,
                    MidiPattern::Notes(low, high) if low == high => {
                        write!(f, "midi:note {}", key::name(*low))?;
                    }
                    MidiPattern::Notes(low, high) => {
                        write!(f, "midi:note {}..{}", key::name(*low), key::name(*high))?;
                    }
                    MidiPattern::Key => f.write_str("midi:key")?,
                    MidiPattern::Cc(number) => write!(f, "midi:cc {number}")?,
                    MidiPattern::Fine(number) => write!(f, "midi:fine {number}")?,
                    MidiPattern::Bend => f.write_str("midi:bend")?,
                    MidiPattern::Pressure => f.write_str("midi:pressure")?,
                    MidiPattern::PolyPressure => f.write_str("midi:poly-pressure")?,
                    MidiPattern::Timbre => f.write_str("midi:timbre")?,
                    MidiPattern::Program => f.write_str("midi:program")?,
                }
                channel.map_or(Ok(()), |channel| write!(f, " ch {channel}"))
            }
        }
    }
}

fn osc(text: &str) -> Result<SourcePattern, String> {
    let (address, nth) = match text.split_once('#') {
        None => (text, 1),
        Some((address, nth)) => {
            let nth = nth.parse().ok().filter(|nth| (1..=MAX_NUMBERS).contains(nth));
            let nth = nth.ok_or(format!(
                "the number after `#` selects an argument of the message, 1 to {MAX_NUMBERS}"
            ))?;
            (address, nth)
        }
    };
    if address.len() > 1 && address.starts_with('/') && !address.contains(char::is_whitespace) {
        Ok(SourcePattern::Osc(address.to_owned(), nth))
    } else {
        Err("an OSC address begins with `/` and has no spaces".to_owned())
    }
}

fn midi(text: &str) -> Result<SourcePattern, String> {
    let mut words = text.split_whitespace();
    let mut rest: Vec<&str> = words.by_ref().collect();
    let mut channel = None;
    if let [before @ .., "ch", number] = rest.as_slice() {
        let number = number.parse().ok().filter(|number| (1..=16).contains(number));
        channel = Some(number.ok_or("a channel has a number from 1 to 16")?);
        rest = before.to_vec();
    }
    let found = match rest.as_slice() {
        ["note"] => MidiPattern::Notes(0, 127),
        ["note", keys] => {
            let (low, high) = keys.split_once("..").unwrap_or((keys, keys));
            let key =
                |text| key::parse(text).ok_or("a key is a name from C-2 to G8 or a number from 0 to 127");
            let (low, high) = (key(low)?, key(high)?);
            MidiPattern::Notes(low.min(high), low.max(high))
        }
        ["cc", number] => {
            let number = number.parse().ok().filter(|number| (0..128).contains(number));
            MidiPattern::Cc(number.ok_or("a controller has a number from 0 to 127")?)
        }
        ["fine", number] => {
            let number = number.parse().ok().filter(|number| (0..32).contains(number));
            MidiPattern::Fine(number.ok_or("a 14-bit controller has a number from 0 to 31")?)
        }
        ["fine"] => {
            return Err("the number of the controller is missing: write it as in `midi:fine 1`".to_owned());
        }
        ["cc"] => {
            return Err("the number of the controller is missing: write it as in `midi:cc 74`".to_owned());
        }
        ["key"] => MidiPattern::Key,
        ["bend"] => MidiPattern::Bend,
        ["pressure"] => MidiPattern::Pressure,
        ["poly-pressure"] => MidiPattern::PolyPressure,
        ["timbre"] => MidiPattern::Timbre,
        ["program"] => MidiPattern::Program,
        [word, ..] => {
            return Err(format!(
                "there is no MIDI control `{}`{} The controls are {}; ` ch 1` after a control selects a channel",
                excerpt(word),
                did_you_mean(&nearest(word, &MIDI)),
                list(&MIDI, "and")
            ));
        }
        [] => return Err(format!("write a control after `midi:`: {}", list(&MIDI, "or"))),
    };
    Ok(SourcePattern::Midi(found, channel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_pattern_reads_back() {
        for text in [
            "osc:/wii/accel/x",
            "osc:/wii/accel#2",
            "midi:note",
            "midi:note C3",
            "midi:note C3..C5 ch 2",
            "midi:key",
            "midi:cc 74 ch 16",
            "midi:cc 0",
            "midi:fine 1",
            "midi:fine 31 ch 2",
            "midi:bend",
            "midi:pressure ch 1",
            "midi:poly-pressure",
            "midi:timbre",
            "midi:program",
            "sensor:accel_z",
            "sensor:Beschleunigung in z",
        ] {
            assert_eq!(SourcePattern::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_invalid_source_is_rejected_with_the_allowed_forms() {
        for (text, document_error) in [
            ("", "osc:/address"),
            ("cc 74", "osc:/address"),
            ("osc:wii", "begins with `/`"),
            ("osc:/wii#0", "1 to 16"),
            ("midi:cc", "number of the controller"),
            ("midi:cc 128", "0 to 127"),
            ("midi:cc 7 ch 17", "1 to 16"),
            ("midi:fine", "number of the controller"),
            ("midi:fine 32", "0 to 31"),
            ("midi:presure", "did you mean `pressure`"),
            ("midi:note H3", "C-2 to G8"),
            ("midi:", "note, key"),
            ("sensor:", "sensor:column"),
        ] {
            let refused = SourcePattern::parse(text).unwrap_err();
            assert!(refused.contains(document_error), "{text}: {refused}");
        }
    }

    #[test]
    fn a_key_matches_the_patterns_that_contain_it() {
        let struck = Source::Midi { channel: 2, control: Control::Note(62) };
        let heard = |text: &str, value| SourcePattern::parse(text).unwrap().hears(&struck, value);
        assert_eq!(heard("midi:note", 100.0), Some(100.0));
        assert_eq!(heard("midi:note C3..E3 ch 2", 100.0), Some(100.0));
        assert_eq!(heard("midi:note C3..C#3", 100.0), None);
        assert_eq!(heard("midi:note ch 1", 100.0), None);
        assert_eq!(heard("midi:key", 100.0), Some(62.0));
        assert_eq!(heard("midi:key", 0.0), None, "it was let go");
        assert_eq!(heard("midi:cc 62", 100.0), None);
    }
}
