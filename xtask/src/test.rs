//! `cargo xtask test`: all checks that a change must pass.
//!
//! The stages are listed in [`STAGES`]; the first failure ends the run. With `--long` the random facts make
//! all their draws (`FOLEY_LONG`), every package is built as its users get it, and the stored loudness of all
//! presets is measured again.

use crate::workspace::{cargo, root, run_shown, succeeds};
use crate::{
    Failure, Outcome, check_map, deny, doc, facade, failed, loudness, manifest, package, packages,
    rust_version, sanitise, studio,
};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A named check of `cargo xtask test`.
struct Stage {
    title: &'static str,
    run: fn() -> Outcome,
}

/// Further checks of `cargo xtask test --long`.
const LONG_STAGES: &[Stage] = &[
    Stage { title: "loudness of the presets", run: loudness::check },
    Stage { title: "packages as users build them", run: package::verify },
];

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
    Stage { title: "size of the facade", run: facade::check },
    Stage { title: "map", run: check_map::check },
    Stage { title: "dependencies", run: deny::check },
    Stage { title: "crate packages", run: package::check },
    Stage { title: "oldest supported Rust", run: rust_version::check },
];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let long = match arguments {
        [] => false,
        [long] if long == "--long" => true,
        _ => return Err(Failure::Usage("`cargo xtask test` accepts only the option --long".to_owned())),
    };
    if long {
        LONG.store(true, Ordering::Relaxed);
    }
    let stages: Vec<&Stage> = STAGES.iter().chain(if long { LONG_STAGES } else { &[] }).collect();
    let start = Instant::now();
    let mut times = Vec::new();
    for (index, stage) in stages.iter().enumerate() {
        println!("\n== {}/{} {} ==", index + 1, stages.len(), stage.title);
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
        times.push((stage.title, seconds));
    }
    println!();
    for (title, seconds) in times {
        println!("{seconds:>8.1} s  {title}");
    }
    println!("All {} stages passed in {:.1} s.", stages.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// Whether the tests make all their random draws, as with `--long`.
static LONG: AtomicBool = AtomicBool::new(false);

/// Sets the environment variable for all random draws on a command that runs tests, if the run is a long one.
fn with_length(command: &mut Command) -> &mut Command {
    if LONG.load(Ordering::Relaxed) { command.env("FOLEY_LONG", "1") } else { command }
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
        return run_shown(with_length(&mut cargo(&["nextest", "run", "--workspace", "--all-features"])));
    }
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    run_shown(with_length(cargo(&["test", "--workspace", "--all-features"]).args(targets)))
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
    run_shown(in_studio(&["npm", "test"]).env("FOLEY_BIN", &program))
}

/// Checks that a component of the toolchain is installed; minimal installations lack some.
fn require_component(subcommand: &str, name: &str) -> Outcome {
    if succeeds(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    Err(failed(format!("the toolchain has no {name}: run `rustup component add {name}`")))
}
