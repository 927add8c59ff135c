//! The common step, cheaply: few samples of the world's contacts have large z, and where z is small the logarithmic mean is
//! a short series, the unknown may be the force itself, and nothing needs a logarithm.
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
//! and every ∂L is μ/T times that of Δy. Newton's method for f − L G(Δy) = 0 then needs one mean slope of V per turn: square
//! roots for half and whole exponents; else one logarithm and one exponential in the first turn and a few terms of the
//! binomial series about the last end point in the others. To leave, f Δy + L V = 0 needs not even that.
//!
//! | symbol   | unit | meaning                                                                                     |
//! |----------|------|---------------------------------------------------------------------------------------------|
//! | B        | N/m  | how L G answers Δy: μG/T + L G'                                                             |
//! | D        | 1    | how Δy answers the free displacement, (w⁻¹ sinh w)² with w = artanh z                       |
//!
//! **Where Newton may stop.** Any force leaves V + Θ as it was, if what the contact then holds is *defined* by the balance
//! V + f Δy/L, and the compression follows from that. So the last step of Newton's method need not be checked by another turn:
//! only L and Δy are computed again, and the restitution is exact whatever is still missing in f (the square of
//! `STEP_TOLERANCE`).
//!
//! Whatever does not fit (large z, bodies that answer with hardly any velocity, a trial beyond the surface, slow convergence)
//! is left to the general search in `solve.rs`: nothing is returned then.

use super::solve::{LARGEST_FREE_Z, Situation, Solution, least_response};
use crate::law::Law;
use crate::math;

/// Largest z² for which the series has all digits.
const LARGEST_X: f64 = 0.09;

/// The last Newton step may change force and end point by this share.
const STEP_TOLERANCE: f64 = 3e-6;

/// The same where nothing but the force makes the energy balance: the next change would be its square.
const BALANCE_TOLERANCE: f64 = 1e-8;

/// Turns before the general search is asked.
const MOST_TURNS: u32 = 6;

/// The end point must keep this share of the compression, or its energy has lost too many digits.
const LEAST_END: f64 = 0.01;

/// Coefficients of h(x): 1/3, 4/45, 44/945, … from the reciprocal of artanh(z)/z = Σ xⁿ/(2n+1). The next one would be
/// below a tenth of the last place of L at x = [`LARGEST_X`].
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

/// h(x); four terms are enough for most contacts.
#[inline]
fn h_of(x: f64) -> f64 {
    if x < 1e-4 {
        H[0] + x * (H[1] + x * (H[2] + x * H[3]))
    } else {
        H.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }
}

/// Everything that follows from a trial force but the law.
struct Way {
    /// L
    mean: f64,
    dy: f64,
    /// Δx − Δy
    lag: f64,
    /// D
    by_s: f64,
    /// dΔy/df
    by_f: f64,
}

/// Mean elastic force over a way, with its slope in Δy; elastic force and energy at its end.
struct Pull {
    g: f64,
    slope: f64,
    elastic: f64,
    stored: f64,
}

/// A point at which the energy is known, for exponents that need a power function.
#[derive(Clone, Copy)]
struct Anchor {
    y: f64,
    stored: f64,
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
    /// None where z may grow too large for the series, or the bodies are of the odd kind that `Search::new` bends.
    #[inline]
    pub(super) fn new(at: &'a Situation) -> Option<Self> {
        const { assert!(LARGEST_X < LARGEST_FREE_Z * LARGEST_FREE_Z) }
        let mu = at.law.damping;
        let rate = mu / at.t;
        let a_free = 1.0 + rate * at.s_free;
        let half_mu = 0.5 * mu;
        let z_free = half_mu * at.dv_free / a_free;
        let fits = a_free > 0.0
            && z_free * z_free < LARGEST_X
            && at.c_x > 0.0
            && at.c_v * at.t >= 2.0 * at.c_x * least_response(z_free);
        fits.then(|| Self {
            at,
            p: at.law.exponent + 1.0,
            rate,
            a_free,
            a_per: rate * at.c_x,
            half_mu,
            half_t: 0.5 * at.t,
        })
    }

    #[inline]
    fn way(&self, f: f64) -> Option<Way> {
        let Situation {
            s_free,
            dv_free,
            c_x,
            c_v,
            ..
        } = *self.at;
        let a = self.a_free - self.a_per * f;
        let dv = dv_free - c_v * f;
        let z = self.half_mu * dv / a;
        let x = z * z;
        if !(x < LARGEST_X && a > 0.0) {
            return None;
        }
        let h = h_of(x);
        let g = 1.0 - x * h;
        let j = g * (1.0 - h) / (1.0 - x);
        let by_s = g + x * j;
        let lag = self.half_t * dv * z * h;
        Some(Way {
            mean: a * g,
            dy: s_free - c_x * f - lag,
            lag,
            by_s,
            by_f: self.half_t * c_v * z * j - c_x * by_s,
        })
    }

    /// The law between y and y + Δy > 0. `anchor` moves along where a power function would be needed.
    #[inline]
    fn pull(&self, dy: f64, anchor: &mut Anchor) -> Pull {
        let Situation { law, y, stored, .. } = *self.at;
        let (k, p, end) = (law.stiffness, self.p, y + dy);
        let (g, elastic, new) = if p == 2.5 {
            let t = math::sqrt(end);
            let elastic = k * end * t;
            let new = 0.4 * elastic * end;
            if y > 0.0 {
                let s = math::sqrt(y);
                let sum = (((t + s) * t + y) * t + y * s) * t + y * y;
                (0.4 * k * sum / (t + s), elastic, new)
            } else {
                (new / dy, elastic, new)
            }
        } else if p == 2.0 && y > 0.0 {
            (k * (y + 0.5 * dy), k * end, 0.5 * k * end * end)
        } else if math::is_half_whole(p) || y <= 0.0 {
            let elastic = law.elastic(end);
            (law.mean_elastic(y, dy), elastic, elastic * end / p)
        } else {
            let growth = anchor.stored * math::growth((end - anchor.y) / anchor.y, p);
            let risen = (anchor.stored - stored) + growth;
            let new = anchor.stored + growth;
            *anchor = Anchor {
                y: end,
                stored: new,
            };
            let g = if dy.abs() > 1e-6 * y {
                risen / dy
            } else {
                law.mean_elastic(y, dy)
            };
            (g, p * new / end, new)
        };
        let slope = if dy.abs() > 1e-4 * end {
            (elastic - g) / dy
        } else {
            0.5 * law.exponent * elastic / end
        };
        Pull {
            g,
            slope,
            elastic,
            stored: new,
        }
    }

    /// Solves the step from a force `guess`, 0 if there is none worth having; none where it does not fit.
    #[inline]
    pub(super) fn solve(&self, guess: f64) -> Option<Solution> {
        let Situation {
            law,
            y,
            s_free,
            c_x,
            stored,
            ..
        } = *self.at;
        if y <= 0.0 {
            return self.pressing(guess);
        }
        let start = if guess > 0.0 {
            guess
        } else {
            self.estimate(law.exponent)
        };
        if start > 0.0 && y + s_free - 2.0 * c_x * start > 0.25 * y {
            return self.pressing(start);
        }
        // Leaving, if the lag is left out: d² + b d − C_x V = 0 for the way d = −Δy.
        let b = s_free + self.a_per * stored;
        let root = math::sqrt(b * b + 4.0 * c_x * stored);
        let d = if b > 0.0 {
            2.0 * c_x * stored / (b + root)
        } else {
            0.5 * (root - b)
        };
        if d > y {
            self.leaving((s_free + d) / c_x)
        } else {
            self.pressing(start)
        }
    }

    /// The force of the law's Taylor series at y, for a way that is short against y; else 0.
    #[inline]
    fn estimate(&self, alpha: f64) -> f64 {
        let Situation {
            y,
            s_free,
            c_x,
            stored,
            ..
        } = *self.at;
        let r = s_free / y;
        if r.abs() > 1.0 {
            return 0.0;
        }
        let now = self.p * stored / y;
        let bend = (alpha - 1.0) / 3.0 * r;
        let half = 0.5 * alpha * now;
        let g = now + half * r * (1.0 + bend);
        let slope = half / y * (1.0 + 2.0 * bend);
        self.a_free * g / (1.0 + c_x * (self.rate * g + self.a_free * slope))
    }

    /// Touching at the end of the step.
    #[inline]
    fn pressing(&self, start: f64) -> Option<Solution> {
        let Situation { law, y, stored, .. } = *self.at;
        let least = LEAST_END * y.abs();
        let mut anchor = Anchor { y, stored };
        let mut f = start;
        for turn in 1..=MOST_TURNS {
            let way = self.way(f)?;
            let end = y + way.dy;
            if !(end > least) {
                return None;
            }
            let pull = self.pull(way.dy, &mut anchor);
            let stiffness = self.rate * pull.g + way.mean * pull.slope;
            let rise = 1.0 - way.by_f * stiffness;
            let change = (way.mean * pull.g - f) / rise;
            f += change;
            if !(f > 0.0 && rise > 0.5) {
                return None;
            }
            let moved = way.by_f * change;
            if change.abs() <= STEP_TOLERANCE * f && moved.abs() <= STEP_TOLERANCE * end {
                let slope = way.by_s * stiffness / rise;
                let way = self.way(f)?;
                let paid = f * way.dy / way.mean;
                let energy = stored.max(0.0) + paid;
                // Where the law has this energy: a Newton step from the end point, whose energy is known.
                let d = y + way.dy - end;
                let there = pull.stored + d * pull.elastic * (1.0 + 0.5 * d * law.exponent / end);
                let compression = end + d + (energy - there) / pull.elastic;
                return (compression > 0.0 && energy > 0.0 && energy < f64::INFINITY)
                    .then(|| self.solution(f, &way, compression, energy, slope, turn, change / f));
            }
        }
        None
    }

    /// Apart at the end of the step, and all that was stored given back.
    #[inline]
    fn leaving(&self, start: f64) -> Option<Solution> {
        let Situation { y, stored, .. } = *self.at;
        let mut f = start;
        for turn in 1..=MOST_TURNS {
            let way = self.way(f)?;
            let rise = -(way.dy + way.by_f * f) - self.rate * way.by_f * stored;
            let change = (f * way.dy + way.mean * stored) / rise;
            f += change;
            if !(f > 0.0 && rise > 0.0) {
                return None;
            }
            if change.abs() <= BALANCE_TOLERANCE * f {
                let way = self.way(f)?;
                let compression = y + way.dy;
                let g = f / way.mean;
                let stiffness = self.rate * g - way.mean * g / way.dy;
                let slope = way.by_s * stiffness / (1.0 - way.by_f * stiffness);
                return (compression <= 0.0 && f < f64::INFINITY)
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
