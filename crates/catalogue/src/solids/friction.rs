//! One surface slides over a body that rings: bowed, stroked or dragged.
//!
//! The surface moves with a velocity V and is pressed with F_N; the body's own motion makes the rest of the
//! sliding velocity. Where the friction falls with the speed the body is fed by the surface, as a string by a
//! bow:
//!
//! $$ \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f, \qquad v = V(t) - \sum_i w_i \dot x_i, \qquad f = f(z, v; F_N(t)) $$
//!
//! | symbol  | here                         | unit | meaning                                        |
//! |---------|------------------------------|------|------------------------------------------------|
//! | V       | [`Stroke::speed`], `rub`     | m/s  | how fast the surface goes                      |
//! | F_N     | [`Stroke::pressure`], `press`| N    | how hard it is pressed                         |
//! | f       | [`Surfaces`]                 | N    | bristles, [`super::surfaces`]                  |
//! | ω, g, w | [`Resonator`] `rubbed`       |      | the modes, and how high each stands where it is rubbed |
//!
//! Small oscillations of mode i grow if the slope of the Stribeck curve feeds it faster than it loses, −w_i²
//! dF/dv > m_i g_i; at a pressure F_N that is a band of speeds about v_s/√2, where the curve is steepest.
//!
//! Source: \[PapettiThesis, 2.2.4\]; \[Avanzini2005\]. Facts: `tests/friction_sound_facts.rs`.

use super::stroke::{GestureOrParam, StrokeDriver, swell, unsteady};
use super::surfaces::Surfaces;
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, Place, SceneSpec};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// How the surface is drawn over the body.
    /// Default: a calm bow.
    pub struct Stroke("stroke") {
        /// How fast the surface goes, if nobody says how fast; moved while it goes, it goes so.
        speed: f64 = 0.15, "V", MetrePerSecond, log [0.001, 5.0], glide 0.05,
            handle("haste", "creeping", "swift");
        /// How hard it is pressed on; 0 is not at all.
        pressure: f64 = 2.0, "F_N", Newton, lin [0.0, 50.0], glide 0.05,
            handle("weight", "a breath", "leaned on");
        /// From touch to lift.
        duration: f64 = 2.0, "t", Second, log [0.05, 20.0], glide 0.05,
            handle("length", "a flick", "a long bow");
        /// Until it has its speed; half of that until it is pressed on.
        attack: f64 = 0.15, "t_a", Second, log [0.005, 5.0], glide 0.05;
        /// In which it is lifted.
        release: f64 = 0.15, "t_r", Second, log [0.005, 5.0], glide 0.05;
        /// How far speed and pressure stray, a few times a second, as a part of what is meant.
        unsteadiness: f64 = 0.1, "u", One, lin [0.0, 1.0], glide 0.05,
            handle("unsteadiness", "machine", "trembling");
    }
}

const SPEED: Param<Stroke> = param("speed");

const PRESSURE: Param<Stroke> = param("pressure");

/// One surface slides over a body that rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidingFriction {
    /// How it is drawn.
    pub stroke: Stroke,
    /// What rubs on what.
    pub surfaces: Surfaces,
    /// What rings.
    pub rubbed: Resonator,
}

impl Default for SlidingFriction {
    /// A wet finger on the rim of a glass.
    fn default() -> Self {
        Self {
            stroke: Stroke::default(),
            surfaces: Surfaces::default(),
            rubbed: Resonator {
                modes: 16,
                ..Resonator::of(ResonatorShape::Ring, ResonatorMaterial::Glass, 0.08, 0.0015)
            },
        }
    }
}

const RUB: usize = 0;
const PRESS: usize = 1;

impl Model for SlidingFriction {
    const INFO: ModelInfo = ModelInfo {
        name: "friction",
        title: "A surface slides over something that rings",
        family: Family::Solids,
        level: Level::Event,
        made_of: &[],
        physics: "A surface that is pressed on slides over a body. Its bristles bend, break away, slip and catch again; where the friction \
                  falls with the speed this feeds the modes of the body, which shape the slipping in turn. A light pressure whispers, more of it \
                  sings, too much of it grates.",
        equation: "f = σ₀·z + σ₁·ż + σ₂·v + σ₃·w,  ż = v·(1 − α·z/z_ss(v))",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        stroke: Motion,
        surfaces: Interaction,
        rubbed: Structure,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const GESTURES: &'static [Info] = &[
        Info {
            id: "rub",
            doc: "Draws the surface over the body at this speed, for as long as the stroke lasts.",
            ..SPEED.info()
        },
        Info { id: "press", doc: "Presses so hard from now on.", ..PRESSURE.info() },
    ];
    type Player = SlidingFrictionPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let rubbed = add_ringing(&mut scene, "rubbed", self.rubbed.spec(channels)?, channels);
        StrokeDriver::add_to(&mut scene, self.surfaces.law(), Place::new(rubbed, 0), channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SlidingFrictionPlayer {
        SlidingFrictionPlayer {
            hand: StrokeDriver::new(seed),
            seed,
            since: None,
            speed: GestureOrParam::new(self.stroke.speed),
            pressure: GestureOrParam::new(self.stroke.pressure),
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, RUB, self.stroke.speed)]
    }
}

/// Draws a stroke when it is told to.
#[derive(Clone, Copy, Debug)]
pub struct SlidingFrictionPlayer {
    hand: StrokeDriver,
    seed: u64,
    /// Time since the stroke began \[s\].
    since: Option<f64>,
    speed: GestureOrParam,
    pressure: GestureOrParam,
}

impl Player<SlidingFriction> for SlidingFrictionPlayer {
    fn play(&mut self, now: &SlidingFriction, block: &mut Block<'_>) {
        let Stroke { speed, pressure, duration, attack, release, unsteadiness } = now.stroke;
        self.speed.follow(speed);
        self.pressure.follow(pressure);
        let mut from = 0;
        if let Some(press) = block.gesture(PRESS) {
            self.pressure.value = press.value.clamp(PRESSURE.min, PRESSURE.max);
        }
        if let Some(rub) = block.gesture(RUB) {
            self.speed.value = rub.value.clamp(SPEED.min, SPEED.max);
            from = rub.at;
            // A stroke that goes on goes on; only its end is put off.
            let gone = self.since.unwrap_or(0.0);
            self.since = Some(gone.min(attack) - from as f64 * block.step().seconds());
        }
        let mut aim = (0.0, 0.0);
        if let Some(since) = self.since {
            let t = since + BLOCK as f64 * block.step().seconds();
            self.since = (t < duration).then_some(t);
            let time = block.time(BLOCK);
            let stray = |which| unsteady(self.seed, which, time, unsteadiness);
            let lift = swell((duration - t) / release.min(0.5 * duration));
            aim = (
                self.speed.value * swell(t / attack) * stray(RUB as u64),
                self.pressure.value * swell(2.0 * t / attack) * lift * stray(PRESS as u64),
            );
            if self.since.is_none() {
                aim = (0.0, 0.0);
            }
        }
        self.hand.advance(block, from, aim, &now.surfaces);
    }

    fn done(&self) -> bool {
        self.since.is_none() && self.hand.still()
    }
}
