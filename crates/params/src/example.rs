//! A small parameter table for examples and tests, with one parameter of each kind.

use core::f64::consts::FRAC_PI_2;

crate::params! {
    /// A mallet about to strike. Default: a xylophone player's.
    pub struct Mallet("mallet") {
        /// Mass of the head.
        mass: f64 = 0.035, "m", Kilogram, log [1e-3, 10.0], glide 0.02, handle("weight", "teaspoon", "sledgehammer");
        /// Speed of approach.
        speed: f64 = 1.5, "v", MetrePerSecond, lin [0.0, 20.0];
        /// Stiffness of the head.
        stiffness: f64 = 1e8, "k", NewtonPerMetreToTheExponent, log [1e3, 1e12], glide 0.005,
            handle("hardness", "felt", "steel");
        /// Angle from the normal of the surface.
        angle: f64 = 0.0, "θ", Radian, lin [-FRAC_PI_2, FRAC_PI_2], glide 0.005;
        /// Roughness of the head: 0 polished, 1 sandpaper.
        roughness: f64 = 0.25, "r", One, lin [0.0, 1.0], glide 0.005;
        /// Number of blows.
        blows: u32 = 1, "n", One, count [1, 64];
    }
}
