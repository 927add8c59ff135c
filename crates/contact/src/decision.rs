//! What a contact wants to happen over one step, and what it keeps once the step has been taken.
//!
//! A decision is made for bodies that nothing else touches. Where several contacts act on the same bodies,
//! their common solver leaves a residual, and the gap goes a little further, or less far, than this decision
//! says. The bodies then gave the work f · moved, and the contact must not keep more than that:
//!
//! $$ \Delta V' = \min(\Delta V,\; f\cdot moved), \qquad heat' = f\cdot moved - \Delta V' \ge 0 $$
//!
//! The compression follows from what is stored, and the offset between it and the gap takes up the
//! difference. Only if the work was less than nothing and more than the store had is there energy from
//! nowhere; it is reported, as `created`.

use crate::Forecast;
use crate::energy::Exchange;
use crate::scheme::exact::MAX_ITERATIONS;

/// A change of the store by less than this share moves the compression along a straight line.
const SMALL: f64 = 1e-9;

/// What a contact wants to happen over one step. Nothing has changed yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Force held over the step, pushing the bodies apart: never negative \[N\].
    pub force: f64,
    /// Heat the law makes in the step \[J\].
    pub heat: f64,
    /// How the force answers its own free motion, displacement and change of velocity together as a newton
    /// moves them, df/ds_free ≥ 0 with dΔv_free/ds_free = C_v/C_x \[N/m\]. What a Newton method over several
    /// contacts wants to know: what else acts on the same bodies moves the gap much like that. Exact to about
    /// the tolerance of the solver.
    pub slope: f64,
    /// Evaluations of the contact equation.
    pub evaluations: u32,
    /// Last relative change in the solver; 0 when there was nothing to solve.
    pub residual: f64,
    pub(crate) compression: f64,
    pub(crate) stored: f64,
    pub(crate) gap: f64,
    pub(crate) moved: f64,
    /// Of the present touch.
    pub(crate) stiffness: f64,
    pub(crate) damping: f64,
}

/// A step that was taken.
pub(crate) struct Settled {
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

    /// The change of the gap over the step under this force and no other \[m\].
    pub fn moved(&self) -> f64 {
        self.moved
    }

    /// The solver ran out of evaluations: the force is too small, and still passive.
    pub fn cut_off(&self) -> bool {
        self.evaluations >= MAX_ITERATIONS && self.residual > 1e-6
    }

    /// The same without a touch: the gap goes where it will, and ends at `compression`.
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

    /// What is kept of the step by a contact that held the energy `before`, in which V goes with the power
    /// `p` of the compression; `holding` is the compression at which it holds an energy.
    #[inline]
    pub(crate) fn settled(
        &self,
        before: f64,
        moved: f64,
        p: f64,
        holding: impl FnOnce(f64) -> f64,
    ) -> Settled {
        let settled = Settled {
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
        mut settled: Settled,
        before: f64,
        moved: f64,
        p: f64,
        holding: impl FnOnce(f64) -> f64,
    ) -> Settled {
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
