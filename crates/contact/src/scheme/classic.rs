//! The classic explicit scheme of an oscillator: the next sample from the present and the previous one.
//!
//! ```math
//! u^{n+1} = (2 - k^2 \bar K)\,u^n - u^{n-1}
//! ```
//!
//! | symbol | here             | unit | meaning                                   |
//! |--------|------------------|------|-------------------------------------------|
//! | uⁿ     | `Stencil`        | m    | displacement                              |
//! | K̄      | `Law`, `Problem` | 1/s² | stiffness over mass                       |
//! | k      | `Problem::step`  | s    | step; not longer than 2/√K̄                |
//!
//! K̄uⁿ is the elastic force divided by the mass, and the scheme is written with that force. For other laws
//! it is the leapfrog (Störmer) scheme. It ignores losses of the law. `energy()` is the quantity that a
//! linear law conserves, ½M((uⁿ−uⁿ⁻¹)/k)² + ½φ'(uⁿ)uⁿ⁻¹. `motion()` is as in the three-point scheme.
//!
//! Source: \[Ducceschi2017, eq. (22)\]. Second order, explicit, its frequency is `(2/k) asin(k√K̄/2)`.

use super::{Advance, Problem, Scheme, Stencil};
use crate::Motion;
use crate::law::Law;

/// The classic explicit scheme of an oscillator over three points in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Classic {
    stencil: Stencil,
}

impl Classic {
    /// Creates the scheme with the mass at rest at displacement zero.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<L: Law> Scheme<L> for Classic {
    fn name(&self) -> &'static str {
        "classic"
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
        let kick = t * t * problem.acceleration(problem.law.elastic(here));
        self.stencil.step_by(problem, last + kick);
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
        let v = last / problem.step.seconds();
        0.5 * problem.mass * v * v + 0.5 * problem.law.elastic(here) * (here - last)
    }
}
