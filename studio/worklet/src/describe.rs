//! What a preset is: every value in all its forms, the modes of its bodies, and how one has it elsewhere: a command, a snippet of Rust, addresses.

use crate::portrait;
use crate::questions::in_all_forms;
use crate::request::Wrong;
use foley_body::ModalSpec;
use foley_live::addresses_of;
use foley_sound::catalogue::{value_json, whole_preset_json};
use foley_sound::preset::{Preset, by_name};
use foley_sound::{Aim, Deed, Score, Sound, addresses, model};
use serde_json::{Value, json};
use std::fmt::Write;

/// From the time constant of a mode to the time in which it falls by 60 dB: ln 1000.
const SIXTY_DECIBELS: f64 = 6.907_755_278_982_137;
/// Most gestures that one writes into a command; more belong into a file.
const MOST_GESTURES: usize = 12;

/// Everything about a preset.
pub(crate) fn describe(preset: &Preset) -> Result<Value, Wrong> {
    let sound = &*preset.sound;
    let values: Vec<Value> = addresses(sound)
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

/// The modes of every body that rings.
fn bodies(sound: &dyn Sound) -> Result<Vec<Value>, Wrong> {
    let refused = |why: foley_sound::SoundError| why.to_string();
    let stage = sound.stage(1).map_err(refused)?;
    let aim = Aim::at(sound, 1).map_err(refused)?;
    let named = stage.bodies.iter().zip(&aim.bodies);
    let rings = named.filter_map(|(body, spec)| Some((&body.name, spec.as_ref()?)));
    Ok(rings
        .map(|(name, spec)| json!({ "name": name, "modes": modes(spec) }))
        .collect())
}

/// Each mode: how high, how long, and how loud beside the loudest where the body is touched and heard.
fn modes(spec: &ModalSpec) -> Vec<Value> {
    let heard = |mode: &foley_body::Mode| {
        let ends = (mode.shape.first(), mode.shape.last());
        let product = ends.0.copied().unwrap_or(0.0) * ends.1.copied().unwrap_or(0.0);
        (product / mode.mass).abs()
    };
    let loudest = spec.modes.iter().map(heard).fold(0.0, f64::max);
    let share = |gain: f64| if loudest > 0.0 { gain / loudest } else { 0.0 };
    let each = spec.modes.iter().map(|mode| {
        json!({
            "frequency": mode.frequency,
            "decay": SIXTY_DECIBELS * mode.decay,
            "gain": share(heard(mode)),
            "muted": false,
        })
    });
    each.collect()
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
        let other = |at: &foley_sound::Address| {
            let value = at.get(&*preset.sound);
            (value != at.get(&*self.sound)).then(|| {
                let value = match value_json(&at.info, value) {
                    Value::String(name) => name,
                    number => number.to_string(),
                };
                (at.path(), value)
            })
        };
        addresses(&*preset.sound).iter().filter_map(other).collect()
    }
}

/// The command that renders it; from a file, where flags cannot say all of it.
fn command(preset: &Preset) -> String {
    let file = || format!("foley render {}.json", preset.slug());
    let Some(base) = Base::of(preset) else {
        return file();
    };
    let mut command = format!("foley render {}", base.name);
    for (path, value) in base.changes(preset) {
        let _ = write!(command, " --set {}", quoted(&format!("{path}={value}")));
    }
    if preset.score != base.score {
        let notes = &preset.score.notes;
        if notes.len() > MOST_GESTURES || notes.is_empty() {
            return file();
        }
        for note in notes {
            let Deed::Gesture { name, value } = &note.deed else {
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
    let mut code = String::from("use foley::sound::preset::{Preset, by_name};\n");
    code.push_str("use foley::sound::{Score, VoiceSpec, model, perform, set_text};\n\n");
    let _ = if base.preset {
        writeln!(
            code,
            "let mut preset: Preset = by_name({:?})?.clone();",
            base.name
        )
    } else {
        writeln!(
            code,
            "let mut preset = Preset::of(model({:?})?, {:?});",
            base.name, preset.name
        )
    };
    for (path, value) in base.changes(preset) {
        let _ = writeln!(code, "set_text(&mut *preset.sound, {path:?}, {value:?})?;");
    }
    if preset.score != base.score {
        let document = whole_preset_json(preset);
        let score = document["score"].to_string();
        let _ = writeln!(
            code,
            "preset.score = Score::read(r#\"{score}\"#, &*preset.sound)?;"
        );
    }
    if preset.seed != base.seed {
        let _ = writeln!(code, "preset.seed = {};", preset.seed);
    }
    code.push_str("let spec = VoiceSpec::new(48_000.0, preset.seed);\n");
    code.push_str(
        "let heard = perform(&*preset.sound, &preset.score, &spec, None, &mut |_| {})?;\n",
    );
    code.push_str("let samples = &heard.sound()[0];\n");
    code
}
