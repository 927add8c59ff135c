//! Free motion in the middle, a barrier on either side: a rattle in its housing, a string between two frets.
//!
//! ```math
//! \phi(u) = \frac{K}{\alpha+1}\,[\,|u|-h\,]_+^{\alpha+1}
//! ```
//!
//! | symbol | here        | unit  | meaning                             |
//! |--------|-------------|-------|-------------------------------------|
//! | u      | `Motion`    | m     | displacement from the middle        |
//! | h      | `clearance` | m     | from the middle to either barrier   |
//! | K      | `stiffness` | N/m^α | stiffness of the barriers           |
//! | α      | `exponent`  | 1     | local shape of the barriers         |
//!
//! The law has no loss.
//!
//! Source: \[Ducceschi2017, eq. (3c)\].

use super::Law;
use super::spring::Spring;
use foley_params::params;

params! {
    /// The centre-limited power law: at displacement u the force is `f = ±K [|u| − h]₊^α`, with stiffness K,
    /// clearance h and exponent α.
    /// Default: the barrier of figure 4 in \[Ducceschi2017\], on either side.
    pub struct CentreLimited("centre-limited") {
        /// Stiffness of the two barriers.
        stiffness: f64 = 5e9, "K", NewtonPerMetreToTheExponent, log [1e0, 1e12], glide 0.005;
        /// Exponent of the force: 1 a flat barrier, 1.5 a spherical one.
        exponent: f64 = 1.3, "α", One, lin [1.0, 3.5], glide 0.005;
        /// Distance from the middle to either barrier.
        clearance: f64 = 0.1, "h", Metre, lin [0.0, 1.0], glide 0.005;
    }
}

impl CentreLimited {
    /// Returns the depth of the displacement `u` in the nearer barrier \[m\]; negative between the barriers.
    fn depth(&self, u: f64) -> f64 {
        u.abs() - self.clearance
    }
}

impl CentreLimited {
    /// Returns the elastic force law of either barrier, a one-sided spring.
    fn spring(&self) -> Spring {
        Spring { stiffness: self.stiffness, exponent: self.exponent }
    }
}

impl Law for CentreLimited {
    fn potential(&self, u: f64) -> f64 {
        self.spring().potential(self.depth(u))
    }

    fn elastic(&self, u: f64) -> f64 {
        let push = self.spring().elastic(self.depth(u));
        if u < 0.0 { -push } else { push }
    }

    fn slope(&self, u: f64) -> f64 {
        self.spring().slope(self.depth(u))
    }

    fn resistance(&self, _u: f64) -> f64 {
        0.0
    }

    fn resistance_slope(&self, _u: f64) -> f64 {
        0.0
    }

    fn mean_elastic(&self, u: f64, du: f64) -> f64 {
        // Sum of both barriers; the left one is the mirror image of the right one.
        let (spring, h) = (self.spring(), self.clearance);
        spring.mean_elastic(u - h, du) - spring.mean_elastic(-u - h, -du)
    }

    fn mean_resistance(&self, _u: f64, _du: f64) -> f64 {
        0.0
    }

    fn touches(&self, u: f64) -> bool {
        self.depth(u) > 0.0
    }
}
