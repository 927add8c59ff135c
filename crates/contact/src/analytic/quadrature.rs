//! Quadrature rules without tables built at run time.
//!
//! Integrands are defined on 0 ≤ s ≤ 1 and singular like a power of s at s = 0, where the mass touches. A
//! rule is a sequence of (s, weight). s is the *distance* from that end, so that rounding loses nothing
//! there.

use crate::math;
use core::f64::consts::PI;

/// Gauss–Legendre rule with twelve nodes on (0, 1): (node, weight).
pub(super) const GAUSS_12: [(f64, f64); 12] = [
    (0.0092196828766403746547, 0.023587668193255913597),
    (0.047941371814762571661, 0.05346966299765921548),
    (0.11504866290284765648, 0.080039164271673113167),
    (0.20634102285669127635, 0.10158371336153296087),
    (0.31608425050090990312, 0.11674626826917740438),
    (0.43738329574426554226, 0.1245735229067013925),
    (0.56261670425573445774, 0.1245735229067013925),
    (0.68391574949909009688, 0.11674626826917740438),
    (0.79365897714330872365, 0.10158371336153296087),
    (0.88495133709715234352, 0.080039164271673113167),
    (0.95205862818523742834, 0.05346966299765921548),
    (0.99078031712335962535, 0.023587668193255913597),
];

/// Gauss–Legendre rule with eight nodes on (0, 1): (node, weight).
pub(super) const GAUSS_8: [(f64, f64); 8] = [
    (0.019855071751231884158, 0.050614268145188129576),
    (0.1016667612931866302, 0.11119051722668723527),
    (0.23723379504183550709, 0.15685332293894364367),
    (0.40828267875217509753, 0.18134189168918099148),
    (0.59171732124782490247, 0.18134189168918099148),
    (0.76276620495816449291, 0.15685332293894364367),
    (0.8983332387068133698, 0.11119051722668723527),
    (0.98014492824876811584, 0.050614268145188129576),
];

/// Matrix of the integrals from 0 to each of the eight nodes: row i times the values at the nodes gives
/// integral i.
///
/// The polynomial through the values is Σ (2k+1) P_k(x) Σ_j w_j P_k(x_j) f_j with Legendre's P_k on (0, 1),
/// and ∫₀ˣ P_k = (P_{k+1} − P_{k−1})/(2(2k+1)).
pub(super) const GAUSS_8_CUMULATIVE: [[f64; 8]; 8] = {
    let mut p = [[0.0; 9]; 8];
    let mut i = 0;
    while i < 8 {
        let x = 2.0 * GAUSS_8[i].0 - 1.0;
        p[i][0] = 1.0;
        p[i][1] = x;
        let mut k = 1;
        while k < 8 {
            let n = k as f64;
            p[i][k + 1] = ((2.0 * n + 1.0) * x * p[i][k] - n * p[i][k - 1]) / (n + 1.0);
            k += 1;
        }
        i += 1;
    }
    let mut rows = [[0.0; 8]; 8];
    let mut i = 0;
    while i < 8 {
        let mut j = 0;
        while j < 8 {
            let mut sum = GAUSS_8[i].0;
            let mut k = 1;
            while k < 8 {
                sum += 0.5 * (p[i][k + 1] - p[i][k - 1]) * p[j][k];
                k += 1;
            }
            rows[i][j] = GAUSS_8[j].1 * sum;
            j += 1;
        }
        i += 1;
    }
    rows
};

/// Returns nodes and weights (s, weight) of a twelve-node Gauss–Legendre rule in w, where s = w^`e`. The
/// substitution flattens an integrand that behaves like a power of s at s = 0.
pub(super) fn gauss_power(e: f64) -> impl Iterator<Item = (f64, f64)> {
    GAUSS_12.iter().map(move |&(w, weight)| {
        let s = math::exp(e * math::log(w));
        (s, weight * e * s / w)
    })
}

/// Returns the nodes and weights (s, weight) of a tanh-sinh (double exponential) rule with 99 nodes: accurate
/// to rounding for any integrable power at either end.
///
/// The nodes are s = 1/(1 + exp(π sinh t)), t in steps of 0.08. The range ends where 1 − s, or s^(1/5), is
/// below rounding.
pub(super) fn tanh_sinh() -> impl Iterator<Item = (f64, f64)> {
    const STEP: f64 = 0.08;
    (-41..=57).map(|i| {
        let t = STEP * f64::from(i);
        let e = math::exp(-PI * math::sinh(t));
        let s = e / (1.0 + e);
        (s, STEP * PI * math::cosh(t) * s / (1.0 + e))
    })
}
