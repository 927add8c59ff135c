//! Tone of a fan with unequal blades in unsteady air.
//!
//! Each blade passes an obstacle with a pulse of pressure. Equal blades in steady air give multiples of the
//! blade-passing frequency only. A deviation of each blade multiplies its pulse and puts lines at the other
//! multiples of the shaft speed; the inflow makes the pulses stronger and weaker at random, which widens
//! every line:
//!
//! ```math
//! p(t) = w\,\bigl(1 + u\,d_k\bigr)\bigl(1 + m\,\xi(t)\bigr) \sum_{n=1}^{4} \frac{1}{n} \sin(2\pi n B f t), \qquad k = \lfloor B f t \rfloor\;\mathrm{mod}\;B
//! ```
//!
//! | symbol | here                 | unit | meaning                                                       |
//! |--------|----------------------|------|---------------------------------------------------------------|
//! | B, f   | `count`, shaft       | 1, Hz| number of blades, turns per second                            |
//! | u, d   | `unevenness`         | 1    | deviation of the blades from each other; fixed, from −1 to 1  |
//! | m, ξ   | `unrest`             | 1    | modulation by the inflow; noise slower than [`UNREST_RATE`]   |
//!
//! Source: \[Norton2003\], noise of fans.

use super::ramp::Ramp;
use foley_contact::Step;
use foley_dsp::random::Dice;
use foley_dsp::signal::{MAX_CUTOFF, Phase, overtones};
use foley_sound::BLOCK;

/// Maximum number of blades.
pub(crate) const MAX_BLADES: usize = 24;
/// Rate below which the inflow varies \[Hz\].
const UNREST_RATE: f64 = 12.0;
/// Number of harmonics of the blade-passing frequency.
const HARMONICS: usize = 4;

/// Tone of the blades of a fan.
#[derive(Clone, Debug)]
pub(crate) struct Blades {
    dice: Dice,
    /// Fixed deviation of each blade, from −1 to 1.
    deviations: [f64; MAX_BLADES],
    /// Smoothed noise of the inflow, from −1 to 1.
    wander: f64,
    swell: Ramp,
    gains: [Ramp; HARMONICS],
}

impl Blades {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut deviations = [0.0; MAX_BLADES];
        deviations.fill_with(|| dice.signed());
        Self { dice, deviations, wander: 0.0, swell: Ramp::default(), gains: [Ramp::ZERO; HARMONICS] }
    }

    /// Sets the level of the first harmonic, the share of unrest and the blade-passing frequency \[Hz\] at
    /// the end of the coming block. Real-time: yes.
    pub(crate) fn aim(&mut self, level: f64, unrest: f64, frequency: f64, step: Step) {
        let share = (core::f64::consts::TAU * UNREST_RATE * BLOCK as f64 * step.seconds()).min(1.0);
        self.wander += share * (self.dice.signed() - self.wander);
        // The filter leaves uniform noise a share of √(share/(2 − share)) of its RMS value of 1/√3.
        let unit = (3.0 * (2.0 - share) / share).sqrt();
        self.swell.aim(1.0 + unrest * (unit * self.wander).clamp(-3.0, 3.0));
        for (n, gain) in self.gains.iter_mut().enumerate() {
            let order = n as f64 + 1.0;
            // Harmonics near half of the sample rate fade out, against aliasing.
            let fade = ((MAX_CUTOFF - order * frequency * step.seconds()) / 0.05).clamp(0.0, 1.0);
            gain.aim(level * fade / order);
        }
    }

    /// Returns the next sample of the tone for the phase of the shaft. Real-time: yes.
    #[inline]
    pub(crate) fn next(&mut self, shaft: Phase, count: u64, unevenness: f64) -> f64 {
        let mut gains = [0.0; HARMONICS];
        for (gain, ramp) in gains.iter_mut().zip(&mut self.gains) {
            *gain = ramp.step();
        }
        let swell = self.swell.step();
        let count = count.max(1);
        let (blade, way) = shaft.of(count);
        let at = |blade: usize| self.deviations.get(blade).copied().unwrap_or(0.0);
        let (this, after) = (at(blade), at(if blade as u64 + 1 < count { blade + 1 } else { 0 }));
        // Smooth interpolation from blade to blade.
        let deviation = this + way * way * (3.0 - 2.0 * way) * (after - this);
        swell * (1.0 + unevenness * deviation) * overtones(shaft.times(count).sine(), &gains)
    }

    /// Sets the tone to silence. Real-time: yes.
    pub(crate) fn rest(&mut self) {
        self.gains = [Ramp::ZERO; HARMONICS];
    }
}
