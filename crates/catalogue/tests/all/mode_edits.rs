//! Edits of single modes change those modes and leave the rest unchanged.

use crate::support::heard::perform_default;
use foley_catalogue::model;
use foley_catalogue::preset::Preset;
use foley_sound::{Factors, ModeEdit, ModeEdits, Sound, modal_bodies, modes_by_frequency};

const RATE: f64 = 48_000.0;

fn bar() -> Box<dyn Sound> {
    let mut bar = model("impact").unwrap();
    for (name, value) in [("struck.material", "steel"), ("hardness", "60")] {
        foley_sound::set_text(&mut *bar, name, value).unwrap();
    }
    bar
}

fn edited(by: &[(usize, Factors)]) -> Box<dyn Sound> {
    let (body, _) = modal_bodies(&*bar()).unwrap().remove(0);
    let by = by.iter().map(|&(mode, by)| ModeEdit { body: body.clone(), mode, by });
    ModeEdits::over(&*bar(), by.collect())
}

/// Frequency of the mode with a rank \[Hz\].
fn frequency(sound: &dyn Sound, rank: usize) -> f64 {
    let (_, spec) = modal_bodies(sound).unwrap().remove(0);
    spec.modes[modes_by_frequency(&spec)[rank - 1]].frequency
}

/// Amplitude at a frequency in the first half second after a blow.
fn at(sound: &dyn Sound, frequency: f64) -> f64 {
    let heard = perform_default(sound, Some(0.5), 1);
    let [mut re, mut im] = [0.0, 0.0];
    for (n, x) in heard.sound()[0].iter().enumerate() {
        // A Hann window limits leakage from neighbours.
        let window = 0.5 - 0.5 * (core::f64::consts::TAU * n as f64 / (0.5 * RATE)).cos();
        let turn = core::f64::consts::TAU * frequency * n as f64 / RATE;
        re += window * x * turn.cos();
        im += window * x * turn.sin();
    }
    re.hypot(im)
}

#[test]
fn a_retuned_mode_sounds_only_at_its_new_frequency() {
    let plain = bar();
    let second = frequency(&*plain, 2);
    let by = Factors { frequency: 1.5, ..Factors::default() };
    let tuned = edited(&[(2, by)]);
    let (was, there, left) = (at(&*plain, second), at(&*tuned, 1.5 * second), at(&*tuned, second));
    assert!(there > 0.3 * was, "{there} at the new place, {was} at the old one before");
    assert!(left < 0.01 * was, "{left} is left of {was} at {second:.0} Hz");
}

#[test]
fn a_mode_with_zero_gain_is_silent_and_the_others_are_unchanged() {
    let plain = bar();
    let by = Factors { gain: 0.0, ..Factors::default() };
    let muted = edited(&[(1, by)]);
    let [first, third] = [1, 3].map(|rank| frequency(&*plain, rank));
    assert!(at(&*muted, first) < 1e-3 * at(&*plain, first));
    let ratio = at(&*muted, third) / at(&*plain, third);
    // Without its first mode the bar yields slightly less.
    assert!((ratio - 1.0).abs() < 0.1, "the third mode is {ratio} of what it was");
}

#[test]
fn a_mode_with_a_longer_decay_is_louder() {
    let by = Factors { decay: 10.0, ..Factors::default() };
    let (plain, long) = (bar(), edited(&[(1, by)]));
    let spec = |sound: &dyn Sound| modal_bodies(sound).unwrap().remove(0).1;
    let decay = |spec: &foley_body::ModalSpec| spec.modes[modes_by_frequency(spec)[0]].decay;
    let ratio = decay(&spec(&*long)) / decay(&spec(&*plain));
    assert!((ratio - 10.0).abs() < 1e-12, "{ratio}");
    let first = frequency(&*plain, 1);
    assert!(at(&*long, first) > at(&*plain, first));
}

#[test]
fn an_edited_body_creates_no_energy() {
    let by = Factors { frequency: 0.7, decay: 3.0, gain: 8.0 };
    let sound = edited(&[(1, by), (2, by), (4, by)]);
    let heard = perform_default(&*sound, Some(1.0), 1);
    let ledger = heard.ledger;
    let part = ledger.numerical().abs() / ledger.control;
    assert!(part < 1e-12, "{part} of the energy came from nowhere: {ledger:?}");
}

#[test]
fn an_edit_stays_relative_when_the_size_changes() {
    let by = Factors { frequency: 2.0, ..Factors::default() };
    let mut sound = edited(&[(1, by)]);
    let mut plain = bar();
    for body in [&mut sound, &mut plain] {
        foley_sound::set_text(&mut **body, "struck.size", "40 cm").unwrap();
    }
    let first = |sound: &dyn Sound| {
        let (_, spec) = modal_bodies(sound).unwrap().remove(0);
        spec.modes[0].frequency
    };
    let ratio = first(&*sound) / first(&*plain);
    assert!((ratio - 2.0).abs() < 1e-12, "{ratio}");
}

const FILE: &str = r#"{ "format": 1, "model": "impact", "name": "bar with a dead mode",
  "modes": { "struck": [{ "mode": 2, "gain": 0 }, { "mode": 3, "frequency": 1.06, "decay": "50 %" }] } }"#;

#[test]
fn edits_survive_json_and_xml() {
    let preset = Preset::read(FILE).unwrap();
    let modes = preset.sound.mode_edits();
    assert_eq!(modes.len(), 2);
    assert_eq!(modes[1].by.decay, 0.5);
    assert_eq!(Preset::read(&preset.to_json()).unwrap(), preset);
    assert_eq!(Preset::from_xml(&preset.to_xml()).unwrap(), preset);
    let plain = Preset { sound: preset.sound.plain(), ..preset.clone() };
    assert_ne!(plain, preset);
    assert!(!plain.to_json().contains("\"modes\": {"));
}

#[test]
fn an_invalid_edit_is_rejected_with_its_line() {
    let message = |from: &str, to: &str| {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE);
        Preset::read(&text).unwrap_err().to_string()
    };
    for (from, to, expected) in [
        ("struck", "stuck", "there is no modal body `stuck`; the modal bodies are"),
        ("\"mode\": 2", "\"mode\": 0", "from 1 (the lowest mode)"),
        ("\"mode\": 2", "\"mode\": 2.5", "from 1 (the lowest mode)"),
        ("\"mode\": 2", "\"mode\": 3", "mode 3 is given twice"),
        ("\"gain\": 0", "\"gain\": -1", "gain"),
        ("\"gain\": 0", "\"gian\": 0", "`gian`"),
        ("\"mode\": 2, ", "", "mode"),
    ] {
        let message = message(from, to);
        assert!(message.contains(expected) && message.contains("line 2"), "{to}: {message}");
    }
}
