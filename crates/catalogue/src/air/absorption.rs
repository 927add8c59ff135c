//! Absorption of sound by the air: friction, and the slow vibration of oxygen and nitrogen molecules.
//!
//! ```math
//! \frac{\alpha}{f^2} = 8.686\Bigl[1.84\cdot10^{-11}\sqrt{\tfrac{T}{T_0}} + \Bigl(\tfrac{T}{T_0}\Bigr)^{-5/2}\Bigl(
//! \frac{0.01275\,e^{-2239.1/T}}{f_O + f^2/f_O} + \frac{0.1068\,e^{-3352/T}}{f_N + f^2/f_N}\Bigr)\Bigr]
//! ```
//!
//! | symbol   | here            | unit | meaning                                                                  |
//! |----------|-----------------|------|--------------------------------------------------------------------------|
//! | α        | [`attenuation`] | dB/m | absorption of a plane wave                                               |
//! | f_O, f_N |                 | Hz   | relaxation frequencies of oxygen and nitrogen                            |
//! | T, T₀    |                 | K    | temperature, 283.15 K here; 293.15 K                                     |
//!
//! The relative humidity is 70 % and the pressure that of the sea level. Over a path the absorption grows
//! about as f², so that the air acts as a low-pass whose gain is a Gaussian; two real poles stand for it.
//!
//! Source: \[ISO9613-1\]. Facts: `tests/all/explosion_facts.rs`.

/// Temperature of the air \[K\].
const TEMPERATURE: f64 = 283.15;
/// Relative humidity \[%\].
const HUMIDITY: f64 = 70.0;

/// Returns the absorption of sound of a frequency \[Hz\] by the air [dB/m].
pub fn attenuation(frequency: f64) -> f64 {
    Air::new().attenuation(frequency)
}

/// Returns the frequency at which the air absorbs half of the power over a path \[m\], in hertz.
pub fn absorption_cut(path: f64) -> f64 {
    Air::new().cut(path)
}

/// Number of paths in the table of [`Absorption`].
const PATHS: usize = 96;
/// Shortest and longest path in the table \[m\].
const MIN_PATH: f64 = 0.1;
const MAX_PATH: f64 = 300_000.0;

/// Constants of the air that do not depend on the frequency.
struct Air {
    oxygen: f64,
    nitrogen: f64,
    friction: f64,
    by_oxygen: f64,
    by_nitrogen: f64,
}

impl Air {
    fn new() -> Self {
        let warm = TEMPERATURE / 293.15;
        let saturation = libm::exp10(-6.8346 * libm::pow(273.16 / TEMPERATURE, 1.261) + 4.6151);
        // Water vapour \[% of the molecules\].
        let h = HUMIDITY * saturation;
        let slow = libm::pow(warm, -2.5);
        Self {
            oxygen: 24.0 + 4.04e4 * h * (0.02 + h) / (0.391 + h),
            nitrogen: (9.0 + 280.0 * h * libm::exp(-4.17 * (1.0 / libm::cbrt(warm) - 1.0))) / warm.sqrt(),
            friction: 1.84e-11 * warm.sqrt(),
            by_oxygen: slow * 0.01275 * libm::exp(-2239.1 / TEMPERATURE),
            by_nitrogen: slow * 0.1068 * libm::exp(-3352.0 / TEMPERATURE),
        }
    }

    fn attenuation(&self, frequency: f64) -> f64 {
        let square = frequency * frequency;
        let molecules = self.by_oxygen / (self.oxygen + square / self.oxygen)
            + self.by_nitrogen / (self.nitrogen + square / self.nitrogen);
        8.686 * square * (self.friction + molecules)
    }

    fn cut(&self, path: f64) -> f64 {
        let (mut low, mut high) = (1.0_f64, 1e6_f64);
        for _ in 0..48 {
            let middle = (low * high).sqrt();
            if path * self.attenuation(middle) < 3.01 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Table of [`absorption_cut`] over the path, for use while sounding.
#[derive(Clone, Debug)]
pub(super) struct Absorption {
    cuts: [f64; PATHS],
}

impl Absorption {
    pub(super) fn new() -> Self {
        let air = Air::new();
        let ratio = libm::log(MAX_PATH / MIN_PATH) / (PATHS - 1) as f64;
        Self { cuts: core::array::from_fn(|n| air.cut(MIN_PATH * libm::exp(ratio * n as f64))) }
    }

    /// Returns the frequency at which the air absorbs half of the power over a path \[m\], in hertz.
    /// Real-time: yes.
    pub(super) fn cut(&self, path: f64) -> f64 {
        let path = path.clamp(MIN_PATH, MAX_PATH);
        let place = (PATHS - 1) as f64 * libm::log(path / MIN_PATH) / libm::log(MAX_PATH / MIN_PATH);
        let n = (place as usize).min(PATHS - 2);
        let (Some(&left), Some(&right)) = (self.cuts.get(n), self.cuts.get(n + 1)) else {
            return 1000.0;
        };
        left + (right - left) * (place - n as f64)
    }
}

/// Ratio of the double pole of the low-pass to the frequency at which half of the power passes: 1/√(√2 − 1).
pub(super) const POLE: f64 = 1.554;
