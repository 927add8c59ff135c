//! Positions on a shape.

use super::ShapeError;
use core::f64::consts::TAU;
use foley_params::{Info, Scale, Unit};

/// A point on a shape, in coordinates that suit the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// Point on a long body: distance from one end as a share of the length, 0 to 1 \[1\].
    Along(f64),
    /// Point on a rectangle: shares of the two sides, 0 to 1 each \[1\].
    Across {
        /// Distance from one edge as a share of the length, 0 to 1 \[1\].
        x: f64,
        /// Distance from one edge as a share of the width, 0 to 1 \[1\].
        y: f64,
    },
    /// Point on a disc: distance from the centre, and angle.
    Polar {
        /// Distance from the centre as a share of the radius \[1\].
        radius: f64,
        /// Angle about the centre \[rad\].
        angle: f64,
    },
    /// Point on a rim: angle about the centre \[rad\].
    Around(f64),
}

/// Kind of coordinates that positions on a shape have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionKind {
    /// One coordinate along the length: [`Position::Along`].
    Line,
    /// Two coordinates along the sides: [`Position::Across`].
    Rectangle,
    /// Two coordinates, radius and angle: [`Position::Polar`].
    Disc,
    /// One coordinate, the angle: [`Position::Around`].
    Rim,
}

const X: Info = Info {
    id: "x",
    symbol: "x/L",
    unit: Unit::One,
    doc: "Distance from one end, as a fraction of the length.",
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
    doc: "Distance from one side, as a fraction of the width.",
    default: 0.4,
    ..X
};
const RADIUS: Info = Info {
    id: "radius",
    symbol: "r/R",
    doc: "Distance from the middle, as a fraction of the radius.",
    default: 0.6,
    ..X
};
const ANGLE: Info = Info {
    id: "angle",
    symbol: "θ",
    unit: Unit::Radian,
    doc: "Angle of the position about the middle.",
    min: -TAU,
    max: TAU,
    default: 0.0,
    ..X
};

impl PositionKind {
    /// Returns the descriptions of the coordinates, in the order in which a position lists them.
    pub const fn coordinates(self) -> &'static [Info] {
        match self {
            Self::Line => &[X],
            Self::Rectangle => &[X, Y],
            Self::Disc => &[RADIUS, ANGLE],
            Self::Rim => &[ANGLE],
        }
    }

    /// Returns a description of the coordinates for help and error messages.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Line => "one coordinate: x, a share of the length, 0 to 1",
            Self::Rectangle => "two coordinates: x and y, shares of length and width, 0 to 1",
            Self::Disc => "two coordinates: radius, a share from 0 to 1, and angle [rad]",
            Self::Rim => "one coordinate: the angle [rad]",
        }
    }

    /// Returns the position with all coordinates 0: an end, a corner, the middle of a disc.
    pub const fn origin(self) -> Position {
        match self {
            Self::Line => Position::Along(0.0),
            Self::Rectangle => Position::Across { x: 0.0, y: 0.0 },
            Self::Disc => Position::Polar { radius: 0.0, angle: 0.0 },
            Self::Rim => Position::Around(0.0),
        }
    }

    /// Returns a default position that is not at a node of the low modes.
    pub const fn default_position(self) -> Position {
        match self {
            Self::Line => Position::Along(X.default),
            Self::Rectangle => Position::Across { x: X.default, y: Y.default },
            Self::Disc => Position::Polar { radius: RADIUS.default, angle: ANGLE.default },
            Self::Rim => Position::Around(ANGLE.default),
        }
    }

    /// Builds a position of this kind from its coordinates.
    ///
    /// # Errors
    /// If the number of coordinates is wrong, or a coordinate is out of range.
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

    /// Parses a position such as `0.3`, `30 %, 40 %` or `0.5, 90 deg`.
    ///
    /// # Errors
    /// Fails as [`Self::position`] does, or if a coordinate is not a number with a matching unit.
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
    /// Returns the kind of coordinates of this position.
    pub const fn kind(self) -> PositionKind {
        match self {
            Self::Along(_) => PositionKind::Line,
            Self::Across { .. } => PositionKind::Rectangle,
            Self::Polar { .. } => PositionKind::Disc,
            Self::Around(_) => PositionKind::Rim,
        }
    }

    /// Returns the coordinates, in the order of [`PositionKind::coordinates`].
    pub fn values(self) -> Vec<f64> {
        match self {
            Self::Along(x) | Self::Around(x) => vec![x],
            Self::Across { x, y } => vec![x, y],
            Self::Polar { radius, angle } => vec![radius, angle],
        }
    }
}
