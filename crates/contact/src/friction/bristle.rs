//! The bristles while the surfaces slide by a given way: where they end, and what mean force they make.
//!
//! Written along the motion, so that the speed u is positive and z has the sign it has along it. The way d =
//! Tu is spent in two parts. First the bristles only bend, until z_ba: e = z_ba − z of the way, if it is that
//! long. The rest r slips, with the share α taken half way, at z₀ + r/2; then dz/dx = 1 − αz/z_ss is linear
//! in z and
//!
//! $$ x = \frac{\alpha r}{z_{ss}}, \quad D = 1 + x + \tfrac12 x^2, \quad
//!    z_1 = \frac{z_0 + (1 + x/2)\,r}{D}, \quad
//!    \langle z\rangle_r = \frac{(1 + x/2)\,z_0 + \tfrac12(1+x)\,r}{D} $$
//!
//! | symbol  | unit | meaning                                               |
//! |---------|------|-------------------------------------------------------|
//! | u, d    | m/s, m | mean speed, way slid in the step                     |
//! | e, r    | m    | part of the way that bends, part that slips           |
//! | z₀, z₁  | m    | deflection where slipping begins, max(z, z_ba); at the end |
//! | α       | 1    | share of the way that slips, by the law's half sine   |
//! | 1/D     | 1    | what is left of a deviation from z_ss/α: about e^(−x) |
//!
//! Why 1/D is taken for the exponential, and why this is passive, is in [the module](super).

use super::Friction;
use crate::math;

/// The bristles' constants, made from a law once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bristles {
    /// σ₀, σ₁, σ₂.
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    pub(super) viscosity: f64,
    /// z_ba \[m\].
    pub(super) limit: f64,
    /// Fc/σ₀ and (Fs − Fc)/σ₀ \[m\].
    dynamic: f64,
    extra: f64,
    /// v_s [m/s].
    pub(super) stribeck: f64,
}

/// Bristles bent along a way, all derivatives by the speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Bend {
    /// Mean force \[N\].
    pub(super) f: f64,
    pub(super) df: f64,
    /// What the deflection gains \[m\].
    pub(super) dz: f64,
    pub(super) ddz: f64,
    /// σ₁ was let fall, lest the contact push.
    pub(super) softened: bool,
}

impl Bristles {
    pub(super) fn new(law: &Friction) -> Self {
        let (dynamic, still) = law.ends();
        Self {
            stiffness: law.stiffness,
            damping: law.damping,
            viscosity: law.viscosity,
            limit: law.elastic_limit() / law.stiffness,
            dynamic: dynamic / law.stiffness,
            extra: (still - dynamic) / law.stiffness,
            stribeck: law.stribeck_velocity,
        }
    }

    /// Largest deflection that the surfaces can hold, F_s/σ₀ \[m\].
    pub(super) fn longest(&self) -> f64 {
        self.dynamic + self.extra
    }

    /// Energy that bristles take in between z and z + Δz \[J\].
    pub(super) fn taken(&self, z: f64, dz: f64) -> f64 {
        self.stiffness * (z + 0.5 * dz) * dz
    }

    /// Slope of the force in the speed while bristles only bend \[N s/m\].
    pub(super) fn elastic_slope(&self, t: f64) -> f64 {
        0.5 * self.stiffness * t + self.damping + self.viscosity
    }

    /// Bristles that only bend: exact for a way of at most z_ba − z.
    pub(super) fn bend_only(&self, z: f64, u: f64, t: f64) -> Bend {
        let slope = self.elastic_slope(t);
        Bend { f: self.stiffness * z + slope * u, df: slope, dz: u * t, ddz: t, softened: false }
    }

    /// One evaluation of the law: bristles at `z` along the motion, slid over at speed u > 0 for t.
    #[inline]
    pub(super) fn bend(&self, z: f64, u: f64, t: f64) -> Bend {
        let d = t * u;
        let e = (self.limit - z).max(0.0);
        if d <= e {
            return self.bend_only(z, u, t);
        }
        let (r, z0) = (d - e, z.max(self.limit));
        let ratio = u / self.stribeck;
        let extra = self.extra * math::exp(-ratio * ratio);
        // The floor is for surfaces without dynamic friction: 1e-15 of what happens.
        let zss = (self.dynamic + extra).max(1e-15 * (z0 + r));
        let dzss = -2.0 * ratio / self.stribeck * extra;
        let (alpha, dalpha) = self.slipping(z0 + 0.5 * r, 0.5 * t, zss, dzss);

        let one = 1.0 / zss;
        let x = alpha * r * one;
        let dx = (dalpha * r + alpha * t - x * dzss) * one;
        let half = 0.5 * x;
        let per_d = 1.0 / (1.0 + x + half * x);
        let turn = (1.0 + x) * dx;
        let end = (z0 + r + half * r) * per_d;
        let dend = (t + half * t + 0.5 * dx * r - end * turn) * per_d;
        let both = z0 + r;
        let mean = (z0 + 0.5 * r + half * both) * per_d;
        let dmean = (0.5 * t + half * t + 0.5 * dx * both - mean * turn) * per_d;

        let per_way = 1.0 / d;
        let whole = (e * (z + 0.5 * e) + r * mean) * per_way;
        let dwhole = (t * mean + r * dmean - t * whole) * per_way;
        let per_t = 1.0 / t;
        let dz = end - z;
        let f = self.stiffness * whole + self.damping * dz * per_t + self.viscosity * u;
        if dz < 0.0 && f < 0.0 {
            return Bend { f: 0.0, df: 0.0, dz, ddz: dend, softened: true };
        }
        Bend {
            f,
            df: self.stiffness * dwhole + self.damping * dend * per_t + self.viscosity,
            dz,
            ddz: dend,
            softened: false,
        }
    }

    /// α at a deflection p, and its derivative: half a sine from 0 at z_ba to 1 at z_ss.
    fn slipping(&self, p: f64, dp: f64, zss: f64, dzss: f64) -> (f64, f64) {
        let width = zss - self.limit;
        if p >= zss || width <= 0.0 {
            return (1.0, 0.0);
        }
        let y = (p - 0.5 * (zss + self.limit)) / width;
        let dy = (dp - (0.5 + y) * dzss) / width;
        let sine = math::sin(core::f64::consts::PI * y);
        let cosine = math::sqrt((1.0 - sine * sine).max(0.0));
        (0.5 + 0.5 * sine, 0.5 * core::f64::consts::PI * cosine * dy)
    }
}
