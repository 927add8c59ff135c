//! An explosion: the blast, its path through the air, what throws it back, and what falls after it. Also
//! thunder and rockets.
//!
//! | arrival                 | time                       | signal                                                                          |
//! |-------------------------|----------------------------|---------------------------------------------------------------------------------|
//! | the blast               | t_a, faster than sound     | Friedlander wave of the blast law ([`super::blast`]); the air absorbs high frequencies |
//! | its ground reflection   | by the longer path         | scaled by [`Land::ground`]                                                      |
//! | echoes                  | up to [`Land::reverberation`] later | random; each on a longer path, weaker as 1/R and duller                 |
//! | house fronts            | √(R² + (n w)²)             | images of the blast, [`Land::fronts`]ⁿ of it, from both sides                   |
//! | a hillside              | R + 2D and later           | facets of the slope at D … 1.4 D, together [`Land::hill`] of a mirror           |
//! | the rumble              | from the blast on          | noise about 1/(2π t*), 60 dB down after [`Land::reverberation`]                 |
//! | the wind                | R/[`Draught::speed`]       | noise of dust, with a share of the dynamic pressure                             |
//! | crackling stars         | [`Stars::delay`] later     | blasts of small charges by the same law                                         |
//! | falling debris          | after their flight         | knocks of pieces that the ground stops                                          |
//! | thunder                 | as its channel is far      | N-waves of lightning ([`super::lightning`])                                     |
//! | a rocket                | R/c                        | whistle and hiss ([`super::rocket`])                                            |
//!
//! ```math
//! p(t) = P_s\,e^{-t/t^*}\left(1 - \frac{t}{t^*}\right)
//! ```
//!
//! A piece of debris flies for 2 v sin θ/g and is stopped in the time τ ∛m by the ground. The air that it
//! moves radiates as a dipole, with the acceleration A of a half-sine and the volume V of the piece. An
//! N-wave stands for the half period of a cosine that dA/dt is:
//!
//! ```math
//! p = \frac{3\rho V}{8\pi r c}\,\frac{dA}{dt}, \qquad \frac{dA}{dt} = \frac{\pi^2 v}{2\tau^2}
//! ```
//!
//! Source: \[KinneyGraham1985\], \[Friedlander1946\]; \[KossAlfredson1973\], debris. Facts:
//! `tests/all/explosion_facts.rs`.

pub use super::explosion_params::{Charge, Debris, Draught, Land, Range, Stars};
pub use super::lightning::Bolt;
pub use super::rocket::Whistle;

use super::absorption::Absorption;
use super::blast::Blast;
use super::explosion_params::MASS;
use super::flow_noise::{self, FlowNoise};
use super::lightning::{self, Flash};
use super::pulse_wave::{Arrival, PulseWave, Shape};
use super::rocket::{self, Rocket};
use super::shedding;
use crate::solids::curve::smooth;
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND};
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
        /// Crackling stars of a bursting shell.
        stars: Stars, Interaction;
        /// Pieces that the blast throws up.
        debris: Debris, Interaction;
        /// Lightning channel that thunders.
        bolt: Bolt, Interaction;
        /// Whistling rocket.
        whistle: Whistle, Interaction;
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
/// Number of images in each house front per explosion.
const FRONT_IMAGES: usize = 12;
/// Number of facets of the hillside per explosion.
const FACETS: usize = 32;
/// Maximum amplitude of an echo, relative to the blast and to the reflection factor of the surroundings
/// \[1\].
const MAX_ECHO: f64 = 0.35;
/// RMS value of the rumble, relative to the peak of the blast and to the reflection factor of the
/// surroundings \[1\].
const RUMBLE_LEVEL: f64 = 0.15;
/// Maximum number of rumbles that sound at once.
const MAX_RUMBLES: usize = 8;
/// Maximum number of waves on their way to the listener or sounding.
const MAX_WAVES: usize = 5120;
/// Number of waves above which explosions send no further echoes.
const CROWDED: usize = 900;
/// Maximum overpressure \[Pa\]: that of the largest charge at the smallest distance, which is a scaled
/// distance of 0.5 m/kg^⅓. It is also more than the waves of all pieces of debris and of lightning.
const MAX_OVERPRESSURE: f64 = 4.2e6;
/// Maximum dynamic pressure of the wind after a blast \[Pa\].
const MAX_WIND_PRESSURE: f64 = 9.0e6;
/// Density of stones and clods \[kg/m³\].
const DEBRIS_DENSITY: f64 = 2000.0;
/// Acceleration of gravity [m/s²].
const GRAVITY: f64 = 9.81;

const EXPLODE: usize = 0;
const STRIKE: usize = 1;

impl Model for Explosion {
    const INFO: ModelInfo = ModelInfo {
        name: "explosion",
        title: "Something explodes, near or far",
        family: Family::Air,
        level: Level::Event,
        made_of: &[],
        physics: "A charge compresses the air for a few milliseconds, then rarefies it: a Friedlander wave, whose strength and duration follow from the cube root of the charge \
                  and the distance. It arrives slightly faster than sound. The air absorbs its high frequencies; ground, house fronts, hills and land reflect it as echoes and as \
                  a rumble. Nearby a wind full of dust follows at its own speed, and stones fall. Shells throw out stars that crackle, rockets whistle. Lightning sends an N-wave \
                  from each piece of its channel: they arrive one after another, and it thunders.",
        equation: "p = P_s·e^(−t/t*)·(1 − t/t*),  P_s, t* by Z = R/W^⅓,  t_a = ∫ dr/(c·M);  f_m = 0.63·c·√(P₀/E)",
        source: "[KinneyGraham1985], [Friedlander1946], [ISO9613-1], [Few1969], [Holmes1971], [RibnerRoy1982], [KossAlfredson1973], [Maxwell1953]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[
        Info { id: "explode", doc: "Sets off a charge of this TNT-equivalent mass.", ..MASS.info() },
        Info {
            id: "strike",
            doc: "Lets lightning strike with this energy per length of its channel.",
            ..lightning::ENERGY.info()
        },
        Info {
            id: "whistle",
            doc: "Launches a rocket that whistles for this time.",
            ..rocket::DURATION.info()
        },
    ];
    // The bound is the maximum number of waves at maximum pressure, plus the crests of all rumbles and winds
    // and of a rocket.
    const OUTPUT: OutputKind = OutputKind::pressure(
        MAX_OVERPRESSURE * (MAX_WAVES as f64 + MAX_RUMBLES as f64 * RUMBLE_LEVEL * flow_noise::CREST)
            + MAX_RUMBLES as f64 * 0.2 * MAX_WIND_PRESSURE * flow_noise::CREST
            + 100.0 * (1.5 * shedding::CREST + 3.0 * flow_noise::CREST),
    );
    const MEASUREMENTS: &'static [OutputKind] =
        &[OutputKind::pressure(MAX_OVERPRESSURE * MAX_WAVES as f64).named("incident")];
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.charge.mass;
    type Player = ExplosionPlayer;

    fn player(&self, seed: u64, _step: Step) -> ExplosionPlayer {
        ExplosionPlayer {
            dice: Dice::new(mix_seed(seed, 0)),
            air: Absorption::new(),
            waves: Vec::with_capacity(MAX_WAVES),
            rumbles: core::array::from_fn(|n| Rumble::new(mix_seed(seed, 1 + n as u64))),
            next: 0,
            flash: Flash::NONE,
            rocket: Rocket::new(mix_seed(seed, 100)),
        }
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
            wind_duration: 1.0,
            distance: 1.0,
        }
    }

    /// Begins the rumble of a clap of thunder of a peak pressure \[Pa\] and a strongest frequency \[Hz\].
    fn begin_thunder(&mut self, now: &Explosion, peak: f64, pitch: f64) {
        let distance = now.range.distance;
        self.active = true;
        self.blast = distance / SPEED_OF_SOUND;
        self.gust = self.blast;
        self.level_at_start = RUMBLE_LEVEL * now.land.scatter * peak;
        self.pitch = pitch;
        self.wind_pressure = 0.0;
        self.distance = distance;
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

    fn add(&mut self, now: &Explosion, air: &Absorption, out: &mut [f64; BLOCK], step: Step) {
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
        let dull = air.cut(way * now.range.absorption);
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

/// Plays [`Explosion`]: the blast, its echoes, the rumble and the wind, stars, debris, thunder and rockets.
#[derive(Clone, Debug)]
pub struct ExplosionPlayer {
    dice: Dice,
    air: Absorption,
    waves: Vec<PulseWave>,
    rumbles: [Rumble; MAX_RUMBLES],
    /// Index of the rumble that the next explosion replaces.
    next: usize,
    flash: Flash,
    rocket: Rocket,
}

impl ExplosionPlayer {
    fn explode(&mut self, now: &Explosion, charge: f64, at: usize, step: Step) {
        let blast = now.blast(charge);
        let (arrival, duration) = (blast.arrival(), blast.duration());
        let (peak, near) = (blast.overpressure(), blast.distance);
        let direct = self.wave(now, (peak, duration), arrival, near);
        self.push(PulseWave::new(direct, at, step).measured());
        let image = Blast { charge, distance: (near * near + 4.0 * now.charge.height * EAR_HEIGHT).sqrt() };
        let back = now.land.ground * image.overpressure();
        let ground = self.wave(now, (back, duration), image.arrival(), 1.5 * image.distance);
        self.push(PulseWave::new(ground, at, step));
        if self.waves.len() < CROWDED {
            self.echo(now, &blast, at, step);
        }
        self.scatter_stars(now, arrival, at, step);
        self.throw_debris(now, at, step);
        if let Some(rumble) = self.next_rumble() {
            rumble.begin(now, &blast, arrival);
        }
    }

    /// Returns a Friedlander wave of a peak \[Pa\] and duration \[s\] that arrives after `seconds` \[s\] on a
    /// path \[m\] through the air.
    fn wave(&self, now: &Explosion, (peak, duration): (f64, f64), seconds: f64, way: f64) -> Arrival {
        let cut = self.air.cut(way * now.range.absorption);
        Arrival { shape: Shape::Friedlander, seconds, peak, duration, cut }
    }

    /// Sends the echoes of a blast from the land, from house fronts and from a hillside.
    fn echo(&mut self, now: &Explosion, blast: &Blast, at: usize, step: Step) {
        let (arrival, duration, peak, near) =
            (blast.arrival(), blast.duration(), blast.overpressure(), blast.distance);
        for _ in 0..ECHOES {
            // Later echoes are rarer, and rough echoes are duller.
            let (late, size, rough) = (self.dice.unit(), self.dice.unit(), self.dice.unit());
            let later = 0.002 + 0.7 * now.land.reverberation * late * late;
            let way = near + SPEED_OF_SOUND * later;
            let fade = libm::exp(-3.0 * later / now.land.reverberation);
            let part = now.land.scatter * MAX_ECHO * (0.3 + 0.7 * size) * fade * near / way;
            let echo = self.wave(now, (part * peak, duration), arrival + later, way * (1.0 + 9.0 * rough));
            self.push(PulseWave::new(echo, at, step));
        }
        let mut kept = 1.0;
        for n in 1..=FRONT_IMAGES {
            kept *= now.land.fronts;
            // Charge and listener stand a tenth of the width off the middle, on different sides.
            for side in [-0.2, 0.2] {
                let across = now.land.width * (n as f64 + if n % 2 == 1 { side } else { 0.0 });
                let way = near.hypot(across);
                let later = (way - near) / SPEED_OF_SOUND;
                let part = kept * near / way * (0.8 + 0.2 * self.dice.unit());
                let echo = self.wave(now, (part * peak, duration), arrival + later, way * (1.0 + n as f64));
                self.push(PulseWave::new(echo, at, step));
            }
        }
        // The facets of a slope are random in size and depth; together they have the power of a mirror.
        let each = now.land.hill / (FACETS as f64 / 3.0).sqrt();
        for _ in 0..FACETS {
            let (depth, size) = (self.dice.unit(), self.dice.signed());
            let way = near + 2.0 * now.land.hill_distance * (1.0 + 0.4 * depth);
            let later = (way - near) / SPEED_OF_SOUND;
            let part = each * size * (1.0 - 0.7 * depth) * near / way;
            let echo = self.wave(now, (part * peak, duration), arrival + later, 2.0 * way);
            self.push(PulseWave::new(echo, at, step));
        }
    }

    /// Sends the blasts of the stars of a shell, each with its ground reflection.
    fn scatter_stars(&mut self, now: &Explosion, arrival: f64, at: usize, step: Step) {
        let stars = now.stars;
        for _ in 0..stars.count {
            // Most stars burn about as long; the last ones straggle.
            let late =
                stars.delay + stars.spread * (self.dice.unit() + self.dice.unit() * self.dice.unit()) / 2.0;
            let charge = MASS.min.max(stars.mass * libm::exp(0.7 * self.dice.normal()).min(20.0));
            let distance = now.range.distance * self.dice.between(0.92, 1.08);
            let blast = Blast { charge, distance };
            let seconds = arrival + late + (distance - now.range.distance) / SPEED_OF_SOUND;
            let (peak, duration) = (blast.overpressure(), blast.duration());
            let direct = self.wave(now, (peak, duration), seconds, distance);
            self.push(PulseWave::new(direct, at, step));
            let image = (distance * distance + 4.0 * now.charge.height * EAR_HEIGHT).sqrt();
            let seconds = seconds + (image - distance) / SPEED_OF_SOUND;
            let back = self.wave(now, (now.land.ground * peak, duration), seconds, 1.5 * image);
            self.push(PulseWave::new(back, at, step));
        }
    }

    /// Sends the knocks of the pieces that fall to the ground.
    fn throw_debris(&mut self, now: &Explosion, at: usize, step: Step) {
        let debris = now.debris;
        let near = now.range.distance;
        for _ in 0..debris.count {
            let (steep, way) = (self.dice.between(0.35, 1.0), TAU * self.dice.unit());
            let speed = debris.speed * self.dice.unit().sqrt();
            // Fragments follow a power law; there are many small ones.
            let mass = self.dice.power(0.002, 1.0, 1.6) * debris.mass;
            let flight = 2.0 * speed * libm::sin(0.5 * PI * steep) / GRAVITY;
            let range = speed * libm::cos(0.5 * PI * steep) * flight;
            let distance =
                (near * near + range * range - 2.0 * near * range * libm::cos(way)).max(1.0).sqrt();
            let time = debris.contact * libm::cbrt(mass);
            let jerk = PI * PI * speed / (2.0 * time * time);
            // The mean dipole over all directions is 1/√3 of its axis.
            let dipole =
                3.0_f64.sqrt() * DENSITY_OF_AIR * mass / DEBRIS_DENSITY / (8.0 * PI * SPEED_OF_SOUND);
            let seconds = flight + distance / SPEED_OF_SOUND;
            let cut = self.air.cut(distance * now.range.absorption);
            let peak = dipole * jerk / distance;
            let knock = Arrival { shape: Shape::NWave, seconds, peak, duration: 0.5 * time, cut };
            self.push(PulseWave::new(knock, at, step));
        }
    }

    /// Lets the present flash grow by one block.
    fn grow_flash(&mut self, now: &Explosion, step: Step) {
        let (waves, air) = (&mut self.waves, (now.range.absorption, &self.air));
        let send = |arrival: Arrival| {
            if waves.len() < MAX_WAVES {
                waves.push(PulseWave::new(arrival, 0, step));
            }
        };
        self.flash.grow(&now.bolt, air, &mut self.dice, step.seconds() * BLOCK as f64, send);
    }

    fn strike(&mut self, now: &Explosion, energy: f64) {
        self.flash = Flash::new(energy, now.range.distance, &mut self.dice);
        let length = now.bolt.height / 8.0;
        let peak = Bolt::pressure(energy, length, now.range.distance);
        if let Some(rumble) = self.next_rumble() {
            rumble.begin_thunder(now, peak, Bolt::pitch(energy));
        }
    }

    /// Returns the rumble that the next explosion replaces.
    fn next_rumble(&mut self) -> Option<&mut Rumble> {
        let rumble = self.next % MAX_RUMBLES;
        self.next = self.next.wrapping_add(1);
        self.rumbles.get_mut(rumble)
    }

    fn push(&mut self, wave: PulseWave) {
        if self.waves.len() < MAX_WAVES && wave.audible() {
            self.waves.push(wave);
        }
    }
}

impl Player<Explosion> for ExplosionPlayer {
    fn play(&mut self, now: &Explosion, block: &mut Block<'_>) {
        let step = block.step();
        for gesture in block.gestures() {
            match gesture.gesture {
                EXPLODE => self.explode(now, MASS.clamp(gesture.value), gesture.at, step),
                STRIKE => self.strike(now, lightning::ENERGY.clamp(gesture.value)),
                _ => self.rocket.launch(rocket::DURATION.clamp(gesture.value), now.range.distance),
            }
        }
        if self.silent() {
            return;
        }
        if self.flash.growing() {
            self.grow_flash(now, step);
        }
        let (mut sound, mut incident) = ([0.0; BLOCK], [0.0; BLOCK]);
        self.waves.retain_mut(|wave| wave.add(&mut sound, &mut incident));
        for rumble in &mut self.rumbles {
            rumble.add(now, &self.air, &mut sound, step);
        }
        let air = (now.range.absorption, &self.air);
        self.rocket.add(&mut sound, &now.whistle, now.range.distance, air, step);
        block.add(&sound);
        if let Some(page) = block.measured(0) {
            *page = incident;
        }
    }

    fn done(&self) -> bool {
        self.silent()
    }

    fn silent(&self) -> bool {
        self.waves.is_empty()
            && self.rumbles.iter().all(|rumble| !rumble.active)
            && !self.flash.growing()
            && self.rocket.silent()
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
