//! `cargo xtask test`: everything that must hold before a change is taken, cheapest first.
//!
//! The stages stand in [`STAGES`]; the first that fails ends the run.

use crate::workspace::{cargo, in_sight, no_arguments, root, works};
use crate::{Failure, Outcome, check_map, failed, manifest, packages, sanitise, studio};
use std::process::Command;
use std::time::Instant;

/// One heading of the report.
struct Stage {
    title: &'static str,
    run: fn() -> Outcome,
}

const STAGES: &[Stage] = &[
    Stage { title: "what the tests need", run: packages::check },
    Stage { title: "format", run: format },
    Stage { title: "lints", run: lints },
    Stage { title: "tests", run: tests },
    Stage { title: "doc tests", run: doc_tests },
    Stage { title: "samples of the presets", run: manifest::check },
    Stage { title: "real-time sanitizer", run: sanitise::where_there_is_one },
    Stage { title: "no_std and browser builds", run: bare_builds },
    Stage { title: "the studio in a browser", run: browser },
    Stage { title: "documentation", run: documentation },
    Stage { title: "map", run: check_map::check },
];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
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
    component("fmt", "rustfmt")?;
    in_sight(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Outcome {
    component("clippy", "clippy")?;
    let arguments = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    in_sight(&mut cargo(&arguments))
}

/// By nextest where it is installed, because it runs the tests of all crates side by side.
fn tests() -> Outcome {
    if works(&mut cargo(&["nextest", "--version"])) {
        return in_sight(&mut cargo(&["nextest", "run", "--workspace", "--all-features"]));
    }
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    in_sight(cargo(&["test", "--workspace", "--all-features"]).args(targets))
}

/// Apart from the tests, because nextest does not run them.
fn doc_tests() -> Outcome {
    in_sight(&mut cargo(&["test", "--workspace", "--doc"]))
}

/// One crate at a time: features that another crate of the workspace switches on must not hide a missing
/// `std` gate.
fn bare_builds() -> Outcome {
    for package in ["foley-params", "foley-contact"] {
        in_sight(&mut cargo(&["build", "--package", package, "--no-default-features"]))?;
    }
    let target = "wasm32-unknown-unknown";
    if !works(Command::new("rustup").args(["target", "add", target])) {
        println!("no target {target} here: left out (`rustup target add {target}`)");
        return Ok(());
    }
    in_sight(&mut cargo(&["check", "--package", "foley-engine", "--target", target]))
}

/// The page as Chromium shows it, served by the program; what the page is written in is checked first.
fn browser() -> Outcome {
    let studio = root().join("studio");
    let in_studio = |words: &[&str]| {
        let (program, arguments) = words.split_first().unwrap_or((&"npm", &[]));
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&studio);
        command
    };
    if !works(&mut in_studio(&["npm", "--version"])) {
        return Err(failed("the studio is tested by Node: install Node 20 or newer with npm"));
    }
    studio::check_fingerprint()?;
    in_sight(&mut in_studio(&["npm", "ci"]))?;
    in_sight(&mut in_studio(&["npx", "tsc"]))?;
    in_sight(&mut cargo(&["build", "--release", "--package", "foley-cli"]))?;
    let program = studio::target_folder()?.join("release").join("foley");
    let tests = || in_sight(in_studio(&["npm", "test"]).env("FOLEY_BIN", &program));
    // A machine that does other things as well keeps a browser waiting now and then: what fails is tried once
    // more before it counts.
    tests().or_else(|_| {
        println!("\n-- once more --");
        tests()
    })
}

fn documentation() -> Outcome {
    let mut command = cargo(&["doc", "--workspace", "--no-deps"]);
    in_sight(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// `cargo SUBCOMMAND` comes with a component of the toolchain that minimal installations leave out.
fn component(subcommand: &str, name: &str) -> Outcome {
    if works(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    Err(failed(format!("the toolchain has no {name}; install it with `rustup component add {name}`")))
}
