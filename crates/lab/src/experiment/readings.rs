//! What the definitions leave open, or the printed experiment did otherwise: the readings under which the
//! printed numbers come out.
//!
//! * Errors are taken against a release velocity that is not the exact one: [`approximate_release`] or
//!   [`truncated_release`]. ΔH_τ is then that of the same velocity.
//! * x(v) is a complex number where a sample in contact has passed the release velocity.
//! * In chains AM1 takes f = 0 as soon as an iterate lies outside, and Heun hands its predicted velocity to
//!   the next impact.
//! * The largest %dev(H) of a chain counts the release samples.

use super::case::RATE;
use super::chain::ImpactChain;
use super::method::Method;
use super::run::ImpactRun;
use foley_contact::analytic::{Impact, approximation};
use foley_contact::correction::Corrections;
use foley_contact::law::Law;
use foley_contact::scheme::{Am1, Heun};
use std::f64::consts::PI;

/// Order of the approximate release velocity in the paper.
const ORDER: usize = 4;

/// ṽ_out as in the paper \[m/s\].
pub(crate) fn approximate_release(impact: &Impact) -> f64 {
    impact.release_velocity_approximation(ORDER)
}

/// ṽ_out/v_out − 1, without the cancellation of the quotient: eq. (7) is the whole series of the exact
/// release, times e^(−2u), but for the terms above its order \[%\].
pub(crate) fn approximation_error(impact: &Impact) -> f64 {
    let u = impact.loss();
    let left_out = approximation::POLYNOMIAL[ORDER + 1..].iter().rev().fold(0.0, |sum, b| sum * u + b);
    let power: f64 = std::iter::repeat_n(u, ORDER).product();
    100.0 * (-2.0 * u).exp() * left_out * power / impact.restitution()
}

/// The zero of eq. (6), cut off after seven decimals \[m/s\].
pub(crate) fn truncated_release(impact: &Impact) -> f64 {
    (impact.release_velocity() * 1e7).trunc() / 1e7
}

/// How far `value` is from `reference` \[%\].
pub(crate) fn relative(value: f64, reference: f64) -> f64 {
    100.0 * (value - reference) / reference
}

/// Deviations against the ΔH_τ of a release velocity that need not be the exact one \[m/s\].
impl ImpactRun {
    /// ΔH_τ with a release at `reference` \[J\].
    fn energy_range(&self, reference: f64) -> f64 {
        self.impact.energy_in() - self.impact.kinetic_at(reference)
    }

    /// %dev(H) of the samples in contact \[%\]. The kinetic energy is the same on both sides and left out.
    pub(crate) fn energy_deviation_against(&self, reference: f64) -> f64 {
        let impact = &self.impact;
        self.worst(self.energy_range(reference), |s| {
            let stored = impact.law.potential(s.compression);
            (stored - impact.potential_at(s.motion.velocity)).abs()
        })
    }

    /// %dev(H) of the release sample \[%\].
    pub(crate) fn release_deviation_against(&self, reference: f64) -> f64 {
        let impact = &self.impact;
        let off = impact.kinetic_at(self.report.release_velocity) - impact.kinetic_at(reference);
        100.0 * off.abs() / self.energy_range(reference)
    }

    /// %err(v_out) \[%\].
    pub(crate) fn release_error_against(&self, reference: f64) -> f64 {
        relative(self.report.release_velocity, reference)
    }

    /// %dev(x), with x(v) a complex number beyond the release velocity, as a language with complex powers has
    /// it \[%\].
    pub(crate) fn complex_compression_deviation(&self) -> f64 {
        self.worst(self.impact.max_compression(), |s| {
            let (re, im) = complex_compression(&self.impact, s.motion.velocity);
            let off = s.compression - re;
            (off * off + im * im).sqrt()
        })
    }
}

/// x(v) by eq. (3); beyond the release velocity its bracket s is negative, and its power is
/// |s|^(1/(α+1)) e^(iπ/(α+1)).
fn complex_compression(impact: &Impact, v: f64) -> (f64, f64) {
    let (mu, end) = (impact.law.damping, impact.release_velocity());
    if v >= end {
        return (impact.compression_at(v), 0.0);
    }
    // Measured from the release: s = −q u_e − φ(q).
    let u = mu * end;
    let q = mu * (v - end) / (1.0 + u);
    let s = -q * u - loss(q);
    // X of an impact with u²/2 = |s| is the power of |s|.
    let size = Impact::new(impact.mass, impact.law, (2.0 * s.abs()).sqrt() / mu).scale();
    let angle = PI / (impact.law.exponent + 1.0);
    (size * angle.cos(), size * angle.sin())
}

/// φ(q) = q − ln(1 + q) without cancellation, for |q| below about a half: q r − 2r³(1/3 + r²/5 + …), r = q/(2
/// + q).
fn loss(q: f64) -> f64 {
    let r = q / (2.0 + q);
    let tail = (1..20).rev().fold(0.0, |sum, n| sum * r * r + 1.0 / f64::from(2 * n + 1));
    q * r - 2.0 * r * r * r * tail
}

/// The largest %dev(H) of a chain, each impact against its own exact release \[%\].
impl ImpactChain {
    fn worst(&self, off: impl Fn(&ImpactRun, f64) -> f64) -> f64 {
        let all = self.runs.iter();
        all.map(|run| off(run, run.impact.release_velocity())).fold(0.0, f64::max)
    }

    /// In contact.
    pub(crate) fn inside(&self) -> f64 {
        self.worst(ImpactRun::energy_deviation_against)
    }

    /// Of the release samples.
    pub(crate) fn outside(&self) -> f64 {
        self.worst(ImpactRun::release_deviation_against)
    }

    /// Of both.
    pub(crate) fn deviation(&self) -> f64 {
        self.inside().max(self.outside())
    }
}

impl Method {
    /// A hundred impacts as they were printed.
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
