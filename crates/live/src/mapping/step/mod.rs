//! Steps of a mapping, applied to a value in order.
//!
//! | step                                       | a value x becomes                                                       | where       |
//! |--------------------------------------------|-------------------------------------------------------------------------|-------------|
//! | `"range": [a, b]`                          | its position between a and b, 0 to 1                                    | [`shape`]   |
//! | `"curve": 2`, `"curve": "exponential"`     | a normalised value along a curve                                        | [`shape`]   |
//! | `"quantise": 5`                            | the nearest of 5 equally spaced values from 0 to 1                      | [`shape`]   |
//! | `"invert": true`                           | 1 − x                                                                   | [`shape`]   |
//! | `"scale": 2`, `"offset": 1`                | 2 x, x + 1                                                              | [`shape`]   |
//! | `"absolute": true`                         | \|x\|                                                                   | [`shape`]   |
//! | `"dead-zone": 0.1`                         | 0 near 0, and less by 0.1 elsewhere                                     | [`shape`]   |
//! | `"smooth": "20 ms"`                        | a smoothed value, by a low-pass                                         | [`Smooth`]  |
//! | `"derivative": true`                       | its change per second                                                   | [`Derivative`] |
//! | `"gate": { "above": 0.5, "from": "midi:cc 64" }` | x while the pedal is above 0.5, else nothing                      | [`Gate`]    |
//! | `"threshold": { "above": 3, "below": 1, "again": "80 ms" }` | x, once, when it rises above 3                         | [`Threshold`] |
//! | `"to": [0.2, 3]`                           | a value of the target between 0.2 and 3, along the target's own scale   | [`super::OutputScaling`] |

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

/// The time at which a step is evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTime {
    /// Sample at which the step is evaluated.
    pub at: u64,
    /// Sample rate of the engine \[Hz\].
    pub rate: f64,
    /// Whether a new value of the source caused the evaluation; otherwise only time has passed.
    pub fresh: bool,
}

/// A value that one step passes to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepValue {
    /// The value, in the unit of the control or normalised.
    pub value: f64,
    /// Whether the value triggers a gesture; otherwise it is only a state.
    pub triggers: bool,
}

/// A step of a mapping, applied to a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Applies a function of the value alone.
    Shape(Shape),
    /// Smooths the value by a low-pass.
    Smooth(Smooth),
    /// Returns the rate of change of the value.
    Derivative(Derivative),
    /// Passes the value only while a condition holds.
    Gate(Gate),
    /// Triggers once when the value rises above a level.
    Threshold(Threshold),
}

impl Step {
    /// Applies the step to a value; `None` means that the step passes nothing on.
    pub fn pass(&mut self, input: StepValue, now: StepTime) -> Option<StepValue> {
        let StepValue { value, triggers } = input;
        match self {
            Self::Shape(shape) => Some(StepValue { value: shape.of(value), triggers }),
            Self::Smooth(smooth) => Some(StepValue { value: smooth.pass(value, now), triggers }),
            Self::Derivative(derivative) => Some(StepValue { value: derivative.pass(value, now), triggers }),
            Self::Gate(gate) => gate.is_open(value).then_some(input),
            Self::Threshold(threshold) => {
                threshold.pass(value, now).map(|value| StepValue { value, triggers: true })
            }
        }
    }

    /// Returns whether the result of the step still changes with time while no control moves.
    pub fn is_restless(&self) -> bool {
        match self {
            Self::Shape(_) | Self::Gate(_) => false,
            Self::Smooth(smooth) => smooth.is_restless(),
            Self::Derivative(derivative) => derivative.is_restless(),
            Self::Threshold(threshold) => threshold.is_restless(),
        }
    }

    /// Takes a new value of another source; returns whether the step listens to that source.
    pub fn update_other(&mut self, source: &Source, value: f64) -> bool {
        match self {
            Self::Gate(gate) => gate.update_other(source, value),
            _ => false,
        }
    }

    /// Returns the source that the step listens to in addition to the source of the mapping.
    pub fn listens_to(&self) -> Option<&SourcePattern> {
        match self {
            Self::Gate(gate) => gate.from.as_ref(),
            _ => None,
        }
    }
}
