//! Fast solver for the common step with small z: a short series replaces the logarithm, and the force is the
//! unknown.
//!
//! With $`z = \mu\Delta v/2A`$ and x = z²,
//!
//! ```math
//! \frac{z}{\operatorname{artanh} z} = 1 - x h, \quad h = \tfrac13 + \tfrac{4}{45}x + \dots, \qquad
//! L = A(1 - xh), \quad \Delta x - \Delta y = \tfrac12 T\,\Delta v\,z\,h
//! ```
//!
//! without division by μ. The derivatives do not cancel either: with $`J = (1-xh)(1-h)/(1-x)`$ and
//! $`D = 1 - xh + xJ`$,
//!
//! ```math
//! \frac{\partial\Delta y}{\partial s} = D, \qquad \frac{d\Delta y}{df} = -C_x D + \tfrac12 T C_v\,zJ
//! ```
//!
//! and every ∂L is μ/T times that of Δy. An external force moves the gap as the contact force does. With the
//! B of the table, the sensitivity of the force is
//!
//! ```math
//! \frac{df}{ds} = \frac{1}{C_x}\,\frac{-B\,d\Delta y/df}{1 - B\,d\Delta y/df}
//! ```
//!
//! Newton's method for f − L G(Δy) = 0 then needs one mean slope of V per iteration. Half-integer and integer
//! exponents take square roots. Others take one logarithm and one exponential in the first iteration, then a
//! few terms of the binomial series about the last end point. Leaving, f Δy + L V = 0, needs none of these.
//!
//! | symbol   | unit | meaning                                                                                     |
//! |----------|------|---------------------------------------------------------------------------------------------|
//! | B        | N/m  | derivative of L G by Δy: μG/T + L G'                                                        |
//! | D        | 1    | derivative of Δy by the free displacement, (w⁻¹ sinh w)² with w = artanh z                  |
//!
//! **Stopping.** Any force conserves V + Θ if the stored energy is *defined* by the balance V + f Δy/L and
//! the compression follows from it. So the last Newton step needs no further check: Δy follows it to second
//! order and L = 1 + μΔy/T. The restitution is exact whatever the remaining error of f (the square of
//! `STEP_TOLERANCE`).
//!
//! Other cases return `None` and go to the general search in `solve.rs`: large z, bodies with hardly any
//! velocity response, a trial beyond the surface, or slow convergence.

use super::solve::{ImpactSolution, ImpactStep, MIN_GROWING_ENERGY};
use crate::law::Law;
use crate::math;

/// Smallest value of 1 + damping × mean velocity that this solver accepts \[1\]. For smaller values, the
/// logarithmic mean of 1 + damping × velocity over the step loses digits.
const MIN_A: f64 = 0.05;

/// Largest z² at which the series `H` has full precision \[1\]. The number z is half the relative change of 1
/// + damping × velocity over the step.
const MAX_X: f64 = 0.09;

/// Newton stops for a step that ends in contact when force and compression change by at most this share
/// \[1\].
const STEP_TOLERANCE: f64 = 3e-6;

/// Newton stops for a step that ends outside the contact when the force changes by at most this share \[1\].
/// The next change would be the square of this share.
const BALANCE_TOLERANCE: f64 = 1e-8;

/// Largest motion of the gap without contact force, relative to the compression, for which Newton starts from
/// a Taylor series \[1\].
const MAX_TAYLOR_RATIO: f64 = 3.0;

/// Maximum Newton iterations before the general search takes over.
const MAX_ITERATIONS: u32 = 6;

/// Smallest compression at the end of a step in contact, as a share of the compression before \[1\]. Below
/// it, the stored energy would lose too many digits.
const MIN_END: f64 = 0.01;

/// Coefficients of the series h(x) = 1/3 + 4x/45 + 44x²/945 + …, for which z/artanh(z) = 1 − x h(x) with x =
/// z². The first omitted term changes 1 − x h(x) by less than a tenth of its last place at x = [`MAX_X`].
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

/// Evaluates the series h with z/artanh(z) = 1 − x h(x) for `x` = z², with as many terms as `x` needs.
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

/// Motion of the gap under a trial force, before the contact law is applied.
struct GapMotion {
    /// Logarithmic mean of 1 + damping × velocity over the step \[1\].
    mean: f64,
    dy: f64,
    /// Change of the gap minus change of the compression in the step \[m\].
    lag: f64,
    /// Derivative of the compression change with respect to the force \[m/N\].
    by_f: f64,
    z: f64,
    /// Quotient of `z` and the change of velocity in the step \[s/m\]: half the damping, over 1 + damping ×
    /// mean velocity.
    half_rate: f64,
}

/// Mean elastic force over a change of the compression, and its slope with respect to that change. Also the
/// elastic force and the stored energy at the end.
struct ElasticForce {
    g: f64,
    slope: f64,
    elastic: f64,
    stored: f64,
}

/// Elastic law of a surface, evaluated over a step that ends at a positive compression.
trait SurfaceShape {
    fn force(&mut self, step: &ImpactStep, dy: f64) -> ElasticForce;
}

/// Surface of a sphere (Hertz), exponent 3/2, which needs only square roots.
struct HertzSurface {
    root: f64,
}

impl SurfaceShape for HertzSurface {
    #[inline]
    fn force(&mut self, step: &ImpactStep, dy: f64) -> ElasticForce {
        let (k, y, s) = (step.law.stiffness, step.y, self.root);
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
        ElasticForce::new(step, dy, g, elastic, stored)
    }
}

/// Surface with an exponent other than 3/2: powers are expanded about the last point with known energy.
struct PowerSurface {
    y: f64,
    stored: f64,
}

impl SurfaceShape for PowerSurface {
    #[inline]
    fn force(&mut self, step: &ImpactStep, dy: f64) -> ElasticForce {
        let ImpactStep { law, y, stored, .. } = *step;
        let (p, end) = (law.exponent + 1.0, y + dy);
        if y <= 0.0 || stored < MIN_GROWING_ENERGY || math::is_half_whole(p) {
            let elastic = law.elastic(end);
            let g = law.mean_elastic(y, dy);
            return ElasticForce::new(step, dy, g, elastic, elastic * end / p);
        }
        let growth = self.stored * math::growth((end - self.y) / self.y, p);
        let risen = (self.stored - stored) + growth;
        *self = Self { y: end, stored: self.stored + growth };
        let g = if dy.abs() > 1e-6 * y { risen / dy } else { law.mean_elastic(y, dy) };
        ElasticForce::new(step, dy, g, p * self.stored / end, self.stored)
    }
}

impl ElasticForce {
    #[inline]
    fn new(step: &ImpactStep, dy: f64, g: f64, elastic: f64, stored: f64) -> Self {
        let end = step.y + dy;
        let slope = if dy.abs() > 1e-4 * end {
            (elastic - g) / dy
        } else {
            // The difference quotient cancels here; its limit does not.
            0.5 * step.law.exponent * elastic / end
        };
        Self { g, slope, elastic, stored }
    }
}

/// Fast solver for one step of an impact contact, with the constants that every iteration needs.
pub(super) struct FastSolver<'a> {
    step: &'a ImpactStep,
    p: f64,
    /// Damping of the law over the time step \[1/m\].
    rate: f64,
    a_free: f64,
    /// Decrease of 1 + damping × mean velocity per newton of force \[1/N\].
    a_per: f64,
    half_mu: f64,
    half_t: f64,
}

impl<'a> FastSolver<'a> {
    #[inline]
    pub(super) fn new(step: &'a ImpactStep) -> Self {
        let mu = step.law.damping;
        let rate = mu / step.t;
        Self {
            step,
            p: step.law.exponent + 1.0,
            rate,
            a_free: 1.0 + rate * step.s_free,
            a_per: rate * step.c_x,
            half_mu: 0.5 * mu,
            half_t: 0.5 * step.t,
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would cost half as much as the body")]
    fn motion(&self, f: f64) -> Option<GapMotion> {
        let ImpactStep { s_free, dv_free, c_x, c_v, .. } = *self.step;
        let a = self.a_free - self.a_per * f;
        let dv = dv_free - c_v * f;
        let half_rate = self.half_mu / a;
        let z = half_rate * dv;
        let x = z * z;
        if !(x < MAX_X && a > MIN_A) {
            return None;
        }
        let h = h_of(x);
        let g = 1.0 - x * h;
        let j = g * (1.0 - h) / (1.0 - x);
        let by_s = g + x * j;
        let lag = self.half_t * h * dv * z;
        let dy = s_free - c_x * f - lag;
        Some(GapMotion {
            mean: 1.0 + self.rate * dy,
            dy,
            lag,
            by_f: self.half_t * c_v * z * j - c_x * by_s,
            z,
            half_rate,
        })
    }

    /// Updates the motion of the gap after the force changed by `change` to `f` \[N\], relatively less than
    /// [`STEP_TOLERANCE`]. Expands to second order; the third-order term is below rounding.
    #[inline]
    fn after(&self, motion: &GapMotion, f: f64, change: f64) -> GapMotion {
        let ImpactStep { s_free, c_x, c_v, .. } = *self.step;
        // The lag is A T/μ times xh = x/3 + 4x²/45 + …, and Az = μΔv/2.
        let turn = self.half_t * c_v - motion.z * c_x;
        let half_curvature =
            (1.0 / 3.0 + 8.0 / 15.0 * motion.z * motion.z) * motion.half_rate / self.half_t * turn * turn;
        let lag = motion.lag + change * (half_curvature * change - (motion.by_f + c_x));
        let lag = if lag > 0.0 { lag } else { 0.0 };
        let dy = s_free - c_x * f - lag;
        GapMotion { mean: 1.0 + self.rate * dy, dy, lag, ..*motion }
    }

    /// Solves the step, starting from the force `guess` \[N\], or 0 if there is none. Returns `None` if this
    /// solver cannot handle the step.
    #[inline]
    pub(super) fn solve(&self, guess: f64) -> Option<ImpactSolution> {
        let ImpactStep { y, s_free, c_x, stored, .. } = *self.step;
        let mut start = guess;
        if y > 0.0 {
            if start <= 0.0 && y + s_free > 0.0 {
                start = self.estimate();
            }
            if start <= 0.0 || y + s_free - 2.0 * c_x * start <= 0.25 * y {
                // Leaving without the lag: d² + b d − C_x V = 0 for d = −Δy.
                let b = s_free + self.a_per * stored;
                let root = math::sqrt(b * b + 4.0 * c_x * stored);
                let d = if b > 0.0 { 2.0 * c_x * stored / (b + root) } else { 0.5 * (root - b) };
                if d > y {
                    return self.leaving((s_free + d) / c_x);
                }
            }
        }
        if self.p == 2.5 {
            self.in_contact(start, HertzSurface { root: math::sqrt(y) })
        } else {
            self.in_contact_any_exponent(start)
        }
    }

    /// Solves a step in contact for an exponent other than 3/2. Kept out of line, so that the code for the
    /// common exponent stays small.
    #[inline(never)]
    fn in_contact_any_exponent(&self, start: f64) -> Option<ImpactSolution> {
        let ImpactStep { y, stored, .. } = *self.step;
        self.in_contact(start, PowerSurface { y, stored })
    }

    /// Estimates the force from the law's Taylor series at the present compression \[N\]. Returns 0 if the
    /// gap moves too far for the series without contact force.
    #[inline]
    fn estimate(&self) -> f64 {
        let ImpactStep { law, y, s_free, dv_free, c_x, c_v, stored, .. } = *self.step;
        let per_y = 1.0 / y;
        let r = s_free * per_y;
        if r > MAX_TAYLOR_RATIO {
            return 0.0;
        }
        let now = self.p * stored * per_y;
        let (half, third) = (0.5 * law.exponent * now, (law.exponent - 1.0) * (1.0 / 3.0));
        let fourth = (law.exponent - 2.0) * 0.25;
        // G and half the slope of G in r, then two corrections for the displacement by the force itself.
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

    /// Solves a step at whose end the surfaces still touch.
    #[inline]
    fn in_contact(&self, start: f64, mut shape: impl SurfaceShape) -> Option<ImpactSolution> {
        let ImpactStep { law, y, stored, .. } = *self.step;
        let min_end = MIN_END * y.abs();
        let mut f = start;
        for iteration in 1..=MAX_ITERATIONS {
            let motion = self.motion(f)?;
            let end = y + motion.dy;
            if end <= min_end {
                return None;
            }
            let elastic_force = shape.force(self.step, motion.dy);
            let stiffness = self.rate * elastic_force.g + motion.mean * elastic_force.slope;
            let rise = 1.0 - motion.by_f * stiffness;
            let change = (motion.mean * elastic_force.g - f) / rise;
            f += change;
            let shift = motion.by_f * change;
            if change.abs() <= STEP_TOLERANCE * f && shift.abs() <= STEP_TOLERANCE * end {
                if rise <= 0.5 {
                    return None;
                }
                let slope = (rise - 1.0) / (rise * self.step.c_x.max(f64::MIN_POSITIVE));
                let motion = self.after(&motion, f, change);
                let paid = f * motion.dy / motion.mean;
                let energy = stored + paid;
                // Compression with this energy: a Newton step from the end point, whose energy is known.
                let d = y + motion.dy - end;
                let stored_at_end =
                    elastic_force.stored + d * elastic_force.elastic * (1.0 + 0.5 * d * law.exponent / end);
                let compression = end + d + (energy - stored_at_end) / elastic_force.elastic;
                return (compression > 0.0 && energy > 0.0)
                    .then(|| self.solution(f, &motion, compression, energy, slope, iteration, change / f));
            }
        }
        None
    }

    /// Solves a step at whose end the surfaces are apart and all stored energy is released.
    #[inline(never)]
    fn leaving(&self, start: f64) -> Option<ImpactSolution> {
        let ImpactStep { y, stored, .. } = *self.step;
        let mut f = start;
        for iteration in 1..=MAX_ITERATIONS {
            let motion = self.motion(f)?;
            let rise = -(motion.dy + motion.by_f * f) - self.rate * motion.by_f * stored;
            let change = (f * motion.dy + motion.mean * stored) / rise;
            f += change;
            if change.abs() <= BALANCE_TOLERANCE * f {
                let motion = self.after(&motion, f, change);
                let compression = y + motion.dy;
                let g = f / motion.mean;
                let stiffness = self.rate * g - motion.mean * g / motion.dy;
                let opposed = motion.by_f * stiffness;
                let slope = opposed / ((opposed - 1.0) * self.step.c_x.max(f64::MIN_POSITIVE));
                return (compression <= 0.0 && rise > 0.0)
                    .then(|| self.solution(f, &motion, compression, 0.0, slope, iteration, change / f));
            }
        }
        None
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "all are fields of the solution")]
    fn solution(
        &self,
        force: f64,
        motion: &GapMotion,
        compression: f64,
        stored: f64,
        slope: f64,
        evaluations: u32,
        change: f64,
    ) -> ImpactSolution {
        ImpactSolution {
            force,
            compression,
            stored,
            heat: force * (motion.lag + self.rate * motion.dy * motion.dy / motion.mean),
            slope,
            evaluations,
            residual: change.abs(),
        }
    }
}
