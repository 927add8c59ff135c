//! Lists the models of the catalogue, with their default values, in the order of the taxonomy.

use crate::{air, effects, liquids, machines, solids, spaces};
use foley_params::ParamError;
use foley_sound::{Sound, SoundError};

/// Returns all models with their default values.
pub fn models() -> Vec<Box<dyn Sound>> {
    let families = [
        solids::models(),
        liquids::models(),
        air::models(),
        machines::models(),
        spaces::models(),
        effects::models(),
    ];
    families.into_iter().flatten().collect()
}

/// Returns the model called `name` with its default values.
///
/// # Errors
/// If there is no such model. The error suggests similar names and lists all models.
pub fn model(name: &str) -> Result<Box<dyn Sound>, SoundError> {
    let mut all = models();
    if let Some(index) = all.iter().position(|model| model.info().name == name) {
        return Ok(all.swap_remove(index));
    }
    let names = all.iter().map(|model| model.info().name).collect();
    Err(ParamError::unknown_name("model", name, names).into())
}
