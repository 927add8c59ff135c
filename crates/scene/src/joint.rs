//! A contact and the two ports between which it is.

use crate::any_contact::AnyContact;
use foley_contact::Motion;

/// A contact between two ports of an island's bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// The one that presses towards +: body and port, by index within the island.
    pub(crate) one: (usize, usize),
    /// The one that it presses into.
    pub(crate) two: (usize, usize),
    pub(crate) contact: AnyContact,
    /// The impact whose force presses these surfaces together, if they rub.
    pub(crate) pressed_by: Option<usize>,
    /// The normal force that is there anyway, if they rub \[N\].
    pub(crate) held_force: f64,
    /// What is added to the distance of the ports: minus the gap at rest, plus how far one was slid over the other \[m\].
    pub(crate) standing: f64,
    /// All of the offset at the end of the last step \[m\].
    pub(crate) offset: f64,
    /// Its mean force over the last sample \[N\].
    pub(crate) mean_force: f64,
    /// Its compression one sample ago \[m\].
    pub(crate) compression_before: f64,
}

impl Joint {
    /// Distance of the two ports, and how fast it changes, as the contact sees it.
    pub(crate) fn gap(&self, one: Motion, two: Motion) -> Motion {
        let mut gap = one - two;
        gap.displacement += self.offset;
        gap
    }
}
