//! An island: bodies that are, or may come, in touch with one another, and with nothing else.
//!
//! It moves in blocks of [`BLOCK`] samples, in two ways. *Ringing*: while no contact can touch, every body goes its own
//! way in closed form (`ringing.rs`). *Stepping*: while something touches or is driven, sample by sample, each cut into as many
//! steps as the touch needs; in every step the bodies forecast, the contacts decide, the bodies move.
//!
//! Which of the two is decided at each sample from what is known at that sample alone, never from where the block ends or
//! what comes later. So a block that is rendered again, because something was done in its middle, is the same up to there.

use crate::act::{Act, Timed};
use crate::any_body::AnyBody;
use crate::any_contact::AnyContact;
use crate::book::Book;
use crate::drive::{Drive, Lever};
use crate::ear::{At, Ear, PAGES};
use crate::joint::Joint;
use crate::resolve::Resolver;
use foley_body::modal::BLOCK;
use foley_body::{Body, Cut, Quantity, Roomy};
use foley_contact::energy::Exchange;
use foley_contact::{Motion, Step};

/// Samples for which an island goes on stepping after the last touch: surfaces that have met often meet again.
const CALM: u32 = 8;

/// Samples after which a touch is judged anew, as one that goes on.
const LASTING: u32 = 64;

/// A force from outside at a port, all signals together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pull {
    pub(crate) body: usize,
    pub(crate) port: usize,
    /// Held by the body itself \[N\].
    held: f64,
    /// Pushed in every step \[N\].
    pushed: f64,
    /// Where the port was \[m\].
    from: f64,
}

impl Pull {
    /// What the body holds by itself \[N\].
    pub(crate) fn held_force(&self) -> f64 {
        self.held
    }

    /// Nothing is pushed any more but what the body holds by itself.
    pub(crate) fn release(&mut self) {
        self.pushed = 0.0;
    }
}

/// What is known of an island in which nothing can touch for a long time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quiet {
    /// Until this sample no surfaces can meet, unless something is done.
    pub(crate) until: u64,
    /// Samples that went by since the contacts were last told.
    pub(crate) passed: u64,
    /// The kept copies of the contacts are as the contacts are.
    pub(crate) kept: bool,
    /// Something was stepped or done in this block.
    pub(crate) stirred: bool,
}

/// What must be put back to render a block again, beside the bodies.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    book: Book,
    cut: Cut,
    calm: u32,
    lasting: u32,
    quiet: Quiet,
    rest: crate::sleep::Rest,
    recovered: u32,
    worst_residual: f64,
}

/// Bodies and contacts that move together. What ringing touches comes first, so that it lies together.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    pub(crate) sample: Step,
    pub(crate) bodies: Vec<AnyBody>,
    pub(crate) ears: Vec<Ear>,
    pub(crate) acts: Roomy<Timed>,
    /// First sample of the block that they belong to.
    acts_from: u64,
    /// Sample of the next act that is planned from the beginning.
    pub(crate) next_act: u64,
    /// First sample of the block that was kept.
    from: u64,
    /// Blocks that are rendered and not handed out yet.
    ahead: usize,
    /// The page that is handed out, and the one that is rendered.
    reading: usize,
    pub(crate) writing: usize,
    pub(crate) drives: Vec<Drive>,
    pub(crate) pulls: Vec<Pull>,
    pub(crate) falling: Vec<usize>,
    pub(crate) quiet: Quiet,
    pub(crate) rest: crate::sleep::Rest,
    pub(crate) book: Book,
    pub(crate) cut: Cut,
    pub(crate) calm: u32,
    /// Samples since the last touch began, while something touches.
    lasting: u32,
    kept: Kept,
    /// Where the pulls' and the joints' kept copies are.
    kept_pulls: Vec<Pull>,
    kept_joints: Vec<Joint>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) resolver: Resolver,
    /// A body got another mass in this block.
    reweighed: bool,
    /// Energy at the very beginning \[J\].
    pub(crate) initial: f64,
    /// Energy of the bodies at the very beginning \[J\].
    pub(crate) initial_in_bodies: f64,
    /// How often something lost its numbers and was put to rest.
    pub(crate) recovered: u32,
    /// The most that the search for the forces of several contacts has left \[1\].
    pub(crate) worst_residual: f64,
    /// Room for one string's listeners.
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
        ears: Vec<Ear>,
    ) -> Self {
        let mut pulls: Vec<Pull> = Vec::new();
        for drive in &drives {
            if let Lever::Force { body, port } = drive.lever
                && pulls
                    .iter()
                    .all(|pull| (pull.body, pull.port) != (body, port))
            {
                pulls.push(Pull {
                    body,
                    port,
                    held: 0.0,
                    pushed: 0.0,
                    from: 0.0,
                });
            }
        }
        let falling = (0..bodies.len())
            .filter(|&i| bodies[i].weight() != 0.0)
            .collect();
        let mut island = Self {
            sample,
            resolver: Resolver::new(&joints, |body| !matches!(bodies[body], AnyBody::Wall(_))),
            acts: Roomy::with_room(0),
            acts_from: u64::MAX,
            next_act: u64::MAX,
            from: 0,
            ahead: 0,
            reading: 0,
            writing: 0,
            cut: Cut::WHOLE,
            calm: 0,
            lasting: 0,
            quiet: Quiet::default(),
            book: Book::default(),
            rest: crate::sleep::Rest::default(),
            kept_joints: joints.clone(),
            kept_pulls: pulls.clone(),
            kept: Kept::default(),
            reweighed: false,
            initial: 0.0,
            initial_in_bodies: 0.0,
            recovered: 0,
            worst_residual: 0.0,
            scratch: vec![0.0; ears.len() * BLOCK],
            #[cfg(test)]
            audit: crate::audit::Audit::default(),
            bodies,
            joints,
            drives,
            ears,
            pulls,
            falling,
        };
        for i in 0..island.joints.len() {
            island.joints[i].offset = island.joints[i].standing;
            let gap = island.gap_now(i).displacement;
            island.joints[i].contact.come_to_rest(gap);
        }
        for ear in &mut island.ears {
            if let At::Port { body, port, .. } = ear.at {
                ear.before = island.bodies[body].heard(port).velocity;
            }
        }
        island.find_answers();
        island.initial_in_bodies = island.moving();
        island.initial = island.initial_in_bodies + island.stored();
        island
    }

    /// What every contact does to the gap of every other, for every cut.
    fn find_answers(&mut self) {
        for cut in Cut::all() {
            for body in &mut self.bodies {
                body.cut(cut);
            }
            let Self {
                bodies,
                joints,
                resolver,
                ..
            } = self;
            resolver.learn(cut, |here, there| {
                let (a, b) = (&joints[here], &joints[there]);
                let mut answer = Motion::default();
                for (mine, sign) in [(a.one, 1.0), (a.two, -1.0)] {
                    for (theirs, other) in [(b.one, 1.0), (b.two, -1.0)] {
                        if mine.0 == theirs.0 {
                            let one = bodies[mine.0].answer(mine.1, theirs.1);
                            answer.displacement += sign * other * one.displacement;
                            answer.velocity += sign * other * one.velocity;
                        }
                    }
                }
                answer
            });
        }
        for body in &mut self.bodies {
            body.cut(self.cut);
        }
    }

    /// Moves all that ringing touches to fresh memory, side by side, and hands out the old ([`foley_body::Modal::gather`]).
    #[must_use]
    pub(crate) fn gather(&mut self) -> impl Sized + use<> {
        let mut bodies = Vec::with_capacity(self.bodies.len());
        bodies.append(&mut self.bodies);
        let old_bodies = core::mem::replace(&mut self.bodies, bodies);
        let mut ears = Vec::with_capacity(self.ears.len());
        ears.append(&mut self.ears);
        let old_ears = core::mem::replace(&mut self.ears, ears);
        let modes: Vec<_> = self
            .bodies
            .iter_mut()
            .map(|body| match body {
                AnyBody::Modal(body) => Some(body.gather()),
                _ => None,
            })
            .collect();
        (old_bodies, old_ears, modes)
    }

    /// Energy of the bodies \[J\].
    pub(crate) fn moving(&self) -> f64 {
        self.bodies.iter().map(Body::energy).sum()
    }

    /// What the bodies' own damping has taken \[J\]: what was done to them less what they have. That it never falls is for
    /// the tests to see.
    pub(crate) fn damped(&self) -> f64 {
        let Book {
            pushed,
            placed,
            taken,
            ..
        } = self.book;
        self.initial_in_bodies + pushed + placed - taken - self.moving()
    }

    /// Energy of the contacts \[J\].
    pub(crate) fn stored(&self) -> f64 {
        self.joints.iter().map(|joint| joint.contact.stored()).sum()
    }

    /// The same, with what the contacts have let go of and not booked yet \[J\].
    fn stored_and_owed(&self) -> f64 {
        let owed: f64 = self.joints.iter().map(|joint| joint.contact.owed()).sum();
        self.stored() + owed
    }

    pub(crate) fn gap_now(&self, joint: usize) -> Motion {
        let joint = &self.joints[joint];
        let (one, two) = (&self.bodies[joint.one.0], &self.bodies[joint.two.0]);
        joint.gap(one.motion(joint.one.1), two.motion(joint.two.1))
    }

    /// What is done in the block that begins with sample `time`.
    pub(crate) fn acts_in(&self, time: u64) -> &[Timed] {
        if self.acts_from == time {
            &self.acts
        } else {
            &[]
        }
    }

    /// Plans something for the block that begins with sample `time`; false if there is no room.
    pub(crate) fn plan(&mut self, time: u64, timed: Timed) -> bool {
        if self.acts_from != time {
            self.acts.clear();
            self.acts_from = time;
        }
        if self.acts.len() >= self.acts.capacity() {
            return false;
        }
        let place = self.acts.partition_point(|other| other.at <= timed.at);
        self.acts.insert(place, timed);
        true
    }

    /// Goes on to the block that begins with sample `time`: it has been rendered, or is now. An island in which nothing can happen is
    /// rendered some blocks ahead while its tables are at hand, since memory is slow; which of them do so in this block goes by
    /// `turn`. Nothing that is heard depends on it. Real-time: yes.
    pub(crate) fn go_on(&mut self, time: u64, turn: u64) {
        if self.ahead > 0 {
            self.ahead -= 1;
            self.reading += 1;
            return;
        }
        self.remember();
        (self.reading, self.writing, self.from) = (0, 0, time);
        self.run(time);
        if !turn.is_multiple_of(PAGES as u64) {
            return;
        }
        while self.writing + 1 < PAGES
            && self.rings_on(time + (self.writing as u64 + 1) * BLOCK as u64)
        {
            self.writing += 1;
            self.ahead += 1;
            self.run(time + self.writing as u64 * BLOCK as u64);
        }
    }

    /// Nothing but ringing can happen in the block that begins with sample `time`.
    fn rings_on(&self, time: u64) -> bool {
        let end = time + BLOCK as u64;
        !self.rest.asleep
            && self.acts_in(self.from).is_empty()
            && self.drives.is_empty()
            && self.calm == 0
            && end <= self.quiet.until
            && end <= self.next_act
    }

    /// Renders the block that begins with sample `time` again, with what is now to be done in it, and forgets what comes after it.
    /// Real-time: yes.
    pub(crate) fn again(&mut self, time: u64) {
        self.recall();
        self.ahead = 0;
        let mut before = self.from;
        self.writing = 0;
        while before < time {
            self.run(before);
            before += BLOCK as u64;
        }
        if self.from != time {
            self.remember();
            (self.reading, self.from) = (0, time);
        }
        self.run(time);
    }

    /// The block that is being handed out, of one listener.
    pub(crate) fn heard(&self, ear: usize) -> &[f64; BLOCK] {
        self.ears[ear].page(self.reading)
    }

    /// Renders the block that begins with sample `time`. Real-time: yes.
    fn run(&mut self, time: u64) {
        let page = self.writing;
        if self.sleeps_through(time) {
            if self.rest.just_fell_asleep() {
                for ear in &mut self.ears {
                    let asleep = ear.asleep;
                    ear.page_mut(page).fill(asleep);
                }
            }
            return;
        }
        for ear in &mut self.ears {
            ear.page_mut(page).fill(0.0);
        }
        let mut at = 0;
        let mut next = 0;
        while at < BLOCK {
            while let Some(timed) = self.acts_in(time).get(next).copied()
                && timed.at <= at
            {
                self.perform(timed.act);
                next += 1;
            }
            let until = self
                .acts_in(time)
                .get(next)
                .map_or(BLOCK, |timed| timed.at.min(BLOCK));
            let now = time + at as u64;
            let free = self.free_for(now, until - at);
            if free > 0 {
                self.ring(at, free);
                at += free;
            } else {
                self.step(now, at);
                at += 1;
            }
        }
        let per_second = self.sample.rate();
        for ear in &mut self.ears {
            ear.finish(page, per_second);
        }
        self.look_after(time + BLOCK as u64);
    }

    /// Keeps all that moves, to render the next block again if need be.
    fn remember(&mut self) {
        if self.rest.slept_on_since(&self.kept.rest) {
            // Nothing has moved.
            self.kept.rest = self.rest;
            return;
        }
        for body in &mut self.bodies {
            body.remember();
        }
        if !self.quiet.kept {
            self.kept_joints.copy_from_slice(&self.joints);
            self.quiet.kept = true;
        }
        self.quiet.stirred = false;
        self.reweighed = false;
        self.kept_pulls.copy_from_slice(&self.pulls);
        for ear in &mut self.ears {
            ear.kept_before = ear.before;
        }
        self.kept = Kept {
            book: self.book,
            cut: self.cut,
            calm: self.calm,
            lasting: self.lasting,
            quiet: self.quiet,
            rest: self.rest,
            recovered: self.recovered,
            worst_residual: self.worst_residual,
        };
    }

    /// Goes back to where the block began.
    fn recall(&mut self) {
        for body in &mut self.bodies {
            body.recall();
            body.cut(self.kept.cut);
        }
        self.joints.copy_from_slice(&self.kept_joints);
        for (pull, kept) in self.pulls.iter_mut().zip(&self.kept_pulls) {
            if pull.held != kept.held {
                self.bodies[pull.body].hold(pull.port, kept.held);
            }
            *pull = *kept;
        }
        for ear in &mut self.ears {
            ear.before = ear.kept_before;
        }
        self.book = self.kept.book;
        self.cut = self.kept.cut;
        self.recovered = self.kept.recovered;
        self.worst_residual = self.kept.worst_residual;
        if core::mem::take(&mut self.reweighed) {
            self.find_answers();
        }
        self.calm = self.kept.calm;
        self.lasting = self.kept.lasting;
        self.quiet = self.kept.quiet;
        self.rest = self.kept.rest;
    }

    /// Does something at once.
    fn perform(&mut self, act: Act) {
        self.stir();
        let (bodies, contacts) = (self.moving(), self.stored_and_owed());
        match act {
            Act::Strike {
                body,
                velocity,
                distance,
            } => {
                let motion = self.before_the_strike(body, velocity, distance);
                self.place(body, motion);
            }
            Act::Place { body, motion } => self.place(body, motion),
            Act::Reweigh { body, mass } => {
                if let Some(AnyBody::Inertial(body)) = self.bodies.get_mut(body) {
                    body.reweigh(mass);
                }
                self.reweighed = true;
                self.find_answers();
            }
            Act::Set { contact, id, value } => {
                if let Some(joint) = self.joints.get_mut(contact) {
                    joint.set(id, value);
                }
            }
        }
        let placed = self.moving() - bodies;
        self.book.placed += placed;
        self.book.control += placed + self.stored_and_owed() - contacts;
        self.calm = CALM;
    }

    /// Where a body must be to strike what it touches from a distance; by its velocity alone if it touches nothing.
    fn before_the_strike(&self, body: usize, velocity: f64, distance: f64) -> Motion {
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

    /// Puts a body elsewhere; its contacts forget what they held.
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

    /// Sets forces, offsets and normal forces for a sample.
    fn set_levers(&mut self, time: u64) {
        for i in 0..self.pulls.len() {
            let Pull {
                body, port, held, ..
            } = self.pulls[i];
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
    fn tell_contacts(&mut self) {
        let elapsed = Step::of_seconds(self.quiet.passed as f64 * self.sample.seconds());
        for i in 0..self.joints.len() {
            let gap = self.gap_now(i).displacement;
            self.joints[i].contact.coast(gap, elapsed);
        }
        self.quiet.passed = 0;
    }

    /// One sample, in as many steps as the touch needs.
    fn step(&mut self, time: u64, at: usize) {
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
        let parts = self.cut.parts();
        let mut touched = false;
        for part in 0..parts {
            touched |= self.step_part(1.0 / f64::from(parts - part));
        }
        self.calm = if touched {
            CALM
        } else {
            self.calm.saturating_sub(1)
        };
        if parts > 1 {
            let share = 1.0 / f64::from(parts);
            for joint in &mut self.joints {
                joint.mean_force *= share;
            }
        }
        self.listen(at);
    }

    fn set_cut(&mut self, cut: Cut) {
        if cut != self.cut {
            self.cut = cut;
            for body in &mut self.bodies {
                body.cut(cut);
            }
        }
    }

    /// Into how many steps the coming sample must be cut for the touches that begin in it.
    fn wanted_cut(&mut self) -> Cut {
        let mut wanted = Cut::WHOLE;
        let step = self.cut.of(self.sample);
        self.push_pulls();
        for joint in &self.joints {
            let Joint {
                one, two, contact, ..
            } = joint;
            if contact.may_begin() {
                let share = 1.0 / f64::from(self.cut.parts());
                let gap = joint.ahead(&self.bodies, share, step);
                if contact.would_act(&gap)
                    && let Some(touch) = contact.touch(&gap, step)
                {
                    let bands = self.bands(*one, *two);
                    wanted = wanted.max(
                        touch
                            .cut_between(self.sample, bands)
                            .min(self.finest(*one, *two)),
                    );
                }
            }
        }
        self.unpush_pulls();
        wanted
    }

    /// The finest cut worth having: a string's waves move once a sample, and resist a touch without swinging back within it.
    fn finest(&self, one: (usize, usize), two: (usize, usize)) -> Cut {
        let string = |(body, _): (usize, usize)| matches!(self.bodies[body], AnyBody::Waveguide(_));
        if string(one) || string(two) {
            Cut::of_at_least(8.0)
        } else {
            Cut::FINEST
        }
    }

    /// What two ports move that can be heard, lowest and highest \[1/s\].
    fn bands(&self, one: (usize, usize), two: (usize, usize)) -> [Option<(f64, f64)>; 2] {
        [one, two].map(|(body, port)| self.bodies[body].band(port, self.sample))
    }

    /// Into how many steps a sample must be cut for touches that go on.
    fn swing_cut(&self) -> Cut {
        let step = self.cut.of(self.sample);
        let mut wanted = Cut::WHOLE;
        for joint in &self.joints {
            let gap = joint.ahead(&self.bodies, 0.0, step);
            let mass = 0.5 * step.seconds() * step.seconds() / gap.per_newton.displacement;
            if let Some(touch) = joint.contact.swing(mass) {
                let bands = self.bands(joint.one, joint.two);
                let finest = self.finest(joint.one, joint.two);
                wanted = wanted.max(touch.cut_between(self.sample, bands).min(finest));
            }
        }
        wanted
    }

    fn push_pulls(&mut self) {
        for pull in &self.pulls {
            if pull.pushed != 0.0 {
                self.bodies[pull.body].push(pull.port, pull.pushed);
            }
        }
    }

    fn unpush_pulls(&mut self) {
        for pull in &self.pulls {
            if pull.pushed != 0.0 {
                self.bodies[pull.body].push(pull.port, -pull.pushed);
            }
        }
    }

    /// One step of all bodies and contacts; whether something touched. Offsets go `share` of their remaining way.
    fn step_part(&mut self, share: f64) -> bool {
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
    fn step_joints(&mut self, share: f64, step: Step) -> bool {
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
        self.falling
            .iter()
            .map(|&i| self.bodies[i].weight() * self.bodies[i].centre().displacement)
            .sum()
    }

    /// Pushes the bodies with the force of a joint, and lets it remember the step.
    fn settle(&mut self, i: usize, share: f64, step: Step) -> bool {
        let moved_by_all = self.resolver.moved(self.cut, i);
        let Self {
            bodies,
            joints,
            resolver,
            book,
            ..
        } = self;
        let joint = &mut joints[i];
        if resolver.lets_go(i) {
            let gap = resolver.gap(i).now.displacement + moved_by_all;
            joint.contact.skip(gap);
            return joint.pass_on(&Exchange::default(), moved_by_all, share, bodies, book);
        }
        let apart;
        let decision = if let Some(decision) = resolver.decision(i) {
            decision
        } else {
            apart = joint.contact.decide(resolver.gap(i), step);
            &apart
        };
        let moved = if resolver.alone(i) {
            decision.moved()
        } else {
            moved_by_all
        };
        let exchange = joint.contact.settle(decision, moved);
        joint.pass_on(&exchange, moved, share, bodies, book)
    }

    /// Writes down what is heard after a sample.
    fn listen(&mut self, at: usize) {
        let page = self.writing;
        for ear in &mut self.ears {
            let heard = match ear.at {
                At::Port {
                    body,
                    port,
                    quantity,
                } => {
                    let motion = self.bodies[body].heard(port);
                    match quantity {
                        Quantity::Displacement => motion.displacement,
                        Quantity::Velocity | Quantity::Acceleration => motion.velocity,
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
