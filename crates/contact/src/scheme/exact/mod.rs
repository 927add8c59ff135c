//! The exact-restitution step: the exact release velocity at any sample rate, and never an energy gain.
//!
//! # Idea
//!
//! A Hunt-Crossley contact loses energy, yet it is a Hamiltonian system in compression y and *rapidity* η =
//! ln(1+μv)/μ. For a mass on a wall
//!
//! ```math
//! \dot\eta = -\frac{V'(y)}{m}, \quad \dot y = v(\eta) = \frac{e^{\mu\eta}-1}{\mu}, \qquad
//! V(y) + m K(\eta) = const, \quad mK = \Theta(v) = \frac{m}{\mu^2}\bigl(\mu v - \ln(1+\mu v)\bigr)
//! ```
//!
//! V is zero before and after a contact, so Θ(v_out) = Θ(v_in), which *is* eq. (6) of \[Papetti2011\]. A step
//! that conserves V + Θ therefore gives the exact release velocity at any step size. It needs none of that
//! paper's corrections.
//!
//! # The step
//!
//! Bodies move exactly under a force f held over the step ([`Forecast`]): the gap by Δx = s_free − C_x f, the
//! relative velocity by Δv = Δv_free − C_v f. With the mean velocity v̄ = Δx/T,
//!
//! ```math
//! A = 1 + \mu\bar v, \quad a_0 = A - \tfrac12\mu\Delta v, \quad a_1 = A + \tfrac12\mu\Delta v, \quad
//! L = \frac{a_1 - a_0}{\ln a_1 - \ln a_0}
//! ```
//!
//! ```math
//! \Delta y = \frac{T}{\mu}(L - 1), \qquad G = \frac{V(y+\Delta y) - V(y)}{\Delta y}, \qquad f = G\,L = G\,(1 + \mu\,\Delta y/T)
//! ```
//!
//! | symbol   | unit | meaning                                                             |
//! |----------|------|---------------------------------------------------------------------|
//! | L        | 1    | logarithmic mean of 1+μv over the step, never above A               |
//! | y, Δy    | m    | compression, and its change in the step                             |
//! | G        | N    | mean elastic force                                                  |
//! | f        | N    | force held over the step                                            |
//! | Δx − Δy  | m    | change of the offset δ in the step, second order in T               |
//!
//! This is the ordinary discrete gradient, ΔV/Δy with midpoint damping, with one difference: the compression
//! lags the gap by Δx − Δy = T(A − L)/μ ≥ 0. One scalar equation for f remains. `solve.rs` solves it in
//! general, `fast.rs` in the common case.
//!
//! **Exact restitution.** For a mass on a wall v̄ = (v₀+v₁)/2, so a₀ = 1+μv₀ and a₁ = 1+μv₁. Then L = Δv/Δη,
//! the balance m Δv = −T f reads m Δη = −T G, and Δy = T(Δv/Δη − 1)/μ = T ΔK/Δη. Cross-multiplication gives
//! ΔV + m ΔK = 0.
//!
//! **Passivity**, for *any* two passive linear bodies, at any stiffness, rate and number of modes. A held
//! force f takes exactly the work f Δx from the bodies; the contact stores ΔV = G Δy; the rest is heat,
//!
//! ```math
//! f\,\Delta x - G\,\Delta y = \frac{GT}{\mu}\bigl[L(A-1) - (L-1)\bigr] = \frac{GT}{\mu}\bigl[(L-1)^2 + L(A-L)\bigr] \ge 0
//! ```
//!
//! because V never falls with y (G ≥ 0) and the logarithmic mean of two positive numbers lies between zero
//! and their arithmetic mean (0 < L ≤ A). So the energy of the bodies plus V cannot grow beyond rounding.
//! (For a light body under a large force, rounding is relative to the work of the free motion.)
//! `tests/all/exact_passivity.rs` attacks this with random bodies; with A in place of L its balance does not
//! close.
//!
//! **No stickiness.** f = G L is never negative. Where a₀ or a₁ would not be positive, because another force
//! separates the bodies faster than 1/μ, the force is zero and Δy = Δx.
//!
//! **Timing.** Any positive factor on T in the two equations for Δy and Δη gives the same restitution and the
//! same proof. The obvious factor is atanh(z)/z, z = μΔv/2A, which makes the force (1+μv̄)G. With it a lossy
//! contact of a few samples is far too short, and its duration varies strongly with its phase in the sample
//! (`foley lab foley-table-clock`). The factor 1 is the discrete gradient itself, and its duration error c/κ²
//! can be corrected by the stiffness ([`Duration`]).
//!
//! Derived for this project; the discrete gradient of a Hamiltonian is \[Gonzalez1996\].

mod duration;
mod fast;
mod solve;

pub(crate) use duration::TouchPrediction;
pub use duration::{Duration, MAX_SUBSTEPS, Substeps};
pub(crate) use solve::ImpactStep;

use super::{Advance, Problem, Scheme, StepOutcome};
use crate::contact::Contact;
use crate::law::HuntCrossley;
use crate::{Forecast, Motion};

/// Maximum evaluations of the contact equation per step.
pub const MAX_ITERATIONS: u32 = solve::MAX_EVALUATIONS;

/// A mass on a wall moved by the exact step, with sub-steps during contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// Number of sub-steps per sample during contact.
    pub substeps: Substeps,
    /// Whether the stiffness is corrected at entry for the right contact time.
    pub duration: Duration,
    contact: Contact,
    motion: Motion,
    heat: f64,
    peak: f64,
    parts: u32,
}

impl Default for Exact {
    fn default() -> Self {
        Self::new(Substeps::default(), Duration::default())
    }
}

impl Exact {
    /// Creates a scheme with the given sub-steps and duration correction; call `begin` before the first step.
    pub fn new(substeps: Substeps, duration: Duration) -> Self {
        Self {
            substeps,
            duration,
            contact: Contact::new(HuntCrossley::default(), 0.0),
            motion: Motion::default(),
            heat: 0.0,
            peak: 0.0,
            parts: 1,
        }
    }

    /// Returns the contact between the mass and the wall.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }
}

impl Scheme<HuntCrossley> for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn begin(&mut self, problem: &Problem<HuntCrossley>, motion: Motion) {
        self.contact = Contact::new(problem.law, motion.displacement).with_duration(self.duration);
        self.motion = motion;
        self.heat = 0.0;
        self.parts = 1;
    }

    fn advance(&mut self, problem: &Problem<HuntCrossley>) -> Advance {
        let acceleration = problem.acceleration(0.0);
        if !self.contact.touching() {
            let full_step = Forecast::of_mass(problem.mass, self.motion, acceleration, problem.step);
            self.parts = if self.contact.would_touch(&full_step) {
                self.substeps.at_entry(problem.law, &full_step, problem.step)
            } else {
                self.contact.relax(problem.step);
                1
            };
        }
        let step = problem.step.divided_by(self.parts);
        let mut advance = Advance { substeps: self.parts, ..Advance::taken(0) };
        self.heat = 0.0;
        self.peak = f64::NEG_INFINITY;
        for _ in 0..self.parts {
            let mass = Forecast::of_mass(problem.mass, self.motion, acceleration, step);
            let decision = self.contact.decide(&mass.against(&Forecast::WALL), step);
            self.heat += self.contact.settle(&decision, decision.moved()).heat;
            self.peak = self.peak.max(self.contact.compression());
            self.motion = mass.pushed_by(-decision.force);
            advance.iterations = advance.iterations.max(decision.evaluations);
            if decision.cut_off() {
                advance.outcome = StepOutcome::NotConverged(decision.residual);
            }
        }
        advance
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    fn place(&mut self, _problem: &Problem<HuntCrossley>, motion: Motion, _refresh: bool) {
        self.motion = motion;
        self.contact.reset(motion.displacement);
    }

    fn compression(&self) -> f64 {
        self.contact.compression()
    }

    fn contact_force(&self, _problem: &Problem<HuntCrossley>) -> f64 {
        self.contact.force()
    }

    fn peak(&self) -> f64 {
        self.peak
    }

    fn energy(&self, problem: &Problem<HuntCrossley>) -> f64 {
        0.5 * problem.mass * self.motion.velocity * self.motion.velocity + self.contact.stored()
    }

    fn heat(&self) -> Option<f64> {
        Some(self.heat)
    }
}
