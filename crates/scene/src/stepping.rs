//! An island sample by sample: while something touches or is driven, each sample in as many steps as the
//! touch needs.
//!
//! In every step the bodies forecast, the contacts decide ([`crate::resolve`] where there are several), and
//! the bodies move.

use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::deadline::Deadline;
use crate::drive::Lever;
use crate::ear::At;
use crate::island::{CALM, Island, Pull};
use crate::joint::Joint;
use crate::resolve::HASTY_ROUNDS;
use foley_body::{Body, Cut, Quantity};
use foley_contact::Step;
use foley_contact::energy::Exchange;

/// Samples after which a touch is judged anew, as one that goes on.
const LASTING: u32 = 64;
impl Island {
    /// Sets forces, offsets and normal forces for a sample.
    pub(crate) fn set_levers(&mut self, time: u64) {
        for i in 0..self.pulls.len() {
            let Pull { body, port, held, .. } = self.pulls[i];
            let lever = Lever::Force { body, port };
            let (mut total, mut steady) = (0.0, true);
            for drive in self.drives.iter().filter(|drive| drive.lever == lever) {
                total += drive.at(time, self.sample);
                steady &= drive.steady_for(time, 2, self.sample) > 0;
            }
            let hold = if steady { total } else { 0.0 };
            let mut pushed = total - hold;
            if hold != held && !self.bodies[body].hold(port, hold) {
                self.bodies[body].hold(port, 0.0);
                pushed = total;
                self.pulls[i].held = 0.0;
            } else {
                self.pulls[i].held = hold;
            }
            self.pulls[i].pushed = pushed;
        }
        let sample = self.sample;
        for i in 0..self.joints.len() {
            let mut press = self.joints[i].held_force;
            for drive in &self.drives {
                match drive.lever {
                    Lever::Slide { joint } if joint == i => {
                        self.joints[i].standing += sample.seconds() * drive.at(time, sample);
                    }
                    Lever::Press { joint } if joint == i => press += drive.at(time, sample),
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

    /// Where the offset of a joint is at the end of a sample \[m\].
    pub(crate) fn offset_at(&self, joint: usize, time: u64) -> f64 {
        let mut offset = self.joints[joint].standing;
        for drive in &self.drives {
            if drive.lever == (Lever::Offset { joint }) {
                offset += drive.at(time, self.sample);
            }
        }
        offset
    }

    /// Something is about to happen: the contacts are told what went by, and nothing is quiet any more.
    #[inline]
    pub(crate) fn stir(&mut self) {
        if self.quiet.passed > 0 {
            self.tell_contacts();
        }
        self.quiet.until = 0;
        self.quiet.kept = false;
        self.quiet.stirred = true;
    }

    #[cold]
    pub(crate) fn tell_contacts(&mut self) {
        let elapsed = Step::of_seconds(self.quiet.passed as f64 * self.sample.seconds());
        for i in 0..self.joints.len() {
            let gap = self.gap_now(i).displacement;
            self.joints[i].contact.coast(gap, elapsed);
        }
        self.quiet.passed = 0;
    }

    /// One sample, in as many steps as the touch needs.
    pub(crate) fn step(&mut self, time: u64, at: usize, deadline_passed: Deadline<'_>) {
        self.stir();
        self.set_levers(time);
        let (mut touching, mut may_begin) = (false, false);
        for joint in &mut self.joints {
            joint.mean_force = 0.0;
            joint.compression_before = joint.contact.compression();
            touching |= joint.contact.striking();
            may_begin |= joint.contact.may_begin();
        }
        if !touching {
            self.set_cut(Cut::WHOLE);
        }
        self.lasting = if touching { self.lasting + 1 } else { 0 };
        if may_begin {
            let wanted = self.wanted_cut();
            if wanted > Cut::WHOLE {
                self.lasting = 0;
            }
            self.set_cut(self.cut.max(wanted));
        }
        if self.lasting >= LASTING {
            self.lasting = 0;
            let swing = self.swing_cut();
            self.set_cut(swing);
        }
        if (self.cut > Cut::WHOLE || self.joints.len() > 1) && (self.hurried || deadline_passed()) {
            self.hurried = true;
            self.resolver.patience = HASTY_ROUNDS;
            self.set_cut(Cut::WHOLE);
        }
        let parts = self.cut.parts();
        let mut touched = false;
        for part in 0..parts {
            touched |= self.step_part(1.0 / f64::from(parts - part));
        }
        self.calm = if touched { CALM } else { self.calm.saturating_sub(1) };
        if parts > 1 {
            let share = 1.0 / f64::from(parts);
            for joint in &mut self.joints {
                joint.mean_force *= share;
            }
        }
        self.listen(at);
    }

    pub(crate) fn set_cut(&mut self, cut: Cut) {
        if cut != self.cut {
            self.cut = cut;
            for body in &mut self.bodies {
                body.cut(cut);
            }
        }
    }

    /// Into how many steps the coming sample must be cut for the touches that begin in it.
    pub(crate) fn wanted_cut(&mut self) -> Cut {
        let mut wanted = Cut::WHOLE;
        let step = self.cut.of(self.sample);
        self.push_pulls();
        for joint in &self.joints {
            let Joint { one, two, contact, .. } = joint;
            if contact.may_begin() {
                let share = 1.0 / f64::from(self.cut.parts());
                let gap = joint.ahead(&self.bodies, share, step);
                if contact.would_act(&gap)
                    && let Some(touch) = contact.touch(&gap, step)
                {
                    let bands = self.bands(*one, *two);
                    wanted = wanted
                        .max(touch.cut_between(self.sample, bands, self.error).min(self.finest(*one, *two)));
                }
            }
        }
        self.unpush_pulls();
        wanted
    }

    /// The finest cut worth having: a string's waves move once a sample, and resist a touch without swinging
    /// back within it.
    pub(crate) fn finest(&self, one: (usize, usize), two: (usize, usize)) -> Cut {
        let string = |(body, _): (usize, usize)| matches!(self.bodies[body], AnyBody::Waveguide(_));
        if string(one) || string(two) { Cut::of_at_least(8.0) } else { Cut::FINEST }
    }

    /// What two ports move that can be heard, lowest and highest \[1/s\].
    pub(crate) fn bands(&self, one: (usize, usize), two: (usize, usize)) -> [Option<(f64, f64)>; 2] {
        [one, two].map(|(body, port)| self.bodies[body].band(port, self.sample))
    }

    /// Into how many steps a sample must be cut for touches that go on.
    pub(crate) fn swing_cut(&self) -> Cut {
        let step = self.cut.of(self.sample);
        let mut wanted = Cut::WHOLE;
        for joint in &self.joints {
            let gap = joint.ahead(&self.bodies, 0.0, step);
            let mass = 0.5 * step.seconds() * step.seconds() / gap.per_newton.displacement;
            if let Some(touch) = joint.contact.swing(mass) {
                let bands = self.bands(joint.one, joint.two);
                let finest = self.finest(joint.one, joint.two);
                wanted = wanted.max(touch.cut_between(self.sample, bands, self.error).min(finest));
            }
        }
        wanted
    }

    pub(crate) fn push_pulls(&mut self) {
        for pull in &self.pulls {
            if pull.pushed != 0.0 {
                self.bodies[pull.body].push(pull.port, pull.pushed);
            }
        }
    }

    pub(crate) fn unpush_pulls(&mut self) {
        for pull in &self.pulls {
            if pull.pushed != 0.0 {
                self.bodies[pull.body].push(pull.port, -pull.pushed);
            }
        }
    }

    /// One step of all bodies and contacts; whether something touched. Offsets go `share` of their remaining
    /// way.
    pub(crate) fn step_part(&mut self, share: f64) -> bool {
        let step = self.cut.of(self.sample);
        for body in &mut self.bodies {
            body.look_ahead();
        }
        for i in 0..self.joints.len() {
            if let Some(by) = self.joints[i].pressed_by {
                let force = self.joints[by].contact.force();
                if let AnyContact::Rub(rub) = &mut self.joints[i].contact {
                    rub.set_normal_force(force.max(0.0));
                }
            }
        }
        for pull in 0..self.pulls.len() {
            self.note_pull(pull);
        }
        self.push_pulls();
        let touched = if let [joint] = &mut self.joints[..] {
            let gap = joint.ahead(&self.bodies, share, step);
            let (exchange, moved) = joint.contact.act_alone(&gap, step);
            joint.pass_on(&exchange, moved, share, &mut self.bodies, &mut self.book)
        } else {
            self.step_joints(share, step)
        };
        let weights = self.weigh();
        for body in &mut self.bodies {
            body.advance();
        }
        for pull in 0..self.pulls.len() {
            self.book_pull(pull);
        }
        let fallen = self.weigh() - weights;
        self.book.push(fallen);
        #[cfg(test)]
        self.audit();
        touched
    }

    /// The part of a step that belongs to several contacts, which feel each other.
    pub(crate) fn step_joints(&mut self, share: f64, step: Step) -> bool {
        self.resolver.clear();
        for (i, joint) in self.joints.iter().enumerate() {
            let gap = joint.ahead(&self.bodies, share, step);
            self.resolver.begin(i, gap, joint);
        }
        self.resolver.resolve(&self.joints, self.cut, step);
        self.worst_residual = self.worst_residual.max(self.resolver.residual);
        let mut touched = false;
        for i in 0..self.joints.len() {
            touched |= self.settle(i, share, step);
        }
        touched
    }

    /// Notes where a force from outside begins to act.
    pub(crate) fn note_pull(&mut self, pull: usize) {
        let Pull { body, port, .. } = self.pulls[pull];
        self.pulls[pull].from = self.bodies[body].motion(port).displacement;
    }

    /// Books the work that it did from there.
    pub(crate) fn book_pull(&mut self, pull: usize) {
        let pull = self.pulls[pull];
        let way = self.bodies[pull.body].motion(pull.port).displacement - pull.from;
        self.book.push((pull.held + pull.pushed) * way);
    }

    /// Weight times place, of all that falls: minus their height's energy \[J\].
    pub(crate) fn weigh(&self) -> f64 {
        self.falling.iter().map(|&i| self.bodies[i].weight() * self.bodies[i].centre().displacement).sum()
    }

    /// Pushes the bodies with the force of a joint, and lets it remember the step.
    pub(crate) fn settle(&mut self, i: usize, share: f64, step: Step) -> bool {
        let moved_by_all = self.resolver.moved(self.cut, i);
        let Self { bodies, joints, resolver, book, .. } = self;
        let joint = &mut joints[i];
        if resolver.lets_go(i) {
            let gap = resolver.gap(i).now.displacement + moved_by_all;
            joint.contact.skip_step(gap);
            return joint.pass_on(&Exchange::default(), moved_by_all, share, bodies, book);
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
        joint.pass_on(&exchange, moved, share, bodies, book)
    }

    /// Writes down what is heard after a sample.
    pub(crate) fn listen(&mut self, at: usize) {
        let page = self.writing;
        for ear in &mut self.ears {
            let heard = match ear.at {
                At::Port { body, port, quantity } => {
                    let motion = self.bodies[body].heard(port);
                    match quantity {
                        Quantity::Displacement => motion.displacement,
                        Quantity::Velocity | Quantity::Acceleration => motion.velocity,
                        Quantity::Vibration => motion.velocity - self.bodies[body].centre().velocity,
                    }
                }
                At::Force { joint } => self.joints[joint].mean_force,
                At::Compression { joint } => self.joints[joint].contact.compression(),
                At::Pressing { joint } => {
                    let joint = &self.joints[joint];
                    (joint.contact.compression() - joint.compression_before) * self.sample.rate()
                }
            };
            ear.page_mut(page)[at] = heard;
        }
    }
}
