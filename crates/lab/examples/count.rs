//! Runs one benchmark subject many times, for `cargo xtask count`.
//!
//! `count --list` prints one line per subject, which begins with the name. If the unit of a subject is
//! smaller than a repetition, the line continues with the units per repetition, the unit and the maximum
//! instructions, separated by tabs. `count NAME N` performs the subject NAME exactly N times.

use foley_lab::{cost, speed};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[1..] {
        ["--list"] => {
            list();
            ExitCode::SUCCESS
        }
        [name, repetitions] => match repetitions.parse() {
            Ok(repetitions) if perform(name, repetitions) => ExitCode::SUCCESS,
            _ => usage(),
        },
        _ => usage(),
    }
}

fn list() {
    for subject in cost::SUBJECTS {
        println!("{}", subject.name);
    }
    for subject in speed::SUBJECTS.iter().filter(|subject| subject.counted) {
        let maximum = subject.max_instructions.map_or(String::new(), |maximum| format!("\t{maximum}"));
        println!("{}\t{}\t{}{maximum}", subject.name, subject.units, subject.unit);
    }
}

/// Performs the named subject this many times; returns false if no subject has this name.
fn perform(name: &str, repetitions: u64) -> bool {
    if let Some(subject) = cost::SUBJECTS.iter().find(|subject| subject.name == name) {
        (subject.perform)(repetitions);
        return true;
    }
    let Some(subject) = speed::SUBJECTS.iter().find(|subject| subject.name == name) else {
        return false;
    };
    let mut repeat = (subject.prepare)();
    for _ in 0..repetitions {
        repeat();
    }
    true
}

fn usage() -> ExitCode {
    eprintln!("usage: count --list | count NAME N, which runs NAME N times");
    ExitCode::from(2)
}
