//! Hunt-Crossley impact law: a hardening spring whose loss grows with the approach speed.
//!
//! ```math
//! f(x, v) = k\,x^\alpha (1 + \mu v), \quad x > 0
//! ```
//!
//! | symbol | here         | unit   | meaning                             |
//! |--------|--------------|--------|-------------------------------------|
//! | x, v   | `Motion`     | m, m/s | compression and its rate            |
//! | k      | `stiffness`  | N/m^α  | both surfaces together              |
//! | α      | `exponent`   | 1      | local shape; 3/2 for Hertz's sphere |
//! | μ      | `damping`    | s/m    | loss per unit of approach speed     |
//!
//! The loss grows with the compression, so the force starts and ends at zero. For v < −1/μ the formula turns
//! sticky; a body that arrives from outside never gets there ([`crate::analytic`]).
//!
//! Source: \[HuntCrossley1975\]; \[MarhefkaOrin1999\]; \[Papetti2011, eq. (1)\].

use super::Law;
use super::spring::Spring;
use foley_params::params;

params! {
    /// The Hunt-Crossley law, `f = k x^α (1 + μ v)`: force f at compression x and approach speed v, with
    /// stiffness k, exponent α and damping μ.
    /// Default: a hard ball on a hard floor: case 2 of \[Papetti2011\].
    pub struct HuntCrossley("hunt-crossley") {
        /// Stiffness of the two surfaces in contact; a stiffer contact is shorter and brighter.
        stiffness: f64 = 1e9, "k", NewtonPerMetreToTheExponent, log [1e3, 1e12], glide 0.005,
            handle("hardness", "felt", "steel");
        /// Exponent of the force, set by the shape of the surfaces: 1 flat, 1.5 a sphere, 2.8 piano felt.
        exponent: f64 = 1.5, "α", One, lin [1.0, 3.5], glide 0.005;
        /// Loss of the contact per unit of approach speed; with 0 it returns all the energy.
        damping: f64 = 0.5, "μ", SecondPerMetre, lin [0.0, 1e5], glide 0.005,
            handle("deadness", "springy", "putty");
    }
}

impl HuntCrossley {
    /// Returns the elastic part of the law, a one-sided spring without loss.
    fn spring(&self) -> Spring {
        Spring { stiffness: self.stiffness, exponent: self.exponent }
    }
}

impl Law for HuntCrossley {
    fn potential(&self, x: f64) -> f64 {
        self.spring().potential(x)
    }

    fn elastic(&self, x: f64) -> f64 {
        self.spring().elastic(x)
    }

    fn slope(&self, x: f64) -> f64 {
        self.spring().slope(x)
    }

    fn resistance(&self, x: f64) -> f64 {
        self.damping * self.elastic(x)
    }

    fn resistance_slope(&self, x: f64) -> f64 {
        self.damping * self.slope(x)
    }

    fn force(&self, at: crate::Motion) -> f64 {
        self.elastic(at.displacement) * (1.0 + self.damping * at.velocity)
    }

    fn mean_elastic(&self, x: f64, dx: f64) -> f64 {
        self.spring().mean_elastic(x, dx)
    }

    fn mean_resistance(&self, x: f64, dx: f64) -> f64 {
        self.damping * self.mean_elastic(x, dx)
    }
}
