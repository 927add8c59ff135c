//! Loudness factors of models and built-in presets, measured.

use foley_catalogue::models;
use foley_catalogue::preset::{Preset, palette};
use foley_engine::Loudness;
use foley_live::LOUDNESS_RATES;
use foley_sound::Sound;

/// `model impact` or `preset bowed-saw`, and the factors that bring the peak of its first second to full
/// scale at the rates of the table \[1\].
pub(crate) fn factors() -> impl Iterator<Item = (String, [f64; LOUDNESS_RATES.len()])> {
    let model = |sound: Box<dyn Sound>| {
        let name = sound.info().name;
        (format!("model {name}"), Preset::of(sound, name))
    };
    let named = |preset: &Preset| (format!("preset {}", preset.slug()), preset.clone());
    let all = models().into_iter().map(model);
    let all = all.chain(palette().iter().map(named));
    all.map(|(name, preset)| {
        let factors = LOUDNESS_RATES.map(|rate| {
            let whole = Loudness::Peak(1.0);
            let factor = whole.factor(&*preset.sound, &preset.score, rate, preset.seed);
            factor.expect("what is built in can be played")
        });
        (name, factors)
    })
}
