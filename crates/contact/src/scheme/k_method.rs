//! The K-method: solves a delay-free loop, in which the force depends on itself, by Newton.
//!
//! ```math
//! f = f(\tilde x - K_x f,\; \tilde v - K_v f)
//! ```
//!
//! | symbol | here         | unit   | meaning                                          |
//! |--------|--------------|--------|--------------------------------------------------|
//! | x̃, ṽ   | `known`      | m, m/s | known part of the gap, without the new force     |
//! | K      | `per_newton` | m/N, … | change of the gap per newton of the new force    |
//!
//! Newton starts from the last force. The equation is concave in f, so once an iterate is below the root, the
//! next ones approach it from below and do not cycle. A force that jumps at first touch, like
//! [`crate::law::Linear`] with a dashpot, may leave the equation without a root. Newton then reaches its
//! limit and reports [`StepOutcome::NotConverged`].
//!
//! Source: \[Borin2000\]; for collisions \[Avanzini2001, sec. 2.2\].

use super::StepOutcome;
use crate::Motion;
use crate::law::Law;

/// Maximum Newton iterations per sample. The experiments of \[Papetti2011\] need two or three; the worst of
/// 3000 random impacts needed ten.
const MAX_ITERATIONS: u32 = 50;

/// Newton stops when an iteration changes the force by at most this share \[1\]. The share is above the
/// rounding error of the law. Convergence is quadratic, so the next change would vanish in rounding.
const TOLERANCE: f64 = 1e-13;

/// Newton also stops when its steps no longer shrink and are at most this share of the force \[1\]. Near the
/// velocity v = −1/μ (damping μ) the factor 1 + μv of the law cancels, and rounding exceeds `TOLERANCE`.
const NOISE: f64 = 1e-9;

/// A delay-free loop: the contact force follows from the gap by the law, and the gap is `known` minus
/// `per_newton` times that force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DelayFreeLoop {
    /// Compression and velocity of the gap without the new force.
    pub known: Motion,
    /// Decrease of the gap per newton of the new force \[m/N\], \[m/s/N\].
    pub per_newton: Motion,
}

/// Contact force that solves a delay-free loop, with the cost of the solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoopSolution {
    /// Contact force that solves the loop \[N\].
    pub force: f64,
    /// Number of Newton iterations used.
    pub iterations: u32,
    /// Whether Newton converged, and if not, with which residual.
    pub outcome: StepOutcome,
}

impl DelayFreeLoop {
    /// Returns compression and velocity of the gap under a force \[N\].
    pub fn under(&self, force: f64) -> Motion {
        Motion::new(
            self.known.displacement - self.per_newton.displacement * force,
            self.known.velocity - self.per_newton.velocity * force,
        )
    }

    /// Solves the loop by Newton from the initial force `start` \[N\]. Real-time: yes.
    pub fn solve<L: Law>(&self, law: &L, start: f64) -> LoopSolution {
        self.solve_until(law, start, |_| false)
    }

    /// Solves the loop like `solve`, but returns zero force as soon as `stop` is true for an iterate.
    pub(super) fn solve_until<L: Law>(
        &self,
        law: &L,
        start: f64,
        stop: impl Fn(Motion) -> bool,
    ) -> LoopSolution {
        let mut solution =
            LoopSolution { force: start, iterations: 0, outcome: StepOutcome::NotConverged(f64::INFINITY) };
        let mut last_change = f64::INFINITY;
        while solution.iterations < MAX_ITERATIONS {
            solution.iterations += 1;
            let at = self.under(solution.force);
            if stop(at) {
                solution.force = 0.0;
                solution.outcome = StepOutcome::Taken;
                break;
            }
            let law_force = law.force(at);
            let slope = gradient(law, at, law_force);
            let change = (law_force - solution.force)
                / (1.0
                    + self.per_newton.displacement * slope.displacement
                    + self.per_newton.velocity * slope.velocity);
            let next = solution.force + change;
            let size = solution.force.abs().max(next.abs());
            solution.force = next;
            let stalled = change.abs() <= NOISE * size && change.abs() >= 0.5 * last_change;
            if change.abs() <= TOLERANCE * size || stalled {
                solution.outcome = StepOutcome::Taken;
                break;
            }
            last_change = change.abs();
            solution.outcome = StepOutcome::NotConverged(change.abs() / size);
        }
        solution
    }
}

/// Returns the derivatives of the force with respect to compression \[N/m\] and velocity \[N s/m\] at the
/// motion `at`; both are zero where the law limits its force to zero.
fn gradient<L: Law>(law: &L, at: Motion, force: f64) -> Motion {
    if force == 0.0 {
        return Motion::default();
    }
    let x = at.displacement;
    Motion::new(law.slope(x) + law.resistance_slope(x) * at.velocity, law.resistance(x))
}
