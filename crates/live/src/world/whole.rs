//! What is said to the whole: sounds come, become others and go; how loud it all is.

use super::entry::{GAIN, LIMITER, METER, ORDERS};
use super::{Answer, Arg, Entry, Kind, World, Wrong, number, takes};
use crate::recorder::RecordError;
use foley_engine::{Loudness, Strip};
use foley_params::Info;
use foley_params::words::excerpt;
use foley_sound::preset::{Preset, by_name, palette, slug};
use foley_sound::{model, models};
use std::collections::HashMap;
use std::sync::OnceLock;

/// How long a sound takes to become another preset of its model \[s\].
const BECOMES: f64 = 0.1;

/// A sound that can begin: whether it is a preset, and its name.
struct Kept {
    key: super::Key,
    preset: Preset,
}

/// Every word after `/foley/`.
pub(super) fn words() -> impl Iterator<Item = (Kind, Info)> {
    let numbers = [(Kind::Mixer, GAIN), (Kind::Mixer, LIMITER)];
    let all = ORDERS.into_iter().chain([(Kind::Asked, METER)]);
    all.chain(numbers)
}

/// The built-in presets by the names that files and flags have for them.
fn presets() -> &'static HashMap<String, &'static Preset> {
    static PRESETS: OnceLock<HashMap<String, &'static Preset>> = OnceLock::new();
    PRESETS.get_or_init(|| palette().iter().map(|it| (it.slug(), it)).collect())
}

impl World {
    pub(super) fn whole_entries(&self) -> Vec<Entry> {
        let value = |id: &str| match id {
            "gain" => Some(self.gain),
            "limiter" => Some(f64::from(u8::from(self.limiter))),
            _ => None,
        };
        let entry = |(kind, info): (Kind, Info)| Entry {
            address: format!("/foley/{}", info.id),
            kind,
            info,
            value: value(info.id),
        };
        words().map(entry).collect()
    }

    pub(super) fn whole(
        &mut self,
        address: &str,
        what: &str,
        args: &[Arg],
        at: u64,
    ) -> Result<Answer, Wrong> {
        match (what, args) {
            ("add", [Arg::Text(name), Arg::Text(sound), strip @ ..]) if strip.len() <= 2 => {
                let strip = wanted_strip(address, strip)?;
                let place = self.add(name, sound, at)?;
                if strip != Strip::default() {
                    self.controls.mix(place, strip, at)?;
                }
                Ok(Answer::Done)
            }
            ("add", _) => Err(takes(
                address,
                "a name, a model or a preset and, if wanted, gain and pan",
            )),
            ("remove", [Arg::Text(name)]) => {
                let place = self.controls.place(name)?;
                self.controls.remove(place, at)?;
                Ok(Answer::Done)
            }
            ("preset", [Arg::Text(name), Arg::Text(preset)]) => {
                self.become_another(name, preset, at)?;
                Ok(Answer::Done)
            }
            ("preset", _) => Err(takes(address, "the name of a sound, and a preset")),
            ("play", [Arg::Text(name)]) => {
                let place = self.controls.place(name)?;
                self.controls.play(place, at)?;
                Ok(Answer::Done)
            }
            ("remove" | "play", _) => Err(takes(address, "the name of a sound")),
            ("list", []) => {
                let all = self.controls.instances();
                Ok(Answer::Names(all.map(|(_, it)| it.name.clone()).collect()))
            }
            ("meter", []) => {
                let all = self.controls.master().into_iter();
                let all = all.flat_map(|it| [it.peak.into(), it.rms.into()]);
                Ok(Answer::Values(all.collect()))
            }
            ("list" | "meter", _) => Err(takes(address, "nothing, and answers")),
            ("gain", _) => match number(address, &GAIN, args)? {
                None => Ok(Answer::Value(self.gain)),
                Some(gain) => {
                    self.controls.set_master(gain, at)?;
                    self.gain = gain;
                    Ok(Answer::Done)
                }
            },
            ("limiter", _) => match number(address, &LIMITER, args)? {
                None => Ok(Answer::Value(f64::from(u8::from(self.limiter)))),
                Some(on) => {
                    self.controls.limit(on >= 0.5, at)?;
                    self.limiter = on >= 0.5;
                    Ok(Answer::Done)
                }
            },
            ("record", [Arg::Text(name)]) => {
                let refused = |why: RecordError| Wrong::Record {
                    why: why.to_string(),
                };
                let recorder = self.recorder.as_ref();
                let recorder = recorder.ok_or(refused(RecordError::NotAllowed))?;
                recorder
                    .order(&mut self.controls, name, at)
                    .map_err(refused)?;
                Ok(Answer::Done)
            }
            ("record", _) => Err(takes(address, "the name of a recording, or `off`")),
            _ => Err(self.no_such(address, at)),
        }
    }

    /// A sound begins: a preset, or a model with its default values.
    ///
    /// # Errors
    /// If there is neither, its name cannot be an address, or the engine has no room.
    pub fn add(&mut self, name: &str, sound: &str, at: u64) -> Result<usize, Wrong> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name == "foley" || name.len() > 64 || !name.chars().all(plain) {
            return Err(takes(
                "/foley/add",
                "a name of letters, digits, `-` and `_`, up to 64, other than `foley`",
            ));
        }
        let most = self.controls.capacity().instances;
        if self.called(name).is_none() && self.controls.instances().count() >= most {
            return Err(Wrong::NoRoom { most });
        }
        let kept = self.kept(sound, at)?;
        let loudness = self.loudness(kept.key);
        let place = self.controls.add_preset(name, &kept.preset, loudness, at)?;
        self.remember(kept.key, place);
        Ok(place)
    }

    /// A sound becomes a preset: it glides if it is of the same model and has room for its modes, else the preset takes its place.
    fn become_another(&mut self, name: &str, preset: &str, at: u64) -> Result<(), Wrong> {
        let place = self.controls.place(name)?;
        let kept = self.kept(preset, at)?;
        let loudness = self.loudness(kept.key);
        self.controls
            .turn_into(place, &kept.preset, loudness, BECOMES, at)?;
        self.remember(kept.key, place);
        Ok(())
    }

    fn kept(&mut self, name: &str, at: u64) -> Result<Kept, Wrong> {
        let of = |preset: &'static Preset| Kept {
            key: (true, &preset.name),
            preset: preset.clone(),
        };
        if is_model(name) {
            let sound = model(name)?;
            let key = (false, sound.about().name);
            let mut preset = Preset::of(sound, name);
            preset.seed = 1;
            return Ok(Kept { key, preset });
        }
        match presets().get(&slug(name)) {
            Some(&preset) => Ok(of(preset)),
            None if self.may_think(at) => Ok(of(by_name(name)?)),
            None => Err(Wrong::NoSuchSound {
                name: excerpt(name),
            }),
        }
    }

    fn loudness(&self, key: super::Key) -> Loudness {
        self.factors
            .get(&key)
            .map_or_else(Loudness::default, |&factor| Loudness::Factor(factor))
    }

    fn remember(&mut self, key: super::Key, place: usize) {
        if let Some(factor) = self.instance(place).map(|it| it.factor) {
            self.factors.insert(key, factor);
        }
    }
}

fn is_model(name: &str) -> bool {
    static MODELS: OnceLock<Vec<&'static str>> = OnceLock::new();
    let all = MODELS.get_or_init(|| models().iter().map(|it| it.about().name).collect());
    all.contains(&name)
}

/// Gain and pan, if they were said.
fn wanted_strip(address: &str, args: &[Arg]) -> Result<Strip, Wrong> {
    let mut strip = Strip::default();
    for (info, arg) in super::STRIP.iter().zip(args) {
        let value = number(address, info, core::slice::from_ref(arg))?;
        super::write_strip(&mut strip, info.id, value.unwrap_or(info.default));
    }
    Ok(strip)
}
