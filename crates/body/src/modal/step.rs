//! Moves all modes by one step under the forces at the contact ports and forecasts the next step, in one
//! pass.
//!
//! Beside the state of each mode, the body stores where it will be one step ahead without forces. A step adds
//! the effect of the forces, which gives the new state, and computes the next state ahead. It also sums the
//! forecast of each contact port. So a step in contact reads every mode once.

use super::lanes::{Four, Kernel, Lanes, ZERO, sum};
use super::ring::turn;
use foley_contact::Motion;

/// Present and saved state of four modes: all the state that free ringing needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) x: Four,
    pub(super) v: Four,
    pub(super) saved: [Four; 2],
}

/// Present and saved state of four modes one step ahead without forces. Used only in contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    pub(super) x: Four,
    pub(super) v: Four,
    pub(super) saved: [Four; 2],
}

impl State {
    pub(super) const STILL: Self = Self { x: ZERO, v: ZERO, saved: [ZERO; 2] };

    /// Sets the present motion to zero and keeps the saved state.
    pub(super) fn stop(&mut self) {
        (self.x, self.v) = (ZERO, ZERO);
    }
}

impl Ahead {
    pub(super) const STILL: Self = Self { x: ZERO, v: ZERO, saved: [ZERO; 2] };
}

/// Coefficients of four modes for one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepGroup {
    /// State transition matrix of each mode: the factors from old displacement and velocity to the new
    /// displacement, then those to the new velocity.
    pub(super) matrix: [Four; 4],
    /// Displacement of each mode per newton held over the step [m/N].
    pub(super) xf: Four,
    /// Velocity of each mode per newton held over the step [m/s/N].
    pub(super) vf: Four,
}

impl StepGroup {
    pub(super) const STILL: Self = Self { matrix: [ZERO; 4], xf: ZERO, vf: ZERO };
}

/// Number of contact ports that one pass over the modes sums. A body with more contact ports needs further
/// passes.
pub(super) const PORTS_PER_PASS: usize = 4;

/// Kernel that moves all modes by a step under the forces of `W` ports and computes the next state ahead.
pub(super) struct Advance<'a, const W: usize> {
    pub(super) states: &'a mut [State],
    pub(super) aheads: &'a mut [Ahead],
    pub(super) steps: &'a [StepGroup],
    /// Equilibrium of the modes under held forces \[m\]; empty if there are no held forces.
    pub(super) rest: &'a [Four],
    /// Heights of the mode shapes at each of the `W` ports \[1\].
    pub(super) shapes: [&'a [Four]; W],
    pub(super) forces: [f64; W],
}

impl<const W: usize> Kernel for Advance<'_, W> {
    type Output = [Motion; W];

    #[inline(always)]
    fn with<S: Lanes>(self, s: S) -> [Motion; W] {
        if self.rest.is_empty() { self.pass::<S, false>(s) } else { self.pass::<S, true>(s) }
    }
}

impl<const W: usize> Advance<'_, W> {
    #[inline(always)]
    fn pass<S: Lanes, const RESTING: bool>(self, s: S) -> [Motion; W] {
        let forces = self.forces.map(|force| s.splat(force));
        let (mut places, mut speeds) = ([ZERO; W], [ZERO; W]);
        let groups = self.states.len().min(self.steps.len());
        let shapes = self.shapes.map(|shape| &shape[..groups]);
        let rest = if RESTING { &self.rest[..groups] } else { self.rest };
        for (g, ((state, ahead), step)) in self.states[..groups]
            .iter_mut()
            .zip(&mut self.aheads[..groups])
            .zip(&self.steps[..groups])
            .enumerate()
        {
            let (mut x, mut v) = (ahead.x, ahead.v);
            if W > 0 {
                let mut push = s.mul(shapes[0][g], forces[0]);
                for w in 1..W {
                    push = s.add(push, s.mul(shapes[w][g], forces[w]));
                }
                x = s.add(x, s.mul(step.xf, push));
                v = s.add(v, s.mul(step.vf, push));
            }
            state.x = x;
            state.v = v;
            if RESTING {
                x = s.sub(x, rest[g]);
            }
            (x, v) = turn(s, &step.matrix, x, v);
            if RESTING {
                x = s.add(x, rest[g]);
            }
            ahead.x = x;
            ahead.v = v;
            for w in 0..W {
                places[w] = s.add(places[w], s.mul(shapes[w][g], x));
                speeds[w] = s.add(speeds[w], s.mul(shapes[w][g], v));
            }
        }
        let mut ahead_motions = [Motion::default(); W];
        for (motion, (&place, &speed)) in ahead_motions.iter_mut().zip(places.iter().zip(&speeds)) {
            *motion = Motion::new(sum(place), sum(speed));
        }
        ahead_motions
    }
}

/// Kernel that computes the state one step ahead without moving the modes.
pub(super) struct ComputeAhead<'a> {
    pub(super) states: &'a [State],
    pub(super) aheads: &'a mut [Ahead],
    pub(super) steps: &'a [StepGroup],
    pub(super) rest: &'a [Four],
}

impl Kernel for ComputeAhead<'_> {
    type Output = ();
    #[inline(always)]
    fn with<S: Lanes>(self, s: S) {
        let groups = self.states.iter().zip(self.aheads).zip(self.steps);
        for (g, ((state, ahead), step)) in groups.enumerate() {
            let rest = self.rest.get(g).copied().unwrap_or(ZERO);
            let (x, v) = turn(s, &step.matrix, s.sub(state.x, rest), state.v);
            ahead.x = s.add(x, rest);
            ahead.v = v;
        }
    }
}

/// Kernel that adds the effect of a force at one further port to the state ahead.
pub(super) struct Push<'a> {
    pub(super) aheads: &'a mut [Ahead],
    pub(super) steps: &'a [StepGroup],
    pub(super) shape: &'a [Four],
    pub(super) force: f64,
}

impl Kernel for Push<'_> {
    type Output = ();
    #[inline(always)]
    fn with<S: Lanes>(self, s: S) {
        let force = s.splat(self.force);
        for ((ahead, step), &shape) in self.aheads.iter_mut().zip(self.steps).zip(self.shape) {
            let push = s.mul(shape, force);
            ahead.x = s.add(ahead.x, s.mul(step.xf, push));
            ahead.v = s.add(ahead.v, s.mul(step.vf, push));
        }
    }
}

/// Kernel that sums displacement and velocity of a port over all modes.
pub(super) struct ReadPort<'a> {
    pub(super) states: &'a [State],
    /// Heights of the mode shapes at the port, with 0 for inaudible modes.
    pub(super) shape: &'a [Four],
}

impl Kernel for ReadPort<'_> {
    type Output = (f64, f64);
    #[inline(always)]
    fn with<S: Lanes>(self, s: S) -> (f64, f64) {
        let states = &self.states[..self.shape.len()];
        let (mut x, mut v) = (ZERO, ZERO);
        for (state, &w) in states.iter().zip(self.shape) {
            x = s.add(x, s.mul(w, state.x));
            v = s.add(v, s.mul(w, state.v));
        }
        (sum(x), sum(v))
    }
}

/// Kernel that sums products over all modes for two sets of factors at once: readings, responses or energies.
pub(super) struct Sum<I>(pub(super) I);

impl<I: Iterator<Item = [Four; 4]>> Kernel for Sum<I> {
    type Output = (f64, f64);
    #[inline(always)]
    fn with<S: Lanes>(self, s: S) -> (f64, f64) {
        let (mut one, mut two) = (ZERO, ZERO);
        for [a, b, c, d] in self.0 {
            one = s.add(one, s.mul(a, b));
            two = s.add(two, s.mul(c, d));
        }
        (sum(one), sum(two))
    }
}
