//! The field `place` of a preset: the place in which its sound is heard.
//!
//! ```json
//! "place": "kitchen"
//! ```
//!
//! `foley render` adds the reflections of the place ([`crate::spaces::place`]). Stems, measured outputs and the
//! stored loudness are those of `free`. A live engine has one place for all sounds and ignores the field.

use super::error::{Fail, ReadResult};
use crate::spaces::Place;
use foley_document::LocatedNode;
use serde_json::{Value, json};

/// Reads the field `place`: the name of a place.
pub(super) fn read(node: &LocatedNode) -> ReadResult<Place> {
    Place::parse(node.text()?).map_err(|why| node.fail(why))
}

/// Returns the JSON Schema of the field `place`.
pub(super) fn schema() -> Value {
    json!({
        "description": "Place in which the sound is heard: `foley explain place` lists them.",
        "enum": Place::NAMES,
        "default": Place::Free.name(),
    })
}
