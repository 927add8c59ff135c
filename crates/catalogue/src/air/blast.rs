//! The law of blasts: how strong, how long and when the wave of a charge is at a distance.
//!
//! Charges are alike when lengths and times are counted in cube roots of their mass (Hopkinson and Cranz):
//! one law of Z = R/W^⅓ for all of them. With P₀ the pressure of the air:
//!
//! $$ \frac{P_s}{P_0} = \frac{808\,[1 + (Z/4.5)^2]}{\sqrt{1 + (Z/0.048)^2}\sqrt{1 + (Z/0.32)^2}\sqrt{1 + (Z/1.35)^2}} $$
//!
//! $$ \frac{t^*}{W^{1/3}} = \frac{980\,[1 + (Z/0.54)^{10}]}{[1 + (Z/0.02)^3]\,[1 + (Z/0.74)^6]\sqrt{1 + (Z/6.9)^2}}\ \mathrm{ms} $$
//!
//! $$ p(t) = P_s\,e^{-t/t^*}\left(1 - \frac{t}{t^*}\right), \qquad t_a = \int_{r_0}^{R}\frac{dr}{c\,M(r)}, \quad M = \sqrt{1 + \frac{6 P_s}{7 P_0}}, \qquad q = \frac{5}{2}\frac{P_s^2}{7 P_0 + P_s} $$
//!
//! | symbol | unit    | meaning                                                                                        |
//! |--------|---------|------------------------------------------------------------------------------------------------|
//! | W      | kg      | charge, as that of TNT                                                                         |
//! | R, Z   | m, m/kg^⅓ | distance, and the same in cube roots of the charge                                           |
//! | P_s    | Pa      | pressure of the shock over that of the air; far away it falls as 1/R                           |
//! | t*     | s       | how long it is pressed before it is drawn: p(t*) = 0. Its impulse is P_s t*/e, and that of the draught as large |
//! | M      | 1       | Mach number of the shock, which is faster than sound while it is strong                        |
//! | q      | Pa      | dynamic pressure of the wind behind it                                                         |
//! | r₀     | m       | radius of the charge                                                                           |
//!
//! Source: \[KinneyGraham1985\]; \[Friedlander1946\], the course of the pressure.

use foley_dsp::signal::SPEED_OF_SOUND;

/// P₀ \[Pa\]
pub const ATMOSPHERE: f64 = 101_325.0;

/// A charge and a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// W \[kg\]
    pub charge: f64,
    /// R \[m\]
    pub distance: f64,
}

impl Blast {
    /// Z [m/kg^⅓]
    pub fn scaled_distance(&self) -> f64 {
        self.distance / libm::cbrt(self.charge)
    }

    /// P_s \[Pa\]
    pub fn overpressure(&self) -> f64 {
        overpressure(self.scaled_distance())
    }

    /// t* \[s\]
    pub fn duration(&self) -> f64 {
        let z = self.scaled_distance();
        let power = |of: f64, n: i32| {
            let part = z / of;
            let square = part * part;
            match n {
                3 => square * part,
                6 => square * square * square,
                _ => square * square * square * square * square,
            }
        };
        let over = (1.0 + power(0.02, 3)) * (1.0 + power(0.74, 6));
        let scaled_duration = 0.98 * (1.0 + power(0.54, 10)) / (over * (1.0 + z * z / 47.61).sqrt());
        scaled_duration * libm::cbrt(self.charge)
    }

    /// t_a \[s\], by Simpson's rule at equal ratios of the distance.
    pub fn arrival(&self) -> f64 {
        const PARTS: i32 = 48;
        let root = libm::cbrt(self.charge);
        // Of TNT, 1600 kg/m³.
        let from = 0.053 * root;
        if self.distance <= from {
            return 0.0;
        }
        let ratio = libm::log(self.distance / from) / f64::from(PARTS);
        let by = libm::exp(ratio);
        let (mut r, mut sum) = (from, 0.0);
        for n in 0..=PARTS {
            let weight = match n {
                0 | PARTS => 1.0,
                n if n % 2 == 1 => 4.0,
                _ => 2.0,
            };
            sum += weight * r / mach(overpressure(r / root));
            r *= by;
        }
        sum * ratio / (3.0 * SPEED_OF_SOUND)
    }

    /// Speed of the air behind the shock [m/s], and q \[Pa\].
    pub fn wind(&self) -> (f64, f64) {
        let pressure = self.overpressure();
        let speed = 5.0 * pressure / (7.0 * ATMOSPHERE) * SPEED_OF_SOUND / mach(pressure);
        let dynamic_pressure = 2.5 * pressure * pressure / (7.0 * ATMOSPHERE + pressure);
        (speed, dynamic_pressure)
    }
}

fn overpressure(z: f64) -> f64 {
    let part = |of: f64| 1.0 + (z / of) * (z / of);
    let over = (part(0.048) * part(0.32) * part(1.35)).sqrt();
    ATMOSPHERE * 808.0 * part(4.5) / over
}

fn mach(pressure: f64) -> f64 {
    (1.0 + 6.0 * pressure / (7.0 * ATMOSPHERE)).sqrt()
}

/// Above this frequency air takes more than half of the power on a way \[m\] \[Hz\]: 5 dB a kilometre at 1
/// kHz, with the power 1.4 of the frequency (temperate and humid).
pub fn absorption_cut(way: f64) -> f64 {
    1000.0 * libm::pow(600.0 / way.max(0.1), 1.0 / 1.4)
}
