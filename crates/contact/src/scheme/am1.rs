//! The trapezoid rule: the new force enters its own equation, and a few Newton steps per sample find it.
//!
//! $$ \begin{pmatrix} x_{n+1} \\\\ v_{n+1} \end{pmatrix} =
//!    \begin{pmatrix} 1 & h \\\\ 0 & 1 \end{pmatrix} \begin{pmatrix} x_n \\\\ v_n \end{pmatrix}
//!    - \begin{pmatrix} h^2/4m \\\\ h/2m \end{pmatrix} (f_{n+1} + f_n) $$
//!
//! | symbol  | here             | unit     | meaning                                     |
//! |---------|------------------|----------|---------------------------------------------|
//! | x, v    | `motion`         | m, m/s   | state                                       |
//! | f_n     | `force`          | N        | the force of the last step, stored          |
//! | h       | `Problem::step`  | s        | step                                        |
//! | x̃, ṽ    | `free`           | m, m/s   | everything in (23) that is known beforehand |
//! | K       | `k`              | m/N, …   | what a newton of f_{n+1} does to the state  |
//!
//! The K-method writes the state as `(x̃, ṽ) − K f` with K = (h²/4m, h/2m), which leaves one scalar equation
//! `f = f(x̃ − K_x f, ṽ − K_v f)`. Newton solves it from f_n; it is concave in f, so the iterates approach the root
//! from below once one of them has been below it, and do not cycle. A force that jumps at the edge, as that of
//! [`crate::law::Linear`] with a dashpot, may leave the equation without a root there; then the cap is reached and the
//! outcome says so.
//!
//! Source: \[Papetti2011, eq. (23)\], with −f where the print has +f; K-method \[Borin2000\]. Second order, implicit,
//! A-stable for linear forces only: on a contact it gains energy.

use super::{Advance, Outcome, Problem, Scheme};
use crate::Motion;
use crate::law::Law;

/// Newton steps per sample at most. Two or three suffice in the printed experiments, ten in the worst of 3000 random
/// impacts.
const ITERATIONS: u32 = 50;

/// Newton is done when a step changes the force by less than this, relative: above the rounding of the law, and
/// quadratic convergence has by then made the next step vanish.
const TOLERANCE: f64 = 1e-13;

/// Near v = −1/μ the bracket 1 + μv cancels and the law itself is noisier than that; then Newton is done when its steps
/// are this small and no longer shrink.
const NOISE: f64 = 1e-9;

/// One-step Adams-Moulton: trapezoid rule, K-method, Newton.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Am1 {
    /// Takes f = 0 as soon as an iterate lies outside the contact, although the mass may then end up inside: what the
    /// printed Table III(b) was made with. Off, Newton runs to convergence.
    pub early_exit: bool,
    motion: Motion,
    force: f64,
}

impl Am1 {
    /// The scheme as it should be: Newton runs to convergence.
    pub fn new() -> Self {
        Self::default()
    }

    /// The scheme of the printed experiment.
    pub fn as_printed() -> Self {
        Self {
            early_exit: true,
            ..Self::default()
        }
    }

    /// The stored force \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }
}

/// ∂f/∂x and ∂f/∂v at `at`; both vanish where the law's force has been stopped at zero.
fn gradient<L: Law>(law: &L, at: Motion, force: f64) -> Motion {
    if force == 0.0 {
        return Motion::default();
    }
    let x = at.displacement;
    Motion::new(
        law.slope(x) + law.resistance_slope(x) * at.velocity,
        law.resistance(x),
    )
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
        let Motion {
            displacement: x,
            velocity: v,
        } = self.motion;
        let k = Motion::new(0.25 * h * h / problem.mass, 0.5 * h / problem.mass);
        let known = 2.0 * problem.pressing - self.force;
        let free = Motion::new(x + h * v + k.displacement * known, v + k.velocity * known);
        let under = |f: f64| {
            Motion::new(
                free.displacement - k.displacement * f,
                free.velocity - k.velocity * f,
            )
        };

        let mut force = self.force;
        let mut last_change = f64::INFINITY;
        let mut iterations = 0;
        let mut outcome = Outcome::NotConverged(f64::INFINITY);
        while iterations < ITERATIONS {
            iterations += 1;
            let at = under(force);
            if self.early_exit && !problem.law.touches(at.displacement) {
                force = 0.0;
                outcome = Outcome::Taken;
                break;
            }
            let law_force = problem.law.force(at);
            let slope = gradient(&problem.law, at, law_force);
            let change = (law_force - force)
                / (1.0 + k.displacement * slope.displacement + k.velocity * slope.velocity);
            let next = force + change;
            let size = force.abs().max(next.abs());
            force = next;
            let stalled = change.abs() <= NOISE * size && change.abs() >= 0.5 * last_change;
            if change.abs() <= TOLERANCE * size || stalled {
                outcome = Outcome::Taken;
                break;
            }
            last_change = change.abs();
            outcome = Outcome::NotConverged(change.abs() / size);
        }

        self.motion = under(force);
        self.force = force;
        if self.motion.displacement > problem.bound {
            self.motion.displacement = problem.bound;
            self.force = problem.law.force(self.motion);
        }
        Advance {
            outcome,
            ..Advance::taken(iterations)
        }
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
