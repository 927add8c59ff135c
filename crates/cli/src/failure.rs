//! Errors that end the program, and their exit codes.

use foley_render::RenderError;
use std::fmt;
use std::io;
use std::path::Path;

/// An error that ends the program.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request cannot be fulfilled: exit code 2.
    Input(String),
    /// An error in Foley itself: exit code 1.
    Internal(String),
}

impl Failure {
    /// Creates an error that the caller can correct.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// Creates the error for a file or folder that cannot be written.
    pub(crate) fn unwritable(path: &Path, why: impl fmt::Display) -> Self {
        Self::Input(format!("cannot write `{}`: {why}", path.display()))
    }

    /// Creates the error for a standard output that cannot be written.
    pub(crate) fn unprintable(why: &io::Error) -> Self {
        Self::Internal(format!("cannot write to the standard output: {why}"))
    }

    /// Returns the exit code of the program for this error.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Internal(_) => 1,
        }
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        if error.is_internal() { Self::Internal(error.to_string()) } else { Self::Input(error.to_string()) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Internal(message) => f.write_str(message),
        }
    }
}
