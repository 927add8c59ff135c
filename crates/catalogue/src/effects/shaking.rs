//! A suspended hammer, and the force of an input signal on it ([`super::Phonobump`]).

use core::f64::consts::TAU;
use foley_body::{ModalSpec, Mode};
use foley_params::params;

params! {
    /// Force of the input, and output levels.
    pub struct Shaking("shaking") {
        /// Force on the hammer for an input of 1.
        force: f64 = 2.0, "F", Newton, log [0.01, 100.0], glide 0.05, handle("force", "trembles", "hammers");
        /// Output level of the struck body.
        wet: f64 = 0.07, "a", One, lin [0.0, 4.0], glide 0.05;
        /// Output level of the unchanged input.
        dry: f64 = 0.0, "b", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// Suspended hammer.
    /// Default: a small bolt on a rubber band.
    pub struct SuspendedHammer("suspended") {
        /// Mass of the hammer.
        mass: f64 = 0.01, "M", Kilogram, log [1e-3, 1.0], handle("weight", "bead", "mallet");
        /// Gap between the hammer and the struck body.
        gap: f64 = 2e-5, "d", Metre, log [1e-6, 5e-3];
        /// Natural frequency of the suspension.
        suspension: f64 = 80.0, "ω₀/2π", Hertz, log [5.0, 500.0], handle("tightness", "loose", "tight");
        /// Damping ratio of the suspension.
        loss: f64 = 0.3, "ζ", One, log [0.02, 0.9];
    }
}

impl SuspendedHammer {
    /// Returns the suspended hammer as a body of one mode, with one port for contact and force.
    pub fn spec(&self) -> ModalSpec {
        ModalSpec {
            ports: 1,
            modes: vec![Mode {
                frequency: self.suspension,
                decay: 1.0 / (self.loss * TAU * self.suspension),
                mass: self.mass,
                shape: vec![1.0],
                radiated: 0.0,
            }],
            ..ModalSpec::default()
        }
    }
}
