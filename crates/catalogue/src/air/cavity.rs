//! Resonances of tubes and bottles.
//!
//! ```math
//! f_n = \frac{n\,c}{2L'}, \quad f_n = \frac{(2n-1)\,c}{4L'}, \quad f_1 = \frac{c}{2\pi}\sqrt{\frac{S}{V\,l'}}
//! ```
//!
//! for an open tube, a stopped tube, and a bottle; symbols as in [`super::wind_cavity`].
//!
//! Source: \[FletcherRossing1998, 8\].

use super::shedding;
use core::f64::consts::{PI, TAU};
use foley_dsp::signal::SPEED_OF_SOUND;
use foley_params::{Param, choices, param, params};

choices! {
    /// Shape of a cavity.
    pub enum CavityShape {
        /// Tube open at both ends.
        OpenTube = "open-tube",
        /// Tube closed at the far end.
        StoppedTube = "stopped-tube",
        /// Volume with a neck.
        Bottle = "bottle",
    }
}

params! {
    /// Shape and dimensions of a cavity with its mouth in the wind.
    /// Default: a chimney.
    pub struct Cavity("cavity") {
        /// Shape of the cavity: tube open at both ends, tube stopped at the far end, or bottle.
        shape: CavityShape = CavityShape::OpenTube, "shape", choice;
        /// Length of the tube, or of the neck of the bottle.
        length: f64 = 1.2, "L", Metre, log [0.01, 10.0], glide 0.05,
            handle("length", "keyhole", "factory chimney");
        /// Radius of the mouth of the cavity.
        radius: f64 = 0.06, "a", Metre, log [0.002, 0.3], glide 0.05;
        /// Volume of the bottle; a larger bottle sounds lower.
        volume: f64 = 0.00075, "V", CubicMetre, log [0.00001, 1.0], glide 0.05;
    }
}

impl Cavity {
    /// Returns the acoustic length of the cavity, including end corrections \[m\].
    pub fn acoustic_length(&self) -> f64 {
        const FREE: f64 = 0.61;
        const FLANGED: f64 = 0.85;
        let ends = if self.shape == CavityShape::OpenTube {
            2.0 * FREE
        } else if self.shape == CavityShape::Bottle {
            FREE + FLANGED
        } else {
            FREE
        };
        self.length + ends * self.radius
    }

    /// Returns the frequency of the `n`-th resonance of the cavity \[Hz\], counted from 1; a bottle has
    /// only the first.
    pub fn pitch(&self, n: f64) -> f64 {
        let length = self.acoustic_length();
        if self.shape == CavityShape::OpenTube {
            n * SPEED_OF_SOUND / (2.0 * length)
        } else if self.shape == CavityShape::Bottle {
            SPEED_OF_SOUND / TAU * (self.mouth_area() / (self.volume * length)).sqrt()
        } else {
            (2.0 * n - 1.0) * SPEED_OF_SOUND / (4.0 * length)
        }
    }

    /// Returns the resonance of the cavity nearest to `frequency` \[Hz\].
    pub fn nearest_pitch(&self, frequency: f64) -> f64 {
        const TONES: f64 = 9.0;
        let n = if self.shape == CavityShape::OpenTube {
            frequency / self.pitch(1.0)
        } else if self.shape == CavityShape::Bottle {
            1.0
        } else {
            0.5 * (frequency / self.pitch(1.0) + 1.0)
        };
        self.pitch(libm::round(n).clamp(1.0, TONES))
    }

    /// Returns the area S of the cavity's mouth \[m²\].
    pub(super) fn mouth_area(&self) -> f64 {
        PI * self.radius * self.radius
    }

    /// Returns the loss factor of a bottle, the inverse of its quality factor \[1\], from radiation and
    /// friction in the neck.
    pub(super) fn loss(&self) -> f64 {
        let w = TAU * self.pitch(1.0);
        let k = w / SPEED_OF_SOUND;
        let radiation = k * self.mouth_area() / (2.0 * TAU * self.acoustic_length());
        let layer = (2.0 * shedding::VISCOSITY / w).sqrt();
        // Real necks lose several times as much as smooth ones.
        let friction = 3.0 * layer / self.radius;
        (radiation + friction).clamp(0.005, 1.0)
    }
}

pub(super) const LENGTH: Param<Cavity> = param("length");
