//! Flow noise around an obstacle: a band of noise about St U/d.
//!
//! White noise passes a second-order band-pass. From noise of a density of 1/Hz the band-pass passes a power
//! of π/2 k f \[1\], which sets the RMS value.

use core::f64::consts::FRAC_PI_2;
use foley_contact::Step;
use foley_dsp::signal::{Section, WhiteNoise, cut};
use foley_sound::BLOCK;

/// Minimum centre frequency of the noise band \[Hz\].
const MIN_FREQUENCY: f64 = 20.0;
/// Minimum bandwidth of the noise, relative to its centre frequency \[1\].
pub(super) const MIN_WIDTH: f64 = 0.2;
/// Maximum ratio of a noise sample to the RMS value, at any sample rate up to 192 kHz. It is the product of
/// √3 for uniform noise, √(sample rate / 2) for its spectral density, and 2 for the band-pass of a bounded
/// signal, divided by √(π/2 · 0.2 · 20) for the smallest bandwidth and frequency.
pub(super) const CREST: f64 = 430.0;

/// Generator of the band-pass noise of flowing air.
#[derive(Clone, Debug)]
pub(super) struct FlowNoise {
    white: WhiteNoise,
    band: Section,
    level: f64,
}

impl FlowNoise {
    pub(super) fn new(seed: u64) -> Self {
        Self { white: WhiteNoise::new(seed), band: Section::REST, level: 0.0 }
    }

    /// Adds a block of noise to `out`. The noise glides to the RMS value `level`. The pair is the centre
    /// frequency of the noise \[Hz\] and its relative bandwidth `k` \[1\]. Real-time: yes.
    pub(super) fn add(&mut self, out: &mut [f64; BLOCK], level: f64, (frequency, k): (f64, f64), step: Step) {
        if self.level == 0.0 && level == 0.0 {
            self.band = Section::REST;
            return;
        }
        let k = k.max(MIN_WIDTH);
        let frequency = frequency.clamp(MIN_FREQUENCY, (0.4 * step.rate()).max(MIN_FREQUENCY));
        let g = cut(frequency, step);
        let gain = k * WhiteNoise::per_hertz(step) / (FRAC_PI_2 * k * frequency).sqrt();
        let slope = (level - self.level) / BLOCK as f64;
        let mut now = self.level;
        for sample in out.iter_mut() {
            now += slope;
            // The level is applied after the band-pass, so that the noise ends together with the level.
            *sample += now * gain * self.band.pass(self.white.draw(), g, k)[1];
        }
        self.level = level;
    }
}
