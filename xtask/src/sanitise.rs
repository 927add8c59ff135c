//! `cargo xtask sanitise`: the audio thread under the compiler's RealtimeSanitizer, which stops the program
//! at the first call that may block. Only nightly compilers have it.

use crate::workspace::{in_sight, no_arguments, root, works};
use crate::{Outcome, failed};
use std::process::Command;

/// The machine that this was built for.
const TARGET: &str = env!("TARGET");

pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    if !there_is_one() {
        return Err(failed(
            "there is no nightly compiler; install one with `rustup toolchain install nightly`",
        ));
    }
    sanitise()
}

/// The same among the tests: where there is no nightly compiler, it says so and lets the others go on.
pub(crate) fn where_there_is_one() -> Outcome {
    if there_is_one() {
        return sanitise();
    }
    println!("no nightly compiler here: left out (`rustup toolchain install nightly`)");
    Ok(())
}

fn nightly() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]);
    command.current_dir(root()).env_remove("CARGO");
    command
}

fn there_is_one() -> bool {
    works(nightly().arg("--version"))
}

fn sanitise() -> Outcome {
    // In a folder of its own: another compiler, other flags.
    let mut command = nightly();
    command
        .args(["run", "--release", "--package", "foley-engine"])
        .args(["--example", "sanitised", "--target", TARGET])
        .args(["--target-dir", "target/sanitised"])
        .env("RUSTFLAGS", "-Zsanitizer=realtime --cfg rtsan")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTUP_TOOLCHAIN");
    in_sight(&mut command)
}
