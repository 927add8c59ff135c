//! A tap out of a shake: when a value rises above one level, it is passed on once; not again before it has
//! been below another.
//!
//! ```text
//!  above ───────────╱▔▔╲───╱╲──────────╱▔    passed on: ↓        ↓
//!                  ╱    ╲_╱  ╲        ╱                 one      two
//!  below ─────────╱───────────╲──────╱───    the second hump never was below
//! ```
//!
//! Two levels keep a value that trembles at one of them from tapping many times, `again` keeps what bounces
//! from doing so: what rises within that time is passed over. How strongly it taps is the value at that
//! moment, or, with `peak`, the highest in that time from then on, which makes it as much later.

use super::StepTime;

/// A tap out of a shake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// It taps when it rises above this.
    pub above: f64,
    /// It may tap again when it has been below this.
    pub below: f64,
    /// Shortest time between two taps \[s\].
    pub again: f64,
    /// How long the highest value is looked for \[s\].
    pub peak: f64,
    ready: bool,
    last: Option<u64>,
    /// Since when the highest is looked for, and what it is.
    watched: Option<(u64, f64)>,
}

impl Threshold {
    /// With two levels and two times \[s\]. What is above from the beginning has not risen.
    pub const fn new(above: f64, below: f64, again: f64, peak: f64) -> Self {
        Self { above, below, again, peak, ready: false, last: None, watched: None }
    }

    pub(super) fn pass(&mut self, x: f64, now: StepTime) -> Option<f64> {
        let since = |then: u64| now.at.saturating_sub(then) as f64 / now.rate;
        if let Some((then, highest)) = self.watched {
            let highest = highest.max(x);
            self.watched = Some((then, highest));
            if since(then) < self.peak {
                return None;
            }
            self.watched = None;
            return Some(highest);
        }
        if x < self.below {
            self.ready = true;
        }
        if !self.ready || x < self.above {
            return None;
        }
        self.ready = false;
        if self.last.is_some_and(|last| since(last) < self.again) {
            return None;
        }
        self.last = Some(now.at);
        if self.peak > 0.0 {
            self.watched = Some((now.at, x));
            return None;
        }
        Some(x)
    }

    pub(super) fn is_restless(&self) -> bool {
        self.watched.is_some()
    }
}
