//! Through what a combustion engine breathes, and where one listens: the tables.

use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// Through what it breathes in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intake {
    /// L_i \[m\]
    pub length: f64,
    /// d_i \[m\]
    pub diameter: f64,
}

impl Default for Intake {
    /// A metre-long duct to the grille.
    fn default() -> Self {
        Self { length: 0.6, diameter: 0.06 }
    }
}

const INTAKE: Param<Intake> = Param {
    id: "length",
    symbol: "L_i",
    unit: Unit::Metre,
    doc: "Length of the duct from the air to the throttle.",
    min: 0.05,
    max: 2.0,
    scale: Scale::Logarithmic,
    default: 0.6,
    glide: 0.1,
    handle: None,
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Intake {
    const NAME: &'static str = "engine-intake";
    const PARAMS: &'static [Param<Self>] = &[
        INTAKE,
        Param {
            id: "diameter",
            symbol: "d_i",
            doc: "Diameter of the duct.",
            min: 0.005,
            max: 0.15,
            default: 0.06,
            get: |it| it.diameter,
            set: |it, value| it.diameter = value,
            ..INTAKE
        },
    ];
}

/// Through what it breathes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exhaust {
    /// L_h \[m\]
    pub header: f64,
    /// L \[m\]
    pub length: f64,
    /// d \[m\]
    pub diameter: f64,
    /// n \[1\]
    pub chambers: f64,
    /// L_c \[m\]
    pub chamber_length: f64,
    /// D/d \[1\]
    pub chamber_ratio: f64,
    /// L_t \[m\]
    pub tail: f64,
    /// T \[K\]
    pub temperature: f64,
}

impl Default for Exhaust {
    /// A saloon's, with one muffler.
    fn default() -> Self {
        Self {
            header: 0.35,
            length: 1.8,
            diameter: 0.045,
            chambers: 2.0,
            chamber_length: 0.4,
            chamber_ratio: 4.2,
            tail: 0.4,
            temperature: 600.0,
        }
    }
}

const EXHAUST: Param<Exhaust> = Param {
    id: "header",
    symbol: "L_h",
    unit: Unit::Metre,
    doc: "Length of the pipe of each cylinder, to where they join.",
    min: 0.03,
    max: 2.0,
    scale: Scale::Logarithmic,
    default: 0.35,
    glide: 0.1,
    handle: None,
    get: |it| it.header,
    set: |it, value| it.header = value,
};

impl Parametric for Exhaust {
    const NAME: &'static str = "engine-exhaust";
    const PARAMS: &'static [Param<Self>] = &[
        EXHAUST,
        Param {
            id: "length",
            symbol: "L",
            doc: "Length of the pipe from there to the muffler.",
            max: 5.0,
            default: 1.8,
            get: |it| it.length,
            set: |it, value| it.length = value,
            ..EXHAUST
        },
        Param {
            id: "diameter",
            symbol: "d",
            doc: "Diameter of the pipe.",
            min: 0.006,
            max: 0.2,
            default: 0.045,
            get: |it| it.diameter,
            set: |it, value| it.diameter = value,
            ..EXHAUST
        },
        Param {
            id: "chambers",
            symbol: "n",
            unit: Unit::One,
            doc: "Chambers of the muffler, one behind the other; 0 has none.",
            min: 0.0,
            max: 3.0,
            scale: Scale::Integer,
            default: 2.0,
            glide: 0.0,
            get: |it| it.chambers,
            set: |it, value| it.chambers = value,
            ..EXHAUST
        },
        Param {
            id: "chamber-length",
            symbol: "L_c",
            doc: "Length of a chamber.",
            max: 1.0,
            default: 0.4,
            get: |it| it.chamber_length,
            set: |it, value| it.chamber_length = value,
            ..EXHAUST
        },
        Param {
            id: "chamber-ratio",
            symbol: "D/d",
            unit: Unit::One,
            doc: "Diameter of a chamber over that of the pipe.",
            min: 1.0,
            max: 6.0,
            scale: Scale::Linear,
            default: 4.2,
            handle: Some(Handle { name: "muffler", low: "straight pipe", high: "whisper" }),
            get: |it| it.chamber_ratio,
            set: |it, value| it.chamber_ratio = value,
            ..EXHAUST
        },
        Param {
            id: "tail",
            symbol: "L_t",
            doc: "Length of the pipe behind a chamber, from one to the next and into the open.",
            default: 0.4,
            get: |it| it.tail,
            set: |it, value| it.tail = value,
            ..EXHAUST
        },
        Param {
            id: "temperature",
            symbol: "T",
            unit: Unit::Other("K"),
            doc: "Mean temperature of the gas in the pipes, which carries sound the faster the hotter it is.",
            min: 300.0,
            max: 1100.0,
            scale: Scale::Linear,
            default: 600.0,
            glide: 0.5,
            get: |it| it.temperature,
            set: |it, value| it.temperature = value,
            ..EXHAUST
        },
    ];
}

/// How much of each listening point is in the sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// m_i \[1\]
    pub intake: f64,
    /// m_e \[1\]
    pub exhaust: f64,
    /// m_b \[1\]
    pub block: f64,
}

impl Default for Mix {
    /// As heard from behind.
    fn default() -> Self {
        Self { intake: 1.0, exhaust: 1.0, block: 1.0 }
    }
}

const MIX: Param<Mix> = Param {
    id: "intake",
    symbol: "m_i",
    unit: Unit::One,
    doc: "Factor on what the mouth of the intake radiates.",
    min: 0.0,
    max: 2.0,
    scale: Scale::Linear,
    default: 1.0,
    glide: 0.05,
    handle: None,
    get: |it| it.intake,
    set: |it, value| it.intake = value,
};

impl Parametric for Mix {
    const NAME: &'static str = "engine-mix";
    const PARAMS: &'static [Param<Self>] = &[
        MIX,
        Param {
            id: "exhaust",
            symbol: "m_e",
            doc: "Factor on what the end of the exhaust radiates.",
            get: |it| it.exhaust,
            set: |it, value| it.exhaust = value,
            ..MIX
        },
        Param {
            id: "block",
            symbol: "m_b",
            doc: "Factor on what the block radiates.",
            get: |it| it.block,
            set: |it, value| it.block = value,
            ..MIX
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_parts_of_an_engine_hold_to_their_tables() {
        foley_params::defaults_hold::<super::Intake>().unwrap();
        foley_params::defaults_hold::<super::Exhaust>().unwrap();
        foley_params::defaults_hold::<super::Mix>().unwrap();
    }
}
