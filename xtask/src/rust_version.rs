//! Checks the claim `rust-version` of the workspace: the oldest supported compiler builds all crates.
//!
//! If the tests run with that version, they are the check. With a newer compiler, the crates are checked once
//! more with the claimed version. Clippy's lint `incompatible_msrv` also reports newer parts of `std`.

use crate::workspace::{metadata, read_output, root, run_shown, succeeds};
use crate::{Outcome, failed};
use std::process::Command;

/// Document that names the oldest supported version to users.
const DOCUMENT: &str = "crates/foley/README.md";

/// Checks that the oldest supported compiler builds all crates.
pub(crate) fn check() -> Outcome {
    let claimed = claimed_version()?;
    check_document(&claimed)?;
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = read_output(Command::new(compiler).arg("--version").current_dir(root()))?;
    let present = text.split(' ').nth(1).unwrap_or_default();
    if is_release_of(present, &claimed) {
        println!("the tests run with Rust {present}, the oldest supported version");
        return Ok(());
    }
    let toolchain = if claimed.matches('.').count() == 1 { format!("{claimed}.0") } else { claimed.clone() };
    if !succeeds(Command::new("rustup").args(["run", &toolchain, "cargo", "--version"])) {
        let arguments = ["toolchain", "install", &toolchain, "--profile", "minimal"];
        run_shown(Command::new("rustup").args(arguments)).map_err(|_| {
            failed(format!(
                "the tests run with Rust {present}, and could not check the oldest supported version {claimed}: \
                 run `rustup toolchain install {toolchain}`, or raise `rust-version` in Cargo.toml"
            ))
        })?;
    }
    let arguments = ["check", "--workspace", "--all-features", "--locked", "--target-dir", "target/oldest"];
    let mut command = Command::new("rustup");
    command.args(["run", &toolchain, "cargo"]).args(arguments).current_dir(root());
    run_shown(command.env_remove("RUSTC").env_remove("CARGO"))
}

/// Checks that users read the claimed version in the README of the crate.
fn check_document(claimed: &str) -> Outcome {
    let text = std::fs::read_to_string(root().join(DOCUMENT))
        .map_err(|why| failed(format!("could not read {DOCUMENT}: {why}")))?;
    let sentence = format!("Rust {claimed} or newer");
    if text.contains(&sentence) {
        return Ok(());
    }
    Err(failed(format!("{DOCUMENT} must contain {sentence:?}, the rust-version of Cargo.toml")))
}

/// Returns the `rust-version` that all crates of the workspace share.
fn claimed_version() -> Outcome<String> {
    let known = metadata(&["--no-deps"])?;
    let packages = known["packages"].as_array().into_iter().flatten();
    let mut versions: Vec<_> = packages.map(|package| package["rust_version"].as_str()).collect();
    versions.dedup();
    match versions[..] {
        [Some(version)] => Ok(version.to_owned()),
        _ => Err(failed("a crate lacks `rust-version.workspace = true`: all crates share one rust-version")),
    }
}

/// Whether a version of the compiler, such as `1.95.0`, belongs to the claimed version, such as `1.95`.
fn is_release_of(present: &str, claimed: &str) -> bool {
    let rest = present.strip_prefix(claimed);
    rest.is_some_and(|rest| rest.is_empty() || (rest.starts_with('.') && !rest.contains('-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_patch_of_the_claimed_version_counts_as_that_version() {
        for present in ["1.95.0", "1.95.2"] {
            assert!(is_release_of(present, "1.95"), "{present}");
        }
        for present in ["1.9.0", "1.96.0", "1.950.0", "1.95.0-nightly", ""] {
            assert!(!is_release_of(present, "1.95"), "{present}");
        }
    }
}
