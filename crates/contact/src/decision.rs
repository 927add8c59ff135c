//! The proposal of a contact for one step, and its settlement once the step has been taken.
//!
//! A decision assumes that nothing else acts on the bodies. Where several contacts share bodies, their common
//! solver leaves a residual: the gap moves by `moved`, a little more or less than decided. The bodies then
//! did the work f · moved, and the contact must not store more than that:
//!
//! ```math
//! \Delta V' = \min(\Delta V,\; f\cdot moved), \qquad heat' = f\cdot moved - \Delta V' \ge 0
//! ```
//!
//! The compression follows from the stored energy, and the offset absorbs the difference to the gap. Energy
//! is created only if the work is negative and exceeds the stored energy. It is then reported as `created`.

use crate::Forecast;
use crate::energy::Exchange;
use crate::scheme::exact::MAX_ITERATIONS;

/// Relative change of the stored energy below which the compression is corrected linearly \[1\].
const SMALL: f64 = 1e-9;

/// Proposal of a contact for one step. The contact stays unchanged until it settles the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Contact force held over the step, pushing the bodies apart; never negative \[N\].
    pub force: f64,
    /// Heat that the law produces in the step \[J\].
    pub heat: f64,
    /// Derivative of the contact force with respect to the change of the gap without contact force; never
    /// negative \[N/m\]. Displacement and velocity of the gap vary together, in the ratio in which a force
    /// changes them. A Newton method over several contacts needs this value. Accurate to about the tolerance
    /// of the solver.
    pub slope: f64,
    /// Number of evaluations of the contact equation in this step.
    pub evaluations: u32,
    /// Last relative change of the solution in the solver \[1\]; 0 if there was nothing to solve.
    pub residual: f64,
    pub(crate) compression: f64,
    pub(crate) stored: f64,
    pub(crate) gap: f64,
    pub(crate) moved: f64,
    /// Stiffness of the present touch \[N/m^α\].
    pub(crate) stiffness: f64,
    /// Damping of the present touch, in the unit of the contact law.
    pub(crate) damping: f64,
}

/// State and energy exchange of a contact after a settled step.
pub(crate) struct StepResult {
    pub(crate) exchange: Exchange,
    pub(crate) compression: f64,
    pub(crate) stored: f64,
    pub(crate) gap: f64,
}

impl Decision {
    pub(crate) const NONE: Self = Self {
        force: 0.0,
        heat: 0.0,
        slope: 0.0,
        evaluations: 0,
        residual: 0.0,
        compression: 0.0,
        stored: 0.0,
        gap: 0.0,
        moved: 0.0,
        stiffness: 0.0,
        damping: 0.0,
    };

    /// Returns the change of the gap over the step if only this contact force acts \[m\].
    pub fn moved(&self) -> f64 {
        self.moved
    }

    /// Whether the solver ran out of evaluations. The force is then too small, but still passive.
    pub fn cut_off(&self) -> bool {
        self.evaluations >= MAX_ITERATIONS && self.residual > 1e-6
    }

    /// Returns the decision for a step without contact force, which ends at `compression` \[m\].
    #[inline]
    pub(crate) fn apart(self, compression: f64, gap: &Forecast) -> Self {
        Self {
            compression,
            stored: 0.0,
            gap: gap.free.displacement,
            moved: gap.free.displacement - gap.now.displacement,
            ..self
        }
    }

    /// Settles the step for a contact that stored the energy `before` \[J\], and returns the new state of the
    /// contact. The stored energy is proportional to the power `p` of the compression. `holding` returns the
    /// compression for a stored energy.
    #[inline]
    pub(crate) fn settled(
        &self,
        before: f64,
        moved: f64,
        p: f64,
        holding: impl FnOnce(f64) -> f64,
    ) -> StepResult {
        let settled = StepResult {
            exchange: Exchange {
                force: self.force,
                stored: self.stored - before,
                heat: self.heat,
                created: 0.0,
                work: 0.0,
            },
            compression: self.compression,
            stored: self.stored,
            gap: self.gap,
        };
        if moved == self.moved || !moved.is_finite() {
            settled
        } else {
            self.settled_elsewhere(settled, before, moved, p, holding)
        }
    }

    #[cold]
    fn settled_elsewhere(
        &self,
        mut settled: StepResult,
        before: f64,
        moved: f64,
        p: f64,
        holding: impl FnOnce(f64) -> f64,
    ) -> StepResult {
        let further = moved - self.moved;
        let work = self.force * moved;
        let rise = settled.exchange.stored.min(work);
        let stored = (before + rise).max(0.0);
        let off = stored - self.stored;
        settled.compression = if stored <= 0.0 {
            (self.compression + further).min(0.0)
        } else if off == 0.0 {
            self.compression
        } else if off.abs() <= SMALL * self.stored {
            self.compression * (1.0 + off / (p * self.stored))
        } else {
            holding(stored)
        };
        settled.exchange.heat = work - rise;
        settled.exchange.created = (-(before + rise)).max(0.0);
        settled.exchange.stored = stored - before;
        settled.stored = stored;
        settled.gap += further;
        settled
    }
}
