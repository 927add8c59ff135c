//! Errors of building and resolving sounds. A playing voice only reports [`EventError`](crate::EventError).

use foley_body::ShapeError;
use foley_params::ParamError;
use foley_scene::SceneError;
use thiserror::Error;

/// Error of building a sound or resolving its names.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SoundError {
    /// A parameter value is not allowed, or a name is unknown.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The values do not give a valid body.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The scene cannot be built.
    #[error("the scene cannot be built: {0}")]
    Scene(#[from] SceneError),
    /// Several parameters or handles share the name.
    #[error("`{id}` is ambiguous: write {}", foley_params::words::list(meanings, "or"))]
    Ambiguous {
        /// The unresolved name.
        id: String,
        /// Full names of the candidates.
        meanings: Vec<String>,
    },
    /// The name of a gesture where a parameter is expected.
    #[error("`{id}` is a gesture, not a parameter{}", or_parameters(meanings))]
    IsGesture {
        /// The name.
        id: String,
        /// Full names of the parameters and handles that share it.
        meanings: Vec<String>,
    },
    /// The model has no such parameter, handle or gesture.
    #[error(
        "`{model}` has no parameter `{id}`{} It has {}.",
        foley_params::words::did_you_mean(nearest),
        foley_params::words::list(known, "and")
    )]
    NoSuchParameter {
        /// Name of the model.
        model: &'static str,
        /// The unresolved name.
        id: String,
        /// Up to three similar names.
        nearest: Vec<String>,
        /// All names of the model.
        known: Vec<String>,
    },
    /// The position of a handle is outside 0 to 100.
    #[error(
        "`{text}` is out of range for `{handle}`: a handle goes from 0 to 100; `{id}` takes the value in SI"
    )]
    Handle {
        /// Name of the handle.
        handle: &'static str,
        /// The given position.
        text: String,
        /// Path of the parameter of the handle.
        id: String,
    },
    /// A morph has sounds of two models.
    #[error("`{first}` and `{second}` are different models: a morph needs sounds of one model")]
    OtherModel {
        /// Model of the first sound.
        first: &'static str,
        /// Model of the other sound.
        second: &'static str,
    },
    /// An input was given to a model that takes none.
    #[error("`{model}` takes no input: it makes its sound itself")]
    NoInput {
        /// Name of the model.
        model: &'static str,
    },
    /// A drive is not valid.
    #[error("`{text}`: {why}")]
    Drive {
        /// Text of the drive.
        text: String,
        /// Reason.
        why: String,
    },
    /// A number is out of range.
    #[error("{what} cannot be {value}: {allowed}")]
    Value {
        /// Name of the quantity.
        what: &'static str,
        /// The given value.
        value: f64,
        /// Allowed values, as a clause.
        allowed: &'static str,
    },
}

/// Clause about the parameters that share the name of a gesture, if any.
fn or_parameters(meanings: &[String]) -> String {
    if meanings.is_empty() {
        return String::new();
    }
    format!("; the parameter is {}", foley_params::words::list(meanings, "or"))
}
