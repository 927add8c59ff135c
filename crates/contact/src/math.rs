//! Elementary functions from one pure-Rust source, so that a seed gives the same bits on every platform. Also
//! a few combinations that lose digits when written naively.

pub(crate) use libm::{acos, ceil, cos, cosh, exp, expm1, log, log1p, sin, sinh, tan, tanh, tgamma};

/// Computes √x. Correct rounding makes every implementation bit-identical, so `std` may use the machine
/// instruction.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn sqrt(x: f64) -> f64 {
    x.sqrt()
}
#[cfg(not(feature = "std"))]
pub(crate) use libm::sqrt;

/// Computes x^a for x ≥ 0. Integer and half-integer exponents (Hertz: 3/2) take a few multiplications and a
/// square root, three times faster than the general power.
pub(crate) fn pow(x: f64, a: f64) -> f64 {
    if a == 0.5 {
        sqrt(x)
    } else if a == 1.0 {
        x
    } else if a == 2.0 {
        x * x
    } else if a == 1.5 {
        x * sqrt(x)
    } else if a == 2.5 {
        x * x * sqrt(x)
    } else {
        libm::pow(x, a)
    }
}

/// Whether 2p is an integer up to 9, so that the power p needs only roots and multiplications.
pub(crate) fn is_half_whole(p: f64) -> bool {
    let n = 2.0 * p;
    n <= 9.0 && n == f64::from(n as u32)
}

/// Computes the one-sided power `[x]₊^a`: 0 for x ≤ 0.
pub(crate) fn one_sided_pow(x: f64, a: f64) -> f64 {
    if x > 0.0 { pow(x, a) } else { 0.0 }
}

/// Computes the mean slope of `[x]₊^p / p` between `x` and `x + dx`, without cancellation when `dx` is small.
///
/// ```math
/// \frac{[x+d]_+^p - [x]_+^p}{p\,d} = x^{p}\,\frac{\mathrm{expm1}(p\,\mathrm{log1p}(d/x))}{p\,d} \to x^{p-1}
/// ```
///
/// For integer and half-integer p the difference divides out, with s = √x, t = √(x+d) and n = 2p:
///
/// ```math
/// \frac{t^n - s^n}{p\,(t^2 - s^2)} = \frac{t^{n-1} + t^{n-2}s + \dots + s^{n-1}}{p\,(t + s)}
/// ```
pub(crate) fn mean_power_slope(x: f64, dx: f64, p: f64) -> f64 {
    let end = x + dx;
    if x > 0.0 && end > 0.0 && is_half_whole(p) {
        let (s, t) = (sqrt(x), sqrt(end));
        let (mut sum, mut power) = (0.0, 1.0);
        for _ in 0..(2.0 * p) as u32 {
            sum = sum * t + power;
            power *= s;
        }
        return sum / (p * (t + s));
    }
    if x <= 0.0 || end <= 0.0 || dx.abs() > 0.5 * x {
        let (from, to) = (one_sided_pow(x, p), one_sided_pow(end, p));
        return if dx == 0.0 { one_sided_pow(x, p - 1.0) } else { (to - from) / (p * dx) };
    }
    let r = dx / x;
    if r.abs() < 1e-5 {
        // Taylor series about x; the next term is of order r⁴, below 1e-20.
        let slope = 1.0 + 0.5 * (p - 1.0) * r * (1.0 + (p - 2.0) / 3.0 * r * (1.0 + (p - 3.0) / 4.0 * r));
        return pow(x, p - 1.0) * slope;
    }
    pow(x, p - 1.0) * expm1(p * log1p(r)) / (p * r)
}

/// Computes (1 + r)^p − 1 for r > −1 without cancellation. For p up to 5 the error is one unit in the last
/// place.
pub(crate) fn growth(r: f64, p: f64) -> f64 {
    if r.abs() > 0.01 {
        return expm1(p * log1p(r));
    }
    // Binomial series; the first omitted term is below 1e-17 of the sum.
    let mut sum = 1.0 + (p - 6.0) * (1.0 / 7.0) * r;
    sum = 1.0 + (p - 5.0) * (1.0 / 6.0) * r * sum;
    sum = 1.0 + (p - 4.0) * (1.0 / 5.0) * r * sum;
    sum = 1.0 + (p - 3.0) * 0.25 * r * sum;
    sum = 1.0 + (p - 2.0) * (1.0 / 3.0) * r * sum;
    sum = 1.0 + (p - 1.0) * 0.5 * r * sum;
    p * r * sum
}

/// Computes Σ qᵏ/(2k+3) = (atanh(√q)/√q − 1)/q for q ≤ 1/9, to full precision.
fn log_tail(q: f64) -> f64 {
    let mut sum = 0.0;
    let mut odd = 33.0;
    while odd > 2.0 {
        sum = sum * q + 1.0 / odd;
        odd -= 2.0;
    }
    sum
}

/// Computes (u − log(1 + u))/u² without cancellation; ½ at u = 0.
pub(crate) fn loss_ratio(u: f64) -> f64 {
    if (-0.5..=1.0).contains(&u) {
        let (d, r) = (2.0 + u, u / (2.0 + u));
        (1.0 - 2.0 * r * log_tail(r * r) / d) / d
    } else {
        (1.0 - log1p(u) / u) / u
    }
}

/// Computes (u²/2 − u + log(1 + u))/u² = ∫₀ᵘ t²/(1+t) dt / u² without cancellation; u/3 near 0. For an
/// impact, `u` is the damping times the approach speed. The result is then the heat until the largest
/// compression, in units of mass times approach speed squared.
pub(crate) fn heat_ratio(u: f64) -> f64 {
    if (-0.5..=1.0).contains(&u) {
        let (d, r) = (2.0 + u, u / (2.0 + u));
        0.5 * r + 2.0 * r * log_tail(r * r) / (d * d)
    } else {
        0.5 - (1.0 - log1p(u) / u) / u
    }
}

/// Computes x^(1/p) for x ≥ 0, the inverse of [`pow`].
pub(crate) fn root(x: f64, p: f64) -> f64 {
    if p == 2.0 { sqrt(x) } else { libm::pow(x, 1.0 / p) }
}
