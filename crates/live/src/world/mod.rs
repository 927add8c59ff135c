//! All that can be said to the engine, as addresses with what follows them. OSC, MIDI, mappings and sensors
//! all speak this.
//!
//! | address                                  | what follows          | what happens                                              |
//! |------------------------------------------|-----------------------|-----------------------------------------------------------|
//! | `/cup/strike`                            | number in SI, or none | a gesture                                                 |
//! | `/cup/hardness`                          | 0 to 100              | a value by its handle                                     |
//! | `/cup/touch/stiffness`                   | number in SI, or text | a value by its path; text may have a unit or name a choice|
//! | `/cup/striker/pitch/handle`              | 0 to 100              | a handle whose name something else has, too               |
//! | `/cup/mixer/gain`, `pan`, `mute`, `solo` | number                | the strip of the mixer                                    |
//! | `/cup/meter`                             |                       | peak and root mean square are answered                    |
//! | `/hall/hears`                            | all, nothing, a name  | what a room or an effect hears                            |
//! | `/foley/add`                             | name, model or preset, gain, pan | a sound begins; gain and pan may be left out   |
//! | `/foley/preset`                          | name, preset          | a sound becomes another                                   |
//! | `/foley/play`                            | name                  | what its preset does, or the opening of its model         |
//! | `/foley/remove`                          | name                  | a sound fades out                                         |
//! | `/foley/gain`, `/foley/limiter`          | number                | the whole                                                 |
//! | `/foley/record`                          | name, or `off`        | a recording begins, or ends                               |
//! | `/foley/list`, `/foley/meter`            |                       | names of all sounds; peak and rms of each channel         |
//!
//! One word after the name is a gesture or a handle, two are a value in SI; [`words`] says what happens where
//! they clash. A value that is asked for without anything behind it is answered. A mistake is answered with
//! what was wrong and what is allowed; nothing happens then.

mod deed;
mod entry;
mod factors;
mod listened;
mod look;
mod own;
mod pattern;
mod whole;
mod wrong;

pub(crate) use deed::{Deed, Heard, heard};
pub use entry::{Entry, Kind};
pub(crate) use entry::{LIMITER, plain, read_strip, write_strip};
pub use factors::{RATES as FACTOR_RATES, known as known_factors};
pub use listened::Listened;
pub use look::addresses_of;
pub(crate) use look::{alike, entries, meant};
pub use own::Own;
pub use pattern::is_pattern;
pub(crate) use pattern::stands_for;
pub(crate) use whole::{Order, sound_named};
pub use wrong::{Fault, Wrong};

#[cfg(feature = "net")]
use crate::recorder::Recorder;
use foley_engine::{Controls, Hearing, Instance};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{SoundError, ValueForm};
#[cfg(feature = "net")]
use std::sync::Arc;

/// Where a sound comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Model,
    BuiltIn,
    Own,
}

/// Where a sound comes from, and its name there.
type Key = (Origin, String);

/// Something that follows an address.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A number \[SI\], or the position of a handle.
    Number(f64),
    /// A name, or a number with its unit.
    Text(String),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is on its way.
    Done,
    /// What was asked for.
    Value(f64),
    /// Numbers that were asked for.
    Values(Vec<f64>),
    /// Names that were asked for.
    Names(Vec<String>),
}

/// An engine, and all that can be said to it.
#[derive(Debug)]
pub struct World {
    /// The end of the engine that decides.
    pub controls: Controls,
    /// Who records, if anyone does.
    #[cfg(feature = "net")]
    pub recorder: Option<Arc<Recorder>>,
    /// Presets beside those that Foley comes with.
    pub own: Own,
    gain: f64,
    limiter: bool,
    listened: Listened,
    /// The second of sound in which somebody last made a mistake, and how many since.
    slips: (u64, u32),
}

impl World {
    /// All that can be said to it.
    pub fn new(controls: Controls) -> Self {
        Self {
            listened: Listened::new(controls.rate()),
            controls,
            #[cfg(feature = "net")]
            recorder: None,
            own: Own::default(),
            gain: 1.0,
            limiter: true,
            slips: (0, 0),
        }
    }

    /// Who listens to presets before they are added, for those who do not hold the world.
    pub fn listened(&self) -> Listened {
        self.listened.with(&self.own)
    }

    /// Says something, to happen at a sample.
    ///
    /// # Errors
    /// If nothing has that address or what follows is not allowed; nothing happens then.
    pub fn tell(&mut self, address: &str, args: &[Arg], at: u64) -> Result<Answer, Wrong> {
        let Some((name, rest)) = split(address) else {
            return Err(self.no_such(address, at));
        };
        if name == "foley" {
            return self.whole(address, rest, args, at);
        }
        let Some((place, it)) = self.called(name) else {
            return Err(self.no_such(address, at));
        };
        let Some(heard) = heard(&*it.sound, rest) else {
            return Err(self.no_such(address, at));
        };
        match heard.with(address, args)? {
            Deed::Meter => {
                let meter = self.controls.meter(place);
                Ok(Answer::Values(vec![meter.peak.into(), meter.rms.into()]))
            }
            Deed::Hears(whom) => self.hears(address, place, whom, at),
            Deed::Strip(info, value) => self.strip(address, place, info.id, value, at),
            Deed::Gesture(info, value) => {
                self.controls.gesture(place, info.id, value, at)?;
                Ok(Answer::Done)
            }
            Deed::Value(_, found, said, None) => {
                let value = found.get(&*it.sound);
                Ok(Answer::Value(match said {
                    ValueForm::Handle => found.info.to_handle(value),
                    ValueForm::Si => value,
                }))
            }
            Deed::Value(index, found, _, Some(value)) => {
                self.controls.set_at(place, (index, found), value, None, at)?;
                Ok(Answer::Done)
            }
        }
    }

    fn called(&self, name: &str) -> Option<(usize, &Instance)> {
        self.controls.instances().find(|(_, it)| it.name == name)
    }

    fn instance(&self, place: usize) -> Option<&Instance> {
        let mut all = self.controls.instances();
        all.find(|&(at, _)| at == place).map(|(_, it)| it)
    }

    fn strip(
        &mut self,
        address: &str,
        place: usize,
        id: &str,
        value: Option<f64>,
        at: u64,
    ) -> Result<Answer, Wrong> {
        let Some(it) = self.instance(place) else {
            return Err(self.no_such(address, at));
        };
        let mut strip = it.strip;
        let Some(value) = value else {
            return Ok(Answer::Value(read_strip(&strip, id)));
        };
        write_strip(&mut strip, id, value);
        self.controls.mix(place, strip, at)?;
        Ok(Answer::Done)
    }

    fn hears(&mut self, address: &str, place: usize, whom: Option<&str>, at: u64) -> Result<Answer, Wrong> {
        let hearing = match whom {
            None => {
                let hearing = self.instance(place).map(|it| it.hearing);
                let name = match hearing.unwrap_or_default() {
                    Hearing::Nothing => NOTHING.to_owned(),
                    Hearing::All => ALL.to_owned(),
                    Hearing::Place(other) => {
                        self.instance(other).map_or_else(|| NOTHING.to_owned(), |it| it.name.clone())
                    }
                };
                return Ok(Answer::Names(vec![name]));
            }
            Some(ALL) => Hearing::All,
            Some(NOTHING) => Hearing::Nothing,
            Some(name) => match self.called(name) {
                Some((other, _)) => Hearing::Place(other),
                None => {
                    return Err(self
                        .controls
                        .place(name)
                        .err()
                        .map_or_else(|| takes(address, "the name of a sound"), Wrong::from));
                }
            },
        };
        self.controls.hear(place, hearing, at)?;
        Ok(Answer::Done)
    }
}

/// What a room hears that hears all others, and what one hears that hears none.
pub(crate) const ALL: &str = "all";
pub(crate) const NOTHING: &str = "nothing";
/// First words of addresses that cannot be the name of a sound: they mean something else.
const TAKEN: [&str; 3] = ["foley", ALL, NOTHING];

/// Whether a sound can have that name: it is the first word of addresses, and rooms are told it.
///
/// # Errors
/// If not, with what a name is.
pub fn check_name(name: &str) -> Result<(), Wrong> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if (1..=64).contains(&name.len()) && name.chars().all(plain) && !TAKEN.contains(&name) {
        return Ok(());
    }
    Err(Wrong::Name { name: excerpt(name) })
}

/// The first word of an address and the rest.
pub(crate) fn split(address: &str) -> Option<(&str, &str)> {
    address.strip_prefix('/').unwrap_or(address).split_once('/')
}

fn takes(address: &str, takes: &str) -> Wrong {
    Wrong::Takes { address: excerpt(address), takes: takes.to_owned() }
}

fn one_number(info: &Info) -> String {
    format!("one number, {} to {}, or none", info.format(info.min), info.format(info.max))
}

/// The one number that may follow an address.
fn number(address: &str, info: &Info, args: &[Arg]) -> Result<Option<f64>, Wrong> {
    match args {
        [] => Ok(None),
        [Arg::Number(value)] if !value.is_finite() => {
            Err(Wrong::NotFinite { address: excerpt(address), takes: one_number(info) })
        }
        [Arg::Number(value)] => Ok(Some(info.check(*value).map_err(SoundError::from)?)),
        [Arg::Text(text)] => Ok(Some(info.parse(text).map_err(SoundError::from)?)),
        _ => Err(takes(address, &one_number(info))),
    }
}
