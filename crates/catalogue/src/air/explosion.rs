//! An explosion: the blast, its path through the air, reflections, and the wind after it.
//!
//! | arrival                 | time                       | signal                                                                          |
//! |-------------------------|----------------------------|---------------------------------------------------------------------------------|
//! | the blast               | t_a, faster than sound     | Friedlander wave of the blast law ([`super::blast`]); high frequencies are absorbed   |
//! | its ground reflection   | by the longer path         | scaled by [`Land::ground`]                                                      |
//! | echoes                  | up to [`Land::reverberation`] later | random; each on a longer path, weaker as 1/R and duller                 |
//! | the rumble              | from the blast on          | noise about 1/(2π t*), 60 dB down after [`Land::reverberation`]                 |
//! | the wind                | R/[`Draught::speed`]       | noise of dust, with a share of the dynamic pressure                             |
//!
//! ```math
//! p(t) = P_s\,e^{-t/t^*}\left(1 - \frac{t}{t^*}\right)
//! ```
//!
//! Source: \[KinneyGraham1985\], \[Friedlander1946\]. Facts: `tests/all/explosion_facts.rs`.

pub use super::explosion_params::{Charge, Draught, Land, Range};

use super::blast::{Blast, absorption_cut};
use super::explosion_params::MASS;
use super::flow_noise::{self, FlowNoise};
use crate::solids::curve::smooth;
use core::f64::consts::TAU;
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{OnePole, SPEED_OF_SOUND, cut};
use foley_params::Info;
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

parts! {
    /// Model of an explosion.
    pub struct Explosion {
        /// Mass and height of the explosive charge.
        charge: Charge, Interaction;
        /// Distance to the listener, and absorption of the air in between.
        range: Range, Motion;
        /// Reflection and reverberation of ground and surroundings.
        land: Land, Structure;
        /// Speed and level of the wind that follows the blast.
        draught: Draught, Interaction;
    }
}

impl Explosion {
    /// Returns the blast of a charge \[kg\] at the distance of the listener.
    pub fn blast(&self, charge: f64) -> Blast {
        Blast { charge, distance: self.range.distance }
    }
}

/// Height of the listener above the ground \[m\].
const EAR_HEIGHT: f64 = 1.6;
/// Number of echoes per explosion.
const ECHOES: usize = 24;
/// Maximum amplitude of an echo, relative to the blast and to the reflection factor of the surroundings
/// \[1\].
const MAX_ECHO: f64 = 0.35;
/// RMS value of the rumble, relative to the peak of the blast and to the reflection factor of the
/// surroundings \[1\].
const RUMBLE_LEVEL: f64 = 0.15;
/// Maximum number of rumbles that sound at once.
const MAX_RUMBLES: usize = 8;
/// Maximum number of waves on their way to the listener or sounding.
const MAX_WAVES: usize = 16 * (ECHOES + 2);
/// Maximum overpressure \[Pa\]: that of the largest charge at the smallest distance, which is a scaled
/// distance of 0.5 m/kg^⅓.
const MAX_OVERPRESSURE: f64 = 4.2e6;
/// Maximum dynamic pressure of the wind after a blast \[Pa\].
const MAX_WIND_PRESSURE: f64 = 9.0e6;

impl Model for Explosion {
    const INFO: ModelInfo = ModelInfo {
        name: "explosion",
        title: "Something explodes, near or far",
        family: Family::Air,
        level: Level::Event,
        made_of: &[],
        physics: "A charge compresses the air for a few milliseconds, then rarefies it: a Friedlander wave, whose strength and duration follow from the cube root of the charge \
                  and the distance. It arrives slightly faster than sound. The air absorbs its high frequencies; ground and land reflect it as echoes and as a rumble. Nearby \
                  a wind full of dust follows at its own speed.",
        equation: "p = P_s·e^(−t/t*)·(1 − t/t*),  P_s, t* by Z = R/W^⅓,  t_a = ∫ dr/(c·M)",
        source: "[KinneyGraham1985], [Friedlander1946]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] =
        &[Info { id: "explode", doc: "Sets off a charge of this TNT-equivalent mass.", ..MASS.info() }];
    // The bound is the maximum number of waves at maximum pressure, plus the crests of all rumbles and winds.
    const OUTPUT: OutputKind = OutputKind::pressure(
        MAX_OVERPRESSURE * (MAX_WAVES as f64 + MAX_RUMBLES as f64 * RUMBLE_LEVEL * flow_noise::CREST)
            + MAX_RUMBLES as f64 * 0.2 * MAX_WIND_PRESSURE * flow_noise::CREST,
    );
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind::pressure(MAX_OVERPRESSURE * MAX_WAVES as f64).named("incident")];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.charge.mass;
    type Player = ExplosionPlayer;

    fn player(&self, seed: u64, _step: Step) -> ExplosionPlayer {
        ExplosionPlayer {
            dice: Dice::new(mix_seed(seed, 0)),
            waves: Vec::with_capacity(MAX_WAVES),
            rumbles: core::array::from_fn(|n| Rumble::new(mix_seed(seed, 1 + n as u64))),
            next: 0,
        }
    }
}

/// Friedlander wave of a blast or echo on its way to the listener.
#[derive(Clone, Copy, Debug)]
struct Wave {
    /// Time until the wave arrives at the listener \[samples\].
    wait: f64,
    peak: f64,
    /// Time since the arrival of the wave, in units of the duration of its positive phase \[1\].
    x: f64,
    /// Increment of the relative time `x` per sample \[1\].
    x_step: f64,
    /// Present value of the exponential envelope e^(−`x`) of the wave \[1\].
    envelope: f64,
    /// Factor on `envelope` per sample \[1\].
    decay: f64,
    /// Value of the relative time `x` at which the wave ends \[1\].
    end: f64,
    /// Low-pass filter for the absorption by air.
    low: OnePole,
    g: f64,
    /// Whether the wave is the direct blast; false for a reflection.
    incident: bool,
}

impl Wave {
    /// Duration of a wave, in units of the duration of its positive phase; the pressure has then fallen by
    /// more than 230 dB.
    const END: f64 = 30.0;

    fn new(wait: f64, peak: f64, duration: f64, above: f64, step: Step) -> Self {
        let x_step = step.seconds() / duration;
        let g = cut(above, step);
        // The absorption filter settles in 1/2g samples.
        let filter_tail = 20.0 * 0.5 / g * x_step;
        Self {
            wait,
            peak,
            x: 0.0,
            x_step,
            envelope: 1.0,
            decay: libm::exp(-x_step),
            end: Self::END + filter_tail,
            low: OnePole::default(),
            g,
            incident: false,
        }
    }

    /// Adds a block of the wave to `out`. Returns whether the wave continues in the next block.
    fn add(&mut self, out: &mut [f64; BLOCK], incident: &mut [f64; BLOCK]) -> bool {
        if self.wait >= BLOCK as f64 {
            self.wait -= BLOCK as f64;
            return true;
        }
        let mut from = 0;
        if self.wait > 0.0 {
            // The arrival of the wave lies between two samples.
            from = libm::ceil(self.wait) as usize;
            self.x = (from as f64 - self.wait) * self.x_step;
            self.envelope = libm::exp(-self.x);
            self.wait = 0.0;
        }
        let late = out.get_mut(from..).unwrap_or_default().iter_mut();
        let late = late.zip(incident.get_mut(from..).unwrap_or_default());
        for (sample, incident) in late {
            let wave = self.peak * self.envelope * (1.0 - self.x);
            self.envelope *= self.decay;
            self.x += self.x_step;
            *sample += self.low.low(wave, self.g);
            if self.incident {
                *incident += wave;
            }
        }
        self.x < self.end
    }
}

/// Rumble and wind after a blast.
#[derive(Clone, Debug)]
struct Rumble {
    land: FlowNoise,
    wind: FlowNoise,
    active: bool,
    /// Time until the blast arrives \[s\]; negative afterwards.
    blast: f64,
    /// Time until the wind arrives \[s\]; negative afterwards.
    gust: f64,
    /// Initial RMS value of the rumble \[Pa\].
    level_at_start: f64,
    /// Centre frequency of the rumble \[Hz\].
    pitch: f64,
    /// Initial RMS value of the wind noise \[Pa\].
    wind_pressure: f64,
    /// Centre frequency of the wind noise \[Hz\].
    wind_pitch: f64,
    /// Duration of the wind \[s\].
    wind_duration: f64,
    distance: f64,
}

impl Rumble {
    fn new(seed: u64) -> Self {
        Self {
            land: FlowNoise::new(mix_seed(seed, 0)),
            wind: FlowNoise::new(mix_seed(seed, 1)),
            active: false,
            blast: 0.0,
            gust: 0.0,
            level_at_start: 0.0,
            pitch: 0.0,
            wind_pressure: 0.0,
            wind_pitch: 0.0,
            wind_duration: 0.0,
            distance: 1.0,
        }
    }

    fn begin(&mut self, now: &Explosion, blast: &Blast, arrival: f64) {
        let (speed, wind_pressure) = blast.wind();
        self.active = true;
        self.blast = arrival;
        // The wind never arrives earlier than the blast.
        self.gust = (blast.distance / now.draught.speed).max(self.blast);
        self.level_at_start = RUMBLE_LEVEL * now.land.scatter * blast.overpressure();
        self.pitch = 1.0 / (TAU * blast.duration());
        self.wind_pressure = now.draught.level * wind_pressure;
        // The pitch of the wind is the Strouhal frequency of gravel of 1 cm.
        self.wind_pitch = 0.2 * speed / 0.01;
        self.wind_duration = 0.25 + 12.0 * blast.duration();
        self.distance = blast.distance;
    }

    fn add(&mut self, now: &Explosion, out: &mut [f64; BLOCK], step: Step) {
        if !self.active {
            return;
        }
        let seconds = step.seconds() * BLOCK as f64;
        self.blast -= seconds;
        self.gust -= seconds;
        let since = (-self.blast).max(0.0);
        // 60 dB are a factor of e^6.91. Reflections from farther away are also weaker.
        let fade = libm::exp(-6.91 * since / now.land.reverberation);
        let way = self.distance + SPEED_OF_SOUND * since;
        let attenuation = self.distance / way;
        let onset = smooth(since / 0.03);
        let level = self.level_at_start * onset * fade * attenuation.sqrt();
        let level = if fade < 1e-4 { 0.0 } else { level };
        let dull = absorption_cut(way * now.range.absorption.max(0.01));
        let band = (self.pitch.min(dull), 1.4);
        self.land.add(out, level, band, step);
        let since = (-self.gust).max(0.0);
        let share = since / self.wind_duration;
        let fade = libm::exp(-4.0 * share);
        let wind_pressure = self.wind_pressure * smooth(since / (0.1 * self.wind_duration)) * fade;
        let wind_pressure = if share > 4.0 { 0.0 } else { wind_pressure };
        self.wind.add(out, wind_pressure, (self.wind_pitch * fade.sqrt(), 2.0), step);
        let rumbling = self.blast > 0.0 || level > 0.0;
        let windy = self.gust > 0.0 || wind_pressure > 0.0;
        self.active = rumbling || windy;
    }
}

/// Plays [`Explosion`]: the blast, its echoes, the rumble and the wind.
#[derive(Clone, Debug)]
pub struct ExplosionPlayer {
    dice: Dice,
    waves: Vec<Wave>,
    rumbles: [Rumble; MAX_RUMBLES],
    /// Index of the rumble that the next explosion replaces.
    next: usize,
}

impl ExplosionPlayer {
    fn explode(&mut self, now: &Explosion, charge: f64, at: usize, step: Step) {
        let blast = now.blast(charge);
        let (arrival, duration) = (blast.arrival(), blast.duration());
        let (peak, near) = (blast.overpressure(), blast.distance);
        let air = now.range.absorption.max(1e-3);
        let wave = |peak: f64, seconds: f64, way: f64| {
            let wait = at as f64 + seconds * step.rate();
            Wave::new(wait, peak, duration, absorption_cut(way), step)
        };
        self.push(Wave { incident: true, ..wave(peak, arrival, near * air) });
        let image = Blast { charge, distance: (near * near + 4.0 * now.charge.height * EAR_HEIGHT).sqrt() };
        let back = now.land.ground * image.overpressure();
        self.push(wave(back, image.arrival(), 1.5 * image.distance * air));
        for _ in 0..ECHOES {
            // Later echoes are rarer, and rough echoes are duller.
            let (late, size, rough) = (self.dice.unit(), self.dice.unit(), self.dice.unit());
            let later = 0.002 + 0.7 * now.land.reverberation * late * late;
            let way = near + SPEED_OF_SOUND * later;
            let fade = libm::exp(-3.0 * later / now.land.reverberation);
            let part = now.land.scatter * MAX_ECHO * (0.3 + 0.7 * size) * fade * near / way;
            if self.waves.len() < 3 * MAX_WAVES / 4 {
                let dull = way * (1.0 + 9.0 * rough) * air;
                self.push(wave(part * peak, arrival + later, dull));
            }
        }
        let rumble = self.next % MAX_RUMBLES;
        self.next = self.next.wrapping_add(1);
        if let Some(rumble) = self.rumbles.get_mut(rumble) {
            rumble.begin(now, &blast, arrival);
        }
    }

    fn push(&mut self, wave: Wave) {
        if self.waves.len() < MAX_WAVES && wave.peak > 0.0 {
            self.waves.push(wave);
        }
    }
}

impl Player<Explosion> for ExplosionPlayer {
    fn play(&mut self, now: &Explosion, block: &mut Block<'_>) {
        let step = block.step();
        for gesture in block.gestures() {
            self.explode(now, MASS.clamp(gesture.value), gesture.at, step);
        }
        if self.silent() {
            return;
        }
        let (mut sound, mut incident) = ([0.0; BLOCK], [0.0; BLOCK]);
        self.waves.retain_mut(|wave| wave.add(&mut sound, &mut incident));
        for rumble in &mut self.rumbles {
            rumble.add(now, &mut sound, step);
        }
        block.add(&sound);
        if let Some(page) = block.measured(0) {
            *page = incident;
        }
    }

    fn done(&self) -> bool {
        self.silent()
    }

    fn silent(&self) -> bool {
        self.waves.is_empty() && self.rumbles.iter().all(|rumble| !rumble.active)
    }
}

#[cfg(test)]
mod tests {
    use super::super::explosion_params::Range;
    use super::*;

    #[test]
    fn no_blast_exceeds_the_bounds() {
        let blast = Blast { charge: MASS.max, distance: foley_params::param::<Range>("distance").min };
        let (overpressure, (_, wind_pressure)) = (blast.overpressure(), blast.wind());
        assert!(
            overpressure < MAX_OVERPRESSURE && wind_pressure < MAX_WIND_PRESSURE,
            "{overpressure} Pa, {wind_pressure} Pa"
        );
    }
}
