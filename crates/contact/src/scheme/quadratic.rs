//! Energy conservation without iteration: a parabola replaces the potential on either side, which leaves a
//! quadratic equation.
//!
//! ```math
//! A y^2 + B y + C = 0, \qquad y = u^{n+1} - u^{n-1}
//! ```
//! ```math
//! \begin{aligned}
//! A &= \tfrac{M}{k^2} + s\phi''(u^n) \\
//! B &= -\tfrac{2M}{k^2}(u^n - u^{n-1}) + 2s\phi'(u^n) + 2s(u^{n-1} - u^n)\phi''(u^n) \\
//! C &= 2P^{(s)}_{n,n-1} - 2P^{(s)}_{n-1,n}, \qquad
//! P^{(s)}_{a,b} = \phi(u^a) + s(u^b - u^a)\phi'(u^a) + \tfrac s2 (u^b - u^a)^2 \phi''(u^a)
//! \end{aligned}
//! ```
//!
//! | symbol | here               | unit | meaning                                                          |
//! |--------|--------------------|------|------------------------------------------------------------------|
//! | uⁿ     | `Stencil`          | m    | displacement                                                     |
//! | φ      | `Law::potential`   | J    | potential                                                        |
//! | s      | `expansion`        | 1    | weight of the expansion: 1/2 most accurate, above 2 always real  |
//! | k, M   | `Problem`          | s, kg| step and mass                                                    |
//!
//! Conserved between samples:
//!
//! ```math
//! \mathfrak h^{n-1/2} = \tfrac M2 \Bigl(\frac{u^n - u^{n-1}}{k}\Bigr)^2 + P^{(s)}_{n-1,n}
//! ```
//!
//! The root is the one of larger modulus, `y = −(B + sgn(B)√Δ)/2A`, sgn 0 = +1. This is the paper's rule, and
//! it does not cancel. If Δ < 0, the state stays as it was and the outcome is [`StepOutcome::ComplexRoot`].
//! The sign of Δ is taken relative to `B² + 4|AC|`, because for s = 1/2 and α = 1 C is pure rounding.
//!
//! For conservative laws only: the resistance of a law is ignored. An external force enters as the linear
//! potential −f_e u. `motion()` is as in the three-point scheme.
//!
//! Source: \[Ducceschi2017, eqs (6), (7), (16)–(19)\]. Second order for s = 1/2, first order otherwise. For s
//! ≠ 1/2 an oscillator locks to an even number of samples per period.

use super::{Advance, Problem, Scheme, Stencil, StepOutcome};
use crate::law::Law;
use crate::{Motion, math};

/// A negative discriminant of at most this size counts as zero, because of rounding \[1\]. The size is
/// relative to B² + 4|AC|, where A, B and C are the coefficients of the quadratic equation.
const ROUNDING: f64 = 1e-15;

/// The energy-conserving scheme that solves one quadratic equation per step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quadratic {
    /// Weight of the parabola that expands the potential, positive \[1\]. 1/2 is the most accurate. Up to 1
    /// the potential energy cannot be negative.
    pub expansion: f64,
    stencil: Stencil,
    discriminant: f64,
    relative: f64,
}

impl Default for Quadratic {
    /// Creates the scheme with the expansion weight 1, the largest for which the potential energy cannot be
    /// negative.
    fn default() -> Self {
        Self::new(1.0)
    }
}

impl Quadratic {
    /// Creates the scheme with `expansion`, the weight of the parabola that expands the potential \[1\].
    pub fn new(expansion: f64) -> Self {
        Self { expansion, stencil: Stencil::default(), discriminant: 0.0, relative: 1.0 }
    }

    /// Returns the discriminant of the quadratic equation of the last step, whether the step succeeded or not
    /// \[N²\].
    pub fn discriminant(&self) -> f64 {
        self.discriminant
    }

    /// Returns the discriminant B² − 4AC of the last step relative to B² + 4|AC|, between −1 and 1 \[1\]. A,
    /// B and C are the coefficients of the quadratic equation.
    pub fn relative_discriminant(&self) -> f64 {
        self.relative
    }

    /// Returns the stored energy in the discrete energy that the scheme conserves \[J\]; not negative for an
    /// `expansion` of at most 1.
    pub fn potential_energy<L: Law>(&self, problem: &Problem<L>) -> f64 {
        let Stencil { here, last, .. } = self.stencil;
        self.parabola(&problem.law, here - last, last)
    }

    /// Returns the value at displacement `at + by` of the parabola that expands the potential about `at`
    /// \[J\].
    fn parabola<L: Law>(&self, law: &L, at: f64, by: f64) -> f64 {
        law.potential(at) + self.expansion * by * (law.elastic(at) + 0.5 * by * law.slope(at))
    }
}

impl<L: Law> Scheme<L> for Quadratic {
    fn name(&self) -> &'static str {
        "quadratic"
    }

    fn lag(&self) -> u32 {
        1
    }

    fn begin(&mut self, problem: &Problem<L>, motion: Motion) {
        *self = Self::new(self.expansion);
        self.stencil = Stencil::from_flight(problem, motion);
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let Stencil { here, last, .. } = self.stencil;
        let (law, s) = (&problem.law, self.expansion);
        let inertia = problem.mass / (problem.step.seconds() * problem.step.seconds());
        // All three coefficients are divided by M/k², so that free flight is free of rounding.
        let slope = s * law.slope(here) / inertia;
        let force = s * (law.elastic(here) - problem.pressing) / inertia;
        let change = self.parabola(law, here, -last)
            - self.parabola(law, here - last, last)
            - problem.pressing * last * (1.0 - 2.0 * s);
        let a = 1.0 + slope;
        let b = 2.0 * (force - last * a);
        let c = 2.0 * change / inertia;

        let size = b * b + 4.0 * (a * c).abs();
        let delta = b * b - 4.0 * a * c;
        self.discriminant = delta * inertia * inertia;
        self.relative = if size > 0.0 { delta / size } else { 1.0 };
        if self.relative.is_nan() || self.relative < -ROUNDING {
            return Advance { outcome: StepOutcome::ComplexRoot(self.relative), ..Advance::taken(1) };
        }
        let root = math::sqrt(delta.max(0.0));
        let y = (if b < 0.0 { root - b } else { -root - b }) / (2.0 * a);
        self.stencil.step_by(problem, y - last);
        Advance::taken(1)
    }

    fn motion(&self) -> Motion {
        self.stencil.motion()
    }

    fn place(&mut self, problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.stencil = Stencil::from_flight(problem, motion);
    }

    fn energy(&self, problem: &Problem<L>) -> f64 {
        let v = self.stencil.last / problem.step.seconds();
        0.5 * problem.mass * v * v + self.potential_energy(problem)
    }
}
