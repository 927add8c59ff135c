//! While an engine becomes one with other cylinders, strokes, fuel or chambers nothing of it is heard for a
//! moment.
//!
//! These are counted: between two numbers there is no engine. Its gas stands elsewhere in its cycle and its
//! pipes are joined otherwise, so that all of it begins anew behind a curtain that falls and rises along
//! $3x^2 - 2x^3$, without a corner.

use super::{Engine, Fuel, Strokes};
use foley_contact::Step;

/// It falls, and rises, in so many seconds.
const FADE_TIME: f64 = 0.008;

/// What an engine has of what is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EngineLayout {
    cylinders: u32,
    strokes: Strokes,
    fuel: Fuel,
    chambers: u32,
}

impl EngineLayout {
    pub(super) fn of(now: &Engine) -> Self {
        Self {
            cylinders: now.engine.cylinders,
            strokes: now.engine.strokes,
            fuel: now.engine.fuel,
            chambers: now.exhaust.chambers,
        }
    }

    /// An engine with these.
    pub(super) fn apply_to(self, now: &Engine) -> Engine {
        let mut engine = *now;
        engine.engine.cylinders = self.cylinders;
        engine.engine.strokes = self.strokes;
        engine.engine.fuel = self.fuel;
        engine.exhaust.chambers = self.chambers;
        engine
    }
}

/// How much is heard.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangeMute {
    /// From 0 (shut) to 1.
    gain: f64,
    slope: f64,
    /// In a sample.
    max_slope: f64,
}

impl ChangeMute {
    /// Open.
    pub(super) fn new(step: Step) -> Self {
        Self { gain: 1.0, slope: 0.0, max_slope: step.seconds() / FADE_TIME }
    }

    /// For a block: with the counts that are wanted, or with others; what is still needs no curtain. Whether
    /// others may be taken now.
    pub(super) fn aim(&mut self, layout_matches: bool, silent: bool) -> bool {
        let muted = self.gain == 0.0;
        let restart = !layout_matches && (muted || silent);
        // Pipes find their new lengths within a block, unheard.
        self.slope = if restart {
            0.0
        } else if layout_matches {
            self.max_slope
        } else {
            -self.max_slope
        };
        restart
    }

    /// What is heard of a sample \[1\]. Real-time: yes.
    #[inline]
    pub(super) fn next(&mut self) -> f64 {
        self.gain = (self.gain + self.slope).clamp(0.0, 1.0);
        self.gain * self.gain * (3.0 - 2.0 * self.gain)
    }
}
