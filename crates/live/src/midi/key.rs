//! Names of keys: `C3` is the middle key, number 60, as most makers print it; `C#3` and `Db3` are the next
//! one up.

/// Number of the middle key, C3, for which a rack plays its sound untransposed.
pub const MIDDLE: u8 = 60;

const NAMES: [&str; 12] = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];

/// Parses a key name such as `C3`, or a key number; returns `None` if the text is neither.
pub fn parse(text: &str) -> Option<u8> {
    if let Ok(number) = text.parse::<u8>() {
        return (number < 128).then_some(number);
    }
    let mut messages = text.chars();
    let step = match messages.next()?.to_ascii_uppercase() {
        'C' => 0,
        'D' => 2,
        'E' => 4,
        'F' => 5,
        'G' => 7,
        'A' => 9,
        'B' => 11,
        _ => return None,
    };
    let rest = messages.as_str();
    let (sharp, octave) = match (rest.strip_prefix('#'), rest.strip_prefix('b')) {
        (Some(octave), _) => (1, octave),
        (_, Some(octave)) => (-1, octave),
        _ => (0, rest),
    };
    let octave: i32 = octave.parse().ok().filter(|octave| (-2..=8).contains(octave))?;
    u8::try_from(12 * (octave + 2) + step + sharp).ok().filter(|&key| key < 128)
}

/// Returns the name of a key, such as `C3`.
pub fn name(key: u8) -> String {
    let step = NAMES[usize::from(key % 12)];
    format!("{step}{}", i32::from(key / 12) - 2)
}

/// Returns the ratio of a key's frequency to that of the middle key \[1\].
pub fn ratio(key: u8) -> f64 {
    semitones(f64::from(key) - f64::from(MIDDLE))
}

/// Returns the frequency ratio of an interval of `count` semitones \[1\].
pub fn semitones(count: f64) -> f64 {
    libm::exp2(count / 12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_by_its_name_and_its_number() {
        for key in 0..128 {
            assert_eq!(parse(&name(key)), Some(key), "{}", name(key));
            assert_eq!(parse(&key.to_string()), Some(key));
        }
        assert_eq!(name(MIDDLE), "C3");
        assert_eq!(parse("Db3"), Some(61));
        assert_eq!(parse("c3"), Some(60));
        for text in ["", "H3", "C", "C9", "G#8", "128", "-1", "C33", "Cb-2", "é3"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_octave_is_a_factor_of_two() {
        assert_eq!(ratio(72), 2.0);
        assert_eq!(ratio(48), 0.5);
        assert!((ratio(67) - 1.4983).abs() < 1e-4, "a fifth: {}", ratio(67));
    }
}
