//! Free ringing in blocks, with consecutive samples in the lanes.
//!
//! Without forces, every s-th sample of a mode obeys the same two-term recurrence,
//!
//! ```math
//! y_{n+2s} = c_s\,y_{n+s} - d_s\,y_n, \qquad c_s = \operatorname{tr} E^s, \quad d_s = \det E^s = e^{-sgT},
//! ```
//!
//! so four consecutive samples are one vector, and a block of 64 is sixteen: two multiplications for four
//! samples of a mode. The first two vectors come from the state by the first rows of E … E⁴, now and four
//! samples ahead. The next two follow by the recurrence with s = 4. All others use s = 8, which gives two
//! independent chains and half as many rounding steps. The state after the block comes from E⁶⁴. Each matrix
//! is computed for its own time span (`tune.rs`), and every block restarts from the state, so nothing drifts:
//! seven recurrence steps lose a few units in the last place.
//!
//! Only sums, differences and products are used, for the same bits on every machine ([`super::lanes`]).

use super::lanes::{Four, Kernel, Lanes, ZERO, lane, lane_mut};
use super::step::{State, StepGroup};
use super::{Mode, StateTransition};
use foley_contact::Step;

/// Number of samples in a block of free ringing.
pub const BLOCK: usize = 64;

/// Number of four-lane vectors in a block of free ringing.
pub(super) const VECTORS: usize = BLOCK / 4;

/// Coefficients for the free ringing of four modes.
#[derive(Clone, Copy, Debug)]
pub(super) struct RingGroup {
    /// Factors of each mode from the present displacement to the displacement after 1, 2, 3 and 4 samples
    /// \[1\].
    from_displacement: [Four; 4],
    /// Factors of each mode from the present velocity to the displacement after 1, 2, 3 and 4 samples \[s\].
    from_velocity: [Four; 4],
    /// First row of the state transition matrix of each mode over four samples.
    four: [Four; 2],
    /// First row of the state transition matrix of each mode over a block of [`BLOCK`] samples.
    block: [Four; 2],
    /// Squared angular frequency ω² of each mode \[1/s²\].
    square: Four,
    /// Damping g of each mode \[1/s\].
    damping: Four,
}

impl RingGroup {
    /// Coefficients of four modes that never move, which fill unused lanes.
    pub(super) const STILL: Self = Self {
        from_displacement: [ZERO; 4],
        from_velocity: [ZERO; 4],
        four: [ZERO; 2],
        block: [ZERO; 2],
        square: ZERO,
        damping: ZERO,
    };

    /// Returns the damping g of each mode \[1/s\].
    #[inline(always)]
    pub(super) fn damping(&self) -> Four {
        self.damping
    }

    /// Sets the coefficients of the mode in lane `index`.
    pub(super) fn set(&mut self, index: usize, mode: &Mode, step: Step) {
        let after = |samples: f64| StateTransition::exact(mode, Step::of_seconds(samples * step.seconds()));
        for (ahead, samples) in [1.0, 2.0, 3.0, 4.0].into_iter().enumerate() {
            let map = after(samples);
            *lane_mut(&mut self.from_displacement[index], ahead) = map.xx;
            *lane_mut(&mut self.from_velocity[index], ahead) = map.xv;
        }
        for (row, samples) in [(&mut self.four, 4.0), (&mut self.block, BLOCK as f64)] {
            let map = after(samples);
            for (entry, value) in row.iter_mut().zip([map.xx, map.xv]) {
                *lane_mut(entry, index) = value;
            }
        }
        let omega = mode.angular();
        *lane_mut(&mut self.square, index) = omega * omega;
        *lane_mut(&mut self.damping, index) = mode.damping();
    }

    /// Sets the coefficients of all four modes. `rows` and `block` are first rows of the state transition
    /// matrix: over 1, 2, 3 and 4 samples, and over a block. `square` is the squared angular frequency,
    /// `damping` the damping rate of each mode.
    #[inline(always)]
    pub(super) fn put(&mut self, rows: &[[Four; 2]; 4], block: [Four; 2], square: Four, damping: Four) {
        let across = |entry: usize, mode: usize| {
            Four(
                lane(rows[0][entry], mode),
                lane(rows[1][entry], mode),
                lane(rows[2][entry], mode),
                lane(rows[3][entry], mode),
            )
        };
        for mode in 0..4 {
            self.from_displacement[mode] = across(0, mode);
            self.from_velocity[mode] = across(1, mode);
        }
        self.four = rows[3];
        self.block = block;
        self.square = square;
        self.damping = damping;
    }

    /// Returns the squared angular frequency of the mode in lane `index` \[1/s²\].
    pub(super) fn square(&self, index: usize) -> f64 {
        lane(self.square, index)
    }

    /// Returns the state transition matrix of the modes from its first row (xx, xv). With angular frequency ω
    /// and damping g, the second row is (−ω² xv, xx − g xv) for every time span. Storing one row keeps the
    /// tables short, which saves memory with thousands of bodies.
    #[inline(always)]
    fn matrix<S: Lanes>(&self, s: S, [xx, xv]: [Four; 2]) -> [Four; 4] {
        let vx = s.sub(ZERO, s.mul(self.square, xv));
        [xx, xv, vx, s.sub(xx, s.mul(self.damping, xv))]
    }
}

/// Applies a 2×2 matrix to displacement and velocity in each lane and returns both.
#[inline(always)]
pub(super) fn turn<S: Lanes>(s: S, matrix: &[Four; 4], x: Four, v: Four) -> (Four, Four) {
    let [xx, xv, vx, vv] = *matrix;
    (s.add(s.mul(xx, x), s.mul(xv, v)), s.add(s.mul(vx, x), s.mul(vv, v)))
}

/// Kernel that adds the free motion of one port over the next samples to `out`.
pub(super) struct AddFreeMotion<'a> {
    pub(super) rings: &'a [RingGroup],
    pub(super) states: &'a [State],
    /// Whether to add the velocity instead of the displacement.
    pub(super) velocity: bool,
    /// Equilibrium of the modes \[m\]; empty if every mode rests at the origin.
    pub(super) rest: &'a [Four],
    /// Heights of the mode shapes at the port \[1\].
    pub(super) shape: &'a [Four],
    /// Output of at most [`BLOCK`] samples, to which the motion is added.
    pub(super) out: &'a mut [f64],
}

impl Kernel for AddFreeMotion<'_> {
    type Output = ();

    #[inline(always)]
    fn with<S: Lanes>(self, s: S) {
        let groups = self.rings.len().min(self.shape.len());
        let (rings, states) = (&self.rings[..groups], &self.states[..groups]);
        let shape = &self.shape[..groups];
        // Only complete rounds of the recurrence are computed, so that a short block has the same samples as
        // the start of a full block. `sums` is used as a slice: the compiler would try to hold an array in
        // registers.
        let mut sums = [ZERO; VECTORS];
        let vectors = (self.out.len().div_ceil(16) * 4).min(VECTORS);
        let sums = &mut sums[..vectors];
        for g in 0..groups {
            let w = shape[g];
            let (mut x, mut v) = (states[g].x, states[g].v);
            if let Some(&rest) = self.rest.get(g) {
                x = s.sub(x, rest);
            }
            if self.velocity {
                // The velocity obeys the same equation as the displacement, with the acceleration as the
                // derivative of the velocity.
                let pull = s.add(s.mul(rings[g].square, x), s.mul(rings[g].damping, v));
                (x, v) = (v, s.sub(ZERO, pull));
            }
            ring_group(s, &rings[g], s.mul(w, x), s.mul(w, v), sums);
        }
        let (whole, part) = self.out.as_chunks_mut::<4>();
        for (out, &sum) in whole.iter_mut().zip(&*sums) {
            let [a, b, c, d] = *out;
            let Four(a, b, c, d) = s.add(Four(a, b, c, d), sum);
            *out = [a, b, c, d];
        }
        if let Some(&last) = sums.get(whole.len()) {
            for (index, out) in part.iter_mut().enumerate() {
                *out += lane(last, index);
            }
        }
    }
}

/// Adds the ringing of four modes over a block to `sums`. Takes two modes at a time, which is as many as the
/// vector registers can hold.
#[inline(always)]
fn ring_group<S: Lanes>(s: S, group: &RingGroup, x: Four, v: Four, sums: &mut [Four]) {
    let four = group.matrix(s, group.four);
    let starts = [[x, v], turn(s, &four, x, v).into()];
    // c and d of the recurrence over four samples come from E⁴, and those over eight samples from c and d
    // over four.
    let [xx, xv, vx, vv] = four;
    let (c, d) = (s.add(xx, vv), s.sub(s.mul(xx, vv), s.mul(xv, vx)));
    let by_eight = [s.sub(s.mul(c, c), s.add(d, d)), s.mul(d, d)];
    let by = [[c, d], by_eight];
    ring_pair(s, group, [0, 1], &starts, &by, sums);
    ring_pair(s, group, [2, 3], &starts, &by, sums);
}

/// Adds the ringing of two modes over a block: vectors 0, 2, 4 … of each mode form one chain, vectors 1, 3, 5
/// … another.
#[inline(always)]
fn ring_pair<S: Lanes>(
    s: S,
    group: &RingGroup,
    [i, j]: [usize; 2],
    starts: &[[Four; 2]; 2],
    &[by_four, by_eight]: &[[Four; 2]; 2],
    sums: &mut [Four],
) {
    let (mut a0, mut b0, mut a1, mut b1) = first_four(s, group, i, starts, by_four);
    let (mut e0, mut f0, mut e1, mut f1) = first_four(s, group, j, starts, by_four);
    let (by_i, by_j) = (splat(s, by_eight, i), splat(s, by_eight, j));
    let (fours, _) = sums.as_chunks_mut::<4>();
    let Some((four, fours)) = fours.split_first_mut() else {
        return;
    };
    four[0] = s.add(four[0], s.add(a0, e0));
    four[1] = s.add(four[1], s.add(b0, f0));
    four[2] = s.add(four[2], s.add(a1, e1));
    four[3] = s.add(four[3], s.add(b1, f1));
    for four in fours {
        a0 = next(s, by_i, a1, a0);
        e0 = next(s, by_j, e1, e0);
        four[0] = s.add(four[0], s.add(a0, e0));
        b0 = next(s, by_i, b1, b0);
        f0 = next(s, by_j, f1, f0);
        four[1] = s.add(four[1], s.add(b0, f0));
        a1 = next(s, by_i, a0, a1);
        e1 = next(s, by_j, e0, e1);
        four[2] = s.add(four[2], s.add(a1, e1));
        b1 = next(s, by_i, b0, b1);
        f1 = next(s, by_j, f0, f1);
        four[3] = s.add(four[3], s.add(b1, f1));
    }
}

/// Returns the first sixteen samples of a mode, as four vectors.
#[inline(always)]
fn first_four<S: Lanes>(
    s: S,
    group: &RingGroup,
    mode: usize,
    &[now, on]: &[[Four; 2]; 2],
    by_four: [Four; 2],
) -> (Four, Four, Four, Four) {
    let by = splat(s, by_four, mode);
    let (a, b) = (start(s, group, mode, now), start(s, group, mode, on));
    let c = next(s, by, b, a);
    (a, b, c, next(s, by, c, b))
}

/// Returns four samples of a mode, computed from the mode's displacement and velocity in `from`.
#[inline(always)]
fn start<S: Lanes>(s: S, group: &RingGroup, mode: usize, from: [Four; 2]) -> Four {
    let [x, v] = splat(s, from, mode);
    s.add(s.mul(group.from_displacement[mode], x), s.mul(group.from_velocity[mode], v))
}

/// Copies the lane of one mode in two vectors to all lanes.
#[inline(always)]
fn splat<S: Lanes>(s: S, [a, b]: [Four; 2], mode: usize) -> [Four; 2] {
    [s.splat(lane(a, mode)), s.splat(lane(b, mode))]
}

/// Returns the next vector of the recurrence: `c` times the vector before (`near`) minus `d` times the vector
/// before that (`far`).
#[inline(always)]
fn next<S: Lanes>(s: S, [c, d]: [Four; 2], near: Four, far: Four) -> Four {
    s.sub(s.mul(c, near), s.mul(d, far))
}

/// Kernel that moves all modes by `frames` samples without forces. The sequence of operations depends on
/// `frames` alone; a full block is one matrix multiplication.
pub(super) struct Coast<'a> {
    pub(super) states: &'a mut [State],
    pub(super) rings: &'a [RingGroup],
    /// Step coefficients of the modes for one step per sample.
    pub(super) steps: &'a [StepGroup],
    pub(super) rest: &'a [Four],
    pub(super) frames: usize,
}

impl Kernel for Coast<'_> {
    type Output = ();

    #[inline(always)]
    fn with<S: Lanes>(self, s: S) {
        let groups = self.states.iter_mut().zip(self.rings);
        if self.frames == BLOCK && self.rest.is_empty() {
            for (state, ring) in groups {
                let block = ring.matrix(s, ring.block);
                (state.x, state.v) = turn(s, &block, state.x, state.v);
            }
            return;
        }
        for (g, ((state, ring), step)) in groups.zip(self.steps).enumerate() {
            let rest = self.rest.get(g).copied().unwrap_or(ZERO);
            let (mut x, mut v) = (s.sub(state.x, rest), state.v);
            if self.frames == BLOCK {
                (x, v) = turn(s, &ring.matrix(s, ring.block), x, v);
            } else {
                let four = ring.matrix(s, ring.four);
                for _ in 0..self.frames / 4 {
                    (x, v) = turn(s, &four, x, v);
                }
                for _ in 0..self.frames % 4 {
                    (x, v) = turn(s, &step.matrix, x, v);
                }
            }
            state.x = s.add(x, rest);
            state.v = v;
        }
    }
}
