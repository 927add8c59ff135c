//! Wind shared by the models of this family: the wind rises, gusts and dies down.
//!
//! Gusts are the eddies of the turbulent air that the wind carries past. Their spectrum is that of von
//! Kármán: flat for the longest, falling with the power −5/3 of the frequency for all shorter ones:
//!
//! ```math
//! U(t) = U_0\,e(t)\,\Bigl(1 + \frac{I}{2}\,g(t)\Bigr), \qquad \overline{g^2} = 1, \qquad
//! S_g(f) = \frac{4T}{\bigl(1 + 70.8\,(fT)^2\bigr)^{5/6}}
//! ```
//!
//! | symbol | here                 | unit | meaning                                                          |
//! |--------|----------------------|------|------------------------------------------------------------------|
//! | U₀     | [`Wind::speed`], `blow` | m/s  | mean wind speed                                               |
//! | e      | [`Wind::rise`], [`Wind::duration`] | s | rise and fall                                       |
//! | I      | [`Wind::gustiness`]  | 1    | twice the intensity of the turbulence                            |
//! | T      | [`Wind::gust`]       | s    | integral time scale: the time that a gust takes to pass          |
//! | g      | [`Turbulence`]       | 1    | sum of random eddies, each half as long as the one before        |
//!
//! An eddy of corner frequency f_k is an Ornstein–Uhlenbeck process. A variance in proportion to f_k^−⅔ makes
//! the sum fall as f^−5/3. The largest eddy has the variance Σ 2^(−k/3) = 4.85 times as large, so that above
//! it the sum falls as if the series went on below: it is within 3 % of von Kármán's spectrum. The speed
//! stays between 0 and twice its mean.
//!
//! Source: \[vonKarman1948\], spectrum; \[Kaimal1972\], measured in the wind over flat land. Facts:
//! `tests/all/wind_facts.rs`.

use crate::solids::curve::smooth;
use foley_dsp::random::{Dice, mix_seed};
use foley_params::{Info, Param, Scale, param, params};
use foley_sound::{BLOCK, Block};

params! {
    /// Wind.
    pub struct Wind("wind") {
        /// Default mean speed of the wind.
        speed: f64 = Wind::BREEZE.speed, "U", MetrePerSecond, log [0.5, 50.0], glide 0.1,
            handle("strength", "a breath", "hurricane");
        /// Depth of the gusts, relative to the mean speed: two standard deviations of the speed.
        gustiness: f64 = Wind::BREEZE.gustiness, "I", One, lin [0.0, 1.0], glide 0.1,
            handle("gustiness", "steady", "squalls");
        /// Duration of a gust: the time in which the largest eddies pass. Heard where `gustiness` is above 0.
        gust: f64 = Wind::BREEZE.gust, "t_g", Second, log [0.05, 10.0], glide 0.1;
        /// Time in which the wind rises, and dies down again.
        rise: f64 = Wind::BREEZE.rise, "t_r", Second, log [0.01, 5.0], glide 0.1;
        /// Time after the gesture at which the wind dies down when rendered.
        duration: f64 = Wind::BREEZE.duration, "t", Second, log [0.05, 45.0], glide 0.1;
    }
}

impl Wind {
    /// Wind values of a fresh breeze.
    pub const BREEZE: Self = Self { speed: 10.0, gustiness: 0.3, gust: 0.8, rise: 0.8, duration: 4.0 };
}

pub(super) const SPEED: Param<Wind> = param("speed");

/// Declaration of the gesture `blow`, which makes the wind blow.
pub(super) const BLOW: Info = Info {
    id: "blow",
    doc: "Blows at this speed, live until 0, which stops the wind.",
    min: 0.0,
    scale: Scale::Linear,
    ..SPEED.info()
};

/// Maximum wind speed in a gust [m/s].
pub(super) const MAX_WIND_SPEED: f64 = 2.0 * SPEED.max;

/// Number of eddies of different size in [`Turbulence`].
const EDDIES: usize = 9;
/// Corner frequency of the largest eddies, times the integral time scale. With it the sum of the eddies has
/// the density 4T of von Kármán's spectrum at 0 Hz.
const LARGEST_EDDY: f64 = 0.129;
/// Variance of the largest eddy relative to the law 2^(−⅔ k) of the others: 1/(1 − 2^(−⅓)).
const LARGEST_VARIANCE: f64 = 4.847;
/// Ratio of the variances of an eddy and the one twice as long: 2^(−⅔).
const RATIO: f64 = 0.629_960_524_947_436_6;
/// Sum of the variances of all eddies by this law: 4.847 + 0.630 + 0.397 + …
const ALL_VARIANCES: f64 = 6.549;

/// Generator of the turbulence of the wind: a sum of eddies, each half as long as the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Turbulence {
    dice: Dice,
    /// Corner frequency of the largest eddy of this generator, relative to that of the wind \[1\].
    first: f64,
    eddies: [f64; EDDIES],
    /// Decay of the largest eddy per block for which `decay` is valid \[1\].
    rate: f64,
    /// Share of each eddy that stays per block, and the size of its random change \[1\].
    decay: [(f64, f64); EDDIES],
    /// Standard deviation of each eddy \[1\].
    sizes: [f64; EDDIES],
}

impl Turbulence {
    /// Makes a generator of all eddies of the wind. Its variance is 1.
    pub fn new(seed: u64) -> Self {
        Self::smaller(seed, 0)
    }

    /// Makes a generator of the eddies smaller than the `halvings` largest ones. Its variance is
    /// 0.41 · 2^(−⅔ `halvings`).
    pub fn smaller(seed: u64, halvings: i32) -> Self {
        let mut dice = Dice::new(seed);
        let eddies = core::array::from_fn(|_| dice.normal());
        let first = libm::exp2(f64::from(halvings));
        // Variances of the eddies: 2^(−⅔ k), but of the largest.
        let mut variance = 1.0 / (ALL_VARIANCES * libm::cbrt(first * first));
        let mut factor = if first > 1.0 { 1.0 } else { LARGEST_VARIANCE };
        let sizes = core::array::from_fn(|_| {
            let size = (factor * variance).sqrt();
            factor = 1.0;
            variance *= RATIO;
            size
        });
        Self { dice, first, eddies, rate: 0.0, decay: [(1.0, 0.0); EDDIES], sizes }
    }

    /// Advances by `seconds` \[s\] in a wind of integral time scale `gust` \[s\]. Returns the deviation of
    /// the speed, in units of its standard deviation. Real-time: yes.
    pub fn advance(&mut self, gust: f64, seconds: f64) -> f64 {
        let rate = core::f64::consts::TAU * LARGEST_EDDY * self.first * seconds / gust.max(1e-3);
        if rate != self.rate {
            self.rate = rate;
            let mut eddy_rate = rate;
            for decay in &mut self.decay {
                let keep = libm::exp(-eddy_rate);
                *decay = (keep, (1.0 - keep * keep).sqrt());
                eddy_rate *= 2.0;
            }
        }
        let mut sum = 0.0;
        for ((eddy, (keep, change)), size) in self.eddies.iter_mut().zip(self.decay).zip(self.sizes) {
            // Uniform draws of variance 1; the sum over many blocks is normal.
            let draw = 3.0_f64.sqrt() * self.dice.signed();
            *eddy = keep * *eddy + change * draw;
            sum += size * *eddy;
        }
        sum
    }
}

/// Generator of the wind speed over time, with gusts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WindGenerator {
    turbulence: Turbulence,
    /// Mean wind speed before the present change [m/s].
    from: f64,
    /// Mean wind speed after the present change [m/s].
    to: f64,
    /// Time since the present change began \[s\].
    since: f64,
    /// Time until the wind starts to die down \[s\].
    time_left: f64,
    /// Value of [`Wind::speed`] at the last gesture [m/s].
    nominal_speed: f64,
    /// Present mean speed, without gusts [m/s].
    mean: f64,
}

impl WindGenerator {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            turbulence: Turbulence::new(mix_seed(seed, 0)),
            from: 0.0,
            to: 0.0,
            since: 0.0,
            time_left: 0.0,
            nominal_speed: SPEED.default,
            mean: 0.0,
        }
    }

    /// Whether the wind has died down.
    pub(super) fn calm(&self) -> bool {
        self.to == 0.0 && self.mean == 0.0
    }

    fn aim(&mut self, to: f64, wind: &Wind) {
        (self.from, self.to, self.since) = (self.mean, to, 0.0);
        self.nominal_speed = wind.speed;
    }

    /// Applies the gestures of a block and returns the wind speed at the end of the block [m/s]. Real-time:
    /// yes.
    pub(super) fn advance(&mut self, wind: &Wind, blow: usize, block: &Block<'_>) -> f64 {
        if let Some(gesture) = block.gesture(blow) {
            self.aim(gesture.value.clamp(BLOW.min, BLOW.max), wind);
            self.time_left = gesture.duration(wind.duration);
        }
        if self.calm() {
            return 0.0;
        }
        let seconds = block.step().seconds() * BLOCK as f64;
        self.time_left -= seconds;
        if self.time_left <= 0.0 && self.to > 0.0 {
            self.aim(0.0, wind);
        }
        self.since += seconds;
        // A change of the speed parameter while the wind blows scales the present wind speed.
        let ratio = wind.speed / self.nominal_speed;
        let mean = self.from + (self.to - self.from) * smooth(self.since / wind.rise);
        self.mean = (ratio * mean).min(SPEED.max);
        let gust = self.turbulence.advance(wind.gust, seconds);
        self.mean * gust_factor(wind, gust)
    }
}

/// Returns the factor of the mean speed of a wind whose turbulence deviates by `gust` standard deviations,
/// from 0 to 2 \[1\].
fn gust_factor(wind: &Wind, gust: f64) -> f64 {
    (1.0 + 0.5 * wind.gustiness * gust).clamp(0.0, 2.0)
}

/// Number of halvings of the largest eddies below which eddies at two places are independent.
const LOCAL_EDDIES: i32 = 3;

/// Turbulence at one place: the small eddies, which differ from place to place.
#[derive(Clone, Debug)]
pub(super) struct LocalWind {
    turbulence: Turbulence,
}

impl LocalWind {
    pub(super) fn new(seed: u64) -> Self {
        Self { turbulence: Turbulence::smaller(seed, LOCAL_EDDIES) }
    }

    /// Returns the wind speed at this place after `seconds` \[s\], for a wind of the large-scale speed
    /// `speed` [m/s]. Real-time: yes.
    pub(super) fn advance(&mut self, wind: &Wind, speed: f64, seconds: f64) -> f64 {
        let gust = self.turbulence.advance(wind.gust, seconds);
        (speed * gust_factor(wind, gust)).min(MAX_WIND_SPEED)
    }
}

params! {
    /// Position of the listener.
    pub struct Standpoint("standpoint") {
        /// Distance between source and listener; the pressure is inversely proportional to it.
        distance: f64 = 1.0, "r", Metre, log [0.3, 100.0], glide 0.1,
            handle("distance", "at the ear", "across the yard");
    }
}
