//! All addresses as one tree of OSCQuery nodes.

use crate::address_space::{Entry, EntryKind};
use foley_params::Scale;
use serde_json::{Map, Value, json};

/// Attributes of a node that a request can name.
pub(super) const ATTRIBUTES: [&str; 9] =
    ["ACCESS", "CLIPMODE", "CONTENTS", "DESCRIPTION", "FULL_PATH", "RANGE", "TYPE", "UNIT", "VALUE"];

/// Returns the root node of the tree of all entries.
pub(super) fn tree(entries: &[Entry]) -> Value {
    let mut root = container("/");
    for entry in entries {
        let words = entry.address.split('/').filter(|word| !word.is_empty());
        put(&mut root, words, "", entry);
    }
    Value::Object(root)
}

/// Inserts an address below a node, one level per remaining word.
fn put<'a>(
    node: &mut Map<String, Value>,
    mut words: impl Iterator<Item = &'a str>,
    path: &str,
    entry: &Entry,
) {
    let Some(word) = words.next() else {
        return fill(node, entry);
    };
    let path = format!("{path}/{word}");
    let contents = node.entry("CONTENTS").or_insert_with(|| json!({}));
    let inner = contents.as_object_mut().map(|contents| {
        let inner = contents.entry(word);
        inner.or_insert_with(|| Value::Object(container(&path)))
    });
    if let Some(Value::Object(inner)) = inner {
        put(inner, words, &path, entry);
    }
}

/// Returns the node with this path; `/` is the root.
pub(super) fn node<'a>(tree: &'a Value, path: &str) -> Option<&'a Value> {
    let words = path.split('/').filter(|word| !word.is_empty());
    words.into_iter().try_fold(tree, |node, word| node.get("CONTENTS")?.get(word))
}

fn container(path: &str) -> Map<String, Value> {
    let mut node = Map::new();
    node.insert("FULL_PATH".to_owned(), json!(path));
    node.insert("ACCESS".to_owned(), json!(0));
    node
}

/// Returns the access of clients to an address: 1 reads, 2 writes, 3 does both.
fn access(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Gesture | EntryKind::Command(_) => 2,
        EntryKind::Asked => 1,
        EntryKind::Handle | EntryKind::Value | EntryKind::Mixer | EntryKind::Named => 3,
    }
}

/// Returns the OSC type tags of an address's arguments; `None` if it takes no arguments.
fn types(entry: &Entry) -> Option<String> {
    Some(match (entry.kind, entry.info.scale) {
        (EntryKind::Asked | EntryKind::Command(0), _) => return None,
        (EntryKind::Command(names), _) => "s".repeat(names.into()),
        (EntryKind::Named, _) | (EntryKind::Value | EntryKind::Gesture, Scale::Choice(_)) => "s".to_owned(),
        (EntryKind::Value | EntryKind::Gesture | EntryKind::Mixer, Scale::Integer) => "i".to_owned(),
        _ => "f".to_owned(),
    })
}

/// Current value of an address, by its OSC type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Typed {
    /// The name of a choice.
    Text(&'static str),
    /// An integer value.
    Whole(i64),
    /// A floating-point value.
    Number(f64),
}

/// Returns the current value of an address; `None` if it does not hold a single value.
pub(super) fn value(entry: &Entry) -> Option<Typed> {
    let (types, value) = (types(entry)?, entry.value?);
    Some(match (types.as_str(), entry.info.choice(value)) {
        ("s", Some(name)) => Typed::Text(name),
        ("i", _) => Typed::Whole(value as i64),
        _ => Typed::Number(value),
    })
}

fn fill(node: &mut Map<String, Value>, entry: &Entry) {
    let Entry { kind, info, .. } = entry;
    let mut set = |key: &str, value: Value| node.insert(key.to_owned(), value);
    set("ACCESS", json!(access(*kind)));
    set("DESCRIPTION", json!(description(entry)));
    let Some(types) = types(entry) else {
        return;
    };
    set("TYPE", json!(types));
    let range = match (kind, info.scale) {
        (EntryKind::Command(_) | EntryKind::Named, _) => return,
        (EntryKind::Handle, _) => json!({ "MIN": 0.0, "MAX": 100.0 }),
        (_, Scale::Choice(names)) => json!({ "VALS": names }),
        (_, Scale::Integer) => json!({ "MIN": info.min as i64, "MAX": info.max as i64 }),
        _ => json!({ "MIN": info.min, "MAX": info.max }),
    };
    set("RANGE", json!([range]));
    // Values out of range are rejected.
    set("CLIPMODE", json!(["none"]));
    if !info.unit.is_one() && *kind != EntryKind::Handle {
        set("UNIT", json!([info.unit.symbol()]));
    }
    if let Some(value) = value(entry) {
        let value = match value {
            Typed::Text(name) => json!(name),
            Typed::Whole(value) => json!(value),
            Typed::Number(value) => json!(value),
        };
        set("VALUE", json!([value]));
    }
}

fn description(entry: &Entry) -> String {
    match (entry.kind, entry.info.handle) {
        (EntryKind::Handle, Some(handle)) => {
            format!("{} 0 is {}, 100 is {}.", entry.info.doc, handle.low, handle.high)
        }
        _ => entry.info.doc.to_owned(),
    }
}
