//! Bristle deflection and mean force while the surfaces slide by a given distance.
//!
//! Signs follow the motion: the speed u is positive. The slide d = Tu has two parts. First the bristles only
//! bend, until z_ba: over e = z_ba − z, or all of d if that is shorter. The rest r slips. The slipping share
//! α is taken half way, at z₀ + r/2; then dz/dx = 1 − αz/z_ss is linear in z and
//!
//! ```math
//! x = \frac{\alpha r}{z_{ss}}, \quad D = 1 + x + \tfrac12 x^2, \quad
//! z_1 = \frac{z_0 + (1 + x/2)\,r}{D}, \quad
//! \langle z\rangle_r = \frac{(1 + x/2)\,z_0 + \tfrac12(1+x)\,r}{D}
//! ```
//!
//! | symbol  | unit   | meaning                                            |
//! |---------|--------|----------------------------------------------------|
//! | u, d    | m/s, m | mean speed, distance slid in the step              |
//! | e, r    | m      | bending part of the slide, slipping part           |
//! | z₀, z₁  | m      | deflection where slipping begins, max(z, z_ba); at the end |
//! | α       | 1      | slipping share, by the law's half sine             |
//! | 1/D     | 1      | remaining share of a deviation from z_ss/α, about e^(−x) |
//!
//! [The module](super) explains why 1/D replaces the exponential and why the step is passive.

use super::Friction;
use crate::math;

/// Constants of the bristles, computed once from a friction law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bristles {
    /// Bristle stiffness σ₀ \[N/m\].
    pub(super) stiffness: f64,
    /// Bristle damping σ₁ \[N s/m\].
    pub(super) damping: f64,
    /// Viscous drag σ₂ \[N s/m\].
    pub(super) viscosity: f64,
    /// Break-away deflection z_ba, below which nothing slips \[m\].
    pub(super) limit: f64,
    /// Bristle deflection under the dynamic friction force: that force over the bristle stiffness \[m\].
    dynamic: f64,
    /// Additional bristle deflection under the static friction force: static minus dynamic friction force,
    /// over the bristle stiffness \[m\].
    extra: f64,
    /// Stribeck velocity, at which most of the difference between static and dynamic friction is gone
    /// \[m/s\].
    pub(super) stribeck: f64,
}

/// Result of bending the bristles over a slide. Derivatives are taken with respect to the sliding speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Bend {
    /// Mean friction force over the slide \[N\].
    pub(super) f: f64,
    /// Derivative of the mean friction force with respect to the speed \[N s/m\].
    pub(super) df: f64,
    /// Change of the bristle deflection over the slide \[m\].
    pub(super) dz: f64,
    /// Derivative of the change of deflection with respect to the speed \[s\].
    pub(super) ddz: f64,
    /// Whether the bristle damping was reduced to keep the contact passive.
    pub(super) softened: bool,
}

impl Bristles {
    pub(super) fn new(law: &Friction) -> Self {
        let (dynamic, still) = law.friction_levels();
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

    /// Returns the largest deflection that the surfaces can hold: static friction force over bristle
    /// stiffness \[m\].
    pub(super) fn max_deflection(&self) -> f64 {
        self.dynamic + self.extra
    }

    /// Returns the energy stored by bending the bristles from deflection `z` to `z + dz` \[J\].
    pub(super) fn stored_between(&self, z: f64, dz: f64) -> f64 {
        self.stiffness * (z + 0.5 * dz) * dz
    }

    /// Returns the derivative of the mean friction force with respect to the speed while the bristles only
    /// bend \[N s/m\]; `t` is the step \[s\].
    pub(super) fn elastic_slope(&self, t: f64) -> f64 {
        0.5 * self.stiffness * t + self.damping + self.viscosity
    }

    /// Bends bristles of deflection `z` \[m\] at speed `u` \[m/s\] for the time `t` \[s\], without slip.
    /// Exact if the new deflection is at most the break-away deflection.
    pub(super) fn bend_only(&self, z: f64, u: f64, t: f64) -> Bend {
        let slope = self.elastic_slope(t);
        Bend { f: self.stiffness * z + slope * u, df: slope, dz: u * t, ddz: t, softened: false }
    }

    /// Evaluates the friction law once: bristles at deflection `z` slide at speed `u` > 0 for the time `t`
    /// \[s\].
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
        // The minimum keeps the result finite for surfaces without dynamic friction; it changes the result by
        // 1e-15.
        let zss = (self.dynamic + extra).max(1e-15 * (z0 + r));
        let dzss = -2.0 * ratio / self.stribeck * extra;
        let (alpha, dalpha) = self.slip_share(z0 + 0.5 * r, 0.5 * t, zss, dzss);

        let per_zss = 1.0 / zss;
        let x = alpha * r * per_zss;
        let dx = (dalpha * r + alpha * t - x * dzss) * per_zss;
        let half = 0.5 * x;
        let per_d = 1.0 / (1.0 + x + half * x);
        let turn = (1.0 + x) * dx;
        let end = (z0 + r + half * r) * per_d;
        let dend = (t + half * t + 0.5 * dx * r - end * turn) * per_d;
        let both = z0 + r;
        let mean = (z0 + 0.5 * r + half * both) * per_d;
        let dmean = (0.5 * t + half * t + 0.5 * dx * both - mean * turn) * per_d;

        let per_slide = 1.0 / d;
        let mean_all = (e * (z + 0.5 * e) + r * mean) * per_slide;
        let dmean_all = (t * mean + r * dmean - t * mean_all) * per_slide;
        let per_t = 1.0 / t;
        let dz = end - z;
        let f = self.stiffness * mean_all + self.damping * dz * per_t + self.viscosity * u;
        if dz < 0.0 && f < 0.0 {
            return Bend { f: 0.0, df: 0.0, dz, ddz: dend, softened: true };
        }
        Bend {
            f,
            df: self.stiffness * dmean_all + self.damping * dend * per_t + self.viscosity,
            dz,
            ddz: dend,
            softened: false,
        }
    }

    /// Returns the slipping share at the deflection `p` \[m\], and its derivative with respect to the speed.
    /// The share follows half a sine, from 0 at the break-away deflection to 1 at the deflection `zss` of
    /// steady sliding.
    fn slip_share(&self, p: f64, dp: f64, zss: f64, dzss: f64) -> (f64, f64) {
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
