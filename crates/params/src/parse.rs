//! Reading a number and what is written after it: `35 g`, `1.2kHz`, `-0.5`, `1e9`.
//!
//! The grammar is a sign, digits with or without a point, an exponent, and a unit; the last three may be
//! missing. A bare number is SI. A power of ten is added to the exponent before the digits become a double,
//! so that `35 g` and `0.035` are the same bits.

use crate::error::excerpt;
use crate::multiple::Size;
use crate::{QuantityError, Unit};

/// A number as it was written, and the rest of the text.
struct Written<'a> {
    negative: bool,
    /// Digits, with or without a point.
    digits: &'a str,
    exponent: i64,
    rest: &'a str,
}

impl Unit {
    /// Reads a value and its unit, and gives it in SI.
    ///
    /// # Errors
    /// If the text is no finite number, or what follows it is no unit of the same quantity. No text makes it
    /// panic.
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
    ///     "`mm` measures length, but mass is wanted. \
    ///      Write a number in kg, g, mg, µg or t; a bare number is in kg.",
    /// );
    /// ```
    pub fn parse(self, text: &str) -> Result<f64, QuantityError> {
        let text = text.trim();
        let Some(written) = number(text) else {
            return Err(no_number(text, self));
        };
        let (power, ratio) = match self.multiple(written.rest, text)? {
            Size::Ten(power) => (power, None),
            Size::Ratio(numerator, denominator) => (0, Some((numerator, denominator))),
        };
        let mut value = value(&written, power).ok_or_else(|| no_number(text, self))?;
        if let Some((numerator, denominator)) = ratio {
            value = value * numerator / denominator;
        }
        if value.is_finite() {
            Ok(value)
        } else {
            Err(QuantityError::NotFinite { text: excerpt(text), unit: self })
        }
    }

    /// What one of the unit in `rest`, the end of `text`, is in SI.
    fn multiple(self, rest: &str, text: &str) -> Result<Size, QuantityError> {
        let rest = rest.trim();
        if rest.is_empty() {
            return Ok(Size::Ten(0));
        }
        if let Some(size) = self.size_of(rest) {
            return Ok(size);
        }
        // `1,5`, `1.2.3`, `1 000`, `1_000`: the number did not end where we thought.
        if rest.starts_with(|c: char| c.is_ascii_digit() || ",._'’+-−".contains(c)) {
            return Err(no_number(text, self));
        }
        let other = Unit::ALL.iter().find(|unit| unit.size_of(rest).is_some());
        Err(match other {
            Some(&of) => QuantityError::WrongUnit { text: excerpt(rest), of, unit: self },
            None => QuantityError::UnknownUnit { text: excerpt(rest), unit: self },
        })
    }
}

/// The number at the beginning, if there is one.
fn number(text: &str) -> Option<Written<'_>> {
    let (negative, unsigned) = sign(text);
    let whole = count_digits(unsigned);
    let part = unsigned[whole..].strip_prefix('.').map(count_digits);
    let length = whole + part.map_or(0, |part| 1 + part);
    if whole + part.unwrap_or(0) == 0 {
        return None;
    }
    let (digits, rest) = unsigned.split_at(length);
    let (exponent, rest) = exponent(rest).unwrap_or((0, rest));
    Some(Written { negative, digits, exponent, rest })
}

/// `e-3`, and what follows it. A letter without digits is not an exponent.
fn exponent(text: &str) -> Option<(i64, &str)> {
    let (negative, unsigned) = sign(text.strip_prefix(['e', 'E'])?);
    let (digits, rest) = unsigned.split_at(count_digits(unsigned));
    if digits.is_empty() {
        return None;
    }
    // More digits than an i64 holds are as good as infinitely many.
    let size: i64 = digits.parse().unwrap_or(i64::MAX / 2);
    Some((if negative { -size } else { size }, rest))
}

/// A minus, also as typographers write it, or a plus, or none.
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

/// The double nearest to the written number times a power of ten.
fn value(written: &Written<'_>, power: i32) -> Option<f64> {
    let sign = if written.negative { "-" } else { "" };
    let exponent = written.exponent.saturating_add(power.into());
    format!("{sign}{}e{exponent}", written.digits).parse().ok()
}

/// Why there is no number in a text.
fn no_number(text: &str, unit: Unit) -> QuantityError {
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
    fn multiples_become_si() {
        let facts = [
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
            (Unit::Kilogram, "0e99999999999999999999999", 0.0),
        ];
        for (unit, text, value) in facts {
            assert_eq!(unit.parse(text), Ok(value), "{text} of {unit:?}");
        }
    }

    #[test]
    fn a_power_of_ten_costs_no_digit() {
        for grams in 0..10_000 {
            let kilograms: f64 = format!("{grams}e-3").parse().unwrap();
            assert_eq!(Unit::Kilogram.parse(&format!("{grams} g")), Ok(kilograms));
        }
    }

    #[test]
    fn a_comma_is_refused_with_a_hint() {
        for text in ["1,5", "1,5 kg", ",5", "1,000.5", "-1,5"] {
            let refused = Unit::Kilogram.parse(text).unwrap_err();
            assert!(matches!(refused, QuantityError::Comma { .. }), "{text}: {refused}");
        }
        assert_eq!(
            Unit::Kilogram.parse("1,5").unwrap_err().to_string(),
            "`1,5` has a comma. Write the decimal point as `.`, as in `1.5`, and thousands without a mark."
        );
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["abc", ".", "-", "e5", "kg", "--5", "1.2.3", "1 000", "1_000", "5-3", "0x10", "٣", "½"]
        {
            let refused = Unit::One.parse(text).unwrap_err();
            assert!(
                matches!(refused, QuantityError::NotANumber { .. } | QuantityError::UnknownUnit { .. }),
                "{text}: {refused}"
            );
        }
        for text in ["", "  ", "\n"] {
            assert_eq!(Unit::One.parse(text), Err(QuantityError::Empty { unit: Unit::One }));
        }
    }

    #[test]
    fn what_is_not_finite_is_refused() {
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
            let refused = Unit::Kilogram.parse(text).unwrap_err();
            assert!(matches!(refused, QuantityError::NotFinite { .. }), "{text}: {refused}");
        }
    }

    #[test]
    fn a_unit_of_something_else_is_refused_with_the_units_allowed() {
        let refused = Unit::Second.parse("3 kHz").unwrap_err();
        assert_eq!(
            refused,
            QuantityError::WrongUnit { text: "kHz".into(), of: Unit::Hertz, unit: Unit::Second }
        );
        assert_eq!(
            refused.to_string(),
            "`kHz` measures frequency, but time is wanted. Write a number in s, ms, µs, ns or min; a bare number is in s."
        );
        assert_eq!(
            Unit::One.parse("3 mm").unwrap_err().to_string(),
            "`mm` measures length, but a pure number is wanted. Write a bare number, or one in %."
        );
    }

    #[test]
    fn an_unknown_unit_is_refused_with_the_units_allowed() {
        assert_eq!(
            Unit::Hertz.parse("3 khz").unwrap_err().to_string(),
            "`khz` is not a unit known here. Write a number in Hz, mHz, kHz, MHz or rpm; a bare number is in Hz. \
             Capitals matter."
        );
        assert_eq!(
            Unit::Other("N·m").parse("3 lb").unwrap_err().to_string(),
            "`lb` is not a unit known here. Write a number in N·m; a bare number is in N·m."
        );
    }

    #[test]
    fn no_text_makes_it_panic() {
        // Letters that are likely to matter, and any others, in any order.
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
                Err(refused) => assert!(!refused.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn random_bytes_do_not_make_it_panic_either() {
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
    fn a_very_long_text_is_read_or_refused_like_a_short_one() {
        let zeros = "0".repeat(100_000);
        assert_eq!(Unit::One.parse(&format!("0.{zeros}1e100001")), Ok(1.0));
        let refused = Unit::One.parse(&"x".repeat(100_000)).unwrap_err();
        assert!(refused.to_string().len() < 200);
    }
}
