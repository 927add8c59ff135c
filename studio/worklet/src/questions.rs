//! What a page may ask. No engine need sound for it, and nothing is remembered.
//!
//! | `do`        | with                              | answer                                                             |
//! |-------------|-----------------------------------|--------------------------------------------------------------------|
//! | `catalogue` |                                   | all models with their parameters, gestures, outputs and presets    |
//! | `convert`   | model, path, handle, value or text| value in SI or the choice's name, handle, text                     |
//! | `describe`  | preset                            | every value, the modes, a command, a snippet, addresses            |
//! | `parse`     | text                              | the presets of a file, JSON or XML                                 |
//! | `morph`     | presets, weights                  | the preset between                                                 |
//! | `portrait`  | preset, speed                     | a touch without stepping                                           |
//! | `loudness`  | preset, rate                      | from SI to full scale; slow                                        |
//! | `render`    | preset, rate, seconds             | the sound; slow                                                    |

use crate::request::{self, Wrong, list_of, maybe, number_of, number_within, preset_of, text_of};
use crate::{describe, portrait};
use foley_catalogue::describe::{all_json, value_json, whole_preset_json};
use foley_catalogue::model;
use foley_catalogue::preset::{Preset, read_from};
use foley_engine::Loudness;
use foley_params::words::excerpt;
use foley_params::{Info, ParamError, Scale};
use foley_sound::{Aspects, Family, SoundError, VoiceSpec, perform, sound_params};
use serde_json::{Value, json};

/// Longest text that is read as presets \[bytes\].
const LONGEST_TEXT: usize = 1 << 20;
/// Sample rates at which a page can sound \[Hz\].
pub(crate) const RATES: (f64, f64) = (8000.0, 384_000.0);
/// Longest that is rendered at once \[s\].
const LONGEST_SOUND: f64 = 120.0;
/// Digits of a number that is only looked at.
const DIGITS: usize = 3;
/// Most sounds between which one can be.
const MOST_ENDS: usize = 16;

/// What came of a question.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// The answer, or what was wrong.
    pub answer: Value,
    /// What was rendered, one row for each channel.
    pub samples: Vec<Vec<f32>>,
}

/// Answers a question, as JSON in UTF-8.
pub fn ask(question: &[u8]) -> Answered {
    let mut samples = Vec::new();
    let answer = request::read(question).and_then(|question| answer(&question, &mut samples));
    Answered { answer: request::answered(answer), samples }
}

fn answer(question: &Value, samples: &mut Vec<Vec<f32>>) -> Result<Value, Wrong> {
    match text_of(question, "do")? {
        "catalogue" => Ok(all_json()),
        "convert" => convert(question),
        "describe" => describe::describe(&preset_of(question)?),
        "parse" => parse(question),
        "morph" => morph(question),
        "portrait" => portrait::portrait(&preset_of(question)?, number_of(question, "speed")?),
        "loudness" => loudness(question),
        "render" => render(question, samples),
        other => Err(request::unknown(
            other,
            &["catalogue", "convert", "describe", "parse", "morph", "portrait", "loudness", "render"],
        )),
    }
}

/// A value in all its forms: in SI or by the choice's name, as a position of its handle, as a text to be
/// read.
pub(crate) fn in_all_forms(info: &Info, value: f64) -> Value {
    let handle = match info.scale {
        Scale::Choice(_) => None,
        _ => Some(info.to_handle(value)),
    };
    json!({ "value": value_json(info, value), "handle": handle, "text": shown(info, value) })
}

/// A value for those who look.
pub(crate) fn shown(info: &Info, value: f64) -> String {
    let name = info.choice(value).map(str::to_owned);
    name.unwrap_or_else(|| info.unit.format_rounded(value, DIGITS))
}

fn convert(question: &Value) -> Result<Value, Wrong> {
    let sound = model(text_of(question, "model")?).map_err(|why| why.to_string())?;
    let path = text_of(question, "path")?;
    let found = if let Some(name) = path.strip_prefix("gesture.") {
        sound.gestures().iter().find(|it| it.id == name).copied()
    } else {
        let all = sound_params(&*sound);
        all.iter().find(|at| at.path() == path).map(|at| at.info)
    };
    let info = found.ok_or_else(|| format!("`{}` has no value at `{}`", sound.info().name, excerpt(path)))?;
    let refused = |why: ParamError| why.to_string();
    let value = if let Some(position) = number_of(question, "handle")? {
        if !(0.0..=100.0).contains(&position) {
            return Err(format!("a handle goes from 0 to 100, not to {position}"));
        }
        info.clamp(info.from_handle(position))
    } else if let Some(text) = maybe(question, "text") {
        let text = text.as_str().ok_or("`text` must be a text")?;
        info.parse(text).map_err(refused)?
    } else {
        match maybe(question, "value") {
            Some(Value::String(text)) => info.parse(text).map_err(refused)?,
            Some(_) => {
                let value = number_of(question, "value")?.unwrap_or(info.default);
                info.check(value).map_err(refused)?
            }
            None => return Err("`handle`, `value` or `text` must be there".to_owned()),
        }
    };
    Ok(in_all_forms(&info, value))
}

fn parse(question: &Value) -> Result<Value, Wrong> {
    let text = text_of(question, "text")?;
    if text.len() > LONGEST_TEXT {
        return Err(format!("the text has {} bytes; presets are read up to {LONGEST_TEXT}", text.len()));
    }
    // What a page has kept has its slug with it.
    let kept = serde_json::from_str::<Value>(text).ok();
    let kept = kept.filter(|it| it.get("slug").is_some());
    let presets = match kept {
        Some(document) => vec![request::preset(&document)?],
        None => read_from(text.as_bytes()).map_err(|why| why.to_string())?,
    };
    let presets: Vec<Value> = presets.iter().map(whole_preset_json).collect();
    let first = presets.first().ok_or("there is no preset in it")?.clone();
    Ok(json!({ "preset": first, "presets": presets }))
}

fn morph(question: &Value) -> Result<Value, Wrong> {
    let documents = list_of(question, "presets")?;
    if documents.len() > MOST_ENDS {
        return Err(format!("at most {MOST_ENDS} presets are morphed"));
    }
    let ends: Vec<Preset> = documents.iter().map(request::preset).collect::<Result<_, _>>()?;
    let weights: Option<Vec<f64>> = list_of(question, "weights")?.iter().map(Value::as_f64).collect();
    let weights = weights.ok_or("`weights` must be numbers")?;
    let refused = |why: SoundError| why.to_string();
    let between = foley_catalogue::preset::morph(&ends).map_err(refused)?;
    let between = between.at(&weights, Aspects::ALL).map_err(refused)?;
    let heaviest = weights.iter().zip(&ends).max_by(|one, two| one.0.total_cmp(two.0));
    let (_, like) = heaviest.ok_or("there is no preset in it")?;
    let preset = Preset { sound: between.sound, ..like.clone() };
    Ok(json!({ "preset": whole_preset_json(&preset) }))
}

fn loudness(question: &Value) -> Result<Value, Wrong> {
    let preset = preset_of(question)?;
    let rate = number_within(question, "rate", RATES, 48_000.0)?;
    Ok(json!({ "factor": factor(&preset, rate)? }))
}

fn factor(preset: &Preset, rate: f64) -> Result<f64, Wrong> {
    Loudness::default()
        .factor(&*preset.sound, &preset.score, rate, preset.seed)
        .map_err(|why| why.to_string())
}

fn render(question: &Value, samples: &mut Vec<Vec<f32>>) -> Result<Value, Wrong> {
    let preset = preset_of(question)?;
    let rate = number_within(question, "rate", RATES, 48_000.0)?;
    let seconds = maybe(question, "seconds")
        .map(|_| number_within(question, "seconds", (0.0, LONGEST_SOUND), 1.0))
        .transpose()?;
    let wide = preset.sound.info().family == Family::Spaces;
    let spec = VoiceSpec { channels: if wide { 2 } else { 1 }, ..VoiceSpec::new(rate, preset.seed) };
    let heard =
        perform(&*preset.sound, &preset.score, &spec, seconds, &mut |_| {}).map_err(|why| why.to_string())?;
    let factor = factor(&preset, rate)?;
    let scaled = |row: &Vec<f64>| row.iter().map(|x| (factor * x) as f32).collect();
    *samples = heard.sound().iter().map(scaled).collect();
    let frames = samples.first().map_or(0, Vec::len);
    Ok(json!({ "channels": samples.len(), "frames": frames, "rate": rate, "factor": factor }))
}
