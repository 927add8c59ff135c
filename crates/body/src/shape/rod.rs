//! A round rod, bending: a spoke, a dowel, a musical triangle.
//!
//! The beam with EI = E π d⁴/64 and ρA = ρ π d²/4:
//!
//! $$ f_n = \frac{\lambda_n^2}{8\pi L^2} \sqrt{\frac{E}{\rho}}\; d $$
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

use super::beam::Beam;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use core::f64::consts::PI;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A round rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    /// L \[m\]
    pub length: f64,
    /// d \[m\]
    pub diameter: f64,
    /// Support of its ends.
    pub support: Support,
}

impl Default for Rod {
    /// A rod as thick as a pencil.
    fn default() -> Self {
        Self { length: 0.3, diameter: 0.008, support: Support::Free }
    }
}

const LENGTH: Param<Rod> = Param {
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

impl Parametric for Rod {
    const NAME: &'static str = "rod";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "diameter",
            symbol: "d",
            unit: Unit::Metre,
            doc: "Across; at most the length.",
            min: 1e-5,
            max: 0.5,
            default: 0.008,
            get: |it| it.diameter,
            set: |it, value| it.diameter = value,
            handle: Some(Handle { name: "thickness", low: "wire", high: "log" }),
            ..LENGTH
        },
    ];
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
