//! A barrier at a given position: no force before it, a power law behind it, no loss.
//!
//! ```math
//! \phi(u) = \frac{K}{\alpha+1}\,[u-h]_+^{\alpha+1}
//! ```
//!
//! | symbol | here        | unit  | meaning                          |
//! |--------|-------------|-------|----------------------------------|
//! | u      | `Motion`    | m     | displacement                     |
//! | h      | `barrier`   | m     | position of the barrier          |
//! | K      | `stiffness` | N/m^α | stiffness of the barrier         |
//! | α      | `exponent`  | 1     | local shape of the barrier       |
//!
//! With h = 0 this is the lossless Hunt-Crossley law.
//!
//! Source: \[Ducceschi2017, eq. (3b)\].

use super::Law;
use super::spring::Spring;
use foley_params::params;

params! {
    /// The one-sided power law behind a barrier: at displacement u the force is `f = K [u − h]₊^α`, with
    /// stiffness K, position h of the barrier and exponent α.
    /// Default: the barrier of figure 4 in \[Ducceschi2017\].
    pub struct OneSided("one-sided") {
        /// Stiffness of the barrier.
        stiffness: f64 = 5e9, "K", NewtonPerMetreToTheExponent, log [1e0, 1e12], glide 0.005;
        /// Exponent of the force: 1 a flat barrier, 1.5 a spherical one.
        exponent: f64 = 1.3, "α", One, lin [1.0, 3.5], glide 0.005;
        /// Position of the barrier.
        barrier: f64 = 0.1, "h", Metre, lin [-1.0, 1.0], glide 0.005;
    }
}

impl OneSided {
    /// Returns the elastic part of the law, a one-sided spring without loss.
    fn spring(&self) -> Spring {
        Spring { stiffness: self.stiffness, exponent: self.exponent }
    }
}

impl Law for OneSided {
    fn potential(&self, u: f64) -> f64 {
        self.spring().potential(u - self.barrier)
    }

    fn elastic(&self, u: f64) -> f64 {
        self.spring().elastic(u - self.barrier)
    }

    fn slope(&self, u: f64) -> f64 {
        self.spring().slope(u - self.barrier)
    }

    fn resistance(&self, _u: f64) -> f64 {
        0.0
    }

    fn resistance_slope(&self, _u: f64) -> f64 {
        0.0
    }

    fn mean_elastic(&self, u: f64, du: f64) -> f64 {
        self.spring().mean_elastic(u - self.barrier, du)
    }

    fn mean_resistance(&self, _u: f64, _du: f64) -> f64 {
        0.0
    }

    fn touches(&self, u: f64) -> bool {
        u > self.barrier
    }
}
