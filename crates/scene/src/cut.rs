//! Into how many steps a sample is cut for a touch: as many as the ringing needs to be right to 0.05 %.
//!
//! The exact step releases with the right velocity however coarse it is; what a coarse step gets wrong is the *shape* of the pulse,
//! and with it what the modes make of it. A force held over a step loses (ωh)²/26 of a mode at ω, and loss shifts the pulse by
//! 0.18 μv h²/τ; modes far above 1/τ are hardly excited, so that only those up to a few times 1/τ count:
//!
//! $$ w = T\,\min\Bigl(\omega_{max},\ \max\bigl((4.5 + 2.4(\alpha - \tfrac32))/\tau,\ \omega_{min}\bigr)\Bigr), \qquad
//!    n = \max\Bigl(\tfrac{4T}{\tau},\ \sqrt{\tfrac1\varepsilon\bigl(\tfrac{w^2}{26} + 0.18\,\mu v\,w\,\tfrac T\tau\bigr)}\Bigr) $$
//!
//! rounded up to a power of two.
//!
//! | symbol     | unit | meaning                                                       |
//! |------------|------|---------------------------------------------------------------|
//! | τ          | s    | duration of the touch by the closed form                      |
//! | ω_min, max | 1/s  | of the modes that the touched ports move and that are heard   |
//! | ε          | 1    | wanted error of the ringing, [`RINGING_ERROR`]                |
//!
//! The two coefficients were fitted to 500 strikes against a solution of the differential equations; `foley lab` has the table.

use crate::any_contact::AnyContact;
use foley_body::Cut;
use foley_contact::{Forecast, Step};

/// Wanted error of the ringing \[1\].
const RINGING_ERROR: f64 = 0.0005;

/// The cut for a touch that begins in the coming step.
pub(crate) fn parts_for(
    contact: &AnyContact,
    gap: &Forecast,
    step: Step,
    sample: Step,
    bands: [Option<(f64, f64)>; 2],
) -> Cut {
    let Some((seconds, exponent, damping)) = contact.touch(gap, step) else {
        return Cut::WHOLE;
    };
    let t = sample.seconds();
    let kappa = seconds / t;
    let mut wanted = 4.0 / kappa;
    let mean = (gap.free.displacement - gap.now.displacement) / step.seconds();
    let loss = damping * gap.now.velocity.max(mean).max(0.0);
    let excited = (4.5 + 2.4 * (exponent - 1.5)) / seconds;
    for (lowest, highest) in bands.into_iter().flatten() {
        let w = t * highest.min(excited.max(lowest));
        let error = w * w / 26.0 + 0.18 * loss * w / kappa;
        wanted = wanted.max((error / RINGING_ERROR).sqrt());
    }
    Cut::of_at_least(wanted)
}
