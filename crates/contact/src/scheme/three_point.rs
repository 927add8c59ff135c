//! Three-point discrete gradient: second differences with a force that conserves an energy between samples.
//!
//! ```math
//! y^{n+1} - 2y^n + y^{n-1} = -\beta_3 \frac{G(y^{n+1}) - G(y^{n-1})}{y^{n+1} - y^{n-1}}
//! ```
//!
//! | symbol | here               | unit | meaning                                          |
//! |--------|--------------------|------|--------------------------------------------------|
//! | yⁿ     | `here`             | m    | compression                                      |
//! | yⁿ−yⁿ⁻¹| `last`             | m    | last increment                                   |
//! | G      | `Law::potential`   |      | V = k G/(α+1)                                    |
//! | β₃     | [`StiffnessRule`]  |      | kT²/(m(α+1)), or corrected for the duration      |
//!
//! With d = y^{n+1} − y^{n−1} this is the equation of the two-point scheme over a double step, `d −
//! 2(yⁿ−yⁿ⁻¹) + (T²/m) f̄(d) = 0`. It is also the benchmark (23) of \[Ducceschi2017\]. Conserved between
//! samples:
//!
//! ```math
//! \mathfrak h^{n-1/2} = \tfrac m2 \Bigl(\frac{y^n - y^{n-1}}{T}\Bigr)^2 + \tfrac12 \bigl(V(y^n) + V(y^{n-1})\bigr)
//! ```
//!
//! A law with losses adds its mean resistance times d/2T.
//!
//! `motion()` returns yⁿ and the velocity of the last increment, (yⁿ − yⁿ⁻¹)/T, plus half a step of the
//! external force. In contact it is half a sample late; in flight, from the second sample outside on, it is
//! exact. Begin at least one sample before the wall: the point before the start comes from free flight, and
//! inside the wall it would add energy.
//!
//! Source: \[Chatziioannou2017, eq. (7)\]; β₃* eq. (16); energy \[Ducceschi2017, eq. (5) with s = 1/2\].
//! Second order. Contacts last at least two samples.

use super::increment::Increment;
use super::{Advance, Problem, Scheme, Stencil, StiffnessRule};
use crate::Motion;
use crate::law::Law;

/// The discrete-gradient scheme over three points in time, which conserves an energy between samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThreePoint {
    /// Stiffness rule of the scheme; change it only outside the contact.
    pub stiffness_rule: StiffnessRule,
    stencil: Stencil,
    force: f64,
    heat: f64,
}

impl ThreePoint {
    /// Creates the scheme with the uncorrected stiffness of the law.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the scheme with a rule that corrects the stiffness for the step.
    pub fn with_stiffness(stiffness_rule: StiffnessRule) -> Self {
        Self { stiffness_rule, ..Self::default() }
    }

    /// Returns the mean force of the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }
}

impl<L: Law> Scheme<L> for ThreePoint {
    fn name(&self) -> &'static str {
        "three-point"
    }

    fn lag(&self) -> u32 {
        1
    }

    fn begin(&mut self, problem: &Problem<L>, motion: Motion) {
        self.stencil = Stencil::from_flight(problem, motion);
        self.force = 0.0;
        self.heat = 0.0;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let t = problem.step.seconds();
        let Stencil { here, last, .. } = self.stencil;
        let give = t * t / problem.mass;
        let free = 2.0 * last + give * problem.pressing;
        let from = here - last;
        // The deepest of the three points determines the slope that the rule corrects.
        let deepest = from.max(here).max(from + free);
        let increment = Increment {
            law: &problem.law,
            scale: self.stiffness_rule.three_point(problem, deepest),
            from,
            free,
            give,
            duration: 2.0 * t,
        };
        let found = increment.solve(self.force);
        self.force = found.mean.force();
        // The energy balance in the module's text is the scheme times d/2.
        self.heat = 0.5 * found.mean.loss * found.increment;
        self.stencil.step_by(problem, found.increment - last);
        found.advance
    }

    fn motion(&self) -> Motion {
        self.stencil.motion()
    }

    fn place(&mut self, problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.stencil = Stencil::from_flight(problem, motion);
    }

    fn energy(&self, problem: &Problem<L>) -> f64 {
        let Stencil { here, last, .. } = self.stencil;
        let before = here - last;
        let v = last / problem.step.seconds();
        let stored = |y| self.stiffness_rule.three_point(problem, y) * problem.law.potential(y);
        0.5 * problem.mass * v * v + 0.5 * (stored(here) + stored(before))
    }

    fn heat(&self) -> Option<f64> {
        Some(self.heat)
    }
}
