//! Formats a number with a readable multiple of its unit: `35 g`, `1.2 kHz`, `3 mm`.
//!
//! The digits are the fewest that parse to the same double. A prefix only moves the decimal point, without a
//! division, so a text parses back to the same bits.

use crate::Unit;
use crate::multiple::{Size, multiples};

/// A finite number as its shortest decimal digits and the power of ten of the first digit.
struct Decimal {
    negative: bool,
    /// Decimal digits of the number without a point. The first is not 0, unless the number is 0.
    digits: String,
    order: i32,
}

impl Unit {
    /// Formats an SI value with its unit, in a suitable multiple. [`Unit::parse`] returns the same bits for
    /// every finite value.
    ///
    /// ```
    /// use foley_params::Unit;
    ///
    /// assert_eq!(Unit::Kilogram.format(0.035), "35 g");
    /// assert_eq!(Unit::Hertz.format(1200.0), "1.2 kHz");
    /// assert_eq!(Unit::Metre.format(0.003), "3 mm");
    /// assert_eq!(Unit::NewtonPerMetreToTheExponent.format(1e9), "1e9 N/m^α");
    /// assert_eq!(Unit::One.format(1.5), "1.5");
    /// ```
    pub fn format(self, value: f64) -> String {
        let decimal = shortest(value);
        let (power, text) = match &decimal {
            Some(decimal) if value != 0.0 => self.fitting(decimal.order),
            _ => (0, self.symbol()),
        };
        let number = decimal.map_or_else(|| value.to_string(), |decimal| write(&decimal, power));
        if self.is_one() { number } else { format!("{number} {text}") }
    }

    /// Formats like [`Unit::format`], rounded to `digits` significant digits, for display only.
    ///
    /// ```
    /// use foley_params::Unit;
    ///
    /// assert_eq!(Unit::Metre.format_rounded(2.345678e-5, 4), "23.46 µm");
    /// assert_eq!(Unit::MetrePerSecond.format_rounded(-0.99999999, 3), "-1 m/s");
    /// ```
    pub fn format_rounded(self, value: f64, digits: usize) -> String {
        let text = format!("{value:.*e}", digits.saturating_sub(1));
        self.format(text.parse().unwrap_or(value))
    }

    /// Returns the power of ten and the text of the unit multiple for values of this order of magnitude.
    fn fitting(self, order: i32) -> (i32, &'static str) {
        let shown = || {
            multiples(self).iter().filter_map(|multiple| match (multiple.size, multiple.from) {
                (Size::Ten(power), Some(from)) => Some((power, from, multiple.text)),
                _ => None,
            })
        };
        shown()
            .filter(|&(_, from, _)| from <= order)
            .max_by_key(|&(power, ..)| power)
            .or_else(|| shown().min_by_key(|&(power, ..)| power))
            .map_or((0, self.symbol()), |(power, _, text)| (power, text))
    }
}

/// Returns the fewest digits that parse to the same double; `None` for NaN and infinity.
fn shortest(value: f64) -> Option<Decimal> {
    // `{:e}` has the form -1.25e-7.
    let text = format!("{value:e}");
    let (mantissa, order) = text.split_once('e')?;
    Some(Decimal {
        negative: mantissa.starts_with('-'),
        digits: mantissa.chars().filter(char::is_ascii_digit).collect(),
        order: order.parse().ok()?,
    })
}

/// Writes the number in multiples of 10^power: without an exponent if few zeros suffice, otherwise with an
/// exponent.
fn write(decimal: &Decimal, power: i32) -> String {
    const MAX_ZEROS: i32 = 5;
    let Decimal { negative, digits, order } = decimal;
    let order = order - power;
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let sign = if *negative { "-" } else { "" };
    // Number of zeros needed to reach the decimal point, from the right or from the left.
    let zeros = if order < 0 { -order } else { order + 1 - count };
    if zeros > MAX_ZEROS {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{point}{rest}e{order}");
    }
    if order < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat((zeros - 1) as usize));
    }
    if zeros >= 0 {
        return format!("{sign}{digits}{}", "0".repeat(zeros as usize));
    }
    let (integer, fraction) = digits.split_at((order + 1) as usize);
    format!("{sign}{integer}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_with_suitable_multiples() {
        let facts = [
            (Unit::Kilogram, 0.035, "35 g"),
            (Unit::Kilogram, 1.0, "1 kg"),
            (Unit::Kilogram, 2500.0, "2500 kg"),
            (Unit::Kilogram, 1.5e-6, "1.5 mg"),
            (Unit::Kilogram, 0.0, "0 kg"),
            (Unit::Kilogram, -0.035, "-35 g"),
            (Unit::Kilogram, 0.000_999, "999 mg"),
            (Unit::Hertz, 1200.0, "1.2 kHz"),
            (Unit::Hertz, 440.0, "440 Hz"),
            (Unit::Hertz, 0.5, "0.5 Hz"),
            (Unit::Hertz, 48_000.0, "48 kHz"),
            (Unit::Metre, 0.003, "3 mm"),
            (Unit::Metre, 0.25, "0.25 m"),
            (Unit::Metre, 1.7e-6, "1.7 µm"),
            (Unit::Metre, 1e-12, "0.001 nm"),
            (Unit::Second, 0.005, "5 ms"),
            (Unit::Second, 1.0 / 48_000.0, "20.833333333333333 µs"),
            (Unit::MetrePerSecond, 0.05, "0.05 m/s"),
            (Unit::MetrePerSecond, 0.005, "5 mm/s"),
            (Unit::Newton, 3500.0, "3.5 kN"),
            (Unit::Joule, 2.5e-6, "2.5 µJ"),
            (Unit::Radian, 0.5, "0.5 rad"),
            (Unit::NewtonPerMetreToTheExponent, 1e9, "1e9 N/m^α"),
            (Unit::NewtonPerMetreToTheExponent, 2.5e10, "2.5e10 N/m^α"),
            (Unit::NewtonPerMetreToTheExponent, 1e5, "100000 N/m^α"),
            (Unit::One, 1.5, "1.5"),
            (Unit::One, 1_234_567.0, "1234567"),
            (Unit::One, 0.000_01, "0.00001"),
            (Unit::One, 1e-6, "1e-6"),
            (Unit::Other("N·m"), 0.5, "0.5 N·m"),
            (Unit::Other(""), 0.5, "0.5"),
            (Unit::Kilogram, f64::NAN, "NaN kg"),
            (Unit::One, f64::NEG_INFINITY, "-inf"),
        ];
        for (unit, value, text) in facts {
            assert_eq!(unit.format(value), text, "{value} of {unit:?}");
        }
    }

    /// Asserts that a value survives formatting and parsing bit for bit.
    fn assert_round_trip(unit: Unit, value: f64) {
        let text = unit.format(value);
        let again = unit.parse(&text);
        assert_eq!(
            again.as_ref().map(|v| v.to_bits()),
            Ok(value.to_bits()),
            "{value:e} as {text}: {again:?}"
        );
    }

    #[test]
    fn a_text_parses_to_the_same_bits() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for &unit in Unit::ALL.iter().chain(&[Unit::Other("N·m"), Unit::Other("")]) {
            for value in [0.0, -0.0, f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), 0.1, 1.0 / 3.0] {
                assert_round_trip(unit, value);
            }
            for _ in 0..5_000 {
                // Draw any double, and doubles of common magnitudes.
                let any = f64::from_bits(random());
                if any.is_finite() {
                    assert_round_trip(unit, any);
                }
                let mantissa = (random() >> 11) as f64 / (1_u64 << 53) as f64;
                assert_round_trip(unit, mantissa * 10_f64.powi((random() % 24) as i32 - 12));
            }
        }
    }
}
