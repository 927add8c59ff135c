//! A wheel is slowed down by the friction of its brake, which squeals, until it stands.
//!
//! The wheel turns with ω; where the brake touches it, at the radius R, its surface goes by at ωR and its
//! inertia counts as a mass J/R²:
//!
//! $$ \frac{J}{R^2}\,\dot V = -f, \qquad v = V - \dot x_m - \sum_i w_i \dot x_i, \qquad
//!    \tfrac12 J\omega^2 = \int f\,v\,dt + \text{what rings} $$
//!
//! | symbol | here                        | unit   | meaning                                               |
//! |--------|-----------------------------|--------|-------------------------------------------------------|
//! | J      | [`Wheel::inertia`]          | kg m²  | moment of inertia of all that turns with it           |
//! | R      | [`Wheel::radius`]           | m      | where the brake touches                               |
//! | V      | [`Pedal::speed`], `brake`   | m/s    | ωR when it is braked                                  |
//! | F_N    | [`Pedal::pressure`]         | N      | how hard the brake is pressed                         |
//! | x_m    | [`Mount`]                   | m      | what holds the brake, and gives: it groans at the end |
//! | w, x_i | [`Resonator`] `disc`        |        | what squeals                                          |
//!
//! The wheel is a body of the scene and nobody prescribes its speed: whatever the contact takes it loses.
//! With a friction μ that does not depend on the speed it stands after Jω/(μ F_N R).
//!
//! A wheel is never quite true: its run-out presses the brake once more and once less in every turn, F_N (1 +
//! r sin θ).
//!
//! Source: \[PapettiThesis, 2.2.4 and fig. 2.1\]; \[Avanzini2005\]. Facts: `tests/friction_sound_facts.rs`.

use super::stroke::{self, GestureOrParam, swell};
use super::surfaces::GrainPosition;
use super::{Mount, Surfaces};
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use core::f64::consts::TAU;
use foley_contact::{Motion, Step};
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Quantity, SceneEvent, SceneSpec, Signal, Source};
use foley_sound::scene_parts::add_ringing;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

params! {
    /// What turns.
    /// Default: the wheel of a bicycle, with its share of the rider.
    pub struct Wheel("wheel") {
        /// Moment of inertia of the wheel and of all that moves with it.
        inertia: f64 = 2.0, "J", Other("kg·m²"), log [1e-3, 1e3], glide 0.05, handle("load", "toy", "train");
        /// Where the brake touches it.
        radius: f64 = 0.3, "R", Metre, log [0.01, 1.0], glide 0.05;
        /// How much the pressure goes up and down in every turn of a wheel that is not true.
        run_out as "run-out": f64 = 0.15, "r", One, lin [0.0, 1.0], glide 0.05,
            handle("run-out", "true", "buckled");
    }
}

impl Wheel {
    /// J/R²: what its inertia counts as where the brake touches \[kg\].
    pub fn mass(&self) -> f64 {
        self.inertia / (self.radius * self.radius)
    }
}

params! {
    /// How it is braked.
    /// Default: a bicycle comes down a lane.
    pub struct Pedal("pedal") {
        /// How fast the surface of the wheel goes by when it is braked, if nobody says how fast.
        speed: f64 = 4.0, "V", MetrePerSecond, log [0.05, 30.0], glide 0.05,
            handle("haste", "rolling out", "full speed");
        /// How hard the brake is pressed; 0 is not at all.
        pressure: f64 = 100.0, "F_N", Newton, lin [0.0, 2000.0], glide 0.05,
            handle("weight", "a touch", "emergency");
        /// Until it is pressed all the way.
        attack: f64 = 0.2, "t_a", Second, log [0.005, 5.0], glide 0.05;
        /// Longest that the brake is pressed, whether or not the wheel stands.
        hold: f64 = 10.0, "t_h", Second, log [0.1, 30.0], glide 0.05;
    }
}

const SPEED: Param<Pedal> = param("speed");

const PRESSURE: Param<Pedal> = param("pressure");

/// A wheel is slowed down by its brake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brake {
    /// How it is braked.
    pub pedal: Pedal,
    /// What turns.
    pub wheel: Wheel,
    /// What rubs on what.
    pub surfaces: Surfaces,
    /// What holds the brake, and gives.
    pub mount: Mount,
    /// What squeals.
    pub disc: Resonator,
}

impl Default for Brake {
    /// The disc brake of a bicycle.
    fn default() -> Self {
        Self {
            pedal: Pedal::default(),
            wheel: Wheel::default(),
            surfaces: Surfaces {
                stiffness: 1e6,
                damping: 5.0,
                viscosity: 0.5,
                static_friction: 0.6,
                dynamic_friction: 0.35,
                stribeck_velocity: 1.0,
                noise: 0.3,
                ..Surfaces::default()
            },
            mount: Mount { mass: 0.3, frequency: 90.0, loss: 0.1 },
            disc: Resonator {
                modes: 16,
                position: 0.9,
                ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Steel, 0.2, 0.004)
            },
        }
    }
}

const WHEEL: usize = 0;
const BRAKE: usize = 0;
const PRESS: usize = 1;

/// A wheel that has stood for so long is let go of \[s\].
const STANDS: f64 = 0.25;
/// In so much time \[s\].
const LET_GO: f64 = 0.15;

impl Model for Brake {
    const INFO: ModelInfo = ModelInfo {
        name: "brake",
        title: "A wheel is braked until it stands",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["friction"],
        physics: "A wheel turns by its inertia and is slowed down by nothing but the friction of the brake: whatever the contact takes, the wheel has lost. \
                  Where the friction falls with the speed it feeds the modes of the disc, which squeal, and at last the clamp that holds the \
                  brake, which groans as the wheel comes to stand. A wheel that is not true swells once in every turn, slower and slower.",
        equation: "(J/R²)·V̇ = −f,  t = J·ω/(μ·F_N·R)",
        source: "[PapettiThesis, 2.2.4], [Avanzini2005]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        pedal: Motion,
        wheel: Motion,
        surfaces: Interaction,
        mount: Structure,
        disc: Structure,
    ];
    const MODIFYING_GESTURES: &'static [&'static str] = &["press"];
    const GESTURES: &'static [Info] = &[
        Info { id: "brake", doc: "Brakes the wheel from this speed of its surface.", ..SPEED.info() },
        Info { id: "press", doc: "Presses so hard from now on.", ..PRESSURE.info() },
    ];
    type Player = BrakePlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec::default();
        let at_rest = BodySpec::mass(self.wheel.mass(), Motion::default());
        let wheel = scene.add("wheel", at_rest);
        let spec = self.mount.holding(&self.disc, channels)?;
        let disc = add_ringing(&mut scene, "disc", spec, channels);
        let contact = scene.join("rub", Place::new(wheel, 0), self.surfaces.law(), Place::new(disc, 0));
        let press = Action::Press { contact, newtons: Signal::Live, lasting: None };
        scene.at(0.0, press);
        stroke::measure(&mut scene, contact, Place::new(disc, 0), channels);
        let of = Source::Place(Place::new(wheel, 0));
        foley_sound::scene_parts::measure(&mut scene, "speed", of, Quantity::Velocity, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> BrakePlayer {
        BrakePlayer {
            since: None,
            stands: 0.0,
            pressure: GestureOrParam::new(self.pedal.pressure),
            pressed: 0.0,
            grain: GrainPosition::new(seed),
            still: true,
        }
    }

    fn law(&self, _contact: usize) -> Option<ContactLaw> {
        Some(self.surfaces.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == WHEEL).then(|| self.wheel.mass())
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, BRAKE, self.pedal.speed)]
    }
}

/// Brakes when it is told to.
#[derive(Clone, Copy, Debug)]
pub struct BrakePlayer {
    /// Time since the brake was pressed \[s\].
    since: Option<f64>,
    /// For how long the wheel has stood \[s\].
    stands: f64,
    pressure: GestureOrParam,
    /// F_N at the end of the last block, without run-out and grain \[N\].
    pressed: f64,
    grain: GrainPosition,
    /// The last block that was fed was nothing.
    still: bool,
}

impl BrakePlayer {
    /// Feeds the pressure, in a straight line from a sample on, as the wheel goes by.
    fn press(&mut self, block: &mut Block<'_>, from: usize, newtons: f64, now: &Brake) {
        let rests = newtons == 0.0 && self.pressed == 0.0;
        if rests && self.still {
            return;
        }
        self.still = rests;
        let wheel = block.motion(WHEEL).unwrap_or_default();
        let way = wheel.velocity * block.step().seconds();
        let from = from.min(BLOCK - 1);
        let share = 1.0 / (BLOCK - from) as f64;
        let mut press = [0.0; BLOCK];
        for (n, press) in press.iter_mut().enumerate() {
            let so_far = ((n + 1) as f64 - from as f64).max(0.0) * share;
            let meant = self.pressed + so_far * (newtons - self.pressed);
            let gone = wheel.displacement + way * (n + 1) as f64;
            let turn = libm::sin(gone / now.wheel.radius % TAU);
            let true_run = 1.0 + now.wheel.run_out * turn;
            *press = meant * true_run * self.grain.pass(way, &now.surfaces);
        }
        self.pressed = newtons;
        block.feed(0, &press);
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
            let stands = block.motion(WHEEL).is_some_and(|it| it.velocity <= STILL);
            let lasts = BLOCK as f64 * seconds;
            self.stands = if stands || self.stands > 0.0 { self.stands + lasts } else { 0.0 };
        }
        let mut newtons = 0.0;
        if let Some(since) = self.since {
            let t = since + BLOCK as f64 * seconds;
            // Let go of when it has stood for a while, or has been held for long enough.
            let left = (hold + LET_GO - t).min(STANDS + LET_GO - self.stands);
            if left > 0.0 {
                newtons = self.pressure.value * swell(t / attack) * swell(left / LET_GO);
                self.since = Some(t);
            } else {
                self.since = None;
            }
        }
        let was_still = self.still;
        self.press(block, from, newtons, now);
        if self.still && !was_still {
            // Whatever it still has, nobody hears it: it rolls away.
            let motion = Motion::default();
            block.act(BLOCK - 1, SceneEvent::Place { body: WHEEL, motion });
        }
    }

    fn done(&self) -> bool {
        self.since.is_none() && self.still
    }
}

/// A surface that goes by more slowly stands [m/s].
const STILL: f64 = 1e-3;
