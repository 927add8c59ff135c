//! `cargo xtask soak`: ten minutes of sixty-four sounds and two hundred messages a second without a device,
//! and one minute of the same on a JACK server.

use crate::Outcome;
use crate::workspace::{cargo, in_sight, no_arguments};

pub(crate) fn run(arguments: &[String]) -> Outcome {
    no_arguments(arguments)?;
    crate::packages::check()?;
    let mut command = cargo(&["test", "--release", "--package", "foley-live"]);
    command
        .args(["--all-features", "--test", "soak", "--"])
        .args(["--nocapture", "--test-threads", "1"])
        .env("FOLEY_SOAK_SECONDS", "600")
        .env("FOLEY_SOAK_JACK_SECONDS", "60");
    in_sight(&mut command)
}
