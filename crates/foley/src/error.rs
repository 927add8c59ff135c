//! The error of the facade.

use foley_catalogue::preset::PresetError;
use foley_catalogue::{nearest_sounds, resolve_sound};
use foley_document::DocumentError;
use foley_engine::EngineError;
use foley_params::words::did_you_mean;
use foley_render::RenderError;
use foley_scene::{ControlError, SceneError};
use foley_sound::SoundError;

/// Why a request failed. The text says what is wrong and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No preset and no model has the name.
    #[error("`{name}` is neither a preset nor a model{}", did_you_mean(nearest))]
    UnknownSound {
        /// Name that was requested and that neither a preset nor a model has.
        name: String,
        /// Up to three similar names of presets and models.
        nearest: Vec<String>,
    },
    /// A parameter, gesture, body or contact does not exist, or a value is not allowed.
    #[error("{0}")]
    Value(String),
    /// A preset, scene or recipe is not valid; the text names the place.
    #[error("{0}")]
    Document(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// The engine has no free slot.
    #[error(
        "the engine is full: all {sounds} slots have a sound; remove one (`Engine::faintest` names a candidate), \
         or create the engine with a larger capacity"
    )]
    Full {
        /// Maximum number of sounds of the engine.
        sounds: usize,
    },
    /// The sound of a handle was removed.
    #[error("the sound of this handle was removed; `Engine::add` gives a new handle")]
    Stale,
    /// The audio thread does not take commands as fast as they are sent, or too many are scheduled ahead.
    #[error(
        "the command queue is full ({commands} commands): the audio thread is not keeping up, or too many \
         events are scheduled ahead"
    )]
    QueueFull {
        /// Capacity of the queue \[commands\].
        commands: usize,
    },
    /// There is no sound device, or it cannot play.
    #[error("{0}")]
    Device(String),
    /// An internal error of Foley; please report it.
    #[error("internal error: {0}")]
    Internal(String),
}

/// Returns the error for a name that is neither a preset nor a model.
pub(crate) fn unknown_sound(name: &str) -> Error {
    let name = resolve_sound(name, &[]).err().map_or_else(|| name.to_owned(), |why| why.name);
    let nearest = nearest_sounds(&name, &[]);
    Error::UnknownSound { name, nearest }
}

impl From<SoundError> for Error {
    fn from(why: SoundError) -> Self {
        Self::Value(why.to_string())
    }
}

impl From<PresetError> for Error {
    fn from(why: PresetError) -> Self {
        Self::Document(why.to_string())
    }
}

impl From<DocumentError> for Error {
    fn from(why: DocumentError) -> Self {
        Self::Document(why.to_string())
    }
}

impl From<SceneError> for Error {
    fn from(why: SceneError) -> Self {
        Self::Value(why.to_string())
    }
}

impl From<ControlError> for Error {
    fn from(why: ControlError) -> Self {
        Self::Value(why.to_string())
    }
}

impl From<EngineError> for Error {
    fn from(why: EngineError) -> Self {
        match why {
            EngineError::Full { sounds } => Self::Full { sounds },
            EngineError::StaleSound { .. } => Self::Stale,
            EngineError::QueueFull { commands } => Self::QueueFull { commands },
            other => Self::Value(other.to_string()),
        }
    }
}

impl From<RenderError> for Error {
    fn from(why: RenderError) -> Self {
        match why {
            // The texts of the program name its flags; here the name alone is right.
            RenderError::Setting { name, value, reason } => {
                Self::Value(format!("`{name}` = `{value}`: {reason}"))
            }
            RenderError::Gesture { name, value, reason } => {
                Self::Value(format!("gesture `{name}` with `{value}`: {reason}"))
            }
            RenderError::Unreadable { .. } | RenderError::Unwritable { .. } => Self::File(why.to_string()),
            RenderError::Document { .. } | RenderError::NoRecipe { .. } | RenderError::Recipe { .. } => {
                Self::Document(why.to_string())
            }
            RenderError::NonFinite { .. } => Self::Internal(why.to_string()),
            other => Self::Value(other.to_string()),
        }
    }
}
