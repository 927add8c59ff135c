//! An island: a group of bodies that touch or may touch each other, and nothing else.
//!
//! It moves in blocks of [`BLOCK`] samples, in two ways. *Ringing*: while no contact can touch, every body
//! moves by itself in closed form (`ringing.rs`). *Stepping*: in contact or driven, it moves sample by
//! sample, each with as many substeps as the touch needs (`stepping.rs`).
//!
//! The choice is made at each sample from the present state alone, never from the end of the block or later
//! events. So when a block is rendered again because of an event in its middle, it is unchanged up to that
//! event.

use crate::any_body::AnyBody;
use crate::deadline::{Deadline, NO_DEADLINE};
use crate::drive::{Drive, DriveTarget};
use crate::energy_totals::EnergyTotals;
use crate::event::{SceneEvent, TimedEvent};
use crate::joint::Joint;
use crate::probe::{MAX_BLOCKS_AHEAD, Probe, ProbePoint};
use crate::resolve::{MAX_ITERATIONS, Resolver};
use crate::touch::RINGING_ERROR;
use foley_body::modal::BLOCK;
use foley_body::{Body, PreallocatedVec, Substeps};
use foley_contact::{Motion, Step};

/// Number of samples after the last touch in which an island still moves sample by sample, because separated
/// surfaces often meet again.
pub(crate) const SETTLING_SAMPLES: u32 = 8;

/// Number of blocks after an event from the host in which an island renders no blocks in advance.
const BLOCKS_WITHOUT_LOOKAHEAD: u32 = 32;

/// External force at a port: the sum of all drives that act on the port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AppliedForce {
    pub(crate) body: usize,
    pub(crate) port: usize,
    /// Constant part of the force, held by the body \[N\].
    pub(crate) held: f64,
    /// Variable part of the force, applied anew in every step \[N\].
    pub(crate) pushed: f64,
    /// Displacement of the port at the start of the interval over which the work is measured \[m\].
    pub(crate) from: f64,
}

impl AppliedForce {
    /// Returns the constant part of the force, held by the body \[N\].
    pub(crate) fn held_force(&self) -> f64 {
        self.held
    }

    /// Clears the variable part of the force, so that it no longer acts.
    pub(crate) fn release(&mut self) {
        self.pushed = 0.0;
    }
}

/// State of an island in which no surfaces can touch for a long time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuietState {
    /// Sample before which no surfaces can meet, unless there is an event.
    pub(crate) until: u64,
    /// Number of samples since the contacts were last updated.
    pub(crate) passed: u64,
    /// Whether the saved contacts equal the present contacts, so that they need not be saved again.
    pub(crate) saved: bool,
    /// Whether there was a step or an event in this block.
    pub(crate) disturbed: bool,
}

/// State of an island to restore when a block is rendered again, besides bodies, joints and forces.
#[derive(Clone, Copy, Debug, Default)]
struct Snapshot {
    totals: EnergyTotals,
    substeps: Substeps,
    settling: u32,
    touch_samples: u32,
    quiet: QuietState,
    sleep: crate::sleep::SleepState,
    recovered: u32,
    worst_residual: f64,
}

/// Work that an island does in a sample only if it has such parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OptionalWork {
    /// Whether any contact is rough.
    pub(crate) is_rough: bool,
    /// Whether any body radiates sound.
    pub(crate) radiates: bool,
}

/// Bodies and contacts that move together. The fields used while no surfaces touch come first, to be adjacent
/// in memory.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    pub(crate) sample: Step,
    /// Allowed relative error of the ringing after a touch \[1\].
    pub(crate) error: f64,
    pub(crate) bodies: Vec<AnyBody>,
    pub(crate) optional: OptionalWork,
    pub(crate) probes: Vec<Probe>,
    pub(crate) acts: PreallocatedVec<TimedEvent>,
    /// First sample of the block that the events in `acts` belong to.
    events_from: u64,
    /// Sample of the next event that was planned when the scene was built.
    pub(crate) next_event: u64,
    /// First sample of the block at whose start the state was saved.
    from: u64,
    /// Number of blocks that are rendered in advance and not yet output.
    ahead: usize,
    /// Number of coming blocks in which the island renders no blocks in advance.
    no_lookahead_blocks: u32,
    /// Whether the deadline passed in the saved block, so that touches got no substeps.
    pub(crate) overdue: bool,
    /// Number of the output block (page of each probe) that is being output.
    reading: usize,
    /// Number of the output block (page of each probe) that is being rendered.
    pub(crate) writing: usize,
    pub(crate) drives: Vec<Drive>,
    pub(crate) applied_forces: Vec<AppliedForce>,
    pub(crate) falling: Vec<usize>,
    pub(crate) quiet: QuietState,
    pub(crate) sleep: crate::sleep::SleepState,
    pub(crate) totals: EnergyTotals,
    pub(crate) substeps: Substeps,
    pub(crate) settling: u32,
    /// Number of samples since the present touch began.
    pub(crate) touch_samples: u32,
    snapshot: Snapshot,
    /// Copy of the applied forces at the start of the saved block.
    saved_forces: Vec<AppliedForce>,
    /// Copy of the joints at the start of the saved block.
    saved_joints: Vec<Joint>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) resolver: Resolver,
    /// Whether an event changed the mass of a body in this block. Restoring the block then updates the
    /// contact solver.
    reweighed: bool,
    /// Energy of the island at the start \[J\].
    pub(crate) initial: f64,
    /// Energy of the bodies at the start \[J\].
    pub(crate) initial_in_bodies: f64,
    /// Number of times the island was reset after a non-finite value.
    pub(crate) recovered: u32,
    /// Largest residual of the contact solver so far \[1\].
    pub(crate) worst_residual: f64,
    /// Buffer for the outputs of one string.
    pub(crate) scratch: Vec<f64>,
    #[cfg(test)]
    pub(crate) audit: crate::audit::Audit,
}

impl Island {
    pub(crate) fn new(
        sample: Step,
        bodies: Vec<AnyBody>,
        joints: Vec<Joint>,
        drives: Vec<Drive>,
        probes: Vec<Probe>,
    ) -> Self {
        let mut applied_forces: Vec<AppliedForce> = Vec::new();
        for drive in &drives {
            if let DriveTarget::Force { body, port } = drive.target
                && applied_forces.iter().all(|applied| (applied.body, applied.port) != (body, port))
            {
                applied_forces.push(AppliedForce { body, port, held: 0.0, pushed: 0.0, from: 0.0 });
            }
        }
        let falling = (0..bodies.len()).filter(|&i| bodies[i].weight() != 0.0).collect();
        let mut island = Self {
            sample,
            error: RINGING_ERROR,
            resolver: Resolver::new(&joints, |body| !matches!(bodies[body], AnyBody::Wall(_))),
            acts: PreallocatedVec::with_capacity(0),
            events_from: u64::MAX,
            next_event: u64::MAX,
            from: 0,
            ahead: 0,
            no_lookahead_blocks: 0,
            overdue: false,
            reading: 0,
            writing: 0,
            substeps: Substeps::ONE,
            settling: 0,
            touch_samples: 0,
            quiet: QuietState::default(),
            totals: EnergyTotals::default(),
            sleep: crate::sleep::SleepState::default(),
            saved_joints: joints.clone(),
            saved_forces: applied_forces.clone(),
            snapshot: Snapshot::default(),
            reweighed: false,
            initial: 0.0,
            initial_in_bodies: 0.0,
            recovered: 0,
            optional: OptionalWork::default(),
            worst_residual: 0.0,
            scratch: vec![0.0; probes.len() * BLOCK],
            #[cfg(test)]
            audit: crate::audit::Audit::default(),
            bodies,
            joints,
            drives,
            probes,
            applied_forces,
            falling,
        };
        island.optional.is_rough = island.joints.iter().any(|joint| joint.asperities.is_some());
        island.update_radiates();
        for i in 0..island.joints.len() {
            island.joints[i].offset = island.joints[i].standing;
            let gap = island.gap_now(i).displacement;
            island.joints[i].contact.come_to_rest(gap);
        }
        for probe in &mut island.probes {
            if let ProbePoint::Port { body, port, .. } = probe.at {
                probe.before = island.bodies[body].audible_motion(port).velocity;
            }
        }
        island.update_cross_responses(None);
        island.initial_in_bodies = island.body_energy();
        island.initial = island.initial_in_bodies + island.stored();
        island
    }

    /// Computes the response of every gap to every contact force, for every number of substeps. With
    /// `changed`, updates only the contacts on that body.
    pub(crate) fn update_cross_responses(&mut self, changed: Option<usize>) {
        let Self { bodies, joints, resolver, .. } = self;
        let concerns = |here: usize| {
            let Joint { one, two, .. } = joints[here];
            changed.is_none_or(|body| one.0 == body || two.0 == body)
        };
        resolver.set_responses(concerns, |substeps, here, there| {
            let (a, b) = (&joints[here], &joints[there]);
            let mut cross_response = Motion::default();
            for (mine, sign) in [(a.one, 1.0), (a.two, -1.0)] {
                for (theirs, other) in [(b.one, 1.0), (b.two, -1.0)] {
                    if mine.0 == theirs.0 {
                        let one = bodies[mine.0].cross_response_over(substeps, mine.1, theirs.1);
                        cross_response.displacement += sign * other * one.displacement;
                        cross_response.velocity += sign * other * one.velocity;
                    }
                }
            }
            cross_response
        });
    }

    /// Moves the data used while ringing to new, adjacent memory and returns the old memory
    /// ([`foley_body::Modal::compact`]).
    #[must_use]
    pub(crate) fn compact(&mut self) -> impl Sized + use<> {
        let mut bodies = Vec::with_capacity(self.bodies.len());
        bodies.append(&mut self.bodies);
        let old_bodies = core::mem::replace(&mut self.bodies, bodies);
        let mut probes = Vec::with_capacity(self.probes.len());
        probes.append(&mut self.probes);
        let old_ears = core::mem::replace(&mut self.probes, probes);
        let modes: Vec<_> = self
            .bodies
            .iter_mut()
            .map(|body| match body {
                AnyBody::Modal(body) => Some(body.compact()),
                _ => None,
            })
            .collect();
        (old_bodies, old_ears, modes)
    }

    /// Returns the energy of all bodies of the island \[J\].
    pub(crate) fn body_energy(&self) -> f64 {
        self.bodies.iter().map(Body::energy).sum()
    }

    /// Returns the energy lost to the damping of the bodies \[J\]: the energy added to the bodies minus their
    /// present energy. The loss never falls, which the tests check.
    pub(crate) fn damped(&self) -> f64 {
        let EnergyTotals { pushed_into_bodies, placed_in_bodies, taken_by_contacts, .. } = self.totals;
        self.initial_in_bodies + pushed_into_bodies + placed_in_bodies
            - taken_by_contacts
            - self.body_energy()
    }

    /// Notes whether any body radiates; to be called after a change of modes.
    pub(crate) fn update_radiates(&mut self) {
        self.optional.radiates =
            self.bodies.iter().any(|body| matches!(body, AnyBody::Modal(body) if body.radiates()));
    }

    /// Returns the energy stored in all contacts \[J\].
    pub(crate) fn stored(&self) -> f64 {
        let in_asperities = |joint: &Joint| joint.asperities.map_or(0.0, |asperities| asperities.stored);
        self.joints.iter().map(|joint| joint.contact.stored() + in_asperities(joint)).sum()
    }

    /// Returns the stored energy plus the heat that contacts have released but not yet recorded \[J\].
    fn stored_and_pending(&self) -> f64 {
        let pending_heat: f64 = self.joints.iter().map(|joint| joint.contact.pending_heat()).sum();
        self.stored() + pending_heat
    }

    pub(crate) fn gap_now(&self, joint: usize) -> Motion {
        let joint = &self.joints[joint];
        let (one, two) = (&self.bodies[joint.one.0], &self.bodies[joint.two.0]);
        joint.gap(one.motion(joint.one.1), two.motion(joint.two.1))
    }

    /// Returns the motion of a free body at the end of the block being output, even if the island was
    /// rendered further or sleeps.
    pub(crate) fn centre_now(&self, body: usize) -> Option<Motion> {
        let body = self.bodies.get(body).filter(|body| body.is_free())?;
        let ahead = (self.ahead * BLOCK) as f64 * self.sample.seconds();
        let seconds = self.time_flown_asleep() - ahead;
        Some(if seconds == 0.0 { body.centre() } else { body.centre_after(seconds) })
    }

    /// Returns the events in the block that starts at sample `time`.
    pub(crate) fn events_in(&self, time: u64) -> &[TimedEvent] {
        if self.events_from == time { &self.acts } else { &[] }
    }

    /// Adds an event to the block that starts at sample `time`. Returns false if the event list is full.
    pub(crate) fn plan(&mut self, time: u64, timed: TimedEvent) -> bool {
        if self.events_from != time {
            self.acts.clear();
            self.events_from = time;
        }
        if self.acts.len() >= self.acts.capacity() {
            return false;
        }
        let place = self.acts.partition_point(|other| other.at <= timed.at);
        self.acts.insert(place, timed);
        true
    }

    /// Moves on to the block that starts at sample `time`, and renders the block if necessary. An island
    /// without events, drives and touches renders some blocks in advance while its tables are in the cache,
    /// since memory is slow. `turn` decides which islands do so in this block; the output does not depend on
    /// `turn`. Real-time: yes.
    pub(crate) fn next_block(&mut self, time: u64, turn: u64, deadline_passed: Deadline<'_>) {
        if self.ahead > 0 {
            self.ahead -= 1;
            self.reading += 1;
            return;
        }
        self.save_state();
        (self.reading, self.writing, self.from) = (0, 0, time);
        if self.overdue {
            self.overdue = false;
            self.resolver.max_iterations = MAX_ITERATIONS;
        }
        self.render(time, deadline_passed);
        if self.overdue {
            // Rendering the block again would take more time and give another result.
            return;
        }
        if self.no_lookahead_blocks > 0 {
            self.no_lookahead_blocks -= 1;
            return;
        }
        if !turn.is_multiple_of(MAX_BLOCKS_AHEAD as u64) {
            return;
        }
        while self.writing + 1 < MAX_BLOCKS_AHEAD
            && self.rings_on(time + (self.writing as u64 + 1) * BLOCK as u64)
        {
            self.writing += 1;
            self.ahead += 1;
            self.render(time + self.writing as u64 * BLOCK as u64, deadline_passed);
        }
    }

    /// Whether the block that starts at sample `time` has no event, drive or touch, so that all bodies move
    /// freely.
    fn rings_on(&self, time: u64) -> bool {
        let end = time + BLOCK as u64;
        !self.sleep.asleep
            && self.events_in(self.from).is_empty()
            && self.drives.is_empty()
            && self.settling == 0
            && end <= self.quiet.until
            && end <= self.next_event
    }

    /// Returns to the start of the block that starts at sample `next` and is not output yet. Discards blocks
    /// rendered ahead, and renders none ahead for some time, since further events are likely. The output does
    /// not depend on rendering ahead. Real-time: yes.
    pub(crate) fn rewind(&mut self, next: u64) {
        self.no_lookahead_blocks = BLOCKS_WITHOUT_LOOKAHEAD;
        if self.ahead == 0 {
            return;
        }
        self.restore_state();
        self.ahead = 0;
        self.render_up_to(next);
    }

    /// Renders from the saved block up to the block that starts at sample `time`.
    fn render_up_to(&mut self, time: u64) {
        self.writing = 0;
        let mut before = self.from;
        while before < time {
            self.render(before, NO_DEADLINE);
            before += BLOCK as u64;
        }
    }

    /// Renders the block that starts at sample `time` again with its new events, and discards later blocks.
    /// Real-time: yes.
    pub(crate) fn rerender(&mut self, time: u64) {
        self.restore_state();
        self.ahead = 0;
        self.render_up_to(time);
        if self.from != time {
            self.save_state();
            (self.reading, self.from) = (0, time);
        }
        self.render(time, NO_DEADLINE);
    }

    /// Returns the output of one probe in the present block.
    pub(crate) fn output_block(&self, probe: usize) -> &[f64; BLOCK] {
        self.probes[probe].page(self.reading)
    }

    /// Renders the block that starts at sample `time`. Real-time: yes.
    fn render(&mut self, time: u64, deadline_passed: Deadline<'_>) {
        let page = self.writing;
        if self.sleeps_through(time) {
            if self.sleep.just_fell_asleep() {
                for probe in &mut self.probes {
                    let asleep = probe.asleep;
                    probe.page_mut(page).fill(asleep);
                }
            }
            return;
        }
        for probe in &mut self.probes {
            probe.page_mut(page).fill(0.0);
        }
        let mut at = 0;
        let mut next = 0;
        while at < BLOCK {
            while let Some(timed) = self.events_in(time).get(next).copied()
                && timed.at <= at
            {
                self.apply(timed.event);
                next += 1;
            }
            let until = self.events_in(time).get(next).map_or(BLOCK, |timed| timed.at.min(BLOCK));
            let now = time + at as u64;
            let free = self.free_for(now, until - at);
            if free > 0 {
                self.ring(at, free);
                at += free;
            } else {
                self.step(now, at, deadline_passed);
                at += 1;
            }
        }
        let per_second = self.sample.rate();
        for probe in &mut self.probes {
            probe.finish(page, per_second);
        }
        self.check_block(time + BLOCK as u64);
    }

    /// Saves the state, so that the next block can be rendered again.
    fn save_state(&mut self) {
        if self.sleep.has_only_slept_since(&self.snapshot.sleep) {
            // Nothing has moved since the last save.
            self.snapshot.sleep = self.sleep;
            return;
        }
        for body in &mut self.bodies {
            body.save_state();
        }
        if !self.quiet.saved {
            self.saved_joints.copy_from_slice(&self.joints);
            self.quiet.saved = true;
        }
        self.quiet.disturbed = false;
        self.reweighed = false;
        self.saved_forces.copy_from_slice(&self.applied_forces);
        for probe in &mut self.probes {
            probe.saved_before = probe.before;
            probe.saved_step = probe.step;
        }
        self.snapshot = Snapshot {
            totals: self.totals,
            substeps: self.substeps,
            settling: self.settling,
            touch_samples: self.touch_samples,
            quiet: self.quiet,
            sleep: self.sleep,
            recovered: self.recovered,
            worst_residual: self.worst_residual,
        };
    }

    /// Marks the saved state as out of date, so that the next save copies everything.
    pub(crate) fn invalidate_snapshot(&mut self) {
        self.snapshot.sleep = crate::sleep::SleepState::default();
        self.quiet.saved = false;
    }

    /// Restores the state that was saved at the start of the block.
    fn restore_state(&mut self) {
        for body in &mut self.bodies {
            body.restore_state();
            body.set_substeps(self.snapshot.substeps);
        }
        self.joints.copy_from_slice(&self.saved_joints);
        for (applied, kept) in self.applied_forces.iter_mut().zip(&self.saved_forces) {
            if applied.held != kept.held {
                self.bodies[applied.body].hold(applied.port, kept.held);
            }
            *applied = *kept;
        }
        for probe in &mut self.probes {
            probe.before = probe.saved_before;
            probe.step = probe.saved_step;
        }
        self.totals = self.snapshot.totals;
        self.substeps = self.snapshot.substeps;
        self.recovered = self.snapshot.recovered;
        self.worst_residual = self.snapshot.worst_residual;
        if core::mem::take(&mut self.reweighed) {
            self.update_cross_responses(None);
        }
        self.settling = self.snapshot.settling;
        self.touch_samples = self.snapshot.touch_samples;
        self.quiet = self.snapshot.quiet;
        self.sleep = self.snapshot.sleep;
    }

    /// Applies an instantaneous event to the bodies and contacts of the island.
    fn apply(&mut self, event: SceneEvent) {
        self.change_and_record(|island| match event {
            SceneEvent::Strike { body, velocity, distance } => {
                let motion = island.strike_start(body, velocity, distance);
                island.place(body, motion);
            }
            SceneEvent::Place { body, motion } => island.place(body, motion),
            SceneEvent::SetMass { body, mass } => {
                if let Some(AnyBody::Inertial(inertial)) = island.bodies.get_mut(body) {
                    inertial.set_mass(mass);
                }
                island.reweighed = true;
                island.update_cross_responses(Some(body));
            }
            SceneEvent::Set { contact, id, value } => {
                if let Some(joint) = island.joints.get_mut(contact) {
                    joint.set(id, value);
                }
            }
        });
        self.settling = SETTLING_SAMPLES;
    }

    /// Applies `change` between two steps and records the energy that the change adds or removes.
    pub(crate) fn change_and_record(&mut self, change: impl FnOnce(&mut Self)) {
        self.disturb();
        let (bodies, contacts) = (self.body_energy(), self.stored_and_pending());
        change(self);
        let placed = self.body_energy() - bodies;
        self.totals.placed_in_bodies += placed;
        self.totals.control += placed + self.stored_and_pending() - contacts;
    }

    /// Returns the motion of a body about to strike its first contact from a `distance`; only the velocity is
    /// set if the body has no contact.
    fn strike_start(&self, body: usize, velocity: f64, distance: f64) -> Motion {
        let Some(centre) = self.bodies.get(body).map(AnyBody::centre) else {
            return Motion::default();
        };
        for (i, joint) in self.joints.iter().enumerate() {
            let gap = self.gap_now(i).displacement;
            if joint.one.0 == body {
                return Motion::new(centre.displacement - gap - distance, velocity);
            }
            if joint.two.0 == body {
                return Motion::new(centre.displacement + gap + distance, -velocity);
            }
        }
        Motion::new(centre.displacement, velocity)
    }

    /// Sets the motion of a body and resets its contacts.
    fn place(&mut self, body: usize, motion: Motion) {
        if let Some(body) = self.bodies.get_mut(body) {
            body.place(motion);
        }
        for i in 0..self.joints.len() {
            if self.joints[i].one.0 == body || self.joints[i].two.0 == body {
                let gap = self.gap_now(i).displacement;
                self.joints[i].contact.come_to_rest(gap);
            }
        }
    }
}
