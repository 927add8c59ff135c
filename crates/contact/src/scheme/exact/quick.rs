//! The common step, cheaply: few samples of the world's contacts have large z, and where z is small the
//! logarithmic mean is a short series, the unknown may be the force itself, and nothing needs a logarithm.
//!
//! With $z = \mu\Delta v/2A$ and x = z²,
//!
//! $$ \frac{z}{\operatorname{artanh} z} = 1 - x h, \quad h = \tfrac13 + \tfrac{4}{45}x + \dots, \qquad
//!    L = A(1 - xh), \quad \Delta x - \Delta y = \tfrac12 T\,\Delta v\,z\,h $$
//!
//! with no division by μ. The derivatives have no cancellation either: with $J = (1-xh)(1-h)/(1-x)$ and
//! $D = 1 - xh + xJ$,
//!
//! $$ \frac{\partial\Delta y}{\partial s} = D, \qquad \frac{d\Delta y}{df} = -C_x D + \tfrac12 T C_v\,zJ $$
//!
//! and every ∂L is μ/T times that of Δy. A newton from elsewhere moves the gap as one of its own does; with
//! the B of the table, the force answers it by
//!
//! $$ \frac{df}{ds} = \frac{1}{C_x}\,\frac{-B\,d\Delta y/df}{1 - B\,d\Delta y/df} $$
//!
//! Newton's method for f − L G(Δy) = 0 then needs one mean slope of V per turn: square roots for half and
//! whole exponents; else one logarithm and one exponential in the first turn and a few terms of the binomial
//! series about the last end point in the others. To leave, f Δy + L V = 0 needs not even that.
//!
//! | symbol   | unit | meaning                                                                                     |
//! |----------|------|---------------------------------------------------------------------------------------------|
//! | B        | N/m  | how L G answers Δy: μG/T + L G'                                                             |
//! | D        | 1    | how Δy answers the free displacement, (w⁻¹ sinh w)² with w = artanh z                       |
//!
//! **Where Newton may stop.** Any force leaves V + Θ as it was, if what the contact then holds is *defined*
//! by the balance V + f Δy/L, and the compression follows from that. So the last step of Newton's method need
//! not be checked by another turn: Δy follows it to second order and L = 1 + μΔy/T, and the restitution is
//! exact whatever is still missing in f (the square of `STEP_TOLERANCE`).
//!
//! Whatever does not fit (large z, bodies that answer with hardly any velocity, a trial beyond the surface,
//! slow convergence) is left to the general search in `solve.rs`: nothing is returned then.

use super::solve::{Situation, Solution};
use crate::law::Law;
use crate::math;

/// Least A: below, L = 1 + μΔy/T has lost digits.
const LEAST_A: f64 = 0.05;

/// Largest z² for which the series has all digits.
const LARGEST_X: f64 = 0.09;

/// The last Newton step may change force and end point by this share.
const STEP_TOLERANCE: f64 = 3e-6;

/// The same where nothing but the force makes the energy balance: the next change would be its square.
const BALANCE_TOLERANCE: f64 = 1e-8;

/// Longest way, in units of y, for which Newton's method starts from a Taylor series.
const LONGEST_TAYLOR: f64 = 3.0;

/// Turns before the general search is asked.
const MOST_TURNS: u32 = 6;

/// The end point must keep this share of the compression, or its energy has lost too many digits.
const LEAST_END: f64 = 0.01;

/// Coefficients of h(x): 1/3, 4/45, 44/945, … from the reciprocal of artanh(z)/z = Σ xⁿ/(2n+1). The next one
/// would be below a tenth of the last place of L at x = [`LARGEST_X`].
const H: [f64; 14] = {
    let mut reciprocal = [1.0; 15];
    let mut n = 1;
    while n < 15 {
        let (mut sum, mut j) = (0.0, 1);
        while j <= n {
            sum += reciprocal[n - j] / (2 * j + 1) as f64;
            j += 1;
        }
        reciprocal[n] = -sum;
        n += 1;
    }
    let mut h = [0.0; 14];
    let mut n = 0;
    while n < 14 {
        h[n] = -reciprocal[n + 1];
        n += 1;
    }
    h
};

/// h(x), by as many terms as it takes.
#[inline]
fn h_of(x: f64) -> f64 {
    let sum = |terms: &[f64]| terms.iter().rev().fold(0.0, |sum, c| sum * x + c);
    if x < 1e-4 {
        sum(&H[..4])
    } else if x < 0.015 {
        sum(&H[..8])
    } else {
        sum(&H)
    }
}

/// Everything that follows from a trial force but the law.
struct Way {
    /// L
    mean: f64,
    dy: f64,
    /// Δx − Δy
    lag: f64,
    /// dΔy/df
    by_f: f64,
    z: f64,
    /// μ/2A
    half_rate: f64,
}

/// Mean elastic force over a way, with its slope in Δy; elastic force and energy at its end.
struct Pull {
    g: f64,
    slope: f64,
    elastic: f64,
    stored: f64,
}

/// A surface, as the law has it between y and y + Δy > 0.
trait Shape {
    fn pull(&mut self, at: &Situation, dy: f64) -> Pull;
}

/// A sphere: α = 3/2.
struct Hertz {
    root: f64,
}

impl Shape for Hertz {
    #[inline]
    fn pull(&mut self, at: &Situation, dy: f64) -> Pull {
        let (k, y, s) = (at.law.stiffness, at.y, self.root);
        let end = y + dy;
        let t = math::sqrt(end);
        let elastic = k * end * t;
        let stored = 0.4 * elastic * end;
        let g = if y > 0.0 {
            let sum = (((t + s) * t + y) * t + y * s) * t + y * y;
            0.4 * k * sum / (t + s)
        } else {
            stored / dy
        };
        Pull::new(at, dy, g, elastic, stored)
    }
}

/// Any other exponent: powers about the last point at which the energy was known.
struct Other {
    y: f64,
    stored: f64,
}

impl Shape for Other {
    #[inline]
    fn pull(&mut self, at: &Situation, dy: f64) -> Pull {
        let Situation { law, y, stored, .. } = *at;
        let (p, end) = (law.exponent + 1.0, y + dy);
        if y <= 0.0 || math::is_half_whole(p) {
            let elastic = law.elastic(end);
            let g = law.mean_elastic(y, dy);
            return Pull::new(at, dy, g, elastic, elastic * end / p);
        }
        let growth = self.stored * math::growth((end - self.y) / self.y, p);
        let risen = (self.stored - stored) + growth;
        *self = Self { y: end, stored: self.stored + growth };
        let g = if dy.abs() > 1e-6 * y { risen / dy } else { law.mean_elastic(y, dy) };
        Pull::new(at, dy, g, p * self.stored / end, self.stored)
    }
}

impl Pull {
    #[inline]
    fn new(at: &Situation, dy: f64, g: f64, elastic: f64, stored: f64) -> Self {
        let end = at.y + dy;
        let slope = if dy.abs() > 1e-4 * end {
            (elastic - g) / dy
        } else {
            // The difference has lost its digits; what it tends to has not.
            0.5 * at.law.exponent * elastic / end
        };
        Self { g, slope, elastic, stored }
    }
}

/// A situation with what every turn needs.
pub(super) struct Quick<'a> {
    at: &'a Situation,
    p: f64,
    /// μ/T
    rate: f64,
    a_free: f64,
    /// μ C_x/T
    a_per: f64,
    half_mu: f64,
    half_t: f64,
}

impl<'a> Quick<'a> {
    #[inline]
    pub(super) fn new(at: &'a Situation) -> Self {
        let mu = at.law.damping;
        let rate = mu / at.t;
        Self {
            at,
            p: at.law.exponent + 1.0,
            rate,
            a_free: 1.0 + rate * at.s_free,
            a_per: rate * at.c_x,
            half_mu: 0.5 * mu,
            half_t: 0.5 * at.t,
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as half of it")]
    fn way(&self, f: f64) -> Option<Way> {
        let Situation { s_free, dv_free, c_x, c_v, .. } = *self.at;
        let a = self.a_free - self.a_per * f;
        let dv = dv_free - c_v * f;
        let half_rate = self.half_mu / a;
        let z = half_rate * dv;
        let x = z * z;
        if !(x < LARGEST_X && a > LEAST_A) {
            return None;
        }
        let h = h_of(x);
        let g = 1.0 - x * h;
        let j = g * (1.0 - h) / (1.0 - x);
        let by_s = g + x * j;
        let lag = self.half_t * h * dv * z;
        let dy = s_free - c_x * f - lag;
        Some(Way {
            mean: 1.0 + self.rate * dy,
            dy,
            lag,
            by_f: self.half_t * c_v * z * j - c_x * by_s,
            z,
            half_rate,
        })
    }

    /// The way of a force that differs by less than [`STEP_TOLERANCE`], to second order: the third is below
    /// all digits. The lag is A T/μ times xh = x/3 + 4x²/45 + …, and Az = μΔv/2.
    #[inline]
    fn after(&self, way: &Way, f: f64, change: f64) -> Way {
        let Situation { s_free, c_x, c_v, .. } = *self.at;
        let turn = self.half_t * c_v - way.z * c_x;
        let half_curvature =
            (1.0 / 3.0 + 8.0 / 15.0 * way.z * way.z) * way.half_rate / self.half_t * turn * turn;
        let lag = way.lag + change * (half_curvature * change - (way.by_f + c_x));
        let lag = if lag > 0.0 { lag } else { 0.0 };
        let dy = s_free - c_x * f - lag;
        Way { mean: 1.0 + self.rate * dy, dy, lag, ..*way }
    }

    /// Solves the step from a force `guess`, 0 if there is none worth having; none where it does not fit.
    #[inline]
    pub(super) fn solve(&self, guess: f64) -> Option<Solution> {
        let Situation { y, s_free, c_x, stored, .. } = *self.at;
        let mut start = guess;
        if y > 0.0 {
            if start <= 0.0 && y + s_free > 0.0 {
                start = self.estimate();
            }
            if start <= 0.0 || y + s_free - 2.0 * c_x * start <= 0.25 * y {
                // Leaving, if the lag is left out: d² + b d − C_x V = 0 for the way d = −Δy.
                let b = s_free + self.a_per * stored;
                let root = math::sqrt(b * b + 4.0 * c_x * stored);
                let d = if b > 0.0 { 2.0 * c_x * stored / (b + root) } else { 0.5 * (root - b) };
                if d > y {
                    return self.leaving((s_free + d) / c_x);
                }
            }
        }
        if self.p == 2.5 {
            self.pressing(start, Hertz { root: math::sqrt(y) })
        } else {
            self.pressing_otherwise(start)
        }
    }

    /// Out of the way of the common exponent.
    #[inline(never)]
    fn pressing_otherwise(&self, start: f64) -> Option<Solution> {
        let Situation { y, stored, .. } = *self.at;
        self.pressing(start, Other { y, stored })
    }

    /// The force of the law's Taylor series at y, for a way that is not too long against y; else 0.
    #[inline]
    fn estimate(&self) -> f64 {
        let Situation { law, y, s_free, dv_free, c_x, c_v, stored, .. } = *self.at;
        let per_y = 1.0 / y;
        let r = s_free * per_y;
        if r > LONGEST_TAYLOR {
            return 0.0;
        }
        let now = self.p * stored * per_y;
        let (half, third) = (0.5 * law.exponent * now, (law.exponent - 1.0) * (1.0 / 3.0));
        let fourth = (law.exponent - 2.0) * 0.25;
        // G and half its slope in r, then what the force itself takes away from both, twice.
        let g = now + half * r * (1.0 + third * r * (1.0 + fourth * r));
        let slope = half * per_y * (1.0 + 2.0 * third * r);
        let f = self.a_free * g / (1.0 + c_x * (self.rate * g + self.a_free * slope));
        let a = self.a_free - self.a_per * f;
        let dv = dv_free - c_v * f;
        let lag = self.half_t * self.half_mu * (1.0 / 3.0) * dv * dv;
        let dy = s_free - c_x * f - lag;
        let r = dy * per_y;
        let g = now + half * r * (1.0 + third * r * (1.0 + fourth * r));
        f + ((a - self.rate * lag) * g - f) / (1.0 + c_x * (self.rate * g + a * slope))
    }

    /// Touching at the end of the step.
    #[inline]
    fn pressing(&self, start: f64, mut shape: impl Shape) -> Option<Solution> {
        let Situation { law, y, stored, .. } = *self.at;
        let least = LEAST_END * y.abs();
        let mut f = start;
        for turn in 1..=MOST_TURNS {
            let way = self.way(f)?;
            let end = y + way.dy;
            if end <= least {
                return None;
            }
            let pull = shape.pull(self.at, way.dy);
            let stiffness = self.rate * pull.g + way.mean * pull.slope;
            let rise = 1.0 - way.by_f * stiffness;
            let change = (way.mean * pull.g - f) / rise;
            f += change;
            let moved = way.by_f * change;
            if change.abs() <= STEP_TOLERANCE * f && moved.abs() <= STEP_TOLERANCE * end {
                if rise <= 0.5 {
                    return None;
                }
                let slope = (rise - 1.0) / (rise * self.at.c_x.max(f64::MIN_POSITIVE));
                let way = self.after(&way, f, change);
                let paid = f * way.dy / way.mean;
                let energy = stored + paid;
                // Where the law has this energy: a Newton step from the end point, whose energy is known.
                let d = y + way.dy - end;
                let there = pull.stored + d * pull.elastic * (1.0 + 0.5 * d * law.exponent / end);
                let compression = end + d + (energy - there) / pull.elastic;
                return (compression > 0.0 && energy > 0.0)
                    .then(|| self.solution(f, &way, compression, energy, slope, turn, change / f));
            }
        }
        None
    }

    /// Apart at the end of the step, and all that was stored given back.
    #[inline(never)]
    fn leaving(&self, start: f64) -> Option<Solution> {
        let Situation { y, stored, .. } = *self.at;
        let mut f = start;
        for turn in 1..=MOST_TURNS {
            let way = self.way(f)?;
            let rise = -(way.dy + way.by_f * f) - self.rate * way.by_f * stored;
            let change = (f * way.dy + way.mean * stored) / rise;
            f += change;
            if change.abs() <= BALANCE_TOLERANCE * f {
                let way = self.after(&way, f, change);
                let compression = y + way.dy;
                let g = f / way.mean;
                let stiffness = self.rate * g - way.mean * g / way.dy;
                let opposed = way.by_f * stiffness;
                let slope = opposed / ((opposed - 1.0) * self.at.c_x.max(f64::MIN_POSITIVE));
                return (compression <= 0.0 && rise > 0.0)
                    .then(|| self.solution(f, &way, compression, 0.0, slope, turn, change / f));
            }
        }
        None
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "all of them are the answer")]
    fn solution(
        &self,
        force: f64,
        way: &Way,
        compression: f64,
        stored: f64,
        slope: f64,
        evaluations: u32,
        change: f64,
    ) -> Solution {
        Solution {
            force,
            compression,
            stored,
            heat: force * (way.lag + self.rate * way.dy * way.dy / way.mean),
            slope,
            evaluations,
            residual: change.abs(),
        }
    }
}
