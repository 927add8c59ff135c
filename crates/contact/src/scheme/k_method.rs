//! The K-method: a force that enters its own equation, found by Newton.
//!
//! $$ f = f(\tilde x - K_x f,\; \tilde v - K_v f) $$
//!
//! | symbol | here         | unit   | meaning                                          |
//! |--------|--------------|--------|--------------------------------------------------|
//! | x̃, ṽ   | `known`      | m, m/s | the gap as far as it is known before the force is |
//! | K      | `per_newton` | m/N, … | what a newton of the new force does to the gap   |
//!
//! Newton starts from the last force. The equation is concave in f, so the iterates approach the root from
//! below once one of them has been below it, and do not cycle. A force that jumps at the edge, as that of
//! [`crate::law::Linear`] with a dashpot, may leave the equation without a root there; then the cap is
//! reached and the outcome says so.
//!
//! Source: \[Borin2000\]; for collisions \[Avanzini2001, sec. 2.2\].

use super::StepOutcome;
use crate::Motion;
use crate::law::Law;

/// Newton steps per sample at most. Two or three suffice in the printed experiments, ten in the worst of 3000
/// random impacts.
const ITERATIONS: u32 = 50;

/// Newton is done when a step changes the force by less than this, relative: above the rounding of the law,
/// and quadratic convergence has by then made the next step vanish.
const TOLERANCE: f64 = 1e-13;

/// Near v = −1/μ the bracket 1 + μv cancels and the law itself is noisier than that; then Newton is done when
/// its steps are this small and no longer shrink.
const NOISE: f64 = 1e-9;

/// A loop without delay: the gap is `known − per_newton · f`, and f is the law's at that gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DelayFreeLoop {
    /// The gap without the new force.
    pub known: Motion,
    /// What a newton of the new force takes from it [m/N], [m/s/N].
    pub per_newton: Motion,
}

/// The force that closes the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopSolution {
    /// \[N\]
    pub force: f64,
    /// Newton steps.
    pub iterations: u32,
    /// Whether they converged.
    pub outcome: StepOutcome,
}

impl DelayFreeLoop {
    /// The gap under a force \[N\].
    pub fn under(&self, force: f64) -> Motion {
        Motion::new(
            self.known.displacement - self.per_newton.displacement * force,
            self.known.velocity - self.per_newton.velocity * force,
        )
    }

    /// Solves the loop from a first guess \[N\]. Real-time: yes.
    pub fn solve<L: Law>(&self, law: &L, start: f64) -> LoopSolution {
        self.solve_until(law, start, |_| false)
    }

    /// The same, but gives up with no force as soon as an iterate lies where `stop` says.
    pub(super) fn solve_until<L: Law>(
        &self,
        law: &L,
        start: f64,
        stop: impl Fn(Motion) -> bool,
    ) -> LoopSolution {
        let mut closed =
            LoopSolution { force: start, iterations: 0, outcome: StepOutcome::NotConverged(f64::INFINITY) };
        let mut last_change = f64::INFINITY;
        while closed.iterations < ITERATIONS {
            closed.iterations += 1;
            let at = self.under(closed.force);
            if stop(at) {
                closed.force = 0.0;
                closed.outcome = StepOutcome::Taken;
                break;
            }
            let law_force = law.force(at);
            let slope = gradient(law, at, law_force);
            let change = (law_force - closed.force)
                / (1.0
                    + self.per_newton.displacement * slope.displacement
                    + self.per_newton.velocity * slope.velocity);
            let next = closed.force + change;
            let size = closed.force.abs().max(next.abs());
            closed.force = next;
            let stalled = change.abs() <= NOISE * size && change.abs() >= 0.5 * last_change;
            if change.abs() <= TOLERANCE * size || stalled {
                closed.outcome = StepOutcome::Taken;
                break;
            }
            last_change = change.abs();
            closed.outcome = StepOutcome::NotConverged(change.abs() / size);
        }
        closed
    }
}

/// ∂f/∂x and ∂f/∂v at `at`; both vanish where the law's force has been stopped at zero.
fn gradient<L: Law>(law: &L, at: Motion, force: f64) -> Motion {
    if force == 0.0 {
        return Motion::default();
    }
    let x = at.displacement;
    Motion::new(law.slope(x) + law.resistance_slope(x) * at.velocity, law.resistance(x))
}
