//! Reading of presets: rejects unknown keys and values that are not allowed.

use super::error::{Fail, PresetErrorKind, ReadResult};
use super::migrate::migrate;
use super::{Preset, PresetLoudness, kinds, loudness, modes, place, score};
use crate::model;
use crate::spaces::Place;
use foley_document::{DocumentErrorKind, LocatedNode};
use foley_params::{Info, ParamError};
use foley_sound::{Score, Sound};

/// All keys that a preset object may have.
pub(super) const FIELDS: [&str; 14] = [
    "$schema", "format", "model", "name", "sentence", "author", "like", "place", "seed", "loudness",
    "values", "units", "modes", "score",
];

/// Maximum length of a preset name or an author name \[characters\].
pub(super) const MAX_NAME_CHARS: usize = 120;
/// Maximum length of the sentence of a preset \[characters\].
pub(super) const MAX_SENTENCE_CHARS: usize = 1000;

/// Reads a preset of any known format. Migrates `root` to the current format.
pub(super) fn preset(root: &mut LocatedNode) -> ReadResult<Preset> {
    migrate(root)?;
    let root = &*root;
    for (key, node) in root.fields()? {
        if !FIELDS.contains(&key.as_str()) {
            return Err(node.fail_key(unknown_field(key)));
        }
    }
    let require = |key| root.get(key).ok_or_else(|| root.fail(DocumentErrorKind::missing(key)));
    if let Some(schema) = root.get("$schema") {
        schema.text()?;
    }
    let model_node = require("model")?;
    let mut sound = model(model_node.text()?).map_err(|why| model_node.fail(why))?;
    let name_node = require("name")?;
    let name = line(name_node, MAX_NAME_CHARS)?;
    if name.trim().is_empty() {
        return Err(name_node.fail(PresetErrorKind::custom("a preset needs a name.")));
    }
    let text = |key, max_chars| root.get(key).map_or(Ok(String::new()), |node| line(node, max_chars));
    let (sentence, author) = (text("sentence", MAX_SENTENCE_CHARS)?, text("author", MAX_NAME_CHARS)?);
    let like = root.get("like").map(kinds::read).transpose()?;
    let place = root.get("place").map_or(Ok(Place::Free), place::read)?;
    let seed = root.get("seed").map_or(Ok(0), seed)?;
    let model = sound.info().name;
    let loudness = root.get("loudness");
    let loudness =
        loudness.map_or(Ok(PresetLoudness::of_model(model)), |node| loudness::read(node, model))?;
    if let Some(values) = root.get("values") {
        read_values(values, &mut *sound)?;
    }
    if let Some(units) = root.get("units") {
        check_units(units, &*sound)?;
    }
    if let Some(modes) = root.get("modes") {
        sound = modes::read(modes, &*sound)?;
    }
    let score = root.get("score");
    let score = score.map_or(Ok(Score::default()), |node| score::read(node, &*sound))?;
    Ok(Preset { name, sentence, author, like, place, seed, loudness, sound, score })
}

fn unknown_field(key: &str) -> ParamError {
    ParamError::UnknownField {
        field: foley_params::words::excerpt(key),
        nearest: foley_params::words::nearest(key, &FIELDS),
        known: FIELDS.to_vec(),
    }
}

/// Reads a text of one line. Rejects characters that XML cannot represent.
fn line(node: &LocatedNode, max_chars: usize) -> ReadResult<String> {
    let text = node.text()?;
    let is_forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.chars().any(is_forbidden) || text.chars().nth(max_chars).is_some() {
        let message = format!("this text must be one line of at most {max_chars} characters.");
        return Err(node.fail(PresetErrorKind::custom(message)));
    }
    Ok(text.to_owned())
}

fn seed(node: &LocatedNode) -> ReadResult<u64> {
    let message = || format!("a seed is a whole number from 0 to {}.", u64::MAX);
    node.whole_number().ok_or_else(|| node.fail(PresetErrorKind::custom(message())))
}

/// Returns the fields of an object whose keys are names of parts, each as the index of the part and the
/// value.
fn parts<'n>(node: &'n LocatedNode, sound: &dyn Sound) -> ReadResult<Vec<(usize, &'n LocatedNode)>> {
    let parts = sound.parts();
    let find = |(name, node): &'n (String, LocatedNode)| {
        let index = parts.iter().position(|part| part.name == name);
        let Some(index) = index else {
            let known = parts.iter().map(|part| part.name).collect();
            return Err(node.fail_key(ParamError::unknown_name("part", name, known)));
        };
        Ok((index, node))
    };
    node.fields()?.iter().map(find).collect()
}

fn read_values(values: &LocatedNode, sound: &mut dyn Sound) -> ReadResult<()> {
    for (index, part) in parts(values, sound)? {
        for (id, node) in part.fields()? {
            let Some(table) = sound.part_mut(index) else {
                continue;
            };
            let info = table.info(id).map_err(|why| node.fail_key(why))?;
            let value = node.quantity(&info)?;
            table.set(info.id, value).map_err(|why| node.fail(why))?;
        }
    }
    Ok(())
}

/// Checks that the units given in a file are SI units. Numbers are always SI, so a file with grams is
/// rejected instead of being read as kilograms.
fn check_units(units: &LocatedNode, sound: &dyn Sound) -> ReadResult<()> {
    let tables = sound.parts();
    for (index, part) in parts(units, sound)? {
        for (id, node) in part.fields()? {
            let Some(table) = tables.get(index).map(|part| part.table) else {
                continue;
            };
            let info = table.info(id).map_err(|why| node.fail_key(why))?;
            let text = node.text()?;
            if !is_si(&info, text) {
                return Err(node.fail(ParamError::NotSi {
                    id: info.id,
                    text: foley_params::words::excerpt(text),
                    unit: info.unit,
                }));
            }
        }
    }
    Ok(())
}

fn is_si(info: &Info, text: &str) -> bool {
    text == info.unit.symbol()
        || (!text.trim().is_empty() && info.unit.parse(&format!("1 {text}")) == Ok(1.0))
}
