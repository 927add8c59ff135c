//! Prints the SHA-256 of the first second of every built-in preset, for `cargo xtask manifest`.
//!
//! One line per preset and sample rate: `SLUG RATE HASH`. The hash covers every sample of every output (sound
//! and measurements) as little-endian `f64`, so that one bit of difference shows.

use foley_catalogue::preset::{Preset, palette};
use foley_sound::{VoiceSpec, perform};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::fmt::Write;

const RATES: [f64; 2] = [44_100.0, 48_000.0];
/// Length of the hashed part [s].
const SECONDS: f64 = 1.0;

fn main() -> Result<(), foley_sound::SoundError> {
    let presets: Vec<&Preset> = palette().iter().collect();
    let lines: Result<Vec<[String; 2]>, _> = presets.par_iter().map(|preset| lines(preset)).collect();
    for line in lines?.iter().flatten() {
        println!("{line}");
    }
    Ok(())
}

/// Returns the manifest lines of a preset, one per sample rate in [`RATES`].
fn lines(preset: &Preset) -> Result<[String; 2], foley_sound::SoundError> {
    let [low, high] = RATES.map(|rate| -> Result<String, foley_sound::SoundError> {
        let spec = VoiceSpec::new(rate, preset.seed);
        let performed = perform(&*preset.sound, &preset.score, &spec, Some(SECONDS), &mut |_| {})?;
        Ok(format!("{} {rate} {}", preset.slug(), hash(&performed.rows)))
    });
    Ok([low?, high?])
}

/// SHA-256 of all samples, in hexadecimal.
fn hash(rows: &[Vec<f64>]) -> String {
    let mut hasher = Sha256::new();
    for sample in rows.iter().flatten() {
        hasher.update(sample.to_le_bytes());
    }
    hasher.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
