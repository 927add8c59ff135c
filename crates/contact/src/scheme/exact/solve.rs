//! Scalar equation of the exact step, solved in a few iterations. This file handles every case; `fast.rs` is
//! tried first.
//!
//! The unknown is not the force but half the change of *rapidity* over the step,
//!
//! ```math
//! q = \frac{1}{\mu}\,\mathrm{atanh}\,z, \qquad z = \frac{\mu\,\Delta v}{2A},
//! ```
//!
//! which on a wall is ½ Δη with η = ln(1 + μv)/μ. Everything else follows from q in closed form, at any loss
//! and down to μ = 0, where q = Δv/2:
//!
//! ```math
//! f = \frac{\Delta v_{free} - 2A_{free}\,\hat q}{C_v (1 - \rho\mu\hat q)}, \quad
//! \hat q = \frac{\tanh \mu q}{\mu}, \quad \rho = \frac{2 C_x}{T C_v}, \quad
//! \Delta y = s_{free} - C_x f - T A \mu q^2 \psi(\mu q), \quad \psi(w) = \frac{1 - \tanh(w)/w}{w^2}
//! ```
//!
//! | symbol          | unit       | meaning                                                     |
//! |-----------------|------------|-------------------------------------------------------------|
//! | y, Δy           | m          | compression, and its change in the step                     |
//! | s_free, Δv_free | m, m/s     | change of gap and relative velocity without contact force   |
//! | C_x, C_v        | m/N, m/s/N | change of both per newton held over the step                |
//! | A               | 1          | 1 + μ v̄, mean velocity v̄ = (s_free − C_x f)/T               |
//! | L               | 1          | A tanh(μq)/(μq), the logarithmic mean; 1 + μΔy/T            |
//! | E               | J          | V(y) + f Δy/L: stored energy after the step                 |
//!
//! Four forms of the same equation, each nearly linear in its range, keep the number of iterations small at
//! any stiffness:
//!
//! * *leaving* (y + Δy < 0): all stored energy is released, `f Δy + L V(y) = 0`, nearly a quadratic, whose
//!   root starts the search;
//! * *soft* (the force moves the surfaces little within a step): `f − L G(Δy) = 0`;
//! * *inside*, stiff: the α-th root of both sides of `f/L = G(Δy)`, which makes the right side nearly linear;
//! * *entering*, stiff, from well before the surface: the p-th root of the energy balance, `((p/k) E)^{1/p} =
//!   y + Δy`, p = α + 1. It also gives the new compression without the cancellation in y + Δy.
//!
//! In each form the residual rises as q falls, so a bracket is kept, and bisection replaces a step that
//! leaves it. A trial on the wrong side of the surface either changes the form or is moved back.

use super::fast::FastSolver;
use crate::law::{HuntCrossley, Law};
use crate::math;

/// Maximum evaluations of the contact equation per step. Random contacts over all declared ranges need fewer
/// (`tests/all/exact_restitution.rs`). A search that hits this limit returns the smaller force of its
/// bracket, which is passive.
pub(crate) const MAX_EVALUATIONS: u32 = 12;

/// Newton has converged when its step changes unknown, force and compression by at most this share \[1\]. The
/// next change would be the square of this share.
const STEP_TOLERANCE: f64 = 2e-9;

/// Smallest stored energy whose growth over a step is computed \[J\]. A smaller energy may have lost its
/// digits below the normal range of numbers, and its growth may exceed that range. Energy so small does not
/// cancel against the energy at the end of the step.
pub(super) const MIN_GROWING_ENERGY: f64 = 1e-280;

/// Largest relative difference between the energy balance and the law at the end point that counts as
/// rounding.
const BALANCE_TOLERANCE: f64 = 1e-8;

/// Largest decrease of half the change of ln(1 + damping × velocity) in the first Newton step \[1\]; the
/// limit doubles with each further step.
const FIRST_MAX_STEP: f64 = 3.0;

/// Largest |z| that the motion without contact force may cause; the solver limits larger values \[1\]. The
/// number z is half the relative change of 1 + damping × velocity over the step.
const MAX_FREE_Z: f64 = 0.9;

/// Inputs of one impact step: law, step `t` \[s\], compression `y` \[m\], changes `s_free` \[m\] and
/// `dv_free` \[m/s\] of gap and velocity without contact force, and the changes `c_x` and `c_v` of both per
/// newton.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactStep {
    pub(crate) law: HuntCrossley,
    pub(crate) t: f64,
    pub(crate) y: f64,
    pub(crate) s_free: f64,
    pub(crate) dv_free: f64,
    pub(crate) c_x: f64,
    pub(crate) c_v: f64,
    /// Energy stored in the contact before the step \[J\].
    pub(crate) stored: f64,
}

/// Force, new compression and energies that solve one impact step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ImpactSolution {
    /// Contact force held over the step \[N\].
    pub(crate) force: f64,
    /// Compression of the contact after the step \[m\].
    pub(crate) compression: f64,
    /// Energy stored in the contact after the step \[J\].
    pub(crate) stored: f64,
    /// Heat produced by the contact law in the step \[J\].
    pub(crate) heat: f64,
    /// Derivative of the contact force with respect to the change of the gap without contact force \[N/m\].
    /// Displacement and velocity of the gap vary together, in the ratio in which a force changes them.
    pub(crate) slope: f64,
    /// Number of evaluations of the contact equation.
    pub(crate) evaluations: u32,
    /// Last relative change of the unknown in the search \[1\]; below the tolerance unless the search hit its
    /// limit.
    pub(crate) residual: f64,
}

/// Force and motion for a trial value of the unknown, with their derivatives with respect to the unknown. The
/// unknown is half the change of ln(1 + μv)/μ over the step, with damping μ and velocity v.
#[derive(Clone, Copy)]
struct Trial {
    f: f64,
    df: f64,
    /// Logarithmic mean of 1 + damping × velocity over the step \[1\].
    mean: f64,
    dmean: f64,
    dy: f64,
    ddy: f64,
    /// `mean` times the amount by which the compression falls behind the gap per second \[m/s\]; adds to the
    /// heat.
    excess: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Leaving,
    Soft,
    Inside,
    Entering,
}

/// Returns tanh(w)/w and (1 − tanh(w)/w)/w², accurate for small `w` as well.
fn hyperbolic(w: f64) -> (f64, f64) {
    let s = w * w;
    if s < 0.04 {
        // The remainder is below 1e-16 at |w| = 0.2.
        let psi = 1.0 / 3.0
            + s * (-2.0 / 15.0
                + s * (17.0 / 315.0
                    + s * (-62.0 / 2835.0
                        + s * (1382.0 / 155925.0
                            + s * (-21844.0 / 6081075.0
                                + s * (929569.0 / 638512875.0 - s * 6404582.0 / 10854718875.0))))));
        (1.0 - s * psi, psi)
    } else {
        let tanhc = math::tanh(w) / w;
        (tanhc, (1.0 - tanhc) / s)
    }
}

/// Returns artanh(`z`)/μ with the damping μ, half the change of ln(1 + μv)/μ over the step at velocity v
/// \[m/s\]. The result tends to `half` as μ → 0.
fn rapidity(mu: f64, z: f64, half: f64) -> f64 {
    if z.abs() < 1e-4 { half * (1.0 + z * z / 3.0) } else { 0.5 * math::log1p(2.0 * z / (1.0 - z)) / mu }
}

impl ImpactStep {
    /// Solves the step. The surfaces must touch or be about to touch. `guess` is an initial force \[N\]; 0
    /// selects the solver's own estimate. `extrapolated` supplies an initial force for the general search.
    #[inline]
    pub(crate) fn solve(&self, guess: f64, extrapolated: impl FnOnce() -> f64) -> ImpactSolution {
        match FastSolver::new(self).solve(guess) {
            Some(solution) => solution,
            None => self.search(extrapolated()),
        }
    }

    /// Solves the step by the general search, which handles every case.
    #[cold]
    #[inline(never)]
    fn search(&self, guess: f64) -> ImpactSolution {
        let a_free = 1.0 + self.law.damping * self.s_free / self.t;
        if a_free <= 0.0 {
            return self.separated();
        }
        let search = ImpactSearch::new(self, a_free);
        if self.y <= 0.0 {
            let untouched = self.y + search.trial(search.q_free).dy;
            if untouched <= 0.0 {
                // The compression lags the gap so much that the surfaces stay apart in this step.
                return ImpactSolution { compression: untouched, ..ImpactSolution::default() };
            }
        }
        search.run(guess)
    }

    /// Returns the solution where another force separates the surfaces faster than 1/damping: the contact
    /// force is zero and the released energy becomes heat.
    fn separated(&self) -> ImpactSolution {
        let compression = self.y + self.s_free;
        ImpactSolution {
            compression,
            stored: self.law.potential(compression).min(self.stored),
            heat: (self.stored - self.law.potential(compression)).max(0.0),
            ..ImpactSolution::default()
        }
    }
}

/// General search for the force of one impact step, with the constants that every evaluation needs.
struct ImpactSearch<'a> {
    step: &'a ImpactStep,
    mu: f64,
    p: f64,
    a_free: f64,
    dv_free: f64,
    c_v: f64,
    rho: f64,
    q_free: f64,
}

impl<'a> ImpactSearch<'a> {
    fn new(step: &'a ImpactStep, a_free: f64) -> Self {
        let mu = step.law.damping;
        // The step is passive for *any* z between −1 and 1, so z may be limited in two cases. One is a change
        // of velocity that by itself takes z out of that range. The other is a body with hardly any velocity
        // response (a mode near half the sample rate), which is treated as slightly lighter.
        let largest = 2.0 * MAX_FREE_Z * a_free / mu;
        let dv_free = step.dv_free.max(-largest).min(largest);
        let z_free = 0.5 * mu * dv_free / a_free;
        let of_mass = 2.0 * step.c_x / step.t;
        let c_v = step.c_v.max(0.05 * of_mass).max(1.1 * of_mass * z_free);
        Self {
            step,
            mu,
            p: step.law.exponent + 1.0,
            a_free,
            dv_free,
            c_v,
            rho: of_mass / c_v,
            q_free: rapidity(mu, z_free, 0.5 * dv_free / a_free),
        }
    }

    fn trial(&self, q: f64) -> Trial {
        let ImpactStep { t, s_free, c_x, .. } = *self.step;
        let dv_free = self.dv_free;
        let w = self.mu * q;
        let (tanhc, psi) = hyperbolic(w);
        let q_hat = q * tanhc;
        let bend = 1.0 - self.rho * self.mu * q_hat;
        let f = (dv_free - 2.0 * self.a_free * q_hat) / (self.c_v * bend);
        let dq_hat = 1.0 - self.mu * self.mu * q_hat * q_hat;
        let df = (self.rho * self.mu * dv_free - 2.0 * self.a_free) / (self.c_v * bend * bend) * dq_hat;
        let a = self.a_free - self.mu * c_x / t * f;
        let dtanhc = w * (psi - tanhc * tanhc);
        Trial {
            f,
            df,
            mean: a * tanhc,
            dmean: self.mu * (a * dtanhc - c_x / t * df * tanhc),
            dy: s_free - c_x * f - t * a * q * w * psi,
            ddy: c_x * df * (w * w * psi - 1.0) + t * a * dtanhc,
            excess: a * a * q * w * psi * tanhc,
        }
    }

    /// Returns the unknown of the search for a contact force `f` \[N\]: half the change of ln(1 + μv)/μ over
    /// the step, with damping μ and velocity v \[m/s\].
    fn q_of(&self, f: f64) -> f64 {
        let a = self.a_free - self.mu * self.step.c_x / self.step.t * f;
        let dv = self.dv_free - self.c_v * f;
        let z = 0.5 * self.mu * dv / a;
        rapidity(self.mu, z.clamp(-0.999_999, 0.999_999), 0.5 * dv / a)
    }

    /// Returns the approximate contact force for the mean elastic force `g` \[N\]: `g` times 1 + damping ×
    /// mean velocity, where the mean velocity depends on the contact force.
    fn force_of(&self, g: f64) -> f64 {
        g * self.a_free / (1.0 + self.mu * self.step.c_x / self.step.t * g)
    }

    /// Returns the damping μ times the contact force that would give the velocity −1/μ at the end of the
    /// step, the limit of the law \[N s/m\].
    fn limit(&self) -> f64 {
        let ImpactStep { c_x, t, .. } = *self.step;
        (2.0 * self.a_free + self.mu * self.dv_free) / (self.c_v + 2.0 * c_x / t)
    }

    /// Reduces an estimate of the contact force `f` smoothly, to stay below the force that would give the
    /// velocity −1/damping at the end of the step \[N\].
    fn below_limit(&self, f: f64) -> f64 {
        f / (1.0 + self.mu * f / self.limit())
    }

    /// Chooses one of the four forms of the step equation and a starting force, then solves the step. `guess`
    /// is an estimate of the force \[N\]; 0 if there is none.
    fn run(&self, guess: f64) -> ImpactSolution {
        let ImpactStep { law, y, s_free, c_x, t, .. } = *self.step;
        if y > 0.0
            && guess > 0.0
            && y + s_free - 2.0 * c_x * guess > 0.25 * y
            && 2.0 * self.mu * guess < self.limit()
        {
            return self.newton(Form::Soft, guess, 0.25 * y);
        }
        if y > 0.0 {
            // Leaving without the lag: d² + b d − C_x V = 0 for d = −Δy.
            let b = s_free + self.mu * c_x * self.step.stored / t;
            let root = math::sqrt(b * b + 4.0 * c_x * self.step.stored);
            let d = if b > 0.0 { 2.0 * c_x * self.step.stored / (b + root) } else { 0.5 * (root - b) };
            if d > y || y + s_free <= 0.0 {
                return self.newton(Form::Leaving, self.below_limit((s_free + d) / c_x), y);
            }
        }
        // Assume that the force grows with the power a of the end point: e + S e^a = 1 for the end point e
        // relative to the free one. The root is near (1 + aS)^(−1/a) for every S.
        let free = y + s_free;
        let strongest = self.force_of(law.mean_elastic(y, s_free));
        let a = if y > 0.0 { law.exponent } else { self.p };
        let s = c_x * strongest / free;
        let end = free * math::pow(1.0 + a * s, -1.0 / a);
        let start = self.below_limit(((free - end) / c_x).min(strongest));
        let form = if a * s < 1.0 {
            Form::Soft
        } else if -y > math::pow(self.p / law.stiffness * start * (end - y), 1.0 / self.p) {
            Form::Entering
        } else {
            Form::Inside
        };
        self.newton(form, start, end)
    }

    /// Returns the approximate compression at which the law gives the force of a trial, for a step that
    /// starts at zero compression \[m\].
    fn compression_of(&self, x: &Trial) -> f64 {
        let law = &self.step.law;
        math::pow(self.p * x.f.max(0.0) / (x.mean * law.stiffness), 1.0 / law.exponent)
    }

    /// Returns the mean elastic force while the compression changes by `dy` \[N\], and its slope with respect
    /// to `dy` \[N/m\].
    fn mean_elastic(&self, dy: f64) -> (f64, f64) {
        let ImpactStep { law, y, .. } = *self.step;
        let end = y + dy;
        let grows = y > 0.0 && self.step.stored >= MIN_GROWING_ENERGY;
        let (g, at_end) = if grows && end > 0.0 && !math::is_half_whole(self.p) {
            // V(y+Δy)/V(y) − 1 by log1p and expm1: avoids the power function, the most expensive operation
            // here.
            let growth = math::expm1(self.p * math::log1p(dy / y));
            (self.step.stored * growth / dy, self.p * self.step.stored * (1.0 + growth) / end)
        } else {
            (law.mean_elastic(y, dy), law.elastic(end))
        };
        if dy.abs() > 1e-4 * y.abs() {
            (g, (at_end - g) / dy)
        } else {
            // For a small Δy both difference quotients cancel; their limits do not.
            (law.mean_elastic(y, dy), 0.5 * law.slope(y))
        }
    }

    /// Returns the residual of the step equation in this form, and its derivative with respect to the unknown
    /// q. The unknown is half the change of ln(1 + μv)/μ over the step, with damping μ and velocity v. The
    /// residual rises as q falls.
    fn residual(&self, form: Form, x: &Trial) -> (f64, f64) {
        let law = &self.step.law;
        let y = self.step.y;
        match form {
            Form::Leaving => (
                -(x.f * x.dy + x.mean * self.step.stored),
                -(x.df * x.dy + x.f * x.ddy + x.dmean * self.step.stored),
            ),
            Form::Soft => {
                let (g, slope) = self.mean_elastic(x.dy);
                (x.f - x.mean * g, x.df - x.dmean * g - x.mean * slope * x.ddy)
            }
            Form::Inside => {
                let (g, slope) = self.mean_elastic(x.dy);
                let inverse = 1.0 / law.exponent;
                let root_of_force = math::pow((x.f / (x.mean * law.stiffness)).max(0.0), inverse);
                let root_of_elastic = math::pow(g / law.stiffness, inverse);
                let droot_of_force = root_of_force * (x.df / x.f - x.dmean / x.mean);
                let droot_of_elastic = root_of_elastic * slope * x.ddy / g;
                (root_of_force - root_of_elastic, inverse * (droot_of_force - droot_of_elastic))
            }
            Form::Entering => {
                let energy = x.f * x.dy / x.mean;
                if energy <= 0.0 {
                    return (f64::INFINITY, 0.0);
                }
                let root = math::pow(self.p / law.stiffness * energy, 1.0 / self.p);
                let denergy = (x.df * x.dy + x.f * x.ddy) / x.mean - energy * x.dmean / x.mean;
                (root - (y + x.dy), root * denergy / (self.p * energy) - x.ddy)
            }
        }
    }

    /// Returns the residual of a trial and its derivative. Uses the leaving form for a trial that ends
    /// outside the contact and another form for one that ends inside; changes `form` to follow the root.
    fn evaluate(&self, form: &mut Form, x: &Trial, end: f64) -> (f64, f64) {
        let y = self.step.y + x.dy;
        if x.mean <= 0.0 {
            return (f64::INFINITY, 0.0);
        }
        if y > 0.0 {
            let (r, dr) = self.residual(if *form == Form::Leaving { Form::Inside } else { *form }, x);
            if *form == Form::Leaving && r <= 0.0 {
                // The force of this trial is too small, but the leaving form gives the better step.
                let (far, dfar) = self.residual(Form::Leaving, x);
                return if far < 0.0 { (far, dfar) } else { (r, dr) };
            }
            if *form == Form::Leaving {
                *form = Form::Inside;
            }
            return (r, dr);
        }
        let (r, dr) = self.residual(Form::Leaving, x);
        if *form == Form::Leaving {
            return (r, dr);
        }
        if r <= 0.0 && self.step.y > 0.0 {
            *form = Form::Leaving;
            return (r, dr);
        }
        (self.compression_of(x).min(end) - y, -x.ddy)
    }

    /// Runs Newton's method inside a bracket, from the force `start` \[N\]. A trial that ends outside the
    /// contact although the root lies inside is moved back towards the compression `end` \[m\].
    fn newton(&self, mut form: Form, start: f64, end: f64) -> ImpactSolution {
        // q falls as the force rises. The bracket is (low, high], open below until a residual is known there.
        let (mut low, mut high) = (f64::NEG_INFINITY, self.q_free);
        let scale = self.q_free.abs() + f64::MIN_POSITIVE;
        // Rounding error of a force that is a small difference of the bodies' free motion.
        let noise = 1e-6 * self.dv_free.abs() / self.c_v + f64::MIN_POSITIVE;
        // For a light body under a large force, the compression is a small difference of large displacements.
        let depth = self.step.y.abs();
        let blur = 1e-6 * (self.step.s_free.abs() + self.step.c_x * start.abs()) + f64::MIN_POSITIVE;
        let mut q = self.q_of(start).min(self.q_free);
        let mut evaluations = 0;
        let mut max_step = FIRST_MAX_STEP;
        loop {
            let x = self.trial(q);
            evaluations += 1;
            let (r, dr) = self.evaluate(&mut form, &x, end);
            if r > 0.0 {
                low = low.max(q);
            } else {
                high = high.min(q);
            }
            // The first step changes 1 + μv by at most e⁶: beyond that the tangent misrepresents the
            // logarithm.
            let newton = (q - r / dr).max(q - max_step / self.mu);
            max_step *= 2.0;
            let next = if newton >= low && newton <= high {
                newton
            } else if low.is_finite() {
                0.5 * (low + high)
            } else {
                // There is no lower bound yet: step further, faster each time.
                high - 2.0 * (self.q_free - high).max(1e-3 * self.dv_free.abs() + 1e-12)
            };
            let change = x.df * (next - q);
            let step = (change.abs() / ((x.f + change).abs() + noise))
                .max((next - q).abs() / (next.abs() + scale))
                .max((x.ddy * (next - q)).abs() / (depth.max(self.step.y + x.dy) + blur));
            if r == 0.0 || step <= STEP_TOLERANCE {
                return self.finish(form, next, evaluations, step);
            }
            if evaluations >= MAX_EVALUATIONS {
                return self.cut_off(high, evaluations, step);
            }
            q = next;
        }
    }

    fn finish(&self, form: Form, q: f64, evaluations: u32, residual: f64) -> ImpactSolution {
        let x = self.trial(q);
        let (compression, energy) = if form == Form::Entering {
            let energy = (x.f * x.dy / x.mean).max(0.0);
            (self.holding(energy), energy)
        } else {
            self.balanced(&x)
        };
        self.solution(&x, q, compression, energy, evaluations, residual)
    }

    /// Returns compression \[m\] and stored energy \[J\] at the end of a trial: from the energy balance where
    /// it agrees with the law up to rounding, otherwise from the law.
    fn balanced(&self, x: &Trial) -> (f64, f64) {
        let end = self.step.y + x.dy;
        let stored_at_end = self.step.law.potential(end);
        let paid = self.step.stored + x.f * x.dy / x.mean;
        let off = paid - stored_at_end;
        if off.abs() < BALANCE_TOLERANCE * stored_at_end {
            (end * (1.0 + off / (self.p * stored_at_end)), paid)
        } else {
            (end, stored_at_end)
        }
    }

    /// Returns the compression at which the law stores `energy` \[m\].
    fn holding(&self, energy: f64) -> f64 {
        math::pow(self.p / self.step.law.stiffness * energy, 1.0 / self.p)
    }

    /// Returns the solution when the evaluations run out. The force at the upper end of the bracket is too
    /// small, so the energy balance leaves less stored energy than the law has at that compression. The
    /// result is passive and exact in energy.
    fn cut_off(&self, high: f64, evaluations: u32, residual: f64) -> ImpactSolution {
        let x = self.trial(high);
        let energy = (self.step.stored + x.f * x.dy / x.mean).max(0.0);
        let compression = if energy > 0.0 { self.holding(energy) } else { (self.step.y + x.dy).min(0.0) };
        self.solution(&x, high, compression, energy, evaluations, residual)
    }

    fn solution(
        &self,
        x: &Trial,
        q: f64,
        compression: f64,
        stored: f64,
        evaluations: u32,
        residual: f64,
    ) -> ImpactSolution {
        let t = self.step.t;
        if x.f <= 0.0 {
            // The root is zero up to rounding: the surfaces graze, and no energy may be created.
            return ImpactSolution {
                compression: compression.min(self.step.y.max(0.0)),
                stored: stored.min(self.step.stored),
                evaluations,
                ..ImpactSolution::default()
            };
        }
        ImpactSolution {
            force: x.f,
            compression,
            stored,
            heat: x.f / x.mean * (self.mu * x.dy * x.dy / t + t * x.excess),
            slope: self.slope(x, q, compression, stored),
            evaluations,
            residual,
        }
    }

    /// Returns the derivative of the contact force with respect to the change of the gap without contact
    /// force, at the solution \[N/m\]. The formula is df/ds in the head of `fast.rs`, with numerator and
    /// denominator divided by its D.
    fn slope(&self, x: &Trial, q: f64, compression: f64, stored: f64) -> f64 {
        let g = x.f / x.mean;
        let elastic = if compression > 0.0 { self.p * stored / compression } else { 0.0 };
        let stiffening = if x.dy.abs() > 1e-4 * compression {
            (elastic - g) / x.dy
        } else {
            0.5 * self.step.law.exponent * elastic / compression
        };
        let b = self.mu * g / self.step.t + x.mean * stiffening.max(0.0);
        let w = self.mu * q;
        let (tanhc, psi) = hyperbolic(w);
        let z = w * tanhc;
        let turning = 0.5 * self.step.t * self.c_v * z * (1.0 - psi / (tanhc * tanhc)) / tanhc;
        let per_d = (1.0 - z * z) / (tanhc * tanhc);
        let opposed = b * (self.step.c_x - turning);
        (opposed / ((per_d + opposed) * self.step.c_x.max(f64::MIN_POSITIVE))).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The surfaces touch by 1e-83 m where a strike begins, and store less energy than a number has digits
    /// for.
    #[test]
    fn a_step_from_a_compression_of_almost_zero_balances_its_energy() {
        let law = |stiffness, exponent, damping| HuntCrossley { stiffness, exponent, damping };
        let step = |law, rate: f64, y, [s_free, c_x, c_v]: [f64; 3], stored| ImpactStep {
            law,
            t: 1.0 / rate,
            y,
            s_free,
            dv_free: 0.0,
            c_x,
            c_v,
            stored,
        };
        let breaking = law(94_026_276_583.49, 2.673_111_069_913_646, 10.0);
        let crumpling = law(36_233_793_321.958_496, 2.905_797_814_700_405, 0.029_002_783_454_280_32);
        let hand = law(37_305_169_616.989_68, 1.819_256_729_105_406, 2.106_810_694_514_103_4);
        let steps = [
            step(breaking, 48e3, 6.9e-88, [1.507e-4, 2.17e-4, 20.83], 1.800_983_871_906_8e-310),
            step(crumpling, 22_050.0, 9.647e-83, [9.07e-4, 5.214e-5, 2.299], 4.276_321_467_179e-311),
            step(hand, 22_050.0, 5.087e-114, [1.602e-5, 1.44e-5, 0.635], 5.223_550_881_789_03e-310),
            // The energy is below the range of numbers.
            step(hand, 22_050.0, 1e-150, [1.602e-5, 1.44e-5, 0.635], 0.0),
            step(crumpling, 22_050.0, f64::MIN_POSITIVE, [9.07e-4, 5.214e-5, 2.299], 0.0),
        ];
        for step in steps {
            for solution in [step.solve(0.0, || 0.0), step.search(0.0)] {
                let work = solution.force * (step.s_free - step.c_x * solution.force);
                let off = work - (solution.stored - step.stored) - solution.heat;
                // Rounding of a sum of three terms of this size.
                assert!(work > 0.0 && off.abs() < 1e-14 * work, "{off:e} J of {work:e} J: {step:?}");
                let stored = step.law.potential(solution.compression);
                // Rounding of a power of the compression.
                assert!((solution.stored / stored - 1.0).abs() < 1e-12, "{stored:e} J: {solution:?}");
                // The same step from the surface differs by the compression at its start, 1e-83 m.
                let at_surface = ImpactStep { y: 0.0, stored: 0.0, ..step }.search(0.0);
                assert!((solution.force / at_surface.force - 1.0).abs() < 1e-9, "{at_surface:?}");
            }
        }
    }
}
