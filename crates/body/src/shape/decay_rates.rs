//! Decay rates of a mode by the place to which its energy goes: material, mounting and air.
//!
//! ```math
//! \delta = \frac{\delta_\text{material} + \delta_\text{mounting}}{g} + \delta_\text{air}, \qquad
//! T_{60} = \frac{3\ln 10}{\delta}
//! ```
//!
//! | symbol | unit | meaning                                                              |
//! |--------|------|----------------------------------------------------------------------|
//! | δ      | 1/s  | decay rate of the amplitude                                          |
//! | g      | 1    | factor on the decay times by material and mounting, [`InAir::ring`]  |
//! | T₆₀    | s    | time in which the amplitude falls by 60 dB                           |
//!
//! The loss to the air is that of radiation and, on strings, of viscosity.

use super::{InAir, NaturalMode, Shape};
use crate::mounting::MountedMode;
use crate::radiation::ModeRadiation;
use crate::{Material, Mounting};

/// Decay rates of the amplitude of a mode, by cause, before [`InAir::ring`] is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecayRates {
    /// Rate of the shape without mounting \[1/s\]; it contains the radiation if `in_own` is set.
    own: f64,
    mounting: f64,
    radiation: f64,
    viscosity: f64,
    /// Whether `own` contains `radiation`.
    in_own: bool,
}

impl DecayRates {
    /// Returns the decay rate by the material, or by the walls of an air column \[1/s\].
    pub fn material(&self) -> f64 {
        if self.in_own { (self.own - self.radiation).max(0.0) } else { self.own }
    }

    /// Returns the decay rate by the mounting \[1/s\].
    pub const fn mounting(&self) -> f64 {
        self.mounting
    }

    /// Returns the decay rate by radiation into the air \[1/s\].
    pub const fn radiation(&self) -> f64 {
        self.radiation
    }

    /// Returns the decay rate by the air, radiation and viscosity together \[1/s\].
    pub fn air(&self) -> f64 {
        self.radiation + self.viscosity
    }

    /// Returns the decay rate by all causes together \[1/s\], with the factor `ring` \[1\] on the decay times
    /// by material and mounting.
    pub fn total(&self, ring: f64) -> f64 {
        let radiation = if self.in_own { 0.0 } else { self.radiation };
        (self.own + self.mounting) / ring + radiation + self.viscosity
    }
}

impl Shape {
    /// Returns the decay rates of a mode of the shape on a mounting, as [`Self::modal_spec_in_air`] uses them.
    /// The mode comes from [`Self::natural_modes`] of this shape with the same material.
    ///
    /// ```
    /// use foley_body::{Material, Mounting, Shape};
    ///
    /// let bar = Shape::by_name("bar")?;
    /// let steel = Material::by_name("steel")?;
    /// let mode = &bar.natural_modes(&steel, 1)?[0];
    /// let [hung, lying] = [Mounting::Hung, Mounting::Lying].map(|on| bar.decay_rates(&steel, mode, on));
    /// assert_eq!(hung.mounting(), 0.0);
    /// assert!(lying.total(1.0) > hung.total(1.0));
    /// # Ok::<(), foley_body::ShapeError>(())
    /// ```
    pub fn decay_rates(&self, material: &Material, natural: &NaturalMode, mounting: Mounting) -> DecayRates {
        let heard = InAir { mounting, ..InAir::default() };
        self.decay_rates_of(material, natural, &heard, &self.radiation(material, natural))
    }

    /// Returns the decay rates of a mode with a changed pitch or mass, where `radiation` is that of the mode at
    /// the changed pitch.
    pub(super) fn decay_rates_of(
        &self,
        material: &Material,
        natural: &NaturalMode,
        heard: &InAir,
        radiation: &ModeRadiation,
    ) -> DecayRates {
        let InAir { mounting, pitch, mass, .. } = *heard;
        let geometry = self.geometry();
        let frequency = pitch * natural.frequency;
        DecayRates {
            own: 1.0 / geometry.decay(material, frequency),
            mounting: mounting.decay_rate(&MountedMode {
                frequency,
                mass: mass * natural.mass,
                structural_wavenumber: radiation.radiator.structural_wavenumber,
                edge_encounters: geometry.edge_encounters(),
                height: natural.height(self.position_kind().origin()),
            }),
            radiation: radiation.decay_rate / mass,
            viscosity: geometry.viscous_decay_rate(material, frequency) / mass,
            in_own: radiation.radiator.in_decay,
        }
    }
}
