//! Corrections of the impact paper: an integrator is moved onto the closed-form solution.
//!
//! * *bound*: limits the compression to the closed-form maximum, eq. (4) of \[Papetti2011\]. Verlet and Heun
//!   apply it before the new force, the others after the step.
//! * *hybrid*: replaces the compression in contact by the closed form at the integrator's velocity, x ← x(v),
//!   eq. (3). The mass then moves on the exact phase curve, but with the wrong timing.
//! * *output*: at release, sets the velocity to the closed form and the compression to zero. The paper's
//!   approximation ṽ_out is used only where its error is below a threshold; elsewhere the integrator's
//!   velocity stays. For a constant external force the paper has no formula;
//!   [`PressedImpact::release_velocity`] is used.
//!
//! The exact step needs none of these corrections and ignores them.

use crate::analytic::{Impact, PressedImpact, approximation};

/// Corrections to apply to a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Corrections {
    /// Limit the compression to the closed-form maximum.
    pub bound: bool,
    /// Put the state on the exact phase curve, with this treatment of the stored force.
    pub hybrid: Option<StoredForce>,
    /// Set the release velocity; `None` keeps the scheme's own.
    pub output: Option<ReleaseCorrection>,
}

/// Treatment of a scheme's stored force by the hybrid correction. The paper leaves this open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredForce {
    /// The stored force stays.
    Kept,
    /// The force is evaluated again at the corrected state.
    Refreshed,
}

/// Source of the release velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReleaseCorrection {
    /// ṽ_out, eq. (7), where its relative error is at most `threshold`.
    Approximate {
        /// Degree of the polynomial; 4 in the paper.
        order: usize,
        /// Largest allowed relative error \[1\]; 0.01 and 0.001 in the paper.
        threshold: f64,
    },
    /// The exact closed form, always.
    Exact,
}

impl Corrections {
    /// The paper's choice: hybrid, and ṽ_out of order 4 with an error up to 0.1 %.
    pub const PAPER: Self = Self {
        bound: false,
        hybrid: Some(StoredForce::Refreshed),
        output: Some(ReleaseCorrection::Approximate { order: 4, threshold: 1e-3 }),
    };

    /// No corrections.
    pub const NONE: Self = Self { bound: false, hybrid: None, output: None };

    /// The release velocity to set \[m/s\]; `None` keeps the scheme's own.
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
