//! Measures every model and every built-in preset as a whole, for `cargo xtask loudness`.
//!
//! One line per sound, separated by tabs: `model` or `preset`, the model, the name, the loudness asked for
//! [LUFS], the stored and the measured gain [dB], then loudness [LUFS] and peak [dBFS] with the stored gain
//! at 44.1 kHz and at 48 kHz, then the problem of the stored gain, which is empty if there is none.

use foley_catalogue::models;
use foley_catalogue::preset::{LoudnessMeasurements, Preset, palette};
use foley_sound::SoundError;
use rayon::prelude::*;

fn main() -> Result<(), SoundError> {
    let of_model = |sound: Box<dyn foley_sound::Sound>| {
        let name = sound.info().name;
        ("model", Preset::of(sound, name))
    };
    let mut sounds: Vec<(&str, Preset)> = models().into_iter().map(of_model).collect();
    sounds.extend(palette().iter().map(|preset| ("preset", preset.clone())));
    let lines: Result<Vec<String>, SoundError> =
        sounds.par_iter().map(|(kind, preset)| line(kind, preset)).collect();
    for line in lines? {
        println!("{line}");
    }
    Ok(())
}

fn line(kind: &str, preset: &Preset) -> Result<String, SoundError> {
    let stored = preset.loudness;
    let mut fields = vec![
        kind.to_owned(),
        preset.model().to_owned(),
        preset.name.clone(),
        stored.target.to_string(),
        stored.gain.to_string(),
    ];
    match LoudnessMeasurements::of(preset)? {
        Some(measured) => {
            fields.push(measured.gain(stored.target).to_string());
            for at_rate in measured.0 {
                fields.push(format!("{:.2}", at_rate.loudness + stored.gain));
                fields.push(format!("{:.2}", at_rate.peak + stored.gain));
            }
            fields.push(measured.check(stored).err().unwrap_or_default());
        }
        None => fields.extend(["-", "-", "-", "-", "-", "the sound is silent"].map(str::to_owned)),
    }
    Ok(fields.join("\t"))
}
