//! A body falls on a resonating floor and bounces until it lies still.
//!
//! A mass under gravity, with an impact contact between it and the floor; no bounce is triggered. The body
//! hits the floor with the speed of its fall and leaves with a share E of it, so that
//!
//! ```math
//! v_0 = \sqrt{2 g h}, \qquad v_{k+1} = E\,v_k, \qquad T_k = \frac{2 v_k}{g}
//! ```
//!
//! | symbol | here                          | unit          | meaning                              |
//! |--------|-------------------------------|---------------|--------------------------------------|
//! | h      | [`Fall::height`], `drop`      | m             | drop height                          |
//! | M, k   | [`BouncingBall`]              | kg, N/m^{3/2} | mass, and stiffness on this floor    |
//! | E      | [`BouncingBall::restitution`] | 1             | share of the speed kept by a rebound |
//! | μ_k    | `BouncingPlayer`              | s/m           | damping of the k-th contact          |
//! | T_k    |                               | s             | flight time between two contacts     |
//!
//! **Losses.** The law `k x^{3/2} (1 + μ v)` loses less at lower impact speeds, E = E(μ v), but real balls
//! keep about the same share down to very low speeds \[Papetti2010, 2.2.5\]. The player therefore sets the
//! damping during each flight for the coming landing speed: μ_k = u(E)/v_k, with u(E) from the closed form
//! ([`Fold::with_restitution`]). This also brings the ball to rest: a low speed means a large μ, which
//! holds a resting ball still.
//!
//! **Irregular bodies** exchange energy with their rotation. The energy per mass after a rebound is E²(v² +
//! r). A share of it, drawn between 1 − irregularity and 1 at each rebound, goes into the next flight. The
//! rest goes into the rotation r, from which a later rebound may recover it. The contact can only take speed,
//! so no energy is created: the total stays below that of the regular ball after as many rebounds. The modes
//! of an irregular body are touched at another corner each time. Repeated drops differ in height and place by
//! `variation` ([`super::variation`]).
//!
//! Source: \[Papetti2010, 2.2.5\]; the choice of μ_k and the treatment of the rotation are original. Facts:
//! `tests/all/bouncing_facts.rs`.

use super::impact::{curvature, measure_touch, roughness};
use super::variation::{Aim, Strikes, struck_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_body::modal::RigidMotion;
use foley_contact::analytic::Fold;
use foley_contact::law::HuntCrossley;
use foley_contact::{Motion, Step};
use foley_dsp::random::Dice;
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, Roughness, SceneEvent, SceneSpec, Signal};
use foley_sound::scene_parts::{add_channel_outputs, add_modal_body};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Gravitational acceleration [m/s²].
pub const GRAVITY: f64 = 9.81;

params! {
    /// Bouncing body.
    /// Default: a wooden ball.
    pub struct BouncingBall("bouncing-ball") {
        /// Mass of the bouncing body.
        mass: f64 = 0.02, "M", Kilogram, log [1e-4, 2.0], glide 0.02, handle("weight", "pea", "cannonball");
        /// Stiffness of body and floor together.
        stiffness: f64 = 1e8, "k", Other("N/m^1.5"), log [1e5, 1e11], glide 0.02,
            handle("hardness", "rubber", "steel");
        /// Share of its speed that the body keeps at a rebound.
        restitution: f64 = 0.75, "E", One, lin [0.05, 0.95], glide 0.02,
            handle("elasticity", "lump of clay", "steel ball");
        /// Height of the roughness of both surfaces together; 0 for smooth ones.
        roughness: f64 = 0.0, "s", Metre, lin [0.0, 1e-3], handle("roughness", "polished", "coarse");
        /// Irregularity of the shape of the body: largest share of energy that a rebound turns into rotation.
        irregularity: f64 = 0.0, "ι", One, lin [0.0, 1.0], glide 0.02, handle("irregularity", "ball", "rubble");
    }
}

params! {
    /// Fall of the body.
    /// Default: from a hand above a table.
    pub struct Fall("fall") {
        /// Default height from which the body falls.
        height: f64 = 0.3, "h", Metre, log [0.005, 5.0], handle("height", "a finger", "a house");
    }
}

const HEIGHT: Param<Fall> = param("height");

parts! {
    /// Model of a body that falls on a resonating floor and bounces.
    /// Default: a wooden ball on a wooden board.
    pub struct Bouncing {
        /// Mass, stiffness, restitution and irregularity of the bouncing body.
        ball: BouncingBall, Interaction;
        /// Default drop height of the body.
        fall: Fall, Motion;
        /// Aim of the hand that drops the body again.
        aim: Aim, Interaction;
        /// Resonating floor that the body bounces on.
        floor: Resonator = Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.6, 0.02), Structure;
        /// Modes of the bouncing body; a body with `modes` 0 does not ring.
        body: Resonator = Resonator {
            modes: 0,
            ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Wood, 0.05, 0.008)
        }, Structure;
    }
}

const BALL: usize = 0;
const FLOOR: usize = 1;
/// Touch points of an irregular body, as factors on the `position` parameter of its resonator \[1\].
const CORNERS: [f64; 3] = [1.0, 0.6, 0.2];
/// Height above the floor of all corners except the lowest one \[m\].
const LIFTED: f64 = 0.05;
/// Height above the floor that the body must exceed before it turns in the air \[m\]; larger than any
/// vibration of the floor.
const MIN_TURN_HEIGHT: f64 = 0.002;
/// Factor on both the modal masses and the output gain of the body \[1\]. Compact bodies are nearly rigid
/// where they touch, so the contact takes the energy, not the modes.
const STIFFENING: f64 = 20.0;

impl Bouncing {
    fn rings(&self) -> bool {
        self.body.modes >= 1
    }

    /// Returns the number of corners; 1 for a body without modes, which is the same at every corner.
    fn corners(&self) -> usize {
        if self.rings() { CORNERS.len() } else { 1 }
    }

    fn law(&self, damping: f64) -> ContactLaw {
        ContactLaw::Impact(HuntCrossley { stiffness: self.ball.stiffness, exponent: 1.5, damping })
    }
}

impl Model for Bouncing {
    const INFO: ModelInfo = ModelInfo {
        name: "bouncing",
        title: "Something falls on a floor and bounces until it lies still",
        family: Family::Solids,
        level: Level::Process,
        made_of: &["impact"],
        physics: "A mass under gravity falls on a resonating floor, and each contact returns a share of its speed: flights and blows \
                  become shorter and weaker until the body lies still. No bounce is triggered; the times follow from the fall. An \
                  irregular body exchanges energy with its rotation, so that its rebounds come unevenly, but never with more energy \
                  than those of a ball.",
        equation: "M·ẍ = M·g − f,  v(k+1) = E·v(k),  T(k) = 2·v(k)/g",
        source: "[Papetti2010, 2.2.5], [HuntCrossley1975]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "drop", doc: "Drops the body from this height.", ..HEIGHT.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.fall.height;
    type Player = BouncingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec { gravity: GRAVITY, ..SceneSpec::default() };
        // Until the drop the body lies on the floor, compressed by its weight.
        let pressed = libm::pow(self.ball.mass * GRAVITY / self.ball.stiffness, 1.0 / 1.5);
        let motion = Motion::new(pressed, 0.0);
        let body = if self.rings() {
            let places: Vec<f64> = CORNERS.iter().map(|corner| self.body.position * corner).collect();
            let mut spec = self.body.spec_at(&places, channels, self.ball.mass / self.body.mass()?)?;
            spec = spec.scaled(1.0, 1.0, STIFFENING);
            spec.rigid = Some(RigidMotion { mass: self.ball.mass });
            BodySpec::Modal {
                ports: (0..spec.ports).map(|port| port.to_string()).collect(),
                spec,
                motion,
                falls: true,
            }
        } else {
            BodySpec::mass(self.ball.mass, motion).falling()
        };
        let ball = scene.add("ball", body);
        let click = self.body.click(self.ball.mass)?;
        let floor = struck_spec(&self.floor, self.aim.variation, click, channels)?;
        let floor = add_modal_body(&mut scene, "floor", floor, channels);
        let touch = scene.contacts.len();
        let roughness = self.roughness(touch);
        for corner in 0..self.corners() {
            let (touching, touched) = (Place::new(ball, corner), Place::new(floor, 0));
            let contact =
                scene.join(&format!("corner-{corner}"), touching, self.law(RESTING_DAMPING), touched);
            if let Some(contact) = scene.contacts.get_mut(contact) {
                contact.value.roughness = roughness;
                contact.value.gap = if corner > 0 { LIFTED } else { 0.0 };
            }
            let offset = Action::Offset { contact, metres: Signal::Live, lasting: None };
            if self.corners() > 1 {
                scene.at(0.0, offset);
            }
        }
        if self.rings() {
            let ports = CORNERS.len() + channels;
            add_channel_outputs(&mut scene, "body", ball, ports, channels, STIFFENING);
        }
        measure_touch(&mut scene, touch, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> BouncingPlayer {
        BouncingPlayer {
            dice: Dice::new(seed),
            drops: Strikes::new(seed),
            speed: 0.0,
            rotation: 0.0,
            rotation_after: 0.0,
            share: 1.0,
            resting_blocks: REST_BLOCKS,
            corners: self.corners(),
            corner: 0,
            turn_pending: false,
        }
    }

    fn roughness(&self, _contact: usize) -> Option<Roughness> {
        roughness(self.law(RESTING_DAMPING), self.ball.roughness, curvature(self.ball.mass))
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == BALL).then_some(self.ball.mass)
    }
}

/// Damping coefficient of the contact before the first drop \[s/m\].
const RESTING_DAMPING: f64 = 100.0;
/// Upper limit of the damping coefficient of the contact \[s/m\].
const MAX_DAMPING: f64 = 1e3;
/// Lowest landing speed from which the contact damping is computed [m/s].
const MIN_LANDING_SPEED: f64 = 1e-6;
/// Minimum and maximum share of speed that a rebound keeps \[1\].
const SPEED_SHARES: (f64, f64) = (0.02, 0.98);
/// Number of successive blocks that begin in contact after which the body counts as resting.
const REST_BLOCKS: u32 = 16;

/// Drops the body, and sets the contact damping so that every rebound keeps the wanted share of speed.
#[derive(Clone, Debug)]
pub struct BouncingPlayer {
    dice: Dice,
    /// Scatter of height and place of the drops.
    drops: Strikes,
    /// Landing speed of the current flight [m/s].
    speed: f64,
    /// Twice the rotational energy per mass in the current flight [m²/s²].
    rotation: f64,
    /// Twice the rotational energy per mass after the next landing [m²/s²].
    rotation_after: f64,
    /// Share of the energy after the next landing that goes into the next flight \[1\].
    share: f64,
    /// Number of successive blocks at whose start the body touched the floor.
    resting_blocks: u32,
    corners: usize,
    /// Index of the corner that is lowest in this flight.
    corner: usize,
    /// Whether the body has yet to turn in this flight.
    turn_pending: bool,
}

impl BouncingPlayer {
    /// Starts a flight that ends with the landing speed `speed` [m/s].
    fn take_off(&mut self, now: &Bouncing, speed: f64) {
        self.speed = speed.max(MIN_LANDING_SPEED);
        self.rotation = self.rotation_after;
        self.share = 1.0 - now.ball.irregularity * self.dice.unit();
        self.turn_pending = true;
    }

    /// Turns the body in the air, so that another corner is lowest.
    fn turn(&mut self, now: &Bouncing, block: &mut Block<'_>) {
        self.turn_pending = false;
        let turned = self.dice.unit() < now.ball.irregularity;
        let below = (self.dice.unit() * self.corners as f64) as usize;
        if self.corners < 2 || !turned || below == self.corner {
            return;
        }
        self.corner = below;
        for corner in 0..self.corners {
            let down = if corner == 0 { 0.0 } else { LIFTED };
            let offset = if corner == below { down } else { down - LIFTED };
            block.feed(corner, &[offset; BLOCK]);
        }
    }

    /// Returns the contact law with which the next rebound keeps the wanted share of speed.
    fn law(&mut self, now: &Bouncing) -> ContactLaw {
        let keeps = now.ball.restitution * now.ball.restitution;
        let had = self.speed * self.speed;
        let all = keeps * (had + self.rotation);
        let flight = (self.share * all)
            .clamp(SPEED_SHARES.0 * SPEED_SHARES.0 * had, SPEED_SHARES.1 * SPEED_SHARES.1 * had);
        self.rotation_after = (all - flight).max(0.0);
        let share = (flight / had).sqrt();
        let damping = Fold::with_restitution(share).approach() / self.speed;
        now.law(damping.min(MAX_DAMPING))
    }
}

impl Player<Bouncing> for BouncingPlayer {
    fn play(&mut self, now: &Bouncing, block: &mut Block<'_>) {
        let mut flies = false;
        if (0..self.corners).any(|corner| block.touching(corner)) {
            self.resting_blocks = (self.resting_blocks + 1).min(REST_BLOCKS);
        } else if let Some(motion) = block.motion(BALL) {
            self.resting_blocks = 0;
            let height = (-motion.displacement).max(0.0);
            let speed = (motion.velocity * motion.velocity + 2.0 * GRAVITY * height).sqrt();
            // The landing speed is constant throughout a flight.
            flies = (speed - self.speed).abs() > 1e-6 * self.speed;
            if flies {
                self.take_off(now, speed);
            }
            if self.turn_pending && height > MIN_TURN_HEIGHT {
                self.turn(now, block);
            }
        }
        if let Some(drop) = block.gesture(0) {
            let (stroke, variation) = (self.drops.next(), now.aim.variation);
            if variation > 0.0 {
                block.touch(FLOOR, stroke.place);
            }
            let height = HEIGHT.clamp(drop.value * (1.0 + variation * stroke.speed));
            let motion = Motion::new(-height, 0.0);
            if block.act(drop.at, SceneEvent::Place { body: BALL, motion }) {
                (self.rotation_after, self.resting_blocks, flies) = (0.0, 0, true);
                self.take_off(now, (2.0 * GRAVITY * height).sqrt());
            }
        }
        if flies || (block.changed() && self.resting_blocks == 0) {
            let law = self.law(now);
            for corner in 0..self.corners {
                // A law of the same kind with values in range is always accepted, so the result needs no
                // check.
                let _ = block.scene().change_law(corner, law);
            }
        }
    }

    fn done(&self) -> bool {
        self.resting_blocks >= REST_BLOCKS
    }
}
