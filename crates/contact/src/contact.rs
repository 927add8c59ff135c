//! Two bodies touch: the production contact, with the exact-restitution step.
//!
//! A contact is asked what force it wants over the next step ([`Contact::decide`], as often as one likes) and then told
//! that it was given ([`Contact::settle`]). Between steps it keeps its compression, the gap at which it had it, the
//! stiffness that gives this touch its right duration, and the last two forces, from which the solver starts.
//!
//! | symbol | here          | unit | meaning                                                             |
//! |--------|---------------|------|---------------------------------------------------------------------|
//! | y      | `compression` | m    | what the law sees, y = gap − δ                                      |
//! | δ      | `offset`      | m    | kept offset: each touching step adds T(A − L)/μ ≥ 0                |
//! | k_eff  | `effective`   | N/m^α| stiffness of this touch, see [`crate::scheme::exact`]               |
//!
//! δ is kept through release, so that flight and return meet the same place, and relaxes to zero ([`Contact::relax`]) only
//! while the bodies are apart, never so far that it would close the gap: V is zero there, so nothing is gained or lost.

use crate::energy::Exchange;
use crate::law::{HuntCrossley, Law};
use crate::math;
use crate::scheme::exact::{Duration, MOST_ITERATIONS, Situation};
use crate::{Forecast, Step};

/// Time constant of the offset's return to zero while the bodies are apart \[s\].
const RELAXATION: f64 = 0.01;

/// An impact contact between two ports, stepped by the exact-restitution scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    law: HuntCrossley,
    duration: Duration,
    effective: HuntCrossley,
    compression: f64,
    gap: f64,
    forces: [f64; 2],
}

/// What a contact wants to happen over one step. Nothing has changed yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Force held over the step, pushing the bodies apart: never negative \[N\].
    pub force: f64,
    /// Heat the law makes in the step \[J\].
    pub heat: f64,
    /// Evaluations of the contact equation.
    pub evaluations: u32,
    /// Last relative change in the solver; 0 when there was nothing to solve.
    pub residual: f64,
    compression: f64,
    gap: f64,
    effective: HuntCrossley,
}

impl Decision {
    /// The solver ran out of evaluations: the force is too small, and still passive.
    pub fn cut_off(&self) -> bool {
        self.evaluations >= MOST_ITERATIONS && self.residual > 1e-6
    }
}

impl Contact {
    /// A contact whose surfaces are `gap` \[m\] into each other (negative: apart).
    pub fn new(law: HuntCrossley, gap: f64) -> Self {
        Self {
            law,
            duration: Duration::Corrected,
            effective: law,
            compression: gap,
            gap,
            forces: [0.0; 2],
        }
    }

    /// Whether the stiffness is adjusted at entry so that the contact lasts as long as it should; it is by default.
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
        self.effective
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
        self.effective.potential(self.compression)
    }

    /// Moves the contact to a new gap \[m\] with no history: no offset, nothing stored beyond what the gap says.
    pub fn come_to_rest(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// The surfaces touch now, or would at the end of the step if nothing held them.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// Compression at the gap that the bodies now show: what was settled, unless something else moved them.
    fn compression_at(&self, gap: &Forecast) -> f64 {
        self.compression + (gap.now.displacement - self.gap)
    }

    /// The force of the coming step, given the forecast of the gap. Changes nothing. Real-time: yes.
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let mut decision = Decision {
            force: 0.0,
            heat: 0.0,
            evaluations: 0,
            residual: 0.0,
            compression: y + s_free,
            gap: gap.free.displacement,
            effective: self.effective,
        };
        if !gap.is_finite() {
            // Some body has lost its numbers; whoever owns it will put it to rest. The contact keeps what it has.
            decision.compression = self.compression;
            decision.gap = self.gap;
            return decision;
        }
        if !self.would_touch(gap) {
            return decision;
        }
        let c_x = gap.per_newton.displacement;
        if y <= 0.0 {
            decision.effective = self.duration.at_entry(self.law, gap, step);
        }
        let situation = Situation {
            law: decision.effective,
            t: step.seconds(),
            y,
            s_free,
            dv_free: gap.free.velocity - gap.now.velocity,
            c_x,
            c_v: gap.per_newton.velocity,
        };
        let solution = situation.solve(self.extrapolated());
        decision.force = solution.force;
        decision.heat = solution.heat;
        decision.evaluations = solution.evaluations;
        decision.residual = solution.residual;
        decision.compression = solution.compression;
        decision.gap = gap.free.displacement - c_x * solution.force;
        decision
    }

    /// The next force on a straight line through the last two, or 0 where they are too far apart to say.
    fn extrapolated(&self) -> f64 {
        let [now, before] = self.forces;
        if (now - before).abs() < 0.5 * now.min(before) {
            2.0 * now - before
        } else {
            0.0
        }
    }

    /// Remembers the step that `decide` chose and accounts for it. Real-time: yes.
    pub fn settle(&mut self, decision: &Decision) -> Exchange {
        let before = self.stored();
        self.effective = decision.effective;
        self.compression = decision.compression;
        self.gap = decision.gap;
        self.forces = [decision.force, self.forces[0]];
        Exchange {
            force: decision.force,
            stored: self.stored() - before,
            heat: decision.heat,
            work: 0.0,
        }
    }

    /// A sample went by without a touch: the offset fades, but never so far that it would close the gap. Real-time: yes.
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
