//! The classical fourth-order Runge-Kutta method: four evaluations of the force per sample.
//!
//! ```math
//! \begin{aligned}
//! x_{n+1} &= x_n + \tfrac16 (l_1 + 2 l_2 + 2 l_3 + l_4), & v_{n+1} &= v_n + \tfrac16 (k_1 + 2 k_2 + 2 k_3 + k_4), \\
//! l_1 &= h v_n, & k_1 &= -\tfrac hm f(x_n, v_n), \\
//! l_2 &= h (v_n + \tfrac{k_1}{2}), & k_2 &= -\tfrac hm f(x_n + \tfrac{l_1}{2}, v_n + \tfrac{k_1}{2}), \\
//! l_3 &= h (v_n + \tfrac{k_2}{2}), & k_3 &= -\tfrac hm f(x_n + \tfrac{l_2}{2}, v_n + \tfrac{k_2}{2}), \\
//! l_4 &= h (v_n + k_3), & k_4 &= -\tfrac hm f(x_n + l_3, v_n + k_3)
//! \end{aligned}
//! ```
//!
//! | symbol | here            | unit   | meaning                                |
//! |--------|-----------------|--------|----------------------------------------|
//! | x, v   | `motion`        | m, m/s | state                                  |
//! | l, k   | `l1`, `k1`, …   | m, m/s | increments of x and v, four stages     |
//! | h      | `Problem::step` | s      | step                                   |
//!
//! Source: \[Papetti2011, eqs (26a), (26b)\], with −f where the print has +f. Fourth order where the force is
//! smooth; where a contact begins or ends it is not.

use super::{Advance, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// The classical fourth-order Runge-Kutta method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rk4 {
    motion: Motion,
}

impl Rk4 {
    /// Creates the scheme with the mass at rest at displacement zero.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<L: Law> Scheme<L> for Rk4 {
    fn name(&self) -> &'static str {
        "rk4"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let h = problem.step.seconds();
        let Motion { displacement: x, velocity: v } = self.motion;
        let kick = |x, v| h * problem.acceleration(problem.law.force(Motion::new(x, v)));
        let (l1, k1) = (h * v, kick(x, v));
        let (l2, k2) = (h * (v + 0.5 * k1), kick(x + 0.5 * l1, v + 0.5 * k1));
        let (l3, k3) = (h * (v + 0.5 * k2), kick(x + 0.5 * l2, v + 0.5 * k2));
        let (l4, k4) = (h * (v + k3), kick(x + l3, v + k3));
        // The bound applies after the step; the next step evaluates the force again.
        self.motion = Motion::new(
            (x + (l1 + 2.0 * (l2 + l3) + l4) / 6.0).min(problem.bound),
            v + (k1 + 2.0 * (k2 + k3) + k4) / 6.0,
        );
        Advance::taken(4)
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    /// Moves the mass to `motion`. This scheme stores no force, so `refresh` has no effect.
    fn place(&mut self, _problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.motion = motion;
    }
}
