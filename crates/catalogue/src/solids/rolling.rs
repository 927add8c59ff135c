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
//! | m, R   | [`Ball`]            | kg, m | of the ball                                                   |
//! | a      | [`Ball::asymmetry`] | 1    | how uneven it is: its weight swings once a turn, at v/2πR       |
//! | f      | [`Touch`]           | N    | `k x^α (1 + μ ẋ)`                                               |
//! | c      | [`crate::surface_rider`]   | m    | where its centre rides, above the mean of the surface           |
//! | s, v   | [`Course`], `roll`  | m, m/s | how far and how fast                                          |
//! | p, r   | [`Course`]          | m/s² | what pushes it for a while, and what slows it down              |
//!
//! Unpushed it stops after v/r seconds and v²/2r metres. Where c bends down faster than things fall, at v²c''
//! > g, it leaves the floor and comes back: it rattles.
//!
//! Source: \[PapettiThesis, 2.2.5\]; \[Rath2003\]. Facts: `tests/rolling_facts.rs`.

use crate::surface_rider::{RIDES, Ride, TOUCH, scene_spec};
use crate::{Resonator, Surface, Touch};
use foley_contact::Step;
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// g [m/s²]
const GRAVITY: f64 = 9.81;
/// However it is pushed, it is never faster [m/s].
const FASTEST: f64 = 10.0;

/// What rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// R \[m\]
    pub radius: f64,
    /// m \[kg\]
    pub mass: f64,
    /// a \[1\]
    pub asymmetry: f64,
}

impl Default for Ball {
    /// A large glass marble.
    fn default() -> Self {
        Self { radius: 0.0125, mass: 0.02, asymmetry: 0.1 }
    }
}

const RADIUS: Param<Ball> = Param {
    id: "radius",
    symbol: "R",
    unit: Unit::Metre,
    doc: "Radius of what rolls: the larger, the less it feels of what is short.",
    min: 1e-3,
    max: 0.5,
    scale: Scale::Logarithmic,
    default: 0.0125,
    glide: 0.05,
    handle: Some(Handle { name: "ball-size", low: "bead", high: "barrel" }),
    get: |it| it.radius,
    set: |it, value| it.radius = value,
};

impl Parametric for Ball {
    const NAME: &'static str = "rolling-ball";
    const PARAMS: &'static [Param<Self>] = &[
        RADIUS,
        Param {
            id: "mass",
            symbol: "m",
            unit: Unit::Kilogram,
            doc: "Mass of what rolls.",
            min: 1e-4,
            max: 50.0,
            default: 0.02,
            handle: Some(Handle { name: "weight", low: "bead", high: "barrel" }),
            get: |it| it.mass,
            set: |it, value| it.mass = value,
            ..RADIUS
        },
        Param {
            id: "asymmetry",
            symbol: "a",
            unit: Unit::One,
            doc: "Part of its weight that comes and goes once a turn.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.1,
            handle: Some(Handle { name: "wobble", low: "round", high: "egg" }),
            get: |it| it.asymmetry,
            set: |it, value| it.asymmetry = value,
            ..RADIUS
        },
    ];
}

/// How it moves along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// v at the beginning [m/s]
    pub speed: f64,
    /// r [m/s²]
    pub slowing: f64,
    /// p [m/s²]
    pub push: f64,
    /// For how long it is pushed \[s\]
    pub pushed: f64,
}

impl Default for Course {
    /// Sent across a table.
    fn default() -> Self {
        Self { speed: 0.5, slowing: 0.2, push: 0.0, pushed: 0.5 }
    }
}

const SPEED: Param<Course> = Param {
    id: "speed",
    symbol: "v",
    unit: Unit::MetrePerSecond,
    doc: "How fast it rolls when it begins; if this is changed while it rolls, how fast it rolls from then on.",
    min: 0.02,
    max: 6.0,
    scale: Scale::Logarithmic,
    default: 0.5,
    glide: 0.05,
    handle: Some(Handle { name: "pace", low: "creeping", high: "bowled" }),
    get: |it| it.speed,
    set: |it, value| it.speed = value,
};

impl Parametric for Course {
    const NAME: &'static str = "rolling-course";
    const PARAMS: &'static [Param<Self>] = &[
        SPEED,
        Param {
            id: "slowing",
            symbol: "r",
            unit: Unit::MetrePerSecondSquared,
            doc: "Rolling resistance: how much speed it loses in a second.",
            min: 0.02,
            max: 20.0,
            default: 0.2,
            handle: Some(Handle { name: "resistance", low: "ice rink", high: "carpet" }),
            get: |it| it.slowing,
            set: |it, value| it.slowing = value,
            ..SPEED
        },
        Param {
            id: "push",
            symbol: "p",
            unit: Unit::MetrePerSecondSquared,
            doc: "Acceleration while it is pushed, or rolls downhill.",
            min: 0.0,
            max: 10.0,
            scale: Scale::Linear,
            default: 0.0,
            handle: Some(Handle { name: "downhill", low: "level", high: "steep" }),
            get: |it| it.push,
            set: |it, value| it.push = value,
            ..SPEED
        },
        Param {
            id: "pushed",
            symbol: "tp",
            unit: Unit::Second,
            doc: "For how long it is pushed when it begins.",
            min: 0.0,
            max: 5.0,
            scale: Scale::Linear,
            default: 0.5,
            handle: None,
            get: |it| it.pushed,
            set: |it, value| it.pushed = value,
            ..SPEED
        },
    ];
}

/// A ball rolls over a rough floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// What rolls.
    pub ball: Ball,
    /// How it moves along.
    pub course: Course,
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
            ball: Ball::default(),
            course: Course::default(),
            surface: Surface::default(),
            touch: Touch { stiffness: 1e9, damping: 8.0, ..Touch::default() },
            floor: Resonator { modes: 32.0, ..Resonator::of("rectangular-plate", "wood", 0.5, 0.015) },
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
        (body == RIDES).then_some(self.ball.mass)
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
    fn go_on(&mut self, course: &Course) -> f64 {
        let before = self.velocity.max(0.0);
        let push = if self.pushed > 0.0 { course.push } else { 0.0 };
        self.pushed -= self.seconds;
        let change = (push - course.slowing) * self.seconds;
        let after = (before + change).min(FASTEST);
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
                self.go_on(&now.course)
            } else {
                0.0
            };
            let turned = self.ride.way() / now.ball.radius;
            let swing = 1.0 + now.ball.asymmetry * libm::sin(turned);
            self.ride.go_on(at, by, weight * swing);
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
    fn a_ball_and_its_course_hold_to_their_tables() {
        foley_params::defaults_hold::<Ball>().unwrap();
        foley_params::defaults_hold::<Course>().unwrap();
    }

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
        let course = Course { push: 5.0, ..model.course };
        let mut rolls = model.player(1, Step::at_rate(48_000.0));
        (rolls.velocity, rolls.pushed) = (-0.1, 1.0);
        let way = rolls.go_on(&course);
        assert!((0.0..1e-6).contains(&way), "{way} m");
        assert!(rolls.velocity > 0.0, "it begins to roll");
    }

    #[test]
    fn a_ball_stops_after_v_squared_over_twice_its_slowing() {
        let model = Rolling::default();
        let step = Step::at_rate(48_000.0);
        let mut rolls = model.player(1, step);
        let Course { speed, slowing, .. } = model.course;
        rolls.velocity = speed;
        let (mut way, mut samples) = (0.0, 0);
        while rolls.velocity > 0.0 {
            way += rolls.go_on(&model.course);
            samples += 1;
        }
        let expected = speed * speed / (2.0 * slowing);
        assert!((way / expected - 1.0).abs() < 1e-9, "{way} m for {expected} m");
        let lasted = f64::from(samples) * step.seconds();
        let expected = speed / slowing;
        assert!((lasted - expected).abs() <= step.seconds(), "{lasted} s for {expected} s");
    }
}
