//! `cargo xtask test`: all checks that a change must pass.
//!
//! The stages are listed in [`STAGES`]; the first failure ends the run.

use crate::workspace::{cargo, reject_arguments, root, run_shown, succeeds};
use crate::{
    Failure, Outcome, check_map, deny, doc, failed, manifest, package, packages, rust_version, sanitise,
    studio,
};
use std::process::Command;
use std::time::Instant;

/// A named check of `cargo xtask test`.
struct Stage {
    title: &'static str,
    run: fn() -> Outcome,
}

const STAGES: &[Stage] = &[
    Stage { title: "system packages", run: packages::check },
    Stage { title: "format", run: format },
    Stage { title: "lints", run: lints },
    Stage { title: "tests", run: tests },
    Stage { title: "doc tests", run: doc_tests },
    Stage { title: "samples of the presets", run: manifest::check },
    Stage { title: "real-time sanitizer", run: sanitise::run_if_available },
    Stage { title: "no_std and browser builds", run: bare_builds },
    Stage { title: "the studio in a browser", run: browser },
    Stage { title: "documentation", run: doc::check },
    Stage { title: "map", run: check_map::check },
    Stage { title: "dependencies", run: deny::check },
    Stage { title: "crate packages", run: package::check },
    Stage { title: "oldest supported Rust", run: rust_version::check },
];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    let start = Instant::now();
    for (index, stage) in STAGES.iter().enumerate() {
        println!("\n== {}/{} {} ==", index + 1, STAGES.len(), stage.title);
        let stage_start = Instant::now();
        let outcome = (stage.run)();
        let seconds = stage_start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("-- {}: passed in {seconds:.1} s", stage.title),
            Err(Failure::Failed(why) | Failure::Usage(why)) => {
                return Err(failed(format!(
                    "the stage '{}' failed after {seconds:.1} s: {why}",
                    stage.title
                )));
            }
        }
    }
    println!("\nAll {} stages passed in {:.1} s.", STAGES.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn format() -> Outcome {
    require_component("fmt", "rustfmt")?;
    run_shown(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Outcome {
    require_component("clippy", "clippy")?;
    let arguments = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    run_shown(&mut cargo(&arguments))
}

/// Runs all tests with nextest where it is installed, because nextest runs the tests of all crates in
/// parallel.
fn tests() -> Outcome {
    if succeeds(&mut cargo(&["nextest", "--version"])) {
        return run_shown(&mut cargo(&["nextest", "run", "--workspace", "--all-features"]));
    }
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    run_shown(cargo(&["test", "--workspace", "--all-features"]).args(targets))
}

/// Runs the doc tests, in a stage of their own because nextest does not run them.
fn doc_tests() -> Outcome {
    run_shown(&mut cargo(&["test", "--workspace", "--doc"]))
}

/// Builds one crate at a time, so that features enabled by another crate cannot hide a missing `std` gate.
fn bare_builds() -> Outcome {
    for package in ["foley-params", "foley-contact"] {
        run_shown(&mut cargo(&["build", "--package", package, "--no-default-features"]))?;
    }
    let target = "wasm32-unknown-unknown";
    if !succeeds(Command::new("rustup").args(["target", "add", target])) {
        println!("skipped: target {target} is not installed (`rustup target add {target}`)");
        return Ok(());
    }
    run_shown(&mut cargo(&["check", "--package", "foley-engine", "--target", target]))
}

/// Checks the types of the page's scripts, then tests the page in Chromium, served by the program.
fn browser() -> Outcome {
    let studio = root().join("studio");
    let in_studio = |words: &[&str]| {
        let (program, arguments) = words.split_first().unwrap_or((&"npm", &[]));
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&studio);
        command
    };
    if !succeeds(&mut in_studio(&["npm", "--version"])) {
        return Err(failed("could not run npm, which tests the studio: install Node 20 or newer with npm"));
    }
    studio::check_fingerprint()?;
    run_shown(&mut in_studio(&["npm", "ci"]))?;
    run_shown(&mut in_studio(&["npx", "tsc"]))?;
    run_shown(&mut cargo(&["build", "--release", "--package", "foley-cli"]))?;
    let program = studio::target_folder()?.join("release").join("foley");
    let tests = || run_shown(in_studio(&["npm", "test"]).env("FOLEY_BIN", &program));
    // On a busy machine the browser sometimes times out, so a failed run is repeated once.
    tests().or_else(|_| {
        println!("\n-- the browser tests failed: second run --");
        tests()
    })
}

/// Checks that a component of the toolchain is installed; minimal installations lack some.
fn require_component(subcommand: &str, name: &str) -> Outcome {
    if succeeds(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    Err(failed(format!("the toolchain has no {name}: run `rustup component add {name}`")))
}
