//! Loudness of a new sound, relative to the stored gain of its preset. Nothing is rendered.

use foley_catalogue::preset::PresetLoudness;

/// Default factor on the stored gain \[1\]: 6 dB of headroom for a mix. Four sounds at once are then about as
/// loud as one sound in a file, and two peaks of −1 dBFS at the same sample stay below full scale.
pub const HEADROOM: f64 = 0.5;

/// Setting of the loudness of a new sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loudness {
    /// Factor on the stored gain of the preset, or of the model of a sound without a preset \[1\].
    Stored(f64),
    /// Factor from SI units to full scale \[1\].
    Factor(f64),
}

impl Default for Loudness {
    /// Returns the stored gain with the default headroom, [`HEADROOM`].
    fn default() -> Self {
        Self::Stored(HEADROOM)
    }
}

impl Loudness {
    /// Returns the factor from SI units to full scale \[1\] for a sound with this stored loudness.
    pub fn factor(self, stored: PresetLoudness) -> f64 {
        match self {
            Self::Stored(factor) => factor * stored.factor(),
            Self::Factor(factor) => factor,
        }
    }
}
