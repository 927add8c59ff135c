//! Level meters: the peak since the last reading, and the mean square over 300 ms. The audio thread writes,
//! any thread reads, without a lock: each number is its own atomic.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Time constant of the mean square of a meter \[s\].
const MEAN_TIME: f64 = 0.3;

/// A meter reading \[1\]; full scale is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meter {
    /// Highest absolute sample since the last reading \[1\].
    pub peak: f32,
    /// Root mean square of the samples over the last 300 ms \[1\].
    pub rms: f32,
    /// Whether the voice sleeps and takes no time until the next event.
    pub asleep: bool,
}

/// A meter that the audio thread writes and other threads read.
#[derive(Debug, Default)]
pub(crate) struct SharedMeter {
    peak: AtomicU32,
    square: AtomicU32,
    asleep: AtomicBool,
}

impl SharedMeter {
    /// Returns the reading of the meter and resets the peak.
    pub(crate) fn read(&self) -> Meter {
        let square = f32::from_bits(self.square.load(Ordering::Relaxed));
        Meter {
            peak: f32::from_bits(self.peak.swap(0, Ordering::Relaxed)),
            rms: square.max(0.0).sqrt(),
            asleep: self.asleep.load(Ordering::Relaxed),
        }
    }

    /// Returns the mean square \[1\]; does not reset the peak.
    pub(crate) fn square(&self) -> f32 {
        f32::from_bits(self.square.load(Ordering::Relaxed))
    }

    /// Whether the voice sleeps; does not reset the peak.
    pub(crate) fn asleep(&self) -> bool {
        self.asleep.load(Ordering::Relaxed)
    }

    /// Adds the peak and the mean square of a block; `keep` is the decay of the previous mean square.
    /// Real-time: yes.
    pub(crate) fn write(&self, peak: f64, square: f64, keep: f32, asleep: bool) {
        // The bits of non-negative floats have the order of the floats.
        self.peak.fetch_max((peak as f32).to_bits(), Ordering::Relaxed);
        let before = f32::from_bits(self.square.load(Ordering::Relaxed));
        let after = keep * before + (1.0 - keep) * square as f32;
        let after = if after > 1e-20 { after } else { 0.0 };
        self.square.store(after.to_bits(), Ordering::Relaxed);
        self.asleep.store(asleep, Ordering::Relaxed);
    }

    /// Resets the meter to silence.
    pub(crate) fn clear(&self) {
        self.peak.store(0, Ordering::Relaxed);
        self.square.store(0, Ordering::Relaxed);
        self.asleep.store(true, Ordering::Relaxed);
    }
}

/// Returns the factor by which the mean square decays from one block to the next \[1\].
pub(crate) fn keep(block: usize, rate: f64) -> f32 {
    libm::exp(-(block as f64) / (MEAN_TIME * rate)) as f32
}
