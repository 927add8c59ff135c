//! Velocity Verlet: half a step of velocity, the new force, the other half. One evaluation of the law per
//! sample.
//!
//! ```math
//! \begin{aligned}
//! x_{n+1} &= x_n + h v_n - \tfrac{h^2}{2} \tfrac{f_n}{m}, & v_{n+1/2} &= v_n - \tfrac h2 \tfrac{f_n}{m}, \\
//! f_{n+1} &= f(x_{n+1}, v_{n+1/2}), & v_{n+1} &= v_{n+1/2} - \tfrac h2 \tfrac{f_{n+1}}{m}
//! \end{aligned}
//! ```
//!
//! | symbol | here            | unit   | meaning                            |
//! |--------|-----------------|--------|------------------------------------|
//! | x, v   | `motion`        | m, m/s | state                              |
//! | f_n    | `force`         | N      | stored force of the last step      |
//! | h      | `Problem::step` | s      | step                               |
//!
//! The force uses the half-step velocity, which causes the error of the scheme for lossy laws.
//!
//! Source: \[Papetti2011, eq. (24)\], with −f where the print has +f. Second order, explicit.

use super::{Advance, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// The velocity Verlet scheme, which stores the force of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verlet {
    motion: Motion,
    force: f64,
}

impl Verlet {
    /// Creates the scheme with the mass at rest, without a stored force.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the contact force stored from the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }
}

impl<L: Law> Scheme<L> for Verlet {
    fn name(&self) -> &'static str {
        "verlet"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
        self.force = 0.0;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let h = problem.step.seconds();
        let Motion { displacement: x, velocity: v } = self.motion;
        let a = problem.acceleration(self.force);
        let next = (x + h * v + 0.5 * h * h * a).min(problem.bound);
        let half = v + 0.5 * h * a;
        self.force = problem.law.force(Motion::new(next, half));
        self.motion = Motion::new(next, half + 0.5 * h * problem.acceleration(self.force));
        Advance::taken(1)
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    fn place(&mut self, problem: &Problem<L>, motion: Motion, refresh: bool) {
        self.motion = motion;
        if refresh {
            self.force = problem.law.force(motion);
        }
    }
}
