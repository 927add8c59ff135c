//! Events of voices. The command line, scores, OSC, MIDI and the page all send this type.
//!
//! Names are resolved once, away from the audio thread ([`crate::resolve_gesture`],
//! [`crate::resolve_value`]); an event holds indices.

use crate::Retarget;
use thiserror::Error;

/// Maximum number of events queued in a voice.
pub const MAX_QUEUED_EVENTS: usize = 4096;

/// A change of a voice at a given sample.
#[derive(Clone, Debug)]
pub struct Event {
    /// Sample of the voice at which the change happens; a past sample means the start of the next block.
    pub at: u64,
    /// Change that the event makes.
    pub kind: EventKind,
}

impl Event {
    /// Makes an event of a kind at the sample `at`.
    pub const fn new(at: u64, kind: EventKind) -> Self {
        Self { at, kind }
    }
}

/// The change that an event makes.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A gesture that the model accepts, such as a strike.
    Gesture {
        /// Index of the gesture among the gestures of the model.
        gesture: usize,
        /// Value of the gesture, in the unit that the gesture declares.
        value: f64,
    },
    /// A gesture whose sound lasts until told: until the same gesture has the value 0. It ignores the
    /// durations of the model, which end the sound after an [`EventKind::Gesture`]. On gestures that do not
    /// last ([`crate::Model::LASTING_GESTURES`]) it acts as `Gesture` does.
    Hold {
        /// Index of the gesture among the gestures of the model.
        gesture: usize,
        /// Value of the gesture, in the unit that the gesture declares.
        value: f64,
    },
    /// A new value for a parameter of the interaction or motion.
    Set {
        /// Index of the parameter among [`crate::sound_params`].
        param: usize,
        /// New value of the parameter \[SI\].
        value: f64,
        /// Duration of the glide to the new value \[s\]; `None` uses the time that the parameter declares.
        glide: Option<f64>,
    },
    /// A glide to another sound of the same model, structure included. The glide begins with the next block.
    Retarget {
        /// Values and bodies of the sound to glide to.
        target: Box<Retarget>,
        /// Duration of the glide \[s\].
        glide: f64,
    },
}

/// Reason why a voice rejects an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// The index is outside the model's gestures or parameters.
    #[error("the sound has no such gesture or parameter")]
    UnknownTarget,
    /// The value is not finite, or outside the declared range of its parameter.
    #[error(
        "the value is rejected: it must be finite, and the value of a parameter must be within its range"
    )]
    Value,
    /// The queue of the voice already holds [`MAX_QUEUED_EVENTS`] events.
    #[error("the event queue of the sound is full: it holds at most {MAX_QUEUED_EVENTS} events")]
    QueueFull,
    /// An [`EventKind::Set`] event names a structural parameter, which only a retarget can change.
    #[error("structural parameters cannot be set while playing: use a retarget event")]
    Structural,
}
