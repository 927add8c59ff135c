//! Random births of bubbles: their times, sizes and strengths. Used for boiling, frying, running, pouring
//! and rain.
//!
//! Births are independent: in a short time Δt a birth occurs with probability $`\lambda\,\Delta t`$, whatever
//! came before (Poisson process). Radii follow one of three distributions between two bounds,
//!
//! ```math
//! p(r) \propto r^{-\gamma}, \qquad p(\ln r) \propto e^{-(\ln r - m)^2/2 s^2}, \; m = \tfrac12 \ln (r_0 r_1), \; s = \tfrac14 \ln \frac{r_1}{r_0}
//! ```
//!
//! so that the bounds of the second lie two standard deviations from its mean, and, for air that turbulence
//! tears,
//!
//! ```math
//! p(r) \propto \begin{cases} (r/a)^{-3/2} & r < a \\ (r/a)^{-10/3} & r > a \end{cases}
//! ```
//!
//! where surface tension holds bubbles smaller than the scale a together, about 1 mm in a breaking wave, and
//! turbulence tears larger ones. A flow of air Q_a makes $`\lambda = Q_a / \overline{\tfrac43\pi r^3}`$
//! bubbles per second. The relative swing of a bubble is
//!
//! ```math
//! \varepsilon \left(\frac{r}{r_m}\right)^{\alpha} u^{\beta}, \qquad r_m = \sqrt{r_0 r_1}
//! ```
//!
//! where u is uniform between 0 and 1. The swing is limited to [`MAX_SWING`].
//!
//! | symbol  | here                                    | unit | meaning                                               |
//! |---------|-----------------------------------------|------|-------------------------------------------------------|
//! | λ       | [`Swarm::rate`]                         | 1/s  | births per second                                     |
//! | r₀, r₁  | [`Swarm::smallest`], [`Swarm::largest`] | m    | bounds of the radii, in either order                  |
//! | γ       | [`Swarm::exponent`]                     | 1    | exponent of the power law                             |
//! | a       | [`Swarm::hinze`]                        | m    | scale between the two powers (Hinze scale)            |
//! | ε, α, β | [`BubbleLoudness`]                      | 1    | swing, its growth with size, exponent of its random factor |
//!
//! Source: \[vandenDoel2005\]; \[Deane2002\], power laws of bubbles under
//! breaking waves, r^−3/2 and r^−10/3.

use super::bank::DampedTone;
use super::minnaert::{self, Liquid};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{choices, params};
use foley_sound::BLOCK;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

choices! {
    /// Distribution of the radii of bubbles.
    pub enum RadiusLaw {
        /// The logarithm of the radius is normally distributed.
        LogNormal = "log-normal",
        /// The probability density of the radius is a power of the radius.
        Power = "power",
        /// Air torn by turbulence: the power −3/2 below the scale `hinze`, −10/3 above it.
        Torn = "torn",
    }
}

/// Maximum swing of a bubble, as a fraction of its radius \[1\].
pub const MAX_SWING: f64 = 0.3;
/// Maximum radius of a bubble \[m\].
pub const MAX_RADIUS: f64 = 0.02;
/// Exponents of the radii of torn air below and above the scale a \[1\].
pub const TORN_EXPONENTS: [f64; 2] = [1.5, 10.0 / 3.0];
/// Maximum number of bubble births per block; further births are dropped.
const MAX_BIRTHS_PER_BLOCK: usize = 512;

params! {
    /// Times and sizes of the bubbles.
    /// Default: a tap runs into a basin.
    pub struct Swarm("swarm") {
        /// Mean number of bubbles per second. Unused while something falls, which then sets the number.
        rate: f64 = 400.0, "λ", PerSecond, log [0.5, 10_000.0], glide 0.02,
            handle("density", "single plinks", "roar");
        /// Distribution of the radii of the bubbles: log-normal, a power law with more small bubbles, or that
        /// of air torn by turbulence.
        law: RadiusLaw = RadiusLaw::LogNormal, "p", choice;
        /// Radius of the smallest bubbles; exchanged with `largest` if that is smaller.
        smallest: f64 = 0.0005, "r₀", Metre, log [1e-4, MAX_RADIUS], glide 0.02;
        /// Radius of the largest bubbles; exchanged with `smallest` if that is larger.
        largest: f64 = 0.006, "r₁", Metre, log [1e-4, MAX_RADIUS], glide 0.02, handle("size", "fizz", "gulps");
        /// Exponent of the power law: the larger, the fewer large bubbles. Unused by the other laws.
        exponent: f64 = 1.5, "γ", One, lin [0.0, 6.0], glide 0.02;
        /// Radius above which turbulence tears bubbles, where the law of torn air bends. Used by `torn` only.
        hinze: f64 = 0.001, "a", Metre, log [1e-4, MAX_RADIUS], glide 0.02;
        /// Depth of random changes of the rate of bubbles, over about a third of a second. With 0 the rate is
        /// constant.
        unrest: f64 = 0.2, "κ", One, lin [0.0, 1.0], glide 0.02, handle("unrest", "steady", "in gusts");
    }
}

impl Swarm {
    /// Returns the smallest and the largest bubble radius, in ascending order \[m\].
    pub fn bounds(&self) -> [f64; 2] {
        let (a, b) = (self.smallest, self.largest);
        [a.min(b), a.max(b)]
    }

    /// Returns the geometric mean r_m of the smallest and the largest radius \[m\].
    pub fn middle_radius(&self) -> f64 {
        (self.smallest * self.largest).sqrt()
    }

    /// Returns the two stretches of the law of torn air: bounds \[m\], exponent, and the integral of the law
    /// over the stretch with a further power n of the radius, for n = 0 and n = 3.
    fn stretches(&self) -> [([f64; 2], f64, [f64; 2]); 2] {
        let [low, high] = self.bounds();
        let bend = self.hinze.clamp(low, high);
        [([low, bend], TORN_EXPONENTS[0]), ([bend, high], TORN_EXPONENTS[1])].map(|(bounds, exponent)| {
            let [from, to] = bounds.map(|radius| radius / bend);
            let integral = |power: f64| {
                let power = power + 1.0;
                (libm::pow(to, power) - libm::pow(from, power)) / power
            };
            let cube = bend * bend * bend;
            (bounds, exponent, [integral(-exponent), cube * integral(3.0 - exponent)])
        })
    }

    /// Returns the mean volume of the bubbles \[m³\]. Real-time: yes.
    pub fn mean_volume(&self) -> f64 {
        let [low, high] = self.bounds();
        let cube = |r: f64| r * r * r;
        let mean_cube = match self.law {
            _ if high < 1.000_001 * low => cube(low),
            RadiusLaw::Torn => {
                let [(.., below), (.., above)] = self.stretches();
                (below[1] + above[1]) / (below[0] + above[0])
            }
            RadiusLaw::Power => {
                let integral = |power: f64| {
                    let (a, b) = (libm::log(low), libm::log(high));
                    if power.abs() < 1e-9 {
                        b - a
                    } else {
                        (libm::exp(power * b) - libm::exp(power * a)) / power
                    }
                };
                integral(4.0 - self.exponent) / integral(1.0 - self.exponent)
            }
            RadiusLaw::LogNormal => {
                let s = 0.25 * libm::log(high / low);
                let part = |shift: f64| {
                    let normal = |z: f64| libm::erf(z * FRAC_1_SQRT_2);
                    normal(2.0 - shift) - normal(-2.0 - shift)
                };
                cube(self.middle_radius()) * libm::exp(4.5 * s * s) * part(3.0 * s) / part(0.0)
            }
        };
        4.0 / 3.0 * PI * mean_cube
    }

    /// Draws the radius of a bubble \[m\]. Real-time: yes.
    pub fn radius(&self, dice: &mut Dice) -> f64 {
        self.radius_near(1.0, dice)
    }

    /// Draws the radius of a bubble \[m\] with a `factor` on its size \[1\]; at most [`MAX_RADIUS`].
    /// Real-time: yes.
    pub fn radius_near(&self, factor: f64, dice: &mut Dice) -> f64 {
        let radius = if self.law == RadiusLaw::Torn {
            let [(below, small, [few, _]), (above, large, [rest, _])] = self.stretches();
            let ([from, to], exponent) =
                if dice.unit() * (few + rest) < few { (below, small) } else { (above, large) };
            dice.power(from, to, exponent)
        } else {
            self.untorn_radius(dice)
        };
        (factor * radius).min(MAX_RADIUS)
    }

    /// Draws a radius of the log-normal law or the power law \[m\].
    fn untorn_radius(&self, dice: &mut Dice) -> f64 {
        let [low, high] = self.bounds();
        if self.law == RadiusLaw::Power {
            return dice.power(low, high, self.exponent);
        }
        // One draw in 22 lies beyond two standard deviations and is repeated. Twelve such draws in a row
        // practically never occur.
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
    /// Strength and chirp of each bubble.
    pub struct BubbleLoudness("loudness") {
        /// Largest relative change of the radius of a bubble of middle size.
        swing: f64 = 0.01, "ε", One, log [1e-4, 0.1], glide 0.02, handle("violence", "let go", "torn off");
        /// Exponent of the swing as a power of the radius: above 0 large bubbles are loud, below 0 small
        /// ones.
        growth: f64 = 0.0, "α", One, lin [-2.0, 3.0], glide 0.02;
        /// Exponent of the random factor of the swing: 0 makes all bubbles equal, 10 gives few loud ones
        /// among many faint.
        chance: f64 = 2.0, "β", One, lin [0.0, 10.0], glide 0.02;
        /// Relative rise of the pitch of a bubble in one decay time.
        rise: f64 = 0.1, "ξ", One, lin [0.0, 1.0], glide 0.02, handle("chirp", "steady", "up and away");
        /// Probability that the pitch of a bubble rises.
        risers: f64 = 0.5, "P", One, lin [0.0, 1.0], glide 0.02;
        /// Maximum depth of a bubble; each forms at a random depth above it.
        depth: f64 = 0.02, "h", Metre, log [1e-3, 1.0], glide 0.02;
        /// Attack time of a bubble, to 63 % of the full amplitude.
        swell: f64 = 0.0003, "s", Second, log [1e-5, 0.05], glide 0.02, handle("softness", "click", "swell");
    }
}

impl BubbleLoudness {
    /// Draws the tone of a bubble of `radius` \[m\] in a `swarm`. Real-time: yes.
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

/// Random clock of the births of bubbles.
#[derive(Clone, Debug)]
pub struct BirthClock {
    dice: Dice,
    /// Expected number of births until the next birth; exponentially distributed with mean 1 \[1\].
    left: f64,
    /// Slow normal noise of variance 1 that varies the rate of births \[1\].
    unrest: f64,
}

/// Correlation time of the random changes of the birth rate \[s\].
const GUST_TIME: f64 = 0.3;

impl BirthClock {
    /// Creates a clock from a seed.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let left = dice.exponential(1.0);
        Self { dice, left, unrest: 0.0 }
    }

    /// Returns the random source, which the properties of the bubbles share.
    pub fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// Calls `born` for every birth from sample `from` to the end of the block, at `rate` \[1/s\].
    /// Real-time: yes.
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
            // This is also reached at rate 0, where the next birth never comes.
            if next.is_nan() || next >= BLOCK as f64 {
                self.left -= (BLOCK as f64 - at) * per_sample;
                return;
            }
            at = next;
            self.left = self.dice.exponential(1.0);
            born(at as usize, &mut self.dice);
        }
    }

    /// Returns a random factor on the birth rate, with mean 1. Real-time: yes.
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

/// Maximum pressure of a bubble \[Pa\], in the lightest liquid at its surface: twice the density of air,
/// times the square of radius times angular frequency, times the radius, times the relative swing.
pub const MAX_PRESSURE: f64 = 2.0
    * minnaert::AIR_DENSITY
    * (3.0 * minnaert::GAMMA * minnaert::ATMOSPHERIC_PRESSURE / 600.0 / 0.4375)
    * MAX_RADIUS
    * MAX_SWING;
