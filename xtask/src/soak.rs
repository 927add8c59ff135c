//! `cargo xtask soak`: plays 64 sounds with 200 messages per second, ten minutes without a device and one
//! minute on a JACK server.

use crate::Outcome;
use crate::workspace::{cargo, reject_arguments, run_shown};

pub(crate) fn run(arguments: &[String]) -> Outcome {
    reject_arguments(arguments)?;
    crate::packages::check()?;
    let mut command = cargo(&["test", "--release", "--package", "foley-live"]);
    command
        .args(["--all-features", "--test", "all", "--", "soak::"])
        .args(["--nocapture", "--test-threads", "1"])
        .env("FOLEY_SOAK_SECONDS", "600")
        .env("FOLEY_SOAK_JACK_SECONDS", "60");
    run_shown(&mut command)
}
