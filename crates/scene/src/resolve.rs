//! Several contacts at once: their forces, so that each is right given all the others.
//!
//! Contacts that act on the same bodies feel each other. Over one step the gap of contact i goes to
//!
//! $$ x_i = x_{i,free} - \sum_j A_{ij} f_j, $$
//!
//! and each contact by itself knows the force f_i = R_i(x_{i,free} − Σ_{j≠i} A_{ij} f_j) that it makes
//! against a given free motion ([`foley_contact::Contact::decide`]). The forces that are right for all are a
//! root of f − R(f), found by Newton's method: with the slope ρ_i = R_i' that each contact tells,
//!
//! $$ \delta_i + \rho_i \sum_{j \ne i} A_{ij}\,\delta_j = R_i(f) - f_i, $$
//!
//! a small dense system J δ = r. No contact that strikes is ever given a force that pulls: one that would is
//! let go, and the others' forces are found without it. One contact needs no iteration at all. The slopes
//! suppose that the others move a gap as its own force does, and know nothing of a stiffness that a touch
//! chooses by its speed when it begins; where the steps converge slowly for that, the system is mended by
//! what the last step has shown (Broyden's method):
//!
//! $$ J \leftarrow J + \frac{(r - r' - J\delta)\,\delta^T}{\delta^T\delta} $$
//!
//! A step of Newton that makes things worse is halved, and halved again; if that does not help, contacts are
//! swept from where it was better, up and down (each contact in turn, given the present others), which goes
//! the right way since A is positive and the contacts are monotone; more than [`MAX_DENSE_CONTACTS`] contacts are
//! only swept. A contact that the forces of the others would close is taken in as well. The search stops when
//! no force changes by more than 1e-13 of the largest, when rounding keeps it from getting better, or after
//! [`MAX_ITERATIONS`] ([`OVERDUE_ITERATIONS`] for whoever must be done in time) with the best it had;
//! [`crate::Scene::worst_residual`] tells what was left.
//!
//! | symbol | unit      | meaning                                                                     |
//! |--------|-----------|-----------------------------------------------------------------------------|
//! | A_ij   | m/N       | how far a newton in contact j opens the gap of contact i; symmetric, and 0 unless they share a body |
//! | ρ_i    | N/m       | how the force of contact i answers its own free motion, as a newton moves it |
//! | r, r'  | N         | R(f) − f before and after a step                                            |
//!
//! **What is left over makes no energy.** Each contact settles with the motion that really happened, and
//! keeps no more than the bodies gave it ([`foley_contact::Contact::settle`]). Where a search that was cut
//! off would have a contact hand out more than it holds, that contact lets go for this step.

use crate::any_contact::AnyDecision;
use crate::joint::Joint;
use foley_body::{PreallocatedVec, Substeps};
use foley_contact::{Forecast, Motion, Step};

/// Most rounds of the search for the forces of several contacts.
pub const MAX_ITERATIONS: u32 = 24;

/// As many for whoever must be done in time ([`crate::hurry`]).
pub(crate) const OVERDUE_ITERATIONS: u32 = 1;

/// Most contacts whose forces are found by the dense method.
const MAX_DENSE_CONTACTS: usize = 24;

/// Most times that contacts closed by others are taken in, in one step; once only for whoever must be done in
/// time.
const MAX_WIDENINGS: u32 = 3;

/// No force changes by more than this share of the largest.
const TOLERANCE: f64 = 1e-13;

/// Below this share of the largest force, a round that does not do much better than the last has met
/// rounding.
const NEAR: f64 = 1e-8;

/// A step of Newton that leaves more than this share had a wrong system.
const SLOW: f64 = 0.02;

/// So often a step of Newton that makes things worse is halved.
const MAX_HALVINGS: u32 = 2;

/// Above this, what the search left may matter for the energy, and is looked at.
const SUSPECT: f64 = 1e-9;

/// What one contact does to the gap of another.
#[derive(Clone, Copy, Debug)]
struct Link {
    there: usize,
    /// Cut by cut, per newton [m/N], [m/s/N].
    responses: [Motion; Substeps::COUNT],
}

/// What the solver of an island keeps.
#[derive(Clone, Debug)]
pub(crate) struct Resolver {
    /// Contact by contact, those on the same bodies, itself among them.
    links: Vec<Vec<Link>>,
    /// Contacts that act in this step.
    active: PreallocatedVec<usize>,
    acts: Vec<bool>,
    gaps: Vec<Forecast>,
    forces: Vec<f64>,
    decisions: Vec<Option<AnyDecision>>,
    /// Contacts that let go in this step.
    released: Vec<bool>,
    residuals: Vec<f64>,
    slopes: Vec<f64>,
    /// The last step of Newton: by how much each force changed, and the residuals before it.
    changes: Vec<f64>,
    residuals_before: Vec<f64>,
    /// J, among those that act, and room in which the system is solved.
    jacobian: Vec<f64>,
    matrix: Vec<f64>,
    /// The largest change of a force in the last round, as a share of the largest force.
    pub(crate) residual: f64,
    /// Most rounds of a search.
    pub(crate) max_iterations: u32,
    /// Most rounds that a search took.
    pub(crate) iterations_used: u32,
}

impl Resolver {
    pub(crate) fn new(joints: &[Joint], moves: impl Fn(usize) -> bool) -> Self {
        let contacts = joints.len();
        let dense = contacts.min(MAX_DENSE_CONTACTS);
        let link = |there| Link { there, responses: [Motion::default(); Substeps::COUNT] };
        // Who touches which body, so that not every contact is compared with every other.
        let bodies = joints.iter().flat_map(|joint| [joint.one.0, joint.two.0]);
        let mut on: Vec<Vec<usize>> = vec![Vec::new(); bodies.max().map_or(0, |most| most + 1)];
        for (index, joint) in joints.iter().enumerate() {
            on[joint.one.0].push(index);
            if joint.two.0 != joint.one.0 {
                on[joint.two.0].push(index);
            }
        }
        let links = joints.iter().enumerate().map(|(index, joint)| {
            let mut near: Vec<usize> = [joint.one.0, joint.two.0]
                .into_iter()
                .filter(|&body| moves(body))
                .flat_map(|body| on[body].iter().copied())
                .collect();
            near.push(index);
            near.sort_unstable();
            near.dedup();
            near.into_iter().map(link).collect()
        });
        Self {
            links: links.collect(),
            active: PreallocatedVec::with_capacity(contacts),
            acts: vec![false; contacts],
            gaps: vec![Forecast::WALL; contacts],
            forces: vec![0.0; contacts],
            decisions: vec![None; contacts],
            released: vec![false; contacts],
            residuals: vec![0.0; contacts],
            slopes: vec![0.0; contacts],
            changes: vec![0.0; contacts],
            residuals_before: vec![0.0; contacts],
            jacobian: vec![0.0; dense * dense],
            matrix: vec![0.0; dense * (dense + 1)],
            residual: 0.0,
            max_iterations: MAX_ITERATIONS,
            iterations_used: 0,
        }
    }

    /// Fills in what the contacts do to those they are linked with, over a step of every cut; only from and
    /// to those that `concerns` says.
    pub(crate) fn set_responses(
        &mut self,
        concerns: impl Fn(usize) -> bool,
        cross_response: impl Fn(Substeps, usize, usize) -> Motion,
    ) {
        for (here, links) in self.links.iter_mut().enumerate() {
            if !concerns(here) {
                continue;
            }
            for link in links.iter_mut().filter(|link| concerns(link.there)) {
                for substeps in Substeps::all() {
                    link.responses[substeps.index()] = cross_response(substeps, here, link.there);
                }
            }
        }
    }

    /// A step begins: no contact is known.
    pub(crate) fn clear(&mut self) {
        self.active.clear();
        self.residual = 0.0;
    }

    /// The gap of a contact over the coming step, and whether a force may come of it.
    #[inline]
    pub(crate) fn begin(&mut self, here: usize, gap: Forecast, joint: &Joint) {
        self.gaps[here] = gap;
        self.forces[here] = 0.0;
        self.decisions[here] = None;
        self.released[here] = false;
        self.acts[here] = false;
        if joint.contact.would_act(&gap) {
            self.activate(here, joint);
        }
    }

    fn activate(&mut self, here: usize, joint: &Joint) {
        self.acts[here] = true;
        self.forces[here] = joint.contact.force();
        self.active.push(here);
    }

    /// Only this contact acts in this step.
    pub(crate) fn alone(&self, here: usize) -> bool {
        matches!(**self.active, [only] if only == here)
    }

    /// The gap of a contact over the step.
    pub(crate) fn gap(&self, here: usize) -> &Forecast {
        &self.gaps[here]
    }

    /// What was decided for a contact, if it acts.
    pub(crate) fn decision(&self, here: usize) -> Option<&AnyDecision> {
        self.decisions[here].as_ref()
    }

    /// The contact lets go for this step, lest it hand out what it does not have.
    pub(crate) fn is_released(&self, here: usize) -> bool {
        self.released[here]
    }

    /// How far the gap of a contact goes under all forces \[m\].
    pub(crate) fn moved(&self, substeps: Substeps, here: usize) -> f64 {
        let gap = &self.gaps[here];
        let mut moved = gap.free.displacement - gap.now.displacement;
        for link in &self.links[here] {
            moved -= link.responses[substeps.index()].displacement * self.forces[link.there];
        }
        moved
    }

    /// Finds the forces of all contacts that act, those included that only the forces of others close.
    pub(crate) fn resolve(&mut self, joints: &[Joint], substeps: Substeps, step: Step) {
        let hasty = self.max_iterations < MAX_ITERATIONS;
        for _ in 0..=if hasty { 1 } else { MAX_WIDENINGS } {
            if self.active.is_empty() {
                return;
            }
            self.search(joints, substeps, step);
            for &here in &*self.active {
                if let Some(decision) = &self.decisions[here] {
                    self.forces[here] = decision.force();
                }
            }
            if !self.widen(joints, substeps) {
                break;
            }
        }
        if self.residual > SUSPECT {
            self.release_overdrawn(joints, substeps);
        }
    }

    /// Takes in the contacts that the present forces close; whether there are any.
    fn widen(&mut self, joints: &[Joint], substeps: Substeps) -> bool {
        let known = self.active.len();
        if known == joints.len() {
            return false;
        }
        for (here, joint) in joints.iter().enumerate() {
            if !self.acts[here] {
                let mut gap = self.gaps[here];
                gap.free.displacement = gap.now.displacement + self.moved(substeps, here);
                if joint.contact.would_act(&gap) {
                    self.activate(here, joint);
                }
            }
        }
        self.active.len() > known
    }

    /// A contact that would hand out more than it holds lets go, which changes what the others do; so each is
    /// looked at anew.
    fn release_overdrawn(&mut self, joints: &[Joint], substeps: Substeps) {
        for _ in 0..self.active.len() {
            let debt = |&here: &usize| {
                let given = self.forces[here] * self.moved(substeps, here);
                let held = joints[here].contact.stored();
                !self.released[here] && held + given < -1e-14 * (held + given.abs())
            };
            let Some(here) = self.active.iter().copied().find(debt) else {
                return;
            };
            self.released[here] = true;
            self.forces[here] = 0.0;
        }
    }

    /// Newton's method and sweeps over the active contacts.
    fn search(&mut self, joints: &[Joint], substeps: Substeps, step: Step) {
        if let [only] = **self.active {
            let decision = joints[only].contact.decide(&self.gaps[only], step);
            self.forces[only] = decision.force();
            self.decisions[only] = Some(decision);
            return;
        }
        let (mut before, mut sweeping, mut mending) = (f64::INFINITY, true, false);
        let (mut halvings, mut worse) = (0, false);
        for round in 0..self.max_iterations {
            self.iterations_used = self.iterations_used.max(round + 1);
            let largest = if sweeping {
                self.sweep(joints, substeps, step, round % 2 == 1)
            } else {
                self.ask_all(joints, substeps, step)
            };
            let scale = self.note(largest);
            worse = false;
            let stuck = largest <= NEAR * scale && largest > 0.3 * before;
            if largest <= TOLERANCE * scale || stuck {
                return;
            }
            if round + 1 == self.max_iterations && largest < before {
                // Where another step would lead, nobody is asked any more.
                return;
            }
            if self.active.len() > MAX_DENSE_CONTACTS {
                before = largest;
            } else if sweeping {
                (sweeping, mending) = (false, false);
                before = f64::INFINITY;
            } else if largest < before {
                mending |= largest > SLOW * before;
                if mending && before.is_finite() {
                    self.mend_system();
                } else {
                    self.set_up_system(substeps);
                }
                sweeping = !self.newton(joints);
                (before, halvings) = (largest, 0);
            } else if halvings < MAX_HALVINGS {
                self.take_back(0.5);
                halvings += 1;
                worse = true;
            } else {
                self.take_back(1.0);
                sweeping = true;
                worse = true;
            }
        }
        if worse {
            // Patience ended at a step that had made it worse: the one before it counts.
            self.take_back(1.0);
            let largest = self.ask_all(joints, substeps, step);
            self.note(largest);
        }
    }

    /// So much would a force change \[N\]; the largest force \[N\].
    fn note(&mut self, largest: f64) -> f64 {
        let forces = self.active.iter().map(|&i| self.forces[i].abs());
        let scale = forces.fold(0.0, f64::max);
        self.residual = if scale > 0.0 { largest / scale } else { 0.0 };
        scale
    }

    /// Takes back a share of the last step of Newton.
    fn take_back(&mut self, share: f64) {
        for &here in &**self.active {
            self.forces[here] -= share * self.changes[here];
            self.changes[here] *= 1.0 - share;
        }
    }

    /// The gap of a contact under the present forces of the others.
    fn gap_given_others(&self, substeps: Substeps, here: usize) -> Forecast {
        let mut gap = self.gaps[here];
        for link in &self.links[here] {
            if link.there != here {
                let (cross_response, force) = (link.responses[substeps.index()], self.forces[link.there]);
                gap.free.displacement -= cross_response.displacement * force;
                gap.free.velocity -= cross_response.velocity * force;
            }
        }
        gap
    }

    /// Asks one contact for its force, given the others; how far that is from its present one \[N\].
    fn ask(&mut self, joints: &[Joint], substeps: Substeps, step: Step, here: usize) -> f64 {
        let gap = self.gap_given_others(substeps, here);
        let near = self.forces[here];
        let decision = joints[here].contact.decide_from(&gap, step, near);
        self.slopes[here] = decision.slope();
        self.decisions[here] = Some(decision);
        decision.force() - near
    }

    /// Each contact in turn takes the force that it wants given the present others. The largest change \[N\].
    fn sweep(&mut self, joints: &[Joint], substeps: Substeps, step: Step, downwards: bool) -> f64 {
        let mut largest: f64 = 0.0;
        let count = self.active.len();
        for i in 0..count {
            let here = self.active[if downwards { count - 1 - i } else { i }];
            let change = self.ask(joints, substeps, step, here);
            self.forces[here] += change;
            largest = largest.max(change.abs());
        }
        largest
    }

    /// Asks all contacts without moving; the largest residual \[N\].
    fn ask_all(&mut self, joints: &[Joint], substeps: Substeps, step: Step) -> f64 {
        let mut largest: f64 = 0.0;
        for i in 0..self.active.len() {
            let here = self.active[i];
            self.residuals[here] = self.ask(joints, substeps, step, here);
            largest = largest.max(self.residuals[here].abs());
        }
        largest
    }

    /// J by the slopes that the contacts tell.
    fn set_up_system(&mut self, substeps: Substeps) {
        let n = self.active.len();
        self.jacobian[..n * n].fill(0.0);
        for row in 0..n {
            let here = self.active[row];
            for link in &self.links[here] {
                if let Some(column) = self.active.iter().position(|&there| there == link.there) {
                    self.jacobian[row * n + column] =
                        self.slopes[here] * link.responses[substeps.index()].displacement;
                }
            }
            self.jacobian[row * n + row] = 1.0;
        }
    }

    /// J as the last step has shown it to be.
    fn mend_system(&mut self) {
        let n = self.active.len();
        let square: f64 =
            (self.active.iter().map(|&here| self.changes[here])).map(|change| change * change).sum();
        if square <= 0.0 {
            return;
        }
        for (row, &here) in self.active.iter().enumerate() {
            let entries = &mut self.jacobian[row * n..(row + 1) * n];
            let foreseen: f64 =
                entries.iter().zip(&**self.active).map(|(entry, &there)| entry * self.changes[there]).sum();
            let shown = self.residuals_before[here] - self.residuals[here];
            for (entry, &there) in entries.iter_mut().zip(&**self.active) {
                *entry += (shown - foreseen) * self.changes[there] / square;
            }
        }
    }

    /// One step of Newton from the residuals of the last asking; false if the system cannot be solved.
    fn newton(&mut self, joints: &[Joint]) -> bool {
        let n = self.active.len();
        let width = n + 1;
        // Those that would pull are let go, one bit each, and the others asked again: at most as often as
        // there are contacts.
        let mut released = 0_u32;
        loop {
            for (row, &here) in self.active.iter().enumerate() {
                let entries = &mut self.matrix[row * width..(row + 1) * width];
                if released & (1 << row) == 0 {
                    entries[..n].copy_from_slice(&self.jacobian[row * n..(row + 1) * n]);
                    entries[n] = self.residuals[here];
                } else {
                    entries.fill(0.0);
                    (entries[row], entries[n]) = (1.0, -self.forces[here]);
                }
            }
            if !eliminate(&mut self.matrix[..n * width], n) {
                return false;
            }
            let before = released;
            for (row, &here) in self.active.iter().enumerate() {
                let force = self.forces[here] + self.matrix[row * width + n];
                if force < 0.0 && joints[here].contact.is_impact() {
                    released |= 1 << row;
                }
            }
            if released == before {
                break;
            }
        }
        for row in 0..n {
            let here = self.active[row];
            let before = self.forces[here];
            self.forces[here] =
                if released & (1 << row) == 0 { before + self.matrix[row * width + n] } else { 0.0 };
            self.changes[here] = self.forces[here] - before;
            self.residuals_before[here] = self.residuals[here];
        }
        true
    }
}

/// Gauss's elimination with the largest pivot of each column; the solution takes the last column's place.
fn eliminate(matrix: &mut [f64], n: usize) -> bool {
    let width = n + 1;
    for column in 0..n {
        let mut pivot = column;
        for row in column + 1..n {
            if matrix[row * width + column].abs() > matrix[pivot * width + column].abs() {
                pivot = row;
            }
        }
        let head = matrix[pivot * width + column];
        if head.is_nan() || head.abs() <= f64::MIN_POSITIVE {
            return false;
        }
        if pivot != column {
            for k in 0..width {
                matrix.swap(pivot * width + k, column * width + k);
            }
        }
        for row in column + 1..n {
            let share = matrix[row * width + column] / head;
            for k in column..width {
                matrix[row * width + k] -= share * matrix[column * width + k];
            }
        }
    }
    for row in (0..n).rev() {
        let mut value = matrix[row * width + n];
        for k in row + 1..n {
            value -= matrix[row * width + k] * matrix[k * width + n];
        }
        matrix[row * width + n] = value / matrix[row * width + row];
    }
    true
}
