//! Stepping an island sample by sample, in contact or driven, with as many substeps as the touch needs.
//!
//! In every step the bodies forecast, the contacts decide ([`crate::resolve`] where there are several), and
//! the bodies move.

use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::deadline::Deadline;
use crate::drive::DriveTarget;
use crate::island::{AppliedForce, Island, SETTLING_SAMPLES};
use crate::joint::Joint;
use crate::probe::ProbePoint;
use crate::resolve::OVERDUE_ITERATIONS;
use foley_body::{Body, MotionQuantity, Substeps};
use foley_contact::Step;
use foley_contact::energy::Exchange;

/// Number of samples in contact after which the substeps of a touch are chosen again, now as for a lasting
/// touch.
const REASSESS_AFTER: u32 = 64;
impl Island {
    /// Sets forces, offsets and normal forces to the values of the drives at sample `time`.
    pub(crate) fn set_drives(&mut self, time: u64) {
        for i in 0..self.applied_forces.len() {
            let AppliedForce { body, port, held, .. } = self.applied_forces[i];
            let lever = DriveTarget::Force { body, port };
            let (mut total, mut steady) = (0.0, true);
            for drive in self.drives.iter().filter(|drive| drive.target == lever) {
                total += drive.at(time, self.sample);
                steady &= drive.steady_for(time, 2, self.sample) > 0;
            }
            let hold = if steady { total } else { 0.0 };
            let mut pushed = total - hold;
            if hold != held && !self.bodies[body].hold(port, hold) {
                self.bodies[body].hold(port, 0.0);
                pushed = total;
                self.applied_forces[i].held = 0.0;
            } else {
                self.applied_forces[i].held = hold;
            }
            self.applied_forces[i].pushed = pushed;
        }
        let sample = self.sample;
        for i in 0..self.joints.len() {
            let mut press = self.joints[i].held_force;
            for drive in &self.drives {
                match drive.target {
                    DriveTarget::Slide { joint } if joint == i => {
                        self.joints[i].standing += sample.seconds() * drive.at(time, sample);
                    }
                    DriveTarget::Press { joint } if joint == i => press += drive.at(time, sample),
                    _ => {}
                }
            }
            self.joints[i].target = self.offset_at(i, time);
            let joint = &mut self.joints[i];
            if let AnyContact::Rub(rub) = &mut joint.contact {
                rub.next_sample();
                if joint.pressed_by.is_none() {
                    rub.set_normal_force(press.max(0.0));
                }
            }
        }
    }

    /// Returns the offset of a joint at the end of sample `time` \[m\].
    pub(crate) fn offset_at(&self, joint: usize, time: u64) -> f64 {
        let mut offset = self.joints[joint].standing;
        for drive in &self.drives {
            if drive.target == (DriveTarget::Offset { joint }) {
                offset += drive.at(time, self.sample);
            }
        }
        offset
    }

    /// Prepares the island for a step or an event: updates the contacts and ends the quiet state.
    #[inline]
    pub(crate) fn disturb(&mut self) {
        if self.quiet.passed > 0 {
            self.catch_up_contacts();
        }
        self.quiet.until = 0;
        self.quiet.saved = false;
        self.quiet.disturbed = true;
    }

    #[cold]
    pub(crate) fn catch_up_contacts(&mut self) {
        let elapsed = Step::of_seconds(self.quiet.passed as f64 * self.sample.seconds());
        for i in 0..self.joints.len() {
            let gap = self.gap_now(i).displacement;
            self.joints[i].contact.coast(gap, elapsed);
        }
        self.quiet.passed = 0;
    }

    /// Advances the island by one sample, with as many substeps as the touch needs.
    pub(crate) fn step(&mut self, time: u64, at: usize, deadline_passed: Deadline<'_>) {
        self.disturb();
        self.set_drives(time);
        let (mut touching, mut may_begin) = (false, false);
        if self.optional.is_rough {
            self.draw_roughness();
        }
        for joint in &mut self.joints {
            joint.mean_force = 0.0;
            joint.compression_before = joint.contact.compression();
            touching |= joint.contact.is_impact_touching();
            may_begin |= joint.contact.may_begin();
        }
        if !touching {
            self.set_substeps(Substeps::ONE);
        }
        self.touch_samples = if touching { self.touch_samples + 1 } else { 0 };
        if may_begin {
            let wanted = self.substeps_for_new_touches();
            if wanted > Substeps::ONE {
                self.touch_samples = 0;
            }
            self.set_substeps(self.substeps.max(wanted));
        }
        if self.touch_samples >= REASSESS_AFTER {
            self.touch_samples = 0;
            let swing = self.substeps_for_lasting_touches();
            self.set_substeps(swing);
        }
        if (self.substeps > Substeps::ONE || self.joints.len() > 1) && (self.overdue || deadline_passed()) {
            self.overdue = true;
            self.resolver.max_iterations = OVERDUE_ITERATIONS;
            self.set_substeps(Substeps::ONE);
        }
        let parts = self.substeps.count();
        let mut touched = false;
        for part in 0..parts {
            touched |= self.step_part(1.0 / f64::from(parts - part));
        }
        if self.optional.radiates {
            self.record_sound();
        }
        self.settling = if touched { SETTLING_SAMPLES } else { self.settling.saturating_sub(1) };
        if parts > 1 {
            let share = 1.0 / f64::from(parts);
            for joint in &mut self.joints {
                joint.mean_force *= share;
            }
        }
        self.write_outputs(at);
    }

    pub(crate) fn set_substeps(&mut self, substeps: Substeps) {
        if substeps != self.substeps {
            self.substeps = substeps;
            for body in &mut self.bodies {
                body.set_substeps(substeps);
            }
        }
    }

    /// Returns the substeps needed in the coming sample for touches that begin in that sample.
    pub(crate) fn substeps_for_new_touches(&mut self) -> Substeps {
        let mut wanted = Substeps::ONE;
        let step = self.substeps.of(self.sample);
        self.push_applied_forces();
        for joint in &self.joints {
            let Joint { one, two, contact, .. } = joint;
            if contact.may_begin() {
                let share = 1.0 / f64::from(self.substeps.count());
                let gap = joint.forecast(&self.bodies, share, step);
                if contact.would_act(&gap)
                    && let Some(touch) = contact.new_touch(&gap, step)
                {
                    let bands = self.bands(*one, *two);
                    wanted = wanted.max(
                        touch
                            .substeps_between(self.sample, bands, self.error)
                            .min(self.max_substeps(*one, *two)),
                    );
                }
            }
        }
        self.withdraw_applied_forces();
        wanted
    }

    /// Returns the maximum useful number of substeps for a touch between two ports: eight if a string takes
    /// part, since its waves move once per sample and do not swing back within a sample; else 64.
    pub(crate) fn max_substeps(&self, one: (usize, usize), two: (usize, usize)) -> Substeps {
        let string = |(body, _): (usize, usize)| matches!(self.bodies[body], AnyBody::Waveguide(_));
        if string(one) || string(two) { Substeps::at_least(8.0) } else { Substeps::MAX }
    }

    /// Returns the lowest and highest audible angular frequency of the motion at each of two ports \[1/s\].
    pub(crate) fn bands(&self, one: (usize, usize), two: (usize, usize)) -> [Option<(f64, f64)>; 2] {
        [one, two].map(|(body, port)| self.bodies[body].band(port, self.sample))
    }

    /// Returns the substeps needed in a sample for lasting touches.
    pub(crate) fn substeps_for_lasting_touches(&self) -> Substeps {
        let step = self.substeps.of(self.sample);
        let mut wanted = Substeps::ONE;
        for joint in &self.joints {
            let gap = joint.forecast(&self.bodies, 0.0, step);
            let mass = 0.5 * step.seconds() * step.seconds() / gap.per_newton.displacement;
            if let Some(touch) = joint.contact.lasting_touch(mass) {
                let bands = self.bands(joint.one, joint.two);
                let max_substeps = self.max_substeps(joint.one, joint.two);
                wanted = wanted.max(touch.substeps_between(self.sample, bands, self.error).min(max_substeps));
            }
        }
        wanted
    }

    pub(crate) fn push_applied_forces(&mut self) {
        for applied in &self.applied_forces {
            if applied.pushed != 0.0 {
                self.bodies[applied.body].push(applied.port, applied.pushed);
            }
        }
    }

    pub(crate) fn withdraw_applied_forces(&mut self) {
        for applied in &self.applied_forces {
            if applied.pushed != 0.0 {
                self.bodies[applied.body].push(applied.port, -applied.pushed);
            }
        }
    }

    /// Advances all bodies and contacts by one substep. The offset of each contact moves by the fraction `share`
    /// of its remaining distance to its target. Returns whether there was a contact force.
    pub(crate) fn step_part(&mut self, share: f64) -> bool {
        let step = self.substeps.of(self.sample);
        for body in &mut self.bodies {
            body.prepare_forecast();
        }
        for i in 0..self.joints.len() {
            if let Some(by) = self.joints[i].pressed_by {
                let force = self.joints[by].contact.force();
                if let AnyContact::Rub(rub) = &mut self.joints[i].contact {
                    rub.set_normal_force(force.max(0.0));
                }
            }
        }
        for applied in 0..self.applied_forces.len() {
            self.mark_force_start(applied);
        }
        self.push_applied_forces();
        let is_rough = self.optional.is_rough;
        if is_rough {
            self.push_roughness(share, step);
        }
        let touched = if let [joint] = &mut self.joints[..] {
            let gap = joint.forecast(&self.bodies, share, step);
            let (exchange, moved) = joint.contact.act_alone(&gap, step);
            joint.apply_force(&exchange, moved, share, &mut self.bodies, &mut self.totals)
        } else {
            self.step_joints(share, step)
        };
        let before = self.weight_work();
        for body in &mut self.bodies {
            body.advance();
        }
        if is_rough {
            self.record_roughness();
        }
        for applied in 0..self.applied_forces.len() {
            self.record_force_work(applied);
        }
        let fallen = self.weight_work() - before;
        self.totals.record_work(fallen);
        #[cfg(test)]
        self.audit();
        touched
    }

    /// Records the sound of all bodies over the last sample.
    #[inline(never)]
    fn record_sound(&mut self) {
        let seconds = self.sample.seconds();
        for body in &self.bodies {
            if let AnyBody::Modal(body) = body {
                self.totals.record_sound(body.radiated_power().map(|power| power * seconds));
            }
        }
    }

    /// Draws the noise of all rough contacts for the coming sample.
    #[inline(never)]
    fn draw_roughness(&mut self) {
        for i in 0..self.joints.len() {
            let rate = if self.joints[i].asperities.is_some() { self.gap_now(i).velocity } else { 0.0 };
            let joint = &mut self.joints[i];
            if let Some(asperities) = &mut joint.asperities {
                let exchange = asperities.next_sample(joint.mean_force, rate, self.sample);
                self.totals.heat += exchange.heat;
                self.totals.work += exchange.work;
            }
        }
    }

    /// Pushes the bodies with the noise of rough contacts.
    #[inline(never)]
    fn push_roughness(&mut self, share: f64, step: Step) {
        for joint in &mut self.joints {
            let gap = joint.forecast(&self.bodies, share, step);
            if let Some(asperities) = &mut joint.asperities {
                asperities.limit(&gap, step);
                if asperities.pushed != 0.0 {
                    asperities.from = gap.now.displacement - joint.offset;
                    self.bodies[joint.one.0].push(joint.one.1, -asperities.pushed);
                    self.bodies[joint.two.0].push(joint.two.1, asperities.pushed);
                }
            }
        }
    }

    /// Takes the work of the noise of rough contacts over the last step from the energy stored in them.
    #[inline(never)]
    fn record_roughness(&mut self) {
        for joint in &mut self.joints {
            let gap = self.bodies[joint.one.0].motion(joint.one.1).displacement
                - self.bodies[joint.two.0].motion(joint.two.1).displacement;
            if let Some(asperities) = &mut joint.asperities
                && asperities.pushed != 0.0
            {
                let work = asperities.pushed * (asperities.from - gap);
                asperities.stored -= work;
                self.totals.taken_by_contacts -= work;
            }
        }
    }

    /// Solves all interacting contacts for one step. Returns whether there was a contact force.
    pub(crate) fn step_joints(&mut self, share: f64, step: Step) -> bool {
        self.resolver.clear();
        for (i, joint) in self.joints.iter().enumerate() {
            let gap = joint.forecast(&self.bodies, share, step);
            self.resolver.begin(i, gap, joint);
        }
        self.resolver.resolve(&self.joints, self.substeps, step);
        self.worst_residual = self.worst_residual.max(self.resolver.residual);
        let mut touched = false;
        for i in 0..self.joints.len() {
            touched |= self.settle(i, share, step);
        }
        touched
    }

    /// Stores the displacement of the port at which an external force begins to act.
    pub(crate) fn mark_force_start(&mut self, applied: usize) {
        let AppliedForce { body, port, .. } = self.applied_forces[applied];
        self.applied_forces[applied].from = self.bodies[body].motion(port).displacement;
    }

    /// Records the work that an external force has done since [`Self::mark_force_start`].
    pub(crate) fn record_force_work(&mut self, applied: usize) {
        let applied = self.applied_forces[applied];
        let path = self.bodies[applied.body].motion(applied.port).displacement - applied.from;
        self.totals.record_work((applied.held + applied.pushed) * path);
    }

    /// Returns the sum of weight times displacement of all falling bodies: minus their potential energy
    /// \[J\].
    pub(crate) fn weight_work(&self) -> f64 {
        self.falling.iter().map(|&i| self.bodies[i].weight() * self.bodies[i].centre().displacement).sum()
    }

    /// Pushes the bodies with the force of joint `i` and completes the joint's step. Returns whether there
    /// was a force.
    pub(crate) fn settle(&mut self, i: usize, share: f64, step: Step) -> bool {
        let moved_by_all = self.resolver.moved(self.substeps, i);
        let Self { bodies, joints, resolver, totals, .. } = self;
        let joint = &mut joints[i];
        if resolver.is_released(i) {
            let gap = resolver.gap(i).now.displacement + moved_by_all;
            joint.contact.skip_step(gap);
            return joint.apply_force(&Exchange::default(), moved_by_all, share, bodies, totals);
        }
        let apart;
        let decision = if let Some(decision) = resolver.decision(i) {
            decision
        } else {
            apart = joint.contact.decide(resolver.gap(i), step);
            &apart
        };
        let moved = if resolver.alone(i) { decision.moved() } else { moved_by_all };
        let exchange = joint.contact.settle(decision, moved);
        joint.apply_force(&exchange, moved, share, bodies, totals)
    }

    /// Writes the outputs of all probes after the sample `at` of the block.
    pub(crate) fn write_outputs(&mut self, at: usize) {
        let page = self.writing;
        for probe in &mut self.probes {
            let value = match probe.at {
                ProbePoint::Port { body, port, quantity } => {
                    let motion = self.bodies[body].audible_motion(port);
                    match quantity {
                        MotionQuantity::Displacement => motion.displacement,
                        MotionQuantity::Velocity | MotionQuantity::Acceleration => motion.velocity,
                        MotionQuantity::Vibration => motion.velocity - self.bodies[body].centre().velocity,
                    }
                }
                ProbePoint::Force { joint } => self.joints[joint].mean_force,
                ProbePoint::Compression { joint } => self.joints[joint].contact.compression(),
                ProbePoint::Pressing { joint } => {
                    let joint = &self.joints[joint];
                    (joint.contact.compression() - joint.compression_before) * self.sample.rate()
                }
            };
            probe.page_mut(page)[at] = value;
        }
    }
}
