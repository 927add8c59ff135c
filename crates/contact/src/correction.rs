//! Corrections: what the impact paper adds to an integrator so that it ends up where the closed forms say.
//!
//! * *bound*: the compression may not exceed the closed form's maximum, eq. (4) of \[Papetti2011\]. Verlet
//!   and Heun apply it before the new force, the others after the step.
//! * *hybrid*: in contact the compression is not the integrator's but the closed form's at the integrator's
//!   velocity, x ← x(v), eq. (3). The mass then moves on the true phase curve, at the wrong pace.
//! * *output*: at release the velocity is set to the closed form's, and the compression to zero. The paper's
//!   approximation ṽ_out is used only where its error is below a threshold; outside, the integrator's
//!   velocity stays. Under a constant external force, where the paper has none, the velocity is that of
//!   [`PressedImpact::release_velocity`].
//!
//! The exact step needs none of them and takes none.

use crate::analytic::{Impact, PressedImpact, approximation};

/// What to do to a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Corrections {
    /// Hold the compression below the maximum.
    pub bound: bool,
    /// Put the compression on the phase curve.
    pub hybrid: Option<StoredForce>,
    /// Set the release velocity.
    pub output: Option<ReleaseCorrection>,
}

/// What the hybrid correction does with the force that a scheme has stored; the paper does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredForce {
    /// Keep it.
    Kept,
    /// Evaluate it at the corrected state.
    Refreshed,
}

/// Where the release velocity comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReleaseCorrection {
    /// ṽ_out of an order, eq. (7), wherever its relative error is at most `threshold`.
    Approximate {
        /// Number of terms; 4 in the paper.
        order: usize,
        /// Largest relative error allowed \[1\]: the paper has 0.01 and 0.001.
        threshold: f64,
    },
    /// The exact release velocity, always.
    Exact,
}

impl Corrections {
    /// The paper's choice: hybrid, and ṽ_out of the fourth order within 0.1 %.
    pub const PAPER: Self = Self {
        bound: false,
        hybrid: Some(StoredForce::Refreshed),
        output: Some(ReleaseCorrection::Approximate { order: 4, threshold: 1e-3 }),
    };

    /// Nothing is corrected.
    pub const NONE: Self = Self { bound: false, hybrid: None, output: None };

    /// The release velocity to be set \[m/s\], or none if the scheme's own stays.
    pub(crate) fn release_velocity(&self, pressed: &PressedImpact) -> Option<f64> {
        let impact: &Impact = &pressed.impact;
        match self.output? {
            _ if pressed.force != 0.0 => pressed.release_velocity(),
            ReleaseCorrection::Exact => Some(impact.release_velocity()),
            ReleaseCorrection::Approximate { order, threshold } => {
                let validity = approximation::validity(order, threshold);
                validity
                    .is_none_or(|range| range.allows(impact.loss()))
                    .then(|| impact.release_velocity_approximation(order))
            }
        }
    }
}
