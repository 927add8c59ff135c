//! What the tests need of the system: the tests of `foley live` play on ALSA and on a JACK server, and send
//! with somebody else's OSC; those of the studio look at it in Chromium, driven from Node.
//!
//! On Debian and its relatives what is missing is installed, by `apt-get` and, for who is not root, `sudo`.
//! Elsewhere, and where that is not allowed, it is told what to install. Where all is there nothing is done.

use crate::workspace::{in_sight, works};
use crate::{Outcome, failed};
use std::process::Command;

/// Debian's names.
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

/// What shows that they are there, where nobody keeps a list of packages.
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

/// Makes sure that all is there.
pub(crate) fn check() -> Outcome {
    if !works(&mut command(&["dpkg-query", "--version"])) {
        return without_dpkg();
    }
    let missing: Vec<&str> = PACKAGES.into_iter().filter(|package| !installed(package)).collect();
    if missing.is_empty() {
        println!("all there: {}", PACKAGES.join(" "));
        return Ok(());
    }
    println!("missing: {}", missing.join(" "));
    // The lists that are there may do; if not, they are old.
    if apt(&[&["install", "-y", "--no-install-recommends"], &*missing].concat()).is_err() {
        apt(&["update"]).map_err(|_| untold(&missing))?;
        apt(&[&["install", "-y", "--no-install-recommends"], &*missing].concat())
            .map_err(|_| untold(&missing))?;
    }
    Ok(())
}

fn installed(package: &str) -> bool {
    let query = ["dpkg-query", "-W", "-f", "${Status}", package];
    let answer = command(&query).output();
    answer.is_ok_and(|answer| answer.stdout.ends_with(b" ok installed"))
}

fn apt(arguments: &[&str]) -> Outcome {
    let root = command(&["id", "-u"]).output();
    let root = root.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0");
    // Without a terminal nobody could type a password.
    let words =
        if root { vec!["apt-get"] } else { vec!["sudo", "-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"] };
    let mut command = command(&[&words, arguments].concat());
    in_sight(command.env("DEBIAN_FRONTEND", "noninteractive"))
}

fn untold(missing: &[&str]) -> crate::Failure {
    failed(format!(
        "the tests need packages that could not be installed: `sudo apt-get install {}`",
        missing.join(" ")
    ))
}

/// Another system: the programs themselves are tried.
fn without_dpkg() -> Outcome {
    let missing: Vec<String> = PROGRAMS
        .into_iter()
        .filter(|words| !works(&mut command(words)))
        .map(|words| format!("`{}`", words.join(" ")))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(failed(format!(
        "the tests play on ALSA and JACK, send OSC and open Chromium, but {} did not work; on Debian the packages are {}",
        missing.join(" and "),
        PACKAGES.join(" ")
    )))
}
