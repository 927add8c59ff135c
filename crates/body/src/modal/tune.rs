//! State transitions of four modes over every time span the body needs, from four elementary functions per
//! mode.
//!
//! A mode over a span t is determined ([`super::state_transition`]) by its phase φ = θt and its fade e^{−at},
//! written in terms that keep precision where t is small,
//!
//! ```math
//! s = \sin\varphi, \qquad u = 1 - \cos\varphi, \qquad d = 1 - e^{-at}.
//! ```
//!
//! Twice and three times the span follow by products alone,
//!
//! ```math
//! s_2 = 2s(1-u), \quad u_2 = 2s^2, \quad d_2 = d\,(1 + (1-d)),
//! ```
//! ```math
//! s_3 = s(3 - 4s^2), \quad u_3 = u\,(3-2u)^2, \quad d_3 = d\,(1 + f + f^2), \quad f = 1 - d,
//! ```
//!
//! so sine and expm1 of a 64th of a sample give all numbers of substeps and the first multiples of a sample,
//! in four lanes at once. A relative error of s or u is one of the phase, and its effect on the amplitude
//! grows with φ². Below [`MAX_TURN`] the transitions are as accurate as [`StateTransition::exact`], to a few
//! units in the last place. A block of 64 samples turns too far for that and has its own sine and cosine.
//! Modes that are over-damped, nearly so, or turn too far or too little use [`StateTransition::exact`].
//!
//! | symbol | unit | meaning                                    |
//! |--------|------|--------------------------------------------|
//! | θ      | 1/s  | √(ω² − a²)                                 |
//! | a      | 1/s  | g/2                                        |
//! | f      | 1    | fade e^{−at}                               |

use super::lanes::{Four, Kernel, Lanes, ZERO, lane_mut};
use super::ring::{BLOCK, RingGroup};
use super::step::StepGroup;
use super::{Mode, StateTransition};
use crate::Substeps;
use foley_contact::Step;

/// Largest phase of a mode over a sample for which transitions are computed by doubling \[rad\].
const MAX_TURN: f64 = 8.0;

/// Square of the smallest phase over a sample for which transitions are computed by doubling \[rad²\]. Below
/// that phase, or without oscillation, [`StateTransition::exact`] uses series.
const MIN_TURN_SQUARED: f64 = 1e-12;

/// Phase of the oscillation and remaining share of the amplitude (fade) of four modes over a time span.
#[derive(Clone, Copy)]
struct Turn {
    s: Four,
    u: Four,
    d: Four,
}

/// Constants of four modes, independent of the time span.
struct Common {
    /// Inverse of the angular frequency of each damped oscillation \[s\].
    slowness: Four,
    /// Decay rate of the amplitude of each mode, half the damping \[1/s\].
    damping: Four,
    /// Squared angular frequency ω² of each mode \[1/s²\].
    square: Four,
    /// Compliance of each mode, the inverse of its stiffness [m/N].
    compliance: Four,
    /// Inverse modal mass 1/m of each mode \[1/kg\].
    lightness: Four,
}

/// Four modes, prepared for computing their transitions.
pub(super) struct GroupTuning {
    common: Common,
    finest: Turn,
    block: Turn,
}

impl GroupTuning {
    /// Four modes that never move, which fill unused lanes.
    pub(super) const STILL: Self = {
        let still = Turn { s: ZERO, u: ZERO, d: ZERO };
        Self {
            common: Common { slowness: ZERO, damping: ZERO, square: ZERO, compliance: ZERO, lightness: ZERO },
            finest: still,
            block: still,
        }
    };

    /// Sets the mode in lane `l`. Returns false if the mode needs [`StateTransition::exact`].
    pub(super) fn set(&mut self, l: usize, mode: &Mode, sample: Step) -> bool {
        let (omega, a, t) = (mode.angular(), 0.5 * mode.damping(), sample.seconds());
        let square = omega * omega - a * a;
        let q = square * t * t;
        // A NaN is outside the range as well and returns false.
        if !(MIN_TURN_SQUARED..=MAX_TURN * MAX_TURN).contains(&q) {
            return false;
        }
        let theta = square.sqrt();
        let finest = t / f64::from(Substeps::MAX.count());
        // The half phase is below an eighth of a right angle, so its cosine follows from its sine.
        let half = libm::sin(0.5 * theta * finest);
        self.finest.set(l, half, (1.0 - half * half).sqrt(), a * finest);
        let block = BLOCK as f64 * t;
        let (half, cosine) = libm::sincos(0.5 * theta * block);
        self.block.set(l, half, cosine, a * block);
        let stiffness = mode.mass * omega * omega;
        let common = &mut self.common;
        *lane_mut(&mut common.slowness, l) = 1.0 / theta;
        *lane_mut(&mut common.damping, l) = a;
        *lane_mut(&mut common.square, l) = omega * omega;
        *lane_mut(&mut common.compliance, l) = 1.0 / stiffness;
        *lane_mut(&mut common.lightness, l) = 1.0 / mode.mass;
        true
    }
}

impl Turn {
    /// Sets lane `l` from the sine `half` and the cosine `cosine` of half the phase. `fading` is the decay
    /// rate of the amplitude times the time span \[1\].
    fn set(&mut self, l: usize, half: f64, cosine: f64, fading: f64) {
        *lane_mut(&mut self.s, l) = 2.0 * half * cosine;
        *lane_mut(&mut self.u, l) = 2.0 * half * half;
        *lane_mut(&mut self.d, l) = -libm::expm1(-fading);
    }

    /// Returns phase and fade over twice the time span.
    #[inline(always)]
    fn doubled<S: Lanes>(self, p: S) -> Self {
        let one = p.splat(1.0);
        let Self { s, u, d } = self;
        let (twice, cosine) = (p.add(s, s), p.sub(one, u));
        Self { s: p.mul(twice, cosine), u: p.mul(twice, s), d: p.mul(d, p.add(one, p.sub(one, d))) }
    }

    /// Returns phase and fade over three times the time span.
    #[inline(always)]
    fn tripled<S: Lanes>(self, p: S) -> Self {
        let (one, three) = (p.splat(1.0), p.splat(3.0));
        let Self { s, u, d } = self;
        let (twice, fade) = (p.add(s, s), p.sub(one, d));
        let arm = p.sub(three, p.add(u, u));
        Self {
            s: p.mul(s, p.sub(three, p.mul(twice, twice))),
            u: p.mul(u, p.mul(arm, arm)),
            d: p.mul(d, p.add(one, p.add(fade, p.mul(fade, fade)))),
        }
    }

    /// Returns entries of the state transition matrix over the time span: 1 minus the factor from
    /// displacement to displacement, the factor from velocity to displacement, and the factor from velocity
    /// to velocity.
    #[inline(always)]
    fn entries<S: Lanes>(self, p: S, common: &Common) -> [Four; 3] {
        let one = p.splat(1.0);
        let Self { s, u, d } = self;
        let (fade, slow) = (p.sub(one, d), p.mul(s, common.slowness));
        let lean = p.mul(common.damping, slow);
        let cosine = p.sub(one, u);
        [p.add(d, p.mul(fade, p.sub(u, lean))), p.mul(fade, slow), p.mul(fade, p.sub(cosine, lean))]
    }

    /// Returns the step coefficients of the four modes over the time span.
    #[inline(always)]
    fn step<S: Lanes>(self, p: S, common: &Common) -> StepGroup {
        let [rest, xv, vv] = self.entries(p, common);
        let xx = p.sub(p.splat(1.0), rest);
        let vx = p.sub(ZERO, p.mul(common.square, xv));
        StepGroup {
            matrix: [xx, xv, vx, vv],
            // Clamped, because rounding must not make the response to a force negative.
            xf: p.mul(clamp_to_zero(rest), common.compliance),
            vf: p.mul(xv, common.lightness),
        }
    }

    /// Returns the first row of the state transition matrix over the time span: the factors from displacement
    /// and velocity to displacement.
    #[inline(always)]
    fn row<S: Lanes>(self, p: S, common: &Common) -> [Four; 2] {
        let [rest, xv, _] = self.entries(p, common);
        [p.sub(p.splat(1.0), rest), xv]
    }
}

#[inline(always)]
fn clamp_to_zero(a: Four) -> Four {
    Four(a.0.max(0.0), a.1.max(0.0), a.2.max(0.0), a.3.max(0.0))
}

/// Kernel that fills the step tables of four modes for every number of substeps, and the ringing table of
/// these modes.
pub(super) struct Fill<'a> {
    pub(super) tune: &'a GroupTuning,
    /// Step coefficients of all mode groups: all groups for 1 substep, then all for 2, up to 64.
    pub(super) steps: &'a mut [StepGroup],
    /// Number of mode groups that `steps` holds for each number of substeps.
    pub(super) groups: usize,
    pub(super) group: usize,
    pub(super) ring: &'a mut RingGroup,
}

impl Kernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with<S: Lanes>(self, p: S) {
        let common = &self.tune.common;
        let mut turn = self.tune.finest;
        for substeps in (0..Substeps::COUNT).rev() {
            self.steps[substeps * self.groups + self.group] = turn.step(p, common);
            if substeps > 0 {
                turn = turn.doubled(p);
            }
        }
        let (two, three) = (turn.doubled(p), turn.tripled(p));
        let rows =
            [turn.row(p, common), two.row(p, common), three.row(p, common), two.doubled(p).row(p, common)];
        let block = self.tune.block.row(p, common);
        self.ring.put(&rows, block, common.square, p.add(common.damping, common.damping));
    }
}

/// Fills the tables of a single mode that needs [`StateTransition::exact`].
pub(super) fn fill_one(
    mode: &Mode,
    sample: Step,
    steps: &mut [StepGroup],
    groups: usize,
    (group, l): (usize, usize),
    ring: &mut RingGroup,
) {
    for substeps in Substeps::all() {
        let map = StateTransition::exact(mode, substeps.of(sample));
        let step = &mut steps[substeps.index() * groups + group];
        for (entry, value) in step.matrix.iter_mut().zip([map.xx, map.xv, map.vx, map.vv]) {
            *lane_mut(entry, l) = value;
        }
        *lane_mut(&mut step.xf, l) = map.xf;
        *lane_mut(&mut step.vf, l) = map.vf;
    }
    ring.set(l, mode, sample);
}

#[cfg(test)]
mod tests {
    use super::super::lanes::{Vectors, lane};
    use super::*;

    /// Returns the largest difference between the transition in lane `l` and `map`, each entry as a relative
    /// error.
    fn apart(step: &StepGroup, l: usize, mode: &Mode, map: &StateTransition) -> f64 {
        let omega = mode.angular();
        let [xx, xv, vx, vv] = step.matrix.map(|entry| lane(entry, l));
        let stiffness = mode.mass * omega * omega;
        [
            xx - map.xx,
            (xv - map.xv) * omega,
            (vx - map.vx) / omega,
            vv - map.vv,
            (lane(step.xf, l) - map.xf) * stiffness,
            (lane(step.vf, l) - map.vf) * mode.mass * omega,
        ]
        .into_iter()
        .fold(0.0, |most, off| most.max(off.abs()))
    }

    #[test]
    fn transitions_by_doubling_are_exact_to_a_few_units_in_the_last_place() {
        let sample = Step::at_rate(44_100.0);
        let (mut worst, mut worst_push, mut alone) = (0.0_f64, 0.0_f64, 0);
        for n in 0..400 {
            let frequency = 5.0 * libm::pow(10_000.0, f64::from(n) / 399.0);
            let decays = [f64::INFINITY, 10.0, 0.1, 1e-3];
            let modes =
                decays.map(|decay| Mode { frequency, decay, mass: 0.01, shape: Vec::new(), radiated: 0.0 });
            let (mut tune, mut ring) = (GroupTuning::STILL, RingGroup::STILL);
            let mut steps = [StepGroup::STILL; Substeps::COUNT];
            let own: Vec<bool> = (0..4).map(|l| !tune.set(l, &modes[l], sample)).collect();
            Vectors::widest().run(Fill {
                tune: &tune,
                steps: &mut steps,
                groups: 1,
                group: 0,
                ring: &mut ring,
            });
            for (l, mode) in modes.iter().enumerate().filter(|&(l, _)| !own[l]) {
                for substeps in Substeps::all() {
                    let map = StateTransition::exact(mode, substeps.of(sample));
                    let step = &steps[substeps.index()];
                    worst = worst.max(apart(step, l, mode, &map));
                    if mode.decay > 0.01 {
                        worst_push = worst_push.max((lane(step.xf, l) / map.xf - 1.0).abs());
                    }
                }
            }
            alone += own.iter().filter(|&&own| own).count();
        }
        println!("{worst:e} of one, push {worst_push:e} of itself, {alone} computed singly");
        // The remaining error comes from a few roundings of a phase of up to 2π.
        assert!(worst < 4e-15, "{worst:e}");
        assert!(worst_push < 1e-10, "{worst_push:e}");
        assert!(alone < 200, "{alone} of 1600 modes were computed singly");
    }
}
