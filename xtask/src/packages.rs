//! System packages that the tests need: ALSA, a JACK server and an independent OSC sender for `foley live`,
//! Chromium for the studio.
//!
//! On Debian and its derivatives, missing packages are installed by `apt-get`, with `sudo` if the user is not
//! root. On other systems, or if the installation fails, an error names the packages.

use crate::workspace::{run_shown, succeeds};
use crate::{Outcome, failed};
use std::process::Command;

/// Packages that the tests require, by their Debian names.
const PACKAGES: [&str; 8] = [
    "libasound2-dev",
    "pkg-config",
    "jackd2",
    "libjack-jackd2-dev",
    "libasound2-plugins",
    "alsa-utils",
    "liblo-tools",
    "chromium",
];

/// Commands that succeed if the packages are installed, for systems without `dpkg`.
const PROGRAMS: [&[&str]; 6] = [
    &["pkg-config", "--exists", "alsa"],
    &["pkg-config", "--exists", "jack"],
    &["jackd", "--version"],
    &["sh", "-c", "command -v oscsend"],
    &["aplay", "--version"],
    &["chromium", "--version"],
];

fn command(words: &[&str]) -> Command {
    let mut words = words.iter();
    let mut command = Command::new(words.next().copied().unwrap_or_default());
    command.args(words);
    command
}

/// Checks that the packages are installed, and installs missing packages where possible.
pub(crate) fn check() -> Outcome {
    if !succeeds(&mut command(&["dpkg-query", "--version"])) {
        return check_programs();
    }
    let missing: Vec<&str> = PACKAGES.into_iter().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        println!("all packages are installed: {}", PACKAGES.join(" "));
        return Ok(());
    }
    println!("missing packages: {}", missing.join(" "));
    // The present package lists are tried first, and updated only if the installation fails.
    if run_apt(&[&["install", "-y", "--no-install-recommends"], &*missing].concat()).is_err() {
        run_apt(&["update"]).map_err(|_| not_installed(&missing))?;
        run_apt(&[&["install", "-y", "--no-install-recommends"], &*missing].concat())
            .map_err(|_| not_installed(&missing))?;
    }
    Ok(())
}

fn is_installed(package: &str) -> bool {
    let query = ["dpkg-query", "-W", "-f", "${Status}", package];
    let output = command(&query).output();
    output.is_ok_and(|output| output.stdout.ends_with(b" ok installed"))
}

fn run_apt(arguments: &[&str]) -> Outcome {
    let root = command(&["id", "-u"]).output();
    let root = root.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    // With `-n`, `sudo` fails instead of asking for a password.
    let words =
        if root { vec!["apt-get"] } else { vec!["sudo", "-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"] };
    let mut command = command(&[&words, arguments].concat());
    run_shown(command.env("DEBIAN_FRONTEND", "noninteractive"))
}

fn not_installed(missing: &[&str]) -> crate::Failure {
    failed(format!(
        "could not install packages that the tests need: run `sudo apt-get install {}`",
        missing.join(" ")
    ))
}

/// Checks that the programs of the packages can be run, on systems without `dpkg`.
fn check_programs() -> Outcome {
    let missing: Vec<String> = PROGRAMS
        .into_iter()
        .filter(|words| !succeeds(&mut command(words)))
        .map(|words| format!("`{}`", words.join(" ")))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(failed(format!(
        "the tests need ALSA, JACK, oscsend and Chromium, but {} failed; install what is missing (Debian packages: {})",
        missing.join(" and "),
        PACKAGES.join(" ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root;

    #[test]
    fn the_readme_names_every_package_that_the_tests_install() {
        let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
        for package in PACKAGES {
            assert!(readme.contains(&format!("`{package}`")), "{package}");
        }
    }
}
