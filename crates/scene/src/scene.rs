//! A scene that plays: islands of bodies and contacts, rendered in blocks and handed out in pieces of any
//! length.
//!
//! Time is cut into blocks of [`BLOCK`] samples, counted from the beginning, whatever pieces the host asks
//! for; what is not handed out yet waits; an island in which nothing can happen is rendered some blocks
//! ahead. Something done in the middle of a block that has been rendered already ([`Scene::event`]) takes that
//! block of that island back to its beginning and renders it again, with the act in its place. So nothing
//! depends on how the host cuts its buffers, on when within a block it says what is to be done, or on what
//! other islands do: the same bits, always.
//!
//! Between two blocks ([`Scene::at_boundary`]) more can be done, for the block that comes next and without
//! rendering anything twice: acts at any of its samples, signals fed sample by sample, other modes, other
//! laws. Who drives a scene in blocks of 64 does all that before each.
//!
//! The audio path allocates nothing, locks nothing, never panics, and its loops are bounded.

use crate::any_contact::{AnyContact, out_of_range};
use crate::deadline::{Deadline, NO_DEADLINE};
use crate::event::{MAX_EVENTS_PER_BLOCK, SceneEvent, TimedEvent};
use crate::island::Island;
use crate::spec::ContactLaw;
use foley_body::modal::{BLOCK, ModalError};
use foley_body::{InertialSpec, ModalSpec};
use foley_contact::Motion;
use foley_contact::energy::Ledger;
use foley_params::Parametric;
use thiserror::Error;

/// Nothing is put further away or sent faster than this [m], [m/s].
const MAX_PLACEMENT: f64 = 1e6;

/// Where an output of the scene comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tap {
    pub(crate) island: usize,
    pub(crate) probe: usize,
}

/// Something to be done at a sample, known from the beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) sample: u64,
    pub(crate) island: usize,
    pub(crate) event: SceneEvent,
    /// When the next act on the same island is planned.
    pub(crate) then: u64,
}

/// A scene that plays.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) islands: Vec<Island>,
    /// Island and index within it, of every body; none for walls.
    pub(crate) bodies: Vec<Option<(usize, usize)>>,
    /// Island and index within it, of every contact.
    pub(crate) contacts: Vec<(usize, usize)>,
    /// Island and drive within it, of every gesture that is a signal.
    pub(crate) gestures: Vec<Option<(usize, usize)>>,
    pub(crate) taps: Vec<Tap>,
    /// In the order of time.
    pub(crate) plan: Vec<Planned>,
    pub(crate) next_planned: usize,
    /// First sample of the present block.
    pub(crate) time: u64,
    /// Samples of it that have been handed out; all there are before the first block.
    pub(crate) cursor: usize,
}

/// Why something cannot be done to a scene.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ControlError {
    /// There is no such body or contact.
    #[error("there is no {what} {index}; there are {has}")]
    NoSuch {
        /// Body or contact.
        what: &'static str,
        /// Its index.
        index: usize,
        /// How many there are.
        has: usize,
    },
    /// A number that cannot be meant.
    #[error("{value} cannot be meant; {allowed}")]
    Value {
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// A contact's law has no such parameter.
    #[error("its law has no parameter `{id}`")]
    NoSuchParameter {
        /// What was asked for.
        id: &'static str,
    },
    /// Only between two blocks.
    #[error(
        "the block has begun: {left} of its {BLOCK} samples are still to be handed out, and this can only be done when none is"
    )]
    MidBlock {
        /// Samples of it that are still to be handed out.
        left: usize,
    },
    /// Modes that a body cannot get.
    #[error("{why}")]
    Modes {
        /// What is wrong.
        why: ModalError,
    },
    /// A contact keeps the kind of its law, and what presses it.
    #[error(
        "contact {contact} cannot get this law: it keeps the kind that it has, and what presses surfaces that rub"
    )]
    OtherLaw {
        /// Which contact.
        contact: usize,
    },
    /// More than a block takes.
    #[error("more than {MAX_EVENTS_PER_BLOCK} acts within one block of {BLOCK} samples")]
    TooMany,
}

impl Scene {
    /// How many outputs it has.
    pub fn outputs(&self) -> usize {
        self.taps.len()
    }

    /// Renders the next samples of every output, in SI units: one slice each, all of the same length. Who has
    /// no slice is not heard. Gain and channel of an output are for who mixes. Real-time: yes.
    pub fn render(&mut self, out: &mut [&mut [f64]]) {
        let frames = out.iter().map(|out| out.len()).min().unwrap_or(0);
        let mut done = 0;
        while done < frames {
            if self.cursor >= BLOCK {
                self.begin_block(NO_DEADLINE);
            }
            let count = (BLOCK - self.cursor).min(frames - done);
            for (out, tap) in out.iter_mut().zip(&self.taps) {
                let block = self.islands[tap.island].output_block(tap.probe);
                let heard = &block[self.cursor..self.cursor + count];
                out[done..done + count].copy_from_slice(heard);
            }
            self.cursor += count;
            done += count;
        }
    }

    /// Renders the whole of the next block of every output, in SI units, where the block before has been
    /// handed out entirely: one page each; who has no page is not heard. Real-time: yes.
    pub fn render_block(&mut self, pages: &mut [[f64; BLOCK]]) {
        self.render_block_within(NO_DEADLINE, pages);
    }

    /// The same for who must be done in time: once it is up, touches are cut no more ([`crate::Deadline`]).
    /// Real-time: yes, if the clock is.
    pub fn render_block_within(&mut self, deadline_passed: Deadline<'_>, pages: &mut [[f64; BLOCK]]) {
        if self.cursor >= BLOCK {
            self.begin_block(deadline_passed);
        }
        for (page, tap) in pages.iter_mut().zip(&self.taps) {
            page.copy_from_slice(self.islands[tap.island].output_block(tap.probe));
        }
        self.cursor = BLOCK;
    }

    /// Goes on by some samples without handing anything out. Real-time: yes.
    pub fn advance(&mut self, frames: usize) {
        let mut left = frames;
        while left > 0 {
            if self.cursor >= BLOCK {
                self.begin_block(NO_DEADLINE);
            }
            let count = (BLOCK - self.cursor).min(left);
            self.cursor += count;
            left -= count;
        }
    }

    /// Renders the next block of every island.
    fn begin_block(&mut self, deadline_passed: Deadline<'_>) {
        if self.cursor != usize::MAX {
            self.time += BLOCK as u64;
        }
        self.cursor = 0;
        let end = self.time + BLOCK as u64;
        while let Some(planned) = self.plan.get(self.next_planned)
            && planned.sample < end
        {
            self.next_planned += 1;
            let at = planned.sample.saturating_sub(self.time) as usize;
            let event = planned.event;
            let island = &mut self.islands[planned.island];
            island.next_event = planned.then;
            island.plan(self.time, TimedEvent { at, event });
        }
        let turn = self.time / BLOCK as u64;
        for (index, island) in self.islands.iter_mut().enumerate() {
            island.next_block(self.time, turn + index as u64, deadline_passed);
        }
    }

    /// Does something now: before the next sample that is handed out. Real-time: yes.
    ///
    /// # Errors
    /// If there is no such body or contact, a number is not finite, or too much happens at once. Nothing is
    /// done then.
    pub fn apply(&mut self, event: SceneEvent) -> Result<(), ControlError> {
        let (island, event) = self.locate(event)?;
        if self.cursor >= BLOCK {
            self.begin_block(NO_DEADLINE);
        }
        let (at, time) = (self.cursor, self.time);
        let Some(island) = self.islands.get_mut(island) else {
            return Ok(());
        };
        if !island.plan(time, TimedEvent { at, event }) {
            return Err(ControlError::TooMany);
        }
        island.rerender(time);
        Ok(())
    }

    /// Does something before sample `at` (from 0, less than [`BLOCK`]) of the block that comes next: only
    /// between two blocks ([`Scene::at_boundary`]), and without rendering anything twice. What is done at the
    /// same sample is done in the order of the calls, then what is planned from the beginning. Real-time:
    /// yes.
    ///
    /// # Errors
    /// If the block has begun or has no such sample, there is no such body or contact, a number is not
    /// finite, or there are more than [`MAX_EVENTS_PER_BLOCK`] in one island and block. Nothing is done then.
    pub fn apply_at(&mut self, at: usize, event: SceneEvent) -> Result<(), ControlError> {
        let next = self.next_block()?;
        if at >= BLOCK {
            return Err(ControlError::NoSuch { what: "sample of a block", index: at, has: BLOCK });
        }
        let (island, event) = self.locate(event)?;
        let Some(island) = self.islands.get_mut(island) else {
            return Ok(());
        };
        if island.events_in(next).len() >= MAX_EVENTS_PER_BLOCK {
            return Err(ControlError::TooMany);
        }
        island.rewind(next);
        island.plan(next, TimedEvent { at, event });
        Ok(())
    }

    /// Feeds the block that comes next with the values of a gesture whose signal is [`crate::Signal::Live`],
    /// by its index in [`crate::SceneSpec::gestures`]; only between two blocks. A block that is not fed holds
    /// the last value fed. Values count only while the gesture acts: from its `at` on, for as long as it is
    /// `lasting`. Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun, there is no such gesture, or a value is not finite. Nothing is done then.
    pub fn feed(&mut self, gesture: usize, values: &[f64; BLOCK]) -> Result<(), ControlError> {
        let next = self.next_block()?;
        if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
            return Err(ControlError::Value { value, allowed: "what is fed must be finite" });
        }
        let fed = self
            .gestures
            .get(gesture)
            .copied()
            .flatten()
            .and_then(|(island, drive)| self.islands.get_mut(island)?.drives.get_mut(drive))
            .and_then(|drive| drive.live_input.as_mut());
        let Some(fed) = fed else {
            return Err(ControlError::NoSuch {
                what: "gesture that is fed",
                index: gesture,
                has: self.gestures.len(),
            });
        };
        fed.feed(next, values);
        Ok(())
    }

    /// Gives a modal body other frequencies, decays, masses and heights from the block on that comes next;
    /// only between two blocks. As many modes and ports as it has; every mode keeps its energy, and a body
    /// that can fly its energy of flight. Surfaces that touch go on pressing as they do. Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun, there is no such modal body, or it cannot be retuned so. Nothing is done then.
    pub fn retune(&mut self, body: usize, spec: &ModalSpec) -> Result<(), ControlError> {
        self.retune_first(body, spec, usize::MAX)
    }

    /// The same, and only the first so many modes go on sounding, in fours: for when there is no time for
    /// all. The spec has all of them, and with as many they are back again, at rest. Real-time: yes.
    ///
    /// # Errors
    /// As [`Scene::retune`].
    pub fn retune_first(&mut self, body: usize, spec: &ModalSpec, count: usize) -> Result<(), ControlError> {
        let next = self.next_block()?;
        let place = self.bodies.get(body).copied().flatten();
        let island = place.and_then(|(island, _)| self.islands.get_mut(island));
        let done = match (island, place) {
            (Some(island), Some((_, index))) => {
                island.retune(next, index, spec, count).map_err(|why| ControlError::Modes { why })?
            }
            _ => false,
        };
        if done {
            return Ok(());
        }
        Err(ControlError::NoSuch { what: "modal body", index: body, has: self.bodies.len() })
    }

    /// From the next touch on, the ringing of what is struck need only be right to this error, instead of
    /// [`crate::RINGING_ERROR`]: coarser steps, less work. Momentum and energy are as exact as ever.
    /// Real-time: yes.
    pub fn set_ringing_error(&mut self, error: f64) {
        if error.is_finite() && error > 0.0 {
            for island in &mut self.islands {
                island.error = error;
            }
        }
    }

    /// Gives a contact another law from the block on that comes next, all parameters at once; only between
    /// two blocks. The law must be of the same kind, every parameter in the range of its table, and
    /// `normal_from` the same. What is compressed stays so; what it then stores more or less is booked as
    /// control. Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun, there is no such contact, the law is of another kind or a parameter out of
    /// range. Nothing is done then.
    pub fn change_law(&mut self, contact: usize, law: ContactLaw) -> Result<(), ControlError> {
        let next = self.next_block()?;
        let (island, index) = self.contact_at(contact)?;
        let joint = &self.islands[island].joints[index];
        let same_press = match law {
            ContactLaw::Friction { normal_from, .. } => {
                let by = normal_from.map(|by| self.contacts.get(by).copied());
                by == joint.pressed_by.map(|by| Some((island, by)))
            }
            _ => true,
        };
        if !same_press || joint.contact.matches_law(&law).is_none() {
            return Err(ControlError::OtherLaw { contact });
        }
        if let Some(value) = out_of_range(&law) {
            return Err(ControlError::Value {
                value,
                allowed: "it must lie in the range of the parameter's table",
            });
        }
        self.islands[island].change_law(next, index, &law);
        Ok(())
    }

    /// Island of a contact, and its index within it.
    fn contact_at(&self, contact: usize) -> Result<(usize, usize), ControlError> {
        self.contacts.get(contact).copied().ok_or(ControlError::NoSuch {
            what: "contact",
            index: contact,
            has: self.contacts.len(),
        })
    }

    /// The next sample to be handed out, counted from the beginning.
    pub fn now(&self) -> u64 {
        // Before the first block the cursor is beyond all of them.
        let into = if self.cursor == usize::MAX { 0 } else { self.cursor };
        self.time + into as u64
    }

    /// The next sample to be handed out begins a block, which has not been begun: what can only be done
    /// between two blocks can be done now.
    pub fn at_boundary(&self) -> bool {
        self.cursor >= BLOCK
    }

    /// First sample of the block that comes next, if the present one has been handed out.
    fn next_block(&self) -> Result<u64, ControlError> {
        if self.at_boundary() {
            Ok(self.now())
        } else {
            Err(ControlError::MidBlock { left: BLOCK - self.cursor })
        }
    }

    /// The island that an act concerns, and the act with that island's own numbers.
    pub(crate) fn locate(&self, event: SceneEvent) -> Result<(usize, SceneEvent), ControlError> {
        let within = |values: &[f64]| {
            let far = |value: &&f64| value.is_nan() || value.abs() > MAX_PLACEMENT;
            match values.iter().find(far) {
                Some(&value) => {
                    Err(ControlError::Value { value, allowed: "it may be a million m or m/s at most" })
                }
                None => Ok(()),
            }
        };
        let body_at = |index: usize| {
            self.bodies.get(index).copied().flatten().ok_or(ControlError::NoSuch {
                what: "body that moves",
                index,
                has: self.bodies.len(),
            })
        };
        Ok(match event {
            SceneEvent::Strike { body, velocity, distance } => {
                within(&[velocity, distance])?;
                let (island, body) = body_at(body)?;
                (island, SceneEvent::Strike { body, velocity, distance })
            }
            SceneEvent::Place { body, motion } => {
                within(&[motion.displacement, motion.velocity])?;
                let (island, body) = body_at(body)?;
                (island, SceneEvent::Place { body, motion })
            }
            SceneEvent::SetMass { body, mass } => {
                if !InertialSpec::PARAMS.iter().all(|param| param.contains(mass)) {
                    return Err(ControlError::Value {
                        value: mass,
                        allowed: "a mass lies between 1 mg and 1000 kg",
                    });
                }
                let (island, body) = body_at(body)?;
                (island, SceneEvent::SetMass { body, mass })
            }
            SceneEvent::Set { contact, id, value } => {
                let (island, contact) = self.contact_at(contact)?;
                let joint = &self.islands[island].joints[contact];
                match joint.contact.accepts(id, value) {
                    None => return Err(ControlError::NoSuchParameter { id }),
                    Some(false) => {
                        return Err(ControlError::Value {
                            value,
                            allowed: "it must lie in the range of the parameter's table",
                        });
                    }
                    Some(true) => {}
                }
                (island, SceneEvent::Set { contact, id, value })
            }
        })
    }

    /// Where the energy is and where it went \[J\], up to the end of the present block; for islands that only
    /// ring, perhaps some blocks further.
    pub fn ledger(&self) -> Ledger {
        let mut ledger = Ledger::default();
        for island in &self.islands {
            let (moving, stored) = (island.body_energy(), island.stored());
            let totals = &island.totals;
            ledger.initial += island.initial;
            ledger.moving += moving;
            ledger.stored += stored;
            ledger.heat += totals.heat;
            ledger.work += totals.work;
            ledger.control += totals.control;
            ledger.damped += island.damped();
        }
        ledger
    }

    /// Energy of all bodies and contacts \[J\], at the end of the present block; for islands that only ring,
    /// perhaps some blocks further. A pass over all modes. Real-time: yes.
    pub fn energy(&self) -> f64 {
        let energy = |island: &Island| island.body_energy() + island.stored();
        self.islands.iter().map(energy).sum()
    }

    /// Whether the surfaces of a contact press on each other at the end of the present block; false if there
    /// is no such contact.
    pub fn touching(&self, contact: usize) -> bool {
        self.contact_now(contact).is_some_and(AnyContact::touching)
    }

    /// How far the surfaces of a contact are into each other at the end of the present block, 0 if apart; for
    /// surfaces that rub, how far their bristles are bent \[m\]. None if there is no such contact.
    pub fn compression(&self, contact: usize) -> Option<f64> {
        self.contact_now(contact).map(AnyContact::compression)
    }

    fn contact_now(&self, contact: usize) -> Option<&AnyContact> {
        let &(island, joint) = self.contacts.get(contact)?;
        let joint = self.islands.get(island)?.joints.get(joint)?;
        Some(&joint.contact)
    }

    /// Where the centre of a body that flies is at the end of the present block, and how fast; none if it
    /// cannot fly or there is no such body. Real-time: yes.
    pub fn motion(&self, body: usize) -> Option<Motion> {
        let (island, body) = self.bodies.get(body).copied().flatten()?;
        self.islands.get(island)?.centre_now(body)
    }

    /// Nothing sounds and nothing moves towards anything: it costs nothing until something is done.
    pub fn asleep(&self) -> bool {
        self.islands.iter().all(|island| island.sleep.asleep)
    }

    /// How many groups of bodies there are that cannot touch each other.
    pub fn islands(&self) -> usize {
        self.islands.len()
    }

    /// How often something lost its numbers and was put to rest.
    pub fn recoveries(&self) -> u32 {
        self.islands.iter().map(|island| island.recovered).sum()
    }

    /// The most that the search for the forces of several contacts has left, as a share of the largest force
    /// \[1\].
    pub fn worst_residual(&self) -> f64 {
        self.islands.iter().map(|island| island.worst_residual).fold(0.0, f64::max)
    }

    /// The most rounds that the search for the forces of several contacts has taken.
    pub fn max_iterations_used(&self) -> u32 {
        let rounds = self.islands.iter().map(|island| island.resolver.iterations_used);
        rounds.max().unwrap_or(0)
    }
}
