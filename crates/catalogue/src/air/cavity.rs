//! What is hollow: tubes and bottles, and the tones that follow from their shape.
//!
//! $$ f_n = \frac{n\,c}{2L'}, \quad f_n = \frac{(2n-1)\,c}{4L'}, \quad f_1 = \frac{c}{2\pi}\sqrt{\frac{S}{V\,l'}} $$
//!
//! of an open tube, a stopped one, and a bottle; the symbols are those of [`super::wind_cavity`].
//!
//! Source: \[FletcherRossing1998, 8\].

use super::shedding;
use crate::numbered;
use core::f64::consts::{PI, TAU};
use foley_dsp::signal::SPEED_OF_SOUND;
use foley_params::{Handle, Param, Parametric, Scale, Unit};

/// The shapes there are.
pub const CAVITIES: &[&str] = &["open-tube", "stopped-tube", "bottle"];
pub(super) const OPEN: f64 = numbered(CAVITIES, "open-tube");
pub(super) const BOTTLE: f64 = numbered(CAVITIES, "bottle");

/// What is hollow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cavity {
    /// Which of [`CAVITIES`].
    pub shape: f64,
    /// Of a tube, or of the neck of a bottle \[m\].
    pub length: f64,
    /// a \[m\]
    pub radius: f64,
    /// V, of a bottle \[m³\]
    pub volume: f64,
}

impl Default for Cavity {
    /// A chimney.
    fn default() -> Self {
        Self { shape: OPEN, length: 1.2, radius: 0.06, volume: 0.00075 }
    }
}

impl Cavity {
    /// Length with what moves beyond the ends \[m\].
    pub fn acoustic_length(&self) -> f64 {
        const FREE: f64 = 0.61;
        const FLANGED: f64 = 0.85;
        let ends = if self.shape == OPEN {
            2.0 * FREE
        } else if self.shape == BOTTLE {
            FREE + FLANGED
        } else {
            FREE
        };
        self.length + ends * self.radius
    }

    /// The n-th tone, from 1 on; a bottle has only the first \[Hz\].
    pub fn pitch(&self, n: f64) -> f64 {
        let long = self.acoustic_length();
        if self.shape == OPEN {
            n * SPEED_OF_SOUND / (2.0 * long)
        } else if self.shape == BOTTLE {
            SPEED_OF_SOUND / TAU * (self.mouth() / (self.volume * long)).sqrt()
        } else {
            (2.0 * n - 1.0) * SPEED_OF_SOUND / (4.0 * long)
        }
    }

    /// The tone that is nearest to a frequency \[Hz\].
    pub fn nearest(&self, frequency: f64) -> f64 {
        const TONES: f64 = 9.0;
        let n = if self.shape == OPEN {
            frequency / self.pitch(1.0)
        } else if self.shape == BOTTLE {
            1.0
        } else {
            0.5 * (frequency / self.pitch(1.0) + 1.0)
        };
        self.pitch(libm::round(n).clamp(1.0, TONES))
    }

    /// S \[m²\]
    pub(super) fn mouth(&self) -> f64 {
        PI * self.radius * self.radius
    }

    /// 1/Q of a bottle: what goes out, and what rubs in the neck \[1\].
    pub(super) fn loss(&self) -> f64 {
        let w = TAU * self.pitch(1.0);
        let k = w / SPEED_OF_SOUND;
        let sounds = k * self.mouth() / (2.0 * TAU * self.acoustic_length());
        let layer = (2.0 * shedding::VISCOSITY / w).sqrt();
        // Real necks lose several times as much as smooth ones.
        let rubs = 3.0 * layer / self.radius;
        (sounds + rubs).clamp(0.005, 1.0)
    }
}

const SHAPE: Param<Cavity> = Param {
    id: "shape",
    symbol: "shape",
    unit: Unit::One,
    doc: "A tube that is open at both ends, one that is stopped at the far end, or a bottle.",
    min: 0.0,
    max: 2.0,
    scale: Scale::Choice(CAVITIES),
    default: OPEN,
    glide: 0.0,
    handle: None,
    get: |it| it.shape,
    set: |it, value| it.shape = value,
};

pub(super) const LENGTH: Param<Cavity> = Param {
    id: "length",
    symbol: "L",
    unit: Unit::Metre,
    doc: "Length of a tube, or of the neck of a bottle.",
    min: 0.01,
    max: 10.0,
    scale: Scale::Logarithmic,
    default: 1.2,
    glide: 0.05,
    handle: Some(Handle { name: "length", low: "keyhole", high: "factory chimney" }),
    get: |it| it.length,
    set: |it, value| it.length = value,
};

impl Parametric for Cavity {
    const NAME: &'static str = "cavity";
    const PARAMS: &'static [Param<Self>] = &[
        SHAPE,
        LENGTH,
        Param {
            id: "radius",
            symbol: "a",
            doc: "Radius of the mouth.",
            min: 0.002,
            max: 0.3,
            default: 0.06,
            handle: None,
            get: |it| it.radius,
            set: |it, value| it.radius = value,
            ..LENGTH
        },
        Param {
            id: "volume",
            symbol: "V",
            unit: Unit::CubicMetre,
            doc: "Volume of a bottle.",
            min: 0.00001,
            max: 1.0,
            default: 0.00075,
            handle: None,
            get: |it| it.volume,
            set: |it, value| it.volume = value,
            ..LENGTH
        },
    ];
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_cavity_holds_to_its_table() {
        foley_params::defaults_hold::<super::Cavity>().unwrap();
    }
}
