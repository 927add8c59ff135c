//! What a preset is: every value in all its forms, the modes of its bodies, and how one has it elsewhere: a
//! command, a snippet of Rust, addresses.

use crate::portrait;
use crate::questions::in_all_forms;
use crate::request::Wrong;
use foley_body::{ModalSpec, Mode};
use foley_catalogue::describe::{value_json, whole_preset_json};
use foley_catalogue::model;
use foley_catalogue::preset::{Preset, by_name};
use foley_live::addresses_of;
use foley_sound::{Score, ScoreEventKind, Sound, ranked, ringing, sound_params};
use serde_json::{Value, json};
use std::fmt::Write;

/// From the time constant of a mode to the time in which it falls by 60 dB: ln 1000.
const SIXTY_DECIBELS: f64 = 6.907_755_278_982_137;
/// Most gestures that one writes into a command; more belong into a file.
const MOST_GESTURES: usize = 12;

/// How a preset is heard in Rust.
const PERFORM: &str = "let spec = VoiceSpec::new(48_000.0, preset.seed);
let heard = perform(&*preset.sound, &preset.score, &spec, None, &mut |_| {})?;
let samples = &heard.sound()[0];
";

/// Everything about a preset.
pub(crate) fn describe(preset: &Preset) -> Result<Value, Wrong> {
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
        "preset": whole_preset_json(preset),
        "slug": slug,
        "values": values,
        "bodies": bodies(sound)?,
        "contact": portrait::brief(preset),
        "command": command(preset),
        "rust": rust(preset),
        "addresses": addresses_of(&slug, sound),
    }))
}

/// The modes of every body that rings, the lowest first, as files count them.
fn bodies(sound: &dyn Sound) -> Result<Vec<Value>, Wrong> {
    let refused = |why: foley_sound::SoundError| why.to_string();
    let now = ringing(sound).map_err(refused)?;
    let own = ringing(&*sound.plain()).map_err(refused)?;
    let pairs = now.iter().zip(&own);
    Ok(pairs
        .map(|((name, now), (_, own))| {
            let silent = |mode: usize| {
                let mut all = sound.mode_edits().iter();
                all.any(|it| it.body == *name && it.mode == mode && it.by.gain == 0.0)
            };
            json!({ "name": name, "modes": modes(now, own, silent) })
        })
        .collect())
}

/// Each mode: how high, how long, and how loud beside the loudest where the body is touched and heard; `own`
/// is the same as the physics gives it.
fn modes(now: &ModalSpec, own: &ModalSpec, silent: impl Fn(usize) -> bool) -> Vec<Value> {
    let loudest = own.modes.iter().map(heard).fold(0.0, f64::max);
    let in_numbers = |mode: &Mode| {
        let gain = if loudest > 0.0 { heard(mode) / loudest } else { 0.0 };
        json!({
            "frequency": mode.frequency,
            "decay": SIXTY_DECIBELS * mode.decay,
            "gain": gain,
        })
    };
    let ranks = ranked(own).into_iter().zip(1..);
    let each = ranks.filter_map(|(index, rank)| {
        let mut mode = in_numbers(now.modes.get(index)?);
        mode["mode"] = rank.into();
        mode["muted"] = silent(rank).into();
        mode["own"] = in_numbers(own.modes.get(index)?);
        Some(mode)
    });
    each.collect()
}

/// How much of a mode is heard of a blow: heights where it is touched and heard, over its mass [1/kg].
fn heard(mode: &Mode) -> f64 {
    let height = |at: Option<&f64>| at.copied().unwrap_or(0.0);
    (height(mode.shape.first()) * height(mode.shape.last()) / mode.mass).abs()
}

/// What a preset begins with, elsewhere: one that Foley comes with, or its model as it is.
struct Base {
    /// As a command has it.
    name: String,
    /// A preset, and not a model.
    preset: bool,
    sound: Box<dyn Sound>,
    score: Score,
    seed: u64,
}

impl Base {
    fn of(preset: &Preset) -> Option<Self> {
        let kept = by_name(&preset.name).ok();
        if let Some(kept) = kept.filter(|it| it.model() == preset.model()) {
            return Some(Self {
                name: kept.slug(),
                preset: true,
                sound: kept.sound.clone(),
                score: kept.score.clone(),
                seed: kept.seed,
            });
        }
        Some(Self {
            name: preset.model().to_owned(),
            preset: false,
            sound: model(preset.model()).ok()?,
            score: Score::default(),
            seed: 0,
        })
    }

    /// The values that are otherwise: path and text.
    fn changes(&self, preset: &Preset) -> Vec<(String, String)> {
        let other = |at: &foley_sound::SoundParam| {
            let value = at.get(&*preset.sound);
            (value != at.get(&*self.sound)).then(|| {
                let value = match value_json(&at.info, value) {
                    Value::String(name) => name,
                    number => number.to_string(),
                };
                (at.path(), value)
            })
        };
        sound_params(&*preset.sound).iter().filter_map(other).collect()
    }
}

/// The command that renders it; from a file, where flags cannot say all of it.
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
        let notes = &preset.score.events;
        if notes.len() > MOST_GESTURES || notes.is_empty() {
            return file();
        }
        for note in notes {
            let ScoreEventKind::Gesture { name, value } = &note.kind else {
                return file();
            };
            let value = value.map_or_else(String::new, |value| format!("={value}"));
            let _ = write!(command, " --gesture {name}{value}@{}", note.at);
        }
    }
    if preset.seed != base.seed {
        let _ = write!(command, " --seed {}", preset.seed);
    }
    command
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=._-+@/".contains(c);
    if word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The same in Rust.
fn rust(preset: &Preset) -> String {
    let Some(base) = Base::of(preset) else {
        return String::new();
    };
    if preset.sound.mode_edits() != base.sound.mode_edits() {
        let file = format!("{}.json", preset.slug());
        let code = format!("let preset = Preset::read(include_str!({file:?}))?;\n");
        return with_imports(&code);
    }
    let mut changes = String::new();
    for (path, value) in base.changes(preset) {
        let _ = writeln!(changes, "set_text(&mut *preset.sound, {path:?}, {value:?})?;");
    }
    if preset.score != base.score {
        let score = whole_preset_json(preset)["score"].to_string();
        let _ = writeln!(changes, "preset.score = preset::read_score(r#\"{score}\"#, &*preset.sound)?;");
    }
    if preset.seed != base.seed {
        let _ = writeln!(changes, "preset.seed = {};", preset.seed);
    }
    let name = base.name;
    let code = match (base.preset, changes.is_empty()) {
        (true, true) => format!("let preset = by_name({name:?})?;\n"),
        (true, false) => format!("let mut preset = by_name({name:?})?.clone();\n{changes}"),
        (false, still) => {
            let own = &preset.name;
            let how = if still { "" } else { "mut " };
            format!("let {how}preset = Preset::of(model({name:?})?, {own:?});\n{changes}")
        }
    };
    with_imports(&code)
}

/// Lines of Rust that make a preset, with those that play it, and before them what they use and nothing else.
fn with_imports(code: &str) -> String {
    let code = format!("{code}{PERFORM}");
    let used = |names: &[&'static str]| -> Vec<&'static str> {
        let calls = |name: &&&str| {
            let mut parts = code.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            parts.any(|part| part == **name)
        };
        names.iter().filter(calls).copied().collect()
    };
    let import = |path: &str, names: &[&'static str]| match used(names).as_slice() {
        [] => String::new(),
        [one] => format!("use {path}::{one};\n"),
        several => format!("use {path}::{{{}}};\n", several.join(", ")),
    };
    let presets = import("foley::sound::preset", &["Preset", "by_name"]);
    let sounds = ["Score", "VoiceSpec", "model", "perform", "set_text"];
    format!("{presets}{}\n{code}", import("foley::sound", &sounds))
}
