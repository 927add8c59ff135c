//! Two bodies touch: the production contact, with the exact-restitution step.
//!
//! A contact is asked what force it wants over the next step ([`Contact::decide`], as often as one likes) and
//! then told that it was given, and how far the gap then really moved ([`Contact::settle`]). Between steps it
//! keeps its compression and the energy in it, the gap at which it had it, the stiffness that gives this
//! touch its right duration, and the last two forces, from which the solver starts.
//!
//! | symbol | here          | unit | meaning                                                             |
//! |--------|---------------|------|---------------------------------------------------------------------|
//! | y      | `compression` | m    | what the law sees, y = gap − δ                                      |
//! | V      | `stored`      | J    | V(y)                                                                |
//! | δ      | `offset`      | m    | kept offset: each touching step adds T(A − L)/μ ≥ 0                |
//! | k_eff  | `stiffness`   | N/m^α| stiffness of this touch, see [`crate::scheme::exact`]               |
//!
//! δ is kept through release, so that flight and return meet the same place, and relaxes to zero
//! ([`Contact::relax`]) only while the bodies are apart, never so far that it would close the gap: V is zero
//! there, so nothing is gained or lost.

use crate::energy::Exchange;
use crate::law::{HuntCrossley, Law};
use crate::math;
use crate::scheme::exact::{Duration, Situation, Touch};
use crate::{Decision, Forecast, Step};

/// Time constant of the offset's return to zero while the bodies are apart \[s\].
const RELAXATION: f64 = 0.01;

/// A shift of the gap between two steps that is less than this share of the compression is rounding: it moves
/// no energy.
const ROUNDING: f64 = 1e-9;

/// An impact contact between two ports, stepped by the exact-restitution scheme.
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
    /// A contact whose surfaces are `gap` \[m\] into each other (negative: apart).
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

    /// Whether the stiffness is adjusted at entry so that the contact lasts as long as it should; it is by
    /// default.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// The law as it was given.
    pub fn law(&self) -> HuntCrossley {
        self.law
    }

    /// The law with the stiffness of the present touch.
    pub fn effective(&self) -> HuntCrossley {
        HuntCrossley { stiffness: self.stiffness, ..self.law }
    }

    /// Compression as the law sees it \[m\]; negative when apart.
    pub fn compression(&self) -> f64 {
        self.compression
    }

    /// The force held over the last step \[N\].
    pub fn force(&self) -> f64 {
        self.forces[0]
    }

    /// The kept offset δ = gap − y \[m\].
    pub fn offset(&self) -> f64 {
        self.gap - self.compression
    }

    /// The surfaces press on each other.
    pub fn touching(&self) -> bool {
        self.compression > 0.0
    }

    /// Energy stored in the contact \[J\].
    pub fn stored(&self) -> f64 {
        self.stored
    }

    /// Moves the contact to a new gap \[m\] with no history: no offset, nothing stored beyond what the gap
    /// says.
    pub fn reset(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// The surfaces touch now, or would at the end of the step if nothing held them.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// Compression at the gap that the bodies now show: what was settled, unless something else moved them by
    /// more than rounding. (Rounding goes to the offset: it has no energy to give.)
    fn compression_at(&self, gap: &Forecast) -> f64 {
        let shift = gap.now.displacement - self.gap;
        if shift.abs() <= ROUNDING * self.compression { self.compression } else { self.compression + shift }
    }

    /// How long the touch will last that this gap is about to make, by the closed form \[s\]; none if the
    /// surfaces do not approach. Real-time: yes.
    pub fn contact_time(&self, gap: &Forecast, step: Step) -> Option<f64> {
        Touch::of(self.law, gap, step).map(|touch| touch.seconds(step))
    }

    /// The force of the coming step, given the forecast of the gap. Changes nothing. Real-time: yes.
    #[inline]
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        self.decide_from(gap, step, 0.0)
    }

    /// The same, from a force that is known to be near \[N\], from a decision on nearly the same gap; 0 if
    /// none is. Real-time: yes.
    pub fn decide_from(&self, gap: &Forecast, step: Step, guess: f64) -> Decision {
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let dv_free = gap.free.velocity - gap.now.velocity;
        let (c_x, c_v) = (gap.per_newton.displacement, gap.per_newton.velocity);
        let end = y + s_free;
        // One test for all six numbers of the forecast.
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
        let situation = Situation { law, t: step.seconds(), y, s_free, dv_free, c_x, c_v, stored };
        let solution = situation.solve(guess, || if guess > 0.0 { guess } else { self.extrapolated() });
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

    /// The next force on a straight line through the last two, or 0 where they are too far apart to say.
    fn extrapolated(&self) -> f64 {
        let [now, before] = self.forces;
        if (now - before).abs() < 0.5 * now.min(before) { 2.0 * now - before } else { 0.0 }
    }

    /// Remembers the step that `decide` chose and accounts for it. `moved` is how far the gap really went
    /// \[m\]: with one contact [`Decision::moved`]; where several act on the same bodies, whatever their
    /// solver left. Real-time: yes.
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

    /// A step goes by without it: no force, what is stored stays, the gap is now this \[m\], and the offset
    /// takes up the difference. Real-time: yes.
    pub fn skip_step(&mut self, gap: f64) {
        self.gap = gap;
        self.forces = [0.0, self.forces[0]];
    }

    /// Something moved the surfaces at once, to this gap \[m\], between two steps. While they touch, what is
    /// compressed stays so, and with it force and energy; the offset takes up the difference. Apart, the gap
    /// is what it is, but never so far that they would be into each other without having come there.
    /// Real-time: yes.
    pub fn shift(&mut self, gap: f64) {
        if !self.touching() {
            self.compression = (gap - self.offset()).min(0.0);
        }
        self.gap = gap;
    }

    /// Another law from now on; what is compressed stays so, and what it stores changes accordingly.
    /// Real-time: yes.
    pub fn change_law(&mut self, law: HuntCrossley) {
        self.law = law;
        self.stiffness = law.stiffness;
        self.stored = law.potential(self.compression);
    }

    /// Some time went by without a touch, left to itself, and the gap is now this \[m\]: as
    /// [`Contact::relax`]. Real-time: yes.
    pub fn coast(&mut self, gap: f64, elapsed: Step) {
        let offset = self.offset();
        self.forces = [0.0; 2];
        self.gap = gap;
        self.stored = 0.0;
        let relaxed = if offset > 0.0 { offset * math::exp(-elapsed.seconds() / RELAXATION) } else { offset };
        // Never so far that the surfaces would be into each other without having come there.
        self.compression = (gap - relaxed).min(0.0);
    }

    /// A sample went by without a touch: the offset fades, but never so far that it would close the gap.
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
