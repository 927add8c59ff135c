//! Contact time of an impact, and the duration error of the exact-restitution step.
//!
//! # The duration
//!
//! Let ℓ = ln(1+μv). Under the law ℓ falls at a rate that depends on the compression alone, ℓ' = −(kμ/m) x^α,
//! so the loss drops out of the equation. Take x from the phase curve, in units of X =
//! (m(α+1)v_in²/2k)^(1/(α+1)), the largest compression of the same impact without loss:
//!
//! ```math
//! \frac{x}{X} = \sigma^{q}, \quad \sigma = \frac{2}{u^2}\left[\varphi(\mu v_{in}) - \varphi(\mu v)\right], \quad
//! q = \frac{1}{\alpha+1}, \qquad
//! \tau = \frac{2q}{u}\,\frac{X}{v_{in}} \int \sigma^{\,q-1}\,d\ell
//! ```
//!
//! which is eq. (9) of \[Papetti2011\]. At one compression the two branches have ℓ_c − ℓ_r = 2p, with the p
//! of [`Fold`](super::Fold). The loop therefore folds into **one** integral with one singular end,
//!
//! ```math
//! I_r = \frac{2}{u}\int_0^{p} \sigma^{r}\,dp', \quad \sigma = \frac{2}{u^2}[\Phi(p) - \Phi(p')], \qquad
//! \tau = 2q\,\frac{X}{v_{in}}\, I_{q-1}
//! ```
//!
//! For φ < 2π, that is μ v_in < 8.4, the integral is a convergent series with the coefficients g = 1, 1/12,
//! 1/288, −139/51840, … of Stirling's series for Γ,
//!
//! ```math
//! I_r = \sigma_{max}^{r+1/2}\,B(r+1,\tfrac12)\,S_r, \quad S_r = \sum_k \frac{g_k\,\varphi^k}{(r+\frac32)_k}, \qquad
//! \tau = \tau_0\,\sigma_{max}^{q-1/2} S_{q-1}
//! ```
//!
//! with τ₀ the duration without loss. A test compares integral and series. [`ContactTiming::fast`] uses the
//! series.
//!
//! # Duration error of the exact-restitution step
//!
//! With η = ℓ/μ the lossy contact is a Hamiltonian system in (x, η):
//!
//! ```math
//! \eta' = -F(x), \quad x' = v(\eta), \qquad F = \frac{k x^\alpha}{m}, \quad
//! K(\eta) + \frac{V(x)}{m} = const, \quad K = \frac{e^{\mu\eta} - 1 - \mu\eta}{\mu^2}
//! ```
//!
//! The exact step ([`crate::scheme::exact`]) is the discrete gradient of this Hamiltonian,
//!
//! ```math
//! \frac{\Delta\eta}{T} = -\frac{1}{m}\frac{\Delta V}{\Delta x}, \qquad \frac{\Delta x}{T} = \frac{\Delta K}{\Delta\eta}
//! ```
//!
//! so K + V/m is conserved and all its points lie on the true phase curve; only their timing is wrong. Expand
//! about the middle of a step whose true duration is t. In time, Δη = −t[F + t²/24 (F''v² − F'K''F)]. Along
//! x, ΔV/(mΔx) = F − t²/8 F'K''F + t²/24 F''v². Their ratio is T = t[1 + t²/12 F'K'']. With F' = αF/x and K''
//! = 1+μv,
//!
//! ```math
//! T - t = \frac{t^3}{12}\,\frac{\alpha F (1+\mu v)}{x} + O(t^5)
//! ```
//!
//! Summed along the contact, τ_h = τ (1 + c T²/τ²), with
//!
//! ```math
//! c = \frac{\tau}{12}\int_0^\tau \frac{\alpha F(1+\mu v)}{x}\,dt = \frac{2q\alpha}{12}\, I_{q-1} I_{-q}
//! ```
//!
//! (dt = −dη/F; the v term of (1+μv) integrates to zero, because u σ^(−q) dℓ is an exact differential.)
//! Without loss c₀ = π α cot(π/(α+1)) / (3(α−1)), π²/12 for α = 1. With loss, by the series, c = c₀ S_{q−1}
//! S_{−q}.
//!
//! A step that holds the force (1+μv̄) ΔV/Δx instead visits points of the same curve with the time step
//! T(1+φ), φ = artanh(z)/z − 1 = μ²F²t²/12 + …, z = tanh(μΔη/2). Its c has the further term −(τ/12) ∫ μ²F² dt
//! ([`ContactTiming::held_coefficient`]). That term is −13 at μ v_in = 10 and makes short lossy contacts far
//! too short.
//!
//! | symbol | here                              | unit   | meaning                     |
//! |--------|-----------------------------------|--------|-----------------------------|
//! | α      | `alpha`                           | 1      | exponent of the law         |
//! | u      | `u`                               | 1      | μ v_in                      |
//! | τ      | [`ContactTiming::duration_ratio`] | X/v_in | contact time                |
//! | c      | [`ContactTiming::coefficient`]    | 1      | τ_h/τ = 1 + c (T/τ)²        |
//!
//! Source: \[AvanziniRocchesso2004\] via \[Papetti2011, eq. (9)\]; the folding, the series and c are derived
//! here. Checked in `tests/all/analytic_duration.rs`.

use super::quadrature;
use super::restitution::{self, Fold};
use crate::math;
use core::f64::consts::PI;

/// Dimensionless contact time of an impact, and the duration error of the exact-restitution step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactTiming {
    /// Dimensionless contact time \[1\]: the contact time times the approach speed, divided by the largest
    /// compression of the same impact without loss, [`Impact::scale`](super::Impact::scale).
    pub duration_ratio: f64,
    /// Duration error c of the exact-restitution step: with the time step T, a contact of duration τ lasts
    /// τ(1 + c T²/τ²) in the simulation \[1\].
    pub coefficient: f64,
    /// Duration error c of a step that holds the mean elastic force times 1 + μv̄, with damping μ and mean
    /// velocity v̄. With the time step T, a contact of duration τ lasts τ(1 + c T²/τ²) in that simulation
    /// \[1\].
    pub held_coefficient: f64,
}

impl ContactTiming {
    /// Computes the timing by an accurate quadrature, for tests and tables. `alpha` is the exponent of the
    /// law, `u` the damping times the approach speed.
    ///
    /// For exponents from 1 to 3.5 and `u` from 0 to 1000 the error is 1e-13 of the duration. The error of a
    /// duration-error coefficient c is 1e-12 of 1 + |c|.
    pub fn accurate(alpha: f64, u: f64) -> Self {
        Self::sum(alpha, u, quadrature::tanh_sinh())
    }

    /// Computes the timing on the audio thread when a contact begins. `alpha` is the exponent of the law, `u`
    /// the damping times the approach speed. Uses a power series in u − ln(1 + u) where few terms suffice,
    /// for `u` < 4.7. Otherwise uses a quadrature rule with twelve nodes.
    ///
    /// Worst error for exponents from 1 to 3.5 and `u` from 0 to 20: 7e-6 of the duration, and 2e-5 of 1 +
    /// |c| in a duration-error coefficient c.
    ///
    /// Real-time: yes.
    pub fn fast(alpha: f64, u: f64) -> Self {
        let half_depth = math::loss_ratio(u);
        let phi = u * u * half_depth;
        if phi < SHORT_SERIES && (1.0..=3.5).contains(&alpha) {
            return Self::series(1.0 / (alpha + 1.0), 2.0 * half_depth, phi);
        }
        // In w, the integrand of the duration is w^(n−1) and the integrand of c is w^(nα−1), times functions
        // of w^(n(α+1)). n = 1 makes the integrand of c rough for small exponents; n = 2 crowds the nodes for
        // large exponents.
        let n = if alpha < 1.8 { 2.0 } else { 1.0 };
        Self::sum(alpha, u, quadrature::gauss_power(n * (alpha + 1.0)))
    }

    /// Evaluates the power series of the contact time and of the duration errors in `phi` = u − ln(1 + u),
    /// where u is the damping times the approach speed. `q` is 1/(exponent of the law + 1), and `depth` is
    /// 2·`phi`/u².
    #[inline]
    fn series(q: f64, depth: f64, phi: f64) -> Self {
        // 2√π Γ(1+q)/Γ(½+q) and, with d = ½ − q, c₀ = π/3 (1−q) tan(πd)/2d. Fitted for α = 1…3.5, with errors
        // of 2e-9 and 2e-8.
        let tau = {
            let x = q - 0.375;
            let high = -0.229914033803798851 + x * (0.160534429961791621 - x * 0.12185716474229358);
            2.89185494532815041
                + x * (2.0725482136820544
                    + x * (-0.638287741493467708 + x * (0.355391153774178413 + x * high)))
        };
        let c = {
            let x = (0.5 - q) * (0.5 - q);
            let tangent = 1.57079634014967922
                - x * (1.1154780597609887 + x * (0.269182336028131325 + x * 0.1125588099369539));
            PI / 3.0 * (1.0 - q) * tangent / (1.0 - 4.0 * x)
        };
        let late = stirling(q + 0.5, phi);
        let coefficient = c * late * stirling(1.5 - q, phi);
        Self {
            duration_ratio: tau * late * math::exp((q - 0.5) * math::log(depth)),
            coefficient,
            held_coefficient: coefficient - phi * c / (1.5 - q) * late * stirling(2.5 - q, phi),
        }
    }

    fn sum(alpha: f64, u: f64, rule: impl Iterator<Item = (f64, f64)>) -> Self {
        let q = 1.0 / (alpha + 1.0);
        let depth = Depth::below(Fold::of(u));
        // dp/u for the substitution p' = p (1 − s), where p is the upper limit of the integral.
        let width = if u > 0.0 { depth.mean / u } else { 1.0 };
        let scale = 2.0 * width * width;
        let (mut slow, mut middle, mut fast) = (0.0, 0.0, 0.0);
        for (s, weight) in rule {
            let sigma = scale * depth.at(s);
            // exp and log are twice as fast as the power function. The rounding error, |ln σ| units in the
            // last place, is far below every other error.
            let force = math::exp((1.0 - q) * math::log(sigma));
            slow += weight / force;
            middle += weight * force / sigma;
            fast += weight * force;
        }
        let duration_ratio = 4.0 * q * width * slow;
        let coefficient = duration_ratio / 6.0 * width * alpha * middle;
        Self {
            duration_ratio,
            coefficient,
            held_coefficient: coefficient - duration_ratio / 12.0 * width * u * (u * fast) / q,
        }
    }
}

/// Largest value of u − ln(1 + u) for which `ContactTiming::fast` uses a power series \[1\]; u is the damping
/// times the approach speed.
const SHORT_SERIES: f64 = 3.0;

/// Coefficients of Stirling's series for the gamma function, which also appear in the power series of the
/// contact time.
const STIRLING: [f64; 12] = [
    1.0,
    1.0 / 12.0,
    1.0 / 288.0,
    -139.0 / 51840.0,
    -571.0 / 2488320.0,
    163879.0 / 209018880.0,
    0.000069728137583658577743,
    -0.00059216643735369388286,
    -0.000051717909082605921934,
    0.00083949872067208727999,
    0.000072048954160200105591,
    -0.0019144384985654775265,
];

/// Returns the sum over k of `STIRLING[k]` `phi`ᵏ/(b)ₖ, where (b)ₖ = b(b+1)…(b+k−1) is the rising factorial.
/// The error is 3e-6 at `phi` = 3, and 1e-8 for `phi` < ½ with half of the terms.
#[inline]
fn stirling(b: f64, phi: f64) -> f64 {
    let sum = |terms: &[f64]| {
        let (mut sum, mut at) = (0.0, b + terms.len() as f64 - 1.0);
        for g in terms.iter().rev() {
            sum = g + sum * phi / at;
            at -= 1.0;
        }
        sum
    };
    if phi < 0.5 { sum(&STIRLING[..6]) } else { sum(&STIRLING) }
}

/// Returns the duration error c of the exact-restitution step for a contact without loss \[1\]: with the time
/// step T, a contact of duration τ lasts τ(1 + c T²/τ²). For the exponent α, c is π α cot(π/(α+1)) /
/// (3(α−1)).
pub fn lossless_coefficient(alpha: f64) -> f64 {
    // cot(π/(α+1)) = tan(θ), θ = π/2 − π/(α+1) = π(α−1)/(2(α+1)): the only 0/0 at α = 1 is the last quotient.
    let theta = PI * (alpha - 1.0) / (2.0 * (alpha + 1.0));
    let tangent_ratio = if theta.abs() < 1e-4 { 1.0 + theta * theta / 3.0 } else { math::tan(theta) / theta };
    PI * PI * alpha / (6.0 * (alpha + 1.0)) * tangent_ratio
}

/// Returns the dimensionless contact time of an impact without loss \[1\]: the contact time times the
/// approach speed, divided by the largest compression. It is 2√π Γ(1+q)/Γ(½+q) with q = 1/(`alpha` + 1), and
/// π for the exponent `alpha` = 1.
pub fn lossless_duration_ratio(alpha: f64) -> f64 {
    let q = 1.0 / (alpha + 1.0);
    2.0 * math::sqrt(PI) * math::tgamma(1.0 + q) / math::tgamma(0.5 + q)
}

/// Evaluator of (Φ(p) − Φ(p'))/p² for p' = p(1 − s), without cancellation as s → 0 or p → 0. The number p is
/// the mean of approach and release speed times the damping, and Φ(p) = p coth p − 1 + ln(sinh p/p).
struct Depth {
    mean: f64,
    level: f64,
    /// Hyperbolic cotangent of p, the mean of approach and release speed times the damping \[1\].
    coth: f64,
    /// 1 − e^(−2p), where p is the mean of approach and release speed times the damping \[1\].
    span: f64,
}

impl Depth {
    fn below(fold: Fold) -> Self {
        let p = fold.mean;
        let span = -math::expm1(-2.0 * p);
        Self { mean: p, level: fold.level(), coth: (2.0 - span) / span, span }
    }

    fn at(&self, s: f64) -> f64 {
        let p = self.mean;
        if p < 1.0 {
            return self.at_small(s);
        }
        let inner = p * (1.0 - s);
        if s > 0.5 {
            return (self.level - restitution::level(inner)) / (p * p);
        }
        // coth p' − coth p = 2κ/(1 − e^(−2p)),  ln(sinh p/sinh p') = (p − p') + ln(1 + κ).
        let d = p * s;
        let kappa = math::exp(-2.0 * inner) * math::expm1(-2.0 * d) / math::expm1(-2.0 * inner);
        let lag = d * self.coth - 2.0 * inner * kappa / self.span;
        let log = d + math::log1p(kappa) + math::log1p(-s);
        (lag + log) / (p * p)
    }

    /// Evaluates (Φ(p) − Φ(p'))/p² for p < 1 and p' = p(1 − s) by the power series of Φ. Each difference of
    /// powers, divided by p² − p'², is a sum of positive terms, so nothing cancels.
    fn at_small(&self, s: f64) -> f64 {
        let t = (1.0 - s) * (1.0 - s);
        let p = self.mean * self.mean;
        let (mut sum, mut quotient, mut inner, mut outer) = (0.0, 0.0, 1.0, 1.0);
        for c in restitution::LEVEL {
            quotient += inner;
            inner *= t;
            sum += c * outer * quotient;
            outer *= p;
        }
        s * (2.0 - s) * sum
    }
}
