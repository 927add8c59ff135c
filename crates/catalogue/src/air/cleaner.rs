//! What a vacuum cleaner is made of: its hose, its fan, how it is moved about, and its casing. What they do
//! is told in [`super::vacuum_cleaner`].

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The hose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hose {
    /// L \[m\]
    pub length: f64,
    /// |R| \[1\]
    pub reflection: f64,
    /// Cut of h \[Hz\]
    pub low_pass: f64,
    /// The cuts while it is corked, as a part of what they are \[1\].
    pub stopper: f64,
}

impl Default for Hose {
    /// A hose with its wand.
    fn default() -> Self {
        Self { length: 1.5, reflection: 0.85, low_pass: 4000.0, stopper: 0.5 }
    }
}

pub(super) const LENGTH: Param<Hose> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "Length of the hose with its tubes.",
    min: 0.1,
    max: 6.0,
    scale: Scale::Logarithmic,
    default: 1.5,
    glide: 0.05,
    handle: Some(Handle { name: "size", low: "crevice nozzle", high: "hose through the house" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Hose {
    const NAME: &'static str = "hose";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "reflection",
            symbol: "R",
            unit: Unit::One,
            doc: "What the ends throw back of a wave: the more, the sharper the tones of the hose.",
            min: 0.0,
            max: 0.95,
            scale: Scale::Linear,
            default: 0.85,
            handle: Some(Handle { name: "hollowness", low: "hiss", high: "pipe" }),
            get: |it| it.reflection,
            set: |it, value| it.reflection = value,
            ..LENGTH
        },
        Param {
            id: "low-pass",
            symbol: "f_h",
            unit: Unit::Hertz,
            doc: "Above this frequency an end throws back less.",
            min: 200.0,
            max: 16_000.0,
            default: 4000.0,
            handle: None,
            get: |it| it.low_pass,
            set: |it, value| it.low_pass = value,
            ..LENGTH
        },
        Param {
            id: "stopper",
            symbol: "s",
            unit: Unit::One,
            doc: "What is left of the cuts of frequency while it is corked: a soft palm takes more of them.",
            min: 0.05,
            max: 1.0,
            default: 0.5,
            handle: None,
            get: |it| it.stopper,
            set: |it, value| it.stopper = value,
            ..LENGTH
        },
    ];
}

/// The fan and its motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// Effective pressure of its noise, one metre away \[Pa\].
    pub level: f64,
    /// Effective pressure of the tone of its blades \[Pa\].
    pub whine: f64,
    /// Frequency of that tone \[Hz\].
    pub pitch: f64,
    /// How much faster it turns while it gets no air \[1\].
    pub race: f64,
    /// How long it takes to reach its speed \[s\].
    pub spin_up: f64,
    /// How long it takes to stand still \[s\].
    pub spin_down: f64,
    /// After so long it is switched off \[s\].
    pub duration: f64,
}

impl Default for Fan {
    /// Of a household.
    fn default() -> Self {
        Self {
            level: 0.12,
            whine: 0.015,
            pitch: 620.0,
            race: 1.12,
            spin_up: 0.6,
            spin_down: 1.2,
            duration: 3.8,
        }
    }
}

const LEVEL: Param<Fan> = Param {
    id: "level",
    symbol: "b",
    unit: Unit::Pascal,
    doc: "Effective pressure of the noise of fan and flow, one metre away.",
    min: 0.001,
    max: 0.5,
    scale: Scale::Logarithmic,
    default: 0.12,
    glide: 0.05,
    handle: Some(Handle { name: "power", low: "whispering", high: "roaring" }),
    get: |it| it.level,
    set: |it, value| it.level = value,
};

const SPIN_UP: Param<Fan> = Param {
    id: "spin-up",
    symbol: "t_u",
    unit: Unit::Second,
    doc: "How long it takes to reach its speed.",
    min: 0.02,
    max: 5.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.0,
    handle: None,
    get: |it| it.spin_up,
    set: |it, value| it.spin_up = value,
};

impl Parametric for Fan {
    const NAME: &'static str = "fan";
    const PARAMS: &'static [Param<Self>] = &[
        LEVEL,
        Param {
            id: "whine",
            symbol: "w",
            doc: "Effective pressure of the tone of its blades, one metre away.",
            min: 0.0,
            max: 0.1,
            scale: Scale::Linear,
            default: 0.015,
            handle: Some(Handle { name: "whine", low: "none", high: "piercing" }),
            get: |it| it.whine,
            set: |it, value| it.whine = value,
            ..LEVEL
        },
        Param {
            id: "pitch",
            symbol: "f_w",
            unit: Unit::Hertz,
            doc: "Frequency of the tone of its blades at full speed.",
            min: 50.0,
            max: 6000.0,
            default: 620.0,
            handle: None,
            get: |it| it.pitch,
            set: |it, value| it.pitch = value,
            ..LEVEL
        },
        Param {
            id: "race",
            symbol: "r",
            unit: Unit::One,
            doc: "How much faster it turns while the hose is corked, since there is no air to move.",
            min: 1.0,
            max: 1.5,
            scale: Scale::Linear,
            default: 1.12,
            handle: None,
            get: |it| it.race,
            set: |it, value| it.race = value,
            ..LEVEL
        },
        SPIN_UP,
        Param {
            id: "spin-down",
            symbol: "t_d",
            doc: "How long it takes to stand still after it was switched off.",
            default: 1.2,
            get: |it| it.spin_down,
            set: |it, value| it.spin_down = value,
            ..SPIN_UP
        },
        Param {
            id: "duration",
            symbol: "t",
            doc: "So long after it was switched on it is switched off.",
            min: 0.1,
            max: 45.0,
            default: 3.8,
            get: |it| it.duration,
            set: |it, value| it.duration = value,
            ..SPIN_UP
        },
    ];
}

/// A slow oscillator that moves length and cuts: somebody moves the hose about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sway {
    /// How often \[Hz\].
    pub rate: f64,
    /// How far, as a part of them \[1\].
    pub depth: f64,
}

impl Default for Sway {
    /// Hardly.
    fn default() -> Self {
        Self { rate: 0.6, depth: 0.01 }
    }
}

const RATE: Param<Sway> = Param {
    id: "rate",
    symbol: "n",
    unit: Unit::Hertz,
    doc: "How often length and cuts go up and down in a second.",
    min: 0.05,
    max: 20.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.05,
    handle: None,
    get: |it| it.rate,
    set: |it, value| it.rate = value,
};

impl Parametric for Sway {
    const NAME: &'static str = "sway";
    const PARAMS: &'static [Param<Self>] = &[
        RATE,
        Param {
            id: "depth",
            symbol: "m",
            unit: Unit::One,
            doc: "How far the length goes up and down, as a part of it; the cuts of frequency go three times as far.",
            min: 0.0,
            max: 0.2,
            scale: Scale::Linear,
            default: 0.01,
            handle: Some(Handle { name: "unrest", low: "at rest", high: "waved about" }),
            get: |it| it.depth,
            set: |it, value| it.depth = value,
            ..RATE
        },
    ];
}

/// What its casing and the room let through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Casing {
    /// Nothing above \[Hz\].
    pub low_pass: f64,
    /// Nothing below \[Hz\].
    pub high_pass: f64,
}

impl Default for Casing {
    /// Of plastic.
    fn default() -> Self {
        Self { low_pass: 6000.0, high_pass: 70.0 }
    }
}

const LOW_PASS: Param<Casing> = Param {
    id: "low-pass",
    symbol: "f_l",
    unit: Unit::Hertz,
    doc: "Above this frequency the casing lets nothing out; lower while the hose is corked.",
    min: 200.0,
    max: 18_000.0,
    scale: Scale::Logarithmic,
    default: 6000.0,
    glide: 0.05,
    handle: Some(Handle { name: "brightness", low: "next door", high: "beside the ear" }),
    get: |it| it.low_pass,
    set: |it, value| it.low_pass = value,
};

impl Parametric for Casing {
    const NAME: &'static str = "casing";
    const PARAMS: &'static [Param<Self>] = &[
        LOW_PASS,
        Param {
            id: "high-pass",
            symbol: "f_g",
            doc: "Below this frequency the casing lets nothing out.",
            min: 20.0,
            max: 2000.0,
            default: 70.0,
            handle: None,
            get: |it| it.high_pass,
            set: |it, value| it.high_pass = value,
            ..LOW_PASS
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn fan_hose_sway_and_casing_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Fan>().unwrap();
        foley_params::defaults_hold::<super::Hose>().unwrap();
        foley_params::defaults_hold::<super::Sway>().unwrap();
        foley_params::defaults_hold::<super::Casing>().unwrap();
    }
}
