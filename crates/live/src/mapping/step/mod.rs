//! Steps of a mapping, applied to a value in order.
//!
//! | step                                       | a value x becomes                                                       | where       |
//! |--------------------------------------------|-------------------------------------------------------------------------|-------------|
//! | `"range": [a, b]`                          | its position from a to b, 0 to 1                                        | [`shape`]   |
//! | `"curve": 2`, `"curve": "exponential"`     | a curved value from 0 to 1                                              | [`shape`]   |
//! | `"quantise": 5`                            | the nearest of 5 equally spaced values from 0 to 1                      | [`shape`]   |
//! | `"invert": true`                           | 1 − x                                                                   | [`shape`]   |
//! | `"scale": 2`, `"offset": 1`                | 2 x, x + 1                                                              | [`shape`]   |
//! | `"absolute": true`                         | \|x\|                                                                   | [`shape`]   |
//! | `"dead-zone": 0.1`                         | 0 near 0, and less by 0.1 elsewhere                                     | [`shape`]   |
//! | `"smooth": "20 ms"`                        | a low-passed value                                                      | [`Smooth`]  |
//! | `"derivative": true`                       | its rate of change per second                                           | [`Derivative`] |
//! | `"gate": { "above": 0.5, "from": "midi:cc 64" }` | itself while that is above, else nothing                          | [`Gate`]    |
//! | `"threshold": { "above": 3, "below": 1, "again": "80 ms" }` | itself once when it rises above                        | [`Threshold`] |
//! | `"to": [0.2, 3]`                           | a value of the target, along the target's own scale                     | [`super::OutputScaling`] |

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

/// Time of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTime {
    /// The sample.
    pub at: u64,
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// Whether the source changed now; otherwise time has passed.
    pub fresh: bool,
}

/// A value between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepValue {
    /// The value.
    pub value: f64,
    /// Whether it triggers, and is not only a state.
    pub deed: bool,
}

/// A step of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A function of the value alone.
    Shape(Shape),
    /// A smoothed value.
    Smooth(Smooth),
    /// A rate of change.
    Derivative(Derivative),
    /// Passes values while a condition holds.
    Gate(Gate),
    /// Triggers once when the value rises.
    Threshold(Threshold),
}

impl Step {
    /// Applies the step; none stops the value here.
    pub fn pass(&mut self, input: StepValue, now: StepTime) -> Option<StepValue> {
        let StepValue { value, deed } = input;
        match self {
            Self::Shape(shape) => Some(StepValue { value: shape.of(value), deed }),
            Self::Smooth(smooth) => Some(StepValue { value: smooth.pass(value, now), deed }),
            Self::Derivative(derivative) => Some(StepValue { value: derivative.pass(value, now), deed }),
            Self::Gate(gate) => gate.is_open(value).then_some(input),
            Self::Threshold(threshold) => {
                threshold.pass(value, now).map(|value| StepValue { value, deed: true })
            }
        }
    }

    /// Whether it changes by itself while nothing moves.
    pub fn is_restless(&self) -> bool {
        match self {
            Self::Shape(_) | Self::Gate(_) => false,
            Self::Smooth(smooth) => smooth.is_restless(),
            Self::Derivative(derivative) => derivative.is_restless(),
            Self::Threshold(threshold) => threshold.is_restless(),
        }
    }

    /// Takes a value of another source; returns whether it was for this step.
    pub fn overhears(&mut self, source: &Source, value: f64) -> bool {
        match self {
            Self::Gate(gate) => gate.overhears(source, value),
            _ => false,
        }
    }

    /// Its own source besides the mapping's.
    pub fn listens_to(&self) -> Option<&SourcePattern> {
        match self {
            Self::Gate(gate) => gate.from.as_ref(),
            _ => None,
        }
    }
}
