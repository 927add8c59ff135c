//! A ball rolls over a rough floor, slows down and stops.
//!
//! The ball rides on the tops of the surface that it can reach; this lifts and drops it, while its weight
//! holds it to the floor. What the floor feels is the force of an impact contact that is never let go of for
//! long:
//!
//! $$ m \ddot x = w(t) - f(x_c, \dot x_c), \qquad x_c = x - x_{floor} + c(s), \qquad w = m g \left(1 + a \sin \tfrac{s}{R}\right),
//!    \qquad \dot s = v, \quad \dot v = p - r $$
//!
//! | symbol | here                | unit | meaning                                                        |
//! |--------|---------------------|------|----------------------------------------------------------------|
//! | m, R   | [`RollingBall`]            | kg, m | of the ball                                                   |
//! | a      | [`RollingBall::asymmetry`] | 1    | how uneven it is: its weight swings once a turn, at v/2πR       |
//! | f      | [`Touch`]           | N    | `k x^α (1 + μ ẋ)`                                               |
//! | c      | [`crate::surface_rider`]   | m    | where its centre rides, above the mean of the surface           |
//! | s, v   | [`RollingCourse`], `roll`  | m, m/s | how far and how fast                                          |
//! | p, r   | [`RollingCourse`]          | m/s² | what pushes it for a while, and what slows it down              |
//!
//! Unpushed it stops after v/r seconds and v²/2r metres. Where c bends down faster than things fall, at v²c''
//! > g, it leaves the floor and comes back: it rattles.
//!
//! Source: \[PapettiThesis, 2.2.5\]; \[Rath2003\]. Facts: `tests/rolling_facts.rs`.

use crate::surface_rider::{RIDER, Ride, TOUCH, scene_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Surface, Touch};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// g [m/s²]
const GRAVITY: f64 = 9.81;
/// However it is pushed, it is never faster [m/s].
const MAX_SPEED: f64 = 10.0;

params! {
    /// What rolls.
    /// Default: a large glass marble.
    pub struct RollingBall("rolling-ball") {
        /// Radius of what rolls: the larger, the less it feels of what is short.
        radius: f64 = 0.0125, "R", Metre, log [1e-3, 0.5], glide 0.05, handle("ball-size", "bead", "barrel");
        /// Mass of what rolls.
        mass: f64 = 0.02, "m", Kilogram, log [1e-4, 50.0], glide 0.05, handle("weight", "bead", "barrel");
        /// Part of its weight that comes and goes once a turn.
        asymmetry: f64 = 0.1, "a", One, lin [0.0, 1.0], glide 0.05, handle("wobble", "round", "egg");
    }
}

params! {
    /// How it moves along.
    /// Default: sent across a table.
    pub struct RollingCourse("rolling-course") {
        /// How fast it rolls when it begins; if this is changed while it rolls, how fast it rolls from then
        /// on.
        speed: f64 = 0.5, "v", MetrePerSecond, log [0.02, 6.0], glide 0.05,
            handle("pace", "creeping", "bowled");
        /// Rolling resistance: how much speed it loses in a second.
        slowing: f64 = 0.2, "r", MetrePerSecondSquared, log [0.02, 20.0], glide 0.05,
            handle("resistance", "ice rink", "carpet");
        /// Acceleration while it is pushed, or rolls downhill.
        push: f64 = 0.0, "p", MetrePerSecondSquared, lin [0.0, 10.0], glide 0.05,
            handle("downhill", "level", "steep");
        /// For how long it is pushed when it begins.
        pushed: f64 = 0.5, "tp", Second, lin [0.0, 5.0], glide 0.05;
    }
}

const SPEED: Param<RollingCourse> = param("speed");

/// A ball rolls over a rough floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// What rolls.
    pub ball: RollingBall,
    /// How it moves along.
    pub course: RollingCourse,
    /// What it rolls over, under a lens.
    pub surface: Surface,
    /// How the ball and the floor meet.
    pub touch: Touch,
    /// What rings under it.
    pub floor: Resonator,
}

impl Default for Rolling {
    /// A glass marble on a table.
    fn default() -> Self {
        Self {
            ball: RollingBall::default(),
            course: RollingCourse::default(),
            surface: Surface::default(),
            touch: Touch { stiffness: 1e9, damping: 8.0, ..Touch::default() },
            floor: Resonator {
                modes: 32,
                ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.5, 0.015)
            },
        }
    }
}

impl Model for Rolling {
    const INFO: ModelInfo = ModelInfo {
        name: "rolling",
        title: "A ball rolls over a rough floor",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "A ball rides on those tops of a rough surface that it can reach, is lifted and dropped by them, and its weight holds \
                  it to a floor that rings: one impact contact that goes on. A large ball bridges what is short and sounds darker; \
                  speed moves the whole spectrum up; a ball that is not round swells once a turn. It loses speed and stops.",
        equation: "m·ẍ = m·g·(1 + a·sin(s/R)) − f(x + c(s)),  c(s) = max over ξ of h(s+ξ) − ξ²/2R",
        source: "[PapettiThesis, 2.2.5], [Rath2003]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        ball: Interaction,
        course: Motion,
        surface: Interaction,
        touch: Interaction,
        floor: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "roll", doc: "Sends it off at this speed.", ..SPEED.info() }];
    type Player = RollingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let floor = self.floor.spec(channels)?;
        Ok(scene_spec(self.ball.mass, self.touch.law(), floor, channels))
    }

    fn player(&self, seed: u64, step: Step) -> RollingPlayer {
        RollingPlayer {
            ride: Ride::new(&self.surface, self.ball.radius, seed, step),
            seconds: step.seconds(),
            velocity: 0.0,
            pushed: 0.0,
            told: self.course.speed,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == RIDER).then_some(self.ball.mass)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.course.speed)]
    }
}

/// Lets it roll until it stops.
#[derive(Clone, Debug)]
pub struct RollingPlayer {
    ride: Ride,
    seconds: f64,
    /// v [m/s]
    velocity: f64,
    /// For how long it is still pushed \[s\].
    pushed: f64,
    /// The speed that the parameter had when last looked at [m/s].
    told: f64,
}

impl RollingPlayer {
    /// Speed after a sample, and the way gone in it \[m\].
    fn advance(&mut self, course: &RollingCourse) -> f64 {
        let before = self.velocity.max(0.0);
        let push = if self.pushed > 0.0 { course.push } else { 0.0 };
        self.pushed -= self.seconds;
        let change = (push - course.slowing) * self.seconds;
        let after = (before + change).min(MAX_SPEED);
        self.velocity = after.max(0.0);
        if after <= 0.0 {
            // It stops within the sample.
            let until = before / (before - after).max(f64::MIN_POSITIVE);
            return 0.5 * before * until * self.seconds;
        }
        0.5 * (before + after) * self.seconds
    }
}

impl Player<Rolling> for RollingPlayer {
    fn play(&mut self, now: &Rolling, block: &mut Block<'_>) {
        if block.changed() {
            self.ride.change(&now.surface, now.ball.radius);
        }
        let mut steer = 0.0;
        if now.course.speed != self.told {
            self.told = now.course.speed;
            if self.velocity > 0.0 {
                steer = (self.told - self.velocity) / BLOCK as f64;
            }
        }
        let moves = self.velocity > 0.0 || !self.ride.settled();
        if !moves && block.gestures().is_empty() && !block.changed() {
            return;
        }
        let weight = GRAVITY * now.ball.mass;
        let mut next = 0;
        for at in 0..BLOCK {
            while let Some(&done) = block.gestures().get(next)
                && done.at <= at
            {
                self.velocity = done.value.clamp(0.0, SPEED.max);
                self.pushed = now.course.pushed;
                steer = 0.0;
                self.ride.set_down(at, block);
                next += 1;
            }
            let by = if self.velocity > 0.0 {
                self.velocity += steer;
                self.advance(&now.course)
            } else {
                0.0
            };
            let turned = self.ride.distance() / now.ball.radius;
            let swing = 1.0 + now.ball.asymmetry * libm::sin(turned);
            self.ride.advance(at, by, weight * swing);
        }
        self.ride.feed(block);
    }

    fn done(&self) -> bool {
        self.velocity == 0.0 && self.ride.settled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_speed_is_for_the_roll_that_it_was_meant_for() {
        // A ball thrown anew in the block in which it is told another speed: as if it had not been told.
        let roll = |told: bool| {
            let spec = foley_sound::VoiceSpec::new(48_000.0, 1);
            let mut voice = foley_sound::Sound::voice(&Rolling::default(), &spec).unwrap();
            let mut sound_params = voice.sound_params().iter();
            let address = sound_params.position(|it| it.info.id == SPEED.id).unwrap();
            for (at, value) in [(0, 5.0), (6400, 0.5)] {
                if told && at > 0 {
                    let (value, over) = (SPEED.min, 0.0);
                    let kind = foley_sound::EventKind::Set { param: address, value, glide: Some(over) };
                    voice.send(foley_sound::Event { at, kind }).unwrap();
                }
                let kind = foley_sound::EventKind::Gesture { gesture: 0, value };
                voice.send(foley_sound::Event { at, kind }).unwrap();
            }
            let mut out = vec![0.0; 24_000];
            voice.render(&mut [&mut out]);
            let late = &out[12_000..];
            late.iter().map(|x| x * x).sum::<f64>().sqrt()
        };
        let ratio = roll(true) / roll(false);
        assert!((0.9..1.1).contains(&ratio), "{ratio} times as loud");
    }

    #[test]
    fn a_push_beyond_rest_makes_no_endless_way() {
        // A change of speed once went on with a ball that was thrown anew in the same block, beyond rest.
        let model = Rolling::default();
        let course = RollingCourse { push: 5.0, ..model.course };
        let mut rolls = model.player(1, Step::at_rate(48_000.0));
        (rolls.velocity, rolls.pushed) = (-0.1, 1.0);
        let way = rolls.advance(&course);
        assert!((0.0..1e-6).contains(&way), "{way} m");
        assert!(rolls.velocity > 0.0, "it begins to roll");
    }

    #[test]
    fn a_ball_stops_after_v_squared_over_twice_its_slowing() {
        let model = Rolling::default();
        let step = Step::at_rate(48_000.0);
        let mut rolls = model.player(1, step);
        let RollingCourse { speed, slowing, .. } = model.course;
        rolls.velocity = speed;
        let (mut way, mut samples) = (0.0, 0);
        while rolls.velocity > 0.0 {
            way += rolls.advance(&model.course);
            samples += 1;
        }
        let expected = speed * speed / (2.0 * slowing);
        assert!((way / expected - 1.0).abs() < 1e-9, "{way} m for {expected} m");
        let lasted = f64::from(samples) * step.seconds();
        let expected = speed / slowing;
        assert!((lasted - expected).abs() <= step.seconds(), "{lasted} s for {expected} s");
    }
}
