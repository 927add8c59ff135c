//! What a combustion engine burns in, and how it is driven: the tables.

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The ways of working.
pub const STROKES: &[&str] = &["two", "four"];
/// What burns.
pub const FUELS: &[&str] = &["petrol", "diesel"];

/// What burns in what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinders {
    /// N \[1\]
    pub cylinders: f64,
    /// s \[1\]
    pub strokes: f64,
    /// F \[1\]
    pub fuel: f64,
    /// V_d \[m³\]
    pub displacement: f64,
    /// ε \[1\]
    pub compression: f64,
    /// Δφ \[1\]
    pub asymmetry: f64,
    /// σ \[1\]
    pub spread: f64,
}

impl Default for Cylinders {
    /// A saloon's four cylinders of half a litre.
    fn default() -> Self {
        Self {
            cylinders: 4.0,
            strokes: 1.0,
            fuel: 0.0,
            displacement: 0.0005,
            compression: 9.5,
            asymmetry: 0.0,
            spread: 0.1,
        }
    }
}

const CYLINDERS: Param<Cylinders> = Param {
    id: "cylinders",
    symbol: "N",
    unit: Unit::One,
    doc: "Cylinders.",
    min: 1.0,
    max: 12.0,
    scale: Scale::Integer,
    default: 4.0,
    glide: 0.0,
    handle: None,
    get: |it| it.cylinders,
    set: |it, value| it.cylinders = value,
};

impl Parametric for Cylinders {
    const NAME: &'static str = "engine-cylinders";
    const PARAMS: &'static [Param<Self>] = &[
        CYLINDERS,
        Param {
            id: "strokes",
            symbol: "s",
            doc: "It fires in every turn, or in every other.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Choice(STROKES),
            default: 1.0,
            get: |it| it.strokes,
            set: |it, value| it.strokes = value,
            ..CYLINDERS
        },
        Param {
            id: "fuel",
            symbol: "F",
            doc: "Petrol is lit by a spark and let in by a throttle; diesel lights itself, at once, and only its fuel is rationed.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Choice(FUELS),
            default: 0.0,
            get: |it| it.fuel,
            set: |it, value| it.fuel = value,
            ..CYLINDERS
        },
        Param {
            id: "displacement",
            symbol: "V_d",
            unit: Unit::CubicMetre,
            doc: "What the piston of one cylinder sweeps.",
            min: 1e-05,
            max: 0.003,
            scale: Scale::Logarithmic,
            default: 0.0005,
            glide: 0.1,
            handle: Some(Handle { name: "bulk", low: "model aeroplane", high: "ship" }),
            get: |it| it.displacement,
            set: |it, value| it.displacement = value,
        },
        Param {
            id: "compression",
            symbol: "ε",
            doc: "Volume at the bottom over that at the top.",
            min: 5.0,
            max: 22.0,
            scale: Scale::Linear,
            default: 9.5,
            glide: 0.1,
            get: |it| it.compression,
            set: |it, value| it.compression = value,
            ..CYLINDERS
        },
        Param {
            id: "asymmetry",
            symbol: "Δφ",
            doc: "How unequal the intervals of the firings are; 1 shifts every other by half an interval.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.0,
            handle: Some(Handle { name: "lope", low: "even", high: "limping" }),
            get: |it| it.asymmetry,
            set: |it, value| it.asymmetry = value,
            ..CYLINDERS
        },
        Param {
            id: "spread",
            symbol: "σ",
            doc: "How unequally strong the cylinders are.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.1,
            glide: 0.05,
            get: |it| it.spread,
            set: |it, value| it.spread = value,
            ..CYLINDERS
        },
    ];
}

/// How it is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// f₀ \[Hz\]
    pub idle: f64,
    /// f₁ \[Hz\]
    pub top: f64,
    /// u \[1\]
    pub throttle: f64,
    /// τ₁ \[s\]
    pub rise: f64,
    /// τ₀ \[s\]
    pub fall: f64,
    /// i \[1\]
    pub irregularity: f64,
    /// b \[1\]
    pub backfire: f64,
    /// t₀ \[s\]
    pub cranking: f64,
    /// t \[s\]
    pub duration: f64,
}

impl Default for Drive {
    /// Pulls away once and is let go.
    fn default() -> Self {
        Self {
            idle: 13.5,
            top: 75.0,
            throttle: 0.0,
            rise: 0.8,
            fall: 0.8,
            irregularity: 0.2,
            backfire: 0.0,
            cranking: 0.0,
            duration: 5.0,
        }
    }
}

const DRIVE: Param<Drive> = Param {
    id: "idle",
    symbol: "f₀",
    unit: Unit::Hertz,
    doc: "Turns per second with the pedal up; 60 rpm are 1 Hz.",
    min: 3.0,
    max: 60.0,
    scale: Scale::Logarithmic,
    default: 13.5,
    glide: 0.1,
    handle: None,
    get: |it| it.idle,
    set: |it, value| it.idle = value,
};

/// The pedal.
pub(super) const THROTTLE: Param<Drive> = Param {
    id: "throttle",
    symbol: "u",
    unit: Unit::One,
    doc: "How far the pedal is down if no gesture says otherwise.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.0,
    glide: 0.02,
    handle: Some(Handle { name: "throttle", low: "idles", high: "floored" }),
    get: |it| it.throttle,
    set: |it, value| it.throttle = value,
};

impl Parametric for Drive {
    const NAME: &'static str = "engine-drive";
    const PARAMS: &'static [Param<Self>] = &[
        DRIVE,
        Param {
            id: "top",
            symbol: "f₁",
            doc: "Turns per second with the pedal down.",
            min: 10.0,
            max: 300.0,
            default: 75.0,
            handle: Some(Handle { name: "revs", low: "ship", high: "racer" }),
            get: |it| it.top,
            set: |it, value| it.top = value,
            ..DRIVE
        },
        THROTTLE,
        Param {
            id: "rise",
            symbol: "τ₁",
            unit: Unit::Second,
            doc: "Time in which it gains 63 % of the speed that it lacks.",
            min: 0.02,
            max: 10.0,
            default: 0.8,
            glide: 0.0,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..DRIVE
        },
        Param {
            id: "fall",
            symbol: "τ₀",
            unit: Unit::Second,
            doc: "Time in which it loses 63 % of the speed that it has too much.",
            min: 0.02,
            max: 10.0,
            default: 0.8,
            glide: 0.0,
            get: |it| it.fall,
            set: |it, value| it.fall = value,
            ..DRIVE
        },
        Param {
            id: "irregularity",
            symbol: "i",
            unit: Unit::One,
            doc: "How unequal one firing is to the next at idle, up to those that fail.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.2,
            glide: 0.05,
            handle: Some(Handle { name: "roughness", low: "clockwork", high: "about to die" }),
            get: |it| it.irregularity,
            set: |it, value| it.irregularity = value,
        },
        Param {
            id: "backfire",
            symbol: "b",
            unit: Unit::One,
            doc: "Chance that a charge of the overrun burns in the pipe.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.0,
            glide: 0.0,
            get: |it| it.backfire,
            set: |it, value| it.backfire = value,
            ..DRIVE
        },
        Param {
            id: "cranking",
            symbol: "t₀",
            unit: Unit::Second,
            doc: "How long the starter turns it before it fires.",
            min: 0.0,
            max: 3.0,
            scale: Scale::Linear,
            default: 0.0,
            glide: 0.0,
            get: |it| it.cranking,
            set: |it, value| it.cranking = value,
            ..DRIVE
        },
        Param {
            id: "duration",
            symbol: "t",
            unit: Unit::Second,
            doc: "How long the ignition stays on if nobody switches it off.",
            min: 0.1,
            max: 40.0,
            default: 5.0,
            glide: 0.0,
            get: |it| it.duration,
            set: |it, value| it.duration = value,
            ..DRIVE
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_parts_of_an_engine_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Cylinders>().unwrap();
        foley_params::defaults_hold::<super::Drive>().unwrap();
    }
}
