//! Contact between two surfaces: the impact law of Hunt and Crossley, in the audible range of values.
//!
//! ```math
//! f(x, v) = k\,x^\alpha (1 + \mu v), \quad x > 0
//! ```
//!
//! | symbol | here        | unit  | meaning                             |
//! |--------|-------------|-------|-------------------------------------|
//! | k      | `stiffness` | N/m^α | stiffness of both surfaces together |
//! | α      | `exponent`  | 1     | local shape; 3/2 for Hertz's sphere |
//! | μ      | `damping`   | s/m   | loss per unit of approach speed     |
//!
//! Source: \[HuntCrossley1975\]; [`foley_contact::law::HuntCrossley`] is the law itself.

use foley_contact::law::HuntCrossley;
use foley_params::params;
use foley_scene::ContactLaw;

params! {
    /// Contact law of two surfaces: [`HuntCrossley`], with values in the audible range.
    /// Default: wood on wood.
    pub struct Touch("touch") {
        stiffness: f64 = 1e8, like HuntCrossley, log [1e4, 1e11], glide 0.02;
        exponent: f64 = 1.5, like HuntCrossley, lin [1.0, 3.0], glide 0.02, handle("contact-shape", "flat", "pointed");
        damping: f64 = 0.3, like HuntCrossley, log [1e-3, 10.0], glide 0.02;
    }
}

impl Touch {
    /// Returns the Hunt-Crossley law with these values. Real-time: yes.
    pub fn hunt_crossley(&self) -> HuntCrossley {
        HuntCrossley { stiffness: self.stiffness, exponent: self.exponent, damping: self.damping }
    }

    /// Returns the Hunt-Crossley law as a contact law of a scene. Real-time: yes.
    pub fn law(&self) -> ContactLaw {
        ContactLaw::Impact(self.hunt_crossley())
    }
}
