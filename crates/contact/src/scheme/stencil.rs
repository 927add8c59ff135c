//! State of a three-point scheme: the present position and the increment that led to it.
//!
//! Storing the increment instead of the previous position avoids accumulated rounding: in free flight it
//! stays bit-identical.

use super::Problem;
use crate::Motion;
use crate::law::Law;

/// Position and last increment of the mass \[m\], and its velocity corrected by half a step of external
/// acceleration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stencil {
    /// Present position of the mass \[m\].
    pub here: f64,
    /// Last increment: present minus previous position of the mass \[m\].
    pub last: f64,
    velocity: f64,
}

impl Stencil {
    /// Creates the state at `motion`, reached by free flight under the external force f_e. From displacement
    /// x and velocity v of the mass m, the position one step T earlier is
    /// ```math
    /// y^{-1} = x - vT + \tfrac{T^2}{2m} f_e
    /// ```
    pub(super) fn from_flight<L: Law>(problem: &Problem<L>, motion: Motion) -> Self {
        let t = problem.step.seconds();
        let lead = 0.5 * t * problem.pressing / problem.mass;
        Self { here: motion.displacement, last: t * (motion.velocity - lead), velocity: motion.velocity }
    }

    /// Advances the position by `increment` \[m\].
    pub(super) fn step_by<L: Law>(&mut self, problem: &Problem<L>, increment: f64) {
        let t = problem.step.seconds();
        let lead = 0.5 * t * problem.pressing / problem.mass;
        self.here += increment;
        if increment != self.last || lead != 0.0 {
            self.velocity = increment / t + lead;
        }
        self.last = increment;
    }

    /// Returns the present position, and the velocity of the last increment plus half a step of the external
    /// acceleration. The velocity is exact in free flight.
    pub(super) fn motion(&self) -> Motion {
        Motion::new(self.here, self.velocity)
    }
}
