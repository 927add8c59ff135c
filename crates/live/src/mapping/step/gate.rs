//! A door: what comes goes on only while something is above or below a value. That may be the value itself,
//! or another control, as a foot on a pedal.

use super::super::{Source, SourcePattern};

/// A door.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// Open while it is above this.
    pub above: f64,
    /// And below this.
    pub below: f64,
    /// Another control that decides; none for the value itself.
    pub from: Option<SourcePattern>,
    other: Option<f64>,
}

impl Gate {
    /// Open between two values of a control, or of what comes.
    pub const fn new(above: f64, below: f64, from: Option<SourcePattern>) -> Self {
        Self { above, below, from, other: None }
    }

    pub(super) fn is_open(&self, value: f64) -> bool {
        let decides = if self.from.is_some() { self.other } else { Some(value) };
        decides.is_some_and(|it| self.above < it && it < self.below)
    }

    pub(super) fn overhears(&mut self, source: &Source, value: f64) -> bool {
        let heard = self.from.as_ref().and_then(|it| it.hears(source, value));
        self.other = heard.or(self.other);
        heard.is_some()
    }
}
