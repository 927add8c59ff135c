//! Wind noise at the ear: the pressure of the turbulent air that strikes the head or a microphone.
//!
//! No wave has to travel. The eddies themselves change the stagnation pressure in front of the ear. Their
//! pressure follows the speed u of the turbulence; eddies smaller than the head average out over it:
//!
//! ```math
//! p = \rho\,U\,u, \qquad S_p(f) = (\rho\,U)^2\,\frac{4 I^2 U^2\,T}{\bigl(1 + 70.8\,(fT)^2\bigr)^{5/6}}\;
//! \frac{1}{1 + (f/f_D)^2}, \qquad f_D = \frac{U}{3D}
//! ```
//!
//! | symbol | here                  | unit  | meaning                                                              |
//! |--------|-----------------------|-------|----------------------------------------------------------------------|
//! | U      | [`Ear::exposure`]     | m/s   | speed at the ear, a share of that of the wind                        |
//! | I      | [`Ear::turbulence`]   | 1     | intensity of the turbulence at the ear                               |
//! | T      | [`super::Wind`], `gust` | s   | integral time scale                                                  |
//! | D      | [`Ear::size`]         | m     | size of the head, the microphone or its screen                       |
//! | S_p    |                       | Pa²/Hz | spectral density: falls as f^−5/3 below f_D and as f^−11/3 above     |
//!
//! The pressure grows with the square of the speed, and faster above f_D. What is below 20 Hz is not heard
//! and is left out.
//!
//! Source: \[MorganRaspet1992\], stagnation pressure; \[vandenBerg2006\], both slopes, U/3D, and 40 lg U.
//! Facts: `tests/all/wind_facts.rs`.

use foley_contact::Step;
use foley_dsp::signal::{DENSITY_OF_AIR, OnePole, WhiteNoise, cut};
use foley_params::params;
use foley_sound::BLOCK;

params! {
    /// Ear in the wind.
    /// Default: a head turned half away from the wind.
    pub struct Ear("ear") {
        /// Share of the wind speed at the ear: 0 is sheltered and hears only what the wind does elsewhere.
        exposure: f64 = 0.2, "U/U₀", One, lin [0.0, 1.0], glide 0.05,
            handle("exposure", "behind a wall", "in the wind");
        /// Intensity of the turbulence at the ear, relative to the speed there. Heard where `exposure` is
        /// above 0.
        turbulence: f64 = 0.25, "I", One, lin [0.02, 1.0], glide 0.05;
        /// Size of the head, or of a microphone or its screen. Heard where `exposure` is above 0.
        size: f64 = 0.15, "D", Metre, log [0.005, 0.5], glide 0.05, handle("screen", "bare microphone", "head");
    }
}

/// Lowest frequency of the noise \[Hz\].
const MIN_FREQUENCY: f64 = 20.0;
/// Frequency at which the power law is exact \[Hz\].
const REFERENCE: f64 = 100.0;
/// Number of shelves of the filter of the power law.
const SHELVES: usize = 8;
/// Ratio of the poles of two successive shelves \[1\].
const RATIO: f64 = 2.8;
/// Lowest pole \[Hz\].
const MIN_POLE: f64 = 8.0;

/// Maximum pressure \[Pa\]. The density at 100 Hz of a speed of 100 m/s, an intensity of 1 and the shortest
/// gusts of 0.05 s is 245 Pa/√Hz. Uniform noise of 1/√Hz stays below √3 √(192 kHz / 2) = 537. The filter has
/// a positive impulse response, whose sum is its gain at 0 Hz: at most 12 times that at 100 Hz. Each of the
/// two high-passes doubles it.
pub(super) const MAX_PRESSURE: f64 = 245.0 * 537.0 * 12.0 * 4.0;

/// Returns the spectral density of the pressure at the ear at a frequency \[Hz\] [Pa²/Hz], for a wind speed
/// at the ear [m/s] and an integral time scale \[s\].
pub fn density(ear: &Ear, speed: f64, gust: f64, frequency: f64) -> f64 {
    inertial(ear, speed, gust, frequency) / (1.0 + squared(frequency / corner(ear, speed)))
}

/// Returns the frequency above which eddies average out over the head \[Hz\].
pub fn corner(ear: &Ear, speed: f64) -> f64 {
    speed.max(1e-6) / (3.0 * ear.size)
}

fn squared(x: f64) -> f64 {
    x * x
}

/// Density without the averaging over the head [Pa²/Hz].
fn inertial(ear: &Ear, speed: f64, gust: f64, frequency: f64) -> f64 {
    let eddies = 4.0 * gust / libm::pow(1.0 + 70.8 * squared(frequency * gust), 5.0 / 6.0);
    squared(DENSITY_OF_AIR * speed * ear.turbulence * speed) * eddies
}

/// Generator of the wind noise at the ear.
#[derive(Clone, Debug)]
pub(super) struct EarWind {
    white: WhiteNoise,
    /// Pole, zero and state of each shelf.
    shelves: [[f64; 3]; SHELVES],
    /// Gain that makes the density at [`REFERENCE`] 1/Hz.
    gain: f64,
    head: OnePole,
    high: [OnePole; 2],
    level: f64,
}

impl EarWind {
    pub(super) fn new(seed: u64, step: Step) -> Self {
        let mut shelves = [[0.0; 3]; SHELVES];
        let mut gain = WhiteNoise::per_hertz(step);
        for (n, shelf) in shelves.iter_mut().enumerate() {
            // A zero at 5/6 of the way to the next pole, on a scale of octaves, makes −5/3 of 3 dB per
            // octave.
            let pole = MIN_POLE * libm::pow(RATIO, n as f64);
            let zero = pole * libm::pow(RATIO, 5.0 / 6.0);
            let at = |frequency: f64| {
                let w = cut(frequency, step);
                (1.0 - w) / (1.0 + w)
            };
            let (p, z) = (at(pole), at(zero));
            *shelf = [p, z, 0.0];
            let w = core::f64::consts::TAU * (REFERENCE * step.seconds()).min(0.499);
            let size = |c: f64| (1.0 - 2.0 * c * libm::cos(w) + c * c).sqrt();
            gain *= size(p) / size(z);
        }
        Self {
            white: WhiteNoise::new(seed),
            shelves,
            gain,
            head: OnePole::default(),
            high: [OnePole::default(); 2],
            level: 0.0,
        }
    }

    /// Whether the last block ended in silence.
    pub(super) fn silent(&self) -> bool {
        self.level == 0.0
    }

    /// Adds a block of the noise to `out`. `speed` is the wind speed at the ear [m/s] and `gust` the integral
    /// time scale of the wind \[s\]. Real-time: yes.
    pub(super) fn add(&mut self, out: &mut [f64; BLOCK], ear: &Ear, speed: f64, gust: f64, step: Step) {
        let level = inertial(ear, speed, gust, REFERENCE).sqrt();
        if self.level == 0.0 && level == 0.0 {
            return;
        }
        let (low, high) = (cut(corner(ear, speed), step), cut(MIN_FREQUENCY, step));
        let slope = (level - self.level) / BLOCK as f64;
        let mut now = self.level;
        for sample in out.iter_mut() {
            let mut value = self.gain * self.white.draw();
            for [pole, zero, stored] in &mut self.shelves {
                let next = value + *pole * *stored;
                value = next - *zero * *stored;
                *stored = next;
            }
            now += slope;
            value = self.head.low(value, low);
            for filter in &mut self.high {
                value = filter.high(value, high);
            }
            *sample += now * value;
        }
        self.level = level;
    }
}
