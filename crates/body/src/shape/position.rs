//! Where on a body it is touched or heard.

use super::ShapeError;
use core::f64::consts::TAU;
use foley_params::{Info, Scale, Unit};

/// A point of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// Of a long body: so much of its length from one end, 0 to 1 \[1\].
    Along(f64),
    /// Of a rectangle: so much of either side, 0 to 1 each \[1\].
    Across {
        /// Of its length.
        x: f64,
        /// Of its width.
        y: f64,
    },
    /// Of a disc.
    Polar {
        /// Distance from the middle, as a part of the radius \[1\].
        radius: f64,
        /// Direction from the middle \[rad\].
        angle: f64,
    },
    /// Of a rim: the direction from the middle \[rad\].
    Around(f64),
}

/// What a position on a body is: its coordinates, their names, units and ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// [`Position::Along`]
    Line,
    /// [`Position::Across`]
    Rectangle,
    /// [`Position::Polar`]
    Disc,
    /// [`Position::Around`]
    Rim,
}

const X: Info = Info {
    id: "x",
    symbol: "x/L",
    unit: Unit::One,
    doc: "Distance from one end, as a part of the length.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.3,
    glide: 0.0,
    handle: None,
};
const Y: Info = Info {
    id: "y",
    symbol: "y/W",
    doc: "Distance from one side, as a part of the width.",
    default: 0.4,
    ..X
};
const RADIUS: Info = Info {
    id: "radius",
    symbol: "r/R",
    doc: "Distance from the middle, as a part of the radius.",
    default: 0.6,
    ..X
};
const ANGLE: Info = Info {
    id: "angle",
    symbol: "θ",
    unit: Unit::Radian,
    doc: "Direction from the middle.",
    min: -TAU,
    max: TAU,
    default: 0.0,
    ..X
};

impl PositionKind {
    /// The coordinates of a position, in their order.
    pub const fn coordinates(self) -> &'static [Info] {
        match self {
            Self::Line => &[X],
            Self::Rectangle => &[X, Y],
            Self::Disc => &[RADIUS, ANGLE],
            Self::Rim => &[ANGLE],
        }
    }

    /// What it is, in words.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Line => "one number: x, a part of the length, 0 to 1",
            Self::Rectangle => "two numbers: x and y, parts of length and width, 0 to 1",
            Self::Disc => "two numbers: radius, a part from 0 to 1, and angle [rad]",
            Self::Rim => "one number: the angle [rad]",
        }
    }

    /// A place that is no node of the low modes.
    pub const fn default_position(self) -> Position {
        match self {
            Self::Line => Position::Along(X.default),
            Self::Rectangle => Position::Across { x: X.default, y: Y.default },
            Self::Disc => Position::Polar { radius: RADIUS.default, angle: ANGLE.default },
            Self::Rim => Position::Around(ANGLE.default),
        }
    }

    /// The position with these coordinates.
    ///
    /// # Errors
    /// If there are too few or too many, or one is not within its range.
    pub fn position(self, values: &[f64]) -> Result<Position, ShapeError> {
        let coordinates = self.coordinates();
        if values.len() == coordinates.len() {
            for (info, &value) in coordinates.iter().zip(values) {
                info.check(value)?;
            }
        }
        match (self, values) {
            (Self::Line, &[x]) => Ok(Position::Along(x)),
            (Self::Rectangle, &[x, y]) => Ok(Position::Across { x, y }),
            (Self::Disc, &[radius, angle]) => Ok(Position::Polar { radius, angle }),
            (Self::Rim, &[angle]) => Ok(Position::Around(angle)),
            _ => Err(ShapeError::Coordinates { count: values.len(), kind: self }),
        }
    }

    /// The position of a text such as `0.3`, `30 %, 40 %` or `0.5, 90 deg`.
    ///
    /// # Errors
    /// As [`Self::position`], or if a coordinate is no number with a fitting unit.
    pub fn parse(self, text: &str) -> Result<Position, ShapeError> {
        let texts: Vec<_> = text.split(',').collect();
        if texts.len() != self.coordinates().len() {
            return Err(ShapeError::Coordinates { count: texts.len(), kind: self });
        }
        let values: Result<Vec<_>, _> =
            self.coordinates().iter().zip(texts).map(|(info, text)| info.parse(text)).collect();
        self.position(&values?)
    }
}

impl Position {
    /// What kind of body it belongs to.
    pub const fn kind(self) -> PositionKind {
        match self {
            Self::Along(_) => PositionKind::Line,
            Self::Across { .. } => PositionKind::Rectangle,
            Self::Polar { .. } => PositionKind::Disc,
            Self::Around(_) => PositionKind::Rim,
        }
    }

    /// Its coordinates, in the order of [`PositionKind::coordinates`].
    pub fn values(self) -> Vec<f64> {
        match self {
            Self::Along(x) | Self::Around(x) => vec![x],
            Self::Across { x, y } => vec![x, y],
            Self::Polar { radius, angle } => vec![radius, angle],
        }
    }
}
