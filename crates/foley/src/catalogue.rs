//! Presets, models and their parameters.

use crate::Error;
use crate::error::unknown_sound;
use foley_catalogue::preset::{Preset, palette};
use foley_catalogue::resolve_sound;
use foley_sound::{Sound, SoundParam, sound_params};

/// Returns all built-in presets.
pub fn presets() -> &'static [Preset] {
    palette()
}

/// Returns a built-in preset by its name, `two wine glasses` or `two-wine-glasses`, or a model with its
/// default values.
///
/// # Errors
/// [`Error::UnknownSound`] with similar names if there is none.
pub fn preset(name: &str) -> Result<Preset, Error> {
    resolve_sound(name, &[]).map(|found| found.preset).map_err(|_| unknown_sound(name))
}

/// Returns all models with their default values.
pub fn models() -> Vec<Box<dyn Sound>> {
    foley_catalogue::models()
}

/// Returns the parameters of a sound: path, unit, range, default and description.
///
/// ```
/// let glasses = foley::preset("two wine glasses")?;
/// for param in foley::parameters(&*glasses.sound) {
///     println!("{} = {}: {}", param.path(), param.info.format(param.get(&*glasses.sound)), param.info.doc);
/// }
/// # Ok::<(), foley::Error>(())
/// ```
pub fn parameters(sound: &dyn Sound) -> Vec<SoundParam> {
    sound_params(sound)
}
