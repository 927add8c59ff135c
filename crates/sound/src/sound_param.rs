//! Parameters of a sound: a part of the model, and an entry of its table.

use crate::{Aspect, Sound};
use foley_params::{Info, ParamError};

/// One parameter of a sound, with the part that owns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoundParam {
    /// Index of the part in the sound.
    pub part: usize,
    /// Name of the part, such as `touch`.
    pub part_name: &'static str,
    /// Aspect of the sound that the part describes.
    pub aspect: Aspect,
    /// Declaration of the parameter: unit, range and scale.
    pub info: Info,
}

impl SoundParam {
    /// Returns the full name of the parameter in files and flags, such as `touch.stiffness`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.part_name, self.info.id)
    }

    /// Returns the present value of the parameter in a sound \[SI\].
    pub fn get(&self, sound: &dyn Sound) -> f64 {
        sound
            .parts()
            .get(self.part)
            .and_then(|part| part.table.get(self.info.id).ok())
            .unwrap_or(self.info.default)
    }

    /// Sets the value of the parameter in a sound \[SI\].
    ///
    /// # Errors
    /// If the value is not allowed.
    pub fn set(&self, sound: &mut dyn Sound, value: f64) -> Result<(), ParamError> {
        match sound.part_mut(self.part) {
            Some(part) => part.set(self.info.id, value),
            None => Ok(()),
        }
    }
}

/// Returns all parameters of a sound, part by part.
pub fn sound_params(sound: &dyn Sound) -> Vec<SoundParam> {
    let parts = sound.parts().into_iter().enumerate();
    parts
        .flat_map(|(index, part)| {
            part.table.infos().into_iter().map(move |info| SoundParam {
                part: index,
                part_name: part.name,
                aspect: part.aspect,
                info,
            })
        })
        .collect()
}
