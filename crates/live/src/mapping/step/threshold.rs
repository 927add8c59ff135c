//! Triggers once when a value rises above one level, and not again before it has fallen below a second level.
//!
//! ```text
//!  above ───────────╱▔▔╲───╱╲──────────╱▔    passed on: ↓        ↓
//!                  ╱    ╲_╱  ╲        ╱                 one      two
//!  below ─────────╱───────────╲──────╱───    the second hump never was below
//! ```
//!
//! Two levels avoid repeated triggers of a value that varies near one of them. The time `again` after a
//! trigger ignores further triggers. The strength is the value at the trigger, or with `peak` the highest
//! value within that time, which delays the trigger as much.

use super::StepTime;

/// A step that triggers once when a value rises above a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// Level above which a rising value triggers.
    pub above: f64,
    /// Level below which the value must fall before it can trigger again.
    pub below: f64,
    /// Shortest time between two triggers \[s\].
    pub again: f64,
    /// Time after the rise in which the highest value is searched \[s\]. The trigger is delayed by this time.
    pub peak: f64,
    ready: bool,
    last: Option<u64>,
    /// Start of the search for the highest value, as a sample, and the highest value so far; `None` while no
    /// search runs.
    watched: Option<(u64, f64)>,
}

impl Threshold {
    /// Makes a trigger with two levels and two times \[s\], which the fields explain. A value that is above
    /// the upper level from the start does not trigger.
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
