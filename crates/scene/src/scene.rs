//! A playing scene: islands of bodies and contacts, rendered in blocks and output in pieces of any length.
//!
//! Time is divided into blocks of [`BLOCK`] samples from the start, whatever buffer sizes the host uses. An
//! island in which nothing can happen is rendered some blocks ahead. An event in the middle of a rendered
//! block ([`Scene::apply`]) returns that block of its island to its start and renders it again with the
//! event. So the output does not depend on the host's buffers, on when within a block an event is sent, or on
//! other islands: the bits are always the same.
//!
//! Between two blocks ([`Scene::at_boundary`]) more is possible for the next block, without rendering twice:
//! events at any of its samples, live signals sample by sample, new modes and new laws. A host that works in
//! blocks of 64 samples does all that before each block.
//!
//! The audio path does not allocate, lock or panic, and its loops are bounded.

use crate::any_contact::{AnyContact, out_of_range};
use crate::deadline::{Deadline, NO_DEADLINE};
use crate::event::{MAX_EVENTS_PER_BLOCK, SceneEvent, TimedEvent};
use crate::island::Island;
use crate::roughness::Roughness;
use crate::spec::ContactLaw;
use foley_body::modal::{BLOCK, ModalError};
use foley_body::{InertialSpec, ModalSpec};
use foley_contact::Motion;
use foley_contact::energy::Ledger;
use foley_params::Parametric;
use thiserror::Error;

/// Largest displacement \[m\] and velocity [m/s] that an event may give a body.
const MAX_PLACEMENT: f64 = 1e6;

/// Island and probe that a scene output reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tap {
    pub(crate) island: usize,
    pub(crate) probe: usize,
}

/// An event planned when the scene was built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) sample: u64,
    pub(crate) island: usize,
    pub(crate) event: SceneEvent,
    /// Sample of the next planned event on the island of this event.
    pub(crate) then: u64,
}

/// A playing scene of bodies and contacts.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) islands: Vec<Island>,
    /// Island of every body and the index of the body within it; `None` for walls.
    pub(crate) bodies: Vec<Option<(usize, usize)>>,
    /// Island of every contact and the index of the contact within it.
    pub(crate) contacts: Vec<(usize, usize)>,
    /// Island index and drive index of every gesture that is a signal.
    pub(crate) gestures: Vec<Option<(usize, usize)>>,
    pub(crate) taps: Vec<Tap>,
    /// Planned events of all islands, in order of time.
    pub(crate) plan: Vec<Planned>,
    pub(crate) next_planned: usize,
    /// First sample of the present block.
    pub(crate) time: u64,
    /// Number of samples of the block already output; `usize::MAX` before the first block.
    pub(crate) cursor: usize,
}

/// Reason why a scene rejects a control call.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ControlError {
    /// The index of a body, contact or gesture is out of range, or of the wrong kind.
    #[error("there is no {what} with index {index}; indices are below {has}")]
    NoSuch {
        /// Kind of the item: body, contact or gesture.
        what: &'static str,
        /// Index that the caller gave, counted from 0.
        index: usize,
        /// Number of items; valid indices are below it.
        has: usize,
    },
    /// A value is out of range.
    #[error("{value} is out of range: {allowed}")]
    Value {
        /// Value given by the caller.
        value: f64,
        /// Allowed values, as text.
        allowed: &'static str,
    },
    /// The contact law has no such parameter.
    #[error("the contact law has no parameter `{id}`")]
    NoSuchParameter {
        /// Id of the parameter given.
        id: &'static str,
    },
    /// The call is allowed only between two blocks.
    #[error(
        "the block has begun: {left} of its {BLOCK} samples are not output yet; call this only between two blocks"
    )]
    MidBlock {
        /// Number of samples of the block not yet output.
        left: usize,
    },
    /// The modes do not suit the body.
    #[error("{why}")]
    Modes {
        /// Reason why the modes do not suit the body.
        why: ModalError,
    },
    /// The new law differs in kind or in its source of normal force.
    #[error("contact {contact}: the kind of law and its normal-force source cannot change while playing")]
    OtherLaw {
        /// Index of the contact.
        contact: usize,
    },
    /// The call would give the block more events than it can hold.
    #[error(
        "too many events: a group of bodies connected by contacts takes at most {MAX_EVENTS_PER_BLOCK} per block of {BLOCK} samples"
    )]
    TooMany,
}

impl Scene {
    /// Returns the number of outputs of the scene.
    pub fn outputs(&self) -> usize {
        self.taps.len()
    }

    /// Renders the next samples of every output in SI units, into one slice each, all of the same length.
    /// Outputs without a slice are skipped. The caller applies gain and channel of each output. Real-time:
    /// yes.
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

    /// Renders the next whole block of every output in SI units, into one page each. Outputs without a page
    /// are skipped. Call this method only when the previous block has been output entirely. Real-time: yes.
    pub fn render_block(&mut self, pages: &mut [[f64; BLOCK]]) {
        self.render_block_within(NO_DEADLINE, pages);
    }

    /// Renders a block as [`Self::render_block`] does, but once the deadline has passed, touches get no
    /// substeps ([`crate::Deadline`]). Real-time: yes, if `deadline_passed` is.
    pub fn render_block_within(&mut self, deadline_passed: Deadline<'_>, pages: &mut [[f64; BLOCK]]) {
        if self.cursor >= BLOCK {
            self.begin_block(deadline_passed);
        }
        for (page, tap) in pages.iter_mut().zip(&self.taps) {
            page.copy_from_slice(self.islands[tap.island].output_block(tap.probe));
        }
        self.cursor = BLOCK;
    }

    /// Advances the scene by `frames` samples without output. Real-time: yes.
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

    /// Starts the next block of every island.
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

    /// Applies an event immediately before the next sample to be output. Real-time: yes.
    ///
    /// # Errors
    /// If the body or contact does not exist, a number is out of range, or the block has too many events. The
    /// scene is then unchanged.
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

    /// Schedules an event immediately before sample `at` (from 0, less than [`BLOCK`]) of the next block.
    /// Call this method only between two blocks ([`Scene::at_boundary`]); no block is rendered twice. Events
    /// at the same sample are applied in the order of the calls, before events planned from the start.
    /// Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun or has no such sample, the body or contact does not exist, a number is out of
    /// range, or there are more than [`MAX_EVENTS_PER_BLOCK`] in one island and block. The scene is then
    /// unchanged.
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

    /// Sets the values of a live gesture ([`crate::Signal::Live`]) for the next block, by the index of the
    /// gesture in [`crate::SceneSpec::gestures`]. Call this method only between two blocks. A block without
    /// values holds the last value. Values count only while the gesture acts: from its `at` on, for its
    /// duration `lasting`. Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun, the gesture does not exist or is not live, or a value is not finite. The scene
    /// is then unchanged.
    pub fn feed(&mut self, gesture: usize, values: &[f64; BLOCK]) -> Result<(), ControlError> {
        let next = self.next_block()?;
        if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
            return Err(ControlError::Value { value, allowed: "live values must be finite" });
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
                what: "live gesture",
                index: gesture,
                has: self.gestures.len(),
            });
        };
        fed.feed(next, values);
        Ok(())
    }

    /// Changes frequencies, decays, masses and heights of a modal body from the next block on. Call this
    /// method only between two blocks. The number of modes and ports must stay. Every mode keeps its energy,
    /// and a free body its kinetic energy. Surfaces in contact keep their force. Real-time: yes.
    ///
    /// # Errors
    /// If the block has begun, the modal body does not exist, or the spec does not suit the body. The scene
    /// is then unchanged.
    pub fn retune(&mut self, body: usize, spec: &ModalSpec) -> Result<(), ControlError> {
        self.retune_first(body, spec, usize::MAX)
    }

    /// Changes the modes as [`Self::retune`] does, but only the first `count` modes, rounded up to a multiple
    /// of four, remain active, to save time. `spec` has all modes; a later call with a larger count restores
    /// the others, at rest. Real-time: yes.
    ///
    /// # Errors
    /// Fails as [`Scene::retune`] does.
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

    /// Sets the allowed error of the ringing from the next touch on, instead of [`crate::RINGING_ERROR`]. A
    /// larger error means fewer substeps and less work. Momentum and energy stay exact. Real-time: yes.
    pub fn set_ringing_error(&mut self, error: f64) {
        if error.is_finite() && error > 0.0 {
            for island in &mut self.islands {
                island.error = error;
            }
        }
    }

    /// Changes the law of a contact from the next block on, all parameters at once. Call this method only
    /// between two blocks. The kind and `normal_from` must stay, and every parameter must be in the range of
    /// its table. The compression stays; the change of stored energy counts as control energy. Real-time:
    /// yes.
    ///
    /// # Errors
    /// If the block has begun, the contact does not exist, the kind of law differs, or a parameter is out of
    /// range. The scene is then unchanged.
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
                allowed: "it must be in the range of the parameter's table",
            });
        }
        self.islands[island].change_law(next, index, &law);
        Ok(())
    }

    /// Changes the roughness of a contact from the next block on; `None` makes its surfaces smooth. Call this
    /// method only between two blocks. A linear impact and friction stay smooth. Real-time:
    /// yes.
    ///
    /// # Errors
    /// If the block has begun, the contact does not exist, or a value of the roughness is out of range. The
    /// scene is then unchanged.
    pub fn change_roughness(
        &mut self,
        contact: usize,
        roughness: Option<Roughness>,
    ) -> Result<(), ControlError> {
        let next = self.next_block()?;
        let (island, index) = self.contact_at(contact)?;
        if let Some(roughness) = roughness
            && !roughness.is_valid()
        {
            return Err(ControlError::Value {
                value: roughness.height,
                allowed: "height and force of asperities must be positive and finite, their sliding speed not negative",
            });
        }
        let can_be_rough = self.islands[island].joints[index].contact.can_be_rough();
        self.islands[island].change_roughness(next, index, roughness.filter(|_| can_be_rough));
        Ok(())
    }

    /// Returns the island of a contact, and the index of the contact within that island.
    fn contact_at(&self, contact: usize) -> Result<(usize, usize), ControlError> {
        self.contacts.get(contact).copied().ok_or(ControlError::NoSuch {
            what: "contact",
            index: contact,
            has: self.contacts.len(),
        })
    }

    /// Returns the number of the next sample to be output, counted from the start.
    pub fn now(&self) -> u64 {
        // Before the first block the cursor is `usize::MAX`.
        let into = if self.cursor == usize::MAX { 0 } else { self.cursor };
        self.time + into as u64
    }

    /// Whether the next sample to be output starts a new block. If so, calls that are allowed only between
    /// two blocks are allowed.
    pub fn at_boundary(&self) -> bool {
        self.cursor >= BLOCK
    }

    /// Returns the first sample of the next block; an error if the present block is not yet output entirely.
    fn next_block(&self) -> Result<u64, ControlError> {
        if self.at_boundary() {
            Ok(self.now())
        } else {
            Err(ControlError::MidBlock { left: BLOCK - self.cursor })
        }
    }

    /// Returns the island of an event, and the event with indices within that island.
    pub(crate) fn locate(&self, event: SceneEvent) -> Result<(usize, SceneEvent), ControlError> {
        let within = |values: &[f64]| {
            let far = |value: &&f64| value.is_nan() || value.abs() > MAX_PLACEMENT;
            match values.iter().find(far) {
                Some(&value) => Err(ControlError::Value { value, allowed: "at most 1e6 m, or 1e6 m/s" }),
                None => Ok(()),
            }
        };
        let body_at = |index: usize| {
            self.bodies.get(index).copied().flatten().ok_or(ControlError::NoSuch {
                what: "moving body",
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
                        allowed: "a mass must be from 1 mg to 1000 kg",
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
                            allowed: "it must be in the range of the parameter's table",
                        });
                    }
                    Some(true) => {}
                }
                (island, SceneEvent::Set { contact, id, value })
            }
        })
    }

    /// Returns the energy balance \[J\] up to the end of the present block; for ringing islands, possibly
    /// some blocks further.
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
            ledger.radiated += totals.radiated;
            ledger.clicked += totals.clicked;
        }
        ledger
    }

    /// Returns the energy of all bodies and contacts \[J\] at the end of the present block; for ringing
    /// islands, possibly some blocks further. The computation takes a pass over all modes. Real-time: yes.
    pub fn energy(&self) -> f64 {
        let energy = |island: &Island| island.body_energy() + island.stored();
        self.islands.iter().map(energy).sum()
    }

    /// Whether the surfaces of a contact touch at the end of the present block; false if there is no such
    /// contact.
    pub fn touching(&self, contact: usize) -> bool {
        self.contact_now(contact).is_some_and(AnyContact::touching)
    }

    /// Returns the compression of a contact at the end of the present block \[m\], 0 if the surfaces are
    /// apart; for friction, the bristle deflection. `None` if the contact does not exist.
    pub fn compression(&self, contact: usize) -> Option<f64> {
        self.contact_now(contact).map(AnyContact::compression)
    }

    fn contact_now(&self, contact: usize) -> Option<&AnyContact> {
        let &(island, joint) = self.contacts.get(contact)?;
        let joint = self.islands.get(island)?.joints.get(joint)?;
        Some(&joint.contact)
    }

    /// Returns the rigid-body motion of a free body at the end of the present block; `None` if the body is
    /// not free or does not exist. Real-time: yes.
    pub fn motion(&self, body: usize) -> Option<Motion> {
        let (island, body) = self.bodies.get(body).copied().flatten()?;
        self.islands.get(island)?.centre_now(body)
    }

    /// Whether all islands sleep. A sleeping scene takes no computing time until the next event.
    pub fn asleep(&self) -> bool {
        self.islands.iter().all(|island| island.sleep.asleep)
    }

    /// Returns the number of islands: groups of bodies that cannot touch bodies of other groups.
    pub fn islands(&self) -> usize {
        self.islands.len()
    }

    /// Returns the number of times an island was reset after a non-finite value.
    pub fn recoveries(&self) -> u32 {
        self.islands.iter().map(|island| island.recovered).sum()
    }

    /// Returns the largest residual of the contact solver so far, as a share of the largest force \[1\].
    pub fn worst_residual(&self) -> f64 {
        self.islands.iter().map(|island| island.worst_residual).fold(0.0, f64::max)
    }

    /// Returns the largest number of iterations that the contact solver has used in a step so far.
    pub fn max_iterations_used(&self) -> u32 {
        let rounds = self.islands.iter().map(|island| island.resolver.iterations_used);
        rounds.max().unwrap_or(0)
    }
}
