//! The loudness of a sound: a given factor, or a factor that gives the sound's opening a certain peak.

use super::EngineError;
use foley_sound::{Score, Sound, VoiceSpec, perform};

/// How the loudness of a new sound is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loudness {
    /// Peak of the sound's first second after scaling \[1\]; full scale is 1.
    Peak(f64),
    /// Factor from SI units to full scale \[1\].
    Factor(f64),
}

impl Default for Loudness {
    /// Returns a peak 12 dB below full scale.
    fn default() -> Self {
        Self::Peak(0.25)
    }
}

impl Loudness {
    /// Returns the factor from SI units to full scale \[1\]. For a peak, renders the first second of the
    /// sound, which takes some 10 ms.
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

/// Length of the opening that is rendered to find the peak \[s\]; short, because adding a sound must not take
/// long.
const OPENING: f64 = 1.0;

/// Returns the peak of a sound's opening in SI units; 1 if the opening is silent.
fn opening_peak(sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
    let heard = perform(sound, score, &VoiceSpec::new(rate, seed), Some(OPENING), &mut |_| {})?;
    let peak = heard.sound().iter().flatten().fold(0.0_f64, |limit, x| limit.max(x.abs()));
    Ok(if peak > 0.0 { peak } else { 1.0 })
}
