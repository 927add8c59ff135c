//! Errors of shapes.

use super::{MAX_SHAPE_MODES, PositionKind, Support};
use crate::modal::ModalError;
use foley_params::ParamError;
use thiserror::Error;

/// Reason why a shape cannot give its modes.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A dimension, material constant, coordinate or name is invalid.
    #[error(transparent)]
    Value(#[from] ParamError),
    /// The caller requested more modes than [`MAX_SHAPE_MODES`].
    #[error("{count} modes are too many: a shape gives at most {MAX_SHAPE_MODES}")]
    Modes {
        /// Number of modes requested.
        count: usize,
    },
    /// The frequency limit is not positive.
    #[error("the frequency limit is {below} Hz; it must be a positive number [Hz]")]
    Below {
        /// Frequency limit given \[Hz\].
        below: f64,
    },
    /// The shape has no closed form for this support.
    #[error("a {shape} cannot be {support}; its support may be {}", names(allowed))]
    Support {
        /// Name of the shape.
        shape: &'static str,
        /// Support that the caller requested.
        support: Support,
        /// Supports that the shape allows.
        allowed: &'static [Support],
    },
    /// The caller requested a free body, but the support of the shape is not free.
    #[error("a {support} {shape} cannot move freely; set its support to `free`")]
    Held {
        /// Name of the shape.
        shape: &'static str,
        /// Support of the shape.
        support: Support,
    },
    /// The position has the coordinates of another kind of shape.
    #[error("port {port}: a position on a {shape} must have {}", kind.describe())]
    Port {
        /// Index of the port with the wrong position, from 0.
        port: usize,
        /// Name of the shape.
        shape: &'static str,
        /// Kind of coordinates that the shape expects.
        kind: PositionKind,
    },
    /// The number of coordinates does not suit the shape.
    #[error("a position has {count} coordinates, but it must have {}", kind.describe())]
    Coordinates {
        /// Number of coordinates given.
        count: usize,
        /// Kind of coordinates that the shape expects.
        kind: PositionKind,
    },
    /// The resulting modal body would be invalid.
    #[error(transparent)]
    Modal(#[from] ModalError),
}

fn names(supports: &[Support]) -> String {
    let names: Vec<_> = supports.iter().map(|support| support.name()).collect();
    names.join(", ")
}
