//! Retuning a modal body while it sounds. Each mode keeps its energy and phase. The tables are filled here
//! and by `tune.rs`.

use super::{AUDIBLE, CheckedModes, Modal};
use crate::Substeps;
use crate::modal::lanes::{Four, ZERO, lane, lane_mut};
use crate::modal::ring::RingGroup;
use crate::modal::step::{Ahead, State, StepGroup};
use crate::modal::tune::{Fill, GroupTuning, fill_one};
use crate::modal::{ModalError, ModalSpec, Mode};

impl Modal {
    /// Changes the modes of a sounding body; every mode keeps its energy and phase. The spec must have the
    /// body's number of modes and ports. Real-time: yes, at the cost of four elementary functions per mode.
    ///
    /// # Errors
    /// If a number is invalid, if the number of modes or ports differs, or if only one of body and spec is
    /// free.
    pub fn retune(&mut self, spec: &ModalSpec) -> Result<(), ModalError> {
        let modes = self.check_modes(spec)?;
        self.set_modes(modes);
        Ok(())
    }

    /// Changes the modes to a checked spec ([`Modal::check_modes`]). Does nothing if the spec was checked for
    /// another body. Real-time: yes.
    pub fn set_modes(&mut self, CheckedModes(spec, count): CheckedModes<'_>) {
        if !self.fits(spec) {
            return;
        }
        self.resize(count);
        // A mode that loses its stiffness is set to rest.
        let keeping = |before: f64, now: f64| {
            let factor = (before / now).sqrt();
            if factor.is_finite() { factor } else { 0.0 }
        };
        let before = |inertias: &[[Four; 2]], i: usize| {
            (lane(inertias[i / 4][0], i % 4), lane(inertias[i / 4][1], i % 4))
        };
        for (i, mode) in spec.modes.iter().take(count).enumerate() {
            let i = self.listeners + i;
            let (mass, stiffness) = before(&self.inertias, i);
            let [new_mass, new_stiffness] = energies(mode);
            let state = &mut self.states[i / 4];
            *lane_mut(&mut state.x, i % 4) *= keeping(stiffness, new_stiffness);
            *lane_mut(&mut state.v, i % 4) *= keeping(mass, new_mass);
        }
        if let (Some(rigid), Some(new)) = (&mut self.rigid, spec.rigid) {
            rigid.motion.velocity *= (rigid.mass / new.mass).sqrt();
            rigid.mass = new.mass;
        }
        self.tune(spec);
    }

    /// Checks whether the body can be retuned to `spec`, and returns the checked spec.
    ///
    /// # Errors
    /// Fails as [`Modal::retune`] does.
    pub fn check_modes<'a>(&self, spec: &'a ModalSpec) -> Result<CheckedModes<'a>, ModalError> {
        spec.check()?;
        if !self.fits(spec) {
            return Err(ModalError::Retune { modes: self.max_modes, ports: self.ports });
        }
        Ok(CheckedModes(spec, spec.modes.len()))
    }

    /// Whether `spec` has the body's number of modes, listeners and ports, and is free if and only if the body
    /// is free.
    fn fits(&self, spec: &ModalSpec) -> bool {
        let is_free = spec.rigid.is_some() == self.rigid.is_some();
        let counts = [spec.modes.len(), spec.listeners.len(), spec.ports];
        counts == [self.max_modes, self.listeners, self.ports] && is_free
    }

    /// Sets the number of active modes, at most `max_modes`, for which memory is reserved. New modes start at
    /// rest. The caller must then fill the tables again.
    fn resize(&mut self, count: usize) {
        let count = count.min(self.max_modes);
        if count == self.count {
            return;
        }
        self.count = count;
        let groups = (self.listeners + count).div_ceil(4);
        self.states.resize(groups, State::STILL);
        self.aheads.resize(groups, Ahead::STILL);
        self.steps.resize(groups * Substeps::COUNT, StepGroup::STILL);
        self.rings.resize(groups, RingGroup::STILL);
        self.inertias.resize(groups, [ZERO; 2]);
        self.radiated.resize(groups, [ZERO; 2]);
        self.shapes.resize(groups * self.ports, ZERO);
        self.audible.resize(groups * self.ports, ZERO);
        self.rest.clear();
    }

    /// Fills all tables of the body from `spec`.
    pub(super) fn tune(&mut self, spec: &ModalSpec) {
        self.compliances.fill(0.0);
        self.radiates = false;
        let (listeners, lane_count) = (self.listeners, self.listeners + self.count);
        let lane = |index: usize| match index.checked_sub(listeners) {
            None => spec.listeners.get(index),
            Some(mode) => spec.modes.get(mode),
        };
        for g in 0..lane_count.div_ceil(4) {
            let lanes = core::array::from_fn(|l| lane(4 * g + l).filter(|_| 4 * g + l < lane_count));
            self.tune_group(g, lanes);
        }
        let n = self.contact_ports.len();
        for substeps in Substeps::all() {
            for here in 0..n {
                for there in here..n {
                    let (one, two) = (self.contact_ports[here].port, self.contact_ports[there].port);
                    let cross_response = self.sum_cross_response(substeps, one, two);
                    // The response is symmetric, so one value serves both orders of the ports.
                    self.responses[(substeps.index() * n + here) * n + there] = cross_response;
                    self.responses[(substeps.index() * n + there) * n + here] = cross_response;
                }
            }
        }
        self.settle_rest();
        self.forecast_valid = false;
    }

    /// Fills the tables of mode group `g`, which has up to four modes, one in each lane.
    fn tune_group(&mut self, g: usize, modes: [Option<&Mode>; 4]) {
        let groups = self.states.len();
        let mut tune = GroupTuning::STILL;
        let mut alone = [false; 4];
        for (l, mode) in modes.into_iter().enumerate() {
            if let Some(mode) = mode {
                alone[l] = !tune.set(l, mode, self.sample);
            }
        }
        self.vectors.run(Fill {
            tune: &tune,
            steps: &mut self.steps,
            groups,
            group: g,
            ring: &mut self.rings[g],
        });
        for (l, mode) in modes.into_iter().enumerate() {
            let Some(mode) = mode else { continue };
            if alone[l] {
                let (steps, ring) = (&mut self.steps, &mut self.rings[g]);
                fill_one(mode, self.sample, steps, groups, (g, l), ring);
            }
            let [half_mass, half_stiffness] = energies(mode);
            *lane_mut(&mut self.inertias[g][0], l) = half_mass;
            *lane_mut(&mut self.inertias[g][1], l) = half_stiffness;
            let is_listener = usize::from(4 * g + l < self.listeners);
            *lane_mut(&mut self.radiated[g][is_listener], l) = mode.radiated;
            *lane_mut(&mut self.radiated[g][1 - is_listener], l) = 0.0;
            self.radiates |= mode.radiated > 0.0;
            let heard = mode.frequency * self.sample.seconds() < AUDIBLE;
            let softness = if half_stiffness > 0.0 { 1.0 / half_stiffness } else { 0.0 };
            for (port, &height) in mode.shape.iter().enumerate() {
                *lane_mut(&mut self.shapes[port * groups + g], l) = height;
                *lane_mut(&mut self.audible[port * groups + g], l) = if heard { height } else { 0.0 };
                self.compliances[port] += height * height * softness;
            }
        }
    }
}

impl CheckedModes<'_> {
    /// Returns the checked spec with only the first `count` modes active, rounded up to a multiple of four.
    /// Fewer modes need less computing time.
    #[must_use]
    pub fn first(self, count: usize) -> Self {
        let Self(spec, all) = self;
        Self(spec, count.min(all).max(1).next_multiple_of(4).min(all))
    }
}

/// Returns half the modal mass, ½ m, and half the stiffness, ½ m ω², of a mode.
fn energies(mode: &Mode) -> [f64; 2] {
    let omega = mode.angular();
    [0.5 * mode.mass, 0.5 * mode.mass * omega * omega]
}
