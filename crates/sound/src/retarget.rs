//! Bodies that become others while they sound: every mode glides from its frequency, decay, mass and heights
//! to those of the mode of the same rank in the other body. A mode that only one of the two has fades in or
//! out at its place.
//!
//! Frequencies, decay times and masses go by equal ratios, heights by equal differences.

use crate::SoundError;
use crate::{Sound, sound_params};
use foley_body::modal::BLOCK;
use foley_body::{ModalSpec, Mode};
use foley_scene::{BodySpec, Scene, SceneSpec};

/// A sound to become: its values, and its bodies with their modes. Made away from the audio thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Retarget {
    /// One value for every address \[SI\].
    pub values: Vec<f64>,
    /// One for every body of the stage; none for what has no modes.
    pub bodies: Vec<Option<ModalSpec>>,
}

impl Retarget {
    /// That sound, heard by so many channels.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn at(sound: &dyn Sound, channels: usize) -> Result<Self, SoundError> {
        let stage = sound.scene_spec(channels)?;
        Ok(Self {
            values: sound_params(sound).iter().map(|at| at.get(sound)).collect(),
            bodies: stage
                .bodies
                .iter()
                .map(|body| match &body.value {
                    BodySpec::Modal { spec, .. } => Some(spec.clone()),
                    _ => None,
                })
                .collect(),
        })
    }

    /// Most modes that one of its bodies has.
    pub fn max_modes(&self) -> usize {
        let modes = self.bodies.iter().flatten().map(|body| body.modes.len());
        modes.max().unwrap_or(0)
    }

    /// Puts its bodies on a stage in place of those that are there.
    pub(crate) fn put_on(&self, stage: &mut SceneSpec) -> Result<(), SoundError> {
        for (body, other) in stage.bodies.iter_mut().zip(&self.bodies) {
            if let (BodySpec::Modal { spec, .. }, Some(other)) = (&mut body.value, other) {
                if spec.ports != other.ports || spec.rigid.is_some() != other.rigid.is_some() {
                    return Err(SoundError::Value {
                        what: "the ports of a body that becomes another",
                        value: other.ports as f64,
                        allowed: "both must be of one model, heard by as many channels",
                    });
                }
                spec.clone_from(other);
            }
        }
        Ok(())
    }
}

/// A mode between two: `way` from one to the other. A mode of no height at all has no frequency worth
/// keeping.
pub(crate) fn between(one: &Mode, two: &Mode, way: f64, into: &mut Mode) {
    let silent = |mode: &Mode| mode.shape.iter().all(|&height| height == 0.0);
    let (a, b) = match (silent(one), silent(two)) {
        (true, _) => (two, two),
        (_, true) => (one, one),
        _ => (one, two),
    };
    let ratio = |a: f64, b: f64| {
        if a == b || !(a.is_finite() && b.is_finite()) { b } else { a * libm::pow(b / a, way) }
    };
    into.frequency = ratio(a.frequency, b.frequency);
    into.decay = ratio(a.decay, b.decay);
    into.mass = ratio(a.mass, b.mass);
    for ((height, &a), &b) in into.shape.iter_mut().zip(&one.shape).zip(&two.shape) {
        *height = a + way * (b - a);
    }
}

/// The same numbers, in the memory that is there.
fn copy(from: &Mode, to: &mut Mode) {
    (to.frequency, to.decay, to.mass) = (from.frequency, from.decay, from.mass);
    for (to, &from) in to.shape.iter_mut().zip(&from.shape) {
        *to = from;
    }
}

/// One body that rings.
#[derive(Clone, Debug)]
struct Tuned {
    /// Which of the scene's.
    body: usize,
    /// As it was when it was last aimed at something.
    from: ModalSpec,
    /// As it is.
    base: ModalSpec,
    /// As it is with its factors.
    scaled: ModalSpec,
    /// Factors on frequency, decay and mass \[1\].
    factors: [f64; 3],
}

/// All bodies of a voice that ring, and what they are becoming.
#[derive(Clone, Debug)]
pub(crate) struct Retuning {
    tuned: Vec<Tuned>,
    target: Option<Box<Retarget>>,
    /// Share of the modes that sound \[1\].
    share: f64,
    /// Samples gone, and samples that it takes.
    gone: f64,
    takes: f64,
}

impl Retuning {
    /// Gives every body that rings room for so many modes: further ones have no height.
    pub(crate) fn make_room(stage: &mut SceneSpec, room: usize) {
        for body in &mut stage.bodies {
            if let BodySpec::Modal { spec, .. } = &mut body.value {
                let ports = spec.ports;
                let silent = |_| Mode { frequency: 1000.0, decay: 0.1, mass: 1.0, shape: vec![0.0; ports] };
                let more = room.saturating_sub(spec.modes.len());
                spec.modes.extend((0..more).map(silent));
            }
        }
    }

    pub(crate) fn of(stage: &SceneSpec) -> Self {
        let tuned = stage.bodies.iter().enumerate();
        let tuned = tuned.filter_map(|(body, named)| match &named.value {
            BodySpec::Modal { spec, .. } => Some(Tuned {
                body,
                from: spec.clone(),
                base: spec.clone(),
                scaled: spec.clone(),
                factors: [1.0; 3],
            }),
            _ => None,
        });
        Self { tuned: tuned.collect(), target: None, share: 1.0, gone: 0.0, takes: 0.0 }
    }

    /// Goes to another sound in so many samples; what it went to before.
    pub(crate) fn retarget(&mut self, target: Box<Retarget>, samples: f64) -> Option<Box<Retarget>> {
        for tuned in &mut self.tuned {
            for (from, base) in tuned.from.modes.iter_mut().zip(&tuned.base.modes) {
                copy(base, from);
            }
            tuned.from.rigid = tuned.base.rigid;
        }
        self.gone = 0.0;
        self.takes = if samples.is_finite() { samples.max(1.0) } else { 1.0 };
        self.target.replace(target)
    }

    /// Goes on by a block.
    pub(crate) fn go_on(&mut self, scene: &mut Scene) {
        let Some(target) = &self.target else { return };
        if self.gone >= self.takes {
            return;
        }
        self.gone += BLOCK as f64;
        let way = (self.gone / self.takes).min(1.0);
        for tuned in &mut self.tuned {
            let Some(Some(to)) = target.bodies.get(tuned.body) else {
                continue;
            };
            tuned.go(to, way);
            tuned.put(scene, self.share);
        }
    }

    /// Mass of the first mode that a body has now, on its way to another \[kg\]; none if it has no modes.
    pub(crate) fn mode_mass(&self, body: usize) -> Option<f64> {
        let tuned = self.tuned.iter().find(|tuned| tuned.body == body)?;
        tuned.base.modes.first().map(|mode| mode.mass)
    }

    pub(crate) fn scale(&mut self, body: usize, factors: [f64; 3], scene: &mut Scene) {
        let sane = factors.iter().all(|&it| it.is_finite() && it > 0.0);
        let found = self.tuned.iter_mut().find(|tuned| tuned.body == body);
        if let (true, Some(tuned)) = (sane, found)
            && tuned.factors != factors
        {
            tuned.factors = factors;
            tuned.put(scene, self.share);
        }
    }

    /// From now on only this share of the modes of every body sounds, the lowest ones; one means all.
    /// Real-time: yes.
    pub(crate) fn thin_out(&mut self, share: f64, scene: &mut Scene) {
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        if share == self.share {
            return;
        }
        self.share = share;
        for tuned in &mut self.tuned {
            tuned.put(scene, share);
        }
    }
}

impl Tuned {
    /// Becomes what is so far on the way.
    fn go(&mut self, to: &ModalSpec, way: f64) {
        for (index, into) in self.base.modes.iter_mut().enumerate() {
            let Some(from) = self.from.modes.get(index) else {
                continue;
            };
            if let Some(to) = to.modes.get(index) {
                between(from, to, way, into);
            } else {
                // It has no such mode: what is there fades where it is.
                copy(from, into);
                for height in &mut into.shape {
                    *height *= 1.0 - way;
                }
            }
        }
        if let (Some(from), Some(to), Some(rigid)) = (self.from.rigid, to.rigid, self.base.rigid.as_mut()) {
            rigid.mass = from.mass * libm::pow(to.mass / from.mass, way);
        }
    }

    /// Tells the scene; only a share of the modes is to sound.
    fn put(&mut self, scene: &mut Scene, share: f64) {
        let [frequency, decay, mass] = self.factors;
        for (base, scaled) in self.base.modes.iter().zip(&mut self.scaled.modes) {
            copy(base, scaled);
            scaled.frequency *= frequency;
            scaled.decay *= decay;
            scaled.mass *= mass;
        }
        self.scaled.rigid = self.base.rigid;
        if let Some(rigid) = &mut self.scaled.rigid {
            rigid.mass *= mass;
        }
        let count = libm::ceil(self.scaled.modes.len() as f64 * share) as usize;
        let _ = scene.retune_first(self.body, &self.scaled, count);
    }
}
