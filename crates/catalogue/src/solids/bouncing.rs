//! Something falls on a floor that rings, and bounces until it lies still.
//!
//! A mass under gravity, and the contact of the impact between it and the floor; nothing is triggered. It
//! meets the floor with the speed of its fall and leaves with a share E of it, so that
//!
//! $$ v_0 = \sqrt{2 g h}, \qquad v_{k+1} = E\,v_k, \qquad T_k = \frac{2 v_k}{g} $$
//!
//! | symbol | here                      | unit  | meaning                                          |
//! |--------|---------------------------|-------|--------------------------------------------------|
//! | h      | [`Fall::height`], `drop`  | m     | from how high                                    |
//! | M, k   | [`BouncingBall`]                  | kg, N/m^{3/2} | how heavy, how hard on this floor        |
//! | E      | [`BouncingBall::restitution`]     | 1     | share of the speed that a rebound keeps          |
//! | μ_k    | `BouncingPlayer`                 | s/m   | damping of the k-th touch                        |
//! | T_k    |                           | s     | flight between two touches                       |
//!
//! **Losses.** The law `k x^{3/2} (1 + μ v)` loses the less the slower it meets, E = E(μ v); real balls keep
//! about the same share down to a whisper \[Papetti2010, 2.2.5\]. So while it flies the player sets the
//! damping for the speed it will have when it lands, μ_k = u(E)/v_k with u(E) from the closed form
//! ([`Fold::with_restitution`]). This also lets it come to rest: a small speed means a large μ, and a ball
//! that only lies is held still.
//!
//! **Irregular bodies** trade energy with their rotation. Of the energy per mass after a rebound, E²(v² + r),
//! a share between 1 − irregularity and 1 (drawn for each rebound) goes into the height of the next flight
//! and the rest into r, the rotation, from where a later rebound may take it back. The contact can only take
//! speed, so nothing is ever made: all of it stays below what the regular ball has after as many rebounds.
//! What rings of the body itself is then touched at another corner each time.
//!
//! Source: \[Papetti2010, 2.2.5\]; the choice of μ_k and the account of the rotation are ours. Facts:
//! `tests/bouncing_facts.rs`.

use super::impact::measure_touch;
use crate::{Resonator, ResonatorMaterial, ResonatorShape};
use foley_body::modal::RigidMotion;
use foley_contact::analytic::Fold;
use foley_contact::law::HuntCrossley;
use foley_contact::{Motion, Step};
use foley_dsp::random::Dice;
use foley_params::{Info, Param, param, params};
use foley_scene::{Action, BodySpec, ContactLaw, Place, SceneEvent, SceneSpec, Signal};
use foley_sound::scene_parts::{add_ringing, hear};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Acceleration of what falls [m/s²].
pub const GRAVITY: f64 = 9.81;

params! {
    /// What bounces.
    /// Default: a wooden ball.
    pub struct BouncingBall("bouncing-ball") {
        /// How heavy it is.
        mass: f64 = 0.02, "M", Kilogram, log [1e-4, 2.0], glide 0.02, handle("weight", "pea", "cannonball");
        /// How hard it and the floor are together.
        stiffness: f64 = 1e8, "k", Other("N/m^1.5"), log [1e5, 1e11], glide 0.02,
            handle("hardness", "rubber", "steel");
        /// Share of its speed that a rebound keeps.
        restitution: f64 = 0.75, "E", One, lin [0.05, 0.95], glide 0.02,
            handle("elasticity", "lump of clay", "steel ball");
        /// How far it is from round: the largest share of its energy that a rebound turn_pending into rotation.
        irregularity: f64 = 0.0, "ι", One, lin [0.0, 1.0], glide 0.02, handle("irregularity", "ball", "rubble");
    }
}

params! {
    /// How it falls.
    /// Default: from a hand above a table.
    pub struct Fall("fall") {
        /// From how high it is dropped if nobody says from where.
        height: f64 = 0.3, "h", Metre, log [0.005, 5.0], handle("height", "a finger", "a house");
    }
}

const HEIGHT: Param<Fall> = param("height");

/// Something bounces on a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bouncing {
    /// What bounces.
    pub ball: BouncingBall,
    /// How it falls.
    pub fall: Fall,
    /// What it falls on.
    pub floor: Resonator,
    /// What rings of it; nothing with 0 modes.
    pub body: Resonator,
}

impl Default for Bouncing {
    /// A wooden ball on a wooden board.
    fn default() -> Self {
        Self {
            ball: BouncingBall::default(),
            fall: Fall::default(),
            floor: Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.6, 0.02),
            body: Resonator {
                modes: 0,
                ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Wood, 0.05, 0.008)
            },
        }
    }
}

const BALL: usize = 0;
/// Where else a body that is not round is touched, as parts of the place where it is touched first \[1\].
const CORNERS: [f64; 3] = [1.0, 0.6, 0.2];
/// How far a corner is above the floor that is not below \[m\].
const LIFTED: f64 = 0.05;
/// It turn_pending when it is so high \[m\], well clear of the floor whatever the two are swinging by.
const MIN_TURN_HEIGHT: f64 = 0.002;
/// How much heavier the modes of the body are than those of its shape, and how much louder they are heard
/// \[1\]: compact things are nearly rigid where they touch, so that what they lose is a matter of the contact
/// and not of their modes.
const STIFFENING: f64 = 20.0;

impl Bouncing {
    fn rings(&self) -> bool {
        self.body.modes >= 1
    }

    /// What does not ring is the same at every corner.
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
        physics: "A mass under gravity falls on a floor that rings, and is thrown back by the contact, which keeps a share of its speed: \
                  flights and blows shrink together, ever faster, until it lies still. Nothing is triggered; the times follow from the fall. An \
                  irregular body trades energy with its rotation, so that its rebounds come unevenly, but never with more energy than a \
                  ball would have.",
        equation: "M·ẍ = M·g − f,  v(k+1) = E·v(k),  T(k) = 2·v(k)/g",
        source: "[Papetti2010, 2.2.5], [HuntCrossley1975]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        ball: Interaction,
        fall: Motion,
        floor: Structure,
        body: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "drop", doc: "Drops it from this height.", ..HEIGHT.info() }];
    type Player = BouncingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let mut scene = SceneSpec { gravity: GRAVITY, ..SceneSpec::default() };
        // Until it is dropped it lies on the floor, as deep as its weight presses it.
        let pressed = libm::pow(self.ball.mass * GRAVITY / self.ball.stiffness, 1.0 / 1.5);
        let motion = Motion::new(pressed, 0.0);
        let body = if self.rings() {
            let mut places: Vec<f64> = CORNERS.iter().map(|at| self.body.position * at).collect();
            places.extend(self.body.pickups(channels));
            let mut spec = self.body.spec_at(&places)?;
            spec = spec.scaled(1.0, 1.0, STIFFENING * self.ball.mass / self.body.mass()?);
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
        let floor = add_ringing(&mut scene, "floor", self.floor.spec(channels)?, channels);
        let touch = scene.contacts.len();
        for corner in 0..self.corners() {
            let (one, two) = (Place::new(ball, corner), Place::new(floor, 0));
            let contact = scene.join(&format!("corner-{corner}"), one, self.law(RESTING_DAMPING), two);
            if corner > 0
                && let Some(contact) = scene.contacts.get_mut(contact)
            {
                contact.value.gap = LIFTED;
            }
            let turned = Action::Offset { contact, metres: Signal::Live, lasting: None };
            if self.corners() > 1 {
                scene.at(0.0, turned);
            }
        }
        if self.rings() {
            let ports = CORNERS.len() + channels;
            hear(&mut scene, "body", ball, ports, channels, STIFFENING);
        }
        measure_touch(&mut scene, touch, channels);
        Ok(scene)
    }

    fn player(&self, seed: u64, _step: Step) -> BouncingPlayer {
        BouncingPlayer {
            dice: Dice::new(seed),
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

    fn mass(&self, body: usize) -> Option<f64> {
        (body == BALL).then_some(self.ball.mass)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.fall.height)]
    }
}

/// Damping of what has not been dropped yet \[s/m\].
const RESTING_DAMPING: f64 = 100.0;
/// Most damping that is asked for \[s/m\].
const MAX_DAMPING: f64 = 1e3;
/// Slowest landing that counts as one [m/s].
const MIN_LANDING_SPEED: f64 = 1e-6;
/// A rebound keeps at least and at most this share of its speed \[1\].
const SPEED_SHARES: (f64, f64) = (0.02, 0.98);
/// Blocks after which what touches when each of them begins is said to lie still.
const REST_BLOCKS: u32 = 16;

/// Drops it, and sees to it that every rebound keeps its share.
#[derive(Clone, Debug)]
pub struct BouncingPlayer {
    dice: Dice,
    /// With which it will land [m/s].
    speed: f64,
    /// Twice the energy per mass in its rotation, now and after it has landed [m²/s²].
    rotation: f64,
    rotation_after: f64,
    /// Share of its energy that the next flight will have \[1\].
    share: f64,
    /// Blocks that began in touch, one after the other.
    resting_blocks: u32,
    corners: usize,
    /// The one that is below.
    corner: usize,
    /// It has not turned yet in this flight.
    turn_pending: bool,
}

impl BouncingPlayer {
    /// It flies, and will land with this speed [m/s].
    fn take_off(&mut self, now: &Bouncing, speed: f64) {
        self.speed = speed.max(MIN_LANDING_SPEED);
        self.rotation = self.rotation_after;
        self.share = 1.0 - now.ball.irregularity * self.dice.unit();
        self.turn_pending = true;
    }

    /// Turns in the air, so that another corner is below.
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

    /// The law with which the next touch keeps its share.
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
            // The speed of landing is the same all through a flight.
            flies = (speed - self.speed).abs() > 1e-6 * self.speed;
            if flies {
                self.take_off(now, speed);
            }
            if self.turn_pending && height > MIN_TURN_HEIGHT {
                self.turn(now, block);
            }
        }
        if let Some(drop) = block.gesture(0) {
            let height = HEIGHT.clamp(drop.value);
            let motion = Motion::new(-height, 0.0);
            if block.act(drop.at, SceneEvent::Place { body: BALL, motion }) {
                (self.rotation_after, self.resting_blocks, flies) = (0.0, 0, true);
                self.take_off(now, (2.0 * GRAVITY * height).sqrt());
            }
        }
        if flies || (block.changed() && self.resting_blocks == 0) {
            let law = self.law(now);
            for corner in 0..self.corners {
                // A law of the same kind within its ranges is never refused.
                let _ = block.scene().change_law(corner, law);
            }
        }
    }

    fn done(&self) -> bool {
        self.resting_blocks >= REST_BLOCKS
    }
}
