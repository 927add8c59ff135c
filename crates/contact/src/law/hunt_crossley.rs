//! Hunt-Crossley impact law: a hardening spring whose loss grows with the approach speed.
//!
//! $$ f(x, v) = k\,x^\alpha (1 + \mu v), \quad x > 0 $$
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
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The Hunt-Crossley law, `f = k x^α (1 + μ v)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HuntCrossley {
    /// k: joint stiffness of the two surfaces \[N/m^α\].
    pub stiffness: f64,
    /// α: exponent, from the local shape of the surfaces \[1\].
    pub exponent: f64,
    /// μ: loss per unit of approach speed \[s/m\].
    pub damping: f64,
}

impl Default for HuntCrossley {
    /// A hard ball on a hard floor: case 2 of \[Papetti2011\].
    fn default() -> Self {
        Self { stiffness: 1e9, exponent: 1.5, damping: 0.5 }
    }
}

impl Parametric for HuntCrossley {
    const NAME: &'static str = "hunt-crossley";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "stiffness",
            symbol: "k",
            unit: Unit::NewtonPerMetreToTheExponent,
            doc: "How hard the two surfaces are together.",
            min: 1e3,
            max: 1e12,
            scale: Scale::Logarithmic,
            default: 1e9,
            glide: 0.005,
            handle: Some(Handle { name: "hardness", low: "felt", high: "steel" }),
            get: |law| law.stiffness,
            set: |law, value| law.stiffness = value,
        },
        Param {
            id: "exponent",
            symbol: "α",
            unit: Unit::One,
            doc: "Local shape of the surfaces: 1 flat, 1.5 a sphere, 2.8 piano felt.",
            min: 1.0,
            max: 3.5,
            scale: Scale::Linear,
            default: 1.5,
            glide: 0.005,
            handle: None,
            get: |law| law.exponent,
            set: |law, value| law.exponent = value,
        },
        Param {
            id: "damping",
            symbol: "μ",
            unit: Unit::SecondPerMetre,
            doc: "Loss per unit of approach speed: 0 gives all the energy back.",
            min: 0.0,
            max: 1e5,
            scale: Scale::Linear,
            default: 0.5,
            glide: 0.005,
            handle: Some(Handle { name: "deadness", low: "springy", high: "putty" }),
            get: |law| law.damping,
            set: |law, value| law.damping = value,
        },
    ];
}

impl HuntCrossley {
    /// Elastic part of the law.
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
