//! The friction of a brake slows a wheel down until it stands, and squeals.
//!
//! The wheel turns with ω. At the radius R of the brake its surface moves at ωR and its inertia acts as a
//! mass J/R²:
//!
//! ```math
//! \frac{J}{R^2}\,\dot V = -f, \qquad v = V - \dot x_m - \sum_i w_i \dot x_i, \qquad
//! \tfrac12 J\omega^2 = \int f\,v\,dt + \text{vibration}
//! ```
//!
//! | symbol | here                      | unit  | meaning                                            |
//! |--------|---------------------------|-------|----------------------------------------------------|
//! | J      | [`Wheel::inertia`]        | kg m² | moment of inertia of everything that turns         |
//! | R      | [`Wheel::radius`]         | m     | radius at the brake                                |
//! | V      | [`Pedal::speed`], `brake` | m/s   | ωR at the start of braking                         |
//! | F_N    | [`Pedal::pressure`]       | N     | normal force                                       |
//! | x_m    | [`Mount`]                 | m     | displacement of the mount, which groans at the end |
//! | w, x_i | [`Resonator`] `disc`      |       | modes of the disc, which squeal                    |
//!
//! The wheel is a body of the scene whose speed is not prescribed: it loses exactly the energy that the
//! contact takes. With a friction μ that does not depend on the speed it stops after Jω/(μ F_N R).
//!
//! No wheel is perfectly true: its run-out varies the normal force once per turn, F_N (1 + r sin θ). The
//! unevenness of its surface varies it along the way, so that a squeal wanders, swells and breaks off.
//!
//! Source: \[PapettiThesis, 2.2.4 and fig. 2.1\]; \[Avanzini2005\]. Facts:
//! `tests/all/friction_sound_facts.rs`.

use super::stroke::{self, GestureOrParam, LOADED, swell};
use super::surfaces::Path;
use super::{Mount, Surfaces};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape};
use core::f64::consts::TAU;
use foley_contact::{Motion, Step};
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, SceneEvent, SceneSpec, Signal, Source};
use foley_sound::scene_parts::add_modal_body;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// Wheel that the brake slows down.
    /// Default: the wheel of a bicycle, which carries a part of the rider's weight.
    pub struct Wheel("wheel") {
        /// Moment of inertia of the wheel and of everything that moves with it.
        inertia: f64 = 2.0, "J", Other("kg·m²"), log [1e-3, 1e3], glide 0.05, handle("load", "toy", "train");
        /// Radius at which the brake touches the wheel.
        radius: f64 = 0.3, "R", Metre, log [0.01, 1.0], glide 0.05;
        /// Relative variation of the normal force once per turn, as of a wheel that is not true.
        run_out as "run-out": f64 = 0.15, "r", One, lin [0.0, 1.0], glide 0.05,
            handle("run-out", "true", "buckled");
    }
}

impl Wheel {
    /// Returns the effective mass of the wheel at the radius of the brake \[kg\]: moment of inertia divided
    /// by radius squared.
    pub fn mass(&self) -> f64 {
        self.inertia / (self.radius * self.radius)
    }
}

params! {
    /// Course of a braking: speed of the wheel, force and times of the brake.
    /// Default: a bicycle on a gentle slope.
    pub struct Pedal("pedal") {
        /// Default surface speed of the wheel at the start of braking.
        speed: f64 = 4.0, "V", MetrePerSecond, log [0.05, 30.0], glide 0.05,
            handle("haste", "rolling out", "full speed");
        /// Normal force of the brake on the wheel; with 0 they do not touch.
        pressure: f64 = 100.0, "F_N", Newton, lin [0.0, 2000.0], glide 0.05,
            handle("weight", "a touch", "emergency");
        /// Time in which the brake reaches its full normal force.
        attack: f64 = 0.2, "t_a", Second, log [0.005, 5.0], glide 0.05;
        /// Maximum time for which the brake is pressed, even if the wheel still turns.
        hold: f64 = 10.0, "t_h", Second, log [0.1, 30.0], glide 0.05;
    }
}

const SPEED: Param<Pedal> = param("speed");

const PRESSURE: Param<Pedal> = param("pressure");

parts! {
    /// Model of a brake that slows a wheel down until it stands.
    /// Default: a bicycle's disc brake.
    pub struct Brake {
        /// Initial speed of the wheel, and force and duration of the braking.
        pedal: Pedal, Motion;
        /// Inertia, radius and run-out of the braked wheel.
        wheel: Wheel, Motion;
        /// Friction between brake and wheel.
        surfaces: Surfaces = Surfaces {
            stiffness: 1e6,
            damping: 5.0,
            viscosity: 0.5,
            static_friction: 0.6,
            dynamic_friction: 0.35,
            stribeck_velocity: 2.5,
            noise: 0.1,
            spacing: 2e-4,
            contact_size: 1e-4,
            unevenness: 0.35,
            patch: 0.3,
            ..Surfaces::default()
        }, Interaction;
        /// Compliant mount that holds the brake.
        mount: Mount = Mount { mass: 0.03, frequency: 900.0, loss: 0.01 }, Structure;
        /// Modes of the brake disc, which squeal.
        disc: Resonator = Resonator {
            modes: 32,
            field: 48,
            mounting: ResonatorMounting::Fixed,
            position: 0.9,
            ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Steel, 0.2, 0.004)
        }, Structure;
    }
}

const WHEEL: usize = 0;
const BRAKE: usize = 0;
const PRESS: usize = 1;

/// Time for which the wheel stands before the brake is released \[s\].
const STANDING_TIME: f64 = 0.25;
/// Time in which the force of the released brake falls to 0 \[s\].
const RELEASE_TIME: f64 = 0.15;

impl Model for Brake {
    const INFO: ModelInfo = ModelInfo {
        name: "brake",
        title: "A wheel is braked until it stands",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["friction"],
        physics: "A wheel turns by its inertia and only the friction of the brake slows it down: the wheel loses exactly the energy that the \
                  contact takes. Where friction falls with speed it drives the modes of the disc, which squeal. At the end it drives the \
                  mount of the brake, which squeals or groans as the wheel stops. An untrue wheel swells once per turn, more and more slowly.",
        equation: "(J/R²)·V̇ = −f,  t = J·ω/(μ·F_N·R)",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const GESTURES: &'static [Info] = &[
        Info { id: "brake", doc: "Brakes the wheel from this speed of its surface.", ..SPEED.info() },
        Info { id: "press", doc: "Sets the normal force of the brake on the wheel.", ..PRESSURE.info() },
    ];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.pedal.speed;
    type Player = BrakePlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let at_rest = BodySpec::mass(self.wheel.mass(), Motion::default());
        let wheel = scene.add("wheel", at_rest);
        let spec = self.mount.spec(&self.disc, channels)?;
        let disc = add_modal_body(&mut scene, "disc", spec, channels);
        let contact = scene.join("rub", Place::new(wheel, 0), self.surfaces.law(), Place::new(disc, 0));
        let press = Action::Press { contact, newtons: Signal::Live, lasting: None };
        scene.at(0.0, press);
        let place = Place::new(disc, LOADED);
        scene.at(0.0, Action::Force { place, newtons: Signal::Live, lasting: None });
        stroke::add_measurement(&mut scene, contact, Place::new(disc, 0), channels);
        let of = Source::Place(Place::new(wheel, 0));
        foley_sound::scene_parts::add_measurement(&mut scene, "speed", of, Quantity::Velocity, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> BrakePlayer {
        BrakePlayer {
            since: None,
            stands: 0.0,
            pressure: GestureOrParam::new(self.pedal.pressure),
            pressed: 0.0,
            path: Path::new(seed, &self.surfaces),
            still: true,
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == WHEEL).then(|| self.wheel.mass())
    }
}

/// Presses the brake at each gesture, and releases the brake when the wheel stands.
#[derive(Clone, Debug)]
pub struct BrakePlayer {
    /// Time since the brake was pressed \[s\]; `None` while the brake is released.
    since: Option<f64>,
    /// Time for which the wheel has stood \[s\].
    stands: f64,
    pressure: GestureOrParam,
    /// Normal force F_N at the end of the last block \[N\], before run-out and grain modulate it.
    pressed: f64,
    path: Path,
    /// Whether the normal force was 0 throughout the last block.
    still: bool,
}

impl BrakePlayer {
    /// Feeds the normal force of a block to the scene: a straight line to `newtons` \[N\] from sample `from`
    /// on, varied by run-out and grain.
    fn press(&mut self, block: &mut Block<'_>, from: usize, newtons: f64, now: &Brake) {
        let rests = newtons == 0.0 && self.pressed == 0.0;
        if rests && self.still {
            return;
        }
        self.still = rests;
        self.path.follow(&now.surfaces);
        let wheel = block.motion(WHEEL).unwrap_or_default();
        let advance = wheel.velocity * block.step().seconds();
        let from = from.min(BLOCK - 1);
        let share = 1.0 / (BLOCK - from) as f64;
        let mut press = [0.0; BLOCK];
        for (n, press) in press.iter_mut().enumerate() {
            let progress = ((n + 1) as f64 - from as f64).max(0.0) * share;
            let target = self.pressed + progress * (newtons - self.pressed);
            let travelled = wheel.displacement + advance * (n + 1) as f64;
            let turn = libm::sin(travelled / now.wheel.radius % TAU);
            let run_out = 1.0 + now.wheel.run_out * turn;
            *press = target * run_out * self.path.pass(advance, &now.surfaces);
        }
        self.pressed = newtons;
        block.feed(0, &press);
        block.feed(1, &press);
    }
}

impl Player<Brake> for BrakePlayer {
    fn play(&mut self, now: &Brake, block: &mut Block<'_>) {
        let Pedal { pressure, attack, hold, .. } = now.pedal;
        self.pressure.follow(pressure);
        if let Some(press) = block.gesture(PRESS) {
            self.pressure.value = press.value.clamp(PRESSURE.min, PRESSURE.max);
        }
        let seconds = block.step().seconds();
        let mut from = 0;
        if let Some(brake) = block.gesture(BRAKE) {
            from = brake.at;
            let velocity = brake.value.clamp(SPEED.min, SPEED.max);
            let motion = Motion::new(0.0, velocity);
            block.act(from, SceneEvent::Place { body: WHEEL, motion });
            let gone = self.since.map_or(0.0, |since| since.min(attack));
            self.since = Some(gone - from as f64 * seconds);
            self.stands = 0.0;
        } else if self.since.is_some_and(|since| since > 0.0) {
            let stands = block.motion(WHEEL).is_some_and(|wheel| wheel.velocity <= MIN_SPEED);
            let block_time = BLOCK as f64 * seconds;
            self.stands = if stands || self.stands > 0.0 { self.stands + block_time } else { 0.0 };
        }
        let mut newtons = 0.0;
        if let Some(since) = self.since {
            let t = since + BLOCK as f64 * seconds;
            // The brake is released when the wheel has stood for a while, or when the maximum time is over.
            let left = (hold + RELEASE_TIME - t).min(STANDING_TIME + RELEASE_TIME - self.stands);
            if left > 0.0 {
                newtons = self.pressure.value * swell(t / attack) * swell(left / RELEASE_TIME);
                self.since = Some(t);
            } else {
                self.since = None;
            }
        }
        let was_still = self.still;
        self.press(block, from, newtons, now);
        if self.still && !was_still {
            // The remaining speed is inaudible: the wheel is stopped.
            let motion = Motion::default();
            block.act(BLOCK - 1, SceneEvent::Place { body: WHEEL, motion });
        }
    }

    fn done(&self) -> bool {
        self.since.is_none() && self.still
    }
}

/// Surface speed below which the wheel counts as standing [m/s].
const MIN_SPEED: f64 = 1e-3;
