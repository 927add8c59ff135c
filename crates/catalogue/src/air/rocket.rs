//! A whistling rocket: its burning charge excites the tube that it leaves empty, and its jet hisses.
//!
//! ```math
//! f = \frac{f_0}{1 + (f_0/f_1 - 1)\,t/T}\;\frac{1}{1 + v/c}, \qquad \tilde p = \frac{p_1}{r}
//! ```
//!
//! | symbol   | here                | unit | meaning                                                                     |
//! |----------|---------------------|------|-----------------------------------------------------------------------------|
//! | f₀, f₁   | [`Whistle::pitch`], [`Whistle::fall`] | Hz | pitch of the full and of the burnt-out tube, inverse to its length |
//! | T        | `whistle`           | s    | time of burning                                                             |
//! | v        | [`Whistle::climb`]  | m/s  | speed away from the listener                                                |
//! | p₁       | [`Whistle::level`]  | Pa   | RMS pressure at 1 m                                                         |
//! |          | [`Whistle::jet`]    | 1    | RMS pressure of the jet's noise, relative to the tone                       |
//!
//! Source: \[Maxwell1953\], pyrotechnic whistles as tubes of growing length.

use super::absorption::Absorption;
use super::flow_noise::FlowNoise;
use super::shedding::Shedding;
use crate::solids::curve::smooth;
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_dsp::signal::SPEED_OF_SOUND;
use foley_params::{Param, param, params};
use foley_sound::BLOCK;

params! {
    /// Whistling rocket, heard after `whistle`.
    pub struct Whistle("whistle") {
        /// Default time for which the rocket whistles.
        duration: f64 = 1.2, "T", Second, log [0.1, 6.0];
        /// Pitch of the full tube. Heard after `whistle`.
        pitch: f64 = 3200.0, "f₀", Hertz, log [300.0, 8000.0], handle("whistle", "big tube", "small tube");
        /// Pitch of the burnt-out tube, relative to that of the full one. Heard after `whistle`.
        fall: f64 = 0.5, "f₁/f₀", One, lin [0.2, 1.0];
        /// Speed at which the rocket climbs away from the listener. Heard after `whistle`.
        climb: f64 = 60.0, "v", MetrePerSecond, lin [0.0, 150.0];
        /// RMS pressure of the whistle at 1 m. Heard after `whistle`.
        level: f64 = 15.0, "p₁", Pascal, log [0.1, 100.0];
        /// Level of the hiss of the jet, relative to the whistle. Heard after `whistle`.
        jet: f64 = 0.5, "h", One, lin [0.0, 3.0];
    }
}

pub(super) const DURATION: Param<Whistle> = param("duration");

/// A rocket on its way.
#[derive(Clone, Debug)]
pub(super) struct Rocket {
    tone: Shedding,
    jet: FlowNoise,
    /// Time until its sound arrives \[s\]; negative afterwards.
    wait: f64,
    /// Time for which it whistles \[s\]; 0 without a rocket.
    lasts: f64,
    loud: bool,
}

impl Rocket {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            tone: Shedding::new(mix_seed(seed, 0)),
            jet: FlowNoise::new(mix_seed(seed, 1)),
            wait: 0.0,
            lasts: 0.0,
            loud: false,
        }
    }

    pub(super) fn launch(&mut self, seconds: f64, distance: f64) {
        (self.wait, self.lasts) = (distance / SPEED_OF_SOUND, seconds);
    }

    pub(super) fn silent(&self) -> bool {
        self.lasts == 0.0 && !self.loud
    }

    /// Adds a block of the rocket to `out`. Real-time: yes.
    pub(super) fn add(
        &mut self,
        out: &mut [f64; BLOCK],
        now: &Whistle,
        distance: f64,
        air: (f64, &Absorption),
        step: Step,
    ) {
        if self.silent() {
            return;
        }
        let seconds = step.seconds() * BLOCK as f64;
        self.wait -= seconds;
        let since = (-self.wait).max(0.0);
        let burnt = since / self.lasts.max(1e-3);
        let on = smooth(since / 0.06) * smooth(12.0 * (1.0 - burnt)) * f64::from(u8::from(self.lasts > 0.0));
        if burnt >= 1.0 {
            self.lasts = 0.0;
        }
        let r = distance + now.climb * since;
        let tube = now.pitch / (1.0 + (1.0 / now.fall - 1.0) * burnt.min(1.0));
        let pitch = tube / (1.0 + now.climb / SPEED_OF_SOUND);
        let dull = air.1.cut(r * air.0);
        let loss = 1.0 / (1.0 + pitch * pitch / (dull * dull));
        let level = on * now.level / r.max(1.0);
        self.loud = level > 0.0;
        // The flame is never quite regular.
        self.tone.add(out, (pitch, level * loss, 0.012 * pitch), 0.5, step);
        let hiss = (1.2 * pitch).min(dull);
        self.jet.add(out, now.jet * level * loss.sqrt(), (hiss, 1.6), step);
    }
}
