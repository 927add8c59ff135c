//! A breaking wave between its crest and its foam: how much air it has under water at a time, and the sounds
//! of single bubbles, falling spray and bursting foam that follow.
//!
//! A crest falls over a time $`t_r`$ and carries air down, which rises out within $`t_d`$. The air of a wave
//! of strength s is
//!
//! ```math
//! e(t) = s\,\frac{e^{-t/t_d} - e^{-t/t_r}}{N}, \qquad N = \text{its maximum}, \qquad
//! \dot f = \frac{e - f}{t_f}, \qquad \dot a = \frac{e - a}{t_s}
//! ```
//!
//! and the rates of new bubbles, landing drops and bursting bubbles follow e, a and f. The turbulence that
//! strikes the bubbles dies with their number: the square of their swing follows e too. New bubbles have the
//! sizes of turbulence that breaks air up above the Hinze scale $`r_H`$ and not below:
//!
//! ```math
//! n(r) \propto r^{-3/2} \;(r < r_H), \qquad n(r) \propto r^{-10/3} \;(r > r_H)
//! ```
//!
//! A foam bubble bursts: a hole of radius $`a = r/2`$ opens with the speed of a film of thickness δ, and the
//! air rings as that of a bottle. The cap holds an excess pressure of 4σ/r:
//!
//! ```math
//! f = \frac{c}{2\pi}\sqrt{\frac{2a}{V}} = \frac{26.7}{r}, \qquad Q = \frac{\pi}{ka}, \qquad
//! u = \sqrt{\frac{2\sigma}{\rho\delta}}, \qquad p = \frac{4\sigma a}{\pi r R}\,\frac{1}{1 + \omega r/u}
//! ```
//!
//! | symbol   | here                    | unit | meaning                                                              |
//! |----------|-------------------------|------|----------------------------------------------------------------------|
//! | t_r, t_d | [`Breaker`]             | s    | fall of a crest, rise of its air                                     |
//! | t_s, t_f | 0.3 s, [`Foam::lasting`] | s   | flight of the spray, life of the foam                                |
//! | r_H      | [`FreshAir::hinze`]     | m    | Hinze scale, 1 mm under breakers                                     |
//! | δ, σ     | [`Foam::film`]          | m, N/m | thickness of the film, surface tension                             |
//! | V, k     |                         | m³, 1/m | volume of the bubble, wave number of its tone                     |
//!
//! A drop of the spray ticks as any drop does ([`super::drop_impact`]).
//!
//! Source: \[Lamarre1991\], the air under a breaker decays exponentially; \[Deane2002\], sizes of its
//! bubbles; \[Spiel1992\], bursting bubbles as resonators; \[Taylor1959\], speed of the edge of a film.
//! Facts: `tests/all/breaker_facts.rs`.

use super::bank::DampedTone;
use super::minnaert::{AIR_SOUND_SPEED, Liquid};
use foley_dsp::random::Dice;
use foley_params::params;
use std::f64::consts::{PI, TAU};

/// Surface tension of water σ \[N/m\].
const SURFACE_TENSION: f64 = 0.072;
/// Ratio of the hole in a bursting bubble to the bubble's radius \[1\].
const HOLE: f64 = 0.5;
/// Mean flight time of the spray t_s \[s\].
const FLIGHT: f64 = 0.3;
/// Exponents of the sizes of bubbles below and above the Hinze scale \[1\].
const EXPONENTS: [f64; 2] = [1.5, 10.0 / 3.0];

params! {
    /// Waves that break one after another and drive all bubbles, the spray and the foam.
    pub struct Breaker("breaker") {
        /// Share of all events that come with the waves: 0 is a steady churn, with 1 nothing happens between
        /// two waves.
        waves: f64 = 0.0, "m", One, lin [0.0, 1.0], glide 0.02, handle("surge", "steady", "wave by wave");
        /// Mean time between two waves. Heard where `waves` is above 0.
        period: f64 = 5.0, "T_w", Second, log [0.3, 20.0];
        /// Random share of the times between waves and of their strengths. Heard where `waves` is above 0.
        irregularity: f64 = 0.4, "ι", One, lin [0.0, 1.0];
        /// Time over which a crest falls. Heard where `waves` is above 0.
        rise: f64 = 0.3, "t_r", Second, log [0.01, 3.0], handle("approach", "dumps", "rolls in");
        /// Time in which the air that a wave took down rises out. Heard where `waves` is above 0.
        fall: f64 = 1.2, "t_d", Second, log [0.05, 10.0];
    }
}

params! {
    /// Bubbles that form one by one in the breaking water and are too far apart to move each other.
    /// Default: none; only the cloud is heard.
    pub struct FreshAir("fresh-air") {
        /// Number of new bubbles per second under a whole wave; 0 is none.
        rate: f64 = 0.0, "λ", PerSecond, lin [0.0, 40_000.0], glide 0.02, handle("froth", "none", "white water");
        /// Radius of the smallest bubbles. Heard where `rate` is above 0.
        smallest: f64 = 2e-4, "r₀", Metre, log [1e-4, 0.002];
        /// Hinze scale: larger bubbles are broken up and rarer. Heard where `rate` is above 0.
        hinze: f64 = 1e-3, "r_H", Metre, log [2e-4, 0.005];
        /// Radius of the largest bubbles. Heard where `rate` is above 0.
        largest: f64 = 0.008, "r₁", Metre, log [0.002, 0.02];
        /// Largest relative swing of a new bubble. Heard where `rate` is above 0.
        swing: f64 = 0.01, "ε", One, log [1e-4, 0.1], glide 0.02;
        /// Depth down to which bubbles form. Heard where `rate` is above 0.
        depth: f64 = 0.03, "h", Metre, log [1e-3, 1.0], glide 0.02;
    }
}

params! {
    /// Drops that a breaking wave throws up and that fall back.
    /// Default: none.
    pub struct Spray("spray") {
        /// Number of landing drops per second under a whole wave; 0 is none.
        rate: f64 = 0.0, "λ_s", PerSecond, lin [0.0, 10_000.0], glide 0.02, handle("spray", "none", "shower");
        /// Radius of the largest drops. Heard where `rate` is above 0.
        radius: f64 = 0.002, "r_s", Metre, log [3e-4, 0.004];
        /// Largest speed of a landing drop. Heard where `rate` is above 0.
        speed: f64 = 3.0, "v", MetrePerSecond, log [0.3, 10.0];
        /// Share of the impact force that is heard. Heard where `rate` is above 0.
        level: f64 = 0.2, "η", One, lin [0.0, 1.0], glide 0.02;
    }
}

params! {
    /// Foam that a wave leaves and that bursts bubble by bubble.
    /// Default: none.
    pub struct Foam("foam") {
        /// Number of bursting bubbles per second on a whole sheet of foam; 0 is none.
        rate: f64 = 0.0, "λ_f", PerSecond, lin [0.0, 40_000.0], glide 0.02, handle("fizz", "none", "seething");
        /// Radius of the largest bubbles of the foam; the smallest are a tenth. Heard where `rate` is above
        /// 0.
        radius: f64 = 0.006, "r_f", Metre, log [0.001, 0.02];
        /// Thickness of the film of a bubble as it bursts: thin films open faster and louder. Heard where
        /// `rate` is above 0.
        film: f64 = 1e-6, "δ", Metre, log [1e-7, 1e-4], glide 0.02;
        /// Life of the foam. Heard where `rate` is above 0.
        lasting: f64 = 1.5, "t_f", Second, log [0.05, 20.0];
    }
}

impl FreshAir {
    /// Draws the radius of a new bubble \[m\]. Real-time: yes.
    pub fn draw_radius(&self, dice: &mut Dice) -> f64 {
        let smallest = self.smallest.min(0.99 * self.largest);
        let hinze = self.hinze.clamp(smallest, self.largest);
        // Numbers of bubbles below and above the Hinze scale, by the integrals of (r/r_H)^-γ over r/r_H.
        let number = |from: f64, to: f64, gamma: f64| {
            let power = |r: f64| libm::pow(r / hinze, 1.0 - gamma) / (1.0 - gamma);
            power(to) - power(from)
        };
        let below = number(smallest, hinze, EXPONENTS[0]);
        let above = number(hinze, self.largest, EXPONENTS[1]);
        if dice.unit() * (below + above) < below {
            dice.power(smallest, hinze, EXPONENTS[0])
        } else {
            dice.power(hinze, self.largest, EXPONENTS[1])
        }
    }
}

impl Foam {
    /// Returns the tone of a foam bubble of `radius` \[m\] that bursts. Real-time: yes.
    pub fn burst(&self, liquid: &Liquid, radius: f64) -> DampedTone {
        let hole = HOLE * radius;
        let volume = 4.0 / 3.0 * PI * radius * radius * radius;
        let w = AIR_SOUND_SPEED * (2.0 * hole / volume).sqrt();
        let quality = PI * AIR_SOUND_SPEED / (w * hole);
        let opening = (2.0 * SURFACE_TENSION / (liquid.density * self.film)).sqrt();
        let slow = 1.0 + w * radius / opening;
        DampedTone {
            frequency: w / TAU,
            decay: 0.5 * w / quality,
            rise: 0.0,
            amplitude: 4.0 * SURFACE_TENSION * hole / (PI * radius * slow),
            swell: 0.0,
        }
    }

    /// Draws the radius of a foam bubble \[m\]. Real-time: yes.
    pub fn draw_radius(&self, dice: &mut Dice) -> f64 {
        dice.power(0.1 * self.radius, self.radius, 1.5)
    }
}

/// Air, spray and foam of the waves that break one after another, as shares of those of a whole wave.
#[derive(Clone, Debug)]
pub struct Surf {
    dice: Dice,
    /// Time until the next wave \[s\].
    next: f64,
    /// Share of the crest that has not fallen yet \[1\].
    crest: f64,
    /// Air under water e, spray a and foam f, each relative to the maximum of a whole wave \[1\].
    air: f64,
    spray: f64,
    foam: f64,
}

/// Shares of a whole wave's air, spray and foam \[1\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurfState {
    /// Air under water e.
    pub air: f64,
    /// Landing spray a.
    pub spray: f64,
    /// Foam on the surface f.
    pub foam: f64,
}

impl SurfState {
    /// Returns the factor on the swing of new and struck bubbles: the root of the air \[1\]. Real-time: yes.
    pub fn turbulence(&self) -> f64 {
        self.air.max(0.0).sqrt()
    }
}

impl Surf {
    /// Creates a calm sea.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), next: 0.0, crest: 0.0, air: 0.0, spray: 0.0, foam: 0.0 }
    }

    /// Lets the next wave break at once. Real-time: yes.
    pub fn begin(&mut self) {
        self.next = 0.0;
    }

    /// Advances by `seconds` and returns the present shares. New waves break only if `breaking`. Real-time:
    /// yes.
    pub fn advance(&mut self, now: &Breaker, foam: &Foam, seconds: f64, breaking: bool) -> SurfState {
        if breaking {
            self.next -= seconds;
            if self.next <= 0.0 {
                let chance = self.dice.exponential(1.0);
                let interval = now.period * (1.0 - now.irregularity + now.irregularity * chance);
                self.next += interval.max(0.1 * now.period);
                let deviation = 0.5 * now.irregularity * self.dice.normal().clamp(-2.0, 2.0);
                self.crest += libm::exp(deviation) / peak(now.rise, now.fall);
            }
        }
        let share = |time: f64| 1.0 - libm::exp(-seconds / time);
        let fallen = self.crest * share(now.rise);
        self.crest -= fallen;
        self.air += fallen;
        self.air -= self.air * share(now.fall);
        let steady = 1.0 - now.waves;
        // Without waves the same churn goes on while `breaking`.
        let churn = if breaking { steady } else { 0.0 };
        let air = churn + now.waves * self.air;
        self.spray += (air - self.spray) * share(FLIGHT);
        self.foam += (air - self.foam) * share(foam.lasting);
        SurfState { air, spray: self.spray, foam: self.foam }
    }

    /// Whether less than a thousandth of a wave is left. Real-time: yes.
    pub fn calm(&self) -> bool {
        self.crest + self.air + self.spray + self.foam < 1e-3
    }
}

/// Returns the maximum of the air of a crest of strength 1, which falls in `rise` and rises out in `fall`
/// \[s\] \[1\]. Real-time: yes.
pub fn peak(rise: f64, fall: f64) -> f64 {
    let ratio = rise / fall;
    if (ratio - 1.0).abs() < 1e-3 {
        return libm::exp(-1.0);
    }
    libm::pow(ratio, ratio / (1.0 - ratio))
}
