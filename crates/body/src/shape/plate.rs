//! A rectangular plate with pinned edges.
//!
//! $$ f_{mn} = \frac\pi2 \sqrt{\frac D{\rho h}} \left[\left(\frac mL\right)^2 + \left(\frac nW\right)^2\right], \qquad
//!    D = \frac{E h^3}{12(1-\nu^2)} $$
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

use super::membrane::rectangle;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use core::f64::consts::TAU;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A rectangular plate with pinned edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangularPlate {
    /// L \[m\]
    pub length: f64,
    /// W \[m\]
    pub width: f64,
    /// h \[m\]
    pub thickness: f64,
}

impl Default for RectangularPlate {
    /// A window pane.
    fn default() -> Self {
        Self { length: 0.4, width: 0.3, thickness: 0.003 }
    }
}

const LENGTH: Param<RectangularPlate> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "One side.",
    min: 1e-3,
    max: 20.0,
    scale: Scale::Logarithmic,
    default: 0.4,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "tile", high: "stage" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for RectangularPlate {
    const NAME: &'static str = "rectangular-plate";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "width",
            symbol: "W",
            unit: Unit::Metre,
            doc: "The other side.",
            min: 1e-3,
            max: 20.0,
            default: 0.3,
            get: |it| it.width,
            set: |it, value| it.width = value,
            handle: None,
            ..LENGTH
        },
        Param {
            id: "thickness",
            symbol: "h",
            unit: Unit::Metre,
            doc: "Of the plate; at most either side.",
            min: 1e-5,
            max: 0.5,
            default: 0.003,
            get: |it| it.thickness,
            set: |it, value| it.thickness = value,
            handle: Some(Handle { name: "thickness", low: "foil", high: "slab" }),
            ..LENGTH
        },
    ];
}

/// √(D/ρh): the factor of material and thickness in a plate's frequencies \[m²/s\].
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

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let bending = bending(material, self.thickness);
        rectangle([self.length, self.width], self.mass(material), selection, |k| bending * k * k / TAU)
    }
}
