//! Where a point is and how fast it goes, along the direction of contact.

/// Displacement and velocity of a point along the contact direction; positive is into the other body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// \[m\]
    pub displacement: f64,
    /// [m/s]
    pub velocity: f64,
}

impl Motion {
    /// A point at `displacement` \[m\] moving with `velocity` [m/s].
    pub const fn new(displacement: f64, velocity: f64) -> Self {
        Self { displacement, velocity }
    }

    /// Both numbers are finite.
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
