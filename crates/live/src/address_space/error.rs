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
        /// The address that was asked for.
        address: String,
        /// Up to three similar addresses, or all addresses that the given one may mean.
        nearest: Vec<String>,
    },
    /// The arguments have the wrong number or type.
    #[error("`{address}` takes {takes}")]
    WrongArguments {
        /// The address of the rejected message.
        address: String,
        /// The arguments that the address allows, in words.
        takes: String,
    },
    /// The address exists, but a mapping cannot move it.
    #[error(
        "a mapping cannot move `{address}`: its target must be a gesture, a value, a handle or a mixer setting, such as {}.",
        list(known, "or")
    )]
    NotControllable {
        /// The address that a mapping has as its target.
        address: String,
        /// Examples of addresses that a mapping can move.
        known: Vec<String>,
    },
    /// A number is infinite or NaN.
    #[error("`{address}` got a number that is not finite; it takes {takes}")]
    NotFinite {
        /// The address of the rejected message.
        address: String,
        /// The arguments that the address allows, in words.
        takes: String,
    },
    /// A text, an address or a pattern is too long.
    #[error("{what} has {length} bytes; the maximum is {most}")]
    TooLong {
        /// Name of the part that is too long, for example the pattern.
        what: &'static str,
        /// Length of that part \[bytes\].
        length: usize,
        /// Maximum length of that part \[bytes\].
        most: usize,
    },
    /// A message has too many arguments.
    #[error("the message has {count} arguments; the maximum is {most}")]
    TooManyArguments {
        /// Number of arguments of the message.
        count: usize,
        /// Maximum number of arguments of a message.
        most: usize,
    },
    /// A packet has too many messages.
    #[error(
        "a packet has at most {most} messages, and a pattern counts as {pattern}: send the rest in another packet"
    )]
    TooManyMessages {
        /// Maximum number of messages per packet.
        most: usize,
        /// Number of messages that a pattern counts as.
        pattern: usize,
    },
    /// A pattern matches too many addresses.
    #[error("`{pattern}` matches {found} addresses; the maximum for one message is {most}")]
    TooManyMatches {
        /// The pattern that matches too many addresses.
        pattern: String,
        /// Number of addresses that the pattern matches.
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
    #[error("the queue is full: scheduled messages may take at most {most} bytes")]
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
    /// The recorder rejected the request.
    #[error("{why}")]
    Record {
        /// The recorder's reason for the rejection.
        why: String,
    },
    /// The program to which the message was forwarded reported an error.
    #[error("{why}")]
    Forwarded {
        /// The error text that the program returned.
        why: String,
    },
    /// The mappings cannot be saved, for this reason.
    #[error("the mappings cannot be saved: {0}")]
    NotSaved(String),
    /// The messages of a score are not in order of time.
    #[error(
        "a message for sample {at} comes after one for sample {after}: messages must be in order of time"
    )]
    OutOfOrder {
        /// Sample of the message that is out of order.
        at: u64,
        /// Sample of the message before the one that is out of order.
        after: u64,
    },
    /// The name cannot be used for a sound.
    #[error(
        "`{name}` cannot be the name of a sound: use up to 64 letters, digits, `-` and `_`; `foley`, `all` and `nothing` are reserved"
    )]
    InvalidName {
        /// The name that was asked for.
        name: String,
    },
    /// The request is not allowed for a rack.
    #[error("`{name}` is a rack, one voice per key: {why}")]
    Rack {
        /// Name of the rack that rejected the request.
        name: String,
        /// The reason of the rejection, and the requests that the rack allows.
        why: String,
    },
    /// Learning failed, for this reason: no control moved, or a file cannot name the control.
    #[error("the control cannot be learnt: {0}")]
    NotLearnt(String),
    /// The dispatcher has the maximum number of mappings.
    #[error("there are already {most} mappings, the maximum: remove one with `/foley/forget` first")]
    TooManyMappings {
        /// Maximum number of mappings.
        most: usize,
    },
    /// The engine has no free slot.
    #[error("the engine is full ({most} sounds): `/foley/remove` one first")]
    EngineFull {
        /// Maximum number of sounds in the engine.
        most: usize,
    },
    /// The engine or the sound rejected the request.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No preset and no model has that name.
    #[error("`{name}` is neither a preset nor a model{}", did_you_mean(nearest))]
    UnknownSound {
        /// The name that was asked for.
        name: String,
        /// Up to three similar names of presets or models.
        nearest: Vec<String>,
    },
}

/// Kind of a message error, under which error counters count the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageErrorKind {
    /// The address or the name is unknown.
    Unknown,
    /// The arguments are not allowed.
    Refused,
    /// A number is infinite or NaN.
    NotANumber,
    /// An address, a pattern or an argument is too long.
    TooLong,
    /// A queue is full, or the engine has no free slot.
    Crowded,
}

impl MessageError {
    /// Returns the kind under which the error is counted.
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
            Self::TooLong { .. }
            | Self::TooManyArguments { .. }
            | Self::TooManyMessages { .. }
            | Self::TooManySounds { .. } => MessageErrorKind::TooLong,
            Self::TooManyMatches { .. }
            | Self::QueueFull { .. }
            | Self::QueueTooLarge { .. }
            | Self::TooManyMappings { .. }
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
