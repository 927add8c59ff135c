//! What holds the surface that is rubbed, and gives: the arm of a hinge, the clamp of a brake, the wrist
//! behind a cork.
//!
//! One more mode of the body at the place where it is rubbed, slow and unheard. Drawn along slowly it is
//! carried with the surface until its spring k pulls as hard as the surfaces hold, slips back, and is caught
//! again. With friction that falls at once from μ_s to μ_d, a surface of speed V and no loss, one such turn
//! takes
//!
//! $$ T = \frac{2\,\Delta F}{k V} + \frac{2}{\omega}\Bigl(\pi - \arctan\frac{\omega\,\Delta F}{k V}\Bigr), \qquad
//!    \Delta F = (\mu_s - \mu_d) F_N, \quad k = m\omega^2 $$
//!
//! | symbol | here        | unit | meaning                                       |
//! |--------|-------------|------|-----------------------------------------------|
//! | m      | `mass`      | kg   | what is carried along                         |
//! | ω/2π   | `frequency` | Hz   | how fast it swings where nothing holds it     |
//! | ζ      | `loss`      | 1    | part of the damping with which it no longer swings |
//!
//! The first term is a creak that goes with the speed, the second the slip itself. Source: the oscillator on
//! a belt, \[Avanzini2005\].

use crate::Resonator;
use core::f64::consts::{PI, TAU};
use foley_body::{ModalSpec, Mode};
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use foley_sound::SoundError;

/// What holds the surface that is rubbed, and gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mount {
    /// m \[kg\]
    pub mass: f64,
    /// ω/2π \[Hz\]
    pub frequency: f64,
    /// ζ \[1\]
    pub loss: f64,
}

impl Default for Mount {
    /// The leaf of a hinge.
    fn default() -> Self {
        Self { mass: 0.01, frequency: 500.0, loss: 0.1 }
    }
}

const MASS: Param<Mount> = Param {
    id: "mass",
    symbol: "m",
    unit: Unit::Kilogram,
    doc: "What is carried along with the surface until it slips.",
    min: 1e-3,
    max: 20.0,
    scale: Scale::Logarithmic,
    default: 0.01,
    glide: 0.05,
    handle: None,
    get: |it| it.mass,
    set: |it, value| it.mass = value,
};

impl Parametric for Mount {
    const NAME: &'static str = "mount";
    const PARAMS: &'static [Param<Self>] = &[
        MASS,
        Param {
            id: "frequency",
            symbol: "ω/2π",
            unit: Unit::Hertz,
            doc: "How fast it swings where nothing holds it.",
            min: 5.0,
            max: 3000.0,
            default: 500.0,
            handle: Some(Handle { name: "tightness", low: "loose", high: "bolted" }),
            get: |it| it.frequency,
            set: |it, value| it.frequency = value,
            ..MASS
        },
        Param {
            id: "loss",
            symbol: "ζ",
            unit: Unit::One,
            doc: "Part of the damping with which it would no longer swing.",
            min: 1e-3,
            max: 0.5,
            default: 0.1,
            get: |it| it.loss,
            set: |it, value| it.loss = value,
            ..MASS
        },
    ];
}

impl Mount {
    /// A body as it rings, held by this where it is rubbed.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn holding(&self, body: &Resonator, channels: usize) -> Result<ModalSpec, SoundError> {
        let mut spec = body.spec(channels)?;
        let mut shape = vec![0.0; spec.ports];
        if let Some(rubbed) = shape.first_mut() {
            *rubbed = 1.0;
        }
        let arm = Mode {
            frequency: self.frequency,
            decay: 1.0 / (self.loss * TAU * self.frequency),
            mass: self.mass,
            shape,
        };
        spec.modes.insert(0, arm);
        Ok(spec)
    }

    /// T of the picture above \[s\]: friction that falls by so many newtons as soon as it slips, a surface of
    /// a speed [m/s].
    pub fn creak(&self, falls: f64, speed: f64) -> f64 {
        let omega = TAU * self.frequency;
        let carried = falls / (self.mass * omega * omega * speed);
        2.0 * carried + 2.0 / omega * (PI - libm::atan(omega * carried))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_mount_holds_to_its_table() {
        foley_params::defaults_hold::<super::Mount>().unwrap();
    }
}
