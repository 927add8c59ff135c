//! The catalogue as a whole, for those who show it: models by family and level, their parameters, gestures
//! and presets. Everything is read from the models themselves, so that a program, a page and a list say the
//! same.

use crate::models;
use crate::preset::{Preset, palette};
use foley_params::Info;
use foley_sound::{Family, Level, ModelInfo, Output, Sound, SoundParam, sound_params};
use serde_json::{Value, json};

/// Every model by its place in the taxonomy: families in their order, and in each events before textures
/// before processes.
pub fn models_by_taxonomy() -> Vec<Box<dyn Sound>> {
    let mut all = models();
    all.sort_by_key(|sound| place(sound.info()));
    all
}

fn place(about: &ModelInfo) -> (Option<usize>, Option<usize>) {
    (
        Family::ALL.iter().position(|&it| it == about.family),
        Level::ALL.iter().position(|&it| it == about.level),
    )
}

/// The built-in presets of a model, the most telling first.
pub fn presets_of(model: &str) -> Vec<&'static Preset> {
    let of = |preset: &&Preset| preset.model() == model;
    palette().iter().filter(of).collect()
}

/// The models that are built on one, by name.
pub fn used_by(name: &str) -> Vec<&'static str> {
    let all = models();
    let all = all.iter().map(|sound| sound.info());
    all.filter(|about| about.made_of.contains(&name)).map(|about| about.name).collect()
}

/// A model, for programs, without its parameters.
pub fn model_summary_json(sound: &dyn Sound) -> Value {
    let about = sound.info();
    let presets: Vec<_> = presets_of(about.name).iter().map(|preset| preset.slug()).collect();
    json!({
        "name": about.name,
        "title": about.title,
        "family": about.family.name(),
        "level": about.level.name(),
        "listens": sound.takes_input(),
        "made_of": about.made_of,
        "used_by": used_by(about.name),
        "presets": presets,
    })
}

/// All parameters of a model, for programs.
pub fn parameters_json(sound: &dyn Sound) -> Vec<Value> {
    let of = |at: SoundParam| {
        let mut document = at.info.to_json();
        document["path"] = at.path().into();
        document["part"] = at.part_name.into();
        document["aspect"] = at.aspect.name().into();
        document["model"] = sound.info().name.into();
        // A model may begin with another value than its part does.
        document["value"] = value_json(&at.info, at.get(sound));
        document
    };
    sound_params(sound).into_iter().map(of).collect()
}

/// A preset, for programs, without its values.
pub fn preset_summary_json(preset: &Preset) -> Value {
    json!({
        "name": preset.name,
        "slug": preset.slug(),
        "model": preset.model(),
        "sentence": preset.sentence,
        "author": preset.author,
        "seed": preset.seed,
    })
}

/// A value as programs know it: a choice by its name, else a number \[SI\].
pub fn value_json(info: &Info, value: f64) -> Value {
    info.choice(value).map_or_else(|| value.into(), Into::into)
}

/// A whole preset, as its file has it.
pub fn full_preset_json(preset: &Preset) -> Value {
    // What is written can be read.
    let mut document: Value = serde_json::from_str(&preset.to_json()).unwrap_or_default();
    document["slug"] = preset.slug().into();
    document
}

/// What can be listened to, as programs know it.
pub fn output_json(output: &Output) -> Value {
    json!({
        "name": output.name,
        "quantity": output.quantity,
        "unit": output.unit.symbol(),
        "audible": output.audible,
    })
}

/// Everything about a model, with its presets whole.
pub fn full_model_json(sound: &dyn Sound) -> Value {
    let about = sound.info();
    let presets = presets_of(about.name).into_iter();
    let outputs = sound.outputs(1).unwrap_or_default();
    let mut document = model_summary_json(sound);
    document["physics"] = about.physics.into();
    document["equation"] = about.equation.into();
    document["source"] = about.source.into();
    document["gestures"] = sound.gestures().iter().map(Info::to_json).collect();
    document["params"] = parameters_json(sound).into();
    document["outputs"] = outputs.iter().map(output_json).collect();
    document["presets"] = presets.map(full_preset_json).collect();
    document
}

/// All models and the taxonomy that they stand in.
pub fn catalogue_json() -> Value {
    let name = |name: &str| json!({ "name": name });
    let models: Vec<Value> = models_by_taxonomy().iter().map(|it| full_model_json(&**it)).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": Family::ALL.map(|it| name(it.name())),
        "levels": Level::ALL.map(Level::name),
        "models": models,
    })
}
