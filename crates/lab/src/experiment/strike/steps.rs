//! Into how many steps a scene cuts a sample while a hammer touches a modal body: its rule, asked for a
//! strike.

use super::{Strike, shape_height};
use foley_contact::Step;
use foley_scene::TouchEstimate;

/// Steps per sample, a power of two, for the ringing to be right to half of `tolerance` \[1\].
pub fn steps_per_sample(strike: &Strike, sample: Step, tolerance: f64) -> u32 {
    let impact = strike.as_impact();
    let heard = strike.modes.iter().filter(|mode| shape_height(mode) != 0.0);
    let band = heard.fold(None, |band: Option<(f64, f64)>, mode| {
        let omega = mode.angular();
        let (low, high) = band.unwrap_or((omega, omega));
        Some((low.min(omega), high.max(omega)))
    });
    let touch =
        TouchEstimate { seconds: impact.duration(), exponent: strike.law.exponent, loss: impact.loss() };
    touch.substeps(sample, band, 0.5 * tolerance).count()
}
