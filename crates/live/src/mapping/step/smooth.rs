//! A first-order low-pass:
//!
//! ```math
//! \tau\,\dot y = x - y, \qquad y(t + d) = x + (y(t) - x)\,e^{-d/\tau}
//! ```
//!
//! | symbol | unit          | meaning                                               |
//! |--------|---------------|-------------------------------------------------------|
//! | x      | the control's | value of the control, constant until it moves         |
//! | y      | the control's | smoothed value                                        |
//! | τ      | s             | time constant, after which 37 % of a jump remain      |
//!
//! The filter is exact between any two evaluations, so that their number does not matter. It starts at the
//! first value and has arrived after 7 τ.

use super::StepTime;

/// Fraction of a jump that may remain when the smoothed value counts as arrived \[1\].
const DONE: f64 = 1e-3;

/// A step that smooths a value by a first-order low-pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smooth {
    /// Time constant τ of the low-pass \[s\].
    pub time: f64,
    state: Option<State>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    x: f64,
    y: f64,
    at: u64,
    /// Distance from the smoothed value to the control's value at the moment when the control last moved.
    way: f64,
}

impl Smooth {
    /// Makes a low-pass with a time constant \[s\].
    pub const fn new(time: f64) -> Self {
        Self { time, state: None }
    }

    pub(super) fn pass(&mut self, value: f64, now: StepTime) -> f64 {
        let Some(State { x, y, at, way }) = self.state else {
            self.state = Some(State { x: value, y: value, at: now.at, way: 0.0 });
            return value;
        };
        let d = now.at.saturating_sub(at) as f64 / now.rate;
        let mut y = x + (y - x) * libm::exp(-d / self.time.max(1e-9));
        let way = if value == x { way } else { (value - y).abs() };
        // A non-finite smoothed value jumps to the value of the control.
        if (value - y).abs() <= DONE * way || !y.is_finite() {
            y = value;
        }
        self.state = Some(State { x: value, y, at: now.at, way });
        y
    }

    pub(super) fn is_restless(&self) -> bool {
        self.state.is_some_and(|state| state.x != state.y)
    }
}
