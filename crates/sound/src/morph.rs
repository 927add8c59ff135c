//! Between sounds: any number of sounds of one model, each with a weight, become one sound.
//!
//! Every parameter is the weighted mean of its values at the ends, in its own scale; every mode of every body
//! is the mean of the modes of its rank; heights of modes go by equal differences, frequencies, decay times
//! and masses by equal ratios:
//!
//! $$ v = \sum_k w_k v_k \quad\text{or}\quad v = \prod_k v_k^{\,w_k}, \qquad \sum_k w_k = 1 $$
//!
//! | what                                         | how it is between the ends                                              |
//! |----------------------------------------------|-------------------------------------------------------------------------|
//! | a number                                     | mean, of logarithms where its scale is logarithmic                      |
//! | a count                                      | the nearest whole number                                                |
//! | a choice                                     | as the heaviest end has it                                              |
//! | a mode that all ends have                    | means; its sign turned so that it agrees with the first end             |
//! | a mode that some ends have                   | as they have it; its heights fade with their weight                     |
//! | a body that rings at some ends and not at others | rings with modes that fade, and weighs the mean of logarithms       |
//!
//! The number of modes thus cross-fades. Turning a whole mode over (all its heights at once) is no change at
//! all, and keeps it from vanishing half way.
//!
//! Structure and interaction can be morphed apart ([`Aspects`]): listeners take a change of how things touch
//! as natural and a change of the things as magic. What is left out stays as the first end has it.
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

/// Which aspects of a sound a morph changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aspects {
    /// What there is.
    pub structure: bool,
    /// How it touches.
    pub interaction: bool,
    /// How it moves.
    pub motion: bool,
}

impl Aspects {
    /// All of them.
    pub const ALL: Self = Self { structure: true, interaction: true, motion: true };
    /// Nothing but what there is.
    pub const STRUCTURE: Self = Self { interaction: false, motion: false, ..Self::ALL };
    /// All but what there is, which listeners take as natural.
    pub const GESTURE: Self = Self { structure: false, ..Self::ALL };

    /// Whether it is one of them.
    pub const fn has(self, aspect: Aspect) -> bool {
        match aspect {
            Aspect::Structure => self.structure,
            Aspect::Interaction => self.interaction,
            Aspect::Motion => self.motion,
        }
    }

    const fn number(self) -> usize {
        self.structure as usize + 2 * self.interaction as usize + 4 * self.motion as usize
    }
}

/// A sound between others.
#[derive(Clone, Debug)]
pub struct Morphed {
    /// Its values. A choice is that of the heaviest end, so that what rings is better taken from `aim`.
    pub sound: Box<dyn Sound>,
    /// Its values and bodies, for a voice to become ([`Voice::aim`]).
    pub aim: Retarget,
}

/// Sounds of one model that become each other.
#[derive(Debug)]
pub struct Morph {
    ends: Vec<Box<dyn Sound>>,
    sound_params: Vec<SoundParam>,
    channels: usize,
    /// The ends as those aspects have them that are morphed; made when they are asked for.
    as_aims: [OnceLock<Result<Vec<Retarget>, SoundError>>; 8],
}

impl Morph {
    /// Between these sounds, heard by one ear.
    ///
    /// # Errors
    /// If there is none, or they are of different models.
    pub fn new(ends: Vec<Box<dyn Sound>>) -> Result<Self, SoundError> {
        let Some(first) = ends.first() else {
            return Err(SoundError::Value {
                what: "the number of sounds to morph",
                value: 0.0,
                allowed: "there must be at least one",
            });
        };
        let one = first.info().name;
        let other = ends.iter().find(|end| end.info().name != one);
        if let Some(other) = other {
            let two = other.info().name;
            return Err(SoundError::OtherModel { one, two });
        }
        Ok(Self { sound_params: sound_params(&**first), ends, channels: 1, as_aims: Default::default() })
    }

    /// The same heard by so many channels.
    #[must_use]
    pub fn heard_by(self, channels: usize) -> Self {
        Self { channels: channels.max(1), as_aims: Default::default(), ..self }
    }

    /// The sounds between which it is.
    pub fn ends(&self) -> &[Box<dyn Sound>] {
        &self.ends
    }

    /// The sound with these weights, one for each end; their sum counts as 1.
    ///
    /// # Errors
    /// If there are not as many weights as ends, one is negative or no number, or all are 0; or if there is
    /// no such body.
    pub fn at(&self, weights: &[f64], what: Aspects) -> Result<Morphed, SoundError> {
        let weights = self.shares(weights)?;
        let aims = self.aims(what)?;
        let mut sound = self.ends[0].duplicate();
        let mut values = Vec::with_capacity(self.sound_params.len());
        for (index, at) in self.sound_params.iter().enumerate() {
            let its = aims.iter().zip(&weights);
            let its: Vec<(f64, f64)> = its.map(|(aim, &w)| (aim.values[index], w)).collect();
            let value = mean(&at.info, &its);
            at.set(&mut *sound, value)?;
            values.push(value);
        }
        let bodies = (0..aims[0].bodies.len())
            .map(|body| {
                let its = aims.iter().zip(&weights);
                let its = its.map(|(aim, &w)| Some((aim.bodies.get(body)?.as_ref()?, w)));
                blend(&its.collect::<Option<Vec<_>>>()?)
            })
            .collect();
        Ok(Morphed { sound, aim: Retarget { values, bodies } })
    }

    /// A voice that begins with these weights and has room for all that the morph can become.
    ///
    /// # Errors
    /// As [`Morph::at`], or if no end has all the bodies that ring at some end.
    pub fn voice(&self, weights: &[f64], what: Aspects, spec: &VoiceSpec) -> Result<Voice, SoundError> {
        let (sound, spec) = self.beginning(weights, what, spec)?;
        sound.voice(&spec)
    }

    /// What a voice is made of that begins with these weights.
    fn beginning(
        &self,
        weights: &[f64],
        what: Aspects,
        spec: &VoiceSpec,
    ) -> Result<(Box<dyn Sound>, VoiceSpec), SoundError> {
        let aims = self.aims(what)?;
        let begins = self.at(weights, what)?;
        let rings: Vec<bool> = aims[0].bodies.iter().map(Option::is_some).collect();
        let mut sound = begins.sound;
        if self.ringing(&*sound)? != rings {
            // What rings here only later must be on the stage from the beginning: an end that has it lends
            // its structure.
            let mut found = None;
            for end in &self.ends {
                if self.ringing(&**end)? == rings {
                    found = Some(end);
                    break;
                }
            }
            let Some(end) = found else {
                return Err(SoundError::Value {
                    what: "the number of sounds in which all ring that ring in some",
                    value: 0.0,
                    allowed: "a morph needs one such sound",
                });
            };
            for at in &self.sound_params {
                if at.aspect == Aspect::Structure {
                    at.set(&mut *sound, at.get(&**end))?;
                }
            }
        }
        let most = aims.iter().map(Retarget::max_modes).max().unwrap_or(0);
        let spec = VoiceSpec {
            channels: self.channels,
            room: most.max(spec.room),
            bodies: Some(begins.aim),
            ..spec.clone()
        };
        Ok((sound, spec))
    }

    /// Which bodies of a sound ring.
    fn ringing(&self, sound: &dyn Sound) -> Result<Vec<bool>, SoundError> {
        let stage = sound.scene_spec(self.channels)?;
        let bodies = stage.bodies.iter();
        Ok(bodies.map(|body| matches!(body.value, BodySpec::Modal { .. })).collect())
    }

    /// The weights with the sum 1.
    fn shares(&self, weights: &[f64]) -> Result<Vec<f64>, SoundError> {
        let refused =
            |value, allowed| Err(SoundError::Value { what: "the weights of a morph", value, allowed });
        if weights.len() != self.ends.len() {
            let count = weights.len() as f64;
            return refused(count, "there must be one for each sound");
        }
        let bad = |w: &&f64| !(w.is_finite() && **w >= 0.0);
        if let Some(&bad) = weights.iter().find(bad) {
            return refused(bad, "each must be 0 or more");
        }
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if largest <= 0.0 {
            return refused(0.0, "at least one must be more than 0");
        }
        // Divided first, so that no sum is too large to hold.
        let parts: Vec<f64> = weights.iter().map(|w| w / largest).collect();
        let sum = in_order(parts.clone());
        Ok(parts.into_iter().map(|part| part / sum).collect())
    }

    /// The ends with their values and bodies, as far as these aspects change.
    fn aims(&self, what: Aspects) -> Result<&[Retarget], SoundError> {
        let made = self.as_aims[what.number()].get_or_init(|| self.make_aims(what));
        made.as_deref().map_err(Clone::clone)
    }

    fn make_aims(&self, what: Aspects) -> Result<Vec<Retarget>, SoundError> {
        let mut all = Vec::new();
        let mut stages = Vec::new();
        for end in &self.ends {
            let mut end = end.duplicate();
            for at in &self.sound_params {
                if !what.has(at.aspect) {
                    at.set(&mut *end, at.get(&*self.ends[0]))?;
                }
            }
            all.push(Retarget::at(&*end, self.channels)?);
            stages.push(end.scene_spec(self.channels)?);
        }
        let bodies = stages.iter().map(|stage| stage.bodies.len()).max();
        for body in 0..bodies.unwrap_or(0) {
            let ports = all.iter().find_map(|aim| aim.bodies.get(body)?.as_ref()).map(|spec| spec.ports);
            let Some(ports) = ports else { continue };
            for (aim, stage) in all.iter_mut().zip(&stages) {
                // Who does not ring there weighs as much and has no modes.
                if let (Some(none @ None), Some(BodySpec::Inertial { spec, .. })) =
                    (aim.bodies.get_mut(body), stage.bodies.get(body).map(|body| &body.value))
                {
                    *none = Some(ModalSpec {
                        ports,
                        modes: Vec::new(),
                        rigid: Some(RigidMotion { mass: spec.mass }),
                    });
                }
            }
            agree(&mut all, body);
        }
        Ok(all)
    }
}

/// Turns modes over until each agrees with that of the first end that has it: its heights are then never far
/// on the other side.
fn agree(aims: &mut [Retarget], body: usize) {
    let most = aims.iter().map(Retarget::max_modes).max().unwrap_or(0);
    for rank in 0..most {
        let mut model: Option<Vec<f64>> = None;
        for aim in aims.iter_mut() {
            let spec = aim.bodies.get_mut(body).and_then(Option::as_mut);
            let Some(mode) = spec.and_then(|spec| spec.modes.get_mut(rank)) else {
                continue;
            };
            let model = model.get_or_insert_with(|| mode.shape.clone());
            let same: f64 = model.iter().zip(&mode.shape).map(|(a, b)| a * b).sum();
            if same < 0.0 {
                for height in &mut mode.shape {
                    *height = -*height;
                }
            }
        }
    }
}

/// A sum that does not depend on the order of its terms.
fn in_order(mut terms: Vec<f64>) -> f64 {
    terms.sort_by(f64::total_cmp);
    terms.into_iter().sum()
}

/// The mean of logarithms; of a single value, that value.
fn geometric(its: &[(f64, f64)]) -> f64 {
    match its {
        [] => 0.0,
        [(one, _), rest @ ..] if rest.iter().all(|(value, _)| value == one) => *one,
        _ if its.iter().any(|(value, _)| !(value.is_finite() && *value > 0.0)) => heaviest(its),
        _ => {
            let whole = in_order(its.iter().map(|&(_, w)| w).collect());
            let logs = its.iter().map(|&(value, w)| w * libm::log(value));
            libm::exp(in_order(logs.collect()) / whole)
        }
    }
}

/// The mean; of a single value, that value.
fn arithmetic(its: &[(f64, f64)]) -> f64 {
    match its {
        [(one, _), rest @ ..] if rest.iter().all(|(value, _)| value == one) => *one,
        _ => in_order(its.iter().map(|&(value, w)| w * value).collect()),
    }
}

/// What weighs most, in all together; of two that weigh the same the smaller.
fn heaviest(its: &[(f64, f64)]) -> f64 {
    let weight = |value: f64| {
        let same = its.iter().filter(|(its, _)| *its == value);
        in_order(same.map(|&(_, w)| w).collect())
    };
    let order = |a: &f64, b: &f64| {
        let by_weight = weight(*a).total_cmp(&weight(*b));
        by_weight.then(b.total_cmp(a))
    };
    its.iter().map(|&(value, _)| value).max_by(order).unwrap_or(0.0)
}

/// A value between others, in the scale of its parameter. Ends of no weight do not count.
fn mean(info: &Info, its: &[(f64, f64)]) -> f64 {
    let its: Vec<_> = its.iter().copied().filter(|&(_, w)| w > 0.0).collect();
    let value = match info.scale {
        Scale::Logarithmic => geometric(&its),
        Scale::Choice(_) => heaviest(&its),
        _ => arithmetic(&its),
    };
    info.clamp(value)
}

/// A body between others, mode by mode; none if they have not the same ports.
fn blend(its: &[(&ModalSpec, f64)]) -> Option<ModalSpec> {
    let its: Vec<_> = its.iter().copied().filter(|&(_, w)| w > 0.0).collect();
    let (first, _) = its.first()?;
    let alike = |(spec, _): &(&ModalSpec, f64)| {
        spec.ports == first.ports && spec.rigid.is_some() == first.rigid.is_some()
    };
    if !its.iter().all(alike) {
        return None;
    }
    let most = its.iter().map(|(spec, _)| spec.modes.len()).max()?;
    let masses: Option<Vec<_>> = its.iter().map(|&(spec, w)| Some((spec.rigid?.mass, w))).collect();
    Some(ModalSpec {
        ports: first.ports,
        modes: (0..most).map(|rank| mode(&its, rank, first.ports)).collect(),
        rigid: masses.map(|masses| RigidMotion { mass: geometric(&masses) }),
    })
}

/// The mode of that rank; who has none adds no height.
fn mode(its: &[(&ModalSpec, f64)], rank: usize, ports: usize) -> Mode {
    let have = its.iter().filter_map(|&(spec, w)| Some((spec.modes.get(rank)?, w)));
    let have: Vec<(&Mode, f64)> = have.collect();
    let of = |value: fn(&Mode) -> f64| -> f64 {
        geometric(&have.iter().map(|&(mode, w)| (value(mode), w)).collect::<Vec<_>>())
    };
    let height = |port: usize| {
        let of = |spec: &ModalSpec| Some(*spec.modes.get(rank)?.shape.get(port)?);
        let heights = its.iter().map(|&(spec, w)| (of(spec).unwrap_or(0.0), w));
        arithmetic(&heights.collect::<Vec<_>>())
    };
    Mode {
        frequency: of(|mode| mode.frequency),
        decay: of(|mode| mode.decay),
        mass: of(|mode| mode.mass),
        shape: (0..ports).map(height).collect(),
    }
}

/// The weights of four corners for a place on a pad: x and y from 0 to 1, in the order (0, 0), (1, 0), (0,
/// 1), (1, 1).
///
/// ```
/// assert_eq!(foley_sound::pad(1.0, 0.0), [0.0, 1.0, 0.0, 0.0]);
/// assert_eq!(foley_sound::pad(0.5, 0.5), [0.25; 4]);
/// ```
pub fn pad(x: f64, y: f64) -> [f64; 4] {
    let within = |at: f64| if at.is_nan() { 0.0 } else { at.clamp(0.0, 1.0) };
    let (x, y) = (within(x), within(y));
    [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y]
}

/// Steps in which a voice follows a path \[blocks\]: 11 ms at 48 kHz.
const STEP: usize = 8;

/// Plays a morph: the weights follow straight lines between points of time \[s\], the first and the last hold
/// on, while the score is played; gestures without a score are those of the first weights. What the score
/// sets holds until the weights change again.
///
/// # Errors
/// If the sound cannot be made, the score names what is not there, the path is empty or goes back in time, or
/// weights are as they cannot be.
pub fn perform_morph(
    morph: &Morph,
    path: &[(f64, Vec<f64>)],
    what: Aspects,
    score: &Score,
    spec: &VoiceSpec,
    seconds: Option<f64>,
) -> Result<Performance, SoundError> {
    let refused = |value| SoundError::Value {
        what: "the times of a path [s]",
        value,
        allowed: "there must be one at least, each 0 or more and none before the one before",
    };
    let (Some((_, begin)), Some((end, _))) = (path.first(), path.last()) else {
        return Err(refused(f64::NAN));
    };
    let mut before = 0.0;
    for &(at, _) in path {
        if !(at.is_finite() && at >= before) {
            return Err(refused(at));
        }
        before = at;
    }
    let (sound, spec) = morph.beginning(begin, what, spec)?;
    let mut events = plan_events(&*morph.at(begin, what)?.sound, score, &spec, true)?;
    let rate = spec.step.rate();
    let long = (STEP * BLOCK) as f64 / rate;
    let steps = (end / long).ceil() as u64;
    let mut had = morph.shares(begin)?;
    for step in 0..steps {
        // Where the step ends is where it goes.
        let weights = morph.shares(&weights_at(path, (step + 1) as f64 * long))?;
        if weights != had {
            let aim = Box::new(morph.at(&weights, what)?.aim);
            events.push(Event {
                at: step * (STEP * BLOCK) as u64,
                kind: EventKind::Retarget { target: aim, glide: long },
            });
            had = weights;
        }
    }
    events.sort_by_key(|event| event.at);
    play(&*sound, events, &spec, &[], seconds, &mut |_| {})
}

/// The weights of a path at a time.
fn weights_at(path: &[(f64, Vec<f64>)], at: f64) -> Vec<f64> {
    let next = path.partition_point(|&(time, _)| time <= at);
    match (next.checked_sub(1).and_then(|n| path.get(n)), path.get(next)) {
        (Some((from, one)), Some((to, two))) => {
            let way = (at - from) / (to - from);
            let between = |(a, b): (&f64, &f64)| a * (1.0 - way) + b * way;
            one.iter().zip(two).map(between).collect()
        }
        (Some((_, only)), None) | (None, Some((_, only))) => only.clone(),
        (None, None) => Vec::new(),
    }
}
