//! What a page says, field by field: every field is there and of its kind, or the answer says which is not.

use foley_catalogue::preset::Preset;
use foley_params::words::excerpt;
use serde_json::{Value, json};

/// Longest request \[bytes\]: a preset is a few thousand.
pub const LONGEST: usize = 2 << 20;

/// What was wrong, in a sentence.
pub type Wrong = String;

/// A request from its text.
///
/// # Errors
/// If it is too long, no JSON, or does not say what to do.
pub fn read(text: &[u8]) -> Result<Value, Wrong> {
    if text.len() > LONGEST {
        return Err(format!(
            "a request of {} bytes is too long; {LONGEST} is the most that is read",
            text.len()
        ));
    }
    let request: Value =
        serde_json::from_slice(text).map_err(|why| format!("the request is no JSON: {why}"))?;
    text_of(&request, "do")?;
    Ok(request)
}

/// An answer as text, whatever came of it.
pub fn answered(answer: Result<Value, Wrong>) -> Value {
    answer.unwrap_or_else(|why| json!({ "wrong": why }))
}

/// That nothing of that name can be done.
pub fn unknown(what: &str, known: &[&str]) -> Wrong {
    format!("nobody knows how to `{}`; there are {}", excerpt(what), foley_params::words::list(known, "and"))
}

/// A field; none if it is not there or null.
pub fn maybe<'a>(request: &'a Value, field: &str) -> Option<&'a Value> {
    request.get(field).filter(|it| !it.is_null())
}

/// A text that must be there.
///
/// # Errors
/// If it is not.
pub fn text_of<'a>(request: &'a Value, field: &str) -> Result<&'a str, Wrong> {
    let text = request.get(field).and_then(Value::as_str);
    text.ok_or_else(|| format!("`{field}` must be a text"))
}

/// A number, if it is there.
///
/// # Errors
/// If it is something else.
pub fn number_of(request: &Value, field: &str) -> Result<Option<f64>, Wrong> {
    match maybe(request, field) {
        None => Ok(None),
        Some(it) => match it.as_f64() {
            Some(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(format!("`{field}` must be a number")),
        },
    }
}

/// A number within bounds, or what it is if nobody says it.
///
/// # Errors
/// If it is something else.
pub fn number_within(
    request: &Value,
    field: &str,
    (low, high): (f64, f64),
    otherwise: f64,
) -> Result<f64, Wrong> {
    let number = number_of(request, field)?.unwrap_or(otherwise);
    if (low..=high).contains(&number) {
        Ok(number)
    } else {
        Err(format!("`{field}` must lie between {low} and {high}"))
    }
}

/// Yes or no, if it is there.
///
/// # Errors
/// If it is something else.
pub fn switch_of(request: &Value, field: &str) -> Result<Option<bool>, Wrong> {
    match maybe(request, field) {
        None => Ok(None),
        Some(Value::Bool(on)) => Ok(Some(*on)),
        Some(_) => Err(format!("`{field}` must be true or false")),
    }
}

/// A list that must be there.
///
/// # Errors
/// If it is not.
pub fn list_of<'a>(request: &'a Value, field: &str) -> Result<&'a [Value], Wrong> {
    let list = request.get(field).and_then(Value::as_array);
    list.map(Vec::as_slice).ok_or_else(|| format!("`{field}` must be a list"))
}

/// The preset of a field, as a page keeps it: that of a file, with its slug.
///
/// # Errors
/// If it is none, as its reader says it.
pub fn preset_of(request: &Value) -> Result<Preset, Wrong> {
    let document = request.get("preset").ok_or("`preset` must be a preset")?;
    preset(document)
}

/// A preset as a page keeps it.
///
/// # Errors
/// If it is none, as its reader says it.
pub fn preset(document: &Value) -> Result<Preset, Wrong> {
    let mut document = document.clone();
    if let Some(fields) = document.as_object_mut() {
        fields.remove("slug");
    }
    Preset::read(&document.to_string()).map_err(|why| why.to_string())
}
