//! JSON Schema (draft 2020-12) of presets for editors and other programs, made from the parameter tables.
//!
//! The schema describes format 1. Only [`Preset::read`](super::Preset::read) accepts earlier formats and
//! checks the units of texts.

use super::read::{MAX_NAME_CHARS, MAX_SENTENCE_CHARS};
use super::{FORMAT, score};
use crate::models;
use foley_params::Info;
use foley_sound::{Part, Sound, sound_params};
use serde_json::{Map, Value, json};

/// Returns the JSON Schema of a preset or a list of presets, with the parts, values and gestures of each
/// model.
pub fn schema() -> Value {
    let models = models();
    let name = |sound: &dyn Sound| sound.info().name.to_owned();
    let references: Vec<Value> = models.iter().map(|sound| reference(&name(&**sound))).collect();
    let mut definitions: Map<String, Value> =
        models.iter().map(|sound| (name(&**sound), preset(&**sound))).collect();
    for sound in &models {
        for part in sound.parts() {
            let table = |schema: &dyn Fn(&Info) -> Value| {
                let infos = part.table.infos().into_iter();
                object(&infos.map(|info| (info.id.to_owned(), schema(&info))).collect())
            };
            definitions.insert(values_of(&part), table(&Info::schema));
            let unit = |info: &Info| json!({ "const": info.unit.symbol() });
            definitions.insert(units_of(&part), table(&unit));
        }
    }
    let value = json!({ "type": ["number", "string"] });
    let point = json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": value });
    definitions.insert("curve".to_owned(), json!({ "type": "array", "minItems": 1, "items": point }));
    definitions.insert("value".to_owned(), value);
    definitions.insert("like".to_owned(), super::kinds::schema());
    definitions.insert("place".to_owned(), super::place::schema());
    definitions.insert("loudness".to_owned(), super::loudness::schema());
    definitions.insert("modes".to_owned(), super::modes::schema());
    definitions.insert("preset".to_owned(), json!({ "oneOf": references }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "preset",
        "description": "A preset, or a list of presets.",
        "oneOf": [
            { "$ref": "#/$defs/preset" },
            { "type": "array", "items": { "$ref": "#/$defs/preset" } },
        ],
        "$defs": definitions,
    })
}

fn object(properties: &Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

/// Returns the schema name of a part's parameter table. Models that share a table share its schema; a test
/// checks that table names are unique.
fn values_of(part: &Part<'_>) -> String {
    format!("values-of-{}", part.table.name())
}

fn units_of(part: &Part<'_>) -> String {
    format!("units-of-{}", part.table.name())
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn preset(sound: &dyn Sound) -> Value {
    let line =
        |doc: &str, max_chars: usize| json!({ "type": "string", "description": doc, "maxLength": max_chars });
    let by_part = |name: &dyn Fn(&Part<'_>) -> String| -> Value {
        let parts = sound.parts().into_iter();
        let parts = parts.map(|part| (part.name.to_owned(), reference(&name(&part))));
        object(&parts.collect())
    };
    let seed = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0,
                       "description": "Seed of the random numbers." });
    let mut values = by_part(&values_of);
    values["description"] =
        "Values by part: numbers in SI, or texts with a unit. Omitted values keep their defaults.".into();
    let mut units = by_part(&units_of);
    units["description"] = "SI unit of each value; other units are rejected.".into();
    json!({
        "description": sound.info().title,
        "type": "object",
        "additionalProperties": false,
        "required": ["format", "model", "name"],
        "properties": {
            "$schema": { "type": "string" },
            "format": { "const": FORMAT },
            "model": { "const": sound.info().name },
            "name": line("Name by the cause of the sound.", MAX_NAME_CHARS),
            "sentence": line("Description of the sound and its cause.", MAX_SENTENCE_CHARS),
            "author": line("Author of the preset.", MAX_NAME_CHARS),
            "like": reference("like"),
            "place": reference("place"),
            "seed": seed,
            "loudness": reference("loudness"),
            "values": values,
            "units": units,
            "modes": reference("modes"),
            "score": events(sound),
        },
    })
}

/// Returns the JSON Schema of the score of a sound.
fn events(sound: &dyn Sound) -> Value {
    let mut names: Vec<String> = Vec::new();
    for param in sound_params(sound) {
        let handle = param.info.handle.map(|handle| handle.name.to_owned());
        names.extend([param.path(), param.info.id.to_owned()]);
        names.extend(handle.map(|name| [format!("{}.{name}", param.part_name), name]).into_iter().flatten());
    }
    names.sort();
    names.dedup();
    let by_name = |definition: &str| {
        let names = names.iter();
        object(&names.map(|name| (name.clone(), reference(definition))).collect())
    };
    let mut keys: Map<String, Value> = Map::new();
    keys.insert("at".to_owned(), score::AT.schema());
    keys.insert("over".to_owned(), score::OVER.schema());
    keys.insert("set".to_owned(), by_name("value"));
    keys.insert("curve".to_owned(), by_name("curve"));
    for info in sound.gestures() {
        let mut value = info.schema();
        // `null` as the value of a gesture lets the model choose the value.
        if let Some(types) = value.get_mut("type").and_then(Value::as_array_mut) {
            types.push("null".into());
        } else if let Some(names) = value.get_mut("enum").and_then(Value::as_array_mut) {
            names.push(Value::Null);
        }
        keys.insert(info.id.to_owned(), value);
    }
    json!({
        "description": "Events with their times; without them the opening score of the model is played.",
        "type": "array",
        "items": object(&keys),
    })
}
