//! Free motion of a string over many samples at once, equal bit for bit to sample-by-sample stepping.
//!
//! While a block is no longer than a rail, no wave passes the filters twice within it. So all waves that
//! arrive at the junctions from the left are already stored. The filters then run over their waves in place,
//! after which all waves that arrive from the right are stored as well. Each is a run of adjacent cells in
//! order of time.

use super::{MAX_PORTS, Waveguide};
use crate::MotionQuantity;

/// Maximum number of samples in a block: the velocities of all junctions fit into the L1 cache.
const BLOCK: usize = 64;

impl Waveguide {
    /// Advances the string by `out.len()` samples and writes the output of a port after each sample.
    /// Real-time: yes.
    ///
    /// The result equals that of repeated [`Body::advance`](crate::Body::advance) and [`Waveguide::read`],
    /// but takes less time.
    pub fn ring(&mut self, port: usize, quantity: MotionQuantity, out: &mut [f64]) {
        self.ring_many(out.len(), &[(port, quantity)], out);
    }

    /// Advances the string by `frames` samples and writes the output of several probes (port and quantity):
    /// all samples of the first probe, then all of the next. A probe without room in `out` is skipped.
    /// Real-time: yes.
    pub fn ring_many(&mut self, frames: usize, probes: &[(usize, MotionQuantity)], out: &mut [f64]) {
        let mut outputs = Outputs { frames, probes, out };
        let mut done = 0;
        while done < frames {
            if self.is_touched() || !self.is_whole() {
                self.finish_sample();
                for (probe, &(port, quantity)) in probes.iter().enumerate() {
                    if let Some([value]) = outputs.room(probe, done, 1) {
                        *value = self.read(port, quantity);
                    }
                }
                done += 1;
            } else {
                let count = BLOCK.min(self.cells() / 2).min(frames - done);
                // The arrays hold about as many junctions as the string has: clearing larger arrays takes
                // longer than a short block.
                match self.taps.len() {
                    0 | 1 => self.ring_block::<1>(done, count, &mut outputs),
                    2 => self.ring_block::<2>(done, count, &mut outputs),
                    3 | 4 => self.ring_block::<4>(done, count, &mut outputs),
                    _ => self.ring_block::<MAX_PORTS>(done, count, &mut outputs),
                }
                done += count;
            }
        }
    }

    /// Advances the string by a block of `count` samples with no force pushed. `count` is at most the number
    /// of cells that a wave passes in one direction.
    fn ring_block<const TAPS: usize>(&mut self, done: usize, count: usize, outputs: &mut Outputs<'_>) {
        let mut velocities = [[0.0; BLOCK]; TAPS];
        for (tap, velocity) in self.taps.iter().zip(&mut velocities) {
            let (right, _) = self.arriving(tap);
            let (now, later) = run(&self.waves, right, count);
            velocity[..now.len()].copy_from_slice(now);
            velocity[now.len()..count].copy_from_slice(later);
        }

        let turning = self.index_of(self.waves.len() / 2 - 1);
        let now = count.min(self.waves.len() - turning);
        self.design.turn.pass(&mut self.waves[turning..turning + now]);
        self.design.turn.pass(&mut self.waves[..count - now]);

        for (tap, velocity) in self.taps.iter().zip(&mut velocities) {
            let (_, left) = self.arriving(tap);
            let (now, later) = run(&self.waves, left, count);
            let (first, second) = velocity[..count].split_at_mut(now.len());
            subtract(first, now);
            subtract(second, later);
        }
        self.turn_by(count);

        let t = self.sample.seconds();
        let mut displacement = [0.0; BLOCK];
        for (index, (tap, velocity)) in self.taps.iter_mut().zip(&velocities).enumerate() {
            let velocity = &velocity[..count];
            let mut place = tap.motion.displacement;
            for (place_then, v) in displacement.iter_mut().zip(velocity) {
                place += t * v;
                *place_then = place;
            }
            let before = tap.motion.velocity;
            for (probe, &(port, quantity)) in outputs.probes.iter().enumerate() {
                if self.ports.get(port) != Some(&index) {
                    continue;
                }
                let Some(room) = outputs.room(probe, done, count) else {
                    continue;
                };
                match quantity {
                    MotionQuantity::Displacement => room.copy_from_slice(&displacement[..count]),
                    MotionQuantity::Velocity | MotionQuantity::Vibration => room.copy_from_slice(velocity),
                    MotionQuantity::Acceleration => accelerate(before, velocity, t, room),
                }
            }
            tap.motion.displacement = place;
            if let [.., last] = velocity {
                tap.motion.velocity = *last;
            }
            tap.before = match velocity {
                [.., last_but_one, _] => *last_but_one,
                _ => before,
            };
        }
        for (probe, &(port, _)) in outputs.probes.iter().enumerate() {
            if port >= self.ports.len()
                && let Some(room) = outputs.room(probe, done, count)
            {
                room.fill(0.0);
            }
        }
    }
}

/// Probes of a string and the buffer for their outputs.
struct Outputs<'a> {
    frames: usize,
    probes: &'a [(usize, MotionQuantity)],
    out: &'a mut [f64],
}

impl Outputs<'_> {
    /// Returns the output slice for the next `count` samples of one probe, after the `done` samples already
    /// written.
    fn room(&mut self, probe: usize, done: usize, count: usize) -> Option<&mut [f64]> {
        let start = probe * self.frames + done;
        self.out.get_mut(start..start + count)
    }
}

/// Returns `count` adjacent cells of the loop from `start`, which wrap around: at most two slices.
fn run(waves: &[f64], start: usize, count: usize) -> (&[f64], &[f64]) {
    let now = count.min(waves.len() - start);
    (&waves[start..start + now], &waves[..count - now])
}

fn subtract(from: &mut [f64], subtrahend: &[f64]) {
    for (a, b) in from.iter_mut().zip(subtrahend) {
        *a -= b;
    }
}

/// Writes the acceleration of each sample to `out`: the change of velocity divided by the step `t`.
fn accelerate(before: f64, velocity: &[f64], t: f64, out: &mut [f64]) {
    if let ([first, ..], [out_first, ..]) = (velocity, &mut *out) {
        *out_first = (first - before) / t;
    }
    for (a, pair) in out[1..].iter_mut().zip(velocity.windows(2)) {
        *a = (pair[1] - pair[0]) / t;
    }
}
