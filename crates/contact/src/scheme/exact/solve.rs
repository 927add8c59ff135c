//! The one scalar equation of the exact step, and its solution in a handful of iterations: here for every
//! situation; the common ones are first tried the short way of `quick.rs`.
//!
//! The unknown is not the force but half the change of *rapidity* over the step,
//!
//! $$ q = \frac{1}{\mu}\,\mathrm{atanh}\,z, \qquad z = \frac{\mu\,\Delta v}{2A}, $$
//!
//! which on a wall is ½ Δη with η = ln(1 + μv)/μ. Everything else follows from q in closed form, at any loss
//! and down to μ = 0, where q = Δv/2:
//!
//! $$ f = \frac{\Delta v_{free} - 2A_{free}\,\hat q}{C_v (1 - \rho\mu\hat q)}, \quad
//!    \hat q = \frac{\tanh \mu q}{\mu}, \quad \rho = \frac{2 C_x}{T C_v}, \quad
//!    \Delta y = s_{free} - C_x f - T A \mu q^2 \psi(\mu q), \quad \psi(w) = \frac{1 - \tanh(w)/w}{w^2} $$
//!
//! | symbol          | unit       | meaning                                                     |
//! |-----------------|------------|-------------------------------------------------------------|
//! | y, Δy           | m          | compression now, and what the step adds                     |
//! | s_free, Δv_free | m, m/s     | what the step adds to gap and relative velocity, untouched  |
//! | C_x, C_v        | m/N, m/s/N | what one newton held over the step does to both             |
//! | A               | 1          | 1 + μ v̄, mean velocity v̄ = (s_free − C_x f)/T               |
//! | L               | 1          | A tanh(μq)/(μq), the logarithmic mean; 1 + μΔy/T            |
//! | E               | J          | V(y) + f Δy/L: the energy the contact must hold afterwards  |
//!
//! Four forms of the same equation, each nearly linear where it is used, keep Newton short whatever the
//! stiffness:
//!
//! * *leaving* (y + Δy < 0): the store is emptied, `f Δy + L V(y) = 0`, nearly a quadratic whose root starts
//!   the search;
//! * *soft* (the force moves the surfaces little within a step): `f − L G(Δy) = 0`;
//! * *inside*, stiff: the α-th root of both sides of `f/L = G(Δy)`, which makes the right one nearly a
//!   straight line;
//! * *entering*, stiff, from well before the surface: the p-th root of the energy balance,
//!   `((p/k) E)^{1/p} = y + Δy`, p = α + 1. It also gives the new compression without the cancellation of y +
//!   Δy.
//!
//! In each the residual rises as q falls, so a bracket is kept and a step that leaves it is replaced by
//! bisection. A trial on the other side of the surface than its form expects either changes the form or is
//! sent back.

use super::quick::Quick;
use crate::law::{HuntCrossley, Law};
use crate::math;

/// Most evaluations of the equation that one step may take. Random contacts over all declared ranges need
/// fewer (`tests/exact_properties.rs`); a search that is cut off returns the smaller force of its bracket,
/// which is passive.
pub(crate) const MAX_EVALUATIONS: u32 = 12;

/// Newton has converged when its step changes the unknown, the force and the compression by no more than this
/// share: the next one would be its square.
const STEP_TOLERANCE: f64 = 2e-9;

/// Largest share by which the energy balance and the law at the end point may differ by rounding alone.
const BALANCE_TOLERANCE: f64 = 1e-8;

/// Most that μq may fall in the first Newton step; twice as much in each one after it.
const FIRST_TURN: f64 = 3.0;

/// Largest |z| that the bodies may make by themselves.
const LARGEST_FREE_Z: f64 = 0.9;

/// The situation at the beginning of a step, in the letters of the module's table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    pub(crate) law: HuntCrossley,
    pub(crate) t: f64,
    pub(crate) y: f64,
    pub(crate) s_free: f64,
    pub(crate) dv_free: f64,
    pub(crate) c_x: f64,
    pub(crate) c_v: f64,
    /// V(y): what the contact holds now \[J\].
    pub(crate) stored: f64,
}

/// What the step does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Solution {
    /// f: force held over the step \[N\].
    pub(crate) force: f64,
    /// Compression after the step \[m\].
    pub(crate) compression: f64,
    /// V after the step \[J\].
    pub(crate) stored: f64,
    /// Heat made in the step \[J\].
    pub(crate) heat: f64,
    /// How the force answers the free motion, as a newton moves it: df/ds_free, with dΔv_free = (C_v/C_x)
    /// ds_free \[N/m\].
    pub(crate) slope: f64,
    /// Evaluations of the equation.
    pub(crate) evaluations: u32,
    /// Last relative change in the search; below the tolerance unless the search was cut off.
    pub(crate) residual: f64,
}

/// One trial value of q and all that follows from it, with derivatives by q.
#[derive(Clone, Copy)]
struct Trial {
    f: f64,
    df: f64,
    /// L
    mean: f64,
    dmean: f64,
    dy: f64,
    ddy: f64,
    /// φ L²/μ: what the heat has beyond μ(Δy/T)² [m/s].
    excess: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Leaving,
    Soft,
    Inside,
    Entering,
}

/// tanh(w)/w and (1 − tanh(w)/w)/w².
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

/// atanh(z)/μ, which is `half` as μ → 0.
fn rapidity(mu: f64, z: f64, half: f64) -> f64 {
    if z.abs() < 1e-4 { half * (1.0 + z * z / 3.0) } else { 0.5 * math::log1p(2.0 * z / (1.0 - z)) / mu }
}

impl Situation {
    /// Solves the step. The caller has made sure that the surfaces touch or would touch. `guess` is a force
    /// to start from \[N\], 0 if there is none better than the closed form's own; `extrapolated` one to fall
    /// back upon.
    #[inline]
    pub(crate) fn solve(&self, guess: f64, extrapolated: impl FnOnce() -> f64) -> Solution {
        match Quick::new(self).solve(guess) {
            Some(solution) => solution,
            None => self.search(extrapolated()),
        }
    }

    /// The general search, for every situation.
    #[cold]
    #[inline(never)]
    fn search(&self, guess: f64) -> Solution {
        let a_free = 1.0 + self.law.damping * self.s_free / self.t;
        if a_free <= 0.0 {
            return self.torn_apart();
        }
        let search = Search::new(self, a_free);
        if self.y <= 0.0 {
            let untouched = self.y + search.trial(search.q_free).dy;
            if untouched <= 0.0 {
                // The lag keeps the surfaces apart for this step.
                return Solution { compression: untouched, ..Solution::default() };
            }
        }
        search.run(guess)
    }

    /// No stickiness: something else tears the surfaces apart faster than 1/μ, so they go without a force,
    /// and what was stored is lost.
    fn torn_apart(&self) -> Solution {
        let compression = self.y + self.s_free;
        Solution {
            compression,
            stored: self.law.potential(compression).min(self.stored),
            heat: (self.stored - self.law.potential(compression)).max(0.0),
            ..Solution::default()
        }
    }
}

/// A situation with what its search needs again and again.
struct Search<'a> {
    at: &'a Situation,
    mu: f64,
    p: f64,
    a_free: f64,
    dv_free: f64,
    c_v: f64,
    rho: f64,
    q_free: f64,
}

impl<'a> Search<'a> {
    fn new(at: &'a Situation, a_free: f64) -> Self {
        let mu = at.law.damping;
        // The step is passive for *any* z between −1 and 1, so two things may be bent where only z is
        // concerned: a change of velocity that would by itself take z out of there, and a body that answers a
        // held newton with hardly any velocity (a mode near half the sample rate), which passes for a
        // slightly lighter one.
        let largest = 2.0 * LARGEST_FREE_Z * a_free / mu;
        let dv_free = at.dv_free.max(-largest).min(largest);
        let z_free = 0.5 * mu * dv_free / a_free;
        let of_mass = 2.0 * at.c_x / at.t;
        let c_v = at.c_v.max(0.05 * of_mass).max(1.1 * of_mass * z_free);
        Self {
            at,
            mu,
            p: at.law.exponent + 1.0,
            a_free,
            dv_free,
            c_v,
            rho: of_mass / c_v,
            q_free: rapidity(mu, z_free, 0.5 * dv_free / a_free),
        }
    }

    fn trial(&self, q: f64) -> Trial {
        let Situation { t, s_free, c_x, .. } = *self.at;
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

    /// q of a force.
    fn q_of(&self, f: f64) -> f64 {
        let a = self.a_free - self.mu * self.at.c_x / self.at.t * f;
        let dv = self.dv_free - self.c_v * f;
        let z = 0.5 * self.mu * dv / a;
        rapidity(self.mu, z.clamp(-0.999_999, 0.999_999), 0.5 * dv / a)
    }

    /// About the force that the law makes with mean elastic force G: f = A(f) G, solved for f.
    fn force_of(&self, g: f64) -> f64 {
        g * self.a_free / (1.0 + self.mu * self.at.c_x / self.at.t * g)
    }

    /// μ times the force that would leave at −1/μ, where z = −1.
    fn most(&self) -> f64 {
        let Situation { c_x, t, .. } = *self.at;
        (2.0 * self.a_free + self.mu * self.dv_free) / (self.c_v + 2.0 * c_x / t)
    }

    /// Draws an estimate of the force below that.
    fn below_most(&self, f: f64) -> f64 {
        f / (1.0 + self.mu * f / self.most())
    }

    /// Chooses the form and where to start.
    fn run(&self, guess: f64) -> Solution {
        let Situation { law, y, s_free, c_x, t, .. } = *self.at;
        if y > 0.0
            && guess > 0.0
            && y + s_free - 2.0 * c_x * guess > 0.25 * y
            && 2.0 * self.mu * guess < self.most()
        {
            return self.newton(Form::Soft, guess, 0.25 * y);
        }
        if y > 0.0 {
            // Leaving, if the lag is left out: d² + b d − C_x V = 0 for the way d = −Δy.
            let b = s_free + self.mu * c_x * self.at.stored / t;
            let root = math::sqrt(b * b + 4.0 * c_x * self.at.stored);
            let d = if b > 0.0 { 2.0 * c_x * self.at.stored / (b + root) } else { 0.5 * (root - b) };
            if d > y || y + s_free <= 0.0 {
                return self.newton(Form::Leaving, self.below_most((s_free + d) / c_x), y);
            }
        }
        // As if the force grew with the power a of the end point: e + S e^a = 1 for the end point e relative
        // to the untouched one, whose root is near (1 + aS)^(−1/a) for every S.
        let free = y + s_free;
        let strongest = self.force_of(law.mean_elastic(y, s_free));
        let a = if y > 0.0 { law.exponent } else { self.p };
        let s = c_x * strongest / free;
        let end = free * math::pow(1.0 + a * s, -1.0 / a);
        let start = self.below_most(((free - end) / c_x).min(strongest));
        let form = if a * s < 1.0 {
            Form::Soft
        } else if -y > math::pow(self.p / law.stiffness * start * (end - y), 1.0 / self.p) {
            Form::Entering
        } else {
            Form::Inside
        };
        self.newton(form, start, end)
    }

    /// About the compression at which the law makes the force of a trial, coming from the surface.
    fn compression_of(&self, x: &Trial) -> f64 {
        let law = &self.at.law;
        math::pow(self.p * x.f.max(0.0) / (x.mean * law.stiffness), 1.0 / law.exponent)
    }

    /// Mean elastic force over the step and its slope in Δy.
    fn mean_elastic(&self, dy: f64) -> (f64, f64) {
        let Situation { law, y, .. } = *self.at;
        let end = y + dy;
        let (g, at_end) = if y > 0.0 && end > 0.0 && !math::is_half_whole(self.p) {
            // V(y+Δy)/V(y) − 1 from a logarithm: the power function, the dearest of all, is not needed
            // inside.
            let growth = math::expm1(self.p * math::log1p(dy / y));
            (self.at.stored * growth / dy, self.p * self.at.stored * (1.0 + growth) / end)
        } else {
            (law.mean_elastic(y, dy), law.elastic(end))
        };
        if dy.abs() > 1e-4 * y.abs() {
            (g, (at_end - g) / dy)
        } else {
            // Both differences have lost their digits; what they tend to has not.
            (law.mean_elastic(y, dy), 0.5 * law.slope(y))
        }
    }

    /// Residual and its derivative by q; the residual rises as q falls.
    fn residual(&self, form: Form, x: &Trial) -> (f64, f64) {
        let law = &self.at.law;
        let y = self.at.y;
        match form {
            Form::Leaving => (
                -(x.f * x.dy + x.mean * self.at.stored),
                -(x.df * x.dy + x.f * x.ddy + x.dmean * self.at.stored),
            ),
            Form::Soft => {
                let (g, slope) = self.mean_elastic(x.dy);
                (x.f - x.mean * g, x.df - x.dmean * g - x.mean * slope * x.ddy)
            }
            Form::Inside => {
                let (g, slope) = self.mean_elastic(x.dy);
                let one = 1.0 / law.exponent;
                let wanted = math::pow((x.f / (x.mean * law.stiffness)).max(0.0), one);
                let made = math::pow(g / law.stiffness, one);
                let dwanted = wanted * (x.df / x.f - x.dmean / x.mean);
                let dmade = made * slope * x.ddy / g;
                (wanted - made, one * (dwanted - dmade))
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

    /// The residual of a trial by the form that fits the side of the surface it is on; `form` follows the
    /// root.
    fn judge(&self, form: &mut Form, x: &Trial, end: f64) -> (f64, f64) {
        let y = self.at.y + x.dy;
        if x.mean <= 0.0 {
            return (f64::INFINITY, 0.0);
        }
        if y > 0.0 {
            let (r, dr) = self.residual(if *form == Form::Leaving { Form::Inside } else { *form }, x);
            if *form == Form::Leaving && r <= 0.0 {
                // The force is too small, but the leaving form knows better how far to go.
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
        if r <= 0.0 && self.at.y > 0.0 {
            *form = Form::Leaving;
            return (r, dr);
        }
        (self.compression_of(x).min(end) - y, -x.ddy)
    }

    /// Newton inside a bracket, from the force `start`. A trial that overshoots the surface on its way to a
    /// root inside is sent back towards the compression `end`.
    fn newton(&self, mut form: Form, start: f64, end: f64) -> Solution {
        // q falls as the force rises: the bracket is (low, high], open below until a residual is seen there.
        let (mut low, mut high) = (f64::NEG_INFINITY, self.q_free);
        let scale = self.q_free.abs() + f64::MIN_POSITIVE;
        // Rounding of a force that is a small difference of what the bodies do by themselves.
        let noise = 1e-6 * self.dv_free.abs() / self.c_v + f64::MIN_POSITIVE;
        // A light body under a large force: the compression is a small difference of large ways.
        let depth = self.at.y.abs();
        let blur = 1e-6 * (self.at.s_free.abs() + self.at.c_x * start.abs()) + f64::MIN_POSITIVE;
        let mut q = self.q_of(start).min(self.q_free);
        let mut evaluations = 0;
        let mut turn = FIRST_TURN;
        loop {
            let x = self.trial(q);
            evaluations += 1;
            let (r, dr) = self.judge(&mut form, &x, end);
            if r > 0.0 {
                low = low.max(q);
            } else {
                high = high.min(q);
            }
            // At first at most e⁶ in 1 + μv at once: beyond, the tangent knows nothing of the logarithm.
            let newton = (q - r / dr).max(q - turn / self.mu);
            turn *= 2.0;
            let next = if newton >= low && newton <= high {
                newton
            } else if low.is_finite() {
                0.5 * (low + high)
            } else {
                // Nothing known below: go further, faster each time.
                high - 2.0 * (self.q_free - high).max(1e-3 * self.dv_free.abs() + 1e-12)
            };
            let change = x.df * (next - q);
            let step = (change.abs() / ((x.f + change).abs() + noise))
                .max((next - q).abs() / (next.abs() + scale))
                .max((x.ddy * (next - q)).abs() / (depth.max(self.at.y + x.dy) + blur));
            if r == 0.0 || step <= STEP_TOLERANCE {
                return self.finish(form, next, evaluations, step);
            }
            if evaluations >= MAX_EVALUATIONS {
                return self.cut_off(high, evaluations, step);
            }
            q = next;
        }
    }

    fn finish(&self, form: Form, q: f64, evaluations: u32, residual: f64) -> Solution {
        let x = self.trial(q);
        let (compression, energy) = if form == Form::Entering {
            let energy = (x.f * x.dy / x.mean).max(0.0);
            (self.holding(energy), energy)
        } else {
            self.balanced(&x)
        };
        self.solution(&x, q, compression, energy, evaluations, residual)
    }

    /// The end point of a trial and its energy, by the balance where the law agrees but for rounding.
    fn balanced(&self, x: &Trial) -> (f64, f64) {
        let end = self.at.y + x.dy;
        let there = self.at.law.potential(end);
        let paid = self.at.stored + x.f * x.dy / x.mean;
        let off = paid - there;
        if off.abs() < BALANCE_TOLERANCE * there {
            (end * (1.0 + off / (self.p * there)), paid)
        } else {
            (end, there)
        }
    }

    /// The compression that holds an energy.
    fn holding(&self, energy: f64) -> f64 {
        math::pow(self.p / self.at.law.stiffness * energy, 1.0 / self.p)
    }

    /// Out of evaluations: the force at the upper end of the bracket is too small, so whatever it leaves in
    /// the store, by the energy balance, is less than the law would have there. Passive, and exact in energy.
    fn cut_off(&self, high: f64, evaluations: u32, residual: f64) -> Solution {
        let x = self.trial(high);
        let energy = (self.at.stored + x.f * x.dy / x.mean).max(0.0);
        let compression = if energy > 0.0 { self.holding(energy) } else { (self.at.y + x.dy).min(0.0) };
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
    ) -> Solution {
        let t = self.at.t;
        if x.f <= 0.0 {
            // A root at zero, but for rounding: the surfaces graze, and nothing may be stored that nobody
            // paid for.
            return Solution {
                compression: compression.min(self.at.y.max(0.0)),
                stored: stored.min(self.at.stored),
                evaluations,
                ..Solution::default()
            };
        }
        Solution {
            force: x.f,
            compression,
            stored,
            heat: x.f / x.mean * (self.mu * x.dy * x.dy / t + t * x.excess),
            slope: self.slope(x, q, compression, stored),
            evaluations,
            residual,
        }
    }

    /// df/ds_free along what a newton does, at the root: the letters B and D of `quick.rs`, both sides of the
    /// fraction over D = (sinh w / w)², w = μq.
    fn slope(&self, x: &Trial, q: f64, compression: f64, stored: f64) -> f64 {
        let g = x.f / x.mean;
        let elastic = if compression > 0.0 { self.p * stored / compression } else { 0.0 };
        let stiffening = if x.dy.abs() > 1e-4 * compression {
            (elastic - g) / x.dy
        } else {
            0.5 * self.at.law.exponent * elastic / compression
        };
        let b = self.mu * g / self.at.t + x.mean * stiffening.max(0.0);
        let w = self.mu * q;
        let (tanhc, psi) = hyperbolic(w);
        let z = w * tanhc;
        let turning = 0.5 * self.at.t * self.c_v * z * (1.0 - psi / (tanhc * tanhc)) / tanhc;
        let per_d = (1.0 - z * z) / (tanhc * tanhc);
        let opposed = b * (self.at.c_x - turning);
        (opposed / ((per_d + opposed) * self.at.c_x.max(f64::MIN_POSITIVE))).max(0.0)
    }
}
