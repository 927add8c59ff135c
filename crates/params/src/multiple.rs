//! What may be written after a number, and which of it we write ourselves.
//!
//! A multiple is a power of ten wherever it can be: the point in the text is then moved, and nothing is
//! multiplied, so that `35 g` is the very double that `0.035` is. Only minutes, degrees, turns and hours need
//! a product.

use crate::Unit;
use core::f64::consts::PI;

/// How many SI units one of these is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// A power of ten: its exponent.
    Ten(i32),
    /// A numerator and a denominator.
    Ratio(f64, f64),
}

/// A text that may stand after a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiple {
    /// As written, such as `kHz`.
    pub(crate) text: &'static str,
    /// What one of it is in SI.
    pub(crate) size: Size,
    /// The order of magnitude, in SI, from which up we choose this multiple when writing; none if we never
    /// do.
    pub(crate) from: Option<i32>,
}

/// We write it for values of 10^power and more.
const fn shown(text: &'static str, power: i32) -> Multiple {
    shown_from(text, power, power)
}

/// We write it for values of 10^from and more: nobody says 500 mm/s.
const fn shown_from(text: &'static str, power: i32, from: i32) -> Multiple {
    Multiple { text, size: Size::Ten(power), from: Some(from) }
}

/// The only one we write.
const fn always(text: &'static str) -> Multiple {
    shown_from(text, 0, i32::MIN)
}

/// We read it, and never write it.
const fn read(text: &'static str, power: i32) -> Multiple {
    Multiple { text, size: Size::Ten(power), from: None }
}

/// We read it, and never write it: the product is not exact.
const fn ratio(text: &'static str, numerator: f64, denominator: f64) -> Multiple {
    Multiple { text, size: Size::Ratio(numerator, denominator), from: None }
}

const PURE_NUMBER: &[Multiple] = &[read("%", -2)];
const MASS: &[Multiple] = &[shown("kg", 0), shown("g", -3), shown("mg", -6), shown("µg", -9), read("t", 3)];
const LENGTH: &[Multiple] = &[
    shown_from("m", 0, -1),
    read("cm", -2),
    shown("mm", -3),
    shown("µm", -6),
    shown("nm", -9),
    shown("km", 3),
];
const TIME: &[Multiple] =
    &[shown("s", 0), shown("ms", -3), shown("µs", -6), shown("ns", -9), ratio("min", 60.0, 1.0)];
const SPEED: &[Multiple] = &[
    shown_from("m/s", 0, -2),
    read("cm/s", -2),
    shown("mm/s", -3),
    shown("µm/s", -6),
    ratio("km/h", 5.0, 18.0),
];
const LOSS_PER_SPEED: &[Multiple] = &[always("s/m"), read("ms/m", -3)];
const FORCE: &[Multiple] =
    &[shown_from("N", 0, -1), shown("mN", -3), shown("µN", -6), shown("kN", 3), shown("MN", 6)];
const ENERGY: &[Multiple] =
    &[shown_from("J", 0, -1), shown("mJ", -3), shown("µJ", -6), shown("nJ", -9), shown("kJ", 3)];
const FREQUENCY: &[Multiple] =
    &[shown_from("Hz", 0, -2), shown("mHz", -3), shown("kHz", 3), shown("MHz", 6), ratio("rpm", 1.0, 60.0)];
// A prefix to the metre would have to be raised to the exponent, which is not known here.
const CONTACT_STIFFNESS: &[Multiple] = &[always("N/m^α"), read("N/m^a", 0), read("N/m", 0)];
const ANGLE: &[Multiple] = &[always("rad"), read("mrad", -3), ratio("deg", PI, 180.0), ratio("°", PI, 180.0)];
const AREA: &[Multiple] = &[shown_from("m^2", 0, -2), read("cm^2", -4), shown("mm^2", -6)];
const VOLUME: &[Multiple] =
    &[shown("m^3", 0), shown("L", -3), shown("mL", -6), read("cm^3", -6), read("mm^3", -9)];
const DENSITY: &[Multiple] = &[always("kg/m^3"), read("g/cm^3", 3)];
const ACCELERATION: &[Multiple] = &[always("m/s^2")];
const RATE: &[Multiple] = &[always("1/s"), read("/s", 0), read("1/ms", 3), ratio("1/min", 1.0, 60.0)];
const STIFFNESS: &[Multiple] =
    &[shown_from("N/m", 0, -1), shown("mN/m", -3), shown("kN/m", 3), shown("MN/m", 6), read("N/mm", 3)];
const DAMPING: &[Multiple] = &[always("N·s/m"), read("N s/m", 0), read("Ns/m", 0), read("kg/s", 0)];
const PRESSURE: &[Multiple] = &[
    shown_from("Pa", 0, -1),
    shown("mPa", -3),
    shown("µPa", -6),
    shown("kPa", 3),
    shown("MPa", 6),
    shown("GPa", 9),
    read("bar", 5),
];
const POWER: &[Multiple] =
    &[shown_from("W", 0, -1), shown("mW", -3), shown("µW", -6), shown("nW", -9), shown("kW", 3)];
const LEVEL: &[Multiple] = &[always("dB")];

/// What a unit may be written as, the SI text first. Empty for a unit of one's own, which has only its
/// symbol.
pub(crate) const fn multiples(unit: Unit) -> &'static [Multiple] {
    match unit {
        Unit::One => PURE_NUMBER,
        Unit::Kilogram => MASS,
        Unit::Metre => LENGTH,
        Unit::Second => TIME,
        Unit::MetrePerSecond => SPEED,
        Unit::SecondPerMetre => LOSS_PER_SPEED,
        Unit::Newton => FORCE,
        Unit::Joule => ENERGY,
        Unit::Hertz => FREQUENCY,
        Unit::NewtonPerMetreToTheExponent => CONTACT_STIFFNESS,
        Unit::Radian => ANGLE,
        Unit::SquareMetre => AREA,
        Unit::CubicMetre => VOLUME,
        Unit::KilogramPerCubicMetre => DENSITY,
        Unit::MetrePerSecondSquared => ACCELERATION,
        Unit::PerSecond => RATE,
        Unit::NewtonPerMetre => STIFFNESS,
        Unit::NewtonSecondPerMetre => DAMPING,
        Unit::Pascal => PRESSURE,
        Unit::Watt => POWER,
        Unit::Decibel => LEVEL,
        Unit::Other(_) => &[],
    }
}

impl Unit {
    /// What may be written after a number, the SI text first: `kg`, `g`, `mg`, … A bare number is always
    /// allowed, and a pure number has only `%`.
    ///
    /// ```
    /// let texts: Vec<_> = foley_params::Unit::Second.texts().collect();
    /// assert_eq!(texts, ["s", "ms", "µs", "ns", "min"]);
    /// ```
    pub fn texts(self) -> impl Iterator<Item = &'static str> {
        let own = match self {
            Self::Other(symbol) if !self.is_one() => Some(symbol),
            _ => None,
        };
        own.into_iter().chain(multiples(self).iter().map(|multiple| multiple.text))
    }

    /// What one of `text` is in this unit, if it measures the same.
    pub(crate) fn size_of(self, text: &str) -> Option<Size> {
        let text = canonical(text);
        if !self.is_one() && canonical(self.symbol()) == text {
            return Some(Size::Ten(0));
        }
        multiples(self).iter().find(|multiple| canonical(multiple.text) == text).map(|multiple| multiple.size)
    }
}

/// One spelling for the several that keyboards have: `us`, `μs` (Greek) and `µs` (micro sign); `²` and `^2`;
/// `*` and `·`.
fn canonical(text: &str) -> String {
    let text = text.trim();
    let text = match text.strip_prefix(['u', 'μ']) {
        Some(rest) => format!("µ{rest}"),
        None => text.to_owned(),
    };
    text.replace('²', "^2").replace('³', "^3").replace(['*', '⋅'], "·")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_begins_with_its_si_text() {
        for &unit in Unit::ALL {
            if unit.is_one() {
                continue;
            }
            let first = multiples(unit)[0];
            assert_eq!(first.text, unit.symbol());
            assert_eq!(first.size, Size::Ten(0), "{unit:?}");
            assert!(first.from.is_some(), "{unit:?}");
        }
    }

    #[test]
    fn no_text_means_two_things_within_a_unit() {
        for &unit in Unit::ALL {
            let texts: Vec<_> = unit.texts().map(canonical).collect();
            for (index, text) in texts.iter().enumerate() {
                assert!(!texts[..index].contains(text), "{unit:?}: {text}");
            }
        }
    }

    #[test]
    fn keyboards_may_spell_micro_and_squared_as_they_can() {
        for text in ["us", "µs", "μs", " us "] {
            assert_eq!(Unit::Second.size_of(text), Some(Size::Ten(-6)), "{text}");
        }
        for text in ["m/s²", "m/s^2"] {
            assert_eq!(Unit::MetrePerSecondSquared.size_of(text), Some(Size::Ten(0)), "{text}");
        }
        for text in ["N·s/m", "N*s/m", "N s/m", "kg/s"] {
            assert_eq!(Unit::NewtonSecondPerMetre.size_of(text), Some(Size::Ten(0)), "{text}");
        }
        for text in ["N/m^α", "N/m^a", "N/m"] {
            assert_eq!(Unit::NewtonPerMetreToTheExponent.size_of(text), Some(Size::Ten(0)), "{text}");
        }
    }
}
