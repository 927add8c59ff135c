//! What belongs to an explosion: the charge, how far it is, what throws it back, and the wind after it. What
//! they do is told in [`super::explosion`].

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// What explodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charge {
    /// W, as that of TNT \[kg\].
    pub mass: f64,
    /// Above the ground \[m\].
    pub height: f64,
}

impl Default for Charge {
    /// For a stump.
    fn default() -> Self {
        Self { mass: 0.5, height: 1.0 }
    }
}

pub(super) const MASS: Param<Charge> = Param {
    id: "mass",
    symbol: "W",
    unit: Unit::Kilogram,
    doc: "Charge, as that of TNT, if nobody says how much.",
    min: 0.00001,
    max: 1000.0,
    scale: Scale::Logarithmic,
    default: 0.5,
    glide: 0.0,
    handle: Some(Handle { name: "charge", low: "cap", high: "lorry" }),
    get: |it| it.mass,
    set: |it, value| it.mass = value,
};

impl Parametric for Charge {
    const NAME: &'static str = "charge";
    const PARAMS: &'static [Param<Self>] = &[
        MASS,
        Param {
            id: "height",
            symbol: "h",
            unit: Unit::Metre,
            doc: "How high above the ground it is.",
            min: 0.0,
            max: 400.0,
            scale: Scale::Linear,
            default: 1.0,
            handle: None,
            get: |it| it.height,
            set: |it, value| it.height = value,
            ..MASS
        },
    ];
}

/// How far away it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// R \[m\]
    pub distance: f64,
    /// What air takes, as a part of what temperate air does \[1\].
    pub absorption: f64,
}

impl Default for Range {
    fn default() -> Self {
        Self { distance: 80.0, absorption: 1.0 }
    }
}

pub(super) const DISTANCE: Param<Range> = Param {
    id: "distance",
    symbol: "R",
    unit: Unit::Metre,
    doc: "How far it is from the ear.",
    min: 5.0,
    max: 3000.0,
    scale: Scale::Logarithmic,
    default: 80.0,
    glide: 0.0,
    handle: Some(Handle { name: "distance", low: "beside", high: "over the hills" }),
    get: |it| it.distance,
    set: |it, value| it.distance = value,
};

impl Parametric for Range {
    const NAME: &'static str = "range";
    const PARAMS: &'static [Param<Self>] = &[
        DISTANCE,
        Param {
            id: "absorption",
            symbol: "α",
            unit: Unit::One,
            doc: "What air takes of the highs on the way, as a part of what temperate and humid air does; 0 is nothing.",
            min: 0.0,
            max: 4.0,
            scale: Scale::Linear,
            default: 1.0,
            handle: None,
            get: |it| it.absorption,
            set: |it, value| it.absorption = value,
            ..DISTANCE
        },
    ];
}

/// What throws it back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Land {
    /// What the ground throws back \[1\].
    pub ground: f64,
    /// What everything else does \[1\].
    pub scatter: f64,
    /// After so long it has fallen by 60 dB \[s\].
    pub reverberation: f64,
}

impl Default for Land {
    /// Fields and the edge of a wood.
    fn default() -> Self {
        Self { ground: 0.6, scatter: 0.3, reverberation: 2.5 }
    }
}

const GROUND: Param<Land> = Param {
    id: "ground",
    symbol: "g",
    unit: Unit::One,
    doc: "What the ground throws back of the blast: little if soft, all if rock.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.6,
    glide: 0.0,
    handle: None,
    get: |it| it.ground,
    set: |it, value| it.ground = value,
};

impl Parametric for Land {
    const NAME: &'static str = "land";
    const PARAMS: &'static [Param<Self>] = &[
        GROUND,
        Param {
            id: "scatter",
            symbol: "s",
            doc: "What hills, houses and trees throw back.",
            default: 0.3,
            handle: Some(Handle { name: "echo", low: "open plain", high: "rock walls" }),
            get: |it| it.scatter,
            set: |it, value| it.scatter = value,
            ..GROUND
        },
        Param {
            id: "reverberation",
            symbol: "T",
            unit: Unit::Second,
            doc: "How long echoes come, and when the rumble has fallen by 60 dB.",
            min: 0.05,
            max: 12.0,
            scale: Scale::Logarithmic,
            default: 2.5,
            handle: Some(Handle { name: "rumble", low: "courtyard", high: "valley" }),
            get: |it| it.reverberation,
            set: |it, value| it.reverberation = value,
            ..GROUND
        },
    ];
}

/// The wind after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draught {
    /// How fast it comes along [m/s].
    pub speed: f64,
    /// Effective pressure of its noise as a part of its dynamic pressure \[1\].
    pub level: f64,
}

impl Default for Draught {
    fn default() -> Self {
        Self { speed: 200.0, level: 0.05 }
    }
}

const SPEED: Param<Draught> = Param {
    id: "speed",
    symbol: "v",
    unit: Unit::MetrePerSecond,
    doc: "How fast the wind with its dust comes along after the blast.",
    min: 100.0,
    max: 340.0,
    scale: Scale::Logarithmic,
    default: 200.0,
    glide: 0.0,
    handle: None,
    get: |it| it.speed,
    set: |it, value| it.speed = value,
};

impl Parametric for Draught {
    const NAME: &'static str = "draught";
    const PARAMS: &'static [Param<Self>] = &[
        SPEED,
        Param {
            id: "level",
            symbol: "c_d",
            unit: Unit::One,
            doc: "How loud it is: effective pressure of its noise as a part of its dynamic pressure, which is next to nothing far away.",
            min: 0.0,
            max: 0.2,
            scale: Scale::Linear,
            default: 0.05,
            handle: Some(Handle { name: "dust", low: "clean air", high: "gravel" }),
            get: |it| it.level,
            set: |it, value| it.level = value,
            ..SPEED
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charge_range_land_and_draught_hold_to_their_tables() {
        foley_params::defaults_hold::<Charge>().unwrap();
        foley_params::defaults_hold::<Range>().unwrap();
        foley_params::defaults_hold::<Land>().unwrap();
        foley_params::defaults_hold::<Draught>().unwrap();
    }
}
