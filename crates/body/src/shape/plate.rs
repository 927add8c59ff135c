//! A rectangular plate with pinned edges.
//!
//! ```math
//! f_{mn} = \frac\pi2 \sqrt{\frac D{\rho h}} \left[\left(\frac mL\right)^2 + \left(\frac nW\right)^2\right], \qquad
//! D = \frac{E h^3}{12(1-\nu^2)}
//! ```
//!
//! | symbol | here        | unit | meaning                                  |
//! |--------|-------------|------|------------------------------------------|
//! | L, W   | `length`, `width` | m |                                       |
//! | h      | `thickness` | m    | at most the shorter side                 |
//! | D      |             | N m  | bending stiffness                        |
//!
//! This is the only support of a rectangle with a closed form; a free or clamped plate has none.
//!
//! Source: \[Leissa1969, section 4.1\]; \[FletcherRossing1998, section 3.8\].

use super::membrane::{rectangle, rectangle_radiator};
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::Radiator;
use core::f64::consts::{PI, TAU};
use foley_params::{ParamError, params};

params! {
    /// A rectangular plate with pinned edges.
    /// Default: a window pane.
    pub struct RectangularPlate("rectangular-plate") {
        /// Length of the first side of the plate.
        length: f64 = 0.4, "L", Metre, log [1e-3, 20.0], handle("size", "tile", "stage");
        /// Length of the second side of the plate.
        width: f64 = 0.3, "W", Metre, log [1e-3, 20.0];
        /// Thickness of the plate; at most the shorter side. Twice the thickness sounds an octave higher.
        thickness: f64 = 0.003, "h", Metre, log [1e-5, 0.5], handle("thickness", "foil", "slab");
    }
}

/// Returns the factor of material and thickness in the frequencies of a plate \[m²/s\]: the root of bending
/// stiffness over mass per area.
pub(super) fn bending(material: &Material, thickness: f64) -> f64 {
    thickness * (material.plate_modulus() / (12.0 * material.density)).sqrt()
}

impl Geometry for RectangularPlate {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Rectangle
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Pinned]
    }

    fn support(&self) -> Support {
        Support::Pinned
    }

    fn set_support(&mut self, _: Support) {}

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "thickness", self.length.min(self.width))
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * self.width * self.thickness
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        rectangle_radiator([self.length, self.width], natural, k)
    }

    fn edge_encounters(&self) -> f64 {
        2.0 * (self.length + self.width) / (PI * self.length * self.width)
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let bending = bending(material, self.thickness);
        rectangle([self.length, self.width], self.mass(material), selection, |k| bending * k * k / TAU)
    }
}
