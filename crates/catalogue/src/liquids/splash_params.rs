//! Parameters of [`super::splash`].

use foley_params::{Param, param, params};

params! {
    /// Object that falls into the water.
    /// Default: a stone as large as a fist.
    pub struct SplashObject("splash-object") {
        /// Radius of the object that falls into the water.
        radius: f64 = 0.035, "R", Metre, log [0.002, 0.5], handle("size", "pea", "boulder");
        /// Speed of the object at the surface: 4.4 m/s after a fall of 1 m.
        speed: f64 = 4.5, "v", MetrePerSecond, log [0.3, 15.0];
        /// Density of the object: heavy objects go deep before the cavity closes.
        density: f64 = 2600.0, "ρ_s", KilogramPerCubicMetre, log [100.0, 20_000.0];
        /// Share of the object that meets the water at once: 0 is pointed, 1 is flat.
        flatness: f64 = 0.1, "φ", One, lin [0.0, 1.0], handle("flop", "header", "belly");
    }
}

pub(crate) const SPEED: Param<SplashObject> = param("speed");

params! {
    /// Depth of the water, and slap and cavity that the object makes in it.
    pub struct Plunge("splash-plunge") {
        /// Depth of the water; the cavity behind the object ends at the ground.
        depth: f64 = 2.0, "D", Metre, log [0.02, 10.0];
        /// Closing time of the cavity in units of √(radius/gravity): 2.285 for a disc.
        seal: f64 = 2.285, "k", One, lin [1.0, 4.0];
        /// Share of air in the tube from the closing point down to the object.
        trapped: f64 = 0.33, "q", One, log [0.001, 1.0], handle("gulp", "clean entry", "plunk");
        /// Pressure of the slap at 1 m for a flat object of 1 m radius, as a share of density times speed
        /// squared.
        slap: f64 = 1e-4, "η", One, log [1e-6, 1e-3], handle("smack", "soft", "hard");
        /// Upper cut-off frequency of the slap noise.
        brightness: f64 = 2500.0, "f_s", Hertz, log [200.0, 12_000.0];
    }
}

params! {
    /// Droplets thrown up by the splash.
    pub struct Droplets("splash-droplets") {
        /// Number of droplets that the splash throws up.
        count: u32 = 80, "N", One, count [0, 300], handle("spray", "none", "shower");
        /// Speed of the fastest droplet, as a fraction of the impact speed.
        speed: f64 = 0.7, "κ", One, log [0.05, 1.5];
        /// Radius of the largest droplet, as a fraction of the radius of the object.
        size: f64 = 0.3, "a/R", One, log [0.02, 0.6];
        /// Relative swing of the bubble of a droplet per metre per second of its landing speed.
        swing: f64 = 0.01, "ε₁", SecondPerMetre, log [0.001, 0.1];
    }
}
