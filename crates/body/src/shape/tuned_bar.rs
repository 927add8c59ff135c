//! A bar undercut by its maker to tune its partials: marimba 1 : 4 : 10, xylophone 1 : 3.
//!
//! | symbol | here       | unit | meaning                                     |
//! |--------|------------|------|---------------------------------------------|
//! | f₁     | `pitch`    | Hz   | of the first partial                        |
//! | f₂/f₁  | `second`   | 1    | where the maker put the second              |
//! | f₃/f₁  | `third`    | 1    | where the maker put the third               |
//! | ρLbh   | `length`, `width`, `thickness` | m | mass; h is the mean thickness |
//!
//! Only the tuning is in closed form. The higher partials, which are not tuned, follow the third as in the
//! uniform bar, f_n/f₃ = (λ_n/λ₃)². The mode shapes are also those of the uniform bar, so nodes lie slightly
//! off those of a real bar.
//!
//! Source: \[FletcherRossing1998, section 19.4\].

use super::beam;
use super::natural_mode;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use foley_params::{Handle, Param, ParamError, Parametric, Scale, Unit};

/// A bar with tuned partials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedBar {
    /// f₁ \[Hz\]
    pub pitch: f64,
    /// f₂/f₁ \[1\]
    pub second: f64,
    /// f₃/f₁ \[1\]
    pub third: f64,
    /// L \[m\]
    pub length: f64,
    /// b \[m\]
    pub width: f64,
    /// h \[m\]
    pub thickness: f64,
}

impl Default for TunedBar {
    /// The A3 bar of a marimba.
    fn default() -> Self {
        Self { pitch: 220.0, second: 4.0, third: 10.0, length: 0.35, width: 0.05, thickness: 0.015 }
    }
}

const PITCH: Param<TunedBar> = Param {
    id: "pitch",
    symbol: "f₁",
    unit: Unit::Hertz,
    doc: "Of the first partial.",
    min: 1.0,
    max: 2e4,
    scale: Scale::Logarithmic,
    default: 220.0,
    glide: 0.0,
    handle: Some(Handle { name: "pitch", low: "deep", high: "high" }),
    get: |it| it.pitch,
    set: |it, value| it.pitch = value,
};

impl Parametric for TunedBar {
    const NAME: &'static str = "tuned-bar";
    const PARAMS: &'static [Param<Self>] = &[
        PITCH,
        Param {
            id: "second",
            symbol: "f₂/f₁",
            unit: Unit::One,
            doc: "Where the maker put the second partial.",
            min: 1.0,
            max: 5.0,
            default: 4.0,
            get: |it| it.second,
            set: |it, value| it.second = value,
            scale: Scale::Linear,
            handle: None,
            ..PITCH
        },
        Param {
            id: "third",
            symbol: "f₃/f₁",
            unit: Unit::One,
            doc: "Where the maker put the third partial; not below the second.",
            min: 1.0,
            max: 15.0,
            default: 10.0,
            get: |it| it.third,
            set: |it, value| it.third = value,
            scale: Scale::Linear,
            handle: None,
            ..PITCH
        },
        Param {
            id: "length",
            symbol: "L",
            unit: Unit::Metre,
            doc: "From end to end.",
            min: 1e-3,
            max: 10.0,
            default: 0.35,
            get: |it| it.length,
            set: |it, value| it.length = value,
            handle: None,
            ..PITCH
        },
        Param {
            id: "width",
            symbol: "b",
            unit: Unit::Metre,
            doc: "From side to side.",
            min: 1e-4,
            max: 2.0,
            default: 0.05,
            get: |it| it.width,
            set: |it, value| it.width = value,
            handle: None,
            ..PITCH
        },
        Param {
            id: "thickness",
            symbol: "h",
            unit: Unit::Metre,
            doc: "Mean thickness, for the mass; at most the length.",
            min: 1e-5,
            max: 0.5,
            default: 0.015,
            get: |it| it.thickness,
            set: |it, value| it.thickness = value,
            handle: None,
            ..PITCH
        },
    ];
}

impl TunedBar {
    /// Frequency ratio f_n/f₁.
    fn ratio(&self, number: u32) -> f64 {
        match number {
            1 => 1.0,
            2 => self.second,
            _ => {
                let beyond = beam::eigenvalue(Support::Free, number) / beam::eigenvalue(Support::Free, 3);
                self.third * beyond * beyond
            }
        }
    }
}

impl Geometry for TunedBar {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Line
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Free]
    }

    fn support(&self) -> Support {
        Support::Free
    }

    fn set_support(&mut self, _: Support) {}

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "second", self.third)?;
        at_most(self, "thickness", self.length)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * self.width * self.thickness
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let mass = self.mass(material);
        natural_mode::family(selection, |number| {
            let root = beam::eigenvalue(Support::Free, number);
            let frequency = self.pitch * self.ratio(number);
            NaturalMode::along(number, frequency, mass, move |x| beam::height(Support::Free, number, root, x))
        })
    }
}
