//! Errors of presets: path, line and column, and the cause.

use foley_document::{DocumentError, DocumentErrorKind, LocatedError, LocatedNode, Location};
use foley_params::ParamError;
use foley_sound::SoundError;
use thiserror::Error;

/// An error at one place of a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetError {
    /// Path of the rejected value: `values.touch.stiffness`, or `[2].score[0].at` in a palette. Empty for an
    /// error of the whole file.
    pub place: String,
    /// Line and column of the rejected key or value, each from 1. `None` if the error has no place in the
    /// text.
    pub at: Option<(usize, usize)>,
    /// Cause of the error.
    pub kind: Box<PresetErrorKind>,
}

impl PresetError {
    /// Makes an error that concerns a whole file, without a place in the text.
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
        /// Format number of the file.
        found: u64,
        /// Newest format number that this version reads.
        newest: u64,
    },
    /// The values in the preset do not give a valid sound.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No preset has the requested name.
    #[error(
        "there is no preset `{found}`{} {}",
        foley_params::words::did_you_mean(nearest),
        known_names(known)
    )]
    NoSuchPreset {
        /// The requested name.
        found: String,
        /// Up to three preset names similar to the requested one.
        nearest: Vec<String>,
        /// Slugs of all presets.
        known: Vec<String>,
    },
    /// The preset has the name of a model; the preset would hide that model.
    #[error("`{name}` is the name of a model: give the preset another name.")]
    NameOfModel {
        /// Name of the rejected preset.
        name: String,
    },
    /// The preset file exists, and the caller does not allow to replace it.
    #[error("`{file}` exists already; nothing was written.")]
    Exists {
        /// Path of the existing file.
        file: String,
    },
    /// The preset file cannot be read or written.
    #[error("`{file}`: {why}.")]
    Io {
        /// Path of the file that cannot be read or written.
        file: String,
        /// Message of the operating system, without a full stop.
        why: String,
    },
}

impl PresetErrorKind {
    /// Makes an error whose message is `sentence`.
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

/// Makes preset errors that point to a node of a document.
pub(super) trait Fail {
    /// Makes an error that points to the value of the node.
    fn fail(&self, kind: impl Into<PresetErrorKind>) -> ReadError;

    /// Makes an error that points to the key of the node.
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

/// Returns a sentence that lists the first 12 names and counts the rest.
fn known_names(known: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    let mut shown: Vec<&str> = known.iter().take(MAX_SHOWN).map(String::as_str).collect();
    let more = format!("{} more", known.len().saturating_sub(MAX_SHOWN));
    if known.len() > MAX_SHOWN {
        shown.push(&more);
    }
    format!("There are {}.", foley_params::words::list(&shown, "and"))
}
