//! Vortex shedding: a tone with random phase.
//!
//! ```math
//! f = \mathrm{St}\,\frac{U}{d}, \qquad \overline{(\Delta\varphi)^2} = 2\pi B\,\Delta t
//! ```
//!
//! | symbol | here       | unit | meaning                                                                      |
//! |--------|------------|------|------------------------------------------------------------------------------|
//! | St     | Strouhal   | 1    | vortices of one side shed while the air travels the width d                  |
//! | B      | `width`    | Hz   | half-power bandwidth: how fast the wake loses its phase                      |
//!
//! A random walk of the phase gives a Lorentzian line. The amplitude varies at random as slowly as the
//! phase.
//!
//! Source: \[Strouhal1878\], tone of a wire; \[Roshko1954\], St over the Reynolds number.

use crate::solids::surfaces::along;
use core::f64::consts::{PI, SQRT_2, TAU};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_sound::BLOCK;

/// Kinematic viscosity of air at 20 °C [m²/s].
pub(super) const VISCOSITY: f64 = 1.51e-5;

/// Maximum random deviation of the tone's amplitude, relative to its mean \[1\].
const MAX_LEVEL_DEVIATION: f64 = 0.5;
/// Maximum ratio of a tone sample to the RMS value \[1\]: √2 for a sine, times the maximum random
/// amplitude.
pub(super) const CREST: f64 = SQRT_2 * (1.0 + MAX_LEVEL_DEVIATION);

/// Generator of the tone of shed vortices, with random phase and amplitude.
#[derive(Clone, Debug)]
pub(super) struct Shedding {
    dice: Dice,
    seed: u64,
    /// Sine of the tone's phase.
    sin: f64,
    /// Cosine of the tone's phase.
    cos: f64,
    /// Phase angle per sample at the end of the previous block \[rad\].
    turn: f64,
    /// RMS value of the tone at the end of the previous block.
    level: f64,
    /// Position in the random amplitude curve \[1\].
    level_phase: f64,
}

impl Shedding {
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        let phase = TAU * dice.unit();
        Self {
            dice,
            seed: mix_seed(seed, 1),
            sin: libm::sin(phase),
            cos: libm::cos(phase),
            turn: 0.0,
            level: 0.0,
            level_phase: 0.0,
        }
    }

    /// Whether the last block ended in silence.
    pub(super) fn silent(&self) -> bool {
        self.level == 0.0
    }

    /// Adds a block of the tone to the output. The tone glides to a frequency \[Hz\] and an RMS value, with a
    /// bandwidth \[Hz\]. `octave` is the relative level of the octave. Real-time: yes.
    pub(super) fn add(
        &mut self,
        out: &mut [f64; BLOCK],
        (frequency, level, width): (f64, f64, f64),
        octave: f64,
        step: Step,
    ) {
        let block = BLOCK as f64;
        let seconds = block * step.seconds();
        let starting = self.level == 0.0;
        if starting && level == 0.0 {
            return;
        }
        self.level_phase += width * seconds;
        let level_factor = 1.0 + MAX_LEVEL_DEVIATION * along(self.seed, self.level_phase, 0.0);
        // The tone fades out at the band limit to avoid aliasing.
        let cycles = frequency * step.seconds();
        let in_band = ((0.45 - cycles) / 0.05).clamp(0.0, 1.0);
        let level = level * level_factor * in_band;
        let phase_step = 3.0_f64.sqrt() * self.dice.signed() * (TAU * width * seconds).sqrt() / block;
        let turn = (TAU * cycles.min(0.45) + phase_step).clamp(0.0, PI);
        if starting {
            self.turn = turn;
        }
        let turn_step = (turn - self.turn) / block;
        let (mut rs, mut rc) = (libm::sin(self.turn), libm::cos(self.turn));
        let (bs, bc) = (libm::sin(turn_step), libm::cos(turn_step));
        let slope = SQRT_2 * (level - self.level) / block;
        let mut now = SQRT_2 * self.level;
        // The octave is omitted where it would alias.
        let octave = if cycles > 0.22 { 0.0 } else { 2.0 * octave };
        let (mut sin, mut cos) = (self.sin, self.cos);
        for sample in out.iter_mut() {
            (rs, rc) = (rs * bc + rc * bs, rc * bc - rs * bs);
            (sin, cos) = (sin * rc + cos * rs, cos * rc - sin * rs);
            now += slope;
            // The octave follows from 2 sin φ cos φ = sin 2φ.
            *sample += now * sin * (1.0 + octave * cos);
        }
        let scale = 1.0 / (sin * sin + cos * cos).sqrt();
        (self.sin, self.cos) = (sin * scale, cos * scale);
        (self.turn, self.level) = (turn, level);
    }
}
