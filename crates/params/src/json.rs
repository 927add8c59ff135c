//! Conversion of a model's values to JSON and back.
//!
//! ```json
//! { "model": "mallet", "values": { "mass": 0.035 }, "units": { "mass": "kg" } }
//! ```
//!
//! Values are SI, so that other programs need no unit parser; `units` documents this for the reader.
//! Hand-written files may use a text such as `"35 g"` instead of a number, and may omit values. Numbers
//! survive the round trip bit for bit.

use crate::error::excerpt;
use crate::info::is_whole;
use crate::multiple::Size;
use crate::nearest::nearest;
use crate::{ByName, Info, ParamError, Parametric, Scale};
use serde_json::{Map, Value, json};

/// Names of the JSON fields allowed in a file of values.
const FIELDS: [&str; 4] = ["model", "values", "units", "$schema"];

/// Writes the values of a model: `{ "model": …, "values": { id: number in SI }, "units": { id: text } }`.
///
/// A non-finite value, which no checked setter accepts, becomes `null`.
///
/// ```
/// use foley_params::{example::Mallet, to_json};
///
/// let json = to_json(&Mallet::default());
/// assert_eq!(json["model"], "mallet");
/// assert_eq!(json["values"]["mass"], 0.035);
/// assert_eq!(json["units"]["mass"], "kg");
/// ```
pub fn to_json<T: ByName + ?Sized>(model: &T) -> Value {
    let mut values = Map::new();
    let mut units = Map::new();
    for info in model.infos() {
        // Every id of a table has a value, so `get` does not fail.
        let value = model.get(info.id).map_or(Value::Null, |value| number(&info, value));
        values.insert(info.id.into(), value);
        units.insert(info.id.into(), info.unit.symbol().into());
    }
    json!({ "model": model.name(), "values": values, "units": units })
}

/// Creates a model from the JSON of a file. Omitted values are those of `T::default()`.
///
/// # Errors
/// If the file has another model or structure, unknown names, or a value that is not allowed. The message
/// contains the place in the file.
///
/// ```
/// use foley_params::{example::Mallet, from_json};
/// use serde_json::json;
///
/// let mallet: Mallet = from_json(&json!({ "values": { "mass": "120 g", "speed": 2.0 } }))?;
/// assert_eq!(mallet, Mallet { mass: 0.12, speed: 2.0, ..Mallet::default() });
///
/// let error = from_json::<Mallet>(&json!({ "values": { "mass": "50 kg" } })).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at `values.mass`: `mass` cannot be 50 kg. It may lie between 1 g and 10 kg.",
/// );
/// # Ok::<(), foley_params::ParamError>(())
/// ```
pub fn from_json<T: Parametric + Default>(json: &Value) -> Result<T, ParamError> {
    let mut model = T::default();
    update_from_json(&mut model, json)?;
    Ok(model)
}

/// Sets those values of a model that a file contains and leaves the others unchanged. On an error no value is
/// set.
///
/// # Errors
/// The same as those of [`from_json`].
pub fn update_from_json<T: ByName + ?Sized>(model: &mut T, json: &Value) -> Result<(), ParamError> {
    let fields = object(json)?;
    for field in fields.keys() {
        if !FIELDS.contains(&field.as_str()) {
            return Err(ParamError::UnknownField {
                field: excerpt(field),
                nearest: nearest(field, &FIELDS),
                known: FIELDS.to_vec(),
            });
        }
    }
    if let Some(name) = fields.get("model") {
        check_model(name, model.name()).map_err(|error| error.at("model"))?;
    }
    if let Some(units) = fields.get("units") {
        for (id, text) in object(units).map_err(|error| error.at("units"))? {
            check_unit(&*model, id, text).map_err(|error| error.at(path("units", id)))?;
        }
    }
    let mut changes = Vec::new();
    if let Some(values) = fields.get("values") {
        for (id, value) in object(values).map_err(|error| error.at("values"))? {
            let read = |info: Info| Ok((info.id, read_value(&info, value)?));
            let change = model.info(id).and_then(read).map_err(|error| error.at(path("values", id)))?;
            changes.push(change);
        }
    }
    // All values have been checked, so no call of `set` fails.
    changes.into_iter().try_for_each(|(id, value)| model.set(id, value))
}

/// Converts a value to JSON: an integer as `3` rather than `3.0`, a choice as its name, any other value
/// unchanged.
pub(crate) fn number(info: &Info, value: f64) -> Value {
    const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;
    if let Some(name) = info.choice(value) {
        return name.into();
    }
    let is_integer = info.scale == Scale::Integer && is_whole(value);
    // Negative zero does not count as an integer, because an integer would lose the sign.
    if is_integer && value.abs() < MAX_EXACT_INTEGER && !(value == 0.0 && value.is_sign_negative()) {
        (value as i64).into()
    } else {
        value.into()
    }
}

fn read_value(info: &Info, value: &Value) -> Result<f64, ParamError> {
    match value {
        Value::Number(number) => info.check(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => info.parse(text),
        other => {
            Err(ParamError::WrongType { expected: "a number or a text such as \"35 g\"", found: kind(other) })
        }
    }
}

fn check_model(name: &Value, expected: &'static str) -> Result<(), ParamError> {
    match name {
        Value::String(found) if found == expected => Ok(()),
        Value::String(found) => Err(ParamError::WrongModel { expected, found: excerpt(found) }),
        other => Err(ParamError::WrongType { expected: "the name of a model", found: kind(other) }),
    }
}

/// Checks that a file declares the SI unit for parameter `id`. Values are SI, so a declared unit of grams
/// indicates an error of a factor of 1000.
fn check_unit<T: ByName + ?Sized>(model: &T, id: &str, text: &Value) -> Result<(), ParamError> {
    let info = model.info(id)?;
    let Value::String(text) = text else {
        return Err(ParamError::WrongType { expected: "the text of a unit", found: kind(text) });
    };
    if text == info.unit.symbol() || info.unit.size_of(text) == Some(Size::Ten(0)) {
        return Ok(());
    }
    Err(ParamError::NotSi { id: info.id, text: excerpt(text), unit: info.unit })
}

fn object(json: &Value) -> Result<&Map<String, Value>, ParamError> {
    json.as_object().ok_or_else(|| ParamError::WrongType { expected: "an object", found: kind(json) })
}

fn path(field: &str, id: &str) -> String {
    format!("{field}.{}", excerpt(id))
}

/// Returns the name of the type of a JSON value with an article: `a number`.
fn kind(json: &Value) -> &'static str {
    match json {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
