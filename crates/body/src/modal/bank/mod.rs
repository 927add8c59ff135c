//! State and coefficients of a modal body, four modes per vector.
//!
//! The body moves in two ways, both exact:
//!
//! * *step by step* while it is in contact or driven: [`Body`], see `step.rs`;
//! * *ringing freely* for up to a block of [`BLOCK`](super::BLOCK) samples: [`Modal::predict_audible`]
//!   computes the output of a port, [`Modal::coast`] moves the state; see `free.rs`, and `ring.rs` for the
//!   arithmetic.
//!
//! *Contact ports* are forecast in the same pass that moves the body, so their forecast is ready at once.
//! Other ports are read and pushed by a pass of their own.

mod free;
mod tuning;

use super::lanes::{Four, Vectors, ZERO, lane, lane_mut};
use super::ring::RingGroup;
use super::step::{Advance, Ahead, ComputeAhead, PORTS_PER_PASS, Push, State, StepGroup, Sum};
use super::{ModalError, ModalSpec};
use crate::{Body, PreallocatedVec, Substeps};
use foley_contact::{Forecast, Motion, Step};

/// Share of the sample rate above which the body simulates a mode but leaves it out of outputs, where it
/// would alias.
const AUDIBLE: f64 = 0.5;

/// An elastic body in motion. The fields used while ringing come first, to be adjacent in memory.
#[derive(Clone, Debug)]
pub struct Modal {
    vectors: Vectors,
    substeps: Substeps,
    /// Whether `aheads` and the forecasts of the contact ports belong to the present state. Ringing
    /// invalidates both.
    forecast_valid: bool,
    sample: Step,
    ports: usize,
    states: Vec<State>,
    rings: Vec<RingGroup>,
    /// Heights of the mode shapes, port by port \[1\]; 0 for modes above half the sample rate.
    audible: Vec<Four>,
    /// Equilibrium of the modes under held forces \[m\]; empty without held forces.
    rest: PreallocatedVec<Four>,
    rigid: Option<RigidState>,
    acceleration: f64,
    /// Sum of the forces held at all ports \[N\].
    total_held_force: f64,
    saved: SavedState,
    /// Number of active modes, at most `max_modes`. Their lanes follow those of the listeners.
    count: usize,
    /// Number of listeners ([`ModalSpec::listeners`]), which have the first lanes.
    listeners: usize,
    /// Number of modes that the body was built with.
    max_modes: usize,
    aheads: Vec<Ahead>,
    /// Step coefficients of all mode groups: all groups for 1 substep, then all for 2, up to 64.
    steps: Vec<StepGroup>,
    /// Half the mass and half the stiffness of each mode, for the energies.
    inertias: Vec<[Four; 2]>,
    /// Share of the loss of each mode that leaves as sound \[1\], first with the listeners set to 0, then with
    /// the modes set to 0.
    radiated: Vec<[Four; 2]>,
    /// Whether any mode or listener radiates.
    radiates: bool,
    /// Heights of the mode shapes, port by port \[1\].
    shapes: Vec<Four>,
    /// Largest squared displacement that one joule in the modes can cause at each port [m²/J].
    compliances: Vec<f64>,
    /// Force held at each port \[N\].
    held: Vec<f64>,
    contact_ports: Vec<ContactPort>,
    /// Cross responses between contact ports: one square matrix for each number of substeps, in ascending
    /// order.
    responses: Vec<Motion>,
}

/// A spec that is checked to suit a body, and the number of its modes to activate.
#[derive(Clone, Copy, Debug)]
pub struct CheckedModes<'a>(&'a ModalSpec, usize);

/// Saved state of a body except that of the modes, which is stored beside their present state.
#[derive(Clone, Debug)]
struct SavedState {
    substeps: Substeps,
    forecast_valid: bool,
    rigid: Option<RigidState>,
    contact_ports: Vec<ContactPort>,
}

/// Present state of the rigid-body motion.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RigidState {
    mass: f64,
    motion: Motion,
    /// Sum of the forces pushed at ports that are not contact ports \[N\].
    force: f64,
}

/// A port at which contact forces act, with the forecast of its motion.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ContactPort {
    port: usize,
    now: Motion,
    free: Motion,
    /// Response of the port to one newton at the port itself over the present substep.
    own: Motion,
    force: f64,
}

impl ModalSpec {
    /// Builds the body for the sample period `step`, at rest. Every port is a contact port.
    ///
    /// # Errors
    /// If a number is invalid ([`ModalSpec::check`]).
    pub fn at(&self, step: Step) -> Result<Modal, ModalError> {
        let all: Vec<usize> = (0..self.ports).collect();
        self.with_contact_ports(step, &all)
    }

    /// Builds the body with only the listed ports as contact ports. A port that is not listed costs no time
    /// until a caller uses it.
    ///
    /// # Errors
    /// If a number is invalid ([`ModalSpec::check`]).
    pub fn with_contact_ports(&self, step: Step, ports: &[usize]) -> Result<Modal, ModalError> {
        self.check()?;
        let groups = (self.listeners.len() + self.modes.len()).div_ceil(4);
        let mut modal = Modal {
            vectors: Vectors::widest(),
            sample: step,
            substeps: Substeps::ONE,
            listeners: self.listeners.len(),
            count: self.modes.len(),
            max_modes: self.modes.len(),
            states: vec![State::STILL; groups],
            aheads: vec![Ahead::STILL; groups],
            steps: vec![StepGroup::STILL; groups * Substeps::COUNT],
            rings: vec![RingGroup::STILL; groups],
            inertias: vec![[ZERO; 2]; groups],
            radiated: vec![[ZERO; 2]; groups],
            radiates: false,
            shapes: vec![ZERO; groups * self.ports],
            compliances: vec![0.0; self.ports],
            audible: vec![ZERO; groups * self.ports],
            rest: PreallocatedVec::with_capacity(groups),
            held: vec![0.0; self.ports],
            total_held_force: 0.0,
            rigid: self.rigid.map(|rigid| RigidState {
                mass: rigid.mass,
                motion: Motion::default(),
                force: 0.0,
            }),
            acceleration: 0.0,
            ports: self.ports,
            contact_ports: Vec::with_capacity(ports.len()),
            responses: Vec::new(),
            saved: SavedState {
                contact_ports: Vec::new(),
                rigid: None,
                substeps: Substeps::ONE,
                forecast_valid: false,
            },
            forecast_valid: false,
        };
        for &port in ports {
            if port < self.ports && modal.contact_ports.iter().all(|contact_port| contact_port.port != port) {
                modal.contact_ports.push(ContactPort {
                    port,
                    now: Motion::default(),
                    free: Motion::default(),
                    own: Motion::default(),
                    force: 0.0,
                });
            }
        }
        modal.saved.contact_ports = modal.contact_ports.clone();
        modal.responses =
            vec![Motion::default(); Substeps::COUNT * modal.contact_ports.len() * modal.contact_ports.len()];
        modal.tune(self);
        Ok(modal)
    }
}

impl Modal {
    /// Returns the number of active modes.
    pub fn modes(&self) -> usize {
        self.count
    }

    /// Returns the body computed without SIMD instructions: the reference for the vector code, whose results
    /// equal those of the scalar code bit for bit.
    #[must_use]
    pub fn without_simd(mut self) -> Self {
        self.vectors = Vectors::Plain;
        self
    }

    /// Moves the data used while ringing to new, adjacent memory and returns the old memory. When compacting
    /// many bodies, drop the old memory after the last body, so that its gaps are not reused. Thousands of
    /// bodies ring faster when the data of each body is together, apart from tables used only in contact.
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

    /// Returns the motion at port `here` per newton held at port `there` over one substep, for a sample
    /// divided into `substeps` [m/N], [m/s/N].
    pub fn cross_response_over(&self, substeps: Substeps, here: usize, there: usize) -> Motion {
        let place =
            |port: usize| self.contact_ports.iter().position(|contact_port| contact_port.port == port);
        match (place(here), place(there)) {
            (Some(one), Some(two)) => {
                let n = self.contact_ports.len();
                self.responses[(substeps.index() * n + one) * n + two]
            }
            _ => self.sum_cross_response(substeps, here, there),
        }
    }

    /// Sums the motion at port `here` per newton held at port `there` over all modes and the rigid-body
    /// motion.
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
        if let Some(rigid) = &self.rigid {
            let t = substeps.of(self.sample).seconds();
            cross_response.displacement += 0.5 * t * t / rigid.mass;
            cross_response.velocity += t / rigid.mass;
        }
        cross_response
    }

    /// Returns the present motion of a port, summed over all modes.
    fn reading(&self, port: usize) -> Motion {
        let states = self.states.iter().zip(self.shape(port));
        let (x, v) = self.vectors.run(Sum(states.map(|(state, &w)| [w, state.x, w, state.v])));
        let rigid_motion = if port < self.ports { self.rigid_motion() } else { Motion::default() };
        Motion::new(x, v) + rigid_motion
    }

    /// Returns the motion of a port one step ahead without further pushes and without rigid-body motion.
    fn reading_ahead(&self, port: usize) -> Motion {
        let states = self.states.iter().zip(self.shape(port));
        let (x, v) = if self.forecast_valid {
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

    /// Returns the contact port with index `port`; `None` if it is no contact port, or its forecast is out of
    /// date.
    #[inline]
    fn current_contact_port(&self, port: usize) -> Option<&ContactPort> {
        self.contact_ports.iter().find(|contact_port| contact_port.port == port && self.forecast_valid)
    }

    /// Forecasts the motion of a port by a sum over all modes.
    #[inline(never)]
    fn read_forecast(&self, port: usize) -> Forecast {
        if port >= self.ports {
            return Forecast::WALL;
        }
        Forecast {
            now: self.reading(port),
            free: self.reading_ahead(port) + self.rigid_ahead(self.substeps.of(self.sample)),
            per_newton: self.cross_response(port, port),
        }
    }

    fn rigid_motion(&self) -> Motion {
        self.rigid.map_or(Motion::default(), |rigid| rigid.motion)
    }

    /// Returns the rigid-body motion one step ahead, including pushes at ports that are not contact ports.
    fn rigid_ahead(&self, step: Step) -> Motion {
        self.rigid.map_or(Motion::default(), |rigid| {
            let acceleration = self.acceleration + (self.total_held_force + rigid.force) / rigid.mass;
            Forecast::of_mass(rigid.mass, rigid.motion, acceleration, step).free
        })
    }

    /// Returns the sum of the forces pushed at contact ports \[N\].
    fn pushed(&self) -> f64 {
        self.contact_ports.iter().map(|contact_port| contact_port.force).sum()
    }

    /// Adds a force at a port that is not a contact port to the state of all modes.
    #[inline(never)]
    fn push_elsewhere(&mut self, port: usize, force: f64) {
        if port >= self.ports {
            return;
        }
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        for i in 0..self.contact_ports.len() {
            let cross_response = self.sum_cross_response(self.substeps, self.contact_ports[i].port, port);
            self.contact_ports[i].free.displacement += cross_response.displacement * force;
            self.contact_ports[i].free.velocity += cross_response.velocity * force;
        }
        self.vectors.run(Push {
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            shape: &self.shapes[port * groups..(port + 1) * groups],
            force,
        });
        if let Some(rigid) = &mut self.rigid {
            rigid.force += force;
        }
    }

    /// Sets the motion of each contact port to its forecast motion at the end of the step, under the pushed
    /// forces.
    fn move_contact_ports(&mut self) {
        if let [contact_port] = &mut self.contact_ports[..] {
            contact_port.now = Motion::new(
                contact_port.free.displacement + contact_port.own.displacement * contact_port.force,
                contact_port.free.velocity + contact_port.own.velocity * contact_port.force,
            );
            return;
        }
        let n = self.contact_ports.len();
        for here in 0..n {
            let mut now = self.contact_ports[here].free;
            for there in 0..n {
                let force = self.contact_ports[there].force;
                let cross_response = self.responses[(self.substeps.index() * n + here) * n + there];
                now.displacement += cross_response.displacement * force;
                now.velocity += cross_response.velocity * force;
            }
            self.contact_ports[here].now = now;
        }
    }

    /// Advances the rigid-body motion by a step under all pushes. Returns the rigid-body motion one further
    /// step ahead, without pushes.
    fn move_rigid(&mut self) -> Motion {
        if self.rigid.is_none() {
            return Motion::default();
        }
        let (step, pushed) = (self.substeps.of(self.sample), self.pushed());
        if let Some(rigid) = &mut self.rigid {
            rigid.force += pushed;
        }
        let moved = self.rigid_ahead(step);
        if let Some(rigid) = &mut self.rigid {
            rigid.motion = moved;
            rigid.force = 0.0;
        }
        self.rigid_ahead(step)
    }

    /// Moves the modes under the forces of the first `W` contact ports, and forecasts these ports.
    #[inline]
    fn pass<const W: usize>(&mut self, ahead: Motion) {
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        let mut shapes: [&[Four]; W] = [&[]; W];
        let mut forces = [0.0; W];
        for ((shape, force), contact_port) in shapes.iter_mut().zip(&mut forces).zip(&self.contact_ports) {
            *shape = &self.shapes[contact_port.port * groups..(contact_port.port + 1) * groups];
            *force = contact_port.force;
        }
        let forecast_valid = self.vectors.run(Advance {
            states: &mut self.states,
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            rest: &self.rest,
            shapes,
            forces,
        });
        for (contact_port, motion) in self.contact_ports.iter_mut().zip(forecast_valid) {
            contact_port.free = motion + ahead;
            contact_port.force = 0.0;
        }
    }

    /// Computes the forecast of the contact ports if the stored forecast is out of date. Call this method
    /// before stepping to make [`Body::forecast`] fast. Real-time: yes.
    #[inline]
    pub fn prepare_forecast(&mut self) {
        if !self.forecast_valid {
            self.compute_forecast();
        }
    }

    #[inline(never)]
    fn compute_forecast(&mut self) {
        self.forecast_valid = true;
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        self.vectors.run(ComputeAhead {
            states: &self.states,
            aheads: &mut self.aheads,
            steps: &self.steps[from..from + groups],
            rest: &self.rest,
        });
        let ahead = self.rigid_ahead(self.substeps.of(self.sample));
        for i in 0..self.contact_ports.len() {
            let port = self.contact_ports[i].port;
            self.contact_ports[i].now = self.reading(port);
            self.contact_ports[i].free = self.reading_ahead(port) + ahead;
            self.contact_ports[i].own = self.cross_response(port, port);
        }
    }

    /// Sets the acceleration of gravity [m/s²]. A body that is held in place ignores gravity.
    pub fn set_gravity(&mut self, acceleration: f64) {
        self.acceleration = acceleration;
        self.forecast_valid = false;
    }

    /// Returns the weight of the body under the present gravity \[N\]; 0 if the body is held in place.
    pub fn weight(&self) -> f64 {
        self.rigid.map_or(0.0, |rigid| rigid.mass * self.acceleration)
    }

    /// Returns the rigid-body motion: displacement and velocity of the centre of the body.
    pub fn centre(&self) -> Motion {
        self.rigid_motion()
    }

    /// Returns the rigid-body motion after `seconds` without pushes; a negative time gives the past motion.
    pub fn centre_after(&self, seconds: f64) -> Motion {
        self.rigid_ahead(Step::of_seconds(seconds))
    }

    /// Sets the rigid-body motion. A body that is held in place ignores the call.
    pub fn place(&mut self, motion: Motion) {
        if let Some(rigid) = &mut self.rigid {
            rigid.motion = motion;
        }
        self.forecast_valid = false;
    }

    /// Returns displacement \[m\] and velocity [m/s] of one mode where its height is 1.
    pub fn mode(&self, index: usize) -> Motion {
        let index = self.listeners + index;
        self.states.get(index / 4).map_or(Motion::default(), |state| {
            Motion::new(lane(state.x, index % 4), lane(state.v, index % 4))
        })
    }

    /// Sets displacement and velocity of one mode where its height is 1.
    pub fn place_mode(&mut self, index: usize, motion: Motion) {
        if index < self.count {
            let index = self.listeners + index;
            let state = &mut self.states[index / 4];
            *lane_mut(&mut state.x, index % 4) = motion.displacement;
            *lane_mut(&mut state.v, index % 4) = motion.velocity;
            self.forecast_valid = false;
        }
    }

    /// Sets the constant force held at a port, which acts in addition to pushes \[N\].
    pub fn hold(&mut self, port: usize, force: f64) {
        if let Some(held) = self.held.get_mut(port)
            && *held != force
        {
            *held = force;
            self.settle_rest();
            self.forecast_valid = false;
        }
    }

    /// Computes the equilibrium displacement of each mode under the held forces: the sum of force times
    /// height over all ports, divided by the stiffness of the mode.
    fn settle_rest(&mut self) {
        self.rest.clear();
        self.total_held_force = self.held.iter().sum();
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

/// Applies `f` to each lane of two vectors and returns the results; the compiler vectorises the calls.
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
            self.forecast_valid = false;
        }
    }

    #[inline]
    fn forecast(&self, port: usize) -> Forecast {
        let mut forecast = match self.current_contact_port(port) {
            Some(contact_port) => {
                Forecast { now: contact_port.now, free: contact_port.free, per_newton: contact_port.own }
            }
            None => self.read_forecast(port),
        };
        for contact_port in &self.contact_ports {
            if contact_port.force != 0.0 {
                let cross_response = self.cross_response(port, contact_port.port);
                forecast.free.displacement += cross_response.displacement * contact_port.force;
                forecast.free.velocity += cross_response.velocity * contact_port.force;
            }
        }
        forecast
    }

    fn cross_response(&self, here: usize, there: usize) -> Motion {
        self.cross_response_over(self.substeps, here, there)
    }

    #[inline]
    fn push(&mut self, port: usize, force: f64) {
        self.prepare_forecast();
        match self.contact_ports.iter_mut().find(|contact_port| contact_port.port == port) {
            Some(contact_port) => contact_port.force += force,
            None => self.push_elsewhere(port, force),
        }
    }

    fn advance(&mut self) {
        self.prepare_forecast();
        let groups = self.states.len();
        let from = self.substeps.index() * groups;
        let n = self.contact_ports.len();
        self.move_contact_ports();
        let ahead = self.move_rigid();
        // Contact ports beyond the first `PORTS_PER_PASS` are pushed before the pass and read after the pass.
        let in_pass = n.min(PORTS_PER_PASS);
        for contact_port in &self.contact_ports[in_pass..] {
            if contact_port.force != 0.0 {
                self.vectors.run(Push {
                    aheads: &mut self.aheads,
                    steps: &self.steps[from..from + groups],
                    shape: &self.shapes[contact_port.port * groups..(contact_port.port + 1) * groups],
                    force: contact_port.force,
                });
            }
        }
        match in_pass {
            0 => self.pass::<0>(ahead),
            1 => self.pass::<1>(ahead),
            2 => self.pass::<2>(ahead),
            3 => self.pass::<3>(ahead),
            _ => self.pass::<PORTS_PER_PASS>(ahead),
        }
        for i in in_pass..n {
            self.contact_ports[i].free = self.reading_ahead(self.contact_ports[i].port) + ahead;
            self.contact_ports[i].force = 0.0;
        }
    }

    fn motion(&self, port: usize) -> Motion {
        self.current_contact_port(port).map_or_else(|| self.reading(port), |contact_port| contact_port.now)
    }

    fn energy(&self) -> f64 {
        let parts = self.states.iter().zip(&self.inertias);
        let (moving, stored) = self.vectors.run(Sum(parts.map(|(state, &[mass, stiffness])| {
            let (x, v) = (state.x, state.v);
            [mass, each(v, v, |v, w| v * w), stiffness, each(x, x, |x, y| x * y)]
        })));
        moving + stored + self.rigid_energy()
    }

    fn come_to_rest(&mut self) {
        self.states.iter_mut().for_each(State::stop);
        if let Some(rigid) = &mut self.rigid {
            rigid.motion = Motion::default();
            rigid.force = 0.0;
        }
        for contact_port in &mut self.contact_ports {
            contact_port.force = 0.0;
        }
        self.forecast_valid = false;
    }

    fn save_state(&mut self) {
        for state in &mut self.states {
            state.saved = [state.x, state.v];
        }
        // An out-of-date forecast is not saved: most bodies ring most of the time, and memory is slow.
        if self.forecast_valid {
            for ahead in &mut self.aheads {
                ahead.saved = [ahead.x, ahead.v];
            }
            self.saved.contact_ports.copy_from_slice(&self.contact_ports);
        }
        self.saved.rigid = self.rigid;
        self.saved.substeps = self.substeps;
        self.saved.forecast_valid = self.forecast_valid;
    }

    fn restore_state(&mut self) {
        for state in &mut self.states {
            [state.x, state.v] = state.saved;
        }
        if self.saved.forecast_valid {
            for ahead in &mut self.aheads {
                [ahead.x, ahead.v] = ahead.saved;
            }
            self.contact_ports.copy_from_slice(&self.saved.contact_ports);
        } else {
            for contact_port in &mut self.contact_ports {
                contact_port.force = 0.0;
            }
        }
        self.rigid = self.saved.rigid;
        self.substeps = self.saved.substeps;
        self.forecast_valid = self.saved.forecast_valid;
    }
}
