//! One air bubble in a liquid: its pitch, its decay and its pressure above the surface.
//!
//! The air of the bubble acts as a spring, the liquid around it as a mass. Radiation, heat and viscosity take
//! energy from the oscillation. Near the surface less liquid has to move. The weight of the liquid above
//! compresses the air, which makes the spring stiffer.
//!
//! ```math
//! f_0 = \frac{1}{2\pi r}\sqrt{\frac{3\gamma (p_0 + \rho g h)}{\rho}}, \qquad
//! f = \frac{f_0}{\sqrt{1 - \frac{r}{2h} - \left(\frac{r}{2h}\right)^4}}, \qquad
//! d = \frac{0.13}{r} + \frac{0.0072}{r^{3/2}} + \frac{2(\nu - \nu_w)}{r^2}
//! ```
//!
//! The volume displaced by the bubble moves the surface, because the liquid is hardly compressed. In the
//! air this is a piston of the same volume flow in a plane. It is about as wide as the bubble is deep, and
//! radiates less to the side where the wavelength in air, $`2\pi/k`$, is short:
//!
//! ```math
//! p = \frac{\rho_a \dot Q}{2\pi R}\, e^{-k h \sin\theta}, \qquad \dot Q = 4\pi r^3 \varepsilon\,(2\pi f)^2
//! ```
//!
//! | symbol | here                        | unit  | meaning                                                             |
//! |--------|-----------------------------|-------|---------------------------------------------------------------------|
//! | r, h   | `radius`, `depth`           | m     | radius of the bubble, depth of its centre (at least r)              |
//! | γ, p₀  | [`GAMMA`], [`ATMOSPHERIC_PRESSURE`] | 1, Pa | adiabatic exponent of air, atmospheric pressure             |
//! | g      | [`GRAVITY`]                 | m/s²  | acceleration of gravity                                             |
//! | ρ, ν   | [`Liquid`]                  | kg/m³, m²/s | density and kinematic viscosity of the liquid; ν_w that of water |
//! | d      | [`decay`]                   | 1/s   | decay of the amplitude; the first two terms are measured in water   |
//! | ε      | `swing`                     | 1     | largest relative change of the radius                               |
//! | ρₐ, R, θ | [`AIR_DENSITY`]           |       | density of air; listener at 1 m and 45°                             |
//!
//! In water f₀ r is 3.26 m/s at the surface. At a depth of 1 m it is √(1 + ρgh/p₀) of that: 4.8 % more under
//! the p₀ of 100 kPa used here, 4.7 % more under the 101.3 kPa of the standard atmosphere. A bubble of 1 mm
//! that swings by 1 % gives 10 mPa at 1 m, 54 dB.
//!
//! Source: \[Minnaert1933\]; \[Strasberg1953\], the surface; \[vandenDoel2005\], the decay; \[Godin2006\],
//! the depth law: waves that are evanescent towards the surface in water propagate in air.

use super::bank::DampedTone;
use foley_params::params;
use std::f64::consts::TAU;

/// Adiabatic exponent γ of air \[1\].
pub const GAMMA: f64 = 1.4;
/// Atmospheric pressure p₀ \[Pa\].
pub const ATMOSPHERIC_PRESSURE: f64 = 1e5;
/// Acceleration of gravity g \[m/s²\].
pub const GRAVITY: f64 = 9.81;
/// Density of air ρₐ \[kg/m³\].
pub const AIR_DENSITY: f64 = 1.2;
/// Speed of sound in air [m/s].
pub const AIR_SOUND_SPEED: f64 = 343.0;
/// Kinematic viscosity of water \[m²/s\].
const WATER_VISCOSITY: f64 = 1e-6;
/// Sine of the angle between the vertical above the bubble and the direction to the listener, 45°.
const SIN_LISTENING_ANGLE: f64 = core::f64::consts::FRAC_1_SQRT_2;

params! {
    /// Liquid around the bubbles.
    /// Default: water.
    pub struct Liquid("liquid") {
        /// Density of the liquid: the heavier, the lower the pitch.
        density: f64 = 1000.0, "ρ", KilogramPerCubicMetre, log [600.0, 2000.0], glide 0.02;
        /// Kinematic viscosity: 1e-6 m^2/s for water, a hundred times that for oil, ten thousand times for
        /// honey.
        viscosity: f64 = WATER_VISCOSITY, "ν", Other("m^2/s"), log [3e-7, 1e-2], glide 0.02,
            handle("thickness", "spirit", "honey");
    }
}

/// Returns the product f₀ r of pitch and radius of a bubble just below the surface [m/s]. Real-time: yes.
pub fn frequency_by_radius(liquid: &Liquid) -> f64 {
    (3.0 * GAMMA * ATMOSPHERIC_PRESSURE / liquid.density).sqrt() / TAU
}

/// Returns the factor on the pitch of a bubble by the weight of the liquid above it, at `depth` \[m\]
/// \[1\]. Real-time: yes.
pub fn pitch_at_depth(liquid: &Liquid, depth: f64) -> f64 {
    (1.0 + liquid.density * GRAVITY * depth.max(0.0) / ATMOSPHERIC_PRESSURE).sqrt()
}

/// Returns the pitch f of a bubble of `radius` \[m\] at `depth` \[m\], in hertz. Real-time: yes.
pub fn frequency(liquid: &Liquid, radius: f64, depth: f64) -> f64 {
    let depth = depth.max(radius);
    let near = radius / (2.0 * depth);
    let less = 1.0 - near - (near * near) * (near * near);
    frequency_by_radius(liquid) * pitch_at_depth(liquid, depth) / (radius * less.sqrt())
}

/// Returns the decay rate d of a bubble of `radius` \[m\], per second. Real-time: yes.
pub fn decay(liquid: &Liquid, radius: f64) -> f64 {
    let excess = (liquid.viscosity - WATER_VISCOSITY).max(0.0);
    0.13 / radius + 0.0072 / (radius * radius.sqrt()) + 2.0 * excess / (radius * radius)
}

/// Returns the tone at 1 m of a bubble of `radius` \[m\] at `depth` \[m\]. `swing` is the relative change of
/// the bubble's radius, `rise` the relative rise of the pitch in one decay time. Real-time: yes.
pub fn tone(liquid: &Liquid, radius: f64, depth: f64, swing: f64, rise: f64) -> DampedTone {
    let depth = depth.max(radius);
    let frequency = frequency(liquid, radius, depth);
    let decay = decay(liquid, radius);
    let w = TAU * frequency;
    let flow = 2.0 * AIR_DENSITY * (w * radius) * (w * radius) * radius * swing;
    DampedTone {
        frequency,
        decay,
        rise: rise * decay,
        amplitude: flow * libm::exp(-w / AIR_SOUND_SPEED * depth * SIN_LISTENING_ANGLE),
        swell: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_water_pitch_times_radius_is_3_26_metres_per_second() {
        let fr = frequency_by_radius(&Liquid::default());
        assert!((fr - 3.26).abs() < 0.005, "{fr} m/s");
    }

    #[test]
    fn the_weight_of_a_metre_of_water_raises_the_pitch_by_4_8_percent() {
        let fr = frequency_by_radius(&Liquid::default());
        // The expected factor is √(1 + 1000 kg/m³ · 9.81 m/s² · 1 m / 10⁵ Pa). The surface adds 2.5e-4.
        let deep = 1e-3 * frequency(&Liquid::default(), 1e-3, 1.0);
        assert!((deep / fr / 1.0981_f64.sqrt() - 1.0).abs() < 3e-4, "{deep} m/s at 1 m");
        let oil = Liquid { density: 800.0, ..Liquid::default() };
        let ratio = frequency(&oil, 1e-3, 1.0) / (frequency_by_radius(&oil) / 1e-3);
        assert!((ratio / 1.07848_f64.sqrt() - 1.0).abs() < 3e-4, "{ratio} in oil");
    }

    #[test]
    fn a_bubble_that_touches_the_surface_sounds_half_as_high_again() {
        let liquid = Liquid::default();
        let ratio = frequency(&liquid, 1e-3, 0.0) / (frequency_by_radius(&liquid) / 1e-3);
        // The expected ratio is 1/√(1 − 1/2 − 1/16); 1 mm of water adds 5e-5.
        assert!((ratio - 1.0 / 0.4375_f64.sqrt() * 1.000_049).abs() < 1e-6, "{ratio}");
    }

    #[test]
    fn a_bubble_of_one_millimetre_with_one_percent_swing_gives_ten_millipascal() {
        let bubble = tone(&Liquid::default(), 1e-3, 1e-2, 0.01, 0.1);
        // Expected pressure: 2 ρₐ/ρ · 3γp₀ · ε r, times e^(−k h sin θ) = 0.65, plus 5 % for the surface.
        let expected = 2.0 * 1.2e-3 * 4.2e5 * 1e-5 * 0.65 * 1.053;
        let ratio = bubble.amplitude / expected;
        assert!((ratio - 1.0).abs() < 0.02, "{} Pa", bubble.amplitude);
    }
}
