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
use foley_params::params;
use foley_sound::SoundError;

params! {
    /// What holds the surface that is rubbed, and gives.
    /// Default: the leaf of a hinge.
    pub struct Mount("mount") {
        /// What is carried along with the surface until it slips.
        mass: f64 = 0.01, "m", Kilogram, log [1e-3, 20.0], glide 0.05;
        /// How fast it swings where nothing holds it.
        frequency: f64 = 500.0, "ω/2π", Hertz, log [5.0, 3000.0], glide 0.05,
            handle("tightness", "loose", "bolted");
        /// Part of the damping with which it would no longer swing.
        loss: f64 = 0.1, "ζ", One, log [1e-3, 0.5], glide 0.05;
    }
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
