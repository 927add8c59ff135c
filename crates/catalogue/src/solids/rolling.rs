//! A ball rolls over a rough floor, slows down and stops.
//!
//! The ball rides on the peaks of the surface that it can reach. They lift and drop it, while its weight
//! holds it to the floor. The force on the floor is that of one lasting impact contact:
//!
//! ```math
//! m \ddot x = w(t) - f(x_c, \dot x_c), \qquad x_c = x - x_{floor} + c(s), \qquad w = m g (1 + Q) \left(1 + a \sin \tfrac{s}{R}\right),
//! \qquad \dot s = v, \quad \dot v = p - r
//! ```
//!
//! | symbol | here                       | unit   | meaning                                            |
//! |--------|----------------------------|--------|----------------------------------------------------|
//! | R      | [`RollingBall::radius`]    | m      | radius of the ball                                 |
//! | m      | [`RollingBall::mass`]      | kg     | mass of the ball, 4π/3 ρ R³                        |
//! | Q      | [`RollingBall::load`]      | 1      | sprung load, in units of the ball's own weight      |
//! | a      | [`RollingBall::asymmetry`] | 1      | variation of the weight once per turn, at v/2πR    |
//! | f      | [`Touch`]                  | N      | `k x^α (1 + μ ẋ)`                                  |
//! | c      | [`crate::surface_rider`]   | m      | height of its centre, averaged over the patch where it touches |
//! | s, v   | [`RollingCourse`], `roll`  | m, m/s | distance and speed                                 |
//! | p, r   | [`RollingCourse`]          | m/s²   | acceleration of the push, and rolling resistance   |
//!
//! Without a push it stops after v/r seconds and v²/2r metres. Where c curves down faster than the ball can
//! fall, at v²c'' > g, it leaves the floor and returns: it rattles.
//!
//! **Size.** A large ball sounds darker for three causes: it bridges short waves, its patch averages them
//! out, and its mass is slow to follow. Above the resonance on the contact,
//!
//! ```math
//! f_c = \frac{1}{2\pi} \sqrt{\frac{k_c}{m}}, \qquad k_c = \alpha k x_0^{\alpha - 1} = \alpha\, k^{1/\alpha} w^{1 - 1/\alpha},
//! ```
//!
//! the ball stays where it is, and the force falls. With m ∝ R³, f_c ∝ R^(−1) for α = 3/2. The parameter
//! `radius` does not change the stiffness k, which for a ball of the same material grows as √R; then f_c ∝
//! R^(−5/6). The floor damps this resonance as far as it moves; a heavy slab hardly does.
//!
//! **Slip.** Waves shorter than the `shortest` one are asperities inside the patch
//! ([`foley_scene::Roughness`]). The surfaces are stretched by about a/R in the patch, a being its radius,
//! and slip at about u = (a/R) v \[Johnson1985, chapter 8\]. The slip makes the broadband part of the sound,
//! and its friction a rolling resistance μ a/R: 0.001 for a marble.
//!
//! **Body.** The rolling body may ring, too: a wheel, a can, a barrel. It is touched at one point of its rim,
//! and moves freely as a whole.
//!
//! Source: \[PapettiThesis, 2.2.5\]; \[Rath2003\]; resonance on the contact and wheels on rails:
//! \[Remington1976\], \[Thompson2009\]. Facts: `tests/all/rolling_facts.rs`.

use super::impact::roughness;
use crate::surface_rider::{RIDER, Ride, TOUCH, patch_radius, scene_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorMounting, ResonatorShape, Surface, Touch};
use core::f64::consts::PI;
use foley_body::radiation::Click;
use foley_contact::{Motion, Step};
use foley_params::{Info, Param, param, params};
use foley_scene::{BodySpec, ContactLaw, Roughness, SceneSpec};
use foley_sound::scene_parts::{add_channel_outputs, resting_mass};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Gravitational acceleration [m/s²].
const GRAVITY: f64 = 9.81;
/// Maximum speed of the ball [m/s], also while it is pushed.
const MAX_SPEED: f64 = 40.0;

params! {
    /// Rolling body.
    /// Default: a large glass marble.
    pub struct RollingBall("rolling-ball") {
        /// Radius of the rolling body; a large body bridges short waves of the surface.
        radius: f64 = 0.0125, "R", Metre, log [1e-3, 0.5], glide 0.05, handle("ball-size", "bead", "barrel");
        /// Mass of the rolling body per volume of a ball of its radius; low for a hollow body.
        bulk_density as "bulk-density": f64 = 2500.0, "ρ", KilogramPerCubicMetre, log [30.0, 20_000.0], glide 0.05,
            handle("weight", "ping-pong ball", "lead");
        /// Weight that the body carries on springs, in units of its own weight.
        load: f64 = 0.0, "Q", One, lin [0.0, 30.0], glide 0.05;
        /// Fraction of the weight on the floor that varies once per turn.
        asymmetry: f64 = 0.1, "a", One, lin [0.0, 1.0], glide 0.05, handle("wobble", "round", "egg");
    }
}

impl RollingBall {
    /// Returns the mass of the body \[kg\].
    pub fn mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.bulk_density * self.radius * self.radius * self.radius
    }

    /// Returns the mean weight on the floor \[N\].
    pub fn weight(&self) -> f64 {
        GRAVITY * self.mass() * (1.0 + self.load)
    }
}

params! {
    /// Motion of the body.
    /// Default: sent across a table.
    pub struct RollingCourse("rolling-course") {
        /// Initial speed of the rolling body; a change while rolling acts at once.
        speed: f64 = 0.5, "v", MetrePerSecond, log [0.02, 30.0], glide 0.05,
            handle("pace", "creeping", "train");
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
        surface: Surface = Surface { roughness: 1e-6, longest: 0.02, shortest: 5e-5, slope: 2.0, density: 1.0 }, Interaction;
        /// Contact law between the ball and the floor.
        touch: Touch = Touch { stiffness: 1e9, damping: 8.0, ..Touch::default() }, Interaction;
        /// Resonating floor under the ball.
        floor: Resonator = Resonator {
            modes: 64,
            field: 96,
            mounting: ResonatorMounting::Standing,
            ..Resonator::of(ResonatorShape::RectangularPlate, ResonatorMaterial::Wood, 1.2, 0.022)
        }, Structure;
        /// Modes of the rolling body; a body with `modes` 0 does not ring.
        body: Resonator = Resonator {
            modes: 0,
            ..Resonator::of(ResonatorShape::Ring, ResonatorMaterial::Steel, 0.3, 0.01)
        }, Structure;
    }
}

impl Rolling {
    /// Returns the radius of the patch over which the ball touches under its weight \[m\].
    fn patch(&self) -> f64 {
        patch_radius(&self.touch, self.ball.weight(), self.ball.radius)
    }

    fn rings(&self) -> bool {
        self.body.modes >= 1
    }

    /// Returns the asperities of a ball that rolls at `speed` [m/s]: those of surfaces that slip at (a/R) v.
    fn asperities(&self, speed: f64) -> Option<Roughness> {
        let rough = roughness(self.touch.law(), self.surface.fine_roughness(), self.ball.radius)?;
        Some(Roughness { sliding: speed * self.patch() / self.ball.radius, ..rough })
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
                  resonating floor: one lasting impact contact. A large ball bridges short waves, averages others out over the \
                  patch where it touches, and is too heavy to follow: it sounds darker. Speed shifts the whole spectrum up, and \
                  an uneven ball swells once per turn. The ball may ring itself. It loses speed and stops.",
        equation: "m·ẍ = m·g·(1 + Q)·(1 + a·sin(s/R)) − f(x + c(s)),  c(s) = mean over the patch of max over ξ of h(s+ξ) − ξ²/2R",
        source: "[PapettiThesis, 2.2.5], [Rath2003], [Remington1976]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "roll", doc: "Rolls the ball at this speed.", ..SPEED.info() }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.course.speed;
    type Player = RollingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let click = Click { mass: self.ball.mass(), radius: self.ball.radius };
        let floor = self.floor.spec(channels)?.with_click(click, 0, 1..1 + channels);
        let ball = if self.rings() {
            let spec = self.body.free_spec(channels, self.ball.mass())?;
            BodySpec::Modal {
                ports: (0..spec.ports).map(|port| port.to_string()).collect(),
                spec,
                motion: Motion::new(-0.01, 0.0),
                falls: false,
            }
        } else {
            resting_mass(self.ball.mass())
        };
        let mut scene = scene_spec(ball, self.touch.law(), floor, channels);
        if let Some(contact) = scene.contacts.get_mut(TOUCH) {
            contact.value.roughness = self.roughness(TOUCH);
        }
        if self.rings() {
            add_channel_outputs(&mut scene, "ball", RIDER, 1 + channels, channels, 1.0);
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> RollingPlayer {
        RollingPlayer {
            ride: Ride::new(&self.surface, self.ball.radius, self.patch(), seed, step),
            seconds: step.seconds(),
            velocity: 0.0,
            pushed: 0.0,
            speed_param: self.course.speed,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn roughness(&self, contact: usize) -> Option<Roughness> {
        self.asperities(0.0).filter(|_| contact == TOUCH)
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == RIDER).then_some(self.ball.mass())
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
            self.ride.change(&now.surface, now.ball.radius, now.patch());
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
        let weight = now.ball.weight();
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
        // The roughness is valid and the block has not begun, so that the call cannot fail.
        let asperities =
            Some(self.velocity).filter(|&speed| speed > 0.0).and_then(|speed| now.asperities(speed));
        let _ = block.scene().change_roughness(TOUCH, asperities);
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
