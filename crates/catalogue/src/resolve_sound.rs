//! The one resolver from the name of a sound to a preset, for the command line and for live messages.
//!
//! | order | origin                                    | matches                                          |
//! |-------|-------------------------------------------|--------------------------------------------------|
//! | 1     | the user's own presets                    | the name, or its slug in any case                |
//! | 2     | built-in presets                          | the name, or its slug in any case                |
//! | 3     | models, with default values and seed 1    | the exact name                                   |
//!
//! No built-in slug equals a model name: a test over the catalogue rejects it.

use crate::models;
use crate::preset::{Preset, by_slug, palette, slug};
use foley_params::words::{excerpt, nearest};
use foley_sound::Sound;
use std::collections::HashMap;
use std::sync::OnceLock;
use thiserror::Error;

/// Maximum number of suggestions for a name that was not found.
const MAX_SUGGESTIONS: usize = 3;

/// Where a resolved sound comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// One of the user's own presets.
    User,
    /// A preset that is part of Foley.
    BuiltIn,
    /// A model with its default values.
    Model,
}

/// The result of `resolve_sound`: the sound that has the requested name.
#[derive(Clone, Debug)]
pub struct ResolvedSound {
    /// Where the sound was found: user presets, built-in presets or models.
    pub origin: Origin,
    /// Values, score and seed of the sound. For a model: the default values, no score and seed 1.
    pub preset: Preset,
}

/// Error of `resolve_sound`: no preset and no model has the name. [`nearest_sounds`] finds suggestions,
/// which takes longer and is therefore separate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is neither a preset nor a model")]
pub struct UnknownSound {
    /// The requested name, shortened if it is long.
    pub name: String,
}

/// Returns the models with their default values, by model name.
fn by_model_name() -> &'static HashMap<&'static str, Box<dyn Sound>> {
    static BY_NAME: OnceLock<HashMap<&'static str, Box<dyn Sound>>> = OnceLock::new();
    BY_NAME.get_or_init(|| models().into_iter().map(|model| (model.info().name, model)).collect())
}

/// Finds the sound called `name`: among `user`, then among built-in presets, then among models.
///
/// # Errors
/// If no preset and no model has that name.
pub fn resolve_sound(name: &str, user: &[Preset]) -> Result<ResolvedSound, UnknownSound> {
    let wanted = slug(name);
    let own = user.iter().find(|preset| preset.name == name);
    let own = own.or_else(|| user.iter().find(|preset| preset.slug() == wanted));
    if let Some(preset) = own {
        return Ok(ResolvedSound { origin: Origin::User, preset: preset.clone() });
    }
    if let Some(preset) = by_slug(&wanted) {
        return Ok(ResolvedSound { origin: Origin::BuiltIn, preset: preset.clone() });
    }
    let model = by_model_name().get(name).ok_or_else(|| UnknownSound { name: excerpt(name) })?;
    Ok(ResolvedSound { origin: Origin::Model, preset: Preset::of(model.duplicate(), name) })
}

/// Returns up to three names of models and presets similar to `name` in spelling; if there are none, names
/// that contain all words of `name`.
pub fn nearest_sounds(name: &str, user: &[Preset]) -> Vec<String> {
    let slugs: Vec<String> = palette().iter().chain(user).map(Preset::slug).collect();
    let mut known: Vec<&str> = models().iter().map(|model| model.info().name).collect();
    known.extend(slugs.iter().map(String::as_str));
    let similar = nearest(name, &known);
    if !similar.is_empty() {
        return similar.into_iter().map(str::to_owned).collect();
    }
    // Preset names are long, so `cup` also finds every name that contains `cup`.
    let wanted = name.to_lowercase();
    let has_all_words = |known: &&&str| wanted.split([' ', '-', '_']).all(|word| known.contains(word));
    known.iter().filter(has_all_words).take(MAX_SUGGESTIONS).map(|&known| known.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model;

    #[test]
    fn no_built_in_preset_has_the_name_of_a_model_or_of_another_preset() {
        for preset in palette() {
            let slug = preset.slug();
            assert!(model(&slug).is_err(), "the preset `{}` has the name of a model", preset.name);
            assert_eq!(by_slug(&slug).unwrap().name, preset.name, "two presets have the slug `{slug}`");
        }
    }

    #[test]
    fn a_user_preset_comes_before_a_built_in_one_and_that_before_a_model() {
        let cup = resolve_sound("Espresso cup set down on marble", &[]).unwrap();
        assert_eq!(cup.origin, Origin::BuiltIn);
        let mine = Preset::of(model("impact").unwrap(), "espresso cup set down on marble");
        let found = resolve_sound("espresso-cup-set-down-on-marble", &[mine]).unwrap();
        assert_eq!((found.origin, found.preset.seed), (Origin::User, 1));
        let found = resolve_sound("impact", &[]).unwrap();
        assert_eq!((found.origin, found.preset.seed), (Origin::Model, 1));
    }

    #[test]
    fn an_unknown_name_is_rejected_with_suggestions() {
        let why = resolve_sound("impakt", &[]).unwrap_err();
        assert_eq!(why.to_string(), "`impakt` is neither a preset nor a model");
        assert!(nearest_sounds("impakt", &[]).contains(&"impact".to_owned()));
        assert!(!nearest_sounds("espresso", &[]).is_empty());
    }
}
