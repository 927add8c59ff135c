//! What falls into water and how it splashes: the tables of [`super::splash`].

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// What falls in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrown {
    /// R \[m\]
    pub radius: f64,
    /// v [m/s]
    pub speed: f64,
    /// ρ_s \[kg/m³\]
    pub density: f64,
    /// φ \[1\]
    pub flatness: f64,
}

impl Default for Thrown {
    /// A stone as large as a fist.
    fn default() -> Self {
        Self { radius: 0.035, speed: 4.5, density: 2600.0, flatness: 0.1 }
    }
}

const RADIUS: Param<Thrown> = Param {
    id: "radius",
    symbol: "R",
    unit: Unit::Metre,
    doc: "How large it is.",
    min: 0.002,
    max: 0.5,
    scale: Scale::Logarithmic,
    default: 0.035,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "pea", high: "boulder" }),
    get: |it| it.radius,
    set: |it, value| it.radius = value,
};

/// How fast it falls in.
pub(crate) const SPEED: Param<Thrown> = Param {
    id: "speed",
    symbol: "v",
    unit: Unit::MetrePerSecond,
    doc: "How fast it is when it meets the water: 4.4 m/s after a fall of 1 m.",
    min: 0.3,
    max: 15.0,
    default: 4.5,
    handle: None,
    get: |it| it.speed,
    set: |it, value| it.speed = value,
    ..RADIUS
};

impl Parametric for Thrown {
    const NAME: &'static str = "splash-object";
    const PARAMS: &'static [Param<Self>] = &[
        RADIUS,
        SPEED,
        Param {
            id: "density",
            symbol: "ρ_s",
            unit: Unit::KilogramPerCubicMetre,
            doc: "What it is of: what is heavy goes deep before the cavity closes.",
            min: 100.0,
            max: 20_000.0,
            default: 2600.0,
            handle: None,
            get: |it| it.density,
            set: |it, value| it.density = value,
            ..RADIUS
        },
        Param {
            id: "flatness",
            symbol: "φ",
            unit: Unit::One,
            doc: "How much of it meets the water at once: 0 for what is pointed, 1 for what is flat.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.1,
            handle: Some(Handle { name: "flop", low: "header", high: "belly" }),
            get: |it| it.flatness,
            set: |it, value| it.flatness = value,
            ..RADIUS
        },
    ];
}

/// What it does to the water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plunge {
    /// Depth of the water \[m\].
    pub depth: f64,
    /// k \[1\]
    pub seal: f64,
    /// q \[1\]
    pub trapped: f64,
    /// η \[1\]
    pub slap: f64,
    /// The noise of the slap is cut above \[Hz\].
    pub brightness: f64,
}

impl Default for Plunge {
    fn default() -> Self {
        Self { depth: 2.0, seal: 2.285, trapped: 0.33, slap: 1e-4, brightness: 2500.0 }
    }
}

const DEPTH: Param<Plunge> = Param {
    id: "depth",
    symbol: "D",
    unit: Unit::Metre,
    doc: "How deep the water is: the cavity ends at the ground.",
    min: 0.02,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 2.0,
    glide: 0.0,
    handle: None,
    get: |it| it.depth,
    set: |it, value| it.depth = value,
};

impl Parametric for Plunge {
    const NAME: &'static str = "splash-plunge";
    const PARAMS: &'static [Param<Self>] = &[
        DEPTH,
        Param {
            id: "seal",
            symbol: "k",
            unit: Unit::One,
            doc: "When the cavity closes, in times √(R/g): 2.285 for a disc.",
            min: 1.0,
            max: 4.0,
            scale: Scale::Linear,
            default: 2.285,
            get: |it| it.seal,
            set: |it, value| it.seal = value,
            ..DEPTH
        },
        Param {
            id: "trapped",
            symbol: "q",
            unit: Unit::One,
            doc: "How much of a tube as wide as the thing, from where the cavity closes down to it, is air then.",
            min: 0.001,
            max: 1.0,
            default: 0.33,
            handle: Some(Handle { name: "gulp", low: "clean entry", high: "plunk" }),
            get: |it| it.trapped,
            set: |it, value| it.trapped = value,
            ..DEPTH
        },
        Param {
            id: "slap",
            symbol: "η",
            unit: Unit::One,
            doc: "The part of the pressure ρ v² under a flat thing that is heard, times R by 1 m.",
            min: 1e-6,
            max: 1e-3,
            default: 1e-4,
            handle: Some(Handle { name: "smack", low: "soft", high: "hard" }),
            get: |it| it.slap,
            set: |it, value| it.slap = value,
            ..DEPTH
        },
        Param {
            id: "brightness",
            symbol: "f_s",
            unit: Unit::Hertz,
            doc: "There is little noise of the slap above this frequency.",
            min: 200.0,
            max: 12_000.0,
            default: 2500.0,
            get: |it| it.brightness,
            set: |it, value| it.brightness = value,
            ..DEPTH
        },
    ];
}

/// What flies up and falls back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Droplets {
    /// N
    pub count: f64,
    /// κ \[1\]
    pub speed: f64,
    /// a/R \[1\]
    pub size: f64,
    /// ε₁ \[s/m\]
    pub swing: f64,
}

impl Default for Droplets {
    fn default() -> Self {
        Self { count: 80.0, speed: 0.7, size: 0.3, swing: 0.01 }
    }
}

const COUNT: Param<Droplets> = Param {
    id: "count",
    symbol: "N",
    unit: Unit::One,
    doc: "How many drops fly up.",
    min: 0.0,
    max: 300.0,
    scale: Scale::Integer,
    default: 80.0,
    glide: 0.0,
    handle: Some(Handle { name: "spray", low: "none", high: "shower" }),
    get: |it| it.count,
    set: |it, value| it.count = value,
};

impl Parametric for Droplets {
    const NAME: &'static str = "splash-droplets";
    const PARAMS: &'static [Param<Self>] = &[
        COUNT,
        Param {
            id: "speed",
            symbol: "κ",
            doc: "Speed of the fastest, as a part of the speed of what falls in.",
            min: 0.05,
            max: 1.5,
            scale: Scale::Logarithmic,
            default: 0.7,
            handle: None,
            get: |it| it.speed,
            set: |it, value| it.speed = value,
            ..COUNT
        },
        Param {
            id: "size",
            symbol: "a/R",
            doc: "Radius of the largest, as a part of that of what falls in.",
            min: 0.02,
            max: 0.6,
            scale: Scale::Logarithmic,
            default: 0.3,
            handle: None,
            get: |it| it.size,
            set: |it, value| it.size = value,
            ..COUNT
        },
        Param {
            id: "swing",
            symbol: "ε₁",
            unit: Unit::SecondPerMetre,
            doc: "How far the bubble of a drop swings, as a part of its radius, for each metre per second of its landing.",
            min: 0.001,
            max: 0.1,
            scale: Scale::Logarithmic,
            default: 0.01,
            handle: None,
            get: |it| it.swing,
            set: |it, value| it.swing = value,
            ..COUNT
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_tables_hold() {
        foley_params::defaults_hold::<super::Thrown>().unwrap();
        foley_params::defaults_hold::<super::Plunge>().unwrap();
        foley_params::defaults_hold::<super::Droplets>().unwrap();
    }
}
