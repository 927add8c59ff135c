//! Texts allowed after a number for each unit, and which of them the formatter uses.
//!
//! A multiple is a power of ten wherever possible. Parsing then moves the decimal point instead of
//! multiplying, so `35 g` gives the same double as `0.035`. Only minutes, degrees, rpm and km/h need a
//! product.

use crate::Unit;
use core::f64::consts::PI;

/// Size of a unit multiple in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// A power of ten, given by its exponent: −3 for `g` in kg.
    Ten(i32),
    /// A fraction, given by numerator and denominator: 5 and 18 for `km/h`.
    Ratio(f64, f64),
}

/// A unit text allowed after a number, with the size of that unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiple {
    /// Text of the unit, such as `kHz`.
    pub(crate) text: &'static str,
    /// Size of this unit in SI units.
    pub(crate) size: Size,
    /// Smallest order of magnitude, in SI, for which the formatter uses this multiple; `None` if never.
    pub(crate) from: Option<i32>,
}

/// Returns a multiple of 10^power that the formatter uses for values of 10^power and more.
const fn written(text: &'static str, power: i32) -> Multiple {
    written_from(text, power, power)
}

/// Returns a multiple that the formatter uses for values of 10^from and more: a speed of 0.5 m/s is not
/// written `500 mm/s`.
const fn written_from(text: &'static str, power: i32, from: i32) -> Multiple {
    Multiple { text, size: Size::Ten(power), from: Some(from) }
}

/// Returns the SI unit itself as the only multiple that the formatter uses.
const fn always_written(text: &'static str) -> Multiple {
    written_from(text, 0, i32::MIN)
}

/// Returns a multiple that only the parser accepts; the formatter never writes it.
const fn parsed_only(text: &'static str, power: i32) -> Multiple {
    Multiple { text, size: Size::Ten(power), from: None }
}

/// Returns a multiple that only the parser accepts, because conversion by a fraction is not exact.
const fn parsed_ratio(text: &'static str, numerator: f64, denominator: f64) -> Multiple {
    Multiple { text, size: Size::Ratio(numerator, denominator), from: None }
}

const PURE_NUMBER: &[Multiple] = &[parsed_only("%", -2)];
const MASS: &[Multiple] =
    &[written("kg", 0), written("g", -3), written("mg", -6), written("µg", -9), parsed_only("t", 3)];
const LENGTH: &[Multiple] = &[
    written_from("m", 0, -1),
    parsed_only("cm", -2),
    written("mm", -3),
    written("µm", -6),
    written("nm", -9),
    written("km", 3),
];
const TIME: &[Multiple] = &[
    written("s", 0),
    written("ms", -3),
    written("µs", -6),
    written("ns", -9),
    parsed_ratio("min", 60.0, 1.0),
];
const SPEED: &[Multiple] = &[
    written_from("m/s", 0, -2),
    parsed_only("cm/s", -2),
    written("mm/s", -3),
    written("µm/s", -6),
    parsed_ratio("km/h", 5.0, 18.0),
];
const LOSS_PER_SPEED: &[Multiple] = &[always_written("s/m"), parsed_only("ms/m", -3)];
const FORCE: &[Multiple] =
    &[written_from("N", 0, -1), written("mN", -3), written("µN", -6), written("kN", 3), written("MN", 6)];
const ENERGY: &[Multiple] =
    &[written_from("J", 0, -1), written("mJ", -3), written("µJ", -6), written("nJ", -9), written("kJ", 3)];
const FREQUENCY: &[Multiple] = &[
    written_from("Hz", 0, -2),
    written("mHz", -3),
    written("kHz", 3),
    written("MHz", 6),
    parsed_ratio("rpm", 1.0, 60.0),
];
// Contact stiffness has no prefixes: a prefix of the metre would have to be raised to the unknown exponent.
const CONTACT_STIFFNESS: &[Multiple] =
    &[always_written("N/m^α"), parsed_only("N/m^a", 0), parsed_only("N/m", 0)];
const ANGLE: &[Multiple] = &[
    always_written("rad"),
    parsed_only("mrad", -3),
    parsed_ratio("deg", PI, 180.0),
    parsed_ratio("°", PI, 180.0),
];
const AREA: &[Multiple] = &[written_from("m^2", 0, -2), parsed_only("cm^2", -4), written("mm^2", -6)];
const VOLUME: &[Multiple] = &[
    written("m^3", 0),
    written("L", -3),
    written("mL", -6),
    parsed_only("cm^3", -6),
    parsed_only("mm^3", -9),
];
const DENSITY: &[Multiple] = &[always_written("kg/m^3"), parsed_only("g/cm^3", 3)];
const ACCELERATION: &[Multiple] = &[always_written("m/s^2")];
const RATE: &[Multiple] =
    &[always_written("1/s"), parsed_only("/s", 0), parsed_only("1/ms", 3), parsed_ratio("1/min", 1.0, 60.0)];
const STIFFNESS: &[Multiple] = &[
    written_from("N/m", 0, -1),
    written("mN/m", -3),
    written("kN/m", 3),
    written("MN/m", 6),
    parsed_only("N/mm", 3),
];
const DAMPING: &[Multiple] =
    &[always_written("N·s/m"), parsed_only("N s/m", 0), parsed_only("Ns/m", 0), parsed_only("kg/s", 0)];
const PRESSURE: &[Multiple] = &[
    written_from("Pa", 0, -1),
    written("mPa", -3),
    written("µPa", -6),
    written("kPa", 3),
    written("MPa", 6),
    written("GPa", 9),
    parsed_only("bar", 5),
];
const POWER: &[Multiple] =
    &[written_from("W", 0, -1), written("mW", -3), written("µW", -6), written("nW", -9), written("kW", 3)];
const VOLUME_FLOW: &[Multiple] = &[
    parsed_only("L/s", -3),
    parsed_only("mL/s", -6),
    parsed_ratio("L/min", 1.0, 60_000.0),
    parsed_ratio("mL/min", 1.0, 6e7),
];
const LEVEL: &[Multiple] = &[always_written("dB")];

/// Returns the multiples of a unit, the SI text first. A custom unit has its symbol and, for a volume flow,
/// the multiples that the parser accepts.
pub(crate) fn multiples(unit: Unit) -> &'static [Multiple] {
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
        Unit::Other("m^3/s") => VOLUME_FLOW,
        Unit::Other(_) => &[],
    }
}

impl Unit {
    /// Returns the texts allowed after a number, the SI text first: `kg`, `g`, `mg`, … A bare number is
    /// always allowed; a pure number allows only `%`.
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

    /// Returns the size of the unit `text` in this unit; `None` if `text` measures another quantity.
    pub(crate) fn size_of(self, text: &str) -> Option<Size> {
        let text = canonical(text);
        if !self.is_one() && canonical(self.symbol()) == text {
            return Some(Size::Ten(0));
        }
        multiples(self).iter().find(|multiple| canonical(multiple.text) == text).map(|multiple| multiple.size)
    }
}

/// Normalises spelling variants: `us`, `μs` (Greek) and `µs` (micro sign); `²` and `^2`; `*` and `·`.
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
    fn the_first_text_of_every_unit_is_si() {
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
    fn no_text_is_ambiguous_within_a_unit() {
        for &unit in Unit::ALL {
            let texts: Vec<_> = unit.texts().map(canonical).collect();
            for (index, text) in texts.iter().enumerate() {
                assert!(!texts[..index].contains(text), "{unit:?}: {text}");
            }
        }
    }

    #[test]
    fn spelling_variants_of_micro_and_powers_are_accepted() {
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
