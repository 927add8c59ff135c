//! A hand on single modes: what the physics of a body gives, and what somebody wants otherwise.
//!
//! A mode of a body is found by its rank, the lowest first. It is retouched by factors, so that the touch
//! stays when the body becomes larger or of other stuff:
//!
//! $$ f' = a f, \qquad \tau' = b \tau, \qquad \varphi' = \sqrt{g}\,\varphi $$
//!
//! | symbol    | meaning                                                                | unit |
//! |-----------|------------------------------------------------------------------------|------|
//! | $a$, $b$  | factors on frequency and on time of decay                              | 1    |
//! | $g$       | how much of the mode is heard of what is done to it                    | 1    |
//! | $\varphi$ | heights of the mode, where it is touched and where it is heard         | 1    |
//!
//! The response of a mode is the product of two of its heights, so that it grows by $g$, whatever is touched
//! and whatever is heard. The body stays a body: it gives back no more than it got. A mode with $g = 0$ is
//! silent and cannot be moved.

use crate::{ModelInfo, Output, OutputKind, Part, Retarget, Sound, SoundError, Voice, VoiceSpec};
use foley_body::{ModalSpec, Mode};
use foley_params::{ByName, Info, params};
use foley_scene::{BodySpec, SceneSpec};

/// Most modes of a sound that may be retouched.
pub const MAX_MODE_EDITS: usize = 1024;

/// How one mode is otherwise than the physics gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeEdit {
    /// Of which body, by its name on the stage.
    pub body: String,
    /// Which mode, counted from the lowest, which is 1.
    pub mode: usize,
    /// By how much.
    pub by: Factors,
}

params! {
    /// Factors on a mode.
    /// Default: as it is.
    pub struct Factors("factors") {
        /// Factor on the frequency of the mode.
        frequency: f64 = 1.0, "a", One, log [0.125, 8.0], glide 0.05;
        /// Factor on the time in which the mode decays.
        decay: f64 = 1.0, "b", One, log [0.01, 100.0], glide 0.05;
        /// Factor on how much of the mode is heard; 0 is silence.
        gain: f64 = 1.0, "g", One, lin [0.0, 100.0], glide 0.05;
    }
}

impl Factors {
    fn act_on(&self, mode: &mut Mode) {
        mode.frequency *= self.frequency;
        mode.decay *= self.decay;
        let height = self.gain.max(0.0).sqrt();
        for place in &mut mode.shape {
            *place *= height;
        }
    }
}

/// The modes of a body from the lowest to the highest, as places in its list.
pub fn ranked(spec: &ModalSpec) -> Vec<usize> {
    let mut order: Vec<usize> = (0..spec.modes.len()).collect();
    order.sort_by(|&a, &b| spec.modes[a].frequency.total_cmp(&spec.modes[b].frequency));
    order
}

/// The bodies of a sound that ring, as its physics gives them, by name.
///
/// # Errors
/// If there is no such body.
pub fn ringing(sound: &dyn Sound) -> Result<Vec<(String, ModalSpec)>, SoundError> {
    let stage = sound.scene_spec(1)?;
    let bodies = stage.bodies.into_iter();
    Ok(bodies
        .filter_map(|body| match body.value {
            BodySpec::Modal { spec, .. } => Some((body.name, spec)),
            _ => None,
        })
        .collect())
}

/// A sound some of whose modes are retouched: in all else it is that sound.
#[derive(Clone)]
pub struct ModeEdits {
    sound: Box<dyn Sound>,
    by: Vec<ModeEdit>,
}

impl ModeEdits {
    /// A sound with other mode_edits than it had; without any, it is the sound itself.
    pub fn over(sound: &dyn Sound, by: Vec<ModeEdit>) -> Box<dyn Sound> {
        let sound = sound.plain();
        if by.is_empty() {
            return sound;
        }
        Box::new(Self { sound, by })
    }
}

impl Sound for ModeEdits {
    fn info(&self) -> &'static ModelInfo {
        self.sound.info()
    }

    fn gestures(&self) -> &'static [Info] {
        self.sound.gestures()
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
        let mut stage = self.sound.scene_spec(channels)?;
        for body in &mut stage.bodies {
            if let BodySpec::Modal { spec, .. } = &mut body.value {
                // Ranks are those of the body as it was: a mode may pass another.
                let order = ranked(spec);
                for it in self.by.iter().filter(|it| it.body == body.name) {
                    let Some(&index) = order.get(it.mode.wrapping_sub(1)) else {
                        continue;
                    };
                    if let Some(mode) = spec.modes.get_mut(index) {
                        it.by.act_on(mode);
                    }
                }
            }
        }
        Ok(stage)
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
        &self.by
    }

    fn plain(&self) -> Box<dyn Sound> {
        self.sound.duplicate()
    }

    fn duplicate(&self) -> Box<dyn Sound> {
        Box::new(self.clone())
    }
}
