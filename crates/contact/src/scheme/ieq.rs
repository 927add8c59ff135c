//! Energy quadratisation: the root of the stored energy is an extra state, and every step is one division.
//!
//! With ψ = √(2V) the stored energy is ½ψ² and the force is gψ, g = dψ/dy. A step with known g is linear. The
//! three-point form:
//!
//! ```math
//! m\,\frac{y^{n+1} - 2y^n + y^{n-1}}{T^2} =
//! -g\,\frac{\psi^{n+1/2} + \psi^{n-1/2}}{2} - r\,\frac{y^{n+1} - y^{n-1}}{2T} + f_e, \qquad
//! \psi^{n+1/2} = \psi^{n-1/2} + g\,\frac{y^{n+1} - y^{n-1}}{2}
//! ```
//!
//! and the one-step form, with the force held over the step, y and v at the samples:
//!
//! ```math
//! d = y_1 - y_0, \qquad d = d_0 - \tfrac{T^2}{2m}\Bigl(g\psi_0 + \tfrac12 g^2 d + r\,\tfrac dT\Bigr),
//! \qquad \psi_1 = \psi_0 + g d
//! ```
//!
//! | symbol | here             | unit    | meaning                                           |
//! |--------|------------------|---------|---------------------------------------------------|
//! | y, v   | `Stencil`        | m, m/s  | compression and its rate                          |
//! | ψ      | `psi`            | √J      | root of twice the stored energy: a state          |
//! | g      | `slope`          | √J/m    | dψ/dy, V'/√(2V)                                   |
//! | r      | `Law::resistance`| N s/m   | resistance                                        |
//! | d₀     | `free`           | m       | increment without contact                         |
//!
//! In the one-step form g is the secant slope of ψ from y₀ to the position predicted with the force of the
//! last step. r is taken half way there.
//!
//! ½mv² + ½ψ² is conserved to rounding. But ψ is an independent state, not tied to √(2V(y)). It does not
//! return to zero at release. It may change its sign, which makes the contact sticky, and it keeps its energy
//! when the bodies separate. [`IeqForm::Corrected`] reverses g when ψ is negative. Once outside, it chooses g
//! so that ψ becomes zero. All the energy then returns, but late by a sample or more.
//!
//! Two-sided laws lose the sign of their force in the root and would need another ψ, so [`crate::law::Power`]
//! and [`crate::law::CentreLimited`] are excluded. Laws that may not pull are not limited to zero here.
//! `motion()` of the three-point forms is as in the three-point scheme.
//!
//! Source: \[Ducceschi2021\]; the correction is this project's interpretation of that literature and has not
//! been checked against a publication.

use super::{Advance, Problem, Scheme, Stencil};
use crate::law::Law;
use crate::{Motion, math};

/// Variant of the energy-quadratised scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IeqForm {
    /// Three points in time, without correction. The extra state, the root of twice the stored energy, may
    /// keep energy after release.
    #[default]
    Plain,
    /// Three points in time, with a correction of the extra state, the root of twice the stored energy. The
    /// correction keeps the contact from sticking and sets the extra state to zero after release.
    Corrected,
    /// One-step form, with the force held over the step.
    OneStep,
}

/// The energy-quadratised scheme, whose extra state is the root of twice the stored energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ieq {
    /// Variant of the scheme; change it only before `begin`.
    pub form: IeqForm,
    stencil: Stencil,
    motion: Motion,
    force: f64,
    psi: f64,
    heat: f64,
}

impl Ieq {
    /// Creates the scheme in this variant, with the mass at rest.
    pub fn new(form: IeqForm) -> Self {
        Self { form, ..Self::default() }
    }

    /// Returns the extra state of the scheme, the root of twice the stored energy \[√J\].
    pub fn psi(&self) -> f64 {
        self.psi
    }

    fn three_points<L: Law>(&mut self, problem: &Problem<L>) {
        let t = problem.step.seconds();
        let Stencil { here, last, .. } = self.stencil;
        let give = t * t / problem.mass;
        let free = 2.0 * last + give * problem.pressing;
        let mut g = slope(&problem.law, here);
        if self.form == IeqForm::Corrected {
            if self.psi < 0.0 {
                g = -g;
            }
            if !problem.law.touches(here) && free != 0.0 {
                g = -2.0 * self.psi / free;
            }
        }
        let r = problem.law.resistance(here);
        let d = (free - give * g * self.psi) / (1.0 + give * (0.25 * g * g + 0.5 * r / t));
        self.psi += 0.5 * g * d;
        self.heat = 0.25 * r / t * d * d;
        self.stencil.step_by(problem, d - last);
        self.motion = self.stencil.motion();
    }

    fn one_step<L: Law>(&mut self, problem: &Problem<L>) {
        let t = problem.step.seconds();
        let Motion { displacement: y, velocity: v } = self.motion;
        let push = t * problem.pressing / problem.mass;
        let give = 0.5 * t * t / problem.mass;
        let free = t * (v + 0.5 * push);
        // Position predicted with the force of the last step. The slope of ψ is taken over that path, the
        // resistance half way.
        let guess = free - give * self.force;
        let g = secant(&problem.law, y, guess);
        let r = problem.law.resistance(y + 0.5 * guess);
        let d = (free - give * g * self.psi) / (1.0 + give * (0.5 * g * g + r / t));
        self.force = g * (self.psi + 0.5 * g * d) + r / t * d;
        self.psi += g * d;
        self.heat = r / t * d * d;
        self.motion = Motion::new(y + d, v + push + 2.0 / t * (d - free));
    }
}

/// Returns the root of twice the energy that the law stores at compression `y` \[√J\].
fn root<L: Law>(law: &L, y: f64) -> f64 {
    math::sqrt(2.0 * law.potential(y))
}

/// Returns the slope of the root of twice the stored energy at compression `y` \[√J/m\]; zero where no energy
/// is stored.
fn slope<L: Law>(law: &L, y: f64) -> f64 {
    let psi = root(law, y);
    if psi > 0.0 { law.elastic(y) / psi } else { 0.0 }
}

/// Returns the secant slope of ψ, the root of twice the stored energy, between the compressions `y` and `y +
/// by` \[√J/m\]. Computes Δψ as 2ΔV/(ψ₀+ψ₁) from the change ΔV of the energy, which avoids cancellation.
fn secant<L: Law>(law: &L, y: f64, by: f64) -> f64 {
    let sum = root(law, y) + root(law, y + by);
    if sum > 0.0 { 2.0 * law.mean_elastic(y, by) / sum } else { 0.0 }
}

impl<L: Law> Scheme<L> for Ieq {
    fn name(&self) -> &'static str {
        match self.form {
            IeqForm::Plain => "ieq",
            IeqForm::Corrected => "ieq-corrected",
            IeqForm::OneStep => "ieq-one-step",
        }
    }

    fn lag(&self) -> u32 {
        u32::from(self.form != IeqForm::OneStep)
    }

    fn begin(&mut self, problem: &Problem<L>, motion: Motion) {
        self.motion = motion;
        self.stencil = Stencil::from_flight(problem, motion);
        // Outside the contact ψ is zero; a mass that starts inside has the ψ that the law gives.
        self.psi = match self.form {
            IeqForm::OneStep => root(&problem.law, motion.displacement),
            _ => root(&problem.law, motion.displacement - 0.5 * self.stencil.last),
        };
        self.force = 0.0;
        self.heat = 0.0;
    }

    fn advance(&mut self, problem: &Problem<L>) -> Advance {
        match self.form {
            IeqForm::OneStep => self.one_step(problem),
            _ => self.three_points(problem),
        }
        Advance::taken(1)
    }

    fn motion(&self) -> Motion {
        self.motion
    }

    /// Moves the mass to `motion`. With `refresh`, the extra state is computed from the law again; otherwise
    /// it stays.
    fn place(&mut self, problem: &Problem<L>, motion: Motion, refresh: bool) {
        let Self { psi, force, .. } = *self;
        self.begin(problem, motion);
        if !refresh {
            (self.psi, self.force) = (psi, force);
        }
    }

    fn energy(&self, problem: &Problem<L>) -> f64 {
        let v = match self.form {
            IeqForm::OneStep => self.motion.velocity,
            _ => self.stencil.last / problem.step.seconds(),
        };
        0.5 * problem.mass * v * v + 0.5 * self.psi * self.psi
    }

    fn heat(&self) -> Option<f64> {
        Some(self.heat)
    }
}
