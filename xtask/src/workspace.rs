//! Where the workspace is, and how to run cargo in it.

use crate::{Failure, Outcome, failed};
use std::path::Path;
use std::process::{Command, Stdio};

/// The folder of the workspace's `Cargo.toml`, wherever the chore was started from.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// The cargo that started this chore, in the root of the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Runs to the end with output in plain sight.
pub(crate) fn in_sight(command: &mut Command) -> Outcome {
    let shown = in_words(command);
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!("`{shown}` failed, {status}"))),
        Err(why) => Err(failed(format!("`{shown}` could not be started: {why}"))),
    }
}

/// Runs to the end and returns what was written to standard output; complaints stay in plain sight.
pub(crate) fn answer(command: &mut Command) -> Outcome<String> {
    let shown = in_words(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|why| failed(format!("`{shown}` could not be started: {why}")))?;
    if !output.status.success() {
        return Err(failed(format!("`{shown}` failed, {}", output.status)));
    }
    String::from_utf8(output.stdout).map_err(|_| failed(format!("`{shown}` did not answer in UTF-8")))
}

/// The command starts and says that all is well; nothing is shown.
pub(crate) fn works(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// For chores that take no arguments.
pub(crate) fn no_arguments(arguments: &[String]) -> Outcome {
    match arguments.first() {
        None => Ok(()),
        Some(surplus) => {
            Err(Failure::Usage(format!("this chore takes no arguments, but was given {surplus:?}")))
        }
    }
}

/// A command as one would type it: the program by its name, the arguments as they are.
fn in_words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
