//! How loud a sound is made: by a factor, or so that its opening has a peak.

use super::EngineError;
use foley_sound::{Score, Sound, VoiceSpec, perform};

/// How loud a sound is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loudness {
    /// So that the peak of its opening is there \[1\]; full scale is 1.
    Peak(f64),
    /// As many of full scale for one SI unit \[1\].
    Factor(f64),
}

impl Default for Loudness {
    /// A peak of −12 dB.
    fn default() -> Self {
        Self::Peak(0.25)
    }
}

impl Loudness {
    /// From SI units to full scale \[1\]. A peak is listened for, which takes a while.
    ///
    /// # Errors
    /// If there is no such sound, or its score names what is not there.
    pub fn factor(self, sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
        match self {
            Self::Factor(factor) => Ok(factor),
            Self::Peak(peak) => Ok(peak / opening_peak(sound, score, rate, seed)?),
        }
    }
}

/// How much of the opening is listened to \[s\]: adding a sound must not take long.
const OPENING: f64 = 1.0;

/// The peak of a sound's opening \[SI\].
fn opening_peak(sound: &dyn Sound, score: &Score, rate: f64, seed: u64) -> Result<f64, EngineError> {
    let heard = perform(sound, score, &VoiceSpec::new(rate, seed), Some(OPENING), &mut |_| {})?;
    let peak = heard.sound().iter().flatten().fold(0.0_f64, |limit, x| limit.max(x.abs()));
    Ok(if peak > 0.0 { peak } else { 1.0 })
}
