//! Two bodies touch: the production contact, with the exact-restitution step.
//!
//! A contact is asked what force it wants over the next step ([`Contact::decide`], as often as one likes) and then told
//! that it was given, and how far the gap then really moved ([`Contact::settle`]). Between steps it keeps its compression
//! and the energy in it, the gap at which it had it, the stiffness that gives this touch its right duration, and the last
//! two forces, from which the solver starts.
//!
//! | symbol | here          | unit | meaning                                                             |
//! |--------|---------------|------|---------------------------------------------------------------------|
//! | y      | `compression` | m    | what the law sees, y = gap − δ                                      |
//! | V      | `stored`      | J    | V(y)                                                                |
//! | δ      | `offset`      | m    | kept offset: each touching step adds T(A − L)/μ ≥ 0                |
//! | k_eff  | `stiffness`   | N/m^α| stiffness of this touch, see [`crate::scheme::exact`]               |
//!
//! δ is kept through release, so that flight and return meet the same place, and relaxes to zero ([`Contact::relax`]) only
//! while the bodies are apart, never so far that it would close the gap: V is zero there, so nothing is gained or lost.

use crate::energy::Exchange;
use crate::law::{HuntCrossley, Law};
use crate::math;
use crate::scheme::exact::{Duration, MOST_ITERATIONS, Situation, Touch};
use crate::{Forecast, Step};

/// Time constant of the offset's return to zero while the bodies are apart \[s\].
const RELAXATION: f64 = 0.01;

/// A shift of the gap between two steps that is less than this share of the compression is rounding: it moves no energy.
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

/// What a contact wants to happen over one step. Nothing has changed yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Force held over the step, pushing the bodies apart: never negative \[N\].
    pub force: f64,
    /// Heat the law makes in the step \[J\].
    pub heat: f64,
    /// How the force answers its own free displacement at a fixed free change of velocity, df/ds_free ≥ 0 \[N/m\]. What a
    /// Newton method over several contacts wants to know; not exact in every case.
    pub slope: f64,
    /// Evaluations of the contact equation.
    pub evaluations: u32,
    /// Last relative change in the solver; 0 when there was nothing to solve.
    pub residual: f64,
    compression: f64,
    stored: f64,
    gap: f64,
    moved: f64,
    stiffness: f64,
}

impl Decision {
    /// The change of the gap over the step under this force and no other \[m\].
    pub fn moved(&self) -> f64 {
        self.moved
    }

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
            stiffness: law.stiffness,
            compression: gap,
            stored: law.potential(gap),
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
        HuntCrossley {
            stiffness: self.stiffness,
            ..self.law
        }
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

    /// Moves the contact to a new gap \[m\] with no history: no offset, nothing stored beyond what the gap says.
    pub fn come_to_rest(&mut self, gap: f64) {
        *self = Self::new(self.law, gap).with_duration(self.duration);
    }

    /// The surfaces touch now, or would at the end of the step if nothing held them.
    pub fn would_touch(&self, gap: &Forecast) -> bool {
        let y = self.compression_at(gap);
        y > 0.0 || y + (gap.free.displacement - gap.now.displacement) > 0.0
    }

    /// Compression at the gap that the bodies now show: what was settled, unless something else moved them by more than
    /// rounding. (Rounding goes to the offset: it has no energy to give.)
    fn compression_at(&self, gap: &Forecast) -> f64 {
        let shift = gap.now.displacement - self.gap;
        if shift.abs() <= ROUNDING * self.compression {
            self.compression
        } else {
            self.compression + shift
        }
    }

    /// How long the touch will last that this gap is about to make, by the closed form \[s\]; none if the surfaces do not
    /// approach. Real-time: yes.
    pub fn contact_time(&self, gap: &Forecast, step: Step) -> Option<f64> {
        Touch::of(self.law, gap, step).map(|touch| touch.seconds(step))
    }

    /// The force of the coming step, given the forecast of the gap. Changes nothing. Real-time: yes.
    pub fn decide(&self, gap: &Forecast, step: Step) -> Decision {
        self.decide_from(gap, step, self.extrapolated())
    }

    /// The same, from a force that is known to be near \[N\]; 0 if none is. Real-time: yes.
    pub fn decide_from(&self, gap: &Forecast, step: Step, guess: f64) -> Decision {
        let y = self.compression_at(gap);
        let s_free = gap.free.displacement - gap.now.displacement;
        let end = y + s_free;
        if !gap.is_finite() {
            return self.decide_nothing();
        }
        if y <= 0.0 && end <= 0.0 {
            return Decision {
                compression: end,
                gap: gap.free.displacement,
                moved: s_free,
                stored: 0.0,
                ..self.decide_nothing()
            };
        }
        let c_x = gap.per_newton.displacement;
        let mut law = self.effective();
        let mut stored = self.stored;
        if y <= 0.0 {
            law = self.duration.at_entry(self.law, gap, step);
            stored = 0.0;
        } else if y != self.compression {
            stored = law.potential(y);
        }
        let situation = Situation {
            law,
            t: step.seconds(),
            y,
            s_free,
            dv_free: gap.free.velocity - gap.now.velocity,
            c_x,
            c_v: gap.per_newton.velocity,
            stored,
        };
        let solution = situation.solve(guess);
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
        }
    }

    /// No force, and everything as it is. Also where some body has lost its numbers: whoever owns it will put it to rest.
    #[inline]
    fn decide_nothing(&self) -> Decision {
        Decision {
            force: 0.0,
            heat: 0.0,
            slope: 0.0,
            evaluations: 0,
            residual: 0.0,
            compression: self.compression,
            stored: self.stored,
            gap: self.gap,
            moved: 0.0,
            stiffness: self.stiffness,
        }
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

    /// Remembers the step that `decide` chose and accounts for it. `moved` is how far the gap really went \[m\]: with one
    /// contact [`Decision::moved`]; where several act on the same bodies, whatever their solver left.
    ///
    /// The bodies gave the work f · moved, and the contact keeps no more than that: where it differs from what was decided,
    /// the store rises by the smaller of the two, the compression follows from the store, the rest of the work is heat, and
    /// the kept offset takes up the difference. Real-time: yes.
    pub fn settle(&mut self, decision: &Decision, moved: f64) -> Exchange {
        let mut exchange = Exchange {
            force: decision.force,
            stored: decision.stored - self.stored,
            heat: decision.heat,
            created: 0.0,
            work: 0.0,
        };
        let mut compression = decision.compression;
        let mut gap = decision.gap;
        let mut stored = decision.stored;
        self.stiffness = decision.stiffness;
        if moved != decision.moved && moved.is_finite() {
            gap += moved - decision.moved;
            let work = decision.force * moved;
            let rise = exchange.stored.min(work);
            stored = self.stored + rise;
            exchange.heat = work - rise;
            if stored < 0.0 {
                exchange.created = -stored;
                stored = 0.0;
            }
            exchange.stored = stored - self.stored;
            compression = if stored > 0.0 {
                self.compression_holding(stored, decision)
            } else {
                (compression + (moved - decision.moved)).min(0.0)
            };
        }
        self.compression = compression;
        self.stored = stored;
        self.gap = gap;
        self.forces = [decision.force, self.forces[0]];
        exchange
    }

    /// The compression at which the law holds an energy, near the one decided.
    fn compression_holding(&self, stored: f64, decision: &Decision) -> f64 {
        let p = self.law.exponent + 1.0;
        let off = stored - decision.stored;
        if off.abs() <= ROUNDING * decision.stored {
            decision.compression * (1.0 + off / (p * decision.stored))
        } else {
            math::root(p * stored / self.stiffness, p)
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
