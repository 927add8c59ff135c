//! Finds a sound by name: a preset, or a model with its default values.

use super::user_presets;
use crate::failure::Failure;
use foley_catalogue::preset::{Preset, by_name, palette};
use foley_catalogue::{model, models};
use foley_params::words::{did_you_mean, excerpt, nearest};

/// Maximum suggestions for an unknown name.
const MAX_SUGGESTIONS: usize = 3;

/// Finds a preset by name or slug, else a model by name. User presets take precedence over built-in ones.
pub(crate) fn named(name: &str) -> Option<Preset> {
    if let Some(preset) = user_presets::named(name) {
        return Some(preset);
    }
    if let Ok(preset) = by_name(name) {
        return Some(preset.clone());
    }
    let sound = model(name).ok()?;
    Some(Preset::of(sound, name))
}

/// The error for an unknown name, with similar ones.
pub(crate) fn unknown_name(name: &str) -> Failure {
    let user = user_presets::presets();
    let slugs = palette().iter().chain(&user).map(Preset::slug);
    let slugs: Vec<String> = slugs.collect();
    let all = models();
    let mut known: Vec<&str> = all.iter().map(|sound| sound.info().name).collect();
    known.extend(slugs.iter().map(String::as_str));
    let mut near: Vec<String> = nearest(name, &known).into_iter().map(str::to_owned).collect();
    if near.is_empty() {
        // Names are long: `cup` suggests those that contain it.
        let words = name.to_lowercase();
        let has = |known: &&&str| words.split([' ', '-', '_']).all(|word| known.contains(word));
        near = known.iter().filter(has).take(MAX_SUGGESTIONS).map(|&name| name.to_owned()).collect();
    }
    Failure::input(format!(
        "there is no preset, model or file `{}`{} `foley list presets` and `foley list models` list the names.",
        excerpt(name),
        did_you_mean(&near),
    ))
}
