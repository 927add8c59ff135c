//! Level of a file: the factor from SI units to full scale.
//!
//! | level       | factor                                                                                        |
//! |-------------|-----------------------------------------------------------------------------------------------|
//! | `loudness`  | the stored gain of the preset; lowered if the peak of the file would exceed −1 dBFS           |
//! | `normalise` | the factor that gives the file a peak                                                         |
//! | `gain`      | a gain on SI values; 0 dB leaves them as they are                                             |

use foley_catalogue::preset::MAX_PEAK;
use foley_params::{Info, Scale, Unit};

/// Level of a file: the stored loudness of its preset, its peak, or a gain on SI values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// Multiplies SI values by the stored gain of the preset and by this gain \[dB\]. Lowers the factor if the
    /// peak would exceed [`MAX_PEAK`].
    Loudness(f64),
    /// Scales the samples so that the peak of the file has this level \[dBFS\].
    Normalise(f64),
    /// Multiplies SI values by this gain \[dB\]: at 0 dB a sample of 1 is 1 SI unit.
    Gain(f64),
}

/// Range and default of [`Level::Loudness`].
pub const LOUDNESS: Info = decibels("loudness", (-120.0, 60.0), 0.0);
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
    /// Names of the kinds of level in options and recipes.
    pub const NAMES: [&str; 3] = [LOUDNESS.id, PEAK.id, GAIN.id];

    /// Creates a level from its name and value \[dB\]; `None` if the name is unknown or the value out of
    /// range.
    pub fn new(name: &str, value: f64) -> Option<Self> {
        match name {
            "loudness" if LOUDNESS.contains(value) => Some(Self::Loudness(value)),
            "normalise" if PEAK.contains(value) => Some(Self::Normalise(value)),
            "gain" if GAIN.contains(value) => Some(Self::Gain(value)),
            _ => None,
        }
    }

    /// Returns the name of this kind of level in options and recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loudness(_) => LOUDNESS.id,
            Self::Normalise(_) => PEAK.id,
            Self::Gain(_) => GAIN.id,
        }
    }

    /// Returns the peak \[dBFS\] or the gain \[dB\] of this level. The gain of a loudness is relative to the
    /// stored gain.
    pub const fn decibels(self) -> f64 {
        match self {
            Self::Loudness(value) | Self::Normalise(value) | Self::Gain(value) => value,
        }
    }

    /// Returns the factor on samples whose largest absolute value is `peak` and whose preset has the stored
    /// gain `stored` \[dB\]. A normalised silence has the factor 1.
    pub fn factor(self, peak: f64, stored: f64) -> f64 {
        match self {
            Self::Loudness(_) if peak > 0.0 => self.requested_factor(stored).min(ratio(MAX_PEAK) / peak),
            Self::Loudness(_) | Self::Gain(_) => self.requested_factor(stored),
            Self::Normalise(value) if peak > 0.0 => ratio(value) / peak,
            Self::Normalise(_) => 1.0,
        }
    }

    /// Returns the factor before [`Level::Loudness`] is lowered to the maximum peak.
    fn requested_factor(self, stored: f64) -> f64 {
        match self {
            Self::Loudness(value) => ratio(stored + value),
            Self::Gain(value) => ratio(value),
            Self::Normalise(_) => 1.0,
        }
    }

    /// Returns by how much [`Level::factor`] lowered the loudness to keep the peak below the maximum \[dB\];
    /// `None` if it did not.
    pub fn lowered(self, peak: f64, stored: f64) -> Option<f64> {
        let Self::Loudness(_) = self else {
            return None;
        };
        dbfs(self.requested_factor(stored) / self.factor(peak, stored)).filter(|lowered| *lowered > 0.0)
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
            let factor = Level::Normalise(-1.0).factor(loudest, 40.0);
            let level = dbfs(loudest * factor).unwrap();
            // The tolerance covers a power and a logarithm, each with a relative error near 1e-16.
            assert!((level + 1.0).abs() < 1e-13, "{loudest}: {level} dBFS");
        }
        assert_eq!(Level::Normalise(-1.0).factor(0.0, 40.0), 1.0, "silence");
    }

    #[test]
    fn a_gain_of_0_db_leaves_samples_unchanged() {
        assert_eq!(Level::Gain(0.0).factor(123.0, 40.0), 1.0);
        assert_eq!(Level::Gain(20.0).factor(0.0, 40.0), 10.0);
    }

    #[test]
    fn a_loudness_is_the_stored_gain_up_to_a_peak_of_minus_1_dbfs() {
        let level = Level::Loudness(0.0);
        assert_eq!(level.factor(0.01, 20.0), 10.0);
        assert_eq!(level.lowered(0.01, 20.0), None);
        assert_eq!(level.factor(0.0, 20.0), 10.0, "silence");
        // A sample of 1 would have +20 dBFS: 21 dB are too much.
        // The tolerance covers a power and a logarithm, each with a relative error near 1e-16.
        assert!((dbfs(level.factor(1.0, 20.0)).unwrap() + 1.0).abs() < 1e-13);
        assert!((level.lowered(1.0, 20.0).unwrap() - 21.0).abs() < 1e-12);
        assert_eq!(Level::Loudness(-6.0).factor(0.01, 26.0), 10.0);
    }

    #[test]
    fn the_peak_is_the_largest_absolute_value() {
        assert_eq!(peak(&[0.25, -0.5, 0.125]), 0.5);
        assert_eq!(peak(&[]), 0.0);
        assert_eq!(dbfs(0.0), None);
    }
}
