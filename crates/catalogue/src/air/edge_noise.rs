//! Noise of turbulent air at edges: at the blades of a fan, in the slit of a nozzle, at a grille.
//!
//! Turbulence that passes a rigid edge radiates as a dipole. Its sound power grows with the sixth power of
//! the speed, so its pressure grows with the third:
//!
//! ```math
//! W = K\,\frac{\rho U^6 S}{c^3}, \qquad p = \sqrt{\frac{\rho c W}{4\pi r^2}} = \frac{\rho U^3}{c}\sqrt{\frac{K S}{4\pi r^2}}, \qquad f_p = \frac{\mathrm{St}\,U}{h}
//! ```
//!
//! | symbol | here                    | unit | meaning                                                      |
//! |--------|-------------------------|------|--------------------------------------------------------------|
//! | U      | `speed`                 | m/s  | speed of the air relative to the edge                        |
//! | S      | `area`                  | m²   | area of turbulent flow at the edge                           |
//! | h      | `size`                  | m    | size of the eddies: width of a slit, chord of a blade        |
//! | K      | [`EFFICIENCY`]          | 1    | acoustic efficiency                                          |
//! | St     | [`STROUHAL`]            | 1    | Strouhal number of the peak of the spectrum                  |
//! | r      |                         | m    | distance, 1 m                                                |
//!
//! The spectrum is broad: it rises with f² below a quarter of the peak frequency, as a dipole radiates less
//! at low frequencies, and falls with f⁻² above four times it, as small eddies carry less energy. White noise
//! through a second-order band-pass with a damping of [`BROADNESS`] has this shape. Valid for speeds far
//! below that of sound.
//!
//! Sources: \[Curle1955\], the power of the speed; \[Norton2003\], noise of flows and fans. Facts:
//! `tests/all/vacuum_cleaner_facts.rs`.

use super::ramp::Ramp;
use core::f64::consts::{FRAC_PI_2, PI};
use foley_contact::Step;
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND, Section, WhiteNoise, cut};

/// Acoustic efficiency K of the dipoles \[1\]: a fan with a tip speed of 50 m/s and a diameter of 0.1 m gives
/// 73 dB at 1 m.
pub(crate) const EFFICIENCY: f64 = 5e-5;
/// Strouhal number St of the peak \[1\].
pub(crate) const STROUHAL: f64 = 0.2;
/// Damping of the band-pass \[1\]: the spectrum is flat for four octaves.
const BROADNESS: f64 = 4.0;
/// Lowest peak frequency \[Hz\].
const MIN_FREQUENCY: f64 = 20.0;

/// Returns the RMS pressure \[Pa\] at 1 m of the noise of air of a speed \[m/s\] at edges of an area \[m²\].
pub(crate) fn dipole_pressure(speed: f64, area: f64) -> f64 {
    let u = speed.max(0.0);
    DENSITY_OF_AIR * u * u * u / SPEED_OF_SOUND * (EFFICIENCY * area.max(0.0) / (4.0 * PI)).sqrt()
}

/// Generator of the noise of turbulent air at an edge.
#[derive(Clone, Debug)]
pub(crate) struct EdgeNoise {
    white: WhiteNoise,
    band: Section,
    gain: Ramp,
    g: Ramp,
}

impl EdgeNoise {
    pub(crate) fn new(seed: u64) -> Self {
        Self { white: WhiteNoise::new(seed), band: Section::REST, gain: Ramp::ZERO, g: Ramp::default() }
    }

    /// Sets the RMS pressure \[Pa\] and the peak frequency \[Hz\] at the end of the coming block. Real-time:
    /// yes.
    pub(crate) fn aim(&mut self, pressure: f64, frequency: f64, step: Step) {
        let frequency = frequency.clamp(MIN_FREQUENCY, (0.4 * step.rate()).max(MIN_FREQUENCY));
        self.g.aim(cut(frequency, step));
        // From noise of a density of 1/Hz the band-pass passes a power of π/2 k f.
        let spread = BROADNESS * WhiteNoise::per_hertz(step) / (FRAC_PI_2 * BROADNESS * frequency).sqrt();
        self.gain.aim(pressure * spread);
    }

    /// Returns the next sample of the pressure \[Pa\]. Real-time: yes.
    #[inline]
    pub(crate) fn next(&mut self) -> f64 {
        let (gain, g) = (self.gain.step(), self.g.step());
        gain * self.band.pass(self.white.draw(), g, BROADNESS)[1]
    }

    /// Sets the noise to silence. Real-time: yes.
    pub(crate) fn rest(&mut self) {
        self.band = Section::REST;
        self.gain = Ramp::ZERO;
    }
}
