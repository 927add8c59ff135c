//! A contact and the two ports between which it is.

use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::energy_totals::EnergyTotals;
use crate::spec::ContactLaw;
use foley_body::Body;
use foley_contact::energy::Exchange;
use foley_contact::{Forecast, Motion, Step};

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
    /// What is added to the distance of the ports: minus the gap at rest, plus how far one was slid over the
    /// other \[m\].
    pub(crate) standing: f64,
    /// All of the offset at the end of the last step \[m\].
    pub(crate) offset: f64,
    /// Where the offset will be at the end of the sample \[m\].
    pub(crate) target: f64,
    /// Its mean force over the last sample \[N\].
    pub(crate) mean_force: f64,
    /// Its compression one sample ago \[m\].
    pub(crate) compression_before: f64,
}

impl Joint {
    /// Changes a parameter of the law, by the name that its table has for it.
    pub(crate) fn set(&mut self, id: &str, value: f64) {
        self.contact.set(id, value);
        if id == "normal-force" && self.pressed_by.is_none() {
            self.held_force = value;
        }
    }

    /// Another law of the same kind.
    pub(crate) fn change_law(&mut self, law: &ContactLaw) {
        if self.contact.change_law(law)
            && let ContactLaw::Friction { law, .. } = law
            && self.pressed_by.is_none()
        {
            self.held_force = law.normal_force;
        }
    }

    /// It has this law already.
    pub(crate) fn has(&self, law: &ContactLaw) -> bool {
        let pressed = match law {
            ContactLaw::Friction { law, .. } if self.pressed_by.is_none() => {
                self.held_force == law.normal_force
            }
            _ => true,
        };
        pressed && self.contact.matches_law(law) == Some(true)
    }

    /// Distance of the two ports, and how fast it changes, as the contact sees it.
    pub(crate) fn gap(&self, one: Motion, two: Motion) -> Motion {
        let mut gap = one - two;
        gap.displacement += self.offset;
        gap
    }

    /// The same over the coming step, in which the offset goes `share` of the way to its target.
    #[inline]
    pub(crate) fn ahead(&self, bodies: &[AnyBody], share: f64, step: Step) -> Forecast {
        let one = bodies[self.one.0].forecast(self.one.1);
        let two = bodies[self.two.0].forecast(self.two.1);
        let mut gap = one.against(&two);
        if self.one.0 == self.two.0 {
            // Two ports of one body: each also feels what the other is given.
            let cross = bodies[self.one.0].cross_response(self.one.1, self.two.1);
            gap.per_newton.displacement -= 2.0 * cross.displacement;
            gap.per_newton.velocity -= 2.0 * cross.velocity;
        }
        let by_offset = share * (self.target - self.offset);
        gap.now.displacement += self.offset;
        gap.free.displacement += self.offset + by_offset;
        if by_offset != 0.0 {
            let rate = by_offset / step.seconds();
            gap.now.velocity += rate;
            gap.free.velocity += rate;
        }
        gap
    }

    /// Pushes the bodies with the force of a step that is settled, and writes down where its energy went;
    /// whether there was a force. The offset goes `share` of the way to its target.
    #[inline]
    pub(crate) fn apply_force(
        &mut self,
        exchange: &Exchange,
        moved: f64,
        share: f64,
        bodies: &mut [AnyBody],
        totals: &mut EnergyTotals,
    ) -> bool {
        let by_offset = share * (self.target - self.offset);
        self.offset += by_offset;
        totals.record_contact(exchange, moved, by_offset);
        let force = exchange.force;
        if force == 0.0 {
            return false;
        }
        self.mean_force += force;
        bodies[self.one.0].push(self.one.1, -force);
        bodies[self.two.0].push(self.two.1, force);
        true
    }
}
