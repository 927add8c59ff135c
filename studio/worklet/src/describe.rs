//! Describes a preset: its values, the modes of its bodies, and how to use it elsewhere as a command line, as
//! Rust code and by OSC addresses.

use crate::analytic_impact;
use crate::queries::in_all_forms;
use crate::request::{RequestError, number_of, place_of, preset_of};
use foley_body::{ModalSpec, Mode};
use foley_catalogue::describe::{full_preset_json, value_json};
use foley_catalogue::model;
use foley_catalogue::preset::{Preset, by_name};
use foley_catalogue::spaces::Place;
use foley_catalogue::spaces::place::DISTANCE;
use foley_live::addresses_of;
use foley_sound::{Score, ScoreEventKind, Sound, modal_bodies, modes_by_frequency, sound_params};
use serde_json::{Value, json};
use std::fmt::Write;

/// Ratio of the 60 dB decay time of a mode to its time constant: ln 1000.
const T60_PER_TIME_CONSTANT: f64 = 6.907_755_278_982_137;
/// Maximum number of gestures in a command line; longer scores need a file.
const MAX_COMMAND_GESTURES: usize = 12;

/// Describes the preset of a request as JSON: values, modes, command line, Rust code and OSC addresses. Command
/// and code have the `place` and `distance` of the request; without them, those of the preset.
pub(crate) fn describe(request: &Value) -> Result<Value, RequestError> {
    let preset = &preset_of(request)?;
    let place = place_of(request)?.unwrap_or(preset.place);
    let distance = number_of(request, "distance")?.unwrap_or(DISTANCE.default);
    let heard = HeardIn {
        place: (place != preset.place).then_some(place),
        distance: (distance != DISTANCE.default).then_some(distance),
    };
    let sound = &*preset.sound;
    let values: Vec<Value> = sound_params(sound)
        .iter()
        .map(|at| {
            let mut value = in_all_forms(&at.info, at.get(sound));
            value["path"] = at.path().into();
            value
        })
        .collect();
    let slug = preset.slug();
    Ok(json!({
        "preset": full_preset_json(preset),
        "slug": slug,
        "values": values,
        "bodies": bodies(sound)?,
        "contact": analytic_impact::summary(preset),
        "command": command(preset) + &heard.flags(),
        "rust": rust(preset, &heard),
        "addresses": addresses_of(&slug, sound),
    }))
}

/// Returns the modes of every vibrating body, sorted by frequency and numbered as in preset files.
fn bodies(sound: &dyn Sound) -> Result<Vec<Value>, RequestError> {
    let describe_error = |why: foley_sound::SoundError| why.to_string();
    let now = modal_bodies(sound).map_err(describe_error)?;
    let original = modal_bodies(&*sound.plain()).map_err(describe_error)?;
    let pairs = now.iter().zip(&original);
    Ok(pairs
        .map(|((name, now), (_, original))| {
            let muted = |mode: usize| {
                let mut all = sound.mode_edits().iter();
                all.any(|edit| edit.body == *name && edit.mode == mode && edit.by.gain == 0.0)
            };
            json!({ "name": name, "modes": modes(now, original, muted) })
        })
        .collect())
}

/// Returns frequency \[Hz\], decay time \[s\] and gain of each mode, with the values before mode edits as
/// `original`. The gain is relative to the loudest mode, from the contact point to the listening point.
fn modes(now: &ModalSpec, original: &ModalSpec, muted: impl Fn(usize) -> bool) -> Vec<Value> {
    let loudest = original.modes.iter().map(response).fold(0.0, f64::max);
    let describe = |mode: &Mode| {
        let gain = if loudest > 0.0 { response(mode) / loudest } else { 0.0 };
        json!({
            "frequency": mode.frequency,
            "decay": T60_PER_TIME_CONSTANT * mode.decay,
            "gain": gain,
        })
    };
    let ranks = modes_by_frequency(original).into_iter().zip(1..);
    let each = ranks.filter_map(|(index, rank)| {
        let mut mode = describe(now.modes.get(index)?);
        mode["mode"] = rank.into();
        mode["muted"] = muted(rank).into();
        mode["original"] = describe(original.modes.get(index)?);
        Some(mode)
    });
    each.collect()
}

/// Returns the response of a mode to an impulse: mode shape at the contact times mode shape at the listener,
/// over the modal mass [1/kg].
fn response(mode: &Mode) -> f64 {
    let shape = |at: Option<&f64>| at.copied().unwrap_or(0.0);
    (shape(mode.shape.first()) * shape(mode.shape.last()) / mode.mass).abs()
}

/// Place and distance \[m\] of a rendering, where they differ from those of its preset.
#[derive(Default)]
struct HeardIn {
    place: Option<Place>,
    distance: Option<f64>,
}

impl HeardIn {
    /// Returns the flags of the command line, each after a space.
    fn flags(&self) -> String {
        let place = self.place.map(|place| format!(" --place {}", place.name()));
        let distance = self.distance.map(|distance| format!(" --distance {distance}"));
        [place, distance].into_iter().flatten().collect()
    }

    /// Returns the calls of Rust code.
    fn calls(&self) -> impl Iterator<Item = String> {
        let place = self.place.map(|place| format!(".place(Place::{place:?})"));
        let distance = self.distance.map(|distance| format!(".distance({distance:?})"));
        [place, distance].into_iter().flatten()
    }
}

/// Starting point of a preset in a command line or in code: a built-in preset or a model.
struct Base {
    /// Slug of the built-in preset, or name of the model.
    name: String,
    sound: Box<dyn Sound>,
    score: Score,
    seed: u64,
}

impl Base {
    fn of(preset: &Preset) -> Option<Self> {
        let builtin = by_name(&preset.name).ok();
        if let Some(builtin) = builtin.filter(|builtin| builtin.model() == preset.model()) {
            return Some(Self {
                name: builtin.slug(),
                sound: builtin.sound.clone(),
                score: builtin.score.clone(),
                seed: builtin.seed,
            });
        }
        Some(Self {
            name: preset.model().to_owned(),
            sound: model(preset.model()).ok()?,
            score: Score::default(),
            seed: 1,
        })
    }

    /// Returns path and text of the parameters of `preset` that differ from the base.
    fn changes(&self, preset: &Preset) -> Vec<(String, String)> {
        let changed = |at: &foley_sound::SoundParam| {
            let value = at.get(&*preset.sound);
            (value != at.get(&*self.sound)).then(|| {
                let value = match value_json(&at.info, value) {
                    Value::String(name) => name,
                    number => number.to_string(),
                };
                (at.path(), value)
            })
        };
        sound_params(&*preset.sound).iter().filter_map(changed).collect()
    }
}

/// Returns the command line that renders the preset. If flags cannot express the preset, the command names a
/// preset file.
fn command(preset: &Preset) -> String {
    let file = || format!("foley render {}.json", preset.slug());
    let Some(base) = Base::of(preset) else {
        return file();
    };
    if preset.sound.mode_edits() != base.sound.mode_edits() {
        return file();
    }
    let mut command = format!("foley render {}", base.name);
    for (path, value) in base.changes(preset) {
        let _ = write!(command, " --set {}", quoted(&format!("{path}={value}")));
    }
    if preset.score != base.score {
        let events = &preset.score.events;
        if events.len() > MAX_COMMAND_GESTURES || events.is_empty() {
            return file();
        }
        for event in events {
            let ScoreEventKind::Gesture { name, value } = &event.kind else {
                return file();
            };
            let value = value.map_or_else(String::new, |value| format!("={value}"));
            let _ = write!(command, " --gesture {name}{value}@{}", event.at);
        }
    }
    if preset.seed != base.seed {
        let _ = write!(command, " --seed {}", preset.seed);
    }
    command
}

/// Quotes a word of a command line for the shell, where needed.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=._-+@/".contains(c);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns Rust code that renders the preset to a file, with the crate `foley`.
fn rust(preset: &Preset, heard: &HeardIn) -> String {
    let mut calls = calls(preset).unwrap_or_else(|| {
        vec![format!("Render::json(include_str!({:?}))?", format!("{}.json", preset.slug()))]
    });
    calls.extend(heard.calls());
    let import = match (heard.place.is_some(), calls.iter().any(|call| call.contains("gesture("))) {
        (false, false) => "Render",
        (false, true) => "{Render, gesture}",
        (true, false) => "{Place, Render}",
        (true, true) => "{Place, Render, gesture}",
    };
    format!(
        "use foley::{import};\n\nlet sound = {}\n    .run()?;\nsound.save({:?})?;\n",
        calls.join("\n    "),
        format!("{}.wav", preset.slug())
    )
}

/// Returns the Rust calls that make the preset from a built-in one; `None` if the changes need a preset file.
fn calls(preset: &Preset) -> Option<Vec<String>> {
    let base = Base::of(preset)?;
    if preset.sound.mode_edits() != base.sound.mode_edits() {
        return None;
    }
    let mut calls = vec![format!("Render::preset({:?})?", base.name)];
    calls.extend(base.changes(preset).into_iter().map(|(path, value)| format!(".set({path:?}, {value:?})?")));
    if preset.score != base.score {
        let events = &preset.score.events;
        if events.is_empty() || events.len() > MAX_COMMAND_GESTURES {
            return None;
        }
        for event in events {
            let ScoreEventKind::Gesture { name, value } = &event.kind else {
                return None;
            };
            let value = value.map_or_else(|| "None".to_owned(), |value| format!("{value:?}"));
            calls.push(format!(".send(gesture({name:?}, {value}).at_seconds({:?}))", event.at));
        }
    }
    if preset.seed != base.seed {
        calls.push(format!(".seed({})", preset.seed));
    }
    Some(calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_changed_preset_names_its_changes() {
        let mut preset = by_name("two wine glasses").unwrap().clone();
        assert_eq!(
            rust(&preset, &HeardIn::default()),
            "use foley::Render;\n\nlet sound = Render::preset(\"two-wine-glasses\")?\n    .run()?;\n\
             sound.save(\"two-wine-glasses.wav\")?;\n"
        );
        foley_sound::set_text(&mut *preset.sound, "hammer.mass", "0.05").unwrap();
        preset.score = Score::default();
        preset.score.gesture(0.5, "strike", 1.2);
        preset.seed = 7;
        let heard = HeardIn { place: Some(Place::Hall), distance: Some(3.0) };
        assert_eq!(heard.flags(), " --place hall --distance 3");
        let code = rust(&preset, &heard);
        let lines = [
            "use foley::{Place, Render, gesture};",
            ".set(\"hammer.mass\", \"0.05\")?",
            ".send(gesture(\"strike\", 1.2).at_seconds(0.5))",
            ".seed(7)",
            ".place(Place::Hall)",
            ".distance(3.0)",
        ];
        for line in lines {
            assert!(code.lines().any(|written| written.trim() == line), "{line} is not in:\n{code}");
        }
    }
}
