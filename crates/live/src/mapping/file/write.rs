//! Writes mappings into a mapping file or a live scene.

use super::super::Mapping;
use super::super::step::{Bend, Shape, Step};
use super::FORMAT;
use crate::address_space::Arg;
use foley_document::{DocumentError, Tree, number, pretty};
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Returns mappings as the text of a mapping file; [`read`](super::read) reads the same mappings from that
/// text.
pub fn to_json(mappings: &[Mapping]) -> String {
    pretty(&Tree::Object(vec![
        ("format".to_owned(), Tree::Number(FORMAT.into())),
        ("mappings".to_owned(), tree(mappings)),
    ]))
}

fn text(text: &str) -> Tree {
    Tree::Text(text.to_owned())
}

fn tree(mappings: &[Mapping]) -> Tree {
    Tree::List(mappings.iter().map(one).collect())
}

fn one(mapping: &Mapping) -> Tree {
    let mut fields = vec![("from".to_owned(), text(&mapping.from.to_string()))];
    let mut steps: Vec<Tree> = mapping.through.iter().map(step_tree).collect();
    if let Some((low, high)) = &mapping.to {
        let arg = |arg: &Arg| match arg {
            Arg::Number(value) => number(*value),
            Arg::Text(value) => text(value),
        };
        let ends = Tree::List(vec![arg(low), arg(high)]);
        steps.push(Tree::Object(vec![("to".to_owned(), ends)]));
    }
    if !steps.is_empty() {
        fields.push(("through".to_owned(), Tree::List(steps)));
    }
    fields.push(("say".to_owned(), text(&mapping.say)));
    Tree::Object(fields)
}

fn step_tree(step: &Step) -> Tree {
    let named = |name: &str, tree| (name.to_owned(), tree);
    let yes = Tree::Flag(true);
    let field = match step {
        Step::Shape(Shape::Range(low, high)) => named("range", Tree::List(vec![number(*low), number(*high)])),
        Step::Shape(Shape::Curve(bend)) => named("curve", bend_tree(*bend)),
        Step::Shape(Shape::Quantise(places)) => named("quantise", number(*places)),
        Step::Shape(Shape::Invert) => named("invert", yes),
        Step::Shape(Shape::Scale(factor)) => named("scale", number(*factor)),
        Step::Shape(Shape::Offset(more)) => named("offset", number(*more)),
        Step::Shape(Shape::Absolute) => named("absolute", yes),
        Step::Shape(Shape::DeadZone(dead)) => named("dead-zone", number(*dead)),
        Step::Smooth(smooth) => named("smooth", number(smooth.time)),
        Step::Derivative(_) => named("derivative", yes),
        Step::Gate(gate) => {
            let mut fields = Vec::new();
            for (name, value) in [("above", gate.above), ("below", gate.below)] {
                if value.is_finite() {
                    fields.push(named(name, number(value)));
                }
            }
            if let Some(from) = &gate.from {
                fields.push(named("from", text(&from.to_string())));
            }
            named("gate", Tree::Object(fields))
        }
        Step::Threshold(threshold) => {
            let all = [
                ("above", threshold.above),
                ("below", threshold.below),
                ("again", threshold.again),
                ("peak", threshold.peak),
            ];
            let all = all.map(|(name, value)| named(name, number(value)));
            named("threshold", Tree::Object(all.to_vec()))
        }
    };
    Tree::Object(vec![field])
}

fn bend_tree(bend: Bend) -> Tree {
    match bend {
        Bend::Power(exponent) => number(exponent),
        Bend::Exponential => text("exponential"),
        Bend::Logarithmic => text("logarithmic"),
    }
}

/// Writes mappings into a file: into the key `mappings` of an existing live scene, or as a mapping file.
/// `check` checks the text first. The write is atomic: a new file with the same permissions replaces the old
/// one at the end. If `path` is a symbolic link, the file it points to is written.
///
/// # Errors
/// If the existing file is not JSON with a `format`, the check fails, or writing fails.
pub fn save(
    path: &Path,
    mappings: &[Mapping],
    check: impl FnOnce(&str) -> Result<(), DocumentError>,
) -> Result<(), String> {
    let describe = |why: &dyn core::fmt::Display| format!("`{}`: {why}", path.display());
    let mut fields = match std::fs::read_to_string(path) {
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            vec![("format".to_owned(), Tree::Number(FORMAT.into()))]
        }
        Err(why) => return Err(describe(&why)),
        Ok(text) => match Tree::parse(&text).map_err(|why| describe(&why))? {
            Tree::Object(fields) if fields.iter().any(|(key, _)| key == "format") => fields,
            _ => return Err(describe(&"this is neither a mapping file nor a live scene.")),
        },
    };
    let tree = tree(mappings);
    match fields.iter_mut().find(|(key, _)| key == "mappings") {
        Some((_, there)) => *there = tree,
        None => fields.push(("mappings".to_owned(), tree)),
    }
    let text = pretty(&Tree::Object(fields));
    check(&text).map_err(|why| describe(&why))?;
    let path = &resolve_link(path);
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    let written =
        write(&beside, &text, std::fs::metadata(path).ok()).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|why| {
        let _ = std::fs::remove_file(&beside);
        describe(&why)
    })
}

/// Returns the target of a symbolic link, even if the target does not exist yet; otherwise the path itself.
fn resolve_link(path: &Path) -> PathBuf {
    let there = std::fs::canonicalize(path);
    there.unwrap_or_else(|_| match (std::fs::read_link(path), path.parent()) {
        (Ok(to), Some(folder)) => folder.join(to),
        _ => path.to_owned(),
    })
}

/// Writes a new file, which has the permissions of the old file from the start.
fn write(path: &Path, text: &str, old: Option<Metadata>) -> io::Result<()> {
    let mut file = File::create(path)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(text.as_bytes())
}
