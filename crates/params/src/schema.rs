//! JSON Schema (draft 2020-12) and parameter table for other programs, generated from the declarations.
//!
//! Properties without a schema keyword (unit, symbol, scale, glide, handle) are in fields that begin with
//! `x-`. The schema accepts only the standard spelling of units, and cannot check the range of a text such as
//! `"35 g"`. For both, [`from_json`](crate::from_json) decides.

use crate::json::number;
use crate::{Handle, Info, Parametric, Scale, infos};
use serde_json::{Map, Value, json};

/// Returns the JSON Schema (draft 2020-12) of the files that [`from_json`](crate::from_json) accepts.
///
/// ```
/// use foley_params::{example::Mallet, schema};
///
/// let schema = schema::<Mallet>();
/// let mass = &schema["properties"]["values"]["properties"]["mass"];
/// assert_eq!(mass["minimum"], 0.001);
/// assert_eq!(mass["default"], 0.035);
/// assert_eq!(mass["x-unit"], "kg");
/// ```
pub fn schema<T: Parametric>() -> Value {
    let values: Map<_, _> = infos::<T>().map(|info| (info.id.to_owned(), info.schema())).collect();
    let units: Map<_, _> =
        infos::<T>().map(|info| (info.id.to_owned(), json!({ "const": info.unit.symbol() }))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": T::NAME,
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "$schema": { "type": "string" },
            "model": { "const": T::NAME },
            "values": {
                "description": "Numbers in SI, or texts with a unit; what is left out takes its default.",
                "type": "object",
                "additionalProperties": false,
                "properties": values,
            },
            "units": {
                "description": "The SI unit of each number, for the reader.",
                "type": "object",
                "additionalProperties": false,
                "properties": units,
            },
        },
    })
}

/// Returns the parameter table of a type, for programs that draw controls: `{ "model": …, "params": [ … ] }`.
///
/// ```
/// use foley_params::{example::Mallet, table_json};
///
/// let table = table_json::<Mallet>();
/// assert_eq!(table["params"][0]["id"], "mass");
/// assert_eq!(table["params"][0]["handle"]["low"], "teaspoon");
/// ```
pub fn table_json<T: Parametric>() -> Value {
    json!({
        "model": T::NAME,
        "params": infos::<T>().map(|info| info.to_json()).collect::<Vec<_>>(),
    })
}

impl Info {
    /// Returns the declaration of the parameter as JSON, including the texts allowed after a number.
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "symbol": self.symbol,
            "unit": self.unit.symbol(),
            "unit-texts": self.unit.texts().collect::<Vec<_>>(),
            "doc": self.doc,
            "min": number(self, self.min),
            "max": number(self, self.max),
            "scale": self.scale.name(),
            "choices": match self.scale {
                Scale::Choice(names) => json!(names),
                _ => Value::Null,
            },
            "default": number(self, self.default),
            "glide": self.glide,
            "handle": self.handle.map(handle_json),
        })
    }

    /// Returns the JSON Schema (draft 2020-12) of one value: a number in SI, or a text with a unit.
    pub fn schema(&self) -> Value {
        if let Scale::Choice(names) = self.scale {
            let mut schema = json!({
                "enum": names,
                "default": number(self, self.default),
                "description": self.doc,
                "x-unit": self.unit.symbol(),
                "x-symbol": self.symbol,
                "x-scale": self.scale.name(),
            });
            if let Some(handle) = self.handle {
                schema["x-handle"] = handle_json(handle);
            }
            return schema;
        }
        let kind = if self.scale == Scale::Integer { "integer" } else { "number" };
        let mut schema = json!({
            // `minimum` and `maximum` do not apply to strings, nor `pattern` to numbers.
            "type": [kind, "string"],
            "minimum": number(self, self.min),
            "maximum": number(self, self.max),
            "pattern": pattern(self),
            "default": number(self, self.default),
            "description": self.doc,
            "x-unit": self.unit.symbol(),
            "x-symbol": self.symbol,
            "x-scale": self.scale.name(),
            "x-glide": self.glide,
        });
        if let Some(handle) = self.handle {
            schema["x-handle"] = handle_json(handle);
        }
        schema
    }
}

impl Scale {
    /// Returns the name of the scale in one word, for JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Logarithmic => "logarithmic",
            Self::Integer => "integer",
            Self::Choice(_) => "choice",
        }
    }
}

fn handle_json(handle: Handle) -> Value {
    json!({ "name": handle.name, "low": handle.low, "high": handle.high })
}

/// Returns the regular expression for a number with one of the unit's texts, in standard spelling.
fn pattern(info: &Info) -> String {
    let texts: Vec<_> = info.unit.texts().map(escape).collect();
    format!(r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*({})?\s*$", texts.join("|"))
}

fn escape(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let special = r"\^$.|?*+()[]{}/".contains(c);
            special.then_some('\\').into_iter().chain([c])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, example::Mallet};

    #[test]
    fn the_schema_contains_the_whole_table() {
        let schema = schema::<Mallet>();
        let values = &schema["properties"]["values"]["properties"];
        for info in infos::<Mallet>() {
            let value = &values[info.id];
            assert_eq!(value["minimum"].as_f64(), Some(info.min), "{}", info.id);
            assert_eq!(value["maximum"].as_f64(), Some(info.max), "{}", info.id);
            assert_eq!(value["default"].as_f64(), Some(info.default), "{}", info.id);
            assert_eq!(value["description"], info.doc);
            assert_eq!(value["x-unit"], info.unit.symbol());
            assert_eq!(value["x-symbol"], info.symbol);
        }
        assert_eq!(values["blows"]["type"], json!(["integer", "string"]));
        assert_eq!(values["mass"]["x-handle"]["high"], "sledgehammer");
    }

    #[test]
    fn the_pattern_lists_the_units() {
        let info = Info { unit: Unit::MetrePerSecond, ..infos::<Mallet>().next().unwrap() };
        assert_eq!(
            pattern(&info),
            r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*(m\/s|cm\/s|mm\/s|µm\/s|km\/h)?\s*$"
        );
    }

    #[test]
    fn the_table_lists_every_parameter_in_order() {
        let table = table_json::<Mallet>();
        assert_eq!(table["model"], "mallet");
        let ids: Vec<_> = table["params"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
        let known: Vec<_> = infos::<Mallet>().map(|info| json!(info.id)).collect();
        assert_eq!(ids, known);
        assert_eq!(table["params"][5]["scale"], "integer");
        assert_eq!(table["params"][4]["unit"], "1");
    }
}
