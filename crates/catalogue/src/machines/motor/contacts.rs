//! Contacts inside a motor that make noise in time with its turns: brushes on bars, balls in races, flanks.
//!
//! ```math
//! f_o = \frac{n}{2}\left(1 - \frac{d}{D}\right) f, \qquad \frac{d}{D} = 0.6 \sin\frac{\pi}{n}, \qquad \ddot x_b = q\,\bigl(1 + s\,\delta_j + s\,\xi\bigr)\,e^{-t/\tau}
//! ```
//!
//! | symbol | here                          | unit | meaning                                                   |
//! |--------|-------------------------------|------|-----------------------------------------------------------|
//! | f_o    | [`ball_pass`]                 | Hz   | rate at which balls pass a point of the outer race        |
//! | n, d, D| [`super::MotorBearings::balls`] | 1, m | number and diameter of the balls, pitch diameter        |
//! | q      | levels                        | Pa   | strength of a shock as a bar leaves the brush             |
//! | δ, ξ   |                               | 1    | fixed deviation of each bar; new random number each time  |
//! | s      | `SCATTER`                   | 1    | share of the scatter                                      |
//! | τ      | `SHOCK_TIME`                | s    | contact time of a shock; grows with the size of the motor |
//!
//! The brush slides with the noise of its roughness, which grows with the speed, and sparks as the current
//! breaks. A pit in a race gives a shock with each ball, which comes a little early or late as the cage
//! slips. The flanks of the teeth rub while they mesh, with the strength of each tooth.
//!
//! Sources: \[RandallAntoni2011\], bearings; \[BenAbdelounis2010\], roughness; \[Fitzgerald2003\],
//! commutation; \[Norton2003\], gears and bearings. Facts: `tests/all/motor_facts.rs`.

use super::parts::MAX_BARS;
use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{OnePole, Phase, WhiteNoise, cut};

/// Share of the scatter of the shocks of the bars \[1\].
const SCATTER: f64 = 0.7;
/// Contact time of a shock per size of the motor [s/m]. The stiffness of a contact grows as the size and the
/// mass on it as its cube, so the contact time grows as the size.
const SHOCK_TIME: f64 = 6e-4;
/// Cut-off frequency of rough contacts times the size of the motor [m/s], by the same law: their stiffness
/// evens out shorter asperities.
const ROUGH_CUT: f64 = 500.0;
/// Share by which the slip of the cage moves a ball \[1\].
const SLIP: f64 = 0.02;
/// Bandwidth in which noise has its level \[Hz\].
pub(super) const NOISE_BAND: f64 = 22_050.0;

/// Returns the rate \[Hz\] at which the `balls` of a bearing pass a point of the outer race, at a shaft speed
/// \[Hz\].
pub fn ball_pass(balls: u32, shaft: f64) -> f64 {
    let n = f64::from(balls.max(1));
    0.5 * n * (1.0 - 0.6 * libm::sin(PI / n)) * shaft
}

/// Strengths of the contacts in this sample, as accelerations times air density · surface / 4π \[Pa\].
#[derive(Clone, Copy, Debug)]
pub(super) struct Strengths {
    pub(super) brushes: f64,
    pub(super) roughness: f64,
    pub(super) pits: f64,
    /// Rubbing of the flanks, with the course of the mesh.
    pub(super) flanks: f64,
}

/// Generator of the noises of the contacts.
#[derive(Clone, Debug)]
pub(super) struct Contacts {
    dice: Dice,
    white: [WhiteNoise; 3],
    /// Fixed deviation of each bar, from −1 to 1.
    bars: [f64; MAX_BARS],
    bar: usize,
    cage: Phase,
    /// Part of a turn by which the next ball is late.
    late: f64,
    ball_due: bool,
    shock: f64,
    rough: [OnePole; 3],
    size: f64,
    /// Decay of a shock per sample, factor of the noises, cut-off gain of the roughness \[1\].
    fixed: [f64; 3],
}

impl Contacts {
    pub(super) fn new(seed: u64, step: Step) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        let mut bars = [0.0; MAX_BARS];
        bars.fill_with(|| dice.signed());
        Self {
            dice,
            white: [1, 2, 3].map(|n| WhiteNoise::new(mix_seed(seed, n))),
            bars,
            bar: 0,
            cage: Phase::default(),
            late: 0.0,
            ball_due: false,
            shock: 0.0,
            rough: [OnePole::default(); 3],
            size: 0.0,
            fixed: [0.0, WhiteNoise::per_hertz(step) / NOISE_BAND.sqrt(), 0.0],
        }
    }

    /// Takes the size of the motor \[m\]. Real-time: yes.
    pub(super) fn aim(&mut self, size: f64, step: Step) {
        if size != self.size {
            self.size = size;
            self.fixed[0] = libm::exp(-step.seconds() / (SHOCK_TIME * size));
            self.fixed[2] = cut(ROUGH_CUT / size, step);
        }
    }

    /// Returns the force of all contacts in this sample. `shaft` has `bars` commutations per turn; `cage` is
    /// the part of the way between two balls that passes in this sample. Real-time: yes.
    #[inline]
    pub(super) fn next(&mut self, shaft: Phase, bars: u64, cage: Phase, now: &Strengths) -> f64 {
        let [decay, noise, cut] = self.fixed;
        self.shock *= decay;
        let (bar, way) = shaft.of(bars.max(1));
        if bar != self.bar {
            self.bar = bar;
            let fixed = self.bars.get(bar % MAX_BARS).copied().unwrap_or(0.0);
            self.shock += now.brushes * (1.0 + SCATTER * (fixed + 1.7 * self.dice.signed()));
        }
        if self.cage.advance(cage) {
            self.late = SLIP * self.dice.unit();
            self.ball_due = true;
        }
        if self.ball_due && self.cage.way() >= self.late {
            self.ball_due = false;
            self.shock += now.pits * (1.0 + 0.4 * self.dice.signed());
        }
        // The current breaks as a bar leaves the brush; the spark decays before the next.
        let spark = 1.0 - way;
        let spark = spark * spark;
        let slide = now.brushes * (0.3 + spark * spark);
        let [one, two, three] = &mut self.white;
        let [brush, ball, flank] = &mut self.rough;
        let rough = brush.low(slide * noise * one.draw(), cut)
            + ball.low(now.roughness * noise * two.draw(), cut)
            + flank.low(now.flanks * noise * three.draw(), cut);
        self.shock + rough
    }

    /// Sets the contacts to rest. Real-time: yes.
    pub(super) fn rest(&mut self) {
        self.shock = 0.0;
        self.rough = [OnePole::default(); 3];
    }
}
