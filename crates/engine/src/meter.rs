//! How loud something is: the highest peak since one looked, and the mean square of the last 300 ms. Written
//! by the audio thread, read by anyone, without a lock: each number is an atomic of its own.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Time constant of the mean square \[s\].
const MEAN_TIME: f64 = 0.3;

/// How loud something is \[1\]; full scale is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meter {
    /// Highest since one last looked.
    pub peak: f32,
    /// Root of the mean square over the last third of a second.
    pub rms: f32,
    /// It costs nothing until it is told something.
    pub asleep: bool,
}

/// A meter that two threads share.
#[derive(Debug, Default)]
pub(crate) struct SharedMeter {
    peak: AtomicU32,
    square: AtomicU32,
    asleep: AtomicBool,
}

impl SharedMeter {
    /// What it shows; the peak begins anew.
    pub(crate) fn read(&self) -> Meter {
        let square = f32::from_bits(self.square.load(Ordering::Relaxed));
        Meter {
            peak: f32::from_bits(self.peak.swap(0, Ordering::Relaxed)),
            rms: square.max(0.0).sqrt(),
            asleep: self.asleep.load(Ordering::Relaxed),
        }
    }

    /// The mean square, without beginning anew.
    pub(crate) fn square(&self) -> f32 {
        f32::from_bits(self.square.load(Ordering::Relaxed))
    }

    /// Whether it sleeps; the peak does not begin anew.
    pub(crate) fn asleep(&self) -> bool {
        self.asleep.load(Ordering::Relaxed)
    }

    /// A block's peak and mean square. Real-time: yes.
    pub(crate) fn write(&self, peak: f64, square: f64, keep: f32, asleep: bool) {
        // Bits of floats that are not negative are in the order of the floats.
        self.peak.fetch_max((peak as f32).to_bits(), Ordering::Relaxed);
        let before = f32::from_bits(self.square.load(Ordering::Relaxed));
        let after = keep * before + (1.0 - keep) * square as f32;
        let after = if after > 1e-20 { after } else { 0.0 };
        self.square.store(after.to_bits(), Ordering::Relaxed);
        self.asleep.store(asleep, Ordering::Relaxed);
    }

    /// Begins anew.
    pub(crate) fn clear(&self) {
        self.peak.store(0, Ordering::Relaxed);
        self.square.store(0, Ordering::Relaxed);
        self.asleep.store(true, Ordering::Relaxed);
    }
}

/// What is kept of the mean square from one block to the next \[1\].
pub(crate) fn keep(block: usize, rate: f64) -> f32 {
    libm::exp(-(block as f64) / (MEAN_TIME * rate)) as f32
}
