//! A round rod, bending: a spoke, a dowel, a musical triangle.
//!
//! The beam with EI = E π d⁴/64 and ρA = ρ π d²/4:
//!
//! ```math
//! f_n = \frac{\lambda_n^2}{8\pi L^2} \sqrt{\frac{E}{\rho}}\; d
//! ```
//!
//! | symbol | here       | unit | meaning                       |
//! |--------|------------|------|-------------------------------|
//! | L      | `length`   | m    |                               |
//! | d      | `diameter` | m    |                               |
//! | λ      |            | 1    | from the support, see `beam`  |
//!
//! A round section bends alike in every direction; the modes are those in the direction of the blow.
//!
//! Source: \[FletcherRossing1998, section 2.15\].

use super::beam::{self, Beam};
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::Radiator;
use core::f64::consts::PI;
use foley_params::{ParamError, params};

params! {
    /// A round rod.
    /// Default: a rod as thick as a pencil.
    pub struct Rod("rod") {
        /// Length of the rod; twice the length sounds two octaves lower.
        length: f64 = 0.3, "L", Metre, log [1e-3, 10.0], handle("size", "finger", "ladder");
        /// Diameter of the rod; at most its length. Twice the diameter sounds an octave higher.
        diameter: f64 = 0.008, "d", Metre, log [1e-5, 0.5], handle("thickness", "wire", "log");
        /// Support of the ends of the rod.
        support: Support = Support::Free, not a parameter;
    }
}

impl Geometry for Rod {
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
        at_most(self, "diameter", self.length)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * 0.25 * PI * self.diameter * self.diameter
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        beam::radiator(self.support, natural.order[0], k, [self.length, self.diameter, self.diameter])
    }

    fn edge_encounters(&self) -> f64 {
        1.0 / self.length
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let square = self.diameter * self.diameter;
        Beam {
            support: self.support,
            length: self.length,
            stiffness: material.young * PI * square * square / 64.0,
            mass: self.mass(material),
        }
        .natural_modes(selection)
    }
}
