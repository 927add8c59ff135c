//! Seeded random numbers, equal on every platform and for every buffer size.
//!
//! Each player has its own generator (PCG \[ONeill2014\]); SplitMix64 derives its seed \[Steele2014\].

/// Derives the seed of the n-th of several generators from a common seed.
pub use foley_scene::mix_seed;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Generator of seeded random numbers (PCG).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(Pcg32);

impl Dice {
    /// Makes a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// Draws uniformly from \[0, 1). Real-time: yes.
    pub fn unit(&mut self) -> f64 {
        let bits = u64::from(self.0.next_u32()) << 21 | u64::from(self.0.next_u32() >> 11);
        bits as f64 / (1u64 << 53) as f64
    }

    /// Draws uniformly from \[`low`, `high`). Real-time: yes.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Draws uniformly from \[−1, 1). Real-time: yes.
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }

    /// Draws from the exponential distribution with the given mean: the waiting time between independent
    /// events. Real-time: yes.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.unit())
    }

    /// Draws from the normal distribution with mean 0 and variance 1, by the Box–Muller transform. Real-time:
    /// yes.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        radius * libm::cos(core::f64::consts::TAU * self.unit())
    }

    /// Draws a value E between `low` and `high` whose probability density is proportional to its power
    /// −`gamma`: many small values, few large values. Real-time: yes.
    ///
    /// ```math
    /// E = \left[E_0^{1-\gamma} + u\,(E_1^{1-\gamma} - E_0^{1-\gamma})\right]^{1/(1-\gamma)}
    /// ```
    pub fn power(&mut self, low: f64, high: f64, gamma: f64) -> f64 {
        let u = self.unit();
        let rest = 1.0 - gamma;
        if rest.abs() < 1e-9 {
            return low * libm::pow(high / low, u);
        }
        let (a, b) = (libm::pow(low, rest), libm::pow(high, rest));
        libm::pow(a + u * (b - a), 1.0 / rest).clamp(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_from_the_power_law_have_its_mean() {
        // The expected mean is ∫ E^(1−γ) / ∫ E^−γ between 1 and 1000 for γ = 1.4.
        let (low, high, gamma) = (1.0, 1000.0, 1.4);
        let integral = |power: f64| (libm::pow(high, power) - libm::pow(low, power)) / power;
        let expected = integral(2.0 - gamma) / integral(1.0 - gamma);
        let mut dice = Dice::new(1);
        let count = 1_000_000;
        let mean = (0..count).map(|_| dice.power(low, high, gamma)).sum::<f64>() / f64::from(count);
        // The standard deviation of one draw is about four means, so the mean of all draws deviates by about
        // 0.4 %.
        assert!((mean / expected - 1.0).abs() < 0.02, "{mean} for {expected}");
    }

    #[test]
    fn exponential_draws_have_their_mean_and_normal_draws_their_variance() {
        let mut dice = Dice::new(2);
        let count = 200_000;
        let mean = (0..count).map(|_| dice.exponential(0.3)).sum::<f64>() / f64::from(count);
        assert!((mean / 0.3 - 1.0).abs() < 0.01, "{mean}");
        let square = (0..count)
            .map(|_| {
                let n = dice.normal();
                n * n
            })
            .sum::<f64>()
            / f64::from(count);
        assert!((square - 1.0).abs() < 0.02, "{square}");
    }
}
