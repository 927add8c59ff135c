//! Felt: a hardening spring that is stiffer under compression than during recovery.
//!
//! $$ f(x, v) = \max\Bigl(0,\; k\bigl[x^\alpha + \mu \tfrac{d}{dt}x^\alpha\bigr]\Bigr)
//!            = \max\bigl(0,\; k\,[x^\alpha + \mu\alpha x^{\alpha-1} v]\bigr), \quad x > 0 $$
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
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// Felt with a short memory, `f = k (x^α + μ d(x^α)/dt)` while it pushes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stulov {
    /// k: stiffness under slow compression \[N/m^α\].
    pub stiffness: f64,
    /// α: exponent \[1\].
    pub exponent: f64,
    /// μ: lead of the force over x^α \[s\].
    pub relaxation: f64,
}

impl Default for Stulov {
    /// A piano hammer: the felt of \[Avanzini2001\], α = 2.8, with a memory of some microseconds.
    fn default() -> Self {
        Self { stiffness: 1.5e11, exponent: 2.8, relaxation: 1e-5 }
    }
}

impl Parametric for Stulov {
    const NAME: &'static str = "stulov";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "stiffness",
            symbol: "k",
            unit: Unit::NewtonPerMetreToTheExponent,
            doc: "How hard the felt is when it is squeezed slowly.",
            min: 1e3,
            max: 1e12,
            scale: Scale::Logarithmic,
            default: 1.5e11,
            glide: 0.005,
            handle: Some(Handle { name: "hardness", low: "fluff", high: "lacquered" }),
            get: |law| law.stiffness,
            set: |law, value| law.stiffness = value,
        },
        Param {
            id: "exponent",
            symbol: "α",
            unit: Unit::One,
            doc: "How the felt hardens as it is squeezed.",
            min: 1.0,
            max: 3.5,
            scale: Scale::Linear,
            default: 2.8,
            glide: 0.005,
            handle: None,
            get: |law| law.exponent,
            set: |law, value| law.exponent = value,
        },
        Param {
            id: "relaxation",
            symbol: "μ",
            unit: Unit::Second,
            doc: "How far the force runs ahead of the compression: 0 gives all the energy back.",
            min: 0.0,
            max: 1e-3,
            scale: Scale::Linear,
            default: 1e-5,
            glide: 0.005,
            handle: Some(Handle { name: "deadness", low: "springy", high: "putty" }),
            get: |law| law.relaxation,
            set: |law, value| law.relaxation = value,
        },
    ];
}

impl Stulov {
    /// Elastic part of the law.
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
        // r is μ times the slope of the elastic force, so its mean is a difference quotient of elastic
        // forces.
        let a = self.exponent;
        self.relaxation * self.stiffness * a * math::mean_power_slope(x, dx, a)
    }
}
