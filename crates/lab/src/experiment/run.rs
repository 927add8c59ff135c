//! One impact, sample by sample, and how far it strays from the closed forms.
//!
//! $$ \%dev(x) = 100 \max_n \left|\frac{x_n - x(v_n)}{x_{max}}\right|, \qquad
//!    \%dev(H) = 100 \max_n \left|\frac{H(x_n, v_n) - H(v_n)}{\Delta H_\tau}\right|, \qquad
//!    \Delta H_\tau = \tfrac m2 (v_{in}^2 - v_{out}^2) $$
//!
//! | measure              | paper             | meaning                                                              |
//! |----------------------|-------------------|----------------------------------------------------------------------|
//! | [`ImpactRun::compression_deviation`]   | %dev(x), eq. (28) | greatest \|x − x(v)\| of the samples in contact, in % of x_max       |
//! | [`ImpactRun::energy_deviation`]  | %dev(H), eq. (27) | greatest \|H − H(v)\| of the samples in contact, in % of the heat    |
//! | [`ImpactRun::release_error`] | %err(v_out)       | release velocity relative to the exact one, in %; positive: too fast |
//! | [`ImpactRun::release_energy_error`]    |                   | energy at release minus the exact one, in % of the heat              |
//!
//! The maximum is taken of the absolute value, over the samples with x > 0: eqs. (27), (28) take the absolute
//! value of the maximum, which would be 0 for AM1 in case 1.

use super::case::problem;
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, BounceReport, BounceSample, bounce_corrected};
use foley_contact::correction::Corrections;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Scheme;

/// One impact as a method stepped it.
#[derive(Clone, Debug)]
pub struct ImpactRun {
    /// What was run.
    pub impact: Impact,
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// From touch to the first sample outside.
    pub samples: Vec<BounceSample>,
    /// What it came to.
    pub report: BounceReport,
}

impl ImpactRun {
    /// An impact by a scheme, at a sample rate \[Hz\].
    pub fn of<S: Scheme<HuntCrossley> + ?Sized>(
        scheme: &mut S,
        impact: Impact,
        rate: f64,
        corrections: &Corrections,
    ) -> Self {
        let mut samples = Vec::new();
        let report = bounce_corrected(
            &problem(&impact, rate),
            scheme,
            Approach::at_speed(impact.speed),
            corrections,
            |sample| samples.push(*sample),
        );
        Self { impact, rate, samples, report }
    }

    /// The samples inside.
    pub fn in_contact(&self) -> impl Iterator<Item = &BounceSample> {
        self.samples.iter().filter(|sample| sample.compression > 0.0)
    }

    /// The greatest distance `off` of a sample in contact, in % of `whole`.
    pub(super) fn worst(&self, whole: f64, off: impl Fn(&BounceSample) -> f64) -> f64 {
        100.0 * self.in_contact().map(off).fold(0.0, f64::max) / whole
    }

    /// Greatest distance from the closed-form x(v), in % of x_max.
    pub fn compression_deviation(&self) -> f64 {
        let impact = &self.impact;
        self.worst(impact.max_compression(), |s| {
            (s.compression - impact.compression_at(s.motion.velocity)).abs()
        })
    }

    /// Greatest distance from the closed-form H(v), in % of the heat of the impact.
    pub fn energy_deviation(&self) -> f64 {
        let impact = &self.impact;
        self.worst(impact.energy_lost(), |s| (s.energy - impact.energy_at(s.motion.velocity)).abs())
    }

    /// Release velocity against the exact one, in %.
    pub fn release_error(&self) -> f64 {
        100.0 * (self.report.release_velocity / self.impact.release_velocity() - 1.0)
    }

    /// Energy at release against the exact one, in % of the heat of the impact; signed.
    pub fn release_energy_error(&self) -> f64 {
        let impact = &self.impact;
        let (v, exact) = (self.report.release_velocity, impact.release_velocity());
        100.0 * 0.5 * impact.mass * (v - exact) * (v + exact) / impact.energy_lost()
    }

    /// Duration in samples.
    pub fn duration_in_samples(&self) -> f64 {
        self.report.duration * self.rate
    }
}
