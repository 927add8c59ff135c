//! While an engine becomes one with other cylinders, strokes, fuel or chambers nothing of it is heard for a
//! moment.
//!
//! These are counted: between two numbers there is no engine. Its gas stands elsewhere in its cycle and its
//! pipes are joined otherwise, so that all of it begins anew behind a curtain that falls and rises along
//! $3x^2 - 2x^3$, without a corner.

use super::{Engine, Fuel, Strokes};
use foley_contact::Step;

/// It falls, and rises, in so many seconds.
const FALLS: f64 = 0.008;

/// What an engine has of what is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts {
    cylinders: u32,
    strokes: Strokes,
    fuel: Fuel,
    chambers: u32,
}

impl Counts {
    pub(super) fn of(now: &Engine) -> Self {
        Self {
            cylinders: now.engine.cylinders,
            strokes: now.engine.strokes,
            fuel: now.engine.fuel,
            chambers: now.exhaust.chambers,
        }
    }

    /// An engine with these.
    pub(super) fn put_on(self, now: &Engine) -> Engine {
        let mut it = *now;
        it.engine.cylinders = self.cylinders;
        it.engine.strokes = self.strokes;
        it.engine.fuel = self.fuel;
        it.exhaust.chambers = self.chambers;
        it
    }
}

/// How much is heard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curtain {
    /// From 0 (shut) to 1.
    open: f64,
    by: f64,
    /// In a sample.
    most: f64,
}

impl Curtain {
    /// Open.
    pub(super) fn new(step: Step) -> Self {
        Self { open: 1.0, by: 0.0, most: step.seconds() / FALLS }
    }

    /// For a block: with the counts that are wanted, or with others; what is still needs no curtain. Whether
    /// others may be taken now.
    pub(super) fn aim(&mut self, as_wanted: bool, still: bool) -> bool {
        let shut = self.open == 0.0;
        let anew = !as_wanted && (shut || still);
        // Pipes find their new lengths within a block, unheard.
        self.by = if anew {
            0.0
        } else if as_wanted {
            self.most
        } else {
            -self.most
        };
        anew
    }

    /// What is heard of a sample \[1\]. Real-time: yes.
    #[inline]
    pub(super) fn next(&mut self) -> f64 {
        self.open = (self.open + self.by).clamp(0.0, 1.0);
        self.open * self.open * (3.0 - 2.0 * self.open)
    }
}
