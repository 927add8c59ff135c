//! What can be wrong with a scene file, and where in it.

use foley_params::ParamError;
use foley_params::words::{did_you_mean, list};
use thiserror::Error;

/// Something wrong at a place of a scene file.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentError {
    /// Where, as a path: `contacts[1].between[0]`. Empty for the file as a whole.
    pub place: String,
    /// Line and column, each from 1, where the text itself is broken.
    pub at: Option<(usize, usize)>,
    /// What.
    pub kind: Box<DocumentErrorKind>,
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

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DocumentErrorKind {
    /// More text than a scene can be.
    #[error("{bytes} bytes are too many for a scene or a preset; a scene may have {most}.")]
    TooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// No JSON.
    #[error("this is no JSON: {why}.")]
    Syntax {
        /// Why not.
        why: String,
    },
    /// A key that is there twice.
    #[error("this name is there twice; every name may be given once.")]
    DuplicateKey,
    /// A name that something else has.
    #[error("{what} is called `{name}` already; every name may be given once.")]
    NameTaken {
        /// What has it.
        what: String,
        /// The name.
        name: String,
    },
    /// A key that must be there.
    #[error("`{key}` is missing.")]
    Missing {
        /// Which.
        key: String,
    },
    /// A value, a type or a key that a declaration does not allow.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// None of the words that may stand here.
    #[error("there is no {what} `{found}`{} There {} {}.", did_you_mean(&strs(nearest)), if known.len() == 1 { "is" } else { "are" }, named(known))]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name that was written.
        found: String,
        /// Up to three names that are spelt alike, the nearest first.
        nearest: Vec<String>,
        /// All names.
        known: Vec<String>,
    },
    /// A port that a body does not have.
    #[error("`{body}` has no port `{found}`{} It has {}.", did_you_mean(&strs(nearest)), ports(*has, known))]
    UnknownPort {
        /// The body.
        body: String,
        /// The port that was written.
        found: String,
        /// Up to three names that are spelt alike, the nearest first.
        nearest: Vec<String>,
        /// How many ports it has.
        has: usize,
        /// What they are called.
        known: Vec<String>,
    },
    /// A body of several ports, and nobody said which.
    #[error("which port of `{body}`? It has {}: write `{body}.{}`.", ports(known.len(), known), known.first().map_or("0", String::as_str))]
    AmbiguousPort {
        /// The body.
        body: String,
        /// What its ports are called.
        known: Vec<String>,
    },
    /// A body that touches itself where it is.
    #[error("`{place}` cannot touch itself: a contact is between two bodies, or two ports of one.")]
    SelfContact {
        /// The port.
        place: String,
    },
    /// More of something than there may be.
    #[error("{count} {what} are too many; there may be {most}.")]
    TooMany {
        /// How many there are.
        count: usize,
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// No name.
    #[error(
        "`{found}` is no name: it must begin with a letter, go on with letters, digits, `-` and `_`, and have at most 64 of them."
    )]
    InvalidName {
        /// What was written.
        found: String,
    },
    /// Whatever takes two things to be wrong: a sentence of its own.
    #[error("{0}")]
    Custom(String),
}

fn strs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// `a, b and c`, the first few of them.
fn named(names: &[String]) -> String {
    const MOST: usize = 12;
    if names.is_empty() {
        return "none".to_owned();
    }
    let mut quoted: Vec<_> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    if names.len() > MOST {
        quoted.push(format!("{} more", names.len() - MOST));
    }
    list(&quoted, "and")
}

fn ports(has: usize, known: &[String]) -> String {
    match (has, known.is_empty()) {
        (1, true) => "one port, which needs no name".to_owned(),
        (1, false) => format!("one port, {}", named(known)),
        (has, _) => format!("{has} ports, {}", named(known)),
    }
}
