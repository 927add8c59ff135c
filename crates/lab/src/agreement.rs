//! Comparison of a computed number with a printed number.
//!
//! One unit is the place value of the last printed digit: 0.001 in `0.255`, 10⁻⁵ in `+2·10⁻⁵`. A computed
//! number agrees if it rounds to the printed number at that place. It nearly agrees if it rounds to a
//! neighbour one unit away, because some printed numbers are truncated rather than rounded.

/// Result of comparing a computed number with a printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The number rounds to the printed number.
    Rounds,
    /// The number rounds to one unit of the last place beside the printed number.
    OneUnit,
    /// The number differs from the printed number by two units of the last place or more.
    Differs,
    /// The printed text is empty or not a single number.
    Incomparable,
}

impl Agreement {
    /// Compares the computed number `ours` with a printed number, such as `0.255`, `≤ 1.659`, `+2·10⁻⁵` or
    /// `< 10⁻⁷`.
    pub fn between(printed: &str, ours: f64) -> Self {
        let printed = printed.trim();
        let below = printed.starts_with('<');
        let Some((value, unit)) = parse_print(printed.trim_start_matches(['<', '≤', '≥', ' '])) else {
            return Self::Incomparable;
        };
        let apart = ((ours / unit).round() - (value / unit).round()).abs();
        match apart {
            _ if below && ours.abs() < value => Self::Rounds,
            _ if below => Self::Differs,
            0.0 => Self::Rounds,
            1.0 => Self::OneUnit,
            _ => Self::Differs,
        }
    }

    /// Returns whether the computed number is within one unit of the printed last place; `None` if not
    /// comparable.
    pub fn verdict(self) -> Option<bool> {
        (self != Self::Incomparable).then_some(matches!(self, Self::Rounds | Self::OneUnit))
    }
}

/// Parses a printed number into its value and the unit of its last place.
fn parse_print(text: &str) -> Option<(f64, f64)> {
    let (mantissa, exponent) = match (text.split_once("·10"), text.strip_prefix("10")) {
        (Some((mantissa, power)), _) => (mantissa, parse_superscript(power)?),
        (None, Some(power)) if parse_superscript(power).is_some() => ("1", parse_superscript(power)?),
        _ => (text, 0),
    };
    let decimals = mantissa.split_once('.').map_or(0, |(_, places)| places.len());
    let value = format!("{mantissa}e{exponent}").parse().ok()?;
    let unit = format!("1e{}", exponent - i32::try_from(decimals).ok()?).parse().ok()?;
    Some((value, unit))
}

/// Parses an exponent written in superscript digits, such as `⁻⁵`.
fn parse_superscript(text: &str) -> Option<i32> {
    let plain: Option<String> = text
        .chars()
        .map(|c| match c {
            '⁻' => Some('-'),
            _ => {
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip('0'..='9').find_map(|(raised, digit)| (raised == c).then_some(digit))
            }
        })
        .collect();
    plain?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Agreement::{Differs, Incomparable, OneUnit, Rounds};

    #[test]
    fn the_last_printed_place_decides() {
        for (printed, ours, expected) in [
            ("0.255", 0.2546, Rounds),
            ("1.011", 1.01157, OneUnit),
            ("0.476", 0.47818, Differs),
            ("≥ 5", 5.0029, Rounds),
            ("≤ 0.319", 0.32419, Differs),
            ("+2·10⁻⁵", 1.89e-5, Rounds),
            ("-3·10⁻⁵", -3.1e-5, Rounds),
            ("-3·10⁻⁵", 3.1e-5, Differs),
            ("1·10⁻⁵", 2.6e-5, Differs),
            ("< 10⁻⁷", -2.98e-8, Rounds),
            ("< 10⁻⁷", 1.1e-7, Differs),
            ("10.660", 10.65712, Differs),
            ("10", 10.4, Rounds),
            ("946.600", 946.60032, Rounds),
            ("", 1.0, Incomparable),
            ("-", 1.0, Incomparable),
            ("19 (44)", 19.0, Incomparable),
        ] {
            assert_eq!(Agreement::between(printed, ours), expected, "{printed}");
        }
    }
}
