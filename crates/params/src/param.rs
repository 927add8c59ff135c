//! What a parameter is: a stable name, a unit, a range, a meaning, and how to read and write it.

use crate::{Info, Unit};

#[cfg(feature = "std")]
use crate::ParamError;

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
    /// One of these, by its number from 0; texts and files have its name.
    Choice(&'static [&'static str]),
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
    /// Time to glide to a new value while sounding \[s\].
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

// By hand, since a derive would ask the same of `T`, of which nothing is held here.
impl<T> Clone for Param<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Param<T> {}

impl<T> core::fmt::Debug for Param<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Param").field(&self.info()).finish()
    }
}

// The work is done in `Info`, which knows all of this but the type.
impl<T> Param<T> {
    /// All of the declaration but how to read and write a `T`.
    pub const fn info(&self) -> Info {
        Info {
            id: self.id,
            symbol: self.symbol,
            unit: self.unit,
            doc: self.doc,
            min: self.min,
            max: self.max,
            scale: self.scale,
            default: self.default,
            glide: self.glide,
            handle: self.handle,
        }
    }

    /// Whether the value is allowed; see [`Info::contains`]. Real-time: yes.
    pub fn contains(&self, value: f64) -> bool {
        self.info().contains(value)
    }

    /// The nearest allowed value; see [`Info::clamp`]. Real-time: yes.
    pub fn clamp(&self, value: f64) -> f64 {
        self.info().clamp(value)
    }
}

#[cfg(feature = "std")]
impl<T> Param<T> {
    /// The value, if it is allowed; see [`Info::check`].
    ///
    /// # Errors
    /// If it is not finite, not in the range, or not whole where it must be.
    pub fn check(&self, value: f64) -> Result<f64, ParamError> {
        self.info().check(value)
    }

    /// Reads `35 g` or `0.035`, and checks it; see [`Info::parse`].
    ///
    /// # Errors
    /// If the text is no number with a fitting unit, or its value is not allowed.
    pub fn parse(&self, text: &str) -> Result<f64, ParamError> {
        self.info().parse(text)
    }

    /// The value with its unit; see [`Unit::format`].
    pub fn format(&self, value: f64) -> String {
        self.info().format(value)
    }

    /// How far the value has travelled through the range, 0 to 1; see [`Info::normalised`]. Real-time: yes.
    pub fn normalised(&self, value: f64) -> f64 {
        self.info().normalised(value)
    }

    /// The value at a part of the way, 0 to 1, through the range; see [`Info::from_normalised`]. Real-time:
    /// yes.
    pub fn from_normalised(&self, way: f64) -> f64 {
        self.info().from_normalised(way)
    }

    /// Where the 0–100 control stands for a value; see [`Info::to_handle`]. Real-time: yes.
    pub fn to_handle(&self, value: f64) -> f64 {
        self.info().to_handle(value)
    }

    /// The value for a position of the 0–100 control; see [`Info::from_handle`]. Real-time: yes.
    pub fn from_handle(&self, position: f64) -> f64 {
        self.info().from_handle(position)
    }
}
