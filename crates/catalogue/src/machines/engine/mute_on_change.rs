//! Mutes the engine for a moment while its number of cylinders, strokes, fuel or chambers changes.
//!
//! These values cannot be interpolated: gas and pipes start anew. The gain falls and rises along 3x² −
//! 2x³, which is smooth.

use super::{Engine, Fuel, Strokes};
use foley_contact::Step;

/// Duration of the fade-out and of the fade-in \[s\].
const FADE_TIME: f64 = 0.008;

/// Discrete structure of an engine, which can only change while the engine is muted.
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

    /// Returns a copy of `now` with this structure.
    pub(super) fn apply_to(self, now: &Engine) -> Engine {
        let mut engine = *now;
        engine.engine.cylinders = self.cylinders;
        engine.engine.strokes = self.strokes;
        engine.engine.fuel = self.fuel;
        engine.exhaust.chambers = self.chambers;
        engine
    }
}

/// Gain that fades the engine out and in around a change of its structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangeMute {
    /// Present fade gain, from 0 (muted) to 1.
    gain: f64,
    slope: f64,
    /// Maximum change of the gain per sample.
    max_slope: f64,
}

impl ChangeMute {
    /// Creates a mute with gain 1.
    pub(super) fn new(step: Step) -> Self {
        Self { gain: 1.0, slope: 0.0, max_slope: step.seconds() / FADE_TIME }
    }

    /// Sets the fade for a block: out if the layout does not match, else in. Returns whether the new layout
    /// may be taken now: when the engine is muted or silent.
    pub(super) fn aim(&mut self, layout_matches: bool, silent: bool) -> bool {
        let muted = self.gain == 0.0;
        let restart = !layout_matches && (muted || silent);
        // The pipes reach their new lengths within one muted block.
        self.slope = if restart {
            0.0
        } else if layout_matches {
            self.max_slope
        } else {
            -self.max_slope
        };
        restart
    }

    /// Returns the fade gain of the next sample \[1\]. Real-time: yes.
    #[inline]
    pub(super) fn next(&mut self) -> f64 {
        self.gain = (self.gain + self.slope).clamp(0.0, 1.0);
        self.gain * self.gain * (3.0 - 2.0 * self.gain)
    }
}
