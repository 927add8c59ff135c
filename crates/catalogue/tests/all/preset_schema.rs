//! The published JSON Schema of presets agrees with the reader of preset files.

use foley_catalogue::preset::{BUILT_IN, Preset, palette, schema};
use serde_json::{Value, json};

/// Whether a document satisfies a schema, by the keywords of JSON Schema that the schema of presets uses.
/// Patterns are not checked here; the reader of presets checks them.
fn satisfies(schema: &Value, document: &Value, root: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let place = name.strip_prefix('#').expect("a reference within the file");
        let defined = root.pointer(place).expect("what is referred to is there");
        return satisfies(defined, document, root);
    }
    if let Some(forms) = schema["oneOf"].as_array() {
        let fits = forms.iter().filter(|form| satisfies(form, document, root));
        return fits.count() == 1;
    }
    if schema.get("const").is_some_and(|one| one != document) {
        return false;
    }
    if let Some(some) = schema["enum"].as_array()
        && !some.contains(document)
    {
        return false;
    }
    let is = |name: &Value| match name.as_str() {
        Some("string") => document.is_string(),
        Some("number") => document.is_number(),
        Some("integer") => document.is_u64() || document.is_i64(),
        Some("null") => document.is_null(),
        Some("array") => document.is_array(),
        Some("object") => document.is_object(),
        other => panic!("no type {other:?}"),
    };
    match &schema["type"] {
        Value::Array(names) if !names.iter().any(is) => return false,
        name @ Value::String(_) if !is(name) => return false,
        _ => {}
    }
    if let Some(value) = document.as_f64() {
        let bound = |key: &str, none| schema[key].as_f64().unwrap_or(none);
        return value >= bound("minimum", f64::MIN) && value <= bound("maximum", f64::MAX);
    }
    if let Some(text) = document.as_str() {
        let longest = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
        return text.chars().count() as u64 <= longest;
    }
    if let Some(items) = document.as_array() {
        let count = |key: &str, none| schema[key].as_u64().unwrap_or(none);
        let long = items.len() as u64;
        let mut all = items.iter();
        return long >= count("minItems", 0)
            && long <= count("maxItems", u64::MAX)
            && all.all(|item| satisfies(&schema["items"], item, root));
    }
    let Some(fields) = document.as_object() else {
        return true;
    };
    let needed = schema["required"].as_array().cloned().unwrap_or_default();
    assert_eq!(schema["additionalProperties"], false, "{schema}");
    needed.iter().all(|key| fields.contains_key(key.as_str().unwrap()))
        && fields.iter().all(|(key, value)| {
            let own = schema["properties"].get(key);
            own.is_some_and(|own| satisfies(own, value, root))
        })
}

#[test]
fn every_built_in_preset_satisfies_the_schema_as_it_stands_and_as_it_is_written() {
    let schema = schema();
    for (model, text) in BUILT_IN.iter().copied().flatten() {
        let file: Value = serde_json::from_str(text).unwrap();
        assert!(satisfies(&schema, &file, &schema), "{model}.json");
    }
    for preset in palette() {
        let written: Value = serde_json::from_str(&preset.to_json()).unwrap();
        assert!(satisfies(&schema, &written, &schema), "{}", preset.name);
    }
}

#[test]
fn one_name_is_one_table_in_all_models() {
    let mut seen: Vec<(&str, Vec<foley_params::Info>, &str)> = Vec::new();
    for model in foley_catalogue::models() {
        let about = model.info();
        for part in model.parts() {
            let (name, infos) = (part.table.name(), part.table.infos());
            match seen.iter().find(|(other, ..)| *other == name) {
                Some((_, others, first)) => {
                    assert_eq!(*others, infos, "`{name}` of {first} and of {}", about.name);
                }
                None => seen.push((name, infos, about.name)),
            }
        }
    }
}

#[test]
fn schema_and_reader_refuse_the_same_mistakes_and_take_the_same_liberties() {
    let schema = schema();
    let good =
        json!({ "format": 1, "model": "impact", "name": "n", "values": { "touch": { "stiffness": 1e9 } } });
    let with = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        changed.pointer_mut(parent).unwrap()[key] = value;
        changed
    };
    let facts = [
        (good.clone(), true),
        (with("/values/touch/stiffness", json!("1e9")), true),
        (with("/values/touch/stiffness", json!(1)), false),
        (with("/values/touch/stifness", json!(1e9)), false),
        (with("/values/tuch", json!({})), false),
        (with("/colour", json!("red")), false),
        (with("/model", json!("impakt")), false),
        (with("/format", json!(2)), false),
        (with("/seed", json!(-1)), false),
        (with("/name", json!("x".repeat(200))), false),
        (with("/units", json!({ "touch": { "stiffness": "kN" } })), false),
        (with("/score", json!([{ "at": 0, "strike": null }])), true),
        (with("/score", json!([{ "at": 0, "stroke": 1 }])), false),
        (with("/score", json!([{ "at": -1, "strike": 1 }])), false),
        (with("/score", json!([{ "at": 0, "set": { "hardness": 50 } }])), true),
        (with("/score", json!([{ "curve": { "hammer.mass": [[0, 0.1]] } }])), true),
        (with("/score", json!([{ "curve": { "hammer.mass": [[0]] } }])), false),
    ];
    for (document, allowed) in facts {
        assert_eq!(satisfies(&schema, &document, &schema), allowed, "{document}");
        let read = Preset::read(&document.to_string());
        assert_eq!(read.is_ok(), allowed, "{document}: {read:?}");
    }
}
