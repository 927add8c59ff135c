//! Level of a file: the factor from SI units to full scale.

use foley_params::{Info, Scale, Unit};

/// Level of a file: its peak, or a gain on SI values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// Scales the samples so that the peak of the file has this level \[dBFS\].
    Normalise(f64),
    /// Multiplies SI values by this gain \[dB\]: at 0 dB a sample of 1 is 1 SI unit.
    Gain(f64),
}

/// Range and default of [`Level::Normalise`].
pub const PEAK: Info = decibels("normalise", (-120.0, 0.0), -1.0);
/// Range and default of [`Level::Gain`].
pub const GAIN: Info = decibels("gain", (-240.0, 240.0), 0.0);

const fn decibels(id: &'static str, (min, max): (f64, f64), default: f64) -> Info {
    Info {
        id,
        symbol: "L",
        unit: Unit::Decibel,
        doc: "Level.",
        min,
        max,
        scale: Scale::Linear,
        default,
        glide: 0.0,
        handle: None,
    }
}

impl Level {
    /// Names of the two kinds of level in options and recipes.
    pub const NAMES: [&str; 2] = [PEAK.id, GAIN.id];

    /// Creates a level from its name and value \[dB\]; `None` if the name is unknown or the value out of
    /// range.
    pub fn new(name: &str, value: f64) -> Option<Self> {
        match name {
            "normalise" if PEAK.contains(value) => Some(Self::Normalise(value)),
            "gain" if GAIN.contains(value) => Some(Self::Gain(value)),
            _ => None,
        }
    }

    /// Returns the name of this kind of level in options and recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalise(_) => PEAK.id,
            Self::Gain(_) => GAIN.id,
        }
    }

    /// Returns the peak \[dBFS\] or the gain \[dB\] of this level.
    pub const fn decibels(self) -> f64 {
        match self {
            Self::Normalise(value) | Self::Gain(value) => value,
        }
    }

    /// Returns the factor on samples whose largest absolute value is `peak`. The factor of silence is 1.
    pub fn factor(self, peak: f64) -> f64 {
        match self {
            Self::Gain(value) => ratio(value),
            Self::Normalise(value) if peak > 0.0 => ratio(value) / peak,
            Self::Normalise(_) => 1.0,
        }
    }
}

/// Returns the amplitude ratio of a level \[dB\].
fn ratio(decibels: f64) -> f64 {
    libm::pow(10.0, decibels / 20.0)
}

/// Returns the level of an amplitude \[dBFS\]; `None` for silence.
pub fn dbfs(amplitude: f64) -> Option<f64> {
    (amplitude > 0.0).then(|| 20.0 * libm::log10(amplitude))
}

/// Returns the largest absolute value of the samples.
pub fn peak(samples: &[f64]) -> f64 {
    samples.iter().fold(0.0, |peak, sample| sample.abs().max(peak))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normalised_sound_has_the_requested_peak() {
        for loudest in [1e-9, 0.3, 1.0, 250.0] {
            let factor = Level::Normalise(-1.0).factor(loudest);
            let level = dbfs(loudest * factor).unwrap();
            // The tolerance covers a power and a logarithm, each with a relative error near 1e-16.
            assert!((level + 1.0).abs() < 1e-13, "{loudest}: {level} dBFS");
        }
        assert_eq!(Level::Normalise(-1.0).factor(0.0), 1.0, "silence");
    }

    #[test]
    fn a_gain_of_0_db_leaves_samples_unchanged() {
        assert_eq!(Level::Gain(0.0).factor(123.0), 1.0);
        assert_eq!(Level::Gain(20.0).factor(0.0), 10.0);
    }

    #[test]
    fn the_peak_is_the_largest_absolute_value() {
        assert_eq!(peak(&[0.25, -0.5, 0.125]), 0.5);
        assert_eq!(peak(&[]), 0.0);
        assert_eq!(dbfs(0.0), None);
    }
}
