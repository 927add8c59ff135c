//! Every model of the catalogue, with its default values, in the order of the taxonomy.

use crate::{air, effects, liquids, machines, solids, spaces};
use foley_params::ParamError;
use foley_sound::{Sound, SoundError};

/// Every model, with its default values.
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

/// The model of that name, with its default values.
///
/// # Errors
/// If there is none, with those that are spelt alike and all there are.
pub fn model(name: &str) -> Result<Box<dyn Sound>, SoundError> {
    let mut all = models();
    if let Some(index) = all.iter().position(|model| model.info().name == name) {
        return Ok(all.swap_remove(index));
    }
    let names = all.iter().map(|model| model.info().name).collect();
    Err(ParamError::unknown_name("model", name, names).into())
}
