//! One-step Adams-Moulton (trapezoid rule): implicit, solved by a few Newton iterations per sample.
//!
//! ```math
//! \begin{pmatrix} x_{n+1} \\ v_{n+1} \end{pmatrix} =
//! \begin{pmatrix} 1 & h \\ 0 & 1 \end{pmatrix} \begin{pmatrix} x_n \\ v_n \end{pmatrix}
//! - \begin{pmatrix} h^2/4m \\ h/2m \end{pmatrix} (f_{n+1} + f_n)
//! ```
//!
//! | symbol  | here             | unit     | meaning                                     |
//! |---------|------------------|----------|---------------------------------------------|
//! | x, v    | `motion`         | m, m/s   | state                                       |
//! | f_n     | `force`          | N        | stored force of the last step               |
//! | h       | `Problem::step`  | s        | step                                        |
//! | x̃, ṽ    | `free`           | m, m/s   | known part of (23)                          |
//! | K       | `k`              | m/N, …   | change of the state per newton of f_{n+1}   |
//!
//! The K-method writes the state as `(x̃, ṽ) − K f` with K = (h²/4m, h/2m). One scalar equation for f remains
//! ([`DelayFreeLoop`]); Newton solves it from f_n.
//!
//! Source: \[Papetti2011, eq. (23)\], with −f where the print has +f; K-method \[Borin2000\]. Second order,
//! implicit, A-stable for linear forces only: on a contact it gains energy.

use super::{Advance, DelayFreeLoop, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// One-step Adams-Moulton scheme: the trapezoid rule, solved by the K-method with Newton.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Am1 {
    /// Whether to set the force to zero as soon as a Newton iterate lies outside the contact, although the
    /// mass may then end up inside. Table III(b) of \[Papetti2011\] is reproduced only with `true`. With
    /// `false`, Newton runs to convergence.
    pub early_exit: bool,
    motion: Motion,
    force: f64,
}

impl Am1 {
    /// Creates the scheme without early exit: Newton runs to convergence.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the scheme as used for table III(b) of \[Papetti2011\]: Newton stops with zero force once an
    /// iterate is outside the contact.
    pub fn as_printed() -> Self {
        Self { early_exit: true, ..Self::default() }
    }

    /// Returns the contact force stored from the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }
}

impl<L: Law> Scheme<L> for Am1 {
    fn name(&self) -> &'static str {
        "am1"
    }

    fn begin(&mut self, _problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
        self.force = 0.0;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        let h = problem.step.seconds();
        let Motion { displacement: x, velocity: v } = self.motion;
        let k = Motion::new(0.25 * h * h / problem.mass, 0.5 * h / problem.mass);
        let pushed = 2.0 * problem.pressing - self.force;
        let free = Motion::new(x + h * v + k.displacement * pushed, v + k.velocity * pushed);
        let delay_free = DelayFreeLoop { known: free, per_newton: k };
        let stop = |at: Motion| self.early_exit && !problem.law.touches(at.displacement);
        let solution = delay_free.solve_until(&problem.law, self.force, stop);
        self.motion = delay_free.under(solution.force);
        self.force = solution.force;
        if self.motion.displacement > problem.bound {
            self.motion.displacement = problem.bound;
            self.force = problem.law.force(self.motion);
        }
        Advance { outcome: solution.outcome, ..Advance::taken(solution.iterations) }
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
