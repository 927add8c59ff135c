//! Rotors of a helicopter: blades that carry and displace air come towards the listener and go away again.
//!
//! Each blade is a force and a volume at 0.8 R. Its sound is compressed in time while it approaches:
//!
//! ```math
//! p = \frac{g^2}{4\pi c r}\Bigl(\dot F_r + g F_r \dot M_r\Bigr) + \frac{\rho V_b}{4\pi r}\Bigl(3 g^5 \dot M_r^2 + g^4 \ddot M_r\Bigr),
//! \qquad g = \frac{1}{1 - M_r}, \quad M_r = -M\cos\varepsilon\,\sin\psi
//! ```
//!
//! ```math
//! F_r = L(\psi)\sin\varepsilon - D\cos\varepsilon\,\sin\psi, \qquad
//! L = \frac{T}{B}\Bigl(1 + a\sum_{\lambda=1}^{8}\lambda^{-2.5}\cos(\lambda\psi + \varphi_\lambda) + b\,x\,e^{-x^2/2}\Bigr)
//! ```
//!
//! | symbol | here                   | unit | meaning                                                                        |
//! |--------|------------------------|------|--------------------------------------------------------------------------------|
//! | ψ      |                        | rad  | azimuth of the blade when it sent what is heard now: `$ dψ/dt = Ω g `$           |
//! | M      |                        | 1    | Mach number of the blade at 0.8 R                                              |
//! | g      |                        | 1    | compression of time (Doppler)                                                  |
//! | T, B   | [`Blades`]             | N, 1 | thrust and number of blades                                                    |
//! | D      | 0.1 T/B                | N    | drag of a blade                                                                |
//! | V_b    | 0.082 c_b² R           | m³   | volume of a blade that is 12 % thick                                           |
//! | a      | [`Blades::unsteadiness`] | 1  | thrust that varies with the azimuth                                            |
//! | b, x   | [`Blades::slap`]       | 1    | vortex of another blade, which is cut at one azimuth: x is the angle to it in units of [`Blades::core`] |
//! | ε, r   | [`FlightPath`]             | rad, m | elevation and distance                                                       |
//! | h      | [`Vortices`]           | m    | noise about 0.28 V/h, whose pressure grows with V³ and which each blade modulates by g² |
//! | f_t, D | [`Turbine`]            |      | whine; jet of the exhaust about 0.2 U/D                                        |
//!
//! The tail rotor is the same at another rate, its axis level. What is below 20 Hz is not heard and is left
//! out.
//!
//! Source: \[Lowson1965\], moving forces; \[Gutin1936\], steady thrust; \[LowsonOllerhead1969\], λ^−2.5;
//! \[Widnall1971\], blades and vortices; \[Schlegel1966\], noise and its sixth power of the speed.
//! Facts: `tests/all/rotor_facts.rs`.

pub use super::rotor_params::{Blades, FlightPath, Turbine, Vortices};

use super::absorption::{Absorption, POLE};
use super::flow_noise::{self, FlowNoise};
use super::rotor_params::{CHORD, CORE, DISTANCE, RADIUS, THRUST, TIP_SPEED};
use super::shedding::{self, Shedding};
use super::wind::Turbulence;
use crate::solids::curve::smooth;
use core::f64::consts::{PI, TAU};
use foley_contact::Step;
use foley_dsp::random::{Dice, mix_seed};
use foley_dsp::signal::{DENSITY_OF_AIR, OnePole, SPEED_OF_SOUND, Section, cut};
use foley_params::{Info, Scale, Unit};
use foley_sound::{BLOCK, Block, Family, Level, Model, ModelInfo, OutputKind, PartAccess, Player, parts};

parts! {
    /// Model of a helicopter.
    pub struct Rotor {
        /// Main rotor, which carries the helicopter.
        main: Blades, Structure;
        /// Tail rotor, whose axis is level.
        tail: Blades = Blades::TAIL, Structure;
        /// Noise of turbulent air at the blades.
        vortices: Vortices, Interaction;
        /// Whine and exhaust of the turbine.
        turbine: Turbine, Structure;
        /// Distance, elevation and duration of the flight.
        path: FlightPath, Motion;
    }
}

/// Place of the force and of the volume of a blade, relative to the radius \[1\].
pub const EFFECTIVE_RADIUS: f64 = 0.8;
/// Drag of a blade relative to its thrust \[1\].
pub const DRAG: f64 = 0.1;
/// Volume of a blade relative to c² R \[1\]: an area of 0.082 c² of a profile that is 12 % thick.
pub const VOLUME: f64 = 0.082;
/// Maximum number of blades of a rotor.
const MAX_BLADES: usize = 8;
/// Number of harmonics of the unsteady thrust.
const HARMONICS: usize = 8;
/// Azimuth at which a blade cuts the vortex of the one before it \[rad\], on the approaching side.
const VORTEX: f64 = 5.2;
/// Frequency below which nothing is heard \[Hz\].
const MIN_FREQUENCY: f64 = 20.0;
/// Speed of the gas of the exhaust [m/s].
const EXHAUST_SPEED: f64 = 150.0;
/// Relative bandwidth of the whine of the turbine \[1\].
const WHINE_WIDTH: f64 = 0.003;
/// Tip speed to which the level of the noise refers [m/s].
const REFERENCE_SPEED: f64 = 200.0;
/// Maximum compression of time \[1\]: M is at most 0.8 · 250/343.2 = 0.583.
const MAX_COMPRESSION: f64 = 2.4;

const FLY_INFO: Info = Info {
    id: "fly",
    symbol: "s",
    unit: Unit::One,
    doc: "Flies with the rotors at this share of their speed, live until 0, which goes out of hearing.",
    min: 0.0,
    max: 1.1,
    scale: Scale::Linear,
    default: 1.0,
    glide: 0.0,
    handle: None,
};

/// Maximum pressure of a rotor \[Pa\]: the slap of eight blades on the thinnest vortex of the smallest rotor,
/// and the volume of its blades.
const MAX_ROTOR: f64 = {
    let turn = 1.1 * TIP_SPEED.max / RADIUS.min;
    let squeezed = MAX_COMPRESSION * MAX_COMPRESSION;
    let per_distance = 1.0 / (4.0 * PI * DISTANCE.min);
    let force = THRUST.max * turn * (4.0 / CORE.min + 20.0) * squeezed * MAX_COMPRESSION / SPEED_OF_SOUND;
    let volume = VOLUME * CHORD.max * CHORD.max * RADIUS.max;
    let displaced = DENSITY_OF_AIR * volume * turn * turn * 4.0 * squeezed * squeezed * MAX_COMPRESSION;
    (force + MAX_BLADES as f64 * displaced) * per_distance
};

impl Model for Rotor {
    const INFO: ModelInfo = ModelInfo {
        name: "rotor",
        title: "A helicopter hovers or flies past",
        family: Family::Air,
        level: Level::Process,
        made_of: &[],
        physics: "Each blade carries its share of the weight and displaces its volume of air. While it comes towards the listener its sound is compressed in time, so that it beats once \
                  per blade. Blades that cut the vortex of the one before them slap. Turbulence rushes about the blades and grows with the sixth power of their speed in power; \
                  the tail rotor hums at its own rate, the turbine whines and its exhaust roars.",
        equation: "p = g²·(dF_r/dτ + g·F_r·dM_r/dτ)/(4π·c·r) + ρ·V·(3g⁵·(dM_r/dτ)² + g⁴·d²M_r/dτ²)/(4π·r),  g = 1/(1 − M_r)",
        source: "[Lowson1965], [Gutin1936], [LowsonOllerhead1969], [Widnall1971], [Schlegel1966]",
    };
    const PARTS: &'static [PartAccess<Self>] = Self::PART_LIST;
    const LASTING_GESTURES: &'static [&'static str] = &["fly"];
    const GESTURES: &'static [Info] = &[FLY_INFO];
    // The bound is that of both rotors, doubled by each of the two high-passes, and that of noise at 275 m/s,
    // exhaust and whine at 5 m.
    const OUTPUT: OutputKind = OutputKind::pressure(
        4.0 * (2.0 * MAX_ROTOR + (100.0 * 2.7 * 6.0 + 100.0) * flow_noise::CREST / 5.0)
            + 50.0 * 1.5 * shedding::CREST,
    );
    type Player = RotorPlayer;

    fn player(&self, seed: u64, _step: Step) -> RotorPlayer {
        RotorPlayer {
            main: Hub::new(mix_seed(seed, 0)),
            tail: Hub::new(mix_seed(seed, 1)),
            rush: FlowNoise::new(mix_seed(seed, 2)),
            whine: Shedding::new(mix_seed(seed, 3)),
            exhaust: FlowNoise::new(mix_seed(seed, 4)),
            air: Absorption::new(),
            turbulence: Turbulence::new(mix_seed(seed, 5)),
            low: Section::REST,
            high: [OnePole::default(); 2],
            speed: 0.0,
            from: 0.0,
            to: 0.0,
            since: 0.0,
            time_left: 0.0,
            level: 0.0,
            gain: 0.0,
        }
    }
}

/// Direction from a rotor to the listener, and its distance.
#[derive(Clone, Copy, Debug)]
struct Aim {
    /// Cosine of the angle between the line of sight and the plane of the rotor \[1\].
    cos: f64,
    /// Sine of this angle, positive where the thrust pushes air towards the listener \[1\].
    sin: f64,
    distance: f64,
}

/// Blades of a rotor on their way.
#[derive(Clone, Debug)]
struct Hub {
    dice: Dice,
    /// Phase at the listener \[rad\]: that of the first blade if it were at the hub.
    phase: f64,
    /// Azimuth of each blade when it sent what is heard now \[rad\].
    azimuths: [f64; MAX_BLADES],
    /// Cosine and sine amplitudes of the harmonics of the unsteady thrust \[1\].
    harmonics: [(f64, f64); HARMONICS],
    /// Strength of the vortex that each blade cuts next, and its azimuth \[1, rad\].
    vortices: [(f64, f64); MAX_BLADES],
    /// Random deviation of the thrust \[1\].
    turbulence: Turbulence,
}

impl Hub {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(mix_seed(seed, 0));
        let phase = TAU * dice.unit();
        let harmonic = |n: usize| {
            let turn = TAU * dice.unit();
            // The thrust varies with the power −2.5 of the harmonic.
            let size = libm::pow((n + 1) as f64, -2.5);
            (size * libm::cos(turn), -size * libm::sin(turn))
        };
        let harmonics = core::array::from_fn(harmonic);
        Self {
            dice,
            phase,
            azimuths: [0.0; MAX_BLADES],
            harmonics,
            vortices: [(1.0, VORTEX); MAX_BLADES],
            turbulence: Turbulence::new(mix_seed(seed, 1)),
        }
    }

    /// Adds a block of the sound of the blades to `out`, and the sum of their g⁴ to `squeezed`. `speed` is
    /// the share of the full speed. Real-time: yes.
    fn add(
        &mut self,
        blades: &Blades,
        (aim, speed, gustiness): (Aim, f64, f64),
        out: &mut [f64; BLOCK],
        squeezed: &mut [f64; BLOCK],
        step: Step,
    ) {
        let count = (blades.count as usize).clamp(1, MAX_BLADES);
        let tip = speed * blades.tip_speed;
        let turn = tip / blades.radius;
        let seconds = step.seconds();
        let m = EFFECTIVE_RADIUS * tip / SPEED_OF_SOUND * aim.cos;
        // Thrust and drag grow with the square of the speed; turbulent air shakes the thrust.
        let gust = self.turbulence.advance(0.3, seconds * BLOCK as f64);
        let shaken = 1.0 + (0.15 * gustiness * gust).clamp(-0.5, 0.5);
        let lift = speed * speed * shaken * blades.thrust / count as f64;
        let drag = DRAG * lift;
        let volume = VOLUME * blades.chord * blades.chord * blades.radius;
        let by_force = 1.0 / (4.0 * PI * SPEED_OF_SOUND * aim.distance);
        let by_volume = DENSITY_OF_AIR * volume / (4.0 * PI * aim.distance);
        let width = blades.core / EFFECTIVE_RADIUS;
        for (n, (azimuth, vortex)) in self.azimuths.iter_mut().zip(&mut self.vortices).take(count).enumerate()
        {
            // The azimuth is found anew at each block: phase = ψ − m cos ψ.
            let phase = self.phase + TAU * n as f64 / count as f64;
            let mut now = phase + m * libm::cos(*azimuth);
            for _ in 0..4 {
                let error = now - m * libm::cos(now) - phase;
                now -= error / (1.0 + m * libm::sin(now));
            }
            let (mut sin, mut cos) = (libm::sin(now), libm::cos(now));
            let turns = libm::floor(now / TAU);
            let mut angle = now - TAU * turns;
            for (sample, squeezed) in out.iter_mut().zip(squeezed.iter_mut()) {
                let mach = -m * sin;
                let g = 1.0 / (1.0 - mach);
                let (mach_1, mach_2) = (-m * turn * cos, m * turn * turn * sin);
                // Unsteady thrust and its derivative by the azimuth.
                let (mut c, mut s) = (1.0, 0.0);
                let (mut unsteady, mut change) = (0.0, 0.0);
                let mut order = 0.0;
                for &(a, b) in &self.harmonics {
                    (c, s) = (c * cos - s * sin, s * cos + c * sin);
                    order += 1.0;
                    unsteady += a * c + b * s;
                    change += order * (b * c - a * s);
                }
                let x = (angle - vortex.1) / width;
                let (mut bump, mut edge) = (0.0, 0.0);
                if x.abs() < 6.0 {
                    let bell = vortex.0 * libm::exp(-0.5 * x * x);
                    (bump, edge) = (x * bell, (1.0 - x * x) * bell / width);
                }
                let thrust = lift * (1.0 + blades.unsteadiness * unsteady + blades.slap * bump);
                let thrust_1 = lift * turn * (blades.unsteadiness * change + blades.slap * edge);
                let force = thrust * aim.sin - drag * aim.cos * sin;
                let force_1 = thrust_1 * aim.sin - drag * aim.cos * turn * cos;
                let g2 = g * g;
                *sample += by_force * g2 * (force_1 + g * force * mach_1)
                    + by_volume * g2 * g2 * (3.0 * g * mach_1 * mach_1 + mach_2);
                *squeezed += g2 * g2;
                // The azimuth advances by Ω g dt; its sine and cosine turn by that small angle.
                let by = turn * seconds * g;
                let (small_cos, small_sin) = (1.0 - 0.5 * by * by, by - by * by * by / 6.0);
                (cos, sin) = (cos * small_cos - sin * small_sin, sin * small_cos + cos * small_sin);
                angle += by;
                if angle >= TAU {
                    angle -= TAU;
                    // The next vortex is a little stronger or weaker and lies a little elsewhere.
                    *vortex = (self.dice.between(0.3, 1.7), VORTEX + 0.12 * self.dice.signed());
                }
            }
            *azimuth = angle + TAU * turns;
        }
        self.phase += turn * seconds * BLOCK as f64;
        if self.phase > TAU {
            self.phase -= TAU;
            for azimuth in &mut self.azimuths {
                *azimuth -= TAU;
            }
        }
    }
}

/// Plays [`Rotor`]: both rotors, their noise, and the turbine.
#[derive(Clone, Debug)]
pub struct RotorPlayer {
    main: Hub,
    tail: Hub,
    rush: FlowNoise,
    whine: Shedding,
    exhaust: FlowNoise,
    air: Absorption,
    turbulence: Turbulence,
    /// Low-pass filter for the absorption by air.
    low: Section,
    high: [OnePole; 2],
    /// Share of the full speed of the rotors \[1\].
    speed: f64,
    /// Level before and after the present change, from 0 (out of hearing) to 1.
    from: f64,
    to: f64,
    /// Time since the present change began \[s\].
    since: f64,
    /// Time until the helicopter goes out of hearing \[s\].
    time_left: f64,
    level: f64,
    /// Factor on the sound at the end of the previous block \[1\].
    gain: f64,
}

impl RotorPlayer {
    fn aim(&mut self, to: f64) {
        (self.from, self.to, self.since) = (self.level, to, 0.0);
    }

    /// Advances the level by `seconds` \[s\].
    fn advance(&mut self, path: &FlightPath, block: &Block<'_>, seconds: f64) {
        if let Some(gesture) = block.gesture(0) {
            let speed = gesture.value.clamp(FLY_INFO.min, FLY_INFO.max);
            if speed > 0.0 {
                self.speed = speed;
                self.time_left = gesture.duration(path.duration);
            }
            self.aim(f64::from(u8::from(speed > 0.0)));
        }
        self.time_left -= seconds;
        if self.time_left <= 0.0 && self.to > 0.0 {
            self.aim(0.0);
        }
        self.since += seconds;
        self.level = self.from + (self.to - self.from) * smooth(self.since / path.rise);
    }
}

impl Player<Rotor> for RotorPlayer {
    fn play(&mut self, now: &Rotor, block: &mut Block<'_>) {
        let step = block.step();
        let seconds = step.seconds() * BLOCK as f64;
        self.advance(&now.path, block, seconds);
        if self.level == 0.0 && self.silent() {
            return;
        }
        let FlightPath { distance, elevation, gustiness, .. } = now.path;
        let (cos, sin) = (libm::cos(elevation), libm::sin(elevation));
        let below = Aim { cos, sin, distance };
        // The axis of the tail rotor is level and lies obliquely to the line of sight.
        let aside = Aim { cos: (1.0 - 0.5 * cos * cos).sqrt(), sin: 0.5_f64.sqrt() * cos, distance };
        let (mut sound, mut squeezed, mut unheard) = ([0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK]);
        self.main.add(&now.main, (below, self.speed, gustiness), &mut sound, &mut squeezed, step);
        self.tail.add(&now.tail, (aside, self.speed, gustiness), &mut sound, &mut unheard, step);
        // Noise of all blades, each louder while it comes.
        let tip = self.speed * now.main.tip_speed;
        let share = tip / REFERENCE_SPEED;
        let rush = now.vortices.level / distance * share * share * share;
        let mut noise = [0.0; BLOCK];
        let middle = 0.28 * EFFECTIVE_RADIUS * tip / now.vortices.thickness;
        self.rush.add(&mut noise, rush, (middle, now.vortices.width), step);
        let count = f64::from(now.main.count.max(1));
        for ((sample, noise), squeezed) in sound.iter_mut().zip(noise).zip(squeezed) {
            *sample += noise * (squeezed / count).sqrt();
        }
        let exhaust = (0.2 * EXHAUST_SPEED / now.turbine.nozzle, 1.5);
        self.exhaust.add(&mut sound, now.turbine.exhaust / distance, exhaust, step);
        let dull = self.air.cut(distance);
        let pitch = self.speed * now.turbine.pitch;
        let kept = 1.0 / (1.0 + pitch * pitch / (dull * dull));
        let tone = (pitch, now.turbine.whine * kept / distance, WHINE_WIDTH * pitch);
        self.whine.add(&mut sound, tone, 0.3, step);
        // Turbulent air on the way makes the sound swell and fade.
        let gust = self.turbulence.advance(0.8, seconds);
        let fading = (1.0 + 0.35 * gustiness * gust).clamp(0.2, 2.0);
        let gain = self.level * fading;
        let slope = (gain - self.gain) / BLOCK as f64;
        let (low, high) = (cut((POLE * dull).min(0.33 * step.rate()), step), cut(MIN_FREQUENCY, step));
        for sample in &mut sound {
            self.gain += slope;
            let mut value = self.low.pass(*sample, low, 2.0)[0];
            for filter in &mut self.high {
                value = filter.high(value, high);
            }
            *sample = self.gain * value;
        }
        self.gain = gain;
        block.add(&sound);
    }

    fn done(&self) -> bool {
        self.to == 0.0 && self.level == 0.0
    }

    fn silent(&self) -> bool {
        self.level == 0.0 && self.gain == 0.0
    }
}
