//! Errors for values and files from outside. Each message says what is wrong and what is allowed. A call that
//! returns an error has changed nothing.

use crate::Unit;
use crate::nearest::nearest;
use thiserror::Error;

/// A text that is not a number with a suitable unit. Quoted texts are shortened for printing.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// The text is empty.
    #[error("no number given. {}", allowed(*unit))]
    Empty {
        /// Expected unit.
        unit: Unit,
    },
    /// No number at the beginning, or more than one.
    #[error("`{text}` is not a number. {}", allowed(*unit))]
    NotANumber {
        /// The given text.
        text: String,
        /// Expected unit.
        unit: Unit,
    },
    /// A comma, as in `1,5`, which is ambiguous: decimal point or thousands mark.
    #[error(
        "`{text}` has a comma. Write the decimal point as `.`, as in `1.5`, and thousands without a mark."
    )]
    Comma {
        /// The given text.
        text: String,
    },
    /// `inf`, `nan`, or a number too large for a double.
    #[error("`{text}` is not finite. {}", allowed(*unit))]
    NotFinite {
        /// The given text.
        text: String,
        /// Expected unit.
        unit: Unit,
    },
    /// An unknown unit.
    #[error("`{text}` is not a known unit. {}{}", allowed(*unit), capitals(text, *unit))]
    UnknownUnit {
        /// The given unit.
        text: String,
        /// Expected unit.
        unit: Unit,
    },
    /// A unit of another quantity, such as metres for a mass.
    #[error("`{text}` measures {}, not {}. {}", of.quantity(), unit.quantity(), allowed(*unit))]
    WrongUnit {
        /// The given unit.
        text: String,
        /// SI unit of the given unit's quantity.
        of: Unit,
        /// Expected unit.
        unit: Unit,
    },
}

/// A value, name or file that a parameter table does not allow.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// The table has no parameter with this name.
    #[error("`{owner}` has no parameter `{id}`{} It has {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownId {
        /// Name of the table, such as `hunt-crossley`.
        owner: &'static str,
        /// The unknown parameter name.
        id: String,
        /// Up to three similar parameter names, the nearest first.
        nearest: Vec<&'static str>,
        /// All parameter names of the table.
        known: Vec<&'static str>,
    },
    /// No item of this kind has this name.
    #[error("there is no {kind} `{name}`{} There are {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownName {
        /// Kind of the item, such as `material`.
        kind: &'static str,
        /// The unknown name.
        name: String,
        /// Up to three similar names, the nearest first.
        nearest: Vec<&'static str>,
        /// All names of this kind.
        known: Vec<&'static str>,
    },
    /// Below the smallest or above the largest allowed value.
    #[error("`{id}` cannot be {}. It may lie between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    OutOfRange {
        /// Parameter name.
        id: &'static str,
        /// The rejected value.
        value: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of all three values.
        unit: Unit,
    },
    /// Infinite or NaN.
    #[error("`{id}` must be a finite number. It may lie between {} and {}.", unit.format(*min), unit.format(*max))]
    NotFinite {
        /// Parameter name.
        id: &'static str,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of both values.
        unit: Unit,
    },
    /// A fraction where an integer is required.
    #[error("`{id}` cannot be {}. It must be a whole number between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    NotWhole {
        /// Parameter name.
        id: &'static str,
        /// The rejected value.
        value: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// Unit of all three values.
        unit: Unit,
    },
    /// A text that is not a number with a suitable unit.
    #[error("`{id}` cannot be read: {reason}")]
    Unreadable {
        /// Parameter name.
        id: &'static str,
        /// Why the text could not be read.
        reason: QuantityError,
    },
    /// A JSON value of the wrong type.
    #[error("expected {expected}, found {found}.")]
    WrongType {
        /// Expected type, with its article.
        expected: &'static str,
        /// Actual type, with its article.
        found: &'static str,
    },
    /// A file of another model.
    #[error("this file is for model `{found}`; expected `{expected}`.")]
    WrongModel {
        /// Expected model name.
        expected: &'static str,
        /// Model name in the file.
        found: String,
    },
    /// A file that declares a unit other than SI for its numbers.
    #[error(
        "the unit of `{id}` must be {unit}, not `{text}`. Write a number in {unit}, or a text with its unit as the value."
    )]
    NotSi {
        /// Parameter name.
        id: &'static str,
        /// Unit in the file.
        text: String,
        /// Required SI unit.
        unit: Unit,
    },
    /// An unknown JSON field.
    #[error("unknown field `{field}`{} Allowed fields: {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownField {
        /// The unknown field name.
        field: String,
        /// Up to three similar field names, the nearest first.
        nearest: Vec<&'static str>,
        /// All allowed field names.
        known: Vec<&'static str>,
    },
    /// Another error, with its place in the file.
    #[error("at `{path}`: {error}")]
    At {
        /// Path of fields, such as `values.mass`.
        path: String,
        /// The error at that place.
        error: Box<ParamError>,
    },
}

impl ParamError {
    /// Creates an [`ParamError::UnknownName`] with suggestions from the `known` names.
    ///
    /// ```
    /// use foley_params::ParamError;
    ///
    /// let error = ParamError::unknown_name("material", "stel", vec!["glass", "steel"]);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "there is no material `stel`; did you mean `steel`? There are glass and steel.",
    /// );
    /// ```
    pub fn unknown_name(kind: &'static str, name: &str, known: Vec<&'static str>) -> Self {
        Self::UnknownName { kind, name: excerpt(name), nearest: nearest(name, &known), known }
    }

    /// Adds a place in a file to the error.
    pub(crate) fn at(self, path: impl Into<String>) -> Self {
        Self::At { path: path.into(), error: Box::new(self) }
    }

    /// The error without its place in the file.
    pub fn cause(&self) -> &Self {
        match self {
            Self::At { error, .. } => error.cause(),
            other => other,
        }
    }
}

/// Shortens a text from outside to 40 characters and escapes it for printing.
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut short: String = text.chars().take(MAX_CHARS).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        short.push('…');
    }
    short
}

fn allowed(unit: Unit) -> String {
    let texts: Vec<_> = unit.texts().collect();
    match (unit.is_one(), texts.is_empty()) {
        (true, true) => "Write a bare number.".to_owned(),
        (true, false) => format!("Write a bare number, or one in {}.", list(&texts, "or")),
        (false, _) => format!("Write a number in {}; a bare number is in {unit}.", list(&texts, "or")),
    }
}

/// A hint for units such as `khz`, which differ from a known unit only in capitals.
fn capitals(text: &str, unit: Unit) -> &'static str {
    if unit.texts().any(|known| known.eq_ignore_ascii_case(text)) { " Capitals matter." } else { "" }
}

/// `; did you mean …?`, or a full stop if there is no suggestion.
pub fn did_you_mean<S: AsRef<str>>(nearest: &[S]) -> String {
    if nearest.is_empty() {
        ".".to_owned()
    } else {
        let quoted: Vec<_> = nearest.iter().map(|name| format!("`{}`", name.as_ref())).collect();
        format!("; did you mean {}?", list(&quoted, "or"))
    }
}

/// Joins items as `a, b or c`; `last` is the word before the last item.
pub fn list<S: AsRef<str>>(items: &[S], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => "none".to_owned(),
        [only] => (*only).to_owned(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_error_and_the_allowed_values() {
        let unknown = ParamError::UnknownId {
            owner: "mallet",
            id: "mas".into(),
            nearest: vec!["mass"],
            known: vec!["mass", "speed", "angle"],
        };
        assert_eq!(
            unknown.to_string(),
            "`mallet` has no parameter `mas`; did you mean `mass`? It has mass, speed and angle."
        );
        let far = ParamError::UnknownId {
            owner: "mallet",
            id: "colour".into(),
            nearest: vec![],
            known: vec!["mass"],
        };
        assert_eq!(far.to_string(), "`mallet` has no parameter `colour`. It has mass.");
    }

    #[test]
    fn an_excerpt_is_short_and_printable() {
        assert_eq!(excerpt("1\n2\0"), "1\\n2\\0");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), 41);
    }

    #[test]
    fn errors_stay_small() {
        assert!(size_of::<ParamError>() <= 96, "{}", size_of::<ParamError>());
    }
}
