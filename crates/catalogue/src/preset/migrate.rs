//! Migration of earlier preset formats to the current one, one format at a time.
//!
//! | format | content                                                                                |
//! |--------|----------------------------------------------------------------------------------------|
//! | 0      | flat: `{"model": …, "values": {"touch.stiffness": …}}`; no name, seed or author needed |
//! | 1      | values by part, with name, sentence, author, seed, loudness and score                  |
//!
//! A file without a format number has format 0. A migration moves values and never creates or changes one, so
//! errors keep their lines.

use super::error::{Fail, PresetErrorKind, ReadResult};
use foley_document::{LocatedNode, NodeKind};

/// Number of the current preset format, in which presets are written.
pub const FORMAT: u64 = 1;

/// Functions that migrate a preset from each format to the next, the oldest first.
const MIGRATIONS: [fn(&mut LocatedNode); FORMAT as usize] = [group_by_part];

/// Migrates a preset document of any known format to the current format.
pub(super) fn migrate(root: &mut LocatedNode) -> ReadResult<()> {
    root.fields()?;
    let format = match root.get("format") {
        None => 0,
        Some(node) => node.whole_number().ok_or_else(|| {
            let message = format!("a format is a whole number; the newest is {FORMAT}.");
            node.fail(PresetErrorKind::custom(message))
        })?,
    };
    if let Some(node) = root.get("format")
        && format > FORMAT
    {
        return Err(node.fail(PresetErrorKind::NewerFormat { found: format, newest: FORMAT }));
    }
    for (from, migration) in MIGRATIONS.iter().enumerate() {
        if from as u64 >= format {
            migration(root);
        }
    }
    Ok(())
}

/// Migrates format 0 to 1: moves `touch.stiffness` into an object `touch`. A preset without a name gets the
/// name of its model.
fn group_by_part(root: &mut LocatedNode) {
    let NodeKind::Object(fields) = &mut root.kind else {
        return;
    };
    let model = fields.iter().find(|(key, _)| key == "model").cloned();
    if let Some((_, model)) = model
        && !fields.iter().any(|(key, _)| key == "name")
    {
        fields.push(("name".to_owned(), model));
    }
    let values = fields.iter_mut().find(|(key, _)| key == "values");
    let Some((_, LocatedNode { kind: NodeKind::Object(values), .. })) = values else {
        return;
    };
    let mut parts: Vec<(String, LocatedNode)> = Vec::new();
    for (key, value) in core::mem::take(values) {
        let Some((part, id)) = key.split_once('.') else {
            parts.push((key, value));
            continue;
        };
        let field = (id.to_owned(), value);
        let existing = parts.iter_mut().find(|(name, _)| name == part);
        if let Some((_, LocatedNode { kind: NodeKind::Object(ids), .. })) = existing {
            ids.push(field);
        } else {
            let (key, at) = (field.1.key, field.1.at);
            let kind = NodeKind::Object(vec![field]);
            parts.push((part.to_owned(), LocatedNode { key, at, kind }));
        }
    }
    *values = parts;
}
