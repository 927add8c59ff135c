//! A pointed probe is drawn over a rough surface: a fork over a plate, a nail over a board.
//!
//! A small probe is pressed against a resonating body and drawn along in strokes, over the same kind of
//! rough surface as in rolling. Every slope of the surface moves the probe at (slope × speed), and the
//! contact transmits the force of this motion:
//!
//! ```math
//! m \ddot x = F - f(x_c, \dot x_c), \qquad x_c = x - x_{body} + c(s), \qquad \dot x_c = \dot x - \dot x_{body} + c'(s)\,v, \qquad \dot s = v
//! ```
//!
//! | symbol | here                         | unit   | meaning                                                |
//! |--------|------------------------------|--------|--------------------------------------------------------|
//! | m      | [`Probe::mass`]              | kg     | mass of the probe and of everything that moves with it |
//! | r      | [`Probe::radius`]            | m      | radius of its tip; shorter waves are not felt          |
//! | F      | [`Probe::pressure`]          | N      | normal force                                           |
//! | f      | [`Touch`]                    | N      | `k x^α (1 + μ ẋ)`                                      |
//! | c      | [`crate::surface_rider`]     | m      | height of the tip on the surface                       |
//! | s, v   | [`ScrapingStroke`], `scrape` | m, m/s | distance and speed                                     |
//!
//! The density of bumps ([`Surface::density`]) leads from rubbing, where bumps merge, over scratching to
//! the single knocks of rolling \[Conan2014\]. Without motion there is no sound at any force.
//!
//! If the compression exceeds the roughness, x₀ = (F/k)^(1/α) ≫ σ, and the probe is too heavy to follow the
//! surface, the force varies around F by
//!
//! ```math
//! f - F \approx F \left( \frac{\alpha}{x_0}\, c(s) + \mu\, c'(s)\, v \right):
//! ```
//!
//! in proportion to the slope, the speed and the normal force. This is rubbing. At a lower force the probe
//! jumps from peak to peak and rattles.
//!
//! Unlike a rolling ball, the tip is not averaged over the patch of its compression: the stiffness k is that
//! of the whole probe, with its prongs and the hand, and says nothing about the size of the patch.
//!
//! Waves of the surface shorter than its `shortest` are asperities inside the contact
//! ([`foley_scene::Roughness`]): while the probe slides, they touch and part at random, and make the
//! broadband part of the sound.
//!
//! A stroke accelerates over its first fifth and decelerates over its last, so that a stroke of length L
//! lasts L/(0.8 v).
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Conan2014\]. Facts: `tests/all/scraping_facts.rs`.

use super::impact::roughness;
use crate::surface_rider::{RIDER, Ride, TOUCH, scene_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Surface, Touch};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, Roughness, SceneSpec};
use foley_sound::scene_parts::resting_mass;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Fraction of a stroke in which the probe accelerates, and in which the probe decelerates \[1\].
const EDGE: f64 = 0.2;

/// Radius of the patch over which the surface is averaged \[m\]: the tip itself is smaller than the waves of
/// the profile.
const PATCH: f64 = 0.0;

params! {
    /// Probe drawn over the surface.
    /// Default: a fork.
    pub struct Probe("probe") {
        /// Radius of the tip of the probe; it does not follow shorter waves of the surface.
        radius: f64 = 5e-4, "r", Metre, log [1e-5, 0.05], glide 0.05, handle("bluntness", "needle", "thumb");
        /// Mass of the tip of the probe and of everything that moves with it.
        mass: f64 = 0.03, "m", Kilogram, log [1e-4, 1.0], glide 0.05, handle("weight", "bristle", "chisel");
        /// Normal force on the probe.
        pressure: f64 = 2.0, "F", Newton, log [0.01, 50.0], glide 0.05,
            handle("pressing", "brushing past", "digging in");
    }
}

params! {
    /// Motion of the probe.
    /// Default: once, over a hand's length.
    pub struct ScrapingStroke("scraping-stroke") {
        /// Speed of the probe in the middle of a stroke; a change acts at once.
        speed: f64 = 0.25, "v", MetrePerSecond, log [0.01, 5.0], glide 0.02,
            handle("pace", "creeping", "slashing");
        /// Length of a stroke.
        length: f64 = 0.2, "L", Metre, log [0.005, 2.0], glide 0.02;
        /// Number of strokes per gesture when rendered.
        strokes: u32 = 1, "n", One, count [1, 40], glide 0.02;
        /// Pause between two strokes.
        pause: f64 = 0.05, "tp", Second, lin [0.0, 2.0], glide 0.02;
    }
}

const SPEED: Param<ScrapingStroke> = param("speed");

parts! {
    /// Model of a pointed probe that is drawn over a rough surface.
    /// Default: a fork on a plate.
    pub struct Scraping {
        /// Mass, tip radius and pressure of the probe.
        probe: Probe, Interaction;
        /// Speed, length and number of the strokes.
        stroke: ScrapingStroke, Motion;
        /// Roughness of the surface under the probe.
        surface: Surface = Surface { roughness: 4e-6, longest: 2e-3, shortest: 1e-4, slope: 1.0, density: 1.0 }, Interaction;
        /// Contact law between the tip of the probe and the surface.
        touch: Touch = Touch { stiffness: 1e7, damping: 10.0, ..Touch::default() }, Interaction;
        /// Resonating body under the surface.
        body: Resonator = Resonator {
            modes: 32,
            ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Ceramic, 0.24, 0.005)
        }, Structure;
    }
}

impl Model for Scraping {
    const INFO: ModelInfo = ModelInfo {
        name: "scraping",
        title: "Something pointed is drawn over a rough surface",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "A small probe is pressed against a resonating body and drawn over the roughness between them: every slope moves the \
                  probe, and the contact transmits the force. A faster stroke is brighter and louder, a higher force is louder, a blunt \
                  tip is duller. Many bumps rub, fewer bumps scratch, single bumps sound like rolling. A probe at rest is silent.",
        equation: "m·ẍ = F − f(x + c(s), ẋ + c′(s)·v),  ṡ = v",
        source: "[PapettiThesis, 2.2.5], [Conan2014]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["scrape"];
    const GESTURES: &'static [Info] = &[Info {
        id: "scrape",
        doc: "Draws the probe along at this speed, live stroke after stroke until 0, which lifts it.",
        ..SPEED.info()
    }];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.stroke.speed;
    type Player = ScrapingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let body = self.body.spec(channels)?;
        let mut scene = scene_spec(resting_mass(self.probe.mass), self.touch.law(), body, channels);
        if let Some(contact) = scene.contacts.get_mut(TOUCH) {
            contact.value.roughness = self.roughness(TOUCH);
        }
        Ok(scene)
    }

    fn player(&self, seed: u64, step: Step) -> ScrapingPlayer {
        ScrapingPlayer {
            ride: Ride::new(&self.surface, self.probe.radius, PATCH, seed, step),
            seconds: step.seconds(),
            speed: self.stroke.speed,
            speed_param: self.stroke.speed,
            left: 0.0,
            progress: 0.0,
            pause_left: 0.0,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn roughness(&self, contact: usize) -> Option<Roughness> {
        let height = self.surface.fine_roughness();
        roughness(self.touch.law(), height, self.probe.radius).filter(|_| contact == TOUCH)
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == RIDER).then_some(self.probe.mass)
    }
}

/// Draws the probe along stroke by stroke, then lifts the probe off.
#[derive(Clone, Debug)]
pub struct ScrapingPlayer {
    ride: Ride,
    seconds: f64,
    /// Speed v of the probe in the middle of a stroke [m/s].
    speed: f64,
    /// Last value of the speed parameter [m/s].
    speed_param: f64,
    /// Number of remaining strokes, including the current one.
    left: f64,
    /// Elapsed fraction of the current stroke \[1\].
    progress: f64,
    /// Remaining time of the pause between two strokes \[s\].
    pause_left: f64,
}

impl ScrapingPlayer {
    /// Begins the last part of the present stroke, in which the probe slows down; lifts a probe that pauses.
    fn end(&mut self) {
        if self.left < 1.0 {
            return;
        }
        if self.pause_left > 0.0 {
            self.left = 0.0;
            self.ride.take_off();
            return;
        }
        self.left = 1.0;
        // A probe that still accelerates slows down from its present speed.
        let mirrored = if self.progress < 0.5 { 1.0 - self.progress } else { self.progress };
        self.progress = if self.progress < EDGE { mirrored } else { self.progress.max(1.0 - EDGE) };
    }

    /// Advances the stroke by one sample and returns the distance moved in that sample \[m\].
    fn advance(&mut self, stroke: &ScrapingStroke) -> f64 {
        if self.left < 1.0 {
            return 0.0;
        }
        if self.pause_left > 0.0 || !self.ride.settled() {
            self.pause_left -= self.seconds;
            return 0.0;
        }
        let share = self.seconds * self.speed * (1.0 - EDGE) / stroke.length;
        let middle = self.progress + 0.5 * share;
        self.progress += share;
        if self.progress >= 1.0 {
            self.progress = 0.0;
            self.pause_left = stroke.pause;
            self.left -= 1.0;
            if self.left < 1.0 {
                self.ride.take_off();
            }
        }
        let edge = (middle.min(1.0 - middle) / EDGE).clamp(0.0, 1.0);
        self.speed * self.seconds * edge * edge * (3.0 - 2.0 * edge)
    }
}

impl Player<Scraping> for ScrapingPlayer {
    fn play(&mut self, now: &Scraping, block: &mut Block<'_>) {
        if block.changed() {
            self.ride.change(&now.surface, now.probe.radius, PATCH);
        }
        let mut steer = 0.0;
        if now.stroke.speed != self.speed_param {
            self.speed_param = now.stroke.speed;
            steer = (self.speed_param - self.speed) / BLOCK as f64;
        }
        let moving = self.left >= 1.0 || !self.ride.settled();
        if !moving && block.gestures().is_empty() && !block.changed() {
            return;
        }
        let mut next = 0;
        let (mut travelled, span) = (0.0, self.seconds * BLOCK as f64);
        for at in 0..BLOCK {
            while let Some(&gesture) = block.gestures().get(next)
                && gesture.at <= at
            {
                next += 1;
                if gesture.value <= 0.0 {
                    self.end();
                    continue;
                }
                self.speed = gesture.value.clamp(SPEED.min, SPEED.max);
                steer = 0.0;
                // A probe in motion that goes on until told only changes its speed.
                if !(gesture.held && self.left >= 1.0) {
                    (self.progress, self.pause_left) = (0.0, 0.0);
                    self.ride.set_down(at, block);
                }
                self.left = gesture.duration(f64::from(now.stroke.strokes));
            }
            self.speed += steer;
            let by = self.advance(&now.stroke);
            travelled += by;
            self.ride.advance(at, by, now.probe.pressure);
        }
        // The asperities of a probe at rest stay as they are.
        let slides = now.roughness(TOUCH).filter(|_| travelled > 0.0);
        let roughness = slides.map(|rough| Roughness { sliding: travelled / span, ..rough });
        // The roughness is valid and the block has not begun, so that the call cannot fail.
        let _ = block.scene().change_roughness(TOUCH, roughness);
        self.ride.feed(block);
    }

    fn done(&self) -> bool {
        self.left < 1.0 && self.ride.settled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_covers_its_declared_length() {
        let stroke = ScrapingStroke { strokes: 3, ..ScrapingStroke::default() };
        let model = Scraping { stroke, ..Scraping::default() };
        let mut player = model.player(1, Step::at_rate(48_000.0));
        player.left = 3.0;
        let mut distance = 0.0;
        while player.left >= 1.0 {
            distance += player.advance(&stroke);
        }
        // Each stroke is exact except for the one sample in which it begins or ends.
        let expected = 3.0 * stroke.length;
        assert!((distance / expected - 1.0).abs() < 1e-3, "{distance} m for {expected} m");
    }
}
