//! Several contacts at once: their forces, so that each is right given all the others.
//!
//! Contacts that act on the same bodies feel each other. Over one step the gap of contact i goes to
//!
//! $$ x_i = x_{i,free} - \sum_j A_{ij} f_j, $$
//!
//! and each contact by itself knows the force f_i = R_i(x_{i,free} − Σ_{j≠i} A_{ij} f_j) that it makes against a given free motion
//! ([`foley_contact::Contact::decide`]). The forces that are right for all are a root of f − R(f), found by Newton's method: with
//! the slope ρ_i = R_i' that each contact tells,
//!
//! $$ \delta_i + \rho_i \sum_{j \ne i} A_{ij}\,\delta_j = R_i(f) - f_i, $$
//!
//! a small dense system. One contact needs no iteration at all. A step of Newton that makes things worse is replaced by a sweep (each
//! contact in turn, given the present others), which always goes the right way, since A is positive and the contacts are
//! monotone. The search stops when no force changes by more than 1e-14 of the largest, or after [`MOST_ROUNDS`].
//!
//! | symbol | unit      | meaning                                                                     |
//! |--------|-----------|-----------------------------------------------------------------------------|
//! | A_ij   | m/N       | how far a newton in contact j opens the gap of contact i; positive, symmetric |
//! | ρ_i    | N/m       | how the force of contact i answers its own free displacement                |
//!
//! **What is left over is harmless.** Each contact settles with the motion that really happened, and keeps no more energy than the
//! bodies gave it ([`foley_contact::Contact::settle`]); so the scene is passive whatever the search leaves.

use crate::any_contact::AnyDecision;
use crate::joint::Joint;
use foley_body::Cut;
use foley_contact::{Forecast, Motion, Step};

/// Most rounds of the search for the forces of several contacts.
pub const MOST_ROUNDS: u32 = 24;

/// Most contacts whose forces are found by the dense method; more are swept.
const MOST_DENSE: usize = 24;

/// No force changed by more than this share of the largest.
const TOLERANCE: f64 = 1e-14;

/// What the solver of an island keeps.
#[derive(Clone, Debug)]
pub(crate) struct Resolver {
    /// Cut by cut: what contact j does to the gap of contact i.
    answers: Vec<Motion>,
    contacts: usize,
    /// Contacts that act in this step.
    pub(crate) active: Vec<usize>,
    pub(crate) gaps: Vec<Forecast>,
    pub(crate) forces: Vec<f64>,
    pub(crate) decisions: Vec<Option<AnyDecision>>,
    residuals: Vec<f64>,
    slopes: Vec<f64>,
    matrix: Vec<f64>,
    /// Rounds that the last search took.
    pub(crate) rounds: u32,
    /// The largest change of a force in the last round, as a share of the largest force.
    pub(crate) residual: f64,
}

impl Resolver {
    pub(crate) fn new(contacts: usize) -> Self {
        let dense = contacts.min(MOST_DENSE);
        Self {
            answers: vec![Motion::default(); Cut::COUNT * contacts * contacts],
            contacts,
            active: Vec::with_capacity(contacts),
            gaps: vec![Forecast::WALL; contacts],
            forces: vec![0.0; contacts],
            decisions: vec![None; contacts],
            residuals: vec![0.0; contacts],
            slopes: vec![0.0; contacts],
            matrix: vec![0.0; dense * (dense + 1)],
            rounds: 0,
            residual: 0.0,
        }
    }

    /// What contact `there` does to the gap of contact `here`, per newton [m/N], [m/s/N].
    #[inline]
    pub(crate) fn answer(&self, cut: Cut, here: usize, there: usize) -> Motion {
        self.answers[(cut.index() * self.contacts + here) * self.contacts + there]
    }

    pub(crate) fn set_answer(&mut self, cut: Cut, here: usize, there: usize, answer: Motion) {
        self.answers[(cut.index() * self.contacts + here) * self.contacts + there] = answer;
    }

    /// A contact at the beginning of a step: its gap if left alone, and whether it may act.
    #[inline]
    pub(crate) fn begin(&mut self, contact: usize, gap: Forecast, acts: bool) {
        self.gaps[contact] = gap;
        self.forces[contact] = 0.0;
        self.decisions[contact] = None;
        if acts {
            self.active.push(contact);
        }
    }

    /// Finds the forces of the active contacts; the others have none.
    pub(crate) fn resolve(&mut self, joints: &[Joint], cut: Cut, step: Step) {
        self.rounds = 0;
        self.residual = 0.0;
        if let [only] = *self.active {
            let decision = joints[only].contact.decide(&self.gaps[only], step);
            self.forces[only] = decision.force();
            self.decisions[only] = Some(decision);
            return;
        }
        for i in 0..self.active.len() {
            let index = self.active[i];
            self.forces[index] = joints[index].contact.force();
        }
        let mut before = f64::INFINITY;
        let mut sweeping = true;
        while self.rounds < MOST_ROUNDS {
            self.rounds += 1;
            let largest = if sweeping {
                self.sweep(joints, cut, step)
            } else {
                self.ask_all(joints, cut, step)
            };
            let scale = self
                .active
                .iter()
                .map(|&i| self.forces[i].abs())
                .fold(0.0, f64::max);
            self.residual = if scale > 0.0 { largest / scale } else { 0.0 };
            if largest <= TOLERANCE * scale {
                break;
            }
            if sweeping {
                sweeping = self.active.len() > MOST_DENSE;
                before = f64::INFINITY;
                continue;
            }
            if largest < before && self.newton(cut) {
                before = largest;
            } else {
                sweeping = true;
            }
        }
    }

    /// The gap of a contact under the present forces of the others.
    fn gap_given_others(&self, cut: Cut, here: usize) -> Forecast {
        let mut gap = self.gaps[here];
        for &there in &self.active {
            if there != here {
                let answer = self.answer(cut, here, there);
                gap.free.displacement -= answer.displacement * self.forces[there];
                gap.free.velocity -= answer.velocity * self.forces[there];
            }
        }
        gap
    }

    /// Asks one contact for its force, given the others.
    fn ask(&mut self, joints: &[Joint], cut: Cut, step: Step, here: usize) -> f64 {
        let gap = self.gap_given_others(cut, here);
        let decision = joints[here]
            .contact
            .decide_from(&gap, step, self.forces[here]);
        self.slopes[here] = decision.slope();
        self.decisions[here] = Some(decision);
        decision.force() - self.forces[here]
    }

    /// Each contact in turn takes the force that it wants given the present others. The largest change \[N\].
    fn sweep(&mut self, joints: &[Joint], cut: Cut, step: Step) -> f64 {
        let mut largest: f64 = 0.0;
        for i in 0..self.active.len() {
            let here = self.active[i];
            let change = self.ask(joints, cut, step, here);
            self.forces[here] += change;
            largest = largest.max(change.abs());
        }
        largest
    }

    /// Asks all contacts without moving; the largest residual \[N\].
    fn ask_all(&mut self, joints: &[Joint], cut: Cut, step: Step) -> f64 {
        let mut largest: f64 = 0.0;
        for i in 0..self.active.len() {
            let here = self.active[i];
            self.residuals[here] = self.ask(joints, cut, step, here);
            largest = largest.max(self.residuals[here].abs());
        }
        largest
    }

    /// One step of Newton from the residuals of the last asking; false if the system cannot be solved.
    fn newton(&mut self, cut: Cut) -> bool {
        let n = self.active.len();
        let width = n + 1;
        for row in 0..n {
            let here = self.active[row];
            for column in 0..n {
                let there = self.active[column];
                self.matrix[row * width + column] = if row == column {
                    1.0
                } else {
                    self.slopes[here] * self.answer(cut, here, there).displacement
                };
            }
            self.matrix[row * width + n] = self.residuals[here];
        }
        if !eliminate(&mut self.matrix[..n * width], n) {
            return false;
        }
        for row in 0..n {
            self.forces[self.active[row]] += self.matrix[row * width + n];
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
