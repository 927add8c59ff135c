//! Every numbered example runs to its end without an error.

use std::path::PathBuf;
use std::process::Command;

const EXAMPLES: [&str; 6] = [
    "01_strike_to_a_file",
    "02_game_loop",
    "03_scene",
    "04_gestures_and_morph",
    "05_analysis",
    "06_own_model",
];

/// The folder of the built examples, beside that of the test binaries.
fn folder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.ancestors().nth(2).unwrap().join("examples")
}

#[test]
fn every_example_runs_without_an_error() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("example.wav");
    for name in EXAMPLES {
        let program = folder().join(name);
        assert!(program.exists(), "{name} is not built: run `cargo build -p foley --examples` first");
        let output = Command::new(program).arg(&file).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!printed.trim().is_empty(), "{name} printed nothing");
    }
    assert!(std::fs::metadata(&file).unwrap().len() > 10_000, "the first example wrote its file");
}

#[test]
fn every_file_of_the_examples_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> =
        entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(names, EXAMPLES);
}
