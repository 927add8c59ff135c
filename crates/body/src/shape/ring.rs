//! A ring that bends in its own plane: a bangle, a hoop, the rim of a glass.
//!
//! ```math
//! f_m = \frac1{2\pi R^2}\sqrt{\frac{E}{12\rho}}\;h\;\frac{m(m^2-1)}{\sqrt{m^2+1}}, \qquad m = 2, 3, 4 \dots
//! ```
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
use crate::radiation::{Radiator, cylinder, rod};
use core::f64::consts::{PI, TAU};
use foley_params::{ParamError, params};

params! {
    /// A thin ring that bends in its plane.
    /// Default: a bangle.
    pub struct Ring("ring") {
        /// Diameter of the ring, from middle to middle of the rim; twice the diameter sounds two octaves
        /// lower.
        diameter: f64 = 0.065, "2R", Metre, log [1e-3, 10.0], handle("size", "finger", "wheel");
        /// Width of the rim along the axis; it adds mass and does not change the pitch.
        width: f64 = 0.005, "b", Metre, log [1e-5, 2.0];
        /// Thickness of the rim along the radius; at most half the diameter. Twice the thickness sounds an
        /// octave higher.
        thickness: f64 = 0.002, "h", Metre, log [1e-5, 0.5], handle("thickness", "foil", "tyre");
    }
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

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        let (waves, radius) = (natural.order[0], 0.5 * self.diameter);
        let area = PI * self.diameter * self.width;
        let section = rod::section_radius(self.width, self.thickness);
        let wide = cylinder::efficiency(waves, k * radius);
        let narrow = cylinder::narrow_ring_efficiency(waves, k, radius, section, area);
        let m = f64::from(waves);
        Radiator::of_surface(wide.min(narrow), area, m * m / (m * m + 1.0), m / radius)
    }

    fn edge_encounters(&self) -> f64 {
        // The wall has one edge on which it can stand.
        1.0 / (PI * self.width)
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
