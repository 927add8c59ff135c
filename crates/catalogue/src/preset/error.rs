//! What can be wrong with a preset, and where in its file.

use foley_params::ParamError;
use foley_sound::SoundError;
use thiserror::Error;

/// Something wrong at a place of a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetError {
    /// Where, as a path: `values.touch.stiffness`, or `[2].score[0].at` in a palette. Empty for the file as a
    /// whole.
    pub place: String,
    /// Line and column of the key or the value, each from 1; none where it is not about the text.
    pub at: Option<(usize, usize)>,
    /// What.
    pub wrong: Box<Wrong>,
}

impl PresetError {
    pub(super) fn whole(wrong: Wrong) -> Self {
        Self { place: String::new(), at: None, wrong: Box::new(wrong) }
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
        write!(f, "{}", self.wrong)
    }
}

impl std::error::Error for PresetError {}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Wrong {
    /// No JSON, or a key that is there twice.
    #[error(transparent)]
    File(Box<foley_scene::file::DocumentErrorKind>),
    /// No XML, or XML that may not be here.
    #[error("this is no XML that can be read here: {why}.")]
    Xml {
        /// Why not.
        why: String,
    },
    /// No text.
    #[error("this is no text in UTF-8.")]
    NotText,
    /// More text than a preset can be.
    #[error("this is longer than {most} bytes, which is the most that is read.")]
    TooLong {
        /// How long it may be.
        most: usize,
    },
    /// Too many things in each other.
    #[error("there are more than {most} brackets in each other here.")]
    TooDeep {
        /// How many there may be.
        most: usize,
    },
    /// Too many keys and values.
    #[error("there are more than {most} keys and values here.")]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// A key that must be there.
    #[error("`{key}` is missing.")]
    Missing {
        /// Which.
        key: &'static str,
    },
    /// A file of a version to come.
    #[error(
        "this preset has format {found}, and formats up to {ours} are known here: it was made by a newer version."
    )]
    Newer {
        /// What the file says.
        found: u64,
        /// The newest that is known.
        ours: u64,
    },
    /// A value, a type or a name that a declaration does not allow.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// A sound that cannot be.
    #[error(transparent)]
    Sound(#[from] SoundError),
    /// No preset has this name.
    #[error("there is no preset `{found}`{} {}", foley_params::words::did_you_mean(nearest), list_of(known))]
    NoSuchPreset {
        /// What was asked for.
        found: String,
        /// Up to three that are spelt alike.
        nearest: Vec<String>,
        /// All there are.
        known: Vec<String>,
    },
    /// A file that is there already.
    #[error("`{file}` is there already; nothing was written.")]
    Exists {
        /// Which.
        file: String,
    },
    /// A file that cannot be read or written.
    #[error("`{file}`: {why}.")]
    Io {
        /// Which.
        file: String,
        /// Why not.
        why: String,
    },
    /// A sentence of its own.
    #[error("{0}")]
    Says(String),
}

/// The first few of many names.
fn list_of(known: &[String]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<&str> = known.iter().take(MOST).map(String::as_str).collect();
    let more = format!("{} more", known.len().saturating_sub(MOST));
    if known.len() > MOST {
        shown.push(&more);
    }
    format!("There are {}.", foley_params::words::list(&shown, "and"))
}
