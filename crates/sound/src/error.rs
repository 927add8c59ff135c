//! What can be wrong with a sound that is to be made. While it plays nothing is.

use foley_body::ShapeError;
use foley_params::ParamError;
use foley_scene::SceneError;
use thiserror::Error;

/// Why a sound cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SoundError {
    /// A parameter, or something else that goes by name.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A body that cannot be.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A scene that cannot play.
    #[error("the scene cannot play: {0}")]
    Scene(#[from] SceneError),
    /// A name that several parameters have.
    #[error("`{id}` is ambiguous: write {}", foley_params::words::list(meanings, "or"))]
    Ambiguous {
        /// What was asked for.
        id: String,
        /// What it may mean.
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
    /// A parameter that the model does not have.
    #[error(
        "`{model}` has no parameter `{id}`{} It has {}.",
        foley_params::words::did_you_mean(nearest),
        foley_params::words::list(known, "and")
    )]
    NoSuchParameter {
        /// The model.
        model: &'static str,
        /// What was asked for.
        id: String,
        /// Up to three that are spelt alike.
        nearest: Vec<String>,
        /// All there are, handles included.
        known: Vec<String>,
    },
    /// A position that a handle does not have.
    #[error(
        "`{text}` is out of range for `{handle}`: a handle goes from 0 to 100; `{id}` takes the value in SI"
    )]
    Handle {
        /// The handle.
        handle: &'static str,
        /// What was written.
        text: String,
        /// The parameter behind it.
        id: String,
    },
    /// Two sounds that have not the same bodies.
    #[error("`{one}` and `{two}` are different models, and only sounds of one model become each other")]
    OtherModel {
        /// The one.
        one: &'static str,
        /// The other.
        two: &'static str,
    },
    /// A sound was given to a model that does not listen.
    #[error("`{model}` makes its sound itself and does not listen to another")]
    Deaf {
        /// The model.
        model: &'static str,
    },
    /// A voice cannot drive that.
    #[error("`{text}`: {why}")]
    Drive {
        /// What was written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A number that cannot be meant.
    #[error("{what} cannot be {value}; {allowed}")]
    Value {
        /// Of what.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
}

/// The parameters that share the name of a gesture, if any.
fn or_parameters(meanings: &[String]) -> String {
    if meanings.is_empty() {
        return String::new();
    }
    format!("; the parameter is {}", foley_params::words::list(meanings, "or"))
}
