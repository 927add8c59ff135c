//! Stiffness correction for short contacts, so that a contact of a few samples has the right duration.
//!
//! An energy scheme leaves with the right speed, but late. The release speed of a lossless contact does not
//! depend on the stiffness. So the stiffness is free to correct the duration, if it is chosen while the
//! bodies are apart.
//!
//! For α = 1 the contact is half a cycle of an oscillator, and a substitution makes its frequency ω exact:
//!
//! ```math
//! \beta_2^* = \frac{1-\cos\omega T}{1+\cos\omega T} = \tan^2\tfrac{\omega T}{2}, \qquad
//! \beta_3^* = \frac{1-\cos\omega T}{\cos\omega T}
//! ```
//!
//! replace β₂ = ω²T²/4 and β₃ = ω²T²/2, up to ωT = π and π/2. Beyond, the ratio is
//! [`StiffnessRule::MAX_FACTOR`].
//!
//! For α > 1 \[Chatziioannou2017\] leaves the question open. The two-point scheme puts every sample exactly
//! on the energy curve, so only the time between samples is wrong. Summed over a contact of τ seconds, and
//! averaged over the phase at which it begins, the duration is
//!
//! ```math
//! S = \tau\Bigl(1 + C\,\frac{T^2}{\tau^2} + \dots\Bigr), \qquad C = \frac{\pi\alpha\cot(\pi/(\alpha+1))}{3(\alpha-1)}
//! \;\to\; \frac{\pi^2}{12}\ \text{at}\ \alpha = 1
//! ```
//!
//! | symbol | here       | unit | meaning                               |
//! |--------|------------|------|---------------------------------------|
//! | τ/T    | `samples`  | 1    | exact duration of the contact, samples|
//! | α      | `exponent` | 1    | of the law                            |
//!
//! τ is proportional to k^(−1/(α+1)), so a factor on k shortens it accordingly. [`StiffnessRule::tangent`]
//! does this in a form that equals β₂* at α = 1. [`StiffnessRule::fitted`] is a curve fitted to simulated
//! durations, for contacts of fewer than six samples.
//!
//! Source: \[Chatziioannou2017, eqs (15), (16)\]; C, the rules and the fit are this project's own.

use super::Problem;
use crate::law::Law;
use core::f64::consts::PI;

/// Stiffness used by a scheme. Change the rule only while the bodies are apart, where no energy is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum StiffnessRule {
    /// Uses the stiffness of the law unchanged.
    #[default]
    Plain,
    /// Changes the stiffness so that the oscillation in contact has the exact frequency; only for laws of
    /// constant slope (exponent 1).
    Exact,
    /// Multiplies the law's force by this factor \[1\].
    Scaled(f64),
}

impl StiffnessRule {
    /// Largest factor on the stiffness \[1\]: within one step, a contact this stiff equals a rigid wall.
    pub const MAX_FACTOR: f64 = 1e12;

    /// Returns the rule that scales the stiffness by (tan θ/θ)^(`exponent` + 1), where θ = √(3C)/`samples`. C
    /// is the relative delay of the two-point scheme times `samples` squared, and `samples` is the contact
    /// time in samples. The duration error is 0.3 % from six samples on.
    ///
    /// `None` at or below the shortest contact that the scheme can produce, θ ≥ π/2.
    pub fn tangent(exponent: f64, samples: f64) -> Option<Self> {
        let theta = libm::sqrt(3.0 * clock_error(exponent)) / samples;
        if theta.is_nan() || theta >= 0.5 * PI {
            return None;
        }
        let ratio = libm::tan(theta) / theta;
        Some(Self::Scaled(libm::pow(ratio, exponent + 1.0).min(Self::MAX_FACTOR)))
    }

    /// Returns the rule that scales the stiffness by (`samples`/t)^(`exponent` + 1). Here t is the continuous
    /// contact time that the scheme stretches to `samples`, both in samples. It solves the fitted equation
    /// `samples² = t² + 1 + (2C−1) w/(w+b)`, with `w = t^1.14` and `b = −0.75 + 1.58C − 0.18C²`. C is the
    /// relative delay of the two-point scheme times the squared contact time.
    ///
    /// The rule holds for every contact longer than one sample, with a mean error of 0.5 %. The rest of the
    /// error depends on the phase at which the contact begins.
    ///
    /// `None` for a contact of one sample or less, for which no stiffness is high enough.
    pub fn fitted(exponent: f64, samples: f64) -> Option<Self> {
        if samples.is_nan() || samples <= 1.0 {
            return None;
        }
        let c = clock_error(exponent);
        let b = -0.75 + c * (1.58 - 0.18 * c);
        let late = |t: f64| {
            let w = libm::pow(t, 1.14);
            t * t + 1.0 + (2.0 * c - 1.0) * w / (w + b) - samples * samples
        };
        // The function rises in t, is negative at 0 and positive at `samples`: bisect to the last bit.
        let (mut low, mut high) = (0.0, samples);
        for _ in 0..64 {
            let middle = 0.5 * (low + high);
            if late(middle) > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(Self::Scaled(libm::pow(samples / high, exponent + 1.0).min(Self::MAX_FACTOR)))
    }

    /// Returns the factor on the force of the two-point scheme near the compression `x` \[m\].
    pub(super) fn two_point<L: Law>(self, problem: &Problem<L>, x: f64) -> f64 {
        self.factor(problem, x, |angle| {
            let half = 0.5 * angle;
            if half < 0.5 * PI {
                let ratio = libm::tan(half) / half;
                ratio * ratio
            } else {
                Self::MAX_FACTOR
            }
        })
    }

    /// Returns the factor on the force of the three-point scheme near the compression `x` \[m\].
    pub(super) fn three_point<L: Law>(self, problem: &Problem<L>, x: f64) -> f64 {
        self.factor(problem, x, |angle| {
            let (cos, half) = (libm::cos(angle), libm::sin(0.5 * angle));
            if angle < 0.5 * PI && cos > 0.0 {
                // 1 − cos = 2 sin² keeps its digits for small angles.
                4.0 * half * half / (cos * angle * angle)
            } else {
                Self::MAX_FACTOR
            }
        })
    }

    fn factor<L: Law>(self, problem: &Problem<L>, x: f64, exact: impl Fn(f64) -> f64) -> f64 {
        match self {
            Self::Plain => 1.0,
            Self::Scaled(factor) => factor,
            Self::Exact => {
                let omega = libm::sqrt(problem.law.slope(x).max(0.0) / problem.mass);
                let angle = omega * problem.step.seconds();
                if angle > 0.0 { exact(angle).min(Self::MAX_FACTOR) } else { 1.0 }
            }
        }
    }
}

/// Returns the relative delay of a contact in the two-point scheme, times the square of its contact time in
/// steps \[1\].
fn clock_error(exponent: f64) -> f64 {
    let below = exponent - 1.0;
    if below.abs() < 1e-6 {
        // cot(π/(2+ε)) ≈ πε/4·(1 − ε/2): the quotient cancels here, and the limit is accurate to 1e-6.
        return PI * PI / 12.0;
    }
    PI * exponent / (3.0 * below * libm::tan(PI / (exponent + 1.0)))
}
