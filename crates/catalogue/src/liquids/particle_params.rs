//! What liquid sounds like when it arrives: the tables of [`super::particles`] that are about what is heard.

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// What a particle sounds like when it arrives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slap {
    /// η \[1\]
    pub loudness: f64,
    /// Noise above this is cut \[Hz\].
    pub brightness: f64,
}

impl Default for Slap {
    fn default() -> Self {
        Self { loudness: 5e-7, brightness: 2500.0 }
    }
}

const LOUDNESS: Param<Slap> = Param {
    id: "loudness",
    symbol: "η",
    unit: Unit::One,
    doc: "The part of the energy of what arrives that is heard as a slap.",
    min: 1e-10,
    max: 1e-5,
    scale: Scale::Logarithmic,
    default: 5e-7,
    glide: 0.02,
    handle: Some(Handle { name: "slap", low: "soft", high: "hard" }),
    get: |it| it.loudness,
    set: |it, value| it.loudness = value,
};

impl Parametric for Slap {
    const NAME: &'static str = "spill-slap";
    const PARAMS: &'static [Param<Self>] = &[
        LOUDNESS,
        Param {
            id: "brightness",
            symbol: "f_s",
            unit: Unit::Hertz,
            doc: "There is little of a slap above this frequency.",
            min: 200.0,
            max: 12_000.0,
            default: 2500.0,
            handle: None,
            get: |it| it.brightness,
            set: |it, value| it.brightness = value,
            ..LOUDNESS
        },
    ];
}

/// The air that what arrives takes along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entrained {
    /// Bubbles for each hit, on the mean \[1\].
    pub bubbles: f64,
    /// β \[1\]
    pub largest: f64,
    /// ε₁ \[s/m\]
    pub swing: f64,
    /// How much the pitch of a bubble rises while it decays \[1\].
    pub rise: f64,
}

impl Default for Entrained {
    fn default() -> Self {
        Self { bubbles: 6.0, largest: 0.25, swing: 0.02, rise: 0.1 }
    }
}

const BUBBLES: Param<Entrained> = Param {
    id: "bubbles",
    symbol: "n",
    unit: Unit::One,
    doc: "How many bubbles there are of a hit at full speed, on the mean.",
    min: 0.0,
    max: 20.0,
    scale: Scale::Linear,
    default: 6.0,
    glide: 0.02,
    handle: Some(Handle { name: "bubbling", low: "none", high: "foam" }),
    get: |it| it.bubbles,
    set: |it, value| it.bubbles = value,
};

impl Parametric for Entrained {
    const NAME: &'static str = "spill-entrained";
    const PARAMS: &'static [Param<Self>] = &[
        BUBBLES,
        Param {
            id: "largest",
            symbol: "β",
            doc: "Radius of the largest bubble of a hit, by that of a drop of what hits.",
            min: 0.03,
            max: 0.6,
            scale: Scale::Logarithmic,
            default: 0.25,
            handle: None,
            get: |it| it.largest,
            set: |it, value| it.largest = value,
            ..BUBBLES
        },
        Param {
            id: "swing",
            symbol: "ε₁",
            unit: Unit::SecondPerMetre,
            doc: "How far a bubble swings, as a part of its radius, for each metre per second of the hit.",
            min: 0.001,
            max: 0.1,
            scale: Scale::Logarithmic,
            default: 0.02,
            handle: None,
            get: |it| it.swing,
            set: |it, value| it.swing = value,
            ..BUBBLES
        },
        Param {
            id: "rise",
            symbol: "ξ",
            doc: "Part by which the pitch of a bubble rises while it decays.",
            min: 0.0,
            max: 1.0,
            default: 0.1,
            handle: None,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..BUBBLES
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_tables_hold() {
        foley_params::defaults_hold::<super::Slap>().unwrap();
        foley_params::defaults_hold::<super::Entrained>().unwrap();
    }
}
