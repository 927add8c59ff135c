//! A gate: passes values only while a condition on the value itself or on another control holds, such as a
//! pedal.

use super::super::{Source, SourcePattern};

/// A gate.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// Open above this value …
    pub above: f64,
    /// … and below this one.
    pub below: f64,
    /// The control that decides; none for the value itself.
    pub from: Option<SourcePattern>,
    other: Option<f64>,
}

impl Gate {
    /// Makes a gate that is open between two values of a control, or of the value itself.
    pub const fn new(above: f64, below: f64, from: Option<SourcePattern>) -> Self {
        Self { above, below, from, other: None }
    }

    pub(super) fn is_open(&self, value: f64) -> bool {
        let decides = if self.from.is_some() { self.other } else { Some(value) };
        decides.is_some_and(|decisive| self.above < decisive && decisive < self.below)
    }

    pub(super) fn overhears(&mut self, source: &Source, value: f64) -> bool {
        let heard = self.from.as_ref().and_then(|pattern| pattern.hears(source, value));
        self.other = heard.or(self.other);
        heard.is_some()
    }
}
