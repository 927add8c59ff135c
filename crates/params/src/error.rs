//! Errors for values and files from outside. Each message says what is wrong and what is allowed. A call that
//! returns an error has changed nothing.

use crate::Unit;
use crate::nearest::nearest;
use thiserror::Error;

/// Reason why a text is not a number with a suitable unit. Quoted texts are shortened for printing.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// The text is empty, so there is no number to read.
    #[error("no number given. {}", allowed(*unit))]
    Empty {
        /// Unit that the parameter expects.
        unit: Unit,
    },
    /// The text has no number at the beginning, or more than one.
    #[error("`{text}` is not a number. {}", allowed(*unit))]
    NotANumber {
        /// Text that could not be read.
        text: String,
        /// Unit that the parameter expects.
        unit: Unit,
    },
    /// The text has a comma, as in `1,5`, which is ambiguous: decimal point or thousands mark.
    #[error(
        "`{text}` has a comma. Write the decimal point as `.`, as in `1.5`, and thousands without a mark."
    )]
    Comma {
        /// Text that could not be read.
        text: String,
    },
    /// The text is `inf`, `nan`, or a number too large for a double.
    #[error("`{text}` is not finite. {}", allowed(*unit))]
    NotFinite {
        /// Text that could not be read.
        text: String,
        /// Unit that the parameter expects.
        unit: Unit,
    },
    /// The text has an unknown unit.
    #[error("`{text}` is not a known unit. {}{}", allowed(*unit), capitals(text, *unit))]
    UnknownUnit {
        /// Unit as written in the text.
        text: String,
        /// Unit that the parameter expects.
        unit: Unit,
    },
    /// The text has a unit of another quantity, such as metres for a mass.
    #[error("`{text}` measures {}, not {}. {}", of.quantity(), unit.quantity(), allowed(*unit))]
    WrongUnit {
        /// Unit as written in the text.
        text: String,
        /// SI unit of the quantity that the written unit measures.
        of: Unit,
        /// Unit that the parameter expects.
        unit: Unit,
    },
}

/// Reason why a parameter table does not allow a value, a name or a file.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// The table has no parameter with the name `id`.
    #[error("`{owner}` has no parameter `{id}`{} It has {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownId {
        /// Name of the parameter table, such as `hunt-crossley`.
        owner: &'static str,
        /// Unknown parameter name, as given.
        id: String,
        /// Up to three similar parameter names, the nearest first.
        nearest: Vec<&'static str>,
        /// All parameter names of the table.
        known: Vec<&'static str>,
    },
    /// No item of the kind `kind` has the name `name`.
    #[error("there is no {kind} `{name}`{} There are {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownName {
        /// Kind of the item that was looked up, such as `material`.
        kind: &'static str,
        /// Unknown item name, as given.
        name: String,
        /// Up to three known names similar to `name`, the nearest first.
        nearest: Vec<&'static str>,
        /// All item names of this kind.
        known: Vec<&'static str>,
    },
    /// The value is below the smallest or above the largest allowed value.
    #[error("`{id}` cannot be {}. It may lie between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    OutOfRange {
        /// Name of the parameter.
        id: &'static str,
        /// Value that was rejected.
        value: f64,
        /// Smallest allowed value of the parameter.
        min: f64,
        /// Largest allowed value of the parameter.
        max: f64,
        /// Unit of `value`, `min` and `max`.
        unit: Unit,
    },
    /// The value is infinite or NaN.
    #[error("`{id}` must be a finite number. It may lie between {} and {}.", unit.format(*min), unit.format(*max))]
    NotFinite {
        /// Name of the parameter.
        id: &'static str,
        /// Smallest allowed value of the parameter.
        min: f64,
        /// Largest allowed value of the parameter.
        max: f64,
        /// Unit of `min` and `max`.
        unit: Unit,
    },
    /// The value is a fraction where an integer is required.
    #[error("`{id}` cannot be {}. It must be a whole number between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    NotWhole {
        /// Name of the parameter.
        id: &'static str,
        /// Value that was rejected.
        value: f64,
        /// Smallest allowed value of the parameter.
        min: f64,
        /// Largest allowed value of the parameter.
        max: f64,
        /// Unit of `value`, `min` and `max`.
        unit: Unit,
    },
    /// The text is not a number with a suitable unit.
    #[error("`{id}` cannot be read: {reason}")]
    Unreadable {
        /// Name of the parameter.
        id: &'static str,
        /// Reason why the text could not be read.
        reason: QuantityError,
    },
    /// A JSON value has the wrong type.
    #[error("expected {expected}, found {found}.")]
    WrongType {
        /// Name of the expected JSON type with an article: `an object`.
        expected: &'static str,
        /// Name of the actual JSON type with an article: `an array`.
        found: &'static str,
    },
    /// The file belongs to another model.
    #[error("this file is for model `{found}`; expected `{expected}`.")]
    WrongModel {
        /// Name of the model that the caller expects.
        expected: &'static str,
        /// Name of the model in the file.
        found: String,
    },
    /// The file declares a unit other than SI for its numbers.
    #[error(
        "the unit of `{id}` must be {unit}, not `{text}`, because numbers in a file are in SI units. Convert the number to {unit}, or write the value as a text with its unit, as in \"35 g\"."
    )]
    NotSi {
        /// Name of the parameter.
        id: &'static str,
        /// Unit as written in the file.
        text: String,
        /// SI unit that the file must declare.
        unit: Unit,
    },
    /// The file has an unknown JSON field.
    #[error("unknown field `{field}`{} Allowed fields: {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownField {
        /// Name of the unknown field.
        field: String,
        /// Up to three similar field names, the nearest first.
        nearest: Vec<&'static str>,
        /// Names of all allowed fields.
        known: Vec<&'static str>,
    },
    /// Another error occurred at this place in the file.
    #[error("at `{path}`: {error}")]
    At {
        /// Path of JSON fields to the place, such as `values.mass`.
        path: String,
        /// Error that occurred at the place.
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

    /// Adds the place `path` in a file to the error.
    pub(crate) fn at(self, path: impl Into<String>) -> Self {
        Self::At { path: path.into(), error: Box::new(self) }
    }

    /// Returns the error without its place in the file.
    pub fn cause(&self) -> &Self {
        match self {
            Self::At { error, .. } => error.cause(),
            other => other,
        }
    }
}

/// Shortens a text that comes from a user or a file to 40 characters and escapes it for printing.
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

/// Returns a hint for units such as `khz`, which differ from a known unit only in capitals; else an empty
/// text.
fn capitals(text: &str, unit: Unit) -> &'static str {
    if unit.texts().any(|known| known.eq_ignore_ascii_case(text)) { " Capitals matter." } else { "" }
}

/// Returns `; did you mean …?` with the similar names, or a full stop if there are none.
pub fn did_you_mean<S: AsRef<str>>(nearest: &[S]) -> String {
    if nearest.is_empty() {
        ".".to_owned()
    } else {
        let quoted: Vec<_> = nearest.iter().map(|name| format!("`{}`", name.as_ref())).collect();
        format!("; did you mean {}?", list(&quoted, "or"))
    }
}

/// Joins items as `a, b or c`; `last` is the word before the last item, here `or`.
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
