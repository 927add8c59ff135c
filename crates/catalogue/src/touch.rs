//! How two surfaces meet: the impact of Hunt and Crossley, in the ranges that one hears.
//!
//! $$ f(x, v) = k\,x^\alpha (1 + \mu v), \quad x > 0 $$
//!
//! | symbol | here         | unit   | meaning                             |
//! |--------|--------------|--------|-------------------------------------|
//! | k      | `stiffness`  | N/m^α  | both surfaces together              |
//! | α      | `exponent`   | 1      | local shape; 3/2 for Hertz's sphere |
//! | μ      | `damping`    | s/m    | loss per unit of approach speed     |
//!
//! Source: \[HuntCrossley1975\]; [`foley_contact::law::HuntCrossley`] is the law itself.

use foley_contact::law::HuntCrossley;
use foley_params::params;
use foley_scene::ContactLaw;

params! {
    /// How two surfaces meet.
    /// Default: wood on wood.
    pub struct Touch("touch") {
        /// How hard the two surfaces are together.
        stiffness: f64 = 1e8, "k", NewtonPerMetreToTheExponent, log [1e4, 1e11], glide 0.02,
            handle("hardness", "felt", "steel");
        /// Local shape of the surfaces: 1 flat, 1.5 a sphere, 2.8 felt.
        exponent: f64 = 1.5, "α", One, lin [1.0, 3.0], glide 0.02, handle("contact-shape", "flat", "pointed");
        /// Loss per unit of approach speed.
        damping: f64 = 0.3, "μ", SecondPerMetre, log [1e-3, 10.0], glide 0.02,
            handle("deadness", "springy", "putty");
    }
}

impl Touch {
    /// The law of the contact. Real-time: yes.
    pub fn hunt_crossley(&self) -> HuntCrossley {
        HuntCrossley { stiffness: self.stiffness, exponent: self.exponent, damping: self.damping }
    }

    /// The same for a scene. Real-time: yes.
    pub fn law(&self) -> ContactLaw {
        ContactLaw::Impact(self.hunt_crossley())
    }
}
