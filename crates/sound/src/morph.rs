//! Morphs: weighted means of any number of sounds of one model.
//!
//! Each parameter is the weighted mean of its values at the ends, in its own scale. Each mode of each body is
//! the mean of the modes of its rank: arithmetic for heights of the shape, geometric for frequencies, decay
//! times and masses:
//!
//! ```math
//! v = \sum_k w_k v_k \quad\text{or}\quad v = \prod_k v_k^{\,w_k}, \qquad \sum_k w_k = 1
//! ```
//!
//! | quantity                                     | value between the ends                                                  |
//! |----------------------------------------------|-------------------------------------------------------------------------|
//! | number                                       | mean; geometric if its scale is logarithmic                             |
//! | count                                        | mean, rounded to the nearest integer                                    |
//! | choice                                       | that of the end with the largest weight                                 |
//! | mode of all ends                             | means; its sign is chosen to agree with the first end                   |
//! | mode of some ends                            | means of these ends; the heights fade with their weight                 |
//! | body that is modal at some ends only         | modal, with fading modes and the geometric mean of the masses           |
//!
//! So the number of modes cross-fades. Changing the sign of all heights of a mode does not change its sound,
//! but keeps the mode from vanishing midway.
//!
//! [`Aspects`] selects what is morphed. Listeners perceive changes of the interaction as natural, and changes
//! of the structure as unnatural. The other aspects stay as in the first end.
//!
//! Source: \[Papetti2010, 2.2.6\], the dynamic morphing of presets.

use crate::perform::{plan_events, play};
use crate::{
    Aspect, BLOCK, Event, EventKind, Performance, Retarget, Score, Sound, SoundError, SoundParam, Voice,
    VoiceSpec, sound_params,
};
use foley_body::modal::RigidMotion;
use foley_body::{ModalSpec, Mode};
use foley_params::{Info, Scale};
use foley_scene::BodySpec;
use std::sync::OnceLock;

/// Aspects of a sound that a morph changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aspects {
    /// Whether the morph changes the bodies.
    pub structure: bool,
    /// Whether the morph changes the contacts.
    pub interaction: bool,
    /// Whether the morph changes the motion.
    pub motion: bool,
}

impl Aspects {
    /// Selection of structure, interaction and motion.
    pub const ALL: Self = Self { structure: true, interaction: true, motion: true };
    /// Selection of the structure only.
    pub const STRUCTURE: Self = Self { interaction: false, motion: false, ..Self::ALL };
    /// Selection of interaction and motion, whose changes listeners perceive as natural.
    pub const GESTURE: Self = Self { structure: false, ..Self::ALL };

    /// Whether the selection includes an aspect.
    pub const fn has(self, aspect: Aspect) -> bool {
        match aspect {
            Aspect::Structure => self.structure,
            Aspect::Interaction => self.interaction,
            Aspect::Motion => self.motion,
        }
    }

    /// Returns the index of the selection, from 0 to 7.
    const fn number(self) -> usize {
        self.structure as usize + 2 * self.interaction as usize + 4 * self.motion as usize
    }
}

/// State of a morph: the sound for given weights.
#[derive(Clone, Debug)]
pub struct MorphState {
    /// Sound with the mean values. Each choice is that of the end with the largest weight; `retarget` has the
    /// mean bodies.
    pub sound: Box<dyn Sound>,
    /// Mean values and bodies, as the target of a retarget event.
    pub retarget: Retarget,
}

/// A morph between sounds of one model.
#[derive(Debug)]
pub struct Morph {
    ends: Vec<Box<dyn Sound>>,
    sound_params: Vec<SoundParam>,
    channels: usize,
    /// Values and bodies of the ends for each selection of aspects, built on first use.
    targets: [OnceLock<Result<Vec<Retarget>, SoundError>>; 8],
}

impl Morph {
    /// Makes a morph between sounds, with one channel.
    ///
    /// # Errors
    /// If there are no sounds, or the sounds have different models.
    pub fn new(ends: Vec<Box<dyn Sound>>) -> Result<Self, SoundError> {
        let Some(first) = ends.first() else {
            return Err(SoundError::Value {
                what: "the number of sounds to morph",
                value: 0.0,
                allowed: "there must be at least one",
            });
        };
        let first_model = first.info().name;
        if let Some(other) = ends.iter().find(|end| end.info().name != first_model) {
            return Err(SoundError::OtherModel { first: first_model, second: other.info().name });
        }
        Ok(Self { sound_params: sound_params(&**first), ends, channels: 1, targets: Default::default() })
    }

    /// Returns the morph with a given number of channels.
    #[must_use]
    pub fn with_channels(self, channels: usize) -> Self {
        Self { channels: channels.max(1), targets: Default::default(), ..self }
    }

    /// Returns the sounds at the ends of the morph.
    pub fn ends(&self) -> &[Box<dyn Sound>] {
        &self.ends
    }

    /// Computes the sound for `weights`, one weight for each end. The weights are normalised to the sum 1.
    ///
    /// # Errors
    /// If the number of weights is not that of the ends, a weight is negative or not finite, all are 0, or
    /// the values do not give valid bodies.
    pub fn at(&self, weights: &[f64], aspects: Aspects) -> Result<MorphState, SoundError> {
        let weights = self.normalise(weights)?;
        let targets = self.end_targets(aspects)?;
        let mut sound = self.ends[0].duplicate();
        let mut values = Vec::with_capacity(self.sound_params.len());
        for (index, param) in self.sound_params.iter().enumerate() {
            let weighted = targets.iter().zip(&weights);
            let weighted: Vec<(f64, f64)> = weighted.map(|(end, &w)| (end.values[index], w)).collect();
            let value = mean(&param.info, &weighted);
            param.set(&mut *sound, value)?;
            values.push(value);
        }
        let bodies = (0..targets[0].bodies.len())
            .map(|body| {
                let weighted = targets.iter().zip(&weights);
                let weighted = weighted.map(|(end, &w)| Some((end.bodies.get(body)?.as_ref()?, w)));
                blend(&weighted.collect::<Option<Vec<_>>>()?)
            })
            .collect();
        Ok(MorphState { sound, retarget: Retarget { values, bodies } })
    }

    /// Makes a voice that starts with `weights` and has memory for the bodies of all weights.
    ///
    /// # Errors
    /// Fails as [`Morph::at`] does, or if no end has all the bodies that are modal at some end.
    pub fn voice(&self, weights: &[f64], aspects: Aspects, spec: &VoiceSpec) -> Result<Voice, SoundError> {
        let (sound, spec) = self.initial(weights, aspects, spec)?;
        sound.voice(&spec)
    }

    /// Returns sound and specification of a voice that starts with `weights`.
    fn initial(
        &self,
        weights: &[f64],
        aspects: Aspects,
        spec: &VoiceSpec,
    ) -> Result<(Box<dyn Sound>, VoiceSpec), SoundError> {
        let targets = self.end_targets(aspects)?;
        let state = self.at(weights, aspects)?;
        let modal: Vec<bool> = targets[0].bodies.iter().map(Option::is_some).collect();
        let mut sound = state.sound;
        if self.is_modal(&*sound)? != modal {
            // Bodies that become modal later must be modal from the start, so the structure comes from an end
            // where they are modal.
            let mut found = None;
            for end in &self.ends {
                if self.is_modal(&**end)? == modal {
                    found = Some(end);
                    break;
                }
            }
            let Some(end) = found else {
                return Err(SoundError::Value {
                    what: "the number of sounds in which all bodies are modal that are modal in one of them",
                    value: 0.0,
                    allowed: "a morph needs at least one",
                });
            };
            for param in &self.sound_params {
                if param.aspect == Aspect::Structure {
                    param.set(&mut *sound, param.get(&**end))?;
                }
            }
        }
        let max_modes = targets.iter().map(Retarget::max_modes).max().unwrap_or(0);
        let spec = VoiceSpec {
            channels: self.channels,
            mode_capacity: max_modes.max(spec.mode_capacity),
            bodies: Some(state.retarget),
            ..spec.clone()
        };
        Ok((sound, spec))
    }

    /// Whether each body of a sound is modal, in the order of the scene.
    fn is_modal(&self, sound: &dyn Sound) -> Result<Vec<bool>, SoundError> {
        let scene = sound.scene_spec(self.channels)?;
        let bodies = scene.bodies.iter();
        Ok(bodies.map(|body| matches!(body.value, BodySpec::Modal { .. })).collect())
    }

    /// Normalises weights to the sum 1 and returns them.
    fn normalise(&self, weights: &[f64]) -> Result<Vec<f64>, SoundError> {
        let error =
            |value, allowed| Err(SoundError::Value { what: "the weights of a morph", value, allowed });
        if weights.len() != self.ends.len() {
            let count = weights.len() as f64;
            return error(count, "there must be one for each sound");
        }
        let is_invalid = |w: &&f64| !(w.is_finite() && **w >= 0.0);
        if let Some(&weight) = weights.iter().find(is_invalid) {
            return error(weight, "each must be 0 or more");
        }
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if largest <= 0.0 {
            return error(0.0, "at least one must be more than 0");
        }
        // The weights are divided by the largest first, so that their sum cannot overflow.
        let parts: Vec<f64> = weights.iter().map(|w| w / largest).collect();
        let sum = ordered_sum(parts.clone());
        Ok(parts.into_iter().map(|part| part / sum).collect())
    }

    /// Returns values and bodies of the ends for a selection of aspects.
    fn end_targets(&self, aspects: Aspects) -> Result<&[Retarget], SoundError> {
        let made = self.targets[aspects.number()].get_or_init(|| self.make_targets(aspects));
        made.as_deref().map_err(Clone::clone)
    }

    fn make_targets(&self, aspects: Aspects) -> Result<Vec<Retarget>, SoundError> {
        let mut targets = Vec::new();
        let mut scenes = Vec::new();
        for end in &self.ends {
            let mut end = end.duplicate();
            for param in &self.sound_params {
                if !aspects.has(param.aspect) {
                    param.set(&mut *end, param.get(&*self.ends[0]))?;
                }
            }
            targets.push(Retarget::at(&*end, self.channels)?);
            scenes.push(end.scene_spec(self.channels)?);
        }
        let bodies = scenes.iter().map(|scene| scene.bodies.len()).max();
        for body in 0..bodies.unwrap_or(0) {
            let ports = targets
                .iter()
                .find_map(|end: &Retarget| end.bodies.get(body)?.as_ref())
                .map(|spec| spec.ports);
            let Some(ports) = ports else { continue };
            for (end, scene) in targets.iter_mut().zip(&scenes) {
                // A point mass counts as a modal body of equal mass without modes.
                if let (Some(none @ None), Some(BodySpec::Inertial { spec, .. })) =
                    (end.bodies.get_mut(body), scene.bodies.get(body).map(|body| &body.value))
                {
                    *none = Some(ModalSpec {
                        ports,
                        modes: Vec::new(),
                        rigid: Some(RigidMotion { mass: spec.mass }),
                        listeners: Vec::new(),
                    });
                }
            }
            align_signs(&mut targets, body);
        }
        Ok(targets)
    }
}

/// Changes the signs of mode shapes so that each has a non-negative product with the shape of the same mode
/// at the first end that has that mode.
fn align_signs(targets: &mut [Retarget], body: usize) {
    let max_modes = targets.iter().map(Retarget::max_modes).max().unwrap_or(0);
    for rank in 0..max_modes {
        let mut reference: Option<Vec<f64>> = None;
        for end in targets.iter_mut() {
            let spec = end.bodies.get_mut(body).and_then(Option::as_mut);
            let Some(mode) = spec.and_then(|spec| spec.modes.get_mut(rank)) else {
                continue;
            };
            let reference = reference.get_or_insert_with(|| mode.shape.clone());
            let product: f64 = reference.iter().zip(&mode.shape).map(|(a, b)| a * b).sum();
            if product < 0.0 {
                for height in &mut mode.shape {
                    *height = -*height;
                }
            }
        }
    }
}

/// Returns the sum of `terms`, added in ascending order so that the order of the ends has no effect.
fn ordered_sum(mut terms: Vec<f64>) -> f64 {
    terms.sort_by(f64::total_cmp);
    terms.into_iter().sum()
}

/// Returns the weighted geometric mean of pairs of value and weight; exact if all values are equal.
fn geometric(values: &[(f64, f64)]) -> f64 {
    match values {
        [] => 0.0,
        [(first, _), rest @ ..] if rest.iter().all(|(value, _)| value == first) => *first,
        _ if values.iter().any(|(value, _)| !(value.is_finite() && *value > 0.0)) => heaviest(values),
        _ => {
            let total = ordered_sum(values.iter().map(|&(_, w)| w).collect());
            let logs = values.iter().map(|&(value, w)| w * libm::log(value));
            libm::exp(ordered_sum(logs.collect()) / total)
        }
    }
}

/// Returns the weighted arithmetic mean of pairs of value and weight; exact if all values are equal.
fn arithmetic(values: &[(f64, f64)]) -> f64 {
    match values {
        [(first, _), rest @ ..] if rest.iter().all(|(value, _)| value == first) => *first,
        _ => ordered_sum(values.iter().map(|&(value, w)| w * value).collect()),
    }
}

/// Returns the value with the largest total weight; the smaller value if two have equal weights.
fn heaviest(values: &[(f64, f64)]) -> f64 {
    let weight = |value: f64| {
        let same = values.iter().filter(|(other, _)| *other == value);
        ordered_sum(same.map(|&(_, w)| w).collect())
    };
    let order = |a: &f64, b: &f64| {
        let by_weight = weight(*a).total_cmp(&weight(*b));
        by_weight.then(b.total_cmp(a))
    };
    values.iter().map(|&(value, _)| value).max_by(order).unwrap_or(0.0)
}

/// Returns the weighted mean in the scale of a parameter. Ends with weight 0 are ignored.
fn mean(info: &Info, values: &[(f64, f64)]) -> f64 {
    let values: Vec<_> = values.iter().copied().filter(|&(_, w)| w > 0.0).collect();
    let value = match info.scale {
        Scale::Logarithmic => geometric(&values),
        Scale::Choice(_) => heaviest(&values),
        _ => arithmetic(&values),
    };
    info.clamp(value)
}

/// Returns the weighted mean of bodies, mode by mode; `None` if their ports differ, or only some bodies are
/// free.
fn blend(bodies: &[(&ModalSpec, f64)]) -> Option<ModalSpec> {
    let bodies: Vec<_> = bodies.iter().copied().filter(|&(_, w)| w > 0.0).collect();
    let (first, _) = bodies.first()?;
    let matches = |(spec, _): &(&ModalSpec, f64)| {
        spec.ports == first.ports && spec.rigid.is_some() == first.rigid.is_some()
    };
    if !bodies.iter().all(matches) {
        return None;
    }
    let max_modes = bodies.iter().map(|(spec, _)| spec.modes.len()).max()?;
    let max_listeners = bodies.iter().map(|(spec, _)| spec.listeners.len()).max()?;
    let masses: Option<Vec<_>> = bodies.iter().map(|&(spec, w)| Some((spec.rigid?.mass, w))).collect();
    Some(ModalSpec {
        ports: first.ports,
        modes: (0..max_modes).map(|rank| mode(&bodies, |spec| spec.modes.get(rank), first.ports)).collect(),
        rigid: masses.map(|masses| RigidMotion { mass: geometric(&masses) }),
        listeners: (0..max_listeners)
            .map(|rank| mode(&bodies, |spec| spec.listeners.get(rank), first.ports))
            .collect(),
    })
}

/// Returns the weighted mean of the modes that `get` takes from the bodies; a body without such a mode contributes
/// zero height.
fn mode<'a>(
    bodies: &[(&'a ModalSpec, f64)],
    get: impl Fn(&'a ModalSpec) -> Option<&'a Mode>,
    ports: usize,
) -> Mode {
    let modes = bodies.iter().filter_map(|&(spec, w)| Some((get(spec)?, w)));
    let modes: Vec<(&Mode, f64)> = modes.collect();
    let mean_of = |value: fn(&Mode) -> f64| -> f64 {
        geometric(&modes.iter().map(|&(mode, w)| (value(mode), w)).collect::<Vec<_>>())
    };
    let height = |port: usize| {
        let height_of = |spec: &'a ModalSpec| Some(*get(spec)?.shape.get(port)?);
        let heights = bodies.iter().map(|&(spec, w)| (height_of(spec).unwrap_or(0.0), w));
        arithmetic(&heights.collect::<Vec<_>>())
    };
    Mode {
        frequency: mean_of(|mode| mode.frequency),
        decay: mean_of(|mode| mode.decay),
        mass: mean_of(|mode| mode.mass),
        shape: (0..ports).map(height).collect(),
        radiated: arithmetic(&modes.iter().map(|&(mode, w)| (mode.radiated, w)).collect::<Vec<_>>()),
    }
}

/// Returns the bilinear weights of the four corners of a pad, for x and y from 0 to 1, in the order (0, 0),
/// (1, 0), (0, 1), (1, 1).
///
/// ```
/// assert_eq!(foley_sound::pad(1.0, 0.0), [0.0, 1.0, 0.0, 0.0]);
/// assert_eq!(foley_sound::pad(0.5, 0.5), [0.25; 4]);
/// ```
pub fn pad(x: f64, y: f64) -> [f64; 4] {
    let clamped = |at: f64| if at.is_nan() { 0.0 } else { at.clamp(0.0, 1.0) };
    let (x, y) = (clamped(x), clamped(y));
    [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y]
}

/// Interval between retargets along a path \[blocks\]: 11 ms at 48 kHz.
const STEP_BLOCKS: usize = 8;

/// Renders a morph while a score plays. The weights move linearly between points of time \[s\]; the first and
/// the last weights are held. An empty score means the default gestures of the first weights. A value set by
/// the score holds until the weights change again.
///
/// # Errors
/// If the sound is not valid, a name in the score is unknown, the path is empty or goes back in time, or
/// weights are not valid.
pub fn perform_morph(
    morph: &Morph,
    path: &[(f64, Vec<f64>)],
    aspects: Aspects,
    score: &Score,
    spec: &VoiceSpec,
    seconds: Option<f64>,
) -> Result<Performance, SoundError> {
    let error = |value| SoundError::Value {
        what: "a time of the path [s]",
        value,
        allowed: "a path needs at least one point, and its times must be 0 or more and must not decrease",
    };
    let (Some((_, initial)), Some((end, _))) = (path.first(), path.last()) else {
        return Err(error(f64::NAN));
    };
    let mut previous = 0.0;
    for &(at, _) in path {
        if !(at.is_finite() && at >= previous) {
            return Err(error(at));
        }
        previous = at;
    }
    let (sound, spec) = morph.initial(initial, aspects, spec)?;
    let mut events = plan_events(&*morph.at(initial, aspects)?.sound, score, &spec, true)?;
    let rate = spec.step.rate();
    let interval = (STEP_BLOCKS * BLOCK) as f64 / rate;
    let steps = (end / interval).ceil() as u64;
    let mut present = morph.normalise(initial)?;
    for step in 0..steps {
        // The target of a step has the weights at the end of the step.
        let weights = morph.normalise(&weights_at(path, (step + 1) as f64 * interval))?;
        if weights != present {
            let target = Box::new(morph.at(&weights, aspects)?.retarget);
            events.push(Event {
                at: step * (STEP_BLOCKS * BLOCK) as u64,
                kind: EventKind::Retarget { target, glide: interval },
            });
            present = weights;
        }
    }
    events.sort_by_key(|event| event.at);
    play(&*sound, events, &spec, &[], seconds, &mut |_| {})
}

/// Returns the weights of a path at the time `at` \[s\].
fn weights_at(path: &[(f64, Vec<f64>)], at: f64) -> Vec<f64> {
    let next = path.partition_point(|&(time, _)| time <= at);
    match (next.checked_sub(1).and_then(|n| path.get(n)), path.get(next)) {
        (Some((from, first)), Some((to, second))) => {
            let fraction = (at - from) / (to - from);
            let interpolate = |(a, b): (&f64, &f64)| a * (1.0 - fraction) + b * fraction;
            first.iter().zip(second).map(interpolate).collect()
        }
        (Some((_, only)), None) | (None, Some((_, only))) => only.clone(),
        (None, None) => Vec::new(),
    }
}
