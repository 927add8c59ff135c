//! Descriptions of the catalogue for front ends, as JSON: models by family and level, with their parameters,
//! gestures and presets, and the places. The values come from the models themselves, so the CLI, the page and
//! the lists agree.

use crate::models;
use crate::preset::{Preset, palette};
use crate::spaces::Place;
use crate::spaces::place::{DECAY_FREQUENCIES, DISTANCE, STREET_WIDTH};
use foley_params::Info;
use foley_sound::{Family, Level, ModelInfo, Output, Sound, SoundParam, sound_params};
use serde_json::{Value, json};

/// Returns all models in the order of the taxonomy: by family, then by level (events, textures, processes).
pub fn models_by_taxonomy() -> Vec<Box<dyn Sound>> {
    let mut all = models();
    all.sort_by_key(|sound| taxonomy_order(sound.info()));
    all
}

fn taxonomy_order(info: &ModelInfo) -> (Option<usize>, Option<usize>) {
    (
        Family::ALL.iter().position(|&family| family == info.family),
        Level::ALL.iter().position(|&level| level == info.level),
    )
}

/// Returns the built-in presets of a model, the most characteristic first.
pub fn presets_of(model: &str) -> Vec<&'static Preset> {
    palette().iter().filter(|preset| preset.model() == model).collect()
}

/// Returns the names of the models that are built on the model `name`.
pub fn used_by(name: &str) -> Vec<&'static str> {
    let all = models();
    let all = all.iter().map(|sound| sound.info());
    all.filter(|info| info.made_of.contains(&name)).map(|info| info.name).collect()
}

/// Describes a model as JSON, without the parameters of the model.
pub fn model_summary_json(sound: &dyn Sound) -> Value {
    let info = sound.info();
    let presets: Vec<_> = presets_of(info.name).iter().map(|preset| preset.slug()).collect();
    json!({
        "name": info.name,
        "title": info.title,
        "family": info.family.name(),
        "level": info.level.name(),
        "listens": sound.takes_input(),
        "made_of": info.made_of,
        "used_by": used_by(info.name),
        "presets": presets,
    })
}

/// Returns the descriptions of all parameters of a model, one JSON object each.
pub fn parameters_json(sound: &dyn Sound) -> Vec<Value> {
    let describe = |param: SoundParam| {
        let mut document = param.info.to_json();
        document["path"] = param.path().into();
        document["part"] = param.part_name.into();
        document["aspect"] = param.aspect.name().into();
        document["model"] = sound.info().name.into();
        // A model may set a default that differs from the default of its part.
        document["value"] = value_json(&param.info, param.get(sound));
        document
    };
    sound_params(sound).into_iter().map(describe).collect()
}

/// Describes a preset as JSON, without its parameter values.
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

/// Returns a parameter value as JSON: the name of a choice, or a number \[SI\].
pub fn value_json(info: &Info, value: f64) -> Value {
    info.choice(value).map_or_else(|| value.into(), Into::into)
}

/// Returns a preset as JSON with all values, as in a preset file, plus the slug of the preset.
pub fn full_preset_json(preset: &Preset) -> Value {
    // `to_json` writes valid JSON, so parsing does not fail.
    let mut document: Value = serde_json::from_str(&preset.to_json()).unwrap_or_default();
    document["slug"] = preset.slug().into();
    document
}

/// Describes one output of a model as JSON.
pub fn output_json(output: &Output) -> Value {
    json!({
        "name": output.name,
        "quantity": output.quantity,
        "unit": output.unit.symbol(),
        "audible": output.audible,
    })
}

/// Describes a model as JSON, with its physics, gestures, parameters, outputs and full presets.
pub fn full_model_json(sound: &dyn Sound) -> Value {
    let info = sound.info();
    let presets = presets_of(info.name).into_iter();
    let outputs = sound.outputs(1).unwrap_or_default();
    let mut document = model_summary_json(sound);
    document["physics"] = info.physics.into();
    document["equation"] = info.equation.into();
    document["source"] = info.source.into();
    document["gestures"] = sound.gestures().iter().map(Info::to_json).collect();
    document["lasting_gestures"] = sound.lasting_gestures().into();
    document["params"] = parameters_json(sound).into();
    document["outputs"] = outputs.iter().map(output_json).collect();
    document["presets"] = presets.map(full_preset_json).collect();
    document
}

/// Describes a place as JSON: size and distances \[m\], decay times \[s\].
pub fn place_json(place: Place) -> Value {
    json!({
        "name": place.name(),
        "meaning": place.doc(),
        "size": place.room().map(|room| room.shoebox.size),
        "width": (place == Place::Street).then_some(STREET_WIDTH),
        "decay": place.room().map(|room| json!({ "frequencies": DECAY_FREQUENCIES, "seconds": room.decay })),
        "floor_absorption": place.floor_absorption(),
        "max_distance": place.max_distance(),
    })
}

/// Describes the whole catalogue as JSON: version, families, levels, all models, and the places with the
/// parameter `distance`.
pub fn catalogue_json() -> Value {
    let named = |name: &str| json!({ "name": name });
    let models: Vec<Value> = models_by_taxonomy().iter().map(|sound| full_model_json(&**sound)).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": Family::ALL.map(|family| named(family.name())),
        "levels": Level::ALL.map(Level::name),
        "models": models,
        "places": Place::ALL.iter().copied().map(place_json).collect::<Vec<_>>(),
        "distance": DISTANCE.to_json(),
    })
}
