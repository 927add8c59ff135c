//! The published schema accepts and rejects the same documents as the reader.

use foley_scene::file;
use serde_json::{Value, json};
use std::path::Path;

/// Whether a document satisfies a schema. Knows only the keywords that the published schema uses, and ignores
/// patterns of texts, which the file reader checks.
fn satisfies(schema: &Value, document: &Value, root: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let place = name.strip_prefix('#').expect("a reference within the file");
        let defined = root.pointer(place).expect("what is referred to is there");
        return satisfies(defined, document, root);
    }
    if let Some(forms) = schema["anyOf"].as_array()
        && !forms.iter().any(|form| satisfies(form, document, root))
    {
        return false;
    }
    if let Some(constant) = schema.get("const")
        && constant != document
    {
        return false;
    }
    let is = |name: &Value| match name.as_str() {
        Some("string") => document.is_string(),
        Some("number") => document.is_number(),
        Some("integer") => document.is_u64() || document.is_i64(),
        Some("boolean") => document.is_boolean(),
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
        if value < bound("minimum", f64::MIN) || value > bound("maximum", f64::MAX) {
            return false;
        }
    }
    if let Some(items) = document.as_array() {
        let first = schema["prefixItems"].as_array().cloned().unwrap_or_default();
        let count = |key: &str, none| schema[key].as_u64().unwrap_or(none);
        let long = items.len() as u64;
        return long >= count("minItems", 0)
            && long <= count("maxItems", u64::MAX)
            && items.iter().enumerate().all(|(index, item)| {
                let schema = first.get(index).unwrap_or(&schema["items"]);
                schema.is_null() || satisfies(schema, item, root)
            });
    }
    let Some(fields) = document.as_object() else {
        return true;
    };
    let needed = schema["required"].as_array().cloned().unwrap_or_default();
    needed.iter().all(|key| fields.contains_key(key.as_str().unwrap()))
        && fields.iter().all(|(key, value)| {
            match (schema["properties"].get(key), &schema["additionalProperties"]) {
                (Some(own), _) => satisfies(own, value, root),
                (None, Value::Bool(false)) => false,
                (None, Value::Object(_)) => satisfies(&schema["additionalProperties"], value, root),
                (None, _) => true,
            }
        })
}

#[test]
fn every_example_satisfies_the_schema() {
    let schema = file::schema();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let scene: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for key in ["bodies", "contacts", "gestures", "outputs"] {
            let part = &schema["properties"][key];
            if let Some(value) = scene.get(key) {
                assert!(satisfies(part, value, &schema), "{}: {key}", path.display());
            }
        }
        assert!(satisfies(&schema, &scene, &schema), "{}", path.display());
    }
}

#[test]
fn schema_and_reader_reject_the_same() {
    let schema = file::schema();
    let good = json!({
        "bodies": {
            "hammer": { "kind": "inertial", "mass": 0.02 },
            "bar": { "kind": "modal", "modes": [{ "frequency": 440, "q": 100, "mass": 0.1 }] },
        },
        "contacts": [{ "between": ["hammer", "bar"], "stiffness": 1e7 }],
        "gestures": [{ "at": 1, "strike": "hammer", "velocity": 2 }],
        "outputs": ["velocity of bar"],
    });
    assert!(satisfies(&schema, &good, &schema));
    file::read(&good.to_string()).unwrap();
    for (place, value) in [
        ("/bodies/hammer/mass", json!(-1)),
        ("/bodies/hammer/kind", json!("inertia")),
        ("/bodies/hammer", json!({ "kind": "inertial", "mas": 1 })),
        ("/bodies/bar/modes/0/frequency", json!(true)),
        ("/bodies/bar/modes/0", json!({ "q": 100, "mass": 0.1 })),
        ("/bodies/bar/modes", json!(3)),
        ("/contacts/0/between", json!(["hammer"])),
        ("/contacts/0/stiffness", json!(0)),
        ("/contacts", json!({})),
        ("/gestures/0", json!({ "strike": "hammer" })),
        ("/gestures/0/at", json!(-1)),
        ("/outputs", json!([])),
        ("/outputs/0", json!(5)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(!satisfies(&schema, &bad, &schema), "{place}: {bad}");
        assert!(file::read(&bad.to_string()).is_err(), "{place}: {bad}");
    }
}
