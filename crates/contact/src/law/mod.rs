//! Contact laws: force, stored energy and loss as functions of compression and its rate.
//!
//! Every law combines a potential and a resistance, both functions of the compression alone:
//!
//! ```math
//! f(x, v) = V'(x) + r(x)\,v
//! ```
//!
//! `V` is the stored energy; `r v²` ≥ 0 is the power converted to heat.
//!
//! In this form, a body that leaves fast enough is held back, because the resistance exceeds the spring
//! force. Laws that exclude this return `false` from [`Law::may_pull`]; their force is limited to zero.

pub mod centre_limited;
pub mod hunt_crossley;
pub mod linear;
pub mod one_sided;
pub mod power;
mod spring;
pub mod stulov;

pub use centre_limited::CentreLimited;
pub use hunt_crossley::HuntCrossley;
pub use linear::Linear;
pub use one_sided::OneSided;
pub use power::Power;
pub use stulov::Stulov;

use crate::{Motion, Step};

/// A contact law: force and stored energy as functions of compression and velocity. Compression is positive
/// when the bodies press into each other; force is positive when it pushes the bodies apart.
pub trait Law: Copy {
    /// Returns the stored energy V at compression `x` \[J\].
    fn potential(&self, x: f64) -> f64;

    /// Returns the elastic force V'(x) at compression `x` \[N\].
    fn elastic(&self, x: f64) -> f64;

    /// Returns the slope of the elastic force, V''(x), at compression `x` \[N/m\].
    fn slope(&self, x: f64) -> f64;

    /// Returns the resistance r(x) ≥ 0 at compression `x`: loss force per unit of velocity \[N s/m\].
    fn resistance(&self, x: f64) -> f64;

    /// Returns the slope of the resistance, r'(x), at compression `x` \[N s/m²\].
    fn resistance_slope(&self, x: f64) -> f64;

    /// Returns the contact force at the motion `at`: elastic force plus resistance times velocity, limited to
    /// zero if the law may not pull \[N\].
    fn force(&self, at: Motion) -> f64 {
        let force = self.elastic(at.displacement) + self.resistance(at.displacement) * at.velocity;
        if self.may_pull() { force } else { force.max(0.0) }
    }

    /// Whether the contact force may be negative: in two-sided laws, and in laws whose published formula has
    /// no limit at zero.
    fn may_pull(&self) -> bool {
        true
    }

    /// Returns the mean elastic force between `x` and `x + dx`: (V(x+dx) − V(x))/dx, and V'(x) as dx → 0
    /// \[N\].
    ///
    /// Implementations avoid the cancellation in this quotient.
    fn mean_elastic(&self, x: f64, dx: f64) -> f64;

    /// Returns the mean resistance between `x` and `x + dx` \[N s/m\]. The default is Simpson's rule.
    fn mean_resistance(&self, x: f64, dx: f64) -> f64 {
        (self.resistance(x) + 4.0 * self.resistance(x + 0.5 * dx) + self.resistance(x + dx)) / 6.0
    }

    /// Whether the bodies touch at compression `x`.
    fn touches(&self, x: f64) -> bool {
        x > 0.0
    }

    /// Returns the heat that the law produces between two states one step apart \[J\]: ∫ r v² dt along the
    /// cubic through both states, by Simpson's rule. Any further loss or gain is an error of the scheme.
    fn heat(&self, from: Motion, to: Motion, step: Step) -> f64 {
        let t = step.seconds();
        let power = |m: Motion| self.resistance(m.displacement) * m.velocity * m.velocity;
        let middle = Motion::new(
            0.5 * (from.displacement + to.displacement) + t / 8.0 * (from.velocity - to.velocity),
            1.5 / t * (to.displacement - from.displacement) - 0.25 * (from.velocity + to.velocity),
        );
        t / 6.0 * (power(from) + 4.0 * power(middle) + power(to))
    }
}
