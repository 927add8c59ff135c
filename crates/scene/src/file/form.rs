//! What may stand in an object: one declaration per key, read by the reader and by the schema.

use foley_params::{Info, Parametric, Scale, Unit, infos};
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// A key of an object: one declaration for the reader and for the schema.
#[derive(Clone)]
pub struct Field {
    /// Its name.
    pub key: &'static str,
    /// Must be there.
    pub required: bool,
    doc: &'static str,
    /// Made only for who asks: the reader does not.
    schema: Rc<dyn Fn() -> Value>,
}

impl core::fmt::Debug for Field {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Field").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Field {
    /// A key, what it means, and what JSON may stand under it.
    pub fn new(key: &'static str, doc: &'static str, schema: impl Fn() -> Value + 'static) -> Self {
        Self { key, required: false, doc, schema: Rc::new(schema) }
    }

    /// A quantity.
    pub fn quantity(info: &Info) -> Self {
        let info = *info;
        Self::new(info.id, info.doc, move || info.schema())
    }

    /// A word that says which form this is.
    pub fn word(key: &'static str, doc: &'static str, word: &'static str) -> Self {
        Self::new(key, doc, move || json!({ "const": word }))
    }

    /// A text.
    pub fn text(key: &'static str, doc: &'static str) -> Self {
        Self::new(key, doc, || json!({ "type": "string" }))
    }

    /// True or false.
    pub fn flag(key: &'static str, doc: &'static str, default: bool) -> Self {
        Self::new(key, doc, move || json!({ "type": "boolean", "default": default }))
    }

    /// Something that the schema defines once.
    pub fn reference(key: &'static str, doc: &'static str, name: &'static str) -> Self {
        Self::new(key, doc, move || reference(name))
    }

    /// The same, but it must be there.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

/// A key for everything that a table declares.
pub(super) fn params<T: Parametric>() -> Vec<Field> {
    infos::<T>().map(|info| Field::quantity(&info)).collect()
}

/// A reference to what a schema defines once.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The schema of an object of these keys and no others.
pub fn object(title: &str, fields: &[Field]) -> Value {
    let properties: Map<_, _> = fields
        .iter()
        .map(|field| {
            let mut schema = (field.schema)();
            schema["description"] = field.doc.into();
            // What must be given has no default.
            if let (true, Some(words)) = (field.required, schema.as_object_mut()) {
                words.remove("default");
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

/// A quantity of a file that no table declares. Its default is what it is when nobody says.
pub const fn quantity(
    id: &'static str,
    unit: Unit,
    doc: &'static str,
    (min, max): (f64, f64),
    default: f64,
) -> Info {
    Info { id, symbol: id, unit, doc, min, max, scale: Scale::Linear, default, glide: 0.0, handle: None }
}
