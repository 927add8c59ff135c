//! Filters whose cutoff may change at every sample without disturbing their state.
//!
//! ```math
//! g = \tan(\pi f T)
//! ```
//!
//! | symbol | unit | meaning                                                                             |
//! |--------|------|-------------------------------------------------------------------------------------|
//! | f      | Hz   | cutoff: half of the power passes a one-pole, and a section with k = √2              |
//! | g      | 1    | cutoff as the gain of an integrator ([`cut`])                                       |
//! | k      | 1    | damping of a section, 1/Q: no resonance peak at √2, a peak below                    |
//!
//! Source: \[Zavalishin2012\], trapezoidal integrators.

use foley_contact::Step;

/// Maximum cutoff of a filter, as a fraction of the sample rate.
pub const MAX_CUTOFF: f64 = 0.45;

/// Returns the integrator gain g of a cutoff \[Hz\], which is limited to [`MAX_CUTOFF`]. Real-time: yes.
pub fn cut(frequency: f64, step: Step) -> f64 {
    let fraction = (frequency * step.seconds()).clamp(0.0, MAX_CUTOFF);
    libm::tan(core::f64::consts::PI * fraction)
}

/// First-order low-pass and high-pass filter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OnePole {
    state: f64,
}

impl OnePole {
    /// A filter with zero state.
    pub const REST: Self = Self { state: 0.0 };

    /// Filters one sample and returns the low-pass output for a cutoff gain `g`; input minus output is the
    /// high-pass output. Real-time: yes.
    #[inline]
    pub fn low(&mut self, input: f64, g: f64) -> f64 {
        let rest = (input - self.state) * (g / (1.0 + g));
        let low = self.state + rest;
        self.state = low + rest;
        low
    }

    /// Filters one sample and returns the high-pass output for a cutoff gain `g`. Real-time: yes.
    #[inline]
    pub fn high(&mut self, input: f64, g: f64) -> f64 {
        input - self.low(input, g)
    }
}

/// Second-order low-pass, band-pass and high-pass filter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Section {
    one: f64,
    two: f64,
}

impl Section {
    /// A filter with zero state.
    pub const REST: Self = Self { one: 0.0, two: 0.0 };

    /// Filters one sample and returns the low-pass, band-pass and high-pass outputs for a cutoff gain `g` and
    /// damping `k`. At the cutoff the gain of the band-pass is 1/k. Real-time: yes.
    #[inline]
    pub fn pass(&mut self, input: f64, g: f64, k: f64) -> [f64; 3] {
        let a = 1.0 / (1.0 + g * (g + k));
        let rest = input - self.two;
        let band = a * (self.one + g * rest);
        let low = self.two + g * band;
        self.one = 2.0 * band - self.one;
        self.two = 2.0 * low - self.two;
        [low, band, input - k * band - low]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the gain of a filter at a frequency \[Hz\], measured over the second of two seconds.
    fn gain(frequency: f64, mut filter: impl FnMut(f64) -> f64) -> f64 {
        let rate = 48_000;
        let w = core::f64::consts::TAU * frequency / f64::from(rate);
        let (mut real, mut imaginary) = (0.0, 0.0);
        for n in 0..2 * rate {
            let phase = w * f64::from(n);
            let out = filter(libm::sin(phase));
            if n >= rate {
                real += out * libm::sin(phase);
                imaginary += out * libm::cos(phase);
            }
        }
        2.0 * libm::hypot(real, imaginary) / f64::from(rate)
    }

    #[test]
    fn half_of_the_power_passes_at_the_cutoff() {
        let g = cut(1000.0, Step::at_rate(48_000.0));
        let half = 0.5_f64.sqrt();
        let (mut low, mut high) = (OnePole::default(), OnePole::default());
        let (mut one, mut two) = (Section::REST, Section::REST);
        let k = 2.0_f64.sqrt();
        for (name, measured) in [
            ("one-pole low", gain(1000.0, |x| low.low(x, g))),
            ("one-pole high", gain(1000.0, |x| high.high(x, g))),
            ("section low", gain(1000.0, |x| one.pass(x, g, k)[0])),
            ("section high", gain(1000.0, |x| two.pass(x, g, k)[2])),
        ] {
            assert!((measured - half).abs() < 1e-6, "{name}: {measured}");
        }
        let mut band = Section::REST;
        let measured = gain(1000.0, |x| 0.1 * band.pass(x, g, 0.1)[1]);
        assert!((measured - 1.0).abs() < 1e-6, "band: {measured}");
    }
}
