//! A preset as text: always the same for the same preset, every value in SI, every number the shortest that
//! reads back to the same bits.

use super::{FORMAT, Preset, modes, score};
use foley_params::Info;
use foley_scene::file::Tree;
use foley_sound::sound_params;
use serde_json::Number;

/// Longest line that holds more than one value \[characters\].
const LINE: usize = 100;

/// A whole preset.
pub(super) fn tree(preset: &Preset) -> Tree {
    let sound = &*preset.sound;
    let text = |text: &str| Tree::Text(text.to_owned());
    let mut values: Vec<(String, Tree)> = Vec::new();
    let mut units: Vec<(String, Tree)> = Vec::new();
    for part in sound.parts() {
        let all = || sound_params(sound).into_iter().filter(|at| at.part_name == part.name);
        let of = |at: foley_sound::SoundParam| (at.info.id.to_owned(), value(&at.info, at.get(sound)));
        let unit = |at: foley_sound::SoundParam| (at.info.id.to_owned(), text(at.info.unit.symbol()));
        values.push((part.name.to_owned(), Tree::Object(all().map(of).collect())));
        units.push((part.name.to_owned(), Tree::Object(all().map(unit).collect())));
    }
    let mut fields = vec![
        ("format".to_owned(), Tree::Number(FORMAT.into())),
        ("model".to_owned(), text(sound.info().name)),
        ("name".to_owned(), text(&preset.name)),
        ("sentence".to_owned(), text(&preset.sentence)),
        ("author".to_owned(), text(&preset.author)),
        ("seed".to_owned(), Tree::Number(preset.seed.into())),
        ("values".to_owned(), Tree::Object(values)),
        ("units".to_owned(), Tree::Object(units)),
    ];
    if !sound.mode_edits().is_empty() {
        fields.push(("modes".to_owned(), modes::tree(sound.mode_edits())));
    }
    if !preset.score.events.is_empty() {
        fields.push(("score".to_owned(), score::tree(&preset.score, sound)));
    }
    Tree::Object(fields)
}

/// A value of a parameter: a choice by its name, else a number.
pub(super) fn value(info: &Info, value: f64) -> Tree {
    let name = info.choice(value).map(|name| Tree::Text(name.to_owned()));
    name.unwrap_or_else(|| number(value))
}

/// A number; whole ones without a point as far as people read them.
pub fn number(value: f64) -> Tree {
    const READ: f64 = 1e6;
    // A negative zero would lose its sign.
    if value % 1.0 == 0.0 && value.abs() < READ && value.to_bits() != (-0.0_f64).to_bits() {
        return Tree::Number((value as i64).into());
    }
    Number::from_f64(value).map_or(Tree::Null, Tree::Number)
}

/// JSON for people: what fits into a line stands in one.
pub fn pretty(tree: &Tree) -> String {
    let mut out = String::new();
    write(tree, 0, true, &mut out);
    out.push('\n');
    out
}

fn write(tree: &Tree, depth: usize, top: bool, out: &mut String) {
    let line = one_line(tree);
    if !top && 2 * depth + line.chars().count() <= LINE {
        out.push_str(&line);
        return;
    }
    let indent = |depth: usize, out: &mut String| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    match tree {
        Tree::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                indent(depth + 1, out);
                // Presets of a palette are never squeezed.
                let whole = top && item.get("model").is_some();
                write(item, depth + 1, whole, out);
            }
            indent(depth, out);
            out.push(']');
        }
        Tree::Object(fields) => {
            out.push('{');
            for (index, (key, value)) in fields.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                indent(depth + 1, out);
                out.push_str(&Tree::Text(key.clone()).to_string());
                out.push_str(": ");
                write(value, depth + 1, false, out);
            }
            indent(depth, out);
            out.push('}');
        }
        _ => out.push_str(&line),
    }
}

fn one_line(tree: &Tree) -> String {
    match tree {
        Tree::List(items) if !items.is_empty() => {
            let items: Vec<_> = items.iter().map(one_line).collect();
            format!("[{}]", items.join(", "))
        }
        Tree::Object(fields) if !fields.is_empty() => {
            let field =
                |(key, value): &(String, Tree)| format!("{}: {}", Tree::Text(key.clone()), one_line(value));
            let fields: Vec<_> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}
