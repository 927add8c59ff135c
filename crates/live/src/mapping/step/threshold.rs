//! Triggers once when a value rises above one level, and not again before it has been below another.
//!
//! ```text
//!  above ───────────╱▔▔╲───╱╲──────────╱▔    passed on: ↓        ↓
//!                  ╱    ╲_╱  ╲        ╱                 one      two
//!  below ─────────╱───────────╲──────╱───    the second hump never was below
//! ```
//!
//! Two levels avoid repeated triggers near one of them; `again` ignores triggers within that time. The
//! strength is the value at that moment, or with `peak` the highest within that time, which delays the
//! trigger as much.

use super::StepTime;

/// A threshold trigger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Triggers when the value rises above this.
    pub above: f64,
    /// Rearms when the value falls below this.
    pub below: f64,
    /// Shortest time between two triggers \[s\].
    pub again: f64,
    /// Time during which the highest value is searched \[s\].
    pub peak: f64,
    ready: bool,
    last: Option<u64>,
    /// Start of the search, and highest value so far.
    watched: Option<(u64, f64)>,
}

impl Threshold {
    /// Makes a trigger with two levels and two times \[s\]. A value that starts above has not risen.
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
