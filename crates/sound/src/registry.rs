//! Every model of the catalogue, with its default values, in the order of the taxonomy.

use crate::{Sound, SoundError, solids};
use foley_params::ParamError;

/// Every model, with its default values.
pub fn models() -> Vec<Box<dyn Sound>> {
    vec![
        Box::new(solids::Impact::default()),
        Box::new(solids::LinearImpact::default()),
        Box::new(solids::SoftImpact::default()),
        Box::new(solids::Rubbed::default()),
        Box::new(solids::Rubbing::default()),
        Box::new(solids::Rolling::default()),
        Box::new(solids::Scraping::default()),
        Box::new(solids::Crumpling::default()),
        Box::new(solids::ContinuousCrumpling::default()),
        Box::new(solids::Bouncing::default()),
        Box::new(solids::Breaking::default()),
        Box::new(solids::Squeak::default()),
        Box::new(solids::Brake::default()),
        Box::new(solids::Footsteps::default()),
    ]
}

/// The model of that name, with its default values.
///
/// # Errors
/// If there is none, with those that are spelt alike and all there are.
pub fn model(name: &str) -> Result<Box<dyn Sound>, SoundError> {
    let mut all = models();
    if let Some(index) = all.iter().position(|model| model.about().name == name) {
        return Ok(all.swap_remove(index));
    }
    let names = all.iter().map(|model| model.about().name).collect();
    Err(ParamError::unknown_name("model", name, names).into())
}
