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

use crate::{About, Aim, Heard, Output, Part, Sound, SoundError, Voice, VoiceSpec};
use foley_body::{ModalSpec, Mode};
use foley_params::{ByName, Info, Param, Parametric, Scale, Unit};
use foley_scene::{BodySpec, SceneSpec};

/// Most modes of a sound that may be retouched.
pub const MOST_RETOUCHED: usize = 1024;

/// How one mode is otherwise than the physics gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Retouch {
    /// Of which body, by its name on the stage.
    pub body: String,
    /// Which mode, counted from the lowest, which is 1.
    pub mode: usize,
    /// By how much.
    pub by: Factors,
}

/// Factors on a mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// a: on its frequency \[1\].
    pub frequency: f64,
    /// b: on its time of decay \[1\].
    pub decay: f64,
    /// g: on how much of it is heard \[1\].
    pub gain: f64,
}

impl Default for Factors {
    /// As it is.
    fn default() -> Self {
        Self { frequency: 1.0, decay: 1.0, gain: 1.0 }
    }
}

impl Parametric for Factors {
    const NAME: &'static str = "factors";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "frequency",
            symbol: "a",
            unit: Unit::One,
            doc: "Factor on the frequency of the mode.",
            min: 0.125,
            max: 8.0,
            scale: Scale::Logarithmic,
            default: 1.0,
            glide: 0.05,
            handle: None,
            get: |by| by.frequency,
            set: |by, value| by.frequency = value,
        },
        Param {
            id: "decay",
            symbol: "b",
            unit: Unit::One,
            doc: "Factor on the time in which the mode decays.",
            min: 0.01,
            max: 100.0,
            scale: Scale::Logarithmic,
            default: 1.0,
            glide: 0.05,
            handle: None,
            get: |by| by.decay,
            set: |by, value| by.decay = value,
        },
        Param {
            id: "gain",
            symbol: "g",
            unit: Unit::One,
            doc: "Factor on how much of the mode is heard; 0 is silence.",
            min: 0.0,
            max: 100.0,
            scale: Scale::Linear,
            default: 1.0,
            glide: 0.05,
            handle: None,
            get: |by| by.gain,
            set: |by, value| by.gain = value,
        },
    ];
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
    let stage = sound.stage(1)?;
    let bodies = stage.bodies.into_iter();
    Ok(bodies
        .filter_map(|body| match body.it {
            BodySpec::Modal { spec, .. } => Some((body.name, spec)),
            _ => None,
        })
        .collect())
}

/// A sound some of whose modes are retouched: in all else it is that sound.
#[derive(Clone)]
pub struct Retouched {
    sound: Box<dyn Sound>,
    by: Vec<Retouch>,
}

impl Retouched {
    /// A sound with other retouches than it had; without any, it is the sound itself.
    pub fn over(sound: &dyn Sound, by: Vec<Retouch>) -> Box<dyn Sound> {
        let sound = sound.plain();
        if by.is_empty() {
            return sound;
        }
        Box::new(Self { sound, by })
    }
}

impl Sound for Retouched {
    fn about(&self) -> &'static About {
        self.sound.about()
    }

    fn gestures(&self) -> &'static [Info] {
        self.sound.gestures()
    }

    fn changes(&self) -> &'static [&'static str] {
        self.sound.changes()
    }

    fn heard(&self) -> &'static Heard {
        self.sound.heard()
    }

    fn listens(&self) -> bool {
        self.sound.listens()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        self.sound.parts()
    }

    fn part_mut(&mut self, index: usize) -> Option<&mut dyn ByName> {
        self.sound.part_mut(index)
    }

    fn stage(&self, ears: usize) -> Result<SceneSpec, SoundError> {
        let mut stage = self.sound.stage(ears)?;
        for body in &mut stage.bodies {
            if let BodySpec::Modal { spec, .. } = &mut body.it {
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

    fn outputs(&self, ears: usize) -> Result<Vec<Output>, SoundError> {
        self.sound.outputs(ears)
    }

    fn opening(&self) -> Vec<(f64, usize, f64)> {
        self.sound.opening()
    }

    fn voice(&self, spec: &VoiceSpec) -> Result<Voice, SoundError> {
        let bodies = match &spec.bodies {
            Some(bodies) => bodies.clone(),
            None => Aim::at(self, spec.ears.max(1))?,
        };
        self.sound.voice(&VoiceSpec { bodies: Some(bodies), ..spec.clone() })
    }

    fn retouches(&self) -> &[Retouch] {
        &self.by
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
