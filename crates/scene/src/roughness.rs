//! Rough surfaces: inside one contact, many asperities touch one after another.
//!
//! The load of a rough contact is carried by asperities, each with about the same force F_a whatever the load
//! is; a growing load makes more of them touch, not harder \[GreenwoodWilliamson1966\]. Asperities begin and
//! end to touch at random, for two reasons. While the force of the contact changes at the rate Ḟ, this
//! happens
//! |Ḟ|/F_a times a second; such a pulse of force F_a lasts as long as the surfaces need to approach by the
//! height s of the roughness. While the surfaces slide at the speed u, each of the F/F_a touching asperities
//! lasts for the distance ℓ between asperities, and another one takes its place. The sum of the asperities
//! differs from its mean, the force of the law, by shot noise n:
//!
//! ```math
//! n \leftarrow n\,e^{-\kappa} + F_a\,(K - \lambda), \qquad K \sim \text{Poisson}(\lambda), \qquad
//! \lambda = \frac{|\Delta F|}{F_a} + \frac{2 F}{F_a}\,\frac{uT}{\ell}, \qquad
//! \kappa = \frac{|v|\,T}{s} + \frac{uT}{\ell}
//! ```
//!
//! | symbol | here                | unit | meaning                                                          |
//! |--------|---------------------|------|------------------------------------------------------------------|
//! | s      | [`Roughness::height`] | m  | height of the asperities                                         |
//! | ℓ      | [`Roughness::spacing`] | m | distance between two asperities, 10 s                            |
//! | F_a    | [`Roughness::force`] | N   | force of one asperity                                            |
//! | u      | [`Roughness::sliding`] | m/s | speed at which one surface slides over the other                |
//! | F, ΔF  |                     | N    | contact force over a sample, its change since the sample before  |
//! | v      |                     | m/s  | rate of compression                                              |
//! | n      |                     | N    | difference between the force of the asperities and its mean      |
//! | K, λ   |                     | 1    | asperities that begin or end to touch in a sample, their mean    |
//! | T      |                     | s    | duration of a sample                                             |
//!
//! Steady sliding has the variance F F_a of independent asperities: their number F/F_a is Poisson
//! distributed. F_a is at most 1/64 of the load, so that the noise is at most an eighth of it.
//!
//! **Energy.** The loss of a contact law happens at the asperities. Here it first stays in them as a store of
//! energy, from which the noise takes its work. Sliding adds the work of friction, μ F u, which the drive of
//! the surfaces does; the store loses it again as heat within the distance ℓ. The noise is limited so that
//! its work cannot exceed the store, and when the touch ends, the rest of the store becomes heat. So a rough
//! contact is passive, and surfaces that neither lose energy nor slide have no noise. The law itself is
//! unchanged, but the noise pushes, too: the bodies part with a slightly other speed from one strike to the
//! next.
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
    /// Speed at which one surface slides over the other [m/s]; 0 for surfaces that only approach each other.
    pub sliding: f64,
}

/// Distance between two asperities in units of their height \[1\].
const SPACING: f64 = 10.0;
/// Largest share of the contact force that one asperity carries \[1\]: a coarse surface touches with many
/// asperities, too.
const MAX_SHARE: f64 = 1.0 / 64.0;
/// Coefficient of friction μ of the asperities \[1\]: dry surfaces.
const FRICTION: f64 = 0.3;

impl Roughness {
    /// Returns asperities of a height \[m\], each of which carries a force \[N\], on surfaces that do not
    /// slide.
    pub const fn new(height: f64, force: f64) -> Self {
        Self { height, force, sliding: 0.0 }
    }

    /// Returns the distance between two asperities \[m\].
    pub fn spacing(&self) -> f64 {
        SPACING * self.height
    }

    /// Whether all values are finite, height and force positive and the sliding speed not negative.
    pub(crate) fn is_valid(&self) -> bool {
        let Self { height, force, sliding } = *self;
        [height, force, sliding].iter().all(|value| value.is_finite())
            && height > 0.0
            && force > 0.0
            && sliding >= 0.0
    }
}

/// Energy that asperities exchange with their surroundings in a sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsperityExchange {
    /// Stored energy that becomes heat \[J\].
    pub(crate) heat: f64,
    /// Work of friction by whatever drives the sliding \[J\].
    pub(crate) work: f64,
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
    /// Energy stored in the asperities \[J\]. Where several contacts act on one body, the limit of the noise
    /// is not strict, and the store can be in debt by a small amount.
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

    /// Changes the roughness; noise and stored energy stay.
    pub(crate) fn change(&mut self, roughness: Roughness) {
        self.roughness = roughness;
    }

    /// Whether the asperities have this roughness.
    pub(crate) fn has(&self, roughness: Roughness) -> bool {
        self.roughness == roughness
    }

    /// Draws the noise of the coming sample. `force` is the contact force over the last sample \[N\], `rate`
    /// the rate of compression [m/s].
    pub(crate) fn next_sample(&mut self, force: f64, rate: f64, sample: Step) -> AsperityExchange {
        if force <= 0.0 && self.force_before <= 0.0 {
            self.noise = 0.0;
            // A debt stays until the next losses repay it.
            let heat = self.stored.max(0.0);
            self.stored -= heat;
            return AsperityExchange { heat, work: 0.0 };
        }
        let Roughness { height, force: of_one, sliding } = self.roughness;
        let of_one = of_one.min(MAX_SHARE * force.max(self.force_before));
        let seconds = sample.seconds();
        let renewed = sliding * seconds / self.roughness.spacing();
        let mean = ((force - self.force_before).abs() + 2.0 * force.max(0.0) * renewed.min(1.0)) / of_one;
        self.force_before = force;
        let kept = libm::exp(-rate.abs() * seconds / height - renewed);
        self.noise = kept * self.noise + of_one * self.poisson_deviation(mean);
        // Stored energy becomes heat as the asperities that hold it slide apart; friction stores new energy.
        let heat = -libm::expm1(-renewed) * self.stored.max(0.0);
        let work = FRICTION * force.max(0.0) * sliding * seconds;
        self.stored += work - heat;
        AsperityExchange { heat, work }
    }

    /// Sets the force of the coming step, limited so that its work cannot exceed the stored energy and that
    /// the surfaces do not pull. `gap` is the forecast without the noise.
    pub(crate) fn limit(&mut self, gap: &Forecast, step: Step) {
        let force = self.force_before.max(0.0);
        let softness = gap.per_newton.displacement.abs();
        // In the step the gap changes by at most `way` without the noise: the contact force may double.
        let free = (gap.free.displacement - gap.now.displacement).abs();
        let way = free.max(gap.now.velocity.abs() * step.seconds()) + 2.0 * force * softness;
        let root = (way * way + 4.0 * softness * self.stored.max(0.0)).sqrt();
        // The positive root of softness n² + way n = stored, without the difference of two equal numbers.
        let most = 2.0 * self.stored.max(0.0) / (way + root);
        let most = if most.is_finite() { most.min(0.5 * force).max(0.0) } else { 0.0 };
        self.pushed = self.noise.clamp(-most, most);
    }

    /// Draws K − λ, where K has the Poisson distribution with the mean λ. Above 16 the distribution is taken
    /// as normal.
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
            let mut asperities = Asperities::new(Roughness::new(1e-5, 0.1), 3);
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
    #[test]
    fn sliding_at_a_constant_load_has_the_variance_of_independent_asperities() {
        let (load, step) = (2.0, Step::at_rate(48e3));
        for sliding in [0.05, 0.5] {
            let roughness = Roughness { sliding, ..Roughness::new(1e-5, 1e-3) };
            let mut asperities = Asperities::new(roughness, 5);
            let (mut squares, mut work, mut heat) = (0.0, 0.0, 0.0);
            let count = 200_000;
            for sample in 0..count + 1000 {
                let exchange = asperities.next_sample(load, 0.0, step);
                (work, heat) = (work + exchange.work, heat + exchange.heat);
                squares += if sample < 1000 { 0.0 } else { asperities.noise * asperities.noise };
            }
            let variance = squares / f64::from(count);
            // Discrete time makes the variance 2κ/(1 − e^(−2κ)) times that of continuous time; the mean over
            // κ·count independent values has an error of 1.4/√(κ·count): 10 % at the lower speed, at most.
            let renewed = sliding * step.seconds() / roughness.spacing();
            let expected = load * 1e-3 * 2.0 * renewed / -libm::expm1(-2.0 * renewed);
            assert!((variance / expected - 1.0).abs() < 0.1, "{sliding} m/s: {variance} for {expected}");
            // The drive works against friction, and all but the energy that is stored now became heat.
            let power = work / (f64::from(count + 1000) * step.seconds());
            assert!((power / (FRICTION * load * sliding) - 1.0).abs() < 1e-9, "{power} W");
            assert!((work - heat - asperities.stored).abs() < 1e-12 * work);
        }
    }
}
