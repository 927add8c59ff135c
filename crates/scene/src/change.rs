//! Changes of a sounding island between two blocks: new modes for a body, a new law for a contact.
//!
//! **New modes.** Every mode keeps its kinetic and its elastic energy: x is scaled by 1/√(mω²) and v by 1/√m.
//! A mode whose frequency alone changes keeps its velocity, and its port jumps to another displacement. A
//! contact at that port takes the jump as one of the gap, not of the compression
//! ([`foley_contact::Contact::shift`]). So surfaces in contact keep their force and separate surfaces stay
//! apart, without added energy and without a click. A change of mass or height changes the velocity at the
//! port at once. The step is small, but one in every block is a buzz at the block rate. Velocity outputs
//! therefore spread it as a ramp over the block; only the output is changed, not the motion.
//!
//! **New law.** The compression stays, and the stored energy becomes that of the new law. The difference
//! counts as control energy ([`foley_contact::energy::Ledger::control`]), as for a single parameter
//! ([`crate::SceneEvent::Set`]).
//!
//! **New roughness.** The asperities keep their noise and their stored energy.

use crate::any_body::AnyBody;
use crate::island::Island;
use crate::probe::ProbePoint;
use crate::roughness::Roughness;
use crate::spec::ContactLaw;
use foley_body::modal::{CheckedModes, ModalError};
use foley_body::{ModalSpec, MotionQuantity};

impl Island {
    /// Changes the modes of a modal body from the block that starts at sample `next`. Returns false if the
    /// modal body does not exist. Real-time: yes.
    pub(crate) fn retune(
        &mut self,
        next: u64,
        body: usize,
        spec: &ModalSpec,
        count: usize,
    ) -> Result<bool, ModalError> {
        let Some(AnyBody::Modal(modal)) = self.bodies.get(body) else {
            return Ok(false);
        };
        let modes = modal.check_modes(spec)?.first(count);
        let is_free = modal.is_free();
        self.rewind(next);
        // An island asleep without contact, whose body is not free, has no state to keep.
        if self.sleep.asleep && (is_free || self.is_touching()) {
            self.wake();
        }
        if self.sleep.asleep {
            self.set_modes(body, modes);
        } else {
            self.change_and_record(|island| island.set_modes(body, modes));
        }
        self.invalidate_snapshot();
        Ok(true)
    }

    /// Replaces the law of a contact by a law of equal kind, from the block that starts at sample `next`.
    /// Real-time: yes.
    pub(crate) fn change_law(&mut self, next: u64, contact: usize, law: &ContactLaw) {
        let Some(joint) = self.joints.get(contact) else {
            return;
        };
        if joint.has_law(law) {
            return;
        }
        self.rewind(next);
        if self.sleep.asleep && self.is_touching() {
            self.wake();
        }
        if self.sleep.asleep {
            self.joints[contact].change_law(law);
        } else {
            self.change_and_record(|island| island.joints[contact].change_law(law));
        }
        self.invalidate_snapshot();
    }

    /// Changes the roughness of a contact from the block that starts at sample `next`; `None` makes its
    /// surfaces smooth. Real-time: yes.
    pub(crate) fn change_roughness(&mut self, next: u64, contact: usize, roughness: Option<Roughness>) {
        let Some(joint) = self.joints.get(contact) else {
            return;
        };
        if joint.has_roughness(roughness) {
            return;
        }
        self.rewind(next);
        if let Some(joint) = self.joints.get_mut(contact) {
            let freed = joint.change_roughness(roughness);
            self.totals.heat += freed.max(0.0);
            // A debt that asperities leave behind is energy added by the change.
            self.totals.control -= freed.min(0.0);
        }
        self.optional.is_rough = self.joints.iter().any(|joint| joint.asperities.is_some());
        self.invalidate_snapshot();
    }

    fn set_modes(&mut self, body: usize, modes: CheckedModes<'_>) {
        self.add_output_velocity(body, 1.0);
        if let Some(AnyBody::Modal(modal)) = self.bodies.get_mut(body) {
            modal.set_modes(modes);
        }
        self.update_radiates();
        if self.joints.len() > 1 {
            self.update_cross_responses(Some(body));
        }
        for i in 0..self.joints.len() {
            if self.joints[i].one.0 == body || self.joints[i].two.0 == body {
                let gap = self.gap_now(i).displacement;
                self.joints[i].contact.shift(gap);
            }
        }
        for probe in &mut self.probes {
            if let ProbePoint::Port { body: of, port, quantity: MotionQuantity::Acceleration } = probe.at
                && of == body
            {
                // The jump of the velocity must not appear as an acceleration.
                probe.before = self.bodies[body].audible_motion(port).velocity;
            }
        }
        self.add_output_velocity(body, -1.0);
    }

    /// Adds the present output velocity of a body, times `sign`, to the `step` of each velocity probe of the
    /// body.
    fn add_output_velocity(&mut self, body: usize, sign: f64) {
        let Some(of) = self.bodies.get(body) else {
            return;
        };
        for probe in &mut self.probes {
            if let Some((port, quantity)) = probe.velocity_of(body) {
                let flight = match quantity {
                    MotionQuantity::Vibration => of.centre().velocity,
                    _ => 0.0,
                };
                probe.step += sign * (of.audible_motion(port).velocity - flight);
            }
        }
    }
}
