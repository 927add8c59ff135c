//! Events of voices. The command line, scores, OSC, MIDI and the page all send this type.
//!
//! Names are resolved once, away from the audio thread ([`crate::resolve_gesture`],
//! [`crate::resolve_value`]); an event holds indices.

use crate::Retarget;
use thiserror::Error;

/// Maximum number of events queued in a voice.
pub const MAX_QUEUED_EVENTS: usize = 4096;

/// A change of a voice at a sample.
#[derive(Clone, Debug)]
pub struct Event {
    /// Sample of the voice at which it happens; a past sample means the start of the next block.
    pub at: u64,
    /// The change.
    pub kind: EventKind,
}

impl Event {
    /// Makes an event at a sample.
    pub const fn new(at: u64, kind: EventKind) -> Self {
        Self { at, kind }
    }
}

/// The change that an event makes.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A gesture of the model.
    Gesture {
        /// Index among the gestures of the model.
        gesture: usize,
        /// Value in the unit of the gesture.
        value: f64,
    },
    /// A new value for a parameter of the interaction or motion.
    Set {
        /// Index among [`crate::sound_params`].
        param: usize,
        /// New value \[SI\].
        value: f64,
        /// Glide time \[s\]; `None` uses the time that the parameter declares.
        glide: Option<f64>,
    },
    /// A glide to another sound of the same model, structure included. It begins with the next block.
    Retarget {
        /// The sound to become.
        target: Box<Retarget>,
        /// Glide time \[s\].
        glide: f64,
    },
}

/// Why a voice rejects an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// The index is outside the model's gestures or parameters.
    #[error("the sound has no such gesture or parameter")]
    UnknownTarget,
    /// The value is not finite or outside the declared range.
    #[error("the value is out of range")]
    Value,
    /// The queue of the voice holds [`MAX_QUEUED_EVENTS`].
    #[error("more than {MAX_QUEUED_EVENTS} events are queued")]
    QueueFull,
    /// [`EventKind::Set`] names a structural parameter.
    #[error("structural parameters cannot be set while playing: use a retarget event")]
    Structural,
}
