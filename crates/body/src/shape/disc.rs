//! A round plate such as a coin, a lid or a cymbal without its dome, with a free, pinned or clamped edge.
//!
//! ```math
//! f = \frac{\lambda^2}{2\pi R^2}\sqrt{\frac D{\rho h}}, \qquad
//! \varphi(r,\theta) = \left[J_m(\lambda r) + C\,\frac{I_m(\lambda r)}{I_m(\lambda)}\right]\cos m\theta
//! ```
//!
//! | symbol | here         | unit | meaning                                           |
//! |--------|--------------|------|---------------------------------------------------|
//! | R      | `diameter`/2 | m    |                                                   |
//! | h      | `thickness`  | m    | at most the radius                                |
//! | D      |              | N m  | bending stiffness, E h³/12(1−ν²)                  |
//! | r      |              | 1    | distance from the middle, as a part of R          |
//! | m      |              | 1    | nodal diameters                                   |
//! | λ, C   |              | 1    | from two conditions at the edge                   |
//!
//! With J, I and their derivatives at λ, and with the bending moment M and the force V at the edge,
//!
//! ```math
//! M_J = \lambda^2 J + (1-\nu)(\lambda J' - m^2 J), \quad V_J = \lambda^3 J' + (1-\nu)m^2(\lambda J' - J),
//! ```
//! ```math
//! M_I = \lambda^2 I - (1-\nu)(\lambda I' - m^2 I), \quad V_I = \lambda^3 I' - (1-\nu)m^2(\lambda I' - I),
//! ```
//!
//! | edge    | condition                | C             |
//! |---------|--------------------------|---------------|
//! | clamped | J I' = I J'              | −J            |
//! | pinned  | M_J I + M_I J = 0        | −J            |
//! | free    | M_J V_I = M_I V_J        | M_J I/M_I     |
//!
//! Source: \[Leissa1969, chapter 2\].

use super::bessel::{RootCache, i_n, j_n};
use super::natural_mode::{Root, lowest};
use super::plate::bending;
use super::{Geometry, ModeSelection, NaturalMode, PositionKind, Support, at_most};
use crate::Material;
use crate::radiation::{self, Radiator};
use core::f64::consts::{PI, TAU};
use foley_params::{ParamError, params};

params! {
    /// A round plate.
    /// Default: a pot lid.
    pub struct Disc("disc") {
        /// Diameter of the disc; twice the diameter sounds two octaves lower.
        diameter: f64 = 0.2, "2R", Metre, log [1e-3, 10.0], handle("size", "coin", "gong");
        /// Thickness of the disc; at most half the diameter. Twice the thickness sounds an octave higher.
        thickness: f64 = 0.002, "h", Metre, log [1e-5, 0.5], handle("thickness", "foil", "slab");
        /// Support of the edge of the disc.
        support: Support = Support::Free, not a parameter;
    }
}

impl Geometry for Disc {
    fn position_kind(&self) -> PositionKind {
        PositionKind::Disc
    }

    fn supports(&self) -> &'static [Support] {
        &[Support::Free, Support::Clamped, Support::Pinned]
    }

    fn support(&self) -> Support {
        self.support
    }

    fn set_support(&mut self, support: Support) {
        self.support = support;
    }

    fn fits(&self) -> Result<(), ParamError> {
        at_most(self, "thickness", 0.5 * self.diameter)
    }

    fn mass(&self, material: &Material) -> f64 {
        material.density * self.thickness * 0.25 * PI * self.diameter * self.diameter
    }

    fn radiator(&self, material: &Material, natural: &NaturalMode, k: f64) -> Radiator {
        let radius = 0.5 * self.diameter;
        // λ² = 2πf R²/√(D/ρh)
        let root = radius * (TAU * natural.frequency / bending(material, self.thickness)).sqrt();
        let edge = Edge::at(natural.order[0], root, material.poisson);
        let area = PI * radius * radius;
        let mut efficiency = radiation::plate::disc_efficiency(k * radius, edge.transform(self.support));
        if self.support == Support::Free {
            efficiency *= radiation::plate::open_edge_share(k, area);
            if edge.m == 0 {
                efficiency += radiation::plate::force_efficiency(k * radius, root, edge.figure(self.support));
            }
        }
        Radiator::of_surface(efficiency, 2.0 * area, 1.0, root / radius)
    }

    fn edge_encounters(&self) -> f64 {
        4.0 / (PI * self.diameter)
    }

    fn natural_modes(&self, material: &Material, selection: &ModeSelection) -> Vec<NaturalMode> {
        let (support, poisson) = (self.support, material.poisson);
        let unit = 2.0 * bending(material, self.thickness) / (PI * self.diameter * self.diameter);
        let mass = self.mass(material);
        let found = lowest(selection, 16.0 * unit, |bound| {
            eigenvalues((bound / unit).sqrt(), support, poisson)
                .into_iter()
                .map(|(order, value)| Root { order, value, frequency: unit * value * value })
                .collect()
        });
        let pairs = found.into_iter().flat_map(|root| {
            let edge = Edge::at(root.order[0], root.value, poisson);
            NaturalMode::round(root.order, root.frequency, mass, edge.figure(support))
        });
        pairs.take(selection.max_count).collect()
    }
}

/// Returns all eigenvalues up to `end`, each with its numbers of nodal diameters and nodal circles. A held
/// edge does not count as a circle.
fn eigenvalues(end: f64, support: Support, poisson: f64) -> Vec<([u32; 2], f64)> {
    /// Eigenvalues for each support and each Poisson's ratio, stored by its bits.
    static CACHE: RootCache<(Support, u64)> = RootCache::new();
    // Every λ is above 0.75 m + 0.5, even for waves along a free edge, where λ tends to m. Successive λ are
    // more than 2 apart.
    let start = |m: u32| 0.75 * f64::from(m) + 0.5;
    let misfit = |m: u32, root: f64| Edge::at(m, root, poisson).misfit(support);
    let values = CACHE.up_to((support, poisson.to_bits()), end, 0.5, start, misfit);
    let mut found = Vec::new();
    for (m, values) in values {
        // A free disc without a nodal circle needs two nodal diameters: with fewer, the motion is that of a
        // rigid body.
        let circles = u32::from(support == Support::Free && m < 2)..;
        found.extend(circles.zip(values).map(|(n, value)| ([m, n], value)));
    }
    found
}

/// Mode shape, bending moment and force at the edge of a disc for a trial eigenvalue. The modified Bessel
/// function is scaled to 1 at the edge.
#[derive(Clone, Copy, Debug)]
struct Edge {
    m: u32,
    root: f64,
    j: f64,
    /// Derivative of the Bessel function J at the edge.
    j_slope: f64,
    /// Derivative of the modified Bessel function I at the edge, divided by its value there.
    i_slope: f64,
    /// Scaled bending moments at the edge, of the Bessel part and of the modified Bessel part of the mode
    /// shape.
    moment: [f64; 2],
    /// Scaled forces at the edge, of the Bessel part and of the modified Bessel part of the mode shape.
    force: [f64; 2],
}

impl Edge {
    fn at(m: u32, root: f64, poisson: f64) -> Self {
        let (order, loose) = (f64::from(m), 1.0 - poisson);
        let (square, j) = (order * order, j_n(m, root));
        let j_slope = order / root * j - j_n(m + 1, root);
        let i_slope = order / root + i_n(m + 1, root) / i_n(m, root);
        let moment = |sign: f64, value: f64, slope: f64| {
            root * root * value + sign * loose * (root * slope - square * value)
        };
        let force = |sign: f64, value: f64, slope: f64| {
            root * root * root * slope + sign * loose * square * (root * slope - value)
        };
        Self {
            m,
            root,
            j,
            j_slope,
            i_slope,
            moment: [moment(1.0, j, j_slope), moment(-1.0, 1.0, i_slope)],
            force: [force(1.0, j, j_slope), force(-1.0, 1.0, i_slope)],
        }
    }

    /// Returns the error of the edge condition, which is zero where the trial eigenvalue belongs to a mode.
    fn misfit(&self, support: Support) -> f64 {
        let ([m_j, m_i], [v_j, v_i]) = (self.moment, self.force);
        match support {
            Support::Clamped => self.j * self.i_slope - self.j_slope,
            Support::Pinned => m_j + m_i * self.j,
            _ => m_j * v_i - m_i * v_j,
        }
    }

    /// Returns the mode shape as a function of the radius, with mean square 1 over the disc.
    fn figure(self, support: Support) -> impl Fn(f64) -> f64 + Clone + 'static {
        let (Self { m, root, .. }, [scale, c]) = (self, self.scale(support));
        let at_edge = i_n(m, root);
        move |r| scale * (j_n(m, root * r) + c * i_n(m, root * r) / at_edge)
    }

    /// Returns the factor that makes the mean square of the mode shape 1 over the disc, and the weight of the
    /// modified Bessel function in the mode shape.
    fn scale(self, support: Support) -> [f64; 2] {
        let Self { m, root, j, j_slope, i_slope, .. } = self;
        let c = match support {
            Support::Clamped | Support::Pinned => -j,
            _ => self.moment[0] / self.moment[1],
        };
        let turn = f64::from(m) / root;
        // Mean square over the disc: 2 ∫ φ² r dr = [J'² + (1 − m²/λ²)J²] + 2C (J I' − J')/λ + C² [1 + m²/λ² −
        // I'²].
        let square = j_slope * j_slope
            + (1.0 - turn * turn) * j * j
            + 2.0 * c * (j * i_slope - j_slope) / root
            + c * c * (1.0 + turn * turn - i_slope * i_slope);
        [1.0 / square.sqrt(), c]
    }

    /// Returns the Hankel transform ∫ φ(r) J_m(zr) r dr of the mode shape, over the radius r from 0 to 1, as
    /// a function of z. The mode shape φ has m nodal diameters and mean square 1 over the disc.
    fn transform(self, support: Support) -> impl Fn(f64) -> f64 {
        let (Self { m, root, j, j_slope, i_slope, .. }, [scale, c]) = (self, self.scale(support));
        let turn = f64::from(m) / root;
        let (j_next, i_next) = (turn * j - j_slope, i_slope - turn);
        move |z| {
            let (at_z, next) = (j_n(m, z), j_n(m + 1, z));
            let apart = (root - z) * (root + z);
            let wave = if apart.abs() < 1e-6 * root * root {
                0.5 * (j_slope * j_slope + (1.0 - turn * turn) * j * j)
            } else {
                (root * j_next * at_z - z * j * next) / apart
            };
            let fade = (root * i_next * at_z + z * next) / (root * root + z * z);
            scale * (wave + c * fade)
        }
    }
}
