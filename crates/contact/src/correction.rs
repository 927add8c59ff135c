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

/// Corrections of the impact paper to apply to a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Corrections {
    /// Whether to limit the compression to the closed-form maximum.
    pub bound: bool,
    /// Treatment of the scheme's stored force by the hybrid correction, which replaces the compression in
    /// contact by the closed form at the present velocity. `None` disables that correction.
    pub hybrid: Option<StoredForce>,
    /// Source of the release velocity to set; `None` keeps the velocity of the scheme.
    pub output: Option<ReleaseCorrection>,
}

/// Treatment of a scheme's stored force by the hybrid correction; \[Papetti2011\] does not specify one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredForce {
    /// The scheme keeps its stored force.
    Kept,
    /// The scheme evaluates its stored force again at the corrected state.
    Refreshed,
}

/// Source of the release velocity that the output correction sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReleaseCorrection {
    /// Sets the polynomial approximation of the release velocity, eq. (7) of \[Papetti2011\], where its
    /// relative error is at most `threshold`. Otherwise the scheme keeps its own velocity.
    Approximate {
        /// Degree of the polynomial in the approximation \[1\]; 4 in \[Papetti2011\].
        order: usize,
        /// Largest allowed relative error of the approximation \[1\]; 0.01 and 0.001 in \[Papetti2011\].
        threshold: f64,
    },
    /// Sets the closed-form release velocity at every release, without approximation.
    Exact,
}

impl Corrections {
    /// Corrections that \[Papetti2011\] recommends: the hybrid correction, and the approximate release
    /// velocity of order 4 where its error is at most 0.1 %.
    pub const PAPER: Self = Self {
        bound: false,
        hybrid: Some(StoredForce::Refreshed),
        output: Some(ReleaseCorrection::Approximate { order: 4, threshold: 1e-3 }),
    };

    /// No corrections: the state and the release velocity stay as the scheme computes them.
    pub const NONE: Self = Self { bound: false, hybrid: None, output: None };

    /// Returns the release velocity to set \[m/s\]; `None` keeps the velocity of the scheme.
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
