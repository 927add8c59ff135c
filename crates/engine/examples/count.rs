//! Adds built-in presets of solids to an engine, so that `cargo xtask count --adds` can count the instructions
//! of one addition.
//!
//! `count --list` prints the subjects: the presets of all solid models. `count NAME N` finds one preset by its
//! name and adds it N times under different names; nothing is rendered. Reading the preset file happens once,
//! at the first name, and cancels in the difference that `xtask` takes.

use foley_catalogue::preset::palette;
use foley_catalogue::resolve_sound;
use foley_engine::{Capacity, Loudness, engine};
use foley_sound::Family;
use std::process::ExitCode;

const RATE: f64 = 48_000.0;
/// Maximum instructions of one addition.
const MAX_INSTRUCTIONS: u64 = 1_000_000;
/// Maximum number of additions: every one takes a slot.
const MAX_ADDITIONS: usize = 4096;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for preset in palette().iter().filter(|preset| preset.sound.info().family == Family::Solids) {
                println!("{}\t1\taddition\t{MAX_INSTRUCTIONS}", preset.slug());
            }
            ExitCode::SUCCESS
        }
        [name, count] => match count.parse() {
            Ok(count) if count <= MAX_ADDITIONS => add(name, count),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn add(name: &str, count: usize) -> ExitCode {
    let capacity = Capacity { instances: MAX_ADDITIONS, ..Capacity::default() };
    let (mut controls, renderer) = engine(RATE, capacity);
    for n in 0..count {
        let added = resolve_sound(name, &[]).map_err(|why| why.to_string()).and_then(|found| {
            let added = controls.add_preset(&n.to_string(), &found.preset, Loudness::default(), 0);
            added.map_err(|why| why.to_string())
        });
        if let Err(why) = added {
            eprintln!("{name}: {why}");
            return ExitCode::FAILURE;
        }
    }
    // Freeing the voices is no part of an addition.
    std::mem::forget((controls, renderer));
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: count --list | count NAME N, which adds the sound N times, at most {MAX_ADDITIONS}");
    ExitCode::from(2)
}
