//! A preset from a file: every key is known, every value is allowed, or the file is refused with the line of
//! the first that is not.

use super::error::Wrong;
use super::migrate::migrate;
use super::node::{Is, Node, Read};
use super::{Preset, modes, score};
use crate::model;
use foley_params::{Info, ParamError};
use foley_sound::Sound;

/// What a preset may say.
pub(super) const FIELDS: [&str; 11] =
    ["$schema", "format", "model", "name", "sentence", "author", "seed", "values", "units", "modes", "score"];

/// Longest name of a preset or an author \[characters\].
pub(super) const LONGEST_NAME: usize = 120;
/// Longest sentence \[characters\].
pub(super) const LONGEST_SENTENCE: usize = 1000;

/// A preset from what stands in a file.
pub(super) fn preset(root: &mut Node) -> Read<Preset> {
    migrate(root)?;
    let root = &*root;
    for (key, node) in root.fields()? {
        if !FIELDS.contains(&key.as_str()) {
            return Err(node.fail_key(unknown_field(key)));
        }
    }
    let need = |key| root.get(key).ok_or_else(|| root.fail(Wrong::Missing { key }));
    if let Some(schema) = root.get("$schema") {
        schema.text()?;
    }
    let named = need("model")?;
    let mut sound = model(named.text()?).map_err(|why| named.fail(why))?;
    let name = line(need("name")?, LONGEST_NAME)?;
    if name.trim().is_empty() {
        return Err(need("name")?.fail(Wrong::Says("a preset needs a name.".to_owned())));
    }
    let text = |key, longest| root.get(key).map_or(Ok(String::new()), |it| line(it, longest));
    let (sentence, author) = (text("sentence", LONGEST_SENTENCE)?, text("author", LONGEST_NAME)?);
    let seed = root.get("seed").map_or(Ok(0), seed)?;
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
    let score = score.map_or(Ok(foley_sound::Score::default()), |it| score::read(it, &*sound))?;
    Ok(Preset { name, sentence, author, seed, sound, score })
}

fn unknown_field(key: &str) -> ParamError {
    ParamError::UnknownField {
        field: foley_params::words::excerpt(key),
        nearest: foley_params::words::nearest(key, &FIELDS),
        known: FIELDS.to_vec(),
    }
}

/// A text of one line, which every format can carry.
fn line(node: &Node, longest: usize) -> Read<String> {
    let text = node.text()?;
    let strange = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.chars().any(strange) || text.chars().nth(longest).is_some() {
        let message = format!("this text must be one line of at most {longest} characters.");
        return Err(node.fail(Wrong::Says(message)));
    }
    Ok(text.to_owned())
}

fn seed(node: &Node) -> Read<u64> {
    let seed = match &node.is {
        Is::Number(number) => number.as_u64(),
        _ => None,
    };
    seed.ok_or_else(|| node.fail(Wrong::Says(format!("a seed is a whole number from 0 to {}.", u64::MAX))))
}

/// The parts of a sound that an object names: which part, and what stands there.
fn parts<'n>(node: &'n Node, sound: &dyn Sound) -> Read<Vec<(usize, &'n Node)>> {
    let parts = sound.parts();
    let find = |(name, node): &'n (String, Node)| {
        let index = parts.iter().position(|part| part.name == name);
        let Some(index) = index else {
            let known = parts.iter().map(|part| part.name).collect();
            return Err(node.fail_key(ParamError::unknown_name("part", name, known)));
        };
        Ok((index, node))
    };
    node.fields()?.iter().map(find).collect()
}

fn read_values(values: &Node, sound: &mut dyn Sound) -> Read<()> {
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

/// The values are SI, so a file that says grams and means kilograms, or the other way, is better refused.
fn check_units(units: &Node, sound: &dyn Sound) -> Read<()> {
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
