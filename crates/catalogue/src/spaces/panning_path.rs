//! Loudspeakers, and the way of a sound between them ([`super::Panning`]).
//!
//! | layout   | where the loudspeakers are                                                                           |
//! |----------|------------------------------------------------------------------------------------------------------|
//! | `stereo` | on an arc of 60° in front, from left to right                                                        |
//! | `ring`   | all around, the first in front, the others to the right of it                                        |
//! | `line`   | in a row in front, from left to right, as under a table: `width` long and `depth` away              |
//!
//! Only a ring has loudspeakers behind: a pair or a row plays what is behind as far to the left or right in
//! front ([`Speakers::playable_azimuth`]).

use core::f64::consts::{PI, TAU};
use foley_params::{choices, params};

choices! {
    /// Arrangement of the loudspeakers.
    pub enum Layout {
        /// Pairs in front.
        Stereo = "stereo",
        /// All around.
        Ring = "ring",
        /// A row.
        Line = "line",
    }
}

params! {
    /// The loudspeakers.
    /// Default: two in front, with the row of a table.
    pub struct Speakers("speakers") {
        /// How the loudspeakers stand.
        layout: Layout = Layout::Stereo, "φ₁", choice;
        /// How long a row of loudspeakers is.
        width: f64 = 1.5, "w", Metre, log [0.2, 20.0];
        /// How far a row of loudspeakers is.
        depth: f64 = 0.6, "d", Metre, log [0.2, 20.0];
    }
}

impl Speakers {
    /// Direction of one of so many \[rad\]. Real-time: yes.
    pub fn azimuth(&self, one: usize, count: usize) -> f64 {
        if self.layout == Layout::Ring {
            return TAU * one as f64 / count as f64;
        }
        let way = one as f64 / (count.max(2) - 1) as f64 - 0.5;
        if self.layout == Layout::Line { libm::atan2(way * self.width, self.depth) } else { way * PI / 3.0 }
    }

    /// The direction in which so many of them show what is in this one \[rad\], which is between −π and π.
    /// Beside a row it is where its nearer end is, and behind it as far to the left or right as it would be
    /// in front: nothing jumps on the way round, and nothing of what is on one side is heard on the other.
    /// Real-time: yes.
    pub fn playable_azimuth(&self, azimuth: f64, count: usize) -> f64 {
        if self.layout == Layout::Ring || count < 2 {
            return azimuth;
        }
        let front = if azimuth.abs() > 0.5 * PI { PI.copysign(azimuth) - azimuth } else { azimuth };
        let (first, last) = (self.azimuth(0, count), self.azimuth(count - 1, count));
        front.max(first).min(last)
    }
}

params! {
    /// Where it is, and how it moves.
    /// Default: ahead and a little to the left, a metre away.
    pub struct PanningPath("flight") {
        /// Direction, from the front to the right.
        azimuth: f64 = -0.3, "φ", Radian, lin [-PI, PI], glide 0.1,
            handle("direction", "behind, on the left", "behind, on the right");
        /// How far it is.
        distance: f64 = 1.0, "r", Metre, log [0.3, PanningPath::MAX_DISTANCE], glide 0.1,
            handle("distance", "at the ear", "across the field");
        /// Turns in a second, to the right.
        spin: f64 = 0.0, "Ω/2π", PerSecond, lin [-5.0, 5.0], glide 0.1;
        /// How wide it is: a point, or all around.
        spread: f64 = 0.0, "Δφ", Radian, lin [0.0, TAU], glide 0.1, handle("width", "point", "all around");
        /// Part of the delay that its distance would make; 0 is none, so that its pitch stays as it is.
        doppler: f64 = 1.0, "D", One, lin [0.0, 1.0], glide 0.1;
    }
}

impl PanningPath {
    /// Farthest that something is \[m\].
    pub const MAX_DISTANCE: f64 = 100.0;
}
