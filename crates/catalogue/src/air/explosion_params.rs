//! What belongs to an explosion: the charge, how far it is, what throws it back, and the wind after it. What
//! they do is told in [`super::explosion`].

use foley_params::{Param, param, params};

params! {
    /// What explodes.
    /// Default: for a stump.
    pub struct Charge("charge") {
        /// Charge, as that of TNT, if nobody says how much.
        mass: f64 = 0.5, "W", Kilogram, log [0.00001, 1000.0], handle("charge", "cap", "lorry");
        /// How high above the ground it is.
        height: f64 = 1.0, "h", Metre, lin [0.0, 400.0];
    }
}

pub(super) const MASS: Param<Charge> = param("mass");

params! {
    /// How far away it is.
    pub struct Range("range") {
        /// How far it is from the ear.
        distance: f64 = 80.0, "R", Metre, log [5.0, 3000.0], handle("distance", "beside", "over the hills");
        /// What air takes of the highs on the way, as a part of what temperate and humid air does; 0 is
        /// nothing.
        absorption: f64 = 1.0, "α", One, lin [0.0, 4.0];
    }
}

params! {
    /// What throws it back.
    /// Default: fields and the edge of a wood.
    pub struct Land("land") {
        /// What the ground throws back of the blast: little if soft, all if rock.
        ground: f64 = 0.6, "g", One, lin [0.0, 1.0];
        /// What hills, houses and trees throw back.
        scatter: f64 = 0.3, "s", One, lin [0.0, 1.0], handle("echo", "open plain", "rock walls");
        /// How long echoes come, and when the rumble has fallen by 60 dB.
        reverberation: f64 = 2.5, "T", Second, log [0.05, 12.0], handle("rumble", "courtyard", "valley");
    }
}

params! {
    /// The wind after it.
    pub struct Draught("draught") {
        /// How fast the wind with its dust comes along after the blast.
        speed: f64 = 200.0, "v", MetrePerSecond, log [100.0, 340.0];
        /// How loud it is: effective pressure of its noise as a part of its dynamic pressure, which is next
        /// to nothing far away.
        level: f64 = 0.05, "c_d", One, lin [0.0, 0.2], handle("dust", "clean air", "gravel");
    }
}
