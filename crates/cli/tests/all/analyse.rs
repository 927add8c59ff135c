//! `foley analyse` from outside: sounds whose answers are known.

use crate::support::{Folder, coded_wav, json, number, printed, rejected, voice, wav};
use serde_json::Value;
use std::f64::consts::TAU;

fn sine(rate: u32, hertz: f64, level: f64, seconds: f64) -> Vec<f64> {
    let count = (seconds * f64::from(rate)) as usize;
    (0..count).map(|n| level * (TAU * hertz * n as f64 / f64::from(rate)).sin()).collect()
}

fn analysed(folder: &Folder, bytes: &[u8], flags: &[&str]) -> Value {
    let file = folder.file("x.wav");
    std::fs::write(&file, bytes).unwrap();
    json(&[&["analyse", &file, "--json"], flags].concat())
}

fn near(document: &Value, place: &str, wanted: f64, share: f64) {
    let is = number(document, place);
    assert!((is / wanted - 1.0).abs() <= share, "{place}: {is}, not {wanted} to {share}");
}

#[test]
fn pitch_level_and_duration_of_a_sine_are_measured() {
    let folder = Folder::new();
    for rate in [11_025, 44_100, 48_000, 96_000] {
        let it = analysed(&folder, &wav(rate, &[sine(rate, 440.0, 0.5, 1.0)]), &[]);
        near(&it, "/overall/pitch/value", 440.0, 0.001);
        near(&it, "/overall/centroid/value", 440.0, 0.005);
        near(&it, "/overall/peak/value", 0.5, 0.001);
        near(&it, "/overall/rms/value", 0.5 / 2.0_f64.sqrt(), 0.01);
        near(&it, "/overall/peak_dbfs/value", -6.02, 0.002);
        near(&it, "/overall/zero_crossing_rate/value", 880.0, 0.01);
        near(&it, "/overall/zero_crossings/value", 880.0, 0.01);
        near(&it, "/file/seconds", 1.0, 1e-9);
        near(&it, "/tones/0/frequency", 440.0, 0.001);
        assert!(number(&it, "/overall/flatness/value") < 0.01);
        assert!(number(&it, "/overall/bandwidth/value") < 60.0, "{}", it["overall"]);
        assert_eq!(it["overall"]["pitch"]["unit"], "Hz");
        assert_eq!(it["overall"]["decay_time"]["value"], Value::Null, "it does not die away");
    }
}

#[test]
fn frames_are_arrays_of_one_length_with_units_and_a_hop() {
    let folder = Folder::new();
    let it = analysed(&folder, &wav(48_000, &[sine(48_000, 200.0, 0.3, 0.5)]), &["--hop", "5ms"]);
    let frames = it["frames"].as_object().unwrap();
    assert!((number(&it, "/frames/hop") - 0.005).abs() < 1e-9);
    assert_eq!(frames["count"], 100);
    for (name, unit) in frames["units"].as_object().unwrap() {
        assert!(unit.is_string(), "{name}");
        assert_eq!(frames[name].as_array().unwrap().len(), 100, "{name}");
    }
    for name in [
        "rms",
        "peak",
        "pitch",
        "confidence",
        "zero_crossing_rate",
        "centroid",
        "spread",
        "flatness",
        "roll_off",
        "bandwidth",
        "flux",
    ] {
        assert!(frames["units"][name].is_string(), "{name}");
    }
    let pitch = frames["pitch"][50].as_f64().unwrap();
    assert!((pitch / 200.0 - 1.0).abs() < 0.001, "{pitch}");
}

#[test]
fn bursts_are_onsets_at_their_times_and_a_voice_has_its_pitch() {
    let folder = Folder::new();
    let bursts = [(0.1, 0.8), (0.5, 0.2), (0.9, 0.5)];
    let file = wav(44_100, &[voice(44_100, 150.0, 1.4, &bursts)]);
    let it = analysed(&folder, &file, &[]);
    let onsets = it["onsets"].as_array().unwrap();
    assert_eq!(onsets.len(), 3, "{onsets:?}");
    for (onset, (at, _)) in onsets.iter().zip(bursts) {
        let is = onset["at"].as_f64().unwrap();
        assert!((is - at).abs() < 0.015, "{is} s, not {at} s");
    }
    assert!(onsets[0]["strength"].as_f64() > onsets[2]["strength"].as_f64());
    near(&it, "/overall/pitch/value", 150.0, 0.005);
    // A part of the file, with times of the complete file.
    let part = analysed(&folder, &file, &["--from", "0.4", "--to", "0.8"]);
    assert_eq!(part["onsets"].as_array().unwrap().len(), 1);
    let at = number(&part, "/onsets/0/at");
    assert!((at - 0.5).abs() < 0.015, "{at} s");
    let page = printed(&["analyse", &folder.file("x.wav")]);
    for words in ["level", "pitch", "bright", "▁", "█", "^", "crest factor", "onsets: 0.1"] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn noise_has_no_pitch_and_silence_is_finite() {
    let folder = Folder::new();
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    let noise: Vec<f64> = (0..48_000).map(|_| 0.5 * next()).collect();
    let it = analysed(&folder, &wav(48_000, &[noise]), &[]);
    assert_eq!(it["overall"]["pitch"]["value"], Value::Null);
    near(&it, "/overall/centroid/value", 12_000.0, 0.03);
    assert!(number(&it, "/overall/flatness/value") > 0.5);
    let it = analysed(&folder, &wav(48_000, &[vec![0.0; 5000]]), &[]);
    assert_eq!(it["overall"]["peak_dbfs"]["value"], Value::Null);
    assert_eq!(it["onsets"], Value::Array(vec![]));
    printed(&["analyse", &folder.file("x.wav")]);
}

#[test]
fn every_coding_is_the_same_sound() {
    let folder = Folder::new();
    let tone = sine(32_000, 300.0, 0.5, 0.25);
    let bytes = |of: &dyn Fn(f64) -> Vec<u8>| tone.iter().flat_map(|&x| of(x)).collect::<Vec<u8>>();
    for (name, file) in [
        ("8", coded_wav(1, 1, 32_000, 8, &bytes(&|x| vec![(128.0 + 127.0 * x).round() as u8]))),
        (
            "24",
            coded_wav(1, 1, 32_000, 24, &bytes(&|x| ((x * 8388607.0) as i32).to_le_bytes()[..3].to_vec())),
        ),
        ("32", coded_wav(1, 1, 32_000, 32, &bytes(&|x| ((x * 2147483647.0) as i32).to_le_bytes().to_vec()))),
        ("float", coded_wav(3, 1, 32_000, 32, &bytes(&|x| (x as f32).to_le_bytes().to_vec()))),
        ("double", coded_wav(3, 1, 32_000, 64, &bytes(&|x| x.to_le_bytes().to_vec()))),
    ] {
        let it = analysed(&folder, &file, &[]);
        println!("{name}: {}", it["overall"]["pitch"]["value"]);
        near(&it, "/overall/pitch/value", 300.0, 0.001);
        // A step of 8 bits is 0.8 % of full scale.
        near(&it, "/overall/peak/value", 0.5, 0.01);
    }
}

#[test]
fn a_part_outside_the_file_is_rejected() {
    let folder = Folder::new();
    let file = folder.file("x.wav");
    std::fs::write(&file, wav(8000, &[vec![0.1; 800]])).unwrap();
    for flags in [&["--from", "0.2"][..], &["--from", "0.05", "--to", "0.05"], &["--to", "0"]] {
        let why = rejected(&[&["analyse", &file], flags].concat());
        assert!(why.contains("there are no samples from"), "{flags:?}: {why}");
    }
    for flags in [&["--hop", "0"][..], &["--from", "-1"], &["--hop", "soon"]] {
        rejected(&[&["analyse", &file], flags].concat());
    }
}

#[test]
fn the_descriptors_of_a_sine_are_listed_and_silence_has_none() {
    let folder = Folder::new();
    let it = analysed(&folder, &wav(44_100, &[sine(44_100, 1000.0, 0.5, 1.0)]), &[]);
    near(&it, "/descriptors/centroid_hz", 1000.0, 0.01);
    near(&it, "/descriptors/seconds", 1.0, 0.01);
    // A steady tone is at its maximum to the end: 100 steps of 10 ms, of which the last has no successor.
    near(&it, "/descriptors/t20_s", 0.99, 0.02);
    // Hann's window spreads a tone over three to four bins.
    assert!(number(&it, "/descriptors/lines") < 4.0, "{}", it["descriptors"]);
    assert_eq!(it["descriptors"].as_object().unwrap().len(), 12);
    assert_eq!(it["descriptors"]["onset_centroid_spread_octaves"], Value::Null);
    let page = printed(&["analyse", &folder.file("x.wav")]);
    assert!(page.contains("slope db per octave"), "{page}");
    let silent = analysed(&folder, &wav(44_100, &[vec![0.0; 44_100]]), &[]);
    assert_eq!(silent["descriptors"], Value::Null);
}
