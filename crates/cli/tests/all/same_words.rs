//! Every handle and gesture of every model gives the same samples from the command line, a score, OSC and the
//! page.
//!
//! Handles: each interface sets all handles of a model, and the resulting sound is rendered. Gestures: each
//! interface makes all gestures of a model at the same samples.

use crate::support;
use crate::support::Folder;
use foley_catalogue::describe::full_preset_json;
use foley_catalogue::models;
use foley_catalogue::preset::{Preset, read_score};
use foley_engine::{Capacity, Loudness, engine};
use foley_live::{AddressSpace, Answer, Arg};
use foley_sound::{
    Score, ScoreEventKind, Sound, Target, ValueForm, Vocabulary, VoiceSpec, perform, resolve_param,
    sound_params,
};
use foley_worklet::WorkletEngine;
use serde_json::{Map, Value, json};

const RATE: f64 = 48_000.0;
const SEED: u64 = 1;
/// Length of a rendering \[s\].
const SECONDS: f64 = 0.0625;
/// Time between two gestures \[s\]: 375 samples, without rounding.
const INTERVAL: f64 = 1.0 / 128.0;

/// Returns every handle of a model by its listed name, each with a different position.
fn handle_positions(sound: &dyn Sound) -> Vec<(String, f64)> {
    let handles = Vocabulary::of(sound)
        .names()
        .iter()
        .filter(|(_, target)| matches!(target, Target::Param { form: ValueForm::Handle, .. }));
    handles.enumerate().map(|(index, (name, _))| (name.clone(), 20.0 + (7 * index % 61) as f64)).collect()
}

/// Returns a value of a gesture inside its range that differs from the default.
fn gesture_value(info: &foley_params::Info) -> f64 {
    info.clamp(info.from_normalised(0.6))
}

/// Renders a sound and returns its first audible channel in the precision of a float file.
fn samples(sound: &dyn Sound, score: &Score) -> Vec<f32> {
    let spec = VoiceSpec::new(RATE, SEED);
    let performance = perform(sound, score, &spec, Some(SECONDS), &mut |_| {}).unwrap();
    performance.sound()[0].iter().map(|&sample| sample as f32).collect()
}

/// Renders with the program and reads the float samples of the first channel.
fn rendered_by_program(folder: &Folder, model: &str, arguments: &[String]) -> Vec<f32> {
    let file = folder.path().join("out.wav");
    let mut all = vec!["render".to_owned(), model.to_owned(), "-o".to_owned(), file.display().to_string()];
    all.extend(
        ["--format", "float", "--seconds", "0.0625", "--rate", "48000", "--seed", "1"].map(str::to_owned),
    );
    all.extend_from_slice(arguments);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    support::printed(&all);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let at = bytes.windows(4).position(|word| word == b"data").unwrap();
    let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
    let data = &bytes[at + 8..at + 8 + length];
    data.chunks(4).map(|sample| f32::from_le_bytes(sample.try_into().unwrap())).collect()
}

/// Returns the sound after a score has set its handles.
fn set_by_score(model: &dyn Sound, handles: &[(String, f64)]) -> Box<dyn Sound> {
    let set: Map<String, Value> = handles.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let score = read_score(&json!([{ "at": 0, "set": set }]).to_string(), model).unwrap();
    let mut sound = model.duplicate();
    for event in &score.events {
        let ScoreEventKind::Set { name, value, .. } = &event.kind else { continue };
        let (param, form) = resolve_param(&*sound, name).unwrap();
        assert_eq!(form, ValueForm::Si, "a score keeps full names: {name}");
        param.set(&mut *sound, *value).unwrap();
    }
    sound
}

fn address(name: &str) -> String {
    format!("/x/{}", name.replace('.', "/"))
}

/// Returns the sound whose parameters have the values that `ask` returns for their addresses.
fn sound_with_values(model: &dyn Sound, mut ask: impl FnMut(&str) -> f64) -> Box<dyn Sound> {
    let mut sound = model.duplicate();
    for param in sound_params(model) {
        param.set(&mut *sound, ask(&address(&param.path()))).unwrap();
    }
    sound
}

/// Returns the sound after OSC messages have set its handles.
fn set_by_osc(model: &dyn Sound, handles: &[(String, f64)]) -> Box<dyn Sound> {
    let (mut controls, _renderer) = engine(RATE, Capacity::default());
    controls.add("x", model, SEED, Loudness::Factor(1.0), 0).unwrap();
    let mut address_space = AddressSpace::new(controls);
    for (name, value) in handles {
        let answer = address_space.send(&address(name), &[Arg::Number(*value)], 0);
        assert!(matches!(answer, Ok(Answer::Done)), "{}: {name}: {answer:?}", model.info().name);
    }
    sound_with_values(model, |address| match address_space.send(address, &[], 0) {
        Ok(Answer::Value(value)) => value,
        other => panic!("{address}: {other:?}"),
    })
}

fn page_with(model: &dyn Sound) -> WorkletEngine {
    let mut page = WorkletEngine::new(RATE, 8);
    let preset = full_preset_json(&Preset::of(model.duplicate(), "x"));
    let answer = execute(&mut page, &json!({ "do": "add", "name": "x", "preset": preset, "factor": 1 }));
    assert_eq!(answer["answer"], "done", "{}: {answer}", model.info().name);
    execute(&mut page, &json!({ "do": "master", "limiter": false }));
    page
}

fn execute(page: &mut WorkletEngine, request: &Value) -> Value {
    page.execute(request.to_string().as_bytes())
}

/// Returns the sound after the page has set its handles.
fn set_by_page(model: &dyn Sound, handles: &[(String, f64)]) -> Box<dyn Sound> {
    let mut page = page_with(model);
    for (name, value) in handles {
        let answer = execute(&mut page, &json!({ "do": "send", "address": address(name), "args": [value] }));
        assert_eq!(answer["answer"], "done", "{}: {name}: {answer}", model.info().name);
    }
    sound_with_values(model, |address| {
        let answer = execute(&mut page, &json!({ "do": "send", "address": address, "args": [] }));
        answer["answer"].as_f64().unwrap_or_else(|| panic!("{address}: {answer}"))
    })
}

#[test]
fn every_handle_gives_the_same_samples_through_every_entry() {
    let folder = Folder::new();
    let mut count = 0;
    for model in models() {
        let name = model.info().name;
        let handles = handle_positions(&*model);
        count += handles.len();
        let arguments: Vec<String> = handles
            .iter()
            .flat_map(|(name, value)| ["--set".to_owned(), format!("{name}={value}")])
            .collect();
        let program = rendered_by_program(&folder, name, &arguments);
        let none = Score::default();
        for (entry, sound) in [
            ("score", set_by_score(&*model, &handles)),
            ("OSC", set_by_osc(&*model, &handles)),
            ("page", set_by_page(&*model, &handles)),
        ] {
            assert_eq!(samples(&*sound, &none), program, "{name}: {entry} and the command line differ");
        }
    }
    println!("{count} handles");
    assert!(count >= 340, "{count} handles");
}

#[test]
fn every_gesture_gives_the_same_samples_through_every_entry() {
    let folder = Folder::new();
    let frames = (SECONDS * RATE) as usize;
    let mut count = 0;
    for model in models() {
        let name = model.info().name;
        let (mut controls, mut renderer) = engine(RATE, Capacity::default());
        controls.limit(false, 0).unwrap();
        controls.add("x", &*model, SEED, Loudness::Factor(1.0), 0).unwrap();
        let mut address_space = AddressSpace::new(controls);
        let mut page = page_with(&*model);
        let (mut flags, mut items) = (Vec::new(), Vec::new());
        for (info, index) in model.gestures().iter().zip(1..) {
            let (value, seconds) = (gesture_value(info), f64::from(index) * INTERVAL);
            flags.extend([format!("--{}", info.id), format!("{value}@{seconds}")]);
            items.push(json!({ "at": seconds, info.id: value }));
            let at = (seconds * RATE) as u64;
            address_space.send(&address(info.id), &[Arg::Number(value)], at).unwrap();
            let send =
                json!({ "do": "send", "address": address(info.id), "args": [value], "delay": seconds });
            assert_eq!(execute(&mut page, &send)["answer"], "done", "{name}: {}", info.id);
            count += 1;
        }
        let score = read_score(&Value::from(items).to_string(), &*model).unwrap();
        let program = rendered_by_program(&folder, name, &flags);
        assert_eq!(samples(&*model, &score), program, "{name}: score and command line differ");

        let mut osc = vec![0.0; 2 * frames];
        renderer.render_interleaved(&mut osc);
        let channel = |channel: usize| -> Vec<f32> { osc.chunks(2).map(|frame| frame[channel]).collect() };
        let rendered = page.render(frames);
        assert_eq!((&channel(0), &channel(1)), (&rendered[0], &rendered[1]), "{name}: OSC and page differ");
    }
    println!("{count} gestures");
    assert!(count >= 40, "{count} gestures");
}
