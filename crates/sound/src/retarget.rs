//! Glides of bodies to other bodies while they sound: each mode moves to the frequency, decay, mass and shape
//! of the mode of the same rank in the other body. A mode that only one of the two bodies has fades in or
//! out.
//!
//! Frequencies, decay times and masses move by equal ratios, the heights of the shape by equal differences.

use crate::SoundError;
use crate::{Sound, sound_params};
use foley_body::modal::BLOCK;
use foley_body::{ModalSpec, Mode};
use foley_scene::{BodySpec, Scene, SceneSpec};

/// Target of a glide to another sound: the values and the bodies of that sound. Built away from the audio
/// thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Retarget {
    /// Value of each of the [`sound_params`] \[SI\].
    pub values: Vec<f64>,
    /// Modes of each body of the scene; `None` for bodies that are not modal.
    pub bodies: Vec<Option<ModalSpec>>,
}

impl Retarget {
    /// Makes the target that a `sound` with a number of channels represents.
    ///
    /// # Errors
    /// If the values do not give valid bodies.
    pub fn at(sound: &dyn Sound, channels: usize) -> Result<Self, SoundError> {
        let scene = sound.scene_spec(channels)?;
        Ok(Self {
            values: sound_params(sound).iter().map(|param| param.get(sound)).collect(),
            bodies: scene
                .bodies
                .iter()
                .map(|body| match &body.value {
                    BodySpec::Modal { spec, .. } => Some(spec.clone()),
                    _ => None,
                })
                .collect(),
        })
    }

    /// Returns the largest number of modes that a body of the target has.
    pub fn max_modes(&self) -> usize {
        let modes = self.bodies.iter().flatten().map(|body| body.modes.len());
        modes.max().unwrap_or(0)
    }

    /// Replaces the modal bodies of a scene by the bodies of the target.
    pub(crate) fn replace_bodies(&self, scene: &mut SceneSpec) -> Result<(), SoundError> {
        for (body, other) in scene.bodies.iter_mut().zip(&self.bodies) {
            if let (BodySpec::Modal { spec, .. }, Some(other)) = (&mut body.value, other) {
                if spec.ports != other.ports || spec.rigid.is_some() != other.rigid.is_some() {
                    return Err(SoundError::Value {
                        what: "the number of ports of the other body",
                        value: other.ports as f64,
                        allowed: "both sounds must have the same model and number of channels",
                    });
                }
                spec.clone_from(other);
            }
        }
        Ok(())
    }
}

/// Interpolates between two modes: `fraction` 0 gives the first, 1 the second. A mode whose heights are all 0
/// takes frequency, decay and mass of the other mode.
pub(crate) fn interpolate(first: &Mode, second: &Mode, fraction: f64, into: &mut Mode) {
    let silent = |mode: &Mode| mode.shape.iter().all(|&height| height == 0.0);
    let (a, b) = match (silent(first), silent(second)) {
        (true, _) => (second, second),
        (_, true) => (first, first),
        _ => (first, second),
    };
    let ratio = |a: f64, b: f64| {
        if a == b || !(a.is_finite() && b.is_finite()) { b } else { a * libm::pow(b / a, fraction) }
    };
    into.frequency = ratio(a.frequency, b.frequency);
    into.decay = ratio(a.decay, b.decay);
    into.mass = ratio(a.mass, b.mass);
    into.radiated = a.radiated + fraction * (b.radiated - a.radiated);
    for ((height, &a), &b) in into.shape.iter_mut().zip(&first.shape).zip(&second.shape) {
        *height = a + fraction * (b - a);
    }
}

/// Copies the mode `from` to `to` without allocating.
fn copy(from: &Mode, to: &mut Mode) {
    (to.frequency, to.decay, to.mass) = (from.frequency, from.decay, from.mass);
    to.radiated = from.radiated;
    for (to, &from) in to.shape.iter_mut().zip(&from.shape) {
        *to = from;
    }
}

/// A modal body of a voice with its state during a glide.
#[derive(Clone, Debug)]
struct RetunedBody {
    /// Index of the body in the scene.
    body: usize,
    /// State of the body at the start of the present glide.
    from: ModalSpec,
    /// Present state of the body without the `factors`.
    base: ModalSpec,
    /// Present state of the body with the `factors`.
    scaled: ModalSpec,
    /// Factors on frequency, decay and mass of the body \[1\].
    factors: [f64; 3],
    /// Port of the place at which the body is touched; port 0 has its heights.
    touched: usize,
}

/// All modal bodies of a voice, and the target of their glide.
#[derive(Clone, Debug)]
pub(crate) struct Retuning {
    bodies: Vec<RetunedBody>,
    target: Option<Box<Retarget>>,
    /// Share of the modes of each body that the voice computes \[1\].
    share: f64,
    /// Elapsed time of the glide \[samples\].
    elapsed: f64,
    /// Duration of the glide \[samples\].
    duration: f64,
}

impl Retuning {
    /// Adds modes of zero height to each modal body of a scene until the body has at least `capacity` modes.
    pub(crate) fn reserve_modes(scene: &mut SceneSpec, capacity: usize) {
        for body in &mut scene.bodies {
            if let BodySpec::Modal { spec, .. } = &mut body.value {
                let ports = spec.ports;
                let silent = |_| Mode {
                    frequency: 1000.0,
                    decay: 0.1,
                    mass: 1.0,
                    shape: vec![0.0; ports],
                    radiated: 0.0,
                };
                let more = capacity.saturating_sub(spec.modes.len());
                spec.modes.extend((0..more).map(silent));
            }
        }
    }

    pub(crate) fn of(scene: &SceneSpec) -> Self {
        let bodies = scene.bodies.iter().enumerate();
        let bodies = bodies.filter_map(|(body, named)| match &named.value {
            BodySpec::Modal { spec, .. } => Some(RetunedBody {
                body,
                from: spec.clone(),
                base: spec.clone(),
                scaled: spec.clone(),
                factors: [1.0; 3],
                touched: 0,
            }),
            _ => None,
        });
        Self { bodies: bodies.collect(), target: None, share: 1.0, elapsed: 0.0, duration: 0.0 }
    }

    /// Starts a glide to `target` over `samples` and returns the previous target.
    pub(crate) fn retarget(&mut self, target: Box<Retarget>, samples: f64) -> Option<Box<Retarget>> {
        for body in &mut self.bodies {
            for (from, base) in body.from.modes.iter_mut().zip(&body.base.modes) {
                copy(base, from);
            }
            for (from, base) in body.from.listeners.iter_mut().zip(&body.base.listeners) {
                copy(base, from);
            }
            body.from.rigid = body.base.rigid;
        }
        self.elapsed = 0.0;
        self.duration = if samples.is_finite() { samples.max(1.0) } else { 1.0 };
        self.target.replace(target)
    }

    /// Advances the glide by a block and retunes the bodies of the scene. Real-time: yes.
    pub(crate) fn advance(&mut self, scene: &mut Scene) {
        let Some(target) = &self.target else { return };
        if self.elapsed >= self.duration {
            return;
        }
        self.elapsed += BLOCK as f64;
        let fraction = (self.elapsed / self.duration).min(1.0);
        for body in &mut self.bodies {
            let Some(Some(to)) = target.bodies.get(body.body) else {
                continue;
            };
            body.interpolate_to(to, fraction);
            body.update_scene(scene, self.share);
        }
    }

    /// Returns the present mass of the first mode of a body \[kg\]; `None` if the body has no modes.
    pub(crate) fn mode_mass(&self, body: usize) -> Option<f64> {
        let body = self.bodies.iter().find(|retuned| retuned.body == body)?;
        body.base.modes.first().map(|mode| mode.mass)
    }

    /// Sets the factors on frequency, decay and mass of a body. Ignores factors that are not positive and
    /// finite.
    pub(crate) fn scale(&mut self, body: usize, factors: [f64; 3], scene: &mut Scene) {
        let valid = factors.iter().all(|&factor| factor.is_finite() && factor > 0.0);
        let found = self.bodies.iter_mut().find(|retuned| retuned.body == body);
        if let (true, Some(body)) = (valid, found)
            && body.factors != factors
        {
            body.factors = factors;
            body.update_scene(scene, self.share);
        }
    }

    /// Gives port 0 of a body the heights of its port `port`. Real-time: yes.
    pub(crate) fn touch(&mut self, body: usize, port: usize, scene: &mut Scene) {
        let found = self.bodies.iter_mut().find(|retuned| retuned.body == body);
        if let Some(body) = found
            && body.touched != port
            && port < body.base.ports
        {
            body.touched = port;
            body.update_scene(scene, self.share);
        }
    }

    /// Sets the share of the modes of each body that the voice computes, the lowest first \[1\]. Real-time:
    /// yes.
    pub(crate) fn set_mode_share(&mut self, share: f64, scene: &mut Scene) {
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        if share == self.share {
            return;
        }
        self.share = share;
        for body in &mut self.bodies {
            body.update_scene(scene, share);
        }
    }
}

impl RetunedBody {
    /// Sets the body to `fraction` of the way to the body `to`.
    fn interpolate_to(&mut self, to: &ModalSpec, fraction: f64) {
        for (index, into) in self.base.modes.iter_mut().enumerate() {
            let Some(from) = self.from.modes.get(index) else {
                continue;
            };
            if let Some(to) = to.modes.get(index) {
                interpolate(from, to, fraction, into);
            } else {
                // The target body has no such mode, so the mode fades out at its own frequency.
                copy(from, into);
                for height in &mut into.shape {
                    *height *= 1.0 - fraction;
                }
            }
        }
        let listeners = self.base.listeners.iter_mut().zip(&self.from.listeners).zip(&to.listeners);
        for ((into, from), to) in listeners {
            interpolate(from, to, fraction, into);
        }
        if let (Some(from), Some(to), Some(rigid)) = (self.from.rigid, to.rigid, self.base.rigid.as_mut()) {
            rigid.mass = from.mass * libm::pow(to.mass / from.mass, fraction);
        }
    }

    /// Retunes the body in the scene, where only a `share` of the modes is computed.
    fn update_scene(&mut self, scene: &mut Scene, share: f64) {
        let [frequency, decay, mass] = self.factors;
        for (base, scaled) in self.base.modes.iter().zip(&mut self.scaled.modes) {
            copy(base, scaled);
            scaled.frequency *= frequency;
            scaled.decay *= decay;
            scaled.mass *= mass;
        }
        for (base, scaled) in self.base.listeners.iter().zip(&mut self.scaled.listeners) {
            copy(base, scaled);
        }
        let bases = self.base.modes.iter().chain(&self.base.listeners);
        for (base, scaled) in bases.zip(self.scaled.modes.iter_mut().chain(&mut self.scaled.listeners)) {
            if let (Some(touched), Some(&height)) = (scaled.shape.first_mut(), base.shape.get(self.touched)) {
                *touched = height;
            }
        }
        self.scaled.rigid = self.base.rigid;
        if let Some(rigid) = &mut self.scaled.rigid {
            rigid.mass *= mass;
        }
        let count = libm::ceil(self.scaled.modes.len() as f64 * share) as usize;
        let _ = scene.retune_first(self.body, &self.scaled, count);
    }
}
