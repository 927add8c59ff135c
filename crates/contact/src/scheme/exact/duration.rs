//! The right duration: the stiffness of a touch, and into how many steps a sample is cut while it lasts.
//!
//! The release velocity does not depend on the stiffness, so the stiffness is free to repair the duration. A
//! contact whose law lasts κ_e steps is stretched by the step to κ = κ_e (1 + c/κ_e² + …), c from [`ContactTiming`];
//! to last κ steps it must therefore be given the stiffness of one that lasts
//!
//! $$ \kappa_e = \kappa\left(1 - \frac{c}{\kappa^2 + P + D\kappa/(\kappa+\kappa_0)}\right), \qquad
//!    k_{eff} = k\,(\kappa/\kappa_e)^{\alpha+1} $$
//!
//! c is exact, so that the rule is right to second order; P(α), D(α, u) and κ₀(u) are fitted to the duration
//! averaged over the phase of the sample in which the surfaces meet (α = 1…3.5, u = μ v_in = 0…20, κ = 2…24).
//! For α = 1 without loss the exact rule is known, κ_e = κ θ/tan θ with θ = π/2κ \[Chatziioannou2017, eq.
//! (15)\]: P = −π²/60 + …, and the fit has −0.134.
//!
//! Left over, worst of 20,000 random contacts, any phase:
//!
//! | μ v_in | one step per sample, τ ≥ 6 samples | [`Substeps::Auto`], τ ≥ 0.5 samples |
//! |--------|------------------------------------|-------------------------------------|
//! | ≤ 1    | 0.07 %                             | 0.04 %                              |
//! | ≤ 3    | 0.16 %                             | 0.13 %                              |
//! | ≤ 10   | 0.54 %                             | 0.13 %                              |
//! | ≤ 20   | 0.98 %                             | 0.13 %                              |
//!
//! `tests/exact_duration.rs` measures and asserts these numbers. It is set once, at entry, where nothing is
//! stored: the energy does not notice.

use crate::analytic::ContactTiming;
use crate::law::HuntCrossley;
use crate::math;
use crate::{Forecast, Step};

/// Shortest duration in steps that the rule is asked for; a shorter contact is given the stiffness of this
/// one.
const SHORTEST: f64 = 1.5;

/// Most steps that a sample is cut into.
pub const MAX_SUBSTEPS: u32 = 64;

/// Whether the stiffness of a touch is adjusted at entry so that it lasts as long as the continuous contact
/// would.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duration {
    /// As the law says: the step's own duration error, c/κ², stays.
    Plain,
    /// Adjusted.
    #[default]
    Corrected,
}

/// How many steps a sample is cut into while something touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Substeps {
    /// As many as the closed-form contact time asks for: at least 8 steps per contact, more with heavy loss;
    /// never more than [`MAX_SUBSTEPS`] per sample.
    #[default]
    Auto,
    /// So many, at least 1.
    Count(u32),
}

/// A touch about to begin: what the closed forms say of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    law: HuntCrossley,
    /// μ v_in
    loss: f64,
    /// τ/T
    steps: f64,
    coefficient: f64,
}

impl Touch {
    /// The touch that a gap is about to make, seen as an effective mass T²/2C_x at the speed of approach;
    /// none if the surfaces do not approach.
    pub(crate) fn of(law: HuntCrossley, gap: &Forecast, step: Step) -> Option<Self> {
        let t = step.seconds();
        let free = (gap.free.displacement - gap.now.displacement) / t;
        let speed = gap.now.velocity.max(free);
        let mass = 0.5 * t * t / gap.per_newton.displacement;
        if !(speed > 0.0 && mass.is_finite() && mass > 0.0) {
            return None;
        }
        let (alpha, loss) = (law.exponent, law.damping * speed);
        let clock = ContactTiming::fast(alpha, loss);
        // X, by a logarithm: cheaper than the power function, and exact enough for a duration.
        let energy = 0.5 * mass * (alpha + 1.0) * speed * speed / law.stiffness;
        let scale = math::exp(math::log(energy) / (alpha + 1.0));
        Some(Self {
            law,
            loss,
            steps: clock.duration_ratio * scale / (speed * t),
            coefficient: clock.coefficient,
        })
    }

    /// τ \[s\], the step being the one that it was made with.
    pub(crate) fn seconds(&self, step: Step) -> f64 {
        self.steps * step.seconds()
    }

    /// κ_e/κ: the duration of the law to be given, relative to the one to be had.
    fn shortening(&self) -> f64 {
        let (x, u, kappa) = (self.law.exponent - 1.0, self.loss, self.steps.max(SHORTEST));
        let p = -0.1337 + x * (0.3647 + 0.1178 * x);
        let d = (0.4905 + 0.2430 * x) * u * u * (1.0 + 0.0820 / (1.0 + u)) + (0.2850 + 0.4236 * x) * u;
        let bend = 1.7154 * u + 7.3292;
        1.0 - self.coefficient / (kappa * kappa + p + d * kappa / (kappa + bend))
    }
}

impl Duration {
    /// The law of a touch that begins with this gap.
    pub(crate) fn at_entry(self, law: HuntCrossley, gap: &Forecast, step: Step) -> HuntCrossley {
        match self {
            Self::Plain => law,
            Self::Corrected => Touch::of(law, gap, step).map_or(law, |touch| HuntCrossley {
                stiffness: law.stiffness / math::pow(touch.shortening(), law.exponent + 1.0),
                ..law
            }),
        }
    }
}

impl Substeps {
    /// Steps per sample for a touch that is about to begin.
    pub(crate) fn at_entry(self, law: HuntCrossley, gap: &Forecast, step: Step) -> u32 {
        match self {
            Self::Count(parts) => parts.clamp(1, MAX_SUBSTEPS),
            Self::Auto => Touch::of(law, gap, step).map_or(1, |touch| {
                let wanted = 8.0 + 0.5 * touch.loss;
                math::ceil(wanted / touch.steps).clamp(1.0, f64::from(MAX_SUBSTEPS)) as u32
            }),
        }
    }
}
