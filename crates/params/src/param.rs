//! What a parameter is: a stable name, a unit, a range, a meaning, and how to read and write it.

use crate::Unit;

/// How a control travels through a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios; the range must be positive.
    Logarithmic,
    /// Whole numbers.
    Integer,
}

/// A 0–100 control for ears rather than for physics: what it is called and what its ends mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    /// The listener's word, such as `hardness`.
    pub name: &'static str,
    /// What 0 means, such as `felt`.
    pub low: &'static str,
    /// What 100 means, such as `steel`.
    pub high: &'static str,
}

/// One parameter of a `T`: everything a front end, a file format or a random test needs to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Param<T: 'static> {
    /// Stable for ever: used by presets, OSC addresses, plugins and flags.
    pub id: &'static str,
    /// The letter of the paper.
    pub symbol: &'static str,
    /// The unit of every number in this declaration.
    pub unit: Unit,
    /// One sentence for a human.
    pub doc: &'static str,
    /// Smallest allowed value.
    pub min: f64,
    /// Largest allowed value.
    pub max: f64,
    /// How a control travels from `min` to `max`.
    pub scale: Scale,
    /// The value of `T::default()`.
    pub default: f64,
    /// Time to glide to a new value while sounding [s].
    pub glide: f64,
    /// The 0–100 control for this parameter, where a listener has a word for it.
    pub handle: Option<Handle>,
    /// Reads the value.
    pub get: fn(&T) -> f64,
    /// Writes the value. Unchecked: go through [`Param::check`] with anything from outside.
    pub set: fn(&mut T, f64),
}

/// A struct that declares its parameters.
pub trait Parametric: Sized + 'static {
    /// The name of the thing the parameters belong to, such as `hunt-crossley`.
    const NAME: &'static str;
    /// The one declaration.
    const PARAMS: &'static [Param<Self>];
}
