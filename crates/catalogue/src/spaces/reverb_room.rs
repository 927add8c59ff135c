//! The room of a [`super::Reverb`]: its size, how it fades, and who sits where.

use super::shoebox::Shoebox;
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hall {
    /// L \[m\]
    pub length: f64,
    /// W \[m\]
    pub width: f64,
    /// H \[m\]
    pub height: f64,
}

impl Default for Hall {
    /// A living room.
    fn default() -> Self {
        Self { length: 6.0, width: 4.5, height: 2.6 }
    }
}

const LENGTH: Param<Hall> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "How long the room is.",
    min: 1.0,
    max: Hall::LARGEST[0],
    scale: Scale::Logarithmic,
    default: 6.0,
    glide: 0.0,
    handle: Some(Handle { name: "size", low: "wardrobe", high: "cathedral" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Hall {
    const NAME: &'static str = "hall";
    const PARAMS: &'static [Param<Self>] = &[
        LENGTH,
        Param {
            id: "width",
            symbol: "W",
            doc: "How wide the room is.",
            max: Hall::LARGEST[1],
            default: 4.5,
            handle: None,
            get: |it| it.width,
            set: |it, value| it.width = value,
            ..LENGTH
        },
        Param {
            id: "height",
            symbol: "H",
            doc: "How high the room is.",
            max: Hall::LARGEST[2],
            default: 2.6,
            handle: None,
            get: |it| it.height,
            set: |it, value| it.height = value,
            ..LENGTH
        },
    ];
}

impl Hall {
    /// The largest room \[m\].
    pub const LARGEST: [f64; 3] = [80.0, 40.0, 30.0];

    /// As a box.
    pub fn shoebox(&self) -> Shoebox {
        Shoebox { size: [self.length, self.width, self.height] }
    }
}

/// How long it rings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fading {
    /// T₆₀ of low frequencies \[s\]
    pub low: f64,
    /// T₆₀ of high frequencies \[s\]
    pub high: f64,
    /// Between low and high \[Hz\].
    pub crossover: f64,
}

impl Default for Fading {
    /// Carpets and curtains.
    fn default() -> Self {
        Self { low: 0.6, high: 0.35, crossover: 2000.0 }
    }
}

const LOW: Param<Fading> = Param {
    id: "low",
    symbol: "T₆₀",
    unit: Unit::Second,
    doc: "Time in which low frequencies fall by 60 dB: within a tenth it holds from a tenth of the crossover down.",
    min: 0.05,
    max: 15.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.1,
    handle: Some(Handle { name: "liveliness", low: "padded", high: "cistern" }),
    get: |it| it.low,
    set: |it, value| it.low = value,
};

impl Parametric for Fading {
    const NAME: &'static str = "fading";
    const PARAMS: &'static [Param<Self>] = &[
        LOW,
        Param {
            id: "high",
            doc: "Time in which high frequencies fall by 60 dB: within a tenth it holds from seven times the crossover up, 14 kHz where it is at 2 kHz; between both it goes from one to the other.",
            default: 0.35,
            handle: Some(Handle { name: "brightness", low: "cloth", high: "tiles" }),
            get: |it| it.high,
            set: |it, value| it.high = value,
            ..LOW
        },
        Param {
            id: "crossover",
            symbol: "f_c",
            unit: Unit::Hertz,
            doc: "Frequency between the low decay and the high one.",
            min: 200.0,
            max: 12_000.0,
            default: 2000.0,
            handle: None,
            get: |it| it.crossover,
            set: |it, value| it.crossover = value,
            ..LOW
        },
    ];
}

/// Where it sounds and where it is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seats {
    /// Where it sounds, as a part of the length \[1\].
    pub source: f64,
    /// As a part of the width \[1\].
    pub source_across: f64,
    /// Where it is heard, as a part of the length \[1\].
    pub listener: f64,
    /// As a part of the width \[1\].
    pub listener_across: f64,
    /// From ear to ear \[m\].
    pub ears: f64,
}

impl Default for Seats {
    fn default() -> Self {
        Self { source: 0.65, source_across: 0.4, listener: 0.3, listener_across: 0.55, ears: 0.18 }
    }
}

const SOURCE: Param<Seats> = Param {
    id: "source",
    symbol: "x_s",
    unit: Unit::One,
    doc: "Where it sounds, as a part of the length.",
    min: 0.02,
    max: 0.98,
    scale: Scale::Linear,
    default: 0.65,
    glide: 0.5,
    handle: Some(Handle { name: "depth", low: "one end", high: "other end" }),
    get: |it| it.source,
    set: |it, value| it.source = value,
};

impl Parametric for Seats {
    const NAME: &'static str = "seats";
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
            default: 0.3,
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
    ];
}

/// How much of each part is heard; with 1 for each it is as in the room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixed {
    /// The sound itself \[1\].
    pub direct: f64,
    /// Its first reflections \[1\].
    pub early: f64,
    /// What comes late \[1\].
    pub late: f64,
}

impl Default for Mixed {
    /// In the proportion of the room, so that a voice stays within ±1 in it.
    fn default() -> Self {
        Self { direct: 0.55, early: 0.55, late: 0.55 }
    }
}

const DIRECT: Param<Mixed> = Param {
    id: "direct",
    symbol: "a₀",
    unit: Unit::One,
    doc: "How much of the sound itself is heard.",
    min: 0.0,
    max: 1.0,
    scale: Scale::Linear,
    default: 0.55,
    glide: 0.05,
    handle: None,
    get: |it| it.direct,
    set: |it, value| it.direct = value,
};

impl Parametric for Mixed {
    const NAME: &'static str = "mixed";
    const PARAMS: &'static [Param<Self>] = &[
        DIRECT,
        Param {
            id: "early",
            symbol: "a₁",
            doc: "How much of its first reflections is heard.",
            get: |it| it.early,
            set: |it, value| it.early = value,
            ..DIRECT
        },
        Param {
            id: "late",
            symbol: "a₂",
            doc: "How much of what comes late is heard.",
            get: |it| it.late,
            set: |it, value| it.late = value,
            ..DIRECT
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_hall_holds_to_its_tables() {
        foley_params::defaults_hold::<super::Hall>().unwrap();
        foley_params::defaults_hold::<super::Fading>().unwrap();
        foley_params::defaults_hold::<super::Seats>().unwrap();
        foley_params::defaults_hold::<super::Mixed>().unwrap();
    }
}
