//! What can be wrong with a value from outside. A message says what was wrong and what is allowed, in a
//! sentence or two, and nothing has changed when one is returned.

use crate::Unit;
use crate::nearest::nearest;
use thiserror::Error;

/// A text that is no number with a fitting unit. Texts are kept short enough to print.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// Nothing was written.
    #[error("there is no number. {}", allowed(*unit))]
    Empty {
        /// The unit wanted.
        unit: Unit,
    },
    /// No number stands at the beginning, or more than one does.
    #[error("`{text}` is not a number. {}", allowed(*unit))]
    NotANumber {
        /// What was written.
        text: String,
        /// The unit wanted.
        unit: Unit,
    },
    /// `1,5`: a comma, which means a point to some and nothing to others.
    #[error(
        "`{text}` has a comma. Write the decimal point as `.`, as in `1.5`, and thousands without a mark."
    )]
    Comma {
        /// What was written.
        text: String,
    },
    /// `inf`, `nan`, or a number too large to hold.
    #[error("`{text}` is not finite. {}", allowed(*unit))]
    NotFinite {
        /// What was written.
        text: String,
        /// The unit wanted.
        unit: Unit,
    },
    /// A unit nobody here knows.
    #[error("`{text}` is not a unit known here. {}{}", allowed(*unit), capitals(text, *unit))]
    UnknownUnit {
        /// The unit that was written.
        text: String,
        /// The unit wanted.
        unit: Unit,
    },
    /// A unit of something else, such as metres for a mass.
    #[error("`{text}` measures {}, but {} is wanted. {}", of.quantity(), unit.quantity(), allowed(*unit))]
    WrongUnit {
        /// The unit that was written.
        text: String,
        /// What that is a multiple of.
        of: Unit,
        /// The unit wanted.
        unit: Unit,
    },
}

/// A value, a name or a file that a table does not allow.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// No parameter has this name.
    #[error("`{owner}` has no parameter `{id}`{} It has {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownId {
        /// The thing that was asked, such as `hunt-crossley`.
        owner: &'static str,
        /// The name it does not have.
        id: String,
        /// Up to three of its names that are spelt alike, the nearest first.
        nearest: Vec<&'static str>,
        /// All of its names.
        known: Vec<&'static str>,
    },
    /// Nothing of this kind has this name.
    #[error("there is no {kind} `{name}`{} There are {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownName {
        /// What was asked for, such as `material`.
        kind: &'static str,
        /// The name that none of them has.
        name: String,
        /// Up to three of their names that are spelt alike, the nearest first.
        nearest: Vec<&'static str>,
        /// All of their names.
        known: Vec<&'static str>,
    },
    /// Below the smallest or above the largest allowed value.
    #[error("`{id}` cannot be {}. It may lie between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    OutOfRange {
        /// The parameter.
        id: &'static str,
        /// The value refused.
        value: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// The unit of all three.
        unit: Unit,
    },
    /// Infinite, or not a number at all.
    #[error("`{id}` must be a finite number. It may lie between {} and {}.", unit.format(*min), unit.format(*max))]
    NotFinite {
        /// The parameter.
        id: &'static str,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// The unit of both.
        unit: Unit,
    },
    /// A fraction where things are counted.
    #[error("`{id}` cannot be {}. It must be a whole number between {} and {}.", unit.format(*value), unit.format(*min), unit.format(*max))]
    NotWhole {
        /// The parameter.
        id: &'static str,
        /// The value refused.
        value: f64,
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
        /// The unit of all three.
        unit: Unit,
    },
    /// A text that is no number with a fitting unit.
    #[error("`{id}` cannot be read: {reason}")]
    Unreadable {
        /// The parameter.
        id: &'static str,
        /// Why not.
        reason: QuantityError,
    },
    /// JSON of another type than wanted.
    #[error("{found} stands where {expected} is wanted.")]
    WrongType {
        /// What may stand here.
        expected: &'static str,
        /// What does.
        found: &'static str,
    },
    /// A file of something else.
    #[error("this belongs to `{found}`, but `{expected}` is wanted.")]
    WrongModel {
        /// The name wanted.
        expected: &'static str,
        /// The name in the file.
        found: String,
    },
    /// A file that gives a unit other than SI for its numbers.
    #[error(
        "the values of `{id}` are in {unit}, and not in `{text}`. Write a number in {unit}, or a text with its unit as the value."
    )]
    NotSi {
        /// The parameter.
        id: &'static str,
        /// The unit in the file.
        text: String,
        /// The SI unit.
        unit: Unit,
    },
    /// A field of JSON that means nothing here.
    #[error("there is no field `{field}` here{} There may be {}.", did_you_mean(nearest), list(known, "and"))]
    UnknownField {
        /// The field.
        field: String,
        /// Up to three fields that are spelt alike, the nearest first.
        nearest: Vec<&'static str>,
        /// The fields allowed.
        known: Vec<&'static str>,
    },
    /// One of the above, and where in the file.
    #[error("at `{path}`: {error}")]
    At {
        /// The fields that lead there, such as `values.mass`.
        path: String,
        /// What is wrong there.
        error: Box<ParamError>,
    },
}

impl ParamError {
    /// Nothing of this kind has this name; these are the names there are.
    ///
    /// ```
    /// use foley_params::ParamError;
    ///
    /// let refused = ParamError::unknown_name("material", "stel", vec!["glass", "steel"]);
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "there is no material `stel`; did you mean `steel`? There are glass and steel.",
    /// );
    /// ```
    pub fn unknown_name(kind: &'static str, name: &str, known: Vec<&'static str>) -> Self {
        Self::UnknownName { kind, name: excerpt(name), nearest: nearest(name, &known), known }
    }

    /// The same error, said to be at this place of a file.
    pub(crate) fn at(self, path: impl Into<String>) -> Self {
        Self::At { path: path.into(), error: Box::new(self) }
    }

    /// What is wrong, without where.
    pub fn cause(&self) -> &Self {
        match self {
            Self::At { error, .. } => error.cause(),
            other => other,
        }
    }
}

/// The beginning of a text from outside, safe to print in a sentence.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
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

/// `khz` is nearly right, and the list alone does not say what is wrong with it.
fn capitals(text: &str, unit: Unit) -> &'static str {
    if unit.texts().any(|known| known.eq_ignore_ascii_case(text)) { " Capitals matter." } else { "" }
}

/// `; did you mean …?`, or the full stop where nothing is spelt alike.
pub fn did_you_mean<S: AsRef<str>>(nearest: &[S]) -> String {
    if nearest.is_empty() {
        ".".to_owned()
    } else {
        let quoted: Vec<_> = nearest.iter().map(|name| format!("`{}`", name.as_ref())).collect();
        format!("; did you mean {}?", list(&quoted, "or"))
    }
}

/// `a, b or c`, with the last word of one's choice.
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
    fn a_message_says_what_was_wrong_and_what_is_allowed() {
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
