//! Something pointed is drawn over a rough surface: a fork over a plate, a nail over a board.
//!
//! A small probe is pressed against a body that rings, with the same rough surface between them over which a
//! ball would roll, and drawn along in strokes. Every slope of the surface that it runs up or down moves it
//! at (slope × speed), and the contact passes on what it takes to move it:
//!
//! $$ m \ddot x = F - f(x_c, \dot x_c), \qquad x_c = x - x_{body} + c(s), \qquad \dot x_c = \dot x - \dot x_{body} + c'(s)\,v, \qquad \dot s = v $$
//!
//! | symbol | here                  | unit | meaning                                                        |
//! |--------|-----------------------|------|----------------------------------------------------------------|
//! | m      | [`Probe::mass`]       | kg   | of the probe and what moves with it                            |
//! | r      | [`Probe::radius`]     | m    | of its tip: what is shorter it does not feel                   |
//! | F      | [`Probe::pressure`]   | N    | what presses it                                                |
//! | f      | [`Touch`]             | N    | `k x^α (1 + μ ẋ)`                                              |
//! | c      | [`crate::surface_rider`]     | m    | where the tip rides on the surface                             |
//! | s, v   | [`ScrapingStroke`], `scrape`  | m, m/s | how far and how fast                                         |
//!
//! How many bumps the surface has ([`Surface::density`]) leads from rubbing, where they run together, over
//! scratching to the single knocks of something that rolls \[Conan2014\]. Without motion nothing is heard,
//! however hard it is pressed.
//!
//! Where the tip is pressed in further than the surface is rough, x₀ = (F/k)^(1/α) ≫ σ, and what holds it is
//! too heavy to follow, the force swings about F by
//!
//! $$ f - F \approx F \left( \frac{\alpha}{x_0}\, c(s) + \mu\, c'(s)\, v \right): $$
//!
//! from the slope and the speed, in proportion to the pressure. That is how it rubs. Pressed less, it jumps
//! from top to top and rattles.
//!
//! A stroke gathers speed over its first fifth and loses it over its last, so that one of length L lasts
//! L/(0.8 v).
//!
//! Source: \[PapettiThesis, 2.2.5\], \[Conan2014\]. Facts: `tests/scraping_facts.rs`.

use crate::surface_rider::{RIDER, Ride, TOUCH, scene_spec};
use crate::{Resonator, ResonatorMaterial, ResonatorShape, Surface, Touch};
use foley_contact::Step;
use foley_params::{Info, Param, param, params};
use foley_scene::{ContactLaw, SceneSpec};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, PartAccess, Player, SoundError, parts};

/// Part of a stroke in which it gathers speed, and in which it loses it.
const EDGE: f64 = 0.2;

params! {
    /// What is drawn over the surface.
    /// Default: a fork.
    pub struct Probe("probe") {
        /// Radius of the tip: what is shorter it does not feel.
        radius: f64 = 5e-4, "r", Metre, log [1e-5, 0.05], glide 0.05, handle("bluntness", "needle", "thumb");
        /// Mass of the tip and of what moves with it.
        mass: f64 = 0.03, "m", Kilogram, log [1e-4, 1.0], glide 0.05, handle("weight", "bristle", "chisel");
        /// How hard it is pressed.
        pressure: f64 = 2.0, "F", Newton, log [0.01, 50.0], glide 0.05,
            handle("pressing", "brushing past", "digging in");
    }
}

params! {
    /// How it is drawn along.
    /// Default: once, over a hand's length.
    pub struct ScrapingStroke("scraping-stroke") {
        /// How fast it is drawn in the middle of a stroke, now and from now on.
        speed: f64 = 0.25, "v", MetrePerSecond, log [0.01, 5.0], glide 0.02,
            handle("pace", "creeping", "slashing");
        /// How far a stroke goes.
        length: f64 = 0.2, "L", Metre, log [0.005, 2.0], glide 0.02;
        /// How many strokes follow one another.
        strokes: u32 = 1, "n", One, count [1, 40], glide 0.02;
        /// How long it stays where it is between two strokes.
        pause: f64 = 0.05, "tp", Second, lin [0.0, 2.0], glide 0.02;
    }
}

const SPEED: Param<ScrapingStroke> = param("speed");

/// Something pointed is drawn over a rough surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scraping {
    /// What is drawn over it.
    pub probe: Probe,
    /// How.
    pub stroke: ScrapingStroke,
    /// The surface, under a lens.
    pub surface: Surface,
    /// How the tip and the surface meet.
    pub touch: Touch,
    /// What rings under it.
    pub body: Resonator,
}

impl Default for Scraping {
    /// A fork on a plate.
    fn default() -> Self {
        Self {
            probe: Probe::default(),
            stroke: ScrapingStroke::default(),
            surface: Surface { roughness: 4e-6, longest: 2e-3, shortest: 1e-4, slope: 1.0, density: 1.0 },
            touch: Touch { stiffness: 1e7, damping: 10.0, ..Touch::default() },
            body: Resonator {
                modes: 32,
                ..Resonator::of(ResonatorShape::Disc, ResonatorMaterial::Ceramic, 0.24, 0.005)
            },
        }
    }
}

impl Model for Scraping {
    const INFO: ModelInfo = ModelInfo {
        name: "scraping",
        title: "Something pointed is drawn over a rough surface",
        family: Family::Solids,
        level: Level::Texture,
        made_of: &["impact"],
        physics: "A small probe is pressed against a body that rings and drawn over the roughness between them: every slope it runs up \
                  or down moves it, and the contact passes that on. Faster is brighter and louder, harder pressed is louder, a blunt \
                  tip is duller. With many bumps it rubs, with fewer it scratches, with single ones it sounds as if it rolled. \
                  Where it stays it is silent.",
        equation: "m·ẍ = F − f(x + c(s), ẋ + c′(s)·v),  ṡ = v",
        source: "[PapettiThesis, 2.2.5], [Conan2014]",
    };
    const PARTS: &'static [PartAccess<Self>] = parts![
        probe: Interaction,
        stroke: Motion,
        surface: Interaction,
        touch: Interaction,
        body: Structure,
    ];
    const GESTURES: &'static [Info] =
        &[Info { id: "scrape", doc: "Draws it along at this speed.", ..SPEED.info() }];
    type Player = ScrapingPlayer;

    fn scene_spec(&self, channels: usize) -> Result<SceneSpec, SoundError> {
        let body = self.body.spec(channels)?;
        Ok(scene_spec(self.probe.mass, self.touch.law(), body, channels))
    }

    fn player(&self, seed: u64, step: Step) -> ScrapingPlayer {
        ScrapingPlayer {
            ride: Ride::new(&self.surface, self.probe.radius, seed, step),
            seconds: step.seconds(),
            speed: self.stroke.speed,
            told: self.stroke.speed,
            left: 0.0,
            progress: 0.0,
            pause_left: 0.0,
        }
    }

    fn law(&self, contact: usize) -> Option<ContactLaw> {
        (contact == TOUCH).then(|| self.touch.law())
    }

    fn mass(&self, body: usize) -> Option<f64> {
        (body == RIDER).then_some(self.probe.mass)
    }

    fn default_gestures(&self) -> Vec<(f64, usize, f64)> {
        vec![(0.0, 0, self.stroke.speed)]
    }
}

/// Draws it along, stroke by stroke, and takes it off.
#[derive(Clone, Debug)]
pub struct ScrapingPlayer {
    ride: Ride,
    seconds: f64,
    /// v in the middle of a stroke [m/s]
    speed: f64,
    /// The speed that the parameter had when last looked at [m/s].
    told: f64,
    /// Strokes that are still to be made, the present one included.
    left: f64,
    /// How much of the present stroke's time has progress \[1\].
    progress: f64,
    /// How long it still stays where it is \[s\].
    pause_left: f64,
}

impl ScrapingPlayer {
    /// How far it is drawn in a sample \[m\].
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
            self.ride.change(&now.surface, now.probe.radius);
        }
        let mut steer = 0.0;
        if now.stroke.speed != self.told {
            self.told = now.stroke.speed;
            steer = (self.told - self.speed) / BLOCK as f64;
        }
        let moves = self.left >= 1.0 || !self.ride.settled();
        if !moves && block.gestures().is_empty() && !block.changed() {
            return;
        }
        let mut next = 0;
        for at in 0..BLOCK {
            while let Some(&done) = block.gestures().get(next)
                && done.at <= at
            {
                self.speed = done.value.clamp(SPEED.min, SPEED.max);
                (steer, self.progress, self.pause_left) = (0.0, 0.0, 0.0);
                self.left = f64::from(now.stroke.strokes);
                self.ride.set_down(at, block);
                next += 1;
            }
            self.speed += steer;
            let by = self.advance(&now.stroke);
            self.ride.advance(at, by, now.probe.pressure);
        }
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
    fn a_stroke_is_as_long_as_it_says() {
        let stroke = ScrapingStroke { strokes: 3, ..ScrapingStroke::default() };
        let model = Scraping { stroke, ..Scraping::default() };
        let mut scrapes = model.player(1, Step::at_rate(48_000.0));
        scrapes.left = 3.0;
        let mut way = 0.0;
        while scrapes.left >= 1.0 {
            way += scrapes.advance(&stroke);
        }
        // Each begins and ends within a sample.
        let expected = 3.0 * stroke.length;
        assert!((way / expected - 1.0).abs() < 1e-3, "{way} m for {expected} m");
    }
}
