//! Linear spring and dashpot that act in contact only: the simplest contact law, with a closed-form solution.
//!
//! ```math
//! f(x, v) = \max(0,\; k x + \lambda v), \quad x > 0
//! ```
//!
//! | symbol | here        | unit   | meaning                       |
//! |--------|-------------|--------|-------------------------------|
//! | x, v   | `Motion`    | m, m/s | compression and its rate      |
//! | k      | `stiffness` | N/m    | spring stiffness              |
//! | λ      | `damping`   | N s/m  | dashpot resistance            |
//!
//! The dashpot force does not depend on the compression: it jumps to λv at first touch. On the way out the
//! sum would turn sticky just before release. It is limited to zero instead, so the bodies separate when kx =
//! −λv, and the rest of the spring energy is lost. The Hunt-Crossley law ([`super::HuntCrossley`]) avoids
//! both effects.
//!
//! Source: without loss, \[Chatziioannou2017, eqs (1), (2) with α = 1\], with the closed-form motion of eq.
//! (14). The dashpot and its limit at zero are added here.

use super::Law;
use foley_params::params;

params! {
    /// The linear contact: while it pushes, the force is `f = k x + λ v` at compression x and approach speed
    /// v, with stiffness k and damping λ.
    /// Default: the 'soft' collision of figure 3 in \[Chatziioannou2017\], without loss.
    pub struct Linear("linear") {
        /// Stiffness of the two surfaces in contact; a stiffer contact is shorter and brighter.
        stiffness: f64 = 1e9, "k", Other("N/m"), log [1e1, 1e12], glide 0.005;
        /// Resistance of the contact per unit of speed.
        damping: f64 = 0.0, "λ", Other("N s/m"), lin [0.0, 1e5], glide 0.005;
    }
}

impl Law for Linear {
    fn potential(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x.max(0.0) * x.max(0.0)
    }

    fn elastic(&self, x: f64) -> f64 {
        self.stiffness * x.max(0.0)
    }

    fn slope(&self, x: f64) -> f64 {
        if x > 0.0 { self.stiffness } else { 0.0 }
    }

    fn resistance(&self, x: f64) -> f64 {
        if x > 0.0 { self.damping } else { 0.0 }
    }

    fn resistance_slope(&self, _x: f64) -> f64 {
        0.0
    }

    fn may_pull(&self) -> bool {
        false
    }

    fn mean_elastic(&self, x: f64, dx: f64) -> f64 {
        // (a² − b²)/2d = (a + b)/2 · (a − b)/d, and the last factor is the share of the path in contact.
        0.5 * self.stiffness * (x.max(0.0) + (x + dx).max(0.0)) * share_inside(x, dx)
    }

    fn mean_resistance(&self, x: f64, dx: f64) -> f64 {
        self.damping * share_inside(x, dx)
    }
}

/// Returns the share of the path from `x` to `x + dx` on which the bodies touch, from 0 to 1 \[1\].
fn share_inside(x: f64, dx: f64) -> f64 {
    match (x > 0.0, x + dx > 0.0) {
        (true, true) => 1.0,
        (false, false) => 0.0,
        (true, false) => x / -dx,
        (false, true) => (x + dx) / dx,
    }
}
