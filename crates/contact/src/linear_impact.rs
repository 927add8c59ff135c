//! Impact through a spring and a dashpot: the simplest impact contact, solved without iteration.
//!
//! The law is [`Linear`], f = max(0, ky + λv) for y > 0. Bodies move exactly under a force held over the
//! step: the gap changes by Δ = s_free − C_x f. The force is the mean spring force over Δ, plus the dashpot
//! force on the part of Δ in contact:
//!
//! ```math
//! f = \frac{V(y+\Delta) - V(y)}{\Delta} + \lambda\,\beta\,\frac{\Delta}{T}, \qquad V = \tfrac12 k[y]_+^2
//! ```
//!
//! | symbol | unit  | meaning                                                     |
//! |--------|-------|-------------------------------------------------------------|
//! | y, Δ   | m     | compression, and its change in the step                     |
//! | e      | m     | compression at the end, y + Δ                               |
//! | β      | 1     | share of Δ during which the surfaces touch                  |
//! | ω, γ   | 1/s   | √(k/m) and λ/2m, with the effective mass m = T²/2C_x        |
//!
//! * inside: one linear equation;
//! * entering: a quadratic for e, `(1 + ½C_x k + C_x λ/T) e² + (C_x λa/T + a − e₀) e − e₀ a = 0`, with a = −y
//!   and e₀ = y + s_free;
//! * leaving: a quadratic for d = −Δ, `d² + (s_free + C_x λy/T) d − ½ C_x k y² = 0`;
//! * a negative f is replaced by zero, and the energy the spring then releases becomes heat.
//!
//! **Passive** for any two passive bodies: they do the work f Δ, the spring stores ΔV, and λβΔ²/T ≥ 0 is
//! heat.
//!
//! **Contact time.** For a mass on a wall this is the midpoint rule. It moves a mode e^{st} as e^{s't}, with
//! tanh(sT/2) = s'T/2. The touch therefore uses k and λ of another oscillator, whose s' belongs to the true s
//! = −γ ± iω_d:
//!
//! ```math
//! \frac{k_{eff}}{m} = \frac{4}{T^2}\,\frac{\cosh\gamma T - \cos\omega_d T}{\cosh\gamma T + \cos\omega_d T}, \qquad
//! \frac{\lambda_{eff}}{m} = \frac4T\,\frac{\sinh\gamma T}{\cosh\gamma T + \cos\omega_d T}
//! ```
//!
//! The mass then oscillates and decays in contact at exactly the true rates (though not quite as deep).
//! Without loss the factor is (tan θ/θ)², θ = ωT/2 \[Chatziioannou2017, eq. (15)\]. It is set once, at entry,
//! where no energy is stored. A contact shorter than `MIN_STEPS` gets the correction of one of that length.
//!
//! # The closed form
//!
//! The force ends when the acceleration reaches zero. With ζ = γ/ω,
//!
//! ```math
//! \tau = \frac{2\arccos\zeta}{\omega\sqrt{1-\zeta^2}}, \qquad \frac{v_{out}}{v_{in}} = -e^{-\gamma\tau}
//! ```
//!
//! at any speed (arcosh and √(ζ²−1) for ζ > 1; τ = 2/ω at ζ = 1).
//!
//! Source: the law and the lossless correction as cited. The lossy correction, τ and v_out are derived here.

use crate::energy::Exchange;
use crate::law::{Law, Linear};
use crate::math;
use crate::scheme::Duration;
use crate::{Decision, Forecast, Step};
use core::f64::consts::PI;

/// Shortest lossless contact time, in steps, for which the stiffness correction is evaluated \[1\].
const MIN_STEPS: f64 = 1.5;

/// An impact contact with a spring and a dashpot between two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearImpact {
    law: Linear,
    duration: Duration,
    effective: Linear,
    compression: f64,
    stored: f64,
    gap: f64,
    force: f64,
}

/// A mass on a spring and a dashpot, with angular frequency ω and decay rate γ \[1/s\].
#[derive(Clone, Copy, Debug)]
struct Oscillator {
    omega: f64,
    gamma: f64,
}

impl Oscillator {
    /// Creates the oscillator from the law and the effective mass of the gap, T²/2C, where T is the step and
    /// C the change of the gap per newton. `None` if that mass is not finite and positive.
    fn of(law: Linear, gap: &Forecast, step: Step) -> Option<Self> {
        let t = step.seconds();
        let mass = 0.5 * t * t / gap.per_newton.displacement;
        (mass.is_finite() && mass > 0.0)
            .then(|| Self { omega: math::sqrt(law.stiffness / mass), gamma: 0.5 * law.damping / mass })
    }

    /// Returns the contact time τ of this oscillator against a wall \[s\].
    fn contact_time(&self) -> f64 {
        let zeta = self.gamma / self.omega;
        let square = 1.0 - zeta * zeta;
        let ratio = if square.abs() < 1e-6 {
            1.0 + (1.0 - zeta) / 3.0
        } else if square > 0.0 {
            math::acos(zeta) / math::sqrt(square)
        } else {
            let root = math::sqrt(-square);
            math::log(zeta + root) / root
        };
        2.0 * ratio / self.omega
    }

    /// Returns the law with which the midpoint rule oscillates and decays at exactly the rates of this
    /// oscillator; `t` is the step \[s\].
    fn corrected(&self, law: Linear, t: f64) -> Linear {
        let square = self.omega * self.omega - self.gamma * self.gamma;
        let omega_d = math::sqrt(square.abs());
        let t = t.min(PI / (MIN_STEPS * self.omega));
        let (decay, turn) = (self.gamma * t, omega_d * t);
        let (cosine, cosh) = if square > 0.0 {
            (math::cos(turn), math::cosh(decay))
        } else {
            (math::cosh(turn), math::cosh(decay))
        };
        let sum = cosh + cosine;
        // cosh γT − cos ω_d T as a sum of squares: for slow oscillators the difference cancels.
        let half = |x: f64| 2.0 * x * x;
        let difference = half(math::sinh(0.5 * decay))
            + if square > 0.0 { half(math::sin(0.5 * turn)) } else { -half(math::sinh(0.5 * turn)) };
        let stiffening = 4.0 * difference / (sum * t * t * self.omega * self.omega);
        let damping = if decay > 0.0 { 2.0 * math::sinh(decay) / (decay * sum) } else { 1.0 };
        if stiffening.is_finite() && damping.is_finite() && stiffening > 0.0 {
            Linear { stiffness: law.stiffness * stiffening, damping: law.damping * damping }
        } else {
            law
        }
    }
}

impl LinearImpact {
    /// Creates a contact with penetration `gap` \[m\]; negative means that the surfaces are apart.
    pub fn new(law: Linear, gap: f64) -> Self {
        Self {
            law,
            duration: Duration::Corrected,
            effective: law,
            compression: gap,
            stored: law.potential(gap),
            gap,
            force: 0.0,
        }
    }

    /// Chooses whether the contact corrects spring and dashpot at entry for the true rates of a mass on a
    /// wall. Default: corrected.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// Returns the contact law, without the duration correction.
    pub fn law(&self) -> Linear {
        self.law
    }

    /// Returns the compression on which the law acts, gap minus offset \[m\]; negative when the surfaces are
    /// apart.
    pub fn compression(&self) -> f64 {
        self.compression
    }

    /// Returns the force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        self.force
    }

    /// Whether the surfaces press on each other, that is, whether the compression is positive.
    pub fn touching(&self) -> bool {
        self.compression > 0.0
    }

    /// Returns the energy stored in the contact \[J\].
    pub fn stored(&self) -> f64 {
        self.stored
    }

    /// Resets the contact to a new gap \[m\], without offset and force history.
    pub fn reset(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// Returns the compression at the present gap \[m\].
    fn compression_at(&self, gap: &Forecast) -> f64 {
        self.compression + (gap.now.displacement - self.gap)
    }

    /// Whether the surfaces touch now, or would touch at the end of a step without contact force.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// Predicts the contact time of the coming touch by the closed form \[s\]; `None` if the surfaces do not
    /// approach. Real-time: yes.
    pub fn contact_time(&self, gap: &Forecast, step: Step) -> Option<f64> {
        let approaching = gap.now.velocity > 0.0 || gap.free.displacement > gap.now.displacement;
        Oscillator::of(self.law, gap, step)
            .filter(|_| approaching)
            .map(|oscillator| oscillator.contact_time())
    }

    /// Computes the force of the coming step from the forecast of the gap, without iteration and without
    /// changing the contact. Real-time: yes.
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        let unchanged = Decision {
            compression: self.compression,
            stored: self.stored,
            gap: self.gap,
            stiffness: self.effective.stiffness,
            damping: self.effective.damping,
            ..Decision::NONE
        };
        if !gap.is_finite() {
            // A body has become non-finite; the owner of the body will mute it.
            return unchanged;
        }
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let end = y + s_free;
        if y <= 0.0 && end <= 0.0 {
            return unchanged.apart(end, gap);
        }
        let mut law = self.effective;
        if y <= 0.0 && self.duration == Duration::Corrected {
            law = Oscillator::of(self.law, gap, step)
                .map_or(self.law, |oscillator| oscillator.corrected(self.law, step.seconds()));
        }
        let c_x = gap.per_newton.displacement;
        let (raw_force, slope) = force(law, y, s_free, c_x, step.seconds());
        let force = raw_force.max(0.0);
        let moved = s_free - c_x * force;
        let compression = y + moved;
        let resistance = law.mean_resistance(y, moved);
        let stored = law.potential(compression);
        Decision {
            force,
            heat: if raw_force > 0.0 {
                resistance * moved * moved / step.seconds()
            } else {
                (law.potential(y) - stored).max(0.0)
            },
            slope: if raw_force > 0.0 { slope } else { 0.0 },
            evaluations: 1,
            residual: 0.0,
            compression,
            stored,
            gap: gap.free.displacement - c_x * force,
            moved,
            stiffness: law.stiffness,
            damping: law.damping,
        }
    }

    /// Commits the step that `decide` chose and returns the energy exchange of that step. `moved` is the
    /// actual change of the gap \[m\]: [`Decision::moved`] for a single contact, the solver's result where
    /// several contacts share bodies. Real-time: yes.
    pub fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        let settled =
            decision.settled(self.stored, moved, 2.0, |stored| math::sqrt(2.0 * stored / decision.stiffness));
        self.effective = Linear { stiffness: decision.stiffness, damping: decision.damping };
        self.compression = settled.compression;
        self.stored = settled.stored;
        self.gap = settled.gap;
        self.force = decision.force;
        settled.exchange
    }

    /// Skips a step: the contact exerts no force, keeps its stored energy and takes over `gap` \[m\]; the
    /// offset absorbs the change. Real-time: yes.
    pub fn skip_step(&mut self, gap: f64) {
        self.gap = gap;
        self.force = 0.0;
    }

    /// Moves the surfaces to `gap` \[m\] instantly, between two steps, like [`crate::Contact::shift`].
    /// Real-time: yes.
    pub fn shift(&mut self, gap: f64) {
        if !self.touching() {
            self.compression = (self.compression + gap - self.gap).min(0.0);
        }
        self.gap = gap;
    }

    /// Replaces the law. The compression stays; the stored energy changes with the law. Real-time: yes.
    pub fn change_law(&mut self, law: Linear) {
        self.law = law;
        self.effective = law;
        self.stored = law.potential(self.compression);
    }

    /// Advances the contact with the surfaces apart and sets the gap \[m\]. Real-time: yes.
    pub fn coast(&mut self, gap: f64) {
        self.compression = gap.min(0.0);
        self.stored = 0.0;
        self.gap = gap;
        self.force = 0.0;
    }

    /// Clears the offset between compression and gap after a sample without contact, if neither compression
    /// nor gap is positive. Real-time: yes.
    pub fn relax(&mut self) {
        if self.compression <= 0.0 && self.gap <= 0.0 {
            self.compression = self.gap;
        }
    }
}

/// Computes the force that satisfies the step equation \[N\], and its derivative with respect to `s_free`
/// \[N/m\], the change of the gap without contact force \[m\]. `y` is the compression \[m\], `c_x` the change
/// of the gap per newton \[m/N\], `t` the step \[s\]. The force is negative if the surfaces would have to
/// pull.
fn force(law: Linear, y: f64, s_free: f64, c_x: f64, t: f64) -> (f64, f64) {
    let (k, drag) = (law.stiffness, law.damping / t);
    // The larger root of A x² + b x − c = 0, A > 0, c ≥ 0, without cancellation.
    let positive_root = |a: f64, b: f64, c: f64| {
        let root = math::sqrt(b * b + 4.0 * a * c);
        if b > 0.0 { 2.0 * c / (b + root) } else { 0.5 * (root - b) / a }
    };
    let answer = |stiffness: f64| stiffness / (1.0 + c_x * stiffness);
    if y <= 0.0 {
        let (a, e_free) = (-y, y + s_free);
        let e = positive_root(1.0 + c_x * (0.5 * k + drag), a * (1.0 + c_x * drag) - e_free, e_free * a);
        let way = e + a;
        let share = e / way;
        return (0.5 * k * e * share + drag * e, answer(k * share * (1.0 - 0.5 * share) + drag));
    }
    let stiffness = 0.5 * k + drag;
    let inside = (k * y + stiffness * s_free) / (1.0 + c_x * stiffness);
    if y + s_free - c_x * inside > 0.0 {
        return (inside, answer(stiffness));
    }
    let d = positive_root(1.0, s_free + c_x * drag * y, 0.5 * c_x * k * y * y).max(y);
    let share = y / d;
    (0.5 * k * y * share - drag * y, answer(0.5 * k * share * share))
}
