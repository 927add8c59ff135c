//! Roughness noise: one value per sample, determined by the seed, however the sample is divided into steps.
//!
//! The generator sends white noise through a one-pole low-pass at 4 kHz and scales the result to unit
//! variance. Below that frequency the spectrum does not depend on the sample rate, nor does the total power.
//! The white noise is uniform, so no value exceeds a few times the mean.
//!
//! ```math
//! w \leftarrow (1-a)\,w + g\,\epsilon, \quad a = 1 - e^{-2\pi f_c T}, \quad g = \sqrt{3a(2-a)}, \quad \epsilon \in [-1, 1)
//! ```

use crate::{Step, math};
use rand_core::Rng;
use rand_pcg::Pcg32;

/// Corner frequency of the low-pass that shapes the noise \[Hz\].
const CORNER: f64 = 4_000.0;

/// Stream constant of the random generator, the same for all contacts; contacts differ by their seeds.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// Seeded, low-passed friction noise of unit variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Noise {
    /// State of the random generator, stored as a number so that a contact stays `Copy`.
    state: u64,
    keep: f64,
    gain: f64,
    pub(super) value: f64,
}

impl Noise {
    pub(super) fn new(seed: u64, sample: Step) -> Self {
        let keep = math::exp(-core::f64::consts::TAU * CORNER * sample.seconds());
        Self {
            state: Pcg32::new(seed, STREAM).state(),
            keep,
            gain: math::sqrt(3.0 * (1.0 - keep * keep)),
            value: 0.0,
        }
    }

    /// Returns this noise generator with its filter adapted to another sample rate.
    #[must_use]
    pub(super) fn at(self, sample: Step) -> Self {
        let Self { keep, gain, .. } = Self::new(0, sample);
        Self { keep, gain, ..self }
    }

    /// Draws the noise value of the next sample.
    pub(super) fn draw(&mut self) {
        let mut generator = Pcg32::from_state(self.state, STREAM);
        let epsilon = f64::from(generator.next_u32().cast_signed()) / 2_147_483_648.0;
        self.state = generator.state();
        self.value = self.keep * self.value + self.gain * epsilon;
    }
}
