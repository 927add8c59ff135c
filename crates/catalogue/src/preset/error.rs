//! Errors of presets: path, line and column, and the cause.

use foley_document::{DocumentError, DocumentErrorKind, LocatedError, LocatedNode, Location};
use foley_params::ParamError;
use foley_sound::SoundError;
use thiserror::Error;

/// An error at one place of a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetError {
    /// Path of the value: `values.touch.stiffness`, or `[2].score[0].at` in a palette. Empty for the file
    /// itself.
    pub place: String,
    /// Line and column of the key or the value, each from 1. `None` if the error is not in the text.
    pub at: Option<(usize, usize)>,
    /// Cause of the error.
    pub kind: Box<PresetErrorKind>,
}

impl PresetError {
    /// Makes an error of a file as a whole, without a place in its text.
    pub(super) fn without_place(kind: impl Into<PresetErrorKind>) -> Self {
        Self { place: String::new(), at: None, kind: Box::new(kind.into()) }
    }
}

impl From<DocumentError> for PresetError {
    fn from(error: DocumentError) -> Self {
        Self { place: error.place, at: error.at, kind: Box::new((*error.kind).into()) }
    }
}

impl core::fmt::Display for PresetError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if let Some((line, column)) = self.at {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "at `{}`: ", self.place)?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for PresetError {}

/// Causes of errors in presets. Each message is a sentence with its full stop.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PresetErrorKind {
    /// The text is malformed, too large, or has a key or a value that is not allowed.
    #[error(transparent)]
    Document(#[from] DocumentErrorKind),
    /// The format number is greater than the newest known one.
    #[error(
        "this preset has format {found}, but the newest known format is {newest}: a newer version of Foley wrote it."
    )]
    NewerFormat {
        /// Format of the file.
        found: u64,
        /// Newest known format.
        newest: u64,
    },
    /// The values do not give a valid sound.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No preset has this name.
    #[error(
        "there is no preset `{found}`{} {}",
        foley_params::words::did_you_mean(nearest),
        known_names(known)
    )]
    NoSuchPreset {
        /// The name asked for.
        found: String,
        /// Up to three similar names.
        nearest: Vec<String>,
        /// Slugs of all presets.
        known: Vec<String>,
    },
    /// The preset has the name of a model, which would hide it.
    #[error("`{name}` is the name of a model: give the preset another name.")]
    NameOfModel {
        /// Name of the preset.
        name: String,
    },
    /// The file exists and may not be replaced.
    #[error("`{file}` exists already; nothing was written.")]
    Exists {
        /// Path of the file.
        file: String,
    },
    /// The file cannot be read or written.
    #[error("`{file}`: {why}.")]
    Io {
        /// Path of the file.
        file: String,
        /// Message of the operating system, without a full stop.
        why: String,
    },
}

impl PresetErrorKind {
    /// Makes an error with its own sentence.
    pub(super) fn custom(sentence: impl Into<String>) -> Self {
        Self::Document(DocumentErrorKind::custom(sentence))
    }
}

impl From<ParamError> for PresetErrorKind {
    fn from(error: ParamError) -> Self {
        Self::Document(error.into())
    }
}

/// An error at a byte offset of a preset, before [`ReadError::in_file`] makes it readable.
#[derive(Debug)]
pub(super) struct ReadError {
    location: Location,
    kind: PresetErrorKind,
}

pub(super) type ReadResult<T> = Result<T, ReadError>;

impl ReadError {
    /// Resolves the byte offset to a path below `root`, a line and a column.
    pub(super) fn in_file(self, text: &str, root: &LocatedNode) -> PresetError {
        let (place, at) = self.location.resolve(text, root);
        PresetError { place, at: Some(at), kind: Box::new(self.kind) }
    }
}

impl From<LocatedError> for ReadError {
    fn from(error: LocatedError) -> Self {
        Self { location: error.location, kind: error.kind.into() }
    }
}

/// Makes preset errors at nodes.
pub(super) trait Fail {
    /// Makes an error that points to the value.
    fn fail(&self, kind: impl Into<PresetErrorKind>) -> ReadError;

    /// Makes an error that points to the key.
    fn fail_key(&self, kind: impl Into<PresetErrorKind>) -> ReadError;
}

impl Fail for LocatedNode {
    fn fail(&self, kind: impl Into<PresetErrorKind>) -> ReadError {
        ReadError { location: self.location(), kind: kind.into() }
    }

    fn fail_key(&self, kind: impl Into<PresetErrorKind>) -> ReadError {
        ReadError { location: self.key_location(), kind: kind.into() }
    }
}

/// Sentence that lists the first 12 names and counts the rest.
fn known_names(known: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    let mut shown: Vec<&str> = known.iter().take(MAX_SHOWN).map(String::as_str).collect();
    let more = format!("{} more", known.len().saturating_sub(MAX_SHOWN));
    if known.len() > MAX_SHOWN {
        shown.push(&more);
    }
    format!("There are {}.", foley_params::words::list(&shown, "and"))
}
