//! Parses a number with an optional unit: `35 g`, `1.2kHz`, `-0.5`, `1e9`.
//!
//! The grammar is a sign, digits with an optional point, an exponent and a unit; only the digits are
//! required. A bare number is SI. A power of ten is added to the exponent before the digits become a double,
//! so that `35 g` and `0.035` give the same bits.

use crate::error::excerpt;
use crate::multiple::Size;
use crate::{QuantityError, Unit};

/// A number parsed from the beginning of a text, and the rest of the text.
struct NumberLiteral<'a> {
    negative: bool,
    /// Digits of the number, with an optional point.
    digits: &'a str,
    exponent: i64,
    rest: &'a str,
}

impl Unit {
    /// Parses a text such as `35 g` and returns the value in SI.
    ///
    /// # Errors
    /// If the text is not a finite number, or its unit measures another quantity. Never panics.
    ///
    /// ```
    /// use foley_params::Unit;
    ///
    /// assert_eq!(Unit::Kilogram.parse("35 g"), Ok(0.035));
    /// assert_eq!(Unit::Hertz.parse("1.2kHz"), Ok(1200.0));
    /// assert_eq!(Unit::Metre.parse("0.003"), Ok(0.003));
    /// assert_eq!(Unit::MetrePerSecond.parse("36 km/h"), Ok(10.0));
    /// assert_eq!(
    ///     Unit::Kilogram.parse("3 mm").unwrap_err().to_string(),
    ///     "`mm` measures length, not mass. \
    ///      Write a number in kg, g, mg, µg or t; a bare number is in kg.",
    /// );
    /// ```
    pub fn parse(self, text: &str) -> Result<f64, QuantityError> {
        let text = text.trim();
        let Some(literal) = number(text) else {
            return Err(number_error(text, self));
        };
        let (power, ratio) = match self.multiple(literal.rest, text)? {
            Size::Ten(power) => (power, None),
            Size::Ratio(numerator, denominator) => (0, Some((numerator, denominator))),
        };
        let mut value = value(&literal, power).ok_or_else(|| number_error(text, self))?;
        if let Some((numerator, denominator)) = ratio {
            value = value * numerator / denominator;
        }
        if value.is_finite() {
            Ok(value)
        } else {
            Err(QuantityError::NotFinite { text: excerpt(text), unit: self })
        }
    }

    /// Returns the size in SI of the unit `rest`, which is the end of `text`.
    fn multiple(self, rest: &str, text: &str) -> Result<Size, QuantityError> {
        let rest = rest.trim();
        if rest.is_empty() {
            return Ok(Size::Ten(0));
        }
        if let Some(size) = self.size_of(rest) {
            return Ok(size);
        }
        // `1,5`, `1.2.3`, `1 000`, `1_000`: the number continues where a unit was expected.
        if rest.starts_with(|c: char| c.is_ascii_digit() || ",._'’+-−".contains(c)) {
            return Err(number_error(text, self));
        }
        let other = Unit::ALL.iter().find(|unit| unit.size_of(rest).is_some());
        Err(match other {
            Some(&of) => QuantityError::WrongUnit { text: excerpt(rest), of, unit: self },
            None => QuantityError::UnknownUnit { text: excerpt(rest), unit: self },
        })
    }
}

/// Parses the number at the beginning of the text; `None` if the text does not begin with a number.
fn number(text: &str) -> Option<NumberLiteral<'_>> {
    let (negative, unsigned) = sign(text);
    let integer = count_digits(unsigned);
    let fraction = unsigned[integer..].strip_prefix('.').map(count_digits);
    let length = integer + fraction.map_or(0, |fraction| 1 + fraction);
    if integer + fraction.unwrap_or(0) == 0 {
        return None;
    }
    let (digits, rest) = unsigned.split_at(length);
    let (exponent, rest) = exponent(rest).unwrap_or((0, rest));
    Some(NumberLiteral { negative, digits, exponent, rest })
}

/// Parses an exponent such as `e-3` and returns its value and the rest of the text. A letter without digits
/// is not an exponent.
fn exponent(text: &str) -> Option<(i64, &str)> {
    let (negative, unsigned) = sign(text.strip_prefix(['e', 'E'])?);
    let (digits, rest) = unsigned.split_at(count_digits(unsigned));
    if digits.is_empty() {
        return None;
    }
    // An exponent too large for an i64 counts as infinite.
    let size: i64 = digits.parse().unwrap_or(i64::MAX / 2);
    Some((if negative { -size } else { size }, rest))
}

/// Parses an optional sign: `-`, the typographic minus, or `+`. Returns whether the sign is a minus, and the
/// rest of the text.
fn sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix(['-', '−']) {
        (true, rest)
    } else {
        (false, text.strip_prefix('+').unwrap_or(text))
    }
}

fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns the double nearest to the number times 10^power.
fn value(literal: &NumberLiteral<'_>, power: i32) -> Option<f64> {
    let sign = if literal.negative { "-" } else { "" };
    let exponent = literal.exponent.saturating_add(power.into());
    format!("{sign}{}e{exponent}", literal.digits).parse().ok()
}

/// Returns the reason why a text is not a number.
fn number_error(text: &str, unit: Unit) -> QuantityError {
    let (_, unsigned) = sign(text);
    let word = unsigned.split_whitespace().next().unwrap_or("").to_lowercase();
    if text.is_empty() {
        QuantityError::Empty { unit }
    } else if ["inf", "infinity", "nan", "∞"].contains(&word.as_str()) {
        QuantityError::NotFinite { text: excerpt(text), unit }
    } else if unsigned.contains(',') && unsigned.starts_with(|c: char| c == ',' || c.is_ascii_digit()) {
        QuantityError::Comma { text: excerpt(text) }
    } else {
        QuantityError::NotANumber { text: excerpt(text), unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    #[test]
    fn multiples_are_converted_to_si() {
        let cases = [
            (Unit::Kilogram, "35 g", 0.035),
            (Unit::Kilogram, "35g", 0.035),
            (Unit::Kilogram, " 2 t ", 2000.0),
            (Unit::Hertz, "1.2 kHz", 1200.0),
            (Unit::Hertz, "600 rpm", 10.0),
            (Unit::Metre, "3 mm", 0.003),
            (Unit::Metre, "3\u{a0}µm", 3e-6),
            (Unit::Metre, "3um", 3e-6),
            (Unit::Second, "1.5 min", 90.0),
            (Unit::Second, "20us", 20e-6),
            (Unit::MetrePerSecond, "36 km/h", 10.0),
            (Unit::MetrePerSecond, "5 cm/s", 0.05),
            (Unit::Radian, "180 deg", PI),
            (Unit::Radian, "-90°", -PI / 2.0),
            (Unit::One, "25 %", 0.25),
            (Unit::One, "1.5", 1.5),
            (Unit::NewtonPerMetreToTheExponent, "1e9", 1e9),
            (Unit::NewtonPerMetreToTheExponent, "1e9 N/m^α", 1e9),
            (Unit::NewtonPerMetreToTheExponent, "1E9 N/m^a", 1e9),
            (Unit::NewtonPerMetreToTheExponent, "1e+9N/m", 1e9),
            (Unit::PerSecond, "5 1/s", 5.0),
            (Unit::PerSecond, "5/s", 5.0),
            (Unit::Newton, "-0.5", -0.5),
            (Unit::Newton, "−0.5 kN", -500.0),
            (Unit::Newton, "+.5", 0.5),
            (Unit::Newton, "5.", 5.0),
            (Unit::Other("N·m"), "5 N·m", 5.0),
            (Unit::Other("N·m"), "5", 5.0),
            (Unit::Other("m^3/s"), "0.0001", 1e-4),
            (Unit::Other("m^3/s"), "6 L/min", 1e-4),
            (Unit::Other("m^3/s"), "0.25 L/s", 2.5e-4),
            (Unit::Kilogram, "0e99999999999999999999999", 0.0),
        ];
        for (unit, text, value) in cases {
            assert_eq!(unit.parse(text), Ok(value), "{text} of {unit:?}");
        }
    }

    #[test]
    fn a_power_of_ten_is_exact() {
        for grams in 0..10_000 {
            let kilograms: f64 = format!("{grams}e-3").parse().unwrap();
            assert_eq!(Unit::Kilogram.parse(&format!("{grams} g")), Ok(kilograms));
        }
    }

    #[test]
    fn a_comma_is_rejected_with_a_hint() {
        for text in ["1,5", "1,5 kg", ",5", "1,000.5", "-1,5"] {
            let error = Unit::Kilogram.parse(text).unwrap_err();
            assert!(matches!(error, QuantityError::Comma { .. }), "{text}: {error}");
        }
        assert_eq!(
            Unit::Kilogram.parse("1,5").unwrap_err().to_string(),
            "`1,5` has a comma. Write the decimal point as `.`, as in `1.5`, and thousands without a mark."
        );
    }

    #[test]
    fn a_text_without_a_number_is_rejected() {
        for text in ["abc", ".", "-", "e5", "kg", "--5", "1.2.3", "1 000", "1_000", "5-3", "0x10", "٣", "½"]
        {
            let error = Unit::One.parse(text).unwrap_err();
            assert!(
                matches!(error, QuantityError::NotANumber { .. } | QuantityError::UnknownUnit { .. }),
                "{text}: {error}"
            );
        }
        for text in ["", "  ", "\n"] {
            assert_eq!(Unit::One.parse(text), Err(QuantityError::Empty { unit: Unit::One }));
        }
    }

    #[test]
    fn a_non_finite_value_is_rejected() {
        for text in [
            "inf",
            "-inf",
            "NaN",
            "Infinity",
            "inf kg",
            "1e999",
            "-1e999",
            "1e308 t",
            "9e9999999999999999999999",
        ] {
            let error = Unit::Kilogram.parse(text).unwrap_err();
            assert!(matches!(error, QuantityError::NotFinite { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn a_unit_of_another_quantity_is_rejected_with_the_allowed_units() {
        let error = Unit::Second.parse("3 kHz").unwrap_err();
        assert_eq!(
            error,
            QuantityError::WrongUnit { text: "kHz".into(), of: Unit::Hertz, unit: Unit::Second }
        );
        assert_eq!(
            error.to_string(),
            "`kHz` measures frequency, not time. Write a number in s, ms, µs, ns or min; a bare number is in s."
        );
        assert_eq!(
            Unit::One.parse("3 mm").unwrap_err().to_string(),
            "`mm` measures length, not a pure number. Write a bare number, or one in %."
        );
    }

    #[test]
    fn an_unknown_unit_is_rejected_with_the_allowed_units() {
        assert_eq!(
            Unit::Hertz.parse("3 khz").unwrap_err().to_string(),
            "`khz` is not a known unit. Write a number in Hz, mHz, kHz, MHz or rpm; a bare number is in Hz. \
             Capitals matter."
        );
        assert_eq!(
            Unit::Other("N·m").parse("3 lb").unwrap_err().to_string(),
            "`lb` is not a known unit. Write a number in N·m; a bare number is in N·m."
        );
    }

    #[test]
    fn no_text_causes_a_panic() {
        // Characters that are likely to matter for the parser, mixed with random ones.
        let likely: Vec<char> = "0123456789.,+-−eE_' \tkgmsHzNJµμu°%/^αn·²i\u{0}é🎵٣".chars().collect();
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..200_000 {
            let length = random() % 12;
            let text: String = (0..length)
                .map(|_| match random() % 8 {
                    0 => char::from_u32((random() % 0x11_0000) as u32).unwrap_or('\u{fffd}'),
                    _ => likely[random() as usize % likely.len()],
                })
                .collect();
            let unit = Unit::ALL[random() as usize % Unit::ALL.len()];
            match unit.parse(&text) {
                Ok(value) => assert!(value.is_finite(), "{text:?} became {value}"),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn random_bytes_cause_no_panic() {
        let mut state = 1_u32;
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..24)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) as u8
                })
                .collect();
            let text = String::from_utf8_lossy(&bytes);
            let _ = Unit::Kilogram.parse(&text);
        }
    }

    #[test]
    fn a_very_long_text_is_parsed_or_rejected_like_a_short_one() {
        let zeros = "0".repeat(100_000);
        assert_eq!(Unit::One.parse(&format!("0.{zeros}1e100001")), Ok(1.0));
        let error = Unit::One.parse(&"x".repeat(100_000)).unwrap_err();
        assert!(error.to_string().len() < 200);
    }
}
