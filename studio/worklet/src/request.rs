//! Reads requests of a page: checks that each field is present and of the expected type.

use foley_catalogue::preset::Preset;
use foley_catalogue::spaces::Place;
use foley_params::words::excerpt;
use serde_json::{Value, json};

/// Maximum length of a request \[bytes\]. A typical preset has a few thousand bytes.
pub const MAX_REQUEST: usize = 2 << 20;

/// Error message of a request, one sentence.
pub type RequestError = String;

/// Parses the JSON text of a request.
///
/// # Errors
/// If it is longer than [`MAX_REQUEST`], is not JSON, or has no text field `do`.
pub fn read(text: &[u8]) -> Result<Value, RequestError> {
    if text.len() > MAX_REQUEST {
        return Err(format!("the request has {} bytes; at most {MAX_REQUEST} bytes are read", text.len()));
    }
    let request: Value =
        serde_json::from_slice(text).map_err(|why| format!("the request is not valid JSON: {why}"))?;
    text_of(&request, "do")?;
    Ok(request)
}

/// Returns the answer, or `{"error": message}` for an error.
pub fn answer_or_error(answer: Result<Value, RequestError>) -> Value {
    answer.unwrap_or_else(|why| json!({ "error": why }))
}

/// Returns the error message for an unknown value of `do`. `known` lists the allowed values.
pub fn unknown(action: &str, known: &[&str]) -> RequestError {
    format!(
        "unknown request `{}`; known requests are {}",
        excerpt(action),
        foley_params::words::list(known, "and")
    )
}

/// Returns a field of a request; `None` if the field is absent or null.
pub fn maybe<'a>(request: &'a Value, field: &str) -> Option<&'a Value> {
    request.get(field).filter(|value| !value.is_null())
}

/// Returns a required text field of a request.
///
/// # Errors
/// If the field is absent or not a text.
pub fn text_of<'a>(request: &'a Value, field: &str) -> Result<&'a str, RequestError> {
    let text = request.get(field).and_then(Value::as_str);
    text.ok_or_else(|| format!("`{field}` must be a text"))
}

/// Returns a number field of a request; `None` if the field is absent.
///
/// # Errors
/// If the field is not a finite number.
pub fn number_of(request: &Value, field: &str) -> Result<Option<f64>, RequestError> {
    match maybe(request, field) {
        None => Ok(None),
        Some(value) => match value.as_f64() {
            Some(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(format!("`{field}` must be a finite number")),
        },
    }
}

/// Returns an optional number within `low..=high`, or `default` if the field is absent.
///
/// # Errors
/// If the field is not a number within the range.
pub fn number_within(
    request: &Value,
    field: &str,
    (low, high): (f64, f64),
    default: f64,
) -> Result<f64, RequestError> {
    let number = number_of(request, field)?.unwrap_or(default);
    if (low..=high).contains(&number) {
        Ok(number)
    } else {
        Err(format!("`{field}` is {number}; it must lie between {low} and {high}"))
    }
}

/// Returns a boolean field of a request; `None` if the field is absent.
///
/// # Errors
/// If the field is not a boolean.
pub fn switch_of(request: &Value, field: &str) -> Result<Option<bool>, RequestError> {
    match maybe(request, field) {
        None => Ok(None),
        Some(Value::Bool(on)) => Ok(Some(*on)),
        Some(_) => Err(format!("`{field}` must be true or false")),
    }
}

/// Returns the place that the field `place` names; `None` if the field is absent.
///
/// # Errors
/// If the field is not the name of a place.
pub fn place_of(request: &Value) -> Result<Option<Place>, RequestError> {
    let Some(name) = maybe(request, "place") else {
        return Ok(None);
    };
    let name = name.as_str().ok_or("`place` must be a text")?;
    Place::parse(name).map(Some).map_err(|why| why.to_string())
}

/// Returns a required list field of a request.
///
/// # Errors
/// If the field is absent or not a list.
pub fn list_of<'a>(request: &'a Value, field: &str) -> Result<&'a [Value], RequestError> {
    let list = request.get(field).and_then(Value::as_array);
    list.map(Vec::as_slice).ok_or_else(|| format!("`{field}` must be a list"))
}

/// Reads the preset in the field `preset`.
///
/// # Errors
/// If the field is absent or not a valid preset.
pub fn preset_of(request: &Value) -> Result<Preset, RequestError> {
    let document = request.get("preset").ok_or("`preset` must be a preset")?;
    preset(document)
}

/// Reads a preset in the form used by a page: the file format plus `slug`.
///
/// # Errors
/// If it is not a valid preset.
pub fn preset(document: &Value) -> Result<Preset, RequestError> {
    let mut document = document.clone();
    if let Some(fields) = document.as_object_mut() {
        fields.remove("slug");
    }
    Preset::read(&document.to_string()).map_err(|why| why.to_string())
}
