//! What an electric motor is made of, and how it is driven: the tables.

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// How it is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// f₀ \[Hz\]
    pub speed: f64,
    /// M/M₀ \[1\]
    pub load: f64,
    /// How much the load wanders \[1\].
    pub unsteadiness: f64,
    /// τ \[s\]
    pub rise: f64,
    /// From its speed to rest \[s\].
    pub coast: f64,
    /// How long the power stays on \[s\].
    pub duration: f64,
}

impl Default for Drive {
    /// A cordless drill: the trigger is pulled for two seconds.
    fn default() -> Self {
        Self { speed: 300.0, load: 0.1, unsteadiness: 0.1, rise: 0.18, coast: 0.35, duration: 2.0 }
    }
}

const SPEED: Param<Drive> = Param {
    id: "speed",
    symbol: "f₀",
    unit: Unit::Hertz,
    doc: "Turns per second of the shaft with full power and nothing to drive; 60 rpm are 1 Hz.",
    min: 0.5,
    max: 500.0,
    scale: Scale::Logarithmic,
    default: 300.0,
    glide: 0.1,
    handle: Some(Handle { name: "speed", low: "mill wheel", high: "turbine" }),
    get: |it| it.speed,
    set: |it, value| it.speed = value,
};

/// What is to be driven, as a part of the torque with which it stands still.
pub(super) const LOAD: Param<Drive> = Param {
    id: "load",
    symbol: "M/M₀",
    unit: Unit::One,
    doc: "Torque that is asked of it, as a part of that which stops it.",
    min: 0.0,
    max: 0.95,
    scale: Scale::Linear,
    default: 0.1,
    glide: 0.05,
    handle: Some(Handle { name: "load", low: "runs free", high: "stalls" }),
    get: |it| it.load,
    set: |it, value| it.load = value,
};

impl Parametric for Drive {
    const NAME: &'static str = "motor-drive";
    const PARAMS: &'static [Param<Self>] = &[
        SPEED,
        LOAD,
        Param {
            id: "unsteadiness",
            symbol: "u",
            doc: "How much the load wanders by chance, as a part of it.",
            max: 1.0,
            default: 0.1,
            handle: None,
            get: |it| it.unsteadiness,
            set: |it, value| it.unsteadiness = value,
            ..LOAD
        },
        Param {
            id: "rise",
            symbol: "τ",
            unit: Unit::Second,
            doc: "Time in which it makes up 63 % of what it lacks of its speed: the inertia of all that turns.",
            min: 0.005,
            max: 5.0,
            default: 0.18,
            glide: 0.0,
            handle: None,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..SPEED
        },
        Param {
            id: "coast",
            symbol: "t₀",
            unit: Unit::Second,
            doc: "Time from full speed to rest without power and load.",
            min: 0.02,
            max: 10.0,
            default: 0.35,
            glide: 0.0,
            handle: None,
            get: |it| it.coast,
            set: |it, value| it.coast = value,
            ..SPEED
        },
        Param {
            id: "duration",
            symbol: "t",
            unit: Unit::Second,
            doc: "How long the power stays on if nobody switches it off.",
            min: 0.05,
            max: 40.0,
            default: 2.0,
            glide: 0.0,
            handle: None,
            get: |it| it.duration,
            set: |it, value| it.duration = value,
            ..SPEED
        },
    ];
}

/// What makes it turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coils {
    /// Z: coils of the rotor, and bars of its commutator.
    pub coils: f64,
    /// p: pairs of poles around it.
    pub pairs: f64,
    /// Part of the torque that pulsates \[1\].
    pub ripple: f64,
    /// How much the brushes are heard \[1\].
    pub brushes: f64,
    /// Of its supply \[Hz\].
    pub supply: f64,
    /// How much of that is heard \[1\].
    pub hum: f64,
}

impl Default for Coils {
    /// A drill.
    fn default() -> Self {
        Self { coils: 5.0, pairs: 1.0, ripple: 0.25, brushes: 0.4, supply: 9000.0, hum: 0.05 }
    }
}

const COILS: Param<Coils> = Param {
    id: "coils",
    symbol: "Z",
    unit: Unit::One,
    doc: "Coils of the rotor, each with a bar of the commutator.",
    min: 1.0,
    max: 48.0,
    scale: Scale::Integer,
    default: 5.0,
    glide: 0.0,
    handle: None,
    get: |it| it.coils,
    set: |it, value| it.coils = value,
};

const RIPPLE: Param<Coils> = Param {
    id: "ripple",
    symbol: "r",
    doc: "Part of the torque that pulsates as a coil hands over to the next.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.25,
    glide: 0.05,
    handle: Some(Handle { name: "growl", low: "smooth", high: "coil by coil" }),
    get: |it| it.ripple,
    set: |it, value| it.ripple = value,
    ..COILS
};

impl Parametric for Coils {
    const NAME: &'static str = "motor-coils";
    const PARAMS: &'static [Param<Self>] = &[
        COILS,
        Param {
            id: "pole-pairs",
            symbol: "p",
            doc: "Pairs of poles of the magnet around the rotor.",
            max: 12.0,
            default: 1.0,
            get: |it| it.pairs,
            set: |it, value| it.pairs = value,
            ..COILS
        },
        RIPPLE,
        Param {
            id: "brushes",
            symbol: "b",
            doc: "How much the brushes scrape and spark on the commutator; 0 has none.",
            default: 0.4,
            handle: Some(Handle { name: "sparks", low: "brushless", high: "worn brushes" }),
            get: |it| it.brushes,
            set: |it, value| it.brushes = value,
            ..RIPPLE
        },
        Param {
            id: "supply",
            symbol: "fₛ",
            unit: Unit::Hertz,
            doc: "Frequency of the current that feeds it, or at which it is chopped; iron hums at twice that.",
            min: 10.0,
            max: 10000.0,
            scale: Scale::Logarithmic,
            default: 9000.0,
            handle: None,
            get: |it| it.supply,
            set: |it, value| it.supply = value,
            ..RIPPLE
        },
        Param {
            id: "hum",
            symbol: "h",
            doc: "How much of the supply is heard; 0 is a battery.",
            default: 0.05,
            handle: None,
            get: |it| it.hum,
            set: |it, value| it.hum = value,
            ..RIPPLE
        },
    ];
}

/// What it drives through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gears {
    /// z: teeth on the shaft; none with 0.
    pub teeth: f64,
    /// Turns of the shaft for one of the wheel \[1\].
    pub ratio: f64,
    /// How much the teeth differ \[1\].
    pub wear: f64,
    /// How much of the torque shakes as tooth follows tooth \[1\].
    pub whine: f64,
}

impl Default for Gears {
    /// A drill.
    fn default() -> Self {
        Self { teeth: 9.0, ratio: 4.0, wear: 0.2, whine: 0.5 }
    }
}

/// Most teeth on the shaft.
pub(super) const MOST_TEETH: usize = 96;

const WEAR: Param<Gears> = Param {
    id: "wear",
    symbol: "w",
    unit: Unit::One,
    doc: "How much the teeth differ from one another, and the wheel from a circle.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.2,
    glide: 0.05,
    handle: Some(Handle { name: "wear", low: "ground", high: "chipped" }),
    get: |it| it.wear,
    set: |it, value| it.wear = value,
};

impl Parametric for Gears {
    const NAME: &'static str = "motor-gears";
    const PARAMS: &'static [Param<Self>] = &[
        Param {
            id: "teeth",
            symbol: "z",
            doc: "Teeth of the pinion on the shaft; 0 has no gear.",
            max: MOST_TEETH as f64,
            scale: Scale::Integer,
            default: 9.0,
            glide: 0.0,
            handle: None,
            get: |it| it.teeth,
            set: |it, value| it.teeth = value,
            ..WEAR
        },
        Param {
            id: "ratio",
            symbol: "i",
            doc: "Turns of the shaft for one turn of the wheel, which has as many times its teeth, to the nearest tooth.",
            min: 0.2,
            max: 50.0,
            scale: Scale::Logarithmic,
            default: 4.0,
            handle: None,
            get: |it| it.ratio,
            set: |it, value| it.ratio = value,
            ..WEAR
        },
        WEAR,
        Param {
            id: "whine",
            symbol: "g",
            doc: "Part of the torque that shakes the casing as tooth follows tooth.",
            default: 0.5,
            handle: Some(Handle { name: "whine", low: "belt", high: "bare teeth" }),
            get: |it| it.whine,
            set: |it, value| it.whine = value,
            ..WEAR
        },
    ];
}

/// What is around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Casing {
    /// a \[m\]
    pub size: f64,
    /// Of its lowest mode \[Hz\].
    pub resonance: f64,
    /// Share of what it stores that it loses in a radian \[1\].
    pub loss: f64,
    /// Speed of the rotor's centre of mass about the axis [m/s].
    pub imbalance: f64,
}

impl Default for Casing {
    /// A drill's.
    fn default() -> Self {
        Self { size: 0.1, resonance: 1100.0, loss: 0.2, imbalance: 0.006 }
    }
}

const SIZE: Param<Casing> = Param {
    id: "size",
    symbol: "a",
    unit: Unit::Metre,
    doc: "Size of the motor: its mass, its torque and what it radiates follow.",
    min: 0.01,
    max: 1.0,
    scale: Scale::Logarithmic,
    default: 0.1,
    glide: 0.1,
    handle: Some(Handle { name: "size", low: "watch", high: "locomotive" }),
    get: |it| it.size,
    set: |it, value| it.size = value,
};

impl Parametric for Casing {
    const NAME: &'static str = "motor-casing";
    const PARAMS: &'static [Param<Self>] = &[
        SIZE,
        Param {
            id: "resonance",
            symbol: "f_c",
            unit: Unit::Hertz,
            doc: "Frequency of the casing's lowest mode.",
            min: 40.0,
            max: 8000.0,
            default: 1100.0,
            handle: None,
            get: |it| it.resonance,
            set: |it, value| it.resonance = value,
            ..SIZE
        },
        Param {
            id: "loss",
            symbol: "η",
            unit: Unit::One,
            doc: "Part of the stored energy that the casing loses in a radian: plastic much, cast iron little.",
            min: 0.02,
            max: 2.0,
            default: 0.2,
            handle: None,
            get: |it| it.loss,
            set: |it, value| it.loss = value,
            ..SIZE
        },
        Param {
            id: "imbalance",
            symbol: "G",
            unit: Unit::MetrePerSecond,
            doc: "Speed of the rotor's centre of mass about the axis at full speed, the grade by which rotors are balanced.",
            min: 1e-4,
            max: 0.1,
            default: 0.006,
            handle: Some(Handle { name: "imbalance", low: "gyroscope", high: "washing machine" }),
            get: |it| it.imbalance,
            set: |it, value| it.imbalance = value,
            ..SIZE
        },
    ];
}

/// What it blows with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fan {
    /// n; none with 0.
    pub blades: f64,
    /// d \[m\]
    pub diameter: f64,
}

impl Default for Fan {
    /// The little one that cools a drill.
    fn default() -> Self {
        Self { blades: 7.0, diameter: 0.04 }
    }
}

const BLADES: Param<Fan> = Param {
    id: "blades",
    symbol: "n",
    unit: Unit::One,
    doc: "Blades of the fan on the shaft; 0 has no fan.",
    min: 0.0,
    max: 24.0,
    scale: Scale::Integer,
    default: 7.0,
    glide: 0.0,
    handle: None,
    get: |it| it.blades,
    set: |it, value| it.blades = value,
};

impl Parametric for Fan {
    const NAME: &'static str = "motor-fan";
    const PARAMS: &'static [Param<Self>] = &[
        BLADES,
        Param {
            id: "diameter",
            symbol: "d",
            unit: Unit::Metre,
            doc: "Diameter of the fan.",
            min: 0.005,
            max: 0.6,
            scale: Scale::Logarithmic,
            default: 0.04,
            glide: 0.1,
            get: |it| it.diameter,
            set: |it, value| it.diameter = value,
            ..BLADES
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_parts_of_a_motor_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Drive>().unwrap();
        foley_params::defaults_hold::<super::Coils>().unwrap();
        foley_params::defaults_hold::<super::Gears>().unwrap();
        foley_params::defaults_hold::<super::Casing>().unwrap();
        foley_params::defaults_hold::<super::Fan>().unwrap();
    }
}
