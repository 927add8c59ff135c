//! Forecast of a body's motion over one step, the interface between bodies and contacts.
//!
//! Under a force f held over one step, every linear body moves as `free + per_newton · f`. A contact needs
//! nothing else, so bodies and contacts stay independent of each other.

use crate::{Motion, Step};

/// Motion of a body at the contact point one step ahead: without force, and its change per newton.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Motion of the point at the start of the step.
    pub now: Motion,
    /// Motion of the point at the end of the step without contact force.
    pub free: Motion,
    /// Change of the motion `free` per newton of force held over the step \[m/N\], \[m/s/N\].
    pub per_newton: Motion,
}

impl Forecast {
    /// Forecasts a free point mass \[kg\] under a constant `acceleration` \[m/s²\]. The motion is exact. With
    /// displacement x, velocity v, step T, acceleration g, mass m and held force f:
    ///
    /// ```math
    /// x_1 = x + vT + \tfrac12 gT^2 + \tfrac{T^2}{2m} f, \quad v_1 = v + gT + \tfrac Tm f
    /// ```
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

    /// Forecast of a fixed point: it stays at displacement zero under any force.
    pub const WALL: Self =
        Self { now: Motion::new(0.0, 0.0), free: Motion::new(0.0, 0.0), per_newton: Motion::new(0.0, 0.0) };

    /// Whether all six numbers of the forecast are finite.
    pub fn is_finite(&self) -> bool {
        self.now.is_finite() && self.free.is_finite() && self.per_newton.is_finite()
    }

    /// Returns the motion at the end of the step under the force `force` \[N\], held over the step.
    pub fn pushed_by(&self, force: f64) -> Motion {
        Motion::new(
            self.free.displacement + self.per_newton.displacement * force,
            self.free.velocity + self.per_newton.velocity * force,
        )
    }

    /// Returns the forecast of the overlap of `self` and `other`; a negative overlap is a gap. A contact force
    /// pushes the two apart, so their compliances add up.
    #[must_use]
    pub fn against(&self, other: &Self) -> Self {
        Self {
            now: self.now - other.now,
            free: self.free - other.free,
            per_newton: self.per_newton + other.per_newton,
        }
    }
}
