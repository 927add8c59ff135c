//! The room of a [`super::Mesh`], its walls, and who is where in it.
//!
//! | part       | what it says                                                                     |
//! |------------|----------------------------------------------------------------------------------|
//! | [`Plan`]   | how long and wide the room is, and at which part of the sample rate its mesh runs |
//! | [`Wall`]   | how much a wall sends back, and up to which frequency                            |
//! | [`Places`] | where it sounds, where it is heard, who walks and how fast                       |

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// L \[m\]
    pub length: f64,
    /// W \[m\]
    pub width: f64,
    /// Full, half or a quarter of the sample rate, by its number.
    pub sampling: f64,
}

impl Default for Plan {
    /// A bathroom.
    fn default() -> Self {
        Self { length: 4.0, width: 2.2, sampling: 2.0 }
    }
}

const LENGTH: Param<Plan> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "How long the room is.",
    min: 0.3,
    max: 20.0,
    scale: Scale::Logarithmic,
    default: 4.0,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "tray", high: "tunnel" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Plan {
    const NAME: &'static str = "plan";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "width",
            symbol: "W",
            doc: "How wide the room is.",
            max: 4.0,
            default: 2.2,
            handle: None,
            get: |it| it.width,
            set: |it, value| it.width = value,
            ..LENGTH
        },
        Param {
            id: "sampling",
            symbol: "D",
            unit: Unit::One,
            doc: "Part of the sample rate at which the mesh runs; it carries sound up to a fifth of its own rate. No room has more than 240 million junctions in a second: one that would runs at half of what is \
                  chosen here, or half of that, until it does not. At 48 kHz a room has full up to 0.5 m², half up to 4 m², a quarter up to 32 m²; a room of less than four junctions across has more.",
            min: 0.0,
            max: 2.0,
            scale: Scale::Choice(&["full", "half", "quarter"]),
            default: 2.0,
            handle: None,
            get: |it| it.sampling,
            set: |it, value| it.sampling = value,
            ..LENGTH
        },
    ];
}

/// A wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// R \[1\]
    pub reflection: f64,
    /// f_r \[Hz\]
    pub cut: f64,
}

impl Default for Wall {
    /// Plaster.
    fn default() -> Self {
        Self { reflection: 0.9, cut: 6000.0 }
    }
}

const REFLECTION: Param<Wall> = Param {
    id: "reflection",
    symbol: "R",
    unit: Unit::One,
    doc: "Part of the pressure of a low-pitched wave that the wall sends back.",
    min: 0.0,
    max: 0.99,
    scale: Scale::Linear,
    default: 0.9,
    glide: 0.05,
    handle: Some(Handle { name: "hardness", low: "open", high: "tiles" }),
    get: |it| it.reflection,
    set: |it, value| it.reflection = value,
};

impl Parametric for Wall {
    const NAME: &'static str = "wall";
    const PARAMS: &'static [Param<Self>] = &[
        REFLECTION,
        Param {
            id: "cut",
            symbol: "f_r",
            unit: Unit::Hertz,
            doc: "Above this frequency the wall sends back less and less.",
            min: 100.0,
            max: 20_000.0,
            scale: Scale::Logarithmic,
            default: 6000.0,
            handle: Some(Handle { name: "brightness", low: "curtain", high: "glass" }),
            get: |it| it.cut,
            set: |it, value| it.cut = value,
            ..REFLECTION
        },
    ];
}

/// Where it sounds, where it is heard, and who walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// Where it sounds, as a part of the length \[1\].
    pub source: f64,
    /// As a part of the width \[1\].
    pub source_across: f64,
    /// Where it is heard, as a part of the length \[1\].
    pub listener: f64,
    /// As a part of the width \[1\].
    pub listener_across: f64,
    /// From ear to ear, across the room \[m\].
    pub ears: f64,
    /// Who walks: what sounds, or who listens.
    pub walker: f64,
    /// How fast [m/s].
    pub speed: f64,
}

impl Default for Places {
    fn default() -> Self {
        Self {
            source: 0.7,
            source_across: 0.4,
            listener: 0.15,
            listener_across: 0.55,
            ears: 0.18,
            walker: 0.0,
            speed: 1.4,
        }
    }
}

pub(super) const SOURCE: Param<Places> = Param {
    id: "source",
    symbol: "x_s",
    unit: Unit::One,
    doc: "Where it sounds, as a part of the length.",
    min: 0.02,
    max: 0.98,
    scale: Scale::Linear,
    default: 0.7,
    glide: 0.5,
    handle: Some(Handle { name: "depth", low: "beginning", high: "far end" }),
    get: |it| it.source,
    set: |it, value| it.source = value,
};

impl Parametric for Places {
    const NAME: &'static str = "places";
    const PARAMS: &'static [Param<Self>] = &[
        SOURCE,
        Param {
            id: "source-across",
            symbol: "y_s",
            doc: "Where it sounds, as a part of the width.",
            default: 0.4,
            handle: None,
            get: |it| it.source_across,
            set: |it, value| it.source_across = value,
            ..SOURCE
        },
        Param {
            id: "listener",
            symbol: "x",
            doc: "Where it is heard, as a part of the length.",
            default: 0.15,
            handle: None,
            get: |it| it.listener,
            set: |it, value| it.listener = value,
            ..SOURCE
        },
        Param {
            id: "listener-across",
            symbol: "y",
            doc: "Where it is heard, as a part of the width.",
            default: 0.55,
            handle: None,
            get: |it| it.listener_across,
            set: |it, value| it.listener_across = value,
            ..SOURCE
        },
        Param {
            id: "ears",
            symbol: "e",
            unit: Unit::Metre,
            doc: "From one ear to the next, across the room.",
            min: 0.0,
            max: 2.0,
            default: 0.18,
            handle: None,
            get: |it| it.ears,
            set: |it, value| it.ears = value,
            ..SOURCE
        },
        Param {
            id: "walker",
            symbol: "w",
            doc: "Who walks when it is told to: what sounds, or who listens.",
            min: 0.0,
            max: 1.0,
            scale: Scale::Choice(&["source", "listener"]),
            default: 0.0,
            glide: 0.0,
            handle: None,
            get: |it| it.walker,
            set: |it, value| it.walker = value,
            ..SOURCE
        },
        Param {
            id: "speed",
            symbol: "v",
            unit: Unit::MetrePerSecond,
            doc: "How fast who walks goes.",
            min: 0.1,
            max: 20.0,
            scale: Scale::Logarithmic,
            default: 1.4,
            glide: 0.05,
            handle: Some(Handle { name: "haste", low: "creeps", high: "drives" }),
            get: |it| it.speed,
            set: |it, value| it.speed = value,
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_room_holds_to_its_tables() {
        foley_params::defaults_hold::<super::Plan>().unwrap();
        foley_params::defaults_hold::<super::Wall>().unwrap();
        foley_params::defaults_hold::<super::Places>().unwrap();
    }
}
