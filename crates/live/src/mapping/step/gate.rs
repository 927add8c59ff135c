//! A gate: passes values only while a condition on the value itself or on another control holds, such as a
//! pedal.

use super::super::{Source, SourcePattern};

/// A step that passes values only while a control is between two limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The gate is open above this value of the control and below `below`.
    pub above: f64,
    /// The gate is open below this value of the control and above `above`.
    pub below: f64,
    /// The control that opens the gate; `None` means that the value passing the gate decides.
    pub from: Option<SourcePattern>,
    other: Option<f64>,
}

impl Gate {
    /// Makes a gate that is open while a control is between `above` and `below`. If `from` is `None`, the
    /// value passing the gate decides.
    pub const fn new(above: f64, below: f64, from: Option<SourcePattern>) -> Self {
        Self { above, below, from, other: None }
    }

    pub(super) fn is_open(&self, value: f64) -> bool {
        let decides = if self.from.is_some() { self.other } else { Some(value) };
        decides.is_some_and(|decisive| self.above < decisive && decisive < self.below)
    }

    pub(super) fn update_other(&mut self, source: &Source, value: f64) -> bool {
        let heard = self.from.as_ref().and_then(|pattern| pattern.hears(source, value));
        self.other = heard.or(self.other);
        heard.is_some()
    }
}
