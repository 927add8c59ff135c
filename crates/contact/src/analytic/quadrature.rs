//! Sums that stand for integrals, without tables built at run time.
//!
//! Integrands here live on 0 ≤ s ≤ 1 and are singular like a power of s at s = 0, the place where the mass touches. A rule
//! is a sequence of (s, weight); s is given as the *distance* from that end, so that nothing is lost there to rounding.

use crate::math;
use core::f64::consts::PI;

/// Gauss–Legendre, twelve nodes on (0, 1).
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

/// Gauss–Legendre in w, where s = w^e: flattens an integrand that behaves like a power of s at s = 0.
pub(super) fn gauss_power(e: f64) -> impl Iterator<Item = (f64, f64)> {
    GAUSS_12.iter().map(move |&(w, weight)| {
        let s = math::exp(e * math::log(w));
        (s, weight * e * s / w)
    })
}

/// Tanh-sinh (double exponential) with 99 nodes: any integrable power at either end, to rounding.
///
/// s = 1/(1 + exp(π sinh t)), t in steps of 0.08, from where 1 − s is below the last place to where s^(1/5) is.
pub(super) fn tanh_sinh() -> impl Iterator<Item = (f64, f64)> {
    const STEP: f64 = 0.08;
    (-41..=57).map(|i| {
        let t = STEP * f64::from(i);
        let e = math::exp(-PI * math::sinh(t));
        let s = e / (1.0 + e);
        (s, STEP * PI * math::cosh(t) * s / (1.0 + e))
    })
}
