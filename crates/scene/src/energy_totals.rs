//! Energy totals of an island, for its energy balance.

use foley_contact::energy::Exchange;

/// Energy totals of an island since the start \[J\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EnergyTotals {
    /// Heat that the contact laws dissipated \[J\].
    pub(crate) heat: f64,
    /// Work of external forces, including gravity and noise \[J\].
    pub(crate) work: f64,
    /// Energy added by placing bodies, moving offsets and changing laws \[J\].
    pub(crate) control: f64,
    /// Work that contacts took from bodies \[J\].
    pub(crate) taken_by_contacts: f64,
    /// Work of external forces on bodies, a part of the ledger's `work` \[J\].
    pub(crate) pushed_into_bodies: f64,
    /// Sound that the modes radiated, a part of the ledger's `damped` \[J\].
    pub(crate) radiated: f64,
    /// Sound of the clicks of rigid bodies, which is not part of the balance \[J\].
    pub(crate) clicked: f64,
    /// Energy that events such as strikes added to bodies, a part of the ledger's `control` \[J\].
    pub(crate) placed_in_bodies: f64,
}

impl EnergyTotals {
    /// Records one step of a contact with the force f. The contact took the work f · `moved`, of which the
    /// moving offset gave f · `by_offset`.
    pub(crate) fn record_contact(&mut self, exchange: &Exchange, moved: f64, by_offset: f64) {
        self.heat += exchange.heat;
        self.work += exchange.work;
        self.control += exchange.force * by_offset;
        self.taken_by_contacts += exchange.force * (moved - by_offset);
    }

    /// Records sound that the modes and the listeners of a body radiated \[J\].
    pub(crate) fn record_sound(&mut self, [of_modes, of_listeners]: [f64; 2]) {
        self.radiated += of_modes;
        self.clicked += of_listeners;
    }

    /// Records the work of an external force on a body \[J\].
    pub(crate) fn record_work(&mut self, work: f64) {
        self.work += work;
        self.pushed_into_bodies += work;
    }
}
