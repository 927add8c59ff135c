//! A hardening spring, equal in both directions: not a contact, but a nonlinear test force for energy
//! schemes.
//!
//! ```math
//! \phi(u) = \frac{K}{\alpha+1}\,u^{\alpha+1}, \quad \phi'(u) = K u^\alpha, \quad \alpha = 1, 3, 5, \dots
//! ```
//!
//! | symbol | here        | unit  | meaning                                   |
//! |--------|-------------|-------|-------------------------------------------|
//! | u      | `Motion`    | m     | displacement, of either sign              |
//! | K      | `stiffness` | N/m^α | stiffness of the spring                   |
//! | α      | `exponent`  | 1     | odd: 1 harmonic, 3 cubic                  |
//!
//! The force acts at every displacement, pulls as well as pushes, and has no loss.
//!
//! Source: \[Ducceschi2017, eq. (3a)\].

use super::Law;
use foley_params::params;

params! {
    /// The two-sided power law: at displacement u the force is `f = K u^α`, with stiffness K and odd exponent
    /// α.
    /// Default: the cubic spring of figure 2 in \[Ducceschi2017\].
    pub struct Power("power") {
        /// Stiffness of the spring: its force at a displacement of one metre.
        stiffness: f64 = 1e3, "K", NewtonPerMetreToTheExponent, log [1.0, 1e12], glide 0.005;
        /// Odd exponent of the force: 1 a linear spring, 3 a cubic one. An even number acts as the next odd one.
        exponent: u32 = 3, "α", One, count [1, 13];
    }
}

impl Power {
    /// Returns n for the odd exponent 2n + 1 of the force, which is proportional to u·(u²)ⁿ at displacement
    /// u.
    fn half(&self) -> u32 {
        self.exponent / 2
    }
}

impl Law for Power {
    fn potential(&self, u: f64) -> f64 {
        let q = self.half() + 1;
        self.stiffness / f64::from(2 * q) * integer_power(u * u, q)
    }

    fn elastic(&self, u: f64) -> f64 {
        self.stiffness * u * integer_power(u * u, self.half())
    }

    fn slope(&self, u: f64) -> f64 {
        self.stiffness * f64::from(2 * self.half() + 1) * integer_power(u * u, self.half())
    }

    fn resistance(&self, _u: f64) -> f64 {
        0.0
    }

    fn resistance_slope(&self, _u: f64) -> f64 {
        0.0
    }

    fn touches(&self, _u: f64) -> bool {
        true
    }

    fn mean_elastic(&self, u: f64, du: f64) -> f64 {
        // With a = (u+du)², b = u², q = (α+1)/2: (a^q − b^q)/du = (2u + du) Σ a^j b^(q−1−j). Every term is
        // positive, so nothing cancels, and no quotient needs a limit.
        let end = u + du;
        let (a, b) = (end * end, u * u);
        let (mut sum, mut b_power) = (1.0, 1.0);
        for _ in 0..self.half() {
            b_power *= b;
            sum = sum * a + b_power;
        }
        self.stiffness / f64::from(2 * (self.half() + 1)) * (u + end) * sum
    }

    fn mean_resistance(&self, _u: f64, _du: f64) -> f64 {
        0.0
    }
}

/// Computes x^n by repeated squaring.
fn integer_power(x: f64, n: u32) -> f64 {
    let (mut result, mut square, mut remaining) = (1.0, x, n);
    while remaining > 0 {
        if remaining & 1 == 1 {
            result *= square;
        }
        square *= square;
        remaining >>= 1;
    }
    result
}
