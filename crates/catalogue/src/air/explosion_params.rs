//! Parameters of [`super::explosion`].

use foley_params::{Param, param, params};

params! {
    /// Explosive charge.
    /// Default: half a kilogram, as used to remove a tree stump.
    pub struct Charge("charge") {
        /// Default mass of the charge, as its equivalent in TNT.
        mass: f64 = 0.5, "W", Kilogram, log [0.00001, 1000.0], handle("charge", "cap", "lorry");
        /// Height of the charge above the ground.
        height: f64 = 1.0, "h", Metre, lin [0.0, 400.0];
    }
}

pub(super) const MASS: Param<Charge> = param("mass");

params! {
    /// Path of the sound from the charge to the listener.
    pub struct Range("range") {
        /// Distance between charge and listener.
        distance: f64 = 80.0, "R", Metre, log [5.0, 3000.0], handle("distance", "beside", "over the hills");
        /// Absorption of high frequencies by the air, relative to temperate and humid air; 0 is none.
        absorption: f64 = 1.0, "α", One, lin [0.0, 4.0];
    }
}

params! {
    /// Reflecting surroundings.
    /// Default: fields and the edge of a wood.
    pub struct Land("land") {
        /// Reflection factor of the ground: low if soft, 1 for rock.
        ground: f64 = 0.6, "g", One, lin [0.0, 1.0];
        /// Reflection factor of hills, houses and trees.
        scatter: f64 = 0.3, "s", One, lin [0.0, 1.0], handle("echo", "open plain", "rock walls");
        /// Duration of the echoes, and reverberation time (60 dB) of the rumble.
        reverberation: f64 = 2.5, "T", Second, log [0.05, 12.0], handle("rumble", "courtyard", "valley");
    }
}

params! {
    /// Wind after the blast.
    pub struct Draught("draught") {
        /// Speed at which the wind with its dust follows the blast.
        speed: f64 = 200.0, "v", MetrePerSecond, log [100.0, 340.0];
        /// RMS pressure of the noise of this wind relative to its dynamic pressure, which is negligible far
        /// away.
        level: f64 = 0.05, "c_d", One, lin [0.0, 0.2], handle("dust", "clean air", "gravel");
    }
}
