//! A hammer on a suspension, and how a sound shakes it ([`super::Phonobump`]).

use core::f64::consts::TAU;
use foley_body::{ModalSpec, Mode};
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// How hard the sound shakes, and what is heard of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shaking {
    /// F \[N\]
    pub force: f64,
    /// a \[1\]
    pub wet: f64,
    /// b \[1\]
    pub dry: f64,
}

impl Default for Shaking {
    fn default() -> Self {
        Self { force: 2.0, wet: 0.07, dry: 0.0 }
    }
}

const FORCE: Param<Shaking> = Param {
    id: "force",
    symbol: "F",
    unit: Unit::Newton,
    doc: "Force of a sound of 1 on the hammer.",
    min: 0.01,
    max: 100.0,
    scale: Scale::Logarithmic,
    default: 2.0,
    glide: 0.05,
    handle: Some(Handle { name: "force", low: "trembles", high: "hammers" }),
    get: |it| it.force,
    set: |it, value| it.force = value,
};

impl Parametric for Shaking {
    const NAME: &'static str = "shaking";
    const PARAMS: &'static [Param<Self>] = &[
        FORCE,
        Param {
            id: "wet",
            symbol: "a",
            unit: Unit::One,
            doc: "How much of what is struck is heard.",
            min: 0.0,
            max: 4.0,
            scale: Scale::Linear,
            default: 0.07,
            handle: None,
            get: |it| it.wet,
            set: |it, value| it.wet = value,
            ..FORCE
        },
        Param {
            id: "dry",
            symbol: "b",
            unit: Unit::One,
            doc: "How much of the sound itself is heard.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.0,
            handle: None,
            get: |it| it.dry,
            set: |it, value| it.dry = value,
            ..FORCE
        },
    ];
}

/// A hammer on a suspension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suspended {
    /// M \[kg\]
    pub mass: f64,
    /// d \[m\]
    pub gap: f64,
    /// ω₀/2π \[Hz\]
    pub suspension: f64,
    /// ζ \[1\]
    pub loss: f64,
}

impl Default for Suspended {
    /// A small bolt on a rubber band.
    fn default() -> Self {
        Self { mass: 0.01, gap: 2e-5, suspension: 80.0, loss: 0.3 }
    }
}

const MASS: Param<Suspended> = Param {
    id: "mass",
    symbol: "M",
    unit: Unit::Kilogram,
    doc: "Mass of the hammer.",
    min: 1e-3,
    max: 1.0,
    scale: Scale::Logarithmic,
    default: 0.01,
    glide: 0.0,
    handle: Some(Handle { name: "weight", low: "bead", high: "mallet" }),
    get: |it| it.mass,
    set: |it, value| it.mass = value,
};

impl Parametric for Suspended {
    const NAME: &'static str = "suspended";
    const PARAMS: &'static [Param<Self>] = &[
        MASS,
        Param {
            id: "gap",
            symbol: "d",
            unit: Unit::Metre,
            doc: "How far the hammer hangs from what it strikes.",
            min: 1e-6,
            max: 5e-3,
            default: 2e-5,
            handle: None,
            get: |it| it.gap,
            set: |it, value| it.gap = value,
            ..MASS
        },
        Param {
            id: "suspension",
            symbol: "ω₀/2π",
            unit: Unit::Hertz,
            doc: "How fast the hammer swings on its suspension.",
            min: 5.0,
            max: 500.0,
            default: 80.0,
            handle: Some(Handle { name: "tightness", low: "loose", high: "tight" }),
            get: |it| it.suspension,
            set: |it, value| it.suspension = value,
            ..MASS
        },
        Param {
            id: "loss",
            symbol: "ζ",
            unit: Unit::One,
            doc: "Part of the damping with which the suspension would no longer swing.",
            min: 0.02,
            max: 0.9,
            default: 0.3,
            handle: None,
            get: |it| it.loss,
            set: |it, value| it.loss = value,
            ..MASS
        },
    ];
}

impl Suspended {
    /// The hammer as a body of one mode, touched and pushed at its one port.
    pub fn spec(&self) -> ModalSpec {
        ModalSpec {
            ports: 1,
            modes: vec![Mode {
                frequency: self.suspension,
                decay: 1.0 / (self.loss * TAU * self.suspension),
                mass: self.mass,
                shape: vec![1.0],
            }],
            rigid: None,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_hammer_that_is_shaken_holds_to_its_tables() {
        foley_params::defaults_hold::<super::Shaking>().unwrap();
        foley_params::defaults_hold::<super::Suspended>().unwrap();
    }
}
