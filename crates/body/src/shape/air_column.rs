//! The air in a pipe, vibrating along it: a flute, a tower, the tube of a vacuum cleaner. A bottle's neck is
//! too short for this model.
//!
//! ```math
//! f_n = \frac{n c}{2L'} \text{ (ends alike)}, \qquad f_n = \frac{(2n-1)c}{4L'} \text{ (one open, one closed)}
//! ```
//!
//! | symbol | here         | unit  | meaning                                                              |
//! |--------|--------------|-------|----------------------------------------------------------------------|
//! | L      | `length`     | m     | of the pipe                                                          |
//! | a      | `diameter`/2 | m     | inside                                                               |
//! | c      | `speed`      | m/s   | of sound                                                             |
//! | ρ      | `density`    | kg/m³ | of the gas                                                           |
//! | L'     |              | m     | effective length: L plus 0.6133 a for every open end                 |
//!
//! The air is free at an open end and held at a closed one: `free` is open at both ends, `cantilever` closed
//! at 0 and open at 1, `clamped` closed at both. Heights are displacements along the pipe.
//!
//! The amplitude decays by friction and heat conduction at the wall, 3·10⁻⁵ √f/a per metre, and by radiation
//! at each open end, (ka)²/2 of it at every arrival:
//!
//! ```math
//! \frac1\tau = c\,\frac{3\cdot10^{-5}\sqrt f}{a} + \text{ends}\cdot\frac{(ka)^2}{2}\frac{c}{2L'}
//! ```
//!
//! which holds for long waves, ka < 1. The pipe itself does not move and its material has no effect; a pipe
//! that is struck is a [`super::Tube`].
//!
//! Source: \[FletcherRossing1998, sections 8.2 and 8.3\]; \[LevineSchwinger1948\].

use super::natural_mode;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::{AIR_DENSITY, Radiator, SOUND_SPEED};
use core::f64::consts::{PI, SQRT_2, TAU};
use foley_params::{ParamError, params};

params! {
    /// The air in a pipe.
    /// Default: a pipe open at both ends, in a warm room.
    pub struct AirColumn("air-column") {
        /// Length of the pipe; twice the length sounds about an octave lower.
        length: f64 = 0.6, "L", Metre, log [1e-2, 100.0], handle("size", "whistle", "tower");
        /// Inner diameter of the pipe; at most its length.
        diameter: f64 = 0.02, "2a", Metre, log [1e-3, 10.0], handle("bore", "straw", "tunnel");
        /// Speed of sound in the gas; 343 m/s in air at 20 °C.
        speed: f64 = 343.0, "c", MetrePerSecond, log [100.0, 2000.0];
        /// Density of the gas; 1.2 kg/m³ for air.
        density: f64 = 1.2, "ρ", KilogramPerCubicMetre, log [0.01, 100.0];
        /// Support of the ends; free means open.
        support: Support = Support::Free, not a parameter;
    }
}

/// Length that an open end adds to the air column, in radii of the pipe.
const END: f64 = 0.6133;

impl AirColumn {
    fn open_ends(&self) -> f64 {
        match self.support {
            Support::Free => 2.0,
            Support::Cantilever => 1.0,
            _ => 0.0,
        }
    }

    /// Returns the effective length L' of the air column, end corrections included \[m\].
    pub fn sounding_length(&self) -> f64 {
        self.length + self.open_ends() * END * 0.5 * self.diameter
    }

    fn moving_mass(&self) -> f64 {
        self.density * self.sounding_length() * 0.25 * PI * self.diameter * self.diameter
    }
}

impl Geometry for AirColumn {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Line
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Free, Support::Cantilever, Support::Clamped]
    }

    fn support(&self) -> Support {
        self.support
    }

    fn set_support(&mut self, support: Support) {
        self.support = support;
    }

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "diameter", self.length)
    }

    fn mass(&self, _: &Material) -> f64 {
        self.moving_mass()
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        let radius = 0.5 * self.diameter;
        let ka = k * SOUND_SPEED * radius / self.speed;
        Radiator {
            // (ka)²/4 of an open end, where the mean square is twice that of the column; relative to air.
            efficiency: 0.5 * ka * ka * self.density * self.speed / (AIR_DENSITY * SOUND_SPEED),
            area: self.open_ends() * PI * radius * radius,
            normal_share: 1.0,
            added_mass: 0.0,
            structural_wavenumber: TAU * natural.frequency / self.speed,
            in_decay: true,
        }
    }

    fn edge_encounters(&self) -> f64 {
        // Its walls are part of the shape, and a mounting does not touch the air.
        0.0
    }

    fn natural_modes(&self, _: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let (mass, whole) = (self.moving_mass(), self.sounding_length());
        let (support, part) = (self.support, self.length / whole);
        natural_mode::family(selection, |number| {
            let n = f64::from(number);
            let half_waves = if support == Support::Cantilever { n - 0.5 } else { n };
            let frequency = half_waves * self.speed / (2.0 * whole);
            NaturalMode::along(number, frequency, mass, move |x| match support {
                // With the end correction the air column begins outside the pipe.
                Support::Free => SQRT_2 * libm::cos(half_waves * PI * (0.5 + (x - 0.5) * part)),
                _ => SQRT_2 * libm::sin(half_waves * PI * x * part),
            })
        })
    }

    fn decay(&self, _: &Material, frequency: f64) -> f64 {
        let radius = 0.5 * self.diameter;
        let ka = TAU * frequency * radius / self.speed;
        let wall = self.speed * 3e-5 * frequency.sqrt() / radius;
        let ends = self.open_ends() * 0.25 * ka * ka * self.speed / self.sounding_length();
        1.0 / (wall + ends)
    }
}
