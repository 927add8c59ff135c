//! What can be wrong with something that is said to an address, and how it is counted.

use foley_engine::EngineError;
use foley_params::ParamError;
use foley_params::words::{did_you_mean, list};
use foley_sound::SoundError;
use thiserror::Error;

/// What was wrong.
#[derive(Clone, Debug, Error)]
pub enum MessageError {
    /// Nothing has that address.
    #[error("nothing has the address `{address}`{}", did_you_mean(nearest))]
    NoSuch {
        /// What was asked for.
        address: String,
        /// Up to three that are spelt alike, or all that it may mean.
        nearest: Vec<String>,
    },
    /// What follows the address is not what belongs there.
    #[error("`{address}` takes {takes}")]
    Takes {
        /// The address.
        address: String,
        /// What it takes.
        takes: String,
    },
    /// It is there, but no control can move it.
    #[error(
        "no control can move `{address}`; a mapping speaks to a gesture, a value, a handle or a number of the mixer, such as {}.",
        list(known, "or")
    )]
    Unmoved {
        /// The address.
        address: String,
        /// Some that can be moved.
        known: Vec<String>,
    },
    /// What follows the address is infinite, or no number at all.
    #[error("`{address}` was given a number that is not finite; it takes {takes}")]
    NotFinite {
        /// The address.
        address: String,
        /// What it takes.
        takes: String,
    },
    /// A text, an address or a row of values that nobody means.
    #[error("{what} has {length} bytes; {most} is the most that is read")]
    TooLong {
        /// Of what.
        what: &'static str,
        /// How long it is.
        length: usize,
        /// How long it may be.
        most: usize,
    },
    /// A pattern that means too much at once.
    #[error("`{pattern}` means {found} addresses; {most} is the most for one message")]
    TooMany {
        /// The pattern.
        pattern: String,
        /// How many it means.
        found: usize,
        /// How many it may mean.
        most: usize,
    },
    /// Too much waits for its time.
    #[error("{most} messages wait for their time; no more are taken")]
    Crowded {
        /// How many may wait.
        most: usize,
    },
    /// What waits for its time takes too much memory.
    #[error("messages of {most} bytes wait for their time; no more are taken")]
    Heavy {
        /// How much they may take \[bytes\].
        most: usize,
    },
    /// A packet that makes too many sounds.
    #[error("a packet makes at most {most} sounds (`/foley/add`, `/foley/preset`): send the rest in another")]
    Makes {
        /// How many it may make.
        most: usize,
    },
    /// It is not recorded.
    #[error("{why}")]
    Record {
        /// Why.
        why: String,
    },
    /// Somebody to whom it was passed on says that.
    #[error("{why}")]
    Elsewhere {
        /// What was said.
        why: String,
    },
    /// Mappings cannot be kept.
    #[error("the mappings are not saved: {0}")]
    Unsaved(String),
    /// Letters that should be in the order of time are not.
    #[error("a letter for sample {at} comes after one for sample {after}; they must be in the order of time")]
    Unordered {
        /// When it should happen.
        at: u64,
        /// When the one before it does.
        after: u64,
    },
    /// No sound can have that name.
    #[error(
        "`{name}` cannot be the first word of an address; a name has letters, digits, `-` and `_`, up to 64, and is other than `foley`, `all` and `nothing`"
    )]
    Name {
        /// What was asked for.
        name: String,
    },
    /// It is a rack, and takes other things.
    #[error("`{name}` is a rack, one thing for every key: {why}")]
    Rack {
        /// Its name.
        name: String,
        /// What it takes instead.
        why: String,
    },
    /// A control that no file can name, or none that moved.
    #[error("this cannot be learnt: {0}")]
    Unlearnt(String),
    /// There are as many sounds as there may be.
    #[error("there are {most} sounds, as many as there may be; `/foley/remove` one first")]
    NoRoom {
        /// How many there may be.
        most: usize,
    },
    /// The engine or the sound refuses it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Nothing of that name can begin.
    #[error("`{name}` is neither a preset nor a model{}", did_you_mean(nearest))]
    UnknownSound {
        /// What was asked for.
        name: String,
        /// Up to three similar names.
        nearest: Vec<String>,
    },
}

/// What was wrong, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageErrorKind {
    /// Nothing has that address or that name.
    Unknown,
    /// A value that is not allowed.
    Refused,
    /// A value that is no finite number.
    NotANumber,
    /// Longer than anything that is meant.
    TooLong,
    /// More than there is room for.
    Crowded,
}

impl MessageError {
    /// As it is counted.
    pub fn kind(&self) -> MessageErrorKind {
        match self {
            Self::NoSuch { .. } | Self::UnknownSound { .. } => MessageErrorKind::Unknown,
            Self::Takes { .. }
            | Self::Unmoved { .. }
            | Self::Name { .. }
            | Self::Rack { .. }
            | Self::Unlearnt(_)
            | Self::Record { .. }
            | Self::Elsewhere { .. }
            | Self::Unsaved(_)
            | Self::Unordered { .. } => MessageErrorKind::Refused,
            Self::NotFinite { .. } => MessageErrorKind::NotANumber,
            Self::TooLong { .. } | Self::Makes { .. } => MessageErrorKind::TooLong,
            Self::TooMany { .. } | Self::Crowded { .. } | Self::Heavy { .. } | Self::NoRoom { .. } => {
                MessageErrorKind::Crowded
            }
            Self::Engine(why) => match why {
                EngineError::UnknownSound { .. } => MessageErrorKind::Unknown,
                EngineError::QueueFull { .. } => MessageErrorKind::Crowded,
                EngineError::Sound(SoundError::Param(ParamError::NotFinite { .. })) => {
                    MessageErrorKind::NotANumber
                }
                _ => MessageErrorKind::Refused,
            },
        }
    }
}

impl From<SoundError> for MessageError {
    fn from(why: SoundError) -> Self {
        Self::Engine(why.into())
    }
}
