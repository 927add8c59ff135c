//! A hammer on a suspension, and how a sound shakes it ([`super::Phonobump`]).

use core::f64::consts::TAU;
use foley_body::{ModalSpec, Mode};
use foley_params::params;

params! {
    /// How hard the sound shakes, and what is heard of it.
    pub struct Shaking("shaking") {
        /// Force of a sound of 1 on the hammer.
        force: f64 = 2.0, "F", Newton, log [0.01, 100.0], glide 0.05, handle("force", "trembles", "hammers");
        /// How much of what is struck is heard.
        wet: f64 = 0.07, "a", One, lin [0.0, 4.0], glide 0.05;
        /// How much of the sound itself is heard.
        dry: f64 = 0.0, "b", One, lin [0.0, 1.0], glide 0.05;
    }
}

params! {
    /// A hammer on a suspension.
    /// Default: a small bolt on a rubber band.
    pub struct SuspendedHammer("suspended") {
        /// Mass of the hammer.
        mass: f64 = 0.01, "M", Kilogram, log [1e-3, 1.0], handle("weight", "bead", "mallet");
        /// How far the hammer hangs from what it strikes.
        gap: f64 = 2e-5, "d", Metre, log [1e-6, 5e-3];
        /// How fast the hammer swings on its suspension.
        suspension: f64 = 80.0, "ω₀/2π", Hertz, log [5.0, 500.0], handle("tightness", "loose", "tight");
        /// Part of the damping with which the suspension would no longer swing.
        loss: f64 = 0.3, "ζ", One, log [0.02, 0.9];
    }
}

impl SuspendedHammer {
    /// The hammer as a body of one mode, touched and pushed at its one port.
    pub fn spec(&self) -> ModalSpec {
        ModalSpec {
            ports: 1,
            modes: vec![Mode {
                frequency: self.suspension,
                decay: 1.0 / (self.loss * TAU * self.suspension),
                mass: self.mass,
                shape: vec![1.0],
            }],
            rigid: None,
        }
    }
}
