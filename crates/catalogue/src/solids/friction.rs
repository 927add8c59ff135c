//! One surface slides over a resonating body: bowed, stroked or dragged.
//!
//! The surface moves with a velocity V and a normal force F_N; the motion of the body is the other part of
//! the sliding velocity. Where friction falls with speed the surface drives the body, as a bow drives a
//! string:
//!
//! ```math
//! \ddot x_i + g_i \dot x_i + \omega_i^2 x_i = \frac{w_i}{m_i} f, \qquad v = V(t) - \sum_i w_i \dot x_i, \qquad f = f(z, v; F_N(t))
//! ```
//!
//! | symbol  | here                          | unit | meaning                                         |
//! |---------|-------------------------------|------|-------------------------------------------------|
//! | V       | [`Stroke::speed`], `rub`      | m/s  | speed of the surface                            |
//! | F_N     | [`Stroke::pressure`], `press` | N    | normal force                                    |
//! | f       | [`Surfaces`]                  | N    | bristles, [`super::surfaces`]                   |
//! | ω, g, w | [`Resonator`] `rubbed`        |      | modes, and their amplitudes at the rubbed point |
//!
//! Small oscillations of mode i grow where the slope of the Stribeck curve supplies more power than the
//! mode loses: −w_i² dF/dv > m_i g_i. At a normal force F_N this is a band of speeds around v_s/√2, where
//! the curve is steepest.
//!
//! Source: \[PapettiThesis, 2.2.4\]; \[Avanzini2005\]. Facts: `tests/all/friction_sound_facts.rs`.

use super::stroke::{GestureOrParam, StrokeDriver, rubbed_spec, swell, unsteady};
use super::surfaces::Surfaces;
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Motion of the surface.
    /// Default: a calm bow.
    pub struct Stroke("stroke") {
        /// Default speed of the surface; a change during a stroke acts at once.
        speed: f64 = 0.15, "V", MetrePerSecond, log [0.001, 5.0], glide 0.05,
            handle("haste", "creeping", "swift");
        /// Normal force between surface and body; with 0 they do not touch.
        pressure: f64 = 2.0, "F_N", Newton, lin [0.0, 50.0], glide 0.05,
            handle("weight", "a breath", "leaned on");
        /// Duration of a stroke when rendered, from touch to lift.
        duration: f64 = 2.0, "t", Second, log [0.05, 20.0], glide 0.05,
            handle("length", "a flick", "a long bow");
        /// Time in which a stroke reaches full speed; full normal force is reached in half of it.
        attack: f64 = 0.15, "t_a", Second, log [0.005, 5.0], glide 0.05;
        /// Time in which the surface is lifted off the body.
        release: f64 = 0.15, "t_r", Second, log [0.005, 5.0], glide 0.05;
        /// Relative random variation of speed and force, from 0.75 to 24 times a second.
        unsteadiness: f64 = 0.1, "u", One, lin [0.0, 1.0], glide 0.05,
            handle("unsteadiness", "machine", "trembling");
    }
}

const SPEED: Param<Stroke> = param("speed");

const PRESSURE: Param<Stroke> = param("pressure");

parts! {
    /// Model of a surface that slides over a resonating body.
    /// Default: a wet finger on the rim of a glass.
    pub struct SlidingFriction {
        /// Speed, normal force and duration of the sliding surface.
        stroke: Stroke, Motion;
        /// Friction between the sliding surface and the body.
        surfaces: Surfaces, Interaction;
        /// Resonating body that the surface rubs.
        rubbed: Resonator = Resonator {
            modes: 16,
            ..Resonator::of(ResonatorShape::Ring, ResonatorMaterial::Glass, 0.08, 0.0015)
        }, Structure;
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
        physics: "A pressed surface slides over a resonating body. Its bristles bend, break away, slip and stick again. Where friction falls \
                  with speed this drives the modes of the body, which in turn shape the slipping. A low normal force whispers, a medium \
                  one sings, a high one grates.",
        equation: "f = σ₀·z + σ₁·ż + σ₂·v + σ₃·w,  ż = v·(1 − α·z/z_ss(v))",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const LASTING_GESTURES: &'static [&'static str] = &["rub"];
    const GESTURES: &'static [Info] = &[
        Info {
            id: "rub",
            doc: "Draws the surface over the body at this speed for one stroke; live until 0, which lifts it.",
            ..SPEED.info()
        },
        Info { id: "press", doc: "Sets the normal force between surface and body.", ..PRESSURE.info() },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.stroke.speed;
    type Player = SlidingFrictionPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let rubbed = add_modal_body(&mut scene, "rubbed", rubbed_spec(&self.rubbed, channels)?, channels);
        StrokeDriver::add_to(&mut scene, self.surfaces.law(), None, rubbed, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> SlidingFrictionPlayer {
        SlidingFrictionPlayer {
            hand: StrokeDriver::new(seed, &self.surfaces),
            seed,
            since: None,
            until: None,
            speed: GestureOrParam::new(self.stroke.speed),
            pressure: GestureOrParam::new(self.stroke.pressure),
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }
}

/// Moves the surface over the body for one stroke at each gesture.
#[derive(Clone, Debug)]
pub struct SlidingFrictionPlayer {
    hand: StrokeDriver,
    seed: u64,
    /// Time since the stroke began \[s\]; `None` while there is no stroke.
    since: Option<f64>,
    /// Value of `since` at which the stroke ends \[s\]; `None` ends it after the parameter `duration`.
    until: Option<f64>,
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
        let lift_time = release.min(0.5 * duration);
        if let Some(rub) = block.gesture(RUB)
            && rub.value <= 0.0
        {
            self.until = self.since.map(|since| since + lift_time);
        } else if let Some(rub) = block.gesture(RUB) {
            self.until = rub.held.then_some(f64::INFINITY);
            self.speed.value = rub.value.clamp(SPEED.min, SPEED.max);
            from = rub.at;
            // A gesture during a stroke only postpones the end of the stroke.
            let elapsed = self.since.unwrap_or(0.0);
            self.since = Some(elapsed.min(attack) - from as f64 * block.step().seconds());
        }
        let mut aim = (0.0, 0.0);
        if let Some(since) = self.since {
            let t = since + BLOCK as f64 * block.step().seconds();
            let until = self.until.unwrap_or(duration);
            self.since = (t < until).then_some(t);
            let time = block.time(BLOCK);
            let stray = |stream| unsteady(self.seed, stream, time, unsteadiness);
            let lift = swell((until - t) / lift_time);
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
