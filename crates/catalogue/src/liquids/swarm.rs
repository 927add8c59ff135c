//! Bubbles that are born by chance: when, how large, how loud. What boils, fries, runs, pours and rains.
//!
//! BirthClock know nothing of each other: in a time Δt there is one with the chance $\lambda\,\Delta t$, whatever
//! came before (Poisson). Radii follow one of two laws between two bounds,
//!
//! $$ p(r) \propto r^{-\gamma} \quad\text{or}\quad p(\ln r) \propto e^{-(\ln r - m)^2/2 s^2}, \qquad m = \tfrac12 \ln (r_0 r_1), \; s = \tfrac14 \ln \frac{r_1}{r_0} $$
//!
//! so that the bounds of the second lie two deviations to either side. Each bubble swings by
//!
//! $$ \varepsilon \left(\frac{r}{r_m}\right)^{\alpha} u^{\beta}, \qquad r_m = \sqrt{r_0 r_1} $$
//!
//! of its radius, with a chance u between 0 and 1, and never by more than [`MAX_SWING`].
//!
//! | symbol  | here                                    | unit | meaning                                               |
//! |---------|-----------------------------------------|------|-------------------------------------------------------|
//! | λ       | [`Swarm::rate`]                         | 1/s  | births in a second                                    |
//! | r₀, r₁  | [`Swarm::smallest`], [`Swarm::largest`] | m    | bounds of the radii, in either order                  |
//! | γ       | [`Swarm::exponent`]                     | 1    | of the law of powers                                  |
//! | ε, α, β | [`BubbleLoudness`]                            | 1    | swing, how it grows with size, how it is left to chance |
//!
//! Source: \[vandenDoel2005\]; the power laws of bubbles under breaking waves, r^−3/2 and r^−10/3:
//! \[Deane2002\].

use super::bank::DampedTone;
use super::minnaert::{self, Liquid};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{choices, params};
use foley_sound::BLOCK;

choices! {
    /// Distribution of the radii of bubbles.
    pub enum RadiusLaw {
        /// The logarithm of the radius is normally distributed.
        LogNormal = "log-normal",
        /// The density is a power of the radius.
        Power = "power",
    }
}

/// No bubble swings by more than this part of its radius.
pub const MAX_SWING: f64 = 0.3;
/// Largest radius \[m\].
pub const MAX_RADIUS: f64 = 0.02;
/// Most births in a block.
const MAX_BIRTHS_PER_BLOCK: usize = 512;

params! {
    /// When bubbles are born, and how large.
    /// Default: a tap runs into a basin.
    pub struct Swarm("swarm") {
        /// How many bubbles are born in a second.
        rate: f64 = 400.0, "λ", PerSecond, log [0.5, 10_000.0], glide 0.02,
            handle("density", "single plinks", "roar");
        /// Law of the radii: most in the middle, or the more the smaller.
        law: RadiusLaw = RadiusLaw::LogNormal, "p", choice;
        /// One bound of the radii.
        smallest: f64 = 0.0005, "r₀", Metre, log [1e-4, MAX_RADIUS], glide 0.02;
        /// The other bound of the radii.
        largest: f64 = 0.006, "r₁", Metre, log [1e-4, MAX_RADIUS], glide 0.02, handle("size", "fizz", "gulps");
        /// Of the law of powers: the larger, the fewer large bubbles. Unused by the other law.
        exponent: f64 = 1.5, "γ", One, lin [0.0, 6.0], glide 0.02;
        /// How much the rate itself comes and goes, in about a third of a second; with 0 births are Poisson's
        /// at one rate.
        unrest: f64 = 0.2, "κ", One, lin [0.0, 1.0], glide 0.02, handle("unrest", "steady", "in gusts");
    }
}

impl Swarm {
    /// Bounds of the radii, the smaller first \[m\].
    pub fn bounds(&self) -> [f64; 2] {
        let (a, b) = (self.smallest, self.largest);
        [a.min(b), a.max(b)]
    }

    /// r_m \[m\].
    pub fn middle_radius(&self) -> f64 {
        (self.smallest * self.largest).sqrt()
    }

    /// A radius by the law \[m\]. Real-time: yes.
    pub fn radius(&self, dice: &mut Dice) -> f64 {
        let [low, high] = self.bounds();
        if self.law == RadiusLaw::Power {
            return dice.power(low, high, self.exponent);
        }
        // One in 22 lies beyond two deviations and is drawn again; twelve in a row never do.
        for _ in 0..12 {
            let normal = dice.normal();
            if normal.abs() <= 2.0 {
                let position = 0.5 + 0.25 * normal;
                return low * libm::pow(high / low, position);
            }
        }
        self.middle_radius()
    }
}

params! {
    /// How loud each is.
    pub struct BubbleLoudness("loudness") {
        /// By which part of itself the radius of a bubble of middle size swings at most.
        swing: f64 = 0.01, "ε", One, log [1e-4, 0.1], glide 0.02, handle("violence", "let go", "torn off");
        /// The swing goes as this power of the radius: above 0 the large ones are loud, below the small ones.
        growth: f64 = 0.0, "α", One, lin [-2.0, 3.0], glide 0.02;
        /// The swing goes as this power of a chance: 0 all alike, 10 few loud among many faint.
        chance: f64 = 2.0, "β", One, lin [0.0, 10.0], glide 0.02;
        /// By which part of itself the pitch grows in one decay time.
        rise: f64 = 0.1, "ξ", One, lin [0.0, 1.0], glide 0.02, handle("chirp", "steady", "up and away");
        /// Part of the bubbles whose pitch rises; that of the others stays.
        risers: f64 = 0.5, "P", One, lin [0.0, 1.0], glide 0.02;
        /// They are born anywhere between the surface and this depth.
        depth: f64 = 0.02, "h", Metre, log [1e-3, 1.0], glide 0.02;
        /// Time in which its sound comes up, by 63 %: the smoothness of its beginning.
        swell: f64 = 0.0003, "s", Second, log [1e-5, 0.05], glide 0.02, handle("softness", "click", "swell");
    }
}

impl BubbleLoudness {
    /// A bubble of this radius \[m\] of a swarm, with its own chance. Real-time: yes.
    pub fn tone(&self, swarm: &Swarm, liquid: &Liquid, radius: f64, dice: &mut Dice) -> DampedTone {
        let size = libm::pow(radius / swarm.middle_radius(), self.growth);
        let chance = libm::pow(dice.unit(), self.chance);
        let swing = (self.swing * size * chance).min(MAX_SWING);
        let rises = dice.unit() < self.risers;
        let depth = dice.unit() * self.depth;
        let rise = if rises { self.rise } else { 0.0 };
        DampedTone { swell: self.swell, ..minnaert::tone(liquid, radius, depth, swing, rise) }
    }
}

/// The clock of the births.
#[derive(Clone, Debug)]
pub struct BirthClock {
    dice: Dice,
    /// BirthClock that are due, with a mean of one \[1\].
    left: f64,
    /// Slow chance, of variance 1.
    unrest: f64,
}

/// Time in which the unrest forgets itself \[s\].
const GUST_TIME: f64 = 0.3;

impl BirthClock {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let left = dice.waiting(1.0);
        Self { dice, left, unrest: 0.0 }
    }

    /// Chance for what is born.
    pub fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// The samples of a block, from one on, at which something is born at a rate \[1/s\]; hands each to
    /// `born`. Real-time: yes.
    pub fn for_each_birth(
        &mut self,
        from: usize,
        rate: f64,
        step: Step,
        mut born: impl FnMut(usize, &mut Dice),
    ) {
        let per_sample = rate * step.seconds();
        let mut at = from as f64;
        for _ in 0..MAX_BIRTHS_PER_BLOCK {
            let next = at + self.left / per_sample;
            // Also if the rate is nothing, and the next birth never.
            if next.is_nan() || next >= BLOCK as f64 {
                self.left -= (BLOCK as f64 - at) * per_sample;
                return;
            }
            at = next;
            self.left = self.dice.waiting(1.0);
            born(at as usize, &mut self.dice);
        }
    }

    /// The factor on the rate by which it comes and goes, with a mean of one. Real-time: yes.
    pub fn gust(&mut self, unrest: f64, step: Step) -> f64 {
        if unrest <= 0.0 {
            return 1.0;
        }
        let change = (BLOCK as f64 * step.seconds() / GUST_TIME).min(1.0);
        let kept = 1.0 - change;
        self.unrest = kept * self.unrest + (1.0 - kept * kept).sqrt() * self.dice.normal();
        let now = self.unrest.clamp(-3.0, 3.0);
        libm::exp(unrest * (now - 0.5 * unrest))
    }
}

/// The most that a bubble of a swarm is heard with \[Pa\]: 2ρₐ(2πf r)² r ε with the lightest liquid, at the
/// surface.
pub const MAX_PRESSURE: f64 = 2.0
    * minnaert::AIR_DENSITY
    * (3.0 * minnaert::GAMMA * minnaert::ATMOSPHERIC_PRESSURE / 600.0 / 0.4375)
    * MAX_RADIUS
    * MAX_SWING;
