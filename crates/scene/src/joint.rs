//! A contact with its two ports.

use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::energy_totals::EnergyTotals;
use crate::roughness::{Asperities, Roughness};
use crate::spec::ContactLaw;
use foley_body::Body;
use foley_contact::energy::Exchange;
use foley_contact::{Forecast, Motion, Step};

/// A contact between two ports of bodies in an island.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// Body and port of the first surface, as indices within the island. A positive displacement of this port
    /// presses it into `two`.
    pub(crate) one: (usize, usize),
    /// Body and port of the second surface, as indices within the island. A positive displacement of this
    /// port moves it away from `one`.
    pub(crate) two: (usize, usize),
    pub(crate) contact: AnyContact,
    /// Index of the joint whose impact force is the normal force of this friction; `None` for other contacts.
    pub(crate) pressed_by: Option<usize>,
    /// Constant part of the normal force of a friction contact \[N\].
    pub(crate) held_force: f64,
    /// Constant part of the offset: minus the gap at rest, plus the distance slid so far \[m\].
    pub(crate) standing: f64,
    /// Offset of the surfaces at the end of the last step, including drives \[m\].
    pub(crate) offset: f64,
    /// Offset of the surfaces at the end of the present sample \[m\].
    pub(crate) target: f64,
    /// Mean contact force over the last sample \[N\].
    pub(crate) mean_force: f64,
    /// Compression of the contact one sample ago \[m\].
    pub(crate) compression_before: f64,
    /// Asperities of a rough contact; `None` for smooth surfaces.
    pub(crate) asperities: Option<Asperities>,
    /// Seed of the asperities, for surfaces that become rough while the scene plays.
    pub(crate) asperity_seed: u64,
}

impl Joint {
    /// Sets the parameter `id` of the contact law.
    pub(crate) fn set(&mut self, id: &str, value: f64) {
        self.contact.set(id, value);
        if id == "normal-force" && self.pressed_by.is_none() {
            self.held_force = value;
        }
    }

    /// Replaces the contact law by a law of equal kind.
    pub(crate) fn change_law(&mut self, law: &ContactLaw) {
        if self.contact.change_law(law)
            && let ContactLaw::Friction { law, .. } = law
            && self.pressed_by.is_none()
        {
            self.held_force = law.normal_force;
        }
    }

    /// Changes the roughness of the surfaces; `None` makes them smooth. Returns the stored energy of
    /// asperities that no longer exist \[J\].
    pub(crate) fn change_roughness(&mut self, roughness: Option<Roughness>) -> f64 {
        match (roughness, &mut self.asperities) {
            (Some(roughness), Some(asperities)) => asperities.change(roughness),
            (Some(roughness), none) => *none = Some(Asperities::new(roughness, self.asperity_seed)),
            (None, some) => return some.take().map_or(0.0, |asperities| asperities.stored),
        }
        0.0
    }

    /// Whether the surfaces already have this roughness.
    pub(crate) fn has_roughness(&self, roughness: Option<Roughness>) -> bool {
        match (roughness, self.asperities) {
            (Some(roughness), Some(asperities)) => asperities.has(roughness),
            (roughness, asperities) => roughness.is_none() && asperities.is_none(),
        }
    }

    /// Whether the contact already has the law `law` and its normal force.
    pub(crate) fn has_law(&self, law: &ContactLaw) -> bool {
        let pressed = match law {
            ContactLaw::Friction { law, .. } if self.pressed_by.is_none() => {
                self.held_force == law.normal_force
            }
            _ => true,
        };
        pressed && self.contact.matches_law(law) == Some(true)
    }

    /// Returns the gap between the two ports as the contact sees it, offset included, and the rate of the
    /// gap.
    pub(crate) fn gap(&self, one: Motion, two: Motion) -> Motion {
        let mut gap = one - two;
        gap.displacement += self.offset;
        gap
    }

    /// Forecasts the gap over the coming step, in which the offset moves by `share` of the way to its target.
    #[inline]
    pub(crate) fn forecast(&self, bodies: &[AnyBody], share: f64, step: Step) -> Forecast {
        let one = bodies[self.one.0].forecast(self.one.1);
        let two = bodies[self.two.0].forecast(self.two.1);
        let mut gap = one.against(&two);
        if self.one.0 == self.two.0 {
            // For two ports of one body, each port also responds to the force at the other port.
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

    /// Pushes the bodies with the force of a settled step and records the energy of that step. The offset
    /// moves by `share` of the way to its target. Returns whether the force is not zero.
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
        if let Some(asperities) = &mut self.asperities {
            // The loss stays in the asperities until the touch ends.
            totals.heat -= exchange.heat;
            asperities.stored += exchange.heat;
        }
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
