//! Solves the forces of several interacting contacts.
//!
//! Contacts on the same bodies interact. Over one step the gap of contact i moves to
//!
//! ```math
//! x_i = x_{i,free} - \sum_j A_{ij} f_j,
//! ```
//!
//! and each contact alone gives the force f_i = R_i(x_{i,free} − Σ_{j≠i} A_{ij} f_j) against a given free
//! motion ([`foley_contact::Contact::decide`]). The forces are the root of f − R(f), found by Newton's method
//! with the slope ρ_i = R_i' of each contact:
//!
//! ```math
//! \delta_i + \rho_i \sum_{j \ne i} A_{ij}\,\delta_j = R_i(f) - f_i,
//! ```
//!
//! a small dense system J δ = r. No impact gets a pulling force: one that would pull is released, and the
//! other forces are solved without it. A single contact needs no iteration. The slopes assume that the other
//! forces move a gap like its own force does, and ignore a stiffness that depends on the speed at the start
//! of a touch. Where that makes convergence slow, the system is updated from the last step (Broyden's
//! method):
//!
//! ```math
//! J \leftarrow J + \frac{(r - r' - J\delta)\,\delta^T}{\delta^T\delta}
//! ```
//!
//! A Newton step that increases the residual is halved, up to twice. If that does not help, the contacts are
//! swept from the better point, up and down: each contact in turn, given the present others. Sweeps converge
//! since A is positive and the contacts are monotone. More than [`MAX_DENSE_CONTACTS`] contacts are only
//! swept. A contact closed by the forces of others is added. The search stops when no force changes by more
//! than 1e-13 of the largest, when rounding prevents progress, or after [`MAX_ITERATIONS`]
//! ([`OVERDUE_ITERATIONS`] past the deadline) with the best result. [`crate::Scene::worst_residual`] gives
//! the largest residual.
//!
//! | symbol | unit      | meaning                                                                     |
//! |--------|-----------|-----------------------------------------------------------------------------|
//! | A_ij   | m/N       | opening of gap i per newton in contact j; symmetric; 0 unless they share a body |
//! | ρ_i    | N/m       | slope of force i over the free motion of its own gap                         |
//! | r, r'  | N         | R(f) − f before and after a step                                            |
//!
//! **A residual adds no energy.** Each contact settles with the actual motion and keeps no more energy than
//! the bodies gave it ([`foley_contact::Contact::settle`]). Where an unfinished search would make a contact
//! give more energy than it holds, that contact is released for this step.

use crate::any_contact::AnyDecision;
use crate::joint::Joint;
use foley_body::{PreallocatedVec, Substeps};
use foley_contact::{Forecast, Motion, Step};

/// Maximum number of iterations of the contact solver per step.
pub const MAX_ITERATIONS: u32 = 24;

/// Maximum number of iterations of the contact solver past the deadline ([`crate::deadline`]).
pub(crate) const OVERDUE_ITERATIONS: u32 = 1;

/// Maximum number of contacts that are solved by Newton's method; more contacts are only swept.
const MAX_DENSE_CONTACTS: usize = 24;

/// Maximum number of times per step that the solver adds contacts whose surfaces are brought together by the
/// forces of other contacts; past the deadline only once.
const MAX_WIDENINGS: u32 = 3;

/// Largest change of a force, as a share of the largest force, at which the search has converged.
const TOLERANCE: f64 = 1e-13;

/// Share of the largest force below which a change that no longer shrinks counts as rounding.
const ROUNDING_RANGE: f64 = 1e-8;

/// Share of the residual that a good Newton step may leave. If more is left, Broyden's method updates the
/// linear system.
const SLOW_CONVERGENCE: f64 = 0.02;

/// Maximum number of halvings of a Newton step that increases the residual.
const MAX_HALVINGS: u32 = 2;

/// Relative residual above which the solver checks the energy of each contact.
const ENERGY_CHECK_RESIDUAL: f64 = 1e-9;

/// Response of the gap of one contact to the force of another contact.
#[derive(Clone, Copy, Debug)]
struct Link {
    there: usize,
    /// Motion of the gap per newton in the linked contact, for each number of substeps [m/N], [m/s/N].
    responses: [Motion; Substeps::COUNT],
}

/// Solver for the forces of all contacts of an island.
#[derive(Clone, Debug)]
pub(crate) struct Resolver {
    /// Links from each contact to the contacts on the same bodies, itself included.
    links: Vec<Vec<Link>>,
    /// Indices of the contacts active in this step.
    active: PreallocatedVec<usize>,
    is_active: Vec<bool>,
    gaps: Vec<Forecast>,
    forces: Vec<f64>,
    decisions: Vec<Option<AnyDecision>>,
    /// Whether each contact is released: its force is zero in this step, because it would give more energy
    /// than it holds.
    released: Vec<bool>,
    residuals: Vec<f64>,
    slopes: Vec<f64>,
    /// Change of each force in the last Newton step \[N\].
    changes: Vec<f64>,
    /// Residual of each force before the last Newton step \[N\].
    residuals_before: Vec<f64>,
    /// Jacobian matrix of the active contacts, which a Newton step inverts.
    jacobian: Vec<f64>,
    /// Buffer for solving the linear system.
    matrix: Vec<f64>,
    /// Largest change of a force in the last iteration, as a share of the largest force.
    pub(crate) residual: f64,
    /// Present maximum number of iterations, which the deadline lowers.
    pub(crate) max_iterations: u32,
    /// Largest number of iterations that a step has used so far.
    pub(crate) iterations_used: u32,
}

impl Resolver {
    pub(crate) fn new(joints: &[Joint], moves: impl Fn(usize) -> bool) -> Self {
        let contacts = joints.len();
        let dense = contacts.min(MAX_DENSE_CONTACTS);
        let link = |there| Link { there, responses: [Motion::default(); Substeps::COUNT] };
        // The contacts are listed by body, to avoid comparing every contact with every other.
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
            is_active: vec![false; contacts],
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

    /// Computes the responses of linked contacts for every number of substeps. Only links between contacts
    /// that satisfy `concerns` are updated.
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

    /// Starts a step in which no contact is active yet.
    pub(crate) fn clear(&mut self) {
        self.active.clear();
        self.residual = 0.0;
    }

    /// Sets the gap of the contact `here` over the coming step, and activates the contact if it may exert a
    /// force.
    #[inline]
    pub(crate) fn begin(&mut self, here: usize, gap: Forecast, joint: &Joint) {
        self.gaps[here] = gap;
        self.forces[here] = 0.0;
        self.decisions[here] = None;
        self.released[here] = false;
        self.is_active[here] = false;
        if joint.contact.would_act(&gap) {
            self.activate(here, joint);
        }
    }

    fn activate(&mut self, here: usize, joint: &Joint) {
        self.is_active[here] = true;
        self.forces[here] = joint.contact.force();
        self.active.push(here);
    }

    /// Whether the contact `here` is the only active contact of the step.
    pub(crate) fn alone(&self, here: usize) -> bool {
        matches!(**self.active, [only] if only == here)
    }

    /// Returns the forecast of the gap of the contact `here` over the step.
    pub(crate) fn gap(&self, here: usize) -> &Forecast {
        &self.gaps[here]
    }

    /// Returns the decision of the contact `here`; `None` if the contact is not active.
    pub(crate) fn decision(&self, here: usize) -> Option<&AnyDecision> {
        self.decisions[here].as_ref()
    }

    /// Whether the contact `here` is released for this step, because it would give more energy than it holds.
    pub(crate) fn is_released(&self, here: usize) -> bool {
        self.released[here]
    }

    /// Returns the change of the gap of the contact `here` under all forces \[m\].
    pub(crate) fn moved(&self, substeps: Substeps, here: usize) -> f64 {
        let gap = &self.gaps[here];
        let mut moved = gap.free.displacement - gap.now.displacement;
        for link in &self.links[here] {
            moved -= link.responses[substeps.index()].displacement * self.forces[link.there];
        }
        moved
    }

    /// Finds the forces of all active contacts, and of contacts whose surfaces these forces bring together.
    pub(crate) fn resolve(&mut self, joints: &[Joint], substeps: Substeps, step: Step) {
        let overdue = self.max_iterations < MAX_ITERATIONS;
        for _ in 0..=if overdue { 1 } else { MAX_WIDENINGS } {
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
        if self.residual > ENERGY_CHECK_RESIDUAL {
            self.release_overdrawn(joints, substeps);
        }
    }

    /// Activates the contacts whose surfaces the present forces bring together. Returns whether any contact
    /// was activated.
    fn widen(&mut self, joints: &[Joint], substeps: Substeps) -> bool {
        let known = self.active.len();
        if known == joints.len() {
            return false;
        }
        for (here, joint) in joints.iter().enumerate() {
            if !self.is_active[here] {
                let mut gap = self.gaps[here];
                gap.free.displacement = gap.now.displacement + self.moved(substeps, here);
                if joint.contact.would_act(&gap) {
                    self.activate(here, joint);
                }
            }
        }
        self.active.len() > known
    }

    /// Releases contacts that would give more energy than they hold. Each release changes the forces of the
    /// other contacts, so all are checked again.
    fn release_overdrawn(&mut self, joints: &[Joint], substeps: Substeps) {
        for _ in 0..self.active.len() {
            let overdrawn = |&here: &usize| {
                let given = self.forces[here] * self.moved(substeps, here);
                let held = joints[here].contact.stored();
                !self.released[here] && held + given < -1e-14 * (held + given.abs())
            };
            let Some(here) = self.active.iter().copied().find(overdrawn) else {
                return;
            };
            self.released[here] = true;
            self.forces[here] = 0.0;
        }
    }

    /// Searches the forces of the active contacts by Newton's method and by sweeps.
    fn search(&mut self, joints: &[Joint], substeps: Substeps, step: Step) {
        if let [only] = **self.active {
            let decision = joints[only].contact.decide(&self.gaps[only], step);
            self.forces[only] = decision.force();
            self.decisions[only] = Some(decision);
            return;
        }
        let (mut before, mut sweeping, mut updating) = (f64::INFINITY, true, false);
        let (mut halvings, mut worse) = (0, false);
        for round in 0..self.max_iterations {
            self.iterations_used = self.iterations_used.max(round + 1);
            let largest = if sweeping {
                self.sweep(joints, substeps, step, round % 2 == 1)
            } else {
                self.evaluate_all(joints, substeps, step)
            };
            let scale = self.set_residual(largest);
            worse = false;
            let stuck = largest <= ROUNDING_RANGE * scale && largest > 0.3 * before;
            if largest <= TOLERANCE * scale || stuck {
                return;
            }
            if round + 1 == self.max_iterations && largest < before {
                // No iteration is left to evaluate the result of a further step.
                return;
            }
            if self.active.len() > MAX_DENSE_CONTACTS {
                before = largest;
            } else if sweeping {
                (sweeping, updating) = (false, false);
                before = f64::INFINITY;
            } else if largest < before {
                updating |= largest > SLOW_CONVERGENCE * before;
                if updating && before.is_finite() {
                    self.update_system();
                } else {
                    self.set_up_system(substeps);
                }
                sweeping = !self.newton(joints);
                (before, halvings) = (largest, 0);
            } else if halvings < MAX_HALVINGS {
                self.undo_step(0.5);
                halvings += 1;
                worse = true;
            } else {
                self.undo_step(1.0);
                sweeping = true;
                worse = true;
            }
        }
        if worse {
            // The iterations ended at a step that increased the residual: return to the forces before that
            // step.
            self.undo_step(1.0);
            let largest = self.evaluate_all(joints, substeps, step);
            self.set_residual(largest);
        }
    }

    /// Stores the relative residual for the largest change of a force \[N\]. Returns the largest force \[N\].
    fn set_residual(&mut self, largest: f64) -> f64 {
        let forces = self.active.iter().map(|&i| self.forces[i].abs());
        let scale = forces.fold(0.0, f64::max);
        self.residual = if scale > 0.0 { largest / scale } else { 0.0 };
        scale
    }

    /// Undoes a `share` of the last Newton step.
    fn undo_step(&mut self, share: f64) {
        for &here in &**self.active {
            self.forces[here] -= share * self.changes[here];
            self.changes[here] *= 1.0 - share;
        }
    }

    /// Forecasts the gap of the contact `here` under the present forces of the other contacts.
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

    /// Evaluates the contact `here` under the present forces of the other contacts. Returns the difference to
    /// the contact's present force \[N\].
    fn evaluate(&mut self, joints: &[Joint], substeps: Substeps, step: Step, here: usize) -> f64 {
        let gap = self.gap_given_others(substeps, here);
        let near = self.forces[here];
        let decision = joints[here].contact.decide_from(&gap, step, near);
        self.slopes[here] = decision.slope();
        self.decisions[here] = Some(decision);
        decision.force() - near
    }

    /// Sets each contact in turn to its force under the present forces of the others. Returns the largest
    /// change \[N\].
    fn sweep(&mut self, joints: &[Joint], substeps: Substeps, step: Step, downwards: bool) -> f64 {
        let mut largest: f64 = 0.0;
        let count = self.active.len();
        for i in 0..count {
            let here = self.active[if downwards { count - 1 - i } else { i }];
            let change = self.evaluate(joints, substeps, step, here);
            self.forces[here] += change;
            largest = largest.max(change.abs());
        }
        largest
    }

    /// Evaluates all active contacts without changing forces. Returns the largest residual \[N\].
    fn evaluate_all(&mut self, joints: &[Joint], substeps: Substeps, step: Step) -> f64 {
        let mut largest: f64 = 0.0;
        for i in 0..self.active.len() {
            let here = self.active[i];
            self.residuals[here] = self.evaluate(joints, substeps, step, here);
            largest = largest.max(self.residuals[here].abs());
        }
        largest
    }

    /// Sets the Jacobian matrix of a Newton step from the slopes of the active contacts.
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

    /// Updates the Jacobian matrix from the last Newton step (Broyden's method).
    fn update_system(&mut self) {
        let n = self.active.len();
        let square: f64 =
            (self.active.iter().map(|&here| self.changes[here])).map(|change| change * change).sum();
        if square <= 0.0 {
            return;
        }
        for (row, &here) in self.active.iter().enumerate() {
            let entries = &mut self.jacobian[row * n..(row + 1) * n];
            let predicted: f64 =
                entries.iter().zip(&**self.active).map(|(entry, &there)| entry * self.changes[there]).sum();
            let observed = self.residuals_before[here] - self.residuals[here];
            for (entry, &there) in entries.iter_mut().zip(&**self.active) {
                *entry += (observed - predicted) * self.changes[there] / square;
            }
        }
    }

    /// Takes a Newton step from the last residuals. Returns false if the system cannot be solved.
    fn newton(&mut self, joints: &[Joint]) -> bool {
        let n = self.active.len();
        let width = n + 1;
        // Contacts that would pull are released, one bit each, and the system is solved again, at most once
        // per contact.
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

/// Solves a linear system by Gaussian elimination with partial pivoting. The solution replaces the last
/// column. Returns false if the matrix is singular.
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
