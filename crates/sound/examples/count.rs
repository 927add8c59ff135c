//! Plays every model of the catalogue for so many blocks, for `cargo xtask count --sounds`: instructions per sample.
//!
//! `count --list` prints the subjects; `count NAME N` plays N blocks of 64 samples of one, at 48 kHz, opened again every half a
//! second, so that it is the sound that is counted and not the silence after it. Where the Sound Design Toolkit has the same
//! sound, its own count is the most that ours may take.

use foley_sound::{BLOCK, Sound, Told, VoiceSpec, model, models, set_text};
use std::process::ExitCode;

const RATE: f64 = 48_000.0;
/// Blocks between two openings.
const OPENED: u64 = 375;

/// A sound of which the instructions per sample of the Sound Design Toolkit are known.
struct Rival {
    name: &'static str,
    model: &'static str,
    /// As its counterpart was set.
    settings: &'static [(&'static str, &'static str)],
    instructions: f64,
}

const RIVALS: &[Rival] = &[
    // A thousand bubbles in a second that live for an eighth of a second each: 128 at once.
    Rival {
        name: "bubble-stream-128",
        model: "bubble-stream",
        settings: &[
            ("course.opening", "1 ms"),
            ("swarm.rate", "1000"),
            ("swarm.smallest", "2.5 mm"),
            ("swarm.largest", "5 mm"),
            ("swarm.unrest", "0"),
        ],
        instructions: 5644.0,
    },
    Rival {
        name: "engine-4-cylinders",
        model: "engine",
        settings: &[("engine.cylinders", "4"), ("engine.strokes", "four")],
        instructions: 7123.0,
    },
    Rival {
        name: "motor-geared",
        model: "motor",
        settings: &[("gears.teeth", "9")],
        instructions: 4599.0,
    },
    Rival {
        name: "pitch-shift-octave",
        model: "pitch-shift",
        settings: &[("shift.semitones", "12")],
        instructions: 6732.0,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[1..] {
        ["--list"] => {
            for sound in models() {
                println!("{}\t{BLOCK}\tsample", sound.about().name);
            }
            for rival in RIVALS {
                println!("{}\t{BLOCK}\tsample\t{}", rival.name, rival.instructions);
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
    let Some(rival) = RIVALS.iter().find(|rival| rival.name == name) else {
        return model(name).ok();
    };
    let mut sound = model(rival.model).ok()?;
    for (id, value) in rival.settings {
        set_text(&mut *sound, id, value).ok()?;
    }
    Some(sound)
}

fn play(sound: &dyn Sound, blocks: u64) {
    let Ok(mut voice) = sound.voice(&VoiceSpec::new(RATE, 1)) else {
        return;
    };
    let opening = sound.opening();
    // What listens is given something to do.
    let given: [f64; BLOCK] = core::array::from_fn(|n| 0.1 * libm::sin(0.05 * n as f64));
    let mut page = [0.0; BLOCK];
    let mut sum = 0.0;
    for block in 0..blocks {
        if block % OPENED == 0 {
            for &(at, gesture, value) in &opening {
                let at = voice.now() + (at * RATE) as u64;
                // Too much may be waiting: then it sounds anyway.
                let _ = voice.send(at, Told::Gesture { gesture, value });
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
