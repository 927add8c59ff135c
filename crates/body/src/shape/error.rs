//! Why a shape has no modes to give.

use super::{MAX_SHAPE_MODES, PositionKind, Support};
use crate::modal::ModalError;
use foley_params::ParamError;
use thiserror::Error;

/// What is wrong with what was asked of a shape.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A dimension, a number of the material, a coordinate or a name.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// More modes than there may be.
    #[error("{count} modes; a shape gives at most {MAX_SHAPE_MODES}")]
    Modes {
        /// How many were asked for.
        count: usize,
    },
    /// A limit that is no frequency.
    #[error("modes below {below} Hz were asked for; the limit must be a positive number [Hz]")]
    Below {
        /// The limit.
        below: f64,
    },
    /// A way to hold it that is not in its closed forms.
    #[error("a {shape} cannot be {support} here; it may be {}", names(allowed))]
    Support {
        /// The shape.
        shape: &'static str,
        /// How it should be held.
        support: Support,
        /// How it may be.
        allowed: &'static [Support],
    },
    /// What is held cannot fly.
    #[error("a {shape} that is {support} cannot fly; only what is held free can")]
    Held {
        /// The shape.
        shape: &'static str,
        /// How it is held.
        support: Support,
    },
    /// A position of another kind of body.
    #[error("port {port}: a position on a {shape} must be {}", kind.describe())]
    Port {
        /// Which port, from 0.
        port: usize,
        /// The shape.
        shape: &'static str,
        /// What a position on it is.
        kind: PositionKind,
    },
    /// A position with too few or too many coordinates.
    #[error("a position of {count} coordinates; it must be {}", kind.describe())]
    Coordinates {
        /// How many there are.
        count: usize,
        /// What a position is.
        kind: PositionKind,
    },
    /// What no modal body may have.
    #[error(transparent)]
    Modal(#[from] ModalError),
}

fn names(supports: &[Support]) -> String {
    let names: Vec<_> = supports.iter().map(|support| support.name()).collect();
    names.join(", ")
}
