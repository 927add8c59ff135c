//! What a scheme on three points in time remembers: where the mass is, and the increment that led there.
//!
//! The increment is kept instead of the point before, so that long flights do not grind it down: in free
//! flight it does not change by a bit.

use super::Problem;
use crate::Motion;
use crate::law::Law;

/// Two points in time \[m\], and the half step of external acceleration that turns their difference into a
/// velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stencil {
    /// yⁿ \[m\]
    pub here: f64,
    /// yⁿ − yⁿ⁻¹ \[m\]
    pub last: f64,
    velocity: f64,
}

impl Stencil {
    /// The mass is at `motion`, and came there by free flight under the external force:
    /// $$ y^{-1} = x - vT + \tfrac{T^2}{2m} f_e $$
    pub(super) fn from_flight<L: Law>(problem: &Problem<L>, motion: Motion) -> Self {
        let t = problem.step.seconds();
        let lead = 0.5 * t * problem.pressing / problem.mass;
        Self { here: motion.displacement, last: t * (motion.velocity - lead), velocity: motion.velocity }
    }

    /// Goes on by `increment` \[m\].
    pub(super) fn step_by<L: Law>(&mut self, problem: &Problem<L>, increment: f64) {
        let t = problem.step.seconds();
        let lead = 0.5 * t * problem.pressing / problem.mass;
        self.here += increment;
        if increment != self.last || lead != 0.0 {
            self.velocity = increment / t + lead;
        }
        self.last = increment;
    }

    /// yⁿ, and the velocity of the increment that led there plus half a step of the external force: exact in
    /// free flight.
    pub(super) fn motion(&self) -> Motion {
        Motion::new(self.here, self.velocity)
    }
}
