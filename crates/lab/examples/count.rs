//! Performs one thing many times, for `cargo xtask count`.
//!
//! `count --list` prints the names of the subjects; `count NAME N` performs NAME exactly N times.

use foley_lab::cost::SUBJECTS;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[1..] {
        ["--list"] => {
            for subject in SUBJECTS {
                println!("{}", subject.name);
            }
            ExitCode::SUCCESS
        }
        [name, repetitions] => {
            let subject = SUBJECTS.iter().find(|subject| subject.name == name);
            match (subject, repetitions.parse()) {
                (Some(subject), Ok(repetitions)) => {
                    (subject.perform)(repetitions);
                    ExitCode::SUCCESS
                }
                _ => usage(),
            }
        }
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: count --list | count NAME N");
    ExitCode::from(2)
}
