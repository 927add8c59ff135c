//! A ring that bends in its own plane: a bangle, a hoop, the rim of a glass.
//!
//! $$ f_m = \frac1{2\pi R^2}\sqrt{\frac{E}{12\rho}}\;h\;\frac{m(m^2-1)}{\sqrt{m^2+1}}, \qquad m = 2, 3, 4 \dots $$
//!
//! | symbol | here         | unit | meaning                                       |
//! |--------|--------------|------|-----------------------------------------------|
//! | R      | `diameter`/2 | m    | to the middle of the rim                      |
//! | h      | `thickness`  | m    | along the radius; at most R                   |
//! | b      | `width`      | m    | along the axis; does not change the pitch     |
//! | m      |              | 1    | nodal diameters                               |
//!
//! The ring does not stretch: where it moves outwards by cos mθ, it moves along the rim by −sin(mθ)/m. The
//! modal mass includes both, M(1 + 1/m²). Heights are radial displacements.
//!
//! Source: \[Rayleigh1894, section 233\]; \[Blevins1979, table 9-2\].

use super::natural_mode;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use core::f64::consts::{PI, TAU};
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A thin ring that bends in its plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// 2R \[m\]
    pub diameter: f64,
    /// b \[m\]
    pub width: f64,
    /// h \[m\]
    pub thickness: f64,
}

impl Default for Ring {
    /// A bangle.
    fn default() -> Self {
        Self { diameter: 0.065, width: 0.005, thickness: 0.002 }
    }
}

const DIAMETER: Param<Ring> = Param {
    id: "diameter",
    symbol: "2R",
    unit: Unit::Metre,
    doc: "Across, from middle to middle of the rim.",
    min: 1e-3,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 0.065,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "finger", high: "wheel" }),
    get: |it| it.diameter,
    set: |it, value| it.diameter = value,
};

impl Parametric for Ring {
    const NAME: &'static str = "ring";
    const PARAMS: &'static [Param<Self>] = &[
        DIAMETER,
        Param {
            id: "width",
            symbol: "b",
            unit: Unit::Metre,
            doc: "Of the rim, along the axis: does not change the pitch.",
            min: 1e-5,
            max: 2.0,
            default: 0.005,
            get: |it| it.width,
            set: |it, value| it.width = value,
            handle: None,
            ..DIAMETER
        },
        Param {
            id: "thickness",
            symbol: "h",
            unit: Unit::Metre,
            doc: "Of the rim, along the radius; at most half the diameter.",
            min: 1e-5,
            max: 0.5,
            default: 0.002,
            get: |it| it.thickness,
            set: |it, value| it.thickness = value,
            handle: Some(Handle { name: "thickness", low: "foil", high: "tyre" }),
            ..DIAMETER
        },
    ];
}

impl Geometry for Ring {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Rim
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Free]
    }

    fn support(&self) -> Support {
        Support::Free
    }

    fn set_support(&mut self, _: Support) {}

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "thickness", 0.5 * self.diameter)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * PI * self.diameter * self.width * self.thickness
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let radius = 0.5 * self.diameter;
        let wave = self.thickness * (material.young / (12.0 * material.density)).sqrt();
        let unit = wave / (TAU * radius * radius);
        let whole = self.mass(material);
        let pairs = (2..).flat_map(|diameters: u32| {
            let m = f64::from(diameters);
            let frequency = unit * m * (m * m - 1.0) / (m * m + 1.0).sqrt();
            NaturalMode::round([diameters, 0], frequency, natural_mode::on_rim(whole, m), |_| 1.0)
        });
        pairs
            .take(selection.max_count)
            .take_while(|natural| natural.frequency <= selection.max_frequency)
            .collect()
    }
}
