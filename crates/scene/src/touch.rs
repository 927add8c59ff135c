//! Into how many steps a sample is cut for a touch: as many as the ringing needs to be right to 0.05 %.
//!
//! The exact step releases with the right velocity however coarse it is; what a coarse step gets wrong is the
//! *shape* of the pulse, and with it what the modes make of it. A force held over a step loses (ωh)²/26 of a
//! mode at ω, and loss shifts the pulse by 0.18 μv h²/τ; modes far above 1/τ are hardly excited, so that only
//! those up to a few times 1/τ count:
//!
//! $$ w = T\,\min\Bigl(\omega_{max},\ \max\bigl((4.5 + 2.4(\alpha - \tfrac32))/\tau,\ \omega_{min}\bigr)\Bigr), \qquad
//!    n = \max\Bigl(\tfrac{4T}{\tau},\ \sqrt{\tfrac1\varepsilon\bigl(\tfrac{w^2}{26} + 0.18\,\mu v\,w\,\tfrac T\tau\bigr)}\Bigr) $$
//!
//! rounded up to a power of two. A touch that goes on, as of a ball that lies on a floor, is judged again
//! from time to time, as a swing about where it is: half a period π√(m/f') takes the place of τ.
//!
//! | symbol     | unit | meaning                                                       |
//! |------------|------|---------------------------------------------------------------|
//! | τ          | s    | duration of the touch by the closed form                      |
//! | ω_min, max | 1/s  | of the modes that the touched ports move and that are heard   |
//! | ε          | 1    | wanted error of the ringing, [`RINGING_ERROR`]                |
//!
//! The numbers are fitted to 454 strikes with one touch, of bodies of three modes up to 0.8 … 16 kHz, α = 1.5
//! and 2.8, μv = 0 … 0.6, τ = 0.7 … 40 samples, against a solution of the differential equations:
//! `foley lab foley-table-steps` has a part of them. Off these (one to twelve modes, hammers and modes of
//! grams to a kilogram, α = 1 … 3.5, μv up to 2) the rule is kept but for a few strikes that a heavy hammer
//! presses for long, or whose bodies follow the force and hardly ring.

use foley_body::Substeps;
use foley_contact::Step;

/// Wanted error of the ringing, unless more is allowed \[1\].
pub const RINGING_ERROR: f64 = 0.0005;

/// A touch that is about to begin, as far as it decides how finely a sample must be cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchEstimate {
    /// τ: how long it will last, by the closed form, both bodies as one reduced mass \[s\].
    pub seconds: f64,
    /// α of the law \[1\].
    pub exponent: f64,
    /// μ v of the approach \[1\].
    pub loss: f64,
}

impl TouchEstimate {
    /// Into how many steps a sample must be cut for what rings in a band \[1/s\] to be right to an error
    /// \[1\].
    pub fn substeps(&self, sample: Step, band: Option<(f64, f64)>, error: f64) -> Substeps {
        let t = sample.seconds();
        let kappa = self.seconds / t;
        let mut wanted = 4.0 / kappa;
        if let Some((lowest, highest)) = band {
            let excited = (4.5 + 2.4 * (self.exponent - 1.5)) / self.seconds;
            let w = t * highest.min(excited.max(lowest));
            let made = w * w / 26.0 + 0.18 * self.loss * w / kappa;
            wanted = wanted.max((made / error).sqrt());
        }
        Substeps::at_least(wanted)
    }
}

impl TouchEstimate {
    /// The cut for the bands of both bodies.
    pub(crate) fn substeps_between(
        &self,
        sample: Step,
        bands: [Option<(f64, f64)>; 2],
        error: f64,
    ) -> Substeps {
        let [one, two] = bands.map(|band| self.substeps(sample, band, error));
        one.max(two)
    }
}
