//! Free motion in the middle, a barrier on either side: a rattle in its housing, a string between two frets.
//!
//! $$ \phi(u) = \frac{K}{\alpha+1}\,[\,|u|-h\,]_+^{\alpha+1} $$
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
use foley_params::{Param, Parametric, Scale, Unit};

/// The centre-limited power law, `f = ±K [|u| − h]₊^α`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CentreLimited {
    /// K: stiffness of the barriers \[N/m^α\].
    pub stiffness: f64,
    /// α: exponent, from the local shape of the barriers \[1\].
    pub exponent: f64,
    /// h: distance from the middle to either barrier \[m\].
    pub clearance: f64,
}

impl Default for CentreLimited {
    /// The barrier of figure 4 in \[Ducceschi2017\], on either side.
    fn default() -> Self {
        Self { stiffness: 5e9, exponent: 1.3, clearance: 0.1 }
    }
}

impl Parametric for CentreLimited {
    const NAME: &'static str = "centre-limited";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "stiffness",
            symbol: "K",
            unit: Unit::NewtonPerMetreToTheExponent,
            doc: "How hard the barriers are.",
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
            doc: "Local shape of the barriers.",
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
            id: "clearance",
            symbol: "h",
            unit: Unit::Metre,
            doc: "From the middle to either barrier.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.1,
            glide: 0.005,
            handle: None,
            get: |law| law.clearance,
            set: |law, value| law.clearance = value,
        },
    ];
}

impl CentreLimited {
    /// Depth in the nearer barrier \[m\]; negative between the barriers.
    fn depth(&self, u: f64) -> f64 {
        u.abs() - self.clearance
    }
}

impl CentreLimited {
    /// Elastic part of either barrier.
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
