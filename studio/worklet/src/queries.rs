//! Queries of a page. They need no running engine and keep no state.
//!
//! | `do`              | with                               | answer                                                          |
//! |-------------------|------------------------------------|-----------------------------------------------------------------|
//! | `catalogue`       |                                    | all models with parameters, gestures, outputs, presets; places  |
//! | `convert`         | model, path, handle, value or text | value in SI or the choice's name, handle, text                  |
//! | `describe`        | preset, place, distance            | values, modes, command line, Rust code, OSC addresses           |
//! | `parse`           | text                               | the presets of a file, JSON or XML                              |
//! | `morph`           | presets, weights                   | the interpolated preset                                         |
//! | `analytic-impact` | preset, speed                      | closed-form contact: time, compression, velocity, force         |
//! | `render`          | preset, rate, seconds              | samples; slow                                                   |

use crate::request::{self, RequestError, list_of, maybe, number_of, number_within, preset_of, text_of};
use crate::{analytic_impact, describe};
use foley_catalogue::describe::{catalogue_json, full_preset_json, value_json};
use foley_catalogue::model;
use foley_catalogue::preset::{Preset, PresetLoudness, read_from};
use foley_params::words::excerpt;
use foley_params::{Info, ParamError, Scale};
use foley_sound::{Aspects, Family, SoundError, VoiceSpec, perform, sound_params};
use serde_json::{Value, json};

/// Maximum length of a text that is parsed as presets \[bytes\].
const MAX_TEXT: usize = 1 << 20;
/// Minimum and maximum sample rate of a query \[Hz\].
pub(crate) const RATES: (f64, f64) = (8000.0, 384_000.0);
/// Maximum duration of a sound rendered by a query \[s\].
const MAX_SECONDS: f64 = 120.0;
/// Significant digits of a displayed number.
const DIGITS: usize = 3;
/// Maximum number of presets in a morph.
const MAX_MORPH_PRESETS: usize = 16;

/// Answer to a query of a page.
#[derive(Clone, Debug, Default)]
pub struct QueryResult {
    /// The answer as a JSON object, or `{"error": message}`.
    pub answer: Value,
    /// Rendered samples, one row per channel; empty unless the query renders.
    pub samples: Vec<Vec<f32>>,
}

/// Answers a query given as JSON in UTF-8.
pub fn query(request: &[u8]) -> QueryResult {
    let mut samples = Vec::new();
    let answer = request::read(request).and_then(|request| answer(&request, &mut samples));
    QueryResult { answer: request::answer_or_error(answer), samples }
}

fn answer(request: &Value, samples: &mut Vec<Vec<f32>>) -> Result<Value, RequestError> {
    match text_of(request, "do")? {
        "catalogue" => Ok(catalogue_json()),
        "convert" => convert(request),
        "describe" => describe::describe(request),
        "parse" => parse(request),
        "morph" => morph(request),
        "analytic-impact" => analytic_impact::curve(&preset_of(request)?, number_of(request, "speed")?),
        "render" => render(request, samples),
        other => Err(request::unknown(
            other,
            &["catalogue", "convert", "describe", "parse", "morph", "analytic-impact", "render"],
        )),
    }
}

/// Returns a value in three forms: in SI units or as the name of a choice, as position of its handle, and as
/// text.
pub(crate) fn in_all_forms(info: &Info, value: f64) -> Value {
    let handle = match info.scale {
        Scale::Choice(_) => None,
        _ => Some(info.to_handle(value)),
    };
    json!({ "value": value_json(info, value), "handle": handle, "text": display_text(info, value) })
}

/// Formats a value for display: a number rounded to [`DIGITS`], or the choice's name.
pub(crate) fn display_text(info: &Info, value: f64) -> String {
    let name = info.choice(value).map(str::to_owned);
    name.unwrap_or_else(|| info.unit.format_rounded(value, DIGITS))
}

fn convert(request: &Value) -> Result<Value, RequestError> {
    let sound = model(text_of(request, "model")?).map_err(|why| why.to_string())?;
    let path = text_of(request, "path")?;
    let found = if let Some(name) = path.strip_prefix("gesture.") {
        sound.gestures().iter().find(|gesture| gesture.id == name).copied()
    } else {
        let all = sound_params(&*sound);
        all.iter().find(|at| at.path() == path).map(|at| at.info)
    };
    let info = found.ok_or_else(|| {
        format!("the model `{}` has no parameter or gesture `{}`", sound.info().name, excerpt(path))
    })?;
    let describe_error = |why: ParamError| why.to_string();
    let value = if let Some(position) = number_of(request, "handle")? {
        if !(0.0..=100.0).contains(&position) {
            return Err(format!("`handle` is {position}; it must lie between 0 and 100"));
        }
        info.clamp(info.from_handle(position))
    } else if let Some(text) = maybe(request, "text") {
        let text = text.as_str().ok_or("`text` must be a text")?;
        info.parse(text).map_err(describe_error)?
    } else {
        match maybe(request, "value") {
            Some(Value::String(text)) => info.parse(text).map_err(describe_error)?,
            Some(_) => {
                let value = number_of(request, "value")?.unwrap_or(info.default);
                info.check(value).map_err(describe_error)?
            }
            None => return Err("`handle`, `value` or `text` is missing: give one of them".to_owned()),
        }
    };
    Ok(in_all_forms(&info, value))
}

fn parse(request: &Value) -> Result<Value, RequestError> {
    let text = text_of(request, "text")?;
    if text.len() > MAX_TEXT {
        return Err(format!("the text has {} bytes; at most {MAX_TEXT} bytes are read", text.len()));
    }
    // A preset stored by a page carries its slug.
    let stored = serde_json::from_str::<Value>(text).ok();
    let stored = stored.filter(|document| document.get("slug").is_some());
    let presets = match stored {
        Some(document) => vec![request::preset(&document)?],
        None => read_from(text.as_bytes()).map_err(|why| why.to_string())?,
    };
    let presets: Vec<Value> = presets.iter().map(full_preset_json).collect();
    let first = presets.first().ok_or("the file contains no preset")?.clone();
    Ok(json!({ "preset": first, "presets": presets }))
}

fn morph(request: &Value) -> Result<Value, RequestError> {
    let documents = list_of(request, "presets")?;
    if documents.len() > MAX_MORPH_PRESETS {
        return Err(format!(
            "{} presets are too many: at most {MAX_MORPH_PRESETS} can be morphed",
            documents.len()
        ));
    }
    let ends: Vec<Preset> = documents.iter().map(request::preset).collect::<Result<_, _>>()?;
    let weights: Option<Vec<f64>> = list_of(request, "weights")?.iter().map(Value::as_f64).collect();
    let weights = weights.ok_or("`weights` must be numbers")?;
    let describe_error = |why: SoundError| why.to_string();
    let between = foley_catalogue::preset::morph(&ends).map_err(describe_error)?;
    let between = between.at(&weights, Aspects::ALL).map_err(describe_error)?;
    let heaviest = weights.iter().zip(&ends).max_by(|a, b| a.0.total_cmp(b.0));
    let (_, like) = heaviest.ok_or("`presets` is empty: at least one preset is needed")?;
    let loudness = PresetLoudness::blend(weights.iter().copied().zip(ends.iter().map(|end| end.loudness)));
    let preset = Preset { sound: between.sound, loudness, ..like.clone() };
    Ok(json!({ "preset": full_preset_json(&preset) }))
}

fn render(request: &Value, samples: &mut Vec<Vec<f32>>) -> Result<Value, RequestError> {
    let preset = preset_of(request)?;
    let rate = number_within(request, "rate", RATES, 48_000.0)?;
    let seconds = maybe(request, "seconds")
        .map(|_| number_within(request, "seconds", (0.0, MAX_SECONDS), 1.0))
        .transpose()?;
    let stereo = preset.sound.info().family == Family::Spaces;
    let spec = VoiceSpec { channels: if stereo { 2 } else { 1 }, ..VoiceSpec::new(rate, preset.seed) };
    let performance =
        perform(&*preset.sound, &preset.score, &spec, seconds, &mut |_| {}).map_err(|why| why.to_string())?;
    // As in a file: the stored loudness, lowered if the peak would exceed −1 dBFS.
    let peak = performance.sound().iter().flatten().fold(0.0_f64, |peak, x| peak.max(x.abs()));
    let factor = preset.loudness.factor_below(peak);
    let scaled = |row: &Vec<f64>| row.iter().map(|x| (factor * x) as f32).collect();
    *samples = performance.sound().iter().map(scaled).collect();
    let frames = samples.first().map_or(0, Vec::len);
    Ok(json!({ "channels": samples.len(), "frames": frames, "rate": rate, "factor": factor }))
}
