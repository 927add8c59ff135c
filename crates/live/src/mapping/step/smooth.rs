//! A value that follows another, as a thermometer follows the weather:
//!
//! $$ \tau\,\dot y = x - y, \qquad y(t + d) = x + (y(t) - x)\,e^{-d/\tau} $$
//!
//! | symbol | unit          | meaning                                               |
//! |--------|---------------|-------------------------------------------------------|
//! | x      | the control's | where the control is; it stays there until it moves   |
//! | y      | the control's | what follows                                          |
//! | τ      | s             | time in which all but 37 % of a step is done          |
//!
//! Exact between any two looks, so that it is the same however often one looks. The first value is where it
//! begins; after 7 τ it is there.

use super::StepTime;

/// Part of a step that is not worth waiting for \[1\].
const DONE: f64 = 1e-3;

/// A value that follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smooth {
    /// Time of a step \[s\].
    pub time: f64,
    state: Option<State>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    x: f64,
    y: f64,
    at: u64,
    /// How far it had to go when the control last moved.
    way: f64,
}

impl Smooth {
    /// With a time \[s\].
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
        // What is too far for numbers is there at once.
        if (value - y).abs() <= DONE * way || !y.is_finite() {
            y = value;
        }
        self.state = Some(State { x: value, y, at: now.at, way });
        y
    }

    pub(super) fn is_restless(&self) -> bool {
        self.state.is_some_and(|it| it.x != it.y)
    }
}
