//! Two surfaces rub: bristles bend, break away, slide and catch again.
//!
//! # The picture
//!
//! Friction is the mean of many small contacts, thought of as bristles that stand out from both surfaces.
//! Pushed a little they bend and push back like a spring; bent further they begin to slip, and in steady
//! sliding they stay bent by just what the Stribeck curve says. Out of this come stick and slip, squeaks and
//! bowed tones.
//!
//! $$ \dot z = v\Bigl(1 - \alpha(z,v)\frac{z}{z_{ss}(v)}\Bigr), \qquad f = \sigma_0 z + \sigma_1\dot z + \sigma_2 v + \sigma_3 w $$
//!
//! $$ z_{ss} = \frac{\operatorname{sgn} v}{\sigma_0}\bigl[F_c + (F_s - F_c)\,e^{-(v/v_s)^2}\bigr], \quad
//!    F_c = \mu_d F_N, \quad F_s = \mu_s F_N, \quad z_{ba} = k_{ba}F_c/\sigma_0 $$
//!
//! | symbol     | here                | unit      | meaning                                                            |
//! |------------|---------------------|-----------|--------------------------------------------------------------------|
//! | z          | [`FrictionContact::deflection`] | m         | mean deflection of the bristles                                    |
//! | v          | `Forecast`          | m/s       | velocity of `one` relative to `two`, along the surfaces            |
//! | σ₀, σ₁, σ₂ | [`Friction`]        | N/m, kg/s | stiffness and damping of the bristles, viscosity                   |
//! | σ₃, w      | [`Friction`], `noise.rs` | √(kg/s) | strength of the noise; the noise                                |
//! | z_ss       |                     | m         | deflection in steady sliding                                       |
//! | z_ba       | [`Friction::elastic_limit`] | m | deflection up to which nothing slips                               |
//! | α          |                     | 1         | slipping share: 0 below z_ba or against the motion, 1 beyond z_ss, half a sine between |
//!
//! The force is positive when it opposes a positive velocity: `one` feels −f, `two` +f.
//!
//! # The step
//!
//! The bodies move exactly under a force held over the step: v̄ = v_free − (C_x/T) f. Over that way the
//! bristles are followed in closed form: bending until z_ba, then slipping with α taken in the middle
//! (`bristle.rs`). What is left is one scalar equation for v̄, solved in at most [`MAX_EVALUATIONS`]
//! evaluations, mostly in one or two, in none while nothing slips (`solve.rs`).
//!
//! **Any stiffness.** With α held, a deviation from Z = z_ss/α falls by e^(−x) along the way, x = r/Z. The
//! midpoint rule has (1 − x/2)/(1 + x/2) in its place, which rings from sample to sample once bristles are
//! shorter than what a step slides (x > 2): at 44.1 kHz and 0.1 m/s from about 10⁶ N/m on. We take E = 1/(1 +
//! x + x²/2), which is as accurate to second order, always positive, and goes to zero.
//!
//! **Why it is passive.** The bodies lose exactly f v̄ T. The bristles store ½σ₀z². While they bend nothing
//! is lost but (σ₁+σ₂)v̄²T. While they slip by r, from z₀ = Z + y to Z + Ey, with the mean that goes with it,
//! ⟨z⟩ = Z + y(1−E)/x,
//!
//! $$ \frac{\text{heat}}{\sigma_0} = r\langle z\rangle - \Delta\frac{z^2}{2}
//!    = xZ^2 + 2(1-E)\,Zy + \tfrac12(1-E^2)\,y^2 \ge 0 \quad\text{for all } Z, y \iff E \ge \frac{1-x/2}{1+x/2} $$
//!
//! and E(1+x/2) ≥ 1 − x/2 because (1−x/2)(1+x+x²/2) = 1 + x/2 − x³/4. The midpoint rule is the border case.
//! This holds for any α in [0, 1], so taking it where it is convenient costs nothing; and for any step, mass
//! and stiffness.
//!
//! What is left is σ₁ż + σ₂v. While the deflection grows it opposes the motion. While it shrinks, at z >
//! z_ss, σ₁ż pushes; it cannot push more than the rest brakes if σ₂ ≥ σ₁(F_s/F_c − 1). Where the given
//! numbers break this, σ₁ falls just enough that the force does not turn negative
//! ([`FrictionDecision::softened`]): f v̄ T ≥ 0, and the store shrinks, so the heat is positive.
//!
//! **The normal force** may change at every step. Bristles cannot hold more than F_s: when it falls they let
//! go of what is too much, and the difference of ½σ₀z² is heat. At zero the surfaces are apart.
//!
//! **Noise** is an external force that the scene may switch on with σ₃: drawn once per sample
//! ([`FrictionContact::next_sample`]) however the sample is cut, held over it, scaled by √(|v|F_N), and never more than
//! F_c, so that it cannot do more work than sliding takes away. Its work has its own column.
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
use solve::{Last, Situation};

/// Bristles shorter than this when sliding \[m\] hold nothing: the surfaces are apart.
const APART: f64 = 1e-100;

/// Less heat than this share of what was moved is rounding.
const ROUNDING: f64 = 1e-13;

/// Two surfaces that rub on each other: a law, and what the bristles remember.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionContact {
    law: Friction,
    bristles: Bristles,
    z: f64,
    last: Last,
    force: f64,
    noise: Noise,
    /// Force of the noise over this sample \[N\].
    rough: f64,
    /// Heat of bristles that let go since the last step \[J\].
    let_go: f64,
}

/// What a rubbing contact wants to happen over one step. Nothing has changed yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrictionDecision {
    /// Force held over the step, against a positive relative velocity; noise included \[N\].
    pub force: f64,
    /// Heat of the step if it goes as decided \[J\].
    pub heat: f64,
    /// The part of the force that is noise \[N\].
    pub noise: f64,
    /// Evaluations of the law; none where bristles only bend.
    pub evaluations: u32,
    /// Last relative change in the search; 0 when there was nothing to search.
    pub residual: f64,
    /// What a metre more of free slide would add to the force; 0 where it would take some away [N/m].
    pub slope: f64,
    /// σ₁ was let fall, lest the contact push.
    pub softened: bool,
    /// Mean velocity, passive force and its slope.
    last: Last,
    slid: f64,
    /// The bristles afterwards, and what a metre more of slide adds to them.
    z: f64,
    z_per_slid: f64,
    t: f64,
    known: bool,
}

impl FrictionDecision {
    /// The solver ran out of evaluations: the force is not quite the law's, and still passive.
    pub fn cut_off(&self) -> bool {
        self.evaluations >= MAX_EVALUATIONS && self.residual > 1e-6
    }

    /// The way that `one` slides over `two` in the step if nothing else acts \[m\].
    pub fn slid(&self) -> f64 {
        self.slid
    }
}

impl FrictionContact {
    /// Surfaces at rest on each other, bristles upright. Numbers of the law that cannot be meant are put to
    /// the nearest that can. The seed is that of the noise.
    pub fn new(law: Friction, seed: u64) -> Self {
        let law = law.in_reason();
        Self {
            law,
            bristles: Bristles::new(&law),
            z: 0.0,
            last: Last::default(),
            force: 0.0,
            noise: Noise::new(seed, Step::at_rate(44_100.0)),
            rough: 0.0,
            let_go: 0.0,
        }
    }

    /// The time between two calls of [`FrictionContact::next_sample`], which the colour of the noise depends on; 1/44100
    /// s by default.
    #[must_use]
    pub fn with_sample(mut self, sample: Step) -> Self {
        self.noise = self.noise.at(sample);
        self
    }

    /// The law, with the present normal force.
    pub fn law(&self) -> Friction {
        self.law
    }

    /// Presses the surfaces together with so many newtons; 0 takes them apart. May change at every step.
    /// Bristles let go of what the new force cannot hold. Real-time: yes.
    pub fn set_normal_force(&mut self, newtons: f64) {
        if newtons == self.law.normal_force {
            return;
        }
        self.law = Friction { normal_force: newtons, ..self.law }.in_reason();
        self.bristles = Bristles::new(&self.law);
        let before = self.stored();
        let longest = if self.apart() { 0.0 } else { self.bristles.longest() };
        self.z = self.z.clamp(-longest, longest);
        self.let_go += before - self.stored();
    }

    /// Another law from now on, pressed as before; bristles let go of what it cannot hold. Real-time: yes.
    pub fn change_law(&mut self, law: Friction) {
        let newtons = self.law.normal_force;
        self.law = law.in_reason();
        self.law.normal_force = f64::NAN;
        self.set_normal_force(newtons);
    }

    /// Nothing presses the surfaces together.
    fn apart(&self) -> bool {
        self.bristles.longest() < APART
    }

    /// Energy stored in bent bristles \[J\].
    pub fn stored(&self) -> f64 {
        self.stored_at(self.z)
    }

    /// Heat of bristles that have let go, which the next step will book \[J\].
    pub fn unbooked_heat(&self) -> f64 {
        self.let_go
    }

    fn stored_at(&self, z: f64) -> f64 {
        0.5 * self.bristles.stiffness * z * z
    }

    /// z: mean deflection of the bristles \[m\].
    pub fn deflection(&self) -> f64 {
        self.z
    }

    /// The force held over the last step, noise included \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// Bristles upright, nothing remembered but the state of the noise generator.
    pub fn reset(&mut self) {
        *self = Self { z: 0.0, last: Last::default(), force: 0.0, rough: 0.0, let_go: 0.0, ..*self };
        self.noise.value = 0.0;
    }

    /// A sample begins: draws its noise. To be called once per sample, into however many steps it is cut.
    /// Real-time: yes.
    pub fn next_sample(&mut self) {
        if self.law.noise > 0.0 {
            self.noise.draw();
            self.rough =
                self.law.noise * self.noise.value * math::sqrt(self.last.v.abs() * self.law.normal_force);
        } else {
            self.rough = 0.0;
        }
    }

    /// The force of the coming step, given the forecast of `one` against `two` along the surfaces. Changes
    /// nothing. Real-time: yes.
    pub fn decide(&self, slide: &Forecast, step: Step) -> FrictionDecision {
        let t = step.seconds();
        let Forecast { now, free, per_newton } = *slide;
        // One number tells of all: what is not finite stays so in a sum.
        let all = now + free + per_newton;
        if !((all.displacement + all.velocity + t).is_finite() && t > 0.0) {
            // Some body has lost its numbers; whoever owns it will put it to rest. The bristles keep what
            // they have.
            return self.nothing(t);
        }
        let s_free = free.displacement - now.displacement;
        if self.apart() {
            return FrictionDecision {
                heat: self.let_go,
                last: Last { v: s_free / t, ..Last::default() },
                slid: s_free,
                known: true,
                ..self.nothing(t)
            };
        }
        let most = self.law.dynamic_friction * self.law.normal_force;
        let noise = self.rough.clamp(-most, most);
        let c_x = per_newton.displacement.max(0.0);
        let found = Situation {
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
            heat: heat + self.let_go,
            noise,
            evaluations: found.evaluations,
            residual: found.residual,
            slope: rise / (t + c_x * rise),
            softened: found.bend.softened,
            last: Last { v: found.v, f: found.bend.f, df: found.bend.df, trend: found.bend.f - self.last.f },
            slid,
            z,
            z_per_slid: found.bend.ddz / t,
            t,
            known: true,
        };
        if (decision.force + decision.z + decision.heat).is_finite() { decision } else { self.nothing(t) }
    }

    /// No force, and everything as it is.
    fn nothing(&self, t: f64) -> FrictionDecision {
        FrictionDecision { z: self.z, last: self.last, t, ..FrictionDecision::default() }
    }

    /// Bristles on their way to z have been given so much work \[J\]. They take no more than that: where it
    /// does not suffice they end less bent. Returns where they end, and what became heat.
    fn balanced(&self, work: f64, z: f64) -> (f64, f64) {
        let heat = work - (self.stored_at(z) - self.stored());
        if heat >= -ROUNDING * (work.abs() + self.stored()) {
            return (z, heat);
        }
        let left = (self.stored() + work).max(0.0);
        let z = math::sqrt(2.0 * left / self.bristles.stiffness).copysign(z);
        (z, work - (self.stored_at(z) - self.stored()))
    }

    /// Remembers the step that `decide` chose and accounts for it. `slid` is the way that `one` really slid
    /// over `two` \[m\]: as decided, unless other contacts had a say after it. The bristles then follow the
    /// way that was, and take up no more than the work that was done on them; if the force has given away
    /// more than they held, the heat is negative and says so. Real-time: yes.
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
        self.last = Last { v: slid / decision.t, ..decision.last };
        let let_go = core::mem::take(&mut self.let_go);
        Exchange {
            created: 0.0,
            force: decision.force,
            stored: self.stored() - before,
            heat: heat + let_go,
            work: -decision.noise * slid,
        }
    }
}
