//! An island: bodies that are, or may come, in touch with one another, and with nothing else.
//!
//! It moves in blocks of [`BLOCK`] samples, in two ways. *Ringing*: while no contact can touch, every body
//! goes its own way in closed form (`ringing.rs`). *Stepping*: while something touches or is driven, sample
//! by sample, each cut into as many steps as the touch needs (`stepping.rs`).
//!
//! Which of the two is decided at each sample from what is known at that sample alone, never from where the
//! block ends or what comes later. So a block that is rendered again, because something was done in its
//! middle, is the same up to there.

use crate::act::{Act, Timed};
use crate::any_body::AnyBody;
use crate::book::Book;
use crate::cut::RINGING_ERROR;
use crate::deadline::{Deadline, NO_DEADLINE};
use crate::drive::{Drive, Lever};
use crate::ear::{At, Ear, PAGES};
use crate::joint::Joint;
use crate::resolve::{MOST_ROUNDS, Resolver};
use foley_body::modal::BLOCK;
use foley_body::{Body, Cut, Roomy};
use foley_contact::{Motion, Step};

/// Samples for which an island goes on stepping after the last touch: surfaces that have met often meet
/// again.
pub(crate) const CALM: u32 = 8;

/// Blocks for which nothing is rendered ahead after something was done from outside.
const RESTLESS: u32 = 32;

/// A force from outside at a port, all signals together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pull {
    pub(crate) body: usize,
    pub(crate) port: usize,
    /// Held by the body itself \[N\].
    pub(crate) held: f64,
    /// Pushed in every step \[N\].
    pub(crate) pushed: f64,
    /// Where the port was \[m\].
    pub(crate) from: f64,
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
    /// Wanted error of the ringing \[1\].
    pub(crate) error: f64,
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
    /// Blocks for which nothing is rendered ahead.
    restless: u32,
    /// Its time was up in the block that was kept: touches were cut no more.
    pub(crate) hurried: bool,
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
    pub(crate) lasting: u32,
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
                && pulls.iter().all(|pull| (pull.body, pull.port) != (body, port))
            {
                pulls.push(Pull { body, port, held: 0.0, pushed: 0.0, from: 0.0 });
            }
        }
        let falling = (0..bodies.len()).filter(|&i| bodies[i].weight() != 0.0).collect();
        let mut island = Self {
            sample,
            error: RINGING_ERROR,
            resolver: Resolver::new(&joints, |body| !matches!(bodies[body], AnyBody::Wall(_))),
            acts: Roomy::with_room(0),
            acts_from: u64::MAX,
            next_act: u64::MAX,
            from: 0,
            ahead: 0,
            restless: 0,
            hurried: false,
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
        island.find_answers(None);
        island.initial_in_bodies = island.moving();
        island.initial = island.initial_in_bodies + island.stored();
        island
    }

    /// What every contact does to the gap of every other, for every cut; only those on one body, if it is
    /// only that which changed.
    pub(crate) fn find_answers(&mut self, changed: Option<usize>) {
        let Self { bodies, joints, resolver, .. } = self;
        let concerns = |here: usize| {
            let Joint { one, two, .. } = joints[here];
            changed.is_none_or(|body| one.0 == body || two.0 == body)
        };
        resolver.learn(concerns, |cut, here, there| {
            let (a, b) = (&joints[here], &joints[there]);
            let mut answer = Motion::default();
            for (mine, sign) in [(a.one, 1.0), (a.two, -1.0)] {
                for (theirs, other) in [(b.one, 1.0), (b.two, -1.0)] {
                    if mine.0 == theirs.0 {
                        let one = bodies[mine.0].answer_over(cut, mine.1, theirs.1);
                        answer.displacement += sign * other * one.displacement;
                        answer.velocity += sign * other * one.velocity;
                    }
                }
            }
            answer
        });
    }

    /// Moves all that ringing touches to fresh memory, side by side, and hands out the old
    /// ([`foley_body::Modal::gather`]).
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

    /// What the bodies' own damping has taken \[J\]: what was done to them less what they have. That it never
    /// falls is for the tests to see.
    pub(crate) fn damped(&self) -> f64 {
        let Book { pushed, placed, taken, .. } = self.book;
        self.initial_in_bodies + pushed + placed - taken - self.moving()
    }

    /// Energy of the contacts \[J\].
    pub(crate) fn stored(&self) -> f64 {
        self.joints.iter().map(|joint| joint.contact.stored()).sum()
    }

    /// The same, with what the contacts have let go of and not booked yet \[J\].
    fn stored_and_owed(&self) -> f64 {
        let owed: f64 = self.joints.iter().map(|joint| joint.contact.unbooked_heat()).sum();
        self.stored() + owed
    }

    pub(crate) fn gap_now(&self, joint: usize) -> Motion {
        let joint = &self.joints[joint];
        let (one, two) = (&self.bodies[joint.one.0], &self.bodies[joint.two.0]);
        joint.gap(one.motion(joint.one.1), two.motion(joint.two.1))
    }

    /// Where a body that flies is at the end of the block that is handed out: it may have been rendered
    /// further, or sleep.
    pub(crate) fn centre_now(&self, body: usize) -> Option<Motion> {
        let body = self.bodies.get(body).filter(|body| body.flies())?;
        let ahead = (self.ahead * BLOCK) as f64 * self.sample.seconds();
        let seconds = self.flown_asleep() - ahead;
        Some(if seconds == 0.0 { body.centre() } else { body.centre_in(seconds) })
    }

    /// What is done in the block that begins with sample `time`.
    pub(crate) fn acts_in(&self, time: u64) -> &[Timed] {
        if self.acts_from == time { &self.acts } else { &[] }
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

    /// Goes on to the block that begins with sample `time`: it has been rendered, or is now. An island in
    /// which nothing can happen is rendered some blocks ahead while its tables are at hand, since memory is
    /// slow; which of them do so in this block goes by `turn`. Nothing that is heard depends on it.
    /// Real-time: yes.
    pub(crate) fn go_on(&mut self, time: u64, turn: u64, deadline_passed: Deadline<'_>) {
        if self.ahead > 0 {
            self.ahead -= 1;
            self.reading += 1;
            return;
        }
        self.remember();
        (self.reading, self.writing, self.from) = (0, 0, time);
        if self.hurried {
            self.hurried = false;
            self.resolver.patience = MOST_ROUNDS;
        }
        self.run(time, deadline_passed);
        if self.hurried {
            // If it were rendered again, it would take its time and be another.
            return;
        }
        if self.restless > 0 {
            self.restless -= 1;
            return;
        }
        if !turn.is_multiple_of(PAGES as u64) {
            return;
        }
        while self.writing + 1 < PAGES && self.rings_on(time + (self.writing as u64 + 1) * BLOCK as u64) {
            self.writing += 1;
            self.ahead += 1;
            self.run(time + self.writing as u64 * BLOCK as u64, deadline_passed);
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

    /// Goes back to the beginning of the block that begins with sample `next` and is not begun: what was
    /// rendered of it and beyond is forgotten, and for some time nothing is rendered ahead, since who does
    /// something often does so again. Nothing that is heard depends on it. Real-time: yes.
    pub(crate) fn take_back(&mut self, next: u64) {
        self.restless = RESTLESS;
        if self.ahead == 0 {
            return;
        }
        self.recall();
        self.ahead = 0;
        self.run_up_to(next);
    }

    /// Renders from the kept block up to the one that begins with sample `time`.
    fn run_up_to(&mut self, time: u64) {
        self.writing = 0;
        let mut before = self.from;
        while before < time {
            self.run(before, NO_DEADLINE);
            before += BLOCK as u64;
        }
    }

    /// Renders the block that begins with sample `time` again, with what is now to be done in it, and forgets
    /// what comes after it. Real-time: yes.
    pub(crate) fn again(&mut self, time: u64) {
        self.recall();
        self.ahead = 0;
        self.run_up_to(time);
        if self.from != time {
            self.remember();
            (self.reading, self.from) = (0, time);
        }
        self.run(time, NO_DEADLINE);
    }

    /// The block that is being handed out, of one listener.
    pub(crate) fn heard(&self, ear: usize) -> &[f64; BLOCK] {
        self.ears[ear].page(self.reading)
    }

    /// Renders the block that begins with sample `time`. Real-time: yes.
    fn run(&mut self, time: u64, deadline_passed: Deadline<'_>) {
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
            let until = self.acts_in(time).get(next).map_or(BLOCK, |timed| timed.at.min(BLOCK));
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
            ear.kept_step = ear.step;
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

    /// What was kept is no longer what one would go back to.
    pub(crate) fn forget_kept(&mut self) {
        self.kept.rest = crate::sleep::Rest::default();
        self.quiet.kept = false;
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
            ear.step = ear.kept_step;
        }
        self.book = self.kept.book;
        self.cut = self.kept.cut;
        self.recovered = self.kept.recovered;
        self.worst_residual = self.kept.worst_residual;
        if core::mem::take(&mut self.reweighed) {
            self.find_answers(None);
        }
        self.calm = self.kept.calm;
        self.lasting = self.kept.lasting;
        self.quiet = self.kept.quiet;
        self.rest = self.kept.rest;
    }

    /// Does something at once.
    fn perform(&mut self, act: Act) {
        self.in_control(|island| match act {
            Act::Strike { body, velocity, distance } => {
                let motion = island.before_the_strike(body, velocity, distance);
                island.place(body, motion);
            }
            Act::Place { body, motion } => island.place(body, motion),
            Act::Reweigh { body, mass } => {
                if let Some(AnyBody::Inertial(inertial)) = island.bodies.get_mut(body) {
                    inertial.reweigh(mass);
                }
                island.reweighed = true;
                island.find_answers(Some(body));
            }
            Act::Set { contact, id, value } => {
                if let Some(joint) = island.joints.get_mut(contact) {
                    joint.set(id, value);
                }
            }
        });
        self.calm = CALM;
    }

    /// Changes something between two steps; what energy that brings in or takes is written down.
    pub(crate) fn in_control(&mut self, change: impl FnOnce(&mut Self)) {
        self.stir();
        let (bodies, contacts) = (self.moving(), self.stored_and_owed());
        change(self);
        let placed = self.moving() - bodies;
        self.book.placed += placed;
        self.book.control += placed + self.stored_and_owed() - contacts;
    }

    /// Where a body must be to strike what it touches from a distance; by its velocity alone if it touches
    /// nothing.
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
}
