//! Closed-form solution of an impact: a mass hits a wall, compresses the contact and leaves more slowly.
//!
//! ```math
//! m\ddot x = -k\,x^\alpha(1 + \mu\dot x), \qquad x(0) = 0,\ \dot x(0) = v_{in} > 0
//! ```
//!
//! Everything but the time is known as a function of the velocity, which falls from v_in to v_out:
//!
//! ```math
//! x(v) = \left[\frac{m(\alpha+1)}{k\mu^2}\,s(v)\right]^{\frac{1}{\alpha+1}}, \quad
//! s = \varphi(\mu v_{in}) - \varphi(\mu v), \quad \varphi(u) = u - \ln(1+u), \qquad
//! H(v) = \frac{m v^2}{2} + \frac{m}{\mu^2}\,s(v)
//! ```
//!
//! | symbol     | here                          | unit | meaning                                    |
//! |------------|-------------------------------|------|--------------------------------------------|
//! | m          | [`Impact::mass`]              | kg   | the mass                                   |
//! | k, α, μ    | [`Impact::law`]               |      | the contact law                            |
//! | v_in       | [`Impact::speed`]             | m/s  | speed of approach                          |
//! | x(v)       | [`Impact::compression_at`]    | m    | eq. (3)                                    |
//! | x_max      | [`Impact::max_compression`]   | m    | eq. (4)                                    |
//! | v_out      | [`Impact::release_velocity`]  | m/s  | eq. (6), negative                          |
//! | τ          | [`Impact::duration`]          | s    | eq. (9)                                    |
//! | H, Λ       | [`Impact::energy_at`], [`Impact::heat_until`] | J | eqs. (20), (19)               |
//!
//! As printed, these formulas lose all digits when μ v_in is small, and near both ends of the contact. Here
//! lengths are in units of X = (m(α+1)v_in²/2k)^(1/(α+1)), the largest compression without loss, and energies
//! in units of m v_in²/2. The limit μ = 0 then needs no second formula. s is measured from the nearer end u_e
//! of the contact, where it vanishes:
//!
//! ```math
//! s = -q\,u_e - \varphi(q), \qquad q = \frac{u - u_e}{1 + u_e}
//! ```
//!
//! Source: \[MarhefkaOrin1999\]; \[Papetti2011, eqs. (2)–(20)\]. Checked in `tests/all/analytic_impact.rs`.

use super::approximation;
use super::duration::{self, ContactTiming};
use super::quadrature::GAUSS_12;
use super::restitution::Fold;
use crate::Motion;
use crate::law::{HuntCrossley, Law};
use crate::math;

/// A mass that hits a wall, with closed-form compression, release velocity and energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Mass m of the body that hits the wall, m > 0 \[kg\].
    pub mass: f64,
    /// Contact law between the mass and the wall.
    pub law: HuntCrossley,
    /// Speed of the mass at first touch, v_in > 0 \[m/s\].
    pub speed: f64,
}

impl Impact {
    /// Creates an impact of a mass \[kg\] on `law` with `speed` \[m/s\].
    pub const fn new(mass: f64, law: HuntCrossley, speed: f64) -> Self {
        Self { mass, law, speed }
    }

    /// Returns the damping of the law times the approach speed, the only quantity on which the restitution
    /// depends \[1\].
    pub fn loss(&self) -> f64 {
        self.law.damping * self.speed
    }

    /// Returns the mean of the approach and release speeds and half of the lost speed, both times the damping
    /// of the law \[1\].
    pub fn fold(&self) -> Fold {
        Fold::of(self.loss())
    }

    /// Returns the largest compression of the same impact without loss \[m\]: (m(α+1)v²/2k)^(1/(α+1)), with
    /// mass m, approach speed v, stiffness k and exponent α of the law.
    pub fn scale(&self) -> f64 {
        self.at_potential(1.0)
    }

    /// Returns the kinetic energy of the mass at first touch, m v_in²/2 \[J\].
    pub fn energy_in(&self) -> f64 {
        self.kinetic_at(self.speed)
    }

    /// Returns the compression at which the stored energy is the part `share` of the energy at first touch
    /// \[m\].
    fn at_potential(&self, share: f64) -> f64 {
        let p = self.law.exponent + 1.0;
        math::root(p * self.energy_in() / self.law.stiffness * share, p)
    }

    /// Returns the largest compression, where the velocity is zero, eq. (4) of \[Papetti2011\] \[m\].
    pub fn max_compression(&self) -> f64 {
        self.at_potential(2.0 * math::loss_ratio(self.loss()))
    }

    /// Returns the release velocity, the exact solution of eq. (6) of \[Papetti2011\] \[m/s\]. It is
    /// negative: minus the approach speed without loss, and never below −1/(damping of the law).
    pub fn release_velocity(&self) -> f64 {
        -self.speed * self.restitution()
    }

    /// Returns the coefficient of restitution, release speed over approach speed, eq. (5) of \[Papetti2011\]
    /// \[1\].
    pub fn restitution(&self) -> f64 {
        self.fold().restitution()
    }

    /// Returns the approximate release velocity with a polynomial of `order` ≥ 1, eq. (7) of \[Papetti2011\]
    /// \[m/s\]. See [`approximation`].
    pub fn release_velocity_approximation(&self, order: usize) -> f64 {
        -self.speed * approximation::restitution(order, self.loss())
    }

    /// Returns the stored energy at velocity `v` as a share of the energy at first touch; negative outside
    /// the contact.
    fn potential_share(&self, v: f64) -> f64 {
        let u = self.loss();
        if v >= 0.0 {
            // Measured from v_in: q = −u d.
            let d = (self.speed - v) / self.speed / (1.0 + u);
            return 2.0 * d * (1.0 - d * math::loss_ratio(-u * d));
        }
        let fold = self.fold();
        let e = (v + self.speed * fold.restitution()) / self.speed;
        if e <= 0.0 || e.is_nan() {
            return -0.0;
        }
        let margin = fold.margin();
        let q = u * e / margin;
        if q <= 1.0 {
            let d = e / margin;
            2.0 * d * (fold.restitution() - d * math::loss_ratio(q))
        } else {
            // Far from the limit −1/μ compared with the release itself: −φ(q) − q u_e = ln(1 + q) − u e.
            let log = if margin > 1e-12 {
                math::log1p(q)
            } else {
                math::log1p((self.law.damping * v).max(-1.0)) + fold.level() + fold.release()
            };
            2.0 / u * (log / u - e)
        }
    }

    /// Returns the compression at which the mass has the velocity `v` \[m/s\], eq. (3) of \[Papetti2011\]
    /// \[m\]; zero before and after the contact.
    pub fn compression_at(&self, v: f64) -> f64 {
        let share = self.potential_share(v);
        if share > 0.0 { self.at_potential(share) } else { 0.0 }
    }

    /// Returns the contact force when the mass has the velocity `v` \[m/s\], eqs. (1) and (3) of
    /// \[Papetti2011\] \[N\].
    pub fn force_at(&self, v: f64) -> f64 {
        self.law.force(Motion::new(self.compression_at(v), v))
    }

    /// Returns the kinetic energy of the mass when it has the velocity `v` \[m/s\] \[J\].
    pub fn kinetic_at(&self, v: f64) -> f64 {
        0.5 * self.mass * v * v
    }

    /// Returns the energy stored in the contact when the mass has the velocity `v` \[m/s\] \[J\].
    pub fn potential_at(&self, v: f64) -> f64 {
        self.energy_in() * self.potential_share(v).max(0.0)
    }

    /// Returns the kinetic plus stored energy when the mass has the velocity `v` \[m/s\], eq. (20) of
    /// \[Papetti2011\] \[J\].
    pub fn energy_at(&self, v: f64) -> f64 {
        self.kinetic_at(v) + self.potential_at(v)
    }

    /// Returns the heat produced from first touch until the mass has the velocity `v` \[m/s\], eq. (19) of
    /// \[Papetti2011\] \[J\]. `v` is clamped between the approach and the release velocity.
    ///
    /// The heat is (m/μ²) ∫ t²/(1+t) dt from μv to μv_in, with mass m, damping μ and approach speed v_in. It
    /// is never negative, and zero only at the start.
    pub fn heat_until(&self, v: f64) -> f64 {
        let u = self.loss();
        let b = (v / self.speed).clamp(-self.restitution(), 1.0);
        let d = 1.0 - b;
        let share = if b > 0.0 && 2.0 * u * d < 1.0 + u * b {
            // Integrates numerically; the difference of the antiderivatives would cancel.
            let d = (self.speed - v).max(0.0) / self.speed;
            let sum: f64 = GAUSS_12
                .iter()
                .map(|&(t, weight)| {
                    let at = b + d * t;
                    weight * at * at / (1.0 + u * at)
                })
                .sum();
            2.0 * u * d * sum
        } else if u * b > -0.5 {
            2.0 * (math::heat_ratio(u) - b * b * math::heat_ratio(u * b))
        } else {
            // After a large loss the energy balance is well conditioned; ln(1 + μv) is not.
            d * (1.0 + b) - self.potential_share(v).max(0.0)
        };
        self.energy_in() * share
    }

    /// Returns the heat of the complete contact, eq. (18) of \[Papetti2011\] \[J\].
    pub fn energy_lost(&self) -> f64 {
        self.energy_in() * self.fold().heat_fraction()
    }

    /// Returns the dimensionless contact time and the duration error of the exact-restitution step.
    pub fn timing(&self) -> ContactTiming {
        ContactTiming::accurate(self.law.exponent, self.loss())
    }

    /// Returns the contact time, eq. (9) of \[Papetti2011\], accurate to 1e-12 or better \[s\].
    pub fn duration(&self) -> f64 {
        self.timing().duration_ratio * self.scale() / self.speed
    }

    /// Returns the contact time of the same impact without damping, in closed form \[s\].
    pub fn lossless_duration(&self) -> f64 {
        duration::lossless_duration_ratio(self.law.exponent) * self.scale() / self.speed
    }

    /// Returns `points` points of the force–compression loop, from touch to release inclusive. The enclosed
    /// area is [`Impact::energy_lost`]. Points are about equally spaced in compression near the ends, in
    /// velocity near the middle.
    pub fn hysteresis(&self, points: usize) -> HysteresisLoop {
        HysteresisLoop { impact: *self, release: self.release_velocity(), next: 0, points }
    }
}

/// A point of the force–compression loop of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopPoint {
    /// Compression of the contact \[m\] and velocity of the mass \[m/s\] at this point.
    pub motion: Motion,
    /// Contact force at this point \[N\].
    pub force: f64,
}

/// Iterator over the points of the force–compression loop: see [`Impact::hysteresis`].
#[derive(Clone, Debug)]
pub struct HysteresisLoop {
    impact: Impact,
    release: f64,
    next: usize,
    points: usize,
}

impl Iterator for HysteresisLoop {
    type Item = LoopPoint;

    fn next(&mut self) -> Option<LoopPoint> {
        if self.next >= self.points {
            return None;
        }
        // w runs from −1 (touch) to 1 (release). Compression grows like (v_in − v)^(1/(α+1)): undo that.
        let last = (self.points - 1).max(1) as f64;
        let w = 2.0 * self.next as f64 / last - 1.0;
        self.next += 1;
        let end = if w < 0.0 { self.impact.speed } else { self.release };
        let from_end = math::pow(1.0 - w.abs(), self.impact.law.exponent + 1.0);
        let v = end * (1.0 - from_end);
        let motion = Motion::new(self.impact.compression_at(v), v);
        Some(LoopPoint { motion, force: self.impact.law.force(motion) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.points.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for HysteresisLoop {}
