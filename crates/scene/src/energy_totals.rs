//! What an island writes down to answer where the energy went.

use foley_contact::energy::Exchange;

/// Sums since the beginning \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EnergyTotals {
    /// Heat that the laws made.
    pub(crate) heat: f64,
    /// Work that forces from outside did, gravity and noise included.
    pub(crate) work: f64,
    /// Energy brought in by placing bodies, moving offsets and changing laws.
    pub(crate) control: f64,
    /// Work that the contacts took from the bodies.
    pub(crate) taken_by_contacts: f64,
    /// Of `work`, what went into bodies, not contacts.
    pub(crate) pushed_into_bodies: f64,
    /// Of `control`, what went into bodies, not contacts.
    pub(crate) placed_in_bodies: f64,
}

impl EnergyTotals {
    /// A contact's step: it took f · moved, of which the moving offset gave its part.
    pub(crate) fn enter(&mut self, exchange: &Exchange, moved: f64, by_offset: f64) {
        self.heat += exchange.heat;
        self.work += exchange.work;
        self.control += exchange.force * by_offset;
        self.taken_by_contacts += exchange.force * (moved - by_offset);
    }

    /// Work on a body from outside.
    pub(crate) fn push(&mut self, work: f64) {
        self.work += work;
        self.pushed_into_bodies += work;
    }
}
