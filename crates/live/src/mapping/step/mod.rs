//! What is done to a value on its way from a control to an address, one idea each.
//!
//! | step                                       | a value x becomes                                                       | where       |
//! |--------------------------------------------|-------------------------------------------------------------------------|-------------|
//! | `"range": [a, b]`                          | how far it is from a to b, 0 to 1                                       | [`shape`]   |
//! | `"curve": 2`, `"curve": "exponential"`     | a bent part of the way                                                  | [`shape`]   |
//! | `"quantise": 5`                            | the nearest of 5 places on the way                                      | [`shape`]   |
//! | `"invert": true`                           | 1 − x                                                                   | [`shape`]   |
//! | `"scale": 2`, `"offset": 1`                | 2 x, x + 1                                                              | [`shape`]   |
//! | `"absolute": true`                         | \|x\|                                                                   | [`shape`]   |
//! | `"dead-zone": 0.1`                         | 0 near 0, and less by 0.1 elsewhere                                     | [`shape`]   |
//! | `"smooth": "20 ms"`                        | a value that follows                                                    | [`Smooth`]  |
//! | `"derivative": true`                       | by how much it changes in a second                                      | [`Derivative`] |
//! | `"gate": { "above": 0.5, "from": "midi:cc 64" }` | itself while that is above, else nothing                          | [`Gate`]    |
//! | `"threshold": { "above": 3, "below": 1, "again": "80 ms" }` | itself once when it rises above                        | [`Threshold`] |
//! | `"to": [0.2, 3]`                           | a value of the target, that part of the way along the target's own scale| [`super::OutputScaling`] |

mod derivative;
mod gate;
pub mod shape;
mod smooth;
mod threshold;

pub use derivative::Derivative;
pub use gate::Gate;
pub use shape::{Bend, Shape};
pub use smooth::Smooth;
pub use threshold::Threshold;

use super::{Source, SourcePattern};

/// When a step is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTime {
    /// The sample.
    pub at: u64,
    /// Samples per second \[Hz\].
    pub rate: f64,
    /// The source moved just now; else time has gone by.
    pub fresh: bool,
}

/// A value on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepValue {
    /// What it is.
    pub value: f64,
    /// It is something that is done, and not only where something is.
    pub deed: bool,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// What depends on the value alone.
    Shape(Shape),
    /// What follows.
    Smooth(Smooth),
    /// What it changes by.
    Derivative(Derivative),
    /// Only while something else is so.
    Gate(Gate),
    /// Once when it rises.
    Threshold(Threshold),
}

impl Step {
    /// The value after this step; none goes no further.
    pub fn pass(&mut self, it: StepValue, now: StepTime) -> Option<StepValue> {
        let StepValue { value, deed } = it;
        match self {
            Self::Shape(shape) => Some(StepValue { value: shape.of(value), deed }),
            Self::Smooth(smooth) => Some(StepValue { value: smooth.pass(value, now), deed }),
            Self::Derivative(derivative) => Some(StepValue { value: derivative.pass(value, now), deed }),
            Self::Gate(gate) => gate.is_open(value).then_some(it),
            Self::Threshold(threshold) => {
                threshold.pass(value, now).map(|value| StepValue { value, deed: true })
            }
        }
    }

    /// Whether it has something to say later though nothing moves.
    pub fn is_restless(&self) -> bool {
        match self {
            Self::Shape(_) | Self::Gate(_) => false,
            Self::Smooth(smooth) => smooth.is_restless(),
            Self::Derivative(derivative) => derivative.is_restless(),
            Self::Threshold(threshold) => threshold.is_restless(),
        }
    }

    /// Something moved that is not the mapping's own source; whether it was for this step.
    pub fn overhears(&mut self, source: &Source, value: f64) -> bool {
        match self {
            Self::Gate(gate) => gate.overhears(source, value),
            _ => false,
        }
    }

    /// What it listens to besides the mapping's own source.
    pub fn listens_to(&self) -> Option<&SourcePattern> {
        match self {
            Self::Gate(gate) => gate.from.as_ref(),
            _ => None,
        }
    }
}
