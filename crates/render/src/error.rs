//! Errors of reading, rendering and writing.

use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of a render job or of the files around it.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A file could not be read.
    #[error("cannot read `{name}`: {reason}")]
    Unreadable {
        /// The file as the caller named it.
        name: String,
        /// Why the file could not be read, and which content is allowed.
        reason: String,
    },
    /// A file or folder could not be written.
    #[error("cannot write `{}`: {reason}", path.display())]
    Unwritable {
        /// The file or folder that could not be written.
        path: PathBuf,
        /// Why the file or folder could not be written, and what is allowed.
        reason: String,
    },
    /// A scene, preset or score file is not valid.
    #[error("`{name}`, {reason}")]
    Document {
        /// The file as the caller named it.
        name: String,
        /// The place in the document and what is wrong there.
        reason: String,
    },
    /// A sound file carries no recipe.
    #[error(
        "`{name}` has no {part} `foly`, so it cannot be rendered again: only files written by Foley have one."
    )]
    NoRecipe {
        /// The file as the caller named it.
        name: String,
        /// Word for the place of the recipe: `chunk` of a WAV file or `block` of a FLAC file.
        part: &'static str,
    },
    /// The recipe in a sound file is not valid.
    #[error("the recipe of `{name}` (its {part} `foly`) is not valid: {reason}")]
    Recipe {
        /// The file as the caller named it.
        name: String,
        /// Word for the place of the recipe: `chunk` of a WAV file or `block` of a FLAC file.
        part: &'static str,
        /// The key of the recipe and what is wrong with its value.
        reason: String,
    },
    /// The value of a parameter could not be set.
    #[error("`--set {name}={value}`: {reason}")]
    Setting {
        /// The name of the parameter as the user wrote it.
        name: String,
        /// The value of the parameter as the user wrote it.
        value: String,
        /// Why the value was rejected, and which values are allowed.
        reason: String,
    },
    /// A gesture could not be added to the score.
    #[error("`--gesture {name}={value}`: {reason}")]
    Gesture {
        /// The name of the gesture as the user wrote it.
        name: String,
        /// The value and time of the gesture as the user wrote them.
        value: String,
        /// Why the gesture was rejected, and which gestures are allowed.
        reason: String,
    },
    /// The text of a drive, `CONTROL>TARGET=LOW..HIGH`, could not be parsed.
    #[error("`--drive` {0}")]
    Drive(String),
    /// The options of a job contradict its source or each other.
    #[error("{0}")]
    Request(String),
    /// The physics cannot play the sound with its values.
    #[error("`{title}` cannot be played: {reason}")]
    Unplayable {
        /// Title of the render job.
        title: String,
        /// Why the sound cannot be played.
        reason: String,
    },
    /// An output has a sample that is not finite: an internal error.
    #[error("output `{output}` has a non-finite sample at index {sample}; no file was written.")]
    NonFinite {
        /// Name of the output with the sample that is not finite.
        output: String,
        /// Index of the first sample that is not finite.
        sample: usize,
    },
}

impl RenderError {
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::Request(message.into())
    }

    pub(crate) fn unreadable(name: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Unreadable { name: name.to_string(), reason: reason.to_string() }
    }

    pub(crate) fn unwritable(path: &Path, reason: impl fmt::Display) -> Self {
        Self::Unwritable { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(crate) fn unplayable(title: &str, reason: impl fmt::Display) -> Self {
        Self::Unplayable { title: title.to_owned(), reason: reason.to_string() }
    }

    /// Whether the error is a fault of Foley and not of the input.
    pub const fn is_internal(&self) -> bool {
        matches!(self, Self::NonFinite { .. })
    }
}
