//! The production impact contact, stepped by the exact-restitution scheme.
//!
//! [`Contact::decide`] returns the force for the next step and changes nothing, so it may be called
//! repeatedly. [`Contact::settle`] then commits one decision, given the actual change of the gap. Between
//! steps the contact keeps its compression, its stored energy, the gap that belongs to them, and the
//! stiffness of this touch. It also keeps the last two forces, from which the solver starts.
//!
//! | symbol | here          | unit | meaning                                                             |
//! |--------|---------------|------|---------------------------------------------------------------------|
//! | y      | `compression` | m    | compression as the law sees it, y = gap − δ                         |
//! | V      | `stored`      | J    | stored energy V(y)                                                  |
//! | δ      | `offset`      | m    | offset: each step in contact adds T(A − L)/μ ≥ 0                    |
//! | k_eff  | `stiffness`   | N/m^α| stiffness of this touch, see [`crate::scheme::exact`]               |
//!
//! δ survives the release, so that the bodies part and meet again at the same place. It relaxes to zero
//! ([`Contact::relax`]) only while the bodies are apart, and never so far that it would close the gap. V is
//! zero there, so relaxation neither adds nor removes energy.

use crate::energy::Exchange;
use crate::law::{HuntCrossley, Law};
use crate::math;
use crate::scheme::exact::{Duration, ImpactStep, TouchPrediction};
use crate::{Decision, Forecast, Step};

/// Time constant with which the offset returns to zero while the bodies are apart \[s\].
const RELAXATION: f64 = 0.01;

/// Largest shift of the gap between two steps, as a share of the compression, that counts as rounding and
/// leaves the stored energy unchanged \[1\].
const ROUNDING: f64 = 1e-9;

/// An impact contact between two bodies, stepped by the exact-restitution scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    law: HuntCrossley,
    duration: Duration,
    stiffness: f64,
    compression: f64,
    stored: f64,
    gap: f64,
    forces: [f64; 2],
}

impl Contact {
    /// Creates a contact with penetration `gap` \[m\]; negative means that the surfaces are apart.
    pub fn new(law: HuntCrossley, gap: f64) -> Self {
        Self {
            law,
            duration: Duration::Corrected,
            stiffness: law.stiffness,
            compression: gap,
            stored: law.potential(gap),
            gap,
            forces: [0.0; 2],
        }
    }

    /// Chooses whether the contact corrects its stiffness at entry for the right contact time. Default:
    /// corrected.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// Returns the contact law, without the duration correction.
    pub fn law(&self) -> HuntCrossley {
        self.law
    }

    /// Returns the law with the corrected stiffness of the present touch.
    pub fn effective(&self) -> HuntCrossley {
        HuntCrossley { stiffness: self.stiffness, ..self.law }
    }

    /// Returns the compression on which the law acts, gap minus offset \[m\]; negative when the surfaces are
    /// apart.
    pub fn compression(&self) -> f64 {
        self.compression
    }

    /// Returns the force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        self.forces[0]
    }

    /// Returns the offset δ = gap − compression \[m\].
    pub fn offset(&self) -> f64 {
        self.gap - self.compression
    }

    /// Whether the surfaces press on each other, that is, whether the compression is positive.
    pub fn touching(&self) -> bool {
        self.compression > 0.0
    }

    /// Returns the energy stored in the contact \[J\].
    pub fn stored(&self) -> f64 {
        self.stored
    }

    /// Resets the contact to a new gap \[m\]: no offset, no force history, and the stored energy that the law
    /// has at that gap.
    pub fn reset(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// Whether the surfaces touch now, or would touch at the end of a step without contact force.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// Returns the compression at the present gap \[m\]. A change of the gap beyond rounding changes the
    /// compression. A change within rounding changes the offset, which stores no energy.
    fn compression_at(&self, gap: &Forecast) -> f64 {
        let shift = gap.now.displacement - self.gap;
        if shift.abs() <= ROUNDING * self.compression { self.compression } else { self.compression + shift }
    }

    /// Predicts the contact time of the coming touch by the closed form \[s\]; `None` if the surfaces do not
    /// approach. Real-time: yes.
    pub fn contact_time(&self, gap: &Forecast, step: Step) -> Option<f64> {
        TouchPrediction::of(self.law, gap, step).map(|touch| touch.seconds(step))
    }

    /// Computes the force of the coming step from the forecast of the gap, without changing the contact.
    /// Real-time: yes.
    #[inline]
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        self.decide_from(gap, step, 0.0)
    }

    /// Computes the force as [`Contact::decide`] does, but starts the search from `guess` \[N\], the force of
    /// a decision on nearly the same gap. Pass 0 if there is none. Real-time: yes.
    pub fn decide_from(&self, gap: &Forecast, step: Step, guess: f64) -> Decision {
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let dv_free = gap.free.velocity - gap.now.velocity;
        let (c_x, c_v) = (gap.per_newton.displacement, gap.per_newton.velocity);
        let end = y + s_free;
        // One test covers all numbers of the forecast: a non-finite number makes this sum non-finite.
        if !((end + dv_free) + (c_x + c_v)).is_finite() {
            return self.keep();
        }
        if y <= 0.0 && end <= 0.0 {
            return self.keep().apart(end, gap);
        }
        let mut law = self.effective();
        let mut stored = self.stored;
        if y <= 0.0 {
            law = self.duration.at_entry(self.law, gap, step);
            stored = 0.0;
        } else if y != self.compression {
            stored = law.potential(y);
        }
        let impact_step = ImpactStep { law, t: step.seconds(), y, s_free, dv_free, c_x, c_v, stored };
        let solution = impact_step.solve(guess, || if guess > 0.0 { guess } else { self.extrapolated() });
        let way = c_x * solution.force;
        Decision {
            force: solution.force,
            heat: solution.heat,
            slope: solution.slope,
            evaluations: solution.evaluations,
            residual: solution.residual,
            compression: solution.compression,
            stored: solution.stored,
            gap: gap.free.displacement - way,
            moved: s_free - way,
            stiffness: law.stiffness,
            damping: law.damping,
        }
    }

    #[inline]
    fn keep(&self) -> Decision {
        Decision {
            compression: self.compression,
            stored: self.stored,
            gap: self.gap,
            stiffness: self.stiffness,
            damping: self.law.damping,
            ..Decision::NONE
        }
    }

    /// Extrapolates the last two forces linearly \[N\]; returns 0 where the two differ too much.
    fn extrapolated(&self) -> f64 {
        let [now, before] = self.forces;
        if (now - before).abs() < 0.5 * now.min(before) { 2.0 * now - before } else { 0.0 }
    }

    /// Commits the step that `decide` chose and returns the energy exchange of that step. `moved` is the
    /// actual change of the gap \[m\]: [`Decision::moved`] for a single contact, the solver's result where
    /// several contacts share bodies. Real-time: yes.
    #[inline]
    pub fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        let p = self.law.exponent + 1.0;
        let settled =
            decision.settled(self.stored, moved, p, |stored| math::root(p * stored / decision.stiffness, p));
        self.stiffness = decision.stiffness;
        self.compression = settled.compression;
        self.stored = settled.stored;
        self.gap = settled.gap;
        self.forces = [decision.force, self.forces[0]];
        settled.exchange
    }

    /// Skips a step: the contact exerts no force, keeps its stored energy and takes over `gap` \[m\]; the
    /// offset absorbs the change. Real-time: yes.
    pub fn skip_step(&mut self, gap: f64) {
        self.gap = gap;
        self.forces = [0.0, self.forces[0]];
    }

    /// Moves the surfaces to `gap` \[m\] instantly, between two steps. In contact, compression, force and
    /// energy stay and the offset absorbs the difference. Apart, the compression follows the gap but never
    /// becomes positive. Real-time: yes.
    pub fn shift(&mut self, gap: f64) {
        if !self.touching() {
            self.compression = (gap - self.offset()).min(0.0);
        }
        self.gap = gap;
    }

    /// Replaces the law. The compression stays; the stored energy changes with the law. Real-time: yes.
    pub fn change_law(&mut self, law: HuntCrossley) {
        self.law = law;
        self.stiffness = law.stiffness;
        self.stored = law.potential(self.compression);
    }

    /// Advances the contact by the time `elapsed` with the surfaces apart and sets the gap \[m\]. The offset
    /// relaxes as in [`Contact::relax`]. Real-time: yes.
    pub fn coast(&mut self, gap: f64, elapsed: Step) {
        let offset = self.offset();
        self.forces = [0.0; 2];
        self.gap = gap;
        self.stored = 0.0;
        let relaxed = if offset > 0.0 { offset * math::exp(-elapsed.seconds() / RELAXATION) } else { offset };
        // The relaxation of the offset must not close the gap.
        self.compression = (gap - relaxed).min(0.0);
    }

    /// Relaxes the offset by one sample while the surfaces are apart. The relaxation never closes the gap.
    /// Real-time: yes.
    pub fn relax(&mut self, step: Step) {
        let offset = self.offset();
        if offset > 0.0 && self.compression <= 0.0 {
            let relaxed = offset * math::exp(-step.seconds() / RELAXATION);
            if self.gap < relaxed {
                self.compression = self.gap - relaxed;
            }
        }
    }
}
