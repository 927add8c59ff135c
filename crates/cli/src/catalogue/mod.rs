//! The catalogue as the program tells it: models by family and level, their parameters, gestures and presets, for people and for
//! programs. Everything is read from the models themselves.

mod doings;
pub(crate) mod own;
mod pick;

pub(crate) use doings::{Doings, flags};
pub(crate) use pick::{named, nothing_of_that_name};

use crate::text::aligned;
use foley_params::{Info, Scale};
use foley_sound::preset::{Preset, palette};
use foley_sound::{About, Address, Family, Level, Sound, addresses, models};
use serde_json::{Value, json};

/// Every model by its place in the taxonomy: families in their order, and in each events before textures before processes.
pub(crate) fn by_place() -> Vec<Box<dyn Sound>> {
    let mut all = models();
    all.sort_by_key(|sound| place(sound.about()));
    all
}

fn place(about: &About) -> (Option<usize>, Option<usize>) {
    (
        Family::ALL.iter().position(|&it| it == about.family),
        Level::ALL.iter().position(|&it| it == about.level),
    )
}

/// The built-in presets of a model, the most telling first.
pub(crate) fn presets_of(model: &str) -> Vec<&'static Preset> {
    let of = |preset: &&Preset| preset.model() == model;
    palette().iter().filter(of).collect()
}

/// The models that are built on one, by name.
pub(crate) fn used_by(name: &str) -> Vec<&'static str> {
    let all = models();
    let all = all.iter().map(|sound| sound.about());
    all.filter(|about| about.made_of.contains(&name))
        .map(|about| about.name)
        .collect()
}

/// From where to where a value may go.
pub(crate) fn range(info: &Info) -> String {
    match info.scale {
        Scale::Choice(names) => format!("one of {}", names.len()),
        _ => format!("{} to {}", info.format(info.min), info.format(info.max)),
    }
}

/// A handle in words: `hardness: felt … steel`.
pub(crate) fn handle(info: &Info) -> String {
    info.handle.map_or_else(String::new, |handle| {
        format!("{}: {} … {}", handle.name, handle.low, handle.high)
    })
}

/// A table of parameters with these values, one row each below their heads.
pub(crate) fn parameters(sound: &dyn Sound, all: &[Address]) -> String {
    let heads = [
        "parameter",
        "unit",
        "range",
        "value",
        "handle 0–100",
        "meaning",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for at in all {
        rows.push(vec![
            at.path(),
            at.info.unit.symbol().to_owned(),
            range(&at.info),
            at.info.format(at.get(sound)),
            handle(&at.info),
            at.info.doc.to_owned(),
        ]);
    }
    aligned(&rows)
}

/// The names that parameters choose among, a line each.
pub(crate) fn choices(all: &[Address]) -> String {
    let mut lines = Vec::new();
    for at in all {
        if let Scale::Choice(names) = at.info.scale {
            lines.push(format!("{}: {}", at.path(), names.join(", ")));
        }
    }
    lines.join("\n")
}

/// A table of gestures.
pub(crate) fn gestures(infos: &[Info]) -> String {
    let heads = ["gesture", "unit", "range", "if not said", "meaning"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for info in infos {
        rows.push(vec![
            info.id.to_owned(),
            info.unit.symbol().to_owned(),
            range(info),
            info.format(info.default),
            info.doc.to_owned(),
        ]);
    }
    aligned(&rows)
}

/// A model, for programs, without its parameters.
pub(crate) fn brief_json(sound: &dyn Sound) -> Value {
    let about = sound.about();
    let presets: Vec<_> = presets_of(about.name)
        .iter()
        .map(|preset| preset.slug())
        .collect();
    json!({
        "name": about.name,
        "title": about.title,
        "family": about.family.name(),
        "level": about.level.name(),
        "listens": sound.listens(),
        "made_of": about.made_of,
        "used_by": used_by(about.name),
        "presets": presets,
    })
}

/// All parameters of a model, for programs.
pub(crate) fn parameters_json(sound: &dyn Sound) -> Vec<Value> {
    let of = |at: Address| {
        let mut document = at.info.to_json();
        document["path"] = at.path().into();
        document["part"] = at.part_name.into();
        document["aspect"] = at.aspect.name().into();
        document["model"] = sound.about().name.into();
        // A model may begin with another value than its part does.
        let value = at.get(sound);
        document["value"] = match at.info.choice(value) {
            Some(name) => name.into(),
            None => value.into(),
        };
        document
    };
    addresses(sound).into_iter().map(of).collect()
}

/// A preset, for programs, without its values.
pub(crate) fn preset_json(preset: &Preset) -> Value {
    json!({
        "name": preset.name,
        "slug": preset.slug(),
        "model": preset.model(),
        "sentence": preset.sentence,
        "author": preset.author,
        "seed": preset.seed,
    })
}
