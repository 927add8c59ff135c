//! Bubbles that are born by chance: when, how large, how loud. What boils, fries, runs, pours and rains.
//!
//! Births know nothing of each other: in a time Δt there is one with the chance $\lambda\,\Delta t$, whatever
//! came before (Poisson). Radii follow one of two laws between two bounds,
//!
//! $$ p(r) \propto r^{-\gamma} \quad\text{or}\quad p(\ln r) \propto e^{-(\ln r - m)^2/2 s^2}, \qquad m = \tfrac12 \ln (r_0 r_1), \; s = \tfrac14 \ln \frac{r_1}{r_0} $$
//!
//! so that the bounds of the second lie two deviations to either side. Each bubble swings by
//!
//! $$ \varepsilon \left(\frac{r}{r_m}\right)^{\alpha} u^{\beta}, \qquad r_m = \sqrt{r_0 r_1} $$
//!
//! of its radius, with a chance u between 0 and 1, and never by more than [`MOST_SWING`].
//!
//! | symbol  | here                                    | unit | meaning                                               |
//! |---------|-----------------------------------------|------|-------------------------------------------------------|
//! | λ       | [`Swarm::rate`]                         | 1/s  | births in a second                                    |
//! | r₀, r₁  | [`Swarm::smallest`], [`Swarm::largest`] | m    | bounds of the radii, in either order                  |
//! | γ       | [`Swarm::exponent`]                     | 1    | of the law of powers                                  |
//! | ε, α, β | [`Loudness`]                            | 1    | swing, how it grows with size, how it is left to chance |
//!
//! Source: \[vandenDoel2005\]; the power laws of bubbles under breaking waves, r^−3/2 and r^−10/3:
//! \[Deane2002\].

use super::bank::Tone;
use super::bubble::{RISE, SWELL, SWING};
use super::minnaert::{self, Liquid};
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use foley_sound::BLOCK;

/// The laws of radii, by name.
pub const LAWS: &[&str] = &["log-normal", "power"];

/// No bubble swings by more than this part of its radius.
pub const MOST_SWING: f64 = 0.3;
/// Largest radius \[m\].
pub const LARGEST: f64 = 0.02;
/// Most births in a block.
const MOST: usize = 512;

/// When bubbles are born, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swarm {
    /// λ \[1/s\]
    pub rate: f64,
    /// Which of [`LAWS`].
    pub law: f64,
    /// r₀ \[m\]
    pub smallest: f64,
    /// r₁ \[m\]
    pub largest: f64,
    /// γ \[1\]
    pub exponent: f64,
    /// Slow change of the rate by chance \[1\].
    pub unrest: f64,
}

impl Default for Swarm {
    /// A tap runs into a basin.
    fn default() -> Self {
        Self { rate: 400.0, law: 0.0, smallest: 0.0005, largest: 0.006, exponent: 1.5, unrest: 0.2 }
    }
}

/// λ
pub(super) const RATE: Param<Swarm> = Param {
    id: "rate",
    symbol: "λ",
    unit: Unit::PerSecond,
    doc: "How many bubbles are born in a second.",
    min: 0.5,
    max: 10_000.0,
    scale: Scale::Logarithmic,
    default: 400.0,
    glide: 0.02,
    handle: Some(Handle { name: "density", low: "single plinks", high: "roar" }),
    get: |it| it.rate,
    set: |it, value| it.rate = value,
};

const SMALLEST: Param<Swarm> = Param {
    id: "smallest",
    symbol: "r₀",
    unit: Unit::Metre,
    doc: "One bound of the radii.",
    min: 1e-4,
    max: LARGEST,
    default: 0.0005,
    handle: None,
    get: |it| it.smallest,
    set: |it, value| it.smallest = value,
    ..RATE
};

impl Parametric for Swarm {
    const NAME: &'static str = "swarm";
    const PARAMS: &'static [Param<Self>] = &[
        RATE,
        Param {
            id: "law",
            symbol: "p",
            unit: Unit::One,
            doc: "Law of the radii: most in the middle, or the more the smaller.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Choice(LAWS),
            default: 0.0,
            glide: 0.0,
            handle: None,
            get: |it| it.law,
            set: |it, value| it.law = value,
        },
        SMALLEST,
        Param {
            id: "largest",
            symbol: "r₁",
            doc: "The other bound of the radii.",
            default: 0.006,
            handle: Some(Handle { name: "size", low: "fizz", high: "gulps" }),
            get: |it| it.largest,
            set: |it, value| it.largest = value,
            ..SMALLEST
        },
        Param {
            id: "exponent",
            symbol: "γ",
            unit: Unit::One,
            doc: "Of the law of powers: the larger, the fewer large bubbles. Unused by the other law.",
            min: 0.0,
            max: 6.0,
            scale: Scale::Linear,
            default: 1.5,
            get: |it| it.exponent,
            set: |it, value| it.exponent = value,
            ..SMALLEST
        },
        Param {
            id: "unrest",
            symbol: "κ",
            unit: Unit::One,
            doc: "How much the rate itself comes and goes, in about a third of a second; with 0 births are Poisson's at one rate.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.2,
            handle: Some(Handle { name: "unrest", low: "steady", high: "in gusts" }),
            get: |it| it.unrest,
            set: |it, value| it.unrest = value,
            ..SMALLEST
        },
    ];
}

impl Swarm {
    /// Bounds of the radii, the smaller first \[m\].
    pub fn bounds(&self) -> [f64; 2] {
        let (a, b) = (self.smallest, self.largest);
        [a.min(b), a.max(b)]
    }

    /// r_m \[m\].
    pub fn middle(&self) -> f64 {
        (self.smallest * self.largest).sqrt()
    }

    /// A radius by the law \[m\]. Real-time: yes.
    pub fn radius(&self, dice: &mut Dice) -> f64 {
        let [low, high] = self.bounds();
        if self.law >= 0.5 {
            return dice.power(low, high, self.exponent);
        }
        // One in 22 lies beyond two deviations and is drawn again; twelve in a row never do.
        for _ in 0..12 {
            let normal = dice.normal();
            if normal.abs() <= 2.0 {
                let way = 0.5 + 0.25 * normal;
                return low * libm::pow(high / low, way);
            }
        }
        self.middle()
    }
}

/// How loud each is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loudness {
    /// ε \[1\]
    pub swing: f64,
    /// α \[1\]
    pub growth: f64,
    /// β \[1\]
    pub chance: f64,
    /// ξ \[1\]
    pub rise: f64,
    /// Part of the bubbles whose pitch rises \[1\].
    pub risers: f64,
    /// They are born between the surface and this depth \[m\].
    pub depth: f64,
    /// s \[s\]
    pub swell: f64,
}

impl Default for Loudness {
    fn default() -> Self {
        Self { swing: 0.01, growth: 0.0, chance: 2.0, rise: 0.1, risers: 0.5, depth: 0.02, swell: 0.0003 }
    }
}

const LOUD: Param<Loudness> = Param {
    id: "swing",
    symbol: SWING.symbol,
    unit: SWING.unit,
    doc: "By which part of itself the radius of a bubble of middle size swings at most.",
    min: SWING.min,
    max: SWING.max,
    scale: SWING.scale,
    default: 0.01,
    glide: 0.02,
    handle: SWING.handle,
    get: |it| it.swing,
    set: |it, value| it.swing = value,
};

impl Parametric for Loudness {
    const NAME: &'static str = "loudness";
    const PARAMS: &'static [Param<Self>] = &[
        LOUD,
        Param {
            id: "growth",
            symbol: "α",
            doc: "The swing goes as this power of the radius: above 0 the large ones are loud, below the small ones.",
            min: -2.0,
            max: 3.0,
            scale: Scale::Linear,
            default: 0.0,
            handle: None,
            get: |it| it.growth,
            set: |it, value| it.growth = value,
            ..LOUD
        },
        Param {
            id: "chance",
            symbol: "β",
            doc: "The swing goes as this power of a chance: 0 all alike, 10 few loud among many faint.",
            min: 0.0,
            max: 10.0,
            scale: Scale::Linear,
            default: 2.0,
            handle: None,
            get: |it| it.chance,
            set: |it, value| it.chance = value,
            ..LOUD
        },
        Param {
            id: "rise",
            symbol: RISE.symbol,
            doc: RISE.doc,
            min: RISE.min,
            max: RISE.max,
            scale: RISE.scale,
            default: 0.1,
            handle: RISE.handle,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..LOUD
        },
        Param {
            id: "risers",
            symbol: "P",
            doc: "Part of the bubbles whose pitch rises; that of the others stays.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.5,
            handle: None,
            get: |it| it.risers,
            set: |it, value| it.risers = value,
            ..LOUD
        },
        Param {
            id: "depth",
            symbol: "h",
            unit: Unit::Metre,
            doc: "They are born anywhere between the surface and this depth.",
            min: 1e-3,
            max: 1.0,
            default: 0.02,
            handle: None,
            get: |it| it.depth,
            set: |it, value| it.depth = value,
            ..LOUD
        },
        Param {
            id: "swell",
            symbol: SWELL.symbol,
            unit: SWELL.unit,
            doc: SWELL.doc,
            min: SWELL.min,
            max: SWELL.max,
            default: 0.0003,
            handle: SWELL.handle,
            get: |it| it.swell,
            set: |it, value| it.swell = value,
            ..LOUD
        },
    ];
}

impl Loudness {
    /// A bubble of this radius \[m\] of a swarm, with its own chance. Real-time: yes.
    pub fn tone(&self, swarm: &Swarm, liquid: &Liquid, radius: f64, dice: &mut Dice) -> Tone {
        let size = libm::pow(radius / swarm.middle(), self.growth);
        let chance = libm::pow(dice.unit(), self.chance);
        let swing = (self.swing * size * chance).min(MOST_SWING);
        let rises = dice.unit() < self.risers;
        let depth = dice.unit() * self.depth;
        let rise = if rises { self.rise } else { 0.0 };
        Tone { swell: self.swell, ..minnaert::tone(liquid, radius, depth, swing, rise) }
    }
}

/// The clock of the births.
#[derive(Clone, Debug)]
pub struct Births {
    dice: Dice,
    /// Births that are due, with a mean of one \[1\].
    left: f64,
    /// Slow chance, of variance 1.
    unrest: f64,
}

/// Time in which the unrest forgets itself \[s\].
const FORGETS: f64 = 0.3;

impl Births {
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
    pub fn block(&mut self, from: usize, rate: f64, step: Step, mut born: impl FnMut(usize, &mut Dice)) {
        let per_sample = rate * step.seconds();
        let mut at = from as f64;
        for _ in 0..MOST {
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
        let way = (BLOCK as f64 * step.seconds() / FORGETS).min(1.0);
        let keeps = 1.0 - way;
        self.unrest = keeps * self.unrest + (1.0 - keeps * keeps).sqrt() * self.dice.normal();
        let now = self.unrest.clamp(-3.0, 3.0);
        libm::exp(unrest * (now - 0.5 * unrest))
    }
}

/// The most that a bubble of a swarm is heard with \[Pa\]: 2ρₐ(2πf r)² r ε with the lightest liquid, at the
/// surface.
pub const LOUDEST: f64 = 2.0
    * minnaert::AIR
    * (3.0 * minnaert::GAMMA * minnaert::PRESSURE / 600.0 / 0.4375)
    * LARGEST
    * MOST_SWING;

#[cfg(test)]
mod tests {
    #[test]
    fn a_swarm_and_its_loudness_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Swarm>().unwrap();
        foley_params::defaults_hold::<super::Loudness>().unwrap();
    }
}
