//! Aeolian tone: wind sings on a wire, a rod whistles when swung.
//!
//! Vortices leave a round wire alternately on both sides and push the wire across the stream. The oscillating
//! force radiates as a dipole:
//!
//! ```math
//! f = \mathrm{St}\,\frac{U}{d}, \qquad \mathrm{St} = \mathrm{St}_\infty\left(1 - \frac{19.7}{\mathrm{Re}}\right), \qquad \tilde p = \frac{\rho\,\mathrm{St}\,C_L\,U^3\sqrt{l\,l_c}}{4\,c\,r}
//! ```
//!
//! | symbol | here                    | unit | meaning                                                                            |
//! |--------|-------------------------|------|------------------------------------------------------------------------------------|
//! | d, l   | [`Wire`]                | m    | diameter and length                                                                |
//! | St∞    | [`Wire::strouhal`]      | 1    | Strouhal number of fast flow: 0.198 for a round wire                               |
//! | C_L    | [`Wire::lift`]          | 1    | RMS force across the stream, relative to ½ρU²dl                                    |
//! | Re     | U d/ν                   | 1    | Reynolds number; below 47 no vortices are shed                                     |
//! | l_c    | 5 d                     | m    | correlation length of the vortices along the wire                                  |
//! | U      | [`Wind`] `blow`, [`Swing`] `swing` | m/s | air speed past the wire: sum of wind and swing                          |
//! | r      | [`Standpoint`]          | m    | distance of the listener                                                           |
//!
//! Three sections of the wire sound independently. On a swung rod the outermost is the fastest and by far
//! the loudest ([`Wake::spread`]).
//!
//! Source: \[Strouhal1878\], \[Roshko1954\]; \[Phillips1956\], radiation. Facts:
//! `tests/all/wind_facts.rs`.

use super::flow_noise::FlowNoise;
use super::shedding::{self, Shedding};
use super::wind::{BLOW, MAX_WIND_SPEED, Standpoint, Wind, WindGenerator};
use crate::solids::curve::smooth;
use core::f64::consts::PI;
use foley_contact::Step;
use foley_dsp::random::mix_seed;
use foley_dsp::signal::{DENSITY_OF_AIR, SPEED_OF_SOUND};
use foley_params::{Info, Param, param, params};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

params! {
    /// Wire in the air stream.
    /// Default: a telegraph wire, one span.
    pub struct Wire("wire") {
        /// Diameter of the wire: the thinner, the higher the pitch.
        diameter: f64 = 0.004, "d", Metre, log [0.0003, 0.1], glide 0.05,
            handle("thickness", "fishing line", "mast");
        /// Length of the wire in the stream: the longer, the louder.
        length: f64 = 20.0, "l", Metre, log [0.02, 30.0], glide 0.05;
        /// Strouhal number of the wire in fast flow: 0.198 if round, about 0.13 if square, 0.15 for a plate
        /// across the stream.
        strouhal: f64 = 0.198, "St", One, lin [0.1, 0.3], glide 0.05;
        /// RMS force of the vortices across the stream, relative to the dynamic pressure on the wire.
        lift: f64 = 0.3, "C_L", One, log [0.01, 1.0], glide 0.05;
    }
}

impl Wire {
    /// Returns the Strouhal number of the wire at an air speed [m/s] \[1\].
    pub fn strouhal_at(&self, speed: f64) -> f64 {
        self.strouhal * (1.0 - 19.7 / self.reynolds(speed)).max(0.0)
    }

    /// Returns the frequency of the tone at an air speed [m/s], in hertz.
    pub fn pitch(&self, speed: f64) -> f64 {
        self.strouhal_at(speed) * speed / self.diameter
    }

    fn reynolds(&self, speed: f64) -> f64 {
        (speed * self.diameter / shedding::VISCOSITY).max(1e-9)
    }

    /// Returns the RMS pressure at 1 m of a section of the wire of `length` \[m\], in Pa.
    fn pressure(&self, speed: f64, length: f64) -> f64 {
        // Vortices are shed from a Reynolds number of 47 on, and soon at full strength.
        let onset = smooth((self.reynolds(speed) - 47.0) / 50.0);
        let along = (length * 5.0 * self.diameter.min(length / 5.0)).sqrt();
        let force = self.lift * onset * self.strouhal_at(speed) * speed * speed * speed;
        DENSITY_OF_AIR * force * along / (4.0 * SPEED_OF_SOUND)
    }
}

params! {
    /// Wake of the wire: its tone and its noise.
    /// Default: the wake of a wire in steady wind.
    pub struct Wake("wake") {
        /// Half-power bandwidth of the tone, relative to its frequency.
        bandwidth: f64 = 0.01, "B/f", One, log [0.001, 0.3], glide 0.05,
            handle("breathiness", "pure tone", "whoosh");
        /// Relative difference of air speed between the ends: 0 for a wire in steady wind, near 1 for a rod
        /// swung about its end.
        spread: f64 = 0.02, "ΔU/U", One, lin [0.0, 0.9], glide 0.05;
        /// Level of the octave relative to the tone; it comes from the vortices of both sides, which pull the
        /// wire along the stream.
        octave: f64 = 0.05, "p₂/p", One, lin [0.0, 0.5], glide 0.05;
        /// Level of the noise of the wake relative to the tone.
        hiss: f64 = 0.1, "h", One, lin [0.0, 2.0], glide 0.05,
            handle("roughness", "smooth wire", "knotted rope");
    }
}

params! {
    /// Swing of a rod.
    /// Default: a thin stick, swung quickly.
    pub struct Swing("swing") {
        /// Default peak speed of the tip of the swung rod.
        speed: f64 = 30.0, "V", MetrePerSecond, log [1.0, 120.0], glide 0.05,
            handle("swing", "waved", "lashed");
        /// Duration of a swing of the rod, from rest to rest.
        time: f64 = 0.35, "t_s", Second, log [0.05, 3.0], glide 0.05;
    }
}

const SWING_SPEED: Param<Swing> = param("speed");

parts! {
    /// Model of wind on a wire, or of a swung rod.
    pub struct Karman {
        /// Diameter, length and lift of the wire in the air stream.
        wire: Wire, Structure;
        /// Bandwidth, octave and hiss of the wake behind the wire.
        wake: Wake, Interaction;
        /// Speed, gusts and duration of the wind.
        wind: Wind, Motion;
        /// Peak speed and duration of the swing of the rod.
        swing: Swing, Motion;
        /// Distance of the listener.
        standpoint: Standpoint, Motion;
    }
}

const BLOW_GESTURE: usize = 0;
const SWING_GESTURE: usize = 1;
/// Maximum RMS pressure of the tone at the smallest distance \[Pa\], over all parameters. The factor 3.88
/// is √(length 30 m · correlation length 0.5 m).
const MAX_PRESSURE: f64 = DENSITY_OF_AIR * 0.3 * MAX_AIR_SPEED * MAX_AIR_SPEED * MAX_AIR_SPEED * 3.88
    / (4.0 * SPEED_OF_SOUND * 0.3);
/// Maximum speed of wind and swing together [m/s].
const MAX_AIR_SPEED: f64 = MAX_WIND_SPEED + SWING_SPEED.max;
/// Number of independent sections of the wire.
const STRETCHES: usize = 3;

impl Model for Karman {
    const INFO: ModelInfo = ModelInfo {
        name: "karman",
        title: "Wind sings on a wire, a rod whistles through the air",
        family: Family::Air,
        level: Level::Texture,
        made_of: &[],
        physics: "Vortices leave a wire alternately on both sides and push it across the stream. The tone lies at a fifth of the speed over the diameter, whatever the wire is made of. \
                  Its pressure grows with the cube of the speed: a gust swells and rises in pitch, a swung switch whoops. The bandwidth of the tone shows how \
                  quickly the wake loses its phase.",
        equation: "f = St·U/d,  St = 0.198·(1 − 19.7/Re),  p = ρ·St·C_L·U³·√(l·l_c)/(4·c·r)",
        source: "[Strouhal1878], [Roshko1954], [Phillips1956]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const GESTURES: &'static [Info] = &[
        BLOW,
        Info {
            id: "swing",
            doc: "Swings the rod once with this peak speed of its tip.",
            ..SWING_SPEED.info()
        },
    ];
    // The bound is three sections of 1/√3 of the maximum pressure each, with the crests of tone and octave
    // and of twice as much noise.
    const OUTPUT: OutputKind =
        OutputKind::pressure(MAX_PRESSURE * 1.74 * 2.0 * (shedding::CREST + super::flow_noise::CREST));
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.wind.speed;
    type Player = KarmanPlayer;

    fn player(&self, seed: u64, _step: Step) -> KarmanPlayer {
        let shedding = |n: usize| Shedding::new(mix_seed(seed, n as u64));
        KarmanPlayer {
            wind: WindGenerator::new(mix_seed(seed, 10)),
            swing_state: None,
            stretches: core::array::from_fn(shedding),
            hiss: FlowNoise::new(mix_seed(seed, 11)),
            audible: false,
        }
    }
}

/// Plays [`Karman`]: the tone of each section of the wire and the hiss of the wake.
#[derive(Clone, Debug)]
pub struct KarmanPlayer {
    wind: WindGenerator,
    /// Peak speed of the current swing [m/s] and time since its start \[s\]; `None` without a swing.
    swing_state: Option<(f64, f64)>,
    stretches: [Shedding; STRETCHES],
    hiss: FlowNoise,
    audible: bool,
}

impl KarmanPlayer {
    /// Returns the speed of the swinging rod at the end of the block [m/s].
    fn swing(&mut self, swing: &Swing, block: &Block<'_>) -> f64 {
        if let Some(gesture) = block.gesture(SWING_GESTURE) {
            self.swing_state = Some((SWING_SPEED.clamp(gesture.value), 0.0));
        }
        let Some((fastest, since)) = &mut self.swing_state else {
            return 0.0;
        };
        *since += block.step().seconds() * BLOCK as f64;
        if *since >= swing.time {
            self.swing_state = None;
            return 0.0;
        }
        let sin = libm::sin(PI * *since / swing.time);
        *fastest * sin * sin
    }
}

impl Player<Karman> for KarmanPlayer {
    fn play(&mut self, now: &Karman, block: &mut Block<'_>) {
        let speed = self.wind.advance(&now.wind, BLOW_GESTURE, block) + self.swing(&now.swing, block);
        if speed == 0.0 && !self.audible {
            return;
        }
        self.audible = speed > 0.0;
        let step = block.step();
        let mut sound = [0.0; BLOCK];
        let length = now.wire.length / STRETCHES as f64;
        let mut power = 0.0;
        for (n, stretch) in self.stretches.iter_mut().enumerate() {
            let slower = now.wake.spread * n as f64 / (STRETCHES - 1) as f64;
            let speed = speed * (1.0 - slower);
            let frequency = now.wire.pitch(speed);
            let level = now.wire.pressure(speed, length) / now.standpoint.distance;
            let width = now.wake.bandwidth * frequency;
            power += level * level;
            let tone = (frequency, level, width);
            stretch.add(&mut sound, tone, now.wake.octave, step);
        }
        let level = now.wake.hiss * power.sqrt();
        let band = (now.wire.pitch(speed), 1.0);
        self.hiss.add(&mut sound, level, band, step);
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.wind.calm() && self.swing_state.is_none()
    }

    fn silent(&self) -> bool {
        !self.audible && self.stretches.iter().all(Shedding::silent)
    }
}
