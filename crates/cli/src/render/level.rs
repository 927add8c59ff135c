//! From physical units to full scale.

use foley_params::{Info, Scale, Unit};

/// How loud the file becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Level {
    /// Its peak is so much [dB re full scale].
    Normalise(f64),
    /// One unit of SI becomes so much [dB re full scale]; 0 dB leaves values as they are.
    Gain(f64),
}

/// Where the peak may be put.
pub(super) const PEAK: Info = decibels("normalise", (-120.0, 0.0), -1.0);
/// How much may be added.
pub(super) const GAIN: Info = decibels("gain", (-240.0, 240.0), 0.0);

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
    /// As flags and files call them.
    pub(super) const NAMES: [&str; 2] = [PEAK.id, GAIN.id];

    /// By name, if it is one and its value is allowed.
    pub(super) fn new(name: &str, value: f64) -> Option<Self> {
        match name {
            "normalise" if PEAK.contains(value) => Some(Self::Normalise(value)),
            "gain" if GAIN.contains(value) => Some(Self::Gain(value)),
            _ => None,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Normalise(_) => PEAK.id,
            Self::Gain(_) => GAIN.id,
        }
    }

    pub(super) const fn decibels(self) -> f64 {
        match self {
            Self::Normalise(value) | Self::Gain(value) => value,
        }
    }

    /// The factor for a sound of this peak. Silence stays as it is.
    pub(super) fn factor(self, peak: f64) -> f64 {
        match self {
            Self::Gain(value) => ratio(value),
            Self::Normalise(value) if peak > 0.0 => ratio(value) / peak,
            Self::Normalise(_) => 1.0,
        }
    }
}

/// The ratio of amplitudes of a level.
fn ratio(decibels: f64) -> f64 {
    libm::pow(10.0, decibels / 20.0)
}

/// The level of an amplitude [dB re full scale]; none for silence.
pub(super) fn dbfs(amplitude: f64) -> Option<f64> {
    (amplitude > 0.0).then(|| 20.0 * libm::log10(amplitude))
}

/// Largest absolute value.
pub(super) fn peak(samples: &[f64]) -> f64 {
    samples.iter().fold(0.0, |peak, sample| sample.abs().max(peak))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normalised_sound_peaks_where_it_was_asked_to() {
        for loudest in [1e-9, 0.3, 1.0, 250.0] {
            let factor = Level::Normalise(-1.0).factor(loudest);
            let level = dbfs(loudest * factor).unwrap();
            // A power and a logarithm: some parts in 10^16 of each.
            assert!((level + 1.0).abs() < 1e-13, "{loudest}: {level} dBFS");
        }
        assert_eq!(Level::Normalise(-1.0).factor(0.0), 1.0, "silence");
    }

    #[test]
    fn no_gain_leaves_physical_units_to_the_bit() {
        assert_eq!(Level::Gain(0.0).factor(123.0), 1.0);
        assert_eq!(Level::Gain(20.0).factor(0.0), 10.0);
    }

    #[test]
    fn the_peak_is_the_largest_of_either_sign() {
        assert_eq!(peak(&[0.25, -0.5, 0.125]), 0.5);
        assert_eq!(peak(&[]), 0.0);
        assert_eq!(dbfs(0.0), None);
    }
}
