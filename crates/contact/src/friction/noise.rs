//! Roughness noise: asperities that touch and part while the surfaces slide.
//!
//! A surface that slides by d meets K new asperities, whose number has the Poisson distribution with the mean
//! λ = d/ℓ. Each gives a shock of random strength A. The sum of the shocks differs from its mean by shot
//! noise, which lasts for the way that an asperity of size a needs to pass:
//!
//! ```math
//! n \leftarrow k\,n + (1-k)\,G\,\sigma_3\sqrt{\frac{F_N\,\ell}{2T}}\,\Bigl(\sum_{j=1}^{K} A_j - \lambda\Bigr), \qquad
//! k = e^{-d/a}, \quad \lambda = \frac{d}{\ell}, \quad d = |v| T
//! ```
//!
//! | symbol | here                       | unit    | meaning                                                    |
//! |--------|----------------------------|---------|------------------------------------------------------------|
//! | n      | [`Noise::force`]           | N       | noise force                                                |
//! | σ₃     | [`Friction::noise`]        | √(kg/s) | strength of the noise                                      |
//! | ℓ      | [`Friction::spacing`]      | m       | mean distance between two shocks                           |
//! | a      | [`Friction::contact_size`] | m       | size of a touching asperity                                |
//! | A      |                            | 1       | strength of one shock, exponentially distributed, mean 1   |
//! | F_N, v |                            | N, m/s  | normal force, sliding speed of the last step               |
//! | G      |                            | 1       | √((1 + k₀)/(1 − k₀)) with k₀ = e^{−2πf_c T}, f_c = 4 kHz   |
//!
//! The rate of the shocks is |v|/ℓ and the corner of their spectrum |v|/2πa. G gives the power density below
//! the corner the value that it has for ℓ = a = 0, whatever ℓ and a are: larger distances give fewer and
//! stronger shocks. Surfaces that stick make no shocks; stick-slip gives one burst in every slip.
//!
//! With ℓ = 0 the shocks merge to a noise of uniform numbers. With a = 0 a one-pole low-pass at 4 kHz
//! replaces the corner: shocks of a fixed duration, that of an elastic bounce. Below that frequency neither
//! the spectrum nor the power depends on the sample rate. With both 0, n = σ₃ w √(|v|F_N) with
//!
//! ```math
//! w \leftarrow (1-\beta)\,w + g\,\epsilon, \quad \beta = 1 - e^{-2\pi f_c T}, \quad g = \sqrt{3\beta(2-\beta)}, \quad \epsilon \in [-1, 1)
//! ```
//!
//! Source: independent shocks of asperities, whose number grows with the speed: \[Akay2002\],
//! \[BenAbdelounis2010\], \[LeBot2011\].

use super::Friction;
use crate::{Step, math};
use rand_core::Rng;
use rand_pcg::Pcg32;

/// Corner frequency of the low-pass that shapes the noise of asperities without a size \[Hz\].
const CORNER: f64 = 4_000.0;

/// Stream constant of the random generator, the same for all contacts; contacts differ by their seeds.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// Mean number of shocks in a sample above which their sum is drawn as one number.
const MAX_COUNTED: f64 = 4.0;

/// Seeded, low-passed friction noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Noise {
    /// State of the random generator, stored as a number so that a contact stays `Copy`.
    state: u64,
    seconds: f64,
    keep: f64,
    gain: f64,
    /// Value w of the noise without spacing and size \[1\], or n/σ₃ of the others \[√(N m/s)\].
    value: f64,
}

impl Noise {
    pub(super) fn new(seed: u64, sample: Step) -> Self {
        let seconds = sample.seconds();
        let keep = math::exp(-core::f64::consts::TAU * CORNER * seconds);
        Self {
            state: Pcg32::new(seed, STREAM).state(),
            seconds,
            keep,
            gain: math::sqrt(3.0 * (1.0 - keep * keep)),
            value: 0.0,
        }
    }

    /// Returns this noise generator with its filter adapted to another sample rate.
    #[must_use]
    pub(super) fn at(self, sample: Step) -> Self {
        let Self { seconds, keep, gain, .. } = Self::new(0, sample);
        Self { seconds, keep, gain, ..self }
    }

    /// Forgets the present value of the noise.
    pub(super) fn reset(&mut self) {
        self.value = 0.0;
    }

    /// Draws the noise force n of the next sample \[N\] at a sliding speed [m/s].
    pub(super) fn force(&mut self, law: &Friction, speed: f64) -> f64 {
        let mut generator = Pcg32::from_state(self.state, STREAM);
        let force = if law.spacing == 0.0 && law.contact_size == 0.0 {
            self.value = self.keep * self.value + self.gain * signed(&mut generator);
            law.noise * self.value * math::sqrt(speed * law.normal_force)
        } else {
            let slid = speed * self.seconds;
            let sized = law.contact_size > 0.0;
            let keep = if sized { math::exp(-slid / law.contact_size) } else { self.keep };
            // A white noise through the fixed low-pass has this gain at frequency 0.
            let level = math::sqrt((1.0 + self.keep) / (1.0 - self.keep));
            let shocks = if law.spacing > 0.0 {
                let strength = math::sqrt(0.5 * law.spacing / self.seconds);
                strength * shot_noise(&mut generator, slid / law.spacing)
            } else {
                math::sqrt(3.0 * speed) * signed(&mut generator)
            };
            self.value = keep * self.value + (1.0 - keep) * level * shocks;
            law.noise * self.value * math::sqrt(law.normal_force)
        };
        self.state = generator.state();
        force
    }
}

/// Draws the sum of shocks whose number has the mean `mean`, minus that mean. The strength of one shock is
/// exponentially distributed, with the mean 1, so that the variance of the sum is twice its mean.
fn shot_noise(generator: &mut Pcg32, mean: f64) -> f64 {
    if mean > MAX_COUNTED {
        return math::sqrt(6.0 * mean.min(1e12)) * signed(generator);
    }
    let limit = math::exp(-mean);
    let (mut sum, mut product) = (-mean, unit(generator));
    for _ in 0..64 {
        if product <= limit {
            break;
        }
        sum -= libm::log(unit(generator));
        product *= unit(generator);
    }
    sum
}

/// Draws uniformly from −1 to 1.
fn signed(generator: &mut Pcg32) -> f64 {
    f64::from(generator.next_u32().cast_signed()) / 2_147_483_648.0
}

/// Draws uniformly from 0 to 1, never 0.
fn unit(generator: &mut Pcg32) -> f64 {
    (f64::from(generator.next_u32()) + 0.5) / 4_294_967_296.0
}
