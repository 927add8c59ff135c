//! A bar of rectangular section, bending across its thickness: an untuned xylophone bar, a ruler, a reed.
//!
//! $$ f_n = \frac{\lambda_n^2}{2\pi L^2} \sqrt{\frac{E}{12\rho}}\; h $$
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

use super::beam::Beam;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A bar of rectangular section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// L \[m\]
    pub length: f64,
    /// b \[m\]
    pub width: f64,
    /// h \[m\]
    pub thickness: f64,
    /// Support of its ends.
    pub support: Support,
}

impl Default for Bar {
    /// An untuned glockenspiel bar.
    fn default() -> Self {
        Self { length: 0.3, width: 0.03, thickness: 0.005, support: Support::Free }
    }
}

const LENGTH: Param<Bar> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "From end to end.",
    min: 1e-3,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 0.3,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "finger", high: "ladder" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Bar {
    const NAME: &'static str = "bar";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "width",
            symbol: "b",
            unit: Unit::Metre,
            doc: "From side to side: does not change the pitch.",
            min: 1e-4,
            max: 2.0,
            default: 0.03,
            get: |it| it.width,
            set: |it, value| it.width = value,
            handle: None,
            ..LENGTH
        },
        Param {
            id: "thickness",
            symbol: "h",
            unit: Unit::Metre,
            doc: "In the direction of the blow; at most the length.",
            min: 1e-5,
            max: 0.5,
            default: 0.005,
            get: |it| it.thickness,
            set: |it, value| it.thickness = value,
            handle: Some(Handle { name: "thickness", low: "foil", high: "beam" }),
            ..LENGTH
        },
    ];
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
