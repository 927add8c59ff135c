//! An engine that sounds in a page: both of its ends on one thread, told things in JSON between two blocks.
//!
//! | `do`     | with                                   | what happens                                                             |
//! |----------|----------------------------------------|--------------------------------------------------------------------------|
//! | `say`    | address, args, in                      | what is said to an address ([`foley_live::AddressSpace`]), in so many seconds   |
//! | `add`    | name, preset, factor, and its strip    | a sound begins; one of the same name makes room for it                   |
//! | `become` | name, preset, over, factor             | it becomes another: what can glide glides                                |
//! | `remove` | name                                   | it fades out                                                             |
//! | `play`   | name, in                               | what its preset does, or the opening of its model                        |
//! | `strip`  | name, gain, pan, mute, solo            | its strip of the mixer; what is left out stays                           |
//! | `hears`  | name, whom                             | what a room or an effect hears                                           |
//! | `master` | gain, limiter                          | the whole                                                                |
//! | `watch`  | name                                   | whose measurements are traced; nobody's without a name                   |
//!
//! Answers are `{"answer": …}`, with what a `say` has changed: `{name, path, value}`, where the path is that
//! of a parameter, `strip.gain` and its like, `hears`, `preset` for a whole sound that came or became
//! another, or `gone`.

mod changes;
mod trace;

use crate::questions::RATES;
use crate::request::{self, Wrong, maybe, number_of, number_within, preset_of, switch_of, text_of};
use changes::{differences, whose};
use foley_engine::{Capacity, ChannelStrip, Instance, Loudness, Meter, Renderer, Report, budget, engine};
use foley_live::{AddressSpace, Answer, Arg, is_pattern};
use foley_params::words::excerpt;
use serde_json::{Value, json};
use trace::Watched;

/// Most sounds at once.
const MOST_SOUNDS: usize = 256;
/// Most frames that are rendered at once.
pub(crate) const MOST_FRAMES: usize = 16_384;
/// Most values behind an address.
const MOST_ARGS: usize = 64;
/// How far ahead something may be told \[s\].
const AHEAD: (f64, f64) = (0.0, 600.0);
/// How long a sound takes to become another if nobody says it \[s\].
const BECOMES: f64 = 0.1;

/// An engine that sounds in a page.
#[derive(Debug)]
pub struct Studio {
    address_space: AddressSpace,
    renderer: Renderer,
    out: [Vec<f32>; 2],
    quality: u8,
    /// Those that have no time to sound, by their places.
    paused: Vec<bool>,
    watched: Option<Watched>,
}

impl Studio {
    /// An engine at a sample rate \[Hz\] with room for so many sounds; both are put within what can be.
    pub fn new(rate: f64, instances: usize) -> Self {
        let rate = if rate.is_finite() { rate.clamp(RATES.0, RATES.1) } else { 48_000.0 };
        let instances = instances.clamp(1, MOST_SOUNDS);
        let capacity = Capacity { instances, ..Capacity::default() };
        let (controls, renderer) = engine(rate, capacity);
        Self {
            address_space: AddressSpace::new(controls),
            renderer,
            out: [Vec::new(), Vec::new()],
            quality: 0,
            paused: vec![false; instances],
            watched: None,
        }
    }

    /// The next samples, left and right.
    pub fn render(&mut self, frames: usize) -> &[Vec<f32>; 2] {
        let frames = frames.min(MOST_FRAMES);
        let [left, right] = &mut self.out;
        left.resize(frames, 0.0);
        right.resize(frames, 0.0);
        self.renderer.render(&mut [left, right]);
        &self.out
    }

    /// Sounds at another level of quality ([`foley_engine::budget`]), for pages that run short of time; 0 is
    /// the best.
    pub fn ease(&mut self, level: u8) {
        self.quality = level.min(budget::PAUSE_LEVEL - 1);
        self.renderer.limit_quality(self.quality);
    }

    /// Is told something, as JSON in UTF-8; the answer, or what was wrong.
    pub fn tell(&mut self, request: &[u8]) -> Value {
        let answer = request::read(request).and_then(|request| self.obey(&request));
        request::answered(answer)
    }

    fn obey(&mut self, request: &Value) -> Result<Value, Wrong> {
        match text_of(request, "do")? {
            "say" => return self.say(request),
            "add" => self.add(request)?,
            "become" => self.become_another(request)?,
            "remove" => {
                let slot = self.slot(request)?;
                let at = self.now();
                self.address_space.controls.remove(slot, at).map_err(|why| why.to_string())?;
            }
            "play" => {
                let (slot, at) = (self.slot(request)?, self.at(request)?);
                self.address_space.controls.play(slot, at).map_err(|why| why.to_string())?;
            }
            "strip" => {
                let slot = self.slot(request)?;
                self.mix(slot, request)?;
            }
            "hears" => {
                let whom = maybe(request, "whom").and_then(Value::as_str);
                let address = format!("/{}/hears", text_of(request, "name")?);
                let whom = Arg::Text(whom.unwrap_or("nothing").to_owned());
                self.said(&address, &[whom])?;
            }
            "master" => {
                if let Some(gain) = number_of(request, "gain")? {
                    self.said("/foley/gain", &[Arg::Number(gain)])?;
                }
                if let Some(on) = switch_of(request, "limiter")? {
                    self.said("/foley/limiter", &[Arg::Number(f64::from(u8::from(on)))])?;
                }
            }
            "watch" => return self.watch(request),
            other => {
                return Err(request::unknown(
                    other,
                    &["say", "add", "become", "remove", "play", "strip", "hears", "master", "watch"],
                ));
            }
        }
        Ok(json!({ "answer": "done" }))
    }

    /// The sample that will be heard next.
    fn now(&self) -> u64 {
        self.renderer.now()
    }

    /// The sample at which a request is to happen.
    fn at(&self, request: &Value) -> Result<u64, Wrong> {
        let after = number_within(request, "in", AHEAD, 0.0)?;
        Ok(self.now() + (after * self.address_space.controls.rate()) as u64)
    }

    fn slot(&self, request: &Value) -> Result<usize, Wrong> {
        let name = text_of(request, "name")?;
        self.address_space.controls.slot(name).map_err(|why| why.to_string())
    }

    fn instance(&self, slot: usize) -> Option<&Instance> {
        let mut all = self.address_space.controls.instances();
        all.find(|&(at, _)| at == slot).map(|(_, it)| it)
    }

    fn said(&mut self, address: &str, args: &[Arg]) -> Result<(), Wrong> {
        let at = self.now();
        let answer = self.address_space.send(address, args, at);
        answer.map(drop).map_err(|why| why.to_string())
    }

    fn add(&mut self, request: &Value) -> Result<(), Wrong> {
        let (name, preset, at) = (text_of(request, "name")?, preset_of(request)?, self.now());
        let loudness = factor(request)?.unwrap_or_default();
        let strip = strip(ChannelStrip::default(), request)?;
        let slot = self.address_space.add_preset(name, &preset, loudness, at);
        let slot = slot.map_err(|why| why.to_string())?;
        if strip != ChannelStrip::default() {
            self.address_space.controls.set_strip(slot, strip, at).map_err(|why| why.to_string())?;
        }
        // Its first touch is not missed.
        if self.watched.as_ref().is_some_and(|it| it.name == name) {
            self.look_inside(name);
        }
        Ok(())
    }

    fn become_another(&mut self, request: &Value) -> Result<(), Wrong> {
        let (slot, preset, at) = (self.slot(request)?, preset_of(request)?, self.now());
        let over = number_within(request, "over", (0.0, 60.0), BECOMES)?;
        // As loud as it was, unless somebody says otherwise: who strikes harder is louder.
        let own = self.instance(slot).map_or(1.0, |it| it.factor);
        let loudness = factor(request)?.unwrap_or(Loudness::Factor(own));
        let controls = &mut self.address_space.controls;
        let turned = controls.morph_to(slot, &preset, loudness, over, at);
        turned.map_err(|why| why.to_string())?;
        let name = text_of(request, "name")?;
        let other = |it: &Watched| it.name == name && it.model != preset.model();
        if self.watched.as_ref().is_some_and(other) {
            self.look_inside(name);
        }
        Ok(())
    }

    fn mix(&mut self, slot: usize, request: &Value) -> Result<(), Wrong> {
        let before = self.instance(slot).map(|it| it.strip).unwrap_or_default();
        let (strip, at) = (strip(before, request)?, self.now());
        self.address_space.controls.set_strip(slot, strip, at).map_err(|why| why.to_string())
    }

    fn say(&mut self, request: &Value) -> Result<Value, Wrong> {
        let address = text_of(request, "address")?;
        let args = match maybe(request, "args") {
            None => Vec::new(),
            Some(_) => args(request::list_of(request, "args")?)?,
        };
        let at = self.at(request)?;
        let meant = if is_pattern(address) {
            let meant = self.address_space.matching(address);
            meant.map_err(|why| why.to_string())?
        } else {
            vec![address.to_owned()]
        };
        let mut answers: Vec<Value> = Vec::new();
        let mut changed = Vec::new();
        for address in meant {
            let name = whose(&address, &args).to_owned();
            let before = self.seen(&name);
            let answer = self.address_space.send(&address, &args, at);
            answers.push(match answer.map_err(|why| why.to_string())? {
                Answer::Done => "done".into(),
                Answer::Value(value) => value.into(),
                Answer::Values(values) => values.into(),
                Answer::Names(names) => names.into(),
            });
            differences(&name, before, self.seen(&name), &mut changed);
        }
        let answer = match answers.len() {
            1 => answers.remove(0),
            _ => answers.into(),
        };
        Ok(json!({ "answer": answer, "changed": changed }))
    }

    /// How loud everything is, and what the engine has to say. To be called about thirty times a second: it
    /// frees what is spent.
    pub fn look(&mut self) -> Value {
        let reports = self.address_space.controls.collect();
        let reports: Vec<String> = reports.into_iter().filter_map(|it| self.heard(it)).collect();
        let controls = &self.address_space.controls;
        let loud = |meter: Meter| json!({ "peak": meter.peak, "rms": meter.rms });
        let sounds = controls.instances().map(|(slot, it)| {
            let mut sound = loud(controls.meter(slot));
            sound["name"] = it.name.as_str().into();
            sound["asleep"] = controls.asleep(slot).into();
            sound["paused"] = self.paused.get(slot).copied().unwrap_or(false).into();
            sound
        });
        json!({
            "now": self.now(),
            "sounds": sounds.collect::<Vec<_>>(),
            "master": controls.master().into_iter().map(loud).collect::<Vec<_>>(),
            "quality": self.quality,
            "reports": reports,
            "changed": [],
        })
    }

    /// A report in words, for people.
    fn heard(&mut self, report: Report) -> Option<String> {
        let name = |slot: usize| {
            self.instance(slot).map_or_else(|| "a sound".to_owned(), |it| format!("`{}`", it.name))
        };
        let words = match report {
            Report::VoiceReset { slot } => {
                format!("{} lost its numbers and begins again at rest.", name(slot))
            }
            Report::EventRejected { slot, why } => {
                format!("{} does not do that: {why}.", name(slot))
            }
            Report::EventDropped => "Too much waits for its time: something is left out.".to_owned(),
            Report::QualityChanged { level } => {
                self.quality = level;
                return None;
            }
            Report::Paused { slot } | Report::Resumed { slot } => {
                if let Some(paused) = self.paused.get_mut(slot) {
                    *paused = matches!(report, Report::Paused { .. });
                }
                return None;
            }
            _ => return None,
        };
        Some(words)
    }
}

/// From SI to full scale, if somebody has listened for it.
fn factor(request: &Value) -> Result<Option<Loudness>, Wrong> {
    match number_of(request, "factor")? {
        None => Ok(None),
        Some(factor) if (0.0..=1e30).contains(&factor) => Ok(Some(Loudness::Factor(factor))),
        Some(_) => Err("`factor` must be a number from 0 on".to_owned()),
    }
}

/// A strip with what is said of it.
fn strip(before: ChannelStrip, request: &Value) -> Result<ChannelStrip, Wrong> {
    Ok(ChannelStrip {
        gain: number_within(request, "gain", (0.0, 100.0), before.gain)?,
        pan: number_within(request, "pan", (-1.0, 1.0), before.pan)?,
        mute: switch_of(request, "mute")?.unwrap_or(before.mute),
        solo: switch_of(request, "solo")?.unwrap_or(before.solo),
    })
}

fn args(list: &[Value]) -> Result<Vec<Arg>, Wrong> {
    if list.len() > MOST_ARGS {
        return Err(format!("at most {MOST_ARGS} values follow an address"));
    }
    let arg = |value: &Value| match value {
        Value::Number(number) => Ok(Arg::Number(number.as_f64().unwrap_or(f64::NAN))),
        Value::String(text) => Ok(Arg::Text(text.clone())),
        Value::Bool(on) => Ok(Arg::Number(f64::from(u8::from(*on)))),
        other => Err(format!("a number or a text follows an address, not `{}`", excerpt(&other.to_string()))),
    };
    list.iter().map(arg).collect()
}
