//! The catalogue as the program tells it: models by family and level, their parameters, gestures and presets,
//! for people and for programs. Everything is read from the models themselves.

mod doings;
pub(crate) mod own;
mod pick;

pub(crate) use doings::{Doings, flags};
pub(crate) use pick::{named, nothing_of_that_name};

pub(crate) use foley_catalogue::describe::{
    brief_json, by_place, parameters_json, preset_json, presets_of, used_by,
};

use crate::text::aligned;
use foley_params::{Info, Scale};
use foley_sound::{Sound, SoundParam};

/// From where to where a value may go.
pub(crate) fn range(info: &Info) -> String {
    match info.scale {
        Scale::Choice(names) => format!("one of {}", names.len()),
        _ => format!("{} to {}", info.format(info.min), info.format(info.max)),
    }
}

/// A handle in words: `hardness: felt … steel`.
pub(crate) fn handle(info: &Info) -> String {
    info.handle
        .map_or_else(String::new, |handle| format!("{}: {} … {}", handle.name, handle.low, handle.high))
}

/// A table of parameters with these values, one row each below their heads.
pub(crate) fn parameters(sound: &dyn Sound, all: &[SoundParam]) -> String {
    let heads = ["parameter", "unit", "range", "value", "handle 0–100", "meaning"];
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
pub(crate) fn choices(all: &[SoundParam]) -> String {
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
