//! A hollow tube, bending: a chime, a pipe that is struck. The air inside is [`super::AirColumn`].
//!
//! The beam with EI = E π (D⁴ − d⁴)/64 and ρA = ρ π (D² − d²)/4, d = D − 2t:
//!
//! ```math
//! f_n = \frac{\lambda_n^2}{8\pi L^2} \sqrt{\frac{E}{\rho}} \sqrt{D^2 + d^2}
//! ```
//!
//! | symbol | here       | unit | meaning                            |
//! |--------|------------|------|------------------------------------|
//! | L      | `length`   | m    |                                    |
//! | D      | `diameter` | m    | outside                            |
//! | t      | `wall`     | m    | thickness of the wall, at most D/2 |
//! | λ      |            | 1    | from the support, see `beam`       |
//!
//! The section stays round: modes in which the wall itself bends are not included.
//!
//! Source: \[FletcherRossing1998, sections 2.15 and 19.9\].

use super::beam::{self, Beam};
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::Radiator;
use core::f64::consts::PI;
use foley_params::{ParamError, params};

params! {
    /// A hollow tube that bends as a beam.
    /// Default: a wind chime.
    pub struct Tube("tube") {
        /// Length of the tube; twice the length sounds two octaves lower.
        length: f64 = 0.5, "L", Metre, log [1e-3, 10.0], handle("size", "finger", "ladder");
        /// Outer diameter of the tube; at most its length.
        diameter: f64 = 0.025, "D", Metre, log [1e-4, 1.0];
        /// Thickness of the wall of the tube; at most half the diameter.
        wall: f64 = 0.0015, "t", Metre, log [1e-5, 0.2], handle("thickness", "foil", "pipe");
        /// Support of the ends of the tube.
        support: Support = Support::Free, not a parameter;
    }
}

impl Tube {
    /// Returns the squares of the outer and inner diameter, D² and d² \[m²\].
    fn squares(&self) -> (f64, f64) {
        let inside = self.diameter - 2.0 * self.wall;
        (self.diameter * self.diameter, inside * inside)
    }
}

impl Geometry for Tube {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Line
    }

    fn supports(&self) -> &'static [Support] {
        &Support::ALL
    }

    fn support(&self) -> Support {
        self.support
    }

    fn set_support(&mut self, support: Support) {
        self.support = support;
    }

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "diameter", self.length)?;
        at_most(self, "wall", 0.5 * self.diameter)
    }

    fn mass(&self, material: &Material) -> f64 {
        let section = PI * self.wall * (self.diameter - self.wall);
        material.density * self.length * section
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        beam::radiator(self.support, natural.order[0], k, [self.length, self.diameter, self.diameter])
    }

    fn edge_encounters(&self) -> f64 {
        1.0 / self.length
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let (outside, inside) = self.squares();
        let section = PI * self.wall * (self.diameter - self.wall);
        Beam {
            support: self.support,
            length: self.length,
            stiffness: material.young * section * (outside + inside) / 16.0,
            mass: self.mass(material),
        }
        .natural_modes(selection)
    }
}
