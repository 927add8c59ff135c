//! Loudspeakers, and the way of a sound between them ([`super::Panning`]).
//!
//! | layout   | where the loudspeakers are                                                                           |
//! |----------|------------------------------------------------------------------------------------------------------|
//! | `stereo` | on an arc of 60° in front, from left to right                                                        |
//! | `ring`   | all around, the first in front, the others to the right of it                                        |
//! | `line`   | in a row in front, from left to right, as under a table: `width` long and `depth` away              |
//!
//! Only a ring has loudspeakers behind: a pair or a row plays what is behind as far to the left or right in
//! front ([`Speakers::shown`]).

use core::f64::consts::{PI, TAU};
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The layouts.
pub const LAYOUTS: &[&str] = &["stereo", "ring", "line"];
const RING: f64 = 1.0;
const LINE: f64 = 2.0;

/// The loudspeakers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speakers {
    /// One of [`LAYOUTS`], by its number.
    pub layout: f64,
    /// How long a row is \[m\].
    pub width: f64,
    /// How far it is \[m\].
    pub depth: f64,
}

impl Default for Speakers {
    /// Two in front, with the row of a table.
    fn default() -> Self {
        Self { layout: 0.0, width: 1.5, depth: 0.6 }
    }
}

impl Speakers {
    /// Direction of one of so many \[rad\]. Real-time: yes.
    pub fn azimuth(&self, one: usize, count: usize) -> f64 {
        if self.layout == RING {
            return TAU * one as f64 / count as f64;
        }
        let way = one as f64 / (count.max(2) - 1) as f64 - 0.5;
        if self.layout == LINE { libm::atan2(way * self.width, self.depth) } else { way * PI / 3.0 }
    }

    /// The direction in which so many of them show what is in this one \[rad\], which is between −π and π.
    /// Beside a row it is where its nearer end is, and behind it as far to the left or right as it would be
    /// in front: nothing jumps on the way round, and nothing of what is on one side is heard on the other.
    /// Real-time: yes.
    pub fn shown(&self, azimuth: f64, count: usize) -> f64 {
        if self.layout == RING || count < 2 {
            return azimuth;
        }
        let front = if azimuth.abs() > 0.5 * PI { PI.copysign(azimuth) - azimuth } else { azimuth };
        let (first, last) = (self.azimuth(0, count), self.azimuth(count - 1, count));
        front.max(first).min(last)
    }
}

const LAYOUT: Param<Speakers> = Param {
    id: "layout",
    symbol: "φ₁",
    unit: Unit::One,
    doc: "How the loudspeakers stand.",
    min: 0.0,
    max: (LAYOUTS.len() - 1) as f64,
    scale: Scale::Choice(LAYOUTS),
    default: 0.0,
    glide: 0.0,
    handle: None,
    get: |it| it.layout,
    set: |it, value| it.layout = value,
};

impl Parametric for Speakers {
    const NAME: &'static str = "speakers";
    const PARAMS: &'static [Param<Self>] = &[
        LAYOUT,
        Param {
            id: "width",
            symbol: "w",
            unit: Unit::Metre,
            doc: "How long a row of loudspeakers is.",
            min: 0.2,
            max: 20.0,
            scale: Scale::Logarithmic,
            default: 1.5,
            get: |it| it.width,
            set: |it, value| it.width = value,
            ..LAYOUT
        },
        Param {
            id: "depth",
            symbol: "d",
            unit: Unit::Metre,
            doc: "How far a row of loudspeakers is.",
            min: 0.2,
            max: 20.0,
            scale: Scale::Logarithmic,
            default: 0.6,
            get: |it| it.depth,
            set: |it, value| it.depth = value,
            ..LAYOUT
        },
    ];
}

/// Where it is, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// φ \[rad\]
    pub azimuth: f64,
    /// r \[m\]
    pub distance: f64,
    /// Turns in a second, to the right \[1/s\].
    pub spin: f64,
    /// How wide it is \[rad\].
    pub spread: f64,
    /// Part of the delay of its distance \[1\].
    pub doppler: f64,
}

impl Default for Flight {
    /// Ahead and a little to the left, a metre away.
    fn default() -> Self {
        Self { azimuth: -0.3, distance: 1.0, spin: 0.0, spread: 0.0, doppler: 1.0 }
    }
}

impl Flight {
    /// Farthest that something is \[m\].
    pub const FARTHEST: f64 = 100.0;
}

const AZIMUTH: Param<Flight> = Param {
    id: "azimuth",
    symbol: "φ",
    unit: Unit::Radian,
    doc: "Direction, from the front to the right.",
    min: -PI,
    max: PI,
    scale: Scale::Linear,
    default: -0.3,
    glide: 0.1,
    handle: Some(Handle { name: "direction", low: "behind, on the left", high: "behind, on the right" }),
    get: |it| it.azimuth,
    set: |it, value| it.azimuth = value,
};

impl Parametric for Flight {
    const NAME: &'static str = "flight";
    const PARAMS: &'static [Param<Self>] = &[
        AZIMUTH,
        Param {
            id: "distance",
            symbol: "r",
            unit: Unit::Metre,
            doc: "How far it is.",
            min: 0.3,
            max: Flight::FARTHEST,
            scale: Scale::Logarithmic,
            default: 1.0,
            handle: Some(Handle { name: "distance", low: "at the ear", high: "across the field" }),
            get: |it| it.distance,
            set: |it, value| it.distance = value,
            ..AZIMUTH
        },
        Param {
            id: "spin",
            symbol: "Ω/2π",
            unit: Unit::PerSecond,
            doc: "Turns in a second, to the right.",
            min: -5.0,
            max: 5.0,
            default: 0.0,
            handle: None,
            get: |it| it.spin,
            set: |it, value| it.spin = value,
            ..AZIMUTH
        },
        Param {
            id: "spread",
            symbol: "Δφ",
            doc: "How wide it is: a point, or all around.",
            min: 0.0,
            max: TAU,
            default: 0.0,
            handle: Some(Handle { name: "width", low: "point", high: "all around" }),
            get: |it| it.spread,
            set: |it, value| it.spread = value,
            ..AZIMUTH
        },
        Param {
            id: "doppler",
            symbol: "D",
            unit: Unit::One,
            doc: "Part of the delay that its distance would make; 0 is none, so that its pitch stays as it is.",
            min: 0.0,
            max: 1.0,
            default: 1.0,
            handle: None,
            get: |it| it.doppler,
            set: |it, value| it.doppler = value,
            ..AZIMUTH
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn loudspeakers_and_a_flight_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Speakers>().unwrap();
        foley_params::defaults_hold::<super::Flight>().unwrap();
    }
}
