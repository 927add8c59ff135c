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
        /// Reflection factor of two house fronts, between which the sound goes to and fro; 0 is no street.
        fronts: f64 = 0.0, "s_f", One, lin [0.0, 0.95], handle("street", "open", "stone fronts");
        /// Width of the street. Heard where `fronts` is above 0.
        width: f64 = 16.0, "w", Metre, log [3.0, 200.0];
        /// Reflection factor of a hillside, whose rocks and trees answer one after another; 0 is no hill.
        hill: f64 = 0.0, "s_h", One, lin [0.0, 1.0], handle("hills", "plain", "rock face");
        /// Distance of the hillside from the listener. Heard where `hill` is above 0.
        hill_distance as "hill-distance": f64 = 400.0, "D", Metre, log [30.0, 3000.0];
    }
}

params! {
    /// Crackling stars thrown out by a bursting shell, each a small charge of its own.
    pub struct Stars("stars") {
        /// Number of stars of each explosion; 0 is none.
        count: u32 = 0, "N_s", One, count [0, 200];
        /// Mass of a star, as its equivalent in TNT. Heard where `count` is above 0.
        mass: f64 = 5e-5, "W_s", Kilogram, log [0.000001, 0.01], handle("crackle", "fine", "coarse");
        /// Time from the explosion to the first star. Heard where `count` is above 0.
        delay: f64 = 0.6, "t_s", Second, log [0.02, 5.0];
        /// Time in which all stars go off. Heard where `count` is above 0.
        spread: f64 = 1.0, "T_s", Second, log [0.05, 5.0];
    }
}

params! {
    /// Debris that the blast throws up and that falls down again.
    pub struct Debris("debris") {
        /// Number of pieces of each explosion; 0 is none.
        count: u32 = 0, "N_d", One, count [0, 200];
        /// Mass of a large piece; most are smaller. Heard where `count` is above 0.
        mass: f64 = 0.5, "m", Kilogram, log [0.001, 50.0], handle("debris", "gravel", "boulders");
        /// Speed at which the fastest pieces fly up. Heard where `count` is above 0.
        speed: f64 = 25.0, "v₀", MetrePerSecond, log [2.0, 100.0];
        /// Time in which a piece of 1 kg is stopped by the ground. Heard where `count` is above 0.
        contact: f64 = 0.004, "τ", Second, log [0.0002, 0.03], handle("ground", "rock", "mud");
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
