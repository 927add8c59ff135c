//! Performs one thing many times, for `cargo xtask count`.
//!
//! `count --list` prints the names of the subjects; `count NAME N` performs NAME exactly N times. Where the
//! cost is told per something smaller than a repetition, or must not grow beyond a number, the list says so
//! after the name.

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
        let most = subject.max_instructions.map_or(String::new(), |most| format!("\t{most}"));
        println!("{}\t{}\t{}{most}", subject.name, subject.units, subject.unit);
    }
}

/// False if there is no such subject.
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
    eprintln!("usage: count --list | count NAME N");
    ExitCode::from(2)
}
