//! The release velocity as a polynomial times a decaying exponential.
//!
//! ```math
//! \mu\tilde v_{out} = -1 + \Big(\sum_{j=0}^{n} b_j u^j\Big) e^{-2u}, \qquad u = \mu v_{in}
//! ```
//!
//! The exponential brings the release to its limit −1/μ for large u. For small u the polynomial matches the
//! Taylor series of the exact release, μ v_out = Σ a_j uʲ, up to order n. Order 4 is the best of the first
//! eight over all u: its largest error is 2.04 %, near u = 3. (Orders 1 to 8: 23.0, 9.5, 5.2, 2.04, 2.4, 2.4,
//! 8.8, 29 %; higher ones grow without bound.) A higher order helps for small u only.
//!
//! | symbol | here              | unit | meaning                                       |
//! |--------|-------------------|------|-----------------------------------------------|
//! | u      | `u`               | 1    | μ v_in                                        |
//! | n      | `order`           | 1    | degree of the polynomial                      |
//! | a_j    | [`TAYLOR`]        | 1    | −1, 2/3, −4/9, 44/135, −104/405, …            |
//! | b_j    | [`POLYNOMIAL`]    | 1    | 1, 1, 2/3, 2/9, 14/135, −2/405, …             |
//!
//! The coefficients follow from the differential form of eq. (6), w w'(1+u) = u(1+w) for w(u) = μ v_out. With
//! w² = Σ c_j uʲ, equal powers give (j+1) c_{j+1}/2 + j c_j/2 = a_{j−1}, and c_{j+1} = 2a₁a_j + … yields a_j.
//! Then Σ b_j uʲ = e^{2u}(1 + w). In double precision the recursion keeps 13 digits up to [`MAX_ORDER`].
//!
//! This project uses the exact release ([`restitution_of`](super::restitution_of)), which costs one
//! exponential and one Newton iteration more. The approximation exists because the paper's corrections are
//! built on it.
//!
//! Source: \[Papetti2011, eqs. (7), (8), (29)–(38)\]; sums (36), (37) begin at 0. Checked in
//! `tests/all/analytic_approximation.rs`.

use super::restitution::Fold;
use crate::math;

/// Highest order of the approximation; functions clamp a larger `order` to this value.
pub const MAX_ORDER: usize = 32;

const LENGTH: usize = MAX_ORDER + 1;

/// Taylor coefficients a_j of the exact release velocity v_out: μ v_out = Σ a_j uʲ. Here μ is the damping of
/// the law and u is μ times the approach speed. `TAYLOR[0]` is 0.
pub const TAYLOR: [f64; LENGTH] = taylor();

/// Coefficients b_j of the polynomial P(u) = Σ b_j uʲ. The approximate release velocity is (P(u) e^(−2u) −
/// 1)/μ, where μ is the damping of the law and u is μ times the approach speed.
pub const POLYNOMIAL: [f64; LENGTH] = polynomial();

const fn taylor() -> [f64; LENGTH] {
    let mut a = [0.0; LENGTH];
    a[1] = -1.0;
    // Coefficient c_n of uⁿ in w²; starts with c_2.
    let mut square = 1.0;
    let mut n = 2;
    while n < LENGTH {
        let next = 2.0 / (n as f64 + 1.0) * (a[n - 1] - 0.5 * n as f64 * square);
        let mut known = 0.0;
        let mut i = 2;
        while i < n {
            known += a[i] * a[n + 1 - i];
            i += 1;
        }
        a[n] = -0.5 * (next - known);
        square = next;
        n += 1;
    }
    a
}

const fn polynomial() -> [f64; LENGTH] {
    let mut one_and_w = TAYLOR;
    one_and_w[0] = 1.0;
    let mut b = [0.0; LENGTH];
    let mut j = 0;
    while j < LENGTH {
        let mut power = 1.0;
        let mut i = 0;
        while i <= j {
            b[j] += power * one_and_w[j - i];
            power *= 2.0 / (i as f64 + 1.0);
            i += 1;
        }
        j += 1;
    }
    b
}

/// Returns the approximate coefficient of restitution, release speed over approach speed \[1\]. `order` is
/// the degree of the polynomial, `u` ≥ 0 the damping times the approach speed. Real-time: yes.
pub fn restitution(order: usize, u: f64) -> f64 {
    if u == 0.0 {
        return 1.0;
    }
    if u > 400.0 {
        return 1.0 / u;
    }
    // 1 − P e^(−2u) loses the digits of u; −expm1(−2u) − (P−1) e^(−2u) does not. Both terms are divided by u.
    let order = order.clamp(1, MAX_ORDER);
    let rest = POLYNOMIAL[1..=order].iter().rev().fold(0.0, |sum, b| sum * u + b);
    -math::expm1(-2.0 * u) / u - rest * math::exp(-2.0 * u)
}

/// Returns the relative error of the approximate release velocity against the exact one \[1\]. `u` ≥ 0 is the
/// damping times the approach speed.
pub fn error(order: usize, u: f64) -> f64 {
    let exact = Fold::of(u).restitution();
    (restitution(order, u) - exact) / exact
}

/// Range in which an approximation meets a tolerance: all u ≤ `low` and all u ≥ `high`, where u is the
/// damping times the approach speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Validity {
    /// Largest value of damping times approach speed up to which the error stays within the tolerance \[1\].
    pub low: f64,
    /// Smallest value of damping times approach speed above which the error stays within the tolerance \[1\].
    pub high: f64,
}

impl Validity {
    /// Whether the approximation meets the tolerance at `u`, the damping times the approach speed.
    pub fn allows(&self, u: f64) -> bool {
        u <= self.low || u >= self.high
    }
}

/// Finds where the approximation of this order has its largest |error|. Returns the damping times the
/// approach speed at that point, and the relative error there \[1\]. Not real-time.
pub fn peak(order: usize) -> (f64, f64) {
    let mut best = (0.0, 0.0);
    let end = ceiling(order);
    let mut u = 0.0;
    while u < end {
        let e = error(order, u);
        if e.abs() > f64::abs(best.1) {
            best = (u, e);
        }
        u += SCAN;
    }
    // Ternary search: slower than golden section, but simpler, and the search runs only once.
    let (mut low, mut high) = ((best.0 - SCAN).max(0.0), best.0 + SCAN);
    for _ in 0..80 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(order, a).abs() < error(order, b).abs() {
            low = a;
        } else {
            high = b;
        }
    }
    let u = 0.5 * (low + high);
    (u, error(order, u))
}

/// Finds the range of u, the damping times the approach speed, outside of which the relative error of the
/// release velocity is at most `tolerance`. Returns `None` if the error never exceeds the tolerance. Scans
/// inwards from both ends and bisects, to 1e-10 for tolerances of 1e-5 and more. Not real-time.
pub fn validity(order: usize, tolerance: f64) -> Option<Validity> {
    let over = |u: f64| error(order, u).abs() > tolerance;
    let end = ceiling(order);
    let mut high = end;
    while !over(high) {
        high -= SCAN;
        if high <= 0.0 {
            return None;
        }
    }
    let mut low = 1e-12;
    while !over(low) {
        low *= 1.0 + SCAN;
        if low > high {
            return None;
        }
    }
    Some(Validity { low: boundary(low, low / (1.0 + SCAN), over), high: boundary(high, high + SCAN, over) })
}

/// Step of the scan over u, the damping times the approach speed \[1\]: absolute in the scan from above,
/// relative in the scan from below.
const SCAN: f64 = 0.01;

/// Returns a value of damping times approach speed above which the error of an approximation of this order is
/// below 1e-12 \[1\].
fn ceiling(order: usize) -> f64 {
    40.0 + 2.0 * order.min(MAX_ORDER) as f64
}

/// Bisects between an argument with an error over the tolerance and one with an error within the tolerance.
/// Returns the last argument within the tolerance.
fn boundary(mut over: f64, mut within: f64, is_over: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (over + within);
        if is_over(middle) {
            over = middle;
        } else {
            within = middle;
        }
    }
    within
}
