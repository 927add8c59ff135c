//! A barrier at a given position: no force before it, a power law behind it, no loss.
//!
//! $$ \phi(u) = \frac{K}{\alpha+1}\,[u-h]_+^{\alpha+1} $$
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
use foley_params::{Param, Parametric, Scale, Unit};

/// The one-sided power law behind a barrier, `f = K [u − h]₊^α`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneSided {
    /// K: stiffness of the barrier \[N/m^α\].
    pub stiffness: f64,
    /// α: exponent, from the local shape of the barrier \[1\].
    pub exponent: f64,
    /// h: position of the barrier \[m\].
    pub barrier: f64,
}

impl Default for OneSided {
    /// The barrier of figure 4 in \[Ducceschi2017\].
    fn default() -> Self {
        Self { stiffness: 5e9, exponent: 1.3, barrier: 0.1 }
    }
}

impl Parametric for OneSided {
    const NAME: &'static str = "one-sided";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "stiffness",
            symbol: "K",
            unit: Unit::NewtonPerMetreToTheExponent,
            doc: "How hard the barrier is.",
            min: 1e0,
            max: 1e12,
            scale: Scale::Logarithmic,
            default: 5e9,
            glide: 0.005,
            handle: None,
            get: |law| law.stiffness,
            set: |law, value| law.stiffness = value,
        },
        Param {
            id: "exponent",
            symbol: "α",
            unit: Unit::One,
            doc: "Local shape of the barrier.",
            min: 1.0,
            max: 3.5,
            scale: Scale::Linear,
            default: 1.3,
            glide: 0.005,
            handle: None,
            get: |law| law.exponent,
            set: |law, value| law.exponent = value,
        },
        Param {
            id: "barrier",
            symbol: "h",
            unit: Unit::Metre,
            doc: "Where the barrier stands.",
            min: -1.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.1,
            glide: 0.005,
            handle: None,
            get: |law| law.barrier,
            set: |law, value| law.barrier = value,
        },
    ];
}

impl OneSided {
    /// Elastic part of the law.
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
