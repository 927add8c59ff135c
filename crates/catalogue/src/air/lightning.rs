//! Thunder: the waves of all pieces of a tortuous lightning channel, one after another.
//!
//! Each piece of the channel heats the air in it and sends out a weak shock, an N-wave. The whole channel
//! sounds at once, but its pieces lie at different distances: their waves arrive over seconds. A stretch
//! across the line of sight arrives at one time and claps; a stretch along it rolls.
//!
//! ```math
//! f_m = 0.63\,c\,\sqrt{\frac{P_0}{E}}, \qquad \tau = \frac{0.66}{f_m}, \qquad
//! P^2 = \frac{3\,\eta\,E\,\delta\,\rho\,c}{4\pi r^2\,\tau}, \qquad t = \frac{r}{c}
//! ```
//!
//! | symbol | here                    | unit | meaning                                                                      |
//! |--------|-------------------------|------|------------------------------------------------------------------------------|
//! | E      | [`Bolt::energy`], `strike` | J/m | energy of the lightning per length of the channel                           |
//! | f_m, τ | [`Bolt::pitch`]         | Hz, s | strongest frequency and duration of the wave of a piece                     |
//! | η      | 0.0018                  | 1    | share of the energy that becomes sound                                       |
//! | δ, r   |                         | m    | length of a piece, its distance                                              |
//! | P      |                         | Pa   | peak of the wave of a piece; its energy is η E δ                             |
//! |        | [`Bolt::tortuosity`]    | rad  | mean change of direction from one piece to the next                          |
//! |        | [`Bolt::height`], [`Bolt::reach`] | m | height of the cloud, length of the channel within it                  |
//!
//! An N-wave of duration τ has its strongest frequency at 0.66/τ. The energy differs from piece to piece by
//! half of its mean. The later strokes of a flash go through the same channel, each with half the energy of
//! the one before.
//!
//! Source: \[Few1969\], f_m; \[Holmes1971\], η; \[RibnerRoy1982\], sum of N-waves; \[Hill1968\], tortuosity.
//! Facts: `tests/all/explosion_facts.rs`.

use super::absorption::Absorption;
use super::blast::ATMOSPHERE;
use super::pulse_wave::{Arrival, Shape};
use core::f64::consts::{PI, TAU};
use foley_dsp::random::Dice;
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND};
use foley_params::{Param, param, params};

params! {
    /// Lightning channel, heard after `strike`.
    /// Default: cloud to ground, three strokes.
    pub struct Bolt("bolt") {
        /// Default energy of the lightning per length of its channel: the more, the lower and louder.
        energy: f64 = 2e5, "E", Other("J/m"), log [1e3, 2e6], handle("energy", "spark", "great bolt");
        /// Height of the cloud from which the channel comes. Heard after `strike`.
        height: f64 = 2000.0, "H", Metre, log [50.0, 8000.0], handle("height", "low cloud", "high cloud");
        /// Length of the channel within the cloud. Heard after `strike`.
        reach: f64 = 1000.0, "L", Metre, lin [0.0, 8000.0], handle("roll", "clap only", "long roll");
        /// Mean change of direction from one piece of the channel to the next. Heard after `strike`.
        tortuosity: f64 = 0.28, "θ", Radian, lin [0.0, 1.0];
        /// Number of strokes of a flash. Heard after `strike`.
        strokes: u32 = 3, "n", One, count [1, 4];
    }
}

pub(super) const ENERGY: Param<Bolt> = param("energy");

/// Share of the energy of the lightning that becomes sound \[1\].
pub const EFFICIENCY: f64 = 0.0018;
/// Pieces of a channel.
pub(super) const PIECES: u32 = 1280;
/// Pieces computed per block.
const PIECES_PER_BLOCK: u32 = 64;
/// Share of the deviation from its course that the channel loses per piece \[1\].
const BACK: f64 = 0.06;
/// Least and greatest time between two strokes \[s\].
const STROKE_INTERVAL: [f64; 2] = [0.03, 0.09];
/// Maximum number of strokes of a flash.
const MAX_STROKES: usize = 4;

impl Bolt {
    /// Returns the strongest frequency of the wave of a piece, for an energy per length [J/m], in hertz.
    pub fn pitch(energy: f64) -> f64 {
        0.63 * SPEED_OF_SOUND * (ATMOSPHERE / energy).sqrt()
    }

    /// Returns the duration of the wave of a piece \[s\].
    pub fn wave_duration(energy: f64) -> f64 {
        0.66 / Self::pitch(energy)
    }

    /// Returns the peak pressure of the wave of a piece of `length` \[m\] at a distance \[m\], in Pa.
    pub fn pressure(energy: f64, length: f64, distance: f64) -> f64 {
        let sound = EFFICIENCY * energy * length;
        let area = 4.0 * PI * distance * distance;
        (3.0 * sound * DENSITY_OF_AIR * SPEED_OF_SOUND / (area * Self::wave_duration(energy))).sqrt()
    }
}

/// A flash whose channel is being followed from the ground to the cloud, some pieces per block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flash {
    /// Pieces that are left.
    left: u32,
    energy: f64,
    /// Position relative to the listener \[m\]; the last coordinate is the height.
    place: [f64; 3],
    /// Mean direction of the channel where it is now.
    course: [f64; 3],
    /// Direction across the course, relative to the progress along it \[1\].
    side: [f64; 3],
    /// Time from the first stroke to each stroke \[s\].
    strokes: [f64; MAX_STROKES],
    /// Time since the flash \[s\].
    since: f64,
}

impl Flash {
    pub(super) const NONE: Self = Self {
        left: 0,
        energy: 0.0,
        place: [0.0; 3],
        course: [0.0; 3],
        side: [0.0; 3],
        strokes: [0.0; MAX_STROKES],
        since: 0.0,
    };

    pub(super) fn new(energy: f64, distance: f64, dice: &mut Dice) -> Self {
        let [soonest, latest] = STROKE_INTERVAL;
        let mut late = 0.0;
        let strokes = core::array::from_fn(|n| {
            late += if n == 0 { 0.0 } else { dice.between(soonest, latest) };
            late
        });
        let (place, course) = ([distance, 0.0, 1.0], [0.0, 0.0, 1.0]);
        Self { left: PIECES, energy, place, course, strokes, ..Self::NONE }
    }

    pub(super) fn growing(&self) -> bool {
        self.left > 0
    }

    /// Follows the channel for one block of `seconds` \[s\] and passes the waves of its pieces on. Real-time:
    /// yes.
    pub(super) fn grow(
        &mut self,
        bolt: &Bolt,
        air: (f64, &Absorption),
        dice: &mut Dice,
        seconds: f64,
        mut send: impl FnMut(Arrival),
    ) {
        let step = (bolt.height + bolt.reach) / f64::from(PIECES);
        for _ in 0..PIECES_PER_BLOCK.min(self.left) {
            self.left -= 1;
            let progress = step * dice.between(0.4, 1.6);
            self.turn(bolt, dice);
            let mut square = 0.0;
            for ((place, course), side) in self.place.iter_mut().zip(self.course).zip(self.side) {
                let part = progress * (course + side);
                *place += part;
                square += part * part;
            }
            let length = square.sqrt();
            let [x, y, z] = self.place;
            // The channel does not return into the ground.
            self.place = [x, y, z.abs().max(1.0)];
            let distance = (x * x + y * y + z * z).sqrt().max(5.0);
            let mut energy = self.energy * dice.between(0.5, 1.5);
            for late in self.strokes.into_iter().take(bolt.strokes as usize) {
                send(Arrival {
                    shape: Shape::NWave,
                    seconds: distance / SPEED_OF_SOUND + late - self.since,
                    peak: Bolt::pressure(energy, length, distance),
                    duration: 0.5 * Bolt::wave_duration(energy),
                    cut: air.1.cut(distance * air.0),
                });
                energy *= 0.5;
            }
        }
        self.since += seconds;
    }

    /// Turns the channel by a random angle across its course, and back towards it.
    fn turn(&mut self, bolt: &Bolt, dice: &mut Dice) {
        if self.place[2] >= bolt.height && self.course[2] > 0.0 {
            // In the cloud the channel runs on level, in any direction.
            let way = TAU * dice.unit();
            self.course = [libm::cos(way), libm::sin(way), 0.0];
        }
        // A normal change in each direction; its mean size is that of a normal vector in a plane, √(π/2).
        let bend = bolt.tortuosity / (0.5 * PI).sqrt();
        // Now and then the channel takes a turn at large scale.
        let large = if dice.unit() < 0.02 { 2.5 } else { 1.0 };
        for side in &mut self.side {
            *side += large * bend * dice.normal() - BACK * *side;
        }
        let along: f64 = self.side.iter().zip(self.course).map(|(side, course)| side * course).sum();
        for (side, course) in self.side.iter_mut().zip(self.course) {
            *side -= along * course;
        }
    }
}
