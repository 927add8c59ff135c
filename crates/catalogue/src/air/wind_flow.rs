//! Wind around obstacles: pines, a corner of the house, channels.
//!
//! Air that flows around a small obstacle sheds vortices of many sizes about that of the obstacle. They
//! radiate a band of noise whose pressure grows with a high power of the speed:
//!
//! ```math
//! f = \mathrm{St}\,\frac{U}{d}, \qquad \tilde p = p_{10}\left(\frac{U}{10\ \mathrm{m/s}}\right)^n
//! ```
//!
//! | symbol | here                | unit | meaning                                                                              |
//! |--------|---------------------|------|--------------------------------------------------------------------------------------|
//! | d      | [`Obstacle::size`]  | m    | size of the obstacles: needles, leaves, gutters                                      |
//! | St     | 0.2                 | 1    | Strouhal number                                                                      |
//! | p₁₀    | [`Obstacle::level`] | Pa   | RMS pressure in a wind of 10 m/s                                                     |
//! | n      | [`Obstacle::exponent`] | 1 | 3 for the dipoles of obstacles at rest: 18 dB louder at twice the speed              |
//! | U      | [`Wind`], `blow`    | m/s  | speed of the wind                                                                    |
//! |        | [`Flutter`]         |      | motion of the obstacles: leaves flutter, cloth flaps                                 |
//! |        | [`Ear`]             |      | noise of the turbulent air at the ear itself ([`super::ear_wind`])                   |
//!
//! Five groups of obstacles of different size ([`Obstacle::spread`]) sound together, as needles, twigs and
//! branches of a tree. Large gusts reach each group a little later. Small eddies differ from group to group.
//!
//! Source: \[Strouhal1878\]; \[Curle1955\], sixth power of the speed; \[Fegeant1999\], trees as a sum of
//! twigs in turbulent wind. Facts: `tests/all/wind_facts.rs`.

pub use super::ear_wind::Ear;

use super::ear_wind::{self, EarWind};
use super::flow_noise::{FlowNoise, MIN_WIDTH};
use super::wind::{BLOW, LocalWind, Wind, WindGenerator};
use crate::solids::surfaces::along;
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_params::{Info, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

/// Strouhal number of the obstacles \[1\].
pub const STROUHAL: f64 = 0.2;

params! {
    /// Obstacles in the wind.
    /// Default: pine needles.
    pub struct Obstacle("obstacle") {
        /// Size of the obstacles: the smaller, the higher the pitch.
        size: f64 = 0.0015, "d", Metre, log [0.0003, 0.1], glide 0.05,
            handle("size", "pine needle", "corner of a house");
        /// Range of the sizes of the obstacles in octaves, from the largest to the smallest.
        spread: f64 = 2.0, "s", One, lin [0.0, 5.0], glide 0.05,
            handle("variety", "all alike", "a whole landscape");
        /// Relative bandwidth of the noise of an obstacle: narrow bands whistle, wide bands rush.
        width: f64 = 0.8, "k", One, log [MIN_WIDTH, 3.0], glide 0.05;
        /// RMS pressure of the noise at the listener in a wind of 10 m/s.
        level: f64 = 0.006, "p₁₀", Pascal, log [0.0001, 0.05], glide 0.05;
        /// Exponent of the pressure over the speed: 3 is 18 dB for twice the speed.
        exponent: f64 = 3.0, "n", One, lin [1.0, 3.5], glide 0.05;
    }
}

impl Obstacle {
    /// Returns the centre frequency of the noise band at a wind speed [m/s], in hertz.
    pub fn pitch(&self, speed: f64) -> f64 {
        STROUHAL * speed / self.size
    }
}

params! {
    /// Flutter of the obstacles.
    pub struct Flutter("flutter") {
        /// Depth of the flutter of leaves or cloth.
        depth: f64 = 0.2, "m", One, lin [0.0, 1.0], glide 0.05, handle("rustle", "stiff", "dry leaves");
        /// Flutter rate at 10 m/s; proportional to wind speed.
        rate: f64 = 8.0, "n_f", Hertz, log [0.5, 60.0], glide 0.05;
    }
}

parts! {
    /// Model of wind around obstacles.
    pub struct WindFlow {
        /// Speed, gusts and duration of the wind.
        wind: Wind, Motion;
        /// Sizes of the obstacles in the wind, and level of their noise.
        obstacle: Obstacle, Structure;
        /// Depth and rate of the flutter of the obstacles.
        flutter: Flutter, Interaction;
        /// Share of the wind that strikes the ear.
        ear: Ear, Motion;
    }
}

/// Number of obstacle groups of different size.
const GROUPS: usize = 5;
/// Wind speed to which the parameters for level and flutter rate refer [m/s].
const REFERENCE_SPEED: f64 = 10.0;

impl Model for WindFlow {
    const INFO: ModelInfo = ModelInfo {
        name: "wind-flow",
        title: "Wind goes round things",
        family: Family::Air,
        level: Level::Texture,
        made_of: &[],
        physics: "Air that flows around needles, leaves or the corner of a house sheds vortices about as large as the obstacle. They radiate a band of noise about a fifth of \
                  speed over size, whose pressure grows with the cube of the speed: a gust swells and brightens at once. Obstacles of several sizes sound together, \
                  and each group flutters independently. The eddies that strike the ear itself make the low roar, which grows with the square of the speed and \
                  falls by 5 dB per octave up to U/3D.",
        equation: "f = 0.2·U/d,  p = p₁₀·(U/10 m/s)^n,  p_ear = ρ·U·u",
        source: "[Strouhal1878], [Curle1955], [Fegeant1999], [MorganRaspet1992], [vandenBerg2006]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["blow"];
    const GESTURES: &'static [Info] = &[BLOW];
    // The bound is the pressure law at 100 m/s, five groups of 1/√5 each, doubled by flutter, times the
    // crest of the noise, and the noise at the ear.
    const OUTPUT: OutputKind =
        OutputKind::pressure(0.05 * 3163.0 * 2.24 * 2.0 * super::flow_noise::CREST + ear_wind::MAX_PRESSURE);
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.wind.speed;
    type Player = WindFlowPlayer;

    fn player(&self, seed: u64, step: Step) -> WindFlowPlayer {
        let group = |n: usize| ObstacleGroup {
            noise: FlowNoise::new(mix_seed(seed, 20 + n as u64)),
            wind_speed: 0.0,
            eddies: LocalWind::new(mix_seed(seed, 40 + n as u64)),
            flutter_phase: 0.0,
            seed: mix_seed(seed, 30 + n as u64),
        };
        WindFlowPlayer {
            wind: WindGenerator::new(mix_seed(seed, 10)),
            groups: core::array::from_fn(group),
            ear: EarWind::new(mix_seed(seed, 11), step),
            ear_eddies: LocalWind::new(mix_seed(seed, 12)),
            audible: false,
        }
    }
}

/// A group of obstacles of about one size.
#[derive(Clone, Debug)]
struct ObstacleGroup {
    noise: FlowNoise,
    /// Delayed wind speed at this group of obstacles [m/s].
    wind_speed: f64,
    eddies: LocalWind,
    flutter_phase: f64,
    seed: u64,
}

/// Plays [`WindFlow`]: one band of noise per group of obstacles, and the noise at the ear.
#[derive(Clone, Debug)]
pub struct WindFlowPlayer {
    wind: WindGenerator,
    groups: [ObstacleGroup; GROUPS],
    ear: EarWind,
    ear_eddies: LocalWind,
    audible: bool,
}

/// Delay of a gust from one group of obstacles to the next \[s\].
const GUST_DELAY: f64 = 0.04;

impl Player<WindFlow> for WindFlowPlayer {
    fn play(&mut self, now: &WindFlow, block: &mut Block<'_>) {
        let wind = self.wind.advance(&now.wind, 0, block);
        if self.wind.calm() && !self.audible {
            return;
        }
        let step = block.step();
        let seconds = step.seconds() * BLOCK as f64;
        let Obstacle { spread, width, level, exponent, .. } = now.obstacle;
        let mut sound = [0.0; BLOCK];
        self.audible = false;
        for (n, group) in self.groups.iter_mut().enumerate() {
            // The first group of obstacles has no delay.
            let delay = n as f64 * GUST_DELAY;
            group.wind_speed += (wind - group.wind_speed) * seconds / (seconds + delay);
            if wind == 0.0 && group.wind_speed < 1e-3 {
                group.wind_speed = 0.0;
            }
            self.audible |= group.wind_speed > 0.0;
            let local = group.eddies.advance(&now.wind, group.wind_speed, seconds);
            let part = local / REFERENCE_SPEED;
            group.flutter_phase += now.flutter.rate * part * seconds;
            let flutter_gain = 1.0 + now.flutter.depth * along(group.seed, group.flutter_phase, 0.0);
            let share = level / (GROUPS as f64).sqrt();
            let level = share * libm::pow(part, exponent) * flutter_gain;
            let octaves = spread * (n as f64 / (GROUPS - 1) as f64 - 0.5);
            let middle = now.obstacle.pitch(local) * libm::exp2(octaves);
            group.noise.add(&mut sound, level, (middle, width), step);
        }
        let at_ear = self.ear_eddies.advance(&now.wind, now.ear.exposure * wind, seconds);
        self.ear.add(&mut sound, &now.ear, at_ear, now.wind.gust, step);
        self.audible |= !self.ear.silent();
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.wind.calm()
    }

    fn silent(&self) -> bool {
        !self.audible
    }
}
