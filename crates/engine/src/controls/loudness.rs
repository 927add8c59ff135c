//! The loudness of a sound: a given factor, or one that gives its opening a peak.

use super::EngineError;
use foley_sound::{Score, Sound, VoiceSpec, perform};

/// The loudness of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loudness {
    /// Peak of its first second \[1\]; full scale is 1.
    Peak(f64),
    /// Factor from SI units to full scale \[1\].
    Factor(f64),
}

impl Default for Loudness {
    /// A peak of −12 dB.
    fn default() -> Self {
        Self::Peak(0.25)
    }
}

impl Loudness {
    /// Returns the factor from SI units to full scale \[1\]. For a peak it renders the first second, some 10
    /// ms.
    ///
    /// # Errors
    /// If the voice cannot be made, or the score has events that the sound does not accept.
    pub fn factor(self, sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
        match self {
            Self::Factor(factor) => Ok(factor),
            Self::Peak(peak) => Ok(peak / opening_peak(sound, score, rate, seed)?),
        }
    }
}

/// Rendered part of the opening \[s\]; adding a sound must not take long.
const OPENING: f64 = 1.0;

/// Peak of a sound's opening \[SI\]; 1 if it is silent.
fn opening_peak(sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
    let heard = perform(sound, score, &VoiceSpec::new(rate, seed), Some(OPENING), &mut |_| {})?;
    let peak = heard.sound().iter().flatten().fold(0.0_f64, |limit, x| limit.max(x.abs()));
    Ok(if peak > 0.0 { peak } else { 1.0 })
}
