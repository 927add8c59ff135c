//! Wind shared by the models of this family: the wind rises, gusts and dies down.
//!
//! ```math
//! U(t) = U_0\,e(t)\,\bigl(1 + I\,g(t)\bigr), \qquad |g| \le 1
//! ```
//!
//! | symbol | here                 | unit | meaning                                                          |
//! |--------|----------------------|------|------------------------------------------------------------------|
//! | U₀     | [`Wind::speed`], `blow` | m/s | mean wind speed                                                |
//! | e      | [`Wind::rise`], [`Wind::duration`] | s | rise and fall                                       |
//! | I      | [`Wind::gustiness`]  | 1    | relative depth of the gusts                                      |
//! | g      | [`Wind::gust`]       | s    | seeded smooth noise with this time scale, plus a third of it at three times the rate |

use crate::solids::curve::smooth;
use crate::solids::surfaces::along;
use foley_dsp::random::mix_seed;
use foley_params::{Info, Param, Scale, param, params};
use foley_sound::{BLOCK, Block};

params! {
    /// Wind.
    pub struct Wind("wind") {
        /// Default mean speed of the wind.
        speed: f64 = Wind::BREEZE.speed, "U", MetrePerSecond, log [0.5, 50.0], glide 0.1,
            handle("strength", "a breath", "hurricane");
        /// Depth of the gusts, relative to the mean speed.
        gustiness: f64 = Wind::BREEZE.gustiness, "I", One, lin [0.0, 1.0], glide 0.1,
            handle("gustiness", "steady", "squalls");
        /// Duration of a gust.
        gust: f64 = Wind::BREEZE.gust, "t_g", Second, log [0.05, 10.0], glide 0.1;
        /// Time in which the wind rises, and dies down again.
        rise: f64 = Wind::BREEZE.rise, "t_r", Second, log [0.01, 5.0], glide 0.1;
        /// Time after the gesture at which the wind dies down.
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
    doc: "Blows at this speed; 0 stops the wind.",
    min: 0.0,
    scale: Scale::Linear,
    ..SPEED.info()
};

/// Maximum wind speed in a gust [m/s].
pub(super) const MAX_WIND_SPEED: f64 = 2.0 * SPEED.max;

/// Generator of the wind speed over time, with gusts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WindGenerator {
    seed: u64,
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
    /// Position in the random gust curve \[1\].
    gust_phase: f64,
    mean: f64,
}

impl WindGenerator {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            from: 0.0,
            to: 0.0,
            since: 0.0,
            time_left: 0.0,
            nominal_speed: SPEED.default,
            gust_phase: 0.0,
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
            self.time_left = wind.duration;
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
        self.gust_phase += seconds / wind.gust;
        let slow = along(mix_seed(self.seed, 0), self.gust_phase, 0.0);
        let quick = along(mix_seed(self.seed, 1), 3.0 * self.gust_phase, 0.0);
        self.mean * (1.0 + wind.gustiness * (2.0 * slow + quick) / 3.0).max(0.0)
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
