//! Modes that somebody wants otherwise than the physics gives them, in files:
//! `"modes": { "struck": [{ "mode": 2, "frequency": 1.06, "gain": 0 }] }`.
//!
//! By body, then by rank from the lowest, which is 1; factors that are left out are 1.

use super::error::Wrong;
use super::node::{Is, Node, Read};
use super::write::number;
use foley_body::modal::MAX_MODES;
use foley_params::{ByName, Info, ParamError, infos};
use foley_scene::file::Tree;
use foley_sound::{Factors, MAX_MODE_EDITS, ModeEdit, ModeEdits, Sound, ringing};
use serde_json::{Map, Value, json};

/// The key of the rank.
const MODE: &str = "mode";

/// The sound with what stands in a file.
pub(super) fn read(node: &Node, sound: &dyn Sound) -> Read<Box<dyn Sound>> {
    let bodies = ringing(sound).map_err(|why| node.fail(why))?;
    let mut all: Vec<ModeEdit> = Vec::new();
    for (body, list) in node.fields()? {
        if !bodies.iter().any(|(name, _)| name == body) {
            return Err(list.fail_key(Wrong::Says(unknown(body, &bodies))));
        }
        for item in list.items()? {
            let it = one(body, item)?;
            if all.iter().any(|had| (&had.body, had.mode) == (&it.body, it.mode)) {
                let message = format!("mode {} is there twice.", it.mode);
                return Err(item.fail(Wrong::Says(message)));
            }
            if all.len() == MAX_MODE_EDITS {
                let message = format!("at most {MAX_MODE_EDITS} modes can be retouched.");
                return Err(item.fail(Wrong::Says(message)));
            }
            all.push(it);
        }
    }
    Ok(ModeEdits::over(sound, all))
}

fn unknown(body: &str, bodies: &[(String, foley_body::ModalSpec)]) -> String {
    let body = foley_params::words::excerpt(body);
    if bodies.is_empty() {
        return format!("no body rings here that could be called `{body}`.");
    }
    let names: Vec<&str> = bodies.iter().map(|(name, _)| name.as_str()).collect();
    let names = foley_params::words::list(&names, "and");
    format!("no body is called `{body}`; those that ring are {names}.")
}

fn one(body: &str, item: &Node) -> Read<ModeEdit> {
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
    let mode = mode.ok_or_else(|| item.fail(Wrong::Missing { key: MODE }))?;
    Ok(ModeEdit { body: body.to_owned(), mode, by })
}

fn rank(node: &Node) -> Read<usize> {
    let rank = match &node.is {
        Is::Number(number) => number.as_u64().and_then(|rank| usize::try_from(rank).ok()),
        _ => None,
    };
    rank.filter(|rank| (1..=MAX_MODES).contains(rank)).ok_or_else(|| {
        let message = format!("modes are counted from the lowest: 1 to {MAX_MODES}.");
        node.fail(Wrong::Says(message))
    })
}

/// All that may be said of a mode but its rank.
fn factors() -> impl Iterator<Item = Info> {
    infos::<Factors>()
}

fn keys() -> impl Iterator<Item = &'static str> {
    let factors = factors().map(|info| info.id);
    core::iter::once(MODE).chain(factors)
}

/// As JSON has it; factors of 1 are left out.
pub(super) fn tree(all: &[ModeEdit]) -> Tree {
    let mut bodies: Vec<(String, Tree)> = Vec::new();
    for it in all {
        let mut fields = vec![(MODE.to_owned(), number(it.mode as f64))];
        for info in factors() {
            let value = it.by.get(info.id).unwrap_or(info.default);
            if value != info.default {
                fields.push((info.id.to_owned(), number(value)));
            }
        }
        let had = bodies.iter().position(|(body, _)| *body == it.body);
        let place = had.unwrap_or_else(|| {
            bodies.push((it.body.clone(), Tree::List(Vec::new())));
            bodies.len() - 1
        });
        if let Some((_, Tree::List(list))) = bodies.get_mut(place) {
            list.push(Tree::Object(fields));
        }
    }
    Tree::Object(bodies)
}

/// What may stand there, for other programs.
pub(super) fn schema() -> Value {
    let mut properties: Map<String, Value> =
        factors().map(|info| (info.id.to_owned(), info.schema())).collect();
    let rank = json!({ "type": "integer", "minimum": 1, "maximum": MAX_MODES,
                       "description": "Counted from the lowest." });
    properties.insert(MODE.to_owned(), rank);
    let one = json!({ "type": "object", "additionalProperties": false, "required": [MODE], "properties": properties });
    json!({
        "description": "Modes otherwise than the physics gives them, by body.",
        "type": "object",
        "additionalProperties": { "type": "array", "maxItems": MAX_MODE_EDITS, "items": one },
    })
}
