//! A hand or a cloth moves to and fro over a body.
//!
//! The surface swings over the length L, with more force in one direction than in the other:
//!
//! ```math
//! x = -\tfrac L2\cos 2\pi n t, \qquad V = \pi n L \sin 2\pi n t, \qquad F_N = F\,(1 + \ell \sin 2\pi n t)
//! ```
//!
//! | symbol | here                        | unit | meaning                                 |
//! |--------|-----------------------------|------|-----------------------------------------|
//! | n      | [`RubbingMotion::rate`]     | Hz   | cycles per second                       |
//! | L      | [`RubbingMotion::length`]   | m    | length                                  |
//! | F      | [`RubbingMotion::pressure`] | N    | mean normal force                       |
//! | ℓ      | [`RubbingMotion::lean`]     | 1    | force difference between the directions |
//!
//! The noise of rough surfaces is proportional to √(|V| F_N), so that it swells twice per cycle: its
//! envelope has the rate 2n where ℓ = 0, and an additional component n where not.
//!
//! Both bodies sound, the rubbed one and the *tool* that rubs: the board and the blade of a saw, the teeth
//! and the handle of a brush. The friction acts between them, and the normal force F_N(x) pushes both apart.
//! Teeth and bristles are asperities ([`Surfaces`]): they pass in strokes, `spacing` apart, and each gives
//! one shock.
//!
//! Source: \[PapettiThesis, 2.2.4\] for the friction; \[Akay2002\] for the shocks. Facts:
//! `tests/all/friction_sound_facts.rs`.

use super::stroke::{GestureOrParam, StrokeDriver, rubbed_spec, swell, unsteady};
use super::surfaces::Surfaces;
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Motion of the hand.
    /// Default: a hand that wipes a table.
    pub struct RubbingMotion("to-and-fro") {
        /// Default number of cycles to and fro when rendered.
        turns: u32 = 4, "N", One, count [1, 40];
        /// Number of cycles to and fro per second.
        rate: f64 = 2.0, "n", Hertz, log [0.5, 12.0], glide 0.05, handle("haste", "stroking", "scrubbing");
        /// Length of the motion from one end to the other.
        length: f64 = 0.15, "L", Metre, log [0.005, 0.6], glide 0.05, handle("reach", "fingertip", "arm");
        /// Mean normal force of the hand; with 0 it does not touch.
        pressure: f64 = 5.0, "F", Newton, lin [0.0, 50.0], glide 0.05,
            handle("weight", "a breath", "leaned on");
        /// Relative increase of the normal force in the forward direction.
        lean: f64 = 0.2, "ℓ", One, lin [0.0, 1.0], glide 0.05, handle("rhythm", "even", "limping");
        /// Relative random variation of rate and force, from 0.75 to 24 times a second.
        unsteadiness: f64 = 0.15, "u", One, lin [0.0, 0.9], glide 0.05,
            handle("unsteadiness", "machine", "careless");
    }
}

const TURNS: Param<RubbingMotion> = param("turns");

const PRESSURE: Param<RubbingMotion> = param("pressure");

parts! {
    /// Model of a hand or a cloth that moves back and forth over a body.
    /// Default: a cloth on a table.
    pub struct Rubbing {
        /// Rate, length and pressure of the hand's motion.
        hand: RubbingMotion, Motion;
        /// Friction between the hand or cloth and the body.
        surfaces: Surfaces = Surfaces {
            stiffness: 2e4,
            damping: 3.0,
            viscosity: 1.0,
            static_friction: 0.45,
            dynamic_friction: 0.4,
            noise: 0.3,
            grain: 4e-4,
            ribs: 0.4,
            ..Surfaces::default()
        }, Interaction;
        /// Resonating body that is rubbed.
        rubbed: Resonator = Resonator {
            ring: 0.3,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.6, 0.012)
        }, Structure;
        /// Body that rubs: the blade of a saw, the back of a brush; a hand or cloth with `modes` 0 is silent.
        tool: Resonator = Resonator { modes: 0, ..Resonator::default() }, Structure;
    }
}

const RUB: usize = 0;
const PRESS: usize = 1;

/// Fraction of a cycle in which the hand's force rises at the start, and in which it falls at the end \[1\].
const EDGE: f64 = 0.1;

impl Model for Rubbing {
    const INFO: ModelInfo = ModelInfo {
        name: "rubbing",
        title: "A hand or a tool goes to and fro over a surface",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["friction"],
        physics: "A hand, a cloth or a sheet of sandpaper swings over a body. Its many small contacts make a noise that grows with the \
                  square root of speed times normal force. The grain of the surface modulates the normal force, so that the sound swells \
                  with every stroke and brightens with its speed. Sticky surfaces squeak where the hand turns. Teeth of a saw and bristles of a \
                  brush are asperities, too: the blade or the handle sounds together with the rubbed body.",
        equation: "V = π·n·L·sin(2π·n·t),  F_N = F·(1 + ℓ·sin(2π·n·t)),  f = σ₀·z + σ₁·ż + σ₂·v + σ₃·w·√(|v|·F_N)",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const LASTING_GESTURES: &'static [&'static str] = &["rub"];
    const GESTURES: &'static [Info] = &[
        Info {
            id: "rub",
            doc: "Moves the hand to and fro this many times, live without a number until 0, which lifts it.",
            ..TURNS.info()
        },
        Info { id: "press", doc: "Sets the normal force of the hand.", ..PRESSURE.info() },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| f64::from(model.hand.turns);
    type Player = RubbingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let rubbed = add_modal_body(&mut scene, "rubbed", rubbed_spec(&self.rubbed, channels)?, channels);
        let tool = add_modal_body(&mut scene, "tool", rubbed_spec(&self.tool, channels)?, channels);
        StrokeDriver::add_to(&mut scene, self.surfaces.law(), Some(tool), rubbed, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> RubbingPlayer {
        RubbingPlayer {
            hand: StrokeDriver::new(seed, &self.surfaces),
            seed,
            phase: 0.0,
            until: 0.0,
            pressure: GestureOrParam::new(self.hand.pressure),
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }
}

/// Moves the hand back and forth for some cycles at each gesture.
#[derive(Clone, Debug)]
pub struct RubbingPlayer {
    hand: StrokeDriver,
    seed: u64,
    /// Cycles of the motion since the hand was laid on \[1\].
    phase: f64,
    /// Number of cycles after which the hand is lifted \[1\]; 0 while the hand is lifted.
    until: f64,
    pressure: GestureOrParam,
}

impl Player<Rubbing> for RubbingPlayer {
    fn play(&mut self, now: &Rubbing, block: &mut Block<'_>) {
        let RubbingMotion { rate, length, pressure, lean, unsteadiness, .. } = now.hand;
        self.pressure.follow(pressure);
        if let Some(press) = block.gesture(PRESS) {
            self.pressure.value = press.value.clamp(PRESSURE.min, PRESSURE.max);
        }
        let time = block.time(BLOCK);
        let rate = rate * unsteady(self.seed, 0, time, 0.5 * unsteadiness);
        let seconds = block.step().seconds();
        let mut from = 0;
        if let Some(rub) = block.gesture(RUB) {
            let turns = rub.duration(libm::round(rub.value.clamp(TURNS.min, TURNS.max)));
            if rub.value <= 0.0 {
                self.until = self.until.min(self.phase.max(0.0) + EDGE);
            } else if self.until > 0.0 {
                // The hand already moves: the gesture adds `turns` cycles, and the hand lifts at the end of a
                // cycle.
                self.until = libm::floor(self.phase) + turns;
            } else {
                from = rub.at;
                self.phase = -rate * seconds * from as f64;
                self.until = turns;
            }
        }
        let mut aim = (0.0, 0.0);
        if self.until > 0.0 {
            self.phase += rate * seconds * BLOCK as f64;
            if self.phase >= self.until {
                (self.phase, self.until) = (0.0, 0.0);
            } else {
                let swing = libm::sin(TAU * self.phase.max(0.0));
                let laid_on = swell(self.phase / EDGE);
                let lift = swell((self.until - self.phase) / EDGE);
                let stray = unsteady(self.seed, 1, time, unsteadiness);
                aim = (
                    PI * rate * length * swing,
                    self.pressure.value * laid_on * lift * (1.0 + lean * swing) * stray,
                );
            }
        }
        self.hand.advance(block, from, aim, &now.surfaces);
    }

    fn done(&self) -> bool {
        self.until == 0.0 && self.hand.still()
    }
}
