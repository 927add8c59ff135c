//! A value that moves linearly within each block, so that no coefficient jumps at the rate of the blocks.

use foley_sound::BLOCK;

/// Value that moves linearly to its target within one block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ramp {
    now: f64,
    by: f64,
    set: bool,
}

impl Ramp {
    /// Ramp that starts at 0 also for its first target.
    pub(crate) const ZERO: Self = Self { now: 0.0, by: 0.0, set: true };

    /// Sets the value that is reached at the end of the coming block. The first target of a default ramp
    /// takes effect at once. Real-time: yes.
    pub(crate) fn aim(&mut self, target: f64) {
        if !self.set {
            self.now = target;
            self.set = true;
        }
        self.by = (target - self.now) / BLOCK as f64;
    }

    /// Advances by one sample and returns the value. Real-time: yes.
    #[inline]
    pub(crate) fn step(&mut self) -> f64 {
        self.now += self.by;
        self.now
    }
}
