//! Number of substeps per sample during a touch: enough for the ringing to be accurate to 0.05 %.
//!
//! The exact step gives the right release velocity at any step size. A coarse step distorts the *shape* of
//! the pulse, and with it the excitation of the modes. A force held over a step loses (ωh)²/26 of a mode at
//! ω, and damping shifts the pulse by 0.18 μv h²/τ. Modes far above 1/τ are hardly excited, so only those up
//! to a few times 1/τ count:
//!
//! ```math
//! w = T\,\min\Bigl(\omega_{max},\ \max\bigl((4.5 + 2.4(\alpha - \tfrac32))/\tau,\ \omega_{min}\bigr)\Bigr), \qquad
//! n = \max\Bigl(\tfrac{4T}{\tau},\ \sqrt{\tfrac1\varepsilon\bigl(\tfrac{w^2}{26} + 0.18\,\mu v\,w\,\tfrac T\tau\bigr)}\Bigr)
//! ```
//!
//! rounded up to a power of two. A lasting touch, such as a ball lying on a floor, is assessed again from
//! time to time as an oscillation about its present compression: half a period π√(m/f') takes the place of τ.
//!
//! | symbol     | unit | meaning                                                       |
//! |------------|------|---------------------------------------------------------------|
//! | τ          | s    | duration of the touch by the closed form                      |
//! | ω_min, max | 1/s  | lowest and highest audible mode that moves the contact ports  |
//! | ε          | 1    | allowed error of the ringing, [`RINGING_ERROR`]               |
//!
//! The constants are fitted to 454 strikes with one touch: bodies of three modes up to 0.8 … 16 kHz, α = 1.5
//! and 2.8, μv = 0 … 0.6, τ = 0.7 … 40 samples, against a solution of the differential equations. `foley lab
//! foley-table-steps` shows a part of them. Outside this set (one to twelve modes, hammers and modes of grams
//! to a kilogram, α = 1 … 3.5, μv up to 2) the rule holds with few exceptions: strikes that a heavy hammer
//! presses for long, and bodies that follow the force and hardly ring.

use foley_body::Substeps;
use foley_contact::Step;

/// Default of the allowed relative error of the ringing after a touch \[1\].
pub const RINGING_ERROR: f64 = 0.0005;

/// Estimated duration, exponent and loss of a touch, from which the number of substeps follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchEstimate {
    /// Duration τ of the touch by the closed form, with the reduced mass of both bodies \[s\].
    pub seconds: f64,
    /// Exponent α of the contact law \[1\].
    pub exponent: f64,
    /// Product of the damping μ and the approach velocity v \[1\].
    pub loss: f64,
}

impl TouchEstimate {
    /// Returns the number of substeps per sample with which modes are accurate to the relative `error` \[1\].
    /// `band` is the lowest and highest angular frequency of the modes \[1/s\]; `None` if there are no modes.
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
    /// Returns the number of substeps per sample that both bodies of the touch need; `bands` has the lowest
    /// and highest angular frequency of each body \[1/s\].
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
