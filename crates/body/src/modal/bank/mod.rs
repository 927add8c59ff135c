//! The modal body that moves: coefficients and state of all its modes, four to a vector.
//!
//! Two ways to move, both exact:
//!
//! * *step by step*, while something touches or drives it: [`Body`]; see `step.rs`;
//! * *ringing*, left alone for up to a block of [`BLOCK`](super::BLOCK) samples: [`Modal::hear`] says what a
//!   port will do, [`Modal::coast`] goes there; see `free.rs`, and `ring.rs` for the arithmetic.
//!
//! Ports that are *touched* are foreseen in the same pass that moves the body and answer at once; the others
//! are read and pushed by a pass of their own.

mod free;
mod tuning;

use super::lanes::{Four, Vectors, ZERO, lane, lane_mut};
use super::ring::RingGroup;
use super::step::{AT_ONCE, Advance, Ahead, Foresee, Push, State, StepGroup, Sum};
use super::{ModalError, ModalSpec};
use crate::{Body, PreallocatedVec, Substeps};
use foley_contact::{Forecast, Motion, Step};

/// Share of the sample rate above which a mode is felt but not heard: it would be heard at a wrong pitch.
const AUDIBLE: f64 = 0.5;

/// An elastic body that moves. What ringing touches comes first, so that it lies together.
#[derive(Clone, Debug)]
pub struct Modal {
    vectors: Vectors,
    substeps: Substeps,
    /// What is foreseen is of the present state; after ringing it is not, until something touches.
    foreseen: bool,
    sample: Step,
    ports: usize,
    states: Vec<State>,
    rings: Vec<RingGroup>,
    /// Mode shapes port by port, without the modes that cannot be heard at this sample rate.
    audible: Vec<Four>,
    /// Where forces that stay bring the modes to rest; empty without such forces \[m\].
    rest: PreallocatedVec<Four>,
    rigid: Option<Whole>,
    acceleration: f64,
    /// The sum of the forces that stay \[N\].
    held_in_all: f64,
    kept: Kept,
    /// How many modes sound, …
    count: usize,
    /// … of how many it was made with.
    made: usize,
    aheads: Vec<Ahead>,
    /// Cut by cut.
    steps: Vec<StepGroup>,
    /// Half the mass and half the stiffness of each mode: their energies.
    inertias: Vec<[Four; 2]>,
    /// Port by port.
    shapes: Vec<Four>,
    /// Port by port, Σ 2w²/mω²: how far a joule can bring it, squared [m²/J].
    compliances: Vec<f64>,
    /// Forces that stay, port by port \[N\].
    held: Vec<f64>,
    touched: Vec<Touched>,
    /// Cut by cut, then what the one answers to the other.
    responses: Vec<Motion>,
}

/// Modes that a body can be retuned to: looked through, and as many as it was made with; the first so many of
/// them will sound.
#[derive(Clone, Copy, Debug)]
pub struct CheckedModes<'a>(&'a ModalSpec, usize);

/// A copy of all that moves but the modes, which have theirs beside them.
#[derive(Clone, Debug)]
struct Kept {
    substeps: Substeps,
    foreseen: bool,
    rigid: Option<Whole>,
    touched: Vec<Touched>,
}

/// The body as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Whole {
    mass: f64,
    motion: Motion,
    /// Pushes at ports that are not foreseen.
    force: f64,
}

/// A port that may be touched.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touched {
    port: usize,
    now: Motion,
    free: Motion,
    /// What a newton here moves here over a step, as the sample is now cut.
    own: Motion,
    force: f64,
}

impl ModalSpec {
    /// The body that it makes at a step, at rest, every port ready to be touched.
    ///
    /// # Errors
    /// If a number is not one that a body can have ([`ModalSpec::check`]).
    pub fn at(&self, step: Step) -> Result<Modal, ModalError> {
        let all: Vec<usize> = (0..self.ports).collect();
        self.with_contact_ports(step, &all)
    }

    /// The same, where only the ports listed will be touched: the others cost nothing until they are used.
    ///
    /// # Errors
    /// If a number is not one that a body can have ([`ModalSpec::check`]).
    pub fn with_contact_ports(&self, step: Step, ports: &[usize]) -> Result<Modal, ModalError> {
        self.check()?;
        let groups = self.modes.len().div_ceil(4);
        let mut modal = Modal {
            vectors: Vectors::widest(),
            sample: step,
            substeps: Substeps::ONE,
            count: self.modes.len(),
            made: self.modes.len(),
            states: vec![State::STILL; groups],
            aheads: vec![Ahead::STILL; groups],
            steps: vec![StepGroup::STILL; groups * Substeps::COUNT],
            rings: vec![RingGroup::STILL; groups],
            inertias: vec![[ZERO; 2]; groups],
            shapes: vec![ZERO; groups * self.ports],
            compliances: vec![0.0; self.ports],
            audible: vec![ZERO; groups * self.ports],
            rest: PreallocatedVec::with_capacity(groups),
            held: vec![0.0; self.ports],
            held_in_all: 0.0,
            rigid: self.rigid.map(|rigid| Whole { mass: rigid.mass, motion: Motion::default(), force: 0.0 }),
            acceleration: 0.0,
            ports: self.ports,
            touched: Vec::with_capacity(ports.len()),
            responses: Vec::new(),
            kept: Kept { touched: Vec::new(), rigid: None, substeps: Substeps::ONE, foreseen: false },
            foreseen: false,
        };
        for &port in ports {
            if port < self.ports && modal.touched.iter().all(|touched| touched.port != port) {
                modal.touched.push(Touched {
                    port,
                    now: Motion::default(),
                    free: Motion::default(),
                    own: Motion::default(),
                    force: 0.0,
                });
            }
        }
        modal.kept.touched = modal.touched.clone();
        modal.responses =
            vec![Motion::default(); Substeps::COUNT * modal.touched.len() * modal.touched.len()];
        modal.tune(self);
        Ok(modal)
    }
}

impl Modal {
    /// How many of its modes sound.
    pub fn modes(&self) -> usize {
        self.count
    }

    /// The same arithmetic without the processor's vectors: the judge of the fast one, equal to it bit for
    /// bit.
    #[must_use]
    pub fn without_simd(mut self) -> Self {
        self.vectors = Vectors::Plain;
        self
    }

    /// Moves all that ringing touches to fresh memory, piece after piece, and hands out the old memory: who
    /// gathers many bodies drops it after the last, lest the next be put into its holes. Memory is slow:
    /// thousands of bodies ring faster if each has what it needs side by side, and not strewn among the
    /// tables that only a touch needs.
    #[must_use]
    pub fn compact(&mut self) -> impl Sized + use<> {
        let (states, rings, audible) = (self.states.clone(), self.rings.clone(), self.audible.clone());
        (
            core::mem::replace(&mut self.states, states),
            core::mem::replace(&mut self.rings, rings),
            core::mem::replace(&mut self.audible, audible),
        )
    }

    fn shape(&self, port: usize) -> &[Four] {
        let groups = self.states.len();
        self.shapes.get(port * groups..(port + 1) * groups).unwrap_or(&[])
    }

    fn audible_shape(&self, port: usize) -> &[Four] {
        let groups = self.states.len();
        self.audible.get(port * groups..(port + 1) * groups).unwrap_or(&[])
    }

    /// What one newton at port `there`, held over a step of any cut, moves at port `here` [m/N], [m/s/N].
    pub fn cross_response_over(&self, substeps: Substeps, here: usize, there: usize) -> Motion {
        let place = |port: usize| self.touched.iter().position(|touched| touched.port == port);
        match (place(here), place(there)) {
            (Some(one), Some(two)) => {
                let n = self.touched.len();
                self.responses[(substeps.index() * n + one) * n + two]
            }
            _ => self.sum_cross_response(substeps, here, there),
        }
    }

    /// What one newton at `there` moves at `here` over a step of a cut, summed over all modes.
    fn sum_cross_response(&self, substeps: Substeps, here: usize, there: usize) -> Motion {
        if here >= self.ports || there >= self.ports {
            return Motion::default();
        }
        let groups = self.states.len();
        let steps = &self.steps[substeps.index() * groups..];
        let shapes = self.shape(here).iter().zip(self.shape(there));
        let (x, v) = self.vectors.run(Sum(steps.iter().zip(shapes).map(|(step, (&a, &b))| {
            let weight = each(a, b, |a, b| a * b);
            [weight, step.xf, weight, step.vf]
        })));
        let mut cross_response = Motion::new(x, v);
        if let Some(whole) = &self.rigid {
            let t = substeps.of(self.sample).seconds();
            cross_response.displacement += 0.5 * t * t / whole.mass;
            cross_response.velocity += t / whole.mass;
        }
        cross_response
    }

    /// Where and how fast all modes together have a port.
    fn reading(&self, port: usize) -> Motion {
        let states = self.states.iter().zip(self.shape(port));
        let (x, v) = self.vectors.run(Sum(states.map(|(state, &w)| [w, state.x, w, state.v])));
        let whole = if port < self.ports { self.whole() } else { Motion::default() };
        Motion::new(x, v) + whole
    }

    /// Where all modes together will have a port one step on, if nothing more pushes; without the body as a
    /// whole.
    fn reading_ahead(&self, port: usize) -> Motion {
        let states = self.states.iter().zip(self.shape(port));
        let (x, v) = if self.foreseen {
            let aheads = self.aheads.iter().zip(self.shape(port));
            let sums = Sum(aheads.map(|(ahead, &w)| [w, ahead.x, w, ahead.v]));
            self.vectors.run(sums)
        } else {
            let from = self.substeps.index() * self.states.len();
            let sums = Sum(states.zip(&self.steps[from..]).enumerate().map(|(g, ((state, &w), step))| {
                let [xx, xv, vx, vv] = step.matrix;
                let rest = self.rest.get(g).copied().unwrap_or(ZERO);
                let away = each(state.x, rest, |x, rest| x - rest);
                let both =
                    |a, b| each(each(a, away, |a, x| a * x), each(b, state.v, |b, v| b * v), |x, v| x + v);
                [w, each(both(xx, xv), rest, |x, rest| x + rest), w, both(vx, vv)]
            }));
            self.vectors.run(sums)
        };
        Motion::new(x, v)
    }

    /// A touched port, if what is kept of it is of the present state.
    #[inline]
    fn touched_port(&self, port: usize) -> Option<&Touched> {
        self.touched.iter().find(|touched| touched.port == port && self.foreseen)
    }

    /// Where a port is and will be if left alone, by a pass over all modes.
    #[inline(never)]
    fn read_forecast(&self, port: usize) -> Forecast {
        if port >= self.ports {
            return Forecast::WALL;
        }
        Forecast {
            now: self.reading(port),
            free: self.reading_ahead(port) + self.whole_ahead(self.substeps.of(self.sample)),
            per_newton: self.cross_response(port, port),
        }
    }

    fn whole(&self) -> Motion {
        self.rigid.map_or(Motion::default(), |whole| whole.motion)
    }

    /// The whole body one step on, pushes at ports that are not foreseen included.
    fn whole_ahead(&self, step: Step) -> Motion {
        self.rigid.map_or(Motion::default(), |whole| {
            let acceleration = self.acceleration + (self.held_in_all + whole.force) / whole.mass;
            Forecast::of_mass(whole.mass, whole.motion, acceleration, step).free
        })
    }

    /// The force on all foreseen ports together \[N\].
    fn pushed(&self) -> f64 {
        self.touched.iter().map(|touched| touched.force).sum()
    }

    /// Pushes at a port that is not foreseen, by a pass over all modes.
    #[inline(never)]
    fn push_elsewhere(&mut self, port: usize, force: f64) {
        if port >= self.ports {
            return;
        }
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        for i in 0..self.touched.len() {
            let cross_response = self.sum_cross_response(self.substeps, self.touched[i].port, port);
            self.touched[i].free.displacement += cross_response.displacement * force;
            self.touched[i].free.velocity += cross_response.velocity * force;
        }
        self.vectors.run(Push {
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            shape: &self.shapes[port * groups..(port + 1) * groups],
            force,
        });
        if let Some(whole) = &mut self.rigid {
            whole.force += force;
        }
    }

    /// Where the touched ports come to.
    fn move_touched(&mut self) {
        if let [touched] = &mut self.touched[..] {
            touched.now = Motion::new(
                touched.free.displacement + touched.own.displacement * touched.force,
                touched.free.velocity + touched.own.velocity * touched.force,
            );
            return;
        }
        let n = self.touched.len();
        for here in 0..n {
            let mut now = self.touched[here].free;
            for there in 0..n {
                let force = self.touched[there].force;
                let cross_response = self.responses[(self.substeps.index() * n + here) * n + there];
                now.displacement += cross_response.displacement * force;
                now.velocity += cross_response.velocity * force;
            }
            self.touched[here].now = now;
        }
    }

    /// Moves the body as a whole by a step under all pushes; where it will be one step further on if left
    /// alone.
    fn move_whole(&mut self) -> Motion {
        if self.rigid.is_none() {
            return Motion::default();
        }
        let (step, pushed) = (self.substeps.of(self.sample), self.pushed());
        if let Some(whole) = &mut self.rigid {
            whole.force += pushed;
        }
        let moved = self.whole_ahead(step);
        if let Some(whole) = &mut self.rigid {
            whole.motion = moved;
            whole.force = 0.0;
        }
        self.whole_ahead(step)
    }

    /// Moves the modes under the forces of the first `W` touched ports and foresees those.
    #[inline]
    fn pass<const W: usize>(&mut self, ahead: Motion) {
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        let mut shapes: [&[Four]; W] = [&[]; W];
        let mut forces = [0.0; W];
        for ((shape, force), touched) in shapes.iter_mut().zip(&mut forces).zip(&self.touched) {
            *shape = &self.shapes[touched.port * groups..(touched.port + 1) * groups];
            *force = touched.force;
        }
        let foreseen = self.vectors.run(Advance {
            states: &mut self.states,
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            rest: &self.rest,
            shapes,
            forces,
        });
        for (touched, motion) in self.touched.iter_mut().zip(foreseen) {
            touched.free = motion + ahead;
            touched.force = 0.0;
        }
    }

    /// Looks one step ahead, if that has not been done since it rang. Whoever is about to step and wants a
    /// quick [`Body::forecast`] calls this first. Real-time: yes.
    #[inline]
    pub fn look_ahead(&mut self) {
        if !self.foreseen {
            self.foresee();
        }
    }

    #[inline(never)]
    fn foresee(&mut self) {
        self.foreseen = true;
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        self.vectors.run(Foresee {
            states: &self.states,
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            rest: &self.rest,
        });
        let ahead = self.whole_ahead(self.substeps.of(self.sample));
        for i in 0..self.touched.len() {
            let port = self.touched[i].port;
            self.touched[i].now = self.reading(port);
            self.touched[i].free = self.reading_ahead(port) + ahead;
            self.touched[i].own = self.cross_response(port, port);
        }
    }

    /// Lets the body as a whole fall with an acceleration [m/s²]; one that is held in place does not.
    pub fn set_gravity(&mut self, acceleration: f64) {
        self.acceleration = acceleration;
        self.foreseen = false;
    }

    /// The weight of the whole body under the acceleration with which it falls \[N\]; 0 if it is held in
    /// place.
    pub fn weight(&self) -> f64 {
        self.rigid.map_or(0.0, |whole| whole.mass * self.acceleration)
    }

    /// Where the body as a whole is.
    pub fn centre(&self) -> Motion {
        self.whole()
    }

    /// Where the body as a whole will be some time from now, left alone \[s\]; where it was, if that is
    /// negative.
    pub fn centre_after(&self, seconds: f64) -> Motion {
        self.whole_ahead(Step::of_seconds(seconds))
    }

    /// Puts the body as a whole elsewhere, with another velocity; one that is held in place stays.
    pub fn place(&mut self, motion: Motion) {
        if let Some(whole) = &mut self.rigid {
            whole.motion = motion;
        }
        self.foreseen = false;
    }

    /// Place \[m\] and velocity [m/s] of one mode, at full height.
    pub fn mode(&self, index: usize) -> Motion {
        self.states.get(index / 4).map_or(Motion::default(), |state| {
            Motion::new(lane(state.x, index % 4), lane(state.v, index % 4))
        })
    }

    /// Puts one mode elsewhere, with another velocity.
    pub fn place_mode(&mut self, index: usize, motion: Motion) {
        if index < self.count {
            let state = &mut self.states[index / 4];
            *lane_mut(&mut state.x, index % 4) = motion.displacement;
            *lane_mut(&mut state.v, index % 4) = motion.velocity;
            self.foreseen = false;
        }
    }

    /// Holds a force at a port from now on \[N\].
    pub fn hold(&mut self, port: usize, force: f64) {
        if let Some(held) = self.held.get_mut(port)
            && *held != force
        {
            *held = force;
            self.settle_rest();
            self.foreseen = false;
        }
    }

    /// Where the held forces bring each mode to rest: Σ w F / m ω².
    fn settle_rest(&mut self) {
        self.rest.clear();
        self.held_in_all = self.held.iter().sum();
        if self.held.iter().all(|&force| force == 0.0) {
            return;
        }
        let groups = self.states.len();
        for g in 0..groups {
            let mut rest = ZERO;
            for l in 0..4 {
                let push: f64 = self
                    .held
                    .iter()
                    .enumerate()
                    .map(|(port, force)| force * lane(self.shapes[port * groups + g], l))
                    .sum();
                let half_stiffness = lane(self.inertias[g][1], l);
                if half_stiffness > 0.0 {
                    *lane_mut(&mut rest, l) = push / (2.0 * half_stiffness);
                }
            }
            self.rest.push(rest);
        }
    }
}

/// Lane by lane; the compiler finds the vectors.
#[inline(always)]
fn each(a: Four, b: Four, f: impl Fn(f64, f64) -> f64) -> Four {
    Four(f(a.0, b.0), f(a.1, b.1), f(a.2, b.2), f(a.3, b.3))
}

impl Body for Modal {
    fn ports(&self) -> usize {
        self.ports
    }

    fn set_substeps(&mut self, substeps: Substeps) {
        if substeps != self.substeps {
            self.substeps = substeps;
            self.foreseen = false;
        }
    }

    #[inline]
    fn forecast(&self, port: usize) -> Forecast {
        let mut forecast = match self.touched_port(port) {
            Some(touched) => Forecast { now: touched.now, free: touched.free, per_newton: touched.own },
            None => self.read_forecast(port),
        };
        for touched in &self.touched {
            if touched.force != 0.0 {
                let cross_response = self.cross_response(port, touched.port);
                forecast.free.displacement += cross_response.displacement * touched.force;
                forecast.free.velocity += cross_response.velocity * touched.force;
            }
        }
        forecast
    }

    fn cross_response(&self, here: usize, there: usize) -> Motion {
        self.cross_response_over(self.substeps, here, there)
    }

    #[inline]
    fn push(&mut self, port: usize, force: f64) {
        self.look_ahead();
        match self.touched.iter_mut().find(|touched| touched.port == port) {
            Some(touched) => touched.force += force,
            None => self.push_elsewhere(port, force),
        }
    }

    fn advance(&mut self) {
        self.look_ahead();
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        let n = self.touched.len();
        self.move_touched();
        let ahead = self.move_whole();
        // Ports beyond those of one pass push beforehand and are read afterwards.
        let at_once = n.min(AT_ONCE);
        for touched in &self.touched[at_once..] {
            if touched.force != 0.0 {
                self.vectors.run(Push {
                    aheads: &mut self.aheads,
                    steps: &self.steps[from..from + groups],
                    shape: &self.shapes[touched.port * groups..(touched.port + 1) * groups],
                    force: touched.force,
                });
            }
        }
        match at_once {
            0 => self.pass::<0>(ahead),
            1 => self.pass::<1>(ahead),
            2 => self.pass::<2>(ahead),
            3 => self.pass::<3>(ahead),
            _ => self.pass::<AT_ONCE>(ahead),
        }
        for i in at_once..n {
            self.touched[i].free = self.reading_ahead(self.touched[i].port) + ahead;
            self.touched[i].force = 0.0;
        }
    }

    fn motion(&self, port: usize) -> Motion {
        self.touched_port(port).map_or_else(|| self.reading(port), |touched| touched.now)
    }

    fn energy(&self) -> f64 {
        let parts = self.states.iter().zip(&self.inertias);
        let (moving, stored) = self.vectors.run(Sum(parts.map(|(state, &[mass, stiffness])| {
            let (x, v) = (state.x, state.v);
            [mass, each(v, v, |v, w| v * w), stiffness, each(x, x, |x, y| x * y)]
        })));
        moving + stored + self.whole_energy()
    }

    fn come_to_rest(&mut self) {
        self.states.iter_mut().for_each(State::stop);
        if let Some(whole) = &mut self.rigid {
            whole.motion = Motion::default();
            whole.force = 0.0;
        }
        for touched in &mut self.touched {
            touched.force = 0.0;
        }
        self.foreseen = false;
    }

    fn save_state(&mut self) {
        for state in &mut self.states {
            state.kept = [state.x, state.v];
        }
        // What is not foreseen need not be kept: most bodies ring most of the time, and memory is slow.
        if self.foreseen {
            for ahead in &mut self.aheads {
                ahead.kept = [ahead.x, ahead.v];
            }
            self.kept.touched.copy_from_slice(&self.touched);
        }
        self.kept.rigid = self.rigid;
        self.kept.substeps = self.substeps;
        self.kept.foreseen = self.foreseen;
    }

    fn restore_state(&mut self) {
        for state in &mut self.states {
            [state.x, state.v] = state.kept;
        }
        if self.kept.foreseen {
            for ahead in &mut self.aheads {
                [ahead.x, ahead.v] = ahead.kept;
            }
            self.touched.copy_from_slice(&self.kept.touched);
        } else {
            for touched in &mut self.touched {
                touched.force = 0.0;
            }
        }
        self.rigid = self.kept.rigid;
        self.substeps = self.kept.substeps;
        self.foreseen = self.kept.foreseen;
    }
}
