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
//! parameter ([`crate::Act::Set`]).

use crate::any_body::AnyBody;
use crate::ear::At;
use crate::island::Island;
use crate::spec::ContactLaw;
use foley_body::modal::{Fitting, ModalError};
use foley_body::{ModalSpec, Quantity};

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
        let modes = modal.takes(spec)?.first(count);
        let flies = modal.flies();
        self.take_back(next);
        // What sleeps apart and cannot fly has nothing to keep.
        if self.rest.asleep && (flies || self.in_touch()) {
            self.wake();
        }
        if self.rest.asleep {
            self.put_modes(body, modes);
        } else {
            self.in_control(|island| island.put_modes(body, modes));
        }
        self.forget_kept();
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
        self.take_back(next);
        if self.rest.asleep && self.in_touch() {
            self.wake();
        }
        if self.rest.asleep {
            self.joints[contact].change_law(law);
        } else {
            self.in_control(|island| island.joints[contact].change_law(law));
        }
        self.forget_kept();
    }

    fn put_modes(&mut self, body: usize, modes: Fitting<'_>) {
        self.note_steps(body, 1.0);
        if let Some(AnyBody::Modal(modal)) = self.bodies.get_mut(body) {
            modal.put_modes(modes);
        }
        if self.joints.len() > 1 {
            self.find_answers(Some(body));
        }
        for i in 0..self.joints.len() {
            if self.joints[i].one.0 == body || self.joints[i].two.0 == body {
                let gap = self.gap_now(i).displacement;
                self.joints[i].contact.shift(gap);
            }
        }
        for ear in &mut self.ears {
            if let At::Port { body: of, port, quantity: Quantity::Acceleration } = ear.at
                && of == body
            {
                // Another velocity at once is not heard as an acceleration.
                ear.before = self.bodies[body].heard(port).velocity;
            }
        }
        self.note_steps(body, -1.0);
    }

    /// Adds what is heard of a body to the steps of who listens, or takes it away.
    fn note_steps(&mut self, body: usize, sign: f64) {
        let Some(of) = self.bodies.get(body) else {
            return;
        };
        for ear in &mut self.ears {
            if let Some((port, quantity)) = ear.hears(body) {
                let flight = match quantity {
                    Quantity::Vibration => of.centre().velocity,
                    _ => 0.0,
                };
                ear.step += sign * (of.heard(port).velocity - flight);
            }
        }
    }
}
