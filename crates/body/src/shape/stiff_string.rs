//! A string that resists bending, so its partials are stretched.
//!
//! ```math
//! f_n = n f_1^{(0)} \sqrt{1 + B n^2}, \qquad f_1^{(0)} = \frac1{2L}\sqrt{\frac T\mu}, \qquad
//! B = \frac{\pi^2 E I}{T L^2} = \frac{\pi^3 E d^4}{64\,T L^2}
//! ```
//!
//! | symbol | here       | unit | meaning                          |
//! |--------|------------|------|----------------------------------|
//! | L      | `length`   | m    | between the pins                 |
//! | d      | `diameter` | m    |                                  |
//! | T      | `tension`  | N    |                                  |
//! | μ      |            | kg/m | mass per length, ρ π d²/4        |
//! | B      |            | 1    | inharmonicity                    |
//!
//! Tension stores energy without loss. So the material's internal losses act only on the bending share of the
//! stiffness, B n²/(1 + B n²), while the loss by mass acts in full. That is why a thin string rings longer
//! than the same rod without tension.
//!
//! Of the loss to the air, viscosity takes the larger part: the string drags its boundary layer along.
//! Stokes' force on an oscillating cylinder gives the decay rate
//!
//! ```math
//! \frac1\tau = \frac{\pi \rho_0 f}{\rho}\left(\frac{\sqrt2}{M} + \frac1{2M^2}\right), \qquad
//! M = \frac d4 \sqrt{\frac{2\pi f}{\nu}}
//! ```
//!
//! with the density ρ₀ \[kg/m³\] and the kinematic viscosity ν \[m²/s\] of the air and the density ρ of the
//! string.
//!
//! Source: \[FletcherRossing1998, sections 2.12 and 2.18\]; \[Fletcher1964\].

use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use super::{beam, natural_mode};
use crate::Material;
use crate::radiation::{AIR_DENSITY, AIR_VISCOSITY, Radiator};
use core::f64::consts::{PI, SQRT_2, TAU};
use foley_params::{ParamError, params};

params! {
    /// A stiff string between two pins.
    /// Default: a middle string of a piano.
    pub struct StiffString("stiff-string") {
        /// Length of the string between the pins.
        length: f64 = 0.65, "L", Metre, log [1e-2, 20.0], handle("size", "toy", "grand");
        /// Diameter of the string; at most its length. A thick string is stiffer and less harmonic.
        diameter: f64 = 1e-3, "d", Metre, log [1e-5, 0.02], handle("thickness", "hair", "cable");
        /// Tension of the string; a higher tension gives a higher pitch.
        tension: f64 = 700.0, "T", Newton, log [0.1, 1e5], handle("tightness", "slack", "tight");
    }
}

impl StiffString {
    /// Returns the inharmonicity B of the string \[1\].
    pub fn inharmonicity(&self, material: &Material) -> f64 {
        let square = self.diameter * self.diameter;
        PI * PI * PI * material.young * square * square / (64.0 * self.tension * self.length * self.length)
    }

    /// Returns the frequency that the first partial would have without bending stiffness \[Hz\].
    pub fn flexible_pitch(&self, material: &Material) -> f64 {
        0.5 * (self.tension / (self.mass(material) * self.length)).sqrt()
    }
}

impl Geometry for StiffString {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Line
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Pinned]
    }

    fn support(&self) -> Support {
        Support::Pinned
    }

    fn set_support(&mut self, _: Support) {}

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "diameter", self.length)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * 0.25 * PI * self.diameter * self.diameter
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        beam::radiator(Support::Pinned, natural.order[0], k, [self.length, self.diameter, self.diameter])
    }

    fn edge_encounters(&self) -> f64 {
        // Its ends are part of the shape.
        0.0
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let (mass, pitch, b) =
            (self.mass(material), self.flexible_pitch(material), self.inharmonicity(material));
        natural_mode::family(selection, |number| {
            let n = f64::from(number);
            let frequency = n * pitch * (1.0 + b * n * n).sqrt();
            NaturalMode::along(number, frequency, mass, move |x| SQRT_2 * libm::sin(n * PI * x))
        })
    }

    fn viscous_decay_rate(&self, material: &Material, frequency: f64) -> f64 {
        let m = 0.25 * self.diameter * (TAU * frequency / AIR_VISCOSITY).sqrt();
        PI * AIR_DENSITY * frequency / material.density * (SQRT_2 / m + 0.5 / (m * m))
    }

    fn decay(&self, material: &Material, frequency: f64) -> f64 {
        // Solves f² = f₁²(n² + B n⁴) for n² without cancellation where B is small.
        let b = self.inharmonicity(material);
        let ratio = frequency / self.flexible_pitch(material);
        let square = 2.0 * ratio * ratio / (1.0 + (1.0 + 4.0 * b * ratio * ratio).sqrt());
        let bending = b * square / (1.0 + b * square);
        1.0 / material.decay_rate(frequency, bending)
    }
}
