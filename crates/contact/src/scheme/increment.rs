//! The equation that every discrete-gradient scheme here comes down to: how far does the mass go, when the
//! force on the way depends on how far it goes?
//!
//! $$ d - d_0 + b\,\bar f(d) = 0, \qquad \bar f(d) = \frac{V(y+d)-V(y)}{d} + \bar r(y, d)\,\frac{d}{T} $$
//!
//! | symbol | here       | unit | meaning                                                     |
//! |--------|------------|------|-------------------------------------------------------------|
//! | d      | result     | m    | increment                                                   |
//! | d₀     | `free`     | m    | increment without contact                                   |
//! | y      | `from`     | m    | where the increment starts                                  |
//! | b      | `give`     | m/N  | what a newton takes off the increment                       |
//! | T      | `duration` | s    | time that the increment takes                               |
//! | f̄      | [`Mean`]   | N    | mean force: elastic part and loss                           |
//!
//! The work `f̄ d` is what the contact stores plus what it turns into heat, whatever d is: that is why the
//! schemes are passive.
//!
//! Solved for the increment and not for the position, so that nothing cancels. For a convex potential f̄ does
//! not fall with d, so the left side has slope ≥ 1 and one root, in `[d₀ − b f̄(d₀), d₀]`; Newton runs inside
//! that bracket and halves it whenever it would leave it.

use super::{Advance, StepOutcome};
use crate::law::Law;

/// Evaluations at most. Three to twelve in contacts that one would render, 35 in the worst of 2000 drawn from
/// the whole declared range; halving a bracket to the last bit takes 60.
const ITERATIONS: u32 = 80;

/// Mean force over an increment \[N\], in its two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    pub elastic: f64,
    pub loss: f64,
}

impl Mean {
    pub(super) fn force(self) -> f64 {
        self.elastic + self.loss
    }
}

/// One increment to be found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Increment<'a, L> {
    pub law: &'a L,
    /// Factor on the law's force: 1, or a stiffness corrected for the step.
    pub scale: f64,
    pub from: f64,
    pub free: f64,
    pub give: f64,
    pub duration: f64,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub increment: f64,
    pub mean: Mean,
    pub advance: Advance,
}

impl<L: Law> Increment<'_, L> {
    /// The mean force over an increment `d`. A law that may not pull loses at most what its spring gives.
    fn mean(&self, d: f64) -> Mean {
        let elastic = self.scale * self.law.mean_elastic(self.from, d);
        let resistance = self.scale * self.law.mean_resistance(self.from, d);
        let loss = resistance * (d / self.duration);
        let loss = if self.law.may_pull() { loss } else { loss.max(-elastic) };
        Mean { elastic, loss }
    }

    /// Slope of the mean force \[N/m\]. For a mean g(d) of a function G over the way, g' = (G(y+d) − g)/d.
    fn mean_slope(&self, d: f64, mean: Mean) -> f64 {
        if mean.force() == 0.0 {
            return 0.0;
        }
        let end = self.from + d;
        let rise = |at_end: f64, mean: f64, slope: fn(&L, f64) -> f64| {
            let change = at_end - mean;
            if change.abs() > 1e-6 * mean.abs() {
                change / d
            } else {
                // The quotient has lost its digits; ∫ t G'(y + td) dt by the one-point rule with weight t.
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

    fn residual(&self, d: f64, mean: Mean) -> f64 {
        d - self.free + self.give * mean.force()
    }

    /// Finds the increment, starting from the force of the step before \[N\].
    pub(super) fn solve(&self, last_force: f64) -> Found {
        let free = self.mean(self.free);
        if free.force() == 0.0 {
            return Found { increment: self.free, mean: free, advance: Advance::taken(1) };
        }
        let mut iterations = 1;
        let (mut low, mut high) = self.bracket(free, &mut iterations);
        let guess = self.free - self.give * last_force;
        let mut d = if low < guess && guess < high { guess } else { self.free };
        let mut last_change = f64::INFINITY;
        let mut outcome = StepOutcome::NotConverged(f64::INFINITY);
        while iterations < ITERATIONS {
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
            // Either the last bit, or the grain of the position from which the law was evaluated, and
            // shrinking no more.
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
        Found { increment: d, mean: self.mean(d), advance: Advance { outcome, ..Advance::taken(iterations) } }
    }

    /// An interval whose ends straddle the root, `free` being one of them.
    fn bracket(&self, free: Mean, iterations: &mut u32) -> (f64, f64) {
        let reach = self.give * free.force();
        let mut other = self.free - reach;
        // Where the force pushes, the other end is safe by monotony. Where it pulls, a Hunt-Crossley contact
        // torn apart faster than 1/μ is not monotone: look, and go further.
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
