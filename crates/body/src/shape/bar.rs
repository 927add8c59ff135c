//! A bar of rectangular section, bending across its thickness: an untuned xylophone bar, a ruler, a reed.
//!
//! ```math
//! f_n = \frac{\lambda_n^2}{2\pi L^2} \sqrt{\frac{E}{12\rho}}\; h
//! ```
//!
//! | symbol | here        | unit | meaning                          |
//! |--------|-------------|------|----------------------------------|
//! | L      | `length`    | m    |                                  |
//! | b      | `width`     | m    | does not change the pitch        |
//! | h      | `thickness` | m    | in the direction of the blow     |
//! | λ      |             | 1    | from the support, see `beam`     |
//!
//! A bar twice as long sounds two octaves lower; one twice as large in all dimensions, one octave.
//!
//! Source: \[FletcherRossing1998, sections 2.15 to 2.17\].

use super::beam::{self, Beam};
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::Radiator;
use foley_params::{ParamError, params};

params! {
    /// A bar of rectangular section.
    /// Default: an untuned glockenspiel bar.
    pub struct Bar("bar") {
        /// Length of the bar; twice the length sounds two octaves lower.
        length: f64 = 0.3, "L", Metre, log [1e-3, 10.0], handle("size", "finger", "ladder");
        /// Width of the bar, across the direction of the blow; it adds mass and does not change the pitch.
        width: f64 = 0.03, "b", Metre, log [1e-4, 2.0];
        /// Thickness of the bar in the direction of the blow; at most the length. Twice the thickness sounds
        /// an octave higher.
        thickness: f64 = 0.005, "h", Metre, log [1e-5, 0.5], handle("thickness", "foil", "beam");
        /// Support of the ends of the bar.
        support: Support = Support::Free, not a parameter;
    }
}

impl Geometry for Bar {
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
        at_most(self, "thickness", self.length)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * self.width * self.thickness
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        beam::radiator(self.support, natural.order[0], k, [self.length, self.width, self.thickness])
    }

    fn edge_encounters(&self) -> f64 {
        1.0 / self.length
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let h = self.thickness;
        Beam {
            support: self.support,
            length: self.length,
            stiffness: material.young * self.width * h * h * h / 12.0,
            mass: self.mass(material),
        }
        .natural_modes(selection)
    }
}
