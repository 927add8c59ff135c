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
//! Three sections of the wire sound independently, each in eddies of its own. On a swung rod the outermost is
//! the fastest and by far the loudest ([`Wake::spread`]).
//!
//! A taut wire answers ([`Vibration`]). Its modes lie at the multiples of f₁. The vortices lock to the
//! nearest mode; while locked they stay in step along the wire, so that the tone is purer and twice as
//! strong. A wire that is not round, such as one with ice on it, gallops above a critical speed U_c: it
//! swings across the wind at f₁, and the air passes it faster twice in each period:
//!
//! ```math
//! f = n f_1 + w\,x^3, \quad x = \frac{f_s - n f_1}{w}, \quad w = \min\Bigl(\lambda f_s,\ \frac{f_1}{2}\Bigr); \qquad
//! \frac{\hat{\dot y}}{U} = G\sqrt{1 - \frac{U_c}{U}}, \quad U_r = \sqrt{U^2 + \dot y^2}
//! ```
//!
//! | symbol | here                    | unit | meaning                                                                            |
//! |--------|-------------------------|------|------------------------------------------------------------------------------------|
//! | f₁     | [`Vibration::pitch`]    | Hz   | lowest mode of the taut wire                                                       |
//! | λ      | [`Vibration::lock`]     | 1    | range of the lock on either side of a mode                                         |
//! | G      | [`Vibration::gallop`]   | 1    | speed of the galloping wire over that of the wind, far above U_c: √(4A₁/3A₃)       |
//! | U_c    | [`Vibration::gallop_speed`] | m/s | wind speed above which the wire gallops                                         |
//!
//! Source: \[Strouhal1878\], \[Roshko1954\]; \[Phillips1956\], radiation; \[Bearman1984\], lock-in;
//! \[DenHartog1932\], \[ParkinsonSmith1964\], galloping. Facts: `tests/all/wind_facts.rs`.

use super::flow_noise::FlowNoise;
use super::shedding::{self, Shedding};
use super::wind::{BLOW, LocalWind, MAX_WIND_SPEED, Standpoint, Wind, WindGenerator};
use crate::solids::curve::smooth;
use core::f64::consts::{PI, TAU};
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
    /// Vibration of the wire.
    /// Default: a taut span of 20 m that does not gallop.
    pub struct Vibration("vibration") {
        /// Frequency of the lowest mode of the taut wire. Heard where `lock` or `gallop` is above 0.
        pitch: f64 = 2.5, "f₁", Hertz, log [0.2, 500.0], glide 0.05, handle("tension", "slack", "taut");
        /// Range in which the vortices lock to a mode of the wire, relative to their frequency: 0 for a stiff
        /// rod.
        lock: f64 = 0.05, "λ", One, lin [0.0, 0.3], glide 0.05;
        /// Speed of a galloping wire relative to that of the wind: 0 for a round wire, which does not gallop.
        gallop: f64 = 0.0, "G", One, lin [0.0, 0.6], glide 0.05, handle("galloping", "round", "iced over");
        /// Wind speed above which the wire gallops. Heard where `gallop` is above 0.
        gallop_speed as "gallop-speed": f64 = 6.0, "U_c", MetrePerSecond, log [1.0, 50.0], glide 0.05;
    }
}

impl Vibration {
    /// Returns the frequency of the vortices on the vibrating wire for their frequency `free` on a wire at
    /// rest \[Hz\], and their freedom: 0 is locked to a mode, 1 is free.
    pub fn locked(&self, free: f64) -> (f64, f64) {
        let range = (self.lock * free).min(0.5 * self.pitch);
        let mode = self.pitch * libm::round(free / self.pitch).max(1.0);
        if range <= 0.0 {
            return (free, 1.0);
        }
        let x = (free - mode) / range;
        if x.abs() >= 1.0 {
            return (free, 1.0);
        }
        (mode + range * x * x * x, x.abs())
    }

    /// Returns the peak speed of the galloping wire at a wind speed [m/s], relative to it \[1\].
    pub fn galloping(&self, speed: f64) -> f64 {
        if speed <= self.gallop_speed {
            return 0.0;
        }
        self.gallop * (1.0 - self.gallop_speed / speed).sqrt()
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
        /// Modes of the taut wire, to which the vortices lock, and its galloping.
        vibration: Vibration, Structure;
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
/// Maximum speed of wind and swing together [m/s], with a galloping wire: √(1 + 0.6²) < 1.17.
const MAX_AIR_SPEED: f64 = 1.17 * MAX_WIND_SPEED + SWING_SPEED.max;
/// Number of independent sections of the wire.
const STRETCHES: usize = 3;
/// Pressure of locked vortices relative to free ones \[1\]: four times the correlation length along the wire.
const LOCKED_GAIN: f64 = 2.0;
/// Bandwidth of locked vortices relative to that of free ones \[1\].
const LOCKED_WIDTH: f64 = 0.2;
/// Number of vortices in which a lock begins or ends.
const LOCK_VORTICES: f64 = 12.0;
/// Number of periods in which galloping grows or dies down.
const GALLOP_PERIODS: f64 = 3.0;

impl Model for Karman {
    const INFO: ModelInfo = ModelInfo {
        name: "karman",
        title: "Wind sings on a wire, a rod whistles through the air",
        family: Family::Air,
        level: Level::Texture,
        made_of: &[],
        physics: "Vortices leave a wire alternately on both sides and push it across the stream. The tone lies at a fifth of the speed over the diameter, whatever the wire is made of. \
                  Its pressure grows with the cube of the speed: a gust swells and rises in pitch, a swung switch whoops. The bandwidth of the tone shows how \
                  quickly the wake loses its phase. The vortices lock to the modes of a taut wire and jump from one to the next with the wind; a wire with ice on \
                  it gallops up and down.",
        equation: "f = St·U/d,  St = 0.198·(1 − 19.7/Re),  p = ρ·St·C_L·U³·√(l·l_c)/(4·c·r)",
        source: "[Strouhal1878], [Roshko1954], [Phillips1956], [Bearman1984], [DenHartog1932], [ParkinsonSmith1964]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["blow"];
    const GESTURES: &'static [Info] = &[
        BLOW,
        Info {
            id: "swing",
            doc: "Swings the rod once with this peak speed of its tip.",
            ..SWING_SPEED.info()
        },
    ];
    // The bound is three sections of 1/√3 of the maximum pressure each, locked, with the crests of tone and
    // octave and of twice as much noise.
    const OUTPUT: OutputKind = OutputKind::pressure(
        MAX_PRESSURE * 1.74 * LOCKED_GAIN * 2.0 * (shedding::CREST + super::flow_noise::CREST),
    );
    const OPENING_VALUE: fn(&Self) -> f64 = |model| model.wind.speed;
    type Player = KarmanPlayer;

    fn player(&self, seed: u64, _step: Step) -> KarmanPlayer {
        let stretch = |n: usize| Stretch {
            shedding: Shedding::new(mix_seed(seed, n as u64)),
            eddies: LocalWind::new(mix_seed(seed, 20 + n as u64)),
            lock: 0.0,
        };
        KarmanPlayer {
            wind: WindGenerator::new(mix_seed(seed, 10)),
            swing_state: None,
            stretches: core::array::from_fn(stretch),
            gallop_phase: 0.0,
            gallop: 0.0,
            hiss: FlowNoise::new(mix_seed(seed, 11)),
            audible: false,
        }
    }
}

/// Section of the wire.
#[derive(Clone, Debug)]
struct Stretch {
    shedding: Shedding,
    eddies: LocalWind,
    /// Strength of the lock to a mode, from 0 (free) to 1 \[1\].
    lock: f64,
}

/// Plays [`Karman`]: the tone of each section of the wire and the hiss of the wake.
#[derive(Clone, Debug)]
pub struct KarmanPlayer {
    wind: WindGenerator,
    /// Peak speed of the current swing [m/s] and time since its start \[s\]; `None` without a swing.
    swing_state: Option<(f64, f64)>,
    stretches: [Stretch; STRETCHES],
    /// Phase of the galloping wire \[cycles\].
    gallop_phase: f64,
    /// Peak speed of the galloping wire, relative to that of the wind \[1\].
    gallop: f64,
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

impl KarmanPlayer {
    /// Advances the galloping by `seconds` \[s\] and returns the speed of the middle of the wire across the
    /// wind, relative to the wind speed \[1\].
    fn gallop(&mut self, vibration: &Vibration, wind: f64, seconds: f64) -> f64 {
        let periods = vibration.pitch * seconds;
        let target = vibration.galloping(wind);
        self.gallop += (target - self.gallop) * (periods / GALLOP_PERIODS).min(1.0);
        self.gallop_phase += periods;
        self.gallop_phase -= self.gallop_phase.floor();
        self.gallop * libm::cos(TAU * self.gallop_phase)
    }
}

impl Player<Karman> for KarmanPlayer {
    fn play(&mut self, now: &Karman, block: &mut Block<'_>) {
        let wind = self.wind.advance(&now.wind, BLOW_GESTURE, block);
        let swing = self.swing(&now.swing, block);
        let speed = wind + swing;
        if speed == 0.0 && !self.audible {
            return;
        }
        self.audible = speed > 0.0;
        let step = block.step();
        let seconds = step.seconds() * BLOCK as f64;
        let across = self.gallop(&now.vibration, wind, seconds);
        let mut sound = [0.0; BLOCK];
        let length = now.wire.length / STRETCHES as f64;
        let mut power = 0.0;
        for (n, stretch) in self.stretches.iter_mut().enumerate() {
            let slower = now.wake.spread * n as f64 / (STRETCHES - 1) as f64;
            let local = stretch.eddies.advance(&now.wind, wind, seconds);
            // The lowest mode of the wire is half a wave long.
            let shape = libm::sin(PI * (n as f64 + 0.5) / STRETCHES as f64);
            let passing = local * (1.0 + across * across * shape * shape).sqrt();
            let speed = (passing + swing) * (1.0 - slower);
            let free_frequency = now.wire.pitch(speed);
            let (frequency, free) = now.vibration.locked(free_frequency);
            stretch.lock += (1.0 - free - stretch.lock) * (free_frequency * seconds / LOCK_VORTICES).min(1.0);
            let gain = 1.0 + (LOCKED_GAIN - 1.0) * stretch.lock;
            let level = gain * now.wire.pressure(speed, length) / now.standpoint.distance;
            let width = now.wake.bandwidth * frequency * (1.0 - (1.0 - LOCKED_WIDTH) * stretch.lock);
            power += level * level;
            let tone = (frequency, level, width);
            stretch.shedding.add(&mut sound, tone, now.wake.octave, step);
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
        !self.audible && self.stretches.iter().all(|stretch| stretch.shedding.silent())
    }
}
