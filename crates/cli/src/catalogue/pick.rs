//! Finds a sound by name: a preset, or a model with its default values.

use super::user_presets;
use crate::failure::Failure;
use foley_catalogue::preset::Preset;
use foley_catalogue::{nearest_sounds, resolve_sound};
use foley_params::words::{did_you_mean, excerpt};

/// Finds a preset of the user, a built-in preset or a model by name, in this order.
pub(crate) fn named(name: &str) -> Option<Preset> {
    let user: Vec<Preset> = user_presets::named(name).into_iter().collect();
    resolve_sound(name, &user).ok().map(|found| found.preset)
}

/// Returns the error for an unknown sound, with similar names.
pub(crate) fn unknown_name(name: &str) -> Failure {
    Failure::input(format!(
        "there is no preset, model or file `{}`{} `foley list presets` and `foley list models` list the names.",
        excerpt(name),
        did_you_mean(&nearest_sounds(name, &user_presets::presets())),
    ))
}
