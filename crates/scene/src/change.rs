//! What an island is made of changes while it sounds, between two blocks: other modes for a body, another law
//! for a contact.
//!
//! **Other modes.** Every mode keeps its energy, kinetic and elastic each by itself: x goes with 1/√(mω²) and
//! v with 1/√m, so that a mode that only gets another frequency goes on with the same velocity, and a port
//! elsewhere than it was. A contact at that port sees the jump as one of the gap and not of the compression
//! ([`foley_contact::Contact::shift`]): surfaces that touch press on each other as before, so that no energy
//! comes of it and no click; surfaces that are apart stay so. Modes of another mass or height are heard at
//! another velocity at once; so small that step is, one in every block is a buzz at the rate of the blocks.
//! Who listens to the velocity hears it as a ramp over the block instead: what is heard is changed and not
//! what moves.
//!
//! **Another law.** What is compressed stays so, and stores what the new law says: the difference is written
//! down as brought in by control ([`foley_contact::energy::Ledger::control`]), as it is for a single
//! parameter ([`crate::SceneEvent::Set`]).

use crate::any_body::AnyBody;
use crate::island::Island;
use crate::probe::ProbePoint;
use crate::spec::ContactLaw;
use foley_body::modal::{CheckedModes, ModalError};
use foley_body::{ModalSpec, MotionQuantity};

impl Island {
    /// Gives a modal body other modes from the block on that begins with sample `next`; false if there is no
    /// such body. Real-time: yes.
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
        // What sleeps apart and cannot fly has nothing to keep.
        if self.sleep.asleep && (is_free || self.in_touch()) {
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

    /// Gives a contact another law of the same kind from the block on that begins with sample `next`.
    /// Real-time: yes.
    pub(crate) fn change_law(&mut self, next: u64, contact: usize, law: &ContactLaw) {
        let Some(joint) = self.joints.get(contact) else {
            return;
        };
        if joint.has(law) {
            return;
        }
        self.rewind(next);
        if self.sleep.asleep && self.in_touch() {
            self.wake();
        }
        if self.sleep.asleep {
            self.joints[contact].change_law(law);
        } else {
            self.change_and_record(|island| island.joints[contact].change_law(law));
        }
        self.invalidate_snapshot();
    }

    fn set_modes(&mut self, body: usize, modes: CheckedModes<'_>) {
        self.note_steps(body, 1.0);
        if let Some(AnyBody::Modal(modal)) = self.bodies.get_mut(body) {
            modal.set_modes(modes);
        }
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
                // Another velocity at once is not heard as an acceleration.
                probe.before = self.bodies[body].audible_motion(port).velocity;
            }
        }
        self.note_steps(body, -1.0);
    }

    /// Adds what is heard of a body to the steps of who listens, or takes it away.
    fn note_steps(&mut self, body: usize, sign: f64) {
        let Some(of) = self.bodies.get(body) else {
            return;
        };
        for probe in &mut self.probes {
            if let Some((port, quantity)) = probe.hears(body) {
                let flight = match quantity {
                    MotionQuantity::Vibration => of.centre().velocity,
                    _ => 0.0,
                };
                probe.step += sign * (of.audible_motion(port).velocity - flight);
            }
        }
    }
}
