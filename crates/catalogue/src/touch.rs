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
use foley_params::{Handle, Param, Parametric, Scale, Unit};
use foley_scene::ContactLaw;

/// How two surfaces meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// k \[N/m^α\]
    pub stiffness: f64,
    /// α \[1\]
    pub exponent: f64,
    /// μ \[s/m\]
    pub damping: f64,
}

impl Default for Touch {
    /// Wood on wood.
    fn default() -> Self {
        Self { stiffness: 1e8, exponent: 1.5, damping: 0.3 }
    }
}

const STIFFNESS: Param<Touch> = Param {
    id: "stiffness",
    symbol: "k",
    unit: Unit::NewtonPerMetreToTheExponent,
    doc: "How hard the two surfaces are together.",
    min: 1e4,
    max: 1e11,
    scale: Scale::Logarithmic,
    default: 1e8,
    glide: 0.02,
    handle: Some(Handle { name: "hardness", low: "felt", high: "steel" }),
    get: |it| it.stiffness,
    set: |it, value| it.stiffness = value,
};

impl Parametric for Touch {
    const NAME: &'static str = "touch";
    const PARAMS: &'static [Param<Self>] = &[
        STIFFNESS,
        Param {
            id: "exponent",
            symbol: "α",
            unit: Unit::One,
            doc: "Local shape of the surfaces: 1 flat, 1.5 a sphere, 2.8 felt.",
            min: 1.0,
            max: 3.0,
            scale: Scale::Linear,
            default: 1.5,
            handle: Some(Handle { name: "contact-shape", low: "flat", high: "pointed" }),
            get: |it| it.exponent,
            set: |it, value| it.exponent = value,
            ..STIFFNESS
        },
        Param {
            id: "damping",
            symbol: "μ",
            unit: Unit::SecondPerMetre,
            doc: "Loss per unit of approach speed.",
            min: 1e-3,
            max: 10.0,
            default: 0.3,
            handle: Some(Handle { name: "deadness", low: "springy", high: "putty" }),
            get: |it| it.damping,
            set: |it, value| it.damping = value,
            ..STIFFNESS
        },
    ];
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

#[cfg(test)]
mod tests {
    #[test]
    fn a_touch_holds_to_its_table() {
        foley_params::defaults_hold::<super::Touch>().unwrap();
    }
}
