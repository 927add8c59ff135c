//! One step of all modes under the forces of the touched ports, and the forecast of the next, in one pass.
//!
//! The bank keeps each mode's state and, beside it, where the state will be one step on if nothing pushes. A
//! step adds to the latter what the forces do, which makes it the state, and foresees the next one; on its
//! way it sums up where each touched port will be. So a touching step reads every mode once.

use super::lanes::{Four, Kernel, Lanes, ZERO, sum};
use super::ring::turn;
use foley_contact::Motion;

/// Four modes: where they are, and where they were kept. What ringing needs of a mode and no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) x: Four,
    pub(super) v: Four,
    pub(super) kept: [Four; 2],
}

/// Four modes one step on, if left alone; and as they were kept. Only of use while something touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    pub(super) x: Four,
    pub(super) v: Four,
    pub(super) kept: [Four; 2],
}

impl State {
    pub(super) const STILL: Self = Self { x: ZERO, v: ZERO, kept: [ZERO; 2] };

    /// Takes all motion away; what was kept stays kept.
    pub(super) fn stop(&mut self) {
        (self.x, self.v) = (ZERO, ZERO);
    }
}

impl Ahead {
    pub(super) const STILL: Self = Self { x: ZERO, v: ZERO, kept: [ZERO; 2] };
}

/// How four modes move over one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepGroup {
    /// E: xx, xv, vx, vv.
    pub(super) matrix: [Four; 4],
    /// Γ_x
    pub(super) xf: Four,
    /// Γ_v
    pub(super) vf: Four,
}

impl StepGroup {
    pub(super) const STILL: Self = Self { matrix: [ZERO; 4], xf: ZERO, vf: ZERO };
}

/// Ports that a pass sums up at once; more are done by further passes.
pub(super) const AT_ONCE: usize = 4;

/// Moves the bank by a step under the forces of `W` ports and foresees the next.
pub(super) struct Advance<'a, const W: usize> {
    pub(super) states: &'a mut [State],
    pub(super) aheads: &'a mut [Ahead],
    pub(super) steps: &'a [StepGroup],
    /// Where the modes come to rest under the forces that stay \[m\]; empty if there are none.
    pub(super) rest: &'a [Four],
    /// Mode shapes at the ports, port by port.
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
        let mut foreseen = [Motion::default(); W];
        for (motion, (&place, &speed)) in foreseen.iter_mut().zip(places.iter().zip(&speeds)) {
            *motion = Motion::new(sum(place), sum(speed));
        }
        foreseen
    }
}

/// Foresees the next step from where the modes are, without moving them.
pub(super) struct Foresee<'a> {
    pub(super) states: &'a [State],
    pub(super) aheads: &'a mut [Ahead],
    pub(super) steps: &'a [StepGroup],
    pub(super) rest: &'a [Four],
}

impl Kernel for Foresee<'_> {
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

/// Adds what a push at one more port will do to what is foreseen.
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

/// Place and velocity of a port.
pub(super) struct Listen<'a> {
    pub(super) states: &'a [State],
    /// Mode shapes at the port, as far as they are to be heard.
    pub(super) shape: &'a [Four],
}

impl Kernel for Listen<'_> {
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

/// Sums products of three over all modes, for two sets of factors at once: readings at a port, answers,
/// energies.
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
