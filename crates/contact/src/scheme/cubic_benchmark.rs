//! Explicit benchmark scheme of the cubic oscillator: (uⁿ)² times the mean of past and future.
//!
//! ```math
//! u^{n+1} = \frac{2}{1 + \frac{K}{2M} k^2 (u^n)^2}\,u^n - u^{n-1}
//! ```
//!
//! | symbol | here            | unit   | meaning       |
//! |--------|-----------------|--------|---------------|
//! | uⁿ     | `Stencil`       | m      | displacement  |
//! | K      | `Law`           | N/m³   | stiffness     |
//! | k, M   | `Problem`       | s, kg  | step, mass    |
//!
//! Ku² is φ'(u)/u, and the scheme is written with that ratio, so that any law can be tried. It is meant for
//! the cubic law, where it conserves ½M((uⁿ−uⁿ⁻¹)/k)² + ¼K(uⁿuⁿ⁻¹)², which is `energy()`. It ignores losses
//! of the law. `motion()` is as in the three-point scheme.
//!
//! Source: \[Ducceschi2017, eq. (25)\]. Second order, explicit, stable for every step.

use super::{Advance, Problem, Scheme, Stencil};
use crate::Motion;
use crate::law::Law;

/// The explicit benchmark scheme of the cubic oscillator, stable for every step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubicBenchmark {
    stencil: Stencil,
}

impl CubicBenchmark {
    /// Creates the scheme with the mass at rest at displacement zero.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Returns the secant stiffness at displacement `u` \[m\]: elastic force over displacement \[N/m\].
fn secant<L: Law>(law: &L, u: f64) -> f64 {
    if u == 0.0 { law.slope(0.0) } else { law.elastic(u) / u }
}

impl<L: Law> Scheme<L> for CubicBenchmark {
    fn name(&self) -> &'static str {
        "cubic-benchmark"
    }

    fn lag(&self) -> u32 {
        1
    }

    fn begin(&mut self, problem: &Problem<L>, motion: Motion) {
        self.stencil = Stencil::from_flight(problem, motion);
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let t = problem.step.seconds();
        let Stencil { here, last, .. } = self.stencil;
        let give = t * t / problem.mass;
        let q = 0.5 * give * secant(&problem.law, here);
        // (1 + q)(u⁺ + u⁻) = 2u + (k²/M) f_e, written for the increment u⁺ − u.
        let increment = (last + give * problem.pressing - q * (2.0 * here - last)) / (1.0 + q);
        self.stencil.step_by(problem, increment);
        Advance::taken(1)
    }

    fn motion(&self) -> Motion {
        self.stencil.motion()
    }

    fn place(&mut self, problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.stencil = Stencil::from_flight(problem, motion);
    }

    fn energy(&self, problem: &Problem<L>) -> f64 {
        let Stencil { here, last, .. } = self.stencil;
        let (v, before) = (last / problem.step.seconds(), here - last);
        0.5 * problem.mass * v * v + 0.25 * secant(&problem.law, here) * before * before
    }
}
