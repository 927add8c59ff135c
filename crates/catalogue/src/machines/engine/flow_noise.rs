//! Noise of gas that streams through a gap or leaves a mouth.
//!
//! Turbulence at the edge of a mouth is a dipole, the jet behind the mouth a quadrupole. Both follow the
//! flow of the moment, so the noise comes in time with the firings:
//!
//! ```math
//! \tilde p = \rho c^2\,\frac{d}{1\,\mathrm m}\,M^3 \sqrt{\varepsilon^2 + \kappa M^2}, \qquad f_0 = \mathrm{St}\,\frac{M c}{d}
//! ```
//!
//! | symbol | here             | unit | meaning                                                                    |
//! |--------|------------------|------|----------------------------------------------------------------------------|
//! | p̃      | [`MouthNoise`]   | Pa   | effective pressure at 1 m                                                  |
//! | ρ, c   | `density`, `sound_speed` | kg/m³, m/s | density of the gas and its speed of sound                            |
//! | d      | `diameter`       | m    | diameter of the mouth                                                      |
//! | M      | `mach`           | 1    | speed of the flow over the speed of sound, at most 1                       |
//! | ε      | `turbulence`     | 1    | strength of the dipole at the edge: power as M⁶                            |
//! | κ      | [`JET`]          | 1    | strength of the jet: power as M⁸                                           |
//! | St     | [`STROUHAL`]     | 1    | frequency of the strongest noise, over that of the passage of a diameter   |
//!
//! A cold subsonic jet turns 10⁻⁴ M⁵ of its power into sound: with πd²ρU³/8 and p̃² = Wρc/4π this is
//! κ = 10⁻⁴/32. The spectrum rises and falls by 6 dB per octave around f₀.
//!
//! In the narrow gap of a valve or throttle the flow itself fluctuates, by a share of its mean. These
//! fluctuations travel through the pipes as waves and are filtered by muffler and duct.
//!
//! Sources: \[Lighthill1952\], jets; \[Curle1955\], edges; \[Norton2003\], shares of power.

use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::signal::{OnePole, Section};

/// Strength κ of the jet \[1\]: acoustic efficiency of 10⁻⁴ M⁵ over 32.
const JET: f64 = 1e-4 / 32.0;
/// Strouhal number of the noise, over the diameter of the mouth \[1\]; that of a round jet is 0.2 to 0.3.
const STROUHAL: f64 = 0.3;
/// Damping of the band of the noise \[1\].
const BAND: f64 = 2.0;

/// Mouth of a pipe in a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mouth {
    /// Effective pressure at 1 m for a Mach number and a strength of 1 \[Pa\].
    scale: f64,
    /// Square of the strength ε of the dipole.
    dipole: f64,
    /// Angle π f₀ T for a Mach number of 1.
    turn: f64,
}

impl Mouth {
    pub(super) fn new(diameter: f64, sound_speed: f64, density: f64, turbulence: f64, step: Step) -> Self {
        Self {
            scale: density * sound_speed * sound_speed * diameter,
            dipole: turbulence * turbulence,
            turn: PI * STROUHAL * sound_speed / diameter * step.seconds(),
        }
    }
}

/// Noise that a mouth radiates.
#[derive(Clone, Copy, Debug)]
pub(super) struct MouthNoise(Section);

impl MouthNoise {
    pub(super) const REST: Self = Self(Section::REST);

    /// Returns the pressure at 1 m \[Pa\] at a Mach number of the flow, for white noise of mean square 1.
    /// Real-time: yes.
    #[inline]
    pub(super) fn tick(&mut self, mouth: &Mouth, mach: f64, white: f64) -> f64 {
        let mach = mach.abs().min(1.0);
        let angle = (mouth.turn * mach).max(1e-4);
        let x = angle.min(1.2);
        // Tangent by a fraction, within 2 % of its value.
        let g = x * (15.0 - x * x) / (15.0 - 6.0 * x * x);
        let effective = mouth.scale * mach * mach * mach * (mouth.dipole + JET * mach * mach).sqrt();
        // White noise of mean square 1 leaves a band of the angle x with the mean square x / BAND, far below
        // half of the sample rate. Nearer to it the power per hertz stays and the part above is missing.
        let spread = (BAND / angle).sqrt();
        let [_, band, _] = self.0.pass(effective * spread * white, g, BAND);
        band
    }
}

/// Relative deviations of a flow through a gap from its mean.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GapNoise(OnePole);

impl GapNoise {
    /// Returns the gain that gives noise below a cutoff \[Hz\] the mean square 1.
    pub(super) fn spread(cutoff: f64, step: Step) -> f64 {
        // White noise of mean square 1 leaves a one-pole of the cutoff f with the mean square π f T.
        1.0 / (PI * cutoff * step.seconds()).sqrt()
    }

    /// Returns the deviation \[1\] for white noise of mean square 1; the gas never turns back. Real-time:
    /// yes.
    #[inline]
    pub(super) fn tick(&mut self, intensity: f64, g: f64, white: f64) -> f64 {
        self.0.low(intensity * white, g).clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foley_dsp::signal::WhiteNoise;

    /// Returns the mean square of the noise \[Pa²\] of a mouth of 4 cm in cold air, over two seconds.
    fn power(mach: f64, turbulence: f64, rate: f64) -> f64 {
        let step = Step::at_rate(rate);
        let mouth = Mouth::new(0.04, 343.0, 1.2, turbulence, step);
        let (mut noise, mut white) = (MouthNoise::REST, WhiteNoise::new(1));
        let count = (2.0 * rate) as usize;
        let squares = (0..count).map(|_| noise.tick(&mouth, mach, white.draw()));
        squares.map(|p| p * p).sum::<f64>() / count as f64
    }

    #[test]
    fn the_power_of_an_edge_grows_with_the_sixth_and_of_a_jet_with_the_eighth_power_of_the_flow() {
        // At 48 kHz a tenth of the power lies above half of the rate; here nearly all of it is sampled.
        let rate = 768_000.0;
        for (turbulence, expected) in [(0.02, 6.0), (0.0, 8.0)] {
            let (slow, fast) = (power(0.1, turbulence, rate), power(0.4, turbulence, rate));
            let exponent = libm::log(fast / slow) / libm::log(4.0);
            println!("ε = {turbulence}: power as flow to the power of {exponent:.2}");
            // Two seconds of noise in a band of 1 kHz vary by 2 %.
            assert!((exponent - expected).abs() < 0.1, "{exponent} for {expected}");
        }
        // Efficiency of 10⁻⁴ M⁵ of the power of the jet, on a sphere of 1 m.
        let (mach, density, c, d) = (0.5_f64, 1.2, 343.0, 0.04);
        let speed: f64 = mach * c;
        let jet = PI * d * d * density * speed.powi(3) / 8.0;
        let expected = 1e-4 * mach.powi(5) * jet * density * c / (4.0 * PI);
        let found = power(mach, 0.0, rate);
        println!("jet: {found:.3e} Pa² for {expected:.3e} Pa²");
        assert!((found / expected - 1.0).abs() < 0.05, "{found} Pa² for {expected} Pa²");
    }

    #[test]
    fn the_power_of_a_flow_does_not_depend_on_the_sample_rate() {
        let reference = power(0.02, 0.01, 48_000.0);
        for rate in [22_050.0, 44_100.0, 96_000.0, 192_000.0] {
            let decibels = 10.0 * libm::log10(power(0.02, 0.01, rate) / reference);
            println!("{rate} Hz: {decibels:.2} dB");
            assert!(decibels.abs() < 0.5, "{decibels} dB at {rate} Hz");
        }
    }
}
