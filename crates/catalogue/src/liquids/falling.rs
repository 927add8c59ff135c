//! A drop that falls, and the hollow that it leaves behind: the tables of [`super::dripping`], where the
//! equation is.

use super::bubble::{RISE, SWING};
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// What falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Falling {
    /// r \[m\]
    pub radius: f64,
    /// Of the radii, to either side \[1\].
    pub spread: f64,
    /// H \[m\]
    pub height: f64,
    /// Part of its force that is heard as a tick \[1\].
    pub level: f64,
}

impl Default for Falling {
    fn default() -> Self {
        Self { radius: 0.0024, spread: 0.15, height: 0.3, level: 0.2 }
    }
}

const RADIUS: Param<Falling> = Param {
    id: "radius",
    symbol: "r",
    unit: Unit::Metre,
    doc: "Radius of a drop.",
    min: 4e-4,
    max: 0.004,
    scale: Scale::Logarithmic,
    default: 0.0024,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "mist", high: "thaw" }),
    get: |it| it.radius,
    set: |it, value| it.radius = value,
};

impl Parametric for Falling {
    const NAME: &'static str = "falling";
    const PARAMS: &'static [Param<Self>] = &[
        RADIUS,
        Param {
            id: "spread",
            symbol: "s",
            unit: Unit::One,
            doc: "By which part of it drops are larger or smaller, by chance.",
            min: 0.0,
            max: 0.6,
            scale: Scale::Linear,
            default: 0.15,
            handle: None,
            get: |it| it.spread,
            set: |it, value| it.spread = value,
            ..RADIUS
        },
        Param {
            id: "height",
            symbol: "H",
            doc: "How high they fall; air does not hold them back.",
            min: 0.01,
            max: 5.0,
            default: 0.3,
            handle: None,
            get: |it| it.height,
            set: |it, value| it.height = value,
            ..RADIUS
        },
        Param {
            id: "level",
            symbol: "η",
            unit: Unit::One,
            doc: "Part of the force of each drop that is heard as a tick.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.2,
            handle: None,
            get: |it| it.level,
            set: |it, value| it.level = value,
            ..RADIUS
        },
    ];
}

/// What a drop leaves behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cavity {
    /// c \[1\]
    pub ratio: f64,
    /// Part of the drops that leave a bubble \[1\].
    pub entrained: f64,
    /// τ \[s\]
    pub delay: f64,
    /// h \[m\]
    pub depth: f64,
    /// ε \[1\]
    pub swing: f64,
    /// ξ \[1\]
    pub rise: f64,
}

impl Default for Cavity {
    fn default() -> Self {
        Self { ratio: 0.7, entrained: 0.9, delay: 0.02, depth: 0.006, swing: 0.03, rise: 0.12 }
    }
}

const RATIO: Param<Cavity> = Param {
    id: "ratio",
    symbol: "c",
    unit: Unit::One,
    doc: "Radius of the bubble by that of the drop.",
    min: 0.1,
    max: 3.0,
    scale: Scale::Logarithmic,
    default: 0.7,
    glide: 0.0,
    handle: Some(Handle { name: "hollow", low: "pinprick", high: "cave" }),
    get: |it| it.ratio,
    set: |it, value| it.ratio = value,
};

impl Parametric for Cavity {
    const NAME: &'static str = "drop-cavity";
    const PARAMS: &'static [Param<Self>] = &[
        RATIO,
        Param {
            id: "entrained",
            symbol: "P",
            doc: "Part of the drops that leave a bubble.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Linear,
            default: 0.9,
            handle: None,
            get: |it| it.entrained,
            set: |it, value| it.entrained = value,
            ..RATIO
        },
        Param {
            id: "delay",
            symbol: "τ",
            unit: Unit::Second,
            doc: "How long after the tick the bubble closes.",
            min: 0.001,
            max: 0.2,
            default: 0.02,
            handle: None,
            get: |it| it.delay,
            set: |it, value| it.delay = value,
            ..RATIO
        },
        Param {
            id: "depth",
            symbol: "h",
            unit: Unit::Metre,
            doc: "Depth of the bubble's middle; less than its radius is taken as its radius.",
            min: 1e-3,
            max: 0.2,
            default: 0.006,
            handle: None,
            get: |it| it.depth,
            set: |it, value| it.depth = value,
            ..RATIO
        },
        Param {
            id: "swing",
            symbol: SWING.symbol,
            doc: SWING.doc,
            min: SWING.min,
            max: SWING.max,
            default: 0.03,
            handle: SWING.handle,
            get: |it| it.swing,
            set: |it, value| it.swing = value,
            ..RATIO
        },
        Param {
            id: "rise",
            symbol: RISE.symbol,
            doc: RISE.doc,
            min: RISE.min,
            max: RISE.max,
            scale: RISE.scale,
            default: 0.12,
            handle: RISE.handle,
            get: |it| it.rise,
            set: |it, value| it.rise = value,
            ..RATIO
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_falling_drop_and_its_cavity_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Falling>().unwrap();
        foley_params::defaults_hold::<super::Cavity>().unwrap();
    }
}
