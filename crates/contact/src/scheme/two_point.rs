//! Two-point discrete gradient: position and momentum with a force that conserves the energy exactly. It is
//! the best published scheme for a lossless contact.
//!
//! ```math
//! y^{n+1} - y^n = q^{n+1} + q^n, \qquad
//! q^{n+1} - q^n = -\beta_2 \frac{G(y^{n+1}) - G(y^n)}{y^{n+1} - y^n}
//! ```
//!
//! | symbol | here              | unit | meaning                                                        |
//! |--------|-------------------|------|----------------------------------------------------------------|
//! | y      | `motion`          | m    | compression                                                    |
//! | q      | `motion` · T/2    | m    | scaled momentum, q = vT/2                                      |
//! | G      | `Law::potential`  |      | V = k G/(α+1)                                                  |
//! | β₂     | [`StiffnessRule`] |      | kT²/(2m(α+1)), or corrected for the duration                   |
//!
//! Eliminating q leaves one equation for the increment d = y^{n+1} − y^n, whose free value is 2q: `d − vT +
//! (T²/2m) f̄(d) = 0`. The mean force is held over the step and the mass moves exactly under it, so the
//! motion outside the contact is exact. A law with losses adds its mean resistance times the mean velocity
//! d/T, which can only remove energy. For the Hunt-Crossley law this multiplies the elastic part by 1 + μd/T.
//!
//! Source: \[Chatziioannou2017, eqs (8a), (8b), (11)\]; β₂* eq. (15). Second order. Contacts last at least
//! one sample. The mean velocity of a step stays above −1/μ, but the end velocity may not. With heavy loss
//! and few samples the mass rebounds too fast.

use super::increment::Increment;
use super::{Advance, Problem, Scheme, StiffnessRule};
use crate::Motion;
use crate::law::Law;

/// The discrete-gradient scheme over two points in time, which conserves the energy exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TwoPoint {
    /// Stiffness rule of the scheme; change it only outside the contact.
    pub stiffness_rule: StiffnessRule,
    motion: Motion,
    force: f64,
    heat: f64,
}

impl TwoPoint {
    /// Creates the scheme with the uncorrected stiffness of the law.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the scheme with a rule that corrects the stiffness for the step.
    pub fn with_stiffness(stiffness_rule: StiffnessRule) -> Self {
        Self { stiffness_rule, ..Self::default() }
    }

    /// Returns the force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }
}

impl<L: Law> Scheme<L> for TwoPoint {
    fn name(&self) -> &'static str {
        "two-point"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
        self.force = 0.0;
        self.heat = 0.0;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let t = problem.step.seconds();
        let Motion { displacement: y, velocity: v } = self.motion;
        let push = t * problem.pressing / problem.mass;
        let free = t * (v + 0.5 * push);
        let increment = Increment {
            law: &problem.law,
            scale: self.stiffness_rule.two_point(problem, y.max(y + free)),
            from: y,
            free,
            give: 0.5 * t * t / problem.mass,
            duration: t,
        };
        let found = increment.solve(self.force);
        let d = found.increment;
        self.force = found.mean.force();
        self.heat = found.mean.loss * d;
        // q^{n+1} = d − q^n, written with the deviation from free flight, which is exact outside the contact.
        self.motion = Motion::new(y + d, v + push + 2.0 / t * (d - free));
        found.advance
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    /// Moves the mass to `motion`. The stored force is only the start of Newton, so `refresh` has no effect.
    fn place(&mut self, _problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.motion = motion;
    }

    fn energy(&self, problem: &Problem<L>) -> f64 {
        let Motion { displacement: y, velocity: v } = self.motion;
        let scale = self.stiffness_rule.two_point(problem, y);
        0.5 * problem.mass * v * v + scale * problem.law.potential(y)
    }

    fn heat(&self) -> Option<f64> {
        Some(self.heat)
    }
}
