//! Wind, as the models of this family share it: somebody blows, or the weather does; it comes in gusts, and
//! it dies down.
//!
//! $$ U(t) = U_0\,e(t)\,\bigl(1 + I\,g(t)\bigr), \qquad |g| \le 1 $$
//!
//! | symbol | here                 | unit | meaning                                                          |
//! |--------|----------------------|------|------------------------------------------------------------------|
//! | U₀     | [`Wind::speed`], `blow` | m/s | speed of the wind on the mean                                  |
//! | e      | [`Wind::rise`], [`Wind::duration`] | s | how it comes and goes                               |
//! | I      | [`Wind::gustiness`]  | 1    | how far gusts depart from the mean                               |
//! | g      | [`Wind::gust`]       | s    | seeded chance: a new value after so long, smoothly joined, and a third of it three times as often |

use crate::solids::curve::smooth;
use crate::solids::surfaces::along;
use foley_dsp::random::mixed;
use foley_params::{Info, Param, Scale, param, params};
use foley_sound::{BLOCK, Block};

params! {
    /// Wind that comes and goes.
    pub struct Wind("wind") {
        /// Speed of the wind on the mean, if nobody says how fast.
        speed: f64 = Wind::BREEZE.speed, "U", MetrePerSecond, log [0.5, 50.0], glide 0.1,
            handle("strength", "a breath", "hurricane");
        /// How far gusts depart from the mean, as a part of it.
        gustiness: f64 = Wind::BREEZE.gustiness, "I", One, lin [0.0, 1.0], glide 0.1,
            handle("gustiness", "steady", "squalls");
        /// How long a gust takes.
        gust: f64 = Wind::BREEZE.gust, "t_g", Second, log [0.05, 10.0], glide 0.1;
        /// How long it takes to come, and to die down again.
        rise: f64 = Wind::BREEZE.rise, "t_r", Second, log [0.01, 5.0], glide 0.1;
        /// So long after it was told to blow it dies down.
        duration: f64 = Wind::BREEZE.duration, "t", Second, log [0.05, 45.0], glide 0.1;
    }
}

impl Wind {
    /// A fresh breeze.
    pub const BREEZE: Self = Self { speed: 10.0, gustiness: 0.3, gust: 0.8, rise: 0.8, duration: 4.0 };
}

pub(super) const SPEED: Param<Wind> = param("speed");

/// What one does to hear a wind.
pub(super) const BLOW: Info = Info {
    id: "blow",
    doc: "Blows at this speed; 0 stops it.",
    min: 0.0,
    scale: Scale::Linear,
    ..SPEED.info()
};

/// The fastest that a wind ever is, in a gust [m/s].
pub(super) const MAX_WIND_SPEED: f64 = 2.0 * SPEED.max;

/// Wind over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WindGenerator {
    seed: u64,
    /// Without gusts, before and after the change that is under way [m/s].
    from: f64,
    to: f64,
    /// How long it has been under way, and until it dies down \[s\].
    since: f64,
    time_left: f64,
    /// The parameter when it was told to blow [m/s].
    nominal_speed: f64,
    /// Gusts so far \[1\].
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

    /// Whether it has died down for good.
    pub(super) fn calm(&self) -> bool {
        self.to == 0.0 && self.mean == 0.0
    }

    fn aim(&mut self, to: f64, wind: &Wind) {
        (self.from, self.to, self.since) = (self.mean, to, 0.0);
        self.nominal_speed = wind.speed;
    }

    /// Takes what was said in this block, and the speed at its end [m/s]. Real-time: yes.
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
        // Who sets the speed while it blows changes it by the same part.
        let ratio = wind.speed / self.nominal_speed;
        let mean = self.from + (self.to - self.from) * smooth(self.since / wind.rise);
        self.mean = (ratio * mean).min(SPEED.max);
        self.gust_phase += seconds / wind.gust;
        let slow = along(mixed(self.seed, 0), self.gust_phase, 0.0);
        let quick = along(mixed(self.seed, 1), 3.0 * self.gust_phase, 0.0);
        self.mean * (1.0 + wind.gustiness * (2.0 * slow + quick) / 3.0).max(0.0)
    }
}

params! {
    /// Where one stands.
    pub struct Standpoint("standpoint") {
        /// How far what sounds is from the ear: pressure falls as one over it.
        distance: f64 = 1.0, "r", Metre, log [0.3, 100.0], glide 0.1,
            handle("distance", "at the ear", "across the yard");
    }
}
