//! Values survive a file unchanged, and invalid files are rejected with the place of the error.
#![cfg(feature = "std")]

use foley_params::{
    ByName, ParamError, Parametric, Unit, draw, example::Mallet, from_json, schema, to_json, update_from_json,
};
use serde_json::{Value, json};

/// A seeded generator that is good enough for tests (xorshift).
fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut random = random(seed);
    move || (random() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Checks JSON against a schema, by the keywords that schemas of this crate use except `pattern`. The error
/// names the place.
fn obeys(json: &Value, schema: &Value, path: &str) -> Result<(), String> {
    if let Some(wanted) = schema.get("const")
        && json != wanted
    {
        return Err(format!("{path}: {json} is not {wanted}"));
    }
    let kinds = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.clone(),
        Some(kind) => vec![kind.clone()],
        None => vec![],
    };
    let fits = |kind: &Value| match kind.as_str() {
        Some("object") => json.is_object(),
        Some("string") => json.is_string(),
        Some("number") => json.is_number(),
        Some("integer") => json.as_f64().is_some_and(|value| value.fract() == 0.0),
        _ => false,
    };
    if !kinds.is_empty() && !kinds.iter().any(fits) {
        return Err(format!("{path}: {json} is none of {kinds:?}"));
    }
    if let Some(value) = json.as_f64() {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        if bound("minimum").is_some_and(|min| value < min) || bound("maximum").is_some_and(|max| value > max)
        {
            return Err(format!("{path}: {value} is out of range"));
        }
    }
    for (key, field) in json.as_object().into_iter().flatten() {
        match schema["properties"].get(key) {
            Some(inner) => obeys(field, inner, &format!("{path}.{key}"))?,
            None if schema["additionalProperties"] == false => {
                return Err(format!("{path}: no field {key}"));
            }
            None => {}
        }
    }
    Ok(())
}

#[test]
fn the_default_obeys_the_schema() {
    let schema = schema::<Mallet>();
    assert_eq!(obeys(&to_json(&Mallet::default()), &schema, ""), Ok(()));
    let mut next = uniform(3);
    for _ in 0..1000 {
        assert_eq!(obeys(&to_json(&draw::<Mallet>(&mut next)), &schema, ""), Ok(()));
    }
}

#[test]
fn schema_and_reader_refuse_the_same_numbers() {
    let schema = schema::<Mallet>();
    for values in [
        json!({ "mass": 50 }),
        json!({ "mass": 1e-4 }),
        json!({ "blows": 2.5 }),
        json!({ "blows": 0 }),
        json!({ "colour": 1 }),
        json!({ "mass": null }),
        json!({ "mass": [1] }),
        json!([]),
        json!({ "mass": 1, "blows": 2.0 }),
        json!({ "mass": 10 }),
        json!({}),
    ] {
        let json = json!({ "model": "mallet", "values": values });
        let read = from_json::<Mallet>(&json);
        assert_eq!(read.is_ok(), obeys(&json, &schema, "").is_ok(), "{json}: {read:?}");
    }
}

#[test]
fn a_round_trip_through_text_keeps_every_bit() {
    let mut next = uniform(1);
    for _ in 0..10_000 {
        let mallet: Mallet = draw(&mut next);
        let text = to_json(&mallet).to_string();
        let again: Mallet = from_json(&serde_json::from_str(&text).unwrap()).unwrap();
        for param in Mallet::PARAMS {
            let (one, two) = ((param.get)(&mallet), (param.get)(&again));
            assert_eq!(one.to_bits(), two.to_bits(), "{}: {one:e} became {two:e}", param.id);
        }
    }
}

#[test]
fn texts_with_units_keep_every_bit_too() {
    let mut next = uniform(2);
    for _ in 0..10_000 {
        let mallet: Mallet = draw(&mut next);
        let values: Value =
            Mallet::PARAMS.iter().map(|param| (param.id, mallet.text(param.id).unwrap())).collect();
        let again: Mallet = from_json(&json!({ "values": values })).unwrap();
        assert_eq!(again, mallet);
    }
}

#[test]
fn what_is_left_out_takes_its_default() {
    for json in [json!({}), json!({ "values": {} }), json!({ "model": "mallet", "$schema": "x" })] {
        assert_eq!(from_json::<Mallet>(&json), Ok(Mallet::default()));
    }
}

#[test]
fn an_update_leaves_the_rest_as_it_is() {
    let mut mallet = Mallet { speed: 3.0, ..Mallet::default() };
    update_from_json(&mut mallet, &json!({ "values": { "mass": "1 kg" } })).unwrap();
    assert_eq!(mallet, Mallet { speed: 3.0, mass: 1.0, ..Mallet::default() });
}

#[test]
fn a_refused_file_changes_nothing() {
    let mut mallet = Mallet::default();
    let anything: &mut dyn ByName = &mut mallet;
    // In the order of the alphabet, `angle` would have been set before `speed` is refused.
    let refused = update_from_json(anything, &json!({ "values": { "angle": 0.5, "speed": -1.0 } }));
    assert!(refused.is_err());
    assert_eq!(mallet, Mallet::default());
}

#[test]
fn a_refusal_says_where_and_what_is_allowed() {
    let facts = [
        (
            json!({ "values": { "stifness": 1e8 } }),
            "at `values.stifness`: `mallet` has no parameter `stifness`; did you mean `stiffness`? \
             It has mass, speed, stiffness, angle, roughness and blows.",
        ),
        (
            json!({ "values": { "speed": 21 } }),
            "at `values.speed`: `speed` cannot be 21 m/s. It may lie between 0 m/s and 20 m/s.",
        ),
        (
            json!({ "values": { "mass": "3 mm" } }),
            "at `values.mass`: `mass` cannot be read: `mm` measures length, not mass. \
             Write a number in kg, g, mg, µg or t; a bare number is in kg.",
        ),
        (
            json!({ "values": { "mass": null } }),
            "at `values.mass`: expected a number or a text such as \"35 g\", found null.",
        ),
        (json!({ "values": 3 }), "at `values`: expected an object, found a number."),
        (json!([]), "expected an object, found an array."),
        (json!({ "model": "bubble" }), "at `model`: this file is for model `bubble`; expected `mallet`."),
        (
            json!({ "vlaues": {} }),
            "unknown field `vlaues`; did you mean `values`? Allowed fields: model, values, units and $schema.",
        ),
        (
            json!({ "colour": {} }),
            "unknown field `colour`. Allowed fields: model, values, units and $schema.",
        ),
        (
            json!({ "values": { "mass": 35 }, "units": { "mass": "g" } }),
            "at `units.mass`: the unit of `mass` must be kg, not `g`, because numbers in a file are in SI units. \
             Convert the number to kg, or write the value as a text with its unit, as in \"35 g\".",
        ),
    ];
    for (json, message) in facts {
        assert_eq!(from_json::<Mallet>(&json).unwrap_err().to_string(), message, "{json}");
    }
}

#[test]
fn the_cause_of_a_refusal_can_be_matched() {
    let refused = from_json::<Mallet>(&json!({ "values": { "speed": 21 } })).unwrap_err();
    assert!(matches!(
        refused.cause(),
        ParamError::OutOfRange { id: "speed", unit: Unit::MetrePerSecond, .. }
    ));
}

/// Random JSON of any structure, which often contains names and texts that the reader knows.
fn any_json(random: &mut impl FnMut() -> u64, depth: u32) -> Value {
    let names =
        ["model", "values", "units", "mass", "speed", "blows", "mallet", "kg", "35 g", "1e999", "\u{0}", ""];
    let name = names[random() as usize % names.len()];
    match random() % if depth == 0 { 5 } else { 8 } {
        0 => Value::Null,
        1 => json!(random() > u64::MAX / 2),
        2 => json!(f64::from_bits(random())),
        3 => json!(random()),
        4 => json!(name),
        5 => (0..random() % 3).map(|_| any_json(random, depth - 1)).collect(),
        _ => (0..random() % 4)
            .map(|_| {
                let key = names[random() as usize % names.len()];
                (key, any_json(random, depth - 1))
            })
            .collect(),
    }
}

#[test]
fn no_json_makes_it_panic_and_none_leaves_the_ranges() {
    let mut random = random(7);
    for _ in 0..50_000 {
        let json = any_json(&mut random, 3);
        match from_json::<Mallet>(&json) {
            Ok(mallet) => assert!(Mallet::PARAMS.iter().all(|param| param.contains((param.get)(&mallet)))),
            Err(refused) => assert!(!refused.to_string().is_empty()),
        }
    }
}
