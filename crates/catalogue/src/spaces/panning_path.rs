//! Loudspeakers, and the path of a sound between them ([`super::Panning`]).
//!
//! | layout   | position of the loudspeakers                                                           |
//! |----------|----------------------------------------------------------------------------------------|
//! | `stereo` | on an arc of 60° in front, from left to right                                          |
//! | `ring`   | all around, the first in front, the others to the right of it                          |
//! | `line`   | in a row in front, from left to right, as under a table: `width` long and `depth` away |
//!
//! Only a ring has loudspeakers behind. A pair or a row plays a sound from behind in front, equally far to
//! the left or right ([`Speakers::playable_azimuth`]).

use core::f64::consts::{PI, TAU};
use foley_params::{choices, params};

choices! {
    /// Arrangement of the loudspeakers.
    pub enum Layout {
        /// Pairs of loudspeakers in front of the listener.
        Stereo = "stereo",
        /// Loudspeakers in a ring around the listener.
        Ring = "ring",
        /// Loudspeakers in a row in front of the listener.
        Line = "line",
    }
}

params! {
    /// Arrangement of the loudspeakers.
    /// Default: two in front of the listener; the dimensions of a row are those of a table.
    pub struct Speakers("speakers") {
        /// Arrangement of the loudspeakers.
        layout: Layout = Layout::Stereo, "φ₁", choice;
        /// Length of the row, if the loudspeakers stand in a row.
        width: f64 = 1.5, "w", Metre, log [0.2, 20.0];
        /// Distance of the row from the listener, if the loudspeakers stand in a row.
        depth: f64 = 0.6, "d", Metre, log [0.2, 20.0];
    }
}

impl Speakers {
    /// Returns the direction of loudspeaker `index` of `count` \[rad\]. Real-time: yes.
    pub fn azimuth(&self, index: usize, count: usize) -> f64 {
        if self.layout == Layout::Ring {
            return TAU * index as f64 / count as f64;
        }
        let offset = index as f64 / (count.max(2) - 1) as f64 - 0.5;
        if self.layout == Layout::Line {
            libm::atan2(offset * self.width, self.depth)
        } else {
            offset * PI / 3.0
        }
    }

    /// Returns the direction in which `count` loudspeakers play a sound at `azimuth`, which is between −π
    /// and π \[rad\]. A sound beside a row is played at its nearer end. A sound behind a row is mirrored to
    /// the front, so that a full circle makes no jump and sides are never exchanged. Real-time: yes.
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
    /// Position and motion of the sound.
    /// Default: ahead and a little to the left, a metre away.
    pub struct PanningPath("flight") {
        /// Direction of the sound, clockwise from the front.
        azimuth: f64 = -0.3, "φ", Radian, lin [-PI, PI], glide 0.1,
            handle("direction", "behind, on the left", "behind, on the right");
        /// Distance between sound and listener.
        distance: f64 = 1.0, "r", Metre, log [0.3, PanningPath::MAX_DISTANCE], glide 0.1,
            handle("distance", "at the ear", "across the field");
        /// Number of clockwise turns of the sound around the listener per second.
        spin: f64 = 0.0, "Ω/2π", PerSecond, lin [-5.0, 5.0], glide 0.1;
        /// Angular width of the sound: 0 is a point, 2π is all around.
        spread: f64 = 0.0, "Δφ", Radian, lin [0.0, TAU], glide 0.1, handle("width", "point", "all around");
        /// Fraction of the propagation delay that is applied; 0 leaves the pitch unchanged.
        doppler: f64 = 1.0, "D", One, lin [0.0, 1.0], glide 0.1;
    }
}

impl PanningPath {
    /// Maximum distance between the sound and the listener \[m\].
    pub const MAX_DISTANCE: f64 = 100.0;
}
