//! Solver for the implicit equation of the discrete-gradient schemes, whose mean force depends on the
//! increment.
//!
//! ```math
//! d - d_0 + b\,\bar f(d) = 0, \qquad \bar f(d) = \frac{V(y+d)-V(y)}{d} + \bar r(y, d)\,\frac{d}{T}
//! ```
//!
//! | symbol | here       | unit | meaning                                                     |
//! |--------|------------|------|-------------------------------------------------------------|
//! | d      | result     | m    | increment                                                   |
//! | d₀     | `free`     | m    | increment without contact                                   |
//! | y      | `from`     | m    | start of the increment                                      |
//! | b      | `give`     | m/N  | decrease of the increment per newton                        |
//! | T      | `duration` | s    | duration of the increment                                   |
//! | f̄      | [`MeanForce`] | N | mean force: elastic part and loss                           |
//!
//! For any d the work `f̄ d` equals the stored energy plus the heat. This makes the schemes passive.
//!
//! The equation is solved for the increment, not for the position, to avoid cancellation. For a convex
//! potential f̄ does not fall with d, so the left side has a slope ≥ 1 and one root, in `[d₀ − b f̄(d₀),
//! d₀]`. Newton runs inside that bracket and bisects it whenever a step would leave it.

use super::{Advance, StepOutcome};
use crate::law::Law;

/// Maximum number of evaluations of the mean force. Typical contacts take 3 to 12; the worst of 2000 random
/// contacts over the declared range took 35. Bisecting a bracket to the last bit takes 60.
const MAX_EVALUATIONS: u32 = 80;

/// Mean force over an increment, split into elastic part and loss \[N\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeanForce {
    pub elastic: f64,
    pub loss: f64,
}

impl MeanForce {
    pub(super) fn force(self) -> f64 {
        self.elastic + self.loss
    }
}

/// Inputs of the equation for the increment: law, compression `from` \[m\], increment `free` without contact
/// force \[m\], decrease `give` of the increment per newton \[m/N\], and its `duration` \[s\].
#[derive(Clone, Copy, Debug)]
pub(super) struct Increment<'a, L> {
    pub law: &'a L,
    /// Factor on the law's force: 1, or the stiffness correction for the step \[1\].
    pub scale: f64,
    pub from: f64,
    pub free: f64,
    pub give: f64,
    pub duration: f64,
}

/// Increment and mean force that solve the increment equation, and the cost of the solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IncrementSolution {
    pub increment: f64,
    pub mean: MeanForce,
    pub advance: Advance,
}

impl<L: Law> Increment<'_, L> {
    /// Returns the mean force over an increment `d` \[m\]. For a law that may not pull, the loss is limited
    /// to the elastic force.
    fn mean(&self, d: f64) -> MeanForce {
        let elastic = self.scale * self.law.mean_elastic(self.from, d);
        let resistance = self.scale * self.law.mean_resistance(self.from, d);
        let loss = resistance * (d / self.duration);
        let loss = if self.law.may_pull() { loss } else { loss.max(-elastic) };
        MeanForce { elastic, loss }
    }

    /// Returns the derivative of the mean force over the increment `d` with respect to `d` \[N/m\]. The mean
    /// g(d) of a function G over the path from y to y + d has the derivative (G(y+d) − g)/d.
    fn mean_slope(&self, d: f64, mean: MeanForce) -> f64 {
        if mean.force() == 0.0 {
            return 0.0;
        }
        let end = self.from + d;
        let rise = |at_end: f64, mean: f64, slope: fn(&L, f64) -> f64| {
            let change = at_end - mean;
            if change.abs() > 1e-6 * mean.abs() {
                change / d
            } else {
                // The quotient cancels; use ∫ t G'(y + td) dt by the one-point rule with weight t.
                0.5 * self.scale * slope(self.law, self.from + d * (2.0 / 3.0))
            }
        };
        let elastic = rise(self.scale * self.law.elastic(end), mean.elastic, L::slope);
        let resistance = self.scale * self.law.mean_resistance(self.from, d);
        if resistance == 0.0 {
            return elastic;
        }
        let stiffening = rise(self.scale * self.law.resistance(end), resistance, L::resistance_slope);
        elastic + (stiffening * d + resistance) / self.duration
    }

    fn residual(&self, d: f64, mean: MeanForce) -> f64 {
        d - self.free + self.give * mean.force()
    }

    /// Solves the contact equation for the increment of the compression over the step. The first guess takes the
    /// force of the previous step \[N\].
    pub(super) fn solve(&self, last_force: f64) -> IncrementSolution {
        let free = self.mean(self.free);
        if free.force() == 0.0 {
            return IncrementSolution { increment: self.free, mean: free, advance: Advance::taken(1) };
        }
        let mut iterations = 1;
        let (mut low, mut high) = self.bracket(free, &mut iterations);
        let guess = self.free - self.give * last_force;
        let mut d = if low < guess && guess < high { guess } else { self.free };
        let mut last_change = f64::INFINITY;
        let mut outcome = StepOutcome::NotConverged(f64::INFINITY);
        while iterations < MAX_EVALUATIONS {
            iterations += 1;
            let mean = self.mean(d);
            let residual = self.residual(d, mean);
            if residual > 0.0 {
                high = d;
            } else {
                low = d;
            }
            let newton = d - residual / (1.0 + self.give * self.mean_slope(d, mean));
            let size = self.free.abs().max(d.abs());
            let change = (newton - d).abs();
            // The increment has converged to the last bit, or to the resolution of the position and no longer
            // shrinks.
            let grain = 16.0 * f64::EPSILON * (size + self.from.abs());
            if change <= f64::EPSILON * size || (change <= grain && change >= 0.5 * last_change) {
                d = newton;
                outcome = StepOutcome::Taken;
                break;
            }
            last_change = change;
            outcome = StepOutcome::NotConverged(change / size);
            d = if low < newton && newton < high { newton } else { 0.5 * (low + high) };
        }
        IncrementSolution {
            increment: d,
            mean: self.mean(d),
            advance: Advance { outcome, ..Advance::taken(iterations) },
        }
    }

    /// Returns the bracket of the root, (low, high) \[m\]; the increment without contact is one of the ends.
    fn bracket(&self, free: MeanForce, iterations: &mut u32) -> (f64, f64) {
        let reach = self.give * free.force();
        let mut other = self.free - reach;
        // Where the force pushes, the mean force rises with d, so the other end of the bracket is safe. Where
        // the force pulls, a Hunt-Crossley contact torn apart faster than 1/μ is not monotone: check, and
        // widen.
        if reach < 0.0 {
            for doubling in 1..40 {
                *iterations += 1;
                if self.residual(other, self.mean(other)) >= 0.0 {
                    break;
                }
                other = self.free - reach * libm::ldexp(1.0, doubling);
            }
        }
        (other.min(self.free), other.max(self.free))
    }
}
