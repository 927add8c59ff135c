//! Keys of objects, declared once for the reader and for the JSON Schema.

use foley_params::{Info, Parametric, Scale, Unit, infos};
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Declaration of one key of an object: its name, description and schema.
#[derive(Clone)]
pub struct Field {
    /// Name of the key in the document.
    pub key: &'static str,
    /// Whether the reader rejects an object without this key.
    pub required: bool,
    doc: &'static str,
    /// Function that builds the JSON Schema of the value. It runs on demand, because the reader does not need
    /// the schema.
    schema: Rc<dyn Fn() -> Value>,
}

impl core::fmt::Debug for Field {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Field").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Field {
    /// Declares an optional key with its description and a function that builds the schema of its value.
    pub fn new(key: &'static str, doc: &'static str, schema: impl Fn() -> Value + 'static) -> Self {
        Self { key, required: false, doc, schema: Rc::new(schema) }
    }

    /// Declares an optional key for a quantity; the key is `info.id`.
    pub fn quantity(info: &Info) -> Self {
        let info = *info;
        Self::new(info.id, info.doc, move || info.schema())
    }

    /// Declares a key whose value is one fixed word, which selects the form of the object.
    pub fn word(key: &'static str, doc: &'static str, word: &'static str) -> Self {
        Self::new(key, doc, move || json!({ "const": word }))
    }

    /// Declares an optional key whose value is a text.
    pub fn text(key: &'static str, doc: &'static str) -> Self {
        Self::new(key, doc, || json!({ "type": "string" }))
    }

    /// Declares an optional key whose value is `true` or `false`.
    pub fn flag(key: &'static str, doc: &'static str, default: bool) -> Self {
        Self::new(key, doc, move || json!({ "type": "boolean", "default": default }))
    }

    /// Declares an optional key whose value has the schema `$defs/name`.
    pub fn reference(key: &'static str, doc: &'static str, name: &'static str) -> Self {
        Self::new(key, doc, move || reference(name))
    }

    /// Returns the declaration with the key required.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

/// Declares one optional key for each parameter of the table of `T`.
pub fn params<T: Parametric>() -> Vec<Field> {
    infos::<T>().map(|info| Field::quantity(&info)).collect()
}

/// Returns a schema that refers to `$defs/name`.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns the schema of an object that allows the keys of `fields` only.
pub fn object(title: &str, fields: &[Field]) -> Value {
    let properties: Map<_, _> = fields
        .iter()
        .map(|field| {
            let mut schema = (field.schema)();
            schema["description"] = field.doc.into();
            // A required key has no default, so its schema has none.
            if let (true, Some(keywords)) = (field.required, schema.as_object_mut()) {
                keywords.remove("default");
            }
            (field.key.to_owned(), schema)
        })
        .collect();
    let required: Vec<_> = fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    json!({
        "title": title,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "required": required,
    })
}

/// Declares a quantity of a document that belongs to no parameter table. It has a linear scale, no glide and
/// no handle.
pub const fn quantity(
    id: &'static str,
    unit: Unit,
    doc: &'static str,
    (min, max): (f64, f64),
    default: f64,
) -> Info {
    Info { id, symbol: id, unit, doc, min, max, scale: Scale::Linear, default, glide: 0.0, handle: None }
}
