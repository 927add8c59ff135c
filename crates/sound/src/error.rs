//! Errors of building and resolving sounds. A playing voice only reports [`EventError`](crate::EventError).

use foley_body::ShapeError;
use foley_params::ParamError;
use foley_scene::SceneError;
use thiserror::Error;

/// Error of building a sound or resolving its names.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SoundError {
    /// The value of a parameter is not allowed, or a name is unknown.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The values of the model do not give a valid body.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The scene of the model cannot be built.
    #[error("the scene cannot be built: {0}")]
    Scene(#[from] SceneError),
    /// Several parameters or handles share the given name.
    #[error("`{id}` is ambiguous: write {}", foley_params::words::list(meanings, "or"))]
    Ambiguous {
        /// The ambiguous name.
        id: String,
        /// Full names of all parameters and handles that share the name.
        meanings: Vec<String>,
    },
    /// The name belongs to a gesture, but a parameter is expected.
    #[error("`{id}` is a gesture, not a parameter{}", or_parameters(meanings))]
    IsGesture {
        /// Name of the gesture.
        id: String,
        /// Full names of the parameters and handles that share the gesture's name.
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
        /// The unknown name.
        id: String,
        /// Up to three known names similar to `id`.
        nearest: Vec<String>,
        /// All names that the model knows.
        known: Vec<String>,
    },
    /// The position of a handle is outside 0 to 100.
    #[error(
        "`{text}` is out of range for `{handle}`: a handle goes from 0 to 100; to give the value in SI, use `{id}`"
    )]
    Handle {
        /// Name of the handle.
        handle: &'static str,
        /// Position of the handle given, as text.
        text: String,
        /// Path of the parameter that the handle moves.
        id: String,
    },
    /// The sounds of a morph belong to two different models.
    #[error("`{first}` and `{second}` are different models: a morph needs sounds of one model")]
    OtherModel {
        /// Name of the model of the first sound.
        first: &'static str,
        /// Name of the model of the second sound.
        second: &'static str,
    },
    /// The caller gave an input to a model that takes none.
    #[error("`{model}` takes no input: it generates its sound itself")]
    NoInput {
        /// Name of the model.
        model: &'static str,
    },
    /// The text of a drive is not valid.
    #[error("`{text}`: {why}")]
    Drive {
        /// Text of the invalid drive.
        text: String,
        /// Reason why the drive is not valid.
        why: String,
    },
    /// A number is out of range.
    #[error("{what} cannot be {value}: {allowed}")]
    Value {
        /// Name of the quantity that is out of range.
        what: &'static str,
        /// Value given for the quantity.
        value: f64,
        /// Allowed values of the quantity, as a clause.
        allowed: &'static str,
    },
}

/// Returns a clause about the parameters that share the name of a gesture; empty if there are none.
fn or_parameters(meanings: &[String]) -> String {
    if meanings.is_empty() {
        return String::new();
    }
    format!("; the parameter is {}", foley_params::words::list(meanings, "or"))
}
