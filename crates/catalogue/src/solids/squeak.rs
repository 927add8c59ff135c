//! A hinge, a shoe, a cork, a piece of chalk: slow sliding that accelerates, decelerates and squeaks.
//!
//! The surface moves at a speed that rises and falls, over a body on a compliant mount ([`Mount`]):
//!
//! ```math
//! V(t) = V \sin\bigl(\pi\,\tau^{\gamma}\bigr), \quad \gamma = \frac{\ln\frac12}{\ln p}, \qquad F_N(t) = F\,\bigl(1 + b\,(2\tau - 1)\bigr),
//! \qquad \tau = t/t_d
//! ```
//!
//! | symbol | here                                  | unit | meaning                                                  |
//! |--------|---------------------------------------|------|----------------------------------------------------------|
//! | V      | [`Push::speed`], `open`               | m/s  | peak speed                                               |
//! | t_d    | [`Push::duration`]                    | s    | duration from rest to rest                               |
//! | p      | [`Push::peak`]                        | 1    | time of peak speed as a fraction of the duration         |
//! | F, b   | [`Push::pressure`], [`Push::binding`] | N, 1 | mean normal force, and its relative change along the way |
//!
//! At the lowest speed the mount sticks and slips separately: a creak, with a rate that follows the speed
//! ([`Mount::cycle_time`]). At higher speeds the slips merge into a tone. The modes of the body lock to it in
//! turn where the Stribeck curve is steep enough, so that the register changes with speed.
//!
//! No two cycles are equal. ΔF follows the unevenness of the surface along the way and the unsteady force of
//! the hand, and T follows ΔF: the pitch bends, and breaks where the mount slips twice or not at all. Every
//! slip is short and shakes all modes of the body: a hinge is heard through the door.
//!
//! Source: \[PapettiThesis, 2.2.4 and fig. 2.1\]; \[Avanzini2005\]. Facts:
//! `tests/all/friction_sound_facts.rs`.

use super::stroke::{GestureOrParam, StrokeDriver, swell, unsteady};
use super::{Mount, Surfaces};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Motion of the push.
    /// Default: a door is opened slowly.
    pub struct Push("push") {
        /// Peak speed of the surface in a push; a gesture may give another. A change acts at once.
        speed: f64 = 0.055, "V", MetrePerSecond, log [1e-3, 3.0], glide 0.05,
            handle("haste", "creeping", "flung");
        /// Mean normal force between the surfaces; with 0 they do not touch.
        pressure: f64 = 8.0, "F", Newton, lin [0.0, 100.0], glide 0.05,
            handle("weight", "cupboard door", "castle gate");
        /// Duration of a push, from rest to rest.
        duration: f64 = 2.8, "t_d", Second, log [0.05, 10.0], glide 0.05,
            handle("length", "a step", "a long way");
        /// Number of pushes, alternately forward and back.
        times: u32 = 1, "N", One, count [1, 10];
        /// Time of the peak speed as a fraction of the duration of a push.
        peak: f64 = 0.4, "p", One, lin [0.1, 0.9], glide 0.05;
        /// Relative change of the normal force during a push; positive values jam, negative ones come free.
        binding: f64 = 0.4, "b", One, lin [-1.0, 1.0], glide 0.05, handle("binding", "comes free", "jams");
        /// Relative random variation of speed and force, from 0.75 to 24 times a second.
        unsteadiness: f64 = 0.2, "u", One, lin [0.0, 0.9], glide 0.05,
            handle("unsteadiness", "machine", "hesitant");
    }
}

const SPEED: Param<Push> = param("speed");

const PRESSURE: Param<Push> = param("pressure");

parts! {
    /// Model of a slow sliding motion that squeaks.
    /// Default: a door on a dry hinge.
    pub struct Squeak {
        /// Speed, duration, number and normal force of the pushes.
        push: Push, Motion;
        /// Friction between the sliding surfaces.
        surfaces: Surfaces = Surfaces {
            stiffness: 9e6,
            damping: 0.4,
            static_friction: 0.8,
            dynamic_friction: 0.2,
            stribeck_velocity: 0.015,
            noise: 0.02,
            spacing: 8e-5,
            contact_size: 5e-7,
            patch: 0.017,
            ..Surfaces::default()
        }, Interaction;
        /// Compliant mount of the rubbed body, which sticks and slips.
        mount: Mount, Structure;
        /// Resonating body that is rubbed: not the hinge alone, but the door that it shakes.
        body: Resonator = Resonator {
            modes: 96,
            field: 96,
            mounting: ResonatorMounting::Fixed,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 1.1, 0.008)
        }, Structure;
    }
}

const OPEN: usize = 0;
const PRESS: usize = 1;

/// Fraction of the push in which the normal force rises at the start, and in which it falls at the end \[1\].
const EDGE: f64 = 0.05;

impl Model for Squeak {
    const INFO: ModelInfo = ModelInfo {
        name: "squeak",
        title: "A hinge, a shoe, a cork: slow sliding that squeaks",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["friction"],
        physics: "Two surfaces slide slowly over each other, faster and then slower again, on a compliant mount. The mount is carried along, \
                  slips and sticks again: separate slips are a creak, closer ones a groan. Where the modes of the body lock to the slips they \
                  make a squeak, which jumps from mode to mode as speed and force change. The unevenness of the surfaces makes every cycle another: the \
                  pitch bends and breaks, and each short slip shakes the whole door.",
        equation: "V(t) = V·sin(π·τ^γ),  T = 2·ΔF/(k·V) + (2/ω)·(π − atan(ω·ΔF/(k·V)))",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const GESTURES: &'static [Info] = &[
        Info { id: "open", doc: "Pushes the surface with this peak speed.", ..SPEED.info() },
        Info { id: "press", doc: "Sets the normal force between the surfaces.", ..PRESSURE.info() },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.push.speed;
    type Player = SqueakPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let spec = self.mount.spec(&self.body, channels)?;
        let body = add_modal_body(&mut scene, "body", spec, channels);
        StrokeDriver::add_to(&mut scene, self.surfaces.law(), None, body, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SqueakPlayer {
        SqueakPlayer {
            hand: StrokeDriver::new(seed, &self.surfaces),
            seed,
            progress: None,
            left: 0.0,
            side: 1.0,
            speed: GestureOrParam::new(self.push.speed),
            pressure: GestureOrParam::new(self.push.pressure),
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }
}

/// Pushes the surface over the body at each gesture.
#[derive(Clone, Debug)]
pub struct SqueakPlayer {
    hand: StrokeDriver,
    seed: u64,
    /// Elapsed fraction τ of the current push \[1\]; `None` while there is no push.
    progress: Option<f64>,
    /// Number of remaining pushes after the current one.
    left: f64,
    /// Direction of the current push: 1 is forward, −1 is back.
    side: f64,
    speed: GestureOrParam,
    pressure: GestureOrParam,
}

impl SqueakPlayer {
    /// Returns the speed [m/s] and the normal force \[N\] at the elapsed fraction `progress` of the push.
    fn at(&self, progress: f64, time: f64, push: &Push) -> (f64, f64) {
        let stray = |stream| unsteady(self.seed, stream, time, push.unsteadiness);
        let warped = libm::pow(progress.max(0.0), libm::log(0.5) / libm::log(push.peak));
        let laid_on = swell(progress / EDGE) * swell((1.0 - progress) / EDGE);
        (
            self.side * self.speed.value * libm::sin(PI * warped) * stray(0),
            self.pressure.value * laid_on * (1.0 + push.binding * (2.0 * progress - 1.0)) * stray(1),
        )
    }
}

impl Player<Squeak> for SqueakPlayer {
    fn play(&mut self, now: &Squeak, block: &mut Block<'_>) {
        let push = now.push;
        self.speed.follow(push.speed);
        self.pressure.follow(push.pressure);
        if let Some(press) = block.gesture(PRESS) {
            self.pressure.value = press.value.clamp(PRESSURE.min, PRESSURE.max);
        }
        let per_sample = block.step().seconds() / push.duration;
        let mut from = 0;
        if let Some(open) = block.gesture(OPEN) {
            self.speed.value = open.value.clamp(SPEED.min, SPEED.max);
            self.left = f64::from(push.times) - 1.0;
            if self.progress.is_none() {
                from = open.at;
                self.side = 1.0;
                self.progress = Some(-per_sample * from as f64);
            }
        }
        let mut aim = (0.0, 0.0);
        if let Some(progress) = self.progress {
            let mut progress = progress + per_sample * BLOCK as f64;
            if progress >= 1.0 && self.left >= 1.0 {
                progress = 0.0;
                self.left -= 1.0;
                self.side = -self.side;
            }
            self.progress = (progress < 1.0).then_some(progress);
            if self.progress.is_some() {
                aim = self.at(progress, block.time(BLOCK), &push);
            }
        }
        self.hand.advance(block, from, aim, &now.surfaces);
    }

    fn done(&self) -> bool {
        self.progress.is_none() && self.hand.still()
    }
}
