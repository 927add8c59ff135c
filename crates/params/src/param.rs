//! Declaration of a parameter: a stable name, a unit, a range, a description, and functions to read and write
//! it.

use crate::{Info, Unit};

#[cfg(feature = "std")]
use crate::ParamError;

/// Mapping between the position of a control and the value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scale {
    /// Equal distances on the control are equal differences of the value.
    Linear,
    /// Equal distances on the control are equal ratios of the value; the range must be positive.
    Logarithmic,
    /// The parameter allows whole numbers only; the control moves in steps.
    Integer,
    /// The parameter is one of these names. Its value is the index of the name, from 0; texts and files use
    /// the name.
    Choice(&'static [&'static str]),
}

/// A 0–100 control named for listeners: its name, and the meaning of its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    /// Name of the control, such as `hardness`.
    pub name: &'static str,
    /// Meaning of position 0, such as `felt`.
    pub low: &'static str,
    /// Meaning of position 100, such as `steel`.
    pub high: &'static str,
}

/// Declaration of one parameter of a `T`, with all data that front ends, file formats and random tests need.
pub struct Param<T: 'static> {
    /// Name of the parameter in presets, OSC addresses, plugins and flags. The name never changes.
    pub id: &'static str,
    /// Symbol of the parameter in the source, such as `μ`.
    pub symbol: &'static str,
    /// Unit of `min`, `max`, `default` and every value of this parameter.
    pub unit: Unit,
    /// Description of the parameter in one sentence.
    pub doc: &'static str,
    /// Smallest allowed value, in SI.
    pub min: f64,
    /// Largest allowed value, in SI.
    pub max: f64,
    /// How a control maps its position to values from `min` to `max`.
    pub scale: Scale,
    /// Value of the parameter in `T::default()`, in SI.
    pub default: f64,
    /// Time in which a sounding voice glides to a new value \[s\].
    pub glide: f64,
    /// Names of the 0–100 control for this parameter; `None` if the parameter has no such control.
    pub handle: Option<Handle>,
    /// Reads the value of the parameter from a `T`, in SI.
    pub get: fn(&T) -> f64,
    /// Writes the value of the parameter to a `T`, in SI, unchecked. Pass values from outside through
    /// [`Param::check`] first.
    pub set: fn(&mut T, f64),
}

/// A struct that declares its parameters in a table.
pub trait Parametric: Sized + 'static {
    /// Name of the parameter table, such as `hunt-crossley`.
    const NAME: &'static str;
    /// Declarations of all parameters, in the order of the table.
    const PARAMS: &'static [Param<Self>];
}

// Implemented by hand, because a derive would require `T: Clone`, although no `T` is stored here.
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

// `Info` implements these methods, which do not depend on the type `T`.
impl<T> Param<T> {
    /// Returns the declaration without the functions that read and write a `T`.
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

    /// Whether the parameter allows the value; see [`Info::contains`]. Real-time: yes.
    pub fn contains(&self, value: f64) -> bool {
        self.info().contains(value)
    }

    /// Returns the nearest allowed value; see [`Info::clamp`]. Real-time: yes.
    pub fn clamp(&self, value: f64) -> f64 {
        self.info().clamp(value)
    }
}

#[cfg(feature = "std")]
impl<T> Param<T> {
    /// Returns `value` if the parameter allows it; see [`Info::check`].
    ///
    /// # Errors
    /// If the value is not finite, not in the range, or not whole where the scale requires it.
    pub fn check(&self, value: f64) -> Result<f64, ParamError> {
        self.info().check(value)
    }

    /// Parses a text such as `35 g` or `0.035` and checks the value; see [`Info::parse`].
    ///
    /// # Errors
    /// If the text is not a number with a suitable unit, or its value is not allowed.
    pub fn parse(&self, text: &str) -> Result<f64, ParamError> {
        self.info().parse(text)
    }

    /// Formats the value with its unit; see [`Unit::format`].
    pub fn format(&self, value: f64) -> String {
        self.info().format(value)
    }

    /// Returns the normalised position of a value in the range, 0 to 1; see [`Info::normalised`]. Real-time:
    /// yes.
    pub fn normalised(&self, value: f64) -> f64 {
        self.info().normalised(value)
    }

    /// Returns the value at the normalised position `way`, 0 to 1; see [`Info::from_normalised`]. Real-time:
    /// yes.
    pub fn from_normalised(&self, way: f64) -> f64 {
        self.info().from_normalised(way)
    }

    /// Returns the position of the 0–100 control for a value; see [`Info::to_handle`]. Real-time: yes.
    pub fn to_handle(&self, value: f64) -> f64 {
        self.info().to_handle(value)
    }

    /// Returns the value at a position of the 0–100 control; see [`Info::from_handle`]. Real-time: yes.
    pub fn from_handle(&self, position: f64) -> f64 {
        self.info().from_handle(position)
    }
}
