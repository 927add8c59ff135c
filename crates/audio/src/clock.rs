//! Maps time to samples. The audio thread requests host buffers with jitter, and messages arrive between
//! these requests.
//!
//! Each request of a host buffer gives a mark: the buffer's first sample, and the time of the request. A
//! second-order loop follows the marks and removes their jitter, so that times map smoothly to samples:
//!
//! ```math
//! e = t_k - \hat t_k, \qquad \hat t_{k+1} = \hat t_k + b\,e + T_k, \qquad T_{k+1} = T_k + c\,e
//! ```
//!
//! | symbol | unit | meaning                                                            |
//! |--------|------|--------------------------------------------------------------------|
//! | t      | s    | time of the request of a host buffer, with jitter                  |
//! | t̂     | s    | time of the request without jitter                                 |
//! | T      | s    | duration of a host buffer                                          |
//! | b, c   | 1    | ω√2 and ω², where ω is 2π × bandwidth × T                          |
//!
//! An event is heard one host buffer later, at the same position in the next buffer as it had in the present
//! one. So the delay is the same for all events; only events late by more than a buffer are moved. Source:
//! [Adriaensen2005].

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::time::Instant;

/// Bandwidth of the loop that removes jitter \[Hz\].
const BANDWIDTH: f64 = 0.5;
/// Largest error of a mark that counts as jitter \[s\]. After a larger error the device is taken to have
/// stood still, and the loop restarts.
const MAX_ERROR: f64 = 0.2;
/// Number of consecutive host buffers that may each be late by more than a buffer without catching up. Then
/// the device is taken to have had a gap, and the loop restarts.
const MAX_LATE_BUFFERS: u32 = 4;

/// Maps times to samples, by the marks that the audio thread makes.
#[derive(Debug)]
pub struct Clock {
    origin: Instant,
    rate: f64,
    /// Version of the fields below: even while they are consistent, odd while they change (a seqlock).
    sequence: AtomicU64,
    /// First sample of the host buffer that was requested last.
    sample: AtomicU64,
    /// Time at which the last host buffer was requested, without jitter, counted from `origin` \[s\]; stored
    /// as the bits of a float.
    time: AtomicU64,
    /// Duration of a sample \[s\]; stored as the bits of a float.
    period: AtomicU64,
    /// Length of a host buffer \[frames\].
    buffer_frames: AtomicU64,
}

/// The writing end of a clock, for the audio thread.
#[derive(Clone, Debug)]
pub struct ClockMarker {
    clock: std::sync::Arc<Clock>,
    predicted: Option<f64>,
    period: f64,
    /// Time at which the last host buffer was requested, with jitter \[s\].
    last_request: f64,
    /// Number of consecutive host buffers that were late and did not catch up.
    late: u32,
}

impl Clock {
    /// Makes a clock for `rate` \[Hz\] that starts now, and its writing end for the audio thread. Until the
    /// first mark, time runs at the nominal rate.
    pub fn new(rate: f64) -> (std::sync::Arc<Self>, ClockMarker) {
        let clock = std::sync::Arc::new(Self {
            origin: Instant::now(),
            rate,
            sequence: 0.into(),
            sample: 0.into(),
            time: 0.0_f64.to_bits().into(),
            period: (1.0 / rate).to_bits().into(),
            buffer_frames: 0.into(),
        });
        let marker = ClockMarker {
            clock: std::sync::Arc::clone(&clock),
            predicted: None,
            period: 1.0 / rate,
            last_request: 0.0,
            late: 0,
        };
        (clock, marker)
    }

    /// Returns the nominal sample rate \[Hz\].
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Returns the sample at which an event that happens now is heard.
    pub fn now(&self) -> u64 {
        self.at(Instant::now())
    }

    /// Returns the sample at which an event that happens at `then` is heard.
    pub fn at(&self, then: Instant) -> u64 {
        let after = then.saturating_duration_since(self.origin).as_secs_f64();
        self.at_seconds(after)
    }

    fn at_seconds(&self, then: f64) -> u64 {
        let (sample, time, period, buffer_frames) = self.read();
        let along = (then - time) / period;
        let position = sample as f64 + buffer_frames as f64 + along;
        if position > 0.0 { position as u64 } else { 0 }
    }

    /// Returns the last mark: the first sample of a host buffer, and the time of its request without jitter.
    pub fn mark(&self) -> (u64, Instant) {
        let (sample, time, ..) = self.read();
        let after = std::time::Duration::try_from_secs_f64(time.max(0.0));
        (sample, self.origin + after.unwrap_or_default())
    }

    /// Returns the length of a host buffer \[frames\]; 0 before the first buffer.
    pub fn buffer_frames(&self) -> u64 {
        self.read().3
    }

    fn read(&self) -> (u64, f64, f64, u64) {
        let load = |field: &AtomicU64| field.load(Ordering::Relaxed);
        // The audio thread writes for some nanoseconds, hundreds of times a second: reading is rarely
        // repeated.
        loop {
            let last_request = self.sequence.load(Ordering::Acquire);
            let read = (
                load(&self.sample),
                f64::from_bits(load(&self.time)),
                f64::from_bits(load(&self.period)),
                load(&self.buffer_frames),
            );
            fence(Ordering::Acquire);
            if last_request.is_multiple_of(2) && last_request == load(&self.sequence) {
                return read;
            }
            core::hint::spin_loop();
        }
    }
}

impl ClockMarker {
    /// Marks the request of a host buffer that starts with `sample` and has `buffer_frames`. Real-time: yes.
    pub fn mark(&mut self, sample: u64, buffer_frames: usize) {
        let now = self.clock.origin.elapsed().as_secs_f64();
        self.mark_at(sample, buffer_frames, now);
    }

    fn mark_at(&mut self, sample: u64, buffer_frames: usize, now: f64) {
        let nominal = buffer_frames as f64 / self.clock.rate;
        let behind = self.predicted.is_some_and(|time| now - time > nominal);
        let hurries = now - self.last_request < 0.5 * nominal;
        self.late = if behind && !hurries { self.late + 1 } else { 0 };
        self.last_request = now;
        let expected = match self.predicted {
            Some(time) if (now - time).abs() < MAX_ERROR && self.late < MAX_LATE_BUFFERS => time,
            _ => {
                self.period = 1.0 / self.clock.rate;
                self.late = 0;
                now
            }
        };
        let takes = self.period * buffer_frames as f64;
        let w = (core::f64::consts::TAU * BANDWIDTH * takes).min(0.5);
        let e = now - expected;
        let time = expected + core::f64::consts::SQRT_2 * w * e;
        self.period = (takes + w * w * e) / buffer_frames.max(1) as f64;
        self.predicted = Some(time + self.period * buffer_frames as f64);
        let clock = &self.clock;
        let store = |field: &AtomicU64, bits: u64| field.store(bits, Ordering::Relaxed);
        clock.sequence.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::Release);
        store(&clock.sample, sample);
        store(&clock.time, time.to_bits());
        store(&clock.period, self.period.to_bits());
        store(&clock.buffer_frames, buffer_frames as u64);
        clock.sequence.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a device that requests 128 samples at 48,010 Hz, each time up to a millisecond late.
    #[test]
    fn jitter_of_a_millisecond_becomes_less_than_a_tenth_of_one() {
        let (clock, mut marker) = Clock::new(48_000.0);
        let mut worst = 0.0_f64;
        let mut late = 1_u64;
        for sequence in 0..8_000_u64 {
            late = late.wrapping_mul(6364136223846793005).wrapping_add(1);
            let jitter = 1e-3 * (late >> 40) as f64 / f64::from(1 << 24);
            let ideal = sequence as f64 * 128.0 / 48_010.0;
            marker.mark_at(sequence * 128, 128, ideal + jitter);
            if sequence > 2_000 {
                // The event is in the middle of the buffer; requests are half a millisecond late on average.
                let then = ideal + 64.0 / 48_010.0;
                let found = clock.at_seconds(then + 0.5e-3) as f64;
                let wanted = (sequence * 128 + 128 + 64) as f64;
                worst = worst.max((found - wanted).abs() / 48.0);
            }
        }
        println!("worst error {worst:.3} ms");
        assert!(worst < 0.1, "{worst} ms");
    }

    /// Simulates a server that skips ten blocks of 2.7 ms and then continues at its pace.
    #[test]
    fn lost_time_is_accepted_after_four_buffers() {
        let (clock, mut marker) = Clock::new(48_000.0);
        let buffer_frames = 128.0 / 48_000.0;
        for sequence in 0..2_000_u64 {
            let lost = if sequence < 1_990 { 0.0 } else { 10.0 * buffer_frames };
            marker.mark_at(sequence * 128, 128, sequence as f64 * buffer_frames + lost);
        }
        let now = (1_999.0 + 10.0) * buffer_frames;
        let off = clock.at_seconds(now).abs_diff(2_000 * 128);
        assert!(off <= 1, "{off} samples off");
    }

    /// Simulates a thread that is woken 16 ms late and catches up at once.
    #[test]
    fn a_thread_that_catches_up_has_lost_no_time() {
        let (clock, mut marker) = Clock::new(48_000.0);
        let buffer_frames = 128.0 / 48_000.0;
        for sequence in 0..2_000_u64 {
            let due = sequence as f64 * buffer_frames;
            let woken = 1_900.0 * buffer_frames + 0.016;
            let late = (1_900..1_906).contains(&sequence);
            marker.mark_at(sequence * 128, 128, if late { woken.max(due) } else { due });
        }
        let off = clock.at_seconds(1_999.0 * buffer_frames).abs_diff(2_000 * 128);
        // The loop saw errors of 16 + 13 + … ms and followed a few per cent of them: less than half a
        // millisecond.
        assert!(off <= 24, "{off} samples off");
    }

    #[test]
    fn the_clock_restarts_after_a_stall() {
        let (clock, mut marker) = Clock::new(48_000.0);
        for sequence in 0..100 {
            marker.mark_at(sequence * 128, 128, sequence as f64 * 128.0 / 48_000.0);
        }
        marker.mark_at(12_800, 128, 5.0);
        assert_eq!(clock.at_seconds(5.0), 12_928);
    }
}
