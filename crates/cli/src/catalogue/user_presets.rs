//! The folder of user presets. They are found by name and take precedence over the built-in ones.
//!
//! | folder                                  | used if                                   |
//! |-----------------------------------------|-------------------------------------------|
//! | `$FOLEY_PRESETS`                        | the variable is set                       |
//! | `$XDG_DATA_HOME/foley/presets`          | else, the variable is set                 |
//! | `%APPDATA%\foley\presets`               | else, the variable is set, as on Windows  |
//! | `$HOME/.local/share/foley/presets`      | else                                      |

use crate::output;
use foley_catalogue::preset::{Preset, PresetFolder};
use std::env;
use std::path::PathBuf;

/// Returns the folder of user presets, which may not exist yet; `None` without a home directory.
pub(crate) fn folder() -> Option<PresetFolder> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let below = |base: std::ffi::OsString, rest: &[&str]| {
        let mut path = PathBuf::from(base);
        path.extend(rest);
        path
    };
    let path = set("FOLEY_PRESETS")
        .map(PathBuf::from)
        .or_else(|| set("XDG_DATA_HOME").map(|base| below(base, &["foley", "presets"])))
        .or_else(|| set("APPDATA").map(|base| below(base, &["foley", "presets"])))
        .or_else(|| set("HOME").map(|base| below(base, &[".local", "share", "foley", "presets"])))?;
    Some(PresetFolder::at(path))
}

/// Returns all readable user presets. Warns about unreadable files on the error stream.
pub(crate) fn presets() -> Vec<Preset> {
    let Some(folder) = folder() else {
        return Vec::new();
    };
    let listed = match folder.list() {
        Ok(listed) => listed,
        Err(why) => {
            output::aside(&format!("warning: {why}"));
            return Vec::new();
        }
    };
    let mut all = Vec::new();
    for found in listed {
        match found.presets {
            Ok(presets) => all.extend(presets),
            Err(why) => {
                output::aside(&format!("warning: `{}`, {why}", found.file.display()));
            }
        }
    }
    all
}

/// Finds a user preset by name or slug.
pub(super) fn named(name: &str) -> Option<Preset> {
    folder()?.read(name).ok()
}
