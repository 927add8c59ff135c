//! A ball rolls over a rough floor, slows down and stops.
//!
//! The ball rides on the peaks of the surface that it can reach. They lift and drop it, while its weight
//! holds it to the floor. The force on the floor is that of one lasting impact contact:
//!
//! ```math
//! m \ddot x = w(t) - f(x_c, \dot x_c), \qquad x_c = x - x_{floor} + c(s), \qquad w = m g \left(1 + a \sin \tfrac{s}{R}\right),
//! \qquad \dot s = v, \quad \dot v = p - r
//! ```
//!
//! | symbol | here                       | unit   | meaning                                            |
//! |--------|----------------------------|--------|----------------------------------------------------|
//! | m, R   | [`RollingBall`]            | kg, m  | mass and radius of the ball                        |
//! | a      | [`RollingBall::asymmetry`] | 1      | variation of the weight once per turn, at v/2πR    |
//! | f      | [`Touch`]                  | N      | `k x^α (1 + μ ẋ)`                                  |
//! | c      | [`crate::surface_rider`]   | m      | height of its centre above the mean of the surface |
//! | s, v   | [`RollingCourse`], `roll`  | m, m/s | distance and speed                                 |
//! | p, r   | [`RollingCourse`]          | m/s²   | acceleration of the push, and rolling resistance   |
//!
//! Without a push it stops after v/r seconds and v²/2r metres. Where c curves down faster than the ball can
//! fall, at v²c'' > g, it leaves the floor and returns: it rattles.
//!
//! Source: \[PapettiThesis, 2.2.5\]; \[Rath2003\]. Facts: `tests/all/rolling_facts.rs`.

use crate::surface_rider::{RIDER, Ride, TOUCH, scene_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Surface, Touch};
use foley_body::radiation::Click;
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Gravitational acceleration [m/s²].
const GRAVITY: f64 = 9.81;
/// Maximum speed of the ball [m/s], also while it is pushed.
const MAX_SPEED: f64 = 10.0;

params! {
    /// Rolling body.
    /// Default: a large glass marble.
    pub struct RollingBall("rolling-ball") {
        /// Radius of the rolling body; a large body bridges short waves of the surface.
        radius: f64 = 0.0125, "R", Metre, log [1e-3, 0.5], glide 0.05, handle("ball-size", "bead", "barrel");
        /// Mass of the rolling body.
        mass: f64 = 0.02, "m", Kilogram, log [1e-4, 50.0], glide 0.05, handle("weight", "bead", "barrel");
        /// Fraction of the weight of the rolling body that varies once per turn.
        asymmetry: f64 = 0.1, "a", One, lin [0.0, 1.0], glide 0.05, handle("wobble", "round", "egg");
    }
}

params! {
    /// Motion of the body.
    /// Default: sent across a table.
    pub struct RollingCourse("rolling-course") {
        /// Initial speed of the rolling body; a change while rolling acts at once.
        speed: f64 = 0.5, "v", MetrePerSecond, log [0.02, 6.0], glide 0.05,
            handle("pace", "creeping", "bowled");
        /// Rolling resistance: loss of speed per second.
        slowing: f64 = 0.2, "r", MetrePerSecondSquared, log [0.02, 20.0], glide 0.05,
            handle("resistance", "ice rink", "carpet");
        /// Acceleration of the body while it is pushed or rolls downhill.
        push: f64 = 0.0, "p", MetrePerSecondSquared, lin [0.0, 10.0], glide 0.05,
            handle("downhill", "level", "steep");
        /// Duration of the push.
        pushed: f64 = 0.5, "tp", Second, lin [0.0, 5.0], glide 0.05;
    }
}

const SPEED: Param<RollingCourse> = param("speed");

parts! {
    /// Model of a ball that rolls over a rough floor.
    /// Default: a glass marble on a table.
    pub struct Rolling {
        /// Radius, mass and asymmetry of the rolling ball.
        ball: RollingBall, Interaction;
        /// Speed, push and slowing of the ball.
        course: RollingCourse, Motion;
        /// Roughness of the floor.
        surface: Surface, Interaction;
        /// Contact law between the ball and the floor.
        touch: Touch = Touch { stiffness: 1e9, damping: 8.0, ..Touch::default() }, Interaction;
        /// Resonating floor under the ball.
        floor: Resonator = Resonator {
            modes: 32,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 0.5, 0.015)
        }, Structure;
    }
}

impl Model for Rolling {
    const INFO: ModelInfo = ModelInfo {
        name: "rolling",
        title: "A ball rolls over a rough floor",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "A ball rides on the peaks of a rough surface that it can reach. They lift and drop it, and its weight holds it to a \
                  resonating floor: one lasting impact contact. A large ball bridges short waves and sounds darker, speed shifts the \
                  whole spectrum up, and an uneven ball swells once per turn. The ball loses speed and stops.",
        equation: "m·ẍ = m·g·(1 + a·sin(s/R)) − f(x + c(s)),  c(s) = max over ξ of h(s+ξ) − ξ²/2R",
        source: "[PapettiThesis, 2.2.5], [Rath2003]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "roll", doc: "Rolls the ball at this speed.", ..SPEED.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.course.speed;
    type Player = RollingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let click = Click { mass: self.ball.mass, radius: self.ball.radius };
        let floor = self.floor.spec(channels)?.with_click(click, 0, 1..1 + channels);
        Ok(scene_spec(self.ball.mass, self.touch.law(), floor, channels))
    }

    fn player(&self, seed: u64, step: Step) -> RollingPlayer {
        RollingPlayer {
            ride: Ride::new(&self.surface, self.ball.radius, seed, step),
            seconds: step.seconds(),
            velocity: 0.0,
            pushed: 0.0,
            speed_param: self.course.speed,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == RIDER).then_some(self.ball.mass)
    }
}

/// Moves the ball over the floor until the ball stops.
#[derive(Clone, Debug)]
pub struct RollingPlayer {
    ride: Ride,
    seconds: f64,
    /// Present speed v of the ball [m/s].
    velocity: f64,
    /// Remaining time for which the ball is pushed \[s\].
    pushed: f64,
    /// Last value of the speed parameter [m/s].
    speed_param: f64,
}

impl RollingPlayer {
    /// Advances the ball's speed by one sample and returns the distance rolled in that sample \[m\].
    fn advance(&mut self, course: &RollingCourse) -> f64 {
        let before = self.velocity.max(0.0);
        let push = if self.pushed > 0.0 { course.push } else { 0.0 };
        self.pushed -= self.seconds;
        let change = (push - course.slowing) * self.seconds;
        let after = (before + change).min(MAX_SPEED);
        self.velocity = after.max(0.0);
        if after <= 0.0 {
            // The ball stops within the sample.
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
        if now.course.speed != self.speed_param {
            self.speed_param = now.course.speed;
            if self.velocity > 0.0 {
                steer = (self.speed_param - self.velocity) / BLOCK as f64;
            }
        }
        let moving = self.velocity > 0.0 || !self.ride.settled();
        if !moving && block.gestures().is_empty() && !block.changed() {
            return;
        }
        let weight = GRAVITY * now.ball.mass;
        let mut next = 0;
        for at in 0..BLOCK {
            while let Some(&gesture) = block.gestures().get(next)
                && gesture.at <= at
            {
                self.velocity = gesture.value.clamp(0.0, SPEED.max);
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
    fn a_new_roll_overrides_a_speed_change_in_the_same_block() {
        // A new gesture in the block of a speed change overrides that change.
        let roll = |speed_set: bool| {
            let spec = foley_sound::VoiceSpec::new(48_000.0, 1);
            let mut voice = foley_sound::Sound::voice(&Rolling::default(), &spec).unwrap();
            let mut sound_params = voice.sound_params().iter();
            let address = sound_params.position(|param| param.info.id == SPEED.id).unwrap();
            for (at, value) in [(0, 5.0), (6400, 0.5)] {
                if speed_set && at > 0 {
                    let (value, glide) = (SPEED.min, 0.0);
                    let kind = foley_sound::EventKind::Set { param: address, value, glide: Some(glide) };
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
    fn a_negative_speed_is_treated_as_rest() {
        // Regression: a speed change was applied to a ball restarted in the same block, and made its speed
        // negative.
        let model = Rolling::default();
        let course = RollingCourse { push: 5.0, ..model.course };
        let mut player = model.player(1, Step::at_rate(48_000.0));
        (player.velocity, player.pushed) = (-0.1, 1.0);
        let distance = player.advance(&course);
        assert!((0.0..1e-6).contains(&distance), "{distance} m");
        assert!(player.velocity > 0.0, "the ball does not start to roll");
    }

    #[test]
    fn a_ball_stops_after_v_squared_over_twice_the_resistance() {
        let model = Rolling::default();
        let step = Step::at_rate(48_000.0);
        let mut player = model.player(1, step);
        let RollingCourse { speed, slowing, .. } = model.course;
        player.velocity = speed;
        let (mut distance, mut samples) = (0.0, 0);
        while player.velocity > 0.0 {
            distance += player.advance(&model.course);
            samples += 1;
        }
        let expected = speed * speed / (2.0 * slowing);
        assert!((distance / expected - 1.0).abs() < 1e-9, "{distance} m for {expected} m");
        let lasted = f64::from(samples) * step.seconds();
        let expected = speed / slowing;
        assert!((lasted - expected).abs() <= step.seconds(), "{lasted} s for {expected} s");
    }
}
