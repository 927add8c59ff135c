//! All that can be said to the engine, as addresses with what follows them. OSC, MIDI, mappings and sensors all speak this.
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
//! One word after the name is a gesture or a handle, two are a value in SI; [`words`] says what happens where they clash. A value that is asked for without anything
//! behind it is answered. A mistake is answered with what was wrong and what is allowed; nothing happens then.

mod entry;
mod look;
mod pattern;
mod whole;
mod words;
mod wrong;

pub(crate) use entry::plain;
pub use entry::{Entry, Kind};
pub(crate) use pattern::is_pattern;
pub use wrong::{Fault, Wrong};

use crate::recorder::Recorder;
pub(crate) use entry::STRIP;
use entry::{read_strip, write_strip};
use foley_engine::{Controls, Hearing, Instance};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::{Said, SoundError};
use std::collections::HashMap;
use std::sync::Arc;
use words::{Meaning, Words};

/// Whether something is a preset, and its name.
type Key = (bool, &'static str);

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
    pub recorder: Option<Arc<Recorder>>,
    gain: f64,
    limiter: bool,
    /// From SI to full scale for every model and preset that was ever added: listening to one takes a while.
    factors: HashMap<Key, f64>,
    /// The second of sound in which somebody last made a mistake, and how many since.
    slips: (u64, u32),
}

impl World {
    /// All that can be said to it.
    pub fn new(controls: Controls) -> Self {
        Self {
            controls,
            recorder: None,
            gain: 1.0,
            limiter: true,
            factors: HashMap::new(),
            slips: (0, 0),
        }
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
        match rest {
            "meter" => self.meter(address, place, args),
            "hears" if it.sound.listens() => self.hears(address, place, args, at),
            _ => match (
                rest.strip_prefix("mixer/"),
                Words::of(&*it.sound).find(rest),
            ) {
                (Some(id), _) => self.strip(address, place, id, args, at),
                (None, Some(Meaning::Gesture(index))) => {
                    let gestures = it.sound.gestures();
                    let Some(info) = gestures.get(index) else {
                        return Err(self.no_such(address, at));
                    };
                    let value = number(address, info, args)?;
                    self.controls.gesture(place, info.id, value, at)?;
                    Ok(Answer::Done)
                }
                (None, Some(Meaning::Value(index))) => {
                    self.value(address, place, (index, Said::Value), args, at)
                }
                (None, Some(Meaning::Handle(index))) => {
                    self.value(address, place, (index, Said::Handle), args, at)
                }
                (None, None) => Err(self.no_such(address, at)),
            },
        }
    }

    fn called(&self, name: &str) -> Option<(usize, &Instance)> {
        self.controls.instances().find(|(_, it)| it.name == name)
    }

    fn instance(&self, place: usize) -> Option<&Instance> {
        let mut all = self.controls.instances();
        all.find(|&(at, _)| at == place).map(|(_, it)| it)
    }

    fn value(
        &mut self,
        address: &str,
        place: usize,
        (index, said): (usize, Said),
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, Wrong> {
        let found = self.instance(place).map(|it| (it, Words::of(&*it.sound)));
        let Some((it, Some(found))) = found.map(|(it, words)| (it, words.addresses.get(index)))
        else {
            return Err(self.no_such(address, at));
        };
        let info = &found.info;
        let takes = || match said {
            Said::Handle => "one number from 0 to 100, or none to ask for it".to_owned(),
            Said::Value => one_number(info),
        };
        let value = match (args, said) {
            ([], Said::Value) => return Ok(Answer::Value(found.get(&*it.sound))),
            ([], Said::Handle) => {
                return Ok(Answer::Value(info.to_handle(found.get(&*it.sound))));
            }
            ([Arg::Number(value)], _) if !value.is_finite() => {
                return Err(Wrong::NotFinite {
                    address: excerpt(address),
                    takes: takes(),
                });
            }
            ([Arg::Number(value)], Said::Value) => info.check(*value).map_err(SoundError::from)?,
            ([Arg::Number(value)], Said::Handle) if (0.0..=100.0).contains(value) => {
                info.from_handle(*value)
            }
            ([Arg::Number(value)], Said::Handle) => {
                foley_sound::read(found, said, &value.to_string())?
            }
            ([Arg::Text(text)], _) => foley_sound::read(found, said, text)?,
            _ => {
                return Err(Wrong::Takes {
                    address: excerpt(address),
                    takes: takes(),
                });
            }
        };
        self.controls
            .set_at(place, (index, found), value, None, at)?;
        Ok(Answer::Done)
    }

    fn strip(
        &mut self,
        address: &str,
        place: usize,
        id: &str,
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, Wrong> {
        let Some(info) = STRIP.iter().find(|info| info.id == id) else {
            return Err(self.no_such(address, at));
        };
        let Some(it) = self.instance(place) else {
            return Err(self.no_such(address, at));
        };
        let mut strip = it.strip;
        match number(address, info, args)? {
            None => Ok(Answer::Value(read_strip(&strip, id))),
            Some(value) => {
                write_strip(&mut strip, id, value);
                self.controls.mix(place, strip, at)?;
                Ok(Answer::Done)
            }
        }
    }

    fn meter(&self, address: &str, place: usize, args: &[Arg]) -> Result<Answer, Wrong> {
        if !args.is_empty() {
            return Err(takes(
                address,
                "nothing, and answers peak and root mean square",
            ));
        }
        let meter = self.controls.meter(place);
        Ok(Answer::Values(vec![meter.peak.into(), meter.rms.into()]))
    }

    fn hears(
        &mut self,
        address: &str,
        place: usize,
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, Wrong> {
        let hearing = match args {
            [] => {
                let hearing = self.instance(place).map(|it| it.hearing);
                let name = match hearing.unwrap_or_default() {
                    Hearing::Nothing => "nothing".to_owned(),
                    Hearing::All => "all".to_owned(),
                    Hearing::Place(other) => self
                        .instance(other)
                        .map_or_else(|| "nothing".to_owned(), |it| it.name.clone()),
                };
                return Ok(Answer::Names(vec![name]));
            }
            [Arg::Text(text)] => match (text.as_str(), self.called(text)) {
                ("all", _) => Hearing::All,
                ("nothing", _) => Hearing::Nothing,
                (_, Some((other, _))) => Hearing::Place(other),
                (_, None) => {
                    return Err(self
                        .controls
                        .place(text)
                        .err()
                        .map_or_else(|| takes(address, "the name of a sound"), Wrong::from));
                }
            },
            _ => return Err(takes(address, "`all`, `nothing` or the name of a sound")),
        };
        self.controls.hear(place, hearing, at)?;
        Ok(Answer::Done)
    }
}

/// The first word of an address and the rest.
fn split(address: &str) -> Option<(&str, &str)> {
    address.strip_prefix('/').unwrap_or(address).split_once('/')
}

fn takes(address: &str, takes: &str) -> Wrong {
    Wrong::Takes {
        address: excerpt(address),
        takes: takes.to_owned(),
    }
}

fn one_number(info: &Info) -> String {
    format!(
        "one number, {} to {}, or none",
        info.format(info.min),
        info.format(info.max)
    )
}

/// The one number that may follow an address.
fn number(address: &str, info: &Info, args: &[Arg]) -> Result<Option<f64>, Wrong> {
    match args {
        [] => Ok(None),
        [Arg::Number(value)] if !value.is_finite() => Err(Wrong::NotFinite {
            address: excerpt(address),
            takes: one_number(info),
        }),
        [Arg::Number(value)] => Ok(Some(info.check(*value).map_err(SoundError::from)?)),
        [Arg::Text(text)] => Ok(Some(info.parse(text).map_err(SoundError::from)?)),
        _ => Err(takes(address, &one_number(info))),
    }
}
