//! Coefficient of restitution of a lossy impact, in closed form.
//!
//! A mass hits a wall with speed v_in and leaves with v_out < 0. Let u = μ v and φ(u) = u − ln(1+u). The
//! contact conserves V(x)·μ²/m + φ(u). So each compression has two velocities with the same φ, one on the way
//! in and one on the way out:
//!
//! ```math
//! u_c - \ln(1+u_c) = u_r - \ln(1+u_r), \qquad u_c \ge 0 \ge u_r > -1
//! ```
//!
//! At x = 0 this is eq. (6) of \[Papetti2011\], solved there by iteration or by an approximation. It has an
//! explicit solution in a parameter. Let p be half the difference of the two velocities, u_c − u_r = 2p. The
//! equation gives ln((1+u_c)/(1+u_r)) = 2p too, so u_c and u_r follow from two linear equations:
//!
//! ```math
//! u_c = p + L, \quad u_r = -(p - L), \qquad L(p) = p \coth p - 1
//! ```
//!
//! ```math
//! E = \frac{p - L}{p + L}, \qquad \varphi = \Phi(p) = L(p) + \ln\frac{\sinh p}{p}, \qquad
//! \frac{\mu^2}{m}\Delta H = -2\,p\,L
//! ```
//!
//! p is the mean of the approach and release speeds, and 2L the lost speed, both times μ. Nothing here
//! subtracts nearly equal numbers. For μ v_in → 0, p → μ v_in and L → p²/3. For μ v_in → ∞, L → p − 1 and the
//! release tends to −1/μ. Only the inversion u_c → p needs iteration, on an increasing convex function with a
//! slope between 1 and 2.
//!
//! | symbol | here              | unit | meaning                                                 |
//! |--------|-------------------|------|---------------------------------------------------------|
//! | u      | argument          | 1    | μ v_in, which alone determines the restitution          |
//! | p      | [`Fold::mean`]    | 1    | mean of the approach and release speeds, times μ        |
//! | L      | [`Fold::lag`]     | 1    | half of the lost speed, times μ                         |
//! | Φ      | [`Fold::level`]   | 1    | φ(u), largest potential times μ²/m                      |
//! | E      | [`restitution_of`]| 1    | \|v_out\|/v_in                                          |
//!
//! Source: \[Papetti2011, eqs. (5), (6)\]; the parametrisation is derived here. Checked in
//! `tests/all/analytic_restitution.rs`.

use crate::math;

/// Coefficients of p², p⁴, … in the series of L(p) = p coth p − 1: 2(−1)ⁿ⁺¹ ζ(2n)/π²ⁿ. L is half of the lost
/// speed and p the mean of approach and release speed, both times the damping. Sixteen terms give full
/// precision for p ≤ 1.
pub(super) const LAG: [f64; 16] = [
    0.33333333333333333333,
    -0.022222222222222222222,
    0.0021164021164021164021,
    -0.00021164021164021164021,
    0.000021377799155576933355,
    -2.1644042808063972085e-6,
    2.19259478518737778e-7,
    -2.2214608789979679076e-8,
    2.2507846516808992854e-9,
    -2.2805151204592182866e-10,
    2.3106432599002624097e-11,
    -2.3411706819824883959e-12,
    2.3721017400233654295e-13,
    -2.4034415333307706179e-14,
    2.4351954029183368731e-15,
    -2.4673688045172074706e-16,
];

/// Coefficients of p², p⁴, … in the series of Φ(p) = L(p) + ln(sinh p/p), where L(p) = p coth p − 1 has the
/// coefficients `LAG`. They are those of L times 1 + 1/(2n), because L = p d/dp ln(sinh p/p).
pub(super) const LEVEL: [f64; 16] = {
    let mut level = LAG;
    let mut n = 0;
    while n < level.len() {
        level[n] *= 1.0 + 0.5 / (n as f64 + 1.0);
        n += 1;
    }
    level
};

/// Value of p above which e^(−2p) is below half a unit in the last place of every result in this file; p is
/// the mean of approach and release speed times the damping.
const SATURATED: f64 = 40.0;

/// Maximum Newton iterations for the scaled mean speed; five suffice for any argument with the starting
/// values of this file.
const MAX_ITERATIONS: usize = 8;

fn series(coefficients: &[f64; 16], p: f64) -> f64 {
    let q = p * p;
    coefficients.iter().rev().fold(0.0, |sum, c| sum * q + c) * q
}

/// Returns half of the lost speed times the damping, p coth p − 1 \[1\]. `p` is the mean of approach and
/// release speed times the damping.
fn lag(p: f64) -> f64 {
    if p < 1.0 {
        series(&LAG, p)
    } else if p < SATURATED {
        p - 1.0 + 2.0 * p / math::expm1(2.0 * p)
    } else {
        p - 1.0
    }
}

/// Returns the largest potential energy of the contact in units of mass/damping², p coth p − 1 + ln(sinh p/p)
/// \[1\]. `p` is the mean of approach and release speed times the damping.
pub(super) fn level(p: f64) -> f64 {
    if p < 1.0 {
        series(&LEVEL, p)
    } else {
        lag(p) + p - math::log(2.0 * p) + math::log1p(-math::exp(-2.0 * p))
    }
}

/// The two speeds of a contact at one compression, on the way in and on the way out. They are expressed as
/// their mean and half of their difference, both times the damping of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fold {
    /// Mean p of the approach and release speeds, times the damping of the law \[1\].
    pub mean: f64,
    /// Half of the lost speed, times the damping of the law: p coth p − 1, where p is `mean` \[1\].
    pub lag: f64,
}

impl Fold {
    /// Computes `mean` and `lag` of a contact from `u` ≥ 0, the damping times the approach speed. Real-time:
    /// yes, at most eight exponentials.
    pub fn of(u: f64) -> Self {
        if u > 2.0 * SATURATED {
            let mean = 0.5 * u + 0.5;
            return Self { mean, lag: mean - 1.0 };
        }
        if u <= 0.0 || u.is_nan() {
            return Self::default();
        }
        // L ≈ p²/(3 + p) turns p + L = u into a quadratic. The root of that quadratic differs from p by at
        // most 15 %, and equals p as u → 0 and u → ∞.
        let b = 3.0 - u;
        let root = math::sqrt(b * b + 24.0 * u);
        let mut p = if b > 0.0 { 6.0 * u / (b + root) } else { 0.25 * (root - b) };
        let mut l = lag(p);
        for _ in 0..MAX_ITERATIONS {
            // L' = p − L(1 + L)/p.
            let step = (p + l - u) / (1.0 + p - l * (1.0 + l) / p);
            p -= step;
            l = lag(p);
            if step.abs() <= 1e-9 * p {
                break;
            }
        }
        // p carries the rounding of the last step. L is computed from p, and p + L equals u to the last
        // digit.
        Self { mean: p, lag: l }
    }

    /// Computes `mean` and `lag` of an impact from its coefficient of restitution, above 0 and at most 1.
    /// This is the inverse of [`Fold::restitution`].
    ///
    /// With the restitution E, p = `mean` and L = `lag`, E = (p − L)/(p + L) gives L/p = (1 − E)/(1 + E) = r.
    /// Newton starts from p = r(3 − r²)/(1 − r²), which is within 5 %. Real-time: yes, at most eight
    /// exponentials.
    pub fn with_restitution(restitution: f64) -> Self {
        let share = restitution.clamp(1e-3, 1.0);
        let r = (1.0 - share) / (1.0 + share);
        let mut p = r * (3.0 - r * r) / (1.0 - r * r);
        if p <= 0.0 || p.is_nan() {
            return Self::default();
        }
        for _ in 0..MAX_ITERATIONS {
            // (L/p)' = 1 − (L/p)² − 2 (L/p)/p.
            let q = lag(p) / p;
            let step = (q - r) / (1.0 - q * q - 2.0 * q / p);
            p = (p - step).max(0.5 * p);
            if step.abs() <= 1e-12 * p {
                break;
            }
        }
        Self { mean: p, lag: lag(p) }
    }

    /// Returns the approach speed times the damping of the law, which is `mean` + `lag` \[1\].
    pub fn approach(&self) -> f64 {
        self.mean + self.lag
    }

    /// Returns the release speed times the damping of the law, which is `mean` − `lag`, between 0 and 1
    /// \[1\].
    pub fn release(&self) -> f64 {
        if self.mean < 1.0 { self.mean - self.lag } else { 1.0 - self.margin() }
    }

    /// Returns the distance of the release velocity v_out from its limit −1/μ, times the damping μ: 1 + μ
    /// v_out = 2p/(e^(2p) − 1), where p is `mean` \[1\].
    pub fn margin(&self) -> f64 {
        if self.mean > 360.0 {
            0.0
        } else if self.mean > 0.0 {
            2.0 * self.mean / math::expm1(2.0 * self.mean)
        } else {
            1.0
        }
    }

    /// Returns the largest potential energy of the contact in units of mass/damping² \[1\].
    pub fn level(&self) -> f64 {
        level(self.mean)
    }

    /// Returns the coefficient of restitution, release speed over approach speed \[1\].
    pub fn restitution(&self) -> f64 {
        if self.mean > 0.0 { self.release() / self.approach() } else { 1.0 }
    }

    /// Returns the share of the kinetic energy that becomes heat: 1 minus the squared coefficient of
    /// restitution \[1\].
    pub fn heat_fraction(&self) -> f64 {
        if self.mean > 0.0 {
            let u = self.approach();
            4.0 * (self.mean / u) * (self.lag / u)
        } else {
            0.0
        }
    }
}

/// Returns the coefficient of restitution for `u` ≥ 0, the damping times the approach speed \[1\]. It is 1 −
/// 2u/3 + … for small `u` and tends to 1/u for large `u`.
///
/// Real-time: yes.
pub fn restitution_of(u: f64) -> f64 {
    Fold::of(u).restitution()
}
