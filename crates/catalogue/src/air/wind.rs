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
use foley_params::{Handle, Info, Param, Parametric, Scale, Unit};
use foley_sound::{BLOCK, Block};

/// Wind that comes and goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// U₀ [m/s]
    pub speed: f64,
    /// I \[1\]
    pub gustiness: f64,
    /// How long a gust takes \[s\].
    pub gust: f64,
    /// How long it takes to come, and to die down \[s\].
    pub rise: f64,
    /// After so long it dies down \[s\].
    pub duration: f64,
}

impl Wind {
    /// A fresh breeze.
    pub const BREEZE: Self = Self { speed: 10.0, gustiness: 0.3, gust: 0.8, rise: 0.8, duration: 4.0 };
}

impl Default for Wind {
    fn default() -> Self {
        Self::BREEZE
    }
}

pub(super) const SPEED: Param<Wind> = Param {
    id: "speed",
    symbol: "U",
    unit: Unit::MetrePerSecond,
    doc: "Speed of the wind on the mean, if nobody says how fast.",
    min: 0.5,
    max: 50.0,
    scale: Scale::Logarithmic,
    default: Wind::BREEZE.speed,
    glide: 0.1,
    handle: Some(Handle { name: "strength", low: "a breath", high: "hurricane" }),
    get: |it| it.speed,
    set: |it, value| it.speed = value,
};

const GUST: Param<Wind> = Param {
    id: "gust",
    symbol: "t_g",
    unit: Unit::Second,
    doc: "How long a gust takes.",
    min: 0.05,
    max: 10.0,
    default: Wind::BREEZE.gust,
    handle: None,
    get: |it| it.gust,
    set: |it, value| it.gust = value,
    ..SPEED
};

impl Parametric for Wind {
    const NAME: &'static str = "wind";
    const PARAMS: &'static [Param<Self>] = &[
        SPEED,
        Param {
            id: "gustiness",
            symbol: "I",
            unit: Unit::One,
            doc: "How far gusts depart from the mean, as a part of it.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: Wind::BREEZE.gustiness,
            handle: Some(Handle { name: "gustiness", low: "steady", high: "squalls" }),
            get: |it| it.gustiness,
            set: |it, value| it.gustiness = value,
            ..SPEED
        },
        GUST,
        Param {
            id: "rise",
            symbol: "t_r",
            doc: "How long it takes to come, and to die down again.",
            min: 0.01,
            max: 5.0,
            default: Wind::BREEZE.rise,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..GUST
        },
        Param {
            id: "duration",
            symbol: "t",
            doc: "So long after it was told to blow it dies down.",
            min: 0.05,
            max: 45.0,
            default: Wind::BREEZE.duration,
            get: |it| it.duration,
            set: |it, value| it.duration = value,
            ..GUST
        },
    ];
}

/// What one does to hear a wind.
pub(super) const BLOW: Info = Info {
    id: "blow",
    doc: "Blows at this speed; 0 stops it.",
    min: 0.0,
    scale: Scale::Linear,
    ..SPEED.info()
};

/// The fastest that a wind ever is, in a gust [m/s].
pub(super) const FASTEST: f64 = 2.0 * SPEED.max;

/// Wind over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Blows {
    seed: u64,
    /// Without gusts, before and after the change that is under way [m/s].
    from: f64,
    to: f64,
    /// How long it has been under way, and until it dies down \[s\].
    since: f64,
    left: f64,
    /// The parameter when it was told to blow [m/s].
    meant: f64,
    /// Gusts so far \[1\].
    gusts: f64,
    mean: f64,
}

impl Blows {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, from: 0.0, to: 0.0, since: 0.0, left: 0.0, meant: SPEED.default, gusts: 0.0, mean: 0.0 }
    }

    /// Whether it has died down for good.
    pub(super) fn still(&self) -> bool {
        self.to == 0.0 && self.mean == 0.0
    }

    fn aim(&mut self, to: f64, wind: &Wind) {
        (self.from, self.to, self.since) = (self.mean, to, 0.0);
        self.meant = wind.speed;
    }

    /// Takes what was said in this block, and the speed at its end [m/s]. Real-time: yes.
    pub(super) fn at_end(&mut self, wind: &Wind, blow: usize, block: &Block<'_>) -> f64 {
        if let Some(done) = block.gesture(blow) {
            self.aim(done.value.clamp(BLOW.min, BLOW.max), wind);
            self.left = wind.duration;
        }
        if self.still() {
            return 0.0;
        }
        let passed = block.step().seconds() * BLOCK as f64;
        self.left -= passed;
        if self.left <= 0.0 && self.to > 0.0 {
            self.aim(0.0, wind);
        }
        self.since += passed;
        // Who sets the speed while it blows changes it by the same part.
        let by = wind.speed / self.meant;
        let mean = self.from + (self.to - self.from) * smooth(self.since / wind.rise);
        self.mean = (by * mean).min(SPEED.max);
        self.gusts += passed / wind.gust;
        let slow = along(mixed(self.seed, 0), self.gusts, 0.0);
        let quick = along(mixed(self.seed, 1), 3.0 * self.gusts, 0.0);
        self.mean * (1.0 + wind.gustiness * (2.0 * slow + quick) / 3.0).max(0.0)
    }
}

/// Where one stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standpoint {
    /// From what sounds \[m\].
    pub distance: f64,
}

impl Default for Standpoint {
    fn default() -> Self {
        Self { distance: 1.0 }
    }
}

impl Parametric for Standpoint {
    const NAME: &'static str = "standpoint";
    const PARAMS: &'static [Param<Self>] = &[Param {
        id: "distance",
        symbol: "r",
        unit: Unit::Metre,
        doc: "How far what sounds is from the ear: pressure falls as one over it.",
        min: 0.3,
        max: 100.0,
        scale: Scale::Logarithmic,
        default: 1.0,
        glide: 0.1,
        handle: Some(Handle { name: "distance", low: "at the ear", high: "across the yard" }),
        get: |it| it.distance,
        set: |it, value| it.distance = value,
    }];
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_wind_and_a_standpoint_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Wind>().unwrap();
        foley_params::defaults_hold::<super::Standpoint>().unwrap();
    }
}
