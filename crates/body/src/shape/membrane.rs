//! Membranes under tension, held at the edge: drum heads.
//!
//! ```math
//! f = \frac{k}{2\pi}\sqrt{\frac T{\rho h}}, \qquad k_{mn}^2 = \left(\frac{m\pi}{L}\right)^2 + \left(\frac{n\pi}{W}\right)^2
//! \text{ or } k_{mn} = \frac{j_{mn}}{R}
//! ```
//!
//! | symbol | here            | unit | meaning                                                 |
//! |--------|-----------------|------|---------------------------------------------------------|
//! | L, W   | `length`, `width` | m  | of the rectangle                                        |
//! | R      | `diameter`/2    | m    | of the circle                                           |
//! | h      | `thickness`     | m    |                                                         |
//! | T      | `tension`       | N/m  | pull per metre of edge                                  |
//! | j_mn   |                 | 1    | n-th zero of Bessel's function J_m                      |
//!
//! This is a membrane in a vacuum. The air that loads the low modes of a real drum and draws its partials
//! together is known ([`super::Shape::radiation`]) but does not change the modes. The material's loss applies
//! to the whole stiffness, tension included.
//!
//! Source: \[FletcherRossing1998, sections 3.2 to 3.4\].

use super::bessel::{RootCache, j_n};
use super::natural_mode::{Root, lowest};
use super::{Geometry, ModeSelection, NaturalMode, Position, PositionKind, Support};
use crate::Material;
use crate::radiation::{self, Radiator};
use core::f64::consts::{PI, TAU};
use foley_params::params;

params! {
    /// A rectangular membrane under tension.
    pub struct RectangularMembrane("rectangular-membrane") {
        /// Length of the first side of the membrane.
        length: f64 = 0.4, "L", Metre, log [1e-2, 10.0], handle("size", "toy", "sail");
        /// Length of the second side of the membrane.
        width: f64 = 0.3, "W", Metre, log [1e-2, 10.0];
        /// Thickness of the skin; a thicker skin is heavier and sounds lower.
        thickness: f64 = 2e-4, "h", Metre, log [1e-6, 0.01];
        /// Tension of the skin per metre of edge; four times as much sounds an octave higher.
        tension: f64 = 2e3, "T", NewtonPerMetre, log [1.0, 1e6], handle("tightness", "slack", "tight");
    }
}

impl Geometry for RectangularMembrane {
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

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.length * self.width * self.thickness
    }

    fn radiator(&self, _: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        rectangle_radiator([self.length, self.width], natural, k)
    }

    fn edge_encounters(&self) -> f64 {
        // Half of a plate's: the waves of a membrane are not dispersive, so that they travel at ω/k_s.
        (self.length + self.width) / (PI * self.length * self.width)
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let speed = (self.tension / (material.density * self.thickness)).sqrt();
        rectangle([self.length, self.width], self.mass(material), selection, |k| speed * k / TAU)
    }
}

/// Returns the modes of a rectangle held at its edges. `frequency` gives the frequency \[Hz\] for a wave
/// number \[1/m\], and must rise with the wave number.
pub(super) fn rectangle(
    [length, width]: [f64; 2],
    mass: f64,
    selection: &ModeSelection,
    frequency: impl Fn(f64) -> f64,
) -> Vec<NaturalMode> {
    let number = |m: u32, n: u32| libm::hypot(PI * f64::from(m) / length, PI * f64::from(n) / width);
    let at = |m, n| Root { order: [m, n], value: number(m, n), frequency: frequency(number(m, n)) };
    let found = lowest(selection, at(1, 1).frequency, |bound| {
        let mut roots = Vec::new();
        for m in (1..).take_while(|&m| at(m, 1).frequency <= bound) {
            roots.extend((1..).map(|n| at(m, n)).take_while(|root| root.frequency <= bound));
        }
        roots
    });
    let natural = |root: Root| {
        let [m, n] = root.order.map(f64::from);
        NaturalMode::new(root.order, root.frequency, mass, move |at| match at {
            Position::Across { x, y } => 2.0 * libm::sin(m * PI * x) * libm::sin(n * PI * y),
            _ => 0.0,
        })
    };
    found.into_iter().map(natural).collect()
}

/// Returns the radiator of a mode of a rectangle held at its edges, in a wall with air on both
/// sides. k is the wavenumber in air \[1/m\].
pub(super) fn rectangle_radiator(sides: [f64; 2], natural: &NaturalMode, k: f64) -> Radiator {
    let [length, width] = sides;
    let [m, n] = natural.order.map(f64::from);
    let structural = libm::hypot(PI * m / length, PI * n / width);
    let efficiency = radiation::plate::rectangle_efficiency(k, sides, natural.order);
    Radiator::of_surface(efficiency, 2.0 * length * width, 1.0, structural)
}

params! {
    /// A circular membrane under tension.
    /// Default: the head of a tom-tom.
    pub struct CircularMembrane("circular-membrane") {
        /// Diameter of the membrane; twice the diameter sounds an octave lower.
        diameter: f64 = 0.33, "2R", Metre, log [1e-2, 10.0], handle("size", "toy", "taiko");
        /// Thickness of the skin; a thicker skin is heavier and sounds lower.
        thickness: f64 = 2e-4, "h", Metre, log [1e-6, 0.01];
        /// Tension of the skin per metre of edge; four times as much sounds an octave higher.
        tension: f64 = 2e3, "T", NewtonPerMetre, log [1.0, 1e6], handle("tightness", "slack", "tight");
    }
}

impl Geometry for CircularMembrane {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Disc
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Pinned]
    }

    fn support(&self) -> Support {
        Support::Pinned
    }

    fn set_support(&mut self, _: Support) {}

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.thickness * 0.25 * PI * self.diameter * self.diameter
    }

    fn radiator(&self, material: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        let speed = (self.tension / (material.density * self.thickness)).sqrt();
        let structural = TAU * natural.frequency / speed;
        let radius = 0.5 * self.diameter;
        let (m, zero) = (natural.order[0], structural * radius);
        // ∫ J_m(jr) J_m(zr) r dr = j J_{m+1}(j) J_m(z)/(j² − z²) at a zero j of J_m, divided by |J_{m+1}(j)|.
        let transform = |z: f64| {
            let apart = (zero - z) * (zero + z);
            if apart.abs() < 1e-6 * zero * zero {
                0.5 * j_n(m + 1, zero).abs()
            } else {
                zero * j_n(m, z) / apart
            }
        };
        let efficiency = radiation::plate::disc_efficiency(k * radius, transform);
        Radiator::of_surface(efficiency, 2.0 * PI * radius * radius, 1.0, structural)
    }

    fn edge_encounters(&self) -> f64 {
        // Half of a plate's: the waves of a membrane are not dispersive, so that they travel at ω/k_s.
        2.0 / (PI * self.diameter)
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let speed = (self.tension / (material.density * self.thickness)).sqrt();
        let unit = speed / (PI * self.diameter);
        let mass = self.mass(material);
        let found = lowest(selection, 3.0 * unit, |bound| zeros(bound, unit));
        let pairs = found.into_iter().flat_map(|root| {
            let (m, zero) = (root.order[0], root.value);
            // Mean square over the disc: 2 ∫ J_m(jr)² r dr = J_{m+1}(j)².
            let scale = 1.0 / j_n(m + 1, zero).abs();
            NaturalMode::round(root.order, root.frequency, mass, move |r| scale * j_n(m, zero * r))
        });
        pairs.take(selection.max_count).collect()
    }
}

/// Returns the zeros of all Bessel functions J_m that belong to modes up to the frequency `bound` \[Hz\]. The
/// frequency of a mode is its zero times `unit` \[Hz\].
fn zeros(bound: f64, unit: f64) -> Vec<Root> {
    static CACHE: RootCache<()> = RootCache::new();
    let end = bound / unit;
    let mut found = Vec::new();
    // The first zero of J_m lies beyond m, and successive zeros are more than 3 apart.
    for (m, zeros) in CACHE.up_to((), end, 1.0, f64::from, j_n) {
        found.extend(zeros.into_iter().zip(1..).map(|(value, n)| Root {
            order: [m, n],
            value,
            frequency: unit * value,
        }));
    }
    found
}
