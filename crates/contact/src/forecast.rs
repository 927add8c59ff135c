//! What a body tells its contact: where it will be if left alone, and what one newton would change.
//!
//! Every linear body moves, over one step and under a force held constant, as `free + per_newton · f`. That
//! is all a contact needs to know of it, so bodies and contacts never know each other.

use crate::{Motion, Step};

/// A port one step from now: left alone, and per newton of push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Now.
    pub now: Motion,
    /// One step from now, if left alone.
    pub free: Motion,
    /// What one newton, held over the step, adds [m/N], [m/s/N].
    pub per_newton: Motion,
}

impl Forecast {
    /// A free point mass \[kg\], under a constant `acceleration` [m/s²]: the exact motion.
    ///
    /// $$ x_1 = x + vT + \tfrac12 gT^2 + \tfrac{T^2}{2m} f, \quad v_1 = v + gT + \tfrac Tm f $$
    pub fn of_mass(mass: f64, now: Motion, acceleration: f64, step: Step) -> Self {
        let t = step.seconds();
        Self {
            now,
            free: Motion::new(
                now.displacement + t * (now.velocity + 0.5 * t * acceleration),
                now.velocity + t * acceleration,
            ),
            per_newton: Motion::new(0.5 * t * t / mass, t / mass),
        }
    }

    /// A point that never moves.
    pub const WALL: Self =
        Self { now: Motion::new(0.0, 0.0), free: Motion::new(0.0, 0.0), per_newton: Motion::new(0.0, 0.0) };

    /// All numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.now.is_finite() && self.free.is_finite() && self.per_newton.is_finite()
    }

    /// The motion one step from now under a force held over the step \[N\].
    pub fn pushed_by(&self, force: f64) -> Motion {
        Motion::new(
            self.free.displacement + self.per_newton.displacement * force,
            self.free.velocity + self.per_newton.velocity * force,
        )
    }

    /// The gap between `self` (pressing) and `other` (pressed): what the contact sees. A newton of contact
    /// force pushes the two apart, so both compliances add up, and they are positive numbers here.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        Self {
            now: self.now - other.now,
            free: self.free - other.free,
            per_newton: self.per_newton + other.per_newton,
        }
    }
}
