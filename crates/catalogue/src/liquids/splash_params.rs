//! What falls into water and how it splashes: the tables of [`super::splash`].

use foley_params::{Param, param, params};

params! {
    /// What falls in.
    /// Default: a stone as large as a fist.
    pub struct SplashObject("splash-object") {
        /// How large it is.
        radius: f64 = 0.035, "R", Metre, log [0.002, 0.5], handle("size", "pea", "boulder");
        /// How fast it is when it meets the water: 4.4 m/s after a fall of 1 m.
        speed: f64 = 4.5, "v", MetrePerSecond, log [0.3, 15.0];
        /// What it is of: what is heavy goes deep before the cavity closes.
        density: f64 = 2600.0, "ρ_s", KilogramPerCubicMetre, log [100.0, 20_000.0];
        /// How much of it meets the water at once: 0 for what is pointed, 1 for what is flat.
        flatness: f64 = 0.1, "φ", One, lin [0.0, 1.0], handle("flop", "header", "belly");
    }
}

/// How fast it falls in.
pub(crate) const SPEED: Param<SplashObject> = param("speed");

params! {
    /// What it does to the water.
    pub struct Plunge("splash-plunge") {
        /// How deep the water is: the cavity ends at the ground.
        depth: f64 = 2.0, "D", Metre, log [0.02, 10.0];
        /// When the cavity closes, in times √(R/g): 2.285 for a disc.
        seal: f64 = 2.285, "k", One, lin [1.0, 4.0];
        /// How much of a tube as wide as the thing, from where the cavity closes down to it, is air then.
        trapped: f64 = 0.33, "q", One, log [0.001, 1.0], handle("gulp", "clean entry", "plunk");
        /// The part of the pressure ρ v² under a flat thing that is heard, times R by 1 m.
        slap: f64 = 1e-4, "η", One, log [1e-6, 1e-3], handle("smack", "soft", "hard");
        /// There is little noise of the slap above this frequency.
        brightness: f64 = 2500.0, "f_s", Hertz, log [200.0, 12_000.0];
    }
}

params! {
    /// What flies up and falls back.
    pub struct Droplets("splash-droplets") {
        /// How many drops fly up.
        count: u32 = 80, "N", One, count [0, 300], handle("spray", "none", "shower");
        /// Speed of the fastest, as a part of the speed of what falls in.
        speed: f64 = 0.7, "κ", One, log [0.05, 1.5];
        /// Radius of the largest, as a part of that of what falls in.
        size: f64 = 0.3, "a/R", One, log [0.02, 0.6];
        /// How far the bubble of a drop swings, as a part of its radius, for each metre per second of its
        /// landing.
        swing: f64 = 0.01, "ε₁", SecondPerMetre, log [0.001, 0.1];
    }
}
