//! Felt: a hardening spring that is stiffer under compression than during recovery.
//!
//! ```math
//! f(x, v) = \max\Bigl(0,\; k\bigl[x^\alpha + \mu \tfrac{d}{dt}x^\alpha\bigr]\Bigr)
//! = \max\bigl(0,\; k\,[x^\alpha + \mu\alpha x^{\alpha-1} v]\bigr), \quad x > 0
//! ```
//!
//! | symbol | here         | unit   | meaning                                       |
//! |--------|--------------|--------|-----------------------------------------------|
//! | x, v   | `Motion`     | m, m/s | compression and its rate                      |
//! | k      | `stiffness`  | N/m^α  | stiffness under slow compression              |
//! | α      | `exponent`   | 1      | exponent; 2 to 3.5 for piano hammers          |
//! | μ      | `relaxation` | s      | lead of the force over x^α                    |
//!
//! Stulov's felt has memory: `F = F₀ [x^α − (ε/τ₀) ∫ x^α(ξ) exp((ξ−t)/τ₀) dξ]`. If the memory τ₀ is short
//! compared with the contact, integration by parts gives two terms, `τ₀ x^α − τ₀² d(x^α)/dt`. They lead to
//! the formula above with `k = F₀(1 − ε)` and `μ = ε τ₀/(1 − ε)`. The loss is proportional to x^(α−1) here,
//! and to x^α in the Hunt-Crossley law.
//!
//! The bracket turns negative once `x < −μαv`: the felt recovers more slowly than the hammer leaves. It
//! cannot pull, so the force reaches zero before the compression does. The energy left in the felt is lost.
//!
//! Source: \[Stulov1995\]; exponents α and α − 1 as given in \[PapettiThesis, ch. 1\]; the limit is derived
//! above.

use super::Law;
use super::spring::Spring;
use crate::math;
use foley_params::params;

params! {
    /// Felt with a short memory: while it pushes, the force is `f = k (x^α + μ d(x^α)/dt)` at compression x,
    /// with stiffness k, exponent α and relaxation time μ.
    /// Default: a piano hammer: the felt of \[Avanzini2001\], α = 2.8, with a memory of some microseconds.
    pub struct Stulov("stulov") {
        /// Stiffness of the felt under slow compression.
        stiffness: f64 = 1.5e11, "k", NewtonPerMetreToTheExponent, log [1e3, 1e12], glide 0.005,
            handle("hardness", "fluff", "lacquered");
        /// Exponent of the force: how much the felt hardens under compression; 2 to 3.5 for piano hammers.
        exponent: f64 = 2.8, "α", One, lin [1.0, 3.5], glide 0.005;
        /// Time by which the force leads the compression; with 0 the felt returns all the energy.
        relaxation: f64 = 1e-5, "μ", Second, lin [0.0, 1e-3], glide 0.005,
            handle("deadness", "springy", "putty");
    }
}

impl Stulov {
    /// Returns the elastic part of the law, a one-sided spring without loss.
    fn spring(&self) -> Spring {
        Spring { stiffness: self.stiffness, exponent: self.exponent }
    }
}

impl Law for Stulov {
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
        self.relaxation * self.slope(x)
    }

    fn resistance_slope(&self, x: f64) -> f64 {
        let a = self.exponent;
        self.relaxation * self.stiffness * a * (a - 1.0) * math::one_sided_pow(x, a - 2.0)
    }

    fn may_pull(&self) -> bool {
        false
    }

    fn mean_elastic(&self, x: f64, dx: f64) -> f64 {
        self.spring().mean_elastic(x, dx)
    }

    fn mean_resistance(&self, x: f64, dx: f64) -> f64 {
        // r is μ times the slope of the elastic force, so the mean of r is a difference quotient of elastic
        // forces.
        let a = self.exponent;
        self.relaxation * self.stiffness * a * math::mean_power_slope(x, dx, a)
    }
}
