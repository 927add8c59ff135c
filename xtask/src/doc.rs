//! `cargo xtask doc`: builds the documentation of all crates, with typeset equations.
//!
//! The equations are TeX in the comments. A script in the head of each page turns them into MathML, without a
//! library and without a request. On docs.rs the metadata of each crate names the script, as a file of the
//! package; here it is passed to rustdoc by its absolute path, because rustdoc runs in several folders.

use crate::workspace::{cargo, root, run_shown};
use crate::{Failure, Outcome};
use std::process::Command;

/// Head of each page with the script that typesets the equations.
pub(crate) const HEADER: &str = "docs/equations.html";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => build(&[]),
        [open] if open == "--open" => build(&["--open"]),
        _ => Err(Failure::Usage("`cargo xtask doc` accepts only the option --open".to_owned())),
    }
}

/// Builds the documentation without warnings, and checks that the script can typeset all equations.
pub(crate) fn check() -> Outcome {
    build(&[])?;
    run_shown(Command::new("node").args(["--test", "docs/equations.test.mjs"]).current_dir(root()))
}

/// Builds the documentation of one crate.
pub(crate) fn build_one(package: &str) -> Outcome {
    run_rustdoc(cargo(&["doc", "--no-deps", "--package", package]))
}

fn build(options: &[&str]) -> Outcome {
    let mut command = cargo(&["doc", "--workspace", "--no-deps"]);
    command.args(options);
    run_rustdoc(command)
}

fn run_rustdoc(mut command: Command) -> Outcome {
    let header = root().join(HEADER);
    // The flags are separated by this character instead of spaces, so the path may contain spaces.
    let flags = ["-D", "warnings", "--html-in-header", &header.to_string_lossy()].join("\u{1f}");
    run_shown(command.env("CARGO_ENCODED_RUSTDOCFLAGS", flags))
}
