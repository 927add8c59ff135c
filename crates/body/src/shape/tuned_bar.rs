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
use crate::radiation::Radiator;
use foley_params::{ParamError, params};

params! {
    /// A bar with tuned partials.
    /// Default: the A3 bar of a marimba.
    pub struct TunedBar("tuned-bar") {
        /// Frequency of the first partial, the pitch of the bar.
        pitch: f64 = 220.0, "f₁", Hertz, log [1.0, 2e4], handle("pitch", "deep", "high");
        /// Ratio of the second partial to the first, as tuned by the undercut.
        second: f64 = 4.0, "f₂/f₁", One, lin [1.0, 5.0];
        /// Ratio of the third partial to the first; at least that of the second.
        third: f64 = 10.0, "f₃/f₁", One, lin [1.0, 15.0];
        /// Length of the bar; it sets the mass, not the pitch.
        length: f64 = 0.35, "L", Metre, log [1e-3, 10.0];
        /// Width of the bar; it sets the mass, not the pitch.
        width: f64 = 0.05, "b", Metre, log [1e-4, 2.0];
        /// Mean thickness of the bar, which sets its mass; at most the length.
        thickness: f64 = 0.015, "h", Metre, log [1e-5, 0.5];
    }
}

impl TunedBar {
    /// Returns the frequency ratio f_n/f₁ of partial `number`, counted from 1.
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

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        beam::radiator(Support::Free, natural.order[0], k, [self.length, self.width, self.thickness])
    }

    fn edge_encounters(&self) -> f64 {
        1.0 / self.length
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
