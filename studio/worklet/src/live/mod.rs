//! The running engine of a page: controls and renderer on one thread, with JSON requests between two blocks.
//!
//! | `do`       | with                                | effect                                                             |
//! |------------|-------------------------------------|--------------------------------------------------------------------|
//! | `send`     | address, args, delay                | sends an OSC message ([`foley_live::AddressSpace`]) after `delay` seconds |
//! | `add`      | name, preset, factor, channel strip | adds a sound; a sound of the same name is replaced                 |
//! | `retarget` | name, preset, glide, factor         | changes a sound to another preset; continuous parameters glide     |
//! | `remove`   | name                                | fades the sound out and removes it                                 |
//! | `play`     | name, delay                         | plays the score of the preset, or the default gesture of the model |
//! | `strip`    | name, gain, pan, mute, solo         | sets the channel strip; absent fields keep their value             |
//! | `input`    | name, source                        | sets the input of a room or an effect                              |
//! | `master`   | gain, limiter, place, distance      | sets master output and place; lowers a distance that does not fit  |
//! | `watch`    | name                                | traces the measurements of a sound; without a name, stops tracing  |
//!
//! Answers are `{"answer": …}`. `send` adds `"changes"`: a list of `{name, path, value}`. The path is that of
//! a parameter, `strip.gain`, `strip.pan`, `strip.mute`, `strip.solo`, `hears`, `preset` for an added or
//! replaced sound, or `removed`.

mod changes;
mod trace;

use crate::queries::RATES;
use crate::request::{
    self, RequestError, maybe, number_of, number_within, place_of, preset_of, switch_of, text_of,
};
use changes::{addressed_sound, push_differences};
use foley_catalogue::spaces::place::DISTANCE;
use foley_engine::{
    Capacity, ChannelStrip, Instance, Loudness, Meter, Renderer, Report, SoundId, budget, engine,
};
use foley_live::{AddressSpace, Answer, Arg, is_pattern};
use foley_params::words::excerpt;
use serde_json::{Value, json};
use trace::WatchedSound;

/// Maximum number of sounds in the engine.
const MAX_SOUNDS: usize = 256;
/// Maximum number of frames per call of `render`.
pub(crate) const MAX_FRAMES: usize = 16_384;
/// Maximum number of arguments of an OSC message.
const MAX_ARGS: usize = 64;
/// Range of the delay of a request \[s\].
const DELAYS: (f64, f64) = (0.0, 600.0);
/// Default glide time of `retarget` \[s\].
const DEFAULT_GLIDE: f64 = 0.1;

/// The engine that plays sounds in an AudioWorklet.
#[derive(Debug)]
pub struct WorkletEngine {
    address_space: AddressSpace,
    renderer: Renderer,
    out: [Vec<f32>; 2],
    quality: u8,
    /// Whether the sound in each slot is paused because rendering takes too long.
    paused: Vec<bool>,
    watched: Option<WatchedSound>,
}

impl WorkletEngine {
    /// Creates an engine for at most `instances` sounds at `rate` \[Hz\]; both are clamped to their ranges.
    pub fn new(rate: f64, instances: usize) -> Self {
        let rate = if rate.is_finite() { rate.clamp(RATES.0, RATES.1) } else { 48_000.0 };
        let instances = instances.clamp(1, MAX_SOUNDS);
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

    /// Renders the next samples of the left and the right channel, at most `MAX_FRAMES`.
    pub fn render(&mut self, frames: usize) -> &[Vec<f32>; 2] {
        let frames = frames.min(MAX_FRAMES);
        let [left, right] = &mut self.out;
        left.resize(frames, 0.0);
        right.resize(frames, 0.0);
        self.renderer.render(&mut [left, right]);
        &self.out
    }

    /// Sets the quality level ([`foley_engine::budget`]); 0 is the best. Pages reduce the quality when
    /// rendering takes too long.
    pub fn set_quality(&mut self, level: u8) {
        self.quality = level.min(budget::PAUSE_LEVEL - 1);
        self.renderer.limit_quality(self.quality);
    }

    /// Executes a request in JSON and returns the answer, or `{"error": message}`.
    pub fn execute(&mut self, request: &[u8]) -> Value {
        let answer = request::read(request).and_then(|request| self.dispatch(&request));
        request::answer_or_error(answer)
    }

    fn dispatch(&mut self, request: &Value) -> Result<Value, RequestError> {
        match text_of(request, "do")? {
            "send" => return self.send(request),
            "add" => self.add(request)?,
            "retarget" => self.retarget(request)?,
            "remove" => {
                let id = self.sound(request)?;
                let at = self.now();
                self.address_space.controls.remove(id, at).map_err(|why| why.to_string())?;
            }
            "play" => {
                let (id, at) = (self.sound(request)?, self.at(request)?);
                self.address_space.controls.play(id, at).map_err(|why| why.to_string())?;
            }
            "strip" => {
                let id = self.sound(request)?;
                self.mix(id, request)?;
            }
            "input" => {
                let source = maybe(request, "source").and_then(Value::as_str);
                let address = format!("/{}/hears", text_of(request, "name")?);
                let source = Arg::Text(source.unwrap_or("nothing").to_owned());
                self.send_now(&address, &[source])?;
            }
            "master" => {
                if let Some(gain) = number_of(request, "gain")? {
                    self.send_now("/foley/gain", &[Arg::Number(gain)])?;
                }
                if let Some(on) = switch_of(request, "limiter")? {
                    self.send_now("/foley/limiter", &[Arg::Number(f64::from(u8::from(on)))])?;
                }
                self.set_place(request)?;
            }
            "watch" => return self.watch(request),
            other => {
                return Err(request::unknown(
                    other,
                    &["send", "add", "retarget", "remove", "play", "strip", "input", "master", "watch"],
                ));
            }
        }
        Ok(json!({ "answer": "done" }))
    }

    /// Returns the index of the next sample to be rendered.
    fn now(&self) -> u64 {
        self.renderer.now()
    }

    /// Returns the index of the sample at which a request takes effect.
    fn at(&self, request: &Value) -> Result<u64, RequestError> {
        let delay = number_within(request, "delay", DELAYS, 0.0)?;
        Ok(self.now() + (delay * self.address_space.controls.rate()) as u64)
    }

    fn sound(&self, request: &Value) -> Result<SoundId, RequestError> {
        let name = text_of(request, "name")?;
        self.address_space.controls.find(name).map_err(|why| why.to_string())
    }

    fn instance(&self, sound: SoundId) -> Option<&Instance> {
        self.address_space.controls.instance(sound).ok()
    }

    fn send_now(&mut self, address: &str, args: &[Arg]) -> Result<(), RequestError> {
        let at = self.now();
        let answer = self.address_space.send(address, args, at);
        answer.map(drop).map_err(|why| why.to_string())
    }

    /// Sets place and distance in one step; absent fields keep their value. An unchanged place keeps its
    /// reverberation.
    fn set_place(&mut self, request: &Value) -> Result<(), RequestError> {
        let at = self.now();
        let controls = &mut self.address_space.controls;
        let before = controls.place();
        let place = place_of(request)?.unwrap_or(before.0);
        let distance = number_of(request, "distance")?.unwrap_or(before.1);
        let distance = distance.clamp(DISTANCE.min, place.max_distance());
        if (place, distance) == before {
            return Ok(());
        }
        controls.set_place(place, distance, at).map_err(|why| why.to_string())
    }

    fn add(&mut self, request: &Value) -> Result<(), RequestError> {
        let (name, preset, at) = (text_of(request, "name")?, preset_of(request)?, self.now());
        let loudness = loudness_of(request)?.unwrap_or_default();
        let strip = strip_of(request, ChannelStrip::default())?;
        let id = self.address_space.add_preset(name, &preset, loudness, at);
        let id = id.map_err(|why| why.to_string())?;
        if strip != ChannelStrip::default() {
            self.address_space.controls.set_strip(id, strip, at).map_err(|why| why.to_string())?;
        }
        // If the replaced sound was traced, the new sound is traced from its first sample.
        if self.watched.as_ref().is_some_and(|watched| watched.name == name) {
            self.start_trace(name);
        }
        Ok(())
    }

    fn retarget(&mut self, request: &Value) -> Result<(), RequestError> {
        let (id, preset, at) = (self.sound(request)?, preset_of(request)?, self.now());
        let glide = number_within(request, "glide", (0.0, 60.0), DEFAULT_GLIDE)?;
        let loudness = loudness_of(request)?.unwrap_or_default();
        let controls = &mut self.address_space.controls;
        let result = controls.morph_to(id, &preset, loudness, glide, at);
        result.map_err(|why| why.to_string())?;
        let name = text_of(request, "name")?;
        let other = |watched: &WatchedSound| watched.name == name && watched.model != preset.model();
        if self.watched.as_ref().is_some_and(other) {
            self.start_trace(name);
        }
        Ok(())
    }

    fn mix(&mut self, id: SoundId, request: &Value) -> Result<(), RequestError> {
        let before = self.instance(id).map(|instance| instance.strip).unwrap_or_default();
        let (strip, at) = (strip_of(request, before)?, self.now());
        self.address_space.controls.set_strip(id, strip, at).map_err(|why| why.to_string())
    }

    fn send(&mut self, request: &Value) -> Result<Value, RequestError> {
        let address = text_of(request, "address")?;
        let args = match maybe(request, "args") {
            None => Vec::new(),
            Some(_) => args_of(request::list_of(request, "args")?)?,
        };
        let at = self.at(request)?;
        // Repeats, rhythms and curves play as a score does; the pad holds its gestures until told.
        self.address_space.scored = !switch_of(request, "held")?.unwrap_or(false);
        let addresses = if is_pattern(address) {
            let matched = self.address_space.matching(address);
            matched.map_err(|why| why.to_string())?
        } else {
            vec![address.to_owned()]
        };
        let mut answers: Vec<Value> = Vec::new();
        let mut changes = Vec::new();
        for address in addresses {
            let name = addressed_sound(&address, &args).to_owned();
            let before = self.snapshot(&name);
            let answer = self.address_space.send(&address, &args, at);
            answers.push(match answer.map_err(|why| why.to_string())? {
                Answer::Done => "done".into(),
                Answer::Value(value) => value.into(),
                Answer::Values(values) => values.into(),
                Answer::Names(names) => names.into(),
            });
            push_differences(&name, before, self.snapshot(&name), &mut changes);
        }
        let answer = match answers.len() {
            1 => answers.remove(0),
            _ => answers.into(),
        };
        Ok(json!({ "answer": answer, "changes": changes }))
    }

    /// Returns levels, quality and reports, and frees finished voices. Pages call `poll` about thirty times a
    /// second.
    pub fn poll(&mut self) -> Value {
        let reports = self.address_space.controls.collect();
        let reports: Vec<String> =
            reports.into_iter().filter_map(|report| self.report_text(report)).collect();
        let controls = &self.address_space.controls;
        let level = |meter: Meter| json!({ "peak": meter.peak, "rms": meter.rms });
        let sounds = controls.instances().map(|(id, instance)| {
            let mut sound = level(controls.meter(id));
            sound["name"] = instance.name.as_str().into();
            sound["asleep"] = controls.asleep(id).into();
            sound["paused"] = self.paused.get(id.slot()).copied().unwrap_or(false).into();
            sound
        });
        json!({
            "now": self.now(),
            "sounds": sounds.collect::<Vec<_>>(),
            "master": controls.master().into_iter().map(level).collect::<Vec<_>>(),
            "quality": self.quality,
            "reports": reports,
            "changes": [],
        })
    }

    /// Returns a report as a sentence for the user; `None` for reports that only change the state.
    fn report_text(&mut self, report: Report) -> Option<String> {
        let name = |sound: SoundId| {
            self.instance(sound)
                .map_or_else(|| "a sound".to_owned(), |instance| format!("`{}`", instance.name))
        };
        let text = match report {
            Report::VoiceReset { sound } => {
                format!("{} produced a non-finite sample and was reset.", name(sound))
            }
            Report::EventRejected { sound, why } => {
                format!("{} rejected an event: {why}.", name(sound))
            }
            Report::EventDropped => "The event queue is full: an event was dropped.".to_owned(),
            Report::QualityChanged { level } => {
                self.quality = level;
                return None;
            }
            Report::Paused { sound } | Report::Resumed { sound } => {
                if let Some(paused) = self.paused.get_mut(sound.slot()) {
                    *paused = matches!(report, Report::Paused { .. });
                }
                return None;
            }
            _ => return None,
        };
        Some(text)
    }
}

/// Reads the factor from SI units to full scale; `None` if the request has none.
fn loudness_of(request: &Value) -> Result<Option<Loudness>, RequestError> {
    match number_of(request, "factor")? {
        None => Ok(None),
        Some(factor) if (0.0..=1e30).contains(&factor) => Ok(Some(Loudness::Factor(factor))),
        Some(_) => Err("`factor` must lie between 0 and 1e30".to_owned()),
    }
}

/// Reads a channel strip; absent fields keep their value in `before`.
fn strip_of(request: &Value, before: ChannelStrip) -> Result<ChannelStrip, RequestError> {
    Ok(ChannelStrip {
        gain: number_within(request, "gain", (0.0, 100.0), before.gain)?,
        pan: number_within(request, "pan", (-1.0, 1.0), before.pan)?,
        mute: switch_of(request, "mute")?.unwrap_or(before.mute),
        solo: switch_of(request, "solo")?.unwrap_or(before.solo),
    })
}

fn args_of(list: &[Value]) -> Result<Vec<Arg>, RequestError> {
    if list.len() > MAX_ARGS {
        return Err(format!("the message has {} arguments; at most {MAX_ARGS} are allowed", list.len()));
    }
    let arg = |value: &Value| match value {
        Value::Number(number) => Ok(Arg::Number(number.as_f64().unwrap_or(f64::NAN))),
        Value::String(text) => Ok(Arg::Text(text.clone())),
        Value::Bool(on) => Ok(Arg::Number(f64::from(u8::from(*on)))),
        other => Err(format!(
            "arguments must be numbers, texts or booleans, not `{}`",
            excerpt(&other.to_string())
        )),
    };
    list.iter().map(arg).collect()
}
