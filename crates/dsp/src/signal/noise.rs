//! Seeded noise whose spectral density does not depend on the sample rate.
//!
//! White noise has equal power per hertz: for a density S \[1/Hz\] the variance of a sample is S/(2T). Pink
//! noise has equal power per octave: white noise through a [`PinkFilter`], within half a decibel of −3 dB per
//! octave from 40 Hz to 4 kHz (see the test).

use super::PinkFilter;
use crate::random::Dice;
use foley_contact::Step;

/// Generator of white noise.
#[derive(Clone, Debug)]
pub struct WhiteNoise {
    dice: Dice,
}

impl WhiteNoise {
    /// Makes a generator of white noise from a seed.
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed) }
    }

    /// Draws a uniformly distributed sample with mean square 1, within ±√3. Real-time: yes.
    #[inline]
    pub fn draw(&mut self) -> f64 {
        const SQRT_3: f64 = 1.732_050_807_568_877_2;
        SQRT_3 * self.dice.signed()
    }

    /// Returns the factor √(sample rate / 2) that gives [`WhiteNoise::draw`] a one-sided density of 1/Hz.
    pub fn per_hertz(step: Step) -> f64 {
        (0.5 * step.rate()).sqrt()
    }
}

/// Generator of pink noise.
#[derive(Clone, Debug)]
pub struct PinkNoise {
    white: WhiteNoise,
    filter: PinkFilter,
    gain: f64,
}

impl PinkNoise {
    /// Makes a generator of pink noise from a seed, for a sample step.
    pub fn new(seed: u64, step: Step) -> Self {
        Self {
            white: WhiteNoise::new(seed),
            // The filter has gain 1 at 1 kHz.
            filter: PinkFilter::new(step),
            gain: WhiteNoise::per_hertz(step),
        }
    }

    /// Draws a sample of pink noise. Its one-sided density is 1/Hz at 1 kHz, inversely proportional to
    /// frequency. Real-time: yes.
    #[inline]
    pub fn draw(&mut self) -> f64 {
        self.filter.pass(self.gain * self.white.draw())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::{Section, cut};

    #[test]
    fn pink_noise_falls_by_three_decibels_in_each_octave_at_any_rate() {
        for rate in [44_100.0, 96_000.0] {
            let step = Step::at_rate(rate);
            let mut pink = PinkNoise::new(3, step);
            // At higher frequencies the sample rate narrows the measuring band-pass.
            let centres: Vec<f64> = (0..7).map(|n| 60.0 * f64::from(1 << n)).collect();
            let mut bands = vec![Section::REST; centres.len()];
            let mut power = vec![0.0; centres.len()];
            let count = (20.0 * rate) as usize;
            for _ in 0..count {
                let value = pink.draw();
                for ((band, &f), sum) in bands.iter_mut().zip(&centres).zip(&mut power) {
                    let passed = band.pass(value, cut(f, step), 1.0)[1];
                    *sum += passed * passed / count as f64;
                }
            }
            // Of noise f⁻¹ a band-pass of damping 1 passes f ∫ u du / ((1 − u²)² + u²) = 2π/(3√3) f times the
            // density at its middle.
            for (&f, &power) in centres.iter().zip(&power) {
                let density = power / (core::f64::consts::TAU / 27.0_f64.sqrt() * f);
                let decibels = 10.0 * libm::log10(density * f / 1000.0);
                assert!(
                    decibels.abs() < 0.7,
                    "{decibels} dB at {f} Hz, rate {rate}: the spread of 20 s is 0.3 dB"
                );
            }
        }
    }
}
