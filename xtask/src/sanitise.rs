//! `cargo xtask sanitise`: runs the audio thread under the compiler's RealtimeSanitizer, which stops the
//! program at the first call that may block. Only nightly compilers have it.

use crate::workspace::{reject_arguments, root, run_shown, succeeds};
use crate::{Outcome, failed};
use std::process::Command;

/// Target triple of this build.
const TARGET: &str = env!("TARGET");

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    if !has_nightly() {
        return Err(failed("no nightly compiler is installed: run `rustup toolchain install nightly`"));
    }
    sanitise()
}

/// Runs the sanitizer as a stage of the tests. Prints a note and succeeds if no nightly compiler is
/// installed.
pub(crate) fn run_if_available() -> Outcome {
    if has_nightly() {
        return sanitise();
    }
    println!("skipped: no nightly compiler is installed (`rustup toolchain install nightly`)");
    Ok(())
}

fn nightly() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]);
    command.current_dir(root()).env_remove("CARGO");
    command
}

fn has_nightly() -> bool {
    succeeds(nightly().arg("--version"))
}

fn sanitise() -> Outcome {
    // A separate target folder, because compiler and flags differ from the other builds.
    let mut command = nightly();
    command
        .args(["run", "--release", "--package", "foley-engine"])
        .args(["--example", "sanitised", "--target", TARGET])
        .args(["--target-dir", "target/sanitised"])
        .env("RUSTFLAGS", "-Zsanitizer=realtime --cfg rtsan")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTUP_TOOLCHAIN");
    run_shown(&mut command)
}
