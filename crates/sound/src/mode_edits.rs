//! Edits of single modes of a body.
//!
//! A mode is selected by its rank in frequency, from 1 for the lowest. An edit consists of factors, so it
//! remains valid when size or material of the body change:
//!
//! ```math
//! f' = a f, \qquad \tau' = b \tau, \qquad \varphi' = \sqrt{g}\,\varphi
//! ```
//!
//! | symbol    | meaning                                                                | unit |
//! |-----------|------------------------------------------------------------------------|------|
//! | a, b | factors on frequency and decay time                                    | 1    |
//! | g    | factor on the response of the mode                                     | 1    |
//! | φ    | heights of the mode shape at contacts and outputs                      | 1    |
//!
//! The response of a mode is the product of two heights, so it changes by g for every pair of contact and
//! output, and the body stays passive. A mode with g = 0 is silent and cannot be excited.

use crate::{ModelInfo, Output, OutputKind, Part, Retarget, Sound, SoundError, Voice, VoiceSpec};
use foley_body::{ModalSpec, Mode};
use foley_params::{ByName, Info, params};
use foley_scene::{BodySpec, SceneSpec};

/// Maximum number of mode edits of a sound.
pub const MAX_MODE_EDITS: usize = 1024;

/// Edit of one mode of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeEdit {
    /// Name of the body in the scene.
    pub body: String,
    /// Rank of the mode in frequency, from 1 for the lowest.
    pub mode: usize,
    /// Factors on frequency, decay time and response of the mode.
    pub by: Factors,
}

params! {
    /// Factors on a mode.
    /// Default: no change.
    pub struct Factors("factors") {
        /// Factor on the frequency of the mode.
        frequency: f64 = 1.0, "a", One, log [0.125, 8.0], glide 0.05;
        /// Factor on the decay time of the mode.
        decay: f64 = 1.0, "b", One, log [0.01, 100.0], glide 0.05;
        /// Factor on the response of the mode; 0 is silence.
        gain: f64 = 1.0, "g", One, lin [0.0, 100.0], glide 0.05;
    }
}

impl Factors {
    fn apply_to(&self, mode: &mut Mode) {
        mode.frequency *= self.frequency;
        mode.decay *= self.decay;
        let height = self.gain.max(0.0).sqrt();
        for value in &mut mode.shape {
            *value *= height;
        }
    }
}

/// Returns the indices of the modes of a body, from the lowest frequency to the highest.
pub fn modes_by_frequency(spec: &ModalSpec) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spec.modes.len()).collect();
    order.sort_by(|&a, &b| spec.modes[a].frequency.total_cmp(&spec.modes[b].frequency));
    order
}

/// Returns names and modes of all modal bodies of a sound, mode edits included.
///
/// # Errors
/// If the values do not give valid bodies.
pub fn modal_bodies(sound: &dyn Sound) -> Result<Vec<(String, ModalSpec)>, SoundError> {
    let scene = sound.scene_spec(1)?;
    let bodies = scene.bodies.into_iter();
    Ok(bodies
        .filter_map(|body| match body.value {
            BodySpec::Modal { spec, .. } => Some((body.name, spec)),
            _ => None,
        })
        .collect())
}

/// A sound with edits of single modes. In all other respects it equals the plain sound.
#[derive(Clone)]
pub struct ModeEdits {
    sound: Box<dyn Sound>,
    edits: Vec<ModeEdit>,
}

impl ModeEdits {
    /// Replaces the mode edits of `sound` by `edits`. Returns the plain sound if `edits` is empty.
    pub fn over(sound: &dyn Sound, edits: Vec<ModeEdit>) -> Box<dyn Sound> {
        let sound = sound.plain();
        if edits.is_empty() {
            return sound;
        }
        Box::new(Self { sound, edits })
    }
}

impl Sound for ModeEdits {
    fn info(&self) -> &'static ModelInfo {
        self.sound.info()
    }

    fn gestures(&self) -> &'static [Info] {
        self.sound.gestures()
    }

    fn lasting_gestures(&self) -> &'static [&'static str] {
        self.sound.lasting_gestures()
    }

    fn modifying_gestures(&self) -> &'static [&'static str] {
        self.sound.modifying_gestures()
    }

    fn output_kind(&self) -> &'static OutputKind {
        self.sound.output_kind()
    }

    fn takes_input(&self) -> bool {
        self.sound.takes_input()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        self.sound.parts()
    }

    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName> {
        self.sound.part_mut(index)
    }

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = self.sound.scene_spec(channels)?;
        for body in &mut scene.bodies {
            if let BodySpec::Modal { spec, .. } = &mut body.value {
                // Ranks are those of the plain body, because an edit may move one mode past another.
                let order = modes_by_frequency(spec);
                for edit in self.edits.iter().filter(|edit| edit.body == body.name) {
                    let Some(&index) = order.get(edit.mode.wrapping_sub(1)) else {
                        continue;
                    };
                    if let Some(mode) = spec.modes.get_mut(index) {
                        edit.by.apply_to(mode);
                    }
                }
            }
        }
        Ok(scene)
    }

    fn outputs(&self, channels: usize) -> Result<Vec<Output>, SoundError> {
        self.sound.outputs(channels)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        self.sound.default_gestures()
    }

    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError> {
        let bodies = match &spec.bodies {
            Some(bodies) => bodies.clone(),
            None => Retarget::at(self, spec.channels.max(1))?,
        };
        self.sound.voice(&VoiceSpec { bodies: Some(bodies), ..spec.clone() })
    }

    fn mode_edits(&self) -> &[ModeEdit] {
        &self.edits
    }

    fn plain(&self) -> Box<dyn Sound> {
        self.sound.duplicate()
    }

    fn duplicate(&self) -> Box<dyn Sound> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn defaults_are_allowed() {
        foley_params::defaults_hold::<super::Factors>().unwrap();
    }
}
