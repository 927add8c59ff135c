//! Chooses the steps per sample of a strike, by the rule that [`foley_scene`] uses.

use super::{Strike, shape_height};
use foley_contact::Step;
use foley_scene::TouchEstimate;

/// Returns the number of steps per sample for a strike, a power of two. The rule aims at a relative error of
/// the ringing of half the `tolerance` \[1\].
pub fn steps_per_sample(strike: &Strike, sample: Step, tolerance: f64) -> u32 {
    let impact = strike.as_impact();
    let excited = strike.modes.iter().filter(|mode| shape_height(mode) != 0.0);
    let band = excited.fold(None, |band: Option<(f64, f64)>, mode| {
        let omega = mode.angular();
        let (low, high) = band.unwrap_or((omega, omega));
        Some((low.min(omega), high.max(omega)))
    });
    let touch =
        TouchEstimate { seconds: impact.duration(), exponent: strike.law.exponent, loss: impact.loss() };
    touch.substeps(sample, band, 0.5 * tolerance).count()
}
