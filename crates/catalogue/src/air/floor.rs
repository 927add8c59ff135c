//! A nozzle is pushed to and fro over a floor: rubbing, and knocks at the joints.
//!
//! ```math
//! v(t) = 2\pi n a \cos 2\pi n t, \qquad p = b\,\frac{|v|}{1\,\mathrm{m/s}}, \qquad f = \frac{|v|}{\ell}
//! ```
//!
//! | symbol | here                       | unit | meaning                                                   |
//! |--------|----------------------------|------|-----------------------------------------------------------|
//! | n, a   | [`Floor::rate`], [`Floor::reach`] | Hz, m | rate and amplitude of the strokes                     |
//! | b      | [`Floor::rub`]             | Pa   | RMS pressure of the rubbing at 1 m/s, 1 m away            |
//! | ℓ      | [`Floor::grain`]           | m    | spacing of loops or asperities, which sets the colour     |
//! |        | [`Floor::joints`], [`Floor::knock`] | m, Pa | distance of the joints, pressure of a knock at 1 m/s |
//!
//! The noise is made of shocks between asperities, so its pressure grows with speed and it is mute where the
//! hand turns. The rate of the shocks sets the middle of its band. A joint is passed each [`Floor::joints`]
//! of the way; the sole knocks with its own resonance, each time with another hardness.
//!
//! Sources: \[BenAbdelounis2010\], roughness noise and speed; \[Akay2002\], shocks of asperities. Facts:
//! `tests/all/vacuum_cleaner_facts.rs`.

use super::ramp::Ramp;
use super::vacuum_params::Floor;
use core::f64::consts::{FRAC_PI_2, TAU};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{OnePole, Section, WhiteNoise, cut};
use foley_sound::BLOCK;

/// Damping of the band-pass of the rubbing \[1\]: shocks of many sizes.
const BROADNESS: f64 = 3.0;
/// Lowest middle of the band \[Hz\].
const MIN_FREQUENCY: f64 = 20.0;
/// Frequency of the sole of the nozzle \[Hz\].
const SOLE: f64 = 380.0;
/// Damping of the sole \[1\].
const SOLE_DAMPING: f64 = 0.35;
/// Decay time of a knock \[s\].
const KNOCK_TIME: f64 = 0.004;
/// Bandwidth in which the noise of a knock has the RMS pressure of its peak \[Hz\].
const KNOCK_BAND: f64 = 8000.0;
/// Greatest speed of the nozzle \[m/s\].
pub(crate) const MAX_SPEED: f64 = 5.0;

/// Generator of the sounds of a nozzle on a floor.
#[derive(Clone, Debug)]
pub(crate) struct FloorContact {
    dice: Dice,
    white: WhiteNoise,
    /// Phase of the stroke \[cycles\].
    phase: f64,
    /// Rate of the present stroke, relative to its mean \[1\].
    pace: f64,
    /// Way since the last joint \[m\].
    way: f64,
    band: Section,
    gain: Ramp,
    g: Ramp,
    /// Level of the present knock \[Pa\], its colour, and the filters that shape it.
    knock: f64,
    colour: f64,
    low: OnePole,
    sole: Section,
}

impl FloorContact {
    pub(crate) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        Self {
            phase: dice.unit(),
            pace: 1.0,
            dice,
            white: WhiteNoise::new(mix_seed(seed, 1)),
            way: 0.0,
            band: Section::REST,
            gain: Ramp::ZERO,
            g: Ramp::default(),
            knock: 0.0,
            colour: 0.0,
            low: OnePole::default(),
            sole: Section::REST,
        }
    }

    /// Returns how far the floor closes the mouth in this block \[1\]: most as the nozzle is pushed, least as
    /// it is drawn back. Real-time: yes.
    pub(crate) fn closure(&self, floor: &Floor) -> f64 {
        0.5 * floor.seal * (1.0 + libm::cos(TAU * self.phase))
    }

    /// Advances by a block. `touch` is the share with which the nozzle lies on the floor. Real-time: yes.
    pub(crate) fn aim(&mut self, floor: &Floor, touch: f64, step: Step) {
        let seconds = BLOCK as f64 * step.seconds();
        let rate = self.pace * floor.rate;
        self.phase += rate * seconds;
        if self.phase >= 1.0 {
            self.phase -= self.phase.floor();
            // Each stroke of a hand has its own pace.
            self.pace = self.dice.between(0.85, 1.15);
        }
        let full = TAU * rate * floor.reach * libm::cos(TAU * self.phase);
        let speed = touch * full.abs().min(MAX_SPEED);
        let frequency = (speed / floor.grain).clamp(MIN_FREQUENCY, (0.4 * step.rate()).max(MIN_FREQUENCY));
        self.g.aim(cut(frequency, step));
        let spread = BROADNESS * WhiteNoise::per_hertz(step) / (FRAC_PI_2 * BROADNESS * frequency).sqrt();
        self.gain.aim(floor.rub * speed * spread);
        self.way += speed * seconds;
        if floor.joints > 0.0 && self.way >= floor.joints.max(0.02) {
            self.way = 0.0;
            self.knock = floor.knock * speed * self.dice.between(0.5, 1.5);
            self.colour = cut(self.dice.power(300.0, 6000.0, 1.0), step);
        }
    }

    /// Returns the next sample of the pressure \[Pa\]. Real-time: yes.
    #[inline]
    pub(crate) fn next(&mut self, fixed: &Fixed) -> f64 {
        let (gain, g) = (self.gain.step(), self.g.step());
        let noise = self.white.draw();
        let rubbing = gain * self.band.pass(noise, g, BROADNESS)[1];
        if self.knock < 1e-9 {
            self.knock = 0.0;
            return rubbing;
        }
        self.knock *= fixed.decay;
        let blow = self.low.low(self.knock * fixed.spread * noise, self.colour);
        rubbing + blow + SOLE_DAMPING * 3.0 * self.sole.pass(blow, fixed.sole, SOLE_DAMPING)[1]
    }

    /// Sets the contact to silence. Real-time: yes.
    pub(crate) fn rest(&mut self) {
        self.band = Section::REST;
        self.gain = Ramp::ZERO;
        self.knock = 0.0;
        self.low = OnePole::default();
        self.sole = Section::REST;
    }
}

/// Coefficients of the contact at a sample rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    decay: f64,
    spread: f64,
    sole: f64,
}

impl Fixed {
    pub(crate) fn new(step: Step) -> Self {
        Self {
            decay: libm::exp(-step.seconds() / KNOCK_TIME),
            spread: WhiteNoise::per_hertz(step) / KNOCK_BAND.sqrt(),
            sole: cut(SOLE, step),
        }
    }
}
