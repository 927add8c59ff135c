//! Drives: forces, offsets, sliding and pressing over time, each by a signal known in advance or fed live.
//!
//! A signal depends on the sample number alone, including noise, whose values are hashed from seed and
//! number. So a block can be rendered again, from anywhere, with the same bits. A live signal knows its
//! present block and the value before it, and assumes that the last value stays. That is enough, since a
//! driven island is never rendered ahead.

use crate::spec::Signal;
use foley_body::modal::BLOCK;
use foley_contact::Step;

/// Quantity that a drive acts on. Bodies and joints are given by their index within the island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DriveTarget {
    /// Force on a body at a port \[N\].
    Force { body: usize, port: usize },
    /// Offset that brings the two surfaces of a contact closer \[m\].
    Offset { joint: usize },
    /// Sliding velocity of a contact [m/s].
    Slide { joint: usize },
    /// Normal force of a friction contact \[N\].
    Press { joint: usize },
}

/// A signal that acts on an island.
#[derive(Clone, Debug)]
pub(crate) struct Drive {
    pub(crate) target: DriveTarget,
    pub(crate) signal: Signal,
    /// First sample of the drive, counted from the start of the scene.
    pub(crate) from: u64,
    /// First sample after the end of the drive.
    pub(crate) until: u64,
    pub(crate) seed: u64,
    /// Live values; `None` unless the signal is [`Signal::Live`].
    pub(crate) live_input: Option<Box<LiveInput>>,
}

/// The last block of values of a live signal.
#[derive(Clone, Debug)]
pub(crate) struct LiveInput {
    /// Sample number to which the first of `values` belongs, counted from the start of the scene.
    from: u64,
    /// Last value of the block before `values`; 0 if there is none.
    before: f64,
    values: [f64; BLOCK],
    /// Whether all values of the block are equal.
    flat: bool,
}

impl LiveInput {
    /// Returns a live signal that is constant 0 until the first values arrive.
    pub(crate) fn empty() -> Self {
        Self { from: 0, before: 0.0, values: [0.0; BLOCK], flat: true }
    }

    /// Sets the values of the block that starts at sample `from`, replacing earlier values for that block.
    pub(crate) fn feed(&mut self, from: u64, values: &[f64; BLOCK]) {
        if self.from != from {
            self.before = self.values[BLOCK - 1];
            self.from = from;
        }
        self.values = *values;
        self.flat = values.iter().all(|&value| value == values[0]);
    }

    /// Returns the value of the signal at the sample number `sample`, counted from the start of the scene.
    /// After the last block it keeps the last value.
    fn at(&self, sample: u64) -> f64 {
        match sample.checked_sub(self.from) {
            Some(n) => self.values[n.min(BLOCK as u64 - 1) as usize],
            None => self.before,
        }
    }

    /// Returns the number of samples from `sample` on in which the value stays constant: 0 if the values
    /// differ within the block of `sample`, otherwise unlimited.
    fn steady(&self, sample: u64) -> u64 {
        let changes = !self.flat && self.is_of(sample);
        if changes { 0 } else { u64::MAX }
    }

    /// Whether `sample` lies in the block for which values were last set.
    fn is_of(&self, sample: u64) -> bool {
        (self.from..self.from + BLOCK as u64).contains(&sample)
    }
}

impl Drive {
    /// Returns the value of the drive at the sample number `sample`, counted from the start of the scene; 0
    /// before the start and after the end of the drive.
    pub(crate) fn at(&self, sample: u64, step: Step) -> f64 {
        if sample < self.from || sample >= self.until {
            return 0.0;
        }
        match &self.live_input {
            Some(fed) => fed.at(sample),
            None => value(&self.signal, sample - self.from, step, self.seed),
        }
    }

    /// Whether the drive lets the island sleep from sample `next` on: the value stays constant for a block. A
    /// live signal that has just changed is expected to change again.
    pub(crate) fn allows_sleep(&self, next: u64, step: Step) -> bool {
        let stays = |from| self.steady_for(from, BLOCK, step) == BLOCK;
        let fed = |fed: &LiveInput| next < BLOCK as u64 || fed.steady(next - BLOCK as u64) > 0;
        stays(next) && self.live_input.as_deref().is_none_or(fed)
    }

    /// Whether the drive wakes a sleeping island in the block that starts at sample `time`.
    pub(crate) fn wakes(&self, time: u64, step: Step) -> bool {
        let now = self.at(time, step);
        let jumps = time > 0 && self.at(time - 1, step) != now;
        let slides = matches!(self.target, DriveTarget::Slide { .. }) && now != 0.0;
        jumps || slides || self.steady_for(time, BLOCK, step) < BLOCK
    }

    /// Returns the number of samples from `sample` on for which the value is constant, at most `most`.
    pub(crate) fn steady_for(&self, sample: u64, most: usize, step: Step) -> usize {
        let most = most as u64;
        let steady = if sample >= self.until {
            most
        } else if sample < self.from {
            self.from - sample
        } else {
            let on = match &self.live_input {
                Some(fed) => fed.steady(sample),
                None => steady(&self.signal, sample - self.from, step),
            };
            on.min(self.until - sample)
        };
        steady.min(most) as usize
    }
}

/// Returns the number of samples for which a signal is constant, counted from its sample `n`; 0 if the signal
/// changes with the next sample.
fn steady(signal: &Signal, n: u64, step: Step) -> u64 {
    match signal {
        Signal::Constant(_) | Signal::Live => u64::MAX,
        Signal::Points(points) => {
            let time = n as f64 * step.seconds();
            match (points.first(), points.last()) {
                (Some(&(first, _)), _) if time < first => ((first - time) * step.rate()) as u64,
                (_, Some(&(last, _))) if time < last => 0,
                _ => u64::MAX,
            }
        }
        Signal::Sine { amplitude, .. } if *amplitude == 0.0 => u64::MAX,
        Signal::Samples { values, rate } => {
            let length = values.len() as f64 * rate.map_or(1.0, |rate| step.rate() / rate);
            if n as f64 > length { u64::MAX } else { 0 }
        }
        Signal::Sine { .. } | Signal::Noise { .. } => 0,
        Signal::Sum(parts) => parts.iter().map(|part| steady(part, n, step)).min().unwrap_or(u64::MAX),
    }
}

/// Returns the value of a signal at its sample `n`, counted from the start of its gesture.
fn value(signal: &Signal, n: u64, step: Step, seed: u64) -> f64 {
    let time = n as f64 * step.seconds();
    match signal {
        Signal::Constant(value) => *value,
        // `LiveInput` holds the live values.
        Signal::Live => 0.0,
        Signal::Points(points) => between(points, time),
        Signal::Sine { amplitude, frequency, phase, offset } => {
            offset + amplitude * libm::sin(core::f64::consts::TAU * frequency * time + phase)
        }
        Signal::Noise { amplitude, rate, seed: own } => {
            let seed = own.unwrap_or(seed);
            let at = |n: u64| amplitude * random(seed, n);
            match rate {
                None => at(n),
                Some(rate) => join(time * rate, at),
            }
        }
        Signal::Samples { values, rate } => {
            let at = |n: u64| usize::try_from(n).ok().and_then(|n| values.get(n)).copied().unwrap_or(0.0);
            match rate {
                None => at(n),
                Some(rate) => join(time * rate, at),
            }
        }
        Signal::Sum(parts) => {
            parts.iter().enumerate().map(|(i, part)| value(part, n, step, mix_seed(seed, i as u64))).sum()
        }
    }
}

/// Interpolates linearly at the fractional position `place` between the values of `at` at integer positions.
fn join(place: f64, at: impl Fn(u64) -> f64) -> f64 {
    let whole = libm::floor(place);
    let (one, two) = (at(whole as u64), at(whole as u64 + 1));
    one + (place - whole) * (two - one)
}

/// Interpolates linearly at `time` between points of time and value; constant before the first point and
/// after the last.
fn between(points: &[(f64, f64)], time: f64) -> f64 {
    let next = points.partition_point(|&(then, _)| then <= time);
    match (next.checked_sub(1).and_then(|i| points.get(i)), points.get(next)) {
        (Some(&(t0, a)), Some(&(t1, b))) => a + (time - t0) / (t1 - t0) * (b - a),
        (Some(&(_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => 0.0,
    }
}

/// Derives the seed of the n-th of several generators from a common seed (SplitMix64 \[Steele2014\]).
pub fn mix_seed(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the n-th value of a random sequence, uniform between −1 and 1.
fn random(seed: u64, n: u64) -> f64 {
    ((mix_seed(seed, n) >> 11) as f64) / ((1u64 << 52) as f64) - 1.0
}
