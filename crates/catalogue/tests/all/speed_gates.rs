//! Checks the recorded instruction counts: every model has one, and models with an equivalent in the Sound
//! Design Toolkit take fewer than it. `cargo xtask count --sounds --json
//! crates/catalogue/reference/instructions.json` records them again; `--gate` checks them against the same
//! limits.

use foley_catalogue::models;
use serde_json::Value;

fn read(text: &str) -> serde_json::Map<String, Value> {
    serde_json::from_str(text).unwrap()
}

/// Instructions per second of one core \[1/s\]: processor time of `target/release/examples/count squeak
/// 6000`, 31 times real time at 6,626 instructions per sample. Rolling, the slowest, is 23 times real time at
/// 9,517.
const CORE: f64 = 9.8e9;

#[test]
fn every_sound_takes_less_than_a_twentieth_of_a_core() {
    let counts = read(include_str!("../../reference/instructions.json"));
    for sound in models() {
        let name = sound.info().name;
        let count = counts.get(name).and_then(Value::as_f64);
        let count = count.unwrap_or_else(|| panic!("{name} has no recorded count"));
        let times = CORE / (count * 48_000.0);
        println!("{name}: {count:.0} instructions per sample");
        assert!(times >= 20.0, "{name}: {count} instructions per sample, {times} times real time");
    }
}

#[test]
fn every_sound_takes_fewer_instructions_than_the_sound_design_toolkit() {
    let counts = read(include_str!("../../reference/instructions.json"));
    let rivals = read(include_str!("../../reference/rivals.json"));
    assert_eq!(rivals.len(), 6);
    for (name, rival) in rivals {
        let count = counts.get(&name).and_then(Value::as_f64);
        let count = count.unwrap_or_else(|| panic!("{name} has no recorded count"));
        let rival = rival.as_f64().unwrap();
        println!("{name}: {count:.0} instructions per sample, Sound Design Toolkit {rival}");
        assert!(count < rival, "{name}: {count} instructions per sample, Sound Design Toolkit {rival}");
    }
}
