//! A model of the catalogue: its physics, what it is made of, what can be done to it and set of it, its presets.

use crate::catalogue::{
    brief_json, choices, gestures, parameters, parameters_json, presets_of, used_by,
};
use crate::text::{aligned, indented, listed, wrapped};
use foley_params::Info;
use foley_sound::preset::FORMAT;
use foley_sound::{Address, Sound, addresses, models};
use serde_json::{Map, Value, json};

/// The model as a page. `also` is where else the name leads.
pub(super) fn page(sound: &dyn Sound, also: Option<&str>) -> String {
    let about = sound.about();
    let mut parts = vec![
        format!(
            "{}: {} ({}, {})",
            about.name,
            about.title,
            about.family.name(),
            about.level.name()
        ),
        wrapped(about.physics),
        indented(about.equation),
    ];
    let users = used_by(about.name);
    let mut relations = Vec::new();
    if !about.made_of.is_empty() {
        relations.push(format!("Made of {}.", listed(about.made_of)));
    }
    if !users.is_empty() {
        relations.push(format!("Used by {}.", listed(&users)));
    }
    if !relations.is_empty() {
        parts.push(relations.join(" "));
    }
    parts.push(gestures(sound.gestures()).trim_end().to_owned());
    for (index, part) in sound.parts().iter().enumerate() {
        let of = |at: &Address| at.part == index;
        let all: Vec<_> = addresses(sound).into_iter().filter(of).collect();
        let mut text = format!(
            "{} ({})\n{}",
            part.name,
            part.aspect.name(),
            indented(parameters(sound, &all).trim_end())
        );
        let choices = choices(&all);
        if !choices.is_empty() {
            text.push('\n');
            text.push_str(&indented(&choices));
        }
        parts.push(text);
    }
    let presets = presets_of(about.name);
    if !presets.is_empty() {
        let rows: Vec<_> = presets
            .iter()
            .map(|preset| vec![format!("  {}", preset.slug()), preset.sentence.clone()])
            .collect();
        parts.push(format!("Presets\n{}", aligned(&rows).trim_end()));
    }
    parts.push(format!(
        "Try: foley render {}",
        presets
            .first()
            .map_or_else(|| about.name.to_owned(), |preset| preset.slug())
    ));
    if !about.source.is_empty() {
        parts.push(format!("Source: {}.", about.source.trim_end_matches('.')));
    }
    if let Some(also) = also {
        parts.push(format!("See also `{also}`."));
    }
    parts.join("\n\n") + "\n"
}

/// The model for programs.
pub(super) fn document(sound: &dyn Sound, also: Option<&str>) -> Value {
    let about = sound.about();
    let presets: Vec<_> = presets_of(about.name)
        .into_iter()
        .map(crate::catalogue::preset_json)
        .collect();
    let mut document = brief_json(sound);
    document["kind"] = "models".into();
    document["summary"] = about.title.into();
    document["text"] = about.physics.into();
    document["equation"] = about.equation.into();
    document["source"] = about.source.into();
    document["gestures"] = sound.gestures().iter().map(Info::to_json).collect();
    document["params"] = parameters_json(sound).into();
    document["presets"] = presets.into();
    document["see_also"] = also.into();
    document
}

/// The JSON Schema of a preset of one model.
pub(super) fn schema(sound: &dyn Sound) -> Value {
    let section = |of: &dyn Fn(&Info) -> Value| -> Value {
        let mut sections = Map::new();
        for part in sound.parts() {
            let infos = part.table.infos();
            let fields: Map<_, _> = infos
                .iter()
                .map(|info| (info.id.to_owned(), of(info)))
                .collect();
            sections.insert(part.name.to_owned(), closed(fields));
        }
        closed(sections)
    };
    let values = section(&Info::schema);
    let units = section(&|info| json!({ "const": info.unit.symbol() }));
    let name = sound.about().name;
    envelope(
        name,
        &json!({ "const": name }),
        values,
        units,
        &notes(sound),
    )
}

/// The JSON Schema of a preset of any model.
pub(super) fn any_schema() -> Value {
    let names: Vec<_> = models().iter().map(|sound| sound.about().name).collect();
    let sections = |of: Value| {
        let part = json!({ "type": "object", "additionalProperties": of });
        json!({ "type": "object", "additionalProperties": part })
    };
    envelope(
        "preset",
        &json!({ "enum": names }),
        sections(json!({ "type": ["number", "string"] })),
        sections(json!({ "type": "string" })),
        &json!({ "type": ["number", "string", "null"] }),
    )
}

fn envelope(title: &str, model: &Value, mut values: Value, units: Value, gesture: &Value) -> Value {
    values["description"] =
        "Numbers in SI, or texts with a unit; choices by name; what is left out takes its default."
            .into();
    let text = |words: &str| json!({ "type": "string", "description": words });
    let mut note = json!({
        "at": { "type": ["number", "string"], "minimum": 0, "description": "When, in seconds." },
        "set": {
            "description": "Values by `part.id` or by handle.",
            "type": "object",
            "additionalProperties": { "type": ["number", "string"] },
        },
        "over": { "type": ["number", "string"], "minimum": 0, "description": "In which time the values are set, in seconds." },
        "curve": {
            "description": "Values that follow straight lines between points of time and value.",
            "type": "object",
            "additionalProperties": {
                "type": "array",
                "minItems": 1,
                "items": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": ["number", "string"] } },
            },
        },
    });
    let mut item = json!({ "type": "object" });
    if let (Some(gestures), Some(note)) = (
        gesture.get("properties").and_then(Value::as_object),
        note.as_object_mut(),
    ) {
        note.extend(gestures.clone());
        item["additionalProperties"] = false.into();
    } else {
        item["additionalProperties"] = gesture.clone();
    }
    item["properties"] = note;
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "required": ["model"],
        "additionalProperties": false,
        "properties": {
            "$schema": { "type": "string" },
            "format": { "const": FORMAT, "description": "The version of the form of this file." },
            "model": model,
            "name": text("What it is called, by its cause."),
            "sentence": text("What one hears, and why."),
            "author": text("Who made it."),
            "seed": { "type": "integer", "minimum": 0, "description": "What its randomness begins with." },
            "values": values,
            "units": units,
            "score": {
                "description": "What is done when; without it the model's own opening is played.",
                "type": "array",
                "items": item,
            },
        },
    })
}

/// What the notes of a score may have of a model: its gestures.
fn notes(sound: &dyn Sound) -> Value {
    let gestures: Map<_, _> = sound
        .gestures()
        .iter()
        .map(|info| {
            let mut schema = info.schema();
            if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
                kinds.push("null".into());
            }
            (info.id.to_owned(), schema)
        })
        .collect();
    closed(gestures)
}

fn closed(properties: Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}
