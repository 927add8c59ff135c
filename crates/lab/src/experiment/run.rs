//! One impact, sample by sample, and its deviation from the closed forms.
//!
//! ```math
//! \%dev(x) = 100 \max_n \left|\frac{x_n - x(v_n)}{x_{max}}\right|, \qquad
//! \%dev(H) = 100 \max_n \left|\frac{H(x_n, v_n) - H(v_n)}{\Delta H_\tau}\right|, \qquad
//! \Delta H_\tau = \tfrac m2 (v_{in}^2 - v_{out}^2)
//! ```
//!
//! | measure                              | paper             | meaning                                                |
//! |--------------------------------------|-------------------|--------------------------------------------------------|
//! | [`ImpactRun::compression_deviation`] | %dev(x), eq. (28) | largest \|x − x(v)\| in contact, in % of x_max         |
//! | [`ImpactRun::energy_deviation`]      | %dev(H), eq. (27) | largest \|H − H(v)\| in contact, in % of ΔH_τ          |
//! | [`ImpactRun::release_error`]         | %err(v_out)       | relative to the exact v_out, in %; positive: too fast  |
//! | [`ImpactRun::release_energy_error`]  |                   | energy at release minus the exact one, in % of ΔH_τ    |
//!
//! The maximum of the absolute value is taken over the samples with x > 0. Eqs. (27), (28) print the absolute
//! value of the maximum, which would be 0 for AM1 in case 1.

use super::case::problem;
use foley_contact::analytic::Impact;
use foley_contact::bounce::{Approach, BounceReport, BounceSample, bounce_corrected};
use foley_contact::correction::Corrections;
use foley_contact::law::HuntCrossley;
use foley_contact::scheme::Scheme;

/// One impact of a mass on a wall, simulated by a method.
#[derive(Clone, Debug)]
pub struct ImpactRun {
    /// Mass, contact law and speed of the simulated impact.
    pub impact: Impact,
    /// Sample rate of the simulation \[Hz\].
    pub rate: f64,
    /// Simulated samples from first contact to the first sample outside the wall.
    pub samples: Vec<BounceSample>,
    /// Release velocity, duration and other results of the simulation.
    pub report: BounceReport,
}

impl ImpactRun {
    /// Simulates an impact by a scheme at a sample rate \[Hz\].
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

    /// Returns the samples in contact.
    pub fn in_contact(&self) -> impl Iterator<Item = &BounceSample> {
        self.samples.iter().filter(|sample| sample.compression > 0.0)
    }

    /// Returns the maximum of `deviation` over the samples in contact, in % of `scale`.
    pub(super) fn max_in_contact(&self, scale: f64, deviation: impl Fn(&BounceSample) -> f64) -> f64 {
        100.0 * self.in_contact().map(deviation).fold(0.0, f64::max) / scale
    }

    /// Returns the largest distance of the compression from its closed form at the same velocity, in % of the
    /// maximum compression.
    pub fn compression_deviation(&self) -> f64 {
        let impact = &self.impact;
        self.max_in_contact(impact.max_compression(), |s| {
            (s.compression - impact.compression_at(s.motion.velocity)).abs()
        })
    }

    /// Returns the largest distance of the energy from its closed form at the same velocity, in % of the heat
    /// that the impact produces.
    pub fn energy_deviation(&self) -> f64 {
        let impact = &self.impact;
        self.max_in_contact(impact.energy_lost(), |s| (s.energy - impact.energy_at(s.motion.velocity)).abs())
    }

    /// Returns the error of the release velocity relative to the closed form, in %; positive if too fast.
    pub fn release_error(&self) -> f64 {
        100.0 * (self.report.release_velocity / self.impact.release_velocity() - 1.0)
    }

    /// Returns the signed error of the energy at release, in % of the heat that the impact produces.
    pub fn release_energy_error(&self) -> f64 {
        let impact = &self.impact;
        let (v, exact) = (self.report.release_velocity, impact.release_velocity());
        100.0 * 0.5 * impact.mass * (v - exact) * (v + exact) / impact.energy_lost()
    }

    /// Returns the duration of the contact \[samples\].
    pub fn duration_in_samples(&self) -> f64 {
        self.report.duration * self.rate
    }
}
