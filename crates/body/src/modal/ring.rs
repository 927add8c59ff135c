//! Free ringing in blocks: samples across the lanes.
//!
//! Left alone, every fourth sample of a mode obeys the same recurrence of two terms,
//!
//! $$ y_{n+8} = c\,y_{n+4} - d\,y_n, \qquad c = \operatorname{tr} E^4, \quad d = \det E^4 = e^{-4gT}, $$
//!
//! so four samples in a row are one vector, and a block of 64 is sixteen: two multiplications for four samples of a mode.
//! The first two vectors come from the state by the first row of E … E⁴, the state after the block from E⁶⁴. Each is made
//! by [`Map::exact`] for its own stretch of time, and a block starts from the state again, so that nothing drifts: a
//! recurrence of sixteen terms has lost a few units in the last place when the next one begins.
//!
//! Only sums, differences and products: the same bits on every machine ([`super::lanes`]).

use super::lanes::{Four, Kernel, Lanes, ZERO, lane, lane_mut};
use super::step::State;
use super::{Map, Mode};
use foley_contact::Step;

/// Samples in a block of free ringing.
pub const BLOCK: usize = 64;

/// Vectors in a block.
pub(super) const VECTORS: usize = BLOCK / 4;

/// What four modes need to ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct RingGroup {
    /// Per mode, place after 1, 2, 3 and 4 samples from the place now \[1\].
    from_place: [Four; 4],
    /// Per mode, place after 1, 2, 3 and 4 samples from the velocity now \[s\].
    from_velocity: [Four; 4],
    c: Four,
    d: Four,
    /// E⁴: xx, xv, vx, vv.
    four: [Four; 4],
    /// E⁶⁴: xx, xv, vx, vv.
    block: [Four; 4],
}

impl RingGroup {
    /// Of modes that never move.
    pub(super) const STILL: Self = Self {
        from_place: [ZERO; 4],
        from_velocity: [ZERO; 4],
        c: ZERO,
        d: ZERO,
        four: [ZERO; 4],
        block: [ZERO; 4],
    };

    /// Puts a mode into one of the four lanes.
    pub(super) fn set(&mut self, index: usize, mode: &Mode, step: Step) {
        let after = |samples: f64| Map::exact(mode, Step::of_seconds(samples * step.seconds()));
        for (ahead, samples) in [1.0, 2.0, 3.0, 4.0].into_iter().enumerate() {
            let map = after(samples);
            *lane_mut(&mut self.from_place[index], ahead) = map.xx;
            *lane_mut(&mut self.from_velocity[index], ahead) = map.xv;
        }
        for (table, samples) in [(&mut self.four, 4.0), (&mut self.block, BLOCK as f64)] {
            let map = after(samples);
            let entries = [map.xx, map.xv, map.vx, map.vv];
            for (entry, value) in table.iter_mut().zip(entries) {
                *lane_mut(entry, index) = value;
            }
        }
        let map = after(8.0);
        *lane_mut(&mut self.c, index) = map.xx + map.vv;
        *lane_mut(&mut self.d, index) = libm::exp(-8.0 * mode.damping() * step.seconds());
    }
}

/// A 2×2 matrix in lanes applied to place and velocity in lanes.
#[inline(always)]
pub(super) fn turn<S: Lanes>(s: S, matrix: &[Four; 4], x: Four, v: Four) -> (Four, Four) {
    let [xx, xv, vx, vv] = *matrix;
    (
        s.add(s.mul(xx, x), s.mul(xv, v)),
        s.add(s.mul(vx, x), s.mul(vv, v)),
    )
}

/// Adds what one port will do, left alone, over the next samples.
pub(super) struct Hear<'a> {
    pub(super) rings: &'a [RingGroup],
    pub(super) states: &'a [State],
    /// ω² and g, if the velocity is listened to; empty for the displacement.
    pub(super) springs: &'a [[Four; 2]],
    /// Where the modes come to rest \[m\]; empty if that is the origin.
    pub(super) rest: &'a [Four],
    /// Mode shapes at the port.
    pub(super) shape: &'a [Four],
    /// 1 for modes that can be heard.
    pub(super) audible: &'a [Four],
    /// One vector for four samples: at least two, at most [`VECTORS`]. Not an array: the compiler would try to hold all of
    /// it in registers.
    pub(super) sums: &'a mut [Four],
}

impl Kernel for Hear<'_> {
    type Output = ();

    #[inline(always)]
    fn with<S: Lanes>(self, s: S) {
        let groups = self
            .rings
            .iter()
            .zip(self.states)
            .zip(self.shape)
            .zip(self.audible);
        for (g, (((ring, state), &w), &heard)) in groups.enumerate() {
            let w = s.mul(w, heard);
            let (mut x, mut v) = (state.x, state.v);
            if let Some(&rest) = self.rest.get(g) {
                x = s.sub(x, rest);
            }
            if let Some(&[square, damping]) = self.springs.get(g) {
                // The velocity obeys the same equation as the place; its own velocity is the acceleration.
                let pull = s.add(s.mul(square, x), s.mul(damping, v));
                (x, v) = (v, s.sub(ZERO, pull));
            }
            ring_group(s, ring, s.mul(w, x), s.mul(w, v), self.sums);
        }
    }
}

/// Four modes over a block, added to the sums, two modes at a time: with a near and a far vector of each of two strands
/// they fill the registers.
#[inline(always)]
fn ring_group<S: Lanes>(s: S, group: &RingGroup, x: Four, v: Four, sums: &mut [Four]) {
    let (x4, v4) = turn(s, &group.four, x, v);
    let (x8, v8) = turn(s, &group.four, x4, v4);
    let (x12, v12) = turn(s, &group.four, x8, v8);
    let starts = [[x, v], [x4, v4], [x8, v8], [x12, v12]];
    let (c, d) = (group.c, group.d);
    ring_pair(s, group, [0, 1], &starts, [c.0, c.1], [d.0, d.1], sums);
    ring_pair(s, group, [2, 3], &starts, [c.2, c.3], [d.2, d.3], sums);
}

/// Two modes over a block: vectors 0, 2, 4 … are one strand of each, 1, 3, 5 … the other.
#[inline(always)]
fn ring_pair<S: Lanes>(
    s: S,
    group: &RingGroup,
    [i, j]: [usize; 2],
    starts: &[[Four; 2]; 4],
    c: [f64; 2],
    d: [f64; 2],
    sums: &mut [Four],
) {
    let start = |m: usize, n: usize| {
        let [x, v] = starts[n];
        s.add(
            s.mul(group.from_place[m], s.splat(lane(x, m))),
            s.mul(group.from_velocity[m], s.splat(lane(v, m))),
        )
    };
    let (mut a0, mut b0, mut a1, mut b1) = (start(i, 0), start(i, 1), start(i, 2), start(i, 3));
    let (mut e0, mut f0, mut e1, mut f1) = (start(j, 0), start(j, 1), start(j, 2), start(j, 3));
    let (ci, cj, di, dj) = (s.splat(c[0]), s.splat(c[1]), s.splat(d[0]), s.splat(d[1]));
    let next = |c, near, d, far| s.sub(s.mul(c, near), s.mul(d, far));
    let mut fours = sums.chunks_exact_mut(4);
    let Some(four) = fours.next() else {
        return;
    };
    four[0] = s.add(four[0], s.add(a0, e0));
    four[1] = s.add(four[1], s.add(b0, f0));
    four[2] = s.add(four[2], s.add(a1, e1));
    four[3] = s.add(four[3], s.add(b1, f1));
    for four in fours {
        a0 = next(ci, a1, di, a0);
        e0 = next(cj, e1, dj, e0);
        four[0] = s.add(four[0], s.add(a0, e0));
        b0 = next(ci, b1, di, b0);
        f0 = next(cj, f1, dj, f0);
        four[1] = s.add(four[1], s.add(b0, f0));
        a1 = next(ci, a0, di, a1);
        e1 = next(cj, e0, dj, e1);
        four[2] = s.add(four[2], s.add(a1, e1));
        b1 = next(ci, b0, di, b1);
        f1 = next(cj, f0, dj, f1);
        four[3] = s.add(four[3], s.add(b1, f1));
    }
}

/// Takes place and velocity of four modes some samples on, left alone. Always by the same way for the same number, and the
/// whole block at once.
#[inline(always)]
pub(super) fn coast<S: Lanes>(
    s: S,
    group: &RingGroup,
    one: &[Four; 4],
    (mut x, mut v): (Four, Four),
    frames: usize,
) -> (Four, Four) {
    if frames == BLOCK {
        return turn(s, &group.block, x, v);
    }
    for _ in 0..frames / 4 {
        (x, v) = turn(s, &group.four, x, v);
    }
    for _ in 0..frames % 4 {
        (x, v) = turn(s, one, x, v);
    }
    (x, v)
}
