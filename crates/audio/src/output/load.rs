//! Load of the audio thread: the share of each host buffer's duration that rendering takes. The audio thread
//! writes, any thread reads, without a lock.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Number of buckets of the load histogram: twenty buckets of 5 %, and one for loads above 100 %.
pub const BUCKETS: usize = 21;
const WIDTH: f64 = 0.05;

/// Meter for the load of the audio thread. The audio thread writes it, other threads read it.
#[derive(Debug, Default)]
pub struct LoadMeter {
    buckets: [AtomicU64; BUCKETS],
    /// Highest load so far \[1\]; stored as the bits of a non-negative float, whose order is that of the
    /// floats.
    worst: AtomicU32,
    last: AtomicU32,
    machine: AtomicU64,
    latency: AtomicU64,
}

/// Load of the audio thread since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadStats {
    /// Number of host buffers whose rendering took 0–5 %, 5–10 % … of their duration; the last bucket is for
    /// more than 100 %.
    pub buckets: [u64; BUCKETS],
    /// Highest load of any host buffer \[1\]; 1 is the whole duration of the buffer.
    pub worst: f64,
    /// Load of the last host buffer \[1\].
    pub last: f64,
    /// Number of gaps caused by rendering: host buffers whose rendering took longer than they last.
    pub ours: u64,
    /// Number of gaps caused by the machine: a thread woken too late, or an underrun reported by the device.
    pub machine: u64,
}

impl LoadStats {
    /// Returns the number of host buffers.
    pub fn count(&self) -> u64 {
        self.buckets.iter().sum()
    }

    /// Returns the load that the fraction `part` of all host buffers does not exceed \[1\], to the width of a
    /// bucket.
    pub fn quantile(&self, part: f64) -> f64 {
        let wanted = part * self.count() as f64;
        let mut sum = 0;
        for (index, count) in self.buckets.iter().enumerate() {
            sum += count;
            if sum as f64 >= wanted && index + 1 < BUCKETS {
                return ((index + 1) as f64 * WIDTH).min(self.worst);
            }
        }
        self.worst
    }

    /// Returns the histogram of the loads as text, one line per non-empty bucket.
    pub fn histogram(&self) -> String {
        let most = self.buckets.iter().copied().max().unwrap_or(0).max(1);
        let mut lines = Vec::new();
        for (index, &count) in self.buckets.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let from = index * 5;
            let range = if index + 1 == BUCKETS {
                "    > 100 %".to_owned()
            } else {
                format!("{from:3}–{:<3} %", from + 5)
            };
            // A non-empty bucket shows at least one bar.
            let long = (40 * count).div_ceil(most) as usize;
            let bar = "█".repeat(long);
            lines.push(format!("  {range:<10}  {count:>8}  {bar}\n"));
        }
        lines.concat()
    }
}

impl LoadMeter {
    /// Records the load of a host buffer \[1\]. Real-time: yes.
    pub(super) fn note(&self, share: f64) {
        let share = share.max(0.0);
        let index = ((share / WIDTH) as usize).min(BUCKETS - 1);
        if let Some(bucket) = self.buckets.get(index) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let bits = (share as f32).to_bits();
        self.worst.fetch_max(bits, Ordering::Relaxed);
        self.last.store(bits, Ordering::Relaxed);
    }

    /// Records a gap caused by the machine. Real-time: yes.
    pub(super) fn note_gap(&self) {
        self.machine.fetch_add(1, Ordering::Relaxed);
    }

    /// Records the latency reported by the device \[ns\]. Real-time: yes.
    #[cfg_attr(not(feature = "device"), expect(dead_code, reason = "only devices know it"))]
    pub(super) fn note_latency(&self, nanoseconds: u64) {
        self.latency.store(nanoseconds, Ordering::Relaxed);
    }

    pub(super) fn latency(&self) -> Option<f64> {
        let nanoseconds = self.latency.load(Ordering::Relaxed);
        (nanoseconds > 0).then_some(nanoseconds as f64 * 1e-9)
    }

    /// Returns the load statistics so far.
    pub fn read(&self) -> LoadStats {
        let mut buckets = [0; BUCKETS];
        for (seen, bucket) in buckets.iter_mut().zip(&self.buckets) {
            *seen = bucket.load(Ordering::Relaxed);
        }
        let share = |field: &AtomicU32| f64::from(f32::from_bits(field.load(Ordering::Relaxed)));
        LoadStats {
            buckets,
            worst: share(&self.worst),
            last: share(&self.last),
            ours: buckets[BUCKETS - 1],
            machine: self.machine.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_that_takes_too_long_is_a_rendering_gap() {
        let load = LoadMeter::default();
        for share in [0.01, 0.07, 0.07, 0.99, 3.0] {
            load.note(share);
        }
        load.note_gap();
        let seen = load.read();
        assert_eq!((seen.count(), seen.ours, seen.machine, seen.worst), (5, 1, 1, 3.0));
        assert_eq!((seen.buckets[0], seen.buckets[1], seen.buckets[19]), (1, 2, 1));
        // The median is in the bucket from 5 to 10 %.
        assert!((seen.quantile(0.5) - 0.1).abs() < 1e-12, "{}", seen.quantile(0.5));
        assert_eq!(seen.quantile(1.0), 3.0);
    }
}
