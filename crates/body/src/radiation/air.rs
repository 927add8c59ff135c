//! Air, and its effect on a mode: radiation takes energy, and air that moves along makes the mode heavier.
//!
//! A mode that radiates badly carries air along, ρ/k_s per wetted area, where k_s is the structural
//! wavenumber, k_s² = −∇²φ/φ. A mode that radiates fully carries none. Between both, the added mass is
//! reduced by the factor 1 − σ, which is exact for a breathing sphere.
//!
//! Source: \[FahyGardonio2007, chapters 3 and 4\]; \[JungerFeit1986\].

use core::f64::consts::{PI, TAU};

/// Density ρ of air at 20 °C \[kg/m³\].
pub const AIR_DENSITY: f64 = 1.204;

/// Kinematic viscosity of air at 20 °C \[m²/s\].
pub const AIR_VISCOSITY: f64 = 1.516e-5;

/// Speed c of sound in air at 20 °C \[m/s\].
pub const SOUND_SPEED: f64 = 343.0;

/// Returns the wavenumber k = ω/c in air at `frequency` \[Hz\], in \[1/m\].
pub fn wavenumber(frequency: f64) -> f64 {
    TAU * frequency / SOUND_SPEED
}

/// Returns the amplitude decay rate δ = ρcSσ/(2M) \[1/s\] by radiation from the area S \[m²\] with the
/// efficiency σ \[1\], for a body of mass M \[kg\]. All motion is normal to the surface; otherwise pass σν.
pub fn decay_rate(area: f64, efficiency: f64, mass: f64) -> f64 {
    AIR_DENSITY * SOUND_SPEED * area * efficiency / (2.0 * mass)
}

/// Returns the mass of air \[kg\] that moves with a mode that radiates badly: ρ/k_s on the wetted area S
/// \[m²\], for a structural wavenumber k_s \[1/m\].
pub fn added_mass(area: f64, structural_wavenumber: f64) -> f64 {
    AIR_DENSITY * area / structural_wavenumber
}

/// Returns the frequency in air of a mode with `frequency` in a vacuum, in the same unit. `mass` is that of
/// the body and `added` that of the air that moves along \[kg\].
pub fn loaded_frequency(frequency: f64, added: f64, mass: f64) -> f64 {
    frequency / (1.0 + added / mass).sqrt()
}

/// Returns the far pressure per velocity \[Pa s/m\] at the distance r \[m\], (ρc/r) √(Sσ/4π), as the mean over
/// all directions. S is in \[m²\].
pub fn pressure_gain(area: f64, efficiency: f64, distance: f64) -> f64 {
    AIR_DENSITY * SOUND_SPEED / distance * (area * efficiency / (4.0 * PI)).sqrt()
}

/// One mode of a body as a source of sound in air.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Radiator {
    /// Radiation efficiency σ at the frequency of the mode \[1\].
    pub efficiency: f64,
    /// All the area S that moves air \[m²\].
    pub area: f64,
    /// Share ν of the mean square velocity that is normal to the surface \[1\].
    pub normal_share: f64,
    /// Mass of the air that moves with the mode \[kg\].
    pub added_mass: f64,
    /// Wavenumber k_s of the mode on the surface of the body \[1/m\].
    pub structural_wavenumber: f64,
    /// Whether [`crate::shape::Geometry::decay`] already contains the loss by radiation.
    pub in_decay: bool,
}

impl Radiator {
    /// Makes the radiator of a mode with the structural wavenumber k_s \[1/m\].
    pub(crate) fn of_surface(
        efficiency: f64,
        area: f64,
        normal_share: f64,
        structural_wavenumber: f64,
    ) -> Self {
        let carried = normal_share * (1.0 - efficiency).max(0.0);
        let added_mass = carried * added_mass(area, structural_wavenumber);
        Self { efficiency, area, normal_share, added_mass, structural_wavenumber, in_decay: false }
    }
}

/// Effect of the air on one mode, and the pressure that the mode causes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModeRadiation {
    /// The mode as a source of sound.
    pub radiator: Radiator,
    /// Decay rate δ of the amplitude by radiation \[1/s\].
    pub decay_rate: f64,
    /// Frequency of the mode in air \[Hz\].
    pub loaded_frequency: f64,
    /// Far pressure at 1 m per modal velocity q̇ \[Pa s/m\], as the mean over all directions. The velocity of
    /// the body at a position is q̇ times the height of the mode there.
    pub pressure_gain: f64,
}

impl ModeRadiation {
    /// Returns the effect of the air on a mode with `frequency` \[Hz\] in a vacuum. `mass` is that of the body
    /// and `modal_mass` that of the mode \[kg\]: the two differ where heights are normal displacements only.
    pub fn new(radiator: Radiator, frequency: f64, mass: f64, modal_mass: f64) -> Self {
        let Radiator { efficiency, area, normal_share, added_mass, .. } = radiator;
        let normal = efficiency * normal_share;
        Self {
            radiator,
            decay_rate: decay_rate(area, normal, mass),
            loaded_frequency: loaded_frequency(frequency, added_mass, mass),
            pressure_gain: pressure_gain(area, normal * modal_mass / mass, 1.0),
        }
    }
}
