//! What a preset may say, published for editors and other programs: a JSON Schema (draft 2020-12) made from
//! the tables of the models.
//!
//! It describes format 1 as it is written; files of earlier formats, and which texts are numbers with a
//! fitting unit, only [`Preset::read`](super::Preset::read) can judge.

use super::read::{LONGEST_NAME, LONGEST_SENTENCE};
use super::{FORMAT, score};
use crate::models;
use foley_params::Info;
use foley_sound::{Part, Sound, sound_params};
use serde_json::{Map, Value, json};

/// The JSON Schema of a preset or of a list of them: one of the models, each with its own parts, values and
/// gestures.
pub fn schema() -> Value {
    let all = models();
    let name = |sound: &dyn Sound| sound.info().name.to_owned();
    let each: Vec<Value> = all.iter().map(|sound| reference(&name(&**sound))).collect();
    let mut definitions: Map<String, Value> =
        all.iter().map(|sound| (name(&**sound), preset(&**sound))).collect();
    for sound in &all {
        for part in sound.parts() {
            let table = |of: &dyn Fn(&Info) -> Value| {
                let infos = part.table.infos().into_iter();
                object(&infos.map(|info| (info.id.to_owned(), of(&info))).collect())
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
    definitions.insert("modes".to_owned(), super::modes::schema());
    definitions.insert("preset".to_owned(), json!({ "oneOf": each }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "preset",
        "description": "A sound to begin with, or a list of them.",
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

/// Tables that several models share are written once; a test sees to it that one name is one table.
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
        |doc: &str, longest: usize| json!({ "type": "string", "description": doc, "maxLength": longest });
    let by_part = |named: &dyn Fn(&Part<'_>) -> String| -> Value {
        let parts = sound.parts().into_iter();
        let parts = parts.map(|part| (part.name.to_owned(), reference(&named(&part))));
        object(&parts.collect())
    };
    let seed = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0,
                       "description": "What its randomness begins with." });
    let mut values = by_part(&values_of);
    values["description"] =
        "By part, in SI or as texts with a unit; what is left out keeps its default.".into();
    let mut units = by_part(&units_of);
    units["description"] = "The SI unit of each number, for the reader.".into();
    json!({
        "description": sound.info().title,
        "type": "object",
        "additionalProperties": false,
        "required": ["format", "model", "name"],
        "properties": {
            "$schema": { "type": "string" },
            "format": { "const": FORMAT },
            "model": { "const": sound.info().name },
            "name": line("By its cause.", LONGEST_NAME),
            "sentence": line("What one hears, and why.", LONGEST_SENTENCE),
            "author": line("Who made it.", LONGEST_NAME),
            "seed": seed,
            "values": values,
            "units": units,
            "modes": reference("modes"),
            "score": events(sound),
        },
    })
}

/// What is done when.
fn events(sound: &dyn Sound) -> Value {
    let mut names: Vec<String> = Vec::new();
    for at in sound_params(sound) {
        let handle = at.info.handle.map(|handle| handle.name.to_owned());
        names.extend([at.path(), at.info.id.to_owned()]);
        names.extend(handle.map(|name| [format!("{}.{name}", at.part_name), name]).into_iter().flatten());
    }
    names.sort();
    names.dedup();
    let by_name = |definition: &str| {
        let names = names.iter();
        object(&names.map(|name| (name.clone(), reference(definition))).collect())
    };
    let mut does: Map<String, Value> = Map::new();
    does.insert("at".to_owned(), score::AT.schema());
    does.insert("over".to_owned(), score::OVER.schema());
    does.insert("set".to_owned(), by_name("value"));
    does.insert("curve".to_owned(), by_name("curve"));
    for info in sound.gestures() {
        let mut value = info.schema();
        // Nothing leaves the value to the model.
        if let Some(types) = value.get_mut("type").and_then(Value::as_array_mut) {
            types.push("null".into());
        } else if let Some(names) = value.get_mut("enum").and_then(Value::as_array_mut) {
            names.push(Value::Null);
        }
        does.insert(info.id.to_owned(), value);
    }
    json!({
        "description": "What is done when; without it the model's own opening is played.",
        "type": "array",
        "items": object(&does),
    })
}
