//! Finds the root of the workspace and runs commands in it.

use crate::{Failure, Outcome, failed};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the folder of the workspace's `Cargo.toml`, independent of the current folder.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Creates a command of the cargo that started this task, in the root of the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Prints a command and runs it to the end, with its output on the terminal.
pub(crate) fn run_shown(command: &mut Command) -> Outcome {
    let shown = command_line(command);
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!("`{shown}` failed: {status}"))),
        Err(why) => Err(failed(format!("could not start `{shown}`: {why}"))),
    }
}

/// Runs a command to the end and returns its standard output. The error output of the command is shown on the
/// terminal.
pub(crate) fn read_output(command: &mut Command) -> Outcome<String> {
    let shown = command_line(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|why| failed(format!("could not start `{shown}`: {why}")))?;
    if !output.status.success() {
        return Err(failed(format!("`{shown}` failed: {}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| failed(format!("the output of `{shown}` is not UTF-8")))
}

/// Returns the metadata of the workspace, as JSON, with further arguments of `cargo metadata`.
pub(crate) fn metadata(arguments: &[&str]) -> Outcome<Value> {
    let text = read_output(cargo(&["metadata", "--format-version", "1"]).args(arguments))?;
    serde_json::from_str(&text)
        .map_err(|why| failed(format!("the output of cargo metadata is not JSON: {why}")))
}

/// Runs a command without output and returns whether the command succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Rejects any argument, for tasks that take none.
pub(crate) fn reject_arguments(arguments: &[String]) -> Outcome {
    match arguments.first() {
        None => Ok(()),
        Some(surplus) => {
            Err(Failure::Usage(format!("unexpected argument {surplus:?}: this task takes no arguments")))
        }
    }
}

/// Returns a command as typed in a shell, with the program's file name and without quoting.
fn command_line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
