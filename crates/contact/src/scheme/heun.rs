//! Heun's method as in the impact paper: predict the velocity by Euler, average, correct.
//!
//! ```math
//! \begin{aligned}
//! \tilde v_{n+1} &= v_n - h \tfrac{f_n}{m}, & x_{n+1} &= x_n + \tfrac h2 (v_n + \tilde v_{n+1}), \\
//! f_{n+1} &= f(x_{n+1}, \tilde v_{n+1}), & v_{n+1} &= v_n - \tfrac h2 \tfrac{f_n + f_{n+1}}{m}
//! \end{aligned}
//! ```
//!
//! | symbol | here                   | unit   | meaning                            |
//! |--------|------------------------|--------|------------------------------------|
//! | x, v   | `motion`               | m, m/s | state                              |
//! | ṽ      | `predicted_velocity()` | m/s    | Euler's prediction                 |
//! | f_n    | `force`                | N      | stored force of the last step      |
//! | h      | `Problem::step`        | s      | step                               |
//!
//! It differs from the textbook method ([`super::HeunTextbook`]) in two ways. The force is evaluated at
//! the *averaged* compression, and f_n is the force of the last step, at the predicted velocity. Table III,
//! column Heun, is reproduced only if the next impact starts with the predicted velocity, so that velocity is
//! readable.
//!
//! Source: \[Papetti2011, eq. (25)\], with −f where the print has +f. Second order, explicit.

use super::{Advance, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// Heun's method with a stored force, as printed in \[Papetti2011\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Heun {
    motion: Motion,
    force: f64,
    predicted_velocity: f64,
}

impl Heun {
    /// Creates the scheme with the mass at rest, without a stored force.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the contact force stored from the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// Returns the velocity that Euler's method predicted in the last step, before the correction \[m/s\].
    pub fn predicted_velocity(&self) -> f64 {
        self.predicted_velocity
    }
}

impl<L: Law> Scheme<L> for Heun {
    fn name(&self) -> &'static str {
        "heun"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
        self.force = 0.0;
        self.predicted_velocity = motion.velocity;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let h = problem.step.seconds();
        let Motion { displacement: x, velocity: v } = self.motion;
        let a = problem.acceleration(self.force);
        let guess = v + h * a;
        let next = (x + 0.5 * h * (v + guess)).min(problem.bound);
        self.force = problem.law.force(Motion::new(next, guess));
        self.predicted_velocity = guess;
        self.motion = Motion::new(next, v + 0.5 * h * (a + problem.acceleration(self.force)));
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
