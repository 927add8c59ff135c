//! Rate of change: the slope since the previous value,
//!
//! ```math
//! \dot x \approx \frac{x_n - x_{n-1}}{t_n - t_{n-1}}
//! ```
//!
//! | symbol | unit          | meaning               |
//! |--------|---------------|-----------------------|
//! | x      | the control's | value                 |
//! | t      | s             | time of evaluation    |
//!
//! If no value arrives for longer than 0.1 s, the control is taken to have stood still until 0.1 s before its
//! next value. When no value arrives for twice the time between the last two, the slope is 0.

use super::StepTime;

/// Longest interval between two values over which a slope is taken \[s\]. After a longer pause the control is
/// assumed to have moved only in this last part.
const STILL: f64 = 0.1;

/// A step that returns the rate of change of a value per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Derivative {
    before: Option<Before>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Before {
    x: f64,
    at: u64,
    slope: f64,
    /// Sample at which the slope becomes 0 if no new value arrives.
    until: u64,
}

impl Derivative {
    pub(super) fn pass(&mut self, x: f64, now: StepTime) -> f64 {
        let at = now.at;
        let Some(before) = self.before else {
            let (slope, until) = (0.0, at);
            self.before = Some(Before { x, at, slope, until });
            return 0.0;
        };
        if !now.fresh && x == before.x {
            let slope = if at >= before.until { 0.0 } else { before.slope };
            self.before = Some(Before { slope, ..before });
            return slope;
        }
        let longest = (STILL * now.rate) as u64;
        let gap = at.saturating_sub(before.at).min(longest);
        let slope = if gap == 0 { before.slope } else { (x - before.x) * now.rate / gap as f64 };
        self.before = Some(Before { x, at, slope, until: at.saturating_add(2 * gap.max(1)) });
        slope
    }

    pub(super) fn is_restless(&self) -> bool {
        self.before.is_some_and(|last| last.slope != 0.0)
    }
}
