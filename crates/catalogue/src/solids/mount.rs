//! A compliant mount of the rubbed surface: the arm of a hinge, the clamp of a brake, the wrist behind a
//! cork.
//!
//! The mount is one more mode of the body at the rubbed point, slow and inaudible. A slowly moving surface
//! carries it along until its spring force reaches the static friction. It then slips back and sticks
//! again. For friction that falls at once from μ_s to μ_d, a surface of speed V and no loss, one such cycle
//! takes
//!
//! ```math
//! T = \frac{2\,\Delta F}{k V} + \frac{2}{\omega}\Bigl(\pi - \arctan\frac{\omega\,\Delta F}{k V}\Bigr), \qquad
//! \Delta F = (\mu_s - \mu_d) F_N, \quad k = m\omega^2
//! ```
//!
//! | symbol | here        | unit | meaning                             |
//! |--------|-------------|------|-------------------------------------|
//! | m      | `mass`      | kg   | mass carried along                  |
//! | ω/2π   | `frequency` | Hz   | natural frequency of the free mount |
//! | ζ      | `loss`      | 1    | damping ratio                       |
//!
//! The first term is a creak whose rate is proportional to the speed, the second is the slip itself.
//! Source: the oscillator on a belt, \[Avanzini2005\].

use super::stroke::rubbed_spec;
use crate::Resonator;
use core::f64::consts::{PI, TAU};
use foley_body::{ModalSpec, Mode};
use foley_params::params;
use foley_sound::SoundError;

params! {
    /// Compliant mount of the rubbed surface.
    /// Default: the leaf of a hinge.
    pub struct Mount("mount") {
        /// Mass that the sliding surface carries along until it slips.
        mass: f64 = 0.011, "m", Kilogram, log [1e-3, 20.0], glide 0.05;
        /// Natural frequency of the mount without friction.
        frequency: f64 = 830.0, "ω/2π", Hertz, log [5.0, 3000.0], glide 0.05,
            handle("tightness", "loose", "bolted");
        /// Damping ratio of the mount.
        loss: f64 = 0.02, "ζ", One, log [1e-3, 0.5], glide 0.05;
    }
}

impl Mount {
    /// Returns the modes of a body on this mount. The body is rubbed at port 0 and loaded at port 1, which
    /// the mount does not move.
    ///
    /// # Errors
    /// If the shape or the material of the body rejects a value.
    pub fn spec(&self, body: &Resonator, channels: usize) -> Result<ModalSpec, SoundError> {
        let mut spec = rubbed_spec(body, channels)?;
        let mut shape = vec![0.0; spec.ports];
        if let Some(rubbed) = shape.first_mut() {
            *rubbed = 1.0;
        }
        let mount = Mode {
            frequency: self.frequency,
            decay: 1.0 / (self.loss * TAU * self.frequency),
            mass: self.mass,
            shape,
            radiated: 0.0,
        };
        spec.modes.insert(0, mount);
        Ok(spec)
    }

    /// Returns the duration T of one stick-slip cycle \[s\], for a friction that falls by `force_drop` \[N\]
    /// at slip and a surface that moves at `speed` [m/s].
    pub fn cycle_time(&self, force_drop: f64, speed: f64) -> f64 {
        let omega = TAU * self.frequency;
        let carried = force_drop / (self.mass * omega * omega * speed);
        2.0 * carried + 2.0 / omega * (PI - libm::atan(omega * carried))
    }
}
