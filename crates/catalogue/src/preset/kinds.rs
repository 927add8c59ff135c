//! Kinds of real sounds that a preset may name: the field `like`.
//!
//! ```json
//! "like": "door_wood_knock"
//! ```
//!
//! The field says that the preset imitates this kind of sound, and changes no sample. `foley lab realism`
//! compares such presets with recordings of their kind. The percentiles of the recordings are in
//! `crates/lab/reference/real-sounds.json`; a test of the command line compares both lists of kinds.

use super::error::{Fail, ReadResult};
use foley_document::LocatedNode;
use foley_params::ParamError;
use serde_json::{Value, json};

/// Names of the kinds of real sounds with measured recordings, in alphabetical order.
pub const KINDS: [&str; 27] = [
    "brushing_teeth",
    "can_opening",
    "chainsaw",
    "church_bells",
    "clapping",
    "clock_tick",
    "crackling_fire",
    "door_wood_creaks",
    "door_wood_knock",
    "engine",
    "fireworks",
    "footsteps",
    "glass_breaking",
    "hand_saw",
    "helicopter",
    "keyboard_typing",
    "mouse_click",
    "pouring_water",
    "rain",
    "sea_waves",
    "thunderstorm",
    "toilet_flush",
    "train",
    "vacuum_cleaner",
    "washing_machine",
    "water_drops",
    "wind",
];

/// Reads the field `like`: the name of one of [`KINDS`].
pub(super) fn read(node: &LocatedNode) -> ReadResult<&'static str> {
    let name = node.text()?;
    let kind = KINDS.into_iter().find(|kind| *kind == name);
    kind.ok_or_else(|| node.fail(ParamError::unknown_name("kind of sound", name, KINDS.to_vec())))
}

/// Returns the JSON Schema of the field `like`.
pub(super) fn schema() -> Value {
    json!({
        "description": "Kind of real sound that the preset imitates, for `foley lab realism`.",
        "enum": KINDS,
    })
}
