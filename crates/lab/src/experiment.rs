//! The experiments of the impact paper: one impact, a hundred in a row, and the deviations that its tables list.
//!
//! $$ \%dev(x) = 100 \max_n \left|\frac{x_n - x(v_n)}{x_{max}}\right|, \qquad
//!    \%dev(H) = 100 \max_n \left|\frac{H(x_n, v_n) - H(v_n)}{\Delta H_\tau}\right|, \qquad
//!    \Delta H_\tau = \tfrac m2 (v_{in}^2 - v_{ref}^2) $$
//!
//! The maximum is taken of the absolute value, over the samples with x > 0: eqs. (27), (28) take the absolute value of the
//! maximum, which would be 0 for AM1 in case 1. An impact begins at the wall with no force stored and ends with
//! the first sample outside, whose velocity is the release velocity.
//!
//! Source: \[Papetti2011, sec. III-B, IV-B\].

use foley_contact::analytic::{Impact, approximation};
use foley_contact::bounce::{Approach, Chain, bounce, bounce_corrected};
use foley_contact::correction::Corrections;
use foley_contact::law::{HuntCrossley, Law};
use foley_contact::scheme::{Am1, Heun, Problem, Rk4, Scheme, Verlet};
use foley_contact::{Motion, Step};
use std::f64::consts::PI;

/// Samples per second throughout the paper \[Hz\].
pub(crate) const RATE: f64 = 44_100.0;

/// Impacts in a chain.
const IMPACTS: usize = 100;

/// Order of the approximate release velocity in the paper.
const ORDER: usize = 4;

const fn impact(stiffness: f64, exponent: f64, damping: f64, speed: f64) -> Impact {
    let law = HuntCrossley {
        stiffness,
        exponent,
        damping,
    };
    Impact::new(0.01, law, speed)
}

/// Table I: 1659 samples of contact.
pub(crate) const NON_CRITICAL: Impact = impact(1e3, 1.5, 0.5, 0.5);
/// Case 1, low dissipation: figure 7.
pub(crate) const CASE_1: Impact = impact(1e7, 1.3, 0.01, 0.5);
/// Case 2, a hard impact: figure 8.
pub(crate) const CASE_2: Impact = impact(1e9, 1.5, 0.5, 1.0);

/// The integrators that the paper compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Am1,
    Verlet,
    Heun,
    Rk4,
}

impl Method {
    pub(crate) const ALL: [Self; 4] = [Self::Am1, Self::Verlet, Self::Heun, Self::Rk4];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Am1 => "AM1",
            Self::Verlet => "Verlet",
            Self::Heun => "Heun",
            Self::Rk4 => "RK4",
        }
    }

    pub(crate) fn run(self, impact: &Impact) -> Run {
        match self {
            Self::Am1 => Run::of(&mut Am1::new(), impact, RATE),
            Self::Verlet => Run::of(&mut Verlet::new(), impact, RATE),
            Self::Heun => Run::of(&mut Heun::new(), impact, RATE),
            Self::Rk4 => Run::of(&mut Rk4::new(), impact, RATE),
        }
    }

    /// A hundred impacts as they should be.
    pub(crate) fn chain(self, first: &Impact) -> Chained {
        match self {
            Self::Am1 => Chained::of(&mut Am1::new(), first, RATE, release),
            Self::Verlet => Chained::of(&mut Verlet::new(), first, RATE, release),
            Self::Heun => Chained::of(&mut Heun::new(), first, RATE, release),
            Self::Rk4 => Chained::of(&mut Rk4::new(), first, RATE, release),
        }
    }

    /// A hundred impacts as they were printed: AM1 takes f = 0 as soon as an iterate lies outside; Heun hands its predicted
    /// velocity to the next impact.
    pub(crate) fn chain_as_printed(self, first: &Impact) -> Chained {
        match self {
            Self::Am1 => Chained::of(&mut Am1::as_printed(), first, RATE, release),
            Self::Heun => Chained::of(&mut Heun::new(), first, RATE, |scheme, _| {
                scheme.predicted_velocity()
            }),
            Self::Verlet | Self::Rk4 => self.chain(first),
        }
    }
}

fn release<S>(_: &S, run: &Run) -> f64 {
    run.release
}

/// The chain that the paper takes for the truth: RK4 with a sixteenth of the step.
pub(crate) fn oversampled_chain(first: &Impact) -> Chained {
    Chained::of(&mut Rk4::new(), first, 16.0 * RATE, release)
}

/// One impact.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    impact: Impact,
    inside: Vec<Motion>,
    /// Velocity at the first sample outside \[m/s\].
    pub(crate) release: f64,
    /// Steps from touch to the first sample outside.
    pub(crate) samples: u32,
}

impl Run {
    pub(crate) fn of<S: Scheme<HuntCrossley>>(scheme: &mut S, impact: &Impact, rate: f64) -> Self {
        Self::corrected(scheme, impact, rate, &Corrections::NONE)
    }

    fn corrected<S: Scheme<HuntCrossley>>(
        scheme: &mut S,
        impact: &Impact,
        rate: f64,
        corrections: &Corrections,
    ) -> Self {
        let problem = Problem::new(impact.mass, impact.law, Step::at_rate(rate));
        let approach = Approach::at_speed(impact.speed);
        let mut inside = Vec::new();
        let watch = |sample: &foley_contact::bounce::Sample| {
            if sample.motion.displacement > 0.0 {
                inside.push(sample.motion);
            }
        };
        let report = if *corrections == Corrections::NONE {
            bounce(&problem, scheme, approach, watch)
        } else {
            bounce_corrected(&problem, scheme, approach, corrections, watch)
        };
        Self {
            impact: *impact,
            inside,
            release: report.release_velocity,
            samples: report.samples,
        }
    }

    /// %dev(x), `off` being how far a sample is from the curve \[%\].
    fn compression_deviation(&self, off: impl Fn(Motion) -> f64) -> f64 {
        let worst = self.inside.iter().map(|&at| off(at)).fold(0.0, f64::max);
        100.0 * worst / self.impact.max_compression()
    }

    /// %dev(x), with x(v) = 0 beyond the release velocity \[%\].
    pub(crate) fn deviation_of_x(&self) -> f64 {
        let curve = |v| self.impact.compression_at(v);
        self.compression_deviation(|at| (at.displacement - curve(at.velocity)).abs())
    }

    /// %dev(x), with x(v) a complex number beyond the release velocity, as a language with complex powers has it \[%\].
    pub(crate) fn deviation_of_complex_x(&self) -> f64 {
        self.compression_deviation(|at| {
            let (re, im) = complex_compression(&self.impact, at.velocity);
            let off = at.displacement - re;
            (off * off + im * im).sqrt()
        })
    }

    /// ΔH_τ with a release at `reference` \[J\].
    fn energy_range(&self, reference: f64) -> f64 {
        self.impact.energy_in() - self.impact.kinetic_at(reference)
    }

    /// %dev(H) in contact, relative to the ΔH of a release velocity \[%\].
    pub(crate) fn deviation_of_energy(&self, reference: f64) -> f64 {
        let impact = &self.impact;
        let off = |at: &Motion| {
            let stored = impact.law.potential(at.displacement);
            (stored - impact.potential_at(at.velocity)).abs()
        };
        100.0 * self.inside.iter().map(off).fold(0.0, f64::max) / self.energy_range(reference)
    }

    /// |H_τ^sim − H_τ| of the release sample, relative to ΔH \[%\].
    pub(crate) fn release_deviation(&self, reference: f64) -> f64 {
        let off = self.impact.kinetic_at(self.release) - self.impact.kinetic_at(reference);
        100.0 * off.abs() / self.energy_range(reference)
    }

    /// %err(v_out) \[%\].
    pub(crate) fn velocity_error(&self, reference: f64) -> f64 {
        relative(self.release, reference)
    }
}

/// How far `value` is from `reference` \[%\].
pub(crate) fn relative(value: f64, reference: f64) -> f64 {
    100.0 * (value - reference) / reference
}

/// ṽ_out as in the paper \[m/s\].
pub(crate) fn approximate_release(impact: &Impact) -> f64 {
    impact.release_velocity_approximation(ORDER)
}

/// ṽ_out/v_out − 1, without the cancellation of the quotient: eq. (7) is the whole series of the exact release, times
/// e^(−2u), but for the terms above its order \[%\].
pub(crate) fn approximation_error(impact: &Impact) -> f64 {
    let u = impact.loss();
    let left_out = approximation::POLYNOMIAL[ORDER + 1..]
        .iter()
        .rev()
        .fold(0.0, |sum, b| sum * u + b);
    let power: f64 = std::iter::repeat_n(u, ORDER).product();
    100.0 * (-2.0 * u).exp() * left_out * power / impact.restitution()
}

/// The zero of eq. (6), cut off after seven decimals \[m/s\].
pub(crate) fn seven_decimals(impact: &Impact) -> f64 {
    (impact.release_velocity() * 1e7).trunc() / 1e7
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

/// φ(q) = q − ln(1 + q) without cancellation, for |q| below about a half: q r − 2r³(1/3 + r²/5 + …), r = q/(2 + q).
fn loss(q: f64) -> f64 {
    let r = q / (2.0 + q);
    let tail = (1..20)
        .rev()
        .fold(0.0, |sum, n| sum * r * r + 1.0 / f64::from(2 * n + 1));
    q * r - 2.0 * r * r * r * tail
}

/// A hundred impacts, each begun at the wall with the speed that the last one left with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chained {
    /// Release velocity of the last impact \[m/s\].
    pub(crate) end: f64,
    /// Largest %dev(H) in contact \[%\].
    pub(crate) inside: f64,
    /// Largest deviation of a release sample \[%\].
    pub(crate) outside: f64,
    exact: f64,
}

impl Chained {
    fn of<S: Scheme<HuntCrossley>>(
        scheme: &mut S,
        first: &Impact,
        rate: f64,
        hand_on: impl Fn(&S, &Run) -> f64,
    ) -> Self {
        Self::follow(first, |impact| {
            let run = Run::of(scheme, impact, rate);
            let speed = hand_on(scheme, &run);
            (run, speed)
        })
    }

    /// Verlet with the paper's corrections: on the curve in contact, ṽ_out at release. Other integrators differ in contact
    /// only.
    pub(crate) fn corrected(first: &Impact) -> Self {
        Self::follow(first, |impact| {
            let run = Run::corrected(&mut Verlet::new(), impact, RATE, &Corrections::PAPER);
            let speed = run.release;
            (run, speed)
        })
    }

    fn follow(first: &Impact, mut next: impl FnMut(&Impact) -> (Run, f64)) -> Self {
        let mut chain = Chain::from_speed(first.speed);
        let mut all = Self {
            end: 0.0,
            inside: 0.0,
            outside: 0.0,
            exact: 0.0,
        };
        for _ in 0..IMPACTS {
            let impact = Impact::new(first.mass, first.law, chain.speed);
            let (run, handed_on) = next(&impact);
            let reference = impact.release_velocity();
            all.end = run.release;
            all.inside = all.inside.max(run.deviation_of_energy(reference));
            all.outside = all.outside.max(run.release_deviation(reference));
            chain.go_on(first.law, first.mass, handed_on);
        }
        all.exact = chain.exact;
        all
    }

    /// Largest deviation of energy, in contact or at release \[%\].
    pub(crate) fn deviation(&self) -> f64 {
        self.inside.max(self.outside)
    }

    /// Residual energy after the last impact against the exact chain \[%\].
    pub(crate) fn accumulated(&self) -> f64 {
        self.accumulated_against(self.exact)
    }

    /// Residual energy after the last impact against one with this release velocity \[%\].
    pub(crate) fn accumulated_against(&self, velocity: f64) -> f64 {
        let chain = Chain {
            speed: self.end.abs(),
            exact: velocity.abs(),
        };
        100.0 * chain.error()
    }
}
