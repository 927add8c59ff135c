//! Tables for the user: parameters, choices and gestures of a model. Finds sounds by name.

mod overrides;
mod pick;
pub(crate) mod user_presets;

pub(crate) use overrides::{NAME_RULE, flags, read_overrides};
pub(crate) use pick::{named, unknown_name};

pub(crate) use foley_catalogue::describe::{
    model_summary_json, models_by_taxonomy, parameters_json, preset_summary_json, presets_of, used_by,
};

use crate::text::aligned;
use foley_params::{Info, Scale};
use foley_sound::{Sound, SoundParam};

/// Returns the allowed range of a value as text.
pub(crate) fn range(info: &Info) -> String {
    match info.scale {
        Scale::Choice(names) => format!("one of {}", names.len()),
        _ => format!("{} to {}", info.format(info.min), info.format(info.max)),
    }
}

/// Returns the name of a handle and the words at its ends: `hardness: felt … steel`.
pub(crate) fn handle(info: &Info) -> String {
    info.handle
        .map_or_else(String::new, |handle| format!("{}: {} … {}", handle.name, handle.low, handle.high))
}

/// Returns a table of the parameters `all` with their values in `sound`.
pub(crate) fn parameters(sound: &dyn Sound, all: &[SoundParam]) -> String {
    let heads = ["parameter", "unit", "range", "value", "handle 0–100", "meaning"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for param in all {
        rows.push(vec![
            param.path(),
            param.info.unit.symbol().to_owned(),
            range(&param.info),
            param.info.format(param.get(sound)),
            handle(&param.info),
            param.info.doc.to_owned(),
        ]);
    }
    aligned(&rows)
}

/// Returns one line per parameter with choices: the allowed names.
pub(crate) fn choices(all: &[SoundParam]) -> String {
    let mut lines = Vec::new();
    for param in all {
        if let Scale::Choice(names) = param.info.scale {
            lines.push(format!("{}: {}", param.path(), names.join(", ")));
        }
    }
    lines.join("\n")
}

/// Returns a table of gestures.
pub(crate) fn gestures(infos: &[Info]) -> String {
    let heads = ["gesture", "unit", "range", "default", "meaning"];
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
