//! Edits of single modes in files: `"modes": { "struck": [{ "mode": 2, "frequency": 1.06, "gain": 0 }] }`.
//!
//! The keys are names of bodies. `mode` is the rank of the mode, from 1 for the lowest. Omitted factors are 1.

use super::error::{Fail, PresetErrorKind, ReadResult};
use foley_body::modal::MAX_MODES;
use foley_document::{DocumentErrorKind, LocatedNode, Tree, number};
use foley_params::{ByName, Info, ParamError, infos};
use foley_sound::{Factors, MAX_MODE_EDITS, ModeEdit, ModeEdits, Sound, modal_bodies};
use serde_json::{Map, Value, json};

/// Key of a mode's rank, counted from 1 for the lowest mode.
const MODE: &str = "mode";

/// Reads mode edits and returns a copy of `sound` with these edits.
pub(super) fn read(node: &LocatedNode, sound: &dyn Sound) -> ReadResult<Box<dyn Sound>> {
    let bodies = modal_bodies(sound).map_err(|why| node.fail(why))?;
    let mut edits: Vec<ModeEdit> = Vec::new();
    for (body, list) in node.fields()? {
        if !bodies.iter().any(|(name, _)| name == body) {
            return Err(list.fail_key(PresetErrorKind::custom(unknown_body(body, &bodies))));
        }
        for item in list.items()? {
            let edit = mode_edit(body, item)?;
            if edits.iter().any(|earlier| (&earlier.body, earlier.mode) == (&edit.body, edit.mode)) {
                let message = format!("mode {} is given twice.", edit.mode);
                return Err(item.fail(PresetErrorKind::custom(message)));
            }
            if edits.len() == MAX_MODE_EDITS {
                let message = format!("at most {MAX_MODE_EDITS} modes can be edited.");
                return Err(item.fail(PresetErrorKind::custom(message)));
            }
            edits.push(edit);
        }
    }
    Ok(ModeEdits::over(sound, edits))
}

fn unknown_body(body: &str, bodies: &[(String, foley_body::ModalSpec)]) -> String {
    let body = foley_params::words::excerpt(body);
    if bodies.is_empty() {
        return format!("there is no body `{body}`: this sound has no modal body.");
    }
    let names: Vec<&str> = bodies.iter().map(|(name, _)| name.as_str()).collect();
    let names = foley_params::words::list(&names, "and");
    format!("there is no modal body `{body}`; the modal bodies are {names}.")
}

fn mode_edit(body: &str, item: &LocatedNode) -> ReadResult<ModeEdit> {
    let mut by = Factors::default();
    let mut mode = None;
    for (key, node) in item.fields()? {
        if key == MODE {
            mode = Some(rank(node)?);
            continue;
        }
        let info = by.info(key).map_err(|_| {
            let known = keys().collect();
            node.fail_key(ParamError::unknown_name("key", key, known))
        })?;
        let value = node.quantity(&info)?;
        by.set(info.id, value).map_err(|why| node.fail(why))?;
    }
    let mode = mode.ok_or_else(|| item.fail(DocumentErrorKind::missing(MODE)))?;
    Ok(ModeEdit { body: body.to_owned(), mode, by })
}

fn rank(node: &LocatedNode) -> ReadResult<usize> {
    let rank = node.whole_number().and_then(|rank| usize::try_from(rank).ok());
    rank.filter(|rank| (1..=MAX_MODES).contains(rank)).ok_or_else(|| {
        let message =
            format!("a mode is given by its rank, a whole number from 1 (the lowest mode) to {MAX_MODES}.");
        node.fail(PresetErrorKind::custom(message))
    })
}

/// Returns the declarations of the factors: all keys of a mode edit except the rank.
fn factors() -> impl Iterator<Item = Info> {
    infos::<Factors>()
}

fn keys() -> impl Iterator<Item = &'static str> {
    let factors = factors().map(|info| info.id);
    core::iter::once(MODE).chain(factors)
}

/// Returns mode edits as a tree for writing. Factors of 1 are left out.
pub(super) fn tree(edits: &[ModeEdit]) -> Tree {
    let mut bodies: Vec<(String, Tree)> = Vec::new();
    for edit in edits {
        let mut fields = vec![(MODE.to_owned(), number(edit.mode as f64))];
        for info in factors() {
            let value = edit.by.get(info.id).unwrap_or(info.default);
            if value != info.default {
                fields.push((info.id.to_owned(), number(value)));
            }
        }
        let index = bodies.iter().position(|(body, _)| *body == edit.body).unwrap_or_else(|| {
            bodies.push((edit.body.clone(), Tree::List(Vec::new())));
            bodies.len() - 1
        });
        if let Some((_, Tree::List(list))) = bodies.get_mut(index) {
            list.push(Tree::Object(fields));
        }
    }
    Tree::Object(bodies)
}

/// Returns the JSON Schema of mode edits.
pub(super) fn schema() -> Value {
    let mut properties: Map<String, Value> =
        factors().map(|info| (info.id.to_owned(), info.schema())).collect();
    let rank = json!({ "type": "integer", "minimum": 1, "maximum": MAX_MODES,
                       "description": "Rank of the mode, from 1 for the lowest." });
    properties.insert(MODE.to_owned(), rank);
    let mode = json!({ "type": "object", "additionalProperties": false, "required": [MODE], "properties": properties });
    json!({
        "description": "Edits of single modes, by body.",
        "type": "object",
        "additionalProperties": { "type": "array", "maxItems": MAX_MODE_EDITS, "items": mode },
    })
}
