//! Damped modes moved exactly under a held force, for tests only.

use super::Dice;
use foley_contact::{Forecast, Motion};

/// A damped mode under a held force F, ẍ + gẋ + ω²x = wF/m, with displacement x, damping rate g, angular
/// frequency ω, weight w and mass m. Its motion is exact. With ω and g zero it is a free mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub(crate) mass: f64,
    pub(crate) omega: f64,
    pub(crate) weight: f64,
    pub(crate) at: Motion,
    /// State transition over one step, row by row: new displacement and velocity per old displacement and
    /// velocity.
    map: [f64; 4],
    pub(crate) gamma: [f64; 2],
}

impl Mode {
    pub(crate) fn new(mass: f64, omega: f64, decay: f64, weight: f64, at: Motion, t: f64) -> Self {
        // Underdamped or free: g/2 < ω.
        let a = 0.5 * decay;
        let d = (omega * omega - a * a).max(0.0).sqrt();
        let shrink = (-a * t).exp();
        let sinc = if d * t < 1e-8 { t } else { (d * t).sin() / d };
        let cos = (d * t).cos();
        let map = [
            shrink * (cos + a * sinc),
            shrink * sinc,
            -shrink * omega * omega * sinc,
            shrink * (cos - a * sinc),
        ];
        let gamma = if omega == 0.0 {
            [0.5 * t * t / mass, t / mass]
        } else {
            // 1 − E₁₁, rewritten because it cancels for slow modes.
            let half = (0.5 * d * t).sin();
            let fallen = shrink * (2.0 * half * half - a * sinc) - (-a * t).exp_m1();
            [fallen / (mass * omega * omega), map[1] / mass]
        };
        Self { mass, omega, weight, at, map, gamma }
    }

    pub(crate) fn moved(&self, force: f64) -> Motion {
        let Motion { displacement: x, velocity: v } = self.at;
        let f = self.weight * force;
        Motion::new(
            self.map[0] * x + self.map[1] * v + self.gamma[0] * f,
            self.map[2] * x + self.map[3] * v + self.gamma[1] * f,
        )
    }

    pub(crate) fn energy(&self) -> f64 {
        let Motion { displacement: x, velocity: v } = self.at;
        0.5 * self.mass * (v * v + self.omega * self.omega * x * x)
    }
}

/// Forecast of a port driven by all modes.
pub(crate) fn forecast(body: &[Mode]) -> Forecast {
    let mut sum = Forecast::WALL;
    for mode in body {
        let w = mode.weight;
        let free = mode.moved(0.0);
        sum.now = sum.now + Motion::new(w * mode.at.displacement, w * mode.at.velocity);
        sum.free = sum.free + Motion::new(w * free.displacement, w * free.velocity);
        sum.per_newton = sum.per_newton + Motion::new(w * w * mode.gamma[0], w * w * mode.gamma[1]);
    }
    sum
}

/// Random modes and possibly a free mass, moving towards the other body.
pub(crate) fn body(dice: &mut Dice, rate: f64, lossless: bool, towards: f64, heaviest: f64) -> Vec<Mode> {
    let t = 1.0 / rate;
    let free = Mode::new(
        dice.log_between(1e-4, heaviest),
        0.0,
        0.0,
        1.0,
        Motion::new(0.0, towards * dice.log_between(1e-2, 10.0)),
        t,
    );
    let modes = (dice.unit() * 9.0) as usize;
    let mut all: Vec<Mode> = (0..modes)
        .map(|_| {
            // Some are above half the sample rate, where the response to a held force has the wrong sign.
            let omega = std::f64::consts::TAU * dice.log_between(20.0, 0.9 * rate);
            let decay = if lossless { 0.0 } else { omega * dice.log_between(1e-4, 0.3) };
            let at = Motion::new(0.0, dice.between(-1.0, 1.0));
            Mode::new(dice.log_between(1e-4, heaviest), omega, decay, dice.between(-1.0, 1.0), at, t)
        })
        .collect();
    if modes == 0 || dice.unit() < 0.7 {
        all.push(free);
    }
    all
}
