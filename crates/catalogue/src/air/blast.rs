//! Blast law: peak, duration and arrival of the wave of a charge at a distance.
//!
//! Blasts of different charges are similar when lengths and times are scaled by the cube root of the mass
//! (Hopkinson–Cranz). One law of Z = R/W^⅓ covers all of them. With P₀ the atmospheric pressure:
//!
//! ```math
//! \frac{P_s}{P_0} = \frac{808\,[1 + (Z/4.5)^2]}{\sqrt{1 + (Z/0.048)^2}\sqrt{1 + (Z/0.32)^2}\sqrt{1 + (Z/1.35)^2}}
//! ```
//!
//! ```math
//! \frac{t^*}{W^{1/3}} = \frac{980\,[1 + (Z/0.54)^{10}]}{[1 + (Z/0.02)^3]\,[1 + (Z/0.74)^6]\sqrt{1 + (Z/6.9)^2}}\ \mathrm{ms}
//! ```
//!
//! ```math
//! p(t) = P_s\,e^{-t/t^*}\left(1 - \frac{t}{t^*}\right), \qquad t_a = \int_{r_0}^{R}\frac{dr}{c\,M(r)}, \quad M = \sqrt{1 + \frac{6 P_s}{7 P_0}}, \qquad q = \frac{5}{2}\frac{P_s^2}{7 P_0 + P_s}
//! ```
//!
//! | symbol | unit    | meaning                                                                                        |
//! |--------|---------|------------------------------------------------------------------------------------------------|
//! | W      | kg      | TNT-equivalent mass of the charge                                                              |
//! | R, Z   | m, m/kg^⅓ | distance, scaled distance                                                                    |
//! | P_s    | Pa      | peak overpressure of the shock; far away it falls as 1/R                                       |
//! | t*     | s       | duration of the positive phase: p(t*) = 0. Its impulse is P_s t*/e, that of the negative phase is equal |
//! | M      | 1       | Mach number of the shock                                                                       |
//! | q      | Pa      | dynamic pressure of the wind behind it                                                         |
//! | r₀     | m       | radius of the charge                                                                           |
//!
//! Source: \[KinneyGraham1985\]; \[Friedlander1946\], pressure over time.

use foley_dsp::signal::SPEED_OF_SOUND;

/// Atmospheric pressure P₀ \[Pa\].
pub const ATMOSPHERE: f64 = 101_325.0;

/// Charge and distance of a blast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// TNT-equivalent mass W of the charge \[kg\].
    pub charge: f64,
    /// Distance R between the charge and the listener \[m\].
    pub distance: f64,
}

impl Blast {
    /// Returns the scaled distance Z [m/kg^⅓].
    pub fn scaled_distance(&self) -> f64 {
        self.distance / libm::cbrt(self.charge)
    }

    /// Returns the peak overpressure P_s of the blast \[Pa\].
    pub fn overpressure(&self) -> f64 {
        overpressure(self.scaled_distance())
    }

    /// Returns the duration t* of the positive phase of the blast \[s\].
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

    /// Returns the arrival time t_a of the blast \[s\], by Simpson's rule over the logarithm of the distance.
    pub fn arrival(&self) -> f64 {
        const PARTS: i32 = 48;
        let root = libm::cbrt(self.charge);
        // The integral starts at the radius of a ball of TNT of 1600 kg/m³.
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

    /// Returns the speed of the air behind the shock [m/s], and the dynamic pressure q of that air \[Pa\].
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
