//! A hollow tube, bending: a chime, a pipe that is struck. The air inside is [`super::AirColumn`].
//!
//! The beam with EI = E π (D⁴ − d⁴)/64 and ρA = ρ π (D² − d²)/4, d = D − 2t:
//!
//! $$ f_n = \frac{\lambda_n^2}{8\pi L^2} \sqrt{\frac{E}{\rho}} \sqrt{D^2 + d^2} $$
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

use super::beam::Beam;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use core::f64::consts::PI;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A hollow tube that bends as a beam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tube {
    /// L \[m\]
    pub length: f64,
    /// D \[m\]
    pub diameter: f64,
    /// t \[m\]
    pub wall: f64,
    /// Support of its ends.
    pub support: Support,
}

impl Default for Tube {
    /// A wind chime.
    fn default() -> Self {
        Self { length: 0.5, diameter: 0.025, wall: 0.0015, support: Support::Free }
    }
}

const LENGTH: Param<Tube> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "From end to end.",
    min: 1e-3,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 0.5,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "finger", high: "ladder" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Tube {
    const NAME: &'static str = "tube";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "diameter",
            symbol: "D",
            unit: Unit::Metre,
            doc: "Outside, across; at most the length.",
            min: 1e-4,
            max: 1.0,
            default: 0.025,
            get: |it| it.diameter,
            set: |it, value| it.diameter = value,
            handle: None,
            ..LENGTH
        },
        Param {
            id: "wall",
            symbol: "t",
            unit: Unit::Metre,
            doc: "Thickness of the wall; at most half the diameter.",
            min: 1e-5,
            max: 0.2,
            default: 0.0015,
            get: |it| it.wall,
            set: |it, value| it.wall = value,
            handle: Some(Handle { name: "thickness", low: "foil", high: "pipe" }),
            ..LENGTH
        },
    ];
}

impl Tube {
    /// D² and d² \[m²\].
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
