//! Values of parameters.

use std::fmt;

/// A value of a parameter: a number in SI units or on the scale of a handle, or a text such as `glass` or
/// `12 cm`. Numbers and texts convert into it: `set("struck.size", 0.12)`, `set("struck.size", "12 cm")`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number in SI units, or the position of a handle from 0 to 100.
    Number(f64),
    /// The name of a choice, or a number with its unit.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The shortest decimal that reads back as the same bits.
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

macro_rules! from_number {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(f64::from(number))
            }
        })*
    };
}

from_number!(f64, f32, i32, u32);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
