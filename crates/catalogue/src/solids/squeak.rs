//! A hinge, a shoe, a cork, a piece of chalk: slow sliding that quickens and slows down, and squeaks as it
//! does.
//!
//! The surface goes at a speed that rises and falls, over a body that is held by something which gives
//! ([`Mount`]):
//!
//! $$ V(t) = V \sin\bigl(\pi\,\tau^{\gamma}\bigr), \quad \gamma = \frac{\ln\frac12}{\ln p}, \qquad F_N(t) = F\,\bigl(1 + b\,(2\tau - 1)\bigr),
//!    \qquad \tau = t/t_d $$
//!
//! | symbol | here                           | unit | meaning                                          |
//! |--------|--------------------------------|------|--------------------------------------------------|
//! | V      | [`Push::speed`], `open`        | m/s  | at its fastest                                   |
//! | t_d    | [`Push::duration`]             | s    | from rest to rest                                |
//! | p      | [`Push::peak`]                 | 1    | when it is fastest, as a part of the duration    |
//! | F, b   | [`Push::pressure`], [`Push::binding`] | N, 1 | how hard the surfaces press on the mean, and how they bind along the way |
//!
//! At its slowest the mount sticks and slips at once: a creak, of so many slips a second as the way has
//! ([`Mount::creak`]). Faster, the slips come together into a tone, and the modes of the body catch it one
//! after the other where the Stribeck curve is steep enough for them: it changes its register with the speed.
//!
//! Source: \[PapettiThesis, 2.2.4 and fig. 2.1\]; \[Avanzini2005\]. Facts: `tests/friction_sound_facts.rs`.

use super::stroke::{GestureOrParam, StrokeDriver, swell, unsteady};
use super::{Mount, Surfaces};
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use core::f64::consts::PI;
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// How it is pushed.
    /// Default: a door is opened slowly.
    pub struct Push("push") {
        /// How fast the surface goes at its fastest, if nobody says how fast; moved while it goes, it goes
        /// so.
        speed: f64 = 0.1, "V", MetrePerSecond, log [1e-3, 3.0], glide 0.05,
            handle("haste", "creeping", "flung");
        /// How hard the surfaces press on each other, on the mean; 0 is not at all.
        pressure: f64 = 10.0, "F", Newton, lin [0.0, 100.0], glide 0.05,
            handle("weight", "cupboard door", "castle gate");
        /// From rest to rest.
        duration: f64 = 2.5, "t_d", Second, log [0.05, 10.0], glide 0.05,
            handle("length", "a step", "a long way");
        /// How many pushes, by turns there and back.
        times: u32 = 1, "N", One, count [1, 10];
        /// When it is fastest, as a part of the duration.
        peak: f64 = 0.4, "p", One, lin [0.1, 0.9], glide 0.05;
        /// How the surfaces press harder and harder along the way, or less and less.
        binding: f64 = 0.2, "b", One, lin [-1.0, 1.0], glide 0.05, handle("binding", "comes free", "jams");
        /// How far speed and pressure stray, a few times a second, as a part of what is meant.
        unsteadiness: f64 = 0.2, "u", One, lin [0.0, 0.9], glide 0.05,
            handle("unsteadiness", "machine", "hesitant");
    }
}

const SPEED: Param<Push> = param("speed");

const PRESSURE: Param<Push> = param("pressure");

/// Slow sliding that squeaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Squeak {
    /// How it is pushed.
    pub push: Push,
    /// What rubs on what.
    pub surfaces: Surfaces,
    /// What holds it, and gives.
    pub mount: Mount,
    /// What rings.
    pub body: Resonator,
}

impl Default for Squeak {
    /// A door on a dry hinge.
    fn default() -> Self {
        Self {
            push: Push::default(),
            surfaces: Surfaces {
                stiffness: 3e5,
                static_friction: 0.9,
                dynamic_friction: 0.4,
                stribeck_velocity: 0.08,
                noise: 0.005,
                ..Surfaces::default()
            },
            mount: Mount::default(),
            body: Resonator {
                modes: 12,
                ..Resonator::of(ResonatorShape::Bar, ResonatorMaterial::Wood, 0.12, 0.006)
            },
        }
    }
}

const OPEN: usize = 0;
const PRESS: usize = 1;

/// Part of the duration in which the surfaces come to press and let go.
const LAID_ON: f64 = 0.05;

impl Model for Squeak {
    const INFO: ModelInfo = ModelInfo {
        name: "squeak",
        title: "A hinge, a shoe, a cork: slow sliding that squeaks",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["friction"],
        physics: "Two surfaces slide slowly over each other, faster and then slower again, while what holds them gives a little. It is carried along, slips, \
                  and is caught again: slip by slip a creak, closer together a groan, and where the modes of the body take the slipping over, a squeak, \
                  which jumps from one to another as speed and pressure change.",
        equation: "V(t) = V·sin(π·τ^γ),  T = 2·ΔF/(k·V) + (2/ω)·(π − atan(ω·ΔF/(k·V)))",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        push: Motion,
        surfaces: Interaction,
        mount: Structure,
        body: Structure,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const GESTURES: &'static [Info] = &[
        Info { id: "open", doc: "Pushes it, so fast at its fastest.", ..SPEED.info() },
        Info { id: "press", doc: "Presses the surfaces so hard from now on.", ..PRESSURE.info() },
    ];
    type Player = SqueakPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let spec = self.mount.holding(&self.body, channels)?;
        let body = add_ringing(&mut scene, "body", spec, channels);
        StrokeDriver::add_to(&mut scene, self.surfaces.law(), Place::new(body, 0), channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SqueakPlayer {
        SqueakPlayer {
            hand: StrokeDriver::new(seed),
            seed,
            way: None,
            left: 0.0,
            side: 1.0,
            speed: GestureOrParam::new(self.push.speed),
            pressure: GestureOrParam::new(self.push.pressure),
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, OPEN, self.push.speed)]
    }
}

/// Pushes when it is told to.
#[derive(Clone, Copy, Debug)]
pub struct SqueakPlayer {
    hand: StrokeDriver,
    seed: u64,
    /// τ: how much of the push has gone by \[1\].
    way: Option<f64>,
    /// Pushes to come after this one.
    left: f64,
    /// There or back.
    side: f64,
    speed: GestureOrParam,
    pressure: GestureOrParam,
}

impl SqueakPlayer {
    /// Speed [m/s] and pressure \[N\] where so much of the push has gone by.
    fn at(&self, way: f64, time: f64, push: &Push) -> (f64, f64) {
        let stray = |which| unsteady(self.seed, which, time, push.unsteadiness);
        let bent = libm::pow(way.max(0.0), libm::log(0.5) / libm::log(push.peak));
        let laid_on = swell(way / LAID_ON) * swell((1.0 - way) / LAID_ON);
        (
            self.side * self.speed.value * libm::sin(PI * bent) * stray(0),
            self.pressure.value * laid_on * (1.0 + push.binding * (2.0 * way - 1.0)) * stray(1),
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
            if self.way.is_none() {
                from = open.at;
                self.side = 1.0;
                self.way = Some(-per_sample * from as f64);
            }
        }
        let mut aim = (0.0, 0.0);
        if let Some(way) = self.way {
            let mut way = way + per_sample * BLOCK as f64;
            if way >= 1.0 && self.left >= 1.0 {
                way = 0.0;
                self.left -= 1.0;
                self.side = -self.side;
            }
            self.way = (way < 1.0).then_some(way);
            if self.way.is_some() {
                aim = self.at(way, block.time(BLOCK), &push);
            }
        }
        self.hand.advance(block, from, aim, &now.surfaces);
    }

    fn done(&self) -> bool {
        self.way.is_none() && self.hand.still()
    }
}
