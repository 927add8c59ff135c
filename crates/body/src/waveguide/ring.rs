//! A string left alone, many samples at once: the same numbers as sample by sample, to the last bit.
//!
//! As long as a block is no longer than a rail, nothing that turns round within it comes back to be turned
//! again. So all that arrives at the junctions from the left is already stored; the turn is taken in one go,
//! in place; and then all that arrives from the right is stored as well. Each is a run of neighbours, in the
//! order of time.

use super::{MAX_PORTS, Waveguide};
use crate::MotionQuantity;

/// Longest block: the velocities of all junctions in it fit into the fastest memory.
const BLOCK: usize = 64;

impl Waveguide {
    /// Rings on for `out.len()` samples, and what is heard at a port after each. Real-time: yes.
    ///
    /// The same as that many times [`Body::advance`](crate::Body::advance) and [`Waveguide::read`], faster.
    pub fn ring(&mut self, port: usize, quantity: MotionQuantity, out: &mut [f64]) {
        self.ring_many(out.len(), &[(port, quantity)], out);
    }

    /// Rings on for so many samples, heard by several listeners: all samples of the first, then all of the
    /// next. Who has no room in `out` does not hear. Real-time: yes.
    pub fn ring_many(&mut self, frames: usize, listeners: &[(usize, MotionQuantity)], out: &mut [f64]) {
        let mut ears = Ears { frames, listeners, out };
        let mut done = 0;
        while done < frames {
            if self.is_touched() || !self.is_whole() {
                self.finish_sample();
                for (ear, &(port, quantity)) in listeners.iter().enumerate() {
                    if let Some([heard]) = ears.room(ear, done, 1) {
                        *heard = self.read(port, quantity);
                    }
                }
                done += 1;
            } else {
                let count = BLOCK.min(self.cells() / 2).min(frames - done);
                // Room for as many junctions as there are, more or less: clearing it takes longer than a
                // short block.
                match self.taps.len() {
                    0 | 1 => self.ring_block::<1>(done, count, &mut ears),
                    2 => self.ring_block::<2>(done, count, &mut ears),
                    3 | 4 => self.ring_block::<4>(done, count, &mut ears),
                    _ => self.ring_block::<MAX_PORTS>(done, count, &mut ears),
                }
                done += count;
            }
        }
    }

    /// A block no longer than a rail, with nothing pushed.
    fn ring_block<const TAPS: usize>(&mut self, done: usize, count: usize, ears: &mut Ears<'_>) {
        let mut velocities = [[0.0; BLOCK]; TAPS];
        for (tap, velocity) in self.taps.iter().zip(&mut velocities) {
            let (right, _) = self.arriving(tap);
            let (now, later) = run(&self.waves, right, count);
            velocity[..now.len()].copy_from_slice(now);
            velocity[now.len()..count].copy_from_slice(later);
        }

        let turning = self.place_of(self.waves.len() / 2 - 1);
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
            for (ear, &(port, quantity)) in ears.listeners.iter().enumerate() {
                if self.ports.get(port) != Some(&index) {
                    continue;
                }
                let Some(room) = ears.room(ear, done, count) else {
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
        for (ear, &(port, _)) in ears.listeners.iter().enumerate() {
            if port >= self.ports.len()
                && let Some(room) = ears.room(ear, done, count)
            {
                room.fill(0.0);
            }
        }
    }
}

/// Who listens, and where what they hear is written.
struct Ears<'a> {
    frames: usize,
    listeners: &'a [(usize, MotionQuantity)],
    out: &'a mut [f64],
}

impl Ears<'_> {
    /// Room for the next samples of one listener.
    fn room(&mut self, ear: usize, done: usize, count: usize) -> Option<&mut [f64]> {
        let start = ear * self.frames + done;
        self.out.get_mut(start..start + count)
    }
}

/// So many neighbours from `start` on, round the end: at most two pieces.
fn run(waves: &[f64], start: usize, count: usize) -> (&[f64], &[f64]) {
    let now = count.min(waves.len() - start);
    (&waves[start..start + now], &waves[..count - now])
}

fn subtract(from: &mut [f64], what: &[f64]) {
    for (a, b) in from.iter_mut().zip(what) {
        *a -= b;
    }
}

/// Changes of velocity over a sample.
fn accelerate(before: f64, velocity: &[f64], t: f64, out: &mut [f64]) {
    if let ([first, ..], [out_first, ..]) = (velocity, &mut *out) {
        *out_first = (first - before) / t;
    }
    for (a, pair) in out[1..].iter_mut().zip(velocity.windows(2)) {
        *a = (pair[1] - pair[0]) / t;
    }
}
