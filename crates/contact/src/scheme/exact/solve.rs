//! The one scalar equation of the exact step, and its solution in a handful of iterations.
//!
//! The unknown is not the force but half the change of *rapidity* over the step,
//!
//! $$ q = \frac{1}{\mu}\,\mathrm{atanh}\,z, \qquad z = \frac{\mu\,\Delta v}{2A}, $$
//!
//! which on a wall is ½ Δη with η = ln(1 + μv)/μ. Everything else follows from q in closed form, at any loss and down to
//! μ = 0, where q = Δv/2:
//!
//! $$ f = \frac{\Delta v_{free} - 2A_{free}\,\hat q}{C_v (1 - \rho\mu\hat q)}, \quad
//!    \hat q = \frac{\tanh \mu q}{\mu}, \quad \rho = \frac{2 C_x}{T C_v}, \quad
//!    \Delta y = s_{free} - C_x f - T\mu q^2 \chi(\mu q), \quad \chi(w) = \frac{w \coth w - 1}{w^2} $$
//!
//! | symbol          | unit       | meaning                                                     |
//! |-----------------|------------|-------------------------------------------------------------|
//! | y, Δy           | m          | compression now, and what the step adds                     |
//! | s_free, Δv_free | m, m/s     | what the step adds to gap and relative velocity, untouched  |
//! | C_x, C_v        | m/N, m/s/N | what one newton held over the step does to both             |
//! | A               | 1          | 1 + μ v̄, mean velocity v̄ = (s_free − C_x f)/T               |
//! | E               | J          | V(y) + f Δy/A: the energy the contact must hold afterwards  |
//!
//! Three forms of the same equation, each nearly linear where it is used, keep Newton short whatever the stiffness:
//!
//! * *leaving* (y + Δy < 0): the store is emptied, `f Δy + A V(y) = 0`, nearly a quadratic whose root starts the search;
//! * *soft* (one newton less than the force would move the surfaces little): `f − A G(Δy) = 0`;
//! * *stiff*: the p-th root of the energy balance, `((p/k) E)^{1/p} − (y + Δy) = 0`, p = α + 1, nearly the straight line
//!   of the second term. It also gives the new compression without the cancellation of y + Δy.
//!
//! In each the residual rises with −q, so a bracket is kept and a step that leaves it is replaced by bisection.

use crate::law::{HuntCrossley, Law};
use crate::math;

/// Most evaluations of the equation that one step may take. Random contacts over all declared ranges need at most 12
/// (`tests/exact_properties.rs`); what is left serves the bisection fallback of situations outside them.
pub(super) const MOST_EVALUATIONS: u32 = 40;

/// Newton has converged when its step is this small relative to the unknown: the next one would be its square.
const STEP_TOLERANCE: f64 = 2e-9;

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
}

/// What the step does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Solution {
    /// f: force held over the step [N].
    pub(crate) force: f64,
    /// Compression after the step [m].
    pub(crate) compression: f64,
    /// Δy − (s_free − C_x f), negated: what the step adds to the kept offset, never negative [m].
    pub(crate) offset: f64,
    /// Heat made in the step [J].
    pub(crate) heat: f64,
    pub(crate) evaluations: u32,
    /// Last step of the search relative to the unknown; below the tolerance unless the search ran out.
    pub(crate) residual: f64,
}

/// One trial value of q and all that follows from it, with derivatives by q.
#[derive(Clone, Copy)]
struct Trial {
    q: f64,
    f: f64,
    df: f64,
    a: f64,
    da: f64,
    dy: f64,
    ddy: f64,
    lag: f64,
}

/// tanh(w)/w and (w coth w − 1)/w², from one exponential.
fn hyperbolic(w: f64) -> (f64, f64) {
    let s = w * w;
    if s < 0.04 {
        // 8 terms: the remainder is below 1e-17 at |w| = 0.2.
        let tanhc = 1.0
            + s * (-1.0 / 3.0
                + s * (2.0 / 15.0
                    + s * (-17.0 / 315.0
                        + s * (62.0 / 2835.0
                            + s * (-1382.0 / 155925.0
                                + s * (21844.0 / 6081075.0
                                    + s * (-929569.0 / 638512875.0
                                        + s * 6404582.0 / 10854718875.0)))))));
        let chi = 1.0 / 3.0
            + s * (-1.0 / 45.0
                + s * (2.0 / 945.0
                    + s * (-1.0 / 4725.0
                        + s * (2.0 / 93555.0
                            + s * (-1382.0 / 638512875.0 + s * 4.0 / 18243225.0)))));
        (tanhc, chi)
    } else {
        let t = math::tanh(w);
        (t / w, (w / t - 1.0) / s)
    }
}

impl Situation {
    /// Solves the step. The caller has made sure that the surfaces touch or would touch.
    pub(crate) fn solve(&self, guess: f64) -> Solution {
        let mu = self.law.damping;
        let a_free = 1.0 + mu * self.s_free / self.t;
        let z_free = 0.5 * mu * self.dv_free / a_free;
        // No stickiness: something else tears the surfaces apart faster than 1/μ, so they go without a force.
        if a_free <= 0.0 || z_free.abs() >= 1.0 {
            return self.untouched();
        }
        let search = Search::new(self, a_free, z_free);
        let mut solution = search.run(guess);
        if solution.force <= 0.0 {
            solution = Solution {
                evaluations: solution.evaluations,
                ..self.untouched()
            };
        }
        solution
    }

    /// The step without a force.
    fn untouched(&self) -> Solution {
        Solution {
            compression: self.y + self.s_free,
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
    c_v: f64,
    rho: f64,
    /// V(y) [J]
    stored: f64,
    q_free: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    Leaving,
    Soft,
    Entering,
    Inside,
}

impl<'a> Search<'a> {
    fn new(at: &'a Situation, a_free: f64, z_free: f64) -> Self {
        let mu = at.law.damping;
        // The step is passive for *any* z, so a body that answers a held newton with hardly any velocity (a mode near
        // half the sample rate) may be treated as a slightly lighter one where only z is concerned.
        let of_mass = 2.0 * at.c_x / at.t;
        let c_v = at.c_v.max(0.05 * of_mass).max(1.1 * of_mass * z_free);
        Self {
            at,
            mu,
            p: at.law.exponent + 1.0,
            a_free,
            c_v,
            rho: of_mass / c_v,
            stored: at.law.potential(at.y),
            q_free: self::rapidity(mu, z_free, 0.5 * at.dv_free / a_free),
        }
    }

    fn trial(&self, q: f64) -> Trial {
        let Situation {
            t,
            s_free,
            dv_free,
            c_x,
            ..
        } = *self.at;
        let w = self.mu * q;
        let (tanhc, chi) = hyperbolic(w);
        let q_hat = q * tanhc;
        let bend = 1.0 - self.rho * self.mu * q_hat;
        let f = (dv_free - 2.0 * self.a_free * q_hat) / (self.c_v * bend);
        let dq_hat = 1.0 - self.mu * self.mu * q_hat * q_hat;
        let df =
            (self.rho * self.mu * dv_free - 2.0 * self.a_free) / (self.c_v * bend * bend) * dq_hat;
        let phi = w * w * chi;
        let lag = t * q * w * chi;
        let dlag = t * w * (1.0 - chi * (1.0 + phi));
        Trial {
            q,
            f,
            df,
            a: self.a_free - self.mu * c_x / t * f,
            da: -self.mu * c_x / t * df,
            dy: s_free - c_x * f - lag,
            ddy: -c_x * df - dlag,
            lag,
        }
    }

    /// q of a force.
    fn q_of(&self, f: f64) -> f64 {
        let a = self.a_free - self.mu * self.at.c_x / self.at.t * f;
        let dv = self.at.dv_free - self.c_v * f;
        let z = 0.5 * self.mu * dv / a;
        rapidity(self.mu, z.clamp(-0.999_999, 0.999_999), 0.5 * dv / a)
    }

    /// Force that the law makes with mean elastic force G: f = A(f) G, solved for f.
    fn force_of(&self, g: f64) -> f64 {
        g * self.a_free / (1.0 + self.mu * self.at.c_x / self.at.t * g)
    }

    /// μ times the force that would leave at −1/μ, where z = −1.
    fn most(&self) -> f64 {
        let Situation {
            dv_free, c_x, t, ..
        } = *self.at;
        (2.0 * self.a_free + self.mu * dv_free) / (self.c_v + 2.0 * c_x / t)
    }

    /// Draws an estimate of the force below that.
    fn below_most(&self, f: f64) -> f64 {
        f / (1.0 + self.mu * f / self.most())
    }

    /// Chooses the form and where to start. `guess` is a force extrapolated from the last steps, 0 if there is none
    /// worth having.
    fn run(&self, guess: f64) -> Solution {
        let Situation {
            law,
            y,
            s_free,
            c_x,
            t,
            ..
        } = *self.at;
        if guess > 0.0
            && y + s_free - 2.0 * c_x * guess > 0.25 * y
            && 2.0 * self.mu * guess < self.most()
        {
            return self.newton(Form::Soft, guess, 0.25 * y);
        }
        if y > 0.0 && self.leaves() {
            // Without the lag: d² + b d − C_x V = 0 for the way d = −Δy.
            let b = s_free + self.mu * c_x * self.stored / t;
            let root = math::sqrt(b * b + 4.0 * c_x * self.stored);
            let d = if b > 0.0 {
                2.0 * c_x * self.stored / (b + root)
            } else {
                0.5 * (root - b)
            };
            return self.newton(Form::Leaving, self.below_most((s_free + d) / c_x), 0.0);
        }
        // As if the force grew with the power a of the end point: e + S e^a = 1 for the end point e relative to the
        // untouched one, whose root is near (1 + aS)^(−1/a) for every S.
        let free = y + s_free;
        let strongest = self.force_of(law.mean_elastic(y, free - y));
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

    /// The root of the equation lies beyond the surface.
    fn leaves(&self) -> bool {
        let f = self.force_of(self.stored / self.at.y);
        let a = self.a_free - self.mu * self.at.c_x / self.at.t * f;
        let dv = self.at.dv_free - self.c_v * f;
        if 0.5 * self.mu * dv <= -a {
            return true;
        }
        self.at.y + self.trial(self.q_of(f)).dy < 0.0
    }

    /// About the compression at which the law makes the force of a trial, coming from the surface.
    fn compression_of(&self, x: &Trial) -> f64 {
        let law = &self.at.law;
        math::pow(
            self.p * x.f.max(0.0) / (x.a * law.stiffness),
            1.0 / law.exponent,
        )
    }

    /// Mean elastic force over the step and its slope in Δy.
    fn mean_elastic(&self, dy: f64) -> (f64, f64) {
        let Situation { law, y, .. } = *self.at;
        let g = law.mean_elastic(y, dy);
        let slope = if dy.abs() > 1e-4 * y.abs() {
            (law.elastic(y + dy) - g) / dy
        } else {
            0.5 * law.slope(y)
        };
        (g, slope)
    }

    /// Residual and its derivative by q; the residual rises as q falls.
    fn residual(&self, form: Form, x: &Trial) -> (f64, f64) {
        let law = &self.at.law;
        let y = self.at.y;
        match form {
            Form::Leaving => (
                -(x.f * x.dy + x.a * self.stored),
                -(x.df * x.dy + x.f * x.ddy + x.da * self.stored),
            ),
            Form::Soft => {
                let (g, slope) = self.mean_elastic(x.dy);
                (x.f - x.a * g, x.df - x.da * g - x.a * slope * x.ddy)
            }
            Form::Inside => {
                let (g, slope) = self.mean_elastic(x.dy);
                let one = 1.0 / law.exponent;
                let wanted = math::pow((x.f / (x.a * law.stiffness)).max(0.0), one);
                let made = math::pow(g / law.stiffness, one);
                let dwanted = wanted * (x.df / x.f - x.da / x.a);
                let dmade = made * slope * x.ddy / g;
                (wanted - made, one * (dwanted - dmade))
            }
            Form::Entering => {
                let energy = self.stored + x.f * x.dy / x.a;
                if energy <= 0.0 {
                    return (f64::INFINITY, 0.0);
                }
                let root = math::pow(self.p / law.stiffness * energy, 1.0 / self.p);
                let denergy = (x.df * x.dy + x.f * x.ddy - x.f * x.dy * x.da / x.a) / x.a;
                (
                    root - (y + x.dy),
                    root * denergy / (self.p * energy) - x.ddy,
                )
            }
        }
    }

    /// Newton inside a bracket, from the force `start`. A trial that overshoots the surface on its way to a root inside
    /// is sent back towards the compression `end`.
    fn newton(&self, form: Form, start: f64, end: f64) -> Solution {
        // q falls as the force rises: the bracket is (lowest, q_free], open below until a residual is seen there.
        let (mut low, mut high) = (f64::NEG_INFINITY, self.q_free);
        let mut q = self.q_of(start).min(self.q_free);
        let mut evaluations = 0;
        let mut step = f64::INFINITY;
        let scale = self.q_free.abs();
        loop {
            let x = self.trial(q);
            evaluations += 1;
            let (r, dr) = if x.a <= 0.0 {
                (f64::INFINITY, 0.0)
            } else if form != Form::Leaving && self.at.y + x.dy <= 0.0 {
                (
                    self.compression_of(&x).min(end) - (self.at.y + x.dy),
                    -x.ddy,
                )
            } else {
                self.residual(form, &x)
            };
            if r > 0.0 {
                low = low.max(q);
            } else {
                high = high.min(q);
            }
            let newton = q - r / dr;
            let next = if newton >= low && newton <= high {
                newton
            } else if low.is_finite() {
                0.5 * (low + high)
            } else {
                // Nothing known below: go further, faster each time.
                high - 2.0
                    * (self.q_free - high).max(1e-3 * (scale + self.at.dv_free.abs()) + 1e-12)
            };
            step = (next - q).abs() / (next.abs() + scale + f64::MIN_POSITIVE);
            q = next;
            if r == 0.0 || step <= STEP_TOLERANCE || evaluations >= MOST_EVALUATIONS {
                break;
            }
        }
        self.finish(form, q, evaluations, step)
    }

    fn finish(&self, form: Form, q: f64, evaluations: u32, residual: f64) -> Solution {
        let x = self.trial(q);
        let Situation { law, y, t, .. } = *self.at;
        let compression = if form == Form::Entering {
            let energy = self.stored + x.f * x.dy / x.a;
            math::pow((self.p / law.stiffness * energy).max(0.0), 1.0 / self.p)
        } else {
            y + x.dy
        };
        let g = x.f / x.a;
        let mean_velocity = (self.at.s_free - self.at.c_x * x.f) / t;
        Solution {
            force: x.f,
            compression,
            offset: x.lag,
            heat: g * (self.mu * mean_velocity * mean_velocity * t + x.lag),
            evaluations,
            residual,
        }
    }
}

/// atanh(z)/μ, which is `half` as μ → 0.
fn rapidity(mu: f64, z: f64, half: f64) -> f64 {
    if z.abs() < 1e-4 {
        half * (1.0 + z * z / 3.0)
    } else {
        0.5 * math::log1p(2.0 * z / (1.0 - z)) / mu
    }
}
