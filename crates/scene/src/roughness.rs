//! Rough surfaces: inside one contact, many asperities touch one after another.
//!
//! The load of a rough contact is carried by asperities, each with about the same force F_a whatever the load
//! is; a growing load makes more of them touch, not harder \[GreenwoodWilliamson1966\]. So while the force of
//! the contact changes at the rate Ḟ, asperities begin or end to touch |Ḟ|/F_a times a second, at random.
//! Each gives a pulse of force F_a that lasts as long as the surfaces need to approach by the height s of the
//! roughness. Their sum differs from its mean, the force of the law, by shot noise:
//!
//! ```math
//! n \leftarrow n\,e^{-vT/s} + F_a\,(K - \lambda), \qquad K \sim \text{Poisson}(\lambda), \qquad \lambda = |\Delta F| / F_a
//! ```
//!
//! | symbol | here                | unit | meaning                                                          |
//! |--------|---------------------|------|------------------------------------------------------------------|
//! | s      | [`Roughness::height`] | m  | height of the asperities                                         |
//! | F_a    | [`Roughness::force`] | N   | force of one asperity                                            |
//! | ΔF, v  |                     | N, m/s | change of the contact force over a sample, rate of compression |
//! | n      |                     | N    | difference between the force of the asperities and its mean      |
//! | K, λ   |                     | 1    | asperities that begin or end to touch in a sample, their mean    |
//! | T      |                     | s    | duration of a sample                                             |
//!
//! **Energy.** The loss of a contact law happens at the asperities. Here it first stays in them as a store of
//! energy, from which the noise takes its work. The noise is limited so that its work cannot exceed the store,
//! and when the touch ends, the rest of the store becomes heat. So a rough contact is passive, and a contact
//! law without loss has no noise. The force of the law itself is unchanged.
//!
//! Source: \[GreenwoodWilliamson1966\]; sound of asperities: \[Akay2002\].

use crate::drive::mix_seed;
use foley_contact::{Forecast, Step};

/// Roughness of two surfaces in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roughness {
    /// Height of the asperities of both surfaces together \[m\].
    pub height: f64,
    /// Force that one asperity carries \[N\].
    pub force: f64,
}

/// Asperities of a contact with their present noise and stored energy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asperities {
    roughness: Roughness,
    seed: u64,
    /// Random numbers drawn so far.
    drawn: u64,
    /// Noise force n \[N\], before it is limited.
    noise: f64,
    /// Contact force at the end of the previous sample \[N\].
    force_before: f64,
    /// Energy stored in the asperities \[J\].
    pub(crate) stored: f64,
    /// Noise force that acts over the present step \[N\].
    pub(crate) pushed: f64,
    /// Difference of the positions of the two ports at the start of the step \[m\].
    pub(crate) from: f64,
}

impl Asperities {
    pub(crate) fn new(roughness: Roughness, seed: u64) -> Self {
        Self { roughness, seed, drawn: 0, noise: 0.0, force_before: 0.0, stored: 0.0, pushed: 0.0, from: 0.0 }
    }

    /// Draws the noise of the coming sample. `force` is the contact force over the last sample \[N\], `rate` the
    /// rate of compression [m/s]. Returns the stored energy that becomes heat \[J\], because the touch has ended.
    pub(crate) fn next_sample(&mut self, force: f64, rate: f64, sample: Step) -> f64 {
        if force <= 0.0 && self.force_before <= 0.0 {
            self.noise = 0.0;
            return core::mem::take(&mut self.stored);
        }
        let Roughness { height, force: of_one } = self.roughness;
        let mean = (force - self.force_before).abs() / of_one;
        self.force_before = force;
        let kept = libm::exp(-rate.abs() * sample.seconds() / height);
        self.noise = kept * self.noise + of_one * self.poisson_deviation(mean);
        0.0
    }

    /// Sets the force of the coming step, limited so that its work cannot exceed the stored energy and that the
    /// surfaces do not pull. `gap` is the forecast without the noise.
    pub(crate) fn limit(&mut self, gap: &Forecast, step: Step) {
        let force = self.force_before.max(0.0);
        let softness = gap.per_newton.displacement.abs();
        // In the step the gap changes by at most `way` without the noise: the contact force may double.
        let free = (gap.free.displacement - gap.now.displacement).abs();
        let way = free.max(gap.now.velocity.abs() * step.seconds()) + 2.0 * force * softness;
        let root = (way * way + 4.0 * softness * self.stored).sqrt();
        // The positive root of softness n² + way n = stored, without the difference of two equal numbers.
        let most = 2.0 * self.stored / (way + root);
        let most = if most.is_finite() { most.min(0.5 * force).max(0.0) } else { 0.0 };
        self.pushed = self.noise.clamp(-most, most);
    }

    /// Draws K − λ, where K has the Poisson distribution with the mean λ. Above 16 the distribution is taken as
    /// normal.
    fn poisson_deviation(&mut self, mean: f64) -> f64 {
        if mean > 16.0 {
            let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
            return mean.sqrt() * radius * libm::cos(core::f64::consts::TAU * self.unit());
        }
        let limit = libm::exp(-mean);
        let (mut count, mut product) = (0.0, self.unit());
        while product > limit && count < 64.0 {
            count += 1.0;
            product *= self.unit();
        }
        count - mean
    }

    /// Draws uniformly from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.drawn += 1;
        (mix_seed(self.seed, self.drawn) >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_have_the_mean_and_variance_of_the_poisson_distribution() {
        for mean in [0.02, 0.5, 4.0, 15.0, 40.0] {
            let mut asperities = Asperities::new(Roughness { height: 1e-5, force: 0.1 }, 3);
            let count = 40_000;
            let drawn: Vec<f64> = (0..count).map(|_| asperities.poisson_deviation(mean)).collect();
            let average = drawn.iter().sum::<f64>() / f64::from(count);
            let variance = drawn.iter().map(|value| value * value).sum::<f64>() / f64::from(count);
            // Four standard errors of the mean and of the variance (2λ² + λ over the count).
            let errors =
                [(mean / f64::from(count)).sqrt(), ((2.0 * mean * mean + mean) / f64::from(count)).sqrt()];
            assert!(average.abs() < 4.0 * errors[0], "mean {mean}: {average}");
            assert!((variance - mean).abs() < 4.0 * errors[1], "mean {mean}: variance {variance}");
        }
    }
}
