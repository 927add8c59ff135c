//! Every preset and every model has the loudness asked for, or a peak of −1 dBFS where that is lower.

use foley_catalogue::models;
use foley_catalogue::preset::{LoudnessMeasurements, MAX_DEVIATION, Preset, PresetLoudness, palette};
use rayon::prelude::*;

/// All models with default values, then all built-in presets.
fn all_sounds() -> Vec<Preset> {
    let of_model = |sound: Box<dyn foley_sound::Sound>| {
        let name = sound.info().name;
        Preset::of(sound, name)
    };
    models().into_iter().map(of_model).chain(palette().iter().cloned()).collect()
}

/// Plays all whole sounds at two rates.
#[test]
fn every_sound_has_the_loudness_asked_for_or_a_peak_of_minus_1_dbfs() {
    let sounds = all_sounds();
    let fault = |preset: &Preset| {
        let measured =
            LoudnessMeasurements::of(preset).unwrap_or_else(|why| panic!("{}: {why}", preset.name));
        let checked = measured.map_or_else(
            || Err("the sound is silent".to_owned()),
            |measured| measured.check(preset.loudness),
        );
        checked.err().map(|fault| format!("{}: {fault}", preset.name))
    };
    let faults: Vec<String> = sounds.par_iter().filter_map(fault).collect();
    let remedy = "run `cargo xtask loudness --update`";
    assert!(faults.is_empty(), "{} of {}; {remedy}:\n{}", faults.len(), sounds.len(), faults.join("\n"));
}

#[test]
fn a_wrong_gain_is_found() {
    let cup = foley_catalogue::preset::by_name("church-bell").unwrap();
    let measured = LoudnessMeasurements::of(cup).unwrap().unwrap();
    let PresetLoudness { target, gain } = cup.loudness;
    assert_eq!(measured.gain(target), gain, "the stored gain is the measured one, to the hundredth");
    for (offset, words) in
        [(-MAX_DEVIATION - 0.5, "loudness"), (MAX_DEVIATION + 0.5, "loudness"), (60.0, "peak")]
    {
        let wrong = PresetLoudness { target, gain: gain + offset };
        let fault = measured.check(wrong).unwrap_err();
        assert!(fault.contains(words), "{offset} dB: {fault}");
    }
    // 40 dB more are impossible: the peak limits the gain, and the check accepts the lower loudness.
    let loud = PresetLoudness { target: -1.0, gain: measured.gain(-1.0) };
    assert_eq!(measured.check(loud), Ok(()));
    assert!(loud.gain < gain + 22.0);
}

#[test]
fn a_preset_without_the_field_has_the_gain_of_its_model_moved_by_its_target() {
    let read = |field: &str| {
        let text = format!(r#"{{ "format": 1, "model": "impact", "name": "tap"{field} }}"#);
        Preset::read(&text).map(|preset| preset.loudness)
    };
    let of_model = PresetLoudness::of_model("impact");
    assert_eq!(read("").unwrap(), of_model);
    assert_ne!(of_model.gain, 0.0);
    let softer = read(r#", "loudness": { "target": -30 }"#).unwrap();
    assert_eq!(softer.target, -30.0);
    assert!((softer.gain - (of_model.gain - 7.0)).abs() < 1e-12, "{softer:?}");
    let own = read(r#", "loudness": { "target": -30, "gain": "5 dB" }"#).unwrap();
    assert_eq!((own.target, own.gain), (-30.0, 5.0));
    for (wrong, words) in [
        (r#", "loudness": { "volume": 1 }"#, "There are target and gain"),
        (r#", "loudness": { "target": 10 }"#, "loudness.target"),
        (r#", "loudness": -23"#, "loudness"),
    ] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains(words), "{wrong}: {error}");
    }
    assert_eq!(PresetLoudness::of_model("no-such-model").gain, 0.0);
}

#[test]
fn a_blend_interpolates_in_decibels() {
    let ends = [(1.0, -10.0), (3.0, 30.0), (0.0, 100.0)];
    let ends = ends.map(|(weight, gain)| (weight, PresetLoudness { target: -23.0, gain }));
    assert_eq!(PresetLoudness::blend(ends), PresetLoudness { target: -23.0, gain: 20.0 });
    assert_eq!(PresetLoudness::blend([]).gain, 0.0);
}
