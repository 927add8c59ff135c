//! Errors in documents: path, line and column, and the cause.

use foley_params::ParamError;
use foley_params::words::{did_you_mean, list};
use thiserror::Error;

/// An error in a document: its place and its cause.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentError {
    /// Path of the value with the error: `contacts[1].between[0]`. Empty for the document itself.
    pub place: String,
    /// Line and column of the error, each from 1. `None` if the error was found in a tree without its text;
    /// see [`DocumentError::located_in`].
    pub at: Option<(usize, usize)>,
    /// Cause of the error, from which the message is made.
    pub kind: Box<DocumentErrorKind>,
}

impl DocumentError {
    /// Returns the error with line and column of its path in `text`, the JSON text of the document. An error
    /// that has them already, or whose path is not in the text, stays as it is.
    #[must_use]
    pub fn located_in(mut self, text: &str) -> Self {
        if self.at.is_none() && !self.place.is_empty() {
            self.at = crate::located::position_of(&self.place, text);
        }
        self
    }
}

impl core::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.place.as_str(), self.at) {
            ("", None) => {}
            ("", Some((line, column))) => write!(f, "line {line}, column {column}: ")?,
            (place, None) => write!(f, "at `{place}`: ")?,
            (place, Some((line, column))) => {
                write!(f, "at `{place}` (line {line}, column {column}): ")?;
            }
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for DocumentError {}

/// Cause of an error in a document. Each message is a sentence with a full stop.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DocumentErrorKind {
    /// The text is longer than its reader allows.
    #[error("the text is longer than {max} bytes, which is the maximum.")]
    TooLong {
        /// Maximum length of the text \[bytes\].
        max: usize,
    },
    /// The bytes are not valid UTF-8.
    #[error("the text is not valid UTF-8.")]
    NotUtf8,
    /// The text is not valid JSON.
    #[error("this is not valid JSON: {why}.")]
    Syntax {
        /// Message of the JSON parser, without line and column.
        why: String,
    },
    /// The text is not valid XML, or uses a feature of XML that is not supported.
    #[error("this is not valid XML: {why}.")]
    Xml {
        /// Reason why the XML is not valid, without a full stop.
        why: String,
    },
    /// Lists, objects or XML elements are nested too deeply.
    #[error("the nesting is deeper than {max} levels, which is the maximum.")]
    TooDeep {
        /// Maximum number of nested levels.
        max: usize,
    },
    /// The document has too many keys and values in all.
    #[error("there are more than {max} keys and values, which is the maximum.")]
    TooManyValues {
        /// Maximum number of keys and values in a document.
        max: usize,
    },
    /// An object has the same key twice.
    #[error("this key occurs twice in its object; each key may occur only once.")]
    DuplicateKey,
    /// Two items that share a name space, such as two bodies, have the same name.
    #[error("{what} is already called `{name}`; each name may be used only once.")]
    NameTaken {
        /// Kind of item that already has the name, with its article: `a body`.
        what: String,
        /// Name that occurs twice.
        name: String,
    },
    /// A required key is absent.
    #[error("`{key}` is missing.")]
    Missing {
        /// Name of the missing key.
        key: String,
    },
    /// A value, a type or a key does not fit its declaration.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// A name refers to no existing item.
    #[error("there is no {what} `{found}`{} There {} {}.", did_you_mean(&strs(nearest)), if known.len() == 1 { "is" } else { "are" }, quoted_names(known))]
    Unknown {
        /// Kind of item that the name should refer to: `body`.
        what: &'static str,
        /// Name as written in the document.
        found: String,
        /// Up to three valid names similar to `found`, the nearest first.
        nearest: Vec<String>,
        /// All valid names of this kind.
        known: Vec<String>,
    },
    /// A list or an object has too many elements.
    #[error("{count} {what} are too many; at most {max} are allowed.")]
    TooMany {
        /// Number of elements in the document.
        count: usize,
        /// Kind of the elements, in the plural: `modes`.
        what: &'static str,
        /// Maximum number of elements allowed.
        max: usize,
    },
    /// A text that must be a name is not a valid name.
    #[error(
        "`{found}` is not a valid name: begin with a letter, go on with letters, digits, `-` and `_`, and use at most 64 characters."
    )]
    InvalidName {
        /// Text as written in the document.
        found: String,
    },
    /// An error whose message is this sentence, for conditions on several values.
    #[error("{0}")]
    Custom(String),
}

impl DocumentErrorKind {
    /// Creates the error of a missing key.
    pub fn missing(key: &str) -> Self {
        Self::Missing { key: key.to_owned() }
    }

    /// Creates an error whose message is `sentence`.
    pub fn custom(sentence: impl Into<String>) -> Self {
        Self::Custom(sentence.into())
    }
}

fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// Lists names in backticks for a message: `` `a`, `b` and `c` ``. Shows the first 12 and counts the rest.
pub fn quoted_names(names: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    if names.is_empty() {
        return "none".to_owned();
    }
    let mut quoted: Vec<_> = names.iter().take(MAX_SHOWN).map(|name| format!("`{name}`")).collect();
    if names.len() > MAX_SHOWN {
        quoted.push(format!("{} more", names.len() - MAX_SHOWN));
    }
    list(&quoted, "and")
}
