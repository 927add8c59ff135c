//! One-sided power-law spring, zero without compression: the elastic part of most laws.
//!
//! ```math
//! V(x) = \frac{k}{\alpha+1}[x]_+^{\alpha+1}, \qquad V' = k[x]_+^\alpha, \qquad V'' = k\alpha[x]_+^{\alpha-1}
//! ```
//!
//! | symbol | here        | unit  | meaning                  |
//! |--------|-------------|-------|--------------------------|
//! | k      | `stiffness` | N/m^α | stiffness                |
//! | α      | `exponent`  | 1     | exponent                 |

use crate::math;

/// One-sided power-law spring with stiffness k \[N/m^α\] and exponent α \[1\].
#[derive(Clone, Copy)]
pub(super) struct Spring {
    pub(super) stiffness: f64,
    pub(super) exponent: f64,
}

impl Spring {
    /// Returns the stored energy V at compression `x` \[J\].
    #[inline]
    pub(super) fn potential(self, x: f64) -> f64 {
        let p = self.exponent + 1.0;
        self.stiffness / p * math::one_sided_pow(x, p)
    }

    /// Returns the elastic force V'(x) at compression `x` \[N\].
    #[inline]
    pub(super) fn elastic(self, x: f64) -> f64 {
        self.stiffness * math::one_sided_pow(x, self.exponent)
    }

    /// Returns the slope of the elastic force, V''(x), at compression `x` \[N/m\].
    #[inline]
    pub(super) fn slope(self, x: f64) -> f64 {
        self.stiffness * self.exponent * math::one_sided_pow(x, self.exponent - 1.0)
    }

    /// Returns the mean elastic force between `x` and `x + dx`, (V(x+dx) − V(x))/dx \[N\].
    #[inline]
    pub(super) fn mean_elastic(self, x: f64, dx: f64) -> f64 {
        self.stiffness * math::mean_power_slope(x, dx, self.exponent + 1.0)
    }
}
