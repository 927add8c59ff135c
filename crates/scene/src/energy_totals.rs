//! Energy totals of an island, for its energy balance.

use foley_contact::energy::Exchange;

/// Energy totals since the start \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EnergyTotals {
    /// Heat dissipated by contact laws.
    pub(crate) heat: f64,
    /// Work of external forces, including gravity and noise.
    pub(crate) work: f64,
    /// Energy added by placing bodies, moving offsets and changing laws.
    pub(crate) control: f64,
    /// Work taken from bodies by contacts.
    pub(crate) taken_by_contacts: f64,
    /// Share of `work` done on bodies rather than contacts.
    pub(crate) pushed_into_bodies: f64,
    /// Share of `control` added to bodies rather than contacts.
    pub(crate) placed_in_bodies: f64,
}

impl EnergyTotals {
    /// Records one contact step. The contact took f · `moved`, of which the moving offset gave f ·
    /// `by_offset`.
    pub(crate) fn record_contact(&mut self, exchange: &Exchange, moved: f64, by_offset: f64) {
        self.heat += exchange.heat;
        self.work += exchange.work;
        self.control += exchange.force * by_offset;
        self.taken_by_contacts += exchange.force * (moved - by_offset);
    }

    /// Records work of an external force on a body.
    pub(crate) fn record_work(&mut self, work: f64) {
        self.work += work;
        self.pushed_into_bodies += work;
    }
}
