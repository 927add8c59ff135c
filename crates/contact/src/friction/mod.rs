//! Friction between two surfaces: bristles bend, break away, slide and stick again.
//!
//! # Model
//!
//! Friction is the mean of many small contacts, modelled as bristles that stand out from both surfaces. Bent
//! a little, they push back like a spring. Bent further, they begin to slip. In steady sliding their
//! deflection follows the Stribeck curve. This produces stick-slip, squeaks and bowed tones.
//!
//! ```math
//! \dot z = v\Bigl(1 - \alpha(z,v)\frac{z}{z_{ss}(v)}\Bigr), \qquad f = \sigma_0 z + \sigma_1\dot z + \sigma_2 v + \sigma_3 w
//! ```
//!
//! ```math
//! z_{ss} = \frac{\operatorname{sgn} v}{\sigma_0}\bigl[F_c + (F_s - F_c)\,e^{-(v/v_s)^2}\bigr], \quad
//! F_c = \mu_d F_N, \quad F_s = \mu_s F_N, \quad z_{ba} = k_{ba}F_c/\sigma_0
//! ```
//!
//! | symbol     | here                            | unit      | meaning                                                 |
//! |------------|---------------------------------|-----------|---------------------------------------------------------|
//! | z          | [`FrictionContact::deflection`] | m         | mean deflection of the bristles                         |
//! | v          | `Forecast`                      | m/s       | velocity of the first surface relative to the second    |
//! | σ₀, σ₁, σ₂ | [`Friction`]                    | N/m, kg/s | stiffness and damping of the bristles, viscosity        |
//! | σ₃, w      | [`Friction`], `noise.rs`        | √(kg/s)   | strength of the noise; the noise                        |
//! | z_ss       |                                 | m         | deflection in steady sliding                            |
//! | z_ba       | [`Friction::elastic_limit`]     | m         | break-away deflection: no slip below it                 |
//! | α          |                                 | 1         | slipping share: 0 below z_ba or against the motion, 1 beyond z_ss, half a sine between |
//!
//! The force is positive when it opposes a positive velocity: the first surface feels −f, the second +f.
//!
//! # The step
//!
//! The bodies move exactly under a force held over the step: v̄ = v_free − (C_x/T) f. Over that slide the
//! bristles are followed in closed form: bending until z_ba, then slipping with α taken half way
//! (`bristle.rs`). One scalar equation for v̄ remains. It is solved in at most [`MAX_EVALUATIONS`]
//! evaluations, mostly in one or two, and in none while nothing slips (`solve.rs`).
//!
//! **Any stiffness.** With α held, a deviation from Z = z_ss/α decays by e^(−x) over the slide, x = r/Z. The
//! midpoint rule has (1 − x/2)/(1 + x/2) instead. It rings from sample to sample once the bristles are
//! shorter than the slide of a step (x > 2): at 44.1 kHz and 0.1 m/s from about 10⁶ N/m on. This step uses
//! E = 1/(1 + x + x²/2), which is equally accurate to second order, always positive, and tends to zero.
//!
//! **Passivity.** The bodies lose exactly f v̄ T. The bristles store ½σ₀z². While they bend, only (σ₁+σ₂)v̄²T
//! is lost. While they slip by r, from z₀ = Z + y to Z + Ey, the mean deflection is ⟨z⟩ = Z + y(1−E)/x, and
//!
//! ```math
//! \frac{\text{heat}}{\sigma_0} = r\langle z\rangle - \Delta\frac{z^2}{2}
//! = xZ^2 + 2(1-E)\,Zy + \tfrac12(1-E^2)\,y^2 \ge 0 \quad\text{for all } Z, y \iff E \ge \frac{1-x/2}{1+x/2}
//! ```
//!
//! E(1+x/2) ≥ 1 − x/2 holds because (1−x/2)(1+x+x²/2) = 1 + x/2 − x³/4. The midpoint rule is the limiting
//! case. The proof holds for any α in \[0, 1\], so α may be taken at any convenient point, and for any step,
//! mass and stiffness.
//!
//! The remaining terms are σ₁ż + σ₂v. While the deflection grows they oppose the motion. While it shrinks, at
//! z > z_ss, σ₁ż pushes, but no more than the rest brakes if σ₂ ≥ σ₁(F_s/F_c − 1). Where the parameters
//! violate this, σ₁ is reduced just enough that the force does not turn negative
//! ([`FrictionDecision::softened`]). Then f v̄ T ≥ 0 and the stored energy shrinks, so the heat is positive.
//!
//! **The normal force** may change at every step. Bristles cannot hold more than F_s. When F_N falls, the
//! excess is released and the difference of ½σ₀z² becomes heat. At zero the surfaces are apart.
//!
//! **Noise** is an external force, enabled by σ₃: shocks of asperities (`noise.rs`). It is drawn once per
//! sample ([`FrictionContact::next_sample`]), however the sample is divided, and held over the sample. Its
//! power is that of √(|v|F_N). It never exceeds F_c, so it cannot do more work than sliding dissipates. Its
//! work has its own column in the ledger.
//!
//! Source: \[Dupont2002\]; \[Avanzini2005\]; \[PapettiThesis, eq. (2.1)\]. The step is derived for this
//! project. Checked in `tests/friction_*.rs`.

mod bristle;
mod law;
mod noise;
mod solve;

pub use law::Friction;
pub use solve::MAX_EVALUATIONS;

use crate::energy::Exchange;
use crate::{Forecast, Step, math};
use bristle::Bristles;
use noise::Noise;
use solve::{FrictionStep, LastStep};

/// The surfaces count as apart if their largest possible bristle deflection is below this length \[m\].
const APART: f64 = 1e-100;

/// Negative heat below this share of the exchanged energy counts as rounding \[1\].
const ROUNDING: f64 = 1e-13;

/// A friction contact between two surfaces: a law and the state of the bristles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionContact {
    law: Friction,
    bristles: Bristles,
    z: f64,
    last: LastStep,
    force: f64,
    noise: Noise,
    /// Noise force held over the present sample \[N\].
    rough: f64,
    /// Heat that the bristles released since the last step and that the next step will record \[J\].
    released_heat: f64,
}

/// Proposal of a friction contact for one step. The contact stays unchanged until it settles the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrictionDecision {
    /// Friction force held over the step, noise included \[N\]. A positive force opposes a positive relative
    /// velocity.
    pub force: f64,
    /// Heat produced in the step if the surfaces slide as decided \[J\].
    pub heat: f64,
    /// Noise part of the friction force \[N\].
    pub noise: f64,
    /// Number of evaluations of the friction law; 0 where the bristles only bend.
    pub evaluations: u32,
    /// Last relative change of the speed in the search \[1\]; 0 if there was nothing to search.
    pub residual: f64,
    /// Derivative of the friction force with respect to the free slide \[N/m\]; 0 where it would be negative.
    pub slope: f64,
    /// Whether the bristle damping was reduced to keep the contact passive.
    pub softened: bool,
    /// Mean velocity of the step, friction force without noise, and the slope of that force.
    last: LastStep,
    slid: f64,
    /// Bristle deflection after the step \[m\].
    z: f64,
    /// Derivative of the deflection after the step with respect to the slide \[1\].
    z_per_slid: f64,
    t: f64,
    known: bool,
}

impl FrictionDecision {
    /// Whether the solver ran out of evaluations. The force then differs slightly from the law, but is still
    /// passive.
    pub fn cut_off(&self) -> bool {
        self.evaluations >= MAX_EVALUATIONS && self.residual > 1e-6
    }

    /// Returns the distance that the first surface slides over the second in the step if no other contact
    /// acts \[m\].
    pub fn slid(&self) -> f64 {
        self.slid
    }
}

impl FrictionContact {
    /// Creates a friction contact at rest with upright bristles. Clamps parameters outside their valid range.
    /// `seed` determines the noise.
    pub fn new(law: Friction, seed: u64) -> Self {
        let law = law.clamped();
        Self {
            law,
            bristles: Bristles::new(&law),
            z: 0.0,
            last: LastStep::default(),
            force: 0.0,
            noise: Noise::new(seed, Step::at_rate(44_100.0)),
            rough: 0.0,
            released_heat: 0.0,
        }
    }

    /// Sets the time between two calls of [`FrictionContact::next_sample`], which determines the noise
    /// spectrum. Default: 1/44100 s.
    #[must_use]
    pub fn with_sample(mut self, sample: Step) -> Self {
        self.noise = self.noise.at(sample);
        self
    }

    /// Returns the friction law, with the present normal force.
    pub fn law(&self) -> Friction {
        self.law
    }

    /// Sets the normal force \[N\]; 0 separates the surfaces. The force may change at every step. Bristle
    /// deflection beyond the new limit becomes heat. Real-time: yes.
    pub fn set_normal_force(&mut self, newtons: f64) {
        if newtons == self.law.normal_force {
            return;
        }
        self.law = Friction { normal_force: newtons, ..self.law }.clamped();
        self.bristles = Bristles::new(&self.law);
        let before = self.stored();
        let limit = if self.apart() { 0.0 } else { self.bristles.max_deflection() };
        self.z = self.z.clamp(-limit, limit);
        self.released_heat += before - self.stored();
    }

    /// Replaces the friction law, keeping the normal force. Bristle deflection beyond the new limit becomes
    /// heat. Real-time: yes.
    pub fn change_law(&mut self, law: Friction) {
        let newtons = self.law.normal_force;
        self.law = law.clamped();
        self.law.normal_force = f64::NAN;
        self.set_normal_force(newtons);
    }

    /// Whether the normal force is zero, so that the surfaces are apart.
    fn apart(&self) -> bool {
        self.bristles.max_deflection() < APART
    }

    /// Returns the energy stored in bent bristles \[J\].
    pub fn stored(&self) -> f64 {
        self.stored_at(self.z)
    }

    /// Returns the heat that the bristles released and that the next step will record \[J\].
    pub fn unbooked_heat(&self) -> f64 {
        self.released_heat
    }

    fn stored_at(&self, z: f64) -> f64 {
        0.5 * self.bristles.stiffness * z * z
    }

    /// Returns the mean deflection z of the bristles \[m\].
    pub fn deflection(&self) -> f64 {
        self.z
    }

    /// Returns the force held over the last step, noise included \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// Resets the contact: the bristles stand upright and the last step is forgotten. The noise generator
    /// keeps its state.
    pub fn reset(&mut self) {
        *self =
            Self { z: 0.0, last: LastStep::default(), force: 0.0, rough: 0.0, released_heat: 0.0, ..*self };
        self.noise.reset();
    }

    /// Draws the noise of the next sample. Call this once per sample, however many steps the sample is
    /// divided into. Real-time: yes.
    pub fn next_sample(&mut self) {
        if self.law.noise > 0.0 {
            self.rough = self.noise.force(&self.law, self.last.v.abs());
        } else {
            self.rough = 0.0;
        }
    }

    /// Computes the force of the coming step from the forecast of the relative motion, without changing the
    /// contact. Real-time: yes.
    pub fn decide(&self, slide: &Forecast, step: Step) -> FrictionDecision {
        let t = step.seconds();
        let Forecast { now, free, per_newton } = *slide;
        // One test covers all numbers: a non-finite summand makes the sum non-finite.
        let all = now + free + per_newton;
        if !((all.displacement + all.velocity + t).is_finite() && t > 0.0) {
            // A body has become non-finite; the owner of the body will mute it. The bristles keep their
            // state.
            return self.no_force(t);
        }
        let s_free = free.displacement - now.displacement;
        if self.apart() {
            return FrictionDecision {
                heat: self.released_heat,
                last: LastStep { v: s_free / t, ..LastStep::default() },
                slid: s_free,
                known: true,
                ..self.no_force(t)
            };
        }
        let max_noise = self.law.dynamic_friction * self.law.normal_force;
        let noise = self.rough.clamp(-max_noise, max_noise);
        let c_x = per_newton.displacement.max(0.0);
        let found = FrictionStep {
            bristles: self.bristles,
            z: self.z,
            t,
            c: c_x / t,
            v_free: (s_free - c_x * noise) / t,
        }
        .solve(&self.last);
        let slid = found.v * t;
        let (z, heat) = self.balanced(found.bend.f * slid, self.z + found.bend.dz);
        let rise = found.bend.df.max(0.0);
        let decision = FrictionDecision {
            force: found.bend.f + noise,
            heat: heat + self.released_heat,
            noise,
            evaluations: found.evaluations,
            residual: found.residual,
            slope: rise / (t + c_x * rise),
            softened: found.bend.softened,
            last: LastStep {
                v: found.v,
                f: found.bend.f,
                df: found.bend.df,
                trend: found.bend.f - self.last.f,
            },
            slid,
            z,
            z_per_slid: found.bend.ddz / t,
            t,
            known: true,
        };
        if (decision.force + decision.z + decision.heat).is_finite() { decision } else { self.no_force(t) }
    }

    /// Returns a decision without force that keeps the state of the bristles.
    fn no_force(&self, t: f64) -> FrictionDecision {
        FrictionDecision { z: self.z, last: self.last, t, ..FrictionDecision::default() }
    }

    /// Limits the change of deflection so that the bristles store at most the work \[J\] done on them.
    /// Returns the deflection reached on the way to `z` \[m\] and the heat \[J\].
    fn balanced(&self, work: f64, z: f64) -> (f64, f64) {
        let heat = work - (self.stored_at(z) - self.stored());
        if heat >= -ROUNDING * (work.abs() + self.stored()) {
            return (z, heat);
        }
        let left = (self.stored() + work).max(0.0);
        let z = math::sqrt(2.0 * left / self.bristles.stiffness).copysign(z);
        (z, work - (self.stored_at(z) - self.stored()))
    }

    /// Commits the step that `decide` chose and returns its energy exchange. `slid` is the actual slide
    /// \[m\], which differs from the decision where other contacts share the bodies. The bristles follow the
    /// actual slide and store at most the work done on them. If the force released more energy than the
    /// bristles held, the heat is negative. Real-time: yes.
    pub fn settle(&mut self, decision: &FrictionDecision, slid: f64) -> Exchange {
        self.force = decision.force;
        if !(decision.known && slid.is_finite()) {
            return Exchange::default();
        }
        let before = self.stored();
        let passive = decision.last.f;
        let more = slid - decision.slid;
        let aim = if more.abs() <= 1e-4 * decision.slid.abs() || self.apart() {
            decision.z + decision.z_per_slid * more
        } else {
            let side = 1.0_f64.copysign(slid);
            let u = slid.abs() / decision.t;
            self.z + side * self.bristles.bend(side * self.z, u, decision.t).dz
        };
        let (z, heat) = self.balanced(passive * slid, aim);
        self.z = z;
        self.last = LastStep { v: slid / decision.t, ..decision.last };
        let released_heat = core::mem::take(&mut self.released_heat);
        Exchange {
            created: 0.0,
            force: decision.force,
            stored: self.stored() - before,
            heat: heat + released_heat,
            work: -decision.noise * slid,
        }
    }
}
