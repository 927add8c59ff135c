//! What can go wrong, and the exit code that says whose fault it was.

use std::fmt;
use std::io;
use std::path::Path;

/// Why the program ends without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for cannot be done: exit code 2.
    Input(String),
    /// We could not do it: exit code 1.
    Internal(String),
}

impl Failure {
    /// What was asked for cannot be done.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// A file or folder that was named cannot be written.
    pub(crate) fn unwritable(path: &Path, why: impl fmt::Display) -> Self {
        Self::Input(format!("cannot write `{}`: {why}", path.display()))
    }

    /// Nobody listens to the answer, or it cannot be told.
    pub(crate) fn untold(why: &io::Error) -> Self {
        Self::Internal(format!("the answer cannot be written out: {why}"))
    }

    /// 2 for what the caller can change, 1 for what we should.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Internal(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Internal(message) => f.write_str(message),
        }
    }
}
