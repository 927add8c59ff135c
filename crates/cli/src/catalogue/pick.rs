//! A sound by what somebody calls it: a preset, or a model with its default values.

use super::own;
use crate::failure::Failure;
use foley_catalogue::preset::{Preset, by_name, palette};
use foley_catalogue::{model, models};
use foley_params::words::{did_you_mean, excerpt, nearest};

/// The preset of that name or slug, one's own before the built-in; else the model of that name, as it is.
pub(crate) fn named(name: &str) -> Option<Preset> {
    if let Some(preset) = own::named(name) {
        return Some(preset);
    }
    if let Ok(preset) = by_name(name) {
        return Some(preset.clone());
    }
    let sound = model(name).ok()?;
    Some(Preset::of(sound, name))
}

/// There is neither, with what is spelt alike.
pub(crate) fn nothing_of_that_name(name: &str) -> Failure {
    let mine = own::presets();
    let slugs = palette().iter().chain(&mine).map(Preset::slug);
    let slugs: Vec<String> = slugs.collect();
    let all = models();
    let mut known: Vec<&str> = all.iter().map(|sound| sound.info().name).collect();
    known.extend(slugs.iter().map(String::as_str));
    let mut near: Vec<String> = nearest(name, &known).into_iter().map(str::to_owned).collect();
    if near.is_empty() {
        // Names are long; who says `cup` means one that has it.
        let wanted = name.to_lowercase();
        let has = |known: &&&str| wanted.split([' ', '-', '_']).all(|word| known.contains(word));
        near = known.iter().filter(has).take(3).map(|&it| it.to_owned()).collect();
    }
    Failure::input(format!(
        "there is no preset, model or file `{}`{} `foley list presets` and `foley list models` tell what there is.",
        excerpt(name),
        did_you_mean(&near),
    ))
}
