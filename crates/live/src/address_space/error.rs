//! Errors of messages, and the kinds under which they are counted.

use foley_engine::EngineError;
use foley_params::ParamError;
use foley_params::words::{did_you_mean, list};
use foley_sound::SoundError;
use thiserror::Error;

/// Why a message was rejected.
#[derive(Clone, Debug, Error)]
pub enum MessageError {
    /// The address does not exist.
    #[error("there is no address `{address}`{}", did_you_mean(nearest))]
    UnknownAddress {
        /// What was asked for.
        address: String,
        /// Up to three similar addresses, or all possible meanings.
        nearest: Vec<String>,
    },
    /// The arguments have the wrong number or type.
    #[error("`{address}` takes {takes}")]
    WrongArguments {
        /// The address.
        address: String,
        /// Allowed arguments.
        takes: String,
    },
    /// The address exists, but a mapping cannot move it.
    #[error(
        "a mapping cannot move `{address}`: its target must be a gesture, a value, a handle or a mixer setting, such as {}.",
        list(known, "or")
    )]
    NotControllable {
        /// The address.
        address: String,
        /// Examples of addresses that can be moved.
        known: Vec<String>,
    },
    /// A number is infinite or NaN.
    #[error("`{address}` got a number that is not finite; it takes {takes}")]
    NotFinite {
        /// The address.
        address: String,
        /// Allowed arguments.
        takes: String,
    },
    /// A text, an address, a pattern or a list of values is too long.
    #[error("{what} has {length} bytes; the maximum is {most}")]
    TooLong {
        /// Name of the part.
        what: &'static str,
        /// Its length \[bytes\].
        length: usize,
        /// Maximum length \[bytes\].
        most: usize,
    },
    /// A pattern matches too many addresses.
    #[error("`{pattern}` matches {found} addresses; the maximum for one message is {most}")]
    TooManyMatches {
        /// The pattern.
        pattern: String,
        /// Number of matching addresses.
        found: usize,
        /// Maximum number of matching addresses.
        most: usize,
    },
    /// The queue of messages is full.
    #[error("the queue is full: {most} messages are scheduled")]
    QueueFull {
        /// Maximum number of queued messages.
        most: usize,
    },
    /// The queued messages take too much memory.
    #[error("the queue is full: scheduled messages take {most} bytes")]
    QueueTooLarge {
        /// Maximum size of the queue \[bytes\].
        most: usize,
    },
    /// A packet creates too many sounds.
    #[error(
        "a packet creates at most {most} sounds (`/foley/add`, `/foley/preset`): send the rest in another packet"
    )]
    TooManySounds {
        /// Maximum number of sound-creating messages per packet.
        most: usize,
    },
    /// The recording was rejected.
    #[error("{why}")]
    Record {
        /// The reason.
        why: String,
    },
    /// An error reported by the receiver the message was forwarded to.
    #[error("{why}")]
    Forwarded {
        /// The receiver's message.
        why: String,
    },
    /// The mappings cannot be saved.
    #[error("the mappings cannot be saved: {0}")]
    NotSaved(String),
    /// The messages of a score are not in order of time.
    #[error(
        "a message for sample {at} comes after one for sample {after}: messages must be in order of time"
    )]
    OutOfOrder {
        /// Sample of the message.
        at: u64,
        /// Sample of the message before it.
        after: u64,
    },
    /// The name cannot be used for a sound.
    #[error(
        "`{name}` cannot be the name of a sound: use up to 64 letters, digits, `-` and `_`; `foley`, `all` and `nothing` are reserved"
    )]
    InvalidName {
        /// What was asked for.
        name: String,
    },
    /// The request is not allowed for a rack.
    #[error("`{name}` is a rack, one voice per key: {why}")]
    Rack {
        /// Name of the rack.
        name: String,
        /// The reason, and what is allowed.
        why: String,
    },
    /// No control moved, or the control cannot be named in a file.
    #[error("the control cannot be learnt: {0}")]
    NotLearnt(String),
    /// The engine has no free slot.
    #[error("the engine is full ({most} sounds): `/foley/remove` one first")]
    EngineFull {
        /// Maximum number of sounds.
        most: usize,
    },
    /// The engine or the sound rejected the request.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No preset and no model has that name.
    #[error("`{name}` is neither a preset nor a model{}", did_you_mean(nearest))]
    UnknownSound {
        /// What was asked for.
        name: String,
        /// Up to three similar names.
        nearest: Vec<String>,
    },
}

/// Kind of an error, for counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageErrorKind {
    /// Unknown address or name.
    Unknown,
    /// Arguments that are not allowed.
    Refused,
    /// A number that is infinite or NaN.
    NotANumber,
    /// Too long.
    TooLong,
    /// No room in a queue or in the engine.
    Crowded,
}

impl MessageError {
    /// The kind under which the error is counted.
    pub fn kind(&self) -> MessageErrorKind {
        match self {
            Self::UnknownAddress { .. } | Self::UnknownSound { .. } => MessageErrorKind::Unknown,
            Self::WrongArguments { .. }
            | Self::NotControllable { .. }
            | Self::InvalidName { .. }
            | Self::Rack { .. }
            | Self::NotLearnt(_)
            | Self::Record { .. }
            | Self::Forwarded { .. }
            | Self::NotSaved(_)
            | Self::OutOfOrder { .. } => MessageErrorKind::Refused,
            Self::NotFinite { .. } => MessageErrorKind::NotANumber,
            Self::TooLong { .. } | Self::TooManySounds { .. } => MessageErrorKind::TooLong,
            Self::TooManyMatches { .. }
            | Self::QueueFull { .. }
            | Self::QueueTooLarge { .. }
            | Self::EngineFull { .. } => MessageErrorKind::Crowded,
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
