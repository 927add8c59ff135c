//! Position and velocity of a point along the contact direction.

/// Displacement and velocity of a point along the contact direction; positive is into the other body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Displacement along the contact direction \[m\].
    pub displacement: f64,
    /// Velocity along the contact direction \[m/s\].
    pub velocity: f64,
}

impl Motion {
    /// Creates a motion from displacement \[m\] and velocity \[m/s\].
    pub const fn new(displacement: f64, velocity: f64) -> Self {
        Self { displacement, velocity }
    }

    /// Whether both displacement and velocity are finite.
    pub fn is_finite(self) -> bool {
        self.displacement.is_finite() && self.velocity.is_finite()
    }
}

impl core::ops::Sub for Motion {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.displacement - other.displacement, self.velocity - other.velocity)
    }
}

impl core::ops::Add for Motion {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.displacement + other.displacement, self.velocity + other.velocity)
    }
}
