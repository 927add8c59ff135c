//! Heun's method as in textbooks: a full Euler step as prediction, then the average of both slopes.
//!
//! ```math
//! \begin{aligned}
//! \tilde x &= x_n + h v_n, & \tilde v &= v_n - \tfrac hm f(x_n, v_n), \\
//! x_{n+1} &= x_n + \tfrac h2 (v_n + \tilde v), &
//! v_{n+1} &= v_n - \tfrac{h}{2m} \bigl(f(x_n, v_n) + f(\tilde x, \tilde v)\bigr)
//! \end{aligned}
//! ```
//!
//! Symbols as in [`super::Heun`], which is a different scheme. Here x is predicted by Euler, both forces are
//! evaluated again, and nothing is stored between steps. Two evaluations of the law per sample.
//!
//! Source: the second-order Runge-Kutta method that \[Papetti2011\] names beside eq. (25). Second order,
//! explicit.

use super::{Advance, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// Heun's method, the second-order Runge-Kutta method of textbooks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeunTextbook {
    motion: Motion,
}

impl HeunTextbook {
    /// Creates the scheme with the mass at rest at displacement zero.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<L: Law> Scheme<L> for HeunTextbook {
    fn name(&self) -> &'static str {
        "heun-textbook"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let h = problem.step.seconds();
        let Motion { displacement: x, velocity: v } = self.motion;
        let a = problem.acceleration(problem.law.force(self.motion));
        let guess = Motion::new(x + h * v, v + h * a);
        let b = problem.acceleration(problem.law.force(guess));
        self.motion =
            Motion::new((x + 0.5 * h * (v + guess.velocity)).min(problem.bound), v + 0.5 * h * (a + b));
        Advance::taken(2)
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    /// Moves the mass to `motion`. This scheme stores no force, so `refresh` has no effect.
    fn place(&mut self, _problem: &Problem<L>, motion: Motion, _refresh: bool) {
        self.motion = motion;
    }
}
