//! Interpretations of the papers ("readings") that reproduce the printed numbers. They are needed where the
//! definitions of a paper leave a choice, or where its experiment departs from them.
//!
//! * Errors are relative to a release velocity that is not the exact one: [`approximate_release`] or
//!   [`truncated_release`]. The heat ΔH_τ of the impact then uses the same velocity.
//! * The compression x(v) at a velocity v is a complex number if a sample in contact has passed the release
//!   velocity.
//! * In chains the Adams-Moulton method AM1 sets the force to 0 as soon as an iterate lies outside the wall,
//!   and Heun's method passes its predicted velocity to the next impact.
//! * The largest energy deviation %dev(H) of a chain includes the release samples.

use super::case::RATE;
use super::chain::ImpactChain;
use super::method::Method;
use super::run::ImpactRun;
use foley_contact::analytic::{Impact, approximation};
use foley_contact::correction::Corrections;
use foley_contact::law::Law;
use foley_contact::scheme::{Am1, Heun};
use std::f64::consts::PI;

/// Order of the polynomial by which the paper approximates the release velocity ṽ_out.
const ORDER: usize = 4;

/// Returns the approximate release velocity ṽ_out by eq. (7) of the paper \[m/s\].
pub(crate) fn approximate_release(impact: &Impact) -> f64 {
    impact.release_velocity_approximation(ORDER)
}

/// Returns the error of the approximate release velocity ṽ_out relative to the exact one v_out \[%\]. The
/// quotient ṽ_out/v_out − 1 would lose digits by cancellation. The numerator is computed directly instead: it
/// consists of the terms above order [`ORDER`], which eq. (7) of the paper leaves out.
pub(crate) fn approximation_error(impact: &Impact) -> f64 {
    let u = impact.loss();
    let left_out = approximation::POLYNOMIAL[ORDER + 1..].iter().rev().fold(0.0, |sum, b| sum * u + b);
    let power: f64 = std::iter::repeat_n(u, ORDER).product();
    100.0 * (-2.0 * u).exp() * left_out * power / impact.restitution()
}

/// Returns the release velocity as the zero of eq. (6), truncated after seven decimals \[m/s\].
pub(crate) fn truncated_release(impact: &Impact) -> f64 {
    (impact.release_velocity() * 1e7).trunc() / 1e7
}

/// Returns the error of `value` relative to `reference` \[%\].
pub(crate) fn relative_error(value: f64, reference: f64) -> f64 {
    100.0 * (value - reference) / reference
}

/// Deviations relative to a `reference` release velocity \[m/s\], which need not be the exact release
/// velocity.
impl ImpactRun {
    /// Returns the heat ΔH_τ of the impact for a release at `reference` \[J\].
    fn energy_range(&self, reference: f64) -> f64 {
        self.impact.energy_in() - self.impact.kinetic_at(reference)
    }

    /// Returns the energy deviation %dev(H) of the samples in contact \[%\]. The kinetic energy occurs on
    /// both sides of the difference and is left out.
    pub(crate) fn energy_deviation_against(&self, reference: f64) -> f64 {
        let impact = &self.impact;
        self.max_in_contact(self.energy_range(reference), |s| {
            let stored = impact.law.potential(s.compression);
            (stored - impact.potential_at(s.motion.velocity)).abs()
        })
    }

    /// Returns the energy deviation %dev(H) of the release sample \[%\].
    pub(crate) fn release_deviation_against(&self, reference: f64) -> f64 {
        let impact = &self.impact;
        let off = impact.kinetic_at(self.report.release_velocity) - impact.kinetic_at(reference);
        100.0 * off.abs() / self.energy_range(reference)
    }

    /// Returns the error %err(v_out) of the release velocity relative to `reference` \[%\].
    pub(crate) fn release_error_against(&self, reference: f64) -> f64 {
        relative_error(self.report.release_velocity, reference)
    }

    /// Returns the compression deviation %dev(x) \[%\]. Beyond the release velocity the closed-form
    /// compression is a complex number, as in a programming language with complex powers.
    pub(crate) fn complex_compression_deviation(&self) -> f64 {
        self.max_in_contact(self.impact.max_compression(), |s| {
            let (re, im) = complex_compression(&self.impact, s.motion.velocity);
            let off = s.compression - re;
            (off * off + im * im).sqrt()
        })
    }
}

/// Returns real and imaginary part of the compression at the velocity `v`, by eq. (3) of the paper \[m\].
/// Beyond the release velocity the bracket s of eq. (3) is negative. Its power is |s|^(1/(α+1)) e^(iπ/(α+1))
/// with the exponent α of the contact.
fn complex_compression(impact: &Impact, v: f64) -> (f64, f64) {
    let (mu, end) = (impact.law.damping, impact.release_velocity());
    if v >= end {
        return (impact.compression_at(v), 0.0);
    }
    // With q measured from the release, the bracket of eq. (3) is s = −q u_e − φ(q).
    let u = mu * end;
    let q = mu * (v - end) / (1.0 + u);
    let s = -q * u - loss(q);
    // The scale X of an impact with u²/2 = |s| is the power of |s|.
    let size = Impact::new(impact.mass, impact.law, (2.0 * s.abs()).sqrt() / mu).scale();
    let angle = PI / (impact.law.exponent + 1.0);
    (size * angle.cos(), size * angle.sin())
}

/// Returns q − ln(1 + q) without cancellation, for a magnitude of `q` below about 0.5. The series is q r −
/// 2r³(1/3 + r²/5 + …) with r = q/(2 + q).
fn loss(q: f64) -> f64 {
    let r = q / (2.0 + q);
    let tail = (1..20).rev().fold(0.0, |sum, n| sum * r * r + 1.0 / f64::from(2 * n + 1));
    q * r - 2.0 * r * r * r * tail
}

/// Largest energy deviations %dev(H) of a chain. Each impact is compared with its own exact release velocity.
impl ImpactChain {
    fn max_over_runs(&self, off: impl Fn(&ImpactRun, f64) -> f64) -> f64 {
        let all = self.runs.iter();
        all.map(|run| off(run, run.impact.release_velocity())).fold(0.0, f64::max)
    }

    /// Returns the largest energy deviation of the samples in contact \[%\].
    pub(crate) fn contact_deviation(&self) -> f64 {
        self.max_over_runs(ImpactRun::energy_deviation_against)
    }

    /// Returns the largest energy deviation of the release samples \[%\].
    pub(crate) fn release_deviation(&self) -> f64 {
        self.max_over_runs(ImpactRun::release_deviation_against)
    }

    /// Returns the largest energy deviation of all samples \[%\].
    pub(crate) fn deviation(&self) -> f64 {
        self.contact_deviation().max(self.release_deviation())
    }
}

impl Method {
    /// Runs a chain of a hundred impacts with the mistakes of the printed experiment.
    pub(crate) fn chain_as_printed(self, first: Impact) -> ImpactChain {
        match self {
            Self::Am1 => ImpactChain::of(first, |impact| {
                ImpactRun::of(&mut Am1::as_printed(), impact, RATE, &Corrections::NONE)
            }),
            Self::Heun => ImpactChain::with_entry_velocity(first, |impact| {
                let mut heun = Heun::new();
                let run = ImpactRun::of(&mut heun, impact, RATE, &Corrections::NONE);
                (run, heun.predicted_velocity())
            }),
            Self::Verlet | Self::Rk4 | Self::Exact => self.chain(first),
        }
    }
}
