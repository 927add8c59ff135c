//! The address space: every address that the engine accepts, with its arguments. OSC, MIDI, mappings and
//! sensors all use it.
//!
//! | address                                  | arguments             | effect                                                    |
//! |------------------------------------------|-----------------------|-----------------------------------------------------------|
//! | `/cup/strike`                            | number in SI, or none | makes a gesture                                           |
//! | `/cup/hardness`                          | 0 to 100              | sets a value by its handle                                |
//! | `/cup/touch/stiffness`                   | number in SI, or text | sets a value by its path; text may have a unit or name a choice |
//! | `/cup/striker/pitch/handle`              | 0 to 100              | sets a handle whose name is also used otherwise           |
//! | `/cup/mixer/gain`, `pan`, `mute`, `solo` | number                | sets the channel strip                                    |
//! | `/cup/meter`                             |                       | answers peak and root mean square                         |
//! | `/hall/hears`                            | all, nothing, a name  | sets the input of a room or an effect                     |
//! | `/foley/add`                             | name, model or preset, gain, pan | adds a sound; gain and pan are optional        |
//! | `/foley/preset`                          | name, preset          | morphs a sound into a preset                              |
//! | `/foley/play`                            | name                  | plays the score of the sound's preset, or the opening of its model |
//! | `/foley/remove`                          | name                  | fades a sound out                                         |
//! | `/foley/gain`, `/foley/limiter`          | number                | sets the master gain, or the limiter switch               |
//! | `/foley/place`                           | name                  | sets the place in which all sounds are heard              |
//! | `/foley/distance`                        | number in metres      | sets the distance of the sources                          |
//! | `/foley/record`                          | name, or `off`        | starts a recording, or stops it                           |
//! | `/foley/list`, `/foley/meter`            |                       | answers the names of all sounds, or peak and rms of each channel |
//!
//! After the name of a sound, one word is a gesture or a handle, two words are a value in SI units;
//! [`Vocabulary`](foley_sound::Vocabulary) describes what happens where they clash. An address of a value
//! without an argument reads the value. An error names the mistake and the allowed arguments; a rejected
//! message changes nothing.

mod engine_request;
mod entry;
mod error;
mod lookup;
mod pattern;
mod sound_request;
mod user_presets;

pub(crate) use engine_request::EngineRequest;
pub use entry::{Entry, EntryKind};
pub(crate) use entry::{LIMITER, plain, read_strip, write_strip};
pub use error::{MessageError, MessageErrorKind};
pub use lookup::addresses_of;
pub(crate) use lookup::{entries, matching, similar};
pub use pattern::is_pattern;
pub(crate) use pattern::matches_words;
pub(crate) use sound_request::{SoundRequest, SoundTarget, sound_target};
pub use user_presets::UserPresets;

#[cfg(feature = "net")]
use foley_audio::recorder::Recorder;
use foley_engine::{Controls, InputSource, Instance, SoundId};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{SoundError, ValueForm};
#[cfg(feature = "net")]
use std::sync::Arc;

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A number in SI units; for an address of a handle, its position from 0 to 100.
    Number(f64),
    /// A name, or a number with its unit.
    Text(String),
}

/// The answer to an accepted message.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The request was sent to the engine; there is nothing to answer.
    Done,
    /// The number that the message read.
    Value(f64),
    /// The numbers that the message read, such as the levels of a meter.
    Values(Vec<f64>),
    /// The names that the message read.
    Names(Vec<String>),
}

/// The address space of an engine, with its control end.
#[derive(Debug)]
pub struct AddressSpace {
    /// Control end of the engine, which executes the messages.
    pub controls: Controls,
    /// Recorder for `/foley/record`; `None` if recording is impossible.
    #[cfg(feature = "net")]
    pub recorder: Option<Arc<Recorder>>,
    /// The user's presets; a name is looked up here before the built-in presets.
    pub user_presets: UserPresets,
    gain: f64,
    limiter: bool,
    /// Second of engine time of the last unknown name, and the number of unknown names in that second. Limits
    /// the time spent on suggestions.
    slips: (u64, u32),
    /// Whether the messages come from a score. Its gestures last as long as in a rendering
    /// ([`Controls::scored_gesture`]); other lasting gestures go on until told.
    pub scored: bool,
}

impl AddressSpace {
    /// Makes the address space of the engine that `controls` belongs to.
    pub fn new(controls: Controls) -> Self {
        Self {
            controls,
            #[cfg(feature = "net")]
            recorder: None,
            user_presets: UserPresets::default(),
            gain: 1.0,
            limiter: true,
            slips: (0, 0),
            scored: false,
        }
    }

    /// Sends a message to an address, to take effect at a sample.
    ///
    /// # Errors
    /// If the address is unknown or the arguments are not allowed. An error changes nothing.
    pub fn send(&mut self, address: &str, args: &[Arg], at: u64) -> Result<Answer, MessageError> {
        let Some((name, rest)) = split(address) else {
            return Err(self.no_such(address, at));
        };
        if name == "foley" {
            return self.send_to_engine(address, rest, args, at);
        }
        let Some((sound, instance)) = self.called(name) else {
            return Err(self.no_such(address, at));
        };
        let Some(target) = sound_target(&*instance.sound, rest) else {
            return Err(self.no_such(address, at));
        };
        match target.with_args(address, args)? {
            SoundRequest::Meter => {
                let meter = self.controls.meter(sound);
                Ok(Answer::Values(vec![meter.peak.into(), meter.rms.into()]))
            }
            SoundRequest::Hears(input) => self.hears(address, sound, input, at),
            SoundRequest::Strip(info, value) => self.strip(sound, info.id, value, at),
            SoundRequest::Gesture(info, value) => {
                if self.scored {
                    self.controls.scored_gesture(sound, info.id, value, at)?;
                } else {
                    self.controls.gesture(sound, info.id, value, at)?;
                }
                Ok(Answer::Done)
            }
            SoundRequest::Value(_, found, form, None) => {
                let value = found.get(&*instance.sound);
                Ok(Answer::Value(match form {
                    ValueForm::Handle => found.info.to_handle(value),
                    ValueForm::Si => value,
                }))
            }
            SoundRequest::Value(index, found, _, Some(value)) => {
                self.controls.set_at(sound, (index, found), value, None, at)?;
                Ok(Answer::Done)
            }
        }
    }

    fn called(&self, name: &str) -> Option<(SoundId, &Instance)> {
        self.controls.instances().find(|(_, instance)| instance.name == name)
    }

    fn strip(
        &mut self,
        sound: SoundId,
        id: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<Answer, MessageError> {
        let mut strip = self.controls.instance(sound)?.strip;
        let Some(value) = value else {
            return Ok(Answer::Value(read_strip(&strip, id)));
        };
        write_strip(&mut strip, id, value);
        self.controls.set_strip(sound, strip, at)?;
        Ok(Answer::Done)
    }

    fn hears(
        &mut self,
        address: &str,
        sound: SoundId,
        input: Option<&str>,
        at: u64,
    ) -> Result<Answer, MessageError> {
        let hearing = match input {
            None => {
                let name = match self.controls.instance(sound)?.input {
                    InputSource::None => NOTHING.to_owned(),
                    InputSource::All => ALL.to_owned(),
                    InputSource::Sound(other) => self
                        .controls
                        .instance(other)
                        .map_or_else(|_| NOTHING.to_owned(), |instance| instance.name.clone()),
                };
                return Ok(Answer::Names(vec![name]));
            }
            Some(ALL) => InputSource::All,
            Some(NOTHING) => InputSource::None,
            Some(name) => match self.called(name) {
                Some((other, _)) => InputSource::Sound(other),
                None => {
                    return Err(self
                        .controls
                        .find(name)
                        .err()
                        .map_or_else(|| takes(address, "the name of a sound"), MessageError::from));
                }
            },
        };
        self.controls.set_input(sound, hearing, at)?;
        Ok(Answer::Done)
    }
}

/// Value of `/room/hears` for an input from all sounds.
pub(crate) const ALL: &str = "all";
pub(crate) const NOTHING: &str = "nothing";
/// Words that cannot be the name of a sound, because addresses use them otherwise.
const TAKEN: [&str; 3] = ["foley", ALL, NOTHING];

/// Checks that a sound can have this name, which becomes the first word of its addresses.
///
/// # Errors
/// If the name is empty, too long, reserved, or has other characters than letters, digits, `-` and `_`.
pub fn check_name(name: &str) -> Result<(), MessageError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=64).contains(&name.len()) && name.chars().all(plain) && !TAKEN.contains(&name) {
        return Ok(());
    }
    Err(MessageError::InvalidName { name: excerpt(name) })
}

/// Splits an address into its first word and the rest.
pub(crate) fn split(address: &str) -> Option<(&str, &str)> {
    address.strip_prefix('/').unwrap_or(address).split_once('/')
}

fn takes(address: &str, takes: &str) -> MessageError {
    MessageError::WrongArguments { address: excerpt(address), takes: takes.to_owned() }
}

fn one_number(info: &Info) -> String {
    format!("one number, {} to {}, or none", info.format(info.min), info.format(info.max))
}

/// Returns the number of a message with at most one argument; `None` if there is no argument.
fn number(address: &str, info: &Info, args: &[Arg]) -> Result<Option<f64>, MessageError> {
    match args {
        [] => Ok(None),
        [Arg::Number(value)] if !value.is_finite() => {
            Err(MessageError::NotFinite { address: excerpt(address), takes: one_number(info) })
        }
        [Arg::Number(value)] => Ok(Some(info.check(*value).map_err(SoundError::from)?)),
        [Arg::Text(text)] => Ok(Some(info.parse(text).map_err(SoundError::from)?)),
        _ => Err(takes(address, &one_number(info))),
    }
}
