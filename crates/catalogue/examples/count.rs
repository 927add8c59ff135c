//! Plays each model of the catalogue for a number of blocks, so that `cargo xtask count --sounds` can count
//! instructions per sample.
//!
//! `count --list` prints the subjects. `count NAME N` plays N blocks of 64 samples of one subject at 48
//! kHz. The default gestures repeat every half second, so that sound is counted and not silence. Where the
//! Sound Design Toolkit has the same sound, its count is the upper limit.

use foley_catalogue::{model, models};
use foley_sound::{BLOCK, Event, EventKind, Sound, VoiceSpec, set_text};
use serde_json::Value;
use std::process::ExitCode;

const RATE: f64 = 48_000.0;
/// Blocks between two runs of the default gestures.
const REPEAT_BLOCKS: u64 = 375;

/// Instructions per sample of the Sound Design Toolkit for the same sounds.
const RIVALS: &str = include_str!("../reference/rivals.json");

/// A model with some values set.
struct Case {
    name: &'static str,
    model: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

/// A model with its default values.
const fn plain(name: &'static str, model: &'static str) -> Case {
    Case { name, model, settings: &[] }
}

const CASES: &[Case] = &[
    // A thousand bubbles per second, each lasting an eighth of a second: 128 at once.
    Case {
        settings: &[
            ("course.opening", "1 ms"),
            ("swarm.rate", "1000"),
            ("swarm.smallest", "2.5 mm"),
            ("swarm.largest", "5 mm"),
            ("swarm.unrest", "0"),
        ],
        ..plain("bubble-stream-128", "bubble-stream")
    },
    // Ten thousand per second: all 512 slots are in use.
    Case {
        settings: &[
            ("course.opening", "1 ms"),
            ("swarm.rate", "10000"),
            ("swarm.smallest", "2 mm"),
            ("swarm.largest", "10 mm"),
            ("swarm.unrest", "0"),
        ],
        ..plain("bubble-stream-512", "bubble-stream")
    },
    Case { settings: &[("count", "2000")], ..plain("coupled-bubbles-2000", "coupled-bubbles") },
    Case { settings: &[("cylinders", "4")], ..plain("engine-4-cylinders", "engine") },
    plain("reverb-of-a-room", "reverb"),
    plain("explosion-in-the-open", "explosion"),
    plain("motor-at-work", "motor"),
    plain("pitch-shift-of-a-tone", "pitch-shift"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[1..] {
        ["--list"] => {
            for sound in models() {
                println!("{}\t{BLOCK}\tsample", sound.info().name);
            }
            let rivals: Value = serde_json::from_str(RIVALS).unwrap_or_default();
            for case in CASES {
                let limit = rivals[case.name].as_f64();
                let limit = limit.map_or(String::new(), |limit| format!("\t{limit}"));
                println!("{}\t{BLOCK}\tsample{limit}", case.name);
            }
            ExitCode::SUCCESS
        }
        [name, blocks] => match (find(name), blocks.parse()) {
            (Some(sound), Ok(blocks)) => {
                play(&*sound, blocks);
                ExitCode::SUCCESS
            }
            _ => usage(),
        },
        _ => usage(),
    }
}

fn find(name: &str) -> Option<Box<dyn Sound>> {
    let Some(case) = CASES.iter().find(|case| case.name == name) else {
        return model(name).ok();
    };
    let mut sound = model(case.model).ok()?;
    for (id, value) in case.settings {
        set_text(&mut *sound, id, value).ok()?;
    }
    Some(sound)
}

fn play(sound: &dyn Sound, blocks: u64) {
    let Ok(mut voice) = sound.voice(&VoiceSpec::new(RATE, 1)) else {
        return;
    };
    let gestures = sound.default_gestures();
    // Input for models that take one.
    let input: [f64; BLOCK] = core::array::from_fn(|n| 0.1 * libm::sin(0.05 * n as f64));
    let mut page = [0.0; BLOCK];
    let mut sum = 0.0;
    for block in 0..blocks {
        if block % REPEAT_BLOCKS == 0 {
            for &(at, gesture, value) in &gestures {
                let at = voice.now() + (at * RATE) as u64;
                // The event queue may be full; the sound plays on.
                let _ = voice.send(Event { at, kind: EventKind::Gesture { gesture, value } });
            }
        }
        voice.process(&input, &mut [&mut page]);
        sum += page[0];
    }
    std::hint::black_box(sum);
}

fn usage() -> ExitCode {
    eprintln!("usage: count --list | count NAME N");
    ExitCode::from(2)
}
