//! All that can be said to an engine in words: an address and what follows it. OSC, MIDI, mappings and sensors all speak this.
//!
//! | address                  | what follows         | what happens                                                       |
//! |--------------------------|----------------------|--------------------------------------------------------------------|
//! | `/cup/strike`            | speed in SI, or none | a gesture                                                          |
//! | `/cup/hardness`          | 0 to 100             | a value by its handle                                              |
//! | `/cup/touch/stiffness`   | value in SI, or text | a value by its path; text may carry a unit or name a choice        |
//! | `/cup/mixer/gain`, `pan`, `mute`, `solo` | number | the strip of the mixer                                           |
//! | `/foley/add`             | name, model or preset| a sound begins                                                     |
//! | `/foley/remove`          | name                 | a sound fades out                                                  |
//! | `/foley/gain`, `/foley/limiter` | number        | the whole                                                          |
//!
//! A value that is asked for without anything behind it is answered. A mistake is answered with what was wrong and what is allowed; nothing happens then.

use foley_engine::{Controls, EngineError, Instance, Loudness, Strip};
use foley_params::words::{did_you_mean, excerpt, nearest};
use foley_params::{Info, Scale, Unit};
use foley_sound::preset::{PresetError, by_name};
use foley_sound::{SoundError, addresses, model};
use thiserror::Error;

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
    /// Names that were asked for.
    Names(Vec<String>),
}

/// What was wrong.
#[derive(Clone, Debug, Error)]
pub enum Wrong {
    /// Nothing has that address.
    #[error("nothing has the address `{address}`{}", did_you_mean(nearest))]
    NoSuch {
        /// What was asked for.
        address: String,
        /// Up to three that are spelt alike.
        nearest: Vec<String>,
    },
    /// What follows the address is not what belongs there.
    #[error("`{address}` takes {takes}")]
    Takes {
        /// The address.
        address: String,
        /// What it takes.
        takes: String,
    },
    /// Too much waits for its time.
    #[error("{most} messages wait for their time; no more are taken")]
    Crowded {
        /// How many may wait.
        most: usize,
    },
    /// Mappings cannot be kept.
    #[error("the mappings are not saved: {0}")]
    Unsaved(String),
    /// Letters that should be in the order of time are not.
    #[error(
        "a letter for sample {at} comes after one for sample {after}; they must be in the order of time"
    )]
    Unordered {
        /// When it should happen.
        at: u64,
        /// When the one before it does.
        after: u64,
    },
    /// The engine or the sound refuses it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is no such preset or model.
    #[error(transparent)]
    Preset(#[from] PresetError),
}

impl From<SoundError> for Wrong {
    fn from(why: SoundError) -> Self {
        Self::Engine(why.into())
    }
}

/// What an address stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something is done.
    Gesture,
    /// A value by its handle, 0 to 100.
    Handle,
    /// A value in SI.
    Value,
    /// A number of the mixer.
    Mixer,
}

/// An address, for those who look what there is.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The whole address.
    pub address: String,
    /// What it stands for.
    pub kind: Kind,
    /// Range, unit, meaning.
    pub info: Info,
    /// What it is now; none for gestures.
    pub value: Option<f64>,
}

/// A number of the mixer.
const fn mixer(id: &'static str, doc: &'static str, min: f64, max: f64, default: f64) -> Info {
    Info {
        id,
        symbol: "",
        unit: Unit::One,
        doc,
        min,
        max,
        scale: Scale::Linear,
        default,
        glide: 0.0,
        handle: None,
    }
}

/// The numbers of a strip.
pub(crate) const STRIP: [Info; 4] = [
    mixer(
        "gain",
        "How loud it is; 1 is as it was made.",
        0.0,
        100.0,
        1.0,
    ),
    mixer(
        "pan",
        "Where it is, from the first loudspeaker to the last.",
        -1.0,
        1.0,
        0.0,
    ),
    mixer("mute", "1: it is not heard.", 0.0, 1.0, 0.0),
    mixer(
        "solo",
        "1: only those that are solo are heard.",
        0.0,
        1.0,
        0.0,
    ),
];

fn read_strip(strip: &Strip, id: &str) -> f64 {
    match id {
        "gain" => strip.gain,
        "pan" => strip.pan,
        "mute" => f64::from(u8::from(strip.mute)),
        _ => f64::from(u8::from(strip.solo)),
    }
}

fn write_strip(strip: &mut Strip, id: &str, value: f64) {
    match id {
        "gain" => strip.gain = value,
        "pan" => strip.pan = value,
        "mute" => strip.mute = value >= 0.5,
        _ => strip.solo = value >= 0.5,
    }
}

/// An engine, and all that can be said to it.
#[derive(Debug)]
pub struct World {
    /// The end of the engine that decides.
    pub controls: Controls,
}

impl World {
    /// All that can be said to it.
    pub fn new(controls: Controls) -> Self {
        Self { controls }
    }

    /// Says something, to happen at a sample.
    ///
    /// # Errors
    /// If nothing has that address or what follows is not allowed; nothing happens then.
    pub fn tell(&mut self, address: &str, args: &[Arg], at: u64) -> Result<Answer, Wrong> {
        let mut words = address.strip_prefix('/').unwrap_or(address).splitn(2, '/');
        let (Some(name), Some(rest)) = (words.next(), words.next()) else {
            return Err(self.no_such(address));
        };
        if name == "foley" {
            return self.whole(address, rest, args, at);
        }
        let Ok(place) = self.controls.place(name) else {
            return Err(self.no_such(address));
        };
        if let Some(id) = rest.strip_prefix("mixer/") {
            return self.strip(address, place, id, args, at);
        }
        let Some(it) = self.instance(place) else {
            return Err(self.no_such(address));
        };
        let gestures = it.sound.gestures();
        if let Some(info) = gestures.iter().find(|info| info.id == rest) {
            let value = number(address, info, args)?;
            self.controls.gesture(place, info.id, value, at)?;
            return Ok(Answer::Done);
        }
        self.value(address, place, &rest.replace('/', "."), args, at)
    }

    fn instance(&self, place: usize) -> Option<&Instance> {
        self.controls
            .instances()
            .find(|&(at, _)| at == place)
            .map(|(_, it)| it)
    }

    fn value(
        &mut self,
        address: &str,
        place: usize,
        name: &str,
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, Wrong> {
        let Some(it) = self.instance(place) else {
            return Err(self.no_such(address));
        };
        let Ok((found, said)) = foley_sound::find(&*it.sound, name) else {
            return Err(self.no_such(address));
        };
        let by_handle = said == foley_sound::Said::Handle;
        let value = match args {
            [] => {
                let value = found.get(&*it.sound);
                return Ok(Answer::Value(if by_handle {
                    found.info.to_handle(value)
                } else {
                    value
                }));
            }
            [Arg::Number(value)] => *value,
            [Arg::Text(text)] if by_handle => {
                foley_sound::read(&found, said, text).map(|value| found.info.to_handle(value))?
            }
            [Arg::Text(text)] => found.info.parse(text).map_err(SoundError::from)?,
            _ => {
                return Err(Wrong::Takes {
                    address: excerpt(address),
                    takes: "one value, or none to ask for it".to_owned(),
                });
            }
        };
        self.controls.set(place, name, value, None, at)?;
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
            return Err(self.no_such(address));
        };
        let Some(it) = self.instance(place) else {
            return Err(self.no_such(address));
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

    fn whole(&mut self, address: &str, what: &str, args: &[Arg], at: u64) -> Result<Answer, Wrong> {
        let takes = |takes: &str| Wrong::Takes {
            address: excerpt(address),
            takes: takes.to_owned(),
        };
        match (what, args) {
            ("add", [Arg::Text(name), Arg::Text(sound)]) => {
                self.add(name, sound, at)?;
                Ok(Answer::Done)
            }
            ("add", _) => Err(takes("a name, and a model or a preset")),
            ("remove", [Arg::Text(name)]) => {
                let place = self.controls.place(name)?;
                self.controls.remove(place, at)?;
                Ok(Answer::Done)
            }
            ("remove", _) => Err(takes("the name of a sound")),
            ("list", []) => Ok(Answer::Names(
                self.controls
                    .instances()
                    .map(|(_, it)| it.name.clone())
                    .collect(),
            )),
            ("gain", [Arg::Number(gain)]) if *gain >= 0.0 => {
                self.controls.set_master(*gain, at)?;
                Ok(Answer::Done)
            }
            ("gain", _) => Err(takes("a factor from 0")),
            ("limiter", [Arg::Number(on)]) => {
                self.controls.limit(*on >= 0.5, at)?;
                Ok(Answer::Done)
            }
            ("limiter", _) => Err(takes("0 or 1")),
            _ => Err(self.no_such(address)),
        }
    }

    /// A sound begins: a preset, or a model with its default values.
    ///
    /// # Errors
    /// If there is neither, its name cannot be an address, or the engine has no room.
    pub fn add(&mut self, name: &str, sound: &str, at: u64) -> Result<usize, Wrong> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name == "foley" || name.len() > 64 || !name.chars().all(plain) {
            return Err(Wrong::Takes {
                address: "/foley/add".to_owned(),
                takes: "a name of letters, digits, `-` and `_`, up to 64, other than `foley`"
                    .to_owned(),
            });
        }
        let place = if let Ok(model) = model(sound) {
            self.controls
                .add(name, &*model, 1, Loudness::default(), at)?
        } else {
            let preset = by_name(sound)?;
            self.controls
                .add(name, &*preset.sound, preset.seed, Loudness::default(), at)?
        };
        Ok(place)
    }

    /// Every address there is.
    pub fn entries(&self) -> Vec<Entry> {
        let mut all = Vec::new();
        for (_, it) in self.controls.instances() {
            let name = &it.name;
            let gestures = it.sound.gestures().iter();
            all.extend(gestures.map(|&info| Entry {
                address: format!("/{name}/{}", info.id),
                kind: Kind::Gesture,
                info,
                value: None,
            }));
            for at in addresses(&*it.sound) {
                let value = at.get(&*it.sound);
                if let Some(handle) = at.info.handle {
                    all.push(Entry {
                        address: format!("/{name}/{}", handle.name.replace(' ', "-")),
                        kind: Kind::Handle,
                        info: at.info,
                        value: Some(at.info.to_handle(value)),
                    });
                }
                all.push(Entry {
                    address: format!("/{name}/{}", at.path().replace('.', "/")),
                    kind: Kind::Value,
                    info: at.info,
                    value: Some(value),
                });
            }
            all.extend(STRIP.iter().map(|&info| Entry {
                address: format!("/{name}/mixer/{}", info.id),
                kind: Kind::Mixer,
                info,
                value: Some(read_strip(&it.strip, info.id)),
            }));
        }
        all
    }

    pub(crate) fn no_such(&self, address: &str) -> Wrong {
        let all = self.entries();
        let known: Vec<&str> = all.iter().map(|entry| entry.address.as_str()).collect();
        // What is very long is no slip of the hand, and would take long to compare.
        let near = if address.len() <= 80 {
            nearest(address, &known)
                .into_iter()
                .map(str::to_owned)
                .collect()
        } else {
            Vec::new()
        };
        Wrong::NoSuch {
            address: excerpt(address),
            nearest: near,
        }
    }
}

/// The one number that may follow an address.
fn number(address: &str, info: &Info, args: &[Arg]) -> Result<Option<f64>, Wrong> {
    match args {
        [] => Ok(None),
        [Arg::Number(value)] => Ok(Some(info.check(*value).map_err(SoundError::from)?)),
        [Arg::Text(text)] => Ok(Some(info.parse(text).map_err(SoundError::from)?)),
        _ => Err(Wrong::Takes {
            address: excerpt(address),
            takes: format!(
                "one number, {} to {}, or none",
                info.format(info.min),
                info.format(info.max)
            ),
        }),
    }
}
