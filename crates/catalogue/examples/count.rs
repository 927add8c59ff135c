//! Plays every model of the catalogue for so many blocks, for `cargo xtask count --sounds`: instructions per
//! sample.
//!
//! `count --list` prints the subjects; `count NAME N` plays N blocks of 64 samples of one, at 48 kHz, opened
//! again every half a second, so that it is the sound that is counted and not the silence after it. Where the
//! Sound Design Toolkit has the same sound, its own count is the most that ours may take.

use foley_catalogue::{model, models};
use foley_sound::{BLOCK, Event, EventKind, Sound, VoiceSpec, set_text};
use serde_json::Value;
use std::process::ExitCode;

const RATE: f64 = 48_000.0;
/// Blocks between two openings.
const OPENED: u64 = 375;

/// Instructions per sample of the Sound Design Toolkit for the same sounds.
const RIVALS: &str = include_str!("../reference/rivals.json");

/// A model set in some way.
struct Case {
    name: &'static str,
    model: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

/// A model as it is.
const fn plain(name: &'static str, model: &'static str) -> Case {
    Case { name, model, settings: &[] }
}

const CASES: &[Case] = &[
    // A thousand bubbles in a second that live for an eighth of a second each: 128 at once.
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
    // Ten thousand in a second: all 512 places are taken.
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
                let most = rivals[case.name].as_f64();
                let most = most.map_or(String::new(), |most| format!("\t{most}"));
                println!("{}\t{BLOCK}\tsample{most}", case.name);
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
    let opening = sound.default_gestures();
    // What listens is given something to do.
    let given: [f64; BLOCK] = core::array::from_fn(|n| 0.1 * libm::sin(0.05 * n as f64));
    let mut page = [0.0; BLOCK];
    let mut sum = 0.0;
    for block in 0..blocks {
        if block % OPENED == 0 {
            for &(at, gesture, value) in &opening {
                let at = voice.now() + (at * RATE) as u64;
                // Too much may be waiting: then it sounds anyway.
                let _ = voice.send(Event { at: at, kind: EventKind::Gesture { gesture, value } });
            }
        }
        voice.process(&given, &mut [&mut page]);
        sum += page[0];
    }
    std::hint::black_box(sum);
}

fn usage() -> ExitCode {
    eprintln!("usage: count --list | count NAME N");
    ExitCode::from(2)
}
